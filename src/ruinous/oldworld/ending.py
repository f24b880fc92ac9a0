"""The End Phase and the end of the game (old-world.md 7.6, 9, 10; seed, End Phase)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.cards.base import OLD_WORLD_CARDS
from ruinous.oldworld.corruption import is_ruiner
from ruinous.oldworld.data import DIAL_AMOUNT, DIAL_EFFECT, DIAL_END, RUIN_FIRST, RUIN_SECOND
from ruinous.oldworld.events import (
    BY_HERO,
    CARD_STAYS,
    DIAL,
    FOR_DIAL,
    FOR_FIRST_PLACE,
    FOR_PROVENDER,
    FOR_SECOND_PLACE,
    GAME_OVER,
    RUIN_SCORED,
    UPGRADE_TAKEN,
)
from ruinous.oldworld.names import (
    ALL_REGIONS,
    BY_DIAL,
    BY_OLD_WORLD,
    BY_RUIN,
    BY_VP,
    CHANGER_OF_WAYS,
    CORRUPTION,
    END_PHASE,
    FAQ2_EDITION,
    GAIN_CARDS,
    GAIN_UPGRADE,
    GAIN_VP,
    HERO,
    LAST_UPGRADE,
    NOBLE,
    NURGLE,
    PLACE_NOBLES,
    PLACE_WARPSTONES,
    REMOVE_CORRUPTION,
    REMOVE_TOKENS,
    THE_PERSISTENCE_OF_CHANGE,
    TOKEN,
    UPGRADE,
    WARPSTONE,
    C,
    P,
    R,
    T,
    U,
    figure_power,
    figure_sort,
)
from ruinous.oldworld.old_world_phase import ask_for_tokens, begin_phase
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import (
    ADVANCE_DIAL,
    CHOOSE_UPGRADE,
    END_CHECK,
    END_PHASE_STEP,
    HERO_ACTS,
    HERO_TAKES,
    OLD_WORLD_END,
    REMOVE_CARDS,
    REMOVE_CORRUPTION_TOKEN,
    REMOVE_OLD_WORLD_TOKEN,
    ROUND,
    SCORE_RUINS,
    TURN_DIALS,
)


@final
class EndPhase(Step[State]):
    """Six steps: cards, Heroes, Old World cards, ruins, dials, the end check."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, END_PHASE)
        g.push(END_CHECK, 0, 0, 0)
        g.push(TURN_DIALS, 0, 0, 0)
        g.push(SCORE_RUINS, 0, 0, 0)
        g.push(OLD_WORLD_END, 1, 0, 0)
        g.push(OLD_WORLD_END, 0, 0, 0)
        r: i64 = R - 1
        while r >= 0:
            for _ in range(g.tokens[r * T + HERO]):
                g.push(HERO_ACTS, r, 0, 0)
            r -= 1
        g.push(REMOVE_CARDS, 0, 0, 0)


# ---- step 1: Chaos cards ---------------------------------------------------------------------------------
@final
class RemoveCards(Step[State]):
    """Chaos cards go to their owners' discard piles; The Persistence of Change stays where Tzeentch has killed."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        for r in range(R):
            left_stays: bool = stays(g, r, 0)
            right_stays: bool = stays(g, r, 1)
            if 0 < g.cards[r * 2] <= C and not left_stays:
                g.discard_from_board(r, 0)
            if 0 < g.cards[r * 2 + 1] <= C and not right_stays:
                g.discard_from_board(r, 1)
        g.recount_cards_in_play()


def stays(g: State, region: i64, space: i64) -> bool:
    """Whether the card on this space keeps it for the next round."""
    if g.cards[region * 2 + space] != 1 + THE_PERSISTENCE_OF_CHANGE or g.changed >> region & 1 == 0:
        return False
    if g.cards[region * 2 + 1 - space] == 1 + CHANGER_OF_WAYS:
        return False
    g.note(CARD_STAYS, THE_PERSISTENCE_OF_CHANGE, region, 0, 0)
    return True


# ---- step 2: Heroes ----------------------------------------------------------------------------------------
@final
class HeroActs(Step[State]):
    """Once for each Hero: the Power of highest threat among those with figures here must remove one of them."""

    def run(self, g: State, region: i64, b: i64, c: i64) -> None:
        victim: i64 = g.highest_threat_in(region)
        if victim >= 0:
            g.push(HERO_TAKES, victim, region, 0)


@final
class HeroTakes(Question[State]):
    """Which of one's figures does the Hero remove?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_own(me, region, 15)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.take_off(figure_power(action), region, figure_sort(action), BY_HERO)


