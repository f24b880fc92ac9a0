"""Databases of earlier versions come to the newest form, and what is in them goes on."""

import hashlib
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ruinous.server.database import Database, connected, migrate
from ruinous.server.schema import metadata
from server import postgres
from server.harness import Place, Visitor, running

SECRET, OTHER = "a-secret-of-the-first-version-000000000000001", "another-secret-of-the-first-version-00000002"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A database without tables."""
    if request.param == "sqlite":
        yield tmp_path / "games.sqlite3"
        return
    here: postgres.Cluster = request.getfixturevalue("cluster")
    name = f"empty_{uuid.uuid4().hex}"
    here.tell(f'CREATE DATABASE "{name}" TEMPLATE template0')
    yield here.address(name)


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def fill(connection: sa.Connection) -> None:
    """Two tables of one visitor, one of them only watched, and one of another, as version 0001 kept them."""
    old = sa.MetaData()
    old.reflect(connection)
    moment = 1_700_000_000_000
    summary = {"round": 1, "phase": "counting", "to_move": "left"}
    common = {"game": "counting", "rules": 1, "options": {"players": ["left", "right"], "mood": "calm"}, "secret": b"s" * 32, "seed": None}
    common |= {"head": 0, "over": False, "summary": summary, "created": moment, "updated": moment}
    connection.execute(old.tables["games"].insert(), [{"id": name, **common} for name in ("mine", "watched", "other")])
    rows = [("mine", "left", None, SECRET), ("mine", "right", "steady", None), ("watched", None, None, SECRET)]
    rows += [("watched", "left", "steady", None), ("watched", "right", "steady", None), ("other", "left", "steady", None)]
    rows += [("other", "right", None, OTHER)]
    seats = [{"game": g, "seat": s, "bot": b, "secret_hash": hashed(x) if x else None} for g, s, b, x in rows]
    connection.execute(old.tables["seats"].insert(), seats)


def test_the_first_version_goes_on(empty: Place) -> None:
    with connected(empty) as connection:
        migrate(connection, "0001")
        fill(connection)
    opened = Database.open(empty)
    opened.release()
    with connected(empty) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.scalar(sa.text("SELECT count(*) FROM people")) == 2
    with running(empty) as here:
        name = f"ruinous_{opened.identity}"
        me, other = Visitor(here.address, {name: SECRET}), Visitor(here.address, {name: OTHER})
        assert {row["table"]: row["seat"] for row in me.get("/api/tables").json()} == {"mine": "left", "watched": None}
        assert [row["table"] for row in other.get("/api/tables").json()] == ["other"]
        with me.at("mine") as chair:
            assert chair.hello()["view"]["seat"] == "left"
            assert chair.play("add 1")["view"]["total"] == 1
        with other.at("mine") as chair:
            assert chair.hello()["view"]["seat"] is None
