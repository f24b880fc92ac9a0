"""Everything of Chaos Casters as things to print: two decks or any other, stack cards, First Player card, backs, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruinous import catalogue
from ruinous.casters.decks import COPIES, SIZE
from ruinous.casters.tables import IDS, POOL
from ruinous.sheets import ornament, press
from ruinous.sheets.emblem import svg
from ruinous.sheets.paper import Layout, layout
from ruinous.text import Texts, spoken, texts

PAPER = "#f7f0df"
WHITE = "#ffffff"
PICTURE = ((57.0, 35.0), (57.0, 66.0))  # sizes of a card's picture: above a text, and without one
HAND = 6


@dataclass(frozen=True)
class Court:
    """The colours of a deck's cards: `ink` on paper, `deep` around pictures, `glow` in their middle, `gold` for lines on dark."""

    ink: str
    deep: str
    glow: str
    gold: str
    emblem: str  # the id whose ornament stands on the back


COURTS = (
    Court("#4d4030", "#2f271d", "#6b5a43", "#d9c08a", "chaos_casters"),
    Court("#931c0c", "#5a1006", "#b53a1c", "#eebf6a", "cinder_court"),
    Court("#1d3874", "#10214a", "#35579e", "#bcd0ea", "hollow_choir"),
)

Face = dict[str, Any]


@dataclass(frozen=True)
class Print:
    """How to print. `offset` shifts the backs by (x, y) millimetres, for printers that do not meet the front exactly."""

    paper: str = "a4"
    bleed: int = 0
    saving: bool = False
    backs: bool = True
    offset: tuple[float, float] = (0.0, 0.0)


def card_face(card: str, saving: bool = False) -> Face:
    """A card of the pool by its id. Raises KeyError."""
    book = catalogue.document("casters")
    entry = book["cards"][card]
    deck = int(entry["deck"] or 0)
    court = COURTS[deck]
    labels = {word: str(book["words"][word]).partition(":")[0] for word in entry["words"]}
    lead, text = said(entry["text"], labels.get("once_per_round", ""))
    size = PICTURE[0] if text else PICTURE[1]
    ground = ornament.backdrop(card, entry["type"] == "action", PAPER, size, (size[0] / 2 + 3.5, size[1] / 2 - (1.3 if text else 0)))
    return {
        "kind": "card",
        "court": deck,
        "name": entry["name"],
        "type": entry["type"],
        "type_name": book["types"][entry["type"]]["name"],
        "strength": entry["strength"],
        "words": [{"id": word, "name": name} for word, name in labels.items()],
        "lead": lead,
        "text": text,
        "mark": words().say("deck", number=deck) if deck else words().name("decks", "0"),
        "art": svg(card, court.ink) if saving else svg(card, PAPER, court.deep),
        "ground": "" if saving else ground,
    }


def said(text: str, once: str) -> tuple[str, str]:
    """The text of a card as it is set: what it says of when ("Resolve:", with the once-per-round limit), and the rest."""
    text = text.replace(" -", " −").replace("(-", "(−")
    lead, colon, rest = text.partition(": ")
    if not colon:
        return (f"{once}:" if once else ""), text
    return (f"{lead} ({once[0].lower()}{once[1:]}):" if once else f"{lead}:"), rest


def back_face(court: int, saving: bool) -> Face:
    """The back of a court's cards."""
    colours = COURTS[court]
    art = ornament.back(colours.emblem, colours.ink, WHITE) if saving else ornament.back(colours.emblem, colours.gold, colours.deep)
    return {"kind": "back", "court": court, "name": catalogue.document("casters")["title"], "art": art}


def deck_faces(deck: Mapping[str, int], saving: bool = False) -> list[Face]:
    """The cards of a deck in the order of the pool; all have the deck's back: its court's if they are of one court, else the common one."""
    courts = {card.deck for card in POOL if card.id in deck}
    back = courts.pop() if len(courts) == 1 else 0
    return [card_face(card, saving) | {"back": back} for card in IDS for _ in range(deck.get(card, 0))]


def table_faces(saving: bool = False) -> list[Face]:
    """The stack cards 1 to 8 and the First Player card."""
    book, court = words(), COURTS[0]
    stack = [{"kind": "stack", "court": 0, "back": 0, "number": number, "text": stack_text(number)} for number in range(1, 9)]
    art = ornament.medallion("first_player", court.ink, WHITE) if saving else ornament.medallion("first_player", court.gold, court.deep)
    return [*stack, {"kind": "first", "court": 0, "back": 0, "name": book.say("first.name"), "text": book.say("first.text"), "art": art}]


def stack_text(number: int) -> str:
    """What stands on a stack card."""
    return words().say("stack." + {1: "bottom", 8: "top"}.get(number, "between"))


