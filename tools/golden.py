"""Makes the golden records of the Old World anew: `python tools/golden.py`.

They are few games that contain between them everything in `tests/features.py`, found among many games of the bots
`random` and `rules`. The same rules and bots give the same records, on any machine. Needed when the rules change on
purpose (with a new rules version); a change of the bots alone leaves the old records as good as they were.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

from ruinous import games, record
from ruinous.bots.base import look, make
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import CHOOSE_UPGRADE

TESTS = Path(__file__).parent.parent / "tests"
FOLDER = TESTS / "records" / "oldworld"
sys.path.insert(0, str(TESTS))

from features import Feature, features, wanted  # noqa: E402  (it lies with the tests)

RULES = games.game("oldworld")
SEARCHED = 1000  # games among which the records are chosen
FIRST_POWERS = (("khorne", "nurgle", "tzeentch", "slaanesh"), ("nurgle",), ("tzeentch",), ("slaanesh",), ())

# Two dials one position before VICTORY with the same points: shared victory (ruling 35).
SHARED: Mapping[str, Any] = {
    "game": "oldworld",
    "round": 5,
    "phase": "summoning",
    "powers": {
        "khorne": {"vp": 20, "dial": 2, "power": 0},
        "nurgle": {"vp": 25, "dial": 4, "power": 0},
        "tzeentch": {"vp": 30, "dial": 7, "power": 2, "upgrades": ["power", "acolytes"]},
        "slaanesh": {"vp": 30, "dial": 6, "power": 2, "upgrades": ["power", "seductresses"]},
    },
    "regions": {
        "norsca": {"figures": {"tzeentch": {"cultist": 2}}, "tokens": {"warpstone": 2}},
        "badlands": {"figures": {"slaanesh": {"cultist": 2}}, "tokens": {"noble": 1}},
        "estalia": {"figures": {"khorne": {"warrior": 1}, "nurgle": {"cultist": 1}}},
    },
    "old_world_gone": ["plunged_into_chaos", "meteor_showers", "franzs_decree", "mass_exodus", "divine_inspiration"],
}


@dataclass(frozen=True)
class Game:
    """A finished game, its record, and what it contains."""

    name: str
    text: str
    found: frozenset[Feature]


def play(name: str, state: Any, start: Mapping[str, Any], choose: Callable[[State], int], **how: Any) -> Game:
    """Play a game to its end and keep its record."""
    sink, asked = io.StringIO(), set()
    writer = record.Writer(sink, RULES, state, start, **how)
    while not state.over:
        asked.add(int(state.asks))
        writer.play(choose(state))
    outcome = RULES.outcome(state)
    assert outcome is not None
    label = "-".join([outcome["reason"], *outcome["winners"], name])
    return Game(label.replace("_", "-"), sink.getvalue(), frozenset(features(cast(State, state), asked)))


def chooser(state: State, names: Mapping[str, str], seed: int) -> Callable[[State], int]:
    """The bots in their seats; upgrades are taken at random, as `rules` never wants some of them."""
    chance = Random(seed)
    bots = {seat: make(names.get(seat, "random"), RULES, seat, seed) for seat in RULES.seats(state)}

    def choose(state: State) -> int:
        seat = RULES.to_move(state)
        assert seat is not None
        if state.asks == CHOOSE_UPGRADE:
            return chance.choice(state.legal_actions())
        return int(bots[seat].choose(look(RULES, state, seat, seed)))

    return choose


def game(seed: int) -> Game:
    """The game of a seed: random options; who plays by the rules of thumb goes round, the others play at random."""
    chance = Random(seed)
    powers = list(RULES.options[0].values)
    if chance.random() < 0.5:
        powers.remove(chance.choice(powers))
    options = RULES.read_options(
        {
            "players": powers,
            "edition": chance.choice((*RULES.options[1].values, "faq2")),
            "old_world_deck": chance.choice((*RULES.options[2].values, "full", "full")),
        }
    )
    names = dict.fromkeys(FIRST_POWERS[seed % len(FIRST_POWERS)], "rules")
    if seed % 50 == 0:  # a hosted game: its chance comes from a secret
        secret = f"golden {seed}".encode()
        state = RULES.new(options, record.chance(secret, "setup"))
        return play(f"keyed-{seed}", state, options, chooser(state, names, seed), secret=secret)
    state = RULES.new(options, seed)
    return play(str(seed), state, options, chooser(state, names, seed), seed=seed)


def shared() -> Game:
    """The shared victory, from its position."""
    for seed in range(1000):
        state = RULES.from_position(SHARED, seed)
        options = RULES.read_options({})
        made = play(f"position-{seed}", state, options, chooser(state, {}, seed), seed=seed, position=SHARED)
        if ("end", "shared") in made.found:
            return made
    raise SystemExit("no seed leads to a shared victory")


def cover(candidates: list[Game], chosen: list[Game]) -> list[Game]:
    """Add the candidate with most of what is still missing until nothing is; drop what the others have as well."""
    missing = wanted() - {feature for one in chosen for feature in one.found}
    while missing:
        best = max(candidates, key=lambda one: (len(one.found & missing), -len(one.text)))
        if not best.found & missing:
            raise SystemExit(f"in no game: {sorted(missing)}")
        chosen.append(best)
        missing -= best.found
    for one in list(chosen):
        if wanted() <= {feature for other in chosen if other is not one for feature in other.found}:
            chosen.remove(one)
    return chosen


def main() -> None:
    """Find the games and write their records, in place of those that are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=SEARCHED, help="how many games to search")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the records")
    given = parser.parse_args()
    candidates = []
    for seed in range(given.games):
        candidates.append(game(seed))
        if seed % 50 == 49:
            print(f"{seed + 1} of {given.games} games", file=sys.stderr)
    keyed = min((one for one in candidates if "keyed" in one.name), key=lambda one: len(one.text))
    chosen = cover(candidates, [shared(), keyed])
    if keyed not in chosen:
        chosen.append(keyed)
    given.out.mkdir(parents=True, exist_ok=True)
    for old in given.out.glob("*.ruin"):
        old.unlink()
    for one in sorted(chosen, key=lambda one: one.name):
        (given.out / f"{one.name}.ruin").write_text(one.text, encoding="utf-8")
        print(f"{one.name}.ruin  {len(one.text)} bytes  {len(one.found)} features")


if __name__ == "__main__":
    main()
