"""How the round will end if from now on everybody passes: victory points, dials, corruption, ruin, figures.

Exact where it can be: in each region every way the dice may fall is followed, with the kills of the default choices,
and supremacy, corruption and ruin are worked out for each. What links regions is handled by expectation: ruination
cards run out in region order by the chance of earlier ruins, and the counters of different Powers, who compare them
for the second step, count as independent. Left out: the supply of counters, and what the Old World removes at the end
but for Heroes, Witch Hunters, Norse Reavers and the Electors.

An action changes a region or two, so what was found for the others is remembered (see `sight_of`).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.rng import MASK62, advanced
from ruinous.oldworld import tasks
from ruinous.oldworld.battle import AT_ONCE, BLOODLETTERS, FRENZY, NORMAL, OF_ONE, at_peace
from ruinous.oldworld.corruption import advances, magic_without_figures, supremacy_of_cards
from ruinous.oldworld.data import (
    BIT_INDEX,
    DIAL_AMOUNT,
    DIAL_EFFECT,
    DIAL_END,
    RUIN_FIRST,
    RUIN_SECOND,
    RUINER_VP,
    VALUE,
    zeros,
)
from ruinous.oldworld.names import (
    A_GREAT_FOUL_CONSUMPTION,
    ABYSSAL_PACT,
    BATTLE_PHASE,
    BLOOD_FRENZY,
    CHANGER_OF_WAYS,
    CHARMED,
    CULTIST,
    DAEMON,
    DAEMON_UPGRADE,
    DAZZLE,
    ELECTORS_ARISE,
    EMPIRE,
    END_PHASE,
    EVENT,
    FAQ2_EDITION,
    GAIN_VP,
    GREENSKINS_INVADE,
    HERO,
    INFLUENZA,
    KHORNE,
    LAST_UPGRADE,
    NORSE_REAVERS,
    NURGLE,
    PEASANT,
    PEASANT_UPRISING,
    PERCHED,
    REBORN_IN_BLOOD,
    RITUAL_SLAYING,
    SINGLED,
    SKAVEN,
    SLAANESH,
    SORTS,
    THE_FINAL_ROTTING,
    THE_SKULL_THRONE,
    THE_STENCH_OF_DEATH,
    TZEENTCH,
    WARPSTONE,
    WARRIOR,
    WARRIOR_UPGRADE,
    WITCH_HUNTERS,
    P,
    R,
    T,
)
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_default import PEASANT_PREY, figure_worth, prey_worth
from ruinous.thinking.oldworld_dice import chance_of_hits

SLIGHT: Final = 0.002  # what is less likely than this is not followed on its own
MOST_COUNTERS: Final[i64] = 12
N: Final[i64] = MOST_COUNTERS + 1
SLOTS: Final[i64] = 256  # forecasts of each region that are remembered
PARTS: Final[i64] = 58  # numbers of such a forecast
FINE: Final = 1099511627776.0  # 2 to the power of 40: steps of a chance of earlier ruins, which is told apart by whole numbers
FIGURE: Final[i64] = 65536  # in a sight, tells figures from corruption, of which there is less
FALLING: Final[i64] = 131072  # and from both
END: Final[i64] = 8  # steps of a battle: what is rolled (0 to 2), its end, Nurgle's vengeance
VENGEANCE: Final[i64] = 9
A_PEASANT: Final[i64] = 63  # in the list of the killed


def blank(n: int) -> vec[float]:
    """A vector of n zeros."""
    return vec[float]([0.0] * n)


def alone_on_top(amounts: vec[i64]) -> i64:
    """The Power that has more than each other one, -1 where there is none."""
    most: i64 = 0
    leader: i64 = -1
    for p in range(P):
        if amounts[p] > most:
            most = amounts[p]
            leader = p
        elif amounts[p] == most:
            leader = -1
    return leader


def stepped(chance: float) -> float:
    """The chance in whole steps."""
    return float(i64(chance * FINE)) / FINE


def mixed(sight: i64, more: i64) -> i64:
    """A number that stands for two."""
    return (advanced(sight) + more) & MASK62


def slot_of(r: i64, sight: i64) -> i64:
    """Where what was found for a region is remembered: by the highest 8 of the 62 bits of its sight, as there are 256 SLOTS."""
    return r * SLOTS + (sight >> 54)


@final
class Forecast:
    """Expectations for the end of the round. Make one, then `look` at as many states as you like; each look starts anew.

    `vp`: victory points still to be gained this round, of those `domination`, `ruin_vp` and `dial_vp`; `vp_variance` of the whole.
    `advance1`, `advance2`: the chances that the dial turns at least one, and two, positions; `counters`: of each number of counters.
    `corruption`: tokens left at the end; `ruined`: the chance of each region to fall this round; `figures`: left on the board by kind.
    """

    def __init__(self) -> None:
        self.vp: vec[float] = blank(4)  # [power]
        self.vp_variance: vec[float] = blank(4)
        self.domination: vec[float] = blank(4)
        self.ruin_vp: vec[float] = blank(4)
        self.dial_vp: vec[float] = blank(4)
        self.counters: vec[float] = blank(4 * 13)  # [power, number]
        self.advance1: vec[float] = blank(4)
        self.advance2: vec[float] = blank(4)
        self.peasants: vec[float] = blank(4)  # [power] Peasants killed
        self.draws: float = 0.0  # cards that Khorne draws for kills
        self.corruption: vec[float] = blank(36)  # [power, region]
        self.ruined: vec[float] = blank(9)  # [region]
        self.figures: vec[float] = blank(108)  # [power, region, kind] by owner
        self.of_cards: vec[i64] = zeros(36)  # [power, region] supremacy that cards add this round
        # ---- the region being looked at
        self.g: State | None = None
        self.r: i64 = 0
        self.groups: i64 = 0  # kinds of figures here, told apart by owner and sort
        self.owner: vec[i64] = zeros(40)  # [group]
        self.sort: vec[i64] = zeros(40)
        self.who: vec[i64] = zeros(40)  # controller
        self.standing: vec[i64] = zeros(40)
        self.rolling: vec[i64] = zeros(40)  # standing, or felled in the battle being fought
        self.attack: vec[i64] = zeros(40)
        self.hits: vec[i64] = zeros(40)  # that one falls to, 0 for what cannot be killed
        self.prey: vec[float] = blank(40)
        self.worth: vec[float] = blank(40)
        self.free_peasants: i64 = 0
        self.steps: i64 = 0
        self.step_kind: vec[i64] = zeros(64)
        self.step_who: vec[i64] = zeros(64)
        self.step_how: vec[i64] = zeros(64)  # of vengeance: on whom, and whether at once
        self.killed: vec[i64] = zeros(256)  # group + 64 if at once, newest last
        self.n_killed: i64 = 0
        self.slain: vec[i64] = zeros(4)  # [power] Peasants it has killed
        self.avenging: i64 = 0
        self.prizes: i64 = 0  # kills of Khorne, for Ritual Slaying
        self.blooded: i64 = 0
        self.bloody: i64 = 0  # counters of Khorne in this region
        # ---- what does not change while this region is followed
        self.fixed: vec[i64] = zeros(4)  # [power] supremacy of cards
        self.resistance: i64 = 0  # without Peasants in an uprising, and then perhaps below 0
        self.uprising: bool = False
        self.conquest: i64 = 0
        self.pact: bool = False
        self.throne: bool = False
        self.may_corrupt: bool = False
        self.dazzle: i64 = 0
        self.consumption: i64 = 0
        self.rotting: i64 = 0  # kills of The Final Rotting still to come
        self.stench: i64 = 0
        self.ritual: i64 = 0
        self.magic: i64 = 0
        self.heroes: i64 = 0
        self.witches: bool = False
        self.electors: bool = False
        self.supply: vec[i64] = zeros(4)
        self.earlier: vec[float] = blank(6)  # [number] the chance that so many regions before this one fall this round
        # ---- sums over the ways the dice may fall here
        self.sum_vp: vec[float] = blank(4)
        self.sum_squares: vec[float] = blank(4)
        self.sum_counters: vec[float] = blank(16)  # [power, number] 0 to 3
        self.sum_domination: vec[float] = blank(4)
        self.sum_ruin: vec[float] = blank(4)
        self.sum_peasants: vec[float] = blank(4)
        self.sum_draws: float = 0.0
        self.falls: float = 0.0
        self.may_fall: bool = False  # while a Ruination card is left
        self.stays: float = 0.0  # the chance that the region does not fall, of the way the dice have fallen
        # ---- one way the dice may fall
        self.here: vec[i64] = zeros(4)  # [power] figures controlled
        self.cultists: vec[i64] = zeros(4)
        self.left: vec[i64] = zeros(40)  # [group]
        self.tokens: vec[i64] = zeros(4)  # [power] corruption
        self.gained: vec[float] = blank(4)  # [power]
        self.step_of: vec[float] = blank(13)
        self.dial_steps: vec[i64] = zeros(4)  # [power] steps that are certain
        # ---- what is remembered
        self.calm: bool = False  # no battle has begun, so a region's forecast follows from what can be seen in it
        self.everywhere: i64 = 0  # stands for what all regions depend on
        self.known: vec[i64] = zeros(9 * 256)  # [region, slot] the sight that the slot was found for
        self.parts: vec[float] = blank(9 * 256 * 58)  # [region, slot, part]

    # ---- the whole board -----------------------------------------------------------------------------------------
    def look(self, g: State) -> None:
        """Forecast the rest of the round of this state; in a sampled world or the true one, it reads only what all see."""
        self.g = g
        for p in range(P):
            self.vp[p] = 0.0
            self.vp_variance[p] = 0.0
            self.domination[p] = 0.0
            self.ruin_vp[p] = 0.0
            self.dial_vp[p] = 0.0
            self.peasants[p] = 0.0
            self.advance1[p] = 0.0
            self.advance2[p] = 0.0
            self.supply[p] = g.corruption_left(p)
            for k in range(N):
                self.counters[p * N + k] = 0.0
            self.counters[p * N + g.counters[p]] = 1.0
        self.draws = 0.0
        for k in range(i64(6)):
            self.earlier[k] = 0.0
        self.earlier[0] = 1.0
        if g.phase == END_PHASE:
            self.end_phase(g)
            return
        self.witches = g.on_track(WITCH_HUNTERS)
        self.calm = g.phase < BATTLE_PHASE
        if self.calm:
            self.everywhere = self.sight_of_all(g)
        for r in range(R):
            self.region(g, r)
        for p in range(P):
            self.vp[p] = self.domination[p] + self.ruin_vp[p]
        self.turn_dials(g)

    def end_phase(self, g: State) -> None:
        """Battles and corruption are over: what is left of Heroes, ruins, dials."""
        for at in range(i64(36)):
            self.corruption[at] = float(g.corruption[at])
        for at in range(i64(108)):
            self.figures[at] = 0.0
        for r in range(R):
            self.ruined[r] = 0.0
            for p in range(P):
                self.of_cards[p * R + r] = 0
                if g.present[p * R + r] != 0:
                    for sort in range(SORTS):
                        n: i64 = g.figures[(p * R + r) * SORTS + sort]
                        if n > 0:
                            kind: i64 = sort & 3
                            if kind == PERCHED:
                                kind = WARRIOR
                            self.figures[(p * R + r) * 3 + kind] += float(n)
            if g.fresh >> r & 1:
                for p in range(P):
                    self.tokens[p] = g.corruption[p * R + r]
                    self.gained[p] = 0.0
                    self.corruption[p * R + r] = 0.0
                faq: i64 = g.placed[NURGLE] if g.edition == FAQ2_EDITION else g.placed_now[NURGLE]
                self.score_ruin(g, r, g.ruin[r], faq >> r & 1 == 1)
                for p in range(P):
                    self.ruin_vp[p] += self.gained[p]
                    self.vp[p] += self.gained[p]
        self.turn_dials(g)

    def turn_dials(self, g: State) -> None:
        """The chances of one and two steps, and the victory points the dial gives for them."""
        pending: bool = g.phase != END_PHASE
        for p in range(P):
            self.dial_steps[p] = 0
        for at in range(g.depth):
            number: i64 = g.agenda[at] & 0xFF
            if number == tasks.TURN_DIALS:
                pending = True
            elif number == tasks.ADVANCE_DIAL:
                self.dial_steps[g.agenda[at] >> 8 & 0xFFFF] += 1
        for p in range(P):
            if g.seats >> p & 1 == 0:
                continue
            one: float = 1.0 if self.dial_steps[p] > 0 else 0.0
            two: float = 1.0 if self.dial_steps[p] > 1 else 0.0
            if pending:
                one = 1.0 - self.counters[p * N]
                two = 0.0
                for k in range(i64(1), N):
                    alone: float = self.counters[p * N + k]
                    if alone > 0.0:
                        for q in range(P):
                            if q != p and g.seats >> q & 1:
                                fewer: float = 0.0
                                for j in range(k):
                                    fewer += self.counters[q * N + j]
                                alone *= fewer
                        two += alone
            self.advance1[p] = one
            self.advance2[p] = two
            at_first: i64 = g.dial[p] + 1
            points: float = 0.0
            square: float = 0.0
            if at_first <= DIAL_END[p] and DIAL_EFFECT[p * 12 + at_first] == GAIN_VP:
                amount: float = float(DIAL_AMOUNT[p * 12 + at_first])
                points += one * amount
                square += one * (1.0 - one) * amount * amount
            if at_first < DIAL_END[p] and DIAL_EFFECT[p * 12 + at_first + 1] == GAIN_VP:
                amount = float(DIAL_AMOUNT[p * 12 + at_first + 1])
                points += two * amount
                square += two * (1.0 - two) * amount * amount
            self.dial_vp[p] = points
            self.vp[p] += points
            self.vp_variance[p] += square

    # ---- one region ------------------------------------------------------------------------------------------------
    def region(self, g: State, r: i64) -> None:
        """Forecast a region and add it to those before it."""
        if self.calm:
            alone: i64 = self.sight_of(g, r)
            if not self.recalled(r, alone):
                in_turn: i64 = self.sight_in_turn(alone)
                if not self.recalled(r, in_turn):
                    self.find(g, r)
                    self.remember(r, in_turn if self.may_fall else alone)
        else:
            self.find(g, r)
        for p in range(P):
            mean: float = self.sum_vp[p]
            self.vp_variance[p] += self.sum_squares[p] - mean * mean
            self.domination[p] += self.sum_domination[p]
            self.ruin_vp[p] += self.sum_ruin[p]
            self.peasants[p] += self.sum_peasants[p]
            self.add_counters(p)
        self.draws += self.sum_draws
        self.ruined[r] = self.falls
        if self.falls > 0.0:
            last: i64 = 5
            while last > 0:
                self.earlier[last] = stepped(self.earlier[last] * (1.0 - self.falls) + self.earlier[last - 1] * self.falls)
                last -= 1
            self.earlier[0] = stepped(self.earlier[0] * (1.0 - self.falls))

    def sight_of_all(self, g: State) -> i64:
        """A number that stands for all that the forecast of a region reads and that is not in the region."""
        sight: i64 = g.edition * 64 + g.ruins_taken
        for p in range(P):
            sight = mixed(sight, g.upgrades[p] * 4096 + g.dial[p] * 256 + g.vp[p])
            supply: i64 = self.supply[p]
            sight = mixed(sight, supply if supply < 16 else 16)  # no more can be placed in one region
        return mixed(sight, g.track[0] * 64 + g.track[1])

    def sight_of(self, g: State, r: i64) -> i64:
        """A number that stands for all that the forecast of a region reads if the region cannot fall; 62 bits, so that no two
        are taken for each other.
        """
        sight: i64 = mixed(self.everywhere, g.ruin[r] * 4096 + g.cards[r * 2] * 64 + g.cards[r * 2 + 1])
        for token in range(T):
            sight = mixed(sight, g.tokens[r * T + token])
        for p in range(P):
            sight = mixed(sight, g.corruption[p * R + r] * 2 + (g.placed[p] >> r & 1))
            sorts: i64 = g.present[p * R + r]
            while sorts > 0:
                low: i64 = sorts & -sorts
                sort: i64 = BIT_INDEX[low % 37]
                sorts ^= low
                sight = mixed(sight, FIGURE + sort * 64 + g.figures[(p * R + r) * SORTS + sort])
        return sight

    def sight_in_turn(self, sight: i64) -> i64:
        """The same with what a region that may fall reads as well: how many fall before it."""
        sight = mixed(sight, FALLING)
        if self.earlier[0] < 1.0:
            for k in range(i64(6)):
                sight = mixed(sight, i64(self.earlier[k] * FINE))
        return sight

    def remember(self, r: i64, sight: i64) -> None:
        """Keep what was found for a region."""
        slot: i64 = slot_of(r, sight)
        self.known[slot] = sight
        parts = self.parts
        at: i64 = slot * PARTS
        parts[at] = self.falls
        parts[at + 1] = self.sum_draws
        at += 2
        for p in range(P):
            parts[at] = self.sum_vp[p]
            parts[at + 1] = self.sum_squares[p]
            parts[at + 2] = self.sum_domination[p]
            parts[at + 3] = self.sum_ruin[p]
            parts[at + 4] = self.sum_peasants[p]
            parts[at + 5] = self.corruption[p * R + r]
            parts[at + 6] = float(self.of_cards[p * R + r])
            for k in range(i64(4)):
                parts[at + 7 + k] = self.sum_counters[p * 4 + k]
            for kind in range(i64(3)):
                parts[at + 11 + kind] = self.figures[(p * R + r) * 3 + kind]
            at += 14

    def recalled(self, r: i64, sight: i64) -> bool:
        """Take what was found for a region before; whether there is any."""
        slot: i64 = slot_of(r, sight)
        if self.known[slot] != sight:
            return False
        parts = self.parts
        at: i64 = slot * PARTS
        self.falls = parts[at]
        self.sum_draws = parts[at + 1]
        at += 2
        for p in range(P):
            self.sum_vp[p] = parts[at]
            self.sum_squares[p] = parts[at + 1]
            self.sum_domination[p] = parts[at + 2]
            self.sum_ruin[p] = parts[at + 3]
            self.sum_peasants[p] = parts[at + 4]
            self.corruption[p * R + r] = parts[at + 5]
            self.of_cards[p * R + r] = i64(parts[at + 6])
            for k in range(i64(4)):
                self.sum_counters[p * 4 + k] = parts[at + 7 + k]
            for kind in range(i64(3)):
                self.figures[(p * R + r) * 3 + kind] = parts[at + 11 + kind]
            at += 14
        return True

    def find(self, g: State, r: i64) -> None:
        """Follow every way the dice may fall in a region."""
        self.r = r
        for p in range(P):
            self.sum_vp[p] = 0.0
            self.sum_squares[p] = 0.0
            self.sum_domination[p] = 0.0
            self.sum_ruin[p] = 0.0
            self.sum_peasants[p] = 0.0
            self.corruption[p * R + r] = 0.0
            self.slain[p] = 0
            for k in range(i64(4)):
                self.sum_counters[p * 4 + k] = 0.0
        for p in range(P):
            for kind in range(i64(3)):
                self.figures[(p * R + r) * 3 + kind] = 0.0
            self.of_cards[p * R + r] = 0
        self.falls = 0.0
        self.may_fall = False
        self.sum_draws = 0.0
        busy: bool = g.cards[r * 2] != 0 or g.cards[r * 2 + 1] != 0 or g.tokens[r * T + PEASANT] > 0
        for p in range(P):
            if g.present[p * R + r] != 0:
                busy = True
        if not busy and g.corruption_total(r) < 12:
            for p in range(P):
                self.corruption[p * R + r] = float(g.corruption[p * R + r])
                self.sum_counters[p * 4] = 1.0
            return
        self.survey(g, r)
        self.plan(g, r)
        self.n_killed = 0
        self.prizes = 0
        self.bloody = 0
        self.blooded = g.blooded if g.battle_region == r else 0
        self.avenging = g.avenging if g.battle_region == r else 0
        if g.battle_region == r and g.n_legal > 0 and g.asks == tasks.HIT:
            self.assign(g.a, g.c, g.b & AT_ONCE != 0, g.b >> 6 if g.b >= OF_ONE else -1)
        self.follow(0, 1.0)

    def add_counters(self, p: i64) -> None:
        """The counters that this region brings a Power come to those of the regions before it."""
        if self.sum_counters[p * 4] > 0.99999:
            return
        at: i64 = p * N
        k: i64 = N - 1
        while k >= 0:
            chance: float = 0.0
            for more in range(i64(4)):
                if more <= k:
                    chance += self.counters[at + k - more] * self.sum_counters[p * 4 + more]
            self.step_of[k] = chance
            k -= 1
        for j in range(N):
            self.counters[at + j] = self.step_of[j]

    def survey(self, g: State, r: i64) -> None:
        """The figures here, and what the rules say that battles do not change."""
        n: i64 = 0
        mid: bool = g.battle_region == r
        for p in range(P):
            sorts: i64 = g.present[p * R + r]
            while sorts > 0:
                low: i64 = sorts & -sorts
                sort: i64 = BIT_INDEX[low % 37]
                sorts ^= low
                number: i64 = g.figures[(p * R + r) * SORTS + sort]
                self.owner[n] = p
                self.sort[n] = sort
                self.who[n] = SLAANESH if sort & CHARMED else p
                self.rolling[n] = number
                self.standing[n] = number - g.downed[p * SORTS + sort] if mid else number
                self.attack[n] = g.attack(p, sort)
                self.hits[n] = 0 if p == TZEENTCH and sort & SINGLED else g.defense(p, r, sort)
                self.prey[n] = prey_worth(g, p, r, sort)
                self.worth[n] = figure_worth(g, p, r, sort)
                n += 1
        self.groups = n
        self.free_peasants = g.tokens[r * T + PEASANT]
        self.resistance = g.resistance(r)
        self.uprising = g.on_track(PEASANT_UPRISING)
        if self.uprising:  # Peasants that fall resist no more
            self.resistance = VALUE[r] - g.tokens[r * T + SKAVEN] - 2 * g.copies_in_force(r, INFLUENZA)
            if g.tokens[r * T + EVENT] > 0 and g.on_track(GREENSKINS_INVADE):
                self.resistance += 1
        self.conquest = g.conquest(r)
        self.heroes = g.tokens[r * T + HERO]
        if g.tokens[r * T + EVENT] > 0 and g.on_track(NORSE_REAVERS):
            self.heroes += 1  # the Reavers take as a Hero does
        self.may_corrupt = g.may_place_corruption(r)
        self.magic = magic_without_figures(g, r)
        self.electors = r == EMPIRE and g.on_track(ELECTORS_ARISE)
        if g.cards[r * 2] != 0 or g.cards[r * 2 + 1] != 0:
            for p in range(P):
                self.fixed[p] = supremacy_of_cards(g, p, r)
                self.of_cards[p * R + r] = self.fixed[p]
            self.pact = g.in_force(r, ABYSSAL_PACT)
            self.throne = g.in_force(r, THE_SKULL_THRONE)
            self.dazzle = g.copies_in_force(r, DAZZLE)
            self.consumption = g.copies_in_force(r, A_GREAT_FOUL_CONSUMPTION)
            self.rotting = self.rots(g, r)
            self.stench = g.copies_in_force(r, THE_STENCH_OF_DEATH)
            self.ritual = g.copies_in_force(r, RITUAL_SLAYING)
        else:
            for p in range(P):
                self.fixed[p] = 0
            self.pact = False
            self.throne = False
            self.dazzle = 0
            self.consumption = 0
            self.rotting = 0
            self.stench = 0
            self.ritual = 0

    def rots(self, g: State, r: i64) -> i64:
        """How many kills of The Final Rotting are still to come here."""
        if g.phase > BATTLE_PHASE:
            return 0
        kills: i64 = g.copies_in_force(r, THE_FINAL_ROTTING) * g.corruption[NURGLE * R + r]
        if kills == 0 or g.phase < BATTLE_PHASE:
            return kills
        left: i64 = g.c if g.n_legal > 0 and g.asks == tasks.ROT and g.b == r else 0
        for at in range(g.depth):
            packed: i64 = g.agenda[at]
            if packed & 0xFF == tasks.FINAL_ROTTING:
                return kills
            if packed & 0xFF == tasks.ROT and packed >> 24 & 0xFFFF == r:
                left += packed >> 40
        return left

    # ---- battle --------------------------------------------------------------------------------------------------
    def plan(self, g: State, r: i64) -> None:
        """The rolls that are still to come here, in their order."""
        self.steps = 0
        nth: i64 = -1  # the battle whose end comes next, -1 for none begun
        if g.phase > BATTLE_PHASE:
            return
        if g.phase == BATTLE_PHASE:
            fights: bool = False
            at: i64 = g.depth - 1
            while at >= 0:
                packed: i64 = g.agenda[at]
                number: i64 = packed & 0xFF
                a: i64 = packed >> 8 & 0xFFFF
                b: i64 = packed >> 24 & 0xFFFF
                if number == tasks.ROLL and b == r:
                    self.step(packed >> 40, a, 0)
                elif number == tasks.AVENGE and b & 15 == r and g.battle_region == r:
                    self.step(VENGEANCE, a, b)
                elif number == tasks.END_OF_BATTLE and a == r:
                    self.step(END, 0, 0)
                    nth = b
                elif number == tasks.FIGHT and a == r:
                    fights = True
                at -= 1
            if not fights and nth < 0:
                return
        if at_peace(g, r):
            return
        if self.groups == 0:
            return
        battles: i64 = 1 + g.copies_in_force(r, REBORN_IN_BLOOD)
        fresh: i64 = nth + 1
        while fresh < battles:
            if fresh == 0 and g.in_play >> BLOOD_FRENZY & 1:
                for space in range(i64(2)):
                    if g.cards[r * 2 + space] == 1 + BLOOD_FRENZY and g.cards[r * 2 + 1 - space] != 1 + CHANGER_OF_WAYS:
                        self.step(FRENZY, KHORNE, 0)
            if g.has_upgrade(KHORNE, WARRIOR_UPGRADE):
                self.step(BLOODLETTERS, KHORNE, 0)
            for p in range(P):
                if g.controls[p * R + r] > 0:
                    self.step(NORMAL, p, 0)
            self.step(END, 0, 0)
            fresh += 1

    def step(self, kind: i64, who: i64, how: i64) -> None:
        """One more step of the battle."""
        self.step_kind[self.steps] = kind
        self.step_who[self.steps] = who
        self.step_how[self.steps] = how
        self.steps += 1

    def dice(self, who: i64, kind: i64, g: State) -> i64:
        """How many dice are rolled."""
        if kind == FRENZY:
            return 2
        first: bool = who == KHORNE and g.has_upgrade(KHORNE, WARRIOR_UPGRADE)
        n: i64 = 0
        for i in range(self.groups):
            if self.who[i] == who:
                letters: bool = first and self.owner[i] == KHORNE and self.sort[i] == WARRIOR
                if letters == (kind == BLOODLETTERS):
                    n += self.rolling[i] * self.attack[i]
        return n

    def reachable(self, me: i64) -> i64:
        """The hits that would kill everything the Power may hit."""
        n: i64 = self.free_peasants
        for i in range(self.groups):
            if self.who[i] != me:
                n += self.standing[i] * self.hits[i]
        return n

    def follow(self, i: i64, weight: float) -> None:
        """Go on from step i of the battle; `weight` is the chance to have come here."""
        g = self.g
        assert g is not None
        while i < self.steps:
            kind: i64 = self.step_kind[i]
            me: i64 = self.step_who[i]
            if kind == END:
                if i + 1 < self.steps:
                    self.end_battle()
            elif kind == VENGEANCE:
                self.avenge(me, self.step_how[i] & AT_ONCE != 0)
            else:
                dice: i64 = self.dice(me, kind, g)
                most: i64 = self.reachable(me) if dice > 0 else 0
                if most > 0:
                    self.branch(i, weight, me, dice, most, kind != NORMAL, g)
                    return
            i += 1
        self.settle(g, weight)

    def branch(self, i: i64, weight: float, me: i64, dice: i64, most: i64, at_once: bool, g: State) -> None:
        """Each number of hits in turn, the last standing for all above it."""
        rest: float = 1.0
        hits: i64 = 0
        killed: i64 = self.n_killed
        blooded: i64 = self.blooded
        bloody: i64 = self.bloody
        prizes: i64 = self.prizes
        rolled: vec[i64] = self.rolling
        restore: bool = self.steps > i + 2 and self.later_battle(i)
        if restore or at_once:
            rolled = self.rolling[:]
        while True:
            chance: float = chance_of_hits(dice, hits) if hits < most and hits < 24 else rest
            if (rest - chance) * weight < SLIGHT:
                chance = rest
            self.avenging = 0
            if hits > 0:
                self.assign(me, hits, at_once, -1)
                if me != NURGLE and g.has_upgrade(NURGLE, WARRIOR_UPGRADE):
                    self.avenge(me, at_once)
            self.follow(i + 1, weight * chance)
            self.raise_felled(killed)
            self.blooded = blooded
            self.bloody = bloody
            self.prizes = prizes
            if restore or at_once:
                for j in range(self.groups):
                    self.rolling[j] = rolled[j]
            rest -= chance
            if rest <= 0.0:
                return
            hits += 1

    def later_battle(self, i: i64) -> bool:
        """Whether a battle ends after this step, so that the felled will be gone from the board."""
        for j in range(i + 1, self.steps - 1):
            if self.step_kind[j] == END:
                return True
        return False

    def end_battle(self) -> None:
        """The felled leave the board."""
        for i in range(self.groups):
            self.rolling[i] = self.standing[i]
        self.blooded = 0

    def assign(self, me: i64, hits: i64, at_once: bool, only: i64) -> None:
        """Hits go where they pay most for each; with `only` to figures of that Power alone."""
        while hits > 0:
            best: i64 = -1
            most: float = -1.0
            for i in range(self.groups):
                needed: i64 = self.hits[i]
                if self.standing[i] > 0 and 0 < needed <= hits and self.who[i] != me and (only < 0 or self.who[i] == only):
                    pays: float = self.prey[i] / float(needed)
                    if pays > most:
                        most = pays
                        best = i
            if only < 0 and self.free_peasants > 0 and most < PEASANT_PREY:
                best = A_PEASANT
            if best < 0:
                return
            if best == A_PEASANT:
                self.free_peasants -= 1
                self.slain[me] += 1
                self.killed[self.n_killed] = A_PEASANT + me * 64
                hits -= 1
            else:
                self.standing[best] -= 1
                self.killed[self.n_killed] = best
                if at_once:
                    self.rolling[best] -= 1
                hits -= self.hits[best]
                if me == KHORNE:
                    self.prizes += 1
                    if self.blooded == 0:
                        self.blooded = 1
                        self.bloody += 1
                if self.owner[best] == NURGLE and self.sort[best] == WARRIOR:
                    self.avenging += 1
            self.n_killed += 1

    def avenge(self, killer: i64, at_once: bool) -> None:
        """Plaguebearers upgrade: as many hits on the killer's figures, given by Nurgle."""
        if self.avenging > 0:
            hits: i64 = self.avenging
            self.avenging = 0
            self.assign(NURGLE, hits, at_once, killer)
            self.avenging = 0

    def raise_felled(self, down_to: i64) -> None:
        """Take back the kills after the first so many."""
        while self.n_killed > down_to:
            self.n_killed -= 1
            what: i64 = self.killed[self.n_killed]
            if what & 63 == A_PEASANT:
                self.free_peasants += 1
                self.slain[what >> 6] -= 1
            else:
                self.standing[what] += 1

    # ---- after the battle ------------------------------------------------------------------------------------------
    def settle(self, g: State, weight: float) -> None:
        """Supremacy, corruption, ruin and Heroes for one way the dice may fall."""
        r: i64 = self.r
        left = self.left
        for p in range(P):
            self.here[p] = 0
            self.cultists[p] = 0
        own: i64 = 0  # Nurgle's figures that he controls himself
        daemonettes: i64 = 0
        thirst: i64 = 0
        keeper: bool = False
        lord: bool = False
        throne: i64 = 0
        for i in range(self.groups):
            left[i] = self.standing[i]
        for _ in range(self.rotting):
            self.rot()
        for i in range(self.groups):
            n: i64 = left[i]
            if n > 0:
                who: i64 = self.who[i]
                sort: i64 = self.sort[i]
                self.here[who] += n
                kind: i64 = sort & 3
                if kind == CULTIST:
                    self.cultists[who] += n
                if who == KHORNE:
                    throne += n * self.attack[i]
                    if kind == DAEMON:
                        thirst = 2
                elif who == NURGLE:
                    own += n
                elif who == TZEENTCH and kind == DAEMON:
                    lord = True
                elif who == SLAANESH:
                    if sort == WARRIOR:
                        daemonettes += n
                    elif sort == DAEMON:
                        keeper = True
        if keeper and g.phase <= BATTLE_PHASE and g.has_upgrade(SLAANESH, DAEMON_UPGRADE):
            self.charm_a_cultist()
        for p in range(P):
            self.gained[p] = 0.0
            self.tokens[p] = g.corruption[p * R + r]
        self.stays = 0.0
        if g.ruin[r] == 0:
            self.dominate(g, throne, thirst, weight)
            self.corrupt(g, own, daemonettes, lord, weight)
        else:
            self.sum_counters[KHORNE * 4 + self.bloody] += weight
            for p in range(i64(1), P):
                self.sum_counters[p * 4] += weight
            for p in range(P):
                self.corruption[p * R + r] += weight * float(self.tokens[p])
        self.heroes_act(g)
        if self.electors and self.stays > 0.0:
            self.elect(weight)
        for p in range(P):
            points: float = self.gained[p]
            if points > 0.0:
                self.sum_vp[p] += weight * points
                self.sum_squares[p] += weight * points * points
            if self.slain[p] > 0:
                self.sum_peasants[p] += weight * float(self.slain[p])
        if self.ritual > 0:
            self.sum_draws += weight * float(self.ritual * self.prizes)
        for i in range(self.groups):
            if left[i] > 0:
                kind = self.sort[i] & 3
                if kind == PERCHED:
                    kind = WARRIOR
                self.figures[(self.owner[i] * R + r) * 3 + kind] += weight * float(left[i])

    def rot(self) -> None:
        """One kill of The Final Rotting."""
        best: i64 = -1
        most: float = -1.0
        for i in range(self.groups):
            if self.left[i] > 0 and self.hits[i] > 0 and self.who[i] != NURGLE and self.sort[i] & 3 != DAEMON and self.prey[i] > most:
                most = self.prey[i]
                best = i
        if best >= 0:
            self.left[best] -= 1

    def charm_a_cultist(self) -> None:
        """The upgraded Keeper of Secrets takes control of an enemy cultist."""
        best: i64 = -1
        most: float = -1.0
        for i in range(self.groups):
            if self.left[i] > 0 and self.who[i] != SLAANESH and self.sort[i] & 3 == CULTIST and self.prey[i] > most:
                most = self.prey[i]
                best = i
        if best >= 0:
            who: i64 = self.who[best]
            self.here[who] -= 1
            self.cultists[who] -= 1
            self.here[SLAANESH] += 1
            self.cultists[SLAANESH] += 1

    def dominate(self, g: State, throne: i64, thirst: i64, weight: float) -> None:
        """Whoever alone has the highest supremacy, above Resistance, scores; The Stench of Death."""
        best: i64 = 0
        leader: i64 = -1
        for p in range(P):
            value: i64 = self.fixed[p]
            if not self.pact:
                if p != KHORNE:
                    value += self.here[p]
                elif self.throne:
                    value += throne
                else:
                    value += self.here[KHORNE]
                    if thirst > 0 and g.has_upgrade(KHORNE, DAEMON_UPGRADE):
                        value += thirst
            if value > best:
                best = value
                leader = p
            elif value == best:
                leader = -1
        needed: i64 = self.resistance + self.free_peasants if self.uprising else self.resistance
        if leader >= 0 and best > needed:
            self.gained[leader] += float(self.conquest)
            self.sum_domination[leader] += weight * float(self.conquest)
            if leader == NURGLE and self.stench > 0 and self.may_corrupt:
                self.tokens[NURGLE] += 2 * self.stench

    def corrupt(self, g: State, own: i64, daemonettes: i64, lord: bool, weight: float) -> None:
        """Tokens placed, counters for them, consumption, ruin."""
        r: i64 = self.r
        ruiners: i64 = 0
        magic: i64 = self.magic
        if lord and g.has_upgrade(TZEENTCH, DAEMON_UPGRADE):
            magic += 2
        self.sum_counters[KHORNE * 4 + self.bloody] += weight
        for p in range(P):
            n: i64 = 0
            if self.may_corrupt and self.here[p] > 0:
                n = self.cultists[p]
                if p == SLAANESH and daemonettes > 0 and g.has_upgrade(SLAANESH, WARRIOR_UPGRADE):
                    n += daemonettes
                if p != TZEENTCH:
                    n -= self.dazzle
                if n > self.supply[p]:
                    n = self.supply[p]
            if n > 0:
                self.tokens[p] += n
                ruiners |= 1 << p
            if p != KHORNE:
                turns: bool = n >= 2 and (magic >= 2 if p == TZEENTCH else advances(g, p, r))
                self.sum_counters[p * 4 + (1 if turns else 0)] += weight
        if self.consumption > 0:
            if self.may_corrupt and own >= 2:
                self.tokens[NURGLE] += own // 2
                ruiners |= 1 << NURGLE
            self.here[NURGLE] -= own
            for i in range(self.groups):
                if self.who[i] == NURGLE:
                    self.left[i] = 0
        total: i64 = self.tokens[0] + self.tokens[1] + self.tokens[2] + self.tokens[3] + g.tokens[r * T + WARPSTONE]
        self.stays = weight
        if total >= 12 and g.ruins_taken < 5:
            if g.edition == FAQ2_EDITION:
                for p in range(P):
                    if g.placed[p] >> r & 1:
                        ruiners |= 1 << p
            self.stays = weight * self.fall(g, r, ruiners, weight)
        if self.stays > 0.0:
            for p in range(P):
                self.corruption[p * R + r] += self.stays * float(self.tokens[p])

    def fall(self, g: State, r: i64, ruiners: i64, weight: float) -> float:
        """The region is ruined as card 1 to 5, whichever is next; returns the chance that none is left."""
        self.may_fall = True
        none: float = 1.0
        for p in range(P):
            self.step_of[p] = self.gained[p]  # what domination has brought
            self.step_of[4 + p] = 0.0
        if self.witches and g.tokens[r * T + HERO] > 0:
            self.hunt()
        for earlier in range(i64(5)):
            chance: float = self.earlier[earlier]
            number: i64 = g.ruins_taken + earlier + 1
            if chance <= 0.0 or number > 5:
                continue
            none -= chance
            for p in range(P):
                self.gained[p] = float(RUINER_VP[number - 1]) if ruiners >> p & 1 else 0.0
            self.score_ruin(g, r, number, ruiners >> NURGLE & 1 == 1)
            for p in range(P):
                self.step_of[4 + p] += chance * self.gained[p]
        for p in range(P):
            self.gained[p] = self.step_of[p] + self.step_of[4 + p]
            self.sum_ruin[p] += weight * self.step_of[4 + p]
        if none < 0.0:
            none = 0.0
        self.falls += weight * (1.0 - none)
        return none

    def hunt(self) -> None:
        """Witch Hunters: whoever alone has most corruption where a Hero is loses a token."""
        leader: i64 = alone_on_top(self.tokens)
        if leader >= 0:
            self.tokens[leader] -= 1

    def score_ruin(self, g: State, r: i64, number: i64, nurgle_ruins: bool) -> None:
        """First and second place and Provender of Ruin, added to what is gained."""
        first: i64 = 0
        second: i64 = 0
        for p in range(P):
            n: i64 = self.tokens[p]
            if n > first:
                second = first
                first = n
            elif second < n < first:
                second = n
        firsts: i64 = 0
        seconds: i64 = 0
        for p in range(P):
            if first > 0 and self.tokens[p] == first:
                firsts += 1
            elif second > 0 and self.tokens[p] == second:
                seconds += 1
        prize: i64 = RUIN_FIRST[r * 5 + number - 1]
        lesser: i64 = RUIN_SECOND[r * 5 + number - 1]
        for p in range(P):
            n = self.tokens[p]
            if first > 0 and n == first:
                self.gained[p] += float(prize if firsts == 1 else (prize + lesser) // firsts)
            elif second > 0 and n == second and firsts == 1:
                self.gained[p] += float(lesser // seconds)
            elif p == NURGLE and g.has_upgrade(NURGLE, LAST_UPGRADE) and not nurgle_ruins:
                self.gained[NURGLE] += 3.0

    def elect(self, weight: float) -> None:
        """The Electors give a point to whoever alone has most figures in The Empire, the cards being gone by then."""
        leader: i64 = alone_on_top(self.here)
        if leader >= 0:
            self.gained[leader] += self.stays / weight
            self.sum_domination[leader] += self.stays

    def heroes_act(self, g: State) -> None:
        """Each Hero takes the figure that the Power of highest threat here misses least."""
        for _ in range(self.heroes):
            victim: i64 = -1
            for p in range(P):
                if self.here[p] > 0 and (victim < 0 or g.threat(p) > g.threat(victim)):
                    victim = p
            if victim < 0:
                return
            best: i64 = -1
            least: float = 1.0e9
            for i in range(self.groups):
                if self.left[i] > 0 and self.who[i] == victim and self.worth[i] < least:
                    least = self.worth[i]
                    best = i
            if best < 0:
                return
            self.left[best] -= 1
            self.here[victim] -= 1
