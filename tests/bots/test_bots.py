"""What every bot keeps to: it knows what its seat knows, plays by the rules, and repeats itself from the same seed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.playing import RULES, decisions_of, play, played
from ruinous import games
from ruinous.bots.base import BOTS, Bot, Sight, load, look, make


# ---- knowledge -----------------------------------------------------------------------------------------------
def other_truth(state: games.State, seat: str, n: int) -> games.State:
    """A world that differs in nothing that the seat can know: other hands of the others, other decks, other chance."""
    world: games.State = RULES.sample_world(state, seat, 1000 + n)
    return world


def differs(make_bot: Any, state: games.State, seat: str, n: int) -> bool:
    """Whether a bot decides differently when only what it cannot know is different."""
    choices = [make_bot(world, seat).choose(look(RULES, world, seat, n)) for world in (state, other_truth(state, seat, n))]
    return bool(choices[0] != choices[1])


@pytest.mark.parametrize("name", [name + "@8" * (name in ("l4", "l5")) for game, name in BOTS if game == "oldworld"])
def test_what_a_bot_cannot_know_changes_nothing(name: str) -> None:
    for state, seat, _bot, n in decisions_of(name, 100 if name in ("random", "rules") else 10 if "@" in name else 30):
        assert RULES.checksum(other_truth(state, seat, n)) != RULES.checksum(state)
        assert not differs(lambda _world, seat: make(name, RULES, seat, 7), state, seat, n)


class Peeker:
    """Chooses by what everybody holds."""

    def __init__(self, state: games.State) -> None:
        self.position = RULES.position(state)

    def choose(self, sight: Sight) -> int:
        return Random(repr(self.position["powers"])).choice(sight.actions)


def test_a_bot_that_peeks_is_caught() -> None:
    found = [differs(lambda world, _seat: Peeker(world), state, seat, n) for state, seat, _bot, n in decisions_of("random", 30)]
    assert sum(found) > 15


def test_what_is_sampled_depends_on_what_the_seat_knows_alone() -> None:
    """So a bot may use its sampler as it likes: from two truths that look the same it gets the same worlds."""
    for state, seat, _bot, n in decisions_of("random", 60):
        truth = other_truth(state, seat, n)
        assert RULES.checksum(RULES.sample_world(truth, seat, n)) == RULES.checksum(RULES.sample_world(state, seat, n))


def test_looking_makes_nothing_that_is_not_asked_for() -> None:
    def never(*_: object) -> Any:
        raise AssertionError("asked for")

    sight = Sight("khorne", [3, 5], never, 1, never, never)
    assert make("random", RULES, "khorne", 1).choose(sight) in (3, 5)


def test_in_another_process_a_bot_sees_the_same() -> None:
    """It gets a packed world of the sampler there, and never the game."""
    for state, seat, _bot, n in decisions_of("rules", 25):
        here = look(RULES, state, seat, n)
        there = look(RULES, RULES.unpack(RULES.pack(here.sampler(99))), seat, n)
        assert (there.actions, there.view, there.legal) == (here.actions, here.view, here.legal)
        assert RULES.checksum(there.sampler(5)) == RULES.checksum(here.sampler(5))
        assert make("rules", RULES, seat, 3).choose(there) == make("rules", RULES, seat, 3).choose(here)


# ---- play ------------------------------------------------------------------------------------------------------
LINE_UPS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("rules",) * 4, {}),
    (("rules", "random", "rules", "random"), {"edition": "faq2"}),
    (("random", "rules", "random", "rules"), {"old_world_deck": "sourced"}),
    (("rules",) * 3, {"players": ["khorne", "nurgle", "slaanesh"]}),
    (("random", "rules", "rules"), {"players": ["nurgle", "tzeentch", "slaanesh"]}),
]


@pytest.mark.parametrize(("bots", "options"), LINE_UPS)
def test_bots_play_by_the_rules_to_the_end(bots: tuple[str, ...], options: dict[str, Any]) -> None:
    for seed in range(4):
        assert played(bots, seed, options).over


def test_the_same_seeds_play_the_same_game() -> None:
    bots = ("rules", "random", "rules", "random")
    assert RULES.checksum(played(bots, 5)) == RULES.checksum(played(bots, 5))
    assert RULES.checksum(played(bots, 5)) != RULES.checksum(played(bots, 6))


def test_a_bots_chance_is_not_that_of_the_game() -> None:
    """Asking a bot twice does not change what the game deals."""
    for state, seat, bot, n in play(("rules", "random", "random", "random"), 3):
        before = RULES.checksum(state)
        for number in (n, n + 1):
            bot.choose(look(RULES, state, seat, number))
        assert RULES.checksum(state) == before


# ---- bots by name ------------------------------------------------------------------------------------------------
def test_aliases_are_the_same_bots() -> None:
    assert type(make("l0", RULES, "khorne", 1)) is type(make("random", RULES, "khorne", 1))
    assert type(make("l1", RULES, "khorne", 1)) is type(make("rules", RULES, "khorne", 1))


BOT = """
class Last:
    def __init__(self, rules, seat, seed):
        self.made_for = (rules.name, seat, seed)

    def choose(self, sight):
        assert [action["id"] for action in sight.legal] == list(sight.actions)
        assert sight.view["seat"] == sight.seat
        return sight.actions[-1]


NOT_A_BOT = 3
"""


@pytest.fixture
def file_of_bots(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(BOT, encoding="utf-8")
    return path


def test_a_bot_from_a_file_plays(file_of_bots: Path) -> None:
    bot: Bot = make(f"{file_of_bots}:Last", RULES, "nurgle", 8)
    assert vars(bot) == {"made_for": ("oldworld", "nurgle", 8)}
    assert played([f"{file_of_bots}:Last", "random", "random", "random"], 2).over


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nobody", "there is no bot 'nobody'; there is random, rules"),
        ("missing.py:Bot", "no Python file here"),
        ("{file}:NOT_A_BOT", "choose"),
    ],
)
def test_a_bot_that_there_is_not(name: str, says: str, file_of_bots: Path) -> None:
    with pytest.raises(LookupError, match=says):
        make(name.format(file=file_of_bots), RULES, "khorne", 1)


def test_a_file_is_loaded_by_its_class(file_of_bots: Path) -> None:
    assert load(f"{file_of_bots}:Last").__name__ == "Last"


def test_the_bot_of_the_manual_plays(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    path = tmp_path / "spender.py"
    path.write_text(manual.split("```python\n")[1].split("```")[0], encoding="utf-8")
    assert played([f"{path}:Spender", "random", "random", "random"], 4).over
