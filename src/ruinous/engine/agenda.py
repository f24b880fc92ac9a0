"""The agenda: what a game is in the middle of, as a stack of numbers, and the loop that works it off.

A task is a number with three small arguments packed into one integer. A `Step` does something; a `Question` lists
options and carries out the chosen one. Nested effects are more pushes, in reverse order of resolution.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.rng import advanced, drawn, seeded

AGENDA: Final = 128
LEGAL: Final = 640

G = TypeVar("G", bound="Agenda")


class IllegalAction(ValueError):
    """The action is not in the legal list of the pending decision; the state is as it was."""


class Task(Generic[G]):
    """One thing on the agenda."""

    def run(self, g: G, a: i64, b: i64, c: i64) -> None:
        """Do it, or offer the options."""
        raise NotImplementedError

    def choose(self, g: G, a: i64, b: i64, c: i64, action: i64) -> None:
        """Carry out the chosen option."""
        raise NotImplementedError


class Step(Task[G]):
    """Something that happens without anybody's choice."""


class Question(Task[G]):
    """A choice: `run` offers the options, `choose` carries out the answer. Argument `a` is who decides.

    With no option the question lapses, with one it is taken at once.
    """


# ---- chance, agenda, decision, events ------------------------------------------------------------------
class Agenda:
    """The part of a state that every game has.

    `chance`: the generator; `script`: wanted results for tests and tables with real dice, used up from the front;
    `unveiled`: how often something random or hidden has come out (undo may not cross a change);
    `log`: events as tuples of five integers, or None where nobody listens (clones);
    `asks`, `player`, `a`, `b`, `c`: the pending question, who decides, its arguments; `legal[:n_legal]`: its options.
    """

    def __init__(self, tasks: list[Task[Agenda]], seed: i64, like: Agenda | None) -> None:
        """A new agenda; with `like`, a copy of that one's but for its events and script."""
        self.tasks: list[Task[Agenda]] = tasks
        self.chance: i64 = seeded(seed) if like is None else like.chance
        self.script: list[int] | None = None
        self.unveiled: i64 = 0 if like is None else like.unveiled
        self.log: list[tuple[int, int, int, int, int]] | None = None
        self.agenda: vec[i64] = vec[i64]([0] * AGENDA) if like is None else like.agenda[:]
        self.depth: i64 = 0 if like is None else like.depth
        self.asks: i64 = 0 if like is None else like.asks
        self.player: i64 = -1 if like is None else like.player
        self.a: i64 = 0 if like is None else like.a
        self.b: i64 = 0 if like is None else like.b
        self.c: i64 = 0 if like is None else like.c
        self.legal: vec[i64] = vec[i64]([0] * LEGAL) if like is None else like.legal[:]
        self.n_legal: i64 = 0 if like is None else like.n_legal
        self.over: bool = False if like is None else like.over
        self.forced: i64 = -1 if like is None else like.forced  # number of the event that records a choice of one
        self.halt: i64 = -1  # the task before which the loop stops, -1 for none (`ruinous judge`); copies have none

    # ---- what tasks use
    def push(self, task: i64, a: i64, b: i64, c: i64) -> None:
        """Put a task on the agenda; the newest is done first. a and b are below 2**16, c below 2**22."""
        self.agenda[self.depth] = task | a << 8 | b << 24 | c << 40
        self.depth += 1

    def offer(self, action: i64) -> None:
        """One more thing that the player asked may do."""
        self.legal[self.n_legal] = action
        self.n_legal += 1

    def note(self, kind: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Record an event for those who listen."""
        if self.log is not None:
            self.log.append((int(kind), int(a), int(b), int(c), int(d)))

    def below(self, n: i64) -> i64:
        """A random number 0 to n-1: the only door through which chance comes in."""
        self.unveiled += 1
        if self.script is not None:
            return self.scripted(n)
        self.chance = advanced(self.chance)
        return drawn(self.chance, n)

    def scripted(self, n: i64) -> i64:
        """The next wanted result. Raises LookupError when the script is used up, ValueError when it does not fit."""
        script = self.script
        if not script:
            raise LookupError("the script of chance is used up")
        wanted: int = script.pop(0)
        if wanted < 0 or wanted >= n:
            raise ValueError(f"the script of chance says {wanted} where 0 to {n - 1} is possible")
        return wanted

    def shuffle(self, pile: vec[i64], start: i64, n: i64) -> None:
        """Shuffle the n places of a pile from `start` on."""
        i: i64 = n - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            x: i64 = pile[start + i]
            pile[start + i] = pile[start + j]
            pile[start + j] = x
            i -= 1

    def set_chance(self, number: i64) -> None:
        """Set the generator; a hosted game does so before each action, so that nobody can foresee dice from dice seen."""
        self.chance = seeded(number)

    # ---- the loop
    def advance(self) -> None:
        """Do tasks until a player has a real choice (two or more options) or the agenda is empty."""
        while self.depth > 0:
            self.depth -= 1
            packed: i64 = self.agenda[self.depth]
            number: i64 = packed & 0xFF
            if number == self.halt:
                self.depth += 1
                self.n_legal = 0
                self.player = -1
                return
            a: i64 = packed >> 8 & 0xFFFF
            b: i64 = packed >> 24 & 0xFFFF
            c: i64 = packed >> 40
            task = self.tasks[number]
            self.n_legal = 0
            task.run(self, a, b, c)
            if self.n_legal == 1:
                if self.forced >= 0:
                    self.note(self.forced, a, self.legal[0], number, 0)
                task.choose(self, a, b, c, self.legal[0])
            elif self.n_legal > 1:
                self.asks = number
                self.player = a
                self.a = a
                self.b = b
                self.c = c
                return
        self.n_legal = 0
        self.player = -1
        self.over = True

    def apply(self, action: i64) -> None:
        """Carry out a legal action and go on to the next real choice. Trusts the caller (searches, playouts)."""
        self.tasks[self.asks].choose(self, self.a, self.b, self.c, action)
        self.advance()

    def is_legal(self, action: i64) -> bool:
        """Whether the action is in the list of the pending decision."""
        for i in range(self.n_legal):
            if self.legal[i] == action:
                return True
        return False

    def play(self, action: i64) -> None:
        """Carry out an action after checking it. Raises IllegalAction, and then nothing has changed."""
        if not self.is_legal(action):
            raise IllegalAction(f"action {action} is not legal here")
        self.apply(action)

    def legal_actions(self) -> list[int]:
        """The legal actions of the pending decision, in the order offered; empty when the game is over."""
        actions: list[int] = []
        for i in range(self.n_legal):
            actions.append(int(self.legal[i]))
        return actions

    def ask_again(self) -> i64:
        """List the options of the pending decision anew (after hidden cards were dealt again); how many there are."""
        self.n_legal = 0
        self.tasks[self.asks].run(self, self.a, self.b, self.c)
        return self.n_legal