# ---- step 3: Old World cards ---------------------------------------------------------------------------------
@final
class OldWorldEnd(Step[State]):
    """The card on a track space does what it says for the End Phase; the Power of lowest threat chooses."""

    def run(self, g: State, space: i64, b: i64, c: i64) -> None:
        if g.track[space] > 0:
            OLD_WORLD_CARDS[g.track[space] - 1].end(g, g.lowest_threat())


# ---- step 4: ruined regions ------------------------------------------------------------------------------------
@final
class ScoreRuins(Step[State]):
    """First and second place in each region ruined this round; then all its corruption is removed (old-world.md 9)."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        for r in range(R):
            if g.fresh >> r & 1:
                self.score(g, r)
                for p in range(P):
                    if g.corruption[p * R + r] > 0:
                        g.remove_corruption(p, r, g.corruption[p * R + r])
        g.fresh = 0

    def score(self, g: State, region: i64) -> None:
        first: i64 = 0
        second: i64 = 0
        for p in range(P):
            n: i64 = g.corruption[p * R + region]
            if n > first:
                second = first
                first = n
            elif second < n < first:
                second = n
        firsts: i64 = 0
        seconds: i64 = 0
        for p in range(P):
            if first > 0 and g.corruption[p * R + region] == first:
                firsts += 1
            elif second > 0 and g.corruption[p * R + region] == second:
                seconds += 1
        prize: i64 = RUIN_FIRST[region * 5 + g.ruin[region] - 1]
        lesser: i64 = RUIN_SECOND[region * 5 + g.ruin[region] - 1]
        for p in range(P):
            n = g.corruption[p * R + region]
            if first > 0 and n == first:
                g.note(RUIN_SCORED, p, region, n, 1)
                g.score(p, prize if firsts == 1 else (prize + lesser) // firsts, FOR_FIRST_PLACE, region)
            elif second > 0 and n == second and firsts == 1:
                g.note(RUIN_SCORED, p, region, n, 2)
                g.score(p, lesser // seconds, FOR_SECOND_PLACE, region)
            elif p == NURGLE and g.has_upgrade(NURGLE, LAST_UPGRADE) and not is_ruiner(g, NURGLE, region):
                g.score(NURGLE, 3, FOR_PROVENDER, region)


# ---- step 5: dials -----------------------------------------------------------------------------------------------
@final
class TurnDials(Step[State]):
    """One position for everybody with a counter, one further for whoever alone has most (old-world.md 7.6)."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        most: i64 = 0
        leader: i64 = -1
        for p in range(P):
            if g.counters[p] > most:
                most = g.counters[p]
                leader = p
            elif g.counters[p] == most:
                leader = -1
        if leader >= 0:
            g.push(ADVANCE_DIAL, leader, 0, 0)
        q: i64 = P - 1
        while q >= 0:
            if g.counters[q] > 0:
                g.push(ADVANCE_DIAL, q, 0, 0)
                g.counters[q] = 0
            q -= 1


@final
class AdvanceDial(Step[State]):
    """The dial turns one position and shows what it gives."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        if g.dial[me] == DIAL_END[me]:
            return
        g.dial[me] += 1
        g.note(DIAL, me, g.dial[me], 0, 0)
        effect: i64 = DIAL_EFFECT[me * 12 + g.dial[me]]
        amount: i64 = DIAL_AMOUNT[me * 12 + g.dial[me]]
        if effect == GAIN_VP:
            g.score(me, amount, FOR_DIAL, g.dial[me])
        elif effect == GAIN_UPGRADE:
            g.push(CHOOSE_UPGRADE, me, 0, 0)
        elif effect == GAIN_CARDS:
            for _ in range(amount):
                g.draw_card(me)
        elif effect == PLACE_WARPSTONES:
            ask_for_tokens(g, me, WARPSTONE, amount, 1, False, ALL_REGIONS)
        elif effect == PLACE_NOBLES:
            ask_for_tokens(g, me, NOBLE, amount, 1, False, ALL_REGIONS)
        elif effect == REMOVE_CORRUPTION:
            g.push(REMOVE_CORRUPTION_TOKEN, me, amount, 0)
        elif effect == REMOVE_TOKENS:
            g.push(REMOVE_OLD_WORLD_TOKEN, me, amount, 0)


@final
class ChooseUpgrade(Question[State]):
    """Which upgrade is taken? It works from now on."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        for u in range(U):
            if not g.has_upgrade(me, u):
                g.offer(UPGRADE + me * U + u)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        upgrade: i64 = action - UPGRADE - me * U
        g.upgrades[me] |= 1 << upgrade
        g.note(UPGRADE_TAKEN, me, upgrade, 0, 0)


