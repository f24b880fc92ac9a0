"""Copies of a database, and the proof that a database is whole: every game replays to its checksums.

A copy is one SQLite file, whatever kind of database it was made from, and can be restored into either kind: this is also the way
from SQLite to PostgreSQL.
"""

import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import sqlalchemy as sa
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ruinous.games import Rules
from ruinous.server import words
from ruinous.server.database import Database, Unusable, connected, migrate, newest
from ruinous.server.line import Broken, Line, under_other
from ruinous.server.schema import games, meta, metadata, people
from ruinous.server.store import NotSaved, Store, Stored

ROWS: Final = 1000
"""So many rows are held in memory at a time."""


class BadFile(Unusable):
    """The file of a copy cannot be written or read; the text names it and says why."""


async def back_up(where: Path | str, file: Path) -> None:
    """Copy a database, also while a server uses it, into a new file for its owner only; the file is there when it is whole.

    Raises BadFile, FileExistsError where something has the name already, NoDriver and Unusable.
    """
    await _check_form(where)
    try:
        if os.path.lexists(file):
            raise FileExistsError
        with TemporaryDirectory(dir=file.absolute().parent, prefix=f".{file.name}-") as folder:
            copy = Path(folder) / file.name
            _create(copy)
            await _copy(where, copy)
            with open(copy, "rb+") as whole:
                os.fsync(whole.fileno())
            _create(file)  # what has come to be there meanwhile is not replaced either
            os.replace(copy, file)
    except FileExistsError:
        raise FileExistsError(file) from None
    except OSError as problem:
        raise BadFile(f"{file}: {problem.strerror}") from problem


