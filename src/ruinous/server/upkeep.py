"""What follows from a change of a table, in the same transaction: the bank of the seat that acted, and the notice to whom it is now.

`statements` decides and touches nothing: the store carries them out with the change, so that neither is ever there without the other.
"""

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct

from ruinous.server.clock import PACES
from ruinous.server.schema import outbox, people, seats
from ruinous.server.store import SeatRow
from ruinous.server.writer import Step

GRACE: Final = 60_000
"""Milliseconds before a notice goes out: whoever is about to open the page is not told of what he sees."""
CHANNELS: Final = {"mail": people.c.email, "webhook": people.c.webhook}
"""The ways of a notice, with what a person must have for it."""


def _notice(channel: str) -> sa.Insert:
    """A notice for the outbox, if this person can be reached in this way."""
    told: dict[str, Any] = {
        "person": people.c.id,
        "channel": sa.literal(channel),
        "game": sa.bindparam("table", type_=sa.String),
        "version": sa.bindparam("version", type_=sa.Integer),
        "payload": sa.bindparam("payload", type_=sa.JSON),
        "due": sa.bindparam("due", type_=sa.BigInteger),
        "attempts": sa.literal(0),
    }
    reachable = sa.select(*told.values()).where(people.c.id == sa.bindparam("to"), CHANNELS[channel].is_not(None))
    return outbox.insert().from_select(list(told), reachable)


_PAID: Final = seats.update().where(seats.c.game == sa.bindparam("table"), seats.c.seat == sa.bindparam("of"))
_LATE: Final = outbox.delete().where(outbox.c.game == sa.bindparam("table"), outbox.c.sent.is_(None))
_NOTICES: Final = [_notice(channel) for channel in CHANNELS]


class Turn(Struct, frozen=True):
    """A change that is being appended to the log of a table, with who decides before it, since when, and who after it.

    Where the game begins with it, there is no actor and nobody before; its version is 0.
    """

    table: str
    clock: str | None
    rows: Sequence[SeatRow]
    actor: str | None
    before: str | None
    since: int
    after: str | None
    version: int
    moment: int
    present: frozenset[str]  # people who have a page of the table open
    grace: int = GRACE
    hushed: bool = False  # others may not even know that something has happened


def statements(turn: Turn, bank: int | None) -> list[Step]:
    """Everything to carry out beside the change itself; `bank` is what `bank_after` says."""
    paid = (_PAID, {"table": turn.table, "of": turn.actor, "bank": bank})
    return [*([] if bank is None else [paid]), *_notices(turn)]


def bank_after(turn: Turn) -> int | None:
    """The bank of the person who acted, None where nobody's time was spent."""
    actor = _row(turn, turn.actor)
    if turn.clock is None or actor is None or actor.bank is None or actor.played_by is None or turn.before != turn.actor:
        return None
    return PACES[turn.clock].after(actor.bank, turn.moment - turn.since, hushed=turn.hushed)


def _row(turn: Turn, seat: str | None) -> SeatRow | None:
    return next((row for row in turn.rows if row.seat == seat), None)


def _notices(turn: Turn) -> list[Step]:
    """Exactly one notice when a turn comes to somebody; none while the same person goes on, sees it happen, or has a bot in his place."""
    if turn.before == turn.after:
        return []
    late = (_LATE, {"table": turn.table})
    then, before = _row(turn, turn.after), _row(turn, turn.before)
    if then is None or then.played_by is None or then.person in turn.present:
        return [late]
    if before is not None and before.person == then.person:
        return []
    told = {
        "table": turn.table,
        "to": then.person,
        "payload": {"seat": then.seat},
        "version": turn.version,
        "due": turn.moment + turn.grace,
    }
    return [late, *((notice, told) for notice in _NOTICES)]
