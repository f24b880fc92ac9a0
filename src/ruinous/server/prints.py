"""Cards of Chaos Casters to print: decks come in, a PDF goes out (docs/formats.md section 8)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous import catalogue
from ruinous.server import protocol, words
from ruinous.server.answers import body, problem
from ruinous.server.aside import Aside
from ruinous.sheets import casters
from ruinous.sheets.press import NoPress

Copies = Annotated[dict[Annotated[str, Meta(pattern=r"^[a-z_]{1,40}\Z")], Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=100)]
"""Copies by card id, as the page keeps a deck."""
Millimetres = Annotated[float, Meta(ge=-5, le=5)]


class PrintOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/print`: which decks (`"1"` and `"2"` are those of the box, any other text is a list), and how.

    `offset` shifts the backs to the right and down.
    """

    decks: Annotated[list[Annotated[str, Meta(max_length=8000)] | Copies], Meta(min_length=1, max_length=4)]
    paper: Literal["a4", "letter"] = "a4"
    bleed: Literal[0, 2, 3] = 0
    saving: bool = False
    backs: bool = True
    single: bool = False
    offset: tuple[Millimetres, Millimetres] = (0.0, 0.0)


_order: Final = msgspec.json.Decoder(PrintOrder)


class BadDecks(ValueError):
    """Decks that may not be played; `reasons` has every reason."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


class Prints:
    """The route."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self.routes = [Route("/api/print", self.print, methods=["POST"])]

    async def print(self, request: Request) -> Response:
        """Decks, stack cards, First Player card and the rules as a PDF of sheets, or of one card a page."""
        order = protocol.read(_order, await body(request))
        try:
            made = await self._aside.do(lambda _deadline: printed(order))
        except BadDecks as wrong:
            return problem(400, "bad_deck", words.BAD_DECK, reasons=wrong.reasons)
        except NoPress:
            return problem(503, "no_press", words.NO_PRESS)
        return Response(made, media_type="application/pdf", headers={"content-disposition": 'attachment; filename="casters.pdf"'})


def printed(order: PrintOrder) -> bytes:
    """The PDF that is asked for. Raises BadDecks, NoPress."""
    how = casters.Print(order.paper, order.bleed, order.saving, order.backs, order.offset)
    make = casters.single_cards if order.single else casters.sheets
    return make(_decks(order.decks), how)


def _decks(asked: Sequence[str | Mapping[str, int]]) -> list[Mapping[str, int]]:
    """Copies by card of each deck. Raises BadDecks with every reason against any of them."""
    box: Mapping[str, Any] = catalogue.document("casters")["decks"]
    found: list[Mapping[str, int]] = []
    reasons: list[str] = []
    for number, deck in enumerate(asked, 1):
        if isinstance(deck, str) and deck in box:
            found.append(box[deck]["cards"])
            continue
        text = deck if isinstance(deck, str) else "".join(f"{copies} {card}\n" for card, copies in deck.items())
        checked = catalogue.check_deck(text)
        found.append(checked["deck"])
        reasons += [words.DECK_REASON.format(number=number, reason=reason) for reason in checked["reasons"]]
    if reasons:
        raise BadDecks(reasons)
    return found