def _create(file: Path) -> None:
    """A new file for its owner only. Raises OSError, FileExistsError where something has the name already."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


async def _copy(where: Path | str, copy: Path) -> None:
    """Copy a database into an empty file. Raises NoDriver, OSError and Unusable."""
    try:
        if isinstance(where, Path):
            _copy_file(where, copy)
        else:
            await _copy_server(where, copy)
    except (SQLAlchemyError, sqlite3.Error) as problem:
        raise Unusable(str(getattr(problem, "orig", None) or problem)) from problem


def _copy_file(source: Path, copy: Path) -> None:
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)  # in one step: writers go on beside it
        new.execute("PRAGMA journal_mode = delete")  # one file and nothing beside it


async def _copy_server(address: str, copy: Path) -> None:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(copy)), poolclass=sa.NullPool)
    database = Database.look(address)
    try:
        with engine.begin() as new:
            migrate(new)
            async with database.reading.begin() as old:
                async for table, rows in _contents(old):
                    new.execute(table.insert(), rows)
    finally:
        await database.close()


async def restore(file: Path, where: Path | str) -> None:
    """Fill an empty or new database from a copy, of this or an earlier form. All of it happens, or nothing.

    Raises BadFile, InUse, NoDriver, OSError and Unusable.
    """
    with TemporaryDirectory(prefix="ruinous-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy_newest(file, copy)
        source, target = Database.look(copy), Database.open(where)
        try:
            async with source.reading.begin() as old, target.begin() as new:
                if await new.scalar(sa.select(sa.exists(sa.select(games.c.id)))) or await new.scalar(
                    sa.select(sa.exists(sa.select(people.c.id)))
                ):
                    raise Unusable(words.NOT_EMPTY)
                await new.execute(meta.delete())
                async for table, rows in _contents(old):
                    await new.execute(table.insert(), rows)
                if new.dialect.name == "postgresql":
                    await _set_sequences(new)
        except SQLAlchemyError as problem:
            raise Unusable(str(getattr(problem, "orig", None) or problem)) from problem
        finally:
            await source.close()
            await target.close()


async def _contents(connection: AsyncConnection) -> AsyncIterator[tuple[sa.Table, list[dict[str, Any]]]]:
    """All rows, those that others refer to first."""
    for table in metadata.sorted_tables:
        found = await connection.stream(sa.select(table))
        async for rows in found.mappings().partitions(ROWS):
            yield table, [dict(row) for row in rows]


async def _set_sequences(connection: AsyncConnection) -> None:
    """Let PostgreSQL count on from the numbers that were brought along."""
    for table in metadata.sorted_tables:
        if (column := table.autoincrement_column) is not None:
            counter = sa.func.pg_get_serial_sequence(table.name, column.name)
            await connection.execute(sa.select(sa.func.setval(counter, sa.func.max(column))).select_from(table))


# ---- the proof
class Proof(Struct, frozen=True):
    """What became of the games of a database when they were replayed under the rules of this program."""

    total: int
    moved: int
    """So many were begun under other rules and go on under these."""
    wrong: Sequence[str]
    """What is wrong with the others, one line each: the game, the first row that leads elsewhere, and why."""


async def check(where: Path | str, rules: Mapping[str, Rules], told: Callable[[], None] = lambda: None) -> Proof:
    """Replay every game of a database, of a file also one of an earlier form, and change nothing. `told` is called after each game.

    Raises NoDriver, OSError and Unusable.
    """
    with TemporaryDirectory(prefix="ruinous-") as folder:
        if isinstance(where, Path) and await _form(where) != newest():
            copy = Path(folder) / "copy.sqlite3"
            _copy_newest(where, copy)
            where = copy
        await _check_form(where)
        return await _proof(where, rules, told)


async def _proof(where: Path | str, rules: Mapping[str, Rules], told: Callable[[], None]) -> Proof:
    database = Database.look(where)
    store = Store(database)
    moved = 0
    wrong: list[str] = []
    try:
        async with database.reading.begin() as connection:
            found = (await connection.execute(sa.select(games.c.id, games.c.head, games.c.over))).all()
        for game, head, over in found:
            if (stored := await store.load(game)) is not None:
                try:
                    moved += _replay(stored, head, rules)
                except Broken as problem:
                    wrong.append(f"{problem}{'; it is over' if over else ''}")
            told()
    except (SQLAlchemyError, NotSaved) as problem:
        raise Unusable(str(getattr(problem, "orig", None) or problem.__cause__ or problem)) from problem
    finally:
        await database.close()
    return Proof(len(found), moved, wrong)


def _replay(stored: Stored, head: int, known: Mapping[str, Rules]) -> bool:
    """Play a whole log, also what was taken back; whether the game was begun under other rules than these. Raises Broken."""
    game = stored.game
    if game.game not in known:
        raise Broken(f"{game.id}: there is no game called {game.game}")
    numbers = [row.seq for row in stored.log]
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) < head:
        raise Broken(f"{game.id}: rows are missing from its log")
    rules = known[game.game]
    try:
        line = Line.begun(rules, game)
        for row in stored.log:
            line = line.then(row)
    except Broken as problem:
        raise under_other(rules, game, problem) from problem.__cause__
    if not line.kept:  # a server would begin it anew, and does not where nothing tells how it began
        Line.of(rules, game, [])
    return rules.version != game.rules


async def _form(where: Path | str) -> str | None:
    """The form of a database. Raises NoDriver and Unusable."""
    database = Database.look(where)
    try:
        async with database.reading.begin() as connection:
            form: str | None = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError as problem:
        raise Unusable(str(getattr(problem, "orig", None) or problem)) from problem
    finally:
        await database.close()
    return form


async def _check_form(where: Path | str) -> None:
    """Raises Unusable for a database of another form than this program's."""
    form = await _form(where)
    if form != newest():
        raise Unusable(words.OTHER_FORM.format(form=form, newest=newest()))


def _copy_newest(file: Path, copy: Path) -> None:
    """A copy in the newest form. Raises BadFile."""
    try:
        _copy_file(file, copy)
        with connected(copy) as connection:
            migrate(connection)
    except CommandError as problem:
        raise BadFile(f"{file}: {words.NEWER_FORM}") from problem
    except (SQLAlchemyError, sqlite3.Error) as problem:
        raise BadFile(f"{file}: {getattr(problem, 'orig', None) or problem}") from problem
