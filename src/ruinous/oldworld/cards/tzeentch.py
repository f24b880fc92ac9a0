"""Tzeentch's Chaos cards (old-world.md 5.3).

Changer of Ways, Temporal Stasis, The Persistence of Change and Dazzle have the magic symbol.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question
from ruinous.oldworld.cards.base import CHAOS_CARDS, ChaosCard
from ruinous.oldworld.data import FIRST_CARD
from ruinous.oldworld.events import POWER_CHANGED, SHIELDED
from ruinous.oldworld.names import (
    ALL_REGIONS,
    CARD,
    CHANGER_OF_WAYS,
    CULTIST,
    DAZZLE,
    DRAIN_POWER,
    FIGURE,
    POWER,
    REGION,
    SINGLED,
    SORTS,
    TELEPORT,
    TEMPORAL_STASIS,
    THE_MEDDLING_OF_SKAVEN,
    THE_PERSISTENCE_OF_CHANGE,
    WARP_SHIELD,
    P,
    R,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import DISCARD, MEDDLE_WITH, SHIELD, TELEPORT_WHERE, TELEPORT_WHICH


@final
class ChangerOfWays(ChaosCard):
    """Cancels the text of the other Chaos card here while it lies; cost and symbol still count. Asked in `State.copies_in_force`."""


@final
class DrainPower(ChaosCard):
    """Every opponent with a cultist here loses 1 power; Tzeentch gains 1 (the track ends at 12)."""

    def play(self, g: State, me: i64, region: i64) -> None:
        for p in range(P):
            if p != me and g.count_kind(p, region, CULTIST) > 0 and g.power[p] > 0:
                g.power[p] -= 1
                g.note(POWER_CHANGED, p, -1, 0, 0)
        if g.power[me] < 12:
            g.power[me] += 1
            g.note(POWER_CHANGED, me, 1, 0, 0)


@final
class WarpShield(ChaosCard):
    """One of Tzeentch's figures here cannot be killed for the rest of the round; the shield goes along when it moves."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(SHIELD, me, region, 0)


@final
class Shield(Question[State]):
    """Which figure is shielded?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_each(FIGURE + (me * R + region) * SORTS, 1, g.present[me * R + region] & 0x0F)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.note(SHIELDED, me, figure_sort(action), region, 0)
        g.mark(action, SINGLED)


@final
class Teleport(ChaosCard):
    """Move one cultist or warrior, anybody's, from here to any other region."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(TELEPORT_WHICH, me, region, 0)


@final
class TeleportWhich(Question[State]):
    """Which cultist or warrior goes?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        for p in range(P):
            g.offer_figures(p, region, 11)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.push(TELEPORT_WHERE, me, action - FIGURE, 0)


@final
class TeleportWhere(Question[State]):
    """Where does it go?"""

    def run(self, g: State, me: i64, figure: i64, c: i64) -> None:
        g.offer_regions(ALL_REGIONS & ~(1 << figure_region(FIGURE + figure)))

    def choose(self, g: State, me: i64, figure: i64, c: i64, action: i64) -> None:
        g.move(FIGURE + figure, action - REGION)


@final
class TemporalStasis(ChaosCard):
    """Opponents pay 2 more power for each Chaos card they play here; printed costs stay. Asked in `summoning`."""


@final
class TheMeddlingOfSkaven(ChaosCard):
    """Choose an opponent with a figure here: it discards two Chaos cards of its choice."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(MEDDLE_WITH, me, region, 0)


@final
class MeddleWith(Question[State]):
    """Which opponent?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        for p in range(P):
            if p != me and g.controls[p * R + region] > 0:
                g.offer(POWER + p)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.push(DISCARD, action - POWER, 2, 0)


@final
class Discard(Question[State]):
    """Which card is discarded? b is how many are still to go."""

    def run(self, g: State, me: i64, n: i64, c: i64) -> None:
        for card in range(FIRST_CARD[me], FIRST_CARD[me + 1]):
            if g.hand[card] > 0:
                g.offer(CARD + card)

    def choose(self, g: State, me: i64, n: i64, c: i64, action: i64) -> None:
        g.discard_from_hand(action - CARD)
        if n > 1:
            g.push(DISCARD, me, n - 1, 0)


@final
class ThePersistenceOfChange(ChaosCard):
    """If Tzeentch killed a figure here this round, the card stays for the next. Asked in `ending`."""


@final
class Dazzle(ChaosCard):
    """Every other Power places one corruption token fewer here in the corruption step. Asked in `corruption`."""


TASKS[SHIELD] = Shield()
TASKS[TELEPORT_WHICH] = TeleportWhich()
TASKS[TELEPORT_WHERE] = TeleportWhere()
TASKS[MEDDLE_WITH] = MeddleWith()
TASKS[DISCARD] = Discard()
CHAOS_CARDS[CHANGER_OF_WAYS] = ChangerOfWays()
CHAOS_CARDS[DRAIN_POWER] = DrainPower()
CHAOS_CARDS[WARP_SHIELD] = WarpShield()
CHAOS_CARDS[TELEPORT] = Teleport()
CHAOS_CARDS[TEMPORAL_STASIS] = TemporalStasis()
CHAOS_CARDS[THE_MEDDLING_OF_SKAVEN] = TheMeddlingOfSkaven()
CHAOS_CARDS[THE_PERSISTENCE_OF_CHANGE] = ThePersistenceOfChange()
CHAOS_CARDS[DAZZLE] = Dazzle()
