"""What the types promise of views, actions, events and books is what the games hand over; the page's types are made from them."""

import importlib.util
from pathlib import Path
from typing import Any

import msgspec
import pytest

from contract.sampling import samples
from ruinous import catalogue, text
from ruinous.games import GAMES
from ruinous.server import shapes

TOOL = Path(__file__).parent.parent.parent / "tools" / "make_types.py"
VIEWS: dict[str, Any] = {"oldworld": shapes.OldWorldView, "casters": shapes.CastersView}
BOOKS: dict[str, Any] = {"oldworld": shapes.OldWorldBook, "casters": shapes.CastersBook}


def fits(found: Any, shape: Any) -> None:
    """Whether it has this form once it has gone over the wire."""
    msgspec.json.decode(msgspec.json.encode(found), type=shape, strict=True)


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    spec = importlib.util.spec_from_file_location("make_types", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.FILE.read_text(encoding="utf-8") == tool.written(), "run tools/make_types.py"


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_forms_that_are_promised(game: str) -> None:
    rules, kinds = GAMES[game], set()
    for state in samples(rules, 15):
        for seat in (None, *rules.seats(state)):
            fits(rules.view(state, seat), VIEWS[game])
            fits(rules.events(state, seat), list[shapes.GameEvent])
        legal = [rules.describe(state, action) for action in state.legal_actions()]
        fits(legal, list[shapes.Action])
        kinds |= {action["kind"] for action in legal}
    assert len(kinds) > 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", text.languages())
def test_books_have_the_form_that_is_promised(game: str, language: str) -> None:
    fits(catalogue.document(game, language), BOOKS[game])
