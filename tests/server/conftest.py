"""The databases that tests of the server run on."""

from collections.abc import Callable, Iterator

import pytest

from server import postgres
from server.harness import Place, Running, Visitor, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server, started by the first test that wants it."""
    with postgres.cluster() as here:
        yield here


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Place]:
    """Makes places for new databases: everything that asks for it runs on each kind."""
    if request.param == "postgresql":
        here: postgres.Cluster = request.getfixturevalue("cluster")
        return here.database
    return lambda: tmp_path_factory.mktemp("database") / "games.sqlite3"


@pytest.fixture
def database(new_database: Callable[[], Place]) -> Place:
    """A place for a new database, of each kind."""
    return new_database()


@pytest.fixture(scope="module")
def here(new_database: Callable[[], Place]) -> Iterator[Running]:
    """A server of the small game, on each kind of database."""
    with running(new_database()) as server:
        yield server


@pytest.fixture(scope="module")
def real(new_database: Callable[[], Place]) -> Iterator[Running]:
    """A server of the real games, on each kind of database."""
    with running(new_database(), real=True) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody who comes to a server of the real games for what is answered without the database."""
    with running(tmp_path_factory.mktemp("database") / "games.sqlite3", real=True) as server:
        yield Visitor(server.address)
