"""Faults planted in the server, each a promise broken in the simplest way: the worlds are worth as much as they find of them."""

import asyncio
from contextlib import AbstractContextManager, suppress
from typing import Any, Final
from unittest.mock import patch

from msgspec import Raw

from ruinous.server import deeds
from ruinous.server.history import History
from ruinous.server.protocol import Ack
from ruinous.server.showing import Looks, Watcher
from ruinous.server.store import NotSaved, Overtaken, Store
from ruinous.server.table import Table

_append, _play, _view = Store.append, Table.play, Looks.view


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
}
"""By name, each with what is put in place of what."""


def planted(fault: str) -> list[AbstractContextManager[Any]]:
    """What has the server have this fault."""
    return [patch.object(place, name, own) for place, name, own in FAULTS[fault]]
