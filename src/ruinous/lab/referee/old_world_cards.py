"""What the Old World cards say (old-world.md 6.2)."""

from __future__ import annotations

from ruinous.lab.referee import facts
from ruinous.lab.referee.acts import Acts
from ruinous.lab.referee.board import POWERS, REGIONS
from ruinous.lab.referee.tape import Flow
from ruinous.oldworld import events as e
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks as t
from ruinous.oldworld.names import a_token

# The tokens that Old World cards place in named regions, in order, before any choice (6.2).
FIXED_TOKENS: dict[int, tuple[tuple[int, int], ...]] = {
    n.BRETONNIAN_KNIGHTS: ((n.BRETONNIA, n.HERO),),
    n.WITCH_HUNTERS: ((n.EMPIRE, n.HERO), (n.BRETONNIA, n.HERO), (n.ESTALIA, n.HERO)),
    n.THE_CRUSADE_IS_COME: ((n.EMPIRE, n.HERO), (n.ESTALIA, n.HERO), (n.BRETONNIA, n.NOBLE), (n.TILEA, n.NOBLE)),
    n.ELECTORS_ARISE: ((n.EMPIRE, n.NOBLE),),
    n.GREENSKINS_INVADE: ((n.BADLANDS, n.EVENT), (n.EMPIRE, n.EVENT), (n.TILEA, n.EVENT)),
    n.DARK_ELF_CORSAIRS: ((n.NORSCA, n.EVENT), (n.ESTALIA, n.EVENT), (n.BRETONNIA, n.EVENT)),
    n.NORSE_REAVERS: ((n.NORSCA, n.EVENT), (n.BRETONNIA, n.EVENT), (n.ESTALIA, n.EVENT)),
    n.THE_GRAIL_IS_FOUND: ((n.BRETONNIA, n.EVENT),),
    n.ELECTORS_SUE_FOR_PEACE: ((n.EMPIRE, n.EVENT), (n.BORDER_PRINCES, n.EVENT)),
}


