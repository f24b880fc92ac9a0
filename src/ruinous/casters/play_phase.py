"""The opening exchange and the Play Phase (seed, Setup, Play Phase; rulings 1, 11, 38 to 40)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.casters.data import BIT, QUICK
from ruinous.casters.events import BURIED_FROM_HAND, DREW, FIRST_PLAYER, OPENING_DONE, PHASE_BEGINS, PLAYED, REFILLED, REFILLS, ROUND_BEGINS
from ruinous.casters.names import (
    DECK,
    DONE,
    FROM_HAND,
    HAND,
    KNOWN_TO_ALL,
    OPENING,
    PLAY,
    PLAY_PHASE,
    REFILL,
    RING,
    STACK,
    TOMB_COLOSSUS,
)
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import BURY_FROM_HAND, OPENING_PICK, OPENING_STEP, PLAY_TURN, REFILL_PICK, RESOLVE_STEP, ROUND
from ruinous.engine.agenda import Question, Step


def begin_phase(g: State, phase: i64) -> None:
    """Say which phase it is."""
    g.phase = phase
    g.note(PHASE_BEGINS, phase, 0, 0, 0)


def offer_hand(g: State, player: i64, first: i64) -> None:
    """Offer first + title for every title in the player's hand, each once."""
    seen: i64 = 0
    for place in range(g.hand_size[player]):
        title: i64 = g.title[g.hand[player * DECK + place]]
        if seen >> title & 1 == 0:
            seen |= BIT[title]
            g.offer(first + title)


# ---- the opening ---------------------------------------------------------------------------------------------
@final
class Opening(Step[State]):
    """Both draw six and may exchange cards once, the first player first; how many each exchanged is told when both are done."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, OPENING)
        g.note(FIRST_PLAYER, g.first, 0, 0, 0)
        g.push(ROUND, 0, 0, 0)
        g.draw(g.first, HAND)
        g.draw(1 - g.first, HAND)
        g.push(OPENING_PICK, g.first, 0, 0)


@final
class OpeningPick(Question[State]):
    """Which card goes under the deck before one draws up to six? b is how many have gone, c how many the other player exchanged.

    Nothing is told before both are done, not even how many cards go.
    """

    def run(self, g: State, me: i64, gone: i64, other: i64) -> None:
        offer_hand(g, me, FROM_HAND)
        g.offer(DONE)

    def choose(self, g: State, me: i64, gone: i64, other: i64, action: i64) -> None:
        if action != DONE:
            g.bury_untold(me, action - FROM_HAND)
            gone += 1
            if g.hand_size[me] > 0:
                g.push(OPENING_PICK, me, gone, other)
                return
        for _ in range(gone):
            g.draw_untold(me)
        if me == g.first:
            g.push(OPENING_PICK, 1 - me, 0, gone)
        else:
            tell_exchange(g, g.first, other)
            tell_exchange(g, me, gone)


def tell_exchange(g: State, player: i64, n: i64) -> None:
    """Now that both are done: the n cards that went under the deck, the last one deepest, and those drawn for them."""
    for at in range(n):
        card: i64 = g.deck[player * RING + (g.bottom[player] + n - 1 - at & 63)]
        g.note(BURIED_FROM_HAND, player, g.title[card], 0, 0)
    for place in range(HAND - n, HAND):
        g.note(DREW, player, g.title[g.hand[player * DECK + place]], 0, 0)
    g.note(OPENING_DONE, player, n, 0, 0)


# ---- rounds and turns ------------------------------------------------------------------------------------------
@final
class Round(Step[State]):
    """A new round: the Play Phase, in which the first player begins."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        g.round += 1
        g.note(ROUND_BEGINS, g.round, 0, 0, 0)
        begin_phase(g, PLAY_PHASE)
        g.push(PLAY_TURN, g.first, 0, 1)


@final
class PlayTurn(Question[State]):
    """Play a card or refill. b counts refills in a row; on the round's first turn (c) a card must be played if there is one."""

    def run(self, g: State, me: i64, refills: i64, first: i64) -> None:
        offer_hand(g, me, PLAY)
        if first == 0 or g.hand_size[me] == 0:
            g.offer(REFILL)

    def choose(self, g: State, me: i64, refills: i64, first: i64, action: i64) -> None:
        if action == REFILL:
            g.note(REFILLS, me, 0, 0, 0)
            g.push(REFILL_PICK, me, refills + 1, 0)
            return
        title: i64 = action - PLAY
        card: i64 = g.take_from_hand(me, g.find_in_hand(me, title))
        g.stack[g.stack_size] = card
        g.stack_size += 1
        g.known[card] = KNOWN_TO_ALL
        g.note(PLAYED, me, title, g.stack_size - 1, 0)
        if QUICK[title] or g.stack_size == STACK:
            g.push(RESOLVE_STEP, 0, 0, 0)
        else:
            g.push(PLAY_TURN, 1 - me, 0, 0)
        when_played(g, me, title)


def when_played(g: State, me: i64, title: i64) -> None:
    """Tomb Colossus: bury a card from the hand, once it lies on the stack; with an empty hand it is free (ruling 31)."""
    if title == TOMB_COLOSSUS:
        g.push(BURY_FROM_HAND, me, 1, 0)


@final
class RefillPick(Question[State]):
    """Which card goes under the deck? The last one named lies deepest; then one draws up to six. c is how many have gone."""

    def run(self, g: State, me: i64, refills: i64, gone: i64) -> None:
        offer_hand(g, me, FROM_HAND)
        g.offer(DONE)

    def choose(self, g: State, me: i64, refills: i64, gone: i64, action: i64) -> None:
        if action != DONE:
            g.bury_from_hand(me, action - FROM_HAND)
            g.push(REFILL_PICK, me, refills, gone + 1)
            return
        g.draw(me, HAND - g.hand_size[me])
        g.note(REFILLED, me, gone, 0, 0)
        if refills == 2:
            g.push(RESOLVE_STEP, 0, 0, 0)
        else:
            g.push(PLAY_TURN, 1 - me, refills, 0)


@final
class BuryFromHand(Question[State]):
    """Which card of one's hand is buried? b is how many are still to go; fewer cards bury what there is."""

    def run(self, g: State, me: i64, n: i64, c: i64) -> None:
        offer_hand(g, me, FROM_HAND)

    def choose(self, g: State, me: i64, n: i64, c: i64, action: i64) -> None:
        g.bury_from_hand(me, action - FROM_HAND)
        if n > 1:
            g.push(BURY_FROM_HAND, me, n - 1, 0)


TASKS[OPENING_STEP] = Opening()
TASKS[OPENING_PICK] = OpeningPick()
TASKS[ROUND] = Round()
TASKS[PLAY_TURN] = PlayTurn()
TASKS[REFILL_PICK] = RefillPick()
TASKS[BURY_FROM_HAND] = BuryFromHand()
