"""The Battle Phase, region by region (old-world.md 7.4; seed, Battle Phase)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.data import BIT_INDEX
from ruinous.oldworld.events import BATTLE, DIE, HITS_LOST, KILLED, NO_BATTLE, PEASANT_KILLED, ROLLED
from ruinous.oldworld.names import (
    BATTLE_PHASE,
    BLOOD_FRENZY,
    CHANGER_OF_WAYS,
    CHARMED,
    ELECTORS_SUE_FOR_PEACE,
    EVENT,
    FIELD_OF_ECSTASY,
    KHORNE,
    NOBODY,
    NURGLE,
    PEASANT,
    REBORN_IN_BLOOD,
    RITUAL_SLAYING,
    SINGLED,
    SLAANESH,
    SORTS,
    THE_FINAL_ROTTING,
    TZEENTCH,
    WARRIOR,
    WARRIOR_UPGRADE,
    P,
    R,
    T,
    a_figure,
    a_token,
    figure_power,
    figure_sort,
)
from ruinous.oldworld.old_world_phase import begin_phase
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import AVENGE, BATTLE_PHASE_STEP, END_OF_BATTLE, FIGHT, FINAL_ROTTING, HIT, ROLL, ROT

# What is rolled: all of one's figures (Khorne's upgraded Bloodletters have rolled before), those Bloodletters, or Blood Frenzy.
NORMAL: Final[i64] = 0
BLOODLETTERS: Final[i64] = 1
FRENZY: Final[i64] = 2
AT_ONCE: Final[i64] = 16  # in the second argument of HIT: victims are removed at once
OF_ONE: Final[i64] = 32  # + controller * 64: only figures that one Power controls may be hit (retaliation)


@final
class BattlePhase(Step[State]):
    """Every region in order, then The Final Rotting."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, BATTLE_PHASE)
        g.push(FINAL_ROTTING, 0, 0, 0)
        r: i64 = R - 1
        while r >= 0:
            if any_fight(g, r):
                g.push(FIGHT, r, 0, 0)
            r -= 1


def any_fight(g: State, region: i64) -> bool:
    """Whether anybody could hit anything here: two of Powers with figures, Peasants, a Blood Frenzy."""
    sides: i64 = 1 if g.tokens[region * T + PEASANT] > 0 else 0
    if g.in_force(region, BLOOD_FRENZY):
        sides += 1
    for p in range(P):
        if g.controls[p * R + region] > 0:
            sides += 1
    return sides >= 2


def at_peace(g: State, region: i64) -> bool:
    """Field of Ecstasy lies here, or the Electors sue for peace in this Event region: no battle at all."""
    if g.in_force(region, FIELD_OF_ECSTASY):
        return True
    return g.tokens[region * T + EVENT] > 0 and g.on_track(ELECTORS_SUE_FOR_PEACE)


@final
class Fight(Step[State]):
    """The nth battle in a region (0 is the first): start-of-battle rolls, left card first, then everybody in Power order.

    Blood Frenzy rolls in the first battle only; upgraded Bloodletters roll first in each (old-world.md 7.4, 14.5).
    """

    def run(self, g: State, region: i64, nth: i64, c: i64) -> None:
        if at_peace(g, region):
            g.note(NO_BATTLE, region, 0, 0, 0)
            return
        g.battle_region = region
        g.blooded = 0
        if g.log is not None and is_battle(g, region, nth):
            g.note(BATTLE, region, nth, 0, 0)
        g.push(END_OF_BATTLE, region, nth, 0)
        p: i64 = P - 1
        while p >= 0:
            if g.controls[p * R + region] > 0:
                g.push(ROLL, p, region, NORMAL)
            p -= 1
        if g.has_upgrade(KHORNE, WARRIOR_UPGRADE) and bloodletters(g, region) > 0:
            g.push(ROLL, KHORNE, region, BLOODLETTERS)
        if nth == 0 and g.in_play >> BLOOD_FRENZY & 1:
            for space in range(i64(2)):
                if g.cards[region * 2 + 1 - space] == 1 + BLOOD_FRENZY and g.cards[region * 2 + space] != 1 + CHANGER_OF_WAYS:
                    g.push(ROLL, KHORNE, region, FRENZY)


