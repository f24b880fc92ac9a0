"""How often a hint names two causes or more for the move that it advises: `python tools/reasons.py oldworld --bot l5@128`.

In games of `l3` among themselves the bot is asked for advice at every seventh decision. Prints each case with fewer causes than two, then
the counts; ends with 1 where fewer than the wanted share of moves has two.
"""

import argparse
import sys
from collections import Counter
from itertools import islice

from ruinous import games
from ruinous.bots.base import Advice, look, make
from ruinous.bots.weighing import ENOUGH
from ruinous.lab.honesty import decisions_of

PLAYERS = "l3"
EVERY = 7


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
    for game, number, state, seat in islice(decisions_of(rules, PLAYERS, given.seed), 0, given.decisions * EVERY, EVERY):
        bot = make(given.bot, rules, seat, 1)
        advised: list[Advice] = bot.advise(look(rules, state, seat, number))  # type: ignore[attr-defined]
        best = advised[0]
        causes[len(best.reasons)] += 1
        if len(best.reasons) < ENOUGH:
            text, shares = rules.text(state, best.action), [round(one.value, 3) for one in advised[:4]]
            print(f"game {game}, decision {number}, {seat}: {text}, shares {shares}, causes {best.reasons}")
    explained = sum(count for number, count in causes.items() if number >= ENOUGH) / given.decisions
    print(f"{given.bot}: {given.decisions} moves by number of causes {dict(sorted(causes.items()))}; two or more for {explained:.1%}")
    return 0 if explained >= given.wanted else 1


if __name__ == "__main__":
    sys.exit(main())
