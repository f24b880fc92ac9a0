"""One thread that writes to a database. What comes while it waits for the disk is then written together, with one wait for all."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import sqlalchemy as sa

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
"""A part of a transaction, in a thread of its own. It may be carried out again if what was written with it fails, and changes nothing
but the database."""

MOST: Final = 64
"""How much is written together."""


class Writer:
    """Carries out work as if each had a transaction of its own, at each table in the order in which it comes. `turn` is held meanwhile."""

    def __init__(self, engine: sa.Engine, turn: asyncio.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "writer")
        self._kept: sa.Connection | None = None  # it costs time to ask for one, and to try whether it is still good
        self._waiting: list[tuple[str, Work[Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, table: str, work: Work[T]) -> T:
        """The result of the work at a table, once it is on the disk. Raises what the work raises, or the commit, and then nothing has
        happened; RuntimeError once this is closed.

        It is carried out to its end even when nobody waits for it any more.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, work, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        """Finish what waits."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()
        if self._kept is not None:
            self._kept.close()
        self._engine.dispose()

    async def _write(self) -> None:
        while self._waiting:
            async with self._turn:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                batch.sort(key=lambda waiting: waiting[0])  # two processes with the same tables never wait for each other
                works = [work for _, work, _ in batch]
                try:
                    outcomes = await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, works)
                except RuntimeError as closed:
                    outcomes = [(None, closed)] * len(batch)
            for (_, _, done), (result, problem) in zip(batch, outcomes, strict=True):
                if done.done():  # nobody waits for it any more
                    continue
                if problem is None:
                    done.set_result(result)
                else:
                    done.set_exception(problem)

    def _carry_out(self, works: Sequence[Work[Any]]) -> list[tuple[Any, Exception | None]]:
        """All in one transaction; where that fails, each in one of its own."""
        try:
            return [(result, None) for result in self._together(works)]
        except Exception as problem:
            if len(works) == 1:
                return [(None, problem)]
            return [self._carry_out([work])[0] for work in works]

    def _together(self, works: Sequence[Work[Any]]) -> list[Any]:
        """All in one transaction, on the connection of the last one if that went well."""
        kept, self._kept = self._kept, None
        connection, results = kept or self._engine.connect(), None
        try:
            with connection.begin():
                results = [work(connection) for work in works]
        except BaseException as problem:
            connection.close()
            cut = isinstance(problem, sa.exc.DBAPIError) and problem.connection_invalidated
            if kept is None or not cut or results is not None:
                raise
            return self._together(works)  # it was cut while nothing was to do, and nothing has happened yet
        self._kept = connection
        return results
