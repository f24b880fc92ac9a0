"""The Summoning Phase (old-world.md 7.3; seed, Summoning Phase): summon one figure, play one card, or pass."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.cards.base import CHAOS_CARDS
from ruinous.oldworld.data import BIT_INDEX, CARD_COST, CARD_MAGIC, COST, FIRST_CARD, REACH
from ruinous.oldworld.events import PASSED, PLAYED, STANDS, SUMMONED
from ruinous.oldworld.names import (
    CHANGER_OF_WAYS,
    CULTIST,
    CULTIST_UPGRADE,
    DAEMON,
    DAEMON_UPGRADE,
    DEGENERATE_ROYALTY,
    DONE,
    EVENT,
    FIELD_OF_CARNAGE,
    FIGURE,
    FROM_RESERVE,
    HORROR_STANDS,
    KHORNE,
    NURGLE,
    PASS,
    PERCHED,
    PLAY,
    REGION,
    SINGLED,
    SLAANESH,
    STAND,
    SUMMON,
    SUMMONING_PHASE,
    TECLIS_AIDS_THE_EMPIRE,
    TEMPORAL_STASIS,
    TZEENTCH,
    WARPSTONE,
    WARRIOR,
    WARRIOR_UPGRADE,
    P,
    R,
    T,
    a_figure,
    a_token,
    figure_power,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.old_world_phase import begin_phase
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import (
    STAND_ON_SPACE,
    SUMMON_CHARMED_WHERE,
    SUMMONING_PHASE_STEP,
    SUMMONING_TURN,
    TAKE_WARPSTONE,
)


@final
class SummoningPhase(Step[State]):
    """Turns in Power order, round and round, until all markers are at 0."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, SUMMONING_PHASE)
        g.push(SUMMONING_TURN, 0, 0, 0)


# ---- what may be done, and its price -----------------------------------------------------------------------
def price_of_card(g: State, me: i64, card: i64, region: i64) -> i64:
    """The power a Chaos card costs here: printed, Degenerate Royalty among corruption, Temporal Stasis for opponents."""
    price: i64 = CARD_COST[card]
    if card == DEGENERATE_ROYALTY and g.corruption_in(region) >= 3:
        price = 0
    if me != TZEENTCH:
        price += 2 * g.copies_in_force(region, TEMPORAL_STASIS)
    return price


def price_of_figure(g: State, me: i64, destination: i64, sort: i64) -> i64:
    """The power it costs to summon one of one's own figures there: printed, or a free Leper (old-world.md 4.5)."""
    if me == NURGLE and sort == CULTIST and g.has_upgrade(NURGLE, CULTIST_UPGRADE) and g.controls[NURGLE * R + destination] == 0:
        return 0
    return COST[me * 4 + (sort & 3)]


def card_regions(g: State, card: i64) -> i64:
    """Mask of the regions where the card may be laid: a free space, not ruined; magic not where Teclis aids."""
    regions: i64 = g.open_spaces
    if CARD_MAGIC[card] and g.on_track(TECLIS_AIDS_THE_EMPIRE):
        regions &= ~g.with_token(EVENT)
    return regions


def holds_back(g: State, power: i64, region: i64) -> bool:
    """Field of Carnage: figures that are not Khorne's cannot be summoned out of here."""
    return power != KHORNE and g.in_force(region, FIELD_OF_CARNAGE)


