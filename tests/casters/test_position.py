"""Positions: written by hand, from a state and back, and those that cannot be."""

import contextlib
import json
import re
from typing import Any

import pytest

from casters.scenes import RULES, SEATS, Scene, filler
from contract.sampling import samples
from ruinous.games import BadPosition


def read(**position: Any) -> Any:
    return RULES.from_position({"game": "casters", **position})


# ---- by hand ---------------------------------------------------------------------------------------------------
def test_an_empty_position_is_the_set_up() -> None:
    view = RULES.view(read(), None)
    assert (view["phase"], view["round"], view["first"]) == ("opening", 0, "one")
    assert [view["players"][seat]["deck"] for seat in SEATS] == [24, 24] and view["pending"]["task"] == "opening_pick"
    assert sorted(view["players"]["one"]["deck_list"]) == sorted(filler(30)[::2])


def test_left_out_piles_get_what_is_left() -> None:
    s = Scene("resolve", ["one ash_hound"], "resolve", hands={"one": ["stoke"], "two": 3})
    assert (s.size("one"), s.size("two"), s.pit("one")) == (28, 27, [])
    s = Scene("resolve", ["one ash_hound"], "resolve", decks={"one": 4}, pits={"two": ["raise"]})
    assert (s.size("one"), len(s.pit("one")), s.pit("two"), s.size("two")) == (4, 25, ["raise"], 29)
    s = Scene("resolve", ["one ash_hound"], "resolve", decks={"one": ["stoke"]}, pits={"one": []}, hands={"one": None})
    assert len(s.hand("one")) == 28
    assert len(RULES.view(read(phase="resolve"), "one")["players"]["one"]["hand"]) == 6


def test_the_seed_deals_what_is_open() -> None:
    hands = {tuple(RULES.view(read(phase="resolve", seed=seed), "one")["players"]["one"]["hand"]) for seed in range(5)}
    assert len(hands) == 5
    given = {"game": "casters", "phase": "resolve", "seed": 3}
    assert RULES.checksum(RULES.from_position(given)) == RULES.checksum(RULES.from_position(given, 3))
    assert RULES.checksum(RULES.from_position(given, 4)) != RULES.checksum(RULES.from_position(given))


def test_a_resolve_phase_that_goes_on() -> None:
    stack = ["one fireburst", "one ash_hound", "two fireburst"]
    s = Scene("resolve", stack, "resolve", line=2, spent={"one": ["fireburst"]}, resolutions=7)
    assert s.asked == "one attack"
    s.play("done")
    assert s.events("damage") == [] and RULES.view(s.g, None)["resolutions"] == 9
    s = Scene("resolve", stack, "resolve", line=2, stopped=True)
    assert s.asked == "nobody" and s.events("resolves") == []


def test_marks_of_cards_on_the_stack() -> None:
    g = RULES.from_position(
        {
            "game": "casters",
            "phase": "resolve",
            "stack": [["one", "changeling", {"copied": "ash_hound", "change": 2}], ["two", "kiln_brute", {"silenced": True}]],
        }
    )
    first, second = RULES.view(g, None)["stack"]
    assert (first["card"], first["was"], first["strength"]) == ("ash_hound", "changeling", 6) and second["silenced"]
    puppet = read(phase="resolve", stack=[["two", "ash_hound"], ["two", "kiln_brute", {"puppet_of": "one"}]])
    assert RULES.to_move(puppet) == "one"


# ---- from a state ------------------------------------------------------------------------------------------------
def test_positions_from_the_middle_of_everything() -> None:
    """Every question that random games with all options ask comes back, with an equal state."""
    asked = set()
    for state in samples(RULES, 3):
        written = RULES.position(state)
        back = RULES.from_position(json.loads(json.dumps(written)))
        assert RULES.position(back) == written and RULES.checksum(back) == RULES.checksum(state)
        assert [RULES.view(back, seat) for seat in (*SEATS, None)] == [RULES.view(state, seat) for seat in (*SEATS, None)]
        asked.add(written["pending"] and written["pending"][0])
    assert asked >= {"opening_pick", "play_turn", "refill_pick", "choose_target", "attack", None}


