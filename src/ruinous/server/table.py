"""One live table, and the order of things: on the disk first, then the answer, then everybody.

Everything that changes a table happens under its lock, one after the other. A change is tried on a copy, written to the database,
and only then carried out; where the disk refuses, nothing has happened.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from ruinous.games import Rules
from ruinous.server import consent, protocol, showing, standing, words
from ruinous.server.bots import BotFailed, Thinkers
from ruinous.server.driver import Driver, situation_of
from ruinous.server.history import History
from ruinous.server.limits import Limits
from ruinous.server.line import Broken, Line, summary
from ruinous.server.refused import Refused
from ruinous.server.seats import Seats
from ruinous.server.showing import Watcher
from ruinous.server.store import Change, Extra, LogRow, NotSaved, Overtaken, SeatRow, Store, Stored, Visitor, now
from ruinous.server.talk import Talk
from ruinous.text import known, speaking, texts

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
        self.follows: Callable[[Table, Change], Sequence[sa.Executable]] = lambda _table, _change: ()
        """What else is written in the transaction of a change: banks of clocks, notices."""
        self.followed: Callable[[Table, Change], None] = lambda _table, _change: None
        """Is told of a change once it is on the disk, before anybody sees it."""


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
    def stage(self) -> str:
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
        """Show a watcher everything since the version that he last saw. Raises Refused when the seat is not his."""
        own = self.seats.own(watcher.person)
        seat = hello.seat if hello.seat is not msgspec.UNSET else own[0] if len(own) == 1 else None
        if seat is not None and seat not in own:
            raise Refused("bad_message", words.NOT_YOUR_SEAT)
        if hello.language is not msgspec.UNSET:
            watcher.language = hello.language if known(hello.language) else "en"
        comes = watcher.person not in self.present()
        known_log = watcher.seen is None or seat == watcher.seat  # else it is that of another seat
        watcher.seat = seat
        watcher.seen = self.history.length_at(self.eyes(watcher), hello.version) if known_log else -1
        self.show([watcher])
        self.house.hub.sit(self.id, self._here())
        if comes and self.seats.own(watcher.person):
            self.tell(self.watchers - {watcher})
        lines = await self.house.talk.lines(self.id)
        self._said = max(self._said, lines[-1].n if lines else -1)
        if lines:
            watcher.send(protocol.Chat(lines))
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

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it to its end even when the socket that asked for it goes away in the middle."""
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)

    # ---- what people see
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

    # ---- the game
    async def act(self, watcher: Watcher, message: protocol.Act) -> None:
        """Play an action for the watcher's seat, answer it, show it to everybody. Raises Refused."""
        await self.finish(self._act(watcher, message))
        self.wake()

    async def _act(self, watcher: Watcher, message: protocol.Act) -> None:
        async with self.lock:
            await self.settle()
            if self._repeats(watcher, message.action_id, "act"):
                return
            seat = self._decider(watcher)
            self._is_current(seat, message.version)
            await self.play(seat, message.action, message.action_id)
            watcher.send(protocol.Ack(message.action_id, self.history.version(seat)))
            self.show()

    async def undo(self, watcher: Watcher, message: protocol.Undo) -> None:
        """Take back the last action of the watcher's seat. Raises Refused."""
        await self.finish(self._undo(watcher, message))
        self.wake()

    async def _undo(self, watcher: Watcher, message: protocol.Undo) -> None:
        async with self.lock:
            await self.settle()
            if self._repeats(watcher, message.action_id, "undo"):
                return
            self._has_begun()
            if watcher.seat is not None:
                self._is_current(watcher.seat, message.version)
            state = showing.undo_state(self, watcher.seat)
            if not state.can:
                raise Refused("illegal", state.why)
            await self._take_back(1, message.action_id)
            watcher.send(protocol.Ack(message.action_id, self.history.version(watcher.seat)))
            self.show()

    async def ask_undo(self, watcher: Watcher, message: protocol.AskUndo) -> None:
        """Ask everybody for going back to before the last action of the watcher's seat. Raises Refused."""
        await self.finish(self._ask_undo(watcher, message))
        self.wake()

    async def _ask_undo(self, watcher: Watcher, message: protocol.AskUndo) -> None:
        async with self.lock:
            await self.settle()
            if self._repeats(watcher, message.action_id, "undo"):
                return
            self._has_begun()
            seat, asked = watcher.seat, self.status.extra.request
            if seat is not None and not (asked is not None and asked.seat == seat and asked.action_id == message.action_id):
                self._is_current(seat, message.version)
                if not showing.undo_state(self, seat).ask:
                    raise Refused("illegal", words.UNDO_NOT_ASKED)
                await self._alter(lambda extra: consent.asked(extra, self.seats, seat, message.action_id))
                self.changed_at = asyncio.get_running_loop().time()
            elif seat is None:
                raise Refused("illegal", words.UNDO_WATCHER)
            watcher.send(protocol.Ack(message.action_id, self.history.version(seat)))
            await self._go_back_if_agreed()

    async def answer_undo(self, watcher: Watcher, message: protocol.AnswerUndo) -> None:
        """Agree to a request, or refuse it. Raises Refused."""
        await self.finish(self._answer_undo(watcher, message))
        self.wake()

    async def _answer_undo(self, watcher: Watcher, message: protocol.AnswerUndo) -> None:
        async with self.lock:
            await self.settle()
            own = self.seats.own(watcher.person)
            if not own:
                raise Refused("illegal", words.UNDO_WATCHER)
            await self._alter(lambda extra: consent.answered(extra, message.request, own, message.agree))
            await self._go_back_if_agreed()

    async def _go_back_if_agreed(self) -> None:
        request = self.status.extra.request
        if request is None or consent.missing(request, self.seats):
            self.tell()
            self._driver.hurry()
            return
        await self._take_back(self.history.line.since(request.seat), request.action_id)
        self.show()

    async def stand(self, watcher: Watcher, on: bool) -> None:
        """Let the watcher's seat pass whenever it may, or no longer. Raises Refused."""
        await self.finish(self._stand(watcher, on))
        self.wake()

    async def _stand(self, watcher: Watcher, on: bool) -> None:
        async with self.lock:
            await self.settle()
            self._has_begun()
            seat = watcher.seat
            if seat is None or self.stage == "over" or self.seats.bot(seat) is not None:
                raise Refused("not_your_turn", words.NOT_YOUR_TURN)
            stands = summary(self.rules, self.history.line.state)
            await self._alter(lambda extra: standing.put(extra, seat, on, stands))
            self.tell()

    def set_pace(self, watcher: Watcher, ms: int) -> None:
        """Change the pace of the bots; only those who made the table or play at it can, for others nothing happens."""
        if self.seats.member(watcher.person) and ms != self.pace:
            self.pace = ms
            self._driver.hurry()
            self.tell()

    def why_not(self, watcher: Watcher, text: str) -> protocol.Refusal:
        """Which rule stands against an action of the watcher's seat. Raises Refused when it is not that seat's turn."""
        self._decider(watcher)
        state = self.history.line.state
        try:
            action = self.rules.parse(state, text)
        except ValueError:
            return protocol.Refusal(text, words.NOT_UNDERSTOOD, "")
        if action in state.legal_actions():
            return protocol.Refusal(text, words.ALLOWED, "")
        found = self.rules.refusal_text(self.rules.why_not(state, action))
        return protocol.Refusal(text, found["reason"], found.get("rule") or "")

    async def hint(self, watcher: Watcher) -> None:
        """Tell the watcher what the strongest bot would do in his place. Raises Refused."""
        seat = self._decider(watcher)
        self.house.limits.take("hint", watcher.person or "")
        length, legal = self.history.length, {action["id"]: action["text"] for action in showing.described(self)}
        thinkers = self.house.thinkers
        try:
            advised = await thinkers.advise(thinkers.strongest(self.rules), situation_of(self, seat))
        except BotFailed as problem:
            logger.warning("table %s: a hint failed: %s", self.id, problem)
            raise Refused("illegal", words.NO_HINT) from problem
        if self.history.length != length or not self.decides(seat):
            raise Refused("stale", words.STALE)
        if advised.options is None:
            raise Refused("illegal", words.NO_HINT)
        options = [
            protocol.HintOption(action, legal[action], value, [_reason(self.rules.name, *reason) for reason in reasons])
            for action, value, reasons in advised.options
            if action in legal
        ]
        watcher.send(protocol.Hint(self.history.version(seat), options))

    # ---- what people say
    async def say(self, watcher: Watcher, text: str) -> None:
        """A line for everybody. Raises Refused."""
        if watcher.person is None:
            raise Refused("bad_message", words.NAME_FIRST)
        self.house.limits.take("say", watcher.person)
        own = self.seats.own(watcher.person)
        seat = watcher.seat or (own[0] if len(own) == 1 else None)
        try:
            line = await self.finish(self.house.talk.say(self.id, watcher.person, seat, text, self.house.now(), named=not own))
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        self._hear([line])

    def _hear(self, lines: list[protocol.Line]) -> None:
        """New lines reach everybody."""
        self._said = max(self._said, lines[-1].n)
        for watcher in self.watchers:
            if watcher.seen is not None:
                watcher.send(protocol.Chat(lines))

    async def note(self, watcher: Watcher, text: str) -> None:
        """Keep a note for oneself; other pages of the same person get it. Raises Refused."""
        if watcher.person is None:
            raise Refused("bad_message", words.NAME_FIRST)
        self.house.limits.take("note", watcher.person)
        try:
            text = await self.finish(self.house.talk.write(self.id, watcher.person, text))
        except NotSaved as problem:
            raise Refused("not_saved", words.NOT_SAVED) from problem
        for other in self.watchers - {watcher}:
            if other.person == watcher.person and other.seen is not None:
                other.send(protocol.Note(text))

    # ---- who sits where
    async def seat(self, decide: Callable[[], SeatRow], comer: Visitor | None = None) -> SeatRow:
        """Put somebody else in a seat, as `decide` says under the lock. Raises Refused, and whatever `decide` raises."""
        return await self.finish(self._seat(decide, comer))

    async def _seat(self, decide: Callable[[], SeatRow], comer: Visitor | None) -> SeatRow:
        async with self.lock:
            await self.settle()
            after = decide()
            before = self.seats[after.seat]
            if after == before:
                return after
            turn = self.stage == "playing" and self.rules.to_move(self.history.line.state) == after.seat
            moment = self.house.now()
            write = self.house.store.seat(
                self.id, before, after, moment, waiting=self.stage == "waiting", turn=turn and after.played_by is not None, comer=comer
            )
            name = await self._written(write, "taken", words.TAKEN)
            self.seats.put(msgspec.structs.replace(after, name=name))
            self.changed_at = asyncio.get_running_loop().time()  # a bot that takes a seat begins slowly
            if turn and after.played_by is not None:
                self.status = msgspec.structs.replace(self.status, turn_since=moment)
            if after.bot is not None and after.seat in self.status.extra.standing:
                await self._alter(lambda extra: standing.put(extra, after.seat, False, {}))
            self._show_seats()
            request = self.status.extra.request
            if request is not None and not consent.missing(request, self.seats):
                await self._go_back_if_agreed()
        self.wake()
        return after

    async def start(self, person: str | None) -> None:
        """Begin the game. Raises Refused."""
        await self.finish(self._start(person))

    async def _start(self, person: str | None) -> None:
        async with self.lock:
            await self.settle()
            self.seats.hosted_by(person)
            if self.stage != "waiting":
                return
            moment, bot = self.house.now(), self.house.thinkers.usual(self.rules)
            await self._written(self.house.store.start(self.id, moment, bot), "taken", words.BEGUN)
            for row in self.seats:
                if row.open:
                    self.seats.put(msgspec.structs.replace(row, bot=bot))
            self.status = msgspec.structs.replace(self.status, started=moment, turn_since=moment)
            self.changed_at = asyncio.get_running_loop().time()
            self._open_eyes()
            self.show()
        self.wake()

    def _open_eyes(self) -> None:
        """The game begins: now everybody looks through his own eyes."""
        for watcher in self.watchers:
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
    def _has_begun(self) -> None:
        if self.stage == "waiting":
            raise Refused("waiting", words.WAITING)

    def _decider(self, watcher: Watcher) -> str:
        """The watcher's seat. Raises Refused when it has nothing to decide."""
        self._has_begun()
        if self.stage == "over":
            raise Refused("not_your_turn", words.GAME_OVER)
        seat = watcher.seat
        if seat is None or self.rules.to_move(self.history.line.state) != seat:
            raise Refused("not_your_turn", words.NOT_YOUR_TURN)
        if self.seats.bot(seat) is not None:
            raise Refused("not_your_turn", words.BOT_PLAYS)
        return seat

    def _is_current(self, seat: str, version: int) -> None:
        if version != self.history.version(seat):
            raise Refused("stale", words.STALE)

    def _repeats(self, watcher: Watcher, action_id: str, kind: str) -> bool:
        """Answer a message that was carried out before as it was answered then."""
        row = self.history.done.get(action_id)
        if row is None:
            return False
        if row.seat not in self.seats.own(watcher.person) or row.kind != kind:
            raise Refused("bad_message", words.ID_TAKEN)
        watcher.send(protocol.Ack(action_id, self.history.version_at(row.seat, row.seq)))
        return True

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
        await self._write([row], over=seen.over, stands=seen.summary, extra=extra)

    async def _take_back(self, actions: int, action_id: str | None) -> None:
        rows, line = self.history.undoing(actions, action_id)
        taken = {row.seat for row in rows}
        extra = self.status.extra
        kept = {seat: when for seat, when in extra.standing.items() if seat not in taken}
        extra = msgspec.structs.replace(extra, standing=kept, request=None)
        await self._write(rows, over=False, stands=summary(self.rules, line.state), extra=extra, line=line)

    async def _write(
        self, rows: Sequence[LogRow], *, over: bool, stands: Mapping[str, Any], extra: Extra, line: Line | None = None
    ) -> None:
        change = Change(rows, over, dict(stands), extra, self.house.now())
        write = self.house.store.append(self.id, change, self.house.follows(self, change))
        await self._written(write, "stale", words.STALE)
        try:
            self.history.add(rows, line)
        except Exception:
            self._broken = True
            raise
        self.status = msgspec.structs.replace(self.status, turn_since=change.moment, extra=extra)
        if not all(row.hushed for row in rows):  # how long a secret takes tells nothing either
            self.changed_at = asyncio.get_running_loop().time()
        self.house.followed(self, change)

    async def _alter(self, change: Callable[[Extra], Extra]) -> None:
        """Change what the table has agreed on. Raises Refused."""
        extra = await self._written(self.house.store.alter(self.id, change), "stale", words.STALE)
        self.status = msgspec.structs.replace(self.status, extra=extra)

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
            self._hear(lines)
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


def _reason(game: str, name: str, amount: float) -> str:
    """What speaks for or against an action, in words and with its number."""
    book = texts(game)
    return f"{book.raw(f'reasons.{name}') if book.has(f'reasons.{name}') else name}: {amount:+g}"
