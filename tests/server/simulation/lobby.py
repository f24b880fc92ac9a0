"""What a table that waits for people is to do, as a model; and whether everything that people were told of one can have happened so.

A request takes effect at one moment between its beginning and its end, or, where it has no certain answer, perhaps never. The answers are
right if there is an order of such moments in which the model gives them all and ends as the database does (linearizability).
"""

import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

NOBODY: Final = ""
USUAL: Final = "@random"
"""A bot is told from people by its @; this one plays where nobody sits when the game begins."""


class Deed(Struct):
    """A request of a guest at a table, and what came of it. `answer` is the seat that he was given, or how the lobby showed the table."""

    guest: str
    table: str
    kind: str
    seat: str | None = None
    bot: str | None = None
    invited: bool = True
    begun: float = 0.0
    ended: float = math.inf
    status: int | None = None
    answer: Any = None

    @property
    def certain(self) -> bool:
        """Whether its answer says what has happened."""
        return self.status not in (None, 503)


class Room(Struct, frozen=True):
    """A table when it was made: who sits where (by name; nobody, or a bot), in order of play."""

    table: str
    host: str
    private: bool
    seats: tuple[tuple[str, str], ...]


class Stand(Struct, frozen=True):
    """How a table stands. `been` are those who have sat somewhere, and the bots; it is kept only where answers may be old."""

    rows: tuple[tuple[str, str], ...]
    started: bool = False
    been: frozenset[tuple[str, str]] = frozenset()

    def seat_of(self, guest: str) -> str | None:
        """Where a guest sits."""
        return next((seat for seat, who in self.rows if who == guest), None)

    def with_(self, seat: str, who: str) -> "Stand":
        """Somebody else sits there."""
        return msgspec.structs.replace(self, rows=tuple((name, who if name == seat else old) for name, old in self.rows))


Told = tuple[int, Any]
"""A status, and what the answer says."""


def carried_out(room: Room, stand: Stand, deed: Deed) -> tuple[Told, Stand]:
    """What the table answers, and how it stands then."""
    own = stand.seat_of(deed.guest)
    member = own is not None or deed.guest == room.host
    rows = dict(stand.rows)
    if deed.kind == "lobby":
        return (200, None if stand.started else rows), stand
    if deed.kind == "leave":
        if own is None:
            return (404, None), stand
        return (200, None), stand if stand.started else stand.with_(own, NOBODY)
    if deed.kind == "join":
        if own is not None and deed.seat in (None, own):
            return (200, own), stand
        if room.private and not deed.invited and not member:
            return (404, None), stand
        free = [seat for seat, who in stand.rows if who == NOBODY and deed.seat in (None, seat)]
        if stand.started or own is not None or not free:
            return (409, None), stand
        return (200, free[0]), stand.with_(free[0], deed.guest)
    if deed.guest != room.host:
        return (403 if member else 404, None), stand
    if deed.kind == "start":
        return (200, None), Stand(tuple((seat, who or USUAL) for seat, who in stand.rows), True, stand.been)
    if stand.started:
        return (409, None), stand
    assert deed.seat is not None
    return (200, None), stand.with_(deed.seat, _bot(deed))


def _bot(deed: Deed) -> str:
    """Whom a host puts in a seat."""
    return f"@{deed.bot}" if deed.bot else NOBODY


def _possible(room: Room, stand: Stand, deed: Deed) -> Iterator[Stand]:
    """How the table can stand after a deed with this answer."""
    told, then = carried_out(room, stand, deed)
    if not deed.certain:
        yield stand
        if then != stand:
            yield then
    elif deed.status == 429:
        yield stand
    elif told == (deed.status, deed.answer) or (deed.kind, deed.status, told[0]) == ("leave", 200, 404):
        yield then  # who has gone from another page meanwhile has gone