def pages(faces: Sequence[Face], how: Print, sheet: Layout) -> list[dict[str, Any]]:
    """Faces laid out on sheets, each sheet followed by its backs if they are wanted."""
    made: list[dict[str, Any]] = []
    total = -(-len(faces) // sheet.count)
    marks, book = sheet.marks(), words()
    flip = " " + book.say("footer.flip", edge=book.say(f"footer.{sheet.flip}")) if how.backs else ""
    for number, start in enumerate(range(0, len(faces), sheet.count), 1):
        some = faces[start : start + sheet.count]
        footer = book.say("footer.sheet", number=number, total=total) + flip
        made.append({"marks": marks, "footer": footer, "faces": [_placed(sheet.place(i), face) for i, face in enumerate(some)]})
        if how.backs:
            dx, dy = how.offset
            moved = [(x + dx, y + dy, i + dx, j + dy) for x, y, i, j in marks]
            behind = [(sheet.place(i, back=True), back_face(face["back"], how.saving)) for i, face in enumerate(some)]
            made.append({"marks": moved, "footer": None, "faces": [_placed((x + dx, y + dy), face) for (x, y), face in behind]})
    return made


def _placed(corner: tuple[float, float], face: Face) -> dict[str, Any]:
    return {"x": corner[0], "y": corner[1], "face": face}


def sheets(decks: Sequence[Mapping[str, int]], how: Print) -> bytes:
    """Decks, stack cards, First Player card and the rules as one PDF of sheets. Raises press.NoPress, press.BadSheet."""
    sheet = layout(how.paper, how.bleed)
    faces = [face for deck in decks for face in deck_faces(deck, how.saving)] + table_faces(how.saving)
    ruler = sheet.ruler()
    drawn = {
        "width": sheet.width,
        "height": sheet.height,
        "ruler": {"x": ruler.x, "y": ruler.y, "upright": ruler.upright, "room": ruler.room, "label": words().say("footer.ruler")},
        "paper": sorted((sheet.width, sheet.height)),
    }
    return press.pdf("cards.typ", job(how, mode="sheets", sheet=drawn, pages=pages(faces, how, sheet), rules=rules_page(how.saving)))


def single_cards(decks: Sequence[Mapping[str, int]], how: Print) -> bytes:
    """One card a page with a trim box, each front followed by its back if backs are wanted: what print shops take."""
    faces: list[Face] = []
    for face in [face for deck in decks for face in deck_faces(deck, how.saving)] + table_faces(how.saving):
        faces += [face, back_face(face["back"], how.saving)] if how.backs else [face]
    return press.pdf("cards.typ", job(how, mode="single", faces=faces))


def single_card(card: str, how: Print) -> bytes:
    """One card of the pool as a PDF of one page, or two with its back. Raises KeyError for an unknown card, press.NoPress."""
    face = card_face(card, how.saving)
    faces = [face, back_face(face["court"], how.saving)] if how.backs else [face]
    return press.pdf("cards.typ", job(how, mode="single", faces=faces))


def picture(card: str, how: Print, ppi: float = 300.0) -> bytes:
    """One card of the pool as a PNG, with its bleed. Raises KeyError for an unknown card, press.NoPress."""
    return press.png("cards.typ", job(how, mode="picture", faces=[card_face(card, how.saving)]), ppi)[0]


def job(how: Print, **more: Any) -> dict[str, Any]:
    """What the template of the cards is given."""
    courts = [{"ink": c.ink, "deep": c.deep, "glow": c.glow, "gold": c.gold} for c in COURTS]
    return {
        "title": catalogue.document("casters")["title"],
        "lang": spoken(),
        "bleed": how.bleed,
        "saving": how.saving,
        "paper": PAPER,
        "courts": courts,
    } | more


def words() -> Texts:
    """The words of the sheets, with the names that they mention."""
    book = texts("casters")
    return Texts(book.table["sheets"] | {"names": book.table["names"]}, book.joins)


def rules_page(saving: bool) -> dict[str, Any]:
    """The page of rules, with one card as an example."""
    book = words()

    def sections(side: str) -> list[dict[str, str]]:
        values: dict[str, int | str] = {"size": SIZE, "copies": COPIES, "hand": HAND}
        return [{part: book.fill(text, values) for part, text in section.items()} for section in book.table[side].values()]

    labels = {key: book.say(f"rules.{key}") for key in book.table["rules"]} | {
        key: book.say(f"footer.{key}") for key in ("scale", "unofficial")
    }
    return labels | {
        "title": catalogue.document("casters")["title"],
        "left": sections("left"),
        "right": sections("right"),
        "example": card_face("emberling", saving),
    }
