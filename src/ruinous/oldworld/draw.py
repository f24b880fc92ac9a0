"""The Draw Phase (old-world.md 7.2; seed, Draw Phase)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.data import FIRST_CARD
from ruinous.oldworld.events import POWER_SET
from ruinous.oldworld.names import CARD, DONE, DRAW_PHASE, KHORNE, LAST_UPGRADE, TZEENTCH, P
from ruinous.oldworld.old_world_phase import begin_phase
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import DISCARD_BEFORE_DRAW, DRAW_CARDS, DRAW_PHASE_STEP


@final
class DrawPhase(Step[State]):
    """Power markers to the sheet's number and upgrades, less a decree; then everybody draws."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, DRAW_PHASE)
        p: i64 = P - 1
        while p >= 0:
            if g.seats >> p & 1:
                g.power[p] = g.income(p) - g.decree
                g.push(DRAW_CARDS, p, 0, 0)
                if p == TZEENTCH:
                    g.push(DISCARD_BEFORE_DRAW, p, 0, 0)
            p -= 1
        for q in range(P):
            if g.seats >> q & 1:
                g.note(POWER_SET, q, g.power[q], 0, 0)
        g.decree = 0


def draws(g: State, power: i64) -> i64:
    """How many cards the Power draws: 2, Khorne's upgrade one more; Tzeentch up to a hand of 5, with his upgrade 6 (4.1, 4.5)."""
    more: i64 = 1 if (power == KHORNE or power == TZEENTCH) and g.has_upgrade(power, LAST_UPGRADE) else 0
    if power != TZEENTCH:
        return 2 + more
    missing: i64 = 5 + more - g.hand_size(TZEENTCH)
    return missing if missing > 0 else 0


@final
class DrawCards(Step[State]):
    """Draw by sheet and upgrades."""

    def run(self, g: State, power: i64, b: i64, c: i64) -> None:
        for _ in range(draws(g, power)):
            g.draw_card(power)


@final
class DiscardBeforeDraw(Question[State]):
    """Tzeentch may discard one card before he draws (old-world.md 4.1)."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        for card in range(FIRST_CARD[me], FIRST_CARD[me + 1]):
            if g.hand[card] > 0:
                g.offer(CARD + card)
        if g.n_legal > 0:
            g.offer(DONE)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        if action != DONE:
            g.discard_from_hand(action - CARD)


TASKS[DRAW_PHASE_STEP] = DrawPhase()
TASKS[DRAW_CARDS] = DrawCards()
TASKS[DISCARD_BEFORE_DRAW] = DiscardBeforeDraw()
