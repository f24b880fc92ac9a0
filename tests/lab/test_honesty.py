"""Bots that peek are caught, and so are moves that are never right."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruinous import cli, games
from ruinous.bots.base import BOTS, look
from ruinous.bots.blunders import blunders, sensibly
from ruinous.lab import soak
from ruinous.lab.honesty import check

OLDWORLD, CASTERS = games.game("oldworld"), games.game("casters")

PEEKER = """
from random import Random


class Peeker:
    def __init__(self, rules, seat, seed):
        self.rules = rules

    def choose(self, sight):
        dealt = sight.sampler(1)
        dealt.set_chance(0)
        return sight.actions[int(self.rules.checksum(dealt), 16) % len(sight.actions)]


class Thief(Peeker):
    def choose(self, sight):
        state = next(cell.cell_contents for cell in sight.sampler.__closure__ if hasattr(cell.cell_contents, "clone"))
        return sight.actions[int(self.rules.checksum(state), 16) % len(sight.actions)]
"""


@pytest.fixture
def peeker(tmp_path: Path) -> Path:
    path = tmp_path / "peeker.py"
    path.write_text(PEEKER, encoding="utf-8")
    return path


# ---- knowledge
@pytest.mark.parametrize("rules", [OLDWORLD, CASTERS], ids=lambda rules: rules.name)
def test_what_is_sampled_depends_on_what_the_seat_knows_alone(rules: games.Rules) -> None:
    chance, state = Random(1), rules.new({}, 1)
    while (seat := rules.to_move(state)) is not None:
        for viewer in (*rules.seats(state), None):
            other = rules.sample_world(state, viewer, chance.randrange(2**40))
            assert rules.checksum(rules.sample_world(other, viewer, 7)) == rules.checksum(rules.sample_world(state, viewer, 7)), (
                seat,
                viewer,
            )
        state.play(chance.choice(state.legal_actions()))


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_no_bot_knows_what_it_cannot_know(game: str, name: str) -> None:
    """A few decisions of each; `ruinous arena GAME --bots NAME --no-peek 500` is the whole check."""
    decisions = 60 if name in ("random", "rules") else 3
    found = check(games.game(game), f"{name}@4" if name in ("l4", "l5") else name, decisions, 5)
    assert (found.decisions, found.differences) == (decisions, [])
    assert found.hidden == decisions


@pytest.mark.parametrize("rules", [OLDWORLD, CASTERS], ids=lambda rules: rules.name)
def test_a_bot_that_peeks_is_caught(rules: games.Rules, peeker: Path) -> None:
    assert check(rules, f"{peeker}:Peeker", 30, 5).differences == []  # the sampler gives it nothing to see
    assert len(check(rules, f"peek:{peeker}:Peeker", 30, 5).differences) > 15
    assert len(check(rules, f"{peeker}:Thief", 30, 5).differences) > 15


def test_the_command(peeker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.code(["arena", "casters", "--bots", "random", "--no-peek", "20", "--seed", "1"]) == 0
    assert "none changed" in capsys.readouterr().out
    assert cli.code(["arena", "casters", "--bots", f"peek:{peeker}:Peeker", "--no-peek", "20", "--seed", "1"]) == 1
    shown = capsys.readouterr()
    assert "changed with what it cannot know" in shown.out
    assert "in another world" in shown.err


# ---- moves that are never right
def at(rules: games.Rules, position: dict[str, Any]) -> games.State:
    state: games.State = rules.from_position({"game": rules.name, **position}, seed=1)
    return state


def faults(rules: games.Rules, state: games.State, text: str) -> list[str]:
    seat = rules.to_move(state)
    assert seat is not None
    return blunders(rules, look(rules, state, seat, 1), rules.parse(state, text))


STACK: dict[str, Any] = {"phase": "resolve", "round": 1, "first": "one", "hands": {"one": [], "two": []}}


def test_an_ally_that_attacks_in_vain_or_not_at_all() -> None:
    state = at(CASTERS, {**STACK, "stack": [["two", "kiln_brute"], ["one", "ash_hound"]]})
    assert faults(CASTERS, state, "attack 1 kiln_brute") == ["attacks in vain"]
    assert faults(CASTERS, state, "done") == ["spares the enemy"]
    assert faults(CASTERS, state, "attack player") == []


def test_a_deck_nixed_to_a_loss_and_a_victory_missed() -> None:
    state = at(CASTERS, {**STACK, "stack": [["two", "ash_hound"], ["one", "kiln_brute"]], "decks": {"two": []}})
    assert faults(CASTERS, state, "attack player") == []
    assert faults(CASTERS, state, "attack 1 ash_hound") == ["a certain victory missed"]


def test_a_puppet_that_attacks_its_master() -> None:
    stack = [["two", "kiln_brute", {"puppet_of": "one"}], ["one", "ash_hound", {}]]
    state = at(CASTERS, {**STACK, "stack": stack, "line": 1, "decks": {"one": []}})
    own = next(
        action
        for action in (CASTERS.describe(state, n) for n in state.legal_actions())
        if action.get("player") == "one" and action["kind"] == "player"
    )
    assert faults(CASTERS, state, own["text"]) == ["attacks itself", "lost at once without need"]
    assert faults(CASTERS, state, "attack 2 ash_hound") == ["nixes its own Ally"]


def test_ones_own_corruption_where_a_rivals_lies() -> None:
    regions = {"empire": {"corruption": {"nurgle": 2, "khorne": 1}}, "norsca": {"corruption": {"nurgle": 1}}}
    powers = {power: {"power": 1 if power == "nurgle" else 0} for power in ("khorne", "nurgle", "tzeentch", "slaanesh")}
    powers["nurgle"]["hand"] = ["all_things_decay"]  # type: ignore[assignment]
    state = at(OLDWORLD, {"phase": "summoning", "round": 2, "regions": regions, "powers": powers})
    while OLDWORLD.to_move(state) != "nurgle":
        state.play(OLDWORLD.parse(state, "pass"))
    state.play(OLDWORLD.parse(state, "play all_things_decay empire"))
    texts = [OLDWORLD.text(state, action) for action in state.legal_actions()]
    found = {text: faults(OLDWORLD, state, text) for text in texts}
    assert sorted(found.values()) == [[], ["own corruption removed"]]


def test_the_first_that_is_no_such_move_comes_first() -> None:
    state = at(CASTERS, {**STACK, "stack": [["two", "kiln_brute"], ["one", "ash_hound"]]})
    vain, player, done = (CASTERS.parse(state, text) for text in ("attack 1 kiln_brute", "attack player", "done"))
    sight = look(CASTERS, state, "one", 1)
    assert sensibly(CASTERS, sight, [vain, done, player]) == [player, vain, done]
    assert sensibly(CASTERS, sight, [player, vain, done]) == [player, vain, done]
    assert sensibly(CASTERS, sight, [vain, done]) == [vain, done]


# ---- many games
@pytest.mark.parametrize("number", [6, 29, 54, 337])
def test_bots_that_think_play_none_in_games_that_had_some(number: int) -> None:
    watched = soak.play(soak.task("casters", CASTERS.read_options({}), ["l3", "greedy"], 1, number, None))
    assert watched.decisions > 20 and not watched.faults


FAULTY = """
class Breaks:
    def __init__(self, rules, seat, seed):
        self.asked = 0

    def choose(self, sight):
        self.asked += 1
        if self.asked == 9:
            raise ValueError("nine is too many")
        return sight.actions[0]


