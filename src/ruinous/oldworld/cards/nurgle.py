"""Nurgle's Chaos cards (old-world.md 5.2). Plague Aura and The Stench of Death have the magic symbol."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question
from ruinous.oldworld.cards.base import CHAOS_CARDS, ChaosCard
from ruinous.oldworld.names import (
    A_GREAT_FOUL_CONSUMPTION,
    ALL_THINGS_DECAY,
    CORRUPTION,
    INFLUENZA,
    NURGLE,
    PLAGUE_AURA,
    PLAGUE_TOUCH,
    RAIN_OF_PUS,
    THE_FINAL_ROTTING,
    THE_STENCH_OF_DEATH,
    P,
    R,
)
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import DECAY


@final
class PlagueAura(ChaosCard):
    """+1 to Nurgle's supremacy here for each of his corruption tokens in the region."""

    def bonus(self, g: State, region: i64) -> i64:
        return g.corruption[NURGLE * R + region]


@final
class PlagueTouch(ChaosCard):
    """Enemy figures here have 1 less Defense, never below 1. Asked in `State.defense`."""


@final
class Influenza(ChaosCard):
    """The region's Resistance is 2 less, never below 0. Asked in `State.resistance`."""


@final
class AllThingsDecay(ChaosCard):
    """Remove one corruption token, anybody's, from this region."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(DECAY, me, region, 0)


@final
class Decay(Question[State]):
    """Whose corruption token goes?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        for p in range(P):
            if g.corruption[p * R + region] > 0:
                g.offer(CORRUPTION + p * R + region)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.remove_corruption((action - CORRUPTION) // R, region, 1)


@final
class RainOfPus(ChaosCard):
    """Nurgle's figures here have 1 more Defense. Asked in `State.defense`."""


@final
class AGreatFoulConsumption(ChaosCard):
    """After corruption is placed here, all Nurgle's figures leave, and for every two of them he places one token. Asked in `corruption`."""


@final
class TheFinalRotting(ChaosCard):
    """At the end of the Battle Phase Nurgle kills an enemy cultist or warrior here for each of his tokens here. Asked in `battle`."""


@final
class TheStenchOfDeath(ChaosCard):
    """If Nurgle dominates here he places two corruption tokens here. Asked in `corruption`."""


TASKS[DECAY] = Decay()
CHAOS_CARDS[PLAGUE_AURA] = PlagueAura()
CHAOS_CARDS[PLAGUE_TOUCH] = PlagueTouch()
CHAOS_CARDS[INFLUENZA] = Influenza()
CHAOS_CARDS[ALL_THINGS_DECAY] = AllThingsDecay()
CHAOS_CARDS[RAIN_OF_PUS] = RainOfPus()
CHAOS_CARDS[A_GREAT_FOUL_CONSUMPTION] = AGreatFoulConsumption()
CHAOS_CARDS[THE_FINAL_ROTTING] = TheFinalRotting()
CHAOS_CARDS[THE_STENCH_OF_DEATH] = TheStenchOfDeath()
