"""Writing to an SQLite file from one thread: in order, together where it is possible, each for itself where it is not."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ruinous.server.database import Database, connected
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


def put(name: str) -> Callable[[sa.Connection], str]:
    """Writes a row."""

    def work(connection: sa.Connection) -> str:
        connection.execute(sa.text("INSERT INTO meta (name, value) VALUES (:name, 'x')"), {"name": name})
        return name

    return work


def kept(database: Database) -> set[str]:
    """The rows that are there."""
    url = database.engine.url.database
    assert url is not None
    with connected(Path(url)) as connection:
        return set(connection.scalars(sa.text("SELECT name FROM meta"))) - {"identity"}


def played(database: Database, scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(scene(), PATIENCE)
        await database.close()

    in_a_loop(whole())


def test_what_comes_at_one_time_is_written_together(database: Database, commits: list[int]) -> None:
    async def scene() -> None:
        names = [f"row {n}" for n in range(100)]
        assert await asyncio.gather(*(database.write("t", put(name)) for name in names)) == names
        assert kept(database) == set(names)
        assert len(commits) == 2  # 64 and the others

    played(database, scene)


def test_what_is_written_together_goes_by_tables_and_at_each_in_the_order_in_which_it_came(database: Database) -> None:
    """So that two processes with the same tables do not wait for each other for ever."""
    carried_out: list[str] = []

    def noted(name: str) -> Callable[[sa.Connection], None]:
        return lambda _connection: carried_out.append(name)

    async def scene() -> None:
        await asyncio.gather(*(database.write(name[0], noted(name)) for name in ("b1", "c1", "a1", "c2", "b2", "a2")))
        assert carried_out == ["a1", "a2", "b1", "b2", "c1", "c2"]

    played(database, scene)


def test_one_that_fails_takes_none_with_it(database: Database) -> None:
    async def scene() -> None:
        await database.write("t", put("there"))
        outcomes = await asyncio.gather(*(database.write("t", put(name)) for name in ("one", "there", "two")), return_exceptions=True)
        assert [outcomes[0], outcomes[2]] == ["one", "two"]
        assert isinstance(outcomes[1], sa.exc.IntegrityError)
        assert kept(database) == {"there", "one", "two"}

    played(database, scene)


def test_a_commit_that_fails_fails_all_of_it(database: Database) -> None:
    def fail(_connection: sa.Connection) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, OSError("disk I/O error"))

    async def scene() -> None:
        for engine in database.engines:
            event.listen(engine, "commit", fail)
        outcomes = await asyncio.gather(*(database.write("t", put(name)) for name in "ab"), return_exceptions=True)
        assert all(isinstance(outcome, sa.exc.OperationalError) for outcome in outcomes)
        assert kept(database) == set()
        for engine in database.engines:
            event.remove(engine, "commit", fail)
        assert await database.write("t", put("a")) == "a"

    played(database, scene)


def test_long_transactions_and_short_ones_take_turns(database: Database) -> None:
    """More of them at one time than SQLite would let wait."""

    async def long(n: int) -> None:
        async with database.begin() as connection:
            await connection.execute(sa.text("SELECT 1"))
            await connection.run_sync(put(f"long {n}"))

    async def scene() -> None:
        await asyncio.gather(*(work for n in range(30) for work in (long(n), database.write("t", put(f"short {n}")))))
        assert len(kept(database)) == 60

    played(database, scene)


def test_work_that_nobody_waits_for_any_more_is_done(database: Database) -> None:
    async def scene() -> None:
        task = asyncio.create_task(database.write("t", put("left")))
        await asyncio.sleep(0)
        task.cancel()
        await database.write("t", put("after"))
        assert kept(database) == {"left", "after"}

    played(database, scene)


def test_work_that_comes_too_late_fails_and_nobody_waits_for_ever(database: Database) -> None:
    async def scene() -> None:
        await database.close()
        with pytest.raises(RuntimeError):
            await database.write("t", put("late"))
        with pytest.raises(RuntimeError):
            await database.write("t", put("later"))

    played(database, scene)
