"""Opening a database, SQLite or PostgreSQL: made durable, brought to the newest form, kept from whoever must not write too."""

import asyncio
import os
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ruinous.server import migrations, words
from ruinous.server.hub import TRIGGERS, Alone, Hub
from ruinous.server.lock import FileLock
from ruinous.server.writer import Work, Writer

SET_UP: Final = 0x5255494E
"""PostgreSQL's advisory lock under which one process at a time brings a database to the newest form."""
CHECKPOINT: Final = 4000
"""Pages of 4 KiB in SQLite's log of writes after which it is worked into the file: whoever commits then waits for that, so not often."""
LOCKED: Final = "5s"
"""How long PostgreSQL lets us wait for what another transaction holds."""
POSTGRES: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",  # also of a database whose own is SQL_ASCII, which else answers in bytes
    "options": f"-c synchronous_commit=on -c lock_timeout={LOCKED} -c timezone=UTC",
}
"""How to connect to PostgreSQL; `synchronous_commit` is what makes a write that has returned lasting."""

DRIVER: Final = "pip install 'ruinous[postgres]'"

_meta = sa.table("meta", sa.column("name"), sa.column("value"))


class Unusable(Exception):
    """The database cannot be used; the text says why."""


class NoDriver(Exception):
    """The library for this kind of database is not installed."""


