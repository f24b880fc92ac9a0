"""Events as data and as lines to read (docs/formats.md section 5).

Who may see what is decided in one place, `hidden`. The sentence of an event is a template of the texts; every line
about victory points or dial counters names its region, its reason and the rule.
"""

from typing import Any

from ruinous.oldworld import events, tables, tasks
from ruinous.oldworld.data import THREAT
from ruinous.oldworld.events import FIELDS
from ruinous.oldworld.names import FROM_RESERVE, P
from ruinous.oldworld.notation import CARDS, OLD_WORLD, POWERS, REGIONS, TOKENS, UPGRADES, Asked, figure, phrase
from ruinous.oldworld.state import State
from ruinous.text import Texts, texts

Event = tuple[int, int, int, int, int]

# Events that open a phase or an action; all others are consequences.
OPENING = {
    events.ROUND_BEGINS,
    events.PHASE_BEGINS,
    events.OLD_WORLD_CARD,
    events.PASSED,
    events.SUMMONED,
    events.PLAYED,
    events.BATTLE,
    events.GAME_OVER,
}
# Where the rule stands behind points by their reason, and behind other events by their kind (OW: docs/rules-oldworld.md).
RULES = {
    "dial": "OW 4.4",
    "domination": "OW 7.5",
    "ruining": "OW 7.5",
    "first_place": "OW 9",
    "second_place": "OW 9",
    "peasants": "OW 6.2",
    "most_peasants": "OW 6.2",
    "provender": "OW 4.5",
    "electors": "OW 6.2",
    "counter": "OW 4.3",
    "old_world_card": "OW 6.2",
    "battle": "OW 7.4",
    "ruined": "OW 8",
    "upgrade": "OW 4.5",
    "game_over": "OW 10",
    **{f"phase.{phase}": f"OW 7.{number}" for number, phase in enumerate(tables.PHASES, 1)},
}
LISTS: dict[str, tuple[str, ...]] = {
    "power": POWERS,
    "by": POWERS,
    "region": REGIONS,
    "to": REGIONS,
    "token": TOKENS,
    "card": CARDS,
    "old_world_card": OLD_WORLD,
    "phase": tables.PHASES,
    "reason": tables.REASONS,
}


