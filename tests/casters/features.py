"""What happens in a game of Chaos Casters, as a set of features: what its golden records must contain between them."""

from __future__ import annotations

from collections.abc import Set

from casters.scenes import RULES, SEATS
from ruinous.casters.due import ARGUMENTS
from ruinous.casters.events import FIELDS
from ruinous.casters.state import State
from ruinous.casters.tables import IDS
from ruinous.casters.tasks import TASK_NAMES

Feature = tuple[str, str]
ENDS = [f"{reason} {winner}" for reason in ("damage", "rounds") for winner in (*SEATS, "draw")]


def features(state: State, asked: Set[str]) -> set[Feature]:
    """The features of a finished game: its end, what was asked, every kind of event, every card that resolved."""
    outcome = RULES.outcome(state)
    assert outcome is not None
    events = RULES.events(state, None)
    found = {("end", f"{outcome['reason']} {(*outcome['winners'], 'draw')[0]}")}
    found |= {("asked", task) for task in asked}
    found |= {("event", event["kind"]) for event in events}
    return found | {("resolves", event["card"]) for event in events if event["kind"] == "resolves"}


def wanted() -> set[Feature]:
    """Every feature there is."""
    questions = {TASK_NAMES[task] for task, kinds in ARGUMENTS.items() if kinds[0] == "seat"} - {"strike_back"}
    found = {("end", end) for end in ENDS} | {("asked", task) for task in questions}
    return found | {("event", kind) for kind, _fields, _hidden in FIELDS} | {("resolves", card) for card in IDS}
