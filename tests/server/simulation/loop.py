"""A loop of asyncio whose time is virtual: when nothing is left to do now, it is at once the moment of the next timer."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from server.simulation import threads


class Stuck(Exception):
    """Nothing is left to do, now or ever, and the world has not come to its end."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Knows no sockets, no signals and no threads; what is handed to a thread is a `threads.Thread`."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = self  # which a loop asks to wait for the net until the next timer

    def time(self) -> float:
        """Seconds since this world began."""
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        """Wait, which takes no time."""
        if timeout is None:
            raise Stuck
        self._now += timeout
        return []

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Let a thread of this world do it; each piece of work is one of its own, since nobody here hands over two at once."""
        return threads.run(partial(func, *args))

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody has to wake a loop that never sleeps."""
