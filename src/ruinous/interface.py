"""What every game offers to the rest of the program (docs/formats.md section 1): the words of the interface.

`ruinous.games` lists the games and is what everybody imports; this module stands below the games so that they can
share these words without a circle of imports.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.text import texts


class BadOption(ValueError):
    """An option that a game does not have, or a value that the option cannot take; the text names both."""


class BadPosition(ValueError):
    """A position that cannot be; `reasons` holds every reason, one sentence each."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class Option:
    """One option of a game's set-up. With `many` it takes `least` or more of its values, else exactly one.

    With a `reader` it takes more than its `values`, which then are only the usual ones: whatever the reader makes a
    value of (it raises ValueError with the reason). `draw` is any value there may be, by a chance `below(n)`: 0 to n-1.
    """

    name: str
    values: tuple[str, ...]
    default: str | tuple[str, ...]
    many: bool = False
    least: int = 0
    reader: Callable[[object], Any] | None = None
    draw: Callable[[Callable[[int], int]], Any] | None = None

    def read(self, given: object) -> Any:
        """The checked value, many values in the order of `values`. Raises BadOption."""
        if self.reader is not None:
            try:
                return self.reader(given)
            except ValueError as problem:
                raise BadOption(f"{self.name}: {problem}") from None
        if not self.many:
            if not isinstance(given, str) or given not in self.values:
                raise BadOption(texts("asked").say("one_of", option=self.name, given=repr(given), values=", ".join(self.values)))
            return given
        chosen = [part.strip() for part in given.split(",")] if isinstance(given, str) else given
        if (
            not isinstance(chosen, list | tuple)
            or not all(isinstance(one, str) and one in self.values for one in chosen)
            or len(set(chosen)) != len(chosen)
            or len(chosen) < self.least
        ):
            values = ", ".join(self.values)
            raise BadOption(texts("asked").say("some_of", option=self.name, given=repr(given), least=self.least, values=values))
        return [one for one in self.values if one in chosen]


@dataclass(frozen=True)
class Refusal:
    """Why an action is refused: a stable code, and what the sentence about it mentions (ids and numbers)."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class State(Protocol):
    """What everybody may do with the state of any game; all of it is compiled where the rules are."""

    script: list[int] | None
    log: list[tuple[int, int, int, int, int]] | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def player(self) -> int:
        """The number of the seat that decides, -1 when the game is over."""

    @property
    def unveiled(self) -> int:
        """How often something random or hidden has come out: undo may not cross a change of it."""

    def legal_actions(self) -> list[int]:
        """The legal actions of the pending decision, empty when the game is over."""

    def play(self, action: int, /) -> None:
        """Play a legal action. Raises IllegalAction, and then nothing has changed."""

    def apply(self, action: int, /) -> None:
        """Play an action that the caller knows to be legal."""

    def advance(self) -> None:
        """Go on to the next real choice; only needed after `from_position(..., begin=False)`."""

    def clone(self) -> Self:
        """An independent copy that keeps no events."""

    def set_chance(self, number: int, /) -> None:
        """Set the generator."""


S = TypeVar("S", bound=State)


class GameRules(ABC, Generic[S]):
    """One game as the rest of the program knows it. It holds no state of its own: every call is a function."""

    name: str
    version: int
    options: tuple[Option, ...]
    phases: tuple[str, ...]

    def read_options(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Every option with its checked value or its default, ready for a record. Raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(texts("asked").say("no_option", game=self.name, option=repr(name), options=", ".join(known)))
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    @abstractmethod
    def new(self, options: Mapping[str, object], seed: int) -> S:
        """A new game at its first decision, keeping its events. Any whole number is a seed. Raises BadOption."""

    @abstractmethod
    def seats(self, state: S) -> tuple[str, ...]:
        """The seats that take part, in order of play."""

    @abstractmethod
    def to_move(self, state: S) -> str | None:
        """The seat that decides, or None when the game is over."""

    @abstractmethod
    def round(self, state: S) -> int:
        """The number of the round, from 1."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """The name of the phase, as views have it."""

    def hushed(self, state: S) -> bool:
        """Whether even the number of steps that the pending decision takes is kept from the other seats."""
        return False

    @abstractmethod
    def stop_after(self, state: S, phase: str) -> None:
        """Have the loop stop when this phase is over, before the next begins. Raises LookupError naming the phases."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What a seat sees; None is a spectator (docs/formats.md section 3)."""

    def own_view(self, state: S, seat: str, public: dict[str, Any]) -> dict[str, Any]:
        """The view of a seat where that of a spectator is at hand; a game may make the one from the other, which is less work."""
        return self.view(state, seat)

    @abstractmethod
    def sample_world(self, state: S, seat: str | None, seed: int) -> S:
        """A state that agrees with all the seat knows, everything else dealt again, with fresh chance and no events."""

    @abstractmethod
    def text(self, state: S, action: int) -> str:
        """An action in words, unique within one decision."""

    @abstractmethod
    def parse(self, state: S, text: str) -> int:
        """The action of this text, legal or not. Raises ValueError naming the text when there is none."""

    @abstractmethod
    def describe(self, state: S, action: int) -> dict[str, Any]:
        """An action as data (docs/formats.md section 4)."""

    @abstractmethod
    def why_not(self, state: S, action: int) -> Refusal:
        """The rule that refuses an action that is not in the legal list. Raises ValueError for one that is."""

    @abstractmethod
    def refusal_text(self, refusal: Refusal) -> dict[str, str]:
        """A refusal as {"reason": a sentence, "rule": where it stands}."""

    def playout(self, state: S, seed: int) -> int:
        """Play random legal actions to the end; the chooser has a generator of its own. Returns the number of decisions.

        A game overrides it with the same loop beside its rules, at full speed.
        """
        chance, decisions = seeded(seed), 0
        while not state.over:
            actions = state.legal_actions()
            chance = advanced(chance)
            state.apply(actions[drawn(chance, len(actions))])
            decisions += 1
        return decisions

    @abstractmethod
    def position(self, state: S) -> dict[str, Any]:
        """The whole state as readable JSON: an equal state with an equal future comes back from it."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any], seed: int | None = None, begin: bool = True) -> S:
        """The state of a position, gone on to its first decision unless `begin` is false. Raises BadPosition.

        `seed` (else the position's own, else 0) deals what the position leaves open.
        """

    @abstractmethod
    def events(self, state: S, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
        """The events from number `since` on, as the seat may know them (docs/formats.md section 5)."""

    @abstractmethod
    def outcome(self, state: S) -> dict[str, Any] | None:
        """Winners, reason and scores, or None while the game runs."""

    @abstractmethod
    def checksum(self, state: S) -> str:
        """12 hexadecimal digits of everything in the state, chance included."""

    @abstractmethod
    def prompt(self, state: S, seat: str | None) -> str:
        """One sentence: what the seat is asked, or whom the table waits for. Nothing hidden is in it."""

    @abstractmethod
    def pack(self, state: S) -> bytes:
        """The state as bytes, exact; how a sampled world reaches the process of a bot."""

    @abstractmethod
    def unpack(self, packed: bytes) -> S:
        """The state that `pack` made bytes of. Raises BadPosition."""