class Database:
    """An open database of the newest form. `identity` tells it from others: two servers on one machine keep their visitors apart.

    `reading` is the engine for transactions that only read: each sees the database as it is at one moment. `hub` leads to the
    other processes that use it. `engines` are all that connections come from.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        reading: AsyncEngine,
        identity: str,
        hub: Alone,
        release: Callable[[], None],
        writing: sa.Engine | None = None,
    ) -> None:
        self.reading = reading
        self.identity = identity
        self.hub = hub
        self.engines = [engine.sync_engine] if writing is None else [engine.sync_engine, writing]
        self.engine = engine
        # SQLite has one writer at a time: they queue here, not there.
        self._turn = asyncio.Lock() if writing is not None and writing.dialect.name == "sqlite" else None
        self._writer = Writer(writing, self._turn or asyncio.Lock()) if writing is not None else None
        self.release = release
        """Let others have the database; does nothing the second time."""

    @classmethod
    def open(cls, where: Path | str) -> "Database":
        """Open or make an SQLite file, or open a PostgreSQL database by its address.

        Raises `lock.InUse` when another server has the file, NoDriver, and OSError or Unusable when it cannot be used.
        """
        try:
            return cls._open_file(where) if isinstance(where, Path) else cls._open_server(where)
        except CommandError as problem:
            raise Unusable(words.NEWER_FORM) from problem
        except SQLAlchemyError as problem:
            raise Unusable(str(getattr(problem, "orig", None) or problem).strip()) from problem

    @classmethod
    def _open_file(cls, path: Path) -> "Database":
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(path.with_name(path.name + ".lock"))
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds secrets: for its owner only
            with connected(path) as connection:
                identity = _set_up(connection)
            # Parameters are hidden, because what goes wrong is logged, and secrets have no place in a log.
            engine = create_async_engine(sa.URL.create("sqlite+aiosqlite", database=str(path)), hide_parameters=True)
            _tune(engine.sync_engine)
        except BaseException:
            lock.release()
            raise
        return cls(engine, engine.execution_options(reading=True), identity, Alone(), lock.release, _file_engine(path, paramstyle="named"))

    @classmethod
    def _open_server(cls, address: str) -> "Database":
        with connected(address) as connection:
            # However long another process takes to bring the database to the newest form; what it has open itself is another matter.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(SET_UP)))
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCKED}'")
            identity = _set_up(connection)
            connection.exec_driver_sql(TRIGGERS)
        name = f"ruinous-{secrets.token_hex(8)}"
        connect = {**POSTGRES, "application_name": name}
        engine = _server_engine(address, connect)
        reading = engine.execution_options(isolation_level="REPEATABLE READ")
        writing = sa.create_engine(_url(address), hide_parameters=True, connect_args=connect)
        event.listen(writing, "connect", _send_in_one_go)
        return cls(engine, reading, identity, Hub(_url(address), name), lambda: None, writing)

    @classmethod
    def look(cls, where: Path | str) -> "Database":
        """A database to be read only, also beside a server that uses it. Raises NoDriver and Unusable."""
        if isinstance(where, Path):
            if not where.is_file():
                raise Unusable(words.NO_DATABASE_FILE)
            engine = create_async_engine(f"sqlite+aiosqlite:///file:{quote(str(where))}?mode=ro&uri=true", hide_parameters=True)
            event.listen(engine.sync_engine, "connect", _leave_transactions)
            event.listen(engine.sync_engine, "begin", _begin)
            reading = engine.execution_options(reading=True)
        else:
            engine = _server_engine(where, POSTGRES)
            reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        return cls(engine, reading, "", Alone(), lambda: None)

    async def write(self, work: Work) -> None:
        """Carry out the work at a table in a transaction; it is on the disk when this returns. What comes at one time is written together.

        Raises SQLAlchemyError, and then nothing has happened.
        """
        assert self._writer is not None  # else it was opened by `look`
        await self._writer.write(work)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of many steps; it is on the disk at the end of the block. Raises SQLAlchemyError."""
        async with self._turn or nullcontext(), self.engine.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Close the database and let others have it."""
        if self._writer is not None:
            await self._writer.close()
        await self.engine.dispose()
        self.release()


def _file_engine(path: Path, **more: Any) -> sa.Engine:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)), hide_parameters=True, **more)
    _tune(engine)
    return engine


def _server_engine(address: str, connect: Mapping[str, Any]) -> AsyncEngine:
    """After a restart of PostgreSQL the connections of before are no good: each is tried before it is used."""
    try:
        return create_async_engine(_url(address), hide_parameters=True, pool_pre_ping=True, connect_args=dict(connect))
    except ImportError as problem:
        raise NoDriver(words.NO_DRIVER.format(command=DRIVER)) from problem


def connected(where: Path | str) -> AbstractContextManager[sa.Connection]:
    """One transaction of one connection, without asyncio, for the setting up and for tools: `with connected(where) as connection`.

    Raises NoDriver and SQLAlchemyError.
    """
    if isinstance(where, Path):
        engine = _file_engine(where, poolclass=sa.NullPool)
    else:
        try:
            engine = sa.create_engine(_url(where), poolclass=sa.NullPool, hide_parameters=True, connect_args=POSTGRES)
        except ImportError as problem:
            raise NoDriver(words.NO_DRIVER.format(command=DRIVER)) from problem
    return engine.begin()


def shown(where: Path | str) -> str:
    """A database as it may be named to people: without its password."""
    return re.sub(r"//([^:/@]*):.*@", r"//\1:***@", str(where))


def _url(address: str) -> sa.URL:
    try:
        return sa.make_url(address)
    except (ArgumentError, ValueError):
        raise Unusable(words.NO_ADDRESS) from None


def _set_up(connection: sa.Connection) -> str:
    """Bring the database to the newest form; its identity."""
    migrate(connection)
    identity = connection.scalar(sa.select(_meta.c.value).where(_meta.c.name == "identity"))
    if identity is None:
        identity = secrets.token_hex(8)
        connection.execute(_meta.insert().values(name="identity", value=identity))
    return str(identity)


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to the newest form, from any earlier one. Raises CommandError for one made by a newer program."""
    config = _history()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def newest() -> str | None:
    """The name of the newest form."""
    return ScriptDirectory.from_config(_history()).get_current_head()


def _history() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    return config


def _send_in_one_go(connection: Any, record: Any) -> None:
    """Wait for no statement's answer: one way to PostgreSQL and back with all of them and the commit, which raises what is wrong."""
    record.info["pipeline"] = pipeline = connection.pipeline()
    pipeline.__enter__()  # until the connection is closed


# ---- SQLite's own ways ---------------------------------------------------------------------------------
def _leave_transactions(connection: Any, _record: object) -> None:
    """The library leaves the transactions to us."""
    connection.isolation_level = None


def _prepare(connection: Any, record: object) -> None:
    """Make a new connection durable."""
    _leave_transactions(connection, record)
    cursor = connection.cursor()
    for pragma, wanted in (
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("wal_autocheckpoint", CHECKPOINT),
    ):
        cursor.execute(f"PRAGMA {pragma} = {wanted}")
        cursor.execute(f"PRAGMA {pragma}")
        if cursor.fetchone()[0] != wanted:
            raise OSError(words.UNSAFE_FILES.format(pragma=pragma, wanted=wanted))
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """A writer takes its lock at once: a transaction that reads first and writes later can lose another's update (SQLite)."""
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


def _tune(engine: sa.Engine) -> None:
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
