"""One line about many random games, equal wherever the rules are equal: `python -m ruinous.lab.golden`.

CI compares it between the plain and the compiled form; everything in the states goes into it, chance included.
"""

import hashlib
import sys
from random import Random

from ruinous import games
from ruinous.games import Rules

GAMES = 200


def checksum(rules: Rules, number: int = GAMES) -> str:
    """`games decisions checksum` of this many random games with random options, seeds from 1 on."""
    from ruinous.lab.fuzz import random_options

    digest = hashlib.sha256()
    decisions = 0
    for seed in range(1, number + 1):
        chance = Random(seed)
        state = rules.new(random_options(rules, chance), seed)
        while not state.over:
            state.play(chance.choice(state.legal_actions()))
            decisions += 1
            if decisions % 50 == 0:
                digest.update(rules.checksum(state).encode())
        digest.update(rules.checksum(state).encode())
        digest.update(repr(rules.outcome(state)).encode())
    return f"{number} games, {decisions} decisions, {digest.hexdigest()[:16]}"


if __name__ == "__main__":
    for name, rules in games.GAMES.items():
        print(name, checksum(rules, int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
