"""What a region of the Old World promises: an estimate, in victory points, of how the round will end there.

`survey` asks the rules what is so now (supremacy, Resistance, dice, ...) and puts it into a `Ground`; `outlook` works
out from the Ground alone what each Power may expect: expected battle losses, then supremacy, dial counters,
corruption and ruin. Nothing here is random and nothing here knows a hand.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from ruinous.oldworld.battle import at_peace
from ruinous.oldworld.corruption import corruptors, magic_in, supremacy
from ruinous.oldworld.data import COST, POPULOUS, RUIN_FIRST, RUIN_SECOND, RUINER_VP
from ruinous.oldworld.names import (
    A_GREAT_FOUL_CONSUMPTION,
    BLOOD_FRENZY,
    CHARMED,
    HERO,
    KHORNE,
    NOBLE,
    NURGLE,
    PEASANT,
    REBORN_IN_BLOOD,
    RITUAL_SLAYING,
    SINGLED,
    SLAANESH,
    SORTS,
    THE_FINAL_ROTTING,
    THE_STENCH_OF_DEATH,
    TZEENTCH,
    WARPSTONE,
    P,
    R,
    T,
)
from ruinous.oldworld.state import State

POWERS = range(int(P))

# The parts of a Power's prospects in a region, each in victory points.
SUPREMACY, RUIN, CORRUPTION, FIGURES, PEASANTS, CARDS = range(6)
PARTS = ("supremacy", "ruin", "corruption", "figures", "peasants", "cards")

# What each Power makes of them: Khorne does not live by corruption, and so on.
WEIGHTS = (
    (1.0, 0.8, 0.6, 1.0, 0.8, 0.5),
    (1.0, 1.0, 1.0, 1.0, 0.6, 0.5),
    (1.0, 1.0, 1.0, 1.0, 0.6, 0.5),
    (1.0, 1.0, 1.0, 1.0, 0.6, 0.5),
)

HITS_OF_A_DIE = 0.6  # half of all faces, and a sixth of the dice are thrown again
KEPT = 0.35  # what a figure on the board is worth for later rounds, for each power point of its cost
PEASANT_VP = 0.7  # a Peasant on the sheet: one point or more each time the Old World is Plunged Into Chaos
CARD_VP = 1.2  # a Chaos card drawn
ONE_SHORT = 0.22  # of a counter: one cultist or one magic source is missing, and there is time to bring it
FIRST = [int(vp) for vp in RUIN_FIRST]  # [region, ruination card] as plain numbers
SECOND = [int(vp) for vp in RUIN_SECOND]
RUINER = [int(vp) for vp in RUINER_VP]
LATER = 0.75  # ruin that is yet to come, against ruin now


class Side(NamedTuple):
    """One Power in a region; figures are those that it controls."""

    figures: int
    toughness: int  # hits that would kill all that can be killed
    weakest: int  # hits that kill the weakest of them, 0 for none
    dice: int
    supremacy: int
    corruptors: int  # corruption tokens it would place
    cost: int  # power points that its figures cost
    corruption: int


class Effects(NamedTuple):
    """Chaos cards that change how the round ends here: how many copies are in force."""

    frenzy: int
    reborn: int
    ritual: int
    rotting: int
    consumption: int
    stench: int


class Times(NamedTuple):
    """What all regions share."""

    rounds_left: int  # after this one
    next_ruin: int  # number of the next ruination card, 6 when all are taken
    open: bool  # figures and cards may still come before the battles


class Ground(NamedTuple):
    """A region as it is now."""

    region: int
    sides: tuple[Side, ...]
    resistance: int
    conquest: int
    warpstones: int
    magic: int
    court: int  # Nobles and Heroes
    peasants: int
    heroes: int
    hero_victim: int  # the Power whose figures they would remove, or -1
    ruined: bool
    blocked: bool  # nobody may place corruption
    fights: bool  # a battle is still to come
    effects: Effects
    times: Times


class Outlook(NamedTuple):
    """What each Power may expect of a region."""

    parts: tuple[tuple[float, ...], ...]  # [power] the PARTS, weighted
    worth: tuple[float, ...]  # [power] their sum
    counters: tuple[float, ...]  # [power] dial advancement counters


NO_SIDE = Side(0, 0, 0, 0, 0, 0, 0, 0)
NO_EFFECTS = Effects(0, 0, 0, 0, 0, 0)


# ---- asking the rules ------------------------------------------------------------------------------------------
def survey(g: State, r: int, times: Times, fights: bool) -> Ground:
    """The region as it is; `fights` says whether its battle is still to come. Reads only what everybody sees."""
    laid = g.cards[r * 2] > 0 or g.cards[r * 2 + 1] > 0
    tokens = g.tokens
    figures = [0, 0, 0, 0]
    toughness = [0, 0, 0, 0]
    weakest = [0, 0, 0, 0]
    dice = [0, 0, 0, 0]
    cost = [0, 0, 0, 0]
    for p in POWERS:
        sorts = int(g.present[p * R + r])
        while sorts:
            low = sorts & -sorts
            sorts ^= low
            sort = low.bit_length() - 1
            n = g.figures[(p * R + r) * SORTS + sort]
            who = SLAANESH if sort & CHARMED else p
            figures[who] += n
            dice[who] += n * g.attack(p, sort)
            if not sort & CHARMED:
                cost[who] += n * COST[p * 4 + (sort & 3)]
            if not (p == TZEENTCH and sort & SINGLED):
                hits = g.defense(p, r, sort)
                toughness[who] += n * hits
                if hits < weakest[who] or not weakest[who]:
                    weakest[who] = hits
    sides = []
    for p in POWERS:
        owned = g.corruption[p * R + r]
        if figures[p] or laid:
            placing = corruptors(g, p, r) if figures[p] else 0
            sides.append(Side(figures[p], toughness[p], weakest[p], dice[p], supremacy(g, p, r), max(0, placing), cost[p], owned))
        else:
            sides.append(Side(0, 0, 0, 0, 0, 0, 0, owned) if owned else NO_SIDE)
    heroes = tokens[r * T + HERO]
    return Ground(
        r,
        tuple(sides),
        g.resistance(r),
        g.conquest(r),
        tokens[r * T + WARPSTONE],
        magic_in(g, r),
        tokens[r * T + NOBLE] + heroes,
        tokens[r * T + PEASANT],
        heroes,
        g.highest_threat_in(r) if heroes else -1,
        g.ruin[r] > 0,
        not g.may_place_corruption(r),
        fights and not at_peace(g, r),
        effects_of(g, r) if laid else NO_EFFECTS,
        times,
    )


def effects_of(g: State, r: int) -> Effects:
    """The cards in force here that the outlook knows by name."""
    n = g.copies_in_force
    return Effects(
        n(r, BLOOD_FRENZY),
        n(r, REBORN_IN_BLOOD),
        n(r, RITUAL_SLAYING),
        n(r, THE_FINAL_ROTTING),
        n(r, A_GREAT_FOUL_CONSUMPTION),
        n(r, THE_STENCH_OF_DEATH),
    )


# ---- chances ---------------------------------------------------------------------------------------------------
def _hit_chances(dice: int, most: int) -> tuple[float, ...]:
    """[hits] the chance that so many dice give at least so many hits, 0 to `most`."""
    one = [0.5] + [5 / 12 / 6 ** (k - 1) for k in range(1, most + 1)]
    exactly = [1.0] + [0.0] * most
    for _ in range(dice):
        exactly = [sum(exactly[i] * one[k - i] for i in range(k + 1)) for k in range(most + 1)]
    return tuple(1 - sum(exactly[:k]) for k in range(most + 1))


MOST_DICE = 24
AT_LEAST = tuple(_hit_chances(dice, 8) for dice in range(MOST_DICE + 1))  # [dice][hits]


def logistic(x: float) -> float:
    """From 0 to 1, a half at 0."""
    return 1 / (1 + exp(-x)) if x > -30 else 0.0


def chance_of_two(n: int, survives: float) -> float:
    """That two or more of n cultists survive."""
    if n < 2:
        return 0.0
    dies = 1 - survives
    return 1 - dies**n - n * survives * dies ** (n - 1)


# ---- the outlook -------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1 << 11)
def outlook(ground: Ground) -> Outlook:
    """What each Power may expect of the region this round, and of its corruption later."""
    losses, slain, counters = _battle(ground)
    sides = ground.sides
    parts = [[0.0] * 6 for _ in POWERS]
    for p, side in enumerate(sides):
        part = parts[p]
        part[FIGURES] = KEPT * side.cost * (1 - losses[p]) if ground.times.rounds_left else 0.0
        if p == ground.hero_victim:
            part[FIGURES] -= 0.8 * min(ground.heroes, side.figures * (1 - losses[p]))
        part[PEASANTS] = PEASANT_VP * slain[p]
    if ground.effects.ritual:
        part = parts[KHORNE]
        part[CARDS] = (
            CARD_VP
            * ground.effects.ritual
            * min(HITS_OF_A_DIE * sides[KHORNE].dice, sum(side.figures for p, side in enumerate(sides) if p != KHORNE))
        )
    if not ground.ruined:
        reigns = _supremacy(ground, losses, parts)
        _corruption(ground, losses, reigns, parts, counters)
    weighted = tuple([tuple([value * weight for value, weight in zip(parts[p], WEIGHTS[p], strict=True)]) for p in POWERS])
    return Outlook(weighted, tuple([sum(part) for part in weighted]), tuple(counters))


def _battle(ground: Ground) -> tuple[list[float], list[float], list[float]]:
    """[power] the share of its figures that falls, Peasants it kills, dial counters (Khorne's)."""
    losses, slain, counters = [0.0] * 4, [0.0] * 4, [0.0] * 4
    sides, effects = ground.sides, ground.effects
    if ground.fights and (any(side.dice for side in sides) or effects.frenzy):
        targets = 0.5 * ground.peasants + sum(side.toughness for side in sides)
        taken = [0.0] * 4
        for q, side in enumerate(sides):
            hits = HITS_OF_A_DIE * side.dice * (1 + effects.reborn)
            if q == KHORNE:
                hits += 2 * HITS_OF_A_DIE * effects.frenzy
            others = targets - side.toughness
            if hits > 0 and others > 0:
                for p in POWERS:
                    if p != q:
                        taken[p] += min(1.0, hits / others) * sides[p].toughness
                slain[q] = min(1.0, hits / others) * ground.peasants
        for p, side in enumerate(sides):
            if taken[p] > 0:
                losses[p] = min(0.92, taken[p] / side.toughness)
        prey = [side.weakest for p, side in enumerate(sides) if p != KHORNE and side.weakest]
        if prey:
            weakest = min(prey)
            normal = AT_LEAST[min(MOST_DICE, sides[KHORNE].dice)][weakest]
            frenzied = AT_LEAST[min(MOST_DICE, 2 * effects.frenzy)][weakest]
            counters[KHORNE] = 1 - (1 - normal) * (1 - frenzied) + effects.reborn * normal * 0.8
    if effects.rotting and sides[NURGLE].corruption:
        others = sum(side.figures for p, side in enumerate(sides) if p != NURGLE)
        for p, side in enumerate(sides):
            if p != NURGLE and side.figures:
                losses[p] = min(1.0, losses[p] + effects.rotting * sides[NURGLE].corruption / others)
    return losses, slain, counters


def _supremacy(ground: Ground, losses: list[float], parts: list[list[float]]) -> list[float]:
    """[power] the chance to score for supremacy; with time left, a lead or a lag counts for less."""
    values = [side.supremacy - min(side.figures, side.supremacy) * losses[p] for p, side in enumerate(ground.sides)]
    steep = 0.9 if ground.times.open else 2.2
    reigns = [0.0] * 4
    best, second = sorted(values, reverse=True)[:2]
    for p, value in enumerate(values):
        if value > 0:
            needed = max(ground.resistance, second if value == best else best)
            reigns[p] = logistic(steep * (value - needed - 0.5))
            parts[p][SUPREMACY] = reigns[p] * ground.conquest
    return reigns


def _corruption(ground: Ground, losses: list[float], reigns: list[float], parts: list[list[float]], counters: list[float]) -> None:
    """Tokens placed, counters for them, and what first and second place will bring, now or later."""
    region, times, effects = ground.region, ground.times, ground.effects
    placed = [0.0] * 4
    if not ground.blocked:
        for p, side in enumerate(ground.sides):
            if side.corruptors:
                placed[p] = side.corruptors * (1 - losses[p])
                counters[p] += _counter(ground, p, side.corruptors, 1 - losses[p])
        placed[NURGLE] += 2 * effects.stench * reigns[NURGLE]
        if effects.consumption:
            eaten = ground.sides[NURGLE].figures * (1 - losses[NURGLE])
            placed[NURGLE] += eaten / 2
            parts[NURGLE][FIGURES] = 0.0
    rate = sum(placed)
    total = ground.warpstones + sum(side.corruption for side in ground.sides) + rate
    if total <= 0 or times.next_ruin > 5:
        return
    now = logistic((0.8 if times.open else 1.6) * (total - 11.4))
    # with the same again each round, and a little more than now where little happens yet
    later = logistic(0.45 * (total + (0.5 + rate) * times.rounds_left - 12)) if times.rounds_left else 0.0
    place = region * 5 + times.next_ruin - 1
    shares = _places([side.corruption + placed[p] for p, side in enumerate(ground.sides)])
    for p, (first, second) in enumerate(shares):
        prize = first * FIRST[place] + second * SECOND[place]
        part = parts[p]
        part[RUIN] = now * (prize + RUINER[times.next_ruin - 1] * min(1.0, placed[p]))
        part[CORRUPTION] = (1 - now) * LATER * later * prize


def _counter(ground: Ground, p: int, n: int, survives: float) -> float:
    """The chance of the dial counter for corruption here, or a small part of one where one thing is missing."""
    if p == NURGLE:
        missing = 0 if POPULOUS[ground.region] else 9
    elif p == TZEENTCH:
        missing = max(0, 2 - ground.magic)
    elif p == SLAANESH:
        missing = 0 if ground.court else 1
    else:
        return 0.0
    if missing == 0 and n >= 2:
        return chance_of_two(n, survives)
    if ground.times.open and missing + max(0, 2 - n) == 1:
        return ONE_SHORT * survives
    return 0.0


def _places(corruption: list[float]) -> list[tuple[float, float]]:
    """[power] the shares in first and second place, smooth, so that every token counts."""
    cubes = [n * n * n if n > 0.05 else 0.0 for n in corruption]
    whole = sum(cubes)
    if whole <= 0:
        return [(0.0, 0.0)] * 4
    found = []
    for p, own in enumerate(cubes):
        second = 0.0
        if own > 0:
            for q, leads in enumerate(cubes):
                if q != p and leads > 0:
                    second += leads / whole * own / (whole - leads)
        found.append((own / whole, second))
    return found
