"""The cards as the watcher has them: objects that lie in piles and remember who knows them, told by events alone.

Facts about cards are typed here from the card list, not read from the engine's data.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ruinous.casters.tables import IDS
from ruinous.lab.referee.board import demand

# ---- facts ----------------------------------------------------------------------------------------------------
ALLIES: dict[str, int] = {
    "ash_hound": 4,
    "kiln_brute": 5,
    "spark_imp": 4,
    "furnace_drake": 5,
    "pyre_matron": 2,
    "vengeful_wisp": 2,
    "emberling": 3,
    "war_caller": 3,
    "cinder_golem": 5,
    "grave_tender": 3,
    "mirror_shade": 0,
    "mist_stalker": 4,
    "bone_warden": 1,
    "lantern_moth": 3,
    "tomb_colossus": 9,
    "veil_dancer": 2,
    "echo_bard": 1,
    "hex_toad": 2,
    "gatekeeper": 2,
    "scavenger": 2,
    "overlord": 2,
}
QUICK = {"spark_imp", "backdraft", "lantern_moth", "undertow", "foresight", "blood_price"}
# What shows that a text limited to once per round has been performed: the kind of its event.
ONCE_PER_ROUND = {
    "emberling": "played_by_effect",
    "fireburst": "damage",
    "second_wind": "moved",
    "grave_tender": "recovered",
    "veil_dancer": "swapped",
    "echo_bard": "performs",
    "raise": "played_by_effect",
}
DRAWING = {"lantern_moth", "twin_fates", "foresight"}  # texts that draw
DAMAGE = {"fireburst": (0, 6), "blood_price": (0, 4), "pit_fire": (1, 3)}  # to the owner, to the enemy
AT_MOST = {"emberling": 4, "raise": 1}  # the strength of an Ally that is played by a text
DECK, HAND, STACK = 30, 6, 8
EVERYBODY = frozenset({0, 1, -1})  # -1: a spectator


# ---- cards and piles ---------------------------------------------------------------------------------------------
@dataclass(eq=False)
class Card:
    """One card. `title` is what it is, `now` what it counts as on the stack."""

    owner: int
    title: str
    now: str = ""
    known: frozenset[int] = frozenset()
    change: int = 0
    silenced: bool = False
    puppet_of: int | None = None

    def fresh(self) -> Card:
        """The same card as it comes from elsewhere: nothing is changed about it."""
        self.now, self.change, self.silenced, self.puppet_of = self.title, 0, False, None
        return self

    @property
    def ally(self) -> bool:
        return self.now in ALLIES


@dataclass
class Side:
    """A player's cards; decks bottom first."""

    deck: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    pit: list[Card] = field(default_factory=list)
    looked: list[Card] = field(default_factory=list)

    def from_hand(self, title: str, number: str) -> Card:
        """Take a card of this title out of the hand: the one that most people know."""
        same = [card for card in self.hand if card.title == title]
        demand(bool(same), number, f"{title} leaves a hand that does not hold it")
        card = max(same, key=lambda card: len(card.known))
        self.hand.remove(card)
        return card

    def all(self) -> list[Card]:
        """Whatever is not on the stack."""
        return [*self.deck, *self.hand, *self.pit, *self.looked]


class Table:
    """Both sides and the stack between them (position 1 first); the cards from `line` on have resolved."""

    def __init__(self) -> None:
        self.sides = (Side(), Side())
        self.stack: list[Card] = []
        self.line = 0

    def at(self, place: int, player: int | None, title: str, number: str) -> Card:
        """The card at a place of the stack, which must be this player's and count as this title."""
        demand(0 <= place < len(self.stack), number, f"there is no place {place} on the stack")
        card = self.stack[place]
        demand(player in (None, card.owner) and card.now == title, number, f"{title} is said to lie at {place}, where {card.now} lies")
        return card

    def take(self, place: int) -> Card:
        """Take a card off the stack."""
        self.line -= place < self.line
        return self.stack.pop(place)

    def put(self, place: int, card: Card) -> None:
        """Put a card on the stack: from the line down it will resolve (ruling 17)."""
        demand(0 <= place <= len(self.stack), "C11", f"a card comes to place {place} of {len(self.stack)}")
        self.line += place <= self.line
        self.stack.insert(place, card)
        card.known = EVERYBODY

    def bury(self, card: Card, known: frozenset[int]) -> None:
        """Put a card under its owner's deck."""
        card.known = known
        self.sides[card.owner].deck.insert(0, card.fresh())

    def nix(self, card: Card) -> None:
        """Put a card on its owner's pit."""
        card.known = EVERYBODY
        self.sides[card.owner].pit.append(card.fresh())

    def forget(self, cards: list[Card], owner: int) -> None:
        """One of these cards has gone face down, nobody else knows which: their owner alone knows them now."""
        for card in cards:
            card.known = frozenset({owner})

    # ---- strength, from the cards alone
    def others(self, player: int, title: str) -> bool:
        """Whether the player has a card of this title on the stack."""
        return any(card.owner == player and card.now == title for card in self.stack)

    def strength(self, place: int) -> int:
        """The strength of the Ally at a place."""
        card = self.stack[place]
        base = ALLIES[card.now]
        if card.now == "mirror_shade":
            base = max([0, *(self.plain(at) for at, other in enumerate(self.stack) if other.ally and other.owner != card.owner)])
        return max(0, base + self.added(place))

    def plain(self, place: int) -> int:
        """The same as a Mirror Shade sees it."""
        return ALLIES[self.stack[place].now] + self.added(place)

    def added(self, place: int) -> int:
        """This round's changes, Matrons beside it, an Overlord's court."""
        card = self.stack[place]
        beside = [self.stack[at] for at in (place - 1, place + 1) if 0 <= at < len(self.stack)]
        court = sum(other.ally and other.owner == card.owner for other in self.stack) - 1 if card.now == "overlord" else 0
        return card.change + 2 * sum(other.now == "pyre_matron" and other.owner == card.owner for other in beside) + court

    # ---- attacks, from the cards alone
    def attacks(self, place: int) -> set[tuple[str, int]]:
        """Whom the Ally at a place may attack: ("stack", place) or ("player", number)."""
        card = self.stack[place]
        beside = [self.stack[at] for at in (place - 1, place + 1) if 0 <= at < len(self.stack)]
        if card.now == "tomb_colossus" and any(other.owner != card.owner and not other.ally for other in beside):
            return set()
        found = {("stack", at) for at, other in enumerate(self.stack) if at != place and other.ally and not self.hidden(other)}
        if not any(other.now == "parley" for other in self.stack[self.line :]):
            found |= {("player", 0), ("player", 1)}
        if card.puppet_of is not None:
            return found
        found = {(what, n) for what, n in found if (self.stack[n].owner if what == "stack" else n) != card.owner}
        if self.others(1 - card.owner, "bone_warden"):
            found = {(what, n) for what, n in found if what == "stack" and self.stack[n].now == "bone_warden"}
        return found

    def hidden(self, card: Card) -> bool:
        """A Mist Stalker behind another Ally."""
        return card.now == "mist_stalker" and any(other.ally and other.owner == card.owner and other is not card for other in self.stack)


def card_id(title: int) -> str:
    """The id of a title's number."""
    return IDS[title]
