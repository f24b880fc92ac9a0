"""How often a hint names two causes or more for the move that it advises: `python tools/reasons.py oldworld --bot l5@128`.

In games of `l3` among themselves the bot is asked for advice at every seventh decision with more than one option. Prints each case with
fewer causes than two, then the counts; ends with 1 where fewer than the wanted share of moves has two.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from ruinous import games
from ruinous.bots.base import Advice, Sight, look, make
from ruinous.bots.weighing import ENOUGH
from ruinous.games import Rules

EVERY = 7


def sights(rules: Rules, seed: int) -> Iterator[tuple[str, Sight]]:
    """Decisions of one game after the other, each with a name."""
    while True:
        state = rules.new(rules.read_options({}), seed)
        players = {seat: make("l3", rules, seat, seed) for seat in rules.seats(state)}
        number = 0
        while (seat := rules.to_move(state)) is not None:
            sight = look(rules, state, seat, number)
            if len(sight.actions) > 1 and number % EVERY == seed % EVERY:
                yield f"game {seed}, decision {number}, {seat}", sight
            state.play(players[seat].choose(sight))
            number += 1
        seed += 1


def main() -> int:
    """Ask, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.GAMES)
    parser.add_argument("--bot", default="l5@128")
    parser.add_argument("--decisions", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wanted", type=float, default=0.95, help="the share of moves that should have two causes")
    given = parser.parse_args()
    rules = games.game(given.game)
    causes: Counter[int] = Counter()
    for _, (name, sight) in zip(range(given.decisions), sights(rules, given.seed), strict=False):
        bot = make(given.bot, rules, sight.seat, 1)
        advised: list[Advice] = bot.advise(sight)  # type: ignore[attr-defined]
        best = advised[0]
        causes[len(best.reasons)] += 1
        if len(best.reasons) < ENOUGH:
            text = next(action["text"] for action in sight.legal if action["id"] == best.action)
            print(f"{name}: {text}, shares {[round(one.value, 3) for one in advised[:4]]}, causes {best.reasons}")
    explained = sum(count for number, count in causes.items() if number >= ENOUGH) / given.decisions
    print(f"{given.bot}: {given.decisions} moves by number of causes {dict(sorted(causes.items()))}; two or more for {explained:.1%}")
    return 0 if explained >= given.wanted else 1


if __name__ == "__main__":
    sys.exit(main())
