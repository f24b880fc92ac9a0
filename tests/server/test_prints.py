"""Cards to print over the wire: the pages are those that the command makes, and what cannot be printed is refused with every reason."""

import sys
from importlib.util import find_spec
from typing import Any, get_args, get_type_hints

import httpx2
import pytest

from ruinous import text
from ruinous.casters.decks import DECK_1, DECK_2, write_deck
from ruinous.server.prints import PrintOrder
from ruinous.sheets import casters
from ruinous.sheets.paper import BLEEDS, CARD, PAPERS
from server.harness import Visitor
from sheets.reading import sizes

PRINTER = pytest.mark.skipif(find_spec("typst") is None, reason="typst is missing: pip install 'ruinous[print]' brings it")


def ask(visitor: Visitor, *decks: Any, **how: Any) -> httpx2.Response:
    return visitor.post("/api/print", json={"decks": decks, **how})


@PRINTER
def test_the_sheets_are_those_of_the_command(visitor: Visitor) -> None:
    """Sixty cards of two decks and nine of the table, nine on a sheet, each sheet with its backs, and a page of rules."""
    answer = ask(visitor, "1", "2")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="casters.pdf"'
    assert len(sizes(answer.content)) == 2 * 8 + 1
    assert answer.content == casters.sheets([DECK_1, DECK_2], casters.Print())


@PRINTER
def test_the_sheets_speak_the_language_of_the_visitor(visitor: Visitor) -> None:
    made = visitor.post("/api/print", json={"decks": ["2"], "backs": False}, headers={"accept-language": "pt"}).content
    with text.speaking("pt"):
        assert made == casters.sheets([DECK_2], casters.Print(backs=False))
    assert made != casters.sheets([DECK_2], casters.Print(backs=False))


@PRINTER
def test_every_wish_is_heeded(visitor: Visitor) -> None:
    wishes: dict[str, Any] = {"paper": "letter", "bleed": 2, "saving": True, "backs": True, "offset": [0.5, -1]}
    how = casters.Print("letter", 2, saving=True, backs=True, offset=(0.5, -1.0))
    assert ask(visitor, "2", **wishes).content == casters.sheets([DECK_2], how)
    single = ask(visitor, "2", single=True, bleed=3, backs=False).content
    assert len(sizes(single)) == 30 + 9
    assert sizes(single)[0] == pytest.approx((CARD[0] + 6, CARD[1] + 6), abs=0.1)


@PRINTER
def test_an_own_deck_as_a_list_or_by_cards(visitor: Visitor) -> None:
    """Both ways to write a deck print the same."""
    listed = ask(visitor, write_deck(DECK_1), backs=False).content
    assert listed == ask(visitor, DECK_1, backs=False).content
    assert len(sizes(listed)) == 5 + 1


def test_papers_and_bleeds_are_those_of_the_sheets() -> None:
    hints = get_type_hints(PrintOrder)
    assert get_args(hints["paper"]) == tuple(PAPERS)
    assert get_args(hints["bleed"]) == BLEEDS


def test_decks_that_may_not_be_played_have_every_reason(visitor: Visitor) -> None:
    answer = ask(visitor, "1", "3 Ash Hound\nnothing", {"silence": 0})
    assert answer.status_code == 400
    told = answer.json()
    assert told["code"] == "bad_deck"
    assert [reason.partition(":")[0] for reason in told["reasons"]] == ["Deck 2", "Deck 2", "Deck 3", "Deck 3"]


@pytest.mark.parametrize(
    "order",
    [
        {"decks": []},
        {"decks": ["1"] * 5},
        {"decks": ["x" * 8001]},
        {"decks": [{"ash_hound\n1 silence": 2}]},
        {"decks": [{"ash_hound": 100}]},
        {"decks": ["1"], "paper": "a5"},
        {"decks": ["1"], "bleed": 1},
        {"decks": ["1"], "offset": [0, 5.5]},
        {"decks": ["1"], "offset": [0]},
        {"decks": ["1"], "backs": "yes"},
        {"decks": ["1"], "more": 1},
    ],
    ids=lambda order: str(order)[:40],
)
def test_what_is_no_order_is_refused(visitor: Visitor, order: dict[str, Any]) -> None:
    answer = visitor.post("/api/print", json=order)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


def test_a_body_that_is_too_long_is_refused(visitor: Visitor) -> None:
    answer = ask(visitor, *["x" * 7000] * 3)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


def test_without_a_press_the_server_says_what_brings_it(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    answer = ask(visitor, "1")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_press")
    assert "pip install 'ruinous[print]'" in answer.json()["public_reason"]
