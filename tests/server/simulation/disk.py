"""The disk of a simulated world, under SQLite's own library: slow, and sometimes broken. What a power cut does is told by test_power."""

import asyncio
import sqlite3
from collections.abc import Callable
from random import Random
from typing import Any, Final, Self

from msgspec import Struct

from server.simulation import threads


class Habits(Struct, frozen=True):
    """How a disk is: the share of writes that are slow, and of those that fail."""

    slow: float = 0.0
    fails: float = 0.0


CALM: Final = Habits()


PATIENCE: Final = 5.0
"""Seconds that one who writes waits for another, as the server's own settings have it."""


class Disk:
    """What all connections of a process share. A dead process writes nothing any more."""

    def __init__(self, chance: Random, step: Callable[[], None], told: Callable[[str, str], None], broken: Callable[[str], None]) -> None:
        self._chance = chance
        self._step = step  # is told that something was waited for
        self.told = told  # is told, on a channel, what a transaction has changed
        self._broken = broken  # is told what may never be written
        self.habits = CALM
        self.dead = False
        self._open: list[Connection] = []

    def connect(self, *args: Any, **more: Any) -> "Connection":
        """A connection that is on this disk."""
        connection = Connection(*args, **more)
        connection.disk, connection.changes = self, []
        connection.create_function("ruinous_changed", 1, lambda game: connection.changes.append(("ruinous_changed", game)))
        connection.create_function("ruinous_left", 1, lambda key: connection.changes.append(("ruinous_left", key)))
        connection.create_function("ruinous_broken", 1, self._broken)
        self._open.append(connection)
        return connection

    def forget(self, connection: "Connection") -> None:
        """It is closed."""
        if connection in self._open:
            self._open.remove(connection)

    def die(self) -> None:
        """The process is gone: what is not committed has never been."""
        self.dead = True
        for connection in self._open:
            sqlite3.Connection.rollback(connection)
            sqlite3.Connection.close(connection)
        self._open.clear()

    def wait(self) -> None:
        """For the disk."""
        chance = self._chance
        threads.pause(chance.uniform(0.5, 5.0) if chance.random() < self.habits.slow else chance.uniform(0.0001, 0.01))
        self._step()
        self.live()

    def live(self) -> None:
        """Raises what a library raises that is no longer there."""
        if self.dead:
            raise sqlite3.OperationalError("this process is dead")

    def fail(self) -> None:
        """Raises now and then."""
        if self._chance.random() < self.habits.fails:
            raise sqlite3.OperationalError(self._chance.choice(["disk I/O error", "database or disk is full"]))


def relax(connection: Any, _record: object) -> None:
    """Here only processes die, so that nothing need be forced to the disk; and nobody waits in true time."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous = 0")
    cursor.execute("PRAGMA busy_timeout = 0")
    cursor.close()


class Cursor(sqlite3.Cursor):
    """Statements: one that takes the lock of the writer waits, and any may fail."""

    connection: "Connection"

    def execute(self, sql: str, parameters: Any = (), /) -> Self:
        """Carry it out."""
        disk = self.connection.disk
        disk.live()
        if sql == "BEGIN IMMEDIATE":
            return self._begin(disk)
        disk.fail()
        return super().execute(sql, parameters)

    def _begin(self, disk: Disk) -> Self:
        """As soon as no other process writes."""
        clock = asyncio.get_running_loop().time
        until = clock() + PATIENCE
        while True:
            disk.wait()
            disk.fail()
            try:
                return super().execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as problem:
                if "locked" not in str(problem) or clock() > until:
                    raise


class Connection(sqlite3.Connection):
    """One to the database of the world."""

    disk: Disk
    changes: list[tuple[str, str]]
    """What the open transaction changes: a channel, and what is said on it."""

    def cursor(self, factory: Any = Cursor) -> Any:
        """For statements."""
        return super().cursor(factory)

    def commit(self) -> None:
        """Before and after it something may go wrong; whoever hears of an error does not know which."""
        if not self.in_transaction:
            return
        self.disk.wait()
        self.disk.fail()
        super().commit()
        for change in dict.fromkeys(self.changes):
            self.disk.told(*change)
        self.changes.clear()
        self.disk.wait()
        self.disk.fail()

    def rollback(self) -> None:
        """Undo; a dead process has no need to."""
        self.changes.clear()
        if not self.disk.dead:
            super().rollback()

    def close(self) -> None:
        """For good."""
        if not self.disk.dead:
            self.disk.forget(self)
            super().close()