def lines(g: State, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
    """The events from number `since` on as this seat (None: a spectator) may know them."""
    book = texts("oldworld")
    log = g.log or []
    return [_line(book, log, n, seat) for n in range(max(0, since), len(log))]


def hidden(event: Event, seat: str | None) -> bool:
    """Whether the last named field of an event is kept from this seat: a card drawn is its owner's secret."""
    return event[0] == events.DREW and POWERS[event[1]] != seat


def _line(book: Texts, log: list[Event], n: int, seat: str | None) -> dict[str, Any]:
    event = log[n]
    name, keys = FIELDS[event[0]]
    fields: dict[str, Any] = {}
    for key, value in zip(keys, event[1:], strict=False):
        fields |= _field(name, key, value, event)
    if hidden(event, seat):
        fields["card"] = None
    line = {"n": n, "kind": name, "text": "", "level": 0 if event[0] in OPENING else 1, **fields}
    behind = {events.VP: line.get("why"), events.PHASE_BEGINS: f"phase.{line.get('phase')}"}.get(event[0], name)
    if behind in RULES:
        line["rule"] = RULES[behind]
    line["text"] = _text(book, line, log, n)
    return line


def _field(name: str, key: str, value: int, event: Event) -> dict[str, Any]:
    """One field of an event as ids."""
    if key in LISTS:
        return {key: LISTS[key][value] if 0 <= value < len(LISTS[key]) else None}
    if key == "sort":
        return {"figure": figure(event[1], value)}
    if key == "from":
        return {"from": "reserve" if value == FROM_RESERVE else REGIONS[value]}
    if key == "upgrade":
        return {"upgrade": UPGRADES[event[1]][value]}
    if key == "why":
        return {"why": (events.VP_REASONS if name == "vp" else events.REMOVAL_REASONS)[value]}
    if key == "detail":
        if event[3] == events.FOR_DIAL:
            return {"position": value, "threat": int(THREAT[event[1] * 12 + value])}
        return {"peasants": value} if event[3] in (events.FOR_PEASANTS, events.FOR_MOST_PEASANTS) else {"region": REGIONS[value]}
    if key == "winners":
        return {"winners": [power for p, power in enumerate(POWERS) if value >> p & 1]}
    if key == "action":
        return {"action": phrase(value, Asked(event[3], event[1]))}
    if key == "task":
        return {"task": tasks.TASK_NAMES[value]}
    if key == "position":
        return {"position": value, "threat": int(THREAT[event[1] * 12 + value])}
    return {key: value}


def _text(book: Texts, line: dict[str, Any], log: list[Event], n: int) -> str:
    """The sentence of an event."""
    name = line["kind"]
    key, said = f"log.{name}", _said(book, line)
    if name == "vp":
        key = f"log.vp.{line['why']}"
        said |= _grounds(log, n)
    elif name == "drew" and line["card"] is None:
        key = "log.drew_hidden"
    elif name == "battle" and line["nth"] > 0:
        key = "log.battle_again"
    elif name == "summoned" and line["from"] == "reserve":
        key = "log.summoned_new"
    elif name == "figure_removed":
        key = f"log.figure_removed.{line['why']}"
    elif name == "counter":
        key = f"log.counter.{line['power']}"
    elif name == "ruin_scored":
        key = "log.ruin_scored.first" if line["place"] == 1 else "log.ruin_scored.second"
    elif name == "game_over":
        key = f"log.game_over.{line['reason']}"
    elif name == "power_changed":
        key = "log.power_gained" if line["amount"] > 0 else "log.power_lost"
    elif name == "rolled":
        key = "log.rolled"
        said["faces"] = ", ".join(str(event[2]) for event in _dice(log, n))
    return book.say(key, **said)


def _said(book: Texts, line: dict[str, Any]) -> dict[str, str | int]:
    """The fields of an event as words of a sentence."""
    said: dict[str, str | int] = {}
    for key, value in line.items():
        if key in ("power", "by") and value is not None:
            said[key] = book.name("powers", value)
        elif key in ("region", "to", "from") and value not in (None, "reserve"):
            said[key] = book.name("regions", value)
        elif key == "token":
            said[key] = book.name("tokens", value)
        elif key == "card" and value is not None:
            said[key] = book.name("cards", value)
        elif key == "old_world_card":
            said[key] = book.name("old_world", value)
        elif key == "phase":
            said[key] = book.name("phases", value)
        elif key == "figure":
            said[key] = figure_name(book, value["power"], value["kind"])
        elif key == "upgrade":
            said[key] = book.name("upgrades", f"{line['power']}.{value}")
        elif key == "winners":
            said[key] = listed(book, [book.name("powers", power) for power in value])
        elif key == "amount":
            said[key] = abs(value)
        elif isinstance(value, str | int):
            said[key] = value
    return said


def figure_name(book: Texts, power: str, kind: str) -> str:
    """The name of a figure of this Power and kind."""
    return book.name("figures", tables.FIGURE_NAMES[POWERS.index(power)][tables.KINDS.index(kind)])


def listed(book: Texts, names: list[str]) -> str:
    """Names joined to a list in words."""
    return names[0] if len(names) == 1 else book.say("log.and", first=", ".join(names[:-1]), last=names[-1]) if names else ""


def _dice(log: list[Event], n: int) -> list[Event]:
    """The dice just before the event that sums them up."""
    first = n
    while first > 0 and log[first - 1][0] == events.DIE:
        first -= 1
    return log[first:n]


def _grounds(log: list[Event], n: int) -> dict[str, str | int]:
    """The sums behind victory points: supremacy against resistance, or the number of the ruination card."""
    _kind, power, _amount, why, detail = log[n]
    said: dict[str, str | int] = {}
    for kind, a, b, c, d in reversed(log[max(0, n - 4 * P) : n]):
        if why == events.FOR_DOMINATION and kind == events.SUPREMACY and (a, b) == (power, detail):
            said.setdefault("supremacy", d)
        elif why == events.FOR_DOMINATION and kind == events.RESISTANCE and a == detail:
            said.setdefault("resistance", b)
        elif why == events.FOR_RUINING and kind == events.RUINED and a == detail:
            said.setdefault("ruin", b)
        elif kind == events.RUIN_SCORED and (a, b) == (power, detail):
            said.setdefault("corruption", c)
    return said
