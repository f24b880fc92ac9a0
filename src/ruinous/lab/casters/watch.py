"""The watch over a game of Chaos Casters: it follows the log and demands that the state is what the events make of it.

Numbers C1 to C29 are those of the list of invariants. Where each is checked: piles and their contents after every step
(C1 C2 C14 C15 C16 C17 C20 C29), the events as they come (C4 to C13, C15, C18, C19, C21, C22, C28), what is asked (C8 C12 C23), what
each seat is shown against an own account of who knows what (C25 C26 C27). C3 is checked as the game is made, C24 in `tests/casters`.
"""

from __future__ import annotations

from collections import Counter

from ruinous.casters import view as views
from ruinous.casters.events import FIELDS
from ruinous.casters.names import AT, DONE, PLAY, PLAYER, REFILL
from ruinous.casters.position import deck_of, hand_of
from ruinous.casters.state import State
from ruinous.casters.tables import PHASES
from ruinous.casters.tasks import ATTACK, PLAY_TURN, TASK_NAMES
from ruinous.lab.casters.table import (
    ALLIES,
    AT_MOST,
    DAMAGE,
    DECK,
    DRAWING,
    EVERYBODY,
    HAND,
    ONCE_PER_ROUND,
    QUICK,
    STACK,
    Card,
    Table,
    card_id,
)
from ruinous.lab.referee.board import demand

Event = tuple[int, int, int, int, int]
SEATS = ("one", "two")


