"""All tables: those in memory, and the way to the others; how a new one begins."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Mapping, Sequence, Set
from typing import Any, Final

import msgspec

from ruinous.games import BadOption, BadPosition, Rules
from ruinous.server import protocol, words
from ruinous.server.bots import Thinkers
from ruinous.server.clock import PACES
from ruinous.server.line import Broken, Line, OtherRules, summary
from ruinous.server.refused import Refused
from ruinous.server.showing import Watcher
from ruinous.server.store import GameRow, NotSaved, Overtaken, SeatRow, Status, Store, Stored, Visitor
from ruinous.server.table import House, Table

logger = logging.getLogger("ruinous.server")

__all__ = ["IDLE_TABLES", "Refused", "Table", "Tables", "Watcher"]

IDLE_TABLES: Final = 64
"""How many tables that nobody watches stay in memory; any other is replayed from its log when somebody comes."""

AGAIN: Final = 5.0
"""Seconds after which is read again what could not be read: a table that another process has changed, where bots are waited for."""


class Tables:
    """The tables of one server."""

    def __init__(self, games: Mapping[str, Rules], store: Store, thinkers: Thinkers, pace: int) -> None:
        self.games = games
        self.house = House(store, thinkers, pace)
        self._live: OrderedDict[str, Table] = OrderedDict()  # those left longest ago first

        self._refreshing: set[str] = set()
        self._at_work: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen to other processes, and let bots go on where they stopped."""
        await self.house.hub.start(self.heard, self.dismiss)
        self._do(self.resume())

    # ---- new ones
    async def new(self, order: protocol.NewTable, host: Visitor) -> Table:
        """Make a table for a visitor and keep it. Raises Refused."""
        rules = self.games.get(order.game)
        if rules is None:
            raise Refused("bad_request", words.NO_SUCH_GAME.format(game=order.game, games=", ".join(self.games)))
        try:
            game = self._game(rules, order, host)
            seats = rules.seats(Line(rules, game).state)
        except (BadOption, BadPosition) as problem:
            raise Refused("bad_request", str(problem)) from None
        rows = self._seat(seats, self.house.thinkers.offered(rules), order, host.person)
        return await self._begin(rules, game, rows, host, {host.person})

    def _game(self, rules: Rules, order: protocol.NewTable, host: Visitor) -> GameRow:
        seed, position, options = order.seed, order.position, order.options
        if position is not None:
            state = rules.from_position(position, seed)
            options = of_position(rules, position, rules.seats(state)) | options
            seed = seed if seed is not None else int(position.get("seed", 0)) % 2**62  # which a database can hold
        return GameRow(
            id=secrets.token_urlsafe(12),
            game=rules.name,
            rules=rules.version,
            options=rules.read_options(options),
            secret=secrets.token_bytes(32) if seed is None else None,
            seed=seed,
            position=position,
            host=host.person,
            private=order.private,
            invite=secrets.token_urlsafe(16),
            clock=order.clock,
        )

    def _seat(self, seats: Sequence[str], known: Sequence[str], order: protocol.NewTable, person: str) -> list[SeatRow]:
        """The visitor in the seats asked for, the open ones, and bots in the others. Raises Refused."""
        own = [order.seat] if isinstance(order.seat, str) else order.seat or []
        for seat in (*own, *order.open, *order.bots):
            if seat not in seats:
                raise Refused("bad_request", words.NO_BOT_THERE.format(seat=seat))
        for seat in order.bots:
            if seat in own:
                raise Refused("bad_request", words.OWN_SEAT.format(seat=seat))
            if order.bots[seat] not in known:
                raise Refused("bad_request", words.NO_SUCH_BOT.format(bot=order.bots[seat], bots=", ".join(known)))
        for seat in order.open:
            if seat in own or seat in order.bots:
                raise Refused("bad_request", words.NOT_OPEN.format(seat=seat))
        bank = PACES[order.clock].bank if order.clock is not None else None
        usual = self.house.thinkers.usual(self.games[order.game])
        rows = []
        for seat in seats:
            bot = None if seat in own or seat in order.open else order.bots.get(seat, usual)
            rows.append(SeatRow(seat, person if seat in own else None, bot, bank))
        return rows

    async def _begin(
        self, rules: Rules, game: GameRow, seats: list[SeatRow], host: Visitor | None, here: Set[str], rematch_of: str | None = None
    ) -> Table:
        """Keep a new table, which begins at once where no seat is open, before the eyes of these people. Raises Refused, Overtaken."""
        moment = self.house.now()
        started = None if any(row.open for row in seats) else moment
        state = Line(rules, game).state
        game = msgspec.structs.replace(game, setup=rules.checksum(state))
        stored = Stored(game, seats, [], Status(started, moment))
        also = self.house.begins(stored, rules.to_move(state), here) if started is not None else ()
        try:
            await self.house.store.create(stored, summary(rules, state), moment, host, also, rematch_of)
        except Overtaken:
            raise
        except NotSaved as problem:
            logger.error("a new table is not saved: %r", problem.__cause__)
            raise Refused("not_saved", words.NOT_SAVED) from problem
        loaded = await self._stored(game.id)  # with the names of people
        table = self._hold(loaded)
        table.wake()
        return table

    async def rematch(self, table: Table, person: str | None) -> str:
        """The name of the table where the same people play again, everybody one seat on; the same for whoever asks. Raises Refused."""
        return await table.in_turn(lambda: self._rematch(table, person))

    async def _rematch(self, table: Table, person: str | None) -> str:
        if person is None or not table.seats.own(person):
            raise Refused("no_table", words.NO_TABLE)
        if table.stage != "over":
            raise Refused("illegal", words.NOT_OVER)
        if table.status.rematch is not None:
            return table.status.rematch
        old = table.game
        bank = PACES[old.clock].bank if old.clock is not None else None
        game = msgspec.structs.replace(
            old,
            id=secrets.token_urlsafe(12),
            secret=None if old.secret is None else secrets.token_bytes(32),
            invite=secrets.token_urlsafe(16),
            rules=table.rules.version,
        )
        rows = [msgspec.structs.replace(row, bank=bank) for row in table.seats.rotated()]
        try:
            name = (await self._begin(table.rules, game, rows, None, {person}, old.id)).id
        except Overtaken:
            name = (await self._stored(old.id)).status.rematch or ""
        table.status = msgspec.structs.replace(table.status, rematch=name)
        table.tell()
        return name

    # ---- those that there are
    async def find(self, table: str) -> Table:
        """The table of this name. Raises Refused when there is none, or it cannot be read."""
        if not 0 < len(table) <= 32 or "\0" in table:
            raise Refused("no_table", words.NO_TABLE)
        return self._live.get(table) or self._hold(await self._stored(table))

    def live(self, table: str) -> Table | None:
        """The table of this name if it is in memory."""
        return self._live.get(table)

    async def _stored(self, table: str) -> Stored:
        try:
            stored = await self.house.store.load(table)
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        if stored is None or stored.game.game not in self.games:
            raise Refused("no_table", words.NO_TABLE)
        return stored

    def _hold(self, stored: Stored) -> Table:
        if (live := self._live.get(stored.game.id)) is not None:  # somebody else came while we were reading
            return live
        rules = self.games[stored.game.game]
        try:
            table = Table(stored, rules, self.house)
        except Broken as problem:
            logger.error("table %s cannot be continued: %s", stored.game.id, problem)
            reason = words.UNREADABLE
            if isinstance(problem, OtherRules):
                reason = words.OTHER_RULES.format(theirs=stored.game.rules, ours=rules.version)
            raise Refused("unreadable", reason) from problem
        if stored.game.rules != rules.version:
            logger.info("table %s: begun under rules %d, it goes on under rules %d", table.id, stored.game.rules, rules.version)
        self._live[table.id] = table
        self._tidy()
        return table

    async def resume(self) -> None:
        """Let the bots go on where a person waits for them, as soon as the database tells where that is."""
        while True:
            try:
                for name in await self.house.store.unattended():
                    try:
                        (await self.find(name)).wake()
                    except Refused as refused:
                        logger.warning("table %s is not resumed: %s", name, refused)
            except NotSaved as problem:
                logger.error("tables are not resumed yet: %r", problem.__cause__)
                await asyncio.sleep(AGAIN)
            else:
                return

    def heard(self, table: str | None) -> None:
        """Another process has changed a table, None: perhaps any."""
        for live in list(self._live.values()):
            if table in (None, live.id) and live.id not in self._refreshing:
                self._refreshing.add(live.id)
                self._do(self._hear(live.id))
        if table is None:
            self._do(self.resume())

    async def _hear(self, name: str) -> None:
        """Take in what another process has done, as soon as it can be read."""
        while (table := self._live.get(name)) is not None and not await self._refresh(table):
            self._refreshing.add(name)
            await asyncio.sleep(AGAIN)
        self._refreshing.discard(name)

    async def _refresh(self, table: Table) -> bool:
        """Have a table follow the database; whether that is all that can be done for now."""
        self._refreshing.discard(table.id)  # what comes from now on needs another look
        try:
            await table.refresh()
        except (Refused, NotSaved) as problem:
            logger.error("table %s is not as the database has it: %r", table.id, problem)
            if isinstance(problem, Refused) and problem.code == "unreadable":
                table.tell_error(problem.code, lambda: words.UNREADABLE)
                return True
            return False
        return True

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    # ---- coming and going
    def join(self, table: Table, watcher: Watcher) -> None:
        """Sit a watcher down; only then is the table sure to stay in memory."""
        table.watchers.add(watcher)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """A socket has closed."""
        table.gone(watcher)
        if table.id in self._live:
            self._live.move_to_end(table.id)
        self._tidy()

    def dismiss(self, key: bytes) -> None:
        """Close all sockets that were opened with a key that is no longer good."""
        for table in self._live.values():
            for watcher in table.watchers:
                if watcher.key == key:
                    watcher.close()

    async def follow(self) -> None:
        """All tables in memory follow the database."""
        for table in list(self._live.values()):
            await self._refresh(table)

    async def became(self, old: str, new: str) -> None:
        """A person has another name, or has turned out to be another one: whatever is in memory follows the database."""
        for table in list(self._live.values()):
            for watcher in table.watchers:
                if watcher.person == old:
                    watcher.person = new
            if old in table.seats.people() or table.game.host == old:
                await self._refresh(table)

    def _tidy(self) -> None:
        """Forget the tables that nobody watches, but for the newest."""
        idle = [table.id for table in self._live.values() if not table.busy]
        for table in idle[: max(0, len(idle) - IDLE_TABLES)]:
            del self._live[table]

    async def close(self) -> None:
        """Let what is being written come to its end."""
        for task in list(self._at_work):
            task.cancel()
        await asyncio.gather(*(table.close() for table in self._live.values()))
        await self.house.hub.close()


def of_position(rules: Rules, position: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """The options of a game that begins from a position."""
    options = {option.name: position[option.name] for option in rules.options if option.name in position}
    if any(option.name == "players" for option in rules.options):
        options["players"] = list(seats)
    return options
