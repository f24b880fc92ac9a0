"""The databases that tests of the server run on."""

import signal
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from server import postgres
from server.harness import Lent, Place, Running, Visitor, running

# A shell's background jobs ignore Ctrl+C, and so would the servers that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server, started by the first test that wants it."""
    with postgres.cluster() as here:
        yield here


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def lent_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lent:
    """Lends places of empty databases: everything that asks for one runs on each kind."""
    if request.param == "postgresql":
        here: postgres.Cluster = request.getfixturevalue("cluster")
        return here.lent
    return lambda: nullcontext(tmp_path_factory.mktemp("database") / "games.sqlite3")


@pytest.fixture
def database(lent_database: Lent) -> Iterator[Place]:
    """A place for a database of its own, of each kind."""
    with lent_database() as place:
        yield place


@pytest.fixture(scope="module")
def here(lent_database: Lent) -> Iterator[Running]:
    """A server of the small game, on each kind of database."""
    with lent_database() as place, running(place) as server:
        yield server


@pytest.fixture(scope="module")
def real(lent_database: Lent) -> Iterator[Running]:
    """A server of the real games, on each kind of database."""
    with lent_database() as place, running(place, real=True) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody who comes to a server of the real games for what is answered without the database."""
    with running(tmp_path_factory.mktemp("database") / "games.sqlite3", real=True) as server:
        yield Visitor(server.address)
