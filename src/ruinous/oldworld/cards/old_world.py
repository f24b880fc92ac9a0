"""The Old World cards (old-world.md 6.2). `me` is the Power of lowest threat; parts marked R there are reconstructed.

Track effects are asked for by name where they matter: Peasant Uprising, Greenskins and the Grail in `State`,
Teclis in `summoning`, the Electors' peace in `battle`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from ruinous.engine.agenda import Question
from ruinous.oldworld.cards.base import OLD_WORLD_CARDS, OldWorldCard
from ruinous.oldworld.corruption import highest_supremacy
from ruinous.oldworld.data import ADJACENT
from ruinous.oldworld.events import BY_CORSAIRS, BY_REAVERS, FOR_ELECTORS, FOR_MOST_PEASANTS, FOR_PEASANTS
from ruinous.oldworld.names import (
    ALL_REGIONS,
    BADLANDS,
    BORDER_PRINCES,
    BRETONNIA,
    BRETONNIAN_KNIGHTS,
    DARK_ELF_CORSAIRS,
    DIVINE_INSPIRATION,
    DONE,
    DWARF_TROLLSLAYERS,
    ELECTORS_ARISE,
    ELECTORS_SUE_FOR_PEACE,
    EMPIRE,
    ESTALIA,
    EVENT,
    FRANZS_DECREE,
    GREENSKINS_INVADE,
    HERO,
    KISLEV,
    MASS_EXODUS,
    METEOR_SHOWERS,
    NOBLE,
    NORSCA,
    NORSE_REAVERS,
    PEASANT,
    PEASANT_UPRISING,
    PLUNGED_INTO_CHAOS,
    REGION,
    ROAD_WARDENS,
    SKAVEN,
    SKAVENGERS,
    TECLIS_AIDS_THE_EMPIRE,
    THE_CRUSADE_IS_COME,
    THE_GRAIL_IS_FOUND,
    THE_HORNED_ONES_DUE,
    THE_HORNED_ONES_DUE_LIES,
    TILEA,
    TOKEN,
    TROLL_COUNTRY,
    UP_FROM_SKAVENBLIGHT,
    WARPSTONE,
    WARPSTONE_DISCOVERY,
    WITCH_HUNTERS,
    P,
    R,
    T,
    figure_power,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.old_world_phase import ask_for_tokens
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import (
    CORSAIRS_TAKE,
    DISCARD,
    DIVINE_WHERE,
    DIVINE_WHICH,
    HORNED_ONES_SPACE,
    REAVERS_TAKE,
    TROLLSLAYERS_HERO,
    TROLLSLAYERS_PAIR,
    TROLLSLAYERS_WHERE,
    WARDENS_HERO,
)

POPULOUS_REGIONS: Final[i64] = 60  # Kislev, The Empire, Bretonnia, Estalia


def next_to(regions: i64) -> i64:
    """Mask of these regions and their neighbours."""
    mask: i64 = regions
    for r in range(R):
        if regions >> r & 1:
            mask |= ADJACENT[r]
    return mask


# ---- the cards of several copies -----------------------------------------------------------------------------
@final
class PlungedIntoChaos(OldWorldCard):
    """+1 VP for each Peasant on a sheet; whoever alone has most, 3 more. The Peasants stay."""

    def immediate(self, g: State, me: i64) -> None:
        most: i64 = 0
        leader: i64 = -1
        for p in range(P):
            g.score(p, g.peasants[p], FOR_PEASANTS, g.peasants[p])
            if g.peasants[p] > most:
                most = g.peasants[p]
                leader = p
            elif g.peasants[p] == most:
                leader = -1
        if leader >= 0:
            g.score(leader, 3, FOR_MOST_PEASANTS, most)


@final
class PeasantUprising(OldWorldCard):
    """A Peasant into every region but The Badlands. Track: each Peasant adds 1 Resistance where it stands."""

    def immediate(self, g: State, me: i64) -> None:
        for r in range(R):
            if r != BADLANDS:
                g.place_token(r, PEASANT)


@final
class UpFromSkavenblight(OldWorldCard):
    """A Skaven into each of three regions that have or touch a Warpstone."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, SKAVEN, 3, 1, True, next_to(g.with_token(WARPSTONE)))