def is_battle(g: State, region: i64, nth: i64) -> bool:
    """Whether somebody has dice and something to hit (old-world.md 7.4)."""
    if nth == 0 and g.in_force(region, BLOOD_FRENZY) and has_target(g, KHORNE, region):
        return True
    for p in range(P):
        if g.controls[p * R + region] > 0 and dice_of_figures(g, p, region) > 0 and has_target(g, p, region):
            return True
    return False


def bloodletters(g: State, region: i64) -> i64:
    """The Bloodletters in the region that Khorne controls."""
    at: i64 = (KHORNE * R + region) * SORTS + WARRIOR
    return g.figures[at]


def dice_of_figures(g: State, me: i64, region: i64) -> i64:
    """The Attack of all figures a Power controls here, felled ones too."""
    dice: i64 = 0
    for p in range(P):
        if p != me and me != SLAANESH:
            continue
        sorts: i64 = g.present[p * R + region] & (0xFF if p == me else 0xFF00)
        while sorts > 0:
            low: i64 = sorts & -sorts
            sort: i64 = BIT_INDEX[low % 37]
            dice += g.figures[(p * R + region) * SORTS + sort] * g.attack(p, sort)
            sorts ^= low
    return dice


def is_target(g: State, me: i64, region: i64, power: i64, sort: i64) -> bool:
    """Whether a figure of this owner and sort still stands here, is another's, and may be killed at all."""
    if g.figures[(power * R + region) * SORTS + sort] <= g.downed[power * SORTS + sort]:
        return False
    if (SLAANESH if sort & CHARMED else power) == me:
        return False
    return not (power == TZEENTCH and sort & SINGLED)


def has_target(g: State, me: i64, region: i64) -> bool:
    """Whether the Power could hit anything here."""
    if g.tokens[region * T + PEASANT] > 0:
        return True
    for p in range(P):
        sorts: i64 = g.present[p * R + region]
        while sorts > 0:
            low: i64 = sorts & -sorts
            if is_target(g, me, region, p, BIT_INDEX[low % 37]):
                return True
            sorts ^= low
    return False


@final
class Roll(Step[State]):
    """Throw the dice: 4, 5, 6 hit, and each 6 throws one more; then all hits are assigned."""

    def run(self, g: State, me: i64, region: i64, what: i64) -> None:
        dice: i64 = 2
        if what == BLOODLETTERS:
            dice = 2 * bloodletters(g, region)
        elif what == NORMAL:
            dice = dice_of_figures(g, me, region)
            if me == KHORNE and g.has_upgrade(KHORNE, WARRIOR_UPGRADE):
                dice -= 2 * bloodletters(g, region)
        if dice == 0 or not has_target(g, me, region):
            return
        hits: i64 = throw(g, me, dice)
        g.note(ROLLED, me, region, dice, hits)
        g.avenging = 0
        how: i64 = region if what == NORMAL else region | AT_ONCE
        if me != NURGLE and g.has_upgrade(NURGLE, WARRIOR_UPGRADE):
            g.push(AVENGE, me, how, 0)
        if hits > 0:
            g.push(HIT, me, how, hits)


def throw(g: State, me: i64, dice: i64) -> i64:
    """The hits of so many dice."""
    hits: i64 = 0
    while dice > 0:
        dice -= 1
        face: i64 = 1 + g.below(6)
        g.note(DIE, me, face, 0, 0)
        if face >= 4:
            hits += 1
        if face == 6:
            dice += 1
    return hits


@final
class Hit(Question[State]):
    """Which figure or Peasant is killed? Hits are given in lots of exactly Defense; what kills nothing is lost (old-world.md 7.4 c)."""

    def run(self, g: State, me: i64, how: i64, hits: i64) -> None:
        region: i64 = how & 15
        for p in range(P):
            sorts: i64 = g.present[p * R + region]
            while sorts > 0:
                low: i64 = sorts & -sorts
                sort: i64 = BIT_INDEX[low % 37]
                if is_target(g, me, region, p, sort) and g.defense(p, region, sort) <= hits:
                    if how < OF_ONE or (SLAANESH if sort & CHARMED else p) == how >> 6:
                        g.offer(a_figure(p, region, sort))
                sorts ^= low
        if g.tokens[region * T + PEASANT] > 0 and how < OF_ONE:
            g.offer(a_token(region, PEASANT))
        if g.n_legal == 0:
            g.note(HITS_LOST, me, region, hits, 0)

    def choose(self, g: State, me: i64, how: i64, hits: i64, action: i64) -> None:
        region: i64 = how & 15
        spent: i64 = 1
        if action == a_token(region, PEASANT):
            kill_peasant(g, me, region)
        else:
            power: i64 = figure_power(action)
            sort: i64 = figure_sort(action)
            spent = g.defense(power, region, sort)
            if how & AT_ONCE:
                g.to_reserve(power, region, sort)
            else:
                g.downed[power * SORTS + sort] += 1
            credit_kill(g, me, region, power, sort)
        if hits > spent:
            g.push(HIT, me, how, hits - spent)