class Cheats(Breaks):
    def choose(self, sight):
        return max(sight.actions) + 1

"""


def soaked(rules: games.Rules, *bots: str, games: int = 1, seconds: float | None = None) -> soak.Watched:
    watched = soak.Watched()
    for n in range(games):
        watched.add(soak.play(soak.task(rules.name, rules.read_options({}), bots, 1, n, seconds)))
    return watched


def test_what_breaks_and_what_is_illegal(tmp_path: Path) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY, encoding="utf-8")
    broken = soaked(OLDWORLD, f"{path}:Breaks", games=2)
    assert broken.faults[f"{path}:Breaks", "crash"] == 2
    assert "nine is too many" in broken.examples[f"{path}:Breaks", "crash"]
    assert soaked(OLDWORLD, f"{path}:Cheats").faults == {(f"{path}:Cheats", "illegal action"): 1}


def test_what_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "GRACE", -1.0)
    late = soaked(CASTERS, "random", seconds=0.5)
    assert late.faults["random", "overrun"] == late.decisions


def test_random_play_is_full_of_them_and_every_time_is_counted() -> None:
    watched = soaked(CASTERS, "random", games=6)
    assert watched.games == 6
    assert watched.times["random"].total() == watched.decisions
    assert watched.faults["random", "spares the enemy"] > 10
