"""What happens by the clock: banks run out, notices go out, finished games are settled. One `tick` does what is due at a moment.

The database says what is due, so that a restart forgets nothing; what no server was there for is not held against anybody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ruinous.server.database import Database
from ruinous.server.notices import Notices
from ruinous.server.results import Results
from ruinous.server.schema import games, meta, seats
from ruinous.server.store import now

logger = logging.getLogger("ruinous.server")

TICK: Final = 1.0
"""Seconds between two looks at the clock."""
SIGN: Final = 5_000
"""Milliseconds between two signs of life in the database."""
DOWN: Final = 15_000
"""Milliseconds without a sign of life of any server after which time is given back to whoever was to move."""
ALIVE: Final = "alive"


class Timekeeper:
    """Looks at the clock for one server process."""

    def __init__(
        self,
        database: Database,
        notices: Notices,
        results: Results,
        time_is_up: Callable[[str, str], Awaitable[None]],
        settle: Callable[[str], Awaitable[None]],
        put_back: Callable[[], Awaitable[None]],
        clock: Callable[[], int] = now,
    ) -> None:
        self._database = database
        self._notices = notices
        self._results = results
        self._time_is_up = time_is_up  # (table, seat): its bank is empty
        self._settle = settle  # (table): it is over, and its result is not kept yet
        self._put_back = put_back  # clocks have been, in the database
        self._clock = clock
        self._signed: int | None = None
        self._looking = asyncio.Lock()

    async def run(self) -> None:
        """Tick until cancelled. What fails is logged, and tried again with the next tick."""
        while True:
            try:
                await self.tick()
            except (SQLAlchemyError, OSError) as problem:
                logger.error("the timekeeper cannot use the database: %r", getattr(problem, "orig", problem))
            except Exception:
                logger.exception("the timekeeper stumbled")
            await asyncio.sleep(TICK)

    async def tick(self) -> None:
        """Do what is due now. One after the other: nobody's time is up by a look at the clock before time is given back by another."""
        async with self._looking:
            moment = self._clock()
            await self._give_back(moment)
            for table, seat in await self.expired(moment):
                await self._time_is_up(table, seat)
            for table in await self._results.unsettled():
                await self._settle(table)
            await self._notices.deliver(moment)

    async def expired(self, moment: int) -> list[tuple[str, str]]:
        """Tables where the seat that decides has an empty bank, with the seat."""
        query = (
            sa.select(games.c.id, seats.c.seat)
            .join(seats, (seats.c.game == games.c.id) & (seats.c.seat == games.c.turn))
            .where(games.c.clock.is_not(None), games.c.started.is_not(None), ~games.c.over)
            .where(seats.c.person.is_not(None), seats.c.bot.is_(None), games.c.turn_since + seats.c.bank <= moment)
        )
        async with self._database.reading.begin() as connection:
            return [(row.id, row.seat) for row in await connection.execute(query)]

    async def _give_back(self, moment: int) -> None:
        """Say that a server is there; if none was for a while, the clocks stood still."""
        if self._signed is not None and 0 <= moment - self._signed < SIGN:
            return
        self._signed = moment
        async with self._database.begin() as connection:
            last = await connection.scalar(sa.select(meta.c.value).where(meta.c.name == ALIVE).with_for_update())
            if last is None:
                await connection.execute(meta.insert().values(name=ALIVE, value=str(moment)))
                return
            gap = moment - int(last)
            await connection.execute(meta.update().where(meta.c.name == ALIVE).values(value=str(moment)))
            if gap <= DOWN:
                return
            running = games.c.clock.is_not(None) & games.c.started.is_not(None) & ~games.c.over
            put_back = (await connection.execute(games.update().where(running).values(turn_since=games.c.turn_since + gap))).rowcount
        if put_back:
            await self._put_back()
            logger.warning("no server was running for %d s: %d clocks are put back by as much", gap // 1000, put_back)
