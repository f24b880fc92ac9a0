"""Khorne's Chaos cards (old-world.md 5.1). None has the magic symbol."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question
from ruinous.oldworld.cards.base import CHAOS_CARDS, ChaosCard
from ruinous.oldworld.names import (
    BATTLE_CRY,
    BLOOD_FRENZY,
    DONE,
    FIELD_OF_CARNAGE,
    REBORN_IN_BLOOD,
    RITUAL_SLAYING,
    THE_BLOOD_GODS_CALL,
    THE_SKULL_THRONE,
    P,
    R,
    figure_region,
)
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import BLOOD_GODS_CALL


@final
class BloodFrenzy(ChaosCard):
    """Start of battle here: 2 dice for Khorne, victims removed at once; no figure of his is needed. Asked in `battle`."""


@final
class BattleCry(ChaosCard):
    """Nobody places corruption here while it lies. Asked in `State.may_place_corruption`."""


@final
class TheSkullThrone(ChaosCard):
    """Khorne's figures here count their Attack for supremacy instead of their number; twice is as once. Asked in `corruption`."""


@final
class FieldOfCarnage(ChaosCard):
    """Figures that are not Khorne's cannot be summoned out of here; moving is free of it (old-world.md 14.4). Asked in `summoning`."""


@final
class RitualSlaying(ChaosCard):
    """Khorne draws a card each time he kills a figure here. Asked in `battle`."""


@final
class RebornInBlood(ChaosCard):
    """When the battle here is over there is one more. Asked in `battle`."""


@final
class TheBloodGodsCall(ChaosCard):
    """Move up to two figures, anybody's, from one other region to this one (old-world.md 14.4)."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(BLOOD_GODS_CALL, me, region, R)


@final
class BloodGodsCall(Question[State]):
    """Which figure comes? c is the region they come from, or 9 before the first."""

    def run(self, g: State, me: i64, region: i64, source: i64) -> None:
        for r in range(R):
            if r != region and (source == R or source == r):
                for p in range(P):
                    g.offer_figures(p, r, 15)
        if g.n_legal > 0:
            g.offer(DONE)

    def choose(self, g: State, me: i64, region: i64, source: i64, action: i64) -> None:
        if action != DONE:
            g.move(action, region)
            if source == R:
                g.push(BLOOD_GODS_CALL, me, region, figure_region(action))


TASKS[BLOOD_GODS_CALL] = BloodGodsCall()
CHAOS_CARDS[BLOOD_FRENZY] = BloodFrenzy()
CHAOS_CARDS[BATTLE_CRY] = BattleCry()
CHAOS_CARDS[THE_SKULL_THRONE] = TheSkullThrone()
CHAOS_CARDS[FIELD_OF_CARNAGE] = FieldOfCarnage()
CHAOS_CARDS[RITUAL_SLAYING] = RitualSlaying()
CHAOS_CARDS[REBORN_IN_BLOOD] = RebornInBlood()
CHAOS_CARDS[THE_BLOOD_GODS_CALL] = TheBloodGodsCall()