class OldWorldCards(Acts):
    """Immediate texts and those of the End Phase. What a card does while it lies on the track is asked where it matters."""

    def old_world_text(self, title: int, me: int) -> Flow:
        """The immediate text of an Old World card (6.2)."""
        board = self.board
        for r, token in FIXED_TOKENS.get(title, ()):
            self.place(r, token)
        if title == n.PLUNGED_INTO_CHAOS:
            self.plunge()
        elif title == n.PEASANT_UPRISING:
            for r in REGIONS:
                if r != n.BADLANDS:
                    self.place(r, n.PEASANT)
        elif title == n.UP_FROM_SKAVENBLIGHT:
            stones = set(board.with_token(n.WARPSTONE))
            near = [r for r in REGIONS if r in stones or stones & set(facts.NEIGHBOURS[r])]
            yield from self.place_of_choice(me, n.SKAVEN, 3, near)
        elif title == n.METEOR_SHOWERS:
            yield from self.place_of_choice(me, n.WARPSTONE, 2, REGIONS)
        elif title == n.WARPSTONE_DISCOVERY:
            yield from self.place_of_choice(me, n.WARPSTONE, 1, REGIONS, amount=2)
        elif title == n.BRETONNIAN_KNIGHTS:
            yield from self.place_of_choice(me, n.HERO, 1, [r for r in REGIONS if r != n.BRETONNIA])
        elif title == n.DWARF_TROLLSLAYERS:
            first = yield from self.ask("O7", t.TROLLSLAYERS_PAIR, me, [n.REGION + n.NORSCA, n.REGION + n.TROLL_COUNTRY])
            pair = (n.NORSCA, n.KISLEV) if first == n.REGION + n.NORSCA else (n.TROLL_COUNTRY, n.EMPIRE)
            for r in pair:
                self.place(r, n.HERO)
        elif title == n.ROAD_WARDENS:
            yield from self.place_of_choice(me, n.HERO, 3, facts.POPULOUS)
        elif title == n.THE_CRUSADE_IS_COME:
            yield from self.place_of_choice(me, n.PEASANT, 2, REGIONS)
        elif title == n.ELECTORS_ARISE:
            yield from self.place_of_choice(me, n.NOBLE, 1, facts.NEIGHBOURS[n.EMPIRE])
        elif title == n.FRANZS_DECREE:
            board.decree = 1
        elif title == n.DIVINE_INSPIRATION:
            yield from self.divine_inspiration(me)
        elif title == n.MASS_EXODUS:
            yield from self.place_of_choice(me, n.PEASANT, 6, REGIONS)
        elif title == n.SKAVENGERS:
            yield from self.place_of_choice(me, n.SKAVEN, 2, board.with_token(n.WARPSTONE))
        elif title == n.THE_HORNED_ONES_DUE:
            action = yield from self.ask("O11", t.HORNED_ONES_SPACE, me, [n.REGION + r for r in board.open()])
            if action is not None:
                board.take_space(action - n.REGION, n.THE_HORNED_ONES_DUE_LIES)
        elif title == n.TECLIS_AIDS_THE_EMPIRE:
            yield from self.place_of_choice(me, n.EVENT, 1, REGIONS)
        elif title == n.THE_GRAIL_IS_FOUND:
            yield from self.place_of_choice(me, n.EVENT, 1, facts.NEIGHBOURS[n.BRETONNIA])

    def plunge(self) -> None:
        """Plunged Into Chaos: a point for each Peasant, three more for whoever alone has most (13.54)."""
        peasants = self.board.peasants
        for p in POWERS:
            self.score("O26", p, peasants[p], e.FOR_PEASANTS, peasants[p])
        most = max(peasants)
        if most and peasants.count(most) == 1:
            self.score("O26", peasants.index(most), 3, e.FOR_MOST_PEASANTS, most)

    def divine_inspiration(self, me: int) -> Flow:
        """Move any Hero to any region, or place one."""
        board = self.board
        options = [a_token(r, n.HERO) for r in board.with_token(n.HERO) if set(board.unruined()) - {r}]
        if board.supply[n.HERO]:
            options += [n.REGION + r for r in board.unruined()]
        action = yield from self.ask("O7", t.DIVINE_WHICH, me, options)
        if action is None:
            return
        if action < n.FIGURE:
            self.place(action - n.REGION, n.HERO)
            return
        source = (action - n.TOKEN) // 6
        where = yield from self.ask("O27", t.DIVINE_WHERE, me, [n.REGION + r for r in board.unruined() if r != source])
        assert where is not None
        self.carry(source, n.HERO, where - n.REGION)

    def old_world_end(self, title: int, me: int) -> Flow:
        """What an Old World card on the track does in the End Phase (6.2)."""
        board = self.board
        if title == n.WARPSTONE_DISCOVERY:
            stones = set(board.with_token(n.WARPSTONE))
            for p in POWERS:
                if stones & set(board.here(p)):
                    self.draw(p)
        elif title == n.BRETONNIAN_KNIGHTS:
            for p in POWERS:
                if board.count(p, n.BRETONNIA):
                    yield from self.discard(p, 1)
        elif title == n.DWARF_TROLLSLAYERS:
            yield from self.trollslayers(me)
        elif title == n.WITCH_HUNTERS:
            for r in board.with_token(n.HERO):
                tokens = [board.corruption[p * 9 + r] for p in POWERS]
                if max(tokens) and tokens.count(max(tokens)) == 1:
                    self.uncorrupt(tokens.index(max(tokens)), r, 1)
        elif title == n.ROAD_WARDENS:
            action = yield from self.ask("O7", t.WARDENS_HERO, me, [a_token(r, n.HERO) for r in board.with_token(n.HERO)])
            if action is not None:
                self.take_away((action - n.TOKEN) // 6, n.HERO)
        elif title == n.ELECTORS_ARISE:
            leader = board.leader(n.EMPIRE)
            if leader is not None and not board.ruin[n.EMPIRE]:
                self.score("O26", leader, 1, e.FOR_ELECTORS, n.EMPIRE)
        elif title == n.SKAVENGERS:
            yield from self.place_of_choice(me, n.WARPSTONE, 1, board.with_token(n.SKAVEN))
        elif title == n.DARK_ELF_CORSAIRS:
            for p in POWERS:
                options = [action for r in board.with_token(n.EVENT) for action in self.own_figures(p, r, (n.CULTIST,))]
                action = yield from self.ask("O1", t.CORSAIRS_TAKE, p, options)
                self.lose_figure("O1", action, e.BY_CORSAIRS)
        elif title == n.NORSE_REAVERS:
            for r in board.with_token(n.EVENT):
                victim = board.highest_in(r)
                if victim is not None:
                    action = yield from self.ask("O1", t.REAVERS_TAKE, victim, self.own_figures(victim, r))
                    self.lose_figure("O1", action, e.BY_REAVERS)

    def trollslayers(self, me: int) -> Flow:
        """A Hero may move to an adjacent region."""
        board = self.board
        options = [a_token(r, n.HERO) for r in board.with_token(n.HERO) if set(facts.NEIGHBOURS[r]) & set(board.unruined())]
        action = yield from self.ask("O7", t.TROLLSLAYERS_HERO, me, [*options, n.DONE] if options else [])
        if action is None or action == n.DONE:
            return
        source = (action - n.TOKEN) // 6
        regions = [n.REGION + r for r in facts.NEIGHBOURS[source] if not board.ruin[r]]
        where = yield from self.ask("O27", t.TROLLSLAYERS_WHERE, me, regions)
        assert where is not None
        self.carry(source, n.HERO, where - n.REGION)
