"""Clocks, notices and results, hooked to the tables: what follows from a move, and what happens without one."""

import asyncio
import logging
from collections.abc import Callable, Sequence, Set
from contextlib import suppress

import msgspec

from ruinous.server import talk, upkeep
from ruinous.server.clock import PACES
from ruinous.server.mail import Post
from ruinous.server.notices import Notices
from ruinous.server.refused import Refused
from ruinous.server.results import Results, credited
from ruinous.server.settings import Settings
from ruinous.server.store import Change, NotSaved, SeatRow, Stored, now
from ruinous.server.table import Table
from ruinous.server.tables import Tables
from ruinous.server.timekeeper import Timekeeper
from ruinous.server.webhook import Hooks
from ruinous.server.writer import Step

logger = logging.getLogger("ruinous.server")


class Keeping:
    """Keeps the time, the outbox and the results of one server process."""

    def __init__(self, tables: Tables, post: Post, settings: Settings, clock: Callable[[], int] = now) -> None:
        self._tables = tables
        self._grace = round(settings.notice_seconds * 1000)
        self._hooks = Hooks(inside=settings.webhooks_inside)
        database = tables.house.store.database
        self.results = Results(database)
        notices = Notices(database, post, self._hooks, settings.address, self._is_here)
        self.timekeeper = Timekeeper(database, notices, self.results, self.time_is_up, self.settle, tables.follow, clock)
        self._run: asyncio.Task[None] | None = None
        self._paid: dict[str, SeatRow] = {}  # by the changes that are being written, by table
        self._unreadable: set[str] = set()  # tables whose clocks run, but at which nobody can play before the next start
        tables.house.follows = self.follows
        tables.house.followed = self.followed
        tables.house.begins = self.begins

    def start(self) -> None:
        """Look at the clock from now on."""
        self._run = asyncio.create_task(self.timekeeper.run())

    async def close(self) -> None:
        """Look at it no longer."""
        if self._run is not None:
            self._run.cancel()
            with suppress(asyncio.CancelledError):
                await self._run
        await self._hooks.close()

    def _is_here(self, table: str, person: str) -> bool:
        """Whether a person has a page of a table open, in this process or another."""
        live = self._tables.live(table)
        return person in (live.present() if live is not None else self._tables.house.hub.elsewhere(table))

    # ---- with a move, or the first turn
    def begins(self, stored: Stored, first: str | None, here: Set[str]) -> Sequence[Step]:
        """What is written in the transaction in which a game begins, before the eyes of these people."""
        moment = stored.status.turn_since or 0
        turn = upkeep.Turn(
            table=stored.game.id,
            clock=stored.game.clock,
            rows=stored.seats,
            actor=None,
            before=None,
            since=moment,
            after=first,
            version=0,
            moment=moment,
            present=frozenset(here),
            grace=self._grace,
        )
        return upkeep.statements(turn, None)

    def follows(self, table: Table, change: Change) -> Sequence[Step]:
        """What is written in the same transaction."""
        turn = self._turn(table, change)
        bank = upkeep.bank_after(turn)
        self._paid[table.id] = msgspec.structs.replace(table.seats[change.rows[-1].seat], bank=bank)
        return upkeep.statements(turn, bank)

    def followed(self, table: Table, change: Change) -> None:
        """The bank in memory follows the one on the disk."""
        paid = self._paid.pop(table.id)
        if paid.bank is not None:
            table.seats.put(paid)

    def _turn(self, table: Table, change: Change) -> upkeep.Turn:
        return upkeep.Turn(
            table=table.id,
            clock=table.game.clock,
            rows=list(table.seats),
            actor=change.rows[-1].seat,
            before=table.rules.to_move(table.history.line.state),
            since=table.status.turn_since or change.moment,
            after=change.turn,
            version=change.rows[-1].seq,
            moment=change.moment,
            present=frozenset(table.present()),
            grace=self._grace,
            hushed=all(row.hushed for row in change.rows),
        )

    # ---- with time
    async def time_is_up(self, name: str, seat: str) -> None:
        """A bot takes a seat whose bank is empty, until its person takes it back; that person then has one addition."""

        def replaced() -> SeatRow:
            row, clock = table.seats[seat], table.game.clock
            late = clock is not None and row.bank is not None and (table.status.turn_since or 0) + row.bank <= table.house.now()
            if clock is None or not late or not table.decides(seat):
                return row  # it has moved at the last moment
            bot = table.house.thinkers.usual(table.rules)
            return msgspec.structs.replace(row, bot=bot, bank=PACES[clock].addition)

        if name in self._unreadable:
            return
        try:
            table = await self._tables.find(name)
            await table.seat(replaced, why=talk.time_is_up(name, seat, table.house.now()))
            logger.info("table %s: the time of %s is up, a bot takes the seat", name, seat)
        except (Refused, NotSaved) as problem:
            logger.error("table %s: the time of %s is up, but no bot can take the seat: %s", name, seat, problem)
            if isinstance(problem, Refused) and problem.code == "unreadable":
                self._unreadable.add(name)

    async def settle(self, name: str) -> None:
        """Keep the result of a finished game."""
        try:
            table = await self._tables.find(name)
        except Refused as problem:
            logger.error("table %s has no result: %s", name, problem)
            if problem.code != "not_saved":  # else the database may be there again soon
                self.results.give_up(name)
            return
        outcome = table.rules.outcome(table.history.line.state)
        if outcome is not None:
            await self.results.settle(table.game, credited(list(table.seats), table.history.line.kept), outcome, table.house.now())
