"""Slaanesh's Chaos cards (old-world.md 5.4). Abyssal Pact, Dark Influence and Soporific Musk have the magic symbol."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question
from ruinous.oldworld.cards.base import CHAOS_CARDS, ChaosCard
from ruinous.oldworld.events import CHARMED_BY_SLAANESH
from ruinous.oldworld.names import (
    ABYSSAL_PACT,
    ALL_REGIONS,
    CHARMED,
    DARK_INFLUENCE,
    DEGENERATE_ROYALTY,
    FIELD_OF_ECSTASY,
    HERO,
    INSIDIOUS_LIES,
    NOBLE,
    PEASANT,
    PERVERSE_INFILTRATION,
    REGION,
    SOPORIFIC_MUSK,
    TOKEN,
    T,
    figure_power,
    figure_sort,
)
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import CHARM, INFLUENCE_WHERE, INFLUENCE_WHICH


@final
class AbyssalPact(ChaosCard):
    """Figures are ignored for supremacy here, for all Powers; cards and what they add count. Asked in `corruption`."""


@final
class PerverseInfiltration(ChaosCard):
    """Place one Slaanesh corruption token here."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.place_corruption(me, region, 1)


@final
class DarkInfluence(ChaosCard):
    """Move one Peasant, Hero or Noble from here to any other region that is not ruined."""

    def play(self, g: State, me: i64, region: i64) -> None:
        if ALL_REGIONS & ~g.ruins & ~(1 << region) != 0:
            g.push(INFLUENCE_WHICH, me, region, 0)


@final
class InfluenceWhich(Question[State]):
    """Which token goes?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_tokens(NOBLE, 1 << region)
        g.offer_tokens(PEASANT, 1 << region)
        g.offer_tokens(HERO, 1 << region)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.push(INFLUENCE_WHERE, me, region, (action - TOKEN) % T)


@final
class InfluenceWhere(Question[State]):
    """Where does it go?"""

    def run(self, g: State, me: i64, region: i64, token: i64) -> None:
        g.offer_regions(ALL_REGIONS & ~g.ruins & ~(1 << region))

    def choose(self, g: State, me: i64, region: i64, token: i64, action: i64) -> None:
        g.move_token(region, token, action - REGION)


@final
class InsidiousLies(ChaosCard):
    """+2 to Slaanesh's supremacy here for each Noble and each Hero in the region."""

    def bonus(self, g: State, region: i64) -> i64:
        return 2 * (g.tokens[region * T + NOBLE] + g.tokens[region * T + HERO])


@final
class FieldOfEcstasy(ChaosCard):
    """No battle takes place here. Asked in `battle`."""


@final
class SoporificMusk(ChaosCard):
    """Choose one enemy figure here: Slaanesh controls it until the round ends or it leaves the region."""

    def play(self, g: State, me: i64, region: i64) -> None:
        g.push(CHARM, me, region, 0)


@final
class Charm(Question[State]):
    """Which enemy figure?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_enemies(me, region, 15)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        charm(g, action, region)


def charm(g: State, action: i64, region: i64) -> None:
    """Slaanesh takes control of the figure that a FIGURE action points at."""
    g.note(CHARMED_BY_SLAANESH, figure_power(action), figure_sort(action), region, 0)
    g.mark(action, CHARMED)


@final
class DegenerateRoyalty(ChaosCard):
    """Costs 0 to play where three or more corruption tokens lie; counts 3 for supremacy all the same. Asked in `summoning`."""


TASKS[INFLUENCE_WHICH] = InfluenceWhich()
TASKS[INFLUENCE_WHERE] = InfluenceWhere()
TASKS[CHARM] = Charm()
CHAOS_CARDS[ABYSSAL_PACT] = AbyssalPact()
CHAOS_CARDS[PERVERSE_INFILTRATION] = PerverseInfiltration()
CHAOS_CARDS[DARK_INFLUENCE] = DarkInfluence()
CHAOS_CARDS[INSIDIOUS_LIES] = InsidiousLies()
CHAOS_CARDS[FIELD_OF_ECSTASY] = FieldOfEcstasy()
CHAOS_CARDS[SOPORIFIC_MUSK] = SoporificMusk()
CHAOS_CARDS[DEGENERATE_ROYALTY] = DegenerateRoyalty()
