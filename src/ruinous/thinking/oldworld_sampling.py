"""Rounds played to their end by default choices, many times: what the forecast is checked against."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.agenda import Step, Task
from ruinous.oldworld.names import P, R
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import ROUND
from ruinous.thinking.oldworld_default import default_choice


@final
class EndOfThought(Step[State]):
    """Stands where the next round would begin, in worlds that are played to the end of this one: there is nothing more to do."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        return


def one_round() -> list[Task[State]]:
    """The tasks of the rules, but no further round."""
    found: list[Task[State]] = []
    for task in TASKS:
        found.append(task)
    found[ROUND] = EndOfThought()
    return found


ONE_ROUND: Final[list[Task[State]]] = one_round()


@final
class RoundSample:
    """Means over rounds that the engine has played."""

    def __init__(self) -> None:
        self.vp: vec[float] = vec[float]([0.0] * 4)  # [power] victory points gained
        self.advance1: vec[float] = vec[float]([0.0] * 4)  # [power] share of rounds with one dial step or more
        self.advance2: vec[float] = vec[float]([0.0] * 4)
        self.ruined: vec[float] = vec[float]([0.0] * 9)  # [region]

    def play(self, g: State, rounds: i64, seed: i64) -> None:
        """Play the rest of this round so many times; each time with other chance."""
        share: float = 1.0 / float(rounds)
        for p in range(P):
            self.vp[p] = 0.0
            self.advance1[p] = 0.0
            self.advance2[p] = 0.0
        for r in range(R):
            self.ruined[r] = 0.0
        for number in range(rounds):
            world = g.clone()
            world.tasks = ONE_ROUND  # type: ignore[assignment]
            world.set_chance(seed * 1000003 + number)
            while not world.over:
                world.apply(default_choice(world))
            for p in range(P):
                self.vp[p] += share * float(world.vp[p] - g.vp[p])
                steps: i64 = world.dial[p] - g.dial[p]
                if steps > 0:
                    self.advance1[p] += share
                if steps > 1:
                    self.advance2[p] += share
            for r in range(R):
                if world.ruin[r] > 0 and g.ruin[r] == 0:
                    self.ruined[r] += share
