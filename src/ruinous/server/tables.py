"""Live tables: who watches, what was done, and the order of things: on the disk first, then the answer, then everybody.

Everything that changes a table happens under its lock, one after the other. A change is tried on a copy, written to the log,
and only then carried out; where the disk refuses, nothing has happened.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Raw

from ruinous import record
from ruinous.games import BadOption, Rules
from ruinous.server import protocol, words
from ruinous.server.bots import BotFailed, Thinkers
from ruinous.server.line import Broken, Line, depths_of, kept_of, summary
from ruinous.server.store import GameRow, LogRow, NotSaved, SeatRow, Store, Stored, Visitor

logger = logging.getLogger("ruinous.server")

IDLE_TABLES: Final = 64
"""How many tables that nobody watches stay in memory; any other is replayed from its log when somebody comes."""


class Refused(Exception):
    """The server does not do it; `code` and `reason` go to the client."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Watcher:
    """One open socket at a table. `seat` None: a spectator; `owner`: made the table or plays at it."""

    def __init__(self, seat: str | None, owner: bool, send: Callable[[protocol.Answer], None]) -> None:
        self.seat = seat
        self.owner = owner
        self.send = send
        self.seen: int | None = None  # the last version sent; None before the first hello


class Table:
    """One game in memory."""

    def __init__(self, stored: Stored, rules: Rules, store: Store, thinkers: Thinkers, pace: int) -> None:
        self.id = stored.game.id
        self.rules = rules
        self.game = stored.game
        self.seated = stored.seats
        self.bots = {s.seat: s.bot for s in stored.seats if s.bot is not None}
        self.pace = pace
        self.watchers: set[Watcher] = set()
        self._store = store
        self._thinkers = thinkers
        self._lock = asyncio.Lock()
        self._take(stored)
        self._doubt = False  # the last write failed: look at the disk before the next
        self._driver: asyncio.Task[None] | None = None
        self._at_work: set[asyncio.Task[None]] = set()
        self._pace_changed = asyncio.Event()
        self._changed_at = 0.0  # when the table last changed, by the loop's clock

    def _take(self, stored: Stored) -> None:
        """The game as it is on the disk. Raises Broken."""
        self.line = Line.of(self.rules, stored.game, kept_of(stored.log))
        self._depths = depths_of(stored.log)
        self._hushed = self._hushed_in(stored.log)
        self._done = {row.action_id: row for row in stored.log if row.action_id is not None}

    @property
    def version(self) -> int:
        """The number of changes so far: the number of the last row of the log. A seat counts with `version_for`."""
        return len(self._depths) - 1

    def _hushed_in(self, log: Sequence[LogRow]) -> list[str | None]:
        """Of each change whose secret it is that it happened, None for nobody's; one that was taken back counts as nobody's."""
        whose: list[str | None] = [None] * len(log)
        kept: list[int] = []
        for n, row in enumerate(log):
            if row.kind == "act":
                kept.append(n)
            else:
                kept.pop()
        for n, hushed in zip(kept, self.line.hushed, strict=True):
            whose[n] = log[n].seat if hushed else None
        return whose

    def version_for(self, seat: str | None, changes: int | None = None) -> int:
        """The number of changes so far (or of the first so many) that a seat may know of."""
        return sum(whose is None or whose == seat for whose in self._hushed[:changes])

    def _changes_at(self, seat: str | None, version: int) -> int:
        """How many changes there were when a seat saw this version; -1 for one that it cannot have seen."""
        if not 0 <= version <= self.version_for(seat):
            return -1
        known = changes = 0
        for whose in self._hushed:
            known += whose is None or whose == seat
            if known > version:
                break
            changes += 1
        return changes

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.line.state.over)

    # ---- coming and going
    def greet(self, watcher: Watcher, version: int) -> None:
        """Show a watcher, who last saw this version, everything from then on."""
        watcher.seen = self._changes_at(watcher.seat, version)
        self._show([watcher])
        self.wake()

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is still being done."""
        return bool(self.watchers or self._at_work or (self._driver is not None and not self._driver.done()))

    async def close(self) -> None:
        """Stop the bots; what is being written is finished."""
        if self._driver is not None:
            self._driver.cancel()
        await asyncio.gather(*self._at_work, *([self._driver] if self._driver else []), return_exceptions=True)

    # ---- what people do
    async def act(self, watcher: Watcher, message: protocol.Act) -> None:
        """Play an action for the watcher's seat, answer it, show it to everybody. Raises Refused."""
        await self._finish(self._act(watcher, message))

    async def undo(self, watcher: Watcher, message: protocol.Undo) -> None:
        """Take back the last action of the watcher's seat. Raises Refused."""
        await self._finish(self._undo(watcher, message))

    async def _finish(self, work: Any) -> None:
        """Do it to its end even when the socket that asked for it goes away in the middle."""
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        try:
            await asyncio.shield(task)
        finally:
            task.add_done_callback(self._at_work.discard)

    async def _act(self, watcher: Watcher, message: protocol.Act) -> None:
        async with self._lock:
            await self._settle()
            seat = watcher.seat
            if self._repeats(watcher, message.action_id, "act"):
                return
            if self.over:
                raise Refused("not_your_turn", words.GAME_OVER)
            if seat is None or self.rules.to_move(self.line.state) != seat:
                raise Refused("not_your_turn", words.NOT_YOUR_TURN)
            if message.version != self.version_for(seat):
                raise Refused("stale", words.STALE)
            version = await self._play(seat, message.action, message.action_id)
            watcher.send(protocol.Ack(message.action_id, self.version_for(seat, version)))
            self._show(self.watchers)
        self.wake()

    async def _undo(self, watcher: Watcher, message: protocol.Undo) -> None:
        async with self._lock:
            await self._settle()
            if self._repeats(watcher, message.action_id, "undo"):
                return
            if watcher.seat is not None and message.version != self.version_for(watcher.seat):
                raise Refused("stale", words.STALE)
            can, why = self.undo_state(watcher.seat)
            if not can:
                raise Refused("illegal", why)
            last = self.line.kept[-1]
            line = self.line.without_last()
            row = LogRow(
                self.version + 1,
                "undo",
                last.seat,
                last.action,
                last.text,
                self.rules.version,
                self.rules.checksum(line.state),
                message.action_id,
            )
            await self._write(row, over=False, summary=summary(self.rules, line.state))
            hushed = self.line.hushed[-1]
            self.line = line
            self._note(row, hushed)
            watcher.send(protocol.Ack(message.action_id, self.version_for(watcher.seat)))
            self._show(self.watchers)
        self.wake()

    def undo_state(self, seat: str | None) -> tuple[bool, str]:
        """Whether this seat may take back the last action, and why (not)."""
        if seat is None:
            return False, words.UNDO_WATCHER
        if self.over:
            return False, words.GAME_OVER
        kept = self.line.kept
        if all(row.seat != seat for row in kept):
            return False, words.UNDO_NOTHING
        if kept[-1].seat != seat:
            return False, words.UNDO_OTHER
        if not self.line.quiet():
            return False, words.UNDO_UNVEILED
        return True, words.UNDO.format(text=kept[-1].text)

    def why_not(self, watcher: Watcher, text: str) -> protocol.Refusal:
        """Which rule stands against an action of the watcher's seat. Raises Refused when it is not that seat's turn."""
        state = self.line.state
        if self.over:
            raise Refused("not_your_turn", words.GAME_OVER)
        if watcher.seat is None or self.rules.to_move(state) != watcher.seat:
            raise Refused("not_your_turn", words.NOT_YOUR_TURN)
        try:
            action = self.rules.parse(state, text)
        except ValueError:
            return protocol.Refusal(text, words.NOT_UNDERSTOOD, "")
        if action in state.legal_actions():
            return protocol.Refusal(text, words.ALLOWED, "")
        found = self.rules.refusal_text(self.rules.why_not(state, action))
        return protocol.Refusal(text, found["reason"], found.get("rule") or "")

    def set_pace(self, watcher: Watcher, ms: int) -> None:
        """Change the pace of the bots; only those who made the table or play at it can, for others nothing happens."""
        if not watcher.owner or ms == self.pace:
            return
        self.pace = ms
        self._pace_changed.set()
        self._show(self.watchers)

    # ---- the way of every change
    def _repeats(self, watcher: Watcher, action_id: str, kind: str) -> bool:
        """Answer a message that was carried out before as it was answered then."""
        row = self._done.get(action_id)
        if row is None:
            return False
        if row.seat != watcher.seat or row.kind != kind:
            raise Refused("bad_message", words.ID_TAKEN)
        watcher.send(protocol.Ack(action_id, self.version_for(watcher.seat, row.seq)))
        return True

    async def _play(self, seat: str, action: int, action_id: str | None) -> int:
        """Try, write, do. Returns the new version. Raises Refused, and then nothing has happened."""
        try:
            seen = self.line.foresee(action)
        except ValueError:
            raise Refused("illegal", words.ILLEGAL) from None
        row = LogRow(self.version + 1, "act", seat, action, seen.text, self.rules.version, seen.checksum, action_id)
        await self._write(row, over=seen.over, summary=seen.summary)
        try:
            self.line.play(row)
        except Exception:
            self._doubt = True
            raise
        self._note(row, self.line.hushed[-1])
        return row.seq

    async def _write(self, row: LogRow, *, over: bool, summary: dict[str, Any]) -> None:
        try:
            await self._store.append(self.id, row, over=over, summary=summary)
        except NotSaved as problem:
            self._doubt = True
            logger.error("table %s: change %d is not saved: %r", self.id, row.seq, problem.__cause__ or problem)
            raise Refused("not_saved", words.NOT_SAVED) from problem

    async def _settle(self) -> None:
        """After a write that failed: make sure that what we think is what the disk says."""
        if not self._doubt:
            return
        try:
            stored = await self._store.load(self.id)
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        if stored is None:
            raise Refused("not_saved", words.NOT_SAVED)
        if len(stored.log) != self.version:
            try:
                self._take(stored)
            except Broken as problem:
                logger.error("table %s cannot be continued: %s", self.id, problem)
                raise Refused("unreadable", words.UNREADABLE) from problem
            self._show(self.watchers)
        self._doubt = False

    def _note(self, row: LogRow, hushed: bool) -> None:
        self._depths.append(len(self.line.kept))
        self._hushed.append(row.seat if hushed else None)
        if row.action_id is not None:
            self._done[row.action_id] = row
        if not hushed:  # how long a secret takes tells nothing either
            self._changed_at = asyncio.get_running_loop().time()

    # ---- what people see
    def _show(self, watchers: Sequence[Watcher] | set[Watcher]) -> None:
        """Send the state as it now is: to each what its seat may know, and no event twice."""
        state = self.line.state
        views: dict[str | None, tuple[Raw, Raw, str]] = {}
        table = protocol.TableState(
            bots=self.bots,
            over=self.over,
            pace=self.pace,
            test=self.game.seed is not None,
            keyed=record.seal(self.game.secret) if self.game.secret is not None else None,
        )
        for watcher in watchers:
            if watcher.seen is None:
                continue
            seat = watcher.seat
            if 0 <= watcher.seen < self.version and all(whose not in (None, seat) for whose in self._hushed[watcher.seen :]):
                continue  # nothing that this seat may know of
            if seat not in views:
                views[seat] = self._seen_by(seat)
            view, legal, prompt = views[seat]
            since = self.line.events_after(min(self._depths[watcher.seen :])) if watcher.seen >= 0 else 0
            can, why = self.undo_state(seat)
            watcher.seen = self.version
            watcher.send(
                protocol.State(
                    version=self.version_for(seat),
                    view=view,
                    legal=legal,
                    prompt=prompt,
                    events_from=since,
                    events=self.rules.events(state, seat, since),
                    undo=protocol.UndoState(can, why),
                    table=table,
                )
            )

    def _seen_by(self, seat: str | None) -> tuple[Raw, Raw, str]:
        state, rules = self.line.state, self.rules
        legal = self._described() if seat is not None and rules.to_move(state) == seat else []
        return Raw(protocol.encode(rules.view(state, seat))), Raw(protocol.encode(legal)), rules.prompt(state, seat)

    def _described(self) -> list[dict[str, Any]]:
        state = self.line.state
        return [self.rules.describe(state, action) for action in state.legal_actions()]

    # ---- bots
    def wake(self) -> None:
        """See to it that bots play, if it is their turn and somebody watches; a table that nobody watches rests."""
        if (self._driver is None or self._driver.done()) and self._watched() and self._bot() is not None:
            self._driver = asyncio.create_task(self._drive(), name=f"bots of {self.id}")

    def _watched(self) -> bool:
        return any(watcher.seen is not None for watcher in self.watchers)

    def _bot(self) -> str | None:
        """The seat that decides, if a bot sits there."""
        seat = self.rules.to_move(self.line.state)
        return seat if seat in self.bots else None

    async def _drive(self) -> None:
        """Let bots play until a person decides, the game is over, everybody has gone or something refuses.

        The next message of anybody wakes the bots again.
        """
        try:
            await self._let_bots_play()
        except Refused as refused:
            self._tell(protocol.Error(refused.code, words.BOT_NOT_SAVED if refused.code == "not_saved" else refused.reason))
        except Exception:
            logger.exception("table %s: a bot's move failed", self.id)
            self._tell(protocol.Error("server_error", words.SERVER_ERROR))

    def _tell(self, error: protocol.Error) -> None:
        for watcher in self.watchers:
            watcher.send(error)

    async def _let_bots_play(self) -> None:
        while self._watched() and (seat := self._bot()) is not None:
            version = self.version
            action, _ = await asyncio.gather(self._think(seat), self._wait_for_pace())
            async with self._lock:
                if self.version != version:  # somebody took a move back meanwhile
                    continue
                await self._settle()
                if self.version == version:
                    await self._play(seat, action, None)
                    self._show(self.watchers)

    async def _think(self, seat: str) -> int:
        """What a bot plays; a random legal action where the bot fails."""
        state = self.line.state
        legal = self._described()
        # The bot's process never holds the game: what it is given is a world dealt anew from what the seat knows.
        world = self.rules.pack(self.rules.sample_world(state, seat, secrets.randbits(61)))
        try:
            return await self._thinkers.choose(self.rules.name, self.bots[seat], seat, self.rules.view(state, seat), legal, world)
        except BotFailed as problem:
            logger.warning("table %s: %s (%s) failed and a random action is played: %s", self.id, self.bots[seat], seat, problem)
            return int(secrets.choice(legal)["id"])

    async def _wait_for_pace(self) -> None:
        clock = asyncio.get_running_loop()
        while (left := self._changed_at + self.pace / 1000 - clock.time()) > 0:
            self._pace_changed.clear()
            try:
                async with asyncio.timeout(left):
                    await self._pace_changed.wait()
            except TimeoutError:
                return


