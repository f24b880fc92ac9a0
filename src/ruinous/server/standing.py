"""A standing pass: a seat passes whenever it may, until the phase ends, somebody touches what is its own, or it is taken back.

It is there for all to see, and ends by what all can see, so that it tells nobody anything.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ruinous.server.line import Foreseen
from ruinous.server.store import Extra

NO_TOUCH = frozenset({"passed", "phase", "round"})
"""Kinds of events that name a seat and do nothing to it."""


def phase(summary: Mapping[str, Any]) -> str:
    """In which phase of which round a game stands."""
    return f"{summary['round']} {summary['phase']}"


def put(extra: Extra, seat: str, standing: bool, summary: Mapping[str, Any]) -> Extra:
    """From now on this seat passes whenever it may, or no longer."""
    kept = {one: when for one, when in extra.standing.items() if one != seat}
    return msgspec.structs.replace(extra, standing=kept | {seat: phase(summary)} if standing else kept)


def after(extra: Extra, actor: str, seen: Foreseen) -> Extra:
    """What still stands after an action."""
    now = phase(seen.summary)
    kept = {seat: when for seat, when in extra.standing.items() if when == now and (seat == actor or not touched(seat, seen.events))}
    return msgspec.structs.replace(extra, standing=kept)


def touched(seat: str, events: Iterable[Mapping[str, Any]]) -> bool:
    """Whether any of these events does something to a seat."""
    return any(event["kind"] not in NO_TOUCH and seat in _named(event) for event in events)


def _named(event: Mapping[str, Any]) -> set[str]:
    return {value for value in event.values() if isinstance(value, str)} | {
        named for value in event.values() if isinstance(value, dict) for named in value.values() if isinstance(named, str)
    }
