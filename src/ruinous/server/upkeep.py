"""What follows from a change of a table, in the same transaction: the bank of the seat that acted, and the notice to whom it is now.

`statements` decides and touches nothing: the store carries them out with the change, so that neither is ever there without the other.
"""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from msgspec import Struct

from ruinous.server.clock import PACES
from ruinous.server.schema import outbox, people, seats

GRACE: Final = 60_000
"""Milliseconds before a notice goes out: whoever is about to open the page is not told of what he sees."""
CHANNELS: Final = {"mail": people.c.email, "webhook": people.c.webhook}
"""The ways of a notice, with what a person must have for it."""


class Sitting(Struct, frozen=True):
    """Who has a seat: a person, a bot, or a bot in a person's place; and what is left on its clock, in milliseconds."""

    seat: str
    person: str | None
    bot: str | None
    bank: int | None


class Change(Struct, frozen=True):
    """A row that is being appended to the log of a table. `before` and `after` are the seats that decide before and after it."""

    table: str
    clock: str | None
    sitting: Sequence[Sitting]
    actor: str
    before: str | None
    before_since: int
    after: str | None
    version: int
    moment: int
    present: frozenset[str]  # people who have a page of the table open
    grace: int = GRACE


def statements(change: Change) -> list[sa.Executable]:
    """Everything to carry out beside the change itself."""
    by_seat = {one.seat: one for one in change.sitting}
    return [*_bank(change, by_seat.get(change.actor)), *_notices(change, by_seat)]


def _bank(change: Change, actor: Sitting | None) -> list[sa.Executable]:
    if change.clock is None or actor is None or actor.bank is None or actor.bot is not None or change.before != change.actor:
        return []
    bank = PACES[change.clock].after(actor.bank, change.moment - change.before_since)
    return [seats.update().where(seats.c.game == change.table, seats.c.seat == actor.seat).values(bank=bank)]


def _notices(change: Change, by_seat: dict[str, Sitting]) -> list[sa.Executable]:
    """Exactly one notice when a turn comes to somebody; none while the same person goes on, sees it happen, or has a bot in his place."""
    if change.before == change.after:
        return []
    late = outbox.delete().where(outbox.c.game == change.table, outbox.c.sent.is_(None))
    now, before = by_seat.get(change.after or ""), by_seat.get(change.before or "")
    if now is None or now.person is None or now.bot is not None or now.person in change.present:
        return [late]
    if before is not None and before.person == now.person:
        return []
    return [late, *(_notice(change, now, channel) for channel in CHANNELS)]


def _notice(change: Change, to: Sitting, channel: str) -> sa.Executable:
    """A notice for the outbox, if this person can be reached in this way."""
    told = {
        "person": people.c.id,
        "channel": sa.literal(channel),
        "game": sa.literal(change.table),
        "version": sa.literal(change.version),
        "payload": sa.literal({"seat": to.seat}, sa.JSON),
        "due": sa.literal(change.moment + change.grace, sa.BigInteger),
        "attempts": sa.literal(0),
    }
    reachable = sa.select(*told.values()).where(people.c.id == to.person, CHANNELS[channel].is_not(None))
    return outbox.insert().from_select(list(told), reachable)
