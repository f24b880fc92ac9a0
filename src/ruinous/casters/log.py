"""Events as data and as lines to read (docs/formats.md section 7).

Who may see what is decided in one place, `hidden`. The sentence of an event is a template of the texts.
"""

from typing import Any

from ruinous.casters import events, tables
from ruinous.casters.events import FIELDS
from ruinous.casters.notation import IDS, SEATS
from ruinous.casters.state import State
from ruinous.text import Texts, texts

Event = tuple[int, int, int, int, int]

# Events that open a phase, a turn or the resolution of a card; all others are consequences.
OPENING = {
    events.ROUND_BEGINS,
    events.PHASE_BEGINS,
    events.PLAYED,
    events.REFILLS,
    events.RESOLVES,
    events.PASSED_OVER,
    events.GAME_OVER,
}
# Where the rule behind an event stands, by its kind (CC: the page's reference).
RULES = {
    "phase.opening": "CC 3",
    "phase.play": "CC 4.1",
    "phase.resolve": "CC 4.2",
    "phase.end": "CC 4.8",
    "refills": "CC 4.1",
    "passed_over": "CC 4.3",
    "no_target": "CC 4.4",
    "limit_spent": "CC 4.3",
    "attacks": "CC 4.5",
    "attacks_player": "CC 4.5",
    "damage": "CC 4.6",
    "game_over": "CC 5",
}
LISTS: dict[str, tuple[str, ...]] = {
    "player": SEATS,
    "target": SEATS,
    "card": IDS,
    "other": IDS,
    "phase": tables.PHASES,
    "reason": tables.REASONS,
}
PLACES = {"place": "position", "to": "to"}  # counted from 1 in what people read


def lines(g: State, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
    """The events from number `since` on as this seat (None: a spectator) may know them."""
    book = texts("casters")
    log = g.log or []
    return [_line(book, log[n], n, seat) for n in range(max(0, since), len(log))]


def hidden(event: Event, seat: str | None) -> str:
    """The field of an event that is kept from this seat, empty for none: a card that stays face down is its owner's secret."""
    return FIELDS[event[0]][2] if SEATS[max(0, min(1, event[1]))] != seat else ""


def _line(book: Texts, event: Event, n: int, seat: str | None) -> dict[str, Any]:
    name, keys, _ = FIELDS[event[0]]
    line: dict[str, Any] = {"n": n, "kind": name, "text": "", "level": 0 if event[0] in OPENING else 1}
    for key, value in zip(keys, event[1:], strict=False):
        line |= _field(key, value)
    secret = hidden(event, seat)
    if secret:
        line[secret] = None
    behind = f"phase.{line['phase']}" if event[0] == events.PHASE_BEGINS else name
    if behind in RULES:
        line["rule"] = RULES[behind]
    line["text"] = _text(book, line, secret)
    return line


def _field(key: str, value: int) -> dict[str, Any]:
    """One field of an event as ids."""
    if key in LISTS:
        return {key: LISTS[key][value]}
    if key in PLACES:
        return {PLACES[key]: value + 1}
    if key == "winners":
        return {"winners": [] if value == 3 else [seat for p, seat in enumerate(SEATS) if value >> p & 1]}
    return {key: value}


def _text(book: Texts, line: dict[str, Any], secret: str) -> str:
    """The sentence of an event."""
    key = f"log.{line['kind']}"
    if secret:
        key += "_hidden"
    elif line["kind"] == "game_over":
        key += "." + (line["reason"] if line["winners"] else "draw")
    elif line["kind"] == "damage" and line["reduced"]:
        key = "log.damage_reduced"
    elif line["kind"] == "strengthened" and line["amount"] < 0:
        key = "log.weakened"
    return book.say(key, **_said(book, line))


def _said(book: Texts, line: dict[str, Any]) -> dict[str, str | int]:
    """The fields of an event as words of a sentence."""
    said: dict[str, str | int] = {}
    for key, value in line.items():
        if key in ("player", "target"):
            said[key] = book.name("players", value)
        elif key in ("card", "other") and value is not None:
            said[key] = card_name(book, value)
        elif key == "phase":
            said[key] = book.name("phases", value)
        elif key == "winners":
            said[key] = "".join(book.name("players", seat) for seat in value)
        elif key == "amount":
            said[key] = abs(value)
        elif isinstance(value, str | int):
            said[key] = value
    return said


def card_name(book: Texts, card: str) -> str:
    """The name of a card: as `cards.toml` has it, unless a theme renames it."""
    return book.name("cards", card) if book.has(f"names.cards.{card}") else tables.POOL[IDS.index(card)].name


def card_text(book: Texts, card: str) -> str:
    """The text of a card: as `cards.toml` has it, unless a language has its own."""
    return book.say(f"cards.{card}") if book.has(f"cards.{card}") else book.fill(tables.POOL[IDS.index(card)].text, {})
