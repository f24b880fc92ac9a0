"""A fast chooser for everybody: how games are played on in a search, a few microseconds for each decision.

In a summoning turn each option has a score, a sum over what the regions it touches are like for the Power; the weights
were learned from what the judge of `l3` thinks of options (tools/oldworld_policy.py). The search has the judge choose
among the few of highest score. All other questions are answered by plain rules.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.oldworld import tables, tasks
from ruinous.oldworld.battle import dice_of_figures
from ruinous.oldworld.data import CARD_COST, CARD_OWNER, FIRST_CARD, RUIN_FIRST
from ruinous.oldworld.names import (
    CARD,
    CORRUPTION,
    CULTIST,
    DONE,
    FROM_RESERVE,
    HERO,
    KHORNE,
    NURGLE,
    PASS,
    PLAY,
    REGION,
    SUMMON,
    TOKEN,
    UPGRADE,
    WARPSTONE,
    WARRIOR,
    C,
    P,
    R,
    T,
    figure_power,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.state import State
from ruinous.oldworld.summoning import price_of_figure
from ruinous.thinking.oldworld_default import default_choice, prey_worth, suits_dial
from ruinous.thinking.oldworld_features import KEEP, logistic, nearly_suits
from ruinous.thinking.oldworld_forecast import blank
from ruinous.thinking.oldworld_weights import FOLDER, read_rows

# What a region is like for a Power, the numbers that the scores are made of.
D: Final[i64] = 18
SIGHTS: Final = (
    "one", "more_supremacy", "supremacy", "present", "second_cultist", "first_cultist", "cultists", "nearly_suits", "ruin", "share_of_ruin",
    "rivals_corruption", "danger", "prey", "untouched_prey", "dice", "hero", "own_cards", "rival_leads",
)  # fmt: skip
# Rows of weights: arrive [Power, kind], leave [Power, kind], play [card], pass [Power].
ARRIVE: Final[i64] = 0
LEAVE: Final[i64] = 12
LAY: Final[i64] = 24
GIVE_UP: Final[i64] = 54
MOVED: Final[i64] = 58  # [Power] a figure that moves; of the sights only the first counts
N_ROWS: Final[i64] = 62

ROWS: Final = [
    *[f"{what}.{power}.{kind}" for what in ("arrive", "leave") for power in tables.POWERS for kind in tables.KINDS],
    *[f"play.{card[0]}" for own in tables.CHAOS_CARDS for card in own],
    *[f"{what}.{power}" for what in ("pass", "move") for power in tables.POWERS],
]

_LIKED: Final[tuple[dict[str, float], ...]] = (
    {"bloodsworn": 5.5, "bloodletters": 4.5, "bloodthirster": 3.0, "power": 4.0, "cards": 3.0},
    {"lepers": 5.5, "plaguebearers": 3.0, "great_unclean_one": 4.0, "power": 4.5, "provender_of_ruin": 2.0},
    {"acolytes": 3.5, "horrors": 1.5, "lord_of_change": 5.0, "power": 5.0, "cards": 3.0},
    {"seductresses": 4.0, "daemonettes": 4.5, "keeper_of_secrets": 3.0, "power": 4.0, "power_2": 6.0},
)
LIKED: Final = vec[float]([_LIKED[p][row[0]] for p, own in enumerate(tables.UPGRADES) for row in own])  # [Power, upgrade]


@cache
def learned_rows() -> list[float]:
    """The weights that the search plays on with. Raises BadWeights."""
    return read_rows(FOLDER / "oldworld_policy.txt", ROWS, 18)


@final
class Policy:
    """Make one, then ask it for as many choices as you like; its chance is its own."""

    def __init__(self, rows: list[float], seed: i64) -> None:
        self.rows: vec[float] = vec[float](rows)  # [row, sight]
        self.chance: i64 = seeded(seed)
        self.sights: vec[float] = blank(9 * 18)  # [region, sight]
        self.arrive: vec[float] = blank(27)  # [kind, region]
        self.leave: vec[float] = blank(27)
        self.lay: vec[float] = blank(270)  # [card, region]
        self.score: vec[float] = blank(640)  # [option]
        self.totals: vec[float] = blank(4)

    def reseed(self, seed: i64) -> None:
        """Begin anew from a seed."""
        self.chance = seeded(seed)

    def any_of(self, g: State) -> i64:
        """Any option."""
        self.chance = advanced(self.chance)
        return g.legal[drawn(self.chance, g.n_legal)]

    # ---- a region seen by a Power -------------------------------------------------------------------------------
    def see(self, g: State, me: i64) -> None:
        """Work out `sights` for a Power."""
        for r in range(R):
            self.see_region(g, me, r, r * D)

    def see_region(self, g: State, me: i64, r: i64, at: i64) -> None:
        """The sights of one region."""
        s = self.sights
        for i in range(D):
            s[at + i] = 0.0
        s[at] = 1.0
        own: i64 = g.controls[me * R + r]
        rivals: i64 = 0
        own_cards: i64 = 0
        best: i64 = 0
        for p in range(P):
            strength: i64 = g.controls[p * R + r]
            if p != me:
                rivals += strength
            for space in range(i64(2)):
                card: i64 = g.cards[r * 2 + space] - 1
                if 0 <= card < C and CARD_OWNER[card] == p:
                    strength += CARD_COST[card]
                    if p == me:
                        own_cards += 1
            self.totals[p] = float(strength)
            if p != me and strength > best:
                best = strength
        s[at + 3] = 1.0 if own > 0 else 0.0
        s[at + 16] = float(own_cards)
        dice: i64 = dice_of_figures(g, me, r) if own > 0 else 0
        if rivals > 0:
            danger: i64 = 0
            for p in range(P):
                if p != me and g.controls[p * R + r] > 0:
                    danger += dice_of_figures(g, p, r)
            s[at + 11] = float(danger if danger < 6 else 6) / 4.0
            s[at + 12] = float(rivals if rivals < 4 else 4) / 4.0
            if dice == 0:
                s[at + 13] = 1.0
        s[at + 14] = float(dice if dice < 8 else 8) / 4.0
        if g.tokens[r * T + HERO] > 0:
            leader: i64 = g.highest_threat_in(r)
            if leader < 0 or leader == me or g.threat(me) > g.threat(leader):
                s[at + 15] = 1.0
        if g.ruin[r] > 0:
            return
        conquest: float = float(g.conquest(r)) / 5.0
        resistance: i64 = g.resistance(r)
        margin: float = self.totals[me] - float(best if best > resistance else resistance)
        now: float = logistic(1.1 * (margin - 0.5))
        s[at + 1] = conquest * (logistic(1.1 * (margin + 0.5)) - now)
        s[at + 2] = conquest * now
        if best > resistance and float(best) > self.totals[me]:
            s[at + 17] = conquest
        cultists: i64 = g.count_kind(me, r, CULTIST)
        if me != KHORNE:
            if suits_dial(g, me, r):
                s[at + (5 if cultists == 0 else 4 if cultists == 1 else 6)] = 1.0
            elif cultists > 0 and me != NURGLE and nearly_suits(g, me, r):
                s[at + 7] = 1.0
        if g.ruins_taken < 5:
            tokens: i64 = g.corruption_in(r)
            mine: i64 = g.corruption[me * R + r] + cultists
            total: i64 = tokens + g.tokens[r * T + WARPSTONE]
            for p in range(P):
                if g.controls[p * R + r] > 0:
                    total += g.count_kind(p, r, CULTIST)
            prize: float = float(RUIN_FIRST[r * 5 + g.ruins_taken]) / 10.0
            ruin: float = prize * logistic(0.7 * (float(total) - 10.5))
            s[at + 8] = ruin
            s[at + 9] = (prize * 0.3 + ruin) * float(mine) / float(total + 1)
            s[at + 10] = float(tokens - g.corruption[me * R + r]) / 12.0

    def dot(self, row: i64, r: i64) -> float:
        """The weights of a row times the sights of a region."""
        s = self.sights
        rows = self.rows
        w: i64 = row * D
        at: i64 = r * D
        total: float = 0.0
        for i in range(D):
            total += rows[w + i] * s[at + i]
        return total

    # ---- a summoning turn ----------------------------------------------------------------------------------------
    def weigh(self, g: State) -> None:
        """Score every option of a summoning turn."""
        me: i64 = g.player
        self.see(g, me)
        arrive = self.arrive
        leave = self.leave
        score = self.score
        for kind in range(i64(3)):
            for r in range(R):
                arrive[kind * R + r] = self.dot(ARRIVE + me * 3 + kind, r)
                if g.controls[me * R + r] > 0:
                    leave[kind * R + r] = self.dot(LEAVE + me * 3 + kind, r)
        for card in range(FIRST_CARD[me], FIRST_CARD[me + 1]):
            if g.hand[card] > 0:
                for r in range(R):
                    self.lay[card * R + r] = self.dot(LAY + card, r)
        moved: float = self.rows[(MOVED + me) * D]
        for i in range(g.n_legal):
            action: i64 = g.legal[i]
            value: float = 0.0
            if action == PASS:
                at: i64 = (GIVE_UP + me) * D
                value = self.rows[at] + self.rows[at + 1] * float(g.power[me])
            elif action < PLAY:
                code: i64 = action - SUMMON
                source: i64 = code // (8 * R)
                destination: i64 = code // 8 % R
                sort: i64 = code & 7
                kind = sort & 3
                if kind == 3:
                    kind = WARRIOR
                value = arrive[kind * R + destination]
                if source != FROM_RESERVE:
                    value += leave[kind * R + source] + moved
                if me == NURGLE and price_of_figure(g, me, destination, sort) == 0:
                    value += 1.5
            elif action < REGION:
                value = self.lay[action - PLAY]
            else:
                value = moved + 1.0
            score[i] = value

    def take_best(self, g: State) -> i64:
        """The place in the list of the option of highest score that was not taken yet, -1 for none."""
        score = self.score
        best: i64 = -1
        most: float = -900.0
        for i in range(g.n_legal):
            if score[i] > most:
                most = score[i]
                best = i
        if best >= 0:
            score[best] = -1000.0
        return best

    # ---- every other question ------------------------------------------------------------------------------------
    def choose(self, g: State) -> i64:
        """What the Power that is asked does, but for a summoning turn."""
        asks: i64 = g.asks
        if asks == tasks.HIT or asks == tasks.ROT or tasks.HERO_TAKES == asks or asks == tasks.CHARM_A_CULTIST:
            return default_choice(g)
        if asks == tasks.REAVERS_TAKE or asks == tasks.CORSAIRS_TAKE:
            return default_choice(g)
        if asks == tasks.DISCARD or asks == tasks.DISCARD_BEFORE_DRAW:
            return self.discard(g)
        if asks == tasks.CHOOSE_UPGRADE:
            return self.upgrade(g)
        if asks == tasks.REMOVE_CORRUPTION_TOKEN or asks == tasks.DECAY:
            return self.cleanse(g)
        if asks == tasks.SHIELD or asks == tasks.CHARM:
            return self.dearest(g)
        if asks == tasks.TELEPORT_WHERE or asks == tasks.SUMMON_CHARMED_WHERE:
            return self.send(g)
        if asks == tasks.BLOOD_GODS_CALL:
            return self.call(g)
        return self.any_of(g)

    def discard(self, g: State) -> i64:
        """The card that is worth least; none, where one may keep all, unless it is worth little."""
        best: i64 = g.legal[0]
        least: float = 9.0
        for i in range(g.n_legal):
            worth: float = 0.35 if g.legal[i] == DONE else KEEP[g.legal[i] - CARD]
            if worth < least:
                least = worth
                best = g.legal[i]
        return best

    def upgrade(self, g: State) -> i64:
        """The upgrade liked most."""
        best: i64 = g.legal[0]
        most: float = -1.0
        for i in range(g.n_legal):
            liked: float = LIKED[g.legal[i] - UPGRADE]
            if liked > most:
                most = liked
                best = g.legal[i]
        return best

    def cleanse(self, g: State) -> i64:
        """A token of a rival, where most is to be won."""
        best: i64 = g.legal[0]
        most: float = -1.0
        for i in range(g.n_legal):
            owner: i64 = (g.legal[i] - CORRUPTION) // R
            r: i64 = (g.legal[i] - CORRUPTION) % R
            worth: float = 0.0
            if owner != g.player:
                worth = float(g.corruption[owner * R + r]) * float(RUIN_FIRST[r * 5]) * (1.0 + float(g.vp[owner]) / 50.0)
            if worth > most:
                most = worth
                best = g.legal[i]
        return best

    def dearest(self, g: State) -> i64:
        """The figure worth most."""
        best: i64 = g.legal[0]
        most: float = -1.0
        for i in range(g.n_legal):
            action: i64 = g.legal[i]
            worth: float = prey_worth(g, figure_power(action), figure_region(action), figure_sort(action))
            if worth > most:
                most = worth
                best = action
        return best

    def send(self, g: State) -> i64:
        """Where an own figure does most good; anywhere, for one of somebody else."""
        if (g.b // 16) // R != g.player:
            return self.any_of(g)
        self.see(g, g.player)
        kind: i64 = g.b & 3
        row: i64 = ARRIVE + g.player * 3 + (WARRIOR if kind == 3 else kind)
        best: i64 = g.legal[0]
        most: float = -1000.0
        for i in range(g.n_legal):
            worth: float = self.dot(row, g.legal[i] - REGION)
            if worth > most:
                most = worth
                best = g.legal[i]
        return best

    def call(self, g: State) -> i64:
        """The Blood God's Call: prey comes to where Khorne's dice are; without dice, nobody."""
        if dice_of_figures(g, KHORNE, g.b) == 0:
            return DONE
        best: i64 = DONE
        most: float = 0.4
        for i in range(g.n_legal):
            action: i64 = g.legal[i]
            if action < TOKEN and action != DONE and figure_power(action) != KHORNE:
                worth: float = prey_worth(g, figure_power(action), figure_region(action), figure_sort(action)) - 0.3 * float(
                    g.attack(figure_power(action), figure_sort(action))
                )
                if worth > most:
                    most = worth
                    best = action
        return best
