"""What must hold at the end of a world: what people were told, and saw, is what the log says. Nothing of the server's own reading of it."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ruinous import record
from ruinous.games import Rules, State
from ruinous.server import words
from ruinous.server.database import connected
from server.simulation.history import History, Sent
from server.simulation.library import GAMES

SEATED = "SELECT seat, person, bot FROM seats WHERE game = :game"


class Row(Struct, frozen=True):
    """A row of the log."""

    seq: int
    kind: str
    seat: str
    action: int
    checksum: str
    hushed: bool
    action_id: str | None


class Truth:
    """What the database says of a game, replayed."""

    def __init__(self, database: Path | str, table: str) -> None:
        """From an SQLite file, or from PostgreSQL by its address."""
        ask = _asking(database)
        game = "SELECT game, options, secret, seed, position, head, over, turn, rated FROM games WHERE id = :game"
        ((name, options, self._secret, self._seed, position, self.head, self.over, self.turn, self.settled),) = ask(game, table)
        log = "SELECT seq, kind, seat, action, checksum, hushed, action_id FROM log WHERE game = :game ORDER BY seq"
        self.rows = [
            Row(seq, kind, seat, action, checksum, bool(hushed), action_id)
            for seq, kind, seat, action, checksum, hushed, action_id in ask(log, table)
        ]
        chat = "SELECT n, text FROM chat WHERE game = :game ORDER BY n"
        self.chat: dict[int, str] = {n: text or words.TIME_IS_UP for n, text in ask(chat, table)}
        self.seated = {seat: (person is not None, bot) for seat, person, bot in ask(SEATED, table)}
        self.settles = self._seed is None
        self.sound = ask("PRAGMA integrity_check", table)[0][0] if isinstance(database, Path) else "ok"
        self.rules: Rules = GAMES[name]
        self._options = json.loads(options) if isinstance(options, str) else options
        self._position = json.loads(position) if isinstance(position, str) else position

    def version(self, seat: str | None, length: int | None = None) -> int:
        """How many of the first so many changes a seat may know of."""
        return sum(not row.hushed or row.seat == seat for row in self.rows[:length])

    def states(self) -> list[State]:
        """The state before the first change and after each, with its events. Raises ValueError where the log does not replay."""
        seed = record.chance(self._secret, "setup") if self._secret is not None else self._seed
        rules = self.rules
        state: State = rules.new(self._options, seed) if self._position is None else rules.from_position(self._position, seed)
        line, states = [state], [state]
        for row in self.rows:
            if row.kind == "undo":
                line.pop()
            else:
                state = line[-1].clone()
                state.log = list(line[-1].log or ())
                if self._secret is not None:
                    state.set_chance(record.chance(self._secret, len(line) - 1))
                if rules.to_move(line[-1]) != row.seat:
                    raise ValueError(f"{row.seq}: it was not the turn of {row.seat}")
                state.play(row.action)
                line.append(state)
            states.append(line[-1])
            if rules.checksum(line[-1]) != row.checksum:
                raise ValueError(f"{row.seq}: another state")
        return states


def _asking(database: Path | str) -> Callable[[str, str], list[Any]]:
    """How to ask a database about a game."""

    def ask_file(question: str, game: str) -> list[Any]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute(question, {"game": game}).fetchall()

    def ask_server(question: str, game: str) -> list[Any]:
        with connected(database) as connection:
            return [tuple(row) for row in connection.execute(sa.text(question), {"game": game})]

    return ask_file if isinstance(database, Path) else ask_server


def violations(truth: Truth, histories: Sequence[History], by_hand: Iterable[str]) -> list[str]:
    """Every promise that was broken; `by_hand` are the seats that only people can have played."""
    found = []
    if truth.sound != "ok":
        found.append(f"the database is not sound: {truth.sound}")
    if [row.seq for row in truth.rows] != list(range(1, truth.head + 1)):
        found.append(f"the log has not the rows 1 to {truth.head}")
    try:
        states = truth.states()
    except ValueError as problem:
        return [*found, f"the log does not replay: {problem}"]
    if (bool(states[-1].over), truth.rules.to_move(states[-1])) != (bool(truth.over), truth.turn):
        found.append("the head is not what the log replays to")
    found += _answers(truth, histories, set(by_hand))
    found += _sights(truth, states, histories)
    found += _talk(truth, histories)
    return found


def _answers(truth: Truth, histories: Sequence[History], by_hand: set[str]) -> list[str]:
    """Acknowledged: there once, where it was said to be. Refused: not there. Unknown: at most once. And nothing that nobody sent."""
    found = []
    sent = {one.action_id: one for history in histories for one in history.sent.values()}
    there: dict[str, list[Row]] = {}
    for row in truth.rows:
        if row.action_id is None:
            if row.kind == "act" and row.seat in by_hand:
                found.append(f"{row} was done by nobody")
        elif row.action_id not in sent:
            found.append(f"{row} was never sent")
        else:
            there.setdefault(row.action_id, []).append(row)
    for name, one in sent.items():
        rows = there.get(name, [])
        if len(rows) > 1:
            found.append(f"{one} is in the log {len(rows)} times")
        elif one.kind != "ask_undo" and one.acked is not None and not rows:
            found.append(f"{one} was acknowledged and is not in the log")
        elif one.acked is None and one.refused is not None and one.certain and rows:
            found.append(f"{one} was refused and is in the log")
        elif rows and not _is_what_was_sent(truth, one, rows[0]):
            found.append(f"{one} is in the log as {rows[0]}")
    return found


def _is_what_was_sent(truth: Truth, one: Sent, row: Row) -> bool:
    if one.kind == "ask_undo":
        return row.kind == "undo" and row.seat == one.seat
    same = (row.kind, row.seat) == (one.kind, one.seat) and one.action in (None, row.action)
    current = truth.version(row.seat, row.seq - 1) == one.version
    return same and current and one.acked in (None, truth.version(row.seat, row.seq))


def _sights(truth: Truth, states: Sequence[State], histories: Sequence[History]) -> list[str]:
    """Everything that anybody was shown is what that seat sees at that version of the log that there is in the end."""
    rules, found = truth.rules, []
    first: dict[tuple[str | None, int], State] = {}
    for seat in {None, *(seat for history in histories for seat in history.seats)}:
        for length, state in enumerate(states):
            first.setdefault((seat, truth.version(seat, length)), state)
    seen: dict[tuple[str | None, int], tuple[bytes, bytes]] = {}
    for history in histories:
        for shown in history.shown:
            key = shown.seat, shown.version
            if key not in first:
                found.append(f"{history.name} was shown version {shown.version} of {shown.seat}, which there is not")
                continue
            if key not in seen:
                state = first[key]
                legal = state.legal_actions() if rules.to_move(state) == shown.seat else []
                seen[key] = (
                    msgspec.json.encode(rules.view(state, shown.seat)),
                    msgspec.json.encode([rules.describe(state, a) for a in legal]),
                )
            if shown.view != seen[key][0] or shown.legal not in (b"[]", seen[key][1]):
                found.append(f"{history.name} was shown something else than version {shown.version} of {shown.seat}")
    return found


def _talk(truth: Truth, histories: Sequence[History]) -> list[str]:
    """Everybody heard the same, and only what somebody said."""
    found = []
    said = {text for history in histories for text in history.said}
    found += [f"nobody said {text!r}" for text in truth.chat.values() if text not in said | {words.TIME_IS_UP}]
    for history in histories:
        found += [f"{history.name} heard {text!r}" for n, text in history.heard.items() if truth.chat.get(n) != text]
    return found
