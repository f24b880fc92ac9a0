"""Results of finished games: kept once, counted by Power or deck, and, where people played each other, rated."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ruinous.server.database import Database
from ruinous.server.ratings import Rating, newcomer, ranks, rated
from ruinous.server.schema import games, people, ratings, results
from ruinous.server.store import GameRow, LogRow, SeatRow

logger = logging.getLogger("ruinous.server")

ALL: Final = "all"
"""The pool of ratings that every game of a title counts in; the others are its Powers or decks."""
DECKS: Final = {"one": "deck1", "two": "deck2"}
"""The options that say which deck a seat plays; a seat of a game without them is a pool of its own."""


def pool(options: Mapping[str, Any], seat: str) -> str:
    """What a seat's result is counted under: the Power, or the name of a deck of the box, or `own` for any other deck."""
    if seat not in DECKS:
        return seat
    deck = options.get(DECKS[seat])
    return f"deck_{deck}" if isinstance(deck, str) and deck in ("1", "2") else "own"


def credited(seated: Sequence[SeatRow], kept: Sequence[LogRow]) -> list[SeatRow]:
    """The seats as results count them: a person in whose place a bot made more than half of the decisions is a bot.

    Who sits there at the end says nothing: one could leave shortly before a defeat, or come back shortly before a victory. Nor does a
    pass: the log does not tell a bot's from one that a person lets stand.
    """
    own = Counter[str]()
    for row in kept:
        if row.text != "pass":
            own[row.seat] += -1 if row.action_id is None else 1
    return [row if own[row.seat] >= 0 else msgspec.structs.replace(row, person=None, name=None) for row in seated]


class Results:
    """The results of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._given_up: set[str] = set()

    def give_up(self, game: str) -> None:
        """A game that cannot be read has no result; it is not tried again before the server is started anew."""
        self._given_up.add(game)

    async def unsettled(self) -> list[str]:
        """Finished games whose results are not kept yet; test tables and those given up are left out."""
        due = games.c.over & ~games.c.rated & games.c.seed.is_(None) & games.c.id.not_in(self._given_up)
        query = sa.select(games.c.id).where(due).order_by(games.c.updated).limit(100)
        async with self._database.reading.begin() as connection:
            return list(await connection.scalars(query))

    async def settle(self, game: GameRow, seated: Sequence[SeatRow], outcome: Mapping[str, Any], moment: int) -> bool:
        """Keep the result of a finished game, rate these people; False if that has been done. All or nothing of it happens."""
        winners: Sequence[str] = outcome["winners"]
        scores: dict[str, int] = outcome["scores"]
        async with self._database.begin() as connection:
            first = await connection.execute(games.update().where(games.c.id == game.id, ~games.c.rated).values(rated=True))
            if first.rowcount != 1:
                return False
            await connection.execute(
                results.insert(),
                [
                    {
                        "game": game.id,
                        "seat": one.seat,
                        "title": game.game,
                        "pool": pool(game.options, one.seat),
                        "person": one.person,
                        "players": len(seated),
                        "won": 1 / len(winners) if one.seat in winners else 0.0,
                        "score": scores.get(one.seat, 0),
                        "ended": moment,
                    }
                    for one in seated
                ],
            )
            await self._rate(connection, game, seated, winners, scores)
        return True

    async def _rate(
        self, connection: AsyncConnection, game: GameRow, seated: Sequence[SeatRow], winners: Sequence[str], scores: dict[str, int]
    ) -> None:
        """Rate the people of a game, bots left out; whoever plays several seats, or alone, proves nothing about himself."""
        who = [(one.seat, one.person) for one in seated if one.person is not None]
        if len(who) < 2 or len({person for _, person in who}) < len(who):
            return
        title = game.game
        places = ranks([seat for seat, _ in who], winners, scores)
        for pools in ([ALL] * len(who), [pool(game.options, seat) for seat, _ in who]):
            before = [await self._rating(connection, person, title, kind) for (_, person), kind in zip(who, pools, strict=True)]
            after = rated(before, places)
            for (_, person), kind, old, new in zip(who, pools, before, after, strict=True):
                row = {"mu": new.mu, "sigma": new.sigma, "games": new.games}
                if old.games:
                    key = (ratings.c.person == person) & (ratings.c.game == title) & (ratings.c.pool == kind)
                    await connection.execute(ratings.update().where(key).values(**row))
                else:
                    await connection.execute(ratings.insert().values(person=person, game=title, pool=kind, **row))

    @staticmethod
    async def _rating(connection: AsyncConnection, person: str, title: str, pool: str) -> Rating:
        key = (ratings.c.person == person) & (ratings.c.game == title) & (ratings.c.pool == pool)
        found = (await connection.execute(sa.select(ratings).where(key).with_for_update())).one_or_none()
        return newcomer() if found is None else Rating(found.mu, found.sigma, found.games)

    # ---- what is shown
    async def statistics(self, person: str | None = None) -> list[dict[str, Any]]:
        """Games and victories by title, Power or deck and number of players: of a person, or of everybody, bots included."""
        query = (
            sa.select(
                results.c.title, results.c.pool, results.c.players, sa.func.count().label("games"), sa.func.sum(results.c.won).label("won")
            )
            .group_by(results.c.title, results.c.pool, results.c.players)
            .order_by(results.c.title, results.c.players, results.c.pool)
        )
        if person is not None:
            query = query.where(results.c.person == person)
        async with self._database.reading.begin() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def best(self, title: str, pool: str = ALL) -> list[dict[str, Any]]:
        """The people with a name, the best first."""
        query = (
            sa.select(people.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games)
            .join(people, people.c.id == ratings.c.person)
            .where(ratings.c.game == title, ratings.c.pool == pool, people.c.name.is_not(None))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), people.c.name)
            .limit(100)
        )
        async with self._database.reading.begin() as connection:
            found = await connection.execute(query)
            return [{"name": row.name, "rating": Rating(row.mu, row.sigma).shown, "games": row.games} for row in found]
