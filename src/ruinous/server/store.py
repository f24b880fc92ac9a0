"""What the database holds: games, who sits where, and the log of what was done (SQLAlchemy Core).

The log is the truth: rows are appended, never changed, and a game is what its rows replay to. A write returns when it is on
the disk (WAL with synchronous=FULL) or raises NotSaved, and then nothing of it has happened.
"""

import time
from collections.abc import Sequence
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Column, ForeignKey, MetaData, Table, UniqueConstraint
from sqlalchemy.exc import SQLAlchemyError

from ruinous.server.database import Database

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
meta = Table("meta", metadata, Column("name", sa.String(32), primary_key=True), Column("value", sa.String(200), nullable=False))
games = Table(
    "games",
    metadata,
    Column("id", sa.String(32), primary_key=True),
    Column("game", sa.String(32), nullable=False),
    Column("rules", sa.Integer, nullable=False),
    Column("options", sa.JSON, nullable=False),
    Column("secret", sa.LargeBinary),  # what the dice come from; leaves the server only in the record of a finished game
    Column("seed", sa.BigInteger),  # of a test table, which has no secret
    Column("head", sa.Integer, nullable=False),  # number of rows in the log
    Column("over", sa.Boolean, nullable=False),
    Column("summary", sa.JSON, nullable=False),  # what a list of tables shows: public things only
    Column("created", sa.BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Column("updated", sa.BigInteger, nullable=False),
)
seats = Table(
    "seats",
    metadata,
    Column("id", sa.Integer, primary_key=True),
    Column("game", sa.String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", sa.String(32)),  # None: somebody who made the table and only watches
    Column("bot", sa.String(200)),  # None: a person, who is known by
    Column("secret_hash", sa.LargeBinary, index=True),
    UniqueConstraint("game", "seat"),
)
log = Table(
    "log",
    metadata,
    Column("game", sa.String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", sa.Integer, primary_key=True),
    Column("kind", sa.String(8), nullable=False),
    Column("seat", sa.String(32), nullable=False),
    Column("action", sa.Integer, nullable=False),
    Column("text", sa.String(200), nullable=False),
    Column("rules", sa.Integer, nullable=False),
    Column("checksum", sa.String(64), nullable=False),
    Column("action_id", sa.String(64)),  # None: a bot's
    Column("created", sa.BigInteger, nullable=False),
    UniqueConstraint("game", "action_id"),
)


class NotSaved(Exception):
    """The database could not do it: full, broken, locked, or written by somebody else."""


class SeatRow(Struct, frozen=True):
    """Who sits at a table: a bot by name, or a person by the hash of a secret. `seat` None: an owner who only watches."""

    seat: str | None
    bot: str | None
    secret_hash: bytes | None


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
    async def create(self, game: GameRow, seated: Sequence[SeatRow], summary: dict[str, Any]) -> None:
        """Keep a new game. Raises NotSaved."""
        moment = now()
        try:
            async with self.engine.begin() as connection:
                await connection.execute(
                    games.insert().values(
                        id=game.id,
                        game=game.game,
                        rules=game.rules,
                        options=game.options,
                        secret=game.secret,
                        seed=game.seed,
                        head=0,
                        over=False,
                        summary=summary,
                        created=moment,
                        updated=moment,
                    )
                )
                await connection.execute(
                    seats.insert(), [{"game": game.id, "seat": s.seat, "bot": s.bot, "secret_hash": s.secret_hash} for s in seated]
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
                    .values(head=row.seq, over=over, summary=summary, updated=moment)
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
                    GameRow(found.id, found.game, found.rules, found.options, found.secret, found.seed),
                    [SeatRow(s.seat, s.bot, s.secret_hash) for s in seated],
                    [LogRow(r.seq, r.kind, r.seat, r.action, r.text, r.rules, r.checksum, r.action_id) for r in rows],
                )
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def tables_of(self, secret_hash: bytes) -> list[dict[str, Any]]:
        """The tables of a visitor, those that changed last first. Raises NotSaved when the database cannot be read."""
        query = (
            sa.select(games.c.id, games.c.game, seats.c.seat, games.c.over, games.c.summary, games.c.updated)
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.secret_hash == secret_hash)
            .order_by(games.c.updated.desc(), games.c.id)
            .limit(200)
        )
        try:
            async with self._reading.begin() as connection:
                return [dict(row._mapping) for row in await connection.execute(query)]
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def knows(self, secret_hash: bytes) -> bool:
        """Whether this is the secret of anybody here. Raises NotSaved when the database cannot be read."""
        try:
            async with self._reading.begin() as connection:
                found = await connection.execute(sa.select(seats.c.id).where(seats.c.secret_hash == secret_hash).limit(1))
                return found.first() is not None
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem
