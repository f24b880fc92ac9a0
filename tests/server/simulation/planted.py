"""Faults planted in the server, each a promise broken in the simplest way: the worlds are worth as much as they find of them."""

import asyncio
from contextlib import AbstractContextManager, suppress
from typing import Any, Final
from unittest.mock import patch

import msgspec
import sqlalchemy as sa
from msgspec import Raw

from ruinous.server import deeds
from ruinous.server.history import History
from ruinous.server.protocol import Ack
from ruinous.server.schema import games, people, seats
from ruinous.server.showing import Looks, Watcher
from ruinous.server.store import NotSaved, Overtaken, SeatRow, Store, welcome
from ruinous.server.table import Table
from ruinous.server.tables import Tables
from server.simulation.plan import Plan

_append, _play, _view = Store.append, Table.play, Looks.view
_seat, _create, _rematch = Store.seat, Store.create, Tables._rematch


async def acknowledged_before_it_is_on_the_disk(store: Store, *args: Any) -> None:
    """The write goes on by itself."""

    async def write() -> None:
        with suppress(NotSaved):
            await _append(store, *args)

    asyncio.get_running_loop().create_task(write())


async def a_failed_write_taken_for_done(store: Store, *args: Any) -> None:
    """What the disk says does not matter."""
    try:
        await _append(store, *args)
    except Overtaken:
        raise
    except NotSaved:
        pass


def nobody_asks_what_is_on_the_disk(_table: Table) -> Any:
    """After a write that failed, what is in memory is believed."""
    return asyncio.sleep(0)


async def the_same_action_carried_out_twice(table: Table, watcher: Watcher, message: Any, deed: Any) -> None:
    """Whoever sends it again means it again."""
    await deed(table, watcher, message)


async def _play_again(table: Table, seat: str, action: int, action_id: str | None) -> None:
    await _play(table, seat, action, None if action_id in table.history.done else action_id)


def any_version_is_current(_table: Table, _seat: str, _version: int) -> None:
    """An action for an older state is carried out on this one."""


def the_others_are_not_told(table: Table, watcher: Watcher, message: Any, seat: str | None) -> None:
    """Only who acts sees what he did."""
    watcher.send(Ack(message.action_id, table.history.version(seat)))
    table.show([watcher])


def who_comes_back_is_told_nothing(history: History, _seat: str | None, version: int) -> int:
    """He is taken to have seen all that there is."""
    return history.length if version >= 0 else -1


def everybody_sees_the_hand_of_who_decides(looks: Looks, seat: str | None) -> Raw:
    """A view through the wrong eyes."""
    return _view(looks, looks._rules.to_move(looks._state) or seat)


async def a_seat_is_given_unseen(store: Store, game: str, before: SeatRow, after: SeatRow, *_args: Any, **more: Any) -> str | None:
    """Whoever may have sat down there meanwhile."""
    async with store.writing() as connection:
        if more.get("comer") is not None:
            await welcome(connection, more["comer"], 0)
        row = seats.update().where(seats.c.game == game, seats.c.seat == before.seat)
        await connection.execute(row.values(person=after.person, bot=after.bot))
        name: str | None = await connection.scalar(sa.select(people.c.name).where(people.c.id == after.person))
        return name


async def several_at_a_time(_table: Table, work: Any) -> Any:
    """Nobody waits for anybody."""
    return await work()


async def a_seat_is_told_and_not_kept(store: Store, *args: Any, **more: Any) -> str | None:
    """What the disk says does not matter."""
    try:
        return await _seat(store, *args, **more)
    except Overtaken:
        raise
    except NotSaved:
        return None


async def it_begins_whenever_somebody_says_so(store: Store, game: str, moment: int, bot: str, _also: Any) -> None:
    """Also when it has begun."""
    async with store.writing() as connection:
        await connection.execute(games.update().where(games.c.id == game).values(started=moment, turn_since=moment))
        open_ = seats.update().where(seats.c.game == game, seats.c.person.is_(None), seats.c.bot.is_(None))
        await connection.execute(open_.values(bot=bot))


async def another_rematch_for_each(tables: Tables, table: Table, person: str | None) -> str:
    """Whoever asks gets one of his own."""
    table.status = msgspec.structs.replace(table.status, rematch=None)
    return await _rematch(tables, table, person)


async def each_rematch_is_the_first(store: Store, *args: Any) -> None:
    """Nobody asks whether there is one."""
    await _create(store, *args[:5])


def nobody_is_told_who_sits_where(_table: Table) -> None:
    """Those who look find out some day."""


def the_others_are_not_heard(_tables: Tables, _table: str | None) -> None:
    """What other processes do is of no interest."""


def _repeats(*_args: Any) -> bool:
    return False


FAULTS: Final[dict[str, list[tuple[Any, str, Any]]]] = {
    "acknowledged before it is on the disk": [(Store, "append", acknowledged_before_it_is_on_the_disk)],
    "a failed write taken for done": [(Store, "append", a_failed_write_taken_for_done)],
    "after a failed write nobody looks at the disk": [(Table, "settle", nobody_asks_what_is_on_the_disk)],
    "the same action carried out twice": [
        (deeds, "_once", the_same_action_carried_out_twice),
        (deeds, "_is_current", any_version_is_current),
        (Table, "play", _play_again),
    ],
    "a repeated action refused": [(deeds, "_repeats", _repeats)],
    "an old version accepted": [(deeds, "_is_current", any_version_is_current)],
    "a change not shown to the others": [(deeds, "_tell", the_others_are_not_told)],
    "events lost to who comes back": [(History, "length_at", who_comes_back_is_told_nothing)],
    "the hand of another shown": [(Looks, "view", everybody_sees_the_hand_of_who_decides)],
    "a seat given to two at a time": [(Store, "seat", a_seat_is_given_unseen), (Table, "in_turn", several_at_a_time)],
    "a seat given to two by two processes": [(Store, "seat", a_seat_is_given_unseen)],
    "a seat told and not kept": [(Store, "seat", a_seat_is_told_and_not_kept)],
    "a game that begins twice": [(Store, "start", it_begins_whenever_somebody_says_so)],
    "a rematch for each who asks": [(Tables, "_rematch", another_rematch_for_each), (Store, "create", each_rematch_is_the_first)],
    "a change of seats not shown": [(Table, "_show_seats", nobody_is_told_who_sits_where)],
    "another process not heard": [(Tables, "heard", the_others_are_not_heard)],
}
"""By name, each with what is put in place of what."""
AMONG_GUESTS: Final = frozenset(
    {"a seat given to two at a time", "a seat told and not kept", "a change of seats not shown", "a rematch for each who asks"}
)
BETWEEN_PROCESSES: Final = frozenset({"another process not heard"})
IN_BOTH: Final = frozenset({"a seat given to two by two processes", "a game that begins twice"})
"""Faults that show only where guests crowd, where several processes serve, and where both is so."""


def can_show(fault: str, wanted: Plan) -> bool:
    """Whether there is any use in looking for it in such a world."""
    guests, many = wanted.guests > 0, wanted.processes > 1
    return (guests or fault not in AMONG_GUESTS | IN_BOTH) and (many or fault not in BETWEEN_PROCESSES | IN_BOTH)


def planted(fault: str) -> list[AbstractContextManager[Any]]:
    """What has the server have this fault."""
    return [patch.object(place, name, own) for place, name, own in FAULTS[fault]]