class Tables:
    """All tables: those in memory, and the way to the others."""

    def __init__(self, games: Mapping[str, Rules], store: Store, thinkers: Thinkers, pace: int) -> None:
        self.games = games
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self._live: OrderedDict[str, Table] = OrderedDict()  # those left longest ago first

    async def new(self, order: protocol.NewTable, host: Visitor) -> Table:
        """Make a table for a visitor and keep it. Raises Refused."""
        rules = self.games.get(order.game)
        if rules is None:
            raise Refused("bad_request", words.NO_SUCH_GAME.format(game=order.game, games=", ".join(self.games)))
        try:
            options = rules.read_options(order.options)
        except BadOption as problem:
            raise Refused("bad_request", str(problem)) from None
        game = GameRow(
            id=secrets.token_urlsafe(12),
            game=rules.name,
            rules=rules.version,
            options=options,
            secret=secrets.token_bytes(32) if order.seed is None else None,
            seed=order.seed,
            host=host.person,
        )
        state = Line(rules, game).state
        seated = self._seat(rules.seats(state), self.thinkers.offered(rules), order, host.person)
        try:
            await self.store.create(game, seated, summary(rules, state), host)
        except NotSaved as problem:
            logger.error("a new table is not saved: %r", problem.__cause__)
            raise Refused("not_saved", words.NOT_SAVED) from problem
        return self._hold(Stored(game, seated, []))

    def _seat(self, seats: Sequence[str], known: Sequence[str], order: protocol.NewTable, person: str) -> list[SeatRow]:
        """The visitor in the seat asked for and bots in the others."""
        if order.seat is not None and order.seat not in seats:
            raise Refused("bad_request", words.NO_BOT_THERE.format(seat=order.seat))
        for seat, bot in order.bots.items():
            if seat not in seats:
                raise Refused("bad_request", words.NO_BOT_THERE.format(seat=seat))
            if seat == order.seat:
                raise Refused("bad_request", words.OWN_SEAT.format(seat=seat))
            if bot not in known:
                raise Refused("bad_request", words.NO_SUCH_BOT.format(bot=bot, bots=", ".join(known)))
        usual = "rules" if "rules" in known else known[0]
        return [SeatRow(seat, person, None) if seat == order.seat else SeatRow(seat, None, order.bots.get(seat, usual)) for seat in seats]

    async def find(self, table: str) -> Table:
        """The table of this name. Raises Refused when there is none, or it cannot be read."""
        if not 0 < len(table) <= 32:
            raise Refused("no_table", words.NO_TABLE)
        return self._live.get(table) or await self._load(table)

    async def _load(self, table: str) -> Table:
        try:
            stored = await self.store.load(table)
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        if stored is None or stored.game.game not in self.games:
            raise Refused("no_table", words.NO_TABLE)
        try:
            return self._hold(stored)
        except Broken as problem:
            logger.error("table %s cannot be continued: %s", table, problem)
            raise Refused("unreadable", words.UNREADABLE) from problem

    def _hold(self, stored: Stored) -> Table:
        if (live := self._live.get(stored.game.id)) is not None:  # somebody else came while we were reading
            return live
        table = Table(stored, self.games[stored.game.game], self.store, self.thinkers, self.pace)
        self._live[table.id] = table
        self._tidy()
        return table

    def join(self, table: Table, watcher: Watcher) -> None:
        """Sit a watcher down; only then is the table sure to stay in memory."""
        table.watchers.add(watcher)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """A socket has closed."""
        table.watchers.discard(watcher)
        self._live.move_to_end(table.id)
        self._tidy()

    def _tidy(self) -> None:
        """Forget the tables that nobody watches, but for the newest."""
        idle = [table.id for table in self._live.values() if not table.busy]
        for table in idle[: max(0, len(idle) - IDLE_TABLES)]:
            del self._live[table]

    async def close(self) -> None:
        """Let what is being written come to its end."""
        await asyncio.gather(*(table.close() for table in self._live.values()))
