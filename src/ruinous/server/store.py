"""What the database holds: games, who sits where, and the log of what was done (SQLAlchemy Core).

The log is the truth: rows are appended, never changed, and a game is what its rows replay to. A write returns when it is on
the disk (WAL with synchronous=FULL) or raises NotSaved, and then nothing of it has happened.
"""

import time
from collections.abc import Sequence
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from ruinous.server.database import Database
from ruinous.server.schema import games, keys, log, people, seats


class NotSaved(Exception):
    """The database could not do it: full, broken, locked, or written by somebody else."""


class SeatRow(Struct, frozen=True):
    """Who sits in a seat: a person, or a bot, or a bot in a person's place; nobody yet."""

    seat: str
    person: str | None
    bot: str | None


class Visitor(Struct, frozen=True):
    """A person with the key that he came with; `new`: neither is in the database yet."""

    person: str
    secret_hash: bytes
    new: bool


class LogRow(Struct, frozen=True):
    """One change of a game: `seq` counts from 1. An undo names the action that it takes back; `checksum` is of the state after it."""

    seq: int
    kind: Literal["act", "undo"]
    seat: str
    action: int
    text: str
    rules: int
    checksum: str
    action_id: str | None


class GameRow(Struct, frozen=True):
    """What does not change about a game. Its chance comes from one of `secret` and `seed`."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    secret: bytes | None
    seed: int | None
    host: str | None


class Stored(Struct, frozen=True):
    """A game as it stands in the database."""

    game: GameRow
    seats: Sequence[SeatRow]
    log: Sequence[LogRow]


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Store:
    """What is written to a database and read from it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.engine = database.engine
        self._reading = database.reading

    # ---- writing
    async def create(self, game: GameRow, seated: Sequence[SeatRow], summary: dict[str, Any], host: Visitor) -> None:
        """Keep a new game. Raises NotSaved."""
        moment = now()
        try:
            async with self.engine.begin() as connection:
                if host.new:
                    await connection.execute(people.insert().values(id=host.person, notices=[], created=moment))
                    await connection.execute(keys.insert().values(secret_hash=host.secret_hash, person=host.person, created=moment))
                await connection.execute(
                    games.insert().values(
                        id=game.id,
                        game=game.game,
                        rules=game.rules,
                        options=game.options,
                        secret=game.secret,
                        seed=game.seed,
                        host=game.host,
                        head=0,
                        over=False,
                        turn=summary["to_move"],
                        turn_since=moment,
                        summary=summary,
                        started=moment,
                        created=moment,
                        updated=moment,
                    )
                )
                await connection.execute(
                    seats.insert(), [{"game": game.id, "seat": s.seat, "person": s.person, "bot": s.bot} for s in seated]
                )
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def append(self, game: str, row: LogRow, *, over: bool, summary: dict[str, Any]) -> None:
        """Append a row to the log of a game. Raises NotSaved; also when the log is not `row.seq - 1` rows long."""
        moment = now()
        try:
            async with self.engine.begin() as connection:
                moved = await connection.execute(
                    games.update()
                    .where(games.c.id == game, games.c.head == row.seq - 1)
                    .values(head=row.seq, over=over, turn=summary["to_move"], turn_since=moment, summary=summary, updated=moment)
                )
                if moved.rowcount != 1:
                    raise NotSaved("another writer has been here")
                await connection.execute(
                    log.insert().values(
                        game=game,
                        seq=row.seq,
                        kind=row.kind,
                        seat=row.seat,
                        action=row.action,
                        text=row.text,
                        rules=row.rules,
                        checksum=row.checksum,
                        action_id=row.action_id,
                        created=moment,
                    )
                )
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    # ---- reading
    async def load(self, game: str) -> Stored | None:
        """A game with its seats and its log, or None. Raises NotSaved when the database cannot be read."""
        try:
            async with self._reading.begin() as connection:
                found = (await connection.execute(sa.select(games).where(games.c.id == game))).one_or_none()
                if found is None:
                    return None
                seated = await connection.execute(sa.select(seats).where(seats.c.game == game).order_by(seats.c.id))
                rows = await connection.execute(sa.select(log).where(log.c.game == game).order_by(log.c.seq))
                return Stored(
                    GameRow(found.id, found.game, found.rules, found.options, found.secret, found.seed, found.host),
                    [SeatRow(s.seat, s.person, s.bot) for s in seated],
                    [LogRow(r.seq, r.kind, r.seat, r.action, r.text, r.rules, r.checksum, r.action_id) for r in rows],
                )
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        """The tables of a person, those that changed last first. Raises NotSaved when the database cannot be read."""
        query = (
            sa.select(games.c.id, games.c.game, seats.c.seat, games.c.over, games.c.summary, games.c.updated)
            .outerjoin(seats, (seats.c.game == games.c.id) & (seats.c.person == person))
            .where((games.c.host == person) | (seats.c.person == person))
            .order_by(games.c.updated.desc(), games.c.id)
            .limit(200)
        )
        try:
            async with self._reading.begin() as connection:
                return [dict(row._mapping) for row in await connection.execute(query)]
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def person(self, secret_hash: bytes) -> str | None:
        """Whose key this is. Raises NotSaved when the database cannot be read."""
        try:
            async with self._reading.begin() as connection:
                found: str | None = await connection.scalar(sa.select(keys.c.person).where(keys.c.secret_hash == secret_hash))
                return found
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem
