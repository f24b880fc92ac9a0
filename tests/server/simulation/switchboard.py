"""What PostgreSQL does for several processes beside keeping rows, for the server's own hub: notices, advisory locks, lines that are cut.

Faked is only this: a notice of a change reaches every listening line after its transaction is committed, in order and some time
later; a lock belongs to a line and ends with it. The rows themselves are kept by SQLite, where one process writes at a time.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random
from types import SimpleNamespace, TracebackType
from typing import Any, Self

from msgspec import Struct
from sqlalchemy.engine import make_url

from ruinous.server.hub import Hub
from server.simulation import life, network


class Error(Exception):
    """A line is cut, or there is none."""


class Notice(Struct, frozen=True):
    """What somebody said on a channel."""

    channel: str
    payload: str


class Switchboard:
    """Lines of all processes."""

    def __init__(self, chance: Random, habits: Callable[[], network.Habits]) -> None:
        self._chance = chance
        self._habits = habits
        self.lines: list[Line] = []
        self.locks: dict[int, Line] = {}

    def hub(self, name: str) -> Hub:
        """The server's own, which speaks through a line of this kind."""
        return Hub(make_url("postgresql://"), name, asyncio.get_running_loop().time)

    def driver(self) -> Any:
        """In the place of the library."""
        board = self

        class AsyncConnection:
            @staticmethod
            async def connect(_address: str, **_more: Any) -> "Line":
                await board.wait()
                return Line(board)

        return SimpleNamespace(Error=Error, AsyncConnection=AsyncConnection)

    async def wait(self) -> None:
        """For the net."""
        await asyncio.sleep(self.delay())

    def delay(self) -> float:
        """How long something is under way."""
        return self._chance.uniform(0.0001, self._habits().delay / 2)

    def breaks(self) -> bool:
        """Whether a line breaks now."""
        return self._chance.random() < self._habits().cuts / 2

    def notify(self, channel: str, payload: str) -> None:
        """Everybody who listens hears it, unless the line breaks."""
        for line in list(self.lines):
            if channel in line.channels:
                line.hear(Notice(channel, payload))

    def hang_up(self, process: "life.Life") -> None:
        """A process is gone."""
        for line in [line for line in self.lines if line.process is process]:
            line.cut()


class Line:
    """One connection of a process."""

    def __init__(self, board: Switchboard) -> None:
        self._board = board
        self.process = life.current.get()
        self.channels: set[str] = set()
        self.closed = False
        self._held: Counter[int] = Counter()
        self._heard: asyncio.Queue[Notice | None] = asyncio.Queue()
        self._last = 0.0
        board.lines.append(self)

    def cut(self) -> None:
        """Nothing comes through any more, and its locks are free."""
        if self.closed:
            return
        self.closed = True
        self._board.lines.remove(self)
        for number in self._held:
            del self._board.locks[number]
        self._heard.put_nowait(None)

    def hear(self, notice: Notice) -> None:
        """It is under way."""
        if self._board.breaks():
            self.cut()
            return
        loop = asyncio.get_running_loop()
        self._last = max(self._last + 1e-6, loop.time() + self._board.delay())
        loop.call_at(self._last, self._heard.put_nowait, notice)

    async def execute(self, question: str, values: Sequence[Any] = ()) -> Self:
        """Ask. Raises Error."""
        await self._board.wait()
        if self.closed or self._board.breaks():
            self.cut()
            raise Error("the line is cut")
        self._answer: Any = None
        match question.split("(")[0]:
            case "SELECT pg_notify":
                self._board.notify("ruinous_present", values[0])
            case "SELECT pg_try_advisory_lock":
                mine = self._board.locks.setdefault(values[0], self) is self
                self._held[values[0]] += mine
                self._held += Counter()  # those not held are not in it
                self._answer = (mine,)
            case "SELECT pg_advisory_unlock":
                self._unlock(values[0])
            case listen:
                self.channels.add(listen.removeprefix("LISTEN "))
        return self

    def _unlock(self, number: int) -> None:
        if self._held[number] > 1:
            self._held[number] -= 1
        elif self._held.pop(number, 0):
            del self._board.locks[number]

    async def fetchone(self) -> Any:
        """The answer."""
        return self._answer

    async def notifies(self) -> AsyncIterator[Notice]:
        """What comes. Raises Error when the line is cut."""
        while (notice := await self._heard.get()) is not None:
            yield notice
        raise Error("the line is cut")

    async def close(self) -> None:
        """Hang up."""
        self.cut()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, _kind: type[BaseException] | None, _problem: BaseException | None, _trace: TracebackType | None) -> None:
        self.cut()
