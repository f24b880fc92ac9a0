"""The Corruption Phase: supremacy, then corruption and ruin (old-world.md 7.5; seed, Corruption Phase)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.battle import dice_of_figures
from ruinous.oldworld.cards.base import CHAOS_CARDS
from ruinous.oldworld.cards.slaanesh import charm
from ruinous.oldworld.data import BIT_INDEX, CARD_COST, CARD_MAGIC, CARD_OWNER, POPULOUS, RUINER_VP
from ruinous.oldworld.events import (
    BY_CONSUMPTION,
    CORRUPTION_TOTAL,
    FOR_DOMINATION,
    FOR_RUINING,
    NOBODY_DOMINATES,
    NOT_RUINED,
    RESISTANCE,
    RUINED,
    SUPREMACY,
)
from ruinous.oldworld.names import (
    A_GREAT_FOUL_CONSUMPTION,
    ABYSSAL_PACT,
    CHANGER_OF_WAYS,
    CORRUPTION_PHASE,
    CULTIST,
    DAEMON,
    DAEMON_UPGRADE,
    DAZZLE,
    FAQ2_EDITION,
    HERO,
    KHORNE,
    NOBLE,
    NURGLE,
    SLAANESH,
    SORTS,
    THE_SKULL_THRONE,
    THE_STENCH_OF_DEATH,
    TZEENTCH,
    WARPSTONE,
    WARRIOR,
    WARRIOR_UPGRADE,
    C,
    P,
    R,
    T,
)
from ruinous.oldworld.old_world_phase import begin_phase
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import CHARM_A_CULTIST, CORRUPTION_PHASE_STEP, CORRUPTION_STEP, DOMINATION


@final
class CorruptionPhase(Step[State]):
    """The domination step for all regions, then the corruption step for all regions."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, CORRUPTION_PHASE)
        g.push(CORRUPTION_STEP, 0, 0, 0)
        g.push(DOMINATION, 0, 0, 0)
        if g.has_upgrade(SLAANESH, DAEMON_UPGRADE):
            for r in range(R):
                if g.figures[(SLAANESH * R + r) * SORTS + DAEMON] > 0:
                    g.push(CHARM_A_CULTIST, SLAANESH, r, 0)


@final
class CharmACultist(Question[State]):
    """Keeper of Secrets upgrade (provisional): one enemy cultist in its region comes under Slaanesh's control."""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_enemies(me, region, 1)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        charm(g, action, region)


# ---- supremacy ----------------------------------------------------------------------------------------------
def supremacy_of_figures(g: State, me: i64, region: i64) -> i64:
    """One for each figure controlled; Abyssal Pact ignores them, the Skull Throne counts Attack, an upgraded Bloodthirster is three."""
    if g.in_force(region, ABYSSAL_PACT):
        return 0
    if me != KHORNE:
        return g.controls[me * R + region]
    if g.in_force(region, THE_SKULL_THRONE):
        return dice_of_figures(g, KHORNE, region)
    value: i64 = g.controls[region]
    if g.has_upgrade(KHORNE, DAEMON_UPGRADE) and g.figures[region * SORTS + DAEMON] > 0:
        value += 2
    return value


def supremacy_of_cards(g: State, me: i64, region: i64) -> i64:
    """Printed costs of one's cards here, cancelled ones too, and what their texts add."""
    value: i64 = 0
    for space in range(i64(2)):
        card: i64 = g.cards[region * 2 + space] - 1
        if 0 <= card < C and CARD_OWNER[card] == me:
            value += CARD_COST[card]
            if g.cards[region * 2 + 1 - space] != 1 + CHANGER_OF_WAYS:
                value += CHAOS_CARDS[card].bonus(g, region)
    return value


def supremacy(g: State, me: i64, region: i64) -> i64:
    """A Power's supremacy value in a region (old-world.md 7.5)."""
    value: i64 = supremacy_of_figures(g, me, region)
    if g.cards[region * 2] != 0 or g.cards[region * 2 + 1] != 0:
        value += supremacy_of_cards(g, me, region)
    return value


def highest_supremacy(g: State, region: i64) -> i64:
    """The Power with the highest supremacy here if it is alone and not 0, else -1."""
    best: i64 = 0
    leader: i64 = -1
    for p in range(P):
        value: i64 = supremacy(g, p, region)
        if value > best:
            best = value
            leader = p
        elif value == best:
            leader = -1
    return leader


def dominates(g: State, region: i64) -> i64:
    """Who would score for supremacy here: alone on top and strictly above Resistance; -1 for nobody. Ruined regions are skipped."""
    if g.ruin[region] > 0:
        return -1
    leader: i64 = highest_supremacy(g, region)
    if leader >= 0 and supremacy(g, leader, region) > g.resistance(region):
        return leader
    return -1