def kill_peasant(g: State, me: i64, region: i64) -> None:
    """A Peasant is taken off at once and laid on the killer's sheet."""
    g.tokens[region * T + PEASANT] -= 1
    g.peasants[me] += 1
    g.note(PEASANT_KILLED, me, region, 0, 0)


def credit_kill(g: State, me: i64, region: i64, power: i64, sort: i64) -> None:
    """What a kill means for the killer: Khorne's counter once a battle, Ritual Slaying, The Persistence of Change; and for avengers."""
    g.note(KILLED, power, sort, region, me)
    if me == KHORNE:
        if g.blooded == 0:
            g.blooded = 1
            g.gain_counter(KHORNE, region)
        for _ in range(g.copies_in_force(region, RITUAL_SLAYING)):
            g.draw_card(KHORNE)
    elif me == TZEENTCH:
        g.changed |= 1 << region
    if power == NURGLE and sort == WARRIOR and g.has_upgrade(NURGLE, WARRIOR_UPGRADE):
        g.avenging += 1


@final
class Avenge(Step[State]):
    """Plaguebearers upgrade: whoever has just killed some takes as many hits on its own figures; Nurgle assigns them."""

    def run(self, g: State, killer: i64, how: i64, c: i64) -> None:
        if g.avenging > 0:
            g.push(HIT, NURGLE, how | OF_ONE | killer << 6, g.avenging)
            g.avenging = 0


@final
class EndOfBattle(Step[State]):
    """The felled return to their owners' reserves; Reborn in Blood brings one more battle for each copy."""

    def run(self, g: State, region: i64, nth: i64, c: i64) -> None:
        for p in range(P):
            for sort in range(SORTS):
                while g.downed[p * SORTS + sort] > 0:
                    g.downed[p * SORTS + sort] -= 1
                    g.to_reserve(p, region, sort)
        g.battle_region = NOBODY
        if nth < g.copies_in_force(region, REBORN_IN_BLOOD):
            g.push(FIGHT, region, nth + 1, 0)


@final
class FinalRotting(Step[State]):
    """After the last region's battle: regions in order (old-world.md 14.9)."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        if g.in_play >> THE_FINAL_ROTTING & 1:
            r: i64 = R - 1
            while r >= 0:
                for _ in range(g.copies_in_force(r, THE_FINAL_ROTTING)):
                    if g.corruption[NURGLE * R + r] > 0:
                        g.push(ROT, NURGLE, r, g.corruption[NURGLE * R + r])
                r -= 1


@final
class Rot(Question[State]):
    """Which enemy cultist or warrior rots away? c is how many are still to go."""

    def run(self, g: State, me: i64, region: i64, n: i64) -> None:
        for p in range(P):
            sorts: i64 = g.present[p * R + region] & 0xBBBB  # cultists, warriors, Horrors on card spaces
            while sorts > 0:
                low: i64 = sorts & -sorts
                sort: i64 = BIT_INDEX[low % 37]
                if is_target(g, me, region, p, sort):
                    g.offer(a_figure(p, region, sort))
                sorts ^= low

    def choose(self, g: State, me: i64, region: i64, n: i64, action: i64) -> None:
        g.to_reserve(figure_power(action), region, figure_sort(action))
        credit_kill(g, me, region, figure_power(action), figure_sort(action))
        if n > 1:
            g.push(ROT, me, region, n - 1)


TASKS[BATTLE_PHASE_STEP] = BattlePhase()
TASKS[FIGHT] = Fight()
TASKS[ROLL] = Roll()
TASKS[HIT] = Hit()
TASKS[AVENGE] = Avenge()
TASKS[END_OF_BATTLE] = EndOfBattle()
TASKS[FINAL_ROTTING] = FinalRotting()
TASKS[ROT] = Rot()
