"""Writing to an SQLite file from one thread: in order, together where it is possible, each for itself where it is not."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ruinous.server.database import Database, connected
from ruinous.server.schema import meta
from ruinous.server.writer import Work
from server.harness import PATIENCE, in_a_loop


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "games.sqlite3")
    yield opened
    opened.release()


@pytest.fixture
def commits(database: Database) -> list[int]:
    """Gets an entry for each transaction that is written."""
    counted: list[int] = []
    for engine in database.engines:
        event.listen(engine, "commit", lambda _connection: counted.append(1))
    return counted


def put(name: str, table: str = "t", meanwhile: Callable[[], object] = lambda: None) -> Work:
    """Writes a row."""
    return Work(table, [(meta.insert(), {"name": name, "value": "x"})], meanwhile)


def place(database: Database) -> Path:
    return Path(database.engine.url.database or "")


def kept(database: Database) -> set[str]:
    """The rows that are there."""
    with connected(place(database)) as connection:
        return set(connection.scalars(sa.text("SELECT name FROM meta"))) - {"identity"}


def played(database: Database, scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(scene(), PATIENCE)
        await database.close()

    in_a_loop(whole())


def test_what_comes_at_one_time_is_written_together(database: Database, commits: list[int]) -> None:
    async def scene() -> None:
        names = [f"row {n}" for n in range(100)]
        await asyncio.gather(*(database.write(put(name)) for name in names))
        assert kept(database) == set(names)
        assert len(commits) == 2  # 64 and the others

    played(database, scene)


def test_what_is_written_together_goes_by_tables_and_at_each_in_the_order_in_which_it_came(database: Database) -> None:
    """So that two processes with the same tables do not wait for each other for ever."""
    called: list[str] = []

    async def scene() -> None:
        works = [put(name, name[0], partial(called.append, name)) for name in ("b1", "c1", "a1", "c2", "b2", "a2")]
        await asyncio.gather(*map(database.write, works))
        with connected(place(database)) as connection:
            written = list(connection.scalars(sa.text("SELECT name FROM meta ORDER BY rowid")))
        assert written[1:] == called == ["a1", "a2", "b1", "b2", "c1", "c2"]

    played(database, scene)


def test_one_that_fails_takes_none_with_it(database: Database) -> None:
    async def scene() -> None:
        await database.write(put("there"))
        outcomes = await asyncio.gather(*(database.write(put(name)) for name in ("one", "there", "two")), return_exceptions=True)
        assert [outcomes[0], outcomes[2]] == [None, None]
        assert isinstance(outcomes[1], sa.exc.IntegrityError)
        assert kept(database) == {"there", "one", "two"}

    played(database, scene)


def test_a_commit_that_fails_fails_all_of_it(database: Database) -> None:
    def fail(_connection: sa.Connection) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, OSError("disk I/O error"))

    async def scene() -> None:
        for engine in database.engines:
            event.listen(engine, "commit", fail)
        outcomes = await asyncio.gather(*(database.write(put(name)) for name in "ab"), return_exceptions=True)
        assert all(isinstance(outcome, sa.exc.OperationalError) for outcome in outcomes)
        assert kept(database) == set()
        for engine in database.engines:
            event.remove(engine, "commit", fail)
        await database.write(put("a"))
        assert kept(database) == {"a"}

    played(database, scene)


def test_long_transactions_and_short_ones_take_turns(database: Database) -> None:
    """More of them at one time than SQLite would let wait."""

    async def long(n: int) -> None:
        async with database.begin() as connection:
            await connection.execute(sa.text("SELECT 1"))
            await connection.execute(*put(f"long {n}").steps[0])

    async def scene() -> None:
        await asyncio.gather(*(work for n in range(30) for work in (long(n), database.write(put(f"short {n}")))))
        assert len(kept(database)) == 60

    played(database, scene)


def test_work_that_nobody_waits_for_any_more_is_done(database: Database) -> None:
    async def scene() -> None:
        task = asyncio.create_task(database.write(put("left")))
        await asyncio.sleep(0)
        task.cancel()
        await database.write(put("after"))
        assert kept(database) == {"left", "after"}

    played(database, scene)


def test_work_that_comes_too_late_fails_and_nobody_waits_for_ever(database: Database) -> None:
    async def scene() -> None:
        await database.close()
        with pytest.raises(RuntimeError):
            await database.write(put("late"))
        with pytest.raises(RuntimeError):
            await database.write(put("later"))

    played(database, scene)