@final
class RemoveCorruptionToken(Question[State]):
    """Which corruption token, anybody's and anywhere, is removed? b is how many are still to go."""

    def run(self, g: State, me: i64, n: i64, c: i64) -> None:
        for at in range(P * R):
            if g.corruption[at] > 0:
                g.offer(CORRUPTION + at)

    def choose(self, g: State, me: i64, n: i64, c: i64, action: i64) -> None:
        g.remove_corruption((action - CORRUPTION) // R, (action - CORRUPTION) % R, 1)
        if n > 1:
            g.push(REMOVE_CORRUPTION_TOKEN, me, n - 1, 0)


@final
class RemoveOldWorldToken(Question[State]):
    """Which Old World token, of any kind and anywhere, is removed? b is how many are still to go."""

    def run(self, g: State, me: i64, n: i64, c: i64) -> None:
        for at in range(R * T):
            if g.tokens[at] > 0:
                g.offer(TOKEN + at)

    def choose(self, g: State, me: i64, n: i64, c: i64, action: i64) -> None:
        g.remove_token((action - TOKEN) // T, (action - TOKEN) % T)
        if n > 1:
            g.push(REMOVE_OLD_WORLD_TOKEN, me, n - 1, 0)


# ---- step 6: the end -----------------------------------------------------------------------------------------------
@final
class EndCheck(Step[State]):
    """What was for this round is over; then the ends in their order: dial, 50 VP, the fifth ruin (faq2), the Old World (10)."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        g.unmark_all()
        advanced: i64 = 0
        rich: i64 = 0
        for p in range(P):
            if g.seats >> p & 1:
                if g.at_victory(p):
                    advanced |= 1 << p
                if g.vp[p] >= 50:
                    rich |= 1 << p
        if advanced > 0:
            finish(g, BY_DIAL, most_vp(g, advanced))
        elif rich > 0:
            finish(g, BY_VP, highest_threat(g, most_vp(g, rich)))
        elif g.edition == FAQ2_EDITION and g.ruins_taken == 5:
            finish(g, BY_RUIN, highest_threat(g, most_vp(g, g.seats)))
        elif g.old_world_left == 0:
            finish(g, BY_OLD_WORLD, 0)
        else:
            g.push(ROUND, 0, 0, 0)


def most_vp(g: State, among: i64) -> i64:
    """Mask of those with most victory points among these Powers."""
    best: i64 = -1
    mask: i64 = 0
    for p in range(P):
        if among >> p & 1:
            if g.vp[p] > best:
                best = g.vp[p]
                mask = 1 << p
            elif g.vp[p] == best:
                mask |= 1 << p
    return mask


def highest_threat(g: State, among: i64) -> i64:
    """Mask of the one Power of highest threat among these."""
    best: i64 = -1
    mask: i64 = 0
    for p in range(P):
        if among >> p & 1 and g.threat(p) > best:
            best = g.threat(p)
            mask = 1 << p
    return mask


def finish(g: State, reason: i64, winners: i64) -> None:
    """The game is over."""
    g.reason = reason
    g.winners = winners
    g.note(GAME_OVER, reason, winners, 0, 0)


TASKS[END_PHASE_STEP] = EndPhase()
TASKS[REMOVE_CARDS] = RemoveCards()
TASKS[HERO_ACTS] = HeroActs()
TASKS[HERO_TAKES] = HeroTakes()
TASKS[OLD_WORLD_END] = OldWorldEnd()
TASKS[SCORE_RUINS] = ScoreRuins()
TASKS[TURN_DIALS] = TurnDials()
TASKS[ADVANCE_DIAL] = AdvanceDial()
TASKS[CHOOSE_UPGRADE] = ChooseUpgrade()
TASKS[REMOVE_CORRUPTION_TOKEN] = RemoveCorruptionToken()
TASKS[REMOVE_OLD_WORLD_TOKEN] = RemoveOldWorldToken()
TASKS[END_CHECK] = EndCheck()
