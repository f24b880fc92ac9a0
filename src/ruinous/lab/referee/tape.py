"""What the referee reads: the events of a game, and the choices that are made in it."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass

from ruinous.lab.referee.board import Board, Violation, demand
from ruinous.oldworld import events as e
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import TASK_NAMES

Flow = Generator[None, int, None]
"""Some of the procedure; it waits wherever a player decides, and is sent the action."""
Asked = Generator[None, int, int | None]
"""The same, with the chosen action as its result; None where there was nothing to choose."""

Event = tuple[int, int, int, int, int]


def words(event: Sequence[int]) -> str:
    """An event with the names of its fields, for messages."""
    name, fields = e.FIELDS[event[0]]
    return f"{name}({', '.join(f'{field}={value}' for field, value in zip(fields, event[1:], strict=False))})"


@dataclass(frozen=True)
class Wanted:
    """A decision that the referee waits for."""

    number: str  # the invariant that says what may be chosen
    task: int
    player: int
    options: frozenset[int]


class Tape:
    """Reads a log in order and says what does not fit. `board` is what has been read so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.log: Sequence[Event] = ()
        self.at = 0  # the next event to be read
        self.wanted: Wanted | None = None
        self.unveiled = 0  # how often something random or hidden has come out since the last decision

    # ---- events
    def coming(self, *event: int) -> bool:
        """Whether the next event begins with these numbers."""
        return self.at < len(self.log) and self.log[self.at][: len(event)] == event

    def read(self, number: str, kind: int) -> Event:
        """The next event, which must be of this kind."""
        demand(self.at < len(self.log), number, f"the log ends where {e.FIELDS[kind][0]} was due")
        event = self.log[self.at]
        demand(event[0] == kind, number, f"event {self.at} is {words(event)} where {e.FIELDS[kind][0]} was due")
        self.at += 1
        return event

    def expect(self, number: str, *event: int) -> None:
        """The next event must be exactly this one (fields left out are 0)."""
        wanted = event + (0,) * (5 - len(event))
        demand(self.at < len(self.log), number, f"the log ends where {words(wanted)} was due")
        found = self.log[self.at]
        demand(found == wanted, number, f"event {self.at} is {words(found)} where {words(wanted)} was due")
        self.at += 1

    # ---- choices
    def ask(self, number: str, task: int, player: int, options: Collection[int]) -> Asked:
        """A question: with no option it lapses, with one it is forced, else the player decides (G1)."""
        if not options:
            return None
        if len(options) == 1:
            (only,) = options
            self.expect(number, e.FORCED, player, only, task)
            return only
        self.wanted = Wanted(number, task, player, frozenset(options))
        action = yield
        demand(action in self.wanted.options, number, f"action {action} was carried out, which is not allowed")
        self.wanted = None
        return action

    def must_ask(self, g: State) -> None:
        """The state must be asking what the referee waits for, and offer exactly that."""
        wanted = self.wanted
        if wanted is None:
            demand(bool(g.over), "G1", "the game goes on after its end")
            return
        demand(not g.over, wanted.number, f"the game is over where {TASK_NAMES[wanted.task]} was due")
        demand(g.asks == wanted.task, wanted.number, f"{TASK_NAMES[int(g.asks)]} is asked where {TASK_NAMES[wanted.task]} was due")
        demand(
            g.player == wanted.player, "O13", f"Power {g.player} decides where Power {wanted.player} was due ({TASK_NAMES[wanted.task]})"
        )
        legal = set(g.legal_actions())
        if legal != wanted.options:
            more, less = sorted(legal - wanted.options), sorted(wanted.options - legal)
            raise Violation(wanted.number, f"{TASK_NAMES[wanted.task]}: wrongly offered {more}, wrongly missing {less}")
