"""The arena: paired games, the same result however they are played, and a file that goes on."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ruinous import games
from ruinous.lab import arena
from ruinous.lab.arena_file import ForeignFile, keep, opened
from ruinous.lab.arena_file import played as kept
from ruinous.lab.arena_pairing import line_ups
from ruinous.lab.arena_result import Result, challenger

OLDWORLD, CASTERS = games.game("oldworld"), games.game("casters")

ONES_OWN = """
class First:
    def __init__(self, rules, seat, seed):
        pass

    def choose(self, sight):
        return sight.actions[0]


class Last(First):
    def choose(self, sight):
        return sight.actions[-1]
"""


@pytest.fixture
def files(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(ONES_OWN, encoding="utf-8")
    return str(path)


def planned(
    rules: games.Rules, *bots: str, players: int | None = None, seed: int = 4, everybody: bool = False, **options: Any
) -> arena.Plan:
    return arena.plan(rules, rules.read_options(options), players, bots, seed, everybody)


def played(plan: arena.Plan, blocks: int, jobs: int = 1, known: tuple[arena.Block, ...] = ()) -> list[arena.Block]:
    return list(arena.run(plan, blocks, known, jobs, lambda _n: None))


# ---- who sits where
def seated(plan: arena.Plan, block: int = 3) -> Counter[tuple[tuple[str, ...], str, str]]:
    """How often a bot sits on a chair, by the seats that take part."""
    ups = line_ups(games.game(plan.game), plan.options, plan.players, plan.matches[0], block)
    return Counter((up.seats, bot, chair) for up in ups for bot, chair in zip(up.bots, up.chairs, strict=True))


def test_a_challenger_sits_on_each_chair_once() -> None:
    found = seated(planned(OLDWORLD, "rules", "random"))
    powers = ("khorne", "nurgle", "tzeentch", "slaanesh")
    assert found == Counter({(powers, "rules", power): 1 for power in powers}) + Counter({(powers, "random", power): 3 for power in powers})


def test_four_bots_sit_on_each_chair_once(files: str) -> None:
    bots = ("rules", "random", f"{files}:First", f"{files}:Last")
    plan = planned(OLDWORLD, *bots)
    found = seated(plan)
    assert {(bot, chair): n for (_, bot, chair), n in found.items()} == dict.fromkeys(
        product(bots, ("khorne", "nurgle", "tzeentch", "slaanesh")), 1
    )
    orders = {line_ups(OLDWORLD, plan.options, None, bots, block)[0].bots for block in range(20)}
    assert len(orders) > 5  # who follows whom changes from block to block


def test_every_choice_of_three_powers() -> None:
    found = seated(planned(OLDWORLD, "rules", "random", players=3))
    assert len({seats for seats, _, _ in found}) == 4
    assert all(n == (1 if bot == "rules" else 2) for (_, bot, _), n in found.items())
    assert sum(n for (_, bot, _), n in found.items() if bot == "rules") == 12


def test_casters_seats_and_decks() -> None:
    found = seated(planned(CASTERS, "rules", "random"))
    chairs = ("one/1", "one/2", "two/1", "two/2")
    assert {(bot, chair): n for (_, bot, chair), n in found.items()} == dict.fromkeys(product(("rules", "random"), chairs), 1)
    same = seated(planned(CASTERS, "rules", "random", deck1="2", deck2="2"))
    assert {chair for _, _, chair in same} == {"one", "two"}


def test_a_bot_alone_plays_a_block_once() -> None:
    assert [len(block.games) for block in played(planned(OLDWORLD, "random"), 2)] == [1, 1]


def test_everybody_against_everybody() -> None:
    assert planned(OLDWORLD, "l0", "random", "rules", everybody=True).matches[:2] == (
        ("l0", "random", "random", "random"),
        ("l0", "rules", "rules", "rules"),
    )
    assert len(planned(OLDWORLD, "l0", "random", "rules", everybody=True).matches) == 6
    assert planned(CASTERS, "l0", "random", "rules", everybody=True).matches == (("l0", "random"), ("l0", "rules"), ("random", "rules"))


@pytest.mark.parametrize(
    ("rules", "bots", "more", "says"),
    [
        (OLDWORLD, ["deepblue"], {}, "deepblue"),
        (OLDWORLD, ["random"] * 5, {}, "only 4 seats"),
        (CASTERS, ["random"] * 3, {}, "only 2 seats"),
        (OLDWORLD, ["random"], {"players": 5}, "3 to 4 players"),
        (CASTERS, ["random"], {"players": 3}, "2 players"),
        (OLDWORLD, ["random"], {"everybody": True}, "at least two"),
    ],
)
def test_what_cannot_be_planned(rules: games.Rules, bots: list[str], more: dict[str, Any], says: str) -> None:
    with pytest.raises(LookupError, match=says):
        planned(rules, *bots, **more)


# ---- pairing
def test_the_same_bot_twice_gives_the_same_game_on_every_chair() -> None:
    """All chance belongs to the block and the seat: nothing but the bots can make a difference."""
    plan = planned(CASTERS, "random", "l0", deck1="1", deck2="1")
    blocks = played(plan, 3)
    for block in blocks:
        assert block.games[0] == block.games[1]
        assert challenger(plan, block) == len(block.games[0].winners) / 2
    assert len({repr(block.games[0]) for block in blocks}) == 3


def test_another_seed_is_another_game() -> None:
    assert played(planned(CASTERS, "random"), 1) != played(planned(CASTERS, "random", seed=5), 1)


def test_processes_change_nothing() -> None:
    plan = planned(CASTERS, "random", "rules")
    assert played(plan, 3, jobs=2) == played(plan, 3)


def test_a_bot_that_sees_everything_is_given_the_truth(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "class Looker:\n"
        "    def __init__(self, rules, seat, seed):\n        self.rules = rules\n"
        "    def choose(self, sight):\n"
        "        held = [repr(self.rules.position(sight.sampler(n))['powers']) for n in (1, 2)]\n"
        "        return sight.actions[0] if held[0] == held[1] else sight.actions[-1]\n",
        encoding="utf-8",
    )
    plan = planned(OLDWORLD, f"peek:{own}:Looker", f"{own}:Looker")
    blocks = played(plan, 1)
    own.write_text(ONES_OWN, encoding="utf-8")
    again = planned(OLDWORLD, f"{own}:First", f"{own}:Last")
    assert blocks[0].games == played(again, 1)[0].games


# ---- the file
def test_a_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = planned(CASTERS, "random", "rules", everybody=True)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for path, numbers in ((whole, (4,)), (parts, (2, 4))):
        for blocks in numbers:
            assert len(list(kept(plan, blocks, path, 1, lambda _n: None))) == blocks
    assert parts.read_bytes() == whole.read_bytes()
    with opened(whole, plan) as (known, _):
        assert known == played(plan, 4)
        assert played(plan, 2, known=tuple(known)) == known[:2]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    plan, path = planned(CASTERS, "random"), tmp_path / "file"
    blocks = played(plan, 2)
    with opened(path, plan) as (_, file):
        assert file is not None
        for block in blocks:
            keep(block, file)
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    with opened(path, plan) as (known, file):
        assert file is not None
        assert known == blocks[:1]
        keep(blocks[1], file)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("other", [{"seed": 9}, {"players": 3}, {"edition": "faq2"}])
def test_the_file_of_another_plan_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    with opened(tmp_path / "file", planned(OLDWORLD, "random")):
        pass
    before = (tmp_path / "file").read_bytes()
    with pytest.raises(ForeignFile, match="was begun with"), opened(tmp_path / "file", planned(OLDWORLD, "random", **other)):
        pass
    assert (tmp_path / "file").read_bytes() == before


def test_a_bot_that_has_changed_is_another(tmp_path: Path, files: str) -> None:
    plan = planned(OLDWORLD, f"{files}:First")
    with opened(tmp_path / "file", plan):
        pass
    Path(files).write_text(ONES_OWN.replace("[0]", "[1]"), encoding="utf-8")
    with pytest.raises(ForeignFile, match="code"), opened(tmp_path / "file", plan):
        pass


def test_something_else_is_no_file_of_an_arena(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("[1, 2]\n", encoding="utf-8")
    with pytest.raises(ForeignFile), opened(tmp_path / "file", planned(OLDWORLD, "random")):
        pass


# ---- together
def test_a_document() -> None:
    plan = planned(OLDWORLD, "rules", "random")
    document = Result(plan, played(plan, 2)).document()
    assert (document["blocks"], document["games"]) == (2, 8)
    assert document["share"]["rules"]["mean"] > 0.8
    assert list(document["by_seat"]) == ["khorne", "nurgle", "tzeentch", "slaanesh"]
    shares = document["share"]["rules"]["mean"] + 3 * document["share"]["random"]["mean"] + document["none_share"]["mean"]
    assert shares == pytest.approx(1, abs=1e-4)
    assert sum(document["reasons"].values()) == 8
