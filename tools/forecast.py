"""Compare the forecast of the end of a round with rounds played by the engine: `python tools/forecast.py [positions] [rounds]`.

Positions come from games of the bot `rules`, one in each so many decisions in which somebody may summon, hits, or loses
a figure to a Hero. From each the
engine plays the rest of the round so many times (20,000 by default) with everybody passing and the default choices,
and the mean of what each Power gains is compared with the forecast. Prints the greatest and the average difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import cast

from ruinous import games
from ruinous.lab.players import mover
from ruinous.oldworld import tasks
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_forecast import Forecast
from ruinous.thinking.oldworld_sampling import RoundSample


def positions(number: int, every: int = 13) -> Iterator[State]:
    """States in the middle of rounds, from games of `rules` with seeds 1, 2, ..."""
    rules = games.game("oldworld")
    seed = 0
    while True:
        seed += 1
        state = cast(State, rules.new({}, seed))
        movers = {seat: mover(rules, "rules", seat, seed) for seat in rules.seats(state)}
        n = 0
        while not state.over:
            n += 1
            if n % every == 0 and state.asks in (tasks.SUMMONING_TURN, tasks.HIT, tasks.ROT, tasks.HERO_TAKES):
                yield state.clone()
                number -= 1
                if number == 0:
                    return
            seat = rules.to_move(state)
            assert seat is not None
            state.play(movers[seat](state))


def main(number: int, rounds: int) -> None:
    forecast, sample = Forecast(), RoundSample()
    difference, whole, worst, dial = 0.0, 0.0, 0.0, 0.0
    for at, state in enumerate(positions(number)):
        forecast.look(state)
        sample.play(state, rounds, at)
        for p in range(4):
            off = abs(forecast.vp[p] - sample.vp[p])
            worst = max(worst, off)
            difference += off
            whole += sample.vp[p]
            dial += abs(forecast.advance1[p] - sample.advance1[p]) + abs(forecast.advance2[p] - sample.advance2[p])
            if off > 0.1:
                print(f"position {at}, {tasks.TASK_NAMES[state.asks]}, Power {p}: {forecast.vp[p]:.3f}, played {sample.vp[p]:.3f}")
    print(f"{number} positions, {rounds} rounds each; victory points of a Power and round: {whole / number / 4:.3f} on average")
    print(f"difference: {difference / number / 4:.4f} on average ({100 * difference / whole:.2f} %), {worst:.3f} at most")
    print(f"difference in the chance of a dial step: {dial / number / 8:.4f} on average")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)
