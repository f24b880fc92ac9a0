"""Makes the golden records of Chaos Casters anew: `python tools/golden_casters.py`.

They are few games that contain between them everything in `tests/casters/features.py`, found among many games with
random decks. The same rules give the same records, on any machine. Needed when the rules change on purpose.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent / "tests"
FOLDER = TESTS / "records" / "casters"
sys.path.insert(0, str(TESTS))

from casters.features import Feature, features, wanted  # noqa: E402  (it lies with the tests)
from casters.scenes import RULES  # noqa: E402
from ruinous import record  # noqa: E402
from ruinous.casters.decks import random_deck  # noqa: E402
from ruinous.casters.state import State  # noqa: E402

SEARCHED = 3000  # games among which the records are chosen


def game(seed: int) -> tuple[str, str, set[Feature]]:
    """The game of a seed: name, record, features. Short games end by their round limit; some are hosted games."""
    chance = Random(seed)
    options = RULES.read_options(
        {
            "deck1": random_deck(chance.randrange),
            "deck2": random_deck(chance.randrange),
            "max_rounds": chance.choice((60, 60, 60, 3)),
        }
    )
    secret = f"golden {seed}".encode() if seed % 50 == 0 else None
    state: State = RULES.new(options, seed if secret is None else record.chance(secret, "setup"))
    sink, asked = io.StringIO(), set()
    writer = record.Writer(sink, RULES, state, options, seed=None if secret else seed, secret=secret)
    while not state.over:
        asked.add(RULES.position(state)["pending"][0])
        writer.play(chance.choice(state.legal_actions()))
    outcome = RULES.outcome(state)
    assert outcome is not None
    name = "-".join([outcome["reason"], (*outcome["winners"], "draw")[0], *(["keyed"] if secret else []), str(seed)])
    return name, sink.getvalue(), features(state, asked)


def main() -> None:
    """Choose games until nothing is missing, each time the one that brings most of what is, a short one for choice."""
    found = [game(seed) for seed in range(SEARCHED)]
    missing = wanted()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.ruin"):
        old.unlink()
    chosen = [next(one for one in found if "keyed" in one[0])]
    while True:
        name, text, features_of = chosen[-1]
        (FOLDER / f"{name}.ruin").write_text(text, encoding="utf-8")
        missing -= features_of
        if not missing:
            break
        best = max(found, key=lambda one: (len(missing & one[2]) + 3 * bool({f for f in missing & one[2] if f[0] == "end"}), -len(one[1])))
        if not missing & best[2]:
            sys.exit(f"not found among {SEARCHED} games: {sorted(missing)}")
        chosen.append(best)
    print(f"{len(chosen)} records in {FOLDER}")


if __name__ == "__main__":
    main()
