"""What people see of a table: to each what his seat may know, in his language, and no event twice.

Whatever several watchers see alike is made and encoded once.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from ruinous import record
from ruinous.games import Rules, State
from ruinous.server import consent, protocol, words
from ruinous.server.answers import told
from ruinous.server.store import SeatRow
from ruinous.text import current, speaking

if TYPE_CHECKING:
    from ruinous.server.table import Table


class Watcher:
    """One open socket at a table."""

    def __init__(
        self, person: str | None, key: bytes | None, language: str, send: Callable[[bytes], None], close: Callable[[], None]
    ) -> None:
        self.person = person
        self.key = key
        """The hash of what opened the socket."""
        self.language = language
        self.seat: str | None = None
        """Through which of his seats the person looks, None: as a spectator."""
        self.seen: int | None = None
        """The number of changes shown, -1 for none; None before the first hello."""
        self.send_bytes = send
        self.close = close

    def send(self, answer: protocol.Answer) -> None:
        """Send this when its turn comes."""
        self.send_bytes(protocol.encode(answer))


class Looks:
    """What is to be seen of one state, made and encoded once: the view and the events of each seat, the legal actions."""

    def __init__(self, rules: Rules, state: State) -> None:
        self._rules = rules
        self._state = state
        self._public: dict[str, Any] | None = None
        self._views: dict[str | None, Raw] = {}
        self._events: dict[tuple[str | None, int, str], Raw] = {}
        self._legal: Raw | None = None

    def view(self, seat: str | None) -> Raw:
        """What a seat sees, None: a spectator."""
        if seat not in self._views:
            if self._public is None:
                self._public = self._rules.view(self._state, None)
            seen = self._public if seat is None else self._rules.own_view(self._state, seat, self._public)
            self._views[seat] = Raw(protocol.encode(seen))
        return self._views[seat]

    def legal(self) -> Raw:
        """The legal actions."""
        if self._legal is None:
            self._legal = Raw(protocol.encode(described(self._rules, self._state)))
        return self._legal

    def events(self, seat: str | None, since: int) -> Raw:
        """The events from number `since` on as a seat may know them, in the language in use."""
        key = seat, since, current()
        if key not in self._events:
            self._events[key] = Raw(protocol.encode(self._rules.events(self._state, seat, since)))
        return self._events[key]

    def prepare(self, table: "Table") -> None:
        """Make what those who watch a table will want when this state comes after the one that they see."""
        mover = self._rules.to_move(self._state)
        for watcher in table.watchers:
            if watcher.seen is None:
                continue
            seat = table.eyes(watcher)
            self.view(seat)
            if seat is not None and seat == mover and table.seats.bot(seat) is None:
                self.legal()
            with speaking(watcher.language):
                self.events(seat, table.history.events_from(watcher.seen))


NOTHING = Raw(b"[]")
"""The legal actions of who does not decide."""


def show(table: "Table", watchers: Iterable[Watcher], *, always: bool = False) -> None:
    """Send the state as it now is; to those to whom nothing is new only if `always`."""
    tables: dict[Any, Raw] = {}
    states: dict[Any, bytes] = {}
    history, looks = table.history, table.looks()
    for watcher in watchers:
        seat, seen = table.eyes(watcher), watcher.seen
        if seen is None or (not always and 0 <= seen < history.length and not history.news_for(seat, seen)):
            continue
        mine, host = table.seats.own(watcher.person), table.hosted_by(watcher)
        key = (seat, seen, watcher.language, *mine, host)
        if key not in states:
            place = key[2:]
            with speaking(watcher.language):
                if place not in tables:
                    tables[place] = Raw(protocol.encode(table_state(table, mine, host)))
                states[key] = protocol.encode(_state(table, seat, seen, looks, tables[place]))
        watcher.seen = history.length
        watcher.send_bytes(states[key])


def show_table(table: "Table", watchers: Iterable[Watcher]) -> None:
    """Send what has changed beside the game."""
    news: dict[Any, bytes] = {}
    for watcher in watchers:
        if watcher.seen is None:
            continue
        mine, host = table.seats.own(watcher.person), table.hosted_by(watcher)
        key = (watcher.language, *mine, host)
        if key not in news:
            with speaking(watcher.language):
                news[key] = protocol.encode(protocol.TableNews(table_state(table, mine, host)))
        watcher.send_bytes(news[key])


def _state(table: "Table", seat: str | None, seen: int, looks: Looks, place: Raw) -> protocol.State:
    history, state = table.history, table.history.line.state
    since = history.events_from(seen)
    return protocol.State(
        version=history.version(seat),
        view=looks.view(seat),
        legal=looks.legal() if seat is not None and table.decides(seat) else NOTHING,
        prompt=words.WAITING_FOR_PEOPLE if table.stage == "waiting" else table.rules.prompt(state, seat),
        events_from=since,
        events=looks.events(seat, since),
        undo=undo_state(table, seat),
        table=place,
    )


def described(rules: Rules, state: State) -> list[Mapping[str, Any]]:
    """The legal actions of the seat that decides."""
    return [rules.describe(state, action) for action in state.legal_actions()]


def undo_state(table: "Table", seat: str | None) -> protocol.UndoState:
    """What the seat may take back, alone or by consent."""
    if seat is not None and table.stage == "playing" and table.seats.bot(seat) is not None:
        return protocol.UndoState(False, words.BOT_PLAYS, False)
    can, why = table.history.undo_state(seat)
    asks = seat is not None and not can and table.stage == "playing" and table.history.line.since(seat) > 0
    return protocol.UndoState(can, why, asks and table.status.extra.request is None)


def table_state(table: "Table", mine: list[str], host: bool) -> protocol.TableState:
    """What concerns the table and not the game, for who has these seats."""
    here = table.present()
    extra, game = table.status.extra, table.game
    secret = table.stage == "playing" and table.rules.hushed(table.history.line.state)
    return protocol.TableState(
        stage=table.stage,
        over=table.stage == "over",
        seats={row.seat: seat_state(row, here, secret=secret) for row in table.seats},
        bots={row.seat: row.bot for row in table.seats if row.bot is not None},
        mine=mine,
        host=host,
        private=game.private,
        pace=table.pace,
        clock=None if game.clock is None else _clock(table, game.clock, secret),
        standing=sorted(extra.standing),
        request=consent.told(extra.request, table.seats),
        rematch=table.status.rematch,
        test=game.seed is not None,
        keyed=record.seal(game.secret) if game.secret is not None else None,
    )


def seat_state(row: SeatRow, here: set[str], *, secret: bool = False) -> protocol.SeatState:
    """Who sits in a seat."""
    bank = None if row.bank is None or secret else row.bank // 1000
    return protocol.SeatState(row.name, row.person is not None, row.bot, row.open, row.person in here, bank)


def _clock(table: "Table", pace: str, secret: bool) -> protocol.ClockState:
    """Whose time runs, and until when; how often a seat has decided in secret cannot be read from it."""
    seat = table.rules.to_move(table.history.line.state) if table.stage == "playing" else None
    row = table.seats[seat] if seat is not None else None
    if row is None or row.played_by is None or row.bank is None or table.status.turn_since is None:
        return protocol.ClockState(pace, None, None)
    return protocol.ClockState(pace, seat, None if secret else told(table.status.turn_since + row.bank))
