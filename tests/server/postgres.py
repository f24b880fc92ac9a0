"""A PostgreSQL server for tests: private, in a temporary folder, reached by a socket in it, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from ruinous.server.database import Database
from ruinous.server.schema import meta, metadata

HASTY = (
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=60",
    "shared_buffers=16MB",
    "max_wal_size=64MB",
    "min_wal_size=32MB",
)
"""A test kills servers of ours, never the machine: nothing has to reach a real disk."""


def _programs() -> Path:
    """The folder of PostgreSQL's programs; skips the test where there is none."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        pytest.skip("no PostgreSQL server here: sudo apt-get install postgresql")
    return folders[-1]


class Cluster:
    """A PostgreSQL server and its databases."""

    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self.programs = programs
        self.folder = folder
        self._user = user
        self._numbers = count(1)
        self._given_back: list[str] = []

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's own programs, by a user whom it accepts."""
        subprocess.run(
            [str(self.programs / program), *arguments],
            user=self._user,
            group=self._user,
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Let it run."""
        options = " ".join(f"-c {option}" for option in (*HASTY, f"unix_socket_directories={self.folder}"))
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", options, "-w", "start")

    def stop(self) -> None:
        """Stop it as a crash would."""
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def address(self, name: str) -> str:
        """Of a database."""
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new database, with the tables in it."""
        name = f"games_{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE made")
        return self.address(name)

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The address of a database that is as good as new, until the end of the block: then it is emptied for the next."""
        address = self._given_back.pop() if self._given_back else self.database()
        yield address
        name = address.partition("@/")[2].partition("?")[0]
        self.tell(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        filled = ", ".join(table.name for table in metadata.sorted_tables if table is not meta)
        self.tell(f"TRUNCATE {filled} RESTART IDENTITY; DELETE FROM meta WHERE name <> 'identity'", name)
        self._given_back.append(address)

    def tell(self, statement: str, database: str = "postgres") -> None:
        """Say something to the server."""
        with psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server until the end of the block."""
    programs = _programs()
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to be run by root
    folder = Path(tempfile.mkdtemp(prefix="ruinous-"))
    try:
        if user is not None:
            shutil.chown(folder, user, user)
        here = Cluster(programs, folder, user)
        here.run("initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        here.start()
        try:
            here.tell("CREATE DATABASE made")
            Database.open(here.address("made")).release()
            yield here
        finally:
            here.stop()
    finally:
        shutil.rmtree(folder)
