"""Everything of Chaos Casters as things to print: two decks or any other, stack cards, First Player card, backs, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruinous.casters.tables import POOL, TYPES, Card
from ruinous.sheets import press
from ruinous.sheets.emblem import svg
from ruinous.sheets.paper import Layout, layout

COURTS = {0: "#4d4030", 1: "#931c0c", 2: "#1d3874"}
NAMES = {0: "Chaos Casters", 1: "Cinder Court", 2: "Hollow Choir"}
PAPER = "#f6efdf"
INK = "#2b2118"

Face = dict[str, Any]


@dataclass(frozen=True)
class Print:
    """How to print. `offset` shifts the backs by (x, y) millimetres, for printers that do not meet the front exactly."""

    paper: str = "a4"
    bleed: int = 0
    saving: bool = False
    backs: bool = True
    offset: tuple[float, float] = (0.0, 0.0)


def card_face(card: Card) -> Face:
    """A card of the pool."""
    words = [word for word, on in (("Quick", card.quick), ("Once per round", card.once_per_round)) if on]
    return {
        "kind": "card",
        "name": card.name,
        "type": TYPES[card.type],
        "strength": card.strength,
        "words": words,
        "text": card.text,
        "deck": card.deck,
        "art": svg(card.id, COURTS[card.deck]),
    }


def back_face(deck: int, saving: bool) -> Face:
    """The back of a deck's cards."""
    return {"kind": "back", "deck": deck, "name": NAMES[deck], "art": svg(f"back-{deck}", COURTS[deck] if saving else PAPER)}


def deck_faces(deck: Mapping[str, int]) -> list[Face]:
    """The cards of a deck in the order of the pool."""
    return [card_face(card) for card in POOL for _ in range(deck.get(card.id, 0))]


def table_faces() -> list[Face]:
    """The stack cards 1 to 8 and the First Player card."""
    first: Face = {"kind": "first", "art": svg("first_player", INK)}
    return [{"kind": "stack", "number": number} for number in range(1, 9)] + [first]


def pages(faces: Sequence[Face], back: int, how: Print, sheet: Layout) -> list[list[dict[str, Any]]]:
    """Faces laid out on sheets, each sheet followed by its backs if they are wanted."""
    made: list[list[dict[str, Any]]] = []
    for start in range(0, len(faces), sheet.count):
        some = faces[start : start + sheet.count]
        fronts = [(sheet.place(i), face) for i, face in enumerate(some)]
        made.append([{"x": x, "y": y, "face": face} for (x, y), face in fronts])
        if how.backs:
            behind = [sheet.place(i, back=True) for i in range(len(some))]
            dx, dy = how.offset
            made.append([{"x": x + dx, "y": y + dy, "face": back_face(back, how.saving)} for x, y in behind])
    return made


def sheets(decks: Sequence[Mapping[str, int]], how: Print) -> bytes:
    """Decks, stack cards, First Player card and the rules as one PDF of sheets. Raises press.NoPress."""
    sheet = layout(how.paper, how.bleed)
    made: list[list[dict[str, Any]]] = []
    for deck in decks:
        made += pages(deck_faces(deck), court(deck), how, sheet)
    made += pages(table_faces(), 0, how, sheet)
    across, down = sheet.cuts()
    upright = layout(how.paper, 0)
    drawn = {
        "width": sheet.width,
        "height": sheet.height,
        "corner": sheet.corner,
        "across": across,
        "down": down,
        "paper": sorted((upright.width, upright.height)),
    }
    data = {
        "mode": "sheets",
        "title": "Chaos Casters",
        "bleed": how.bleed,
        "saving": how.saving,
        "sheet": drawn,
        "pages": made,
        "rules": True,
    }
    return press.pdf("cards.typ", data)


def single_cards(decks: Sequence[Mapping[str, int]], how: Print) -> bytes:
    """One card a page with a trim box, each front followed by its back if backs are wanted: what print shops take."""
    faces: list[Face] = []
    for deck in decks:
        for face in deck_faces(deck):
            faces += [face, back_face(court(deck), how.saving)] if how.backs else [face]
    for face in table_faces():
        faces += [face, back_face(0, how.saving)] if how.backs else [face]
    return press.pdf("cards.typ", bare(faces, how.bleed, how.saving))


def picture(card: str, how: Print, ppi: float = 300.0) -> bytes:
    """One card of the pool as a PNG. Raises KeyError for an unknown card, press.NoPress."""
    found = {known.id: known for known in POOL}[card]
    return press.png("cards.typ", bare([card_face(found)], how.bleed, how.saving), ppi)[0]


def bare(faces: Sequence[Face], bleed: int, saving: bool) -> dict[str, Any]:
    """Data for faces that each have a page of their own."""
    return {"mode": "single", "title": "Chaos Casters", "bleed": bleed, "saving": saving, "faces": list(faces), "rules": False}


def court(deck: Mapping[str, int]) -> int:
    """Whose back a deck has: its own if all cards are of one built-in deck, else the common one."""
    decks = {card.deck for card in POOL if card.id in deck}
    return decks.pop() if len(decks) == 1 else 0
