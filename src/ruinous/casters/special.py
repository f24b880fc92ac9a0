"""What the verbs of `cards.toml` cannot say: one small class for each such Resolve text."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from ruinous.casters.data import BIT, ONCE_PER_ROUND, TYPE, VERBS
from ruinous.casters.events import BECOMES, BURIED_LOOKED_AT, DREW, LOOKED, NIXED_FROM_HAND, NO_TARGET, PERFORMS, STRENGTHENED
from ruinous.casters.names import (
    ACTION,
    AT,
    BLOOD_PRICE,
    CHANGE,
    CHANGELING,
    DECK,
    DONE,
    ECHO,
    ECHO_BARD,
    FEED_THE_DRAKE,
    FORESEE,
    FROM_HAND,
    LOOKED_AT,
    MIND_ROT,
    NO_VERB,
    PAY_IN_BLOOD,
    PIT_FIRE_BOTH,
    ROT_THE_MIND,
    TWIN_FATES_BOTH,
)
from ruinous.casters.play_phase import offer_hand
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import BURY_FROM_HAND, BURY_LOOKED_AT, DRAW_LOOKED_AT, ECHO_WHICH, EFFECT, FEED_DRAKE
from ruinous.engine.agenda import Question


class Special:
    """A Resolve text; `me` owns `card`, which is "this"."""

    def do(self, g: State, me: i64, card: i64) -> None:
        """Perform it."""
        raise NotImplementedError


@final
class FeedTheDrake(Special):
    """Furnace Drake: bury a card from your hand, or this has -3 strength this round (ruling 30)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        g.push(FEED_DRAKE, me, card, 0)


@final
class FeedDrake(Question[State]):
    """Which card is fed, or is the Drake left hungry? With an empty hand it is."""

    def run(self, g: State, me: i64, card: i64, c: i64) -> None:
        offer_hand(g, me, FROM_HAND)
        g.offer(DONE)

    def choose(self, g: State, me: i64, card: i64, c: i64, action: i64) -> None:
        if action != DONE:
            g.bury_from_hand(me, action - FROM_HAND)
        else:
            g.change[card] -= 3
            g.note(STRENGTHENED, me, g.what(card), g.place_of(card), -3)


@final
class PitFire(Special):
    """Pit Fire: 3 damage to the enemy and 1 to you, as one event (ruling 49)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        g.damage(1 if me == 0 else 3, 1 if me == 1 else 3)


@final
class Echo(Special):
    """Echo Bard: perform the Resolve text of a friendly Action on the stack, as the Bard's own (ruling 21)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        g.push(ECHO_WHICH, me, card, 0)


@final
class EchoWhich(Question[State]):
    """Whose text? Not of an Action whose limit is spent, nor of one without a Resolve text."""

    def run(self, g: State, me: i64, card: i64, c: i64) -> None:
        for place in range(g.stack_size):
            other: i64 = g.stack[place]
            title: i64 = g.what(other)
            if g.owner(other) != me or TYPE[title] != ACTION or VERBS[title * 4] == NO_VERB:
                continue
            if ONCE_PER_ROUND[title] == 0 or g.spent[me] >> title & 1 == 0:
                g.offer(AT + place)
        if g.n_legal == 0:
            g.spent[me] &= ~BIT[g.what(card)]
            g.note(NO_TARGET, me, ECHO_BARD, 0, 0)

    def choose(self, g: State, me: i64, card: i64, c: i64, action: i64) -> None:
        title: i64 = g.what(g.stack[action - AT])
        g.note(PERFORMS, me, g.place_of(card), title, 0)
        g.push(EFFECT, card, title, 0)


