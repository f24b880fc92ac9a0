"""Computing beside the tables: one piece of work at a time, in a thread, so that nobody's question holds up a game."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeVar

from ruinous.server import words
from ruinous.server.refused import Refused

T = TypeVar("T")
MOST_WAITING: Final = 32
SECONDS: Final = 2.0


class Deadline:
    """When a piece of work must be done. The work itself asks, between two of its steps."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raises Refused once the time is up."""
        if time.monotonic() > self._end:
            raise Refused("too_slow", words.TOO_SLOW)


class Aside:
    """The one place beside the tables; whoever comes waits in a line that is not endless."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore()
        self._waiting = 0

    async def do(self, work: Callable[[Deadline], T]) -> T:
        """The result of the work. Raises Refused when too many wait, and whatever the work raises."""
        if self._waiting >= MOST_WAITING:
            raise Refused("too_fast", words.TOO_FAST)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(lambda: work(Deadline()))
        finally:
            self._waiting -= 1