@final
class MeteorShowers(OldWorldCard):
    """A Warpstone into each of two regions."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, WARPSTONE, 2, 1, True, ALL_REGIONS)


# ---- the single cards ------------------------------------------------------------------------------------------
@final
class WarpstoneDiscovery(OldWorldCard):
    """Two Warpstones into one region. End: each Power with a figure where a Warpstone lies draws a card."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, WARPSTONE, 1, 2, False, ALL_REGIONS)

    def end(self, g: State, me: i64) -> None:
        stones: i64 = g.with_token(WARPSTONE)
        for p in range(P):
            if g.here[p] & stones != 0:
                g.draw_card(p)


@final
class BretonnianKnights(OldWorldCard):
    """A Hero in Bretonnia and one elsewhere. End: each Power with a figure in Bretonnia discards a card of its choice."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(BRETONNIA, HERO)
        ask_for_tokens(g, me, HERO, 1, 1, False, ALL_REGIONS & ~(1 << BRETONNIA))

    def end(self, g: State, me: i64) -> None:
        p: i64 = P - 1
        while p >= 0:
            if g.controls[p * R + BRETONNIA] > 0:
                g.push(DISCARD, p, 1, 0)
            p -= 1


@final
class DwarfTrollslayers(OldWorldCard):
    """Heroes in Norsca and Kislev, or in Troll Country and The Empire. End: you may move a Hero to an adjacent region."""

    def immediate(self, g: State, me: i64) -> None:
        g.push(TROLLSLAYERS_PAIR, me, 0, 0)

    def end(self, g: State, me: i64) -> None:
        g.push(TROLLSLAYERS_HERO, me, 0, 0)


@final
class TrollslayersPair(Question[State]):
    """Norsca and Kislev, or Troll Country and The Empire? (Named by the first.)"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        g.offer(REGION + NORSCA)
        g.offer(REGION + TROLL_COUNTRY)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.place_token(action - REGION, HERO)
        g.place_token(KISLEV if action == REGION + NORSCA else EMPIRE, HERO)


@final
class TrollslayersHero(Question[State]):
    """Which Hero moves?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        for r in range(R):
            if ADJACENT[r] & ~g.ruins != 0:
                g.offer_tokens(HERO, 1 << r)
        if g.n_legal > 0:
            g.offer(DONE)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        if action != DONE:
            g.push(TROLLSLAYERS_WHERE, me, (action - TOKEN) // T, 0)


@final
class TrollslayersWhere(Question[State]):
    """To which adjacent region?"""

    def run(self, g: State, me: i64, source: i64, c: i64) -> None:
        g.offer_regions(ADJACENT[source] & ~g.ruins)

    def choose(self, g: State, me: i64, source: i64, c: i64, action: i64) -> None:
        g.move_token(source, HERO, action - REGION)


@final
class WitchHunters(OldWorldCard):
    """Heroes in The Empire, Bretonnia and Estalia. End: where a Hero is, whoever alone has most corruption removes one of its tokens."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(EMPIRE, HERO)
        g.place_token(BRETONNIA, HERO)
        g.place_token(ESTALIA, HERO)

    def end(self, g: State, me: i64) -> None:
        for r in range(R):
            if g.tokens[r * T + HERO] > 0:
                most: i64 = 0
                leader: i64 = -1
                for p in range(P):
                    if g.corruption[p * R + r] > most:
                        most = g.corruption[p * R + r]
                        leader = p
                    elif g.corruption[p * R + r] == most:
                        leader = -1
                if leader >= 0:
                    g.remove_corruption(leader, r, 1)