# ---- a turn -------------------------------------------------------------------------------------------------
@final
class SummoningTurn(Question[State]):
    """Summon or move one figure, play one card, or pass and give up the power left. At 0 power a turn is skipped."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        if g.power[me] == 0:
            for turn in range(i64(1), P):
                if g.power[me + turn & 3] > 0:
                    g.push(SUMMONING_TURN, me + turn & 3, 0, 0)
                    return
            return
        g.offer(PASS)
        self.offer_own_figures(g, me)
        if me == SLAANESH:
            self.offer_charmed_figures(g)
        self.offer_cards(g, me)

    def offer_own_figures(self, g: State, me: i64) -> None:
        power: i64 = g.power[me]
        here: i64 = g.here[me]
        reach: i64 = REACH[here]
        carnage: bool = g.in_play >> FIELD_OF_CARNAGE & 1 == 1
        for source in range(R):
            sorts: i64 = g.present[me * R + source] & 0xFF
            if sorts == 0 or (carnage and holds_back(g, me, source)):
                continue
            first: i64 = SUMMON + source * R * 8
            there: i64 = reach & ~(1 << source)
            while sorts > 0:
                low: i64 = sorts & -sorts
                sort: i64 = BIT_INDEX[low % 37]
                if COST[me * 4 + (sort & 3)] <= power:
                    g.offer_each(first + sort, 8, there)
                sorts ^= low
        for kind in range(i64(3)):
            if g.reserve[me * 4 + kind] > 0 and COST[me * 4 + kind] <= power:
                g.offer_each(SUMMON + FROM_RESERVE * R * 8 + kind, 8, reach)

    def offer_charmed_figures(self, g: State) -> None:
        """Slaanesh may summon a figure it controls elsewhere, at its cost; with that the control ends (old-world.md 13, 37)."""
        for p in range(SLAANESH):
            for r in range(R):
                sorts: i64 = g.present[p * R + r] & 0xFF00
                if sorts == 0 or holds_back(g, p, r):
                    continue
                while sorts > 0:
                    low: i64 = sorts & -sorts
                    sort: i64 = BIT_INDEX[low % 37]
                    if COST[p * 4 + (sort & 3)] <= g.power[SLAANESH]:
                        g.offer(a_figure(p, r, sort))
                    sorts ^= low

    def offer_cards(self, g: State, me: i64) -> None:
        power: i64 = g.power[me]
        stasis: bool = me != TZEENTCH and g.in_play >> TEMPORAL_STASIS & 1 == 1
        teclis: bool = g.on_track(TECLIS_AIDS_THE_EMPIRE)
        for card in range(FIRST_CARD[me], FIRST_CARD[me + 1]):
            if g.hand[card] == 0:
                continue
            regions: i64 = card_regions(g, card) if teclis else g.open_spaces
            if stasis or card == DEGENERATE_ROYALTY:
                for r in range(R):
                    if regions >> r & 1 and price_of_card(g, me, card, r) > power:
                        regions &= ~(1 << r)
                g.offer_each(PLAY + card * R, 1, regions)
            elif CARD_COST[card] <= power:
                g.offer_each(PLAY + card * R, 1, regions)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.push(SUMMONING_TURN, me + 1 & 3, 0, 0)
        if action == PASS:
            g.power[me] = 0
            g.note(PASSED, me, 0, 0, 0)
        elif action < PLAY:
            code: i64 = action - SUMMON
            summon(g, me, code // (8 * R), code // 8 % R, code & 7)
        elif action < REGION:
            play_card(g, me, (action - PLAY) // R, (action - PLAY) % R)
        else:
            g.push(SUMMON_CHARMED_WHERE, me, action - FIGURE, 0)


def summon(g: State, me: i64, source: i64, destination: i64, sort: i64) -> None:
    """Pay for one of one's own figures and put it there; then what its upgrade adds."""
    price: i64 = price_of_figure(g, me, destination, sort)
    g.power[me] -= price
    g.note(SUMMONED, me, sort, source, destination)
    if source == FROM_RESERVE:
        g.reserve[me * 4 + sort] -= 1
        g.add(me, destination, sort)
    else:
        sort = g.relocate(me, source, sort, destination)
    kind: i64 = sort & 3
    if me == NURGLE:
        if kind == CULTIST and price == 0:
            g.mark(a_figure(me, destination, sort), SINGLED)
        elif kind == DAEMON and g.has_upgrade(NURGLE, DAEMON_UPGRADE):
            g.place_corruption(NURGLE, destination, 2)
    elif me == TZEENTCH:
        if kind == CULTIST and source != FROM_RESERVE and g.has_upgrade(TZEENTCH, CULTIST_UPGRADE):
            g.push(TAKE_WARPSTONE, me, source, destination)
        elif kind == WARRIOR and g.has_upgrade(TZEENTCH, WARRIOR_UPGRADE):
            g.push(STAND_ON_SPACE, me, destination, sort)


@final
class SummonCharmedWhere(Question[State]):
    """Where does Slaanesh summon the figure it controls? Upgrades of its owner do nothing (old-world.md 11)."""

    def run(self, g: State, me: i64, figure: i64, c: i64) -> None:
        g.offer_regions(REACH[g.here[me]] & ~(1 << figure_region(FIGURE + figure)))

    def choose(self, g: State, me: i64, figure: i64, c: i64, action: i64) -> None:
        at: i64 = FIGURE + figure
        power: i64 = figure_power(at)
        sort: i64 = figure_sort(at)
        g.power[me] -= COST[power * 4 + (sort & 3)]
        g.note(SUMMONED, power, sort, figure_region(at), action - REGION)
        g.relocate(power, figure_region(at), sort, action - REGION)


@final
class TakeWarpstone(Question[State]):
    """Does the Acolyte take a Warpstone along? (Acolytes upgrade; not into a ruined region.)"""

    def run(self, g: State, me: i64, source: i64, destination: i64) -> None:
        if g.tokens[source * T + WARPSTONE] > 0 and g.ruin[destination] == 0:
            g.offer(a_token(source, WARPSTONE))
            g.offer(DONE)

    def choose(self, g: State, me: i64, source: i64, destination: i64, action: i64) -> None:
        if action != DONE:
            g.move_token(source, WARPSTONE, destination)


@final
class StandOnSpace(Question[State]):
    """Does the Horror stand on an empty card space? (Horrors upgrade; the left space first.)"""

    def run(self, g: State, me: i64, region: i64, sort: i64) -> None:
        if g.open_spaces >> region & 1:
            g.offer(STAND)
            g.offer(DONE)

    def choose(self, g: State, me: i64, region: i64, sort: i64, action: i64) -> None:
        if action == STAND:
            g.remove(me, region, sort)
            g.add(me, region, sort - WARRIOR + PERCHED)
            g.note(STANDS, me, region, g.fill_space(region, HORROR_STANDS), 0)


def play_card(g: State, me: i64, card: i64, region: i64) -> None:
    """Pay for a Chaos card, lay it on the first empty space, do what it says unless a Changer of Ways lies beside it."""
    price: i64 = price_of_card(g, me, card, region)
    g.power[me] -= price
    g.hand[card] -= 1
    space: i64 = g.fill_space(region, 1 + card)
    g.in_play |= 1 << card
    g.note(PLAYED, me, card, region, price)
    if g.cards[region * 2 + 1 - space] != 1 + CHANGER_OF_WAYS:
        CHAOS_CARDS[card].play(g, me, region)


TASKS[SUMMONING_PHASE_STEP] = SummoningPhase()
TASKS[SUMMONING_TURN] = SummoningTurn()
TASKS[SUMMON_CHARMED_WHERE] = SummonCharmedWhere()
TASKS[TAKE_WARPSTONE] = TakeWarpstone()
TASKS[STAND_ON_SPACE] = StandOnSpace()
