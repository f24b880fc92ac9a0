"""A small game with all that a server must get right: two seats, turns of several actions, a die, hidden numbers.

Who is at turn adds 1 to 3 as often as wanted, may roll a die once, may draw a hidden number once, and is done. The game ends when the
total reaches 30; the seat with the larger last digit of its hidden numbers wins. Hidden numbers are long, so that a
scan of bytes finds them anywhere.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Self

from ruinous.engine.agenda import IllegalAction
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.interface import GameRules, Option, Refusal

SEATS = ("left", "right")
TEXTS = ("done", "add 1", "add 2", "add 3", "roll", "draw")
GOAL = 30
KINDS = ("turn", "added", "rolled", "drew", "over")


class Count:
    """The state: whose turn it is, the total, each seat's hidden numbers."""

    def __init__(self, seed: int) -> None:
        self.chance = int(seeded(seed))
        self.unveiled = 0
        self.script: list[int] | None = None
        self.log: list[tuple[int, int, int, int, int]] | None = []
        self.player = 0
        self.total = 0
        self.turn = 0
        self.rolled = False
        self.drawn = False
        self.over = False
        self.hidden: list[list[int]] = [[self._hide()], [self._hide()]]

    def _hide(self) -> int:
        number = 0
        for _ in range(3):
            number = number << 16 | self.below(1 << 16)
        return number

    def below(self, n: int) -> int:
        """A random number."""
        self.unveiled += 1
        self.chance = int(advanced(self.chance))
        return int(drawn(self.chance, n))

    def legal_actions(self) -> list[int]:
        """What may be done."""
        if self.over:
            return []
        return [0, 1, 2, 3] + ([] if self.rolled else [4]) + ([] if self.drawn else [5])

    def play(self, action: int, /) -> None:
        """Play a legal action."""
        if action not in self.legal_actions():
            raise IllegalAction(str(action))
        self.apply(action)

    def apply(self, action: int, /) -> None:
        """Play an action."""
        if action == 0:
            self.player = 1 - self.player
            self.turn += 1
            self.rolled = self.drawn = False
            self._note(0, self.player)
        elif action < 4:
            self.total += action
            self._note(1, self.player, action)
        elif action == 4:
            self.rolled = True
            face = 1 + self.below(6)
            self.total += face
            self._note(2, self.player, face)
        else:
            self.drawn = True
            self.hidden[self.player].append(self._hide())
            self._note(3, self.player, self.hidden[self.player][-1])
        if self.total >= GOAL:
            self.over = True
            self._note(4)
            self.player = -1

    def _note(self, kind: int, a: int = 0, b: int = 0) -> None:
        if self.log is not None:
            self.log.append((kind, a, b, 0, 0))

    def advance(self) -> None:
        """Nothing to go on to."""

    def clone(self) -> Self:
        """A copy that keeps no events."""
        other = type(self)(0)
        other.__dict__.update(self.__dict__)
        other.hidden = [list(row) for row in self.hidden]
        other.log = None
        return other

    def set_chance(self, number: int, /) -> None:
        """Set the generator."""
        self.chance = int(seeded(number))


def token(number: int) -> str:
    """How a hidden number is shown."""
    return f"h{number:012x}"


class Counting(GameRules[Count]):
    """The rules."""

    name = "counting"
    version = 1
    options = (Option("players", SEATS, SEATS, many=True, least=2), Option("mood", ("calm", "wild"), "calm"))

    def new(self, options: Mapping[str, object], seed: int) -> Count:
        """A new game."""
        return Count(seed)

    def seats(self, state: Count) -> tuple[str, ...]:
        """Both."""
        return SEATS

    def to_move(self, state: Count) -> str | None:
        """Whose turn it is."""
        return None if state.over else SEATS[state.player]

    def round(self, state: Count) -> int:
        """Two turns a round."""
        return state.turn // 2 + 1

    def phase(self, state: Count) -> str:
        """There is one."""
        return "counting"

    def view(self, state: Count, seat: str | None) -> dict[str, Any]:
        """The total, one's own numbers, how many the other has."""
        hands = {s: [token(n) for n in state.hidden[p]] if s == seat else len(state.hidden[p]) for p, s in enumerate(SEATS)}
        where = {"round": self.round(state), "phase": self.phase(state), "to_move": self.to_move(state), "total": state.total}
        return {"game": self.name, "seat": seat, **where, "hands": hands, "outcome": self.outcome(state)}

    def sample_world(self, state: Count, seat: str | None, seed: int) -> Count:
        """The other's numbers dealt anew."""
        world = state.clone()
        world.set_chance(seed)
        for p, other in enumerate(SEATS):
            if other != seat:
                world.hidden[p] = [world._hide() for _ in world.hidden[p]]
        return world

    def text(self, state: Count, action: int) -> str:
        """In words."""
        return TEXTS[action]

    def parse(self, state: Count, text: str) -> int:
        """From words."""
        if text not in TEXTS:
            raise ValueError(f"no action is called {text!r}")
        return TEXTS.index(text)

    def describe(self, state: Count, action: int) -> dict[str, Any]:
        """As data."""
        return {"id": action, "text": TEXTS[action], "kind": TEXTS[action].split()[0]}

    def why_not(self, state: Count, action: int) -> Refusal:
        """Only die and draw can be refused."""
        return Refusal("once_a_turn", {"what": TEXTS[action]})

    def refusal_text(self, refusal: Refusal) -> dict[str, str]:
        """In words."""
        return {"reason": f"{refusal.params['what']} is for once a turn.", "rule": "counting 1"}

    def position(self, state: Count) -> dict[str, Any]:
        """Not needed by a server."""
        raise NotImplementedError

    def from_position(self, position: Mapping[str, Any], seed: int | None = None, begin: bool = True) -> Count:
        """Not needed by a server."""
        raise NotImplementedError

    def stop_after(self, state: Count, phase: str) -> None:
        """Not needed by a server."""
        raise NotImplementedError

    def events(self, state: Count, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
        """Everything but the numbers that others draw."""
        told: list[dict[str, Any]] = []
        for n, (kind, a, b, _c, _d) in enumerate(state.log or ()):
            event: dict[str, Any] = {"n": n, "kind": KINDS[kind], "text": KINDS[kind], "level": 0, "seat": SEATS[a]}
            if kind == 3:
                event["number"] = token(b) if SEATS[a] == seat else None
            elif kind in (1, 2):
                event["amount"] = b
            told.append(event)
        return told[since:]

    def outcome(self, state: Count) -> dict[str, Any] | None:
        """The larger sum of last digits wins."""
        if not state.over:
            return None
        scores = {s: sum(n % 16 for n in state.hidden[p]) for p, s in enumerate(SEATS)}
        return {"winners": [s for s in SEATS if scores[s] == max(scores.values())], "reason": "goal", "scores": scores}

    def checksum(self, state: Count) -> str:
        """Of everything."""
        return hashlib.sha256(self.pack(state)).hexdigest()[:12]

    def prompt(self, state: Count, seat: str | None) -> str:
        """What to do."""
        return "The game is over." if state.over else "Count." if self.to_move(state) == seat else "Wait."

    def pack(self, state: Count) -> bytes:
        """As JSON."""
        return json.dumps({k: v for k, v in state.__dict__.items() if k not in ("log", "script")}).encode()

    def unpack(self, packed: bytes) -> Count:
        """From JSON."""
        state = Count(0)
        state.__dict__.update(json.loads(packed))
        state.log = None
        return state


GAMES: dict[str, GameRules[Any]] = {"counting": Counting()}


def game(name: str) -> GameRules[Any]:
    """The game of this name."""
    return GAMES[name]
