"""One thread that writes to a database. What comes while it waits for the disk is then written together, with one wait for all."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct

Statement = sa.UpdateBase | sa.TextClause
Step = tuple[Statement, Mapping[str, Any] | Sequence[Mapping[str, Any]]]
"""A statement that is made once, and its values."""

MOST: Final = 64
"""How much is written together."""


class Work(Struct, frozen=True):
    """What is written at a table, whole or not at all. It may be tried again: its statements fail where they have been carried out.

    Nothing is asked between the statements, so that all can go to the database in one go. `meanwhile` is called in the loop as soon
    as only the disk is waited for.
    """

    table: str
    steps: Sequence[Step]
    meanwhile: Callable[[], object]


class _Told:
    """A statement in the database's own words, with values of these names. To have SQLAlchemy carry it out takes twice as long."""

    def __init__(self, statement: Statement, names: Iterable[str], dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(compiled)
        self._fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        ways = {name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()}
        self._ways = {name: way for name, way in ways.items() if way is not None}

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the driver takes for these values."""
        told = {**self._fixed, **given}
        for name, way in self._ways.items():
            told[name] = way(told[name])
        return told


class Writer:
    """Carries out work as if each had a transaction of its own, at each table in the order in which it comes. `turn` is held meanwhile."""

    def __init__(self, engine: sa.Engine, turn: asyncio.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "writer")
        self._told: dict[tuple[Statement, tuple[str, ...]], _Told] = {}
        self._kept: sa.Connection | None = None  # it costs time to ask for one, and to try whether it is still good
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> None:
        """Return once it is on the disk. Raises what its statements raise, or the commit, and then nothing has happened; RuntimeError once
        this is closed.

        It is carried out to its end even when nobody waits for it any more.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        await done

    async def close(self) -> None:
        """Finish what waits."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()
        if self._kept is not None:
            self._kept.close()
        self._engine.dispose()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            async with self._turn:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                batch.sort(key=lambda waiting: waiting[0].table)  # two processes with the same tables never wait for each other
                works = [work for work, _ in batch]
                try:
                    problems = await loop.run_in_executor(self._thread, self._carry_out, works, loop)
                except RuntimeError as closed:
                    problems = [closed] * len(batch)
            for (_, done), problem in zip(batch, problems, strict=True):
                if done.done():  # nobody waits for it any more
                    continue
                if problem is None:
                    done.set_result(None)
                else:
                    done.set_exception(problem)

    def _carry_out(self, works: Sequence[Work], loop: asyncio.AbstractEventLoop) -> list[Exception | None]:
        """All in one transaction; where that fails, each in one of its own."""
        try:
            self._together(works, loop)
        except Exception as problem:
            return [problem] if len(works) == 1 else [self._carry_out([work], loop)[0] for work in works]
        return [None] * len(works)

    def _together(self, works: Sequence[Work], loop: asyncio.AbstractEventLoop) -> None:
        """All in one transaction, on the connection of the last one if that went well."""
        kept, self._kept = self._kept, None
        connection = kept or self._engine.connect()
        try:
            connection.begin()
            for work in works:
                for statement, values in work.steps:
                    for row in (values,) if isinstance(values, Mapping) else values:
                        self._tell(connection, statement, row)
            for work in works:
                loop.call_soon_threadsafe(work.meanwhile)
            connection.commit()
        except BaseException as problem:
            connection.invalidate()  # whatever was begun on it is over
            connection.close()
            if kept is None or not (isinstance(problem, sa.exc.DBAPIError) and problem.connection_invalidated):
                raise
            self._together(works, loop)  # cut, most likely while nothing was to do; what has been done after all is not done twice
        else:
            self._kept = connection

    def _tell(self, connection: sa.Connection, statement: Statement, row: Mapping[str, Any]) -> None:
        """Give a statement to the driver, which says nothing of what it did. Raises SQLAlchemyError, as SQLAlchemy would."""
        dialect, key = connection.dialect, (statement, tuple(row))
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = _Told(statement, row, dialect)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(told.text, told.values(row))
        except dialect.loaded_dbapi.Error as problem:
            gone = dialect.is_disconnect(problem, connection.connection.dbapi_connection, cursor)
            wrapped = sa.exc.DBAPIError.instance(
                told.text, None, problem, dialect.loaded_dbapi.Error, hide_parameters=True, connection_invalidated=gone, dialect=dialect
            )
            raise wrapped from problem
        finally:
            cursor.close()  # SQLite: an open one keeps its lock, also once the connection is closed
