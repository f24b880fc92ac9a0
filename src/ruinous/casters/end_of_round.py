"""End of Round (seed; rulings 12, 14, 42, 46, 52)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.casters.events import FIRST_PLAYER, UNDER_DECK
from ruinous.casters.names import BY_ROUNDS, END_OF_ROUND, FROM_HAND, HAND, KNOWN_TO_ALL
from ruinous.casters.play_phase import begin_phase, offer_hand
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import CUT_DOWN, END_OF_ROUND_STEP, NEXT_ROUND, ROUND
from ruinous.engine.agenda import Question, Step


@final
class EndOfRound(Step[State]):
    """The stack goes under the owners' decks from the top down, so position 1 ends deepest; then hands are cut down, first player first."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, END_OF_ROUND)
        g.resolving = -1
        while g.stack_size > 0:
            card: i64 = g.leave(g.stack_size - 1)
            g.put_under(card, KNOWN_TO_ALL)
            g.note(UNDER_DECK, g.owner(card), g.title[card], 0, 0)
        g.line = 0
        g.push(NEXT_ROUND, 0, 0, 0)
        g.push(CUT_DOWN, 1 - g.first, 0, 0)
        g.push(CUT_DOWN, g.first, 0, 0)


@final
class CutDown(Question[State]):
    """Which card over six goes under the deck? The last one lies deepest."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        if g.hand_size[me] > HAND:
            offer_hand(g, me, FROM_HAND)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.bury_from_hand(me, action - FROM_HAND)
        g.push(CUT_DOWN, me, 0, 0)


@final
class NextRound(Step[State]):
    """The First Player card passes; after the last round whoever has more cards in deck and hand wins."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        g.first = 1 - g.first
        g.note(FIRST_PLAYER, g.first, 0, 0, 0)
        if g.round < g.max_rounds:
            g.push(ROUND, 0, 0, 0)
            return
        one: i64 = g.deck_size[0] + g.hand_size[0]
        two: i64 = g.deck_size[1] + g.hand_size[1]
        g.finish(BY_ROUNDS, 3 if one == two else 1 if one > two else 2)


TASKS[END_OF_ROUND_STEP] = EndOfRound()
TASKS[CUT_DOWN] = CutDown()
TASKS[NEXT_ROUND] = NextRound()
