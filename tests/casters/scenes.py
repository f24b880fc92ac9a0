"""Builders of positions of Chaos Casters, for tests that read like a table: stacks from the bottom up, texts as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruinous import games
from ruinous.casters.names import DECK
from ruinous.casters.notation import IDS
from ruinous.casters.position import deck_of, hand_of
from ruinous.casters.state import State

RULES = games.game("casters")
SEATS = ("one", "two")


class Scene:
    """A game at a decision. `stack` and piles are lists of ids; whatever is not named lies in the decks, else in the pits."""

    def __init__(self, phase: str, stack: Sequence[str] = (), until: str | None = None, **position: Any) -> None:
        """`stack` holds `owner card`, position 1 first; hands are empty unless the position says more. Nothing happens after `until`."""
        hands: dict[str, Any] = {"one": [], "two": []} | dict(position.pop("hands", {}))
        laid = [entry.split(" ") for entry in stack]
        self.start: dict[str, Any] = {"game": "casters", "phase": phase, "stack": laid, "hands": hands, **position}
        self.g: State = RULES.from_position(self.start, begin=False)
        if until is not None:
            RULES.stop_after(self.g, until)
        self.g.advance()

    # ---- playing
    def play(self, *texts: str) -> Scene:
        """Play actions by their texts; each must be legal where it comes."""
        for text in texts:
            legal = self.choices()
            assert text in legal, f"{text!r} is not legal here: {legal}"
            self.g.play(RULES.parse(self.g, text))
        return self

    def decline_all(self) -> Scene:
        """Decline whatever may be declined, to the end of the phase."""
        phase = self.g.phase
        while not self.over and self.g.phase == phase and "done" in self.choices():
            self.play("done")
        return self

    def choices(self) -> list[str]:
        """The texts of the legal actions."""
        return [RULES.text(self.g, action) for action in self.g.legal_actions()]

    def refused(self, text: str) -> str:
        """The code of the rule that refuses an action."""
        return RULES.why_not(self.g, RULES.parse(self.g, text)).code

    # ---- looking
    @property
    def asked(self) -> str:
        """Who is asked what: `one attack`."""
        pending = RULES.view(self.g, None)["pending"]
        return "nobody" if pending is None else f"{pending['seat']} {pending['task']}"

    @property
    def over(self) -> bool:
        return bool(self.g.over)

    @property
    def winners(self) -> list[str]:
        outcome = RULES.outcome(self.g)
        assert outcome is not None
        winners: list[str] = outcome["winners"]
        return winners

    @property
    def stack(self) -> list[str]:
        """The stack as it was given: `owner card`, position 1 first."""
        return [f"{card['player']} {card['card']}" for card in RULES.view(self.g, None)["stack"]]

    def strength(self, position: int) -> int:
        """The strength now of the Ally at a position."""
        strength: int = RULES.view(self.g, None)["stack"][position - 1]["strength"]
        return strength

    def hand(self, seat: str) -> list[str]:
        """A hand, sorted."""
        return sorted(IDS[self.g.title[card]] for card in hand_of(self.g, SEATS.index(seat)))

    def deck(self, seat: str) -> list[str]:
        """A deck, the bottom card first."""
        return [IDS[self.g.title[card]] for card in deck_of(self.g, SEATS.index(seat))]

    def size(self, seat: str) -> int:
        """How many cards a deck has."""
        return int(self.g.deck_size[SEATS.index(seat)])

    def pit(self, seat: str) -> list[str]:
        """A pit, the card nixed first first."""
        p = SEATS.index(seat)
        return [IDS[self.g.title[card]] for card in self.g.pit[p * DECK : p * DECK + self.g.pit_size[p]]]

    def kinds(self) -> list[str]:
        """The kinds of all events so far."""
        return [event["kind"] for event in RULES.events(self.g, None)]

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind so far, as a spectator sees them."""
        return [event for event in RULES.events(self.g, None) if event["kind"] == kind]


def resolve(*stack: str, **position: Any) -> Scene:
    """The Resolve Phase with this stack, and nothing after it."""
    return Scene("resolve", stack, "resolve", **position)


def turn(*stack: str, **position: Any) -> Scene:
    """A turn of the Play Phase, with this stack so far; the game goes on after it."""
    return Scene("play", stack, **position)


def filler(n: int, *but: str) -> list[str]:
    """n cards that mean nothing: from the pool, two copies each, none of those named."""
    cards = [card for card in IDS for _ in range(2) if card not in but]
    return cards[:n]
