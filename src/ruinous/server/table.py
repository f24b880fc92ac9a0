"""One live table, and the order of things: on the disk first, then the answer, then everybody.

Everything that changes a table happens under its lock, one after the other. A change is tried on a copy, written to the database,
and only then carried out; where the disk refuses, nothing has happened.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence, Set
from functools import partial
from typing import Any, TypeVar

import msgspec

from ruinous.games import Rules, State
from ruinous.server import consent, protocol, showing, standing, talk, words
from ruinous.server.bots import Thinkers
from ruinous.server.driver import Driver
from ruinous.server.history import History
from ruinous.server.limits import Limits
from ruinous.server.line import Broken, Line, summary
from ruinous.server.refused import Refused
from ruinous.server.seats import Seats
from ruinous.server.showing import Looks, Watcher
from ruinous.server.store import Change, Extra, LogRow, NotSaved, Overtaken, SeatRow, Store, Stored, Visitor, now
from ruinous.server.talk import Talk
from ruinous.server.writer import Step
from ruinous.text import known, speaking

logger = logging.getLogger("ruinous.server")

T = TypeVar("T")


class House:
    """What all tables of a server share."""

    def __init__(self, store: Store, thinkers: Thinkers, pace: int) -> None:
        self.store = store
        self.talk = Talk(store)
        self.thinkers = thinkers
        self.limits = Limits()
        self.hub = store.database.hub
        self.pace = pace
        self.now: Callable[[], int] = now
        self.follows: Callable[[Table, Change], Sequence[Step]] = lambda _table, _change: ()
        """What else is written in the transaction of a change: banks of clocks, notices."""
        self.followed: Callable[[Table, Change], None] = lambda _table, _change: None
        """Is told of a change once it is on the disk, before anybody sees it."""
        self.begins: Callable[[Stored, str | None, Set[str]], Sequence[Step]] = lambda _stored, _first, _here: ()
        """What else is written in the transaction in which a game begins, with this seat, before the eyes of these people."""


class Table:
    """One game in memory."""

    def __init__(self, stored: Stored, rules: Rules, house: House) -> None:
        """Raises Broken when the log does not replay."""
        self.id = stored.game.id
        self.rules = rules
        self.house = house
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.pace = house.pace  # milliseconds between the moves of bots
        self.changed_at = 0.0  # when the game last changed, by the loop's clock
        self.history = History(rules, stored.game, stored.log)
        self._looks = self.history.length, Looks(rules, self.history.line.state)  # after how many changes this is seen
        self._take_rest(stored)
        self._doubt = False  # the last write failed: look at the disk before the next
        self._broken = False  # what is in memory is not what the log says
        self._elsewhere: frozenset[str] = frozenset()  # who has the table open in other processes, as everybody here was told
        self._said = -1  # the number of the last line of the chat that everybody here has
        self._driver = Driver(self)
        self._at_work: set[asyncio.Future[Any]] = set()

    def _take_rest(self, stored: Stored) -> None:
        """Everything but the log."""
        self.game = stored.game
        self.status = stored.status
        self.seats = Seats(stored.seats, stored.game.host)

    # ---- how it stands
    @property
    def stage(self) -> protocol.Stage:
        """Whether it waits for people, is being played, or is over."""
        return "waiting" if self.status.started is None else "over" if self.history.line.state.over else "playing"

    @property
    def watched(self) -> bool:
        """Whether anybody looks."""
        return any(watcher.seen is not None for watcher in self.watchers)

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is still being done."""
        return bool(self.watchers or self._at_work or self._driver.busy)

    def present(self) -> set[str]:
        """The people who have the table open."""
        return self._here() | self.house.hub.elsewhere(self.id)

    def _here(self) -> set[str]:
        """Those of them who have it open in this process."""
        return {watcher.person for watcher in self.watchers if watcher.seen is not None and watcher.person is not None}

    def decides(self, seat: str) -> bool:
        """Whether the game waits for the person in this seat."""
        return self.stage == "playing" and self.rules.to_move(self.history.line.state) == seat and self.seats.bot(seat) is None

    def hosted_by(self, watcher: Watcher) -> bool:
        """Whether this is the person who made the table."""
        return watcher.person is not None and watcher.person == self.game.host

    def eyes(self, watcher: Watcher) -> str | None:
        """Through which seat somebody looks. Before the game begins nobody sees a hand: seats may still change."""
        return None if self.stage == "waiting" else watcher.seat

    # ---- coming and going
    async def greet(self, watcher: Watcher, hello: protocol.Hello) -> None:
        """Show a watcher everything since the version that he last saw through this seat. Raises Refused when the seat is not his."""
        if hello.version > self.history.version(None):  # another process may have shown him what we have not heard of yet
            await self.refresh()
        own = self.seats.own(watcher.person)
        seat = hello.seat if hello.seat is not msgspec.UNSET else own[0] if len(own) == 1 else None
        if seat is not None and seat not in own:
            raise Refused("bad_message", words.NOT_YOUR_SEAT)
        if hello.language is not msgspec.UNSET:
            watcher.language = hello.language if known(hello.language) else "en"
        comes = watcher.person not in self.present()
        watcher.seat = seat
        watcher.seen = self.history.length_at(self.eyes(watcher), hello.version)
        self.show([watcher])
        self.house.hub.sit(self.id, self._here())
        if comes and self.seats.own(watcher.person):
            self.tell(self.watchers - {watcher})
        lines = await self.house.talk.lines(self.id)
        self._said = max(self._said, lines[-1].n if lines else -1)
        if lines:
            self._read_out(watcher, lines)
        note = None if watcher.person is None else await self.house.talk.note(self.id, watcher.person)
        if note is not None:
            watcher.send(protocol.Note(note))

    def gone(self, watcher: Watcher) -> None:
        """A socket has closed."""
        self.watchers.discard(watcher)
        self.house.hub.sit(self.id, self._here())
        if watcher.seen is not None and watcher.person not in self.present() and self.seats.own(watcher.person):
            self.tell()

    async def close(self) -> None:
        """Stop the bots; what is being written is finished."""
        await self._driver.close()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    def wake(self) -> None:
        """See to it that bots play if it is their turn."""
        self._driver.wake()

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that changes the table, one after the other. Raises Refused, and whatever the work raises."""

        async def alone() -> T:
            async with self.lock:
                await self.settle()
                return await work()

        done = await self.finish(alone())
        self.wake()
        return done

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it to its end even when the socket that asked for it goes away in the middle."""
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._unheard)
            raise

    def _unheard(self, task: asyncio.Future[Any]) -> None:
        """Something is done for which nobody waits any more. That it was refused is no news to the host; anything else is."""
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, Refused | NotSaved):
            logger.error("table %s: something failed for somebody who has gone", self.id, exc_info=problem)

    def hurry(self) -> None:
        """The bots need not wait any longer."""
        self._driver.hurry()

    # ---- what people see
    def looks(self) -> Looks:
        """What is to be seen of the state as it now is."""
        if self._looks[0] != self.history.length:
            self._looks = self.history.length, Looks(self.rules, self.history.line.state)
        return self._looks[1]

    def show(self, watchers: Iterable[Watcher] | None = None) -> None:
        """Send the state as it now is."""
        showing.show(self, self.watchers if watchers is None else watchers)

    def tell(self, watchers: Iterable[Watcher] | None = None) -> None:
        """Send what has changed beside the game."""
        showing.show_table(self, self.watchers if watchers is None else watchers)

    def tell_error(self, code: str, reason: Callable[[], str]) -> None:
        """Tell everybody, each in his language, that something has failed."""
        for watcher in self.watchers:
            with speaking(watcher.language):
                watcher.send(protocol.Error(code, reason()))

    def hear(self, lines: Sequence[protocol.Line]) -> None:
        """New lines reach everybody."""
        self._said = max(self._said, lines[-1].n)
        for watcher in self.watchers:
            if watcher.seen is not None:
                self._read_out(watcher, lines)

    @staticmethod
    def _read_out(watcher: Watcher, lines: Sequence[protocol.Line]) -> None:
        with speaking(watcher.language):
            watcher.send(protocol.Chat(talk.read(lines)))

    # ---- who sits where
    async def seat(self, decide: Callable[[], SeatRow], comer: Visitor | None = None, why: Step | None = None) -> SeatRow:
        """Put somebody else in a seat, as `decide` says when it is its turn; `why` is kept in the chat with it.

        Raises Refused, and whatever `decide` raises.
        """
        return await self.in_turn(lambda: self._seat(decide(), comer, why))

    async def _seat(self, after: SeatRow, comer: Visitor | None, why: Step | None) -> SeatRow:
        before = self.seats[after.seat]
        if after == before:
            return after
        begins = self.stage == "playing" and self.rules.to_move(self.history.line.state) == after.seat and after.played_by is not None
        moment, waiting = self.house.now(), self.stage == "waiting"
        write = self.house.store.seat(self.id, before, after, moment, waiting=waiting, turn=begins, comer=comer, why=why)
        name = await self._written(write, "taken", words.TAKEN)
        self.seats.put(msgspec.structs.replace(after, name=name))
        self.changed_at = asyncio.get_running_loop().time()  # a bot that takes a seat begins slowly
        if begins:
            self.status = msgspec.structs.replace(self.status, turn_since=moment)
        if after.bot is not None and after.seat in self.status.extra.standing:
            await self.alter(lambda extra: standing.put(extra, after.seat, False, {}))
        self._show_seats()
        if why is not None:
            self.hear(await self.house.talk.lines(self.id, self._said))
        if self.status.extra.request is not None:
            await self.go_back_if_agreed()
        return after

    async def start(self, person: str | None) -> None:
        """Begin the game. Raises Refused."""
        await self.in_turn(lambda: self._start(person))

    async def _start(self, person: str | None) -> None:
        self.seats.hosted_by(person)
        if self.stage != "waiting":
            return
        moment, bot = self.house.now(), self.house.thinkers.usual(self.rules)
        rows = [msgspec.structs.replace(row, bot=bot) if row.open else row for row in self.seats]
        status = msgspec.structs.replace(self.status, started=moment, turn_since=moment)
        first = self.rules.to_move(self.history.line.state)
        also = self.house.begins(Stored(self.game, rows, [], status), first, {*self.present(), self.game.host or ""})
        await self._written(self.house.store.start(self.id, moment, bot, also), "taken", words.BEGUN)
        self.changed_at = asyncio.get_running_loop().time()
        self._doubt = True
        await self.settle()  # only now is it certain who sits where: up to here another process might put somebody else there

    def _open_eyes(self) -> None:
        """The game begins: now everybody looks through his own eyes."""
        for watcher in self.watchers:
            own = self.seats.own(watcher.person)
            if watcher.seat is None and len(own) == 1:
                watcher.seat = own[0]
            watcher.seen = None if watcher.seen is None else -1

    def _show_seats(self) -> None:
        """After seats have changed hands: nobody looks through one that is not his, everybody hears of it."""
        for watcher in self.watchers:
            own = self.seats.own(watcher.person)
            if watcher.seat is not None and watcher.seat not in own:
                watcher.seat, watcher.seen = None, None if watcher.seen is None else -1
            elif watcher.seat is None and len(own) == 1 and self.stage == "waiting":
                watcher.seat = own[0]
        if self.stage == "waiting":
            self.tell()
        else:  # whose seat has changed hands has other actions, and other things to take back
            showing.show(self, self.watchers, always=True)

    # ---- the way of every change
    async def play(self, seat: str, action: int, action_id: str | None) -> None:
        """Try, write, do. Raises Refused, and then nothing has happened."""
        extra = self.status.extra
        try:
            seen = self.history.line.foresee(action, told=bool(extra.standing))
        except ValueError:
            raise Refused("illegal", words.ILLEGAL) from None
        row = LogRow(self.history.length + 1, "act", seat, action, seen.text, self.rules.version, seen.checksum, seen.hushed, action_id)
        if extra.standing:
            extra = standing.after(extra, seat, seen)
        if seen.over:
            extra = Extra(asked=extra.asked)
        if not seen.hushed:  # of what is done in secret nothing may be seen here either
            extra = msgspec.structs.replace(extra, request=None)
        await self._write([row], seen.state, extra=extra)

    async def go_back_if_agreed(self) -> None:
        """Go back to before the last action of the seat that asks, if everybody agrees; else tell how it stands."""
        while (request := self.status.extra.request) is not None and not consent.missing(request, self.seats):
            stood = self.history.length, self.status.agreed
            try:
                await self.take_back(self.history.line.since(request.seat), request.action_id)
            except Refused as refused:
                if refused.code != "stale":
                    raise
                await self.settle()  # another process was faster: with what it did the request may still stand, or be gone
                if (self.history.length, self.status.agreed) == stood:
                    raise
            else:
                self.show()
                return
        self.tell()
        self.hurry()

    async def take_back(self, actions: int, action_id: str | None) -> None:
        """Take back the last so many actions. Raises Refused, and then nothing has happened."""
        rows, line = self.history.undoing(actions, action_id)
        taken = {row.seat for row in rows}
        extra = self.status.extra
        kept = {seat: when for seat, when in extra.standing.items() if seat not in taken}
        extra = msgspec.structs.replace(extra, standing=kept, request=None)
        await self._write(rows, line.state, extra=extra, line=line)

    async def _write(self, rows: Sequence[LogRow], then: State, *, extra: Extra, line: Line | None = None) -> None:
        """Append to the log what leads to the state `then`. What will be seen of it is made while the disk is waited for."""
        looks = Looks(self.rules, then)
        change = Change(rows, bool(then.over), summary(self.rules, then), extra, self.status.agreed, self.house.now())
        also = self.house.follows(self, change)
        write = self.house.store.append(self.id, change, also, partial(looks.prepare, self))
        await self._written(write, "stale", words.STALE)
        try:
            self.history.add(rows, line)
        except Exception:
            self._broken = True
            raise
        self._looks = self.history.length, looks
        self.status = msgspec.structs.replace(self.status, turn_since=change.moment, extra=extra)
        if not all(row.hushed for row in rows):  # how long a secret takes tells nothing either
            self.changed_at = asyncio.get_running_loop().time()
        self.house.followed(self, change)

    async def alter(self, change: Callable[[Extra], Extra]) -> None:
        """Change what the table has agreed on. Raises Refused."""
        extra, agreed = await self._written(self.house.store.alter(self.id, change), "stale", words.STALE)
        self.status = msgspec.structs.replace(self.status, extra=extra, agreed=agreed)

    async def _written(self, write: Awaitable[T], code: str, reason: str) -> T:
        """Something that is written to the database. Raises Refused, with this code when another process was faster."""
        try:
            return await write
        except Overtaken as problem:
            self._doubt = True
            raise Refused(code, reason) from problem
        except NotSaved as problem:
            self._doubt = True
            logger.error("table %s: a change is not saved: %r", self.id, problem.__cause__ or problem)
            raise Refused("not_saved", words.NOT_SAVED) from problem

    async def settle(self) -> None:
        """After a write that failed: make sure that what we think is what the disk says. Raises Refused."""
        if self._doubt or self._broken:
            await self._reload()

    async def refresh(self) -> None:
        """Another process has changed something here: take it in and show it. Raises Refused."""
        async with self.lock:
            await self._reload()
        elsewhere = self.house.hub.elsewhere(self.id)
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self.tell()
        if self.watchers and (lines := await self.house.talk.lines(self.id, self._said)):
            self.hear(lines)
        self.wake()

    async def _reload(self) -> None:
        length, status, seated = self.history.length, self.status, list(self.seats)
        try:
            stored = await self.house.store.load(self.id, 0 if self._broken else length)
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        if stored is None:
            raise Refused("not_saved", words.NOT_SAVED)
        try:
            if self._broken:
                self.history = History(self.rules, stored.game, stored.log)
            else:
                self._broken = True  # until all of it is taken in
                self.history.add(stored.log)
                if stored.log and self.rules.checksum(self.history.line.state) != stored.log[-1].checksum:
                    raise Broken(f"{self.id}: row {stored.log[-1].seq} leads to another state; does a server of other rules play here?")
            self._take_rest(stored)
        except (Broken, ValueError) as problem:
            logger.error("table %s cannot be continued: %s", self.id, problem)
            raise Refused("unreadable", words.UNREADABLE) from problem
        self._doubt = self._broken = False
        if self.history.length != length:
            self.changed_at = asyncio.get_running_loop().time()
        elif self.status == status and list(self.seats) == seated:
            return
        if self.status.started != status.started:
            self._open_eyes()
        self._show_seats()
