"""What has been played at a table and not taken back, and the state it leads to. No clock, no database, no network.

A hosted game is keyed: before action n of the line the state's generator is set from HMAC-SHA256(secret, n), so that dice
seen tell nothing about dice to come, and an action that is taken back and chosen again falls the same way.
"""

import io
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ruinous import record
from ruinous.games import Rules, State
from ruinous.server.store import GameRow, LogRow


class Broken(Exception):
    """A log that does not replay to its checksums under the rules of this program."""


class OtherRules(Broken):
    """A game that was begun under other rules than those of this program, which do not lead to the same states."""


class Foreseen(Struct, frozen=True):
    """What an action would do, before it is done."""

    state: State
    text: str
    checksum: str
    over: bool
    summary: dict[str, Any]
    hushed: bool
    """Whether the other seats may not even know that it was done."""
    events: list[dict[str, Any]]
    """What everybody may know of it."""


class Line:
    """The state after the actions `kept`, with its log of events on."""

    def __init__(self, rules: Rules, game: GameRow) -> None:
        self.rules = rules
        self.game = game
        self.state: State = _start(rules, game)
        self.kept: list[LogRow] = []
        self._events = [self._count()]  # number of events after so many actions
        self._unveiled = [int(self.state.unveiled)]

    @classmethod
    def of(cls, rules: Rules, game: GameRow, kept: Sequence[LogRow]) -> "Line":
        """Replay these actions; whatever rules the game was begun under, it goes on where all states are the same under those of today.

        Raises Broken at the first that is another one, OtherRules where other rules are a reason for it.
        """
        try:
            if game.rules != rules.version and game.setup is None and not kept:
                raise Broken(f"{game.id}: nothing tells how it began")
            return cls._through(rules, game, kept)
        except Broken as problem:
            raise under_other(rules, game, problem) from problem.__cause__

    @classmethod
    def _through(cls, rules: Rules, game: GameRow, kept: Sequence[LogRow]) -> "Line":
        line = cls.begun(rules, game)
        for row in kept:
            line.follow(row)
        return line

    @classmethod
    def begun(cls, rules: Rules, game: GameRow) -> "Line":
        """The line before the first action. Raises Broken when that is not the state in which the game was begun."""
        try:
            line = cls(rules, game)
        except Exception as problem:
            raise Broken(f"{game.id}: it cannot be set up: {problem!r}") from problem
        if game.setup is not None and rules.checksum(line.state) != game.setup:  # None: a program began it that did not keep this
            raise Broken(f"{game.id}: it begins in another state")
        return line

    def foresee(self, action: int, told: bool = False) -> Foreseen:
        """Try an action on a copy; `told`: with its events. Raises ValueError when it is not legal."""
        rules, state = self.rules, self.state
        trial = state.clone()
        trial.log = list(state.log or ())
        self._key(trial)
        trial.play(action)
        return Foreseen(
            trial,
            rules.text(state, action),
            rules.checksum(trial),
            bool(trial.over),
            summary(rules, trial),
            rules.hushed(state) and rules.hushed(trial) and rules.to_move(trial) == rules.to_move(state),
            rules.events(trial, None, self._events[-1]) if told else [],
        )

    def play(self, row: LogRow) -> None:
        """Play an action and keep it. Raises ValueError when it is not legal, and then nothing has changed but the generator."""
        self._key(self.state)
        self.state.play(row.action)
        self.kept.append(row)
        self._events.append(self._count())
        self._unveiled.append(int(self.state.unveiled))

    def follow(self, row: LogRow) -> None:
        """Play what stands in a log. Raises Broken when it leads elsewhere than it did, and then this is of no use any more."""
        try:
            self.play(row)
        except Exception as problem:  # rules that never saw such a state may stumble in any way
            raise Broken(f"{self.game.id}: row {row.seq} ({row.seat}: {row.text}): {problem!r}") from problem
        if self.rules.checksum(self.state) != row.checksum:
            raise Broken(f"{self.game.id}: row {row.seq} ({row.seat}: {row.text}) leads to another state")

    def then(self, row: LogRow) -> "Line":
        """The line after a row of the log, of any kind. Raises Broken."""
        if row.kind == "act":
            self.follow(row)
            return self
        line = self.without(1)
        if self.rules.checksum(line.state) != row.checksum:
            raise Broken(f"{self.game.id}: row {row.seq} (back before {row.text}) leads to another state")
        return line

    def without(self, last: int) -> "Line":
        """The line as it was before its last so many actions."""
        return Line._through(self.rules, self.game, self.kept[: len(self.kept) - last])

    def quiet(self) -> bool:
        """Whether the last action brought out nothing random or hidden."""
        return self._unveiled[-1] == self._unveiled[-2]

    def since(self, seat: str) -> int:
        """How many actions there are from the last one of this seat on, that one included; 0 when it has not acted."""
        return next((back for back, row in enumerate(reversed(self.kept), 1) if row.seat == seat), 0)

    def events_after(self, actions: int) -> int:
        """How many events had come after so many actions."""
        return self._events[actions]

    def record(self) -> str:
        """The record of the game (docs/formats.md section 2); a keyed game's has its key only once it is over."""
        sink = io.StringIO()
        state = _start(self.rules, self.game)
        game = self.game
        writer = record.Writer(sink, self.rules, state, game.options, seed=game.seed, secret=game.secret, position=game.position)
        for row in self.kept:
            writer.play(row.action)
        return sink.getvalue()

    def _key(self, state: State) -> None:
        if self.game.secret is not None:
            state.set_chance(record.chance(self.game.secret, len(self.kept)))

    def _count(self) -> int:
        return len(self.state.log or ())


def under_other(rules: Rules, game: GameRow, problem: Broken) -> Broken:
    """The same problem, with the rules under which the game was begun, where they are others than those of this program."""
    if game.rules == rules.version or isinstance(problem, OtherRules):
        return problem
    return OtherRules(f"{problem} (begun under rules {game.rules}, this program has rules {rules.version})")


def _start(rules: Rules, game: GameRow) -> State:
    """The state before the first action. Raises BadPosition."""
    seed = record.chance(game.secret, "setup") if game.secret is not None else game.seed
    assert seed is not None  # one of the two is always there
    state: State = rules.new(game.options, seed) if game.position is None else rules.from_position(game.position, seed)
    return state


def kept_of(log: Sequence[LogRow]) -> list[LogRow]:
    """The actions of a log that were not taken back."""
    kept: list[LogRow] = []
    for row in log:
        if row.kind == "act":
            kept.append(row)
        else:
            kept.pop()
    return kept


def depths_of(log: Sequence[LogRow]) -> list[int]:
    """How many actions stood after each change, the start included: two lines share as many actions as the least number between."""
    depths = [0]
    for row in log:
        depths.append(depths[-1] + (1 if row.kind == "act" else -1))
    return depths


def summary(rules: Rules, state: State) -> dict[str, Any]:
    """What a list of tables shows of a game: where it stands, which everybody may know."""
    return {"round": rules.round(state), "phase": rules.phase(state), "to_move": rules.to_move(state)}
