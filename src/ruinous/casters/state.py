"""The state of a game of Chaos Casters, and the helpers that its rules are written in.

Cards are 60 instances, since order and identity matter; `title` says what each is. A deck is a ring: the bottom moves
down when a card is buried, so that burying and drawing cost the same.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters.data import STRENGTH, TYPE, zeros
from ruinous.casters.events import (
    BURIED_FROM_HAND,
    DAMAGE,
    DREW,
    GAME_OVER,
    NIXED_FROM_DECK,
)
from ruinous.casters.names import (
    ALLY,
    BY_DAMAGE,
    CARDS,
    DECK,
    GATEKEEPER,
    HAND,
    KNOWN_TO_ALL,
    MIRROR_SHADE,
    OPENING,
    OVERLORD,
    PYRE_MATRON,
    RING,
    SHIELD_WALL,
    TITLES,
)
from ruinous.casters.tasks import OPENING_PICK, OPENING_STEP
from ruinous.engine.agenda import Agenda, Task
from ruinous.engine.rng import seeded

TASKS: Final[list[Task[State]]] = [Task() for _ in range(32)]  # filled in at the foot of the modules of rules


@final
class State(Agenda):
    """One game. Make it with `new_state`, copy it with `clone`."""

    def __init__(self, seed: i64, like: State | None = None) -> None:
        """A state before set-up; with `like`, a copy of that state, whatever the seed says."""
        super().__init__(TASKS, seed, like)  # type: ignore[arg-type]
        self.max_rounds: i64 = 60 if like is None else like.max_rounds
        self.max_resolutions: i64 = 100 if like is None else like.max_resolutions
        self.round: i64 = 0 if like is None else like.round
        self.phase: i64 = OPENING if like is None else like.phase
        self.first: i64 = 0 if like is None else like.first  # who holds the First Player card
        self.reason: i64 = 0 if like is None else like.reason
        self.winners: i64 = 0 if like is None else like.winners  # mask; both bits: a draw
        # ---- where the cards are
        self.title: vec[i64] = zeros(60) if like is None else like.title[:]  # [card]
        self.hand: vec[i64] = zeros(60) if like is None else like.hand[:]  # [player, place]
        self.hand_size: vec[i64] = zeros(2) if like is None else like.hand_size[:]
        self.deck: vec[i64] = zeros(128) if like is None else like.deck[:]  # [player, ring place]
        self.bottom: vec[i64] = zeros(2) if like is None else like.bottom[:]  # [player] ring place of the bottom card
        self.deck_size: vec[i64] = zeros(2) if like is None else like.deck_size[:]
        self.pit: vec[i64] = zeros(60) if like is None else like.pit[:]  # [player, place], the first nixed first
        self.pit_size: vec[i64] = zeros(2) if like is None else like.pit_size[:]
        self.stack: vec[i64] = zeros(60) if like is None else like.stack[:]  # [place] card; place 0 is position 1
        self.stack_size: i64 = 0 if like is None else like.stack_size
        self.looked: vec[i64] = zeros(3) if like is None else like.looked[:]  # cards that Foresight has taken off the deck
        self.n_looked: i64 = 0 if like is None else like.n_looked
        self.known: vec[i64] = zeros(60) if like is None else like.known[:]  # [card] who knows it where it lies
        # ---- the resolve phase
        self.line: i64 = 0 if like is None else like.line  # cards below the line: they have not resolved
        self.resolving: i64 = -1 if like is None else like.resolving  # the card being resolved
        self.resolutions: i64 = 0 if like is None else like.resolutions
        self.stopped: i64 = 0 if like is None else like.stopped
        self.spent: vec[i64] = zeros(2) if like is None else like.spent[:]  # [player] mask of Once Per Round titles used
        self.change: vec[i64] = zeros(60) if like is None else like.change[:]  # [card] strength change of this round
        self.silenced: vec[i64] = zeros(60) if like is None else like.silenced[:]  # [card]
        self.puppet: vec[i64] = zeros(60) if like is None else like.puppet[:]  # [card] 0, or 1 + who chooses its attack
        self.copied: vec[i64] = zeros(60) if like is None else like.copied[:]  # [card] 0, or 1 + the title a Changeling has become

    def clone(self) -> State:
        """An independent copy; it keeps no events."""
        return State(0, self)

    # ---- what a card is ----------------------------------------------------------------------------------
    def what(self, card: i64) -> i64:
        """The title that the card is now: a Changeling on the stack may be another."""
        return self.copied[card] - 1 if self.copied[card] > 0 else self.title[card]

    def is_ally(self, card: i64) -> bool:
        """Whether the card is an Ally now."""
        return TYPE[self.what(card)] == ALLY

    def owner(self, card: i64) -> i64:
        """Whose card it is."""
        return 0 if card < DECK else 1

    def place_of(self, card: i64) -> i64:
        """The card's place on the stack, -1 when it is not there."""
        for place in range(self.stack_size):
            if self.stack[place] == card:
                return place
        return -1

    def count_on_stack(self, player: i64, title: i64) -> i64:
        """How many cards of this title the player has on the stack."""
        n: i64 = 0
        for place in range(self.stack_size):
            card: i64 = self.stack[place]
            if (0 if card < DECK else 1) == player and self.what(card) == title:
                n += 1
        return n

    def barred(self, player: i64) -> bool:
        """The enemy's Gatekeeper: this player's effects cannot move cards or add cards to the stack (ruling 37)."""
        return self.count_on_stack(1 - player, GATEKEEPER) > 0

    # ---- strength (rulings 5, 24 to 26, 51) ----------------------------------------------------------------
    def strength_at(self, place: i64) -> i64:
        """The strength now of the Ally at a place of the stack: all changes added, then cut at 0."""
        card: i64 = self.stack[place]
        title: i64 = self.what(card)
        value: i64 = STRENGTH[title] + self.changes_at(place)
        if title == MIRROR_SHADE:
            value += self.strongest_enemy(self.owner(card))
        return value if value > 0 else 0

    def changes_at(self, place: i64) -> i64:
        """What is added to the Ally's own strength: this round's changes, Matrons beside it, an Overlord's court."""
        card: i64 = self.stack[place]
        owner: i64 = 0 if card < DECK else 1
        value: i64 = self.change[card]
        if place > 0 and self.is_matron(self.stack[place - 1], owner):
            value += 2
        if place + 1 < self.stack_size and self.is_matron(self.stack[place + 1], owner):
            value += 2
        if self.what(card) == OVERLORD:
            for other in range(self.stack_size):
                if other != place and self.owner(self.stack[other]) == owner and self.is_ally(self.stack[other]):
                    value += 1
        return value

    def is_matron(self, card: i64, owner: i64) -> bool:
        """Whether the card is this player's Pyre Matron."""
        return (0 if card < DECK else 1) == owner and self.what(card) == PYRE_MATRON

    def strongest_enemy(self, player: i64) -> i64:
        """The strength of the enemy's strongest Ally; a Mirror Shade there counts as 0 and its changes (ruling 24)."""
        best: i64 = 0
        for place in range(self.stack_size):
            card: i64 = self.stack[place]
            if (0 if card < DECK else 1) != player and self.is_ally(card):
                value: i64 = STRENGTH[self.what(card)] + self.changes_at(place)
                if value > best:
                    best = value
        return best

    # ---- moving cards ----------------------------------------------------------------------------------------
    def draw(self, player: i64, n: i64) -> None:
        """Draw up to n cards from the top; an empty deck gives nothing (ruling 7)."""
        while n > 0 and self.deck_size[player] > 0:
            n -= 1
            self.note(DREW, player, self.title[self.draw_untold(player)], 0, 0)

    def draw_untold(self, player: i64) -> i64:
        """Draw the top card of a deck that has one; nobody is told."""
        card: i64 = self.take_top(player)
        self.known[card] |= 1 << player
        self.to_hand(player, card)
        self.unveiled += 1
        return card

    def to_hand(self, player: i64, card: i64) -> None:
        """Put a card into the hand."""
        self.hand[player * DECK + self.hand_size[player]] = card
        self.hand_size[player] += 1

    def take_top(self, player: i64) -> i64:
        """Take the top card off a deck that has one."""
        self.deck_size[player] -= 1
        return self.deck[player * RING + (self.bottom[player] + self.deck_size[player] & 63)]

    def take_bottom(self, player: i64) -> i64:
        """Take the bottom card off a deck that has one."""
        card: i64 = self.deck[player * RING + self.bottom[player]]
        self.bottom[player] = self.bottom[player] + 1 & 63
        self.deck_size[player] -= 1
        return card

    def put_under(self, card: i64, known: i64) -> None:
        """Put a card under its owner's deck; `known` says who knows it there."""
        player: i64 = 0 if card < DECK else 1
        self.bottom[player] = self.bottom[player] - 1 & 63
        self.deck[player * RING + self.bottom[player]] = card
        self.deck_size[player] += 1
        self.known[card] = known

    def find_in_hand(self, player: i64, title: i64) -> i64:
        """The place in hand of a card of this title: the one that most know of, so that nothing is known too long."""
        found: i64 = -1
        for place in range(self.hand_size[player]):
            card: i64 = self.hand[player * DECK + place]
            if self.title[card] == title and (found < 0 or self.known[card] > self.known[self.hand[player * DECK + found]]):
                found = place
        return found

    def take_from_hand(self, player: i64, place: i64) -> i64:
        """Take the card at a place out of the hand; the others keep their order."""
        card: i64 = self.hand[player * DECK + place]
        self.hand_size[player] -= 1
        for at in range(place, self.hand_size[player]):
            self.hand[player * DECK + at] = self.hand[player * DECK + at + 1]
        return card

    def bury_from_hand(self, player: i64, title: i64) -> None:
        """A card of this title goes from the hand under the deck."""
        self.bury_untold(player, title)
        self.note(BURIED_FROM_HAND, player, title, 0, 0)

    def bury_untold(self, player: i64, title: i64) -> None:
        """The same, and nobody is told. It goes face down: from now on the others know less (ruling 15)."""
        card: i64 = self.take_from_hand(player, self.find_in_hand(player, title))
        self.put_under(card, 1 << player)
        for place in range(self.hand_size[player]):
            self.known[self.hand[player * DECK + place]] = 1 << player

    def to_pit(self, card: i64) -> None:
        """A card is nixed: face up on its owner's pit."""
        player: i64 = 0 if card < DECK else 1
        self.pit[player * DECK + self.pit_size[player]] = card
        self.pit_size[player] += 1
        self.known[card] = KNOWN_TO_ALL

    def take_from_pit(self, player: i64, title: i64) -> i64:
        """Take the latest card of this title out of a pit."""
        place: i64 = self.pit_size[player] - 1
        while self.title[self.pit[player * DECK + place]] != title:
            place -= 1
        card: i64 = self.pit[player * DECK + place]
        self.pit_size[player] -= 1
        for at in range(place, self.pit_size[player]):
            self.pit[player * DECK + at] = self.pit[player * DECK + at + 1]
        return card

    # ---- the stack (rulings 1, 2, 17 to 19) ------------------------------------------------------------------
    def insert(self, place: i64, card: i64, below: bool) -> None:
        """Put a card on the stack at a place; `below` the line it will resolve."""
        at: i64 = self.stack_size
        while at > place:
            self.stack[at] = self.stack[at - 1]
            at -= 1
        self.stack[place] = card
        self.stack_size += 1
        self.known[card] = KNOWN_TO_ALL
        if below:
            self.line += 1

    def lift(self, place: i64) -> i64:
        """Take the card at a place of the stack, to put it elsewhere on the stack."""
        card: i64 = self.stack[place]
        self.stack_size -= 1
        for at in range(place, self.stack_size):
            self.stack[at] = self.stack[at + 1]
        if place < self.line:
            self.line -= 1
        return card

    def leave(self, place: i64) -> i64:
        """A card leaves the stack: all that changed it ends (ruling 5)."""
        card: i64 = self.lift(place)
        self.change[card] = 0
        self.silenced[card] = 0
        self.puppet[card] = 0
        self.copied[card] = 0
        return card

    # ---- damage and the end ------------------------------------------------------------------------------------
    def damage(self, to_0: i64, to_1: i64) -> None:
        """One event of damage (rulings 6, 34, 49): Shield Walls first, then who cannot take it loses, else cards are nixed."""
        reduced_0: i64 = self.count_on_stack(0, SHIELD_WALL) if to_0 > 0 else 0
        reduced_1: i64 = self.count_on_stack(1, SHIELD_WALL) if to_1 > 0 else 0
        to_0 = to_0 - reduced_0 if to_0 > reduced_0 else 0
        to_1 = to_1 - reduced_1 if to_1 > reduced_1 else 0
        if to_0 + reduced_0 > 0:
            self.note(DAMAGE, 0, to_0, reduced_0, 0)
        if to_1 + reduced_1 > 0:
            self.note(DAMAGE, 1, to_1, reduced_1, 0)
        losers: i64 = (1 if to_0 > self.deck_size[0] else 0) | (2 if to_1 > self.deck_size[1] else 0)
        if losers > 0:
            self.finish(BY_DAMAGE, 3 if losers == 3 else 3 - losers)
            return
        self.nix_from_deck(0, to_0)
        self.nix_from_deck(1, to_1)

    def nix_from_deck(self, player: i64, n: i64) -> None:
        """Nix n cards from the bottom of the deck, the bottom card first."""
        for _ in range(n):
            card: i64 = self.take_bottom(player)
            self.to_pit(card)
            self.unveiled += 1
            self.note(NIXED_FROM_DECK, player, self.title[card], 0, 0)

    def finish(self, reason: i64, winners: i64) -> None:
        """The game is over at once: nothing more resolves."""
        self.reason = reason
        self.winners = winners
        self.depth = 0
        self.n_legal = 0
        self.note(GAME_OVER, reason, winners, 0, 0)

    # ---- hidden things -------------------------------------------------------------------------------------------
    def knows(self, viewer: i64, card: i64) -> bool:
        """Whether a player (or a spectator, -1) knows the card where it lies."""
        return self.known[card] >> (2 if viewer < 0 else viewer) & 1 == 1

    def deal_unseen(self, viewer: i64, seed: i64) -> None:
        """Deal again every card that `viewer` (or a spectator, -1) does not know, with a generator of its own."""
        self.script = None
        self.log = None
        self.chance = seeded(seed)
        seen: i64 = self.unveiled
        spent_0: i64 = self.spent[0]
        spent_1: i64 = self.spent[1]
        if self.n_legal > 0 and self.asks == OPENING_PICK:
            self.hide_exchanges(viewer)
        while True:
            self.deal_of(0, viewer)
            self.deal_of(1, viewer)
            if self.n_legal == 0 or self.player == viewer or self.ask_again() > 1:
                break
            self.n_legal = 2  # a question that lapses in this deal: its limit is not given back, the cards are dealt again
            self.spent[0] = spent_0
            self.spent[1] = spent_1
        self.unveiled = seen

    def hide_exchanges(self, viewer: i64) -> None:
        """Until the opening is over nobody knows how many cards the other player has exchanged: draw the numbers anew."""
        me: i64 = self.player
        if me != viewer:
            while self.b > 0:
                self.b -= 1
                self.to_hand(me, self.take_bottom(me))
            self.b = self.below(HAND)
            for _ in range(self.b):
                self.put_under(self.take_from_hand(me, self.hand_size[me] - 1), 1 << me)
        if me != self.first and viewer != self.first:
            self.c = self.below(HAND + 1)
            for at in range(self.deck_size[self.first]):
                card: i64 = self.deck[self.first * RING + (self.bottom[self.first] + at & 63)]
                self.known[card] = 1 << self.first if at < self.c else 0

    def deal_of(self, player: i64, viewer: i64) -> None:
        """Shuffle the titles of a player's unknown cards among the places where they lie.

        The titles are put in order first: what is dealt depends on which are unknown, not on how they truly lie.
        """
        hidden = zeros(30)
        n: i64 = 0
        for place in range(self.hand_size[player]):
            if not self.knows(viewer, self.hand[player * DECK + place]):
                hidden[n] = self.hand[player * DECK + place]
                n += 1
        for at in range(self.deck_size[player]):
            card: i64 = self.deck[player * RING + (self.bottom[player] + at & 63)]
            if not self.knows(viewer, card):
                hidden[n] = card
                n += 1
        for at in range(self.n_looked):
            if self.owner(self.looked[at]) == player and not self.knows(viewer, self.looked[at]):
                hidden[n] = self.looked[at]
                n += 1
        copies = zeros(TITLES)
        for at in range(n):
            copies[self.title[hidden[at]]] += 1
        i: i64 = 0
        for title in range(TITLES):
            for _ in range(copies[title]):
                self.title[hidden[i]] = title
                i += 1
        i = n - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            x: i64 = self.title[hidden[i]]
            self.title[hidden[i]] = self.title[hidden[j]]
            self.title[hidden[j]] = x
            i -= 1


def new_state(seed: i64, titles: vec[i64], max_rounds: i64, max_resolutions: i64, listen: bool) -> State:
    """A game set up and gone on to its first decision; `titles[card]` says what each of the 60 cards is."""
    g = State(seed)
    if listen:
        g.log = []
    g.max_rounds = max_rounds
    g.max_resolutions = max_resolutions
    for card in range(CARDS):
        g.title[card] = titles[card]
    g.first = g.below(2)
    for player in range(i64(2)):
        for at in range(DECK):
            g.deck[player * RING + at] = player * DECK + at
        g.deck_size[player] = DECK
        g.shuffle(g.deck, player * RING, DECK)
    g.push(OPENING_STEP, 0, 0, 0)
    g.advance()
    return g
