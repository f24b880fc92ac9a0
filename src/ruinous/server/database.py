"""Opening a database: SQLite's own ways, the migrations, and the lock that keeps a second server out of the file."""

import os
import secrets
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ruinous.server import migrations
from ruinous.server.lock import FileLock

_meta = sa.table("meta", sa.column("name"), sa.column("value"))


class Unusable(Exception):
    """The database cannot be used; the text says why."""


class Database:
    """An open database of the newest form. `identity` tells it from others: two servers on one machine keep their visitors apart."""

    def __init__(self, engine: AsyncEngine, identity: str, lock: FileLock) -> None:
        self.engine = engine
        self.identity = identity
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> "Database":
        """Open or make a database. Raises `lock.InUse` when another server has it, OSError or Unusable when it cannot be used."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(path.with_name(path.name + ".lock"))
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds secrets: for its owner only
            identity = _set_up(path)
        except SQLAlchemyError as problem:
            lock.release()
            raise Unusable(str(getattr(problem, "orig", None) or problem)) from problem
        except BaseException:
            lock.release()
            raise
        # Parameters are hidden, because what goes wrong is logged, and secrets have no place in a log.
        engine = create_async_engine(sa.URL.create("sqlite+aiosqlite", database=str(path)), hide_parameters=True)
        _tune(engine.sync_engine)
        return cls(engine, identity, lock)

    async def close(self) -> None:
        """Close the database and let others have it."""
        await self.engine.dispose()
        self.release()

    def release(self) -> None:
        """Let others have the database; does nothing the second time."""
        self._lock.release()


def _set_up(path: Path) -> str:
    """Bring the database to the newest form; its identity."""
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)), poolclass=sa.NullPool, hide_parameters=True)
    _tune(engine)
    with engine.begin() as connection:
        migrate(connection)
        identity = connection.scalar(sa.select(_meta.c.value).where(_meta.c.name == "identity"))
        if identity is None:
            identity = secrets.token_hex(8)
            connection.execute(_meta.insert().values(name="identity", value=identity))
    return str(identity)


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to the newest form, from any earlier one."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


# ---- SQLite's own ways ---------------------------------------------------------------------------------
def _prepare(connection: Any, _record: object) -> None:
    """Make a new connection durable, and leave the transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)):
        cursor.execute(f"PRAGMA {pragma} = {wanted}")
        cursor.execute(f"PRAGMA {pragma}")
        if cursor.fetchone()[0] != wanted:
            raise OSError(f"this file system cannot keep a database safely: {pragma} is not {wanted}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """A writer takes its lock at once: a transaction that reads first and writes later can lose another's update (SQLite)."""
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


def _tune(engine: sa.Engine) -> None:
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
