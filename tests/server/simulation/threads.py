"""Threads of a simulated world: greenlets that give way only where they wait, so that the order of things comes from the seed."""

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import aiosqlite.core
import greenlet  # type: ignore[import-untyped]

T = TypeVar("T")

AT_ONCE: Final = frozenset({"cursor", "fetchone", "fetchmany", "fetchall", "rollback", "close"})
"""What waits for nothing and that nobody else can see: a thread of its own for it would only cost time."""


class Thread(greenlet.greenlet):  # type: ignore[misc]
    """Work that would be done in a thread."""


def run(work: Callable[[], T]) -> asyncio.Future[T]:
    """Begin the work; what comes of it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def whole() -> None:
        try:
            result = work()
        except BaseException as problem:
            if not done.done():
                done.set_exception(problem)
        else:
            if not done.done():
                done.set_result(result)

    def begin() -> None:
        thread = Thread(whole)
        thread.gr_context = contextvars.copy_context()
        thread.switch()

    loop.call_soon(begin)
    return done


def pause(seconds: float) -> None:
    """Wait, if this is a thread; whatever is done in the loop itself takes no time."""
    here = greenlet.getcurrent()
    if isinstance(here, Thread):
        asyncio.get_running_loop().call_later(seconds, here.switch)
        assert here.parent is not None
        here.parent.switch()


def _at_once(work: Callable[[], Any]) -> bool:
    """Whether a connection need not wait for this; the beginning of a transaction that reads is nothing before its first statement."""
    return isinstance(work, partial) and (work.func.__name__ in AT_ONCE or work.args[:1] == ("BEGIN",))


class Queue:
    """In the place of the queue of a connection of aiosqlite, whose thread takes what to do from it, one after the other."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()
        self._busy = False

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do this next."""
        wanted, work = item
        if wanted is not None and not self._busy and _at_once(work):
            try:
                wanted.set_result(work())
            except Exception as problem:
                wanted.set_exception(problem)
            return
        self._waiting.append(item)
        if not self._busy:
            self._next()

    def _next(self) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            wanted, work = self._waiting.popleft()
            run(work).add_done_callback(lambda done: self._done(wanted, done))

    def _done(self, wanted: asyncio.Future[Any] | None, done: asyncio.Future[Any]) -> None:
        problem = done.exception()
        if wanted is not None and not wanted.done():
            if problem is None:
                wanted.set_result(done.result())
            else:
                wanted.set_exception(problem)
        self._next()


class Connection(aiosqlite.core.Connection):
    """A connection of aiosqlite with a thread of this kind. Nothing is wrong with one that is never closed: its process may have died."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._tx = Queue()  # type: ignore[assignment]
        self._thread = NoThread()  # type: ignore[assignment]

    def __del__(self) -> None:
        pass


class NoThread:
    """In the place of its true thread: the queue does it all."""

    daemon = True

    def start(self) -> None:
        """Nothing to begin."""
