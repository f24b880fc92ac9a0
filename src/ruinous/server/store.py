"""What the database holds of games: who sits where, and the log of what was done (SQLAlchemy Core).

The log is the truth: rows are appended, never changed, and a game is what its rows replay to. A write returns when it is on
the disk (WAL with synchronous=FULL) or raises NotSaved, and then nothing of it has happened.
"""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ruinous.server.database import Database
from ruinous.server.schema import games, keys, log, people, seats
from ruinous.server.writer import Step, Work


class NotSaved(Exception):
    """The database could not do it: full, broken, locked."""


class Overtaken(NotSaved):
    """Somebody else has changed the game meanwhile, in another process: look at the database before the next try."""


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Visitor(Struct, frozen=True):
    """A person with the key that he came with; `new`: neither is in the database yet."""

    person: str
    secret_hash: bytes
    new: bool = False


class SeatRow(Struct, frozen=True):
    """Who sits in a seat: a person, or a bot, or a bot in a person's place; nobody: it is open. `name` is the person's."""

    seat: str
    person: str | None = None
    bot: str | None = None
    bank: int | None = None
    name: str | None = None

    @property
    def open(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The person who decides here, None where a bot or nobody does."""
        return self.person if self.bot is None else None


class LogRow(Struct, frozen=True):
    """One change of a game: `seq` counts from 1. An undo names the action that it takes back; `checksum` is of the state after it.

    `hushed`: the other seats may not even know that there was one.
    """

    seq: int
    kind: Literal["act", "undo"]
    seat: str
    action: int
    text: str
    rules: int
    checksum: str
    hushed: bool
    action_id: str | None


class Request(Struct, frozen=True):
    """A seat asks everybody for going back to before its last action."""

    n: int
    seat: str
    action_id: str
    agreed: tuple[str, ...]


class Extra(Struct, frozen=True, omit_defaults=True):
    """What a table has agreed on beside the game."""

    standing: dict[str, str] = {}
    """The seats that pass whenever they may, each with the phase in which it does."""
    request: Request | None = None
    asked: int = 0
    """How many requests there have been."""


class GameRow(Struct, frozen=True):
    """What does not change about a game. Its chance comes from one of `secret` and `seed`."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    secret: bytes | None
    seed: int | None
    position: dict[str, Any] | None = None
    setup: str | None = None
    """The checksum of the state before the first action."""
    host: str | None = None
    private: bool = True
    invite: str | None = None
    clock: str | None = None


class Status(Struct, frozen=True):
    """What changes about a game beside its log."""

    started: int | None
    """When it began; None: it waits for people."""
    turn_since: int | None = None
    """When the pending decision came up."""
    rematch: str | None = None
    extra: Extra = Extra()
    agreed: int = 0
    """How often `extra` was changed beside the log."""


class Change(Struct, frozen=True):
    """What an append does: rows of the log, and how the game stands after them. `agreed` is the number of what `extra` comes from."""

    rows: Sequence[LogRow]
    over: bool
    summary: dict[str, Any]
    extra: Extra
    agreed: int
    moment: int

    @property
    def turn(self) -> str | None:
        """The seat that decides then."""
        turn: str | None = self.summary["to_move"]
        return turn


class Stored(Struct, frozen=True):
    """A game as it stands in the database; `log` may be only what is new of it."""

    game: GameRow
    seats: Sequence[SeatRow]
    log: Sequence[LogRow]
    status: Status = Status(None)


_AS_EXPECTED: Final = (games.c.head == sa.bindparam("head_")) & (games.c.agreed == sa.bindparam("agreed_"))
_MOVED: Final = games.update().where(games.c.id == sa.bindparam("game_")).values(head=sa.case((_AS_EXPECTED, sa.bindparam("then_"))))
"""A game that is not as expected has no next head, and one without a head is refused: nobody has to ask what the statement did."""
_ADDED: Final = log.insert()


class Store:
    """What is written to a database and read from it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is on the disk at the end of the block. Raises NotSaved, and then nothing has happened."""
        try:
            async with self.database.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads. Raises NotSaved when the database cannot be read."""
        try:
            async with self.database.reading.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    # ---- writing
    async def create(
        self,
        stored: Stored,
        summary: Mapping[str, Any],
        moment: int,
        host: Visitor | None,
        also: Sequence[Step],
        rematch_of: str | None = None,
    ) -> None:
        """Keep a new game, and carry out what follows from it.

        Raises NotSaved; Overtaken when the game that it is the rematch of has another already.
        """
        game, status = stored.game, stored.status
        async with self.writing() as connection:
            if host is not None:
                await welcome(connection, host, moment)
            if rematch_of is not None:
                claimed = games.update().where(games.c.id == rematch_of, games.c.rematch.is_(None)).values(rematch=game.id)
                await _one(connection, claimed)
            row = msgspec.structs.asdict(game) | {"summary": dict(summary), "turn": summary["to_move"], "turn_since": status.turn_since}
            row |= {"started": status.started, "extra": _kept(status.extra)}
            await connection.execute(games.insert().values(**row, head=0, over=False, created=moment, updated=moment))
            seated = [{"game": game.id, "seat": s.seat, "person": s.person, "bot": s.bot, "bank": s.bank} for s in stored.seats]
            await connection.execute(seats.insert(), seated)
            await _carry_out(connection, also)

    async def append(self, game: str, change: Change, also: Sequence[Step], meanwhile: Callable[[], object]) -> None:
        """Append rows to the log of a game, and carry out what follows from them. `meanwhile` is called when only the disk is waited for.

        Raises NotSaved; Overtaken when the log is not as long as the first row says, or what is agreed on has changed.
        """
        rows, moment = change.rows, change.moment
        stands: dict[str, Any] = {"then_": rows[-1].seq, "over": change.over, "turn": change.turn, "turn_since": moment}
        stands |= {"summary": change.summary, "extra": _kept(change.extra)}
        if not all(row.hushed for row in rows):  # lists of tables show it to everybody who sits there
            stands["updated"] = moment
        known = {"game_": game, "head_": rows[0].seq - 1, "agreed_": change.agreed}
        added = [msgspec.structs.asdict(row) | {"game": game, "created": moment} for row in rows]
        try:
            await self.database.write(Work(game, [(_MOVED, known | stands), (_ADDED, added), *also], meanwhile))
        except IntegrityError as problem:
            raise Overtaken from problem
        except (SQLAlchemyError, OSError) as problem:
            raise NotSaved from problem

    async def alter(self, game: str, change: Callable[[Extra], Extra]) -> tuple[Extra, int]:
        """Change what a table has agreed on; what it then is, and its number. Raises NotSaved, and whatever `change` raises."""
        async with self.writing() as connection:
            query = sa.select(games.c.extra, games.c.agreed).where(games.c.id == game).with_for_update()
            kept, number = (await connection.execute(query)).one()
            extra, agreed = change(_extra(kept)), number + 1
            await connection.execute(games.update().where(games.c.id == game).values(extra=_kept(extra), agreed=agreed))
            return extra, agreed

    async def start(self, game: str, moment: int, bot: str, also: Sequence[Step]) -> None:
        """Begin a game that waits, and carry out what follows from it; the open seats get this bot.

        Raises NotSaved; Overtaken when it waits no longer.
        """
        async with self.writing() as connection:
            begun = games.update().where(games.c.id == game, games.c.started.is_(None))
            await _one(connection, begun.values(started=moment, turn_since=moment, updated=moment))
            open_ = seats.update().where(seats.c.game == game, seats.c.person.is_(None), seats.c.bot.is_(None))
            await connection.execute(open_.values(bot=bot))
            await _carry_out(connection, also)

    async def seat(
        self,
        game: str,
        before: SeatRow,
        after: SeatRow,
        moment: int,
        *,
        waiting: bool,
        turn: bool = False,
        comer: Visitor | None = None,
        why: Step | None = None,
    ) -> str | None:
        """Put somebody else in a seat (`turn`: whose turn then begins), and carry out what keeps the reason; his name.

        Raises NotSaved; Overtaken when the seat or the table is not as it was, or he sits elsewhere at it.
        """
        async with self.writing() as connection:
            held = games.update().where(games.c.id == game, games.c.started.is_(None) if waiting else games.c.started.is_not(None))
            since = {"turn_since": moment} if turn else {}
            await _one(connection, held.values(updated=moment, **since))  # also keeps other processes away from this game
            if comer is not None:
                await welcome(connection, comer, moment)
            if after.person not in (None, before.person):
                elsewhere = sa.select(seats.c.id).where(seats.c.game == game, seats.c.person == after.person)
                if (await connection.execute(elsewhere)).first() is not None:
                    raise Overtaken
            same = seats.update().where(
                seats.c.game == game,
                seats.c.seat == before.seat,
                seats.c.person.is_not_distinct_from(before.person),
                seats.c.bot.is_not_distinct_from(before.bot),
            )
            await _one(connection, same.values(person=after.person, bot=after.bot, bank=after.bank))
            await _carry_out(connection, [why] if why is not None else [])
            name: str | None = await connection.scalar(sa.select(people.c.name).where(people.c.id == after.person))
            return name

    # ---- reading
    async def load(self, game: str, after: int = 0) -> Stored | None:
        """A game with its seats and its log, or only what comes after so many rows of it; None when there is none. Raises NotSaved."""
        async with self.reading() as connection:
            found = (await connection.execute(sa.select(games).where(games.c.id == game))).one_or_none()
            if found is None:
                return None
            rows = await connection.execute(sa.select(log).where(log.c.game == game, log.c.seq > after).order_by(log.c.seq))
            return Stored(
                GameRow(**{name: getattr(found, name) for name in GameRow.__struct_fields__}),
                (await seats_of(connection, [game]))[game],
                [LogRow(**{name: getattr(row, name) for name in LogRow.__struct_fields__}) for row in rows],
                Status(found.started, found.turn_since, found.rematch, _extra(found.extra), found.agreed),
            )

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        """The tables where a person sits or is the host, those that changed last first. Raises NotSaved."""
        own = sa.select(seats.c.game).where(seats.c.person == person)
        query = (
            sa.select(*(games.c[name] for name in ("id", "game", "over", "started", "summary", "updated", "clock", "turn", "turn_since")))
            .where((games.c.host == person) | games.c.id.in_(own))
            .order_by(games.c.updated.desc(), games.c.id)
            .limit(200)
        )
        async with self.reading() as connection:
            rows = [dict(row._mapping) for row in await connection.execute(query)]
            seated = await seats_of(connection, [row["id"] for row in rows])
            return [row | {"seats": seated[row["id"]], "person": person} for row in rows]

    async def waiting(self, since: int) -> list[dict[str, Any]]:
        """The tables made since then that wait for people and are not private, the newest first. Raises NotSaved."""
        query = (
            sa.select(games.c.id, games.c.game, games.c.options, games.c.clock, games.c.created, people.c.name.label("host"))
            .outerjoin(people, people.c.id == games.c.host)
            .where(games.c.started.is_(None), sa.not_(games.c.private), games.c.created >= since)
            .order_by(games.c.created.desc(), games.c.id)
            .limit(100)
        )
        async with self.reading() as connection:
            rows = [dict(row._mapping) for row in await connection.execute(query)]
            seated = await seats_of(connection, [row["id"] for row in rows])
            return [row | {"seats": seated[row["id"]]} for row in rows]

    async def unattended(self) -> list[str]:
        """The tables where the program is to move (a bot, or a seat that passes by itself) and a person plays. Raises NotSaved."""
        mover, player = seats.alias("mover"), seats.alias("player")
        query = (
            sa.select(games.c.id, mover.c.seat, mover.c.bot, games.c.extra)
            .join(mover, (mover.c.game == games.c.id) & (mover.c.seat == games.c.turn))
            .where(games.c.started.is_not(None), sa.not_(games.c.over), mover.c.bot.is_not(None) | games.c.extra.is_not(None))
            .where(sa.exists().where(player.c.game == games.c.id, player.c.person.is_not(None), player.c.bot.is_(None)))
            .order_by(games.c.updated)
        )
        async with self.reading() as connection:
            rows = await connection.execute(query)
            return [row.id for row in rows if row.bot is not None or row.seat in _extra(row.extra).standing]

    async def person(self, secret_hash: bytes) -> str | None:
        """Whose key this is. Raises NotSaved when the database cannot be read."""
        async with self.reading() as connection:
            found: str | None = await connection.scalar(sa.select(keys.c.person).where(keys.c.secret_hash == secret_hash))
            return found


async def seats_of(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
    """Who sits at these tables."""
    query = (
        sa.select(seats.c.game, seats.c.seat, seats.c.person, seats.c.bot, seats.c.bank, people.c.name)
        .outerjoin(people, people.c.id == seats.c.person)
        .where(seats.c.game.in_(tables))
        .order_by(seats.c.id)
    )
    found: dict[str, list[SeatRow]] = {table: [] for table in tables}
    for game, *row in await connection.execute(query):
        found[game].append(SeatRow(*row))
    return found


async def welcome(connection: AsyncConnection, visitor: Visitor, moment: int) -> None:
    """Keep a person who is new."""
    if visitor.new:
        await connection.execute(people.insert().values(id=visitor.person, notices=[], created=moment))
        await connection.execute(keys.insert().values(secret_hash=visitor.secret_hash, person=visitor.person, created=moment))


async def _carry_out(connection: AsyncConnection, steps: Sequence[Step]) -> None:
    """Carry out what follows from a change in its transaction."""
    for statement, values in steps:
        await connection.execute(statement, values)


async def _one(connection: AsyncConnection, statement: sa.Update) -> None:
    """Change exactly one row. Raises Overtaken when it is not as expected."""
    if (await connection.execute(statement)).rowcount != 1:
        raise Overtaken


def _extra(kept: Any) -> Extra:
    return msgspec.convert(kept, Extra) if kept else Extra()


def _kept(extra: Extra) -> Any:
    return msgspec.to_builtins(extra) or None
