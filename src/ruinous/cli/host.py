"""`ruinous backup`, `ruinous restore`, `ruinous db`: what a host does with the database beside serving it."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

from ruinous import games
from ruinous.cli.common import BadInput, Failed, Missing, console, progress
from ruinous.cli.speech import say
from ruinous.cli.table import database_option

T = TypeVar("T")


def _place(database: str | None) -> Path | str:
    """Where games are kept. Raises BadInput."""
    from ruinous.server.settings import BadSetting, read

    try:
        return read(database=database).place()
    except BadSetting as wrong:
        raise BadInput(str(wrong)) from None


def _done(work: Coroutine[Any, Any, T], where: Path | str) -> T:
    """The result of the work. Raises BadInput and Missing in words."""
    from ruinous.server.backup import BadFile
    from ruinous.server.database import NoDriver, Unusable, shown
    from ruinous.server.lock import InUse

    try:
        return asyncio.run(work)
    except NoDriver as wrong:
        raise Missing(str(wrong)) from None
    except InUse:
        raise BadInput(say("problems.in_use", place=str(where))) from None
    except FileExistsError as wrong:
        raise BadInput(say("problems.file_there", file=str(wrong))) from None
    except BadFile as wrong:
        raise BadInput(str(wrong)) from None
    except (Unusable, OSError) as wrong:
        raise BadInput(say("problems.database", place=str(shown(where)), problem=str(wrong))) from None


def _check(where: Path | str, quiet: bool) -> None:
    """Replay all games. Raises Failed with those that are broken."""
    from ruinous.server import backup

    with progress(say("games_bar"), None, quiet) as bar:
        proof = _done(backup.check(where, games.GAMES, lambda: bar(1)), where)
    if proof.moved:
        console().print(say("host.moved", moved=proof.moved))
    if proof.wrong:
        raise Failed("\n".join([say("host.broken", wrong=len(proof.wrong), total=proof.total), *proof.wrong]))
    console().print(say("host.whole", total=proof.total))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@database_option
@click.option("--check/--no-check", default=True)
@click.option("--quiet", is_flag=True)
def backup(file: Path, database: str | None, check: bool, quiet: bool) -> None:
    """Copy the database into FILE, a new one, also while a server is running. The copy is an SQLite file, for its owner only."""
    from ruinous.server.backup import back_up

    where = _place(database)
    _done(back_up(where, file), where)
    if check:
        _check(file, quiet)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--quiet", is_flag=True)
def restore(file: Path, database: str | None, quiet: bool) -> None:
    """Fill a new database, SQLite or PostgreSQL, from a copy made by `ruinous backup`. Nothing is ever overwritten."""
    from ruinous.server.backup import restore as fill

    where = _place(database)
    _done(fill(file, where), where)
    _check(where, quiet)


@click.group()
def db() -> None:
    """Look after the database in which a server keeps its games."""


@db.command()
@database_option
@click.option("--quiet", is_flag=True)
def check(database: str | None, quiet: bool) -> None:
    """Replay every game of a database to its checksums, also while a server is running."""
    _check(_place(database), quiet)
