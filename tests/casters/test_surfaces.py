"""The catalogue, the theme, the command line, the terminal, judge, simulations and the bot: all of them with this game."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from casters.scenes import RULES, SEATS, resolve
from ruinous import catalogue, cli, text
from ruinous.bots.base import look, make
from ruinous.casters import decks, tables
from ruinous.casters.state import State
from ruinous.cli.common import names
from ruinous.judge import BadChoice, judge
from ruinous.lab import sim
from ruinous.terminal.casters_board import players
from ruinous.terminal.session import Session


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.code(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def _plain() -> Iterator[None]:
    text.use("plain")
    yield
    text.use("en")


# ---- catalogue and theme -------------------------------------------------------------------------------------------
def test_the_catalogue_holds_the_pool() -> None:
    book = catalogue.document("casters")
    assert json.loads(json.dumps(book)) == book
    assert list(book["cards"]) == list(tables.IDS)
    assert book["cards"]["emberling"] == {
        "name": "Emberling",
        "type": "ally",
        "strength": 3,
        "words": ["once_per_round"],
        "text": "Resolve: you may play an Ally of strength 4 or less from your hand directly below this.",
        "deck": "1",
    }
    assert book["cards"]["parley"]["strength"] is None and book["cards"]["parley"]["deck"] is None
    assert {name: deck["cards"] for name, deck in book["decks"].items()} == decks.BUILT_IN
    assert set(book["phases"]) == set(tables.PHASES) and set(book["players"]) == set(SEATS)


@pytest.mark.usefixtures("_plain")
def test_the_plain_theme_renames_every_card() -> None:
    plain = catalogue.document("casters")
    named = {card["name"] for card in plain["cards"].values()}
    assert len(named) == 40 and not named & {card.name for card in tables.POOL}
    s = resolve("two ash_hound", "one fireburst", "one kiln_brute").play("attack 1 ash_hound")
    told = " ".join(event["text"] for event in RULES.events(s.g, None)) + RULES.prompt(s.g, None)
    assert not [card.name for card in tables.POOL if card.name in told]


# ---- the command line ------------------------------------------------------------------------------------------------
def test_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "cards", "casters", "fireburst")
    assert code == 0 and out.startswith("Fireburst (Action, once per round, deck 1, Cinder Court) [fireburst]\n  Resolve: deal 6 damage")
    code, out, _ = run(capsys, "cards", "casters", "nothing", "such")
    assert code == 2
    code, out, _ = run(capsys, "cards", "casters", "--json")
    assert code == 0 and set(json.loads(out)["cards"]) == set(tables.IDS)


def test_deck_check_and_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "deck", "show", "2")
    assert code == 0 and len(out.splitlines()) == 15
    good = tmp_path / "my.deck"
    good.write_text(out, encoding="utf-8")  # what is shown is a deck list itself
    code, out, _ = run(capsys, "deck", "check", str(good))
    assert (code, out) == (0, f"{good} may be played.\n")
    code, out, _ = run(capsys, "deck", "show", str(good), "--json")
    assert json.loads(out)["cards"] == decks.DECK_2
    bad = tmp_path / "bad.deck"
    bad.write_text("3 Ash Hound\n", encoding="utf-8")
    code, _, err = run(capsys, "deck", "check", str(bad))
    assert code == 1 and "3 copies of Ash Hound, at most 2 are allowed" in err and "3 cards, exactly 30 are needed" in err
    code, out, _ = run(capsys, "deck", "check", str(bad), "--json")
    assert code == 1 and json.loads(out)["good"] is False and len(json.loads(out)["reasons"]) == 2
    assert run(capsys, "deck", "show", str(bad))[0] == run(capsys, "deck", "show", str(tmp_path / "none"))[0] == 2
    bad.write_bytes(b"\xff\xfe")
    assert run(capsys, "deck", "check", str(bad))[0] == 2


def test_a_deck_from_a_file_is_an_option(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "my.deck"
    file.write_text(decks.write_deck(decks.random_deck(Random(1).randrange)), encoding="utf-8")
    code, out, _ = run(capsys, "sim", "casters", "--games", "3", "--seed", "2", "--option", f"deck1=@{file}", "--json", "--jobs", "1")
    assert code == 0 and json.loads(out)["games"] == 3
    assert run(capsys, "sim", "casters", "--games", "3", "--option", f"deck1=@{tmp_path / 'none'}")[0] == 2
    code, _, err = run(capsys, "sim", "casters", "--games", "3", "--option", "deck1=9 Ash Hound")
    assert code == 2 and "deck1: 9 copies of Ash Hound" in err


# ---- simulations -----------------------------------------------------------------------------------------------------
def test_fast_and_slow_simulations_agree() -> None:
    plan = sim.plan(RULES, RULES.read_options({}), ["random"], 9)
    slow = sim.plan(RULES, RULES.read_options({}), ["random"], 9)
    fast = sim.run(plan, 20, 1, lambda _n: None)
    detailed = sim.run(sim.Plan(slow.game, slow.options, slow.bots, slow.seed, None, True), 20, 1, lambda _n: None)
    assert fast.checksum == detailed.checksum and fast.games == 20 and set(fast.reasons) == {"damage"}
    assert detailed.cards and {seat for seat, _round in detailed.curves} == set(SEATS)


# ---- judge -------------------------------------------------------------------------------------------------------------
POSITION: dict[str, Any] = {
    "game": "casters",
    "phase": "resolve",
    "stack": [["two", "shield_wall"], ["two", "ash_hound"], ["one", "emberling"], ["one", "fireburst"]],
    "hands": {"one": ["spark_imp", "stoke"], "two": []},
    "decks": {"one": 10, "two": 10},
}


def test_judge_resolves_the_stack_and_explains_it() -> None:
    verdict = judge(RULES, POSITION, "resolve", ["play spark_imp", "done", "done", "attack player"], [])
    assert verdict.pending is None
    assert verdict.ledger == [
        {"player": "two", "damage": 5, "reduced": 1, "text": "Two takes 5 damage (1 less for what stands on the stack; CC 4.6)"},
        {"player": "one", "damage": 4, "reduced": 0, "text": "One takes 4 damage (CC 4.6)"},
    ]
    assert [event["kind"] for event in verdict.events].count("resolves") == 5
    assert verdict.position["stack"][2] == ["one", "spark_imp"]


def test_judge_stops_at_a_choice_and_refuses_with_the_rule() -> None:
    verdict = judge(RULES, POSITION, "resolve", ["done"], [])
    assert verdict.pending is not None and verdict.pending["seat"] == "one"
    assert verdict.pending["choices"] == ["attack 2 ash_hound", "attack player", "done"]
    with pytest.raises(BadChoice, match=r"Shield Wall at position 1 is no Ally .*ruling 4"):
        judge(RULES, POSITION, "resolve", ["done", "attack 1 shield_wall"], [])
    with pytest.raises(BadChoice, match="there is no phase 'battle'"):
        judge(RULES, POSITION, "battle", [], [])


def test_judge_stops_at_chance() -> None:
    """Mind Rot takes cards at random: their places are given as dice, from 1."""
    position = {"game": "casters", "phase": "resolve", "stack": [["one", "mind_rot"]], "hands": {"two": ["stoke", "raise", "parley"]}}
    verdict = judge(RULES, position, "resolve", [], [])
    assert verdict.pending is not None and verdict.pending["kind"] == "die"
    verdict = judge(RULES, position, "resolve", [], [2, 2])
    assert verdict.pending is None and verdict.position["hands"]["two"] == ["stoke"]


# ---- the terminal --------------------------------------------------------------------------------------------------------
def session(*lines: str, humans: tuple[str, ...] = ("one",), seed: int = 3) -> tuple[Session, io.StringIO]:
    sink = io.StringIO()
    bots: dict[str, Callable[[Any], int]] = {seat: lambda state: int(state.legal_actions()[0]) for seat in SEATS if seat not in humans}
    out = Console(file=sink, width=100, highlight=False, markup=False)
    left = iter(lines)

    def typed(_prompt: str) -> str:
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    made = Session(RULES, RULES.read_options({}), seed, humans, bots, out, typed, names(RULES), str)
    made.run()
    return made, sink


def test_a_game_in_the_terminal() -> None:
    played, sink = session("done", "attack player", "b", "?", "1", "1", "q")
    shown = sink.getvalue()
    assert "has the First Player card" in shown and "Your hand: " in shown and "known in the deck" not in shown
    assert "Not possible: " in shown and "The stack is shown from the top down" in shown
    assert max(len(line) for line in shown.splitlines()) <= 100
    assert len(played.actions) >= 3


def test_a_whole_game_in_the_terminal() -> None:
    made, sink = session(*["1"] * 600)
    assert made.state.over and "The game is over" in sink.getvalue()
    made, sink = session(humans=())
    assert made.state.over and "\nRound 2\n" in sink.getvalue()


def test_the_line_is_shown() -> None:
    from ruinous.terminal.casters_board import show

    s = resolve("two kiln_brute", "one changeling", "two ash_hound", "one silence").play("silence 1 kiln_brute", "done")
    out = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
    for part in show(RULES.view(s.g, "one"), names(RULES)):
        out.print(part)
    assert isinstance(out.file, io.StringIO)
    lines = [" ".join(line.split()) for line in out.file.getvalue().splitlines()]
    assert "4 One Silence" in lines and "2 One Ash Hound 4 resolving, is Changeling" in lines and "1 Two Kiln Brute 5 silenced" in lines
    assert lines.index("-- ------ the line") == lines.index("1 Two Kiln Brute 5 silenced") - 1


def test_what_is_known_of_a_deck_is_shown_where_there_is_anything_to_show() -> None:
    view = RULES.view(RULES.new({}, 3), "one")
    view["players"]["two"]["deck_known"] = [{"card": "stoke", "from_bottom": 2}]
    out = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
    out.print(players(view, names(RULES)))
    assert isinstance(out.file, io.StringIO)
    heading, _, one, two = out.file.getvalue().splitlines()
    assert "known in the deck, from the bottom" in heading and "known in hand" not in heading
    assert "2 Stoke" in two
    assert "Stoke" not in one


# ---- the bot ---------------------------------------------------------------------------------------------------------------
def wins(first: str, second: str, games: range) -> float:
    """The share of games that the first bot wins, with seats and decks swapped every other game."""
    won = 0.0
    for n in games:
        mine = SEATS[n % 2]
        state: State = RULES.new({"deck1": "12"[n // 2 % 2], "deck2": "21"[n // 2 % 2]}, n)
        bots = {seat: make(first if seat == mine else second, RULES, seat, n) for seat in SEATS}
        moves = 0
        while not state.over:
            seat = RULES.to_move(state)
            assert seat is not None
            moves += 1
            state.play(bots[seat].choose(look(RULES, state, seat, moves)))
        outcome = RULES.outcome(state)
        assert outcome is not None
        won += 0.5 if not outcome["winners"] else outcome["winners"] == [mine]
    return won / len(games)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_the_bot_rules_beats_random(first: int) -> None:
    assert wins("rules", "random", range(first, first + 100)) > 0.9


def test_the_bot_depends_on_what_its_seat_knows_alone() -> None:
    """In a world that agrees with what it knows it sees, and chooses, the same: its sampler is all it has."""
    state: State = RULES.new({}, 6)
    for n in range(60):
        seat = RULES.to_move(state)
        if seat is None:
            break
        bot = make("rules", RULES, seat, 1)
        sight = look(RULES, state, seat, n)
        action = bot.choose(sight)
        assert action in sight.actions and make("rules", RULES, seat, 1).choose(look(RULES, state, seat, n)) == action
        state.play(action)


def test_the_bot_gives_reasons() -> None:
    from ruinous.bots.casters_rules import RulesBot

    s = resolve("two kiln_brute", "one ash_hound", "two stoke", decks={"one": 12, "two": 4})
    weighed = RulesBot(RULES, "one", 1).weigh(look(RULES, s.g, "one", 1))
    best = max(weighed, key=lambda option: option.weight)
    assert RULES.text(s.g, best.action) == "attack player" and best.weight < 900  # 4 damage to a deck of 4 do not win yet
    assert all(reason for option in weighed for reason, _ in option.reasons)
    s = resolve("two kiln_brute", "one ash_hound", "two stoke", decks={"one": 12, "two": 3})
    weighed = RulesBot(RULES, "one", 1).weigh(look(RULES, s.g, "one", 1))
    assert max(option.weight for option in weighed) == 1000
