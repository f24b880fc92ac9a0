"""Where worlds begin: an empty database of the newest form, and positions from the middle of games."""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from ruinous.server.database import Database
from server.simulation.library import GAMES

TRIGGERS: Final = """
CREATE TRIGGER begins_twice AFTER UPDATE OF started ON games WHEN NEW.started IS NOT OLD.started AND OLD.started IS NOT NULL
    BEGIN SELECT ruinous_broken('a game begins twice'); END;
CREATE TRIGGER left AFTER DELETE ON keys BEGIN SELECT ruinous_left(hex(OLD.secret_hash)); END;
""" + "".join(
    f"CREATE TRIGGER {place}_{deed} AFTER {deed} ON {place} BEGIN SELECT ruinous_changed(NEW.{name}); END;"
    for place, name in (("games", "id"), ("seats", "game"), ("chat", "game"))
    for deed in ("INSERT", "UPDATE")
)
"""The database tells of what changes in it, as PostgreSQL does (`ruinous.server.hub.TRIGGERS`), and of what may never happen."""


@contextmanager
def folder() -> Iterator[Path]:
    """A folder in memory, where there is one: true disks are of no use here."""
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


@cache
def empty_database() -> bytes:
    """Its file. Setting one up takes longer than playing a world."""
    with folder() as here:
        Database.open(here / "games.sqlite3").release()
        with closing(sqlite3.connect(here / "games.sqlite3")) as connection:
            connection.executescript(TRIGGERS)
        return (here / "games.sqlite3").read_bytes()


@cache
def _game(name: str, number: int) -> list[Any]:
    """All states of a random game."""
    rules, chance = GAMES[name], Random(f"{name} {number}")
    state, states = rules.new(rules.read_options({}), number), []
    while not state.over:
        states.append(state.clone())
        state.play(chance.choice(state.legal_actions()))
    return states


@cache
def late_position(name: str, number: int, left: int) -> dict[str, Any]:
    """The position so many decisions before the end of a random game."""
    position: dict[str, Any] = json.loads(json.dumps(GAMES[name].position(_game(name, number % 4)[-left])))
    return position