def _possible_of_many(room: Room, stand: Stand, deed: Deed) -> Iterator[Stand]:
    """The same where several processes serve: what one has not heard yet may still refuse somebody, or find done what was done once."""
    found = list(_possible(room, stand, deed))
    if deed.kind != "lobby" and deed.status in (403, 404, 409):
        found.append(stand)
    if deed.status == 200 and deed.kind == "join":
        if (deed.answer, deed.guest) in stand.been:
            found.append(stand)
        free = (deed.answer, NOBODY) in stand.rows and deed.seat in (None, deed.answer)
        if free and stand.seat_of(deed.guest) is None and not stand.started:
            found.append(stand.with_(deed.answer, deed.guest))  # which need not be the first that is free
    if deed.status == 200 and deed.kind == "seat" and (deed.seat, _bot(deed)) in stand.been:
        found.append(stand)
    for then in found:
        yield msgspec.structs.replace(then, been=then.been | set(then.rows))


def explained(room: Room, deeds: Sequence[Deed], end: Stand, *, many: bool) -> list[Deed] | None:
    """None where there is an order that explains all; else the first deeds that have none, in their order of ending."""
    possible = partial(_possible_of_many if many else _possible, room)
    deeds = sorted(deeds, key=lambda deed: deed.begun)
    begun = Stand(room.seats)
    if many:
        begun = msgspec.structs.replace(begun, been=frozenset(begun.rows))
    whole = (1 << len(deeds)) - 1
    todo, seen, most = [(0, begun)], {(0, begun)}, 0
    while todo:
        done, stand = todo.pop()
        if done == whole and (stand.rows, stand.started) == (end.rows, end.started):
            return None
        most = max(most, done, key=int.bit_count)
        left = [(n, deed) for n, deed in enumerate(deeds) if not done >> n & 1]
        until = min((deed.ended for _, deed in left), default=0.0)
        for n, deed in left:
            if deed.begun > until:
                break
            for then in possible(stand, deed):
                step = done | 1 << n, then
                if step not in seen:
                    seen.add(step)
                    todo.append(step)
    return sorted((deed for n, deed in enumerate(deeds) if not most >> n & 1), key=lambda deed: deed.ended)


class Kept(Struct, frozen=True):
    """What the database says of a table."""

    host: str | None
    stand: Stand
    rematch: str | None


def kept(database: Path) -> dict[str, Kept]:
    """All tables."""
    with closing(sqlite3.connect(database)) as connection:
        names: dict[str | None, str] = dict(connection.execute("SELECT id, name FROM people"))
        rows: dict[str, list[tuple[str, str]]] = {}
        for game, seat, person, bot in connection.execute("SELECT game, seat, person, bot FROM seats ORDER BY id"):
            rows.setdefault(game, []).append((seat, names[person] if person else f"@{bot}" if bot else NOBODY))
        games = connection.execute("SELECT id, host, started, rematch FROM games").fetchall()
    return {game: Kept(names.get(host), Stand(tuple(rows[game]), started is not None), rematch) for game, host, started, rematch in games}


def violations(rooms: Iterable[Room], deeds: Sequence[Deed], tables: dict[str, Kept], *, many: bool) -> list[str]:
    """Every table of which something was told that cannot have been so."""
    found = []
    for room in rooms:
        if room.table not in tables:
            found.append(f"table {room.table} was made and is not there")
            continue
        here = [deed for deed in deeds if deed.table == room.table]
        stand = tables[room.table].stand
        if (wrong := explained(room, here, stand, many=many)) is not None:
            lines = "\n  ".join(str(deed) for deed in wrong[:6])
            found.append(f"{room} now stands as {stand}; in no order can all of this have happened, the last being\n  {lines}")
    return found


def rematch_violations(table: str, told: Iterable[str], tables: dict[str, Kept]) -> list[str]:
    """The same people, bots and host play again, each one seat on, at one table, whoever asked."""
    after = tables[table].rematch
    found = [f"a rematch at {one} was promised, and it is {after}" for one in set(told) - {after}]
    if after is None or found:
        return found
    before, then = tables[table], tables[after]
    names = [who for _, who in before.stand.rows]
    moved = tuple((seat, who) for (seat, _), who in zip(before.stand.rows, names[-1:] + names[:-1], strict=True))
    if (then.host, then.stand.rows, then.stand.started) != (before.host, moved, True):
        found.append(f"the rematch of {before} is {then}")
    return found