@final
class Domination(Step[State]):
    """Regions in order: who dominates scores the Conquest value at once; The Stench of Death festers."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        busy: i64 = g.here[0] | g.here[1] | g.here[2] | g.here[3]
        for r in range(R):
            if g.ruin[r] > 0 or (busy >> r & 1 == 0 and g.cards[r * 2] == 0 and g.cards[r * 2 + 1] == 0):
                continue
            if g.log is not None:
                self.explain(g, r)
            leader: i64 = dominates(g, r)
            if leader < 0:
                g.note(NOBODY_DOMINATES, r, 0, 0, 0)
                continue
            g.score(leader, g.conquest(r), FOR_DOMINATION, r)
            if leader == NURGLE:
                g.place_corruption(NURGLE, r, 2 * g.copies_in_force(r, THE_STENCH_OF_DEATH))

    def explain(self, g: State, region: i64) -> None:
        g.note(RESISTANCE, region, g.resistance(region), g.conquest(region), 0)
        for p in range(P):
            value: i64 = supremacy(g, p, region)
            if value > 0 or g.controls[p * R + region] > 0:
                g.note(SUPREMACY, p, region, supremacy_of_figures(g, p, region), value)


# ---- corruption ---------------------------------------------------------------------------------------------
def magic_without_figures(g: State, region: i64) -> i64:
    """Magic sources that are no figures: symbols on anybody's cards (cancelled too) and Warpstones."""
    magic: i64 = g.tokens[region * T + WARPSTONE]
    for space in range(i64(2)):
        card: i64 = g.cards[region * 2 + space] - 1
        if 0 <= card < C:
            magic += CARD_MAGIC[card]
    return magic


def magic_in(g: State, region: i64) -> i64:
    """Magic sources for Tzeentch's dial; an upgraded Lord of Change is two."""
    magic: i64 = magic_without_figures(g, region)
    if g.has_upgrade(TZEENTCH, DAEMON_UPGRADE) and g.count_kind(TZEENTCH, region, DAEMON) > 0:
        magic += 2
    return magic


def corruptors(g: State, power: i64, region: i64) -> i64:
    """The tokens a Power would place here: one for each cultist it controls, and for each upgraded Daemonette; Dazzle takes one off."""
    n: i64 = g.count_kind(power, region, CULTIST)
    if power == SLAANESH and g.has_upgrade(SLAANESH, WARRIOR_UPGRADE):
        n += g.figures[(SLAANESH * R + region) * SORTS + WARRIOR]
    if power != TZEENTCH:
        n -= g.copies_in_force(region, DAZZLE)
    return n


def advances(g: State, power: i64, region: i64) -> bool:
    """Whether two tokens of this Power placed here meet its dial condition (old-world.md 4.3)."""
    if power == NURGLE:
        return POPULOUS[region] == 1
    if power == TZEENTCH:
        return magic_in(g, region) >= 2
    return power == SLAANESH and g.tokens[region * T + NOBLE] + g.tokens[region * T + HERO] > 0


@final
class CorruptionStep(Step[State]):
    """Regions in order: place corruption, counters, A Great Foul Consumption, ruin."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        for r in range(R):
            if g.ruin[r] == 0:
                self.corrupt(g, r)
                if g.in_play >> A_GREAT_FOUL_CONSUMPTION & 1:
                    for _ in range(g.copies_in_force(r, A_GREAT_FOUL_CONSUMPTION)):
                        self.consume(g, r)
                if g.corruption_total(r) >= 12:
                    self.fall(g, r)

    def corrupt(self, g: State, region: i64) -> None:
        for p in range(P):
            if g.here[p] >> region & 1:
                placed: i64 = g.place_corruption(p, region, corruptors(g, p, region))
                if placed > 0:
                    g.placed_now[p] |= 1 << region
                    if placed >= 2 and advances(g, p, region):
                        g.gain_counter(p, region)
        if g.log is not None and g.corruption_total(region) > 0:
            g.note(CORRUPTION_TOTAL, region, g.corruption_total(region), 0, 0)

    def consume(self, g: State, region: i64) -> None:
        """All figures that Nurgle controls here leave; one token for every two of them."""
        eaten: i64 = 0
        while g.present[NURGLE * R + region] & 0xFF != 0:
            sorts: i64 = g.present[NURGLE * R + region] & 0xFF
            g.take_off(NURGLE, region, BIT_INDEX[(sorts & -sorts) % 37], BY_CONSUMPTION)
            eaten += 1
        if g.place_corruption(NURGLE, region, eaten // 2) > 0:
            g.placed_now[NURGLE] |= 1 << region

    def fall(self, g: State, region: i64) -> None:
        """The region is ruined if a ruination card is left; every ruiner scores its header at once."""
        if g.ruins_taken == 5:
            g.note(NOT_RUINED, region, 0, 0, 0)
            return
        g.ruins_taken += 1
        g.ruin[region] = g.ruins_taken
        g.ruins |= 1 << region
        g.fresh |= 1 << region
        g.open_spaces &= ~(1 << region)
        g.note(RUINED, region, g.ruins_taken, 0, 0)
        for p in range(P):
            if is_ruiner(g, p, region):
                g.score(p, RUINER_VP[g.ruins_taken - 1], FOR_RUINING, region)


def is_ruiner(g: State, power: i64, region: i64) -> bool:
    """Edition `seed`: placed a token here in this corruption step; `faq2`: in this round (old-world.md 14.2)."""
    if g.edition == FAQ2_EDITION:
        return g.placed[power] >> region & 1 == 1
    return g.placed_now[power] >> region & 1 == 1


TASKS[CORRUPTION_PHASE_STEP] = CorruptionPhase()
TASKS[CHARM_A_CULTIST] = CharmACultist()
TASKS[DOMINATION] = Domination()
TASKS[CORRUPTION_STEP] = CorruptionStep()