# ---- refusals ----------------------------------------------------------------------------------------------------
RESOLVING = [["end_of_round", 0, 0, 0], ["resolve_next", 0, 0, 0]]
ATTACK = ["attack", "one", 0, 0]
STOKE = {"phase": "resolve", "stack": [["one", "stoke"]]}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "game": ({"game": "chess"}, "game is 'chess'"),
    "rules": ({"rules": 9}, "rules 9; this program plays rules 2"),
    "key": ({"figures": {}}, "unknown key 'figures'"),
    "phase": ({"phase": "draw"}, "phase: 'draw' is none of opening, play, resolve, end"),
    "round": ({"phase": "play", "round": 61}, "round must be a whole number from 1 to 60, not 61"),
    "first": ({"first": "three"}, "first: 'three' is none of one, two"),
    "card": ({"phase": "play", "hands": {"one": ["ash_hund"]}}, "hands.one: 'ash_hund' is none of"),
    "list": ({"phase": "play", "pits": {"one": "raise"}}, "pits.one must be a whole number"),
    "number": ({"phase": "play", "hands": {"one": 31}}, "hands.one must be a whole number from 0 to 30, not 31"),
    "copies": ({"phase": "play", "hands": {"one": ["stoke"] * 3}}, "one has more than 2 stoke"),
    "deck": ({"phase": "play", "deck1": "1", "hands": {"one": ["raise"]}}, "one has 0 raise, and more of them lie somewhere"),
    "bad deck": ({"deck2": {"stoke": 3}}, "deck2: 3 copies of Stoke.*exactly 30 are needed"),
    "nowhere": ({"phase": "play", "hands": {"one": 3}, "decks": {"one": 3}, "pits": {"one": []}}, "24 of them lie nowhere"),
    "too many": ({"phase": "play", "hands": {"one": filler(31)}}, "one has 31 cards, not 30"),
    "stack": ({"phase": "play", "stack": ["ash_hound"]}, "stack, position 1: 'ash_hound' is no .owner, card."),
    "stack list": ({"phase": "play", "stack": {}}, "stack must be a list"),
    "owner": ({"phase": "play", "stack": [["three", "stoke"]]}, "stack, position 1: 'three' is none of"),
    "quick": ({"phase": "play", "stack": [["one", "spark_imp"]]}, "position 1: the quick spark_imp has ended the Play Phase"),
    "eight": ({"phase": "play", "stack": [["one", card] for card in filler(8, "spark_imp")]}, "8 cards on the stack have ended"),
    "opening": ({"stack": [["one", "stoke"]]}, "before the opening all cards lie in the decks"),
    "line": ({"phase": "resolve", "line": 2, "stack": [["one", "stoke"]]}, "line must be a whole number from 0 to 1"),
    "line in play": ({"phase": "play", "line": 1, "stack": [["one", "stoke"]]}, "the stack has a line in the Resolve Phase only"),
    "turn": ({"phase": "resolve", "turn": "one"}, "turn and refills belong to the Play Phase"),
    "spent": ({"phase": "resolve", "spent": {"one": ["stoke"]}}, "stoke is not limited to once per round"),
    "mark": ({"phase": "resolve", "stack": [["one", "stoke", {"tired": True}]]}, "unknown key 'tired'"),
    "known": ({"phase": "play", "known": {"one": {"hand": {"all": [6]}}}}, "known.one.hand.all must be a whole number from 0 to 5"),
    "known by": ({"phase": "play", "known": {"one": {"hand": {"two": [0]}}}}, "known.one.hand: unknown key 'two'"),
    "looked": ({"phase": "play", "looked": ["stoke"]}, "at most three cards are looked at, while their owner decides"),
    "agenda": ({"phase": "play", "agenda": [["dance", 0, 0, 0]]}, "agenda: 'dance' is none of"),
    "task": ({"phase": "play", "agenda": ["round"]}, "a task is .name, a, b, c."),
    "argument": ({"phase": "play", "agenda": [["attack", "one", 9, 0]]}, "agenda.attack must be a whole number from 0 to 0, not 9"),
    "pending": ({"phase": "play", "agenda": [], "pending": ["round", 0, 0, 0]}, "pending: round asks nobody"),
    "few": ({"phase": "resolve", "agenda": RESOLVING, "pending": ["attack", "one", 0, 0]}, "the question has fewer than two answers here"),
    "nothing due": ({"phase": "play", "agenda": []}, "agenda: nothing is to be done, and the game has no outcome"),
    "order": (
        {"phase": "play", "agenda": [["round", 0, 0, 0], ["attack", "one", 0, 0]]},
        "attack cannot lie on round, only on resolve_next",
    ),
    "due in another phase": ({"phase": "play", "agenda": RESOLVING}, "phase is play, but the agenda is in the middle of resolve"),
    "no such target": (
        {"phase": "resolve", "agenda": [*RESOLVING, ATTACK, ["effect", 0, "undertow", 0]]},
        "what effect names is not there",
    ),
    "not its owner": ({**STOKE, "agenda": [*RESOLVING, ["attack", "two", 1, 0]]}, "agenda: what attack names is not there"),
    "no target": ({**STOKE, "agenda": [*RESOLVING, ATTACK, ["choose_target", "one", 1, "ash_hound"]]}, "choose_target names is not there"),
    "last round": ({"phase": "play", "round": 60, "agenda": [["round", 0, 0, 0]]}, "agenda: what round names is not there"),
    "exchanged": ({"agenda": [["round", 0, 0, 0], ["opening_pick", "one", 3, 0]]}, "agenda: what opening_pick names is not there"),
    "ended": (
        {"phase": "play", "stack": [["one", "spark_imp"]], "agenda": [["play_turn", "one", 0, 0]]},
        "what play_turn names is not there",
    ),
    "outcome": ({"phase": "end", "outcome": {"reason": "boredom"}}, "outcome.reason: 'boredom' is none of damage, rounds"),
    "no object": ({"hands": [1]}, "hands must be an object"),
    "not yes": ({"phase": "resolve", "stopped": 1}, "stopped must be true or false"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_position_that_cannot_be(what: str) -> None:
    position, reason = BAD[what]
    with pytest.raises(BadPosition) as found:
        RULES.from_position({"game": "casters", **position})
    assert any(re.search(reason, told) for told in found.value.reasons), found.value.reasons


def test_every_reason_is_told_at_once() -> None:
    with pytest.raises(BadPosition) as found:
        read(phase="play", hands={"one": ["stoke"] * 3, "two": ["ash_hund"]}, line=4, first="x", max_rounds=0)
    assert len(found.value.reasons) >= 4


def test_every_reason_is_told_at_once_of_marks_and_what_comes_too() -> None:
    with pytest.raises(BadPosition) as found:
        read(
            phase="resolve",
            hands={"one": ["stoke"] * 3, "two": 99},
            stack=[["one", "stoke", {"tired": True}]],
            known={"one": {"hand": {"two": [0]}}},
            line=4,
            spent={"one": ["stoke"]},
            chance=-1,
            outcome={"reason": "boredom"},
        )
    for reason in ("has more than 2 stoke", "hands.two", "'tired'", "'two'", "line must", "not limited", "chance", "outcome.reason"):
        assert any(reason in told for told in found.value.reasons), (reason, found.value.reasons)


def test_broken_positions_are_refused_and_never_crash() -> None:
    """Whatever is written into a position, it is read or refused with reasons."""
    whole = RULES.position(next(iter(samples(RULES, 40, seed=3))))
    for key in whole:
        values: tuple[Any, ...] = (
            None,
            7,
            -1,
            "x",
            [],
            {},
            [[]],
            {"one": 7},
            [["one"]],
            {"one": [0]},
            2**70,
            True,
            [["attack", "one", 1, 1]],
        )
        for value in values:
            with contextlib.suppress(BadPosition):
                state = RULES.from_position(whole | {key: value})
                assert RULES.position(state)["game"] == "casters"
