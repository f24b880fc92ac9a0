"""What a state of the Old World is judged by: the same numbers for each Power, most of them about the end of the round.

`FEATURES` names them in their order, each with its group; a group is a cause that can be told to people. All lie
roughly between 0 and 1. They read what everybody sees and the hands of the world they are asked about.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.oldworld import tables
from ruinous.oldworld.data import CARD_COST, DIAL_END, FIRST_CARD, OLD_WORLD_COPIES, RUIN_FIRST, RUIN_SECOND, RUINER_VP
from ruinous.oldworld.names import (
    CULTIST,
    DAEMON,
    HERO,
    KHORNE,
    NOBLE,
    NURGLE,
    PLUNGED_INTO_CHAOS,
    SLAANESH,
    SUMMONING_PHASE,
    TZEENTCH,
    WARPSTONE,
    WARRIOR,
    WARRIOR_UPGRADE,
    P,
    R,
    T,
    U,
    W,
)
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_default import suits_dial
from ruinous.thinking.oldworld_forecast import Forecast, blank

FEATURES: Final[tuple[tuple[str, str], ...]] = (
    ("points", "race"),  # victory points when the round is over, of 50
    ("past_30", "race"),  # the same, as chances to have passed 30, 40, 46
    ("past_40", "race"),
    ("past_46", "race"),
    ("fifty", "race"),  # the chance of 50 or more this round
    ("lead", "race"),  # ahead of the best rival, of 20
    ("dial", "dial"),  # positions of the dial when the round is over, of all
    ("three_left", "dial"),  # the chance that at most three are left then
    ("two_left", "dial"),
    ("one_left", "dial"),
    ("dial_done", "dial"),
    ("step", "dial"),  # the chance of a step this round
    ("second_step", "dial"),  # of two
    ("one_short", "dial"),  # places where one more thing would bring a counter
    ("next_counters", "dial"),  # counters that the figures left may bring next round
    ("domination", "supremacy"),  # victory points expected for it this round, of 10
    ("contest", "supremacy"),  # the same where a little more or less is still to come
    ("ground", "supremacy"),  # the same next round, with the figures left
    ("ruin", "corruption"),  # victory points expected for ruin this round, of 20
    ("ruin_next", "corruption"),  # next round
    ("ruin_later", "corruption"),  # after it
    ("tokens", "corruption"),  # corruption in regions that still can fall, of 20
    ("peasants", "peasants"),  # victory points that Peasants on the sheet may bring yet, of 5
    ("power", "tempo"),  # power points left, of 8
    ("free_cards", "tempo"),  # cards that cost nothing, while there is power
    ("last_point", "tempo"),  # 1 with no power left
    ("cards", "cards"),  # number of cards in the hand, of 6
    ("hand", "cards"),  # what they are worth, of 4
    ("cultists", "figures"),  # left on the board when the round is over, of 5
    ("warriors", "figures"),
    ("daemon", "figures"),
    ("spread", "figures"),  # regions with figures then, of 5
    ("upgrade_cultist", "upgrades"),
    ("upgrade_warrior", "upgrades"),
    ("upgrade_daemon", "upgrades"),
    ("upgrade_power", "upgrades"),
    ("upgrade_last", "upgrades"),
    ("threat", "threat"),  # the dial's threat, of 33
    ("turned_1", "dial"),  # the chance that the dial has turned so far when the round is over: a position may bring an upgrade
    ("turned_2", "dial"),
    ("turned_3", "dial"),
    ("turned_4", "dial"),
    ("turned_5", "dial"),
    ("turned_6", "dial"),
    ("turned_7", "dial"),
    ("card_1", "cards"),  # copies of the Power's first title in the hand, of 2; and so on
    ("card_2", "cards"),
    ("card_3", "cards"),
    ("card_4", "cards"),
    ("card_5", "cards"),
    ("card_6", "cards"),
    ("card_7", "cards"),
    ("card_8", "cards"),
    ("last_word", "tempo"),  # power points left more than the best rival, of 4
)
F: Final[i64] = 54
GROUPS: Final = ("race", "dial", "supremacy", "corruption", "peasants", "tempo", "cards", "figures", "upgrades", "threat")

# What a Chaos card in the hand may still do, in victory points.
_KEEP: Final[dict[str, float]] = {
    "blood_frenzy": 0.9, "battle_cry": 0.5, "the_skull_throne": 0.5, "field_of_carnage": 0.3, "ritual_slaying": 0.4, "reborn_in_blood": 0.7,
    "the_blood_gods_call": 0.7, "plague_aura": 0.7, "plague_touch": 0.4, "influenza": 0.6, "all_things_decay": 0.3, "rain_of_pus": 0.3,
    "a_great_foul_consumption": 0.2, "the_final_rotting": 0.6, "the_stench_of_death": 0.6, "changer_of_ways": 0.5, "drain_power": 0.6,
    "warp_shield": 0.3, "teleport": 0.7, "temporal_stasis": 0.4, "the_meddling_of_skaven": 0.3, "the_persistence_of_change": 0.4,
    "dazzle": 0.7, "abyssal_pact": 0.4, "perverse_infiltration": 0.8, "dark_influence": 0.6, "insidious_lies": 0.6, "field_of_ecstasy": 0.5,
    "soporific_musk": 0.7, "degenerate_royalty": 0.7,
}  # fmt: skip
KEEP: Final = vec[float]([_KEEP[card[0]] for own in tables.CHAOS_CARDS for card in own])  # [card]


def logistic(x: float) -> float:
    """From 0 to 1, a half at 0."""
    return 1.0 / (1.0 + exp(-x)) if x > -30.0 else 0.0


def nearly_suits(g: State, p: i64, r: i64) -> bool:
    """Whether one magic source, one Noble or one Hero more would make the region suit the dial."""
    if p == TZEENTCH:
        return g.tokens[r * T + WARPSTONE] == 1
    return p == SLAANESH and g.tokens[r * T + NOBLE] + g.tokens[r * T + HERO] == 0


@final
class Features:
    """Make one, then `look` at as many states as you like.

    `x`: [power, feature]; `late`: how near the game is to its end, 0 to about 1; `open`: the share of the round's power
    that is still to be spent; `rounds_left` after this one.
    """

    def __init__(self) -> None:
        self.forecast = Forecast()
        self.x: vec[float] = blank(4 * 54)
        self.late: float = 0.0
        self.open: float = 0.0
        self.rounds_left: i64 = 0
        self._ends: vec[float] = blank(4)  # [power] victory points at the end of the round
        self._cubes: vec[float] = blank(4)
        self._rate: vec[float] = blank(4)
        self._values: vec[float] = blank(4)

    def look(self, g: State) -> None:
        """Work out all features of a state."""
        f = self.forecast
        f.look(g)
        x = self.x
        for at in range(P * F):
            x[at] = 0.0
        self.rounds_left = g.old_world_left
        self.late = 0.0
        self.open = 0.0
        if g.phase <= SUMMONING_PHASE:
            income: i64 = 0
            left: i64 = 0
            for p in range(P):
                if g.seats >> p & 1:
                    income += g.income(p)
                    left += g.power[p]
            self.open = float(left) / float(income) if g.phase == SUMMONING_PHASE else 1.0
        unseen: float = 0.0
        for title in range(W):
            unseen += float(OLD_WORLD_COPIES[title] - g.gone[title])
        plunges: float = float((OLD_WORLD_COPIES[PLUNGED_INTO_CHAOS] - g.gone[PLUNGED_INTO_CHAOS]) * g.old_world_left) / (unseen + 0.5)
        for p in range(P):
            if g.seats >> p & 1:
                self.power(g, p, p * F, plunges)
        for p in range(P):
            if g.seats >> p & 1:
                best: float = 0.0
                for q in range(P):
                    if q != p and self._ends[q] > best and g.seats >> q & 1:
                        best = self._ends[q]
                lead: float = (self._ends[p] - best) / 20.0
                x[p * F + 5] = -1.0 if lead < -1.0 else 1.0 if lead > 1.0 else lead
        for r in range(R):
            if g.ruin[r] == 0:
                self.region(g, r)

    def power(self, g: State, p: i64, at: i64, plunges: float) -> None:
        """What stands on the sheet of a Power, and what the forecast adds to it."""
        f = self.forecast
        x = self.x
        points: float = float(g.vp[p]) + f.vp[p]
        self._ends[p] = points
        spread: float = 1.0 / (f.vp_variance[p] + 1.0 + 8.0 * self.open) ** 0.5
        x[at] = points / 50.0
        x[at + 1] = logistic((points - 30.0) * 0.4)
        x[at + 2] = logistic((points - 40.0) * 0.4)
        x[at + 3] = logistic((points - 46.0) * 0.6)
        x[at + 4] = logistic((points - 49.5) * 1.7 * spread)
        end: i64 = DIAL_END[p]
        gone: i64 = g.dial[p]
        one: float = f.advance1[p]
        two: float = f.advance2[p]
        x[at + 6] = (float(gone) + one + two) / float(end)
        for k in range(i64(4)):
            left: i64 = end - gone - k  # steps to the place where so many are left
            x[at + 10 - k] = 1.0 if left <= 0 else one if left == 1 else two if left == 2 else 0.0
        for k in range(i64(7)):
            x[at + 38 + k] = 1.0 if gone > k else one if gone == k else two if gone == k - 1 else 0.0
        x[at + 11] = one
        x[at + 12] = two
        x[at + 15] = f.domination[p] / 10.0
        x[at + 18] = f.ruin_vp[p] / 20.0
        x[at + 22] = plunges * (float(g.peasants[p]) + f.peasants[p]) / 5.0
        x[at + 23] = float(g.power[p]) / 8.0
        x[at + 25] = 1.0 if g.power[p] == 0 else 0.0
        most: i64 = 0
        for q in range(P):
            if q != p and g.power[q] > most and g.seats >> q & 1:
                most = g.power[q]
        x[at + 53] = float(g.power[p] - most) / 4.0
        cards: float = f.draws if p == KHORNE else 0.0
        worth: float = cards * 0.5
        for card in range(FIRST_CARD[p], FIRST_CARD[p + 1]):
            n: i64 = g.hand[card]
            if n > 0:
                x[at + 45 + card - FIRST_CARD[p]] = 0.5 * float(n)
                cards += float(n)
                worth += KEEP[card] * float(n)
                if CARD_COST[card] == 0 and g.power[p] > 0:
                    x[at + 24] += 0.25 * float(n)
        x[at + 26] = cards / 6.0
        x[at + 27] = worth / 4.0
        for r in range(R):
            k = (p * R + r) * 3
            cultists: float = f.figures[k]
            warriors: float = f.figures[k + 1]
            daemon: float = f.figures[k + 2]
            if cultists + warriors + daemon > 0.0:
                x[at + 28] += cultists * 0.2
                x[at + 29] += warriors * 0.2
                x[at + 30] += daemon
                some: float = cultists + warriors + daemon
                x[at + 31] += 0.2 if some > 1.0 else 0.2 * some
        for u in range(U):
            if g.upgrades[p] >> u & 1:
                x[at + 32 + u] = 1.0
        threat: i64 = g.threat(p)
        x[at + 37] = float(threat if threat < 34 else 34) / 33.0
        nearest: float = points / 50.0
        if x[at + 6] > nearest:
            nearest = x[at + 6]
        if nearest > self.late:
            self.late = nearest

    def region(self, g: State, r: i64) -> None:
        """What a region promises beyond the forecast: contests still open, the next round, ruin to come."""
        f = self.forecast
        x = self.x
        stays: float = 1.0 - f.ruined[r]
        conquest: float = float(g.conquest(r))
        resistance: float = float(g.resistance(r))
        total: float = float(g.tokens[r * T + WARPSTONE])
        rate: float = 0.0
        busy: bool = False
        for p in range(P):
            at: i64 = (p * R + r) * 3
            cultists: float = f.figures[at + CULTIST]
            rest: float = f.figures[at + WARRIOR] + f.figures[at + DAEMON]
            self._rate[p] = cultists
            if p == SLAANESH and g.has_upgrade(SLAANESH, WARRIOR_UPGRADE):
                self._rate[p] += f.figures[at + WARRIOR]
            self._values[p] = cultists + rest
            if self._values[p] > 0.01 or f.of_cards[p * R + r] > 0:
                busy = True
            total += f.corruption[p * R + r]
            rate += self._rate[p]
            x[p * F + 21] += f.corruption[p * R + r] / 20.0
        # ---- supremacy, next round and this
        if busy:
            for p in range(P):
                if self._values[p] > 0.01:
                    x[p * F + 17] += stays * conquest * self.reign(p, resistance, 1.2) / 10.0
            for p in range(P):
                self._values[p] += float(f.of_cards[p * R + r])
            for p in range(P):
                if self._values[p] > 0.01:
                    x[p * F + 16] += conquest * self.reign(p, resistance, 0.9) / 10.0
        # ---- counters
        prey: float = 0.0
        for p in range(P):
            n: float = self._rate[p]
            if p != KHORNE:
                prey += self._values[p]
                if suits_dial(g, p, r):
                    x[p * F + 14] += stays * (1.0 if n >= 2.0 else n * n * 0.25)
                    if 0.5 < n < 1.6:
                        x[p * F + 13] += 0.5
                elif n > 1.5 and p != NURGLE and nearly_suits(g, p, r):
                    x[p * F + 13] += 0.5
        dice: float = 2.0 * f.figures[r * 3 + WARRIOR] + 4.0 * f.figures[r * 3 + DAEMON]
        if dice > 0.5 and prey > 0.3:
            x[14] += (1.0 - exp(-0.69 * dice)) * (prey if prey < 1.0 else 1.0)
        # ---- ruin to come
        number: i64 = g.ruins_taken
        if number >= 5 or total + rate <= 0.0 or stays < 0.01:
            return
        rounds: float = float(self.rounds_left)
        if rounds <= 0.0:
            return
        place: i64 = r * 5 + number
        soon: float = logistic(1.3 * (total + rate - 11.3))
        later: float = logistic(0.45 * (total + (0.7 + rate) * rounds - 12.0)) - soon
        if later < 0.0:
            later = 0.0
        self.places(r)
        for p in range(P):
            own: float = self._cubes[p]
            if own > 0.0:
                prize: float = own * float(RUIN_FIRST[place]) + self._values[p] * float(RUIN_SECOND[place])
                ruiner: float = self._rate[p] if self._rate[p] < 1.0 else 1.0
                x[p * F + 19] += stays * soon * (prize + ruiner * float(RUINER_VP[number])) / 20.0
                x[p * F + 20] += stays * later * prize / 20.0

    def reign(self, p: i64, resistance: float, steep: float) -> float:
        """The chance that a Power dominates with the supremacy of `_values`, a lead or lag counting as steeply as said."""
        needed: float = resistance
        for q in range(P):
            if q != p and self._values[q] > needed:
                needed = self._values[q]
        return logistic(steep * (self._values[p] - needed - 0.5))

    def places(self, r: i64) -> None:
        """The shares in first place (`_cubes`) and second (`_values`), with one more round's corruption, smoothly."""
        f = self.forecast
        whole: float = 0.0
        for p in range(P):
            n: float = f.corruption[p * R + r] + self._rate[p]
            self._cubes[p] = n * n * n if n > 0.05 else 0.0
            whole += self._cubes[p]
        for p in range(P):
            self._values[p] = 0.0
            own: float = self._cubes[p]
            if own > 0.0:
                for q in range(P):
                    leads: float = self._cubes[q]
                    if q != p and leads > 0.0:
                        self._values[p] += leads / whole * own / (whole - leads)
        for p in range(P):
            self._cubes[p] /= whole if whole > 0.0 else 1.0