@final
class RoadWardens(OldWorldCard):
    """A Hero in each of three populous regions. End: remove one Hero of your choice."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, HERO, 3, 1, True, POPULOUS_REGIONS)

    def end(self, g: State, me: i64) -> None:
        g.push(WARDENS_HERO, me, 0, 0)


@final
class WardensHero(Question[State]):
    """Which Hero leaves the board?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        g.offer_tokens(HERO, ALL_REGIONS)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.remove_token((action - TOKEN) // T, HERO)


@final
class TheCrusadeIsCome(OldWorldCard):
    """Heroes in The Empire and Estalia, Nobles in Bretonnia and Tilea, a Peasant in each of two regions."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(EMPIRE, HERO)
        g.place_token(ESTALIA, HERO)
        g.place_token(BRETONNIA, NOBLE)
        g.place_token(TILEA, NOBLE)
        ask_for_tokens(g, me, PEASANT, 2, 1, True, ALL_REGIONS)


@final
class ElectorsArise(OldWorldCard):
    """Nobles in The Empire and in a region next to it. End: whoever alone has the highest supremacy in The Empire gains 1 VP."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(EMPIRE, NOBLE)
        ask_for_tokens(g, me, NOBLE, 1, 1, False, ADJACENT[EMPIRE])

    def end(self, g: State, me: i64) -> None:
        if g.ruin[EMPIRE] == 0:
            leader: i64 = highest_supremacy(g, EMPIRE)
            if leader >= 0:
                g.score(leader, 1, FOR_ELECTORS, EMPIRE)


@final
class FranzsDecree(OldWorldCard):
    """Each Power has 1 power less in the coming Draw Phase."""

    def immediate(self, g: State, me: i64) -> None:
        g.decree = 1


@final
class DivineInspiration(OldWorldCard):
    """Move any Hero to any region, or place one."""

    def immediate(self, g: State, me: i64) -> None:
        if ALL_REGIONS & ~g.ruins != 0:
            g.push(DIVINE_WHICH, me, 0, 0)


@final
class DivineWhich(Question[State]):
    """Which Hero moves, or where is one placed?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        for r in range(R):
            if ALL_REGIONS & ~g.ruins & ~(1 << r) != 0:
                g.offer_tokens(HERO, 1 << r)
        if g.token_supply[HERO] > 0:
            g.offer_regions(ALL_REGIONS & ~g.ruins)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        if action >= TOKEN:
            g.push(DIVINE_WHERE, me, (action - TOKEN) // T, 0)
        else:
            g.place_token(action - REGION, HERO)


@final
class DivineWhere(Question[State]):
    """To which region?"""

    def run(self, g: State, me: i64, source: i64, c: i64) -> None:
        g.offer_regions(ALL_REGIONS & ~g.ruins & ~(1 << source))

    def choose(self, g: State, me: i64, source: i64, c: i64, action: i64) -> None:
        g.move_token(source, HERO, action - REGION)


@final
class MassExodus(OldWorldCard):
    """A Peasant into each of six regions."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, PEASANT, 6, 1, True, ALL_REGIONS)


@final
class Skavengers(OldWorldCard):
    """A Skaven in each of two regions with a Warpstone. End: a Warpstone into a region with a Skaven."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, SKAVEN, 2, 1, True, g.with_token(WARPSTONE))

    def end(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, WARPSTONE, 1, 1, False, g.with_token(SKAVEN))


@final
class TheHornedOnesDue(OldWorldCard):
    """It lies on an empty Chaos card space, which is blocked until the card leaves the track."""

    def immediate(self, g: State, me: i64) -> None:
        g.push(HORNED_ONES_SPACE, me, 0, 0)


@final
class HornedOnesSpace(Question[State]):
    """In which region is a card space blocked?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        g.offer_regions(g.open_spaces)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.fill_space(action - REGION, THE_HORNED_ONES_DUE_LIES)


# ---- comets: the Event tokens are set anew (see `clear_the_sky`) -----------------------------------------------
@final
class GreenskinsInvade(OldWorldCard):
    """Events in The Badlands, The Empire and Tilea. Track: Resistance +1 in Event regions."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(BADLANDS, EVENT)
        g.place_token(EMPIRE, EVENT)
        g.place_token(TILEA, EVENT)


@final
class DarkElfCorsairs(OldWorldCard):
    """Events in Norsca, Estalia and Bretonnia. End: each Power with a cultist in Event regions removes one of them."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(NORSCA, EVENT)
        g.place_token(ESTALIA, EVENT)
        g.place_token(BRETONNIA, EVENT)

    def end(self, g: State, me: i64) -> None:
        p: i64 = P - 1
        while p >= 0:
            g.push(CORSAIRS_TAKE, p, 0, 0)
            p -= 1


@final
class CorsairsTake(Question[State]):
    """Which of one's cultists in Event regions is carried off?"""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        for r in range(R):
            if g.tokens[r * T + EVENT] > 0:
                g.offer_own(me, r, 1)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        g.take_off(figure_power(action), figure_region(action), figure_sort(action), BY_CORSAIRS)


@final
class NorseReavers(OldWorldCard):
    """Events in Norsca, Bretonnia and Estalia. End: in each the Power of highest threat there removes one figure."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(NORSCA, EVENT)
        g.place_token(BRETONNIA, EVENT)
        g.place_token(ESTALIA, EVENT)

    def end(self, g: State, me: i64) -> None:
        r: i64 = R - 1
        while r >= 0:
            victim: i64 = g.highest_threat_in(r)
            if g.tokens[r * T + EVENT] > 0 and victim >= 0:
                g.push(REAVERS_TAKE, victim, r, 0)
            r -= 1


@final
class ReaversTake(Question[State]):
    """Which of one's figures is lost?"""

    def run(self, g: State, me: i64, region: i64, c: i64) -> None:
        g.offer_own(me, region, 15)

    def choose(self, g: State, me: i64, region: i64, c: i64, action: i64) -> None:
        g.take_off(figure_power(action), region, figure_sort(action), BY_REAVERS)


@final
class TeclisAidsTheEmpire(OldWorldCard):
    """An Event in a region of your choice. Track: no card with the magic symbol may be played there."""

    def immediate(self, g: State, me: i64) -> None:
        ask_for_tokens(g, me, EVENT, 1, 1, False, ALL_REGIONS)


@final
class TheGrailIsFound(OldWorldCard):
    """Events in Bretonnia and in a region next to it. Track: Conquest value +1 in Event regions."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(BRETONNIA, EVENT)
        ask_for_tokens(g, me, EVENT, 1, 1, False, ADJACENT[BRETONNIA])


@final
class ElectorsSueForPeace(OldWorldCard):
    """Events in The Empire and The Border Princes. Track: no battle in Event regions."""

    def immediate(self, g: State, me: i64) -> None:
        g.place_token(EMPIRE, EVENT)
        g.place_token(BORDER_PRINCES, EVENT)


TASKS[TROLLSLAYERS_PAIR] = TrollslayersPair()
TASKS[TROLLSLAYERS_HERO] = TrollslayersHero()
TASKS[TROLLSLAYERS_WHERE] = TrollslayersWhere()
TASKS[WARDENS_HERO] = WardensHero()
TASKS[DIVINE_WHICH] = DivineWhich()
TASKS[DIVINE_WHERE] = DivineWhere()
TASKS[HORNED_ONES_SPACE] = HornedOnesSpace()
TASKS[CORSAIRS_TAKE] = CorsairsTake()
TASKS[REAVERS_TAKE] = ReaversTake()
OLD_WORLD_CARDS[PLUNGED_INTO_CHAOS] = PlungedIntoChaos()
OLD_WORLD_CARDS[PEASANT_UPRISING] = PeasantUprising()
OLD_WORLD_CARDS[UP_FROM_SKAVENBLIGHT] = UpFromSkavenblight()
OLD_WORLD_CARDS[METEOR_SHOWERS] = MeteorShowers()
OLD_WORLD_CARDS[WARPSTONE_DISCOVERY] = WarpstoneDiscovery()
OLD_WORLD_CARDS[BRETONNIAN_KNIGHTS] = BretonnianKnights()
OLD_WORLD_CARDS[DWARF_TROLLSLAYERS] = DwarfTrollslayers()
OLD_WORLD_CARDS[WITCH_HUNTERS] = WitchHunters()
OLD_WORLD_CARDS[ROAD_WARDENS] = RoadWardens()
OLD_WORLD_CARDS[THE_CRUSADE_IS_COME] = TheCrusadeIsCome()
OLD_WORLD_CARDS[ELECTORS_ARISE] = ElectorsArise()
OLD_WORLD_CARDS[FRANZS_DECREE] = FranzsDecree()
OLD_WORLD_CARDS[DIVINE_INSPIRATION] = DivineInspiration()
OLD_WORLD_CARDS[MASS_EXODUS] = MassExodus()
OLD_WORLD_CARDS[SKAVENGERS] = Skavengers()
OLD_WORLD_CARDS[THE_HORNED_ONES_DUE] = TheHornedOnesDue()
OLD_WORLD_CARDS[GREENSKINS_INVADE] = GreenskinsInvade()
OLD_WORLD_CARDS[DARK_ELF_CORSAIRS] = DarkElfCorsairs()
OLD_WORLD_CARDS[NORSE_REAVERS] = NorseReavers()
OLD_WORLD_CARDS[TECLIS_AIDS_THE_EMPIRE] = TeclisAidsTheEmpire()
OLD_WORLD_CARDS[THE_GRAIL_IS_FOUND] = TheGrailIsFound()
OLD_WORLD_CARDS[ELECTORS_SUE_FOR_PEACE] = ElectorsSueForPeace()