class CastersWatch:
    """Watches one game from its set-up on."""

    def __init__(self, g: State) -> None:
        self.table = Table()
        self.read = 0  # events read so far
        self.phase = "opening"
        self.round = 0
        self.first = -1
        self.turn = -1  # whose turn of the play phase it is
        self.refills = 0
        self.played = 0  # cards played in this play phase
        self.ended = False  # something has ended the play phase
        self.text: tuple[int, str] = (-1, "")  # whose text, and which, is being performed
        self.resolving: Card | None = None
        self.attacked = False
        self.resolutions = 0
        self.stopped = False
        self.done: Counter[tuple[int, str]] = Counter()  # texts limited to once per round that were performed
        self.owed: list[int] = [0, 0]  # cards still to be nixed from the deck by an event of damage
        self.losers: set[int] = set()
        self.fallen: list[Card] = []  # who must be nixed by the attack that was just compared
        self.ally_nixed = False  # in this resolution
        self.hit = 0  # damage that the attack of this resolution deals
        self.limit = int(g.max_resolutions)
        for p in range(2):
            cards = [*deck_of(g, p), *reversed(hand_of(g, p))]  # as they lay before the hand was drawn
            counts = Counter(card_id(g.title[card]) for card in cards)
            demand(len(cards) == DECK and max(counts.values()) <= 2, "C3", f"the deck of player {p} is {dict(counts)}")
            self.table.sides[p].deck = [Card(p, card_id(g.title[card]), card_id(g.title[card])) for card in cards]
        self.lists = [Counter(card.title for card in self.table.sides[p].deck) for p in range(2)]
        self.before: dict[tuple[int, int], object] = {}  # what the others were shown of each player during the opening

    # ---- every step
    def follow(self, g: State) -> None:
        """Read the new events and compare. Raises Violation."""
        log = g.log or []
        for event in log[self.read :]:
            self.event(FIELDS[event[0]][0], event)
        self.read = len(log)
        demand(not any(self.owed) or bool(g.over), "C15", f"{self.owed} cards of damage were not nixed")
        demand(not self.fallen, "C13", "an attack was compared, but not all of its losers were nixed")
        if PHASES[g.phase] == "opening":
            self.opening(g)
        else:
            self.compare(g)
            self.shown(g)
        if g.over:
            self.the_end(g)
        elif g.n_legal > 0:
            self.asked(g)

    def opening(self, g: State) -> None:
        """Nobody sees what the others exchange, not even how many cards (C27)."""
        for p in range(2):
            for other in (SEATS[1 - p], None):
                shown = (
                    views.view(g, other)["players"][SEATS[p]],
                    views.view(g, other)["pending"] if g.player == p else None,
                    len(g.log or []),
                )
                key = p, g.player
                demand(self.before.setdefault(key, shown) == shown, "C27", f"the exchange of player {p} shows: {shown}")
            drawn = [card_id(g.title[card]) for card in [*deck_of(g, p), *hand_of(g, p)]]
            demand(Counter(drawn) == self.lists[p], "C2", f"player {p} has other cards than at first")

    def compare(self, g: State) -> None:
        """The state is what the events make of it, pile by pile in order (C1, C2, C16, C17, C20, C29)."""
        for p, side in enumerate(self.table.sides):
            for name, mine, theirs in (
                ("deck", side.deck, deck_of(g, p)),
                ("pit", side.pit, list(g.pit[p * DECK : p * DECK + g.pit_size[p]])),
                ("looked", side.looked, [card for card in g.looked[: g.n_looked] if g.owner(card) == p]),
            ):
                found = [card_id(g.title[card]) for card in theirs]
                wanted = [card.title for card in mine]
                demand(found == wanted, "C29", f"the {name} of player {p} is {found}, the events make it {wanted}")
            hand = sorted(card_id(g.title[card]) for card in hand_of(g, p))
            demand(hand == sorted(card.title for card in side.hand), "C29", f"the hand of player {p} is {hand}")
            everything = [*side.all(), *(card for card in self.table.stack if card.owner == p)]
            demand(len(everything) == DECK, "C1", f"player {p} has {len(everything)} cards")
            demand(Counter(card.title for card in everything) == self.lists[p], "C2", f"player {p} has other cards than at first")
        found_stack = [(int(g.owner(card)), card_id(g.what(card))) for card in g.stack[: g.stack_size]]
        demand(found_stack == [(card.owner, card.now) for card in self.table.stack], "C29", f"the stack is {found_stack}")
        demand(int(g.line) == self.table.line, "C10", f"the line lies at {g.line}, the events bring it to {self.table.line}")

    def shown(self, g: State) -> None:
        """What each seat is shown: strengths (C14), and exactly the face-down cards that it knows (C25, C26)."""
        for viewer, seat in ((0, "one"), (1, "two"), (-1, None)):
            view = views.view(g, seat)
            for place, entry in enumerate(view["stack"]):
                strength = self.table.strength(place) if self.table.stack[place].ally else None
                demand(entry["strength"] == strength, "C14", f"strength {entry['strength']} at {place}, counted afresh {strength}")
            for p, side in enumerate(self.table.sides):
                shown = view["players"][SEATS[p]]
                deck = [(at + 1, card.title) for at, card in enumerate(side.deck) if viewer in card.known]
                found = [(entry["from_bottom"], entry["card"]) for entry in shown["deck_known"]]
                demand(found == deck, "C25", f"viewer {viewer} is shown {found} of the deck of player {p}, and knows {deck}")
                if viewer == p:
                    demand(sorted(shown["hand"]) == sorted(card.title for card in side.hand), "C26", "a hand is not shown to its owner")
                else:
                    hand = sorted(card.title for card in side.hand if viewer in card.known)
                    demand(shown["hand"] == len(side.hand), "C26", f"viewer {viewer} is shown {shown['hand']} as the hand of player {p}")
                    known = sorted(shown["hand_known"])
                    demand(known == hand, "C25", f"viewer {viewer} is shown {known} in the hand of player {p}, and knows {hand}")

    def asked(self, g: State) -> None:
        """The pending question offers what it must (C8, C12, C23)."""
        legal = set(g.legal_actions())
        if g.asks == PLAY_TURN:
            hand = {int(PLAY) + number for number, title in enumerate(_titles()) if title in [card.title for card in self.hand(g.a)]}
            first = self.played == 0 and self.refills == 0
            wanted = hand | ({int(REFILL)} if not first or not hand else set())
            demand(legal == wanted, "C8", f"a turn offers {sorted(legal)} where {sorted(wanted)} was due")
            demand(g.player == self.turn, "C9", f"player {g.player} has a turn where player {self.turn} was due")
        elif g.asks == ATTACK:
            place = next(at for at, card in enumerate(self.table.stack) if card is self.resolving)
            wanted = {int(AT if what == "stack" else PLAYER) + n for what, n in self.table.attacks(place)}
            demand(legal == wanted | {int(DONE)}, "C12", f"an attack offers {sorted(legal)} where {sorted(wanted)} was due")
            puppet_of = self.table.stack[place].puppet_of
            due = self.table.stack[place].owner if puppet_of is None else puppet_of
            demand(g.player == due, "C12", f"player {g.player} chooses an attack where player {due} was due")
        else:
            demand(len(legal) > 1, "C23", f"{TASK_NAMES[int(g.asks)]} offers {legal}")

    def hand(self, p: int) -> list[Card]:
        return self.table.sides[p].hand

    def the_end(self, g: State) -> None:
        """One winner or a draw, by the rule that holds (C21, C22)."""
        if self.losers:
            winners = 3 if len(self.losers) == 2 else 1 << (1 - next(iter(self.losers)))
            demand((int(g.reason), int(g.winners)) == (1, winners), "C21", f"{self.losers} cannot take the damage, {g.winners} wins")
            return
        demand(g.reason == 2 and g.round == g.max_rounds and not self.table.stack, "C22", "the game has ended without a reason")
        left = [len(side.deck) + len(side.hand) for side in self.table.sides]
        winners = 3 if left[0] == left[1] else 1 if left[0] > left[1] else 2
        demand(g.winners == winners, "C22", f"{g.winners} wins with {left} cards left")

    # ---- events
    def event(self, kind: str, event: Event) -> None:
        """One event: check that it may be, and do to the table what it says."""
        demand(not self.losers or kind in ("damage", "game_over"), "C21", f"{kind} after a loss")
        demand(kind in ("damage", "nixed_from_deck", "game_over") or not any(self.owed), "C15", f"{kind} while damage is taken")
        if ONCE_PER_ROUND.get(self.text[1]) == kind and not self.attacked:
            self.once(*self.text)
        getattr(self, f"on_{kind}")(*event[1:])

    def once(self, player: int, title: str) -> None:
        """A text that is limited has been performed."""
        self.done[player, title] += 1
        demand(self.done[player, title] == 1, "C18", f"player {player} performs {title} twice in a resolve phase")

    def on_round(self, number: int, *_: int) -> None:
        demand(number == self.round + 1, "C9", f"round {number} follows round {self.round}")
        self.round = number

    def on_phase(self, number: int, *_: int) -> None:
        """Phases in order; each begins as it must (C4, C7)."""
        phase = PHASES[number]
        order = {"opening": ("opening",), "play": ("opening", "end"), "resolve": ("play",), "end": ("resolve",)}
        demand(self.phase in order[phase], "C7", f"{phase} after {self.phase}")
        if phase == "play":
            sizes = [len(side.hand) for side in self.table.sides]
            demand(max(sizes) <= HAND and (self.phase == "end" or sizes == [HAND, HAND]), "C4", f"hands of {sizes} cards")
            demand(not self.table.stack, "C20", "the stack is not empty as a round begins")
            self.turn, self.refills, self.played, self.ended = self.first, 0, 0, False
        elif phase == "resolve":
            demand(self.ended, "C7", "the play phase ends, and nothing has ended it")
            self.table.line = len(self.table.stack)
            self.done.clear()
            self.resolutions, self.stopped, self.resolving = 0, False, None
        elif phase == "end":
            more = any(not card.silenced for card in self.table.stack[: self.table.line])
            demand(not more or self.stopped or self.resolutions >= self.limit, "C10", "cards below the line have not resolved")
            self.table.line = 0
        self.phase, self.text = phase, (-1, "")

    def on_first_player(self, player: int, *_: int) -> None:
        demand(self.first in (-1, 1 - player), "C9", f"player {player} is first twice")
        self.first = player

    def on_drew(self, player: int, title: int, *_: int) -> None:
        """From the top of the deck, or one of the cards looked at."""
        side = self.table.sides[player]
        if side.looked:
            if len(side.looked) > 1:
                self.table.forget(side.looked, player)
            card = next((card for card in side.looked if card.title == card_id(title)), None)
            demand(card is not None, "C29", f"{card_id(title)} is drawn, which was not looked at")
            assert card is not None
            side.looked.remove(card)
        else:
            demand(bool(side.deck) and side.deck[-1].title == card_id(title), "C5", f"{card_id(title)} is drawn, not the top card")
            card = side.deck.pop()
        card.known |= {player}
        side.hand.append(card)
        if self.phase == "resolve" and (self.attacked or self.text[1] not in DRAWING):
            demand(self.ally_nixed and self.table.others(player, "scavenger"), "C19", f"player {player} draws for no reason")
            self.once(player, "scavenger")

    def on_buried_from_hand(self, player: int, title: int, *_: int) -> None:
        side = self.table.sides[player]
        self.table.forget(side.hand, player)
        self.table.bury(side.from_hand(card_id(title), "C29"), frozenset({player}))

    def on_opening_done(self, player: int, amount: int, *_: int) -> None:
        side = self.table.sides[player]
        demand(len(side.hand) == HAND and len(side.deck) == DECK - HAND, "C4", f"a hand of {len(side.hand)} after the opening")
        mine = [card for card in side.deck if player in card.known]
        demand(len(mine) == amount, "C27", f"player {player} has exchanged {len(mine)} cards, not {amount}")

    def on_played(self, player: int, title: int, place: int, _: int) -> None:
        """On the lowest free position (C6); a quick card or the eighth ends the phase (C7, C28)."""
        self.own_turn(player)
        demand(place == len(self.table.stack) < STACK, "C6", f"a card is played to place {place} of {len(self.table.stack)}")
        card = self.table.sides[player].from_hand(card_id(title), "C26")
        card.known = EVERYBODY
        self.table.stack.append(card)
        self.ended = card.title in QUICK or len(self.table.stack) == STACK
        self.played += 1
        self.refills = 0
        self.turn = 1 - player

    def own_turn(self, player: int) -> None:
        demand(self.phase == "play" and not self.ended, "C7", "a turn after the play phase has ended")
        demand(player == self.turn, "C9", f"player {player} acts on the turn of player {self.turn}")

    def on_refills(self, player: int, *_: int) -> None:
        self.own_turn(player)
        first = self.played == 0 and self.refills == 0
        demand(not first or not self.hand(player), "C8", "the first turn is a refill though there is a card to play")

    def on_refilled(self, player: int, *_: int) -> None:
        side = self.table.sides[player]
        demand(len(side.hand) == HAND or not side.deck, "C5", f"a refill ends with {len(side.hand)} cards in hand")
        self.refills += 1
        self.ended = self.refills == 2
        self.turn = 1 - player

    # ---- the resolve phase
    def on_resolves(self, player: int, title: int, place: int, _: int) -> None:
        """The topmost card below the line (C10)."""
        card = self.next(player, title, place)
        demand(not card.silenced, "C10", f"a silenced card resolves at {place}")
        self.resolutions += 1
        demand(self.resolutions <= self.limit and not self.stopped, "C10", "a card resolves after the last one")
        self.resolving, self.attacked, self.text = card, False, (player, card.now)
        self.ally_nixed, self.hit = False, 0

    def on_passed_over(self, player: int, title: int, place: int, _: int) -> None:
        demand(self.next(player, title, place).silenced, "C10", f"the card at {place} is passed over")
        self.resolving, self.text = None, (-1, "")

    def next(self, player: int, title: int, place: int) -> Card:
        demand(
            self.phase == "resolve" and place == self.table.line - 1, "C10", f"the card at {place} comes with the line at {self.table.line}"
        )
        self.table.line -= 1
        return self.table.at(place, player, card_id(title), "C10")

    def on_no_target(self, *_: int) -> None:
        """Nothing is done."""

    on_declined = on_limit_spent = on_no_target

    def on_stopped(self, *_: int) -> None:
        self.stopped = True

    def on_nixed(self, player: int, title: int, place: int, _: int) -> None:
        card = self.table.at(place, player, card_id(title), "C16")
        if self.attacked:
            demand(card in self.fallen, "C13", f"{card.now} is nixed by an attack that it has not lost")
            self.fallen.remove(card)
            if card.now == "vengeful_wisp" and self.resolving is not None and card.owner != self.resolving.owner:
                self.hit = 3
        self.ally_nixed |= card.ally
        self.table.nix(self.table.take(place))

    def on_buried(self, player: int, title: int, place: int, _: int) -> None:
        self.table.at(place, player, card_id(title), "C16")
        self.table.bury(self.table.take(place), EVERYBODY)

    def on_recovered(self, player: int, title: int, *_: int) -> None:
        self.table.bury(self.from_pit(player, card_id(title)), EVERYBODY)

    def from_pit(self, player: int, title: str) -> Card:
        pit = self.table.sides[player].pit
        same = [card for card in pit if card.title == title]
        demand(bool(same), "C17", f"{title} comes out of a pit that does not hold it")
        pit.remove(same[-1])
        return same[-1]

    def on_strengthened(self, player: int, title: int, place: int, amount: int) -> None:
        self.table.at(place, player, card_id(title), "C14").change += amount

    def on_silenced(self, player: int, title: int, place: int, _: int) -> None:
        demand(place < self.table.line, "C10", "a card that has resolved is silenced")
        self.table.at(place, player, card_id(title), "C29").silenced = True

    def on_swapped(self, title: int, place: int, other: int, to: int) -> None:
        one, two = self.table.at(place, None, card_id(title), "C11"), self.table.at(to, None, card_id(other), "C11")
        demand(one is self.resolving, "C29", "a card swaps that does not resolve")
        self.table.stack[place], self.table.stack[to] = two, one

    def on_moved(self, player: int, title: int, place: int, to: int) -> None:
        self.table.at(place, player, card_id(title), "C11")
        self.table.put(to, self.table.take(place))

    def on_played_by_effect(self, player: int, title: int, place: int, _: int) -> None:
        """From the pit by Raise, from the hand by Emberling: a weak Ally, directly below the card that resolves."""
        raised = self.text[1] == "raise"
        most = AT_MOST["raise" if raised else "emberling"]
        card = self.from_pit(player, card_id(title)) if raised else self.table.sides[player].from_hand(card_id(title), "C29")
        demand(ALLIES.get(card.title, 9) <= most, "C29", f"{card.title} is played by an effect")
        self.table.put(place, card)
        demand(self.table.stack[place + 1 : place + 2] == [self.resolving], "C11", "a card is not played directly below")

    def on_strings_pulled(self, player: int, title: int, place: int, _: int) -> None:
        self.table.at(place, player, card_id(title), "C29").puppet_of = self.text[0]

    def on_attacks(self, player: int, title: int, other: int, to: int) -> None:
        """An Ally attacks what it may, once in a resolution (C12)."""
        place = self.attacker(player, title)
        demand(("stack", to) in self.table.attacks(place), "C12", f"{card_id(title)} attacks the card at {to}")
        self.table.at(to, None, card_id(other), "C12")
        self.fallen = [self.table.stack[place], self.table.stack[to]]

    def on_strengths(self, strength: int, against: int, *_: int) -> None:
        """The strengths compared are those counted afresh, a Hex Toad's -2 included; the weaker one falls, both if equal (C13, C14)."""
        one, two = self.fallen
        counted = self.table.strength(self.table.stack.index(one)), self.table.strength(self.table.stack.index(two))
        demand((strength, against) == counted, "C14", f"{strength} against {against}, counted afresh {counted}")
        self.fallen = [one, two] if strength == against else [two] if strength > against else [one]

    def on_attacks_player(self, player: int, title: int, target: int, strength: int) -> None:
        place = self.attacker(player, title)
        demand(("player", target) in self.table.attacks(place), "C12", f"{card_id(title)} attacks player {target}")
        self.hit = strength
        demand(
            strength == self.table.strength(place), "C14", f"an attack of strength {strength}, counted afresh {self.table.strength(place)}"
        )

    def attacker(self, player: int, title: int) -> int:
        """The place of the Ally that attacks: the one that resolves, which has not attacked yet."""
        demand(self.resolving is not None and not self.attacked, "C12", "an attack of nobody, or a second one")
        place = next((at for at, card in enumerate(self.table.stack) if card is self.resolving), -1)
        demand(self.table.at(place, player, card_id(title), "C12").ally, "C12", f"{card_id(title)} is no Ally")
        self.attacked = True
        return place

    # ---- damage
    def on_damage(self, player: int, amount: int, reduced: int, _: int) -> None:
        walls = sum(card.now == "shield_wall" and card.owner == player for card in self.table.stack)
        dealt = self.hit if self.attacked else DAMAGE[self.text[1]][player != self.text[0]]
        demand(reduced == walls, "C15", f"damage is reduced by {reduced} with {walls} Shield Walls")
        demand(amount == max(0, dealt - walls), "C15", f"{amount} damage where {dealt} less {walls} was due")
        if amount > len(self.table.sides[player].deck):
            self.losers.add(player)
        self.owed[player] += amount

    def on_nixed_from_deck(self, player: int, title: int, *_: int) -> None:
        """Damage, or the price of Blood Price: the bottom card (C15)."""
        price = self.text == (player, "blood_price") and not self.owed[player]
        demand(self.owed[player] > 0 or price, "C15", "a card is nixed from a deck without damage")
        self.owed[player] -= 0 if price else 1
        deck = self.table.sides[player].deck
        demand(bool(deck) and deck[0].title == card_id(title), "C15", f"{card_id(title)} is nixed, not the bottom card")
        self.table.nix(deck.pop(0))

    def on_nixed_from_hand(self, player: int, title: int, *_: int) -> None:
        self.table.nix(self.table.sides[player].from_hand(card_id(title), "C29"))

    # ---- texts
    def on_becomes(self, player: int, place: int, title: int, _: int) -> None:
        card = self.table.stack[place]
        demand(card is self.resolving and self.table.stack[place + 1].now == card_id(title), "C29", f"a card becomes {card_id(title)}")
        card.now = card_id(title)
        self.text = (player, card.now)

    def on_performs(self, player: int, place: int, title: int, _: int) -> None:
        demand(self.table.stack[place] is self.resolving, "C29", "a card performs a text that does not resolve")
        self.text = (player, card_id(title))

    def on_looked(self, player: int, title: int, *_: int) -> None:
        side = self.table.sides[player]
        demand(bool(side.deck) and side.deck[-1].title == card_id(title), "C29", f"{card_id(title)} is looked at, not the top card")
        card = side.deck.pop()
        card.known |= {player}
        side.looked.append(card)

    def on_buried_looked_at(self, player: int, title: int, *_: int) -> None:
        side = self.table.sides[player]
        card = next(card for card in side.looked if card.title == card_id(title))
        side.looked.remove(card)
        self.table.bury(card, card.known)

    def on_under_deck(self, player: int, title: int, *_: int) -> None:
        """The top card of the stack goes under its owner's deck (C20)."""
        demand(self.phase == "end" and bool(self.table.stack), "C20", "a card goes under the deck from nowhere")
        card = self.table.stack.pop()
        demand(
            (card.owner, card.title) == (player, card_id(title)), "C20", f"{card_id(title)} goes under the deck, {card.title} was on top"
        )
        self.table.bury(card, EVERYBODY)

    def on_game_over(self, *_: int) -> None:
        """`the_end` checks the result."""


def _titles() -> list[str]:
    return [card_id(number) for number in range(40)]
