"""What people say at a table, and that somebody's time was up; the notes that people keep for themselves."""

import unicodedata
from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from ruinous.server import words
from ruinous.server.answers import told
from ruinous.server.protocol import Line
from ruinous.server.refused import Refused
from ruinous.server.schema import chat, games, notes, people, seats
from ruinous.server.store import Store
from ruinous.server.writer import Step

MOST_LINES: Final = 500
"""The last so many lines are sent to who comes."""


def clean(text: str) -> str:
    """A text without characters that are not there to be read: NUL, escapes, changes of direction. Line breaks stay."""
    return "".join(c for c in text if c == "\n" or c == "\u200d" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")).strip()


_TABLE: Final = sa.bindparam("table", type_=sa.String)
_NEXT: Final = sa.select(sa.func.coalesce(sa.func.max(chat.c.n) + 1, 0)).where(chat.c.game == _TABLE).scalar_subquery()
_SITS: Final = (seats.c.game == _TABLE) & (seats.c.seat == sa.bindparam("of", type_=sa.String))
_TIME_IS_UP: Final = chat.insert().from_select(
    ["game", "n", "person", "seat", "text", "created"],
    sa.select(seats.c.game, _NEXT, seats.c.person, seats.c.seat, sa.literal(""), sa.bindparam("moment", type_=sa.BigInteger)).where(_SITS),
)


def time_is_up(game: str, seat: str, moment: int) -> Step:
    """Keeps that the time of a seat was up, among what is said at the table: everybody there reads it, also later."""
    return _TIME_IS_UP, {"table": game, "of": seat, "moment": moment}


def read(lines: Sequence[Line]) -> list[Line]:
    """The lines as they are read in the language in use."""
    return [line if line.text else msgspec.structs.replace(line, text=words.TIME_IS_UP) for line in lines]


class Talk:
    """The chat and the notes of all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def lines(self, game: str, after: int = -1) -> list[Line]:
        """What was said at a table after this line. Raises NotSaved when the database cannot be read."""
        query = sa.select(chat).where(chat.c.game == game, chat.c.n > after).order_by(chat.c.n.desc()).limit(MOST_LINES)
        async with self._store.reading() as connection:
            rows = list(await connection.execute(query))
        return [Line(row.n, told(row.created), row.seat, row.name, row.text) for row in reversed(rows)]

    async def say(self, game: str, person: str, seat: str | None, text: str, moment: int, *, named: bool) -> Line:
        """Keep a line; `named`: only of a person with a name. Raises Refused, NotSaved."""
        text = clean(text)
        if not text:
            raise Refused("bad_message", words.BAD_MESSAGE)
        async with self._store.writing() as connection:
            await connection.execute(sa.select(games.c.id).where(games.c.id == game).with_for_update())  # one number for each line
            name: str | None = await connection.scalar(sa.select(people.c.name).where(people.c.id == person))
            if named and name is None:
                raise Refused("bad_message", words.NAME_FIRST)
            last = await connection.scalar(sa.select(sa.func.max(chat.c.n)).where(chat.c.game == game))
            n = 0 if last is None else int(last) + 1
            await connection.execute(chat.insert().values(game=game, n=n, person=person, seat=seat, name=name, text=text, created=moment))
        return Line(n, told(moment), seat, name, text)

    async def note(self, game: str, person: str) -> str | None:
        """What a person has noted at a table. Raises NotSaved when the database cannot be read."""
        async with self._store.reading() as connection:
            found: str | None = await connection.scalar(sa.select(notes.c.text).where(notes.c.game == game, notes.c.person == person))
            return found

    async def write(self, game: str, person: str, text: str) -> str:
        """Keep a note in place of the last; the note as it is kept. Raises NotSaved."""
        text = clean(text)
        mine = (notes.c.game == game) & (notes.c.person == person)
        async with self._store.writing() as connection:
            if (await connection.execute(notes.update().where(mine).values(text=text))).rowcount == 0:
                await connection.execute(notes.insert().values(game=game, person=person, text=text))
        return text