@final
class Foresee(Special):
    """Foresight: look at the top three cards; draw one, bury the others in any order (ruling 43)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        g.n_looked = 0
        while g.n_looked < 3 and g.deck_size[me] > 0:
            seen: i64 = g.take_top(me)
            g.known[seen] |= 1 << me
            g.looked[g.n_looked] = seen
            g.n_looked += 1
            g.unveiled += 1
            g.note(LOOKED, me, g.title[seen], 0, 0)
        g.push(DRAW_LOOKED_AT, me, 0, 0)


def offer_looked_at(g: State) -> None:
    """Offer the cards looked at, each title once."""
    seen: i64 = 0
    for at in range(g.n_looked):
        title: i64 = g.title[g.looked[at]]
        if seen >> title & 1 == 0:
            seen |= BIT[title]
            g.offer(LOOKED_AT + title)


def take_looked_at(g: State, title: i64) -> i64:
    """Take one of the cards looked at."""
    at: i64 = 0
    while g.title[g.looked[at]] != title:
        at += 1
    card: i64 = g.looked[at]
    g.n_looked -= 1
    for k in range(at, g.n_looked):
        g.looked[k] = g.looked[k + 1]
    return card


@final
class DrawLookedAt(Question[State]):
    """Which of the cards looked at is drawn?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        offer_looked_at(g)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        if g.n_looked > 1:  # whoever knew these cards no longer knows which of them lies where
            for at in range(g.n_looked):
                g.known[g.looked[at]] = 1 << me
        g.to_hand(me, take_looked_at(g, action - LOOKED_AT))
        g.note(DREW, me, action - LOOKED_AT, 0, 0)
        g.push(BURY_LOOKED_AT, me, 0, 0)


@final
class BuryLookedAt(Question[State]):
    """Which one is buried next? The last one lies deepest."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        offer_looked_at(g)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        card: i64 = take_looked_at(g, action - LOOKED_AT)
        g.put_under(card, g.known[card])
        g.note(BURIED_LOOKED_AT, me, g.title[card], 0, 0)
        g.push(BURY_LOOKED_AT, me, 0, 0)


@final
class RotTheMind(Special):
    """Mind Rot: the enemy nixes two cards from the hand at random (ruling 44)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        enemy: i64 = 1 - me
        if g.hand_size[enemy] == 0:
            g.note(NO_TARGET, me, MIND_ROT, 0, 0)
        for _ in range(i64(2)):
            if g.hand_size[enemy] > 0:
                title: i64 = g.title[g.hand[enemy * DECK + g.below(g.hand_size[enemy])]]
                lost: i64 = g.take_from_hand(enemy, g.find_in_hand(enemy, title))
                g.to_pit(lost)
                g.note(NIXED_FROM_HAND, enemy, g.title[lost], 0, 0)


@final
class TwinFates(Special):
    """Twin Fates: each player draws two, then buries two; the owner first (ruling 41)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        g.draw(me, 2)
        g.draw(1 - me, 2)
        g.push(BURY_FROM_HAND, 1 - me, 2, 0)
        g.push(BURY_FROM_HAND, me, 2, 0)


@final
class PayInBlood(Special):
    """Blood Price: nix your bottom two cards; if you did, 4 damage to the enemy (ruling 34)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        if g.deck_size[me] < 2:
            g.note(NO_TARGET, me, BLOOD_PRICE, 0, 0)
            return
        g.nix_from_deck(me, 2)
        g.damage(4 if me == 1 else 0, 4 if me == 0 else 0)


@final
class Change(Special):
    """Changeling: becomes a copy of the card directly above until it leaves the stack, and resolves as that card (ruling 36)."""

    def do(self, g: State, me: i64, card: i64) -> None:
        place: i64 = g.place_of(card)
        if place + 1 < g.stack_size:
            title: i64 = g.what(g.stack[place + 1])
            if title != CHANGELING:
                g.copied[card] = 1 + title
                g.note(BECOMES, me, place, title, 0)
                g.push(EFFECT, card, title, 0)
                return
        g.note(NO_TARGET, me, CHANGELING, 0, 0)


SPECIALS: Final[list[Special]] = [Special() for _ in range(8)]
SPECIALS[FEED_THE_DRAKE] = FeedTheDrake()
SPECIALS[PIT_FIRE_BOTH] = PitFire()
SPECIALS[ECHO] = Echo()
SPECIALS[FORESEE] = Foresee()
SPECIALS[ROT_THE_MIND] = RotTheMind()
SPECIALS[TWIN_FATES_BOTH] = TwinFates()
SPECIALS[PAY_IN_BLOOD] = PayInBlood()
SPECIALS[CHANGE] = Change()
TASKS[FEED_DRAKE] = FeedDrake()
TASKS[ECHO_WHICH] = EchoWhich()
TASKS[DRAW_LOOKED_AT] = DrawLookedAt()
TASKS[BURY_LOOKED_AT] = BuryLookedAt()
