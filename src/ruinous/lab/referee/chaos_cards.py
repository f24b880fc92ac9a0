"""What the Chaos cards say that do something when they are played (old-world.md 5); all others are asked about where they matter."""

from __future__ import annotations

from collections.abc import Callable

from ruinous.lab.referee import facts
from ruinous.lab.referee.acts import Acts
from ruinous.lab.referee.board import POWERS, REGIONS
from ruinous.lab.referee.tape import Flow
from ruinous.oldworld import events as e
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks as t
from ruinous.oldworld.names import a_figure, a_token, figure_power, figure_region, figure_sort


class ChaosCards(Acts):
    """The texts, each with the region of the card."""

    def instant(self, card: int, r: int) -> Flow:
        """The text of a card that has just been played here."""
        text = INSTANT_TEXTS.get(card)
        if text is not None:
            yield from text(self, r)

    def move(self, action: int, to: int) -> None:
        """A card moves a figure: no adjacency, no price (11)."""
        p, source, s = figure_power(action), figure_region(action), figure_sort(action)
        self.expect("O1", e.MOVED, p, s, source, to)
        self.board.shift(p, source, s, to, "O1")

    def blood_gods_call(self, r: int) -> Flow:
        """Up to two figures from one other region."""
        sources: list[int] = [other for other in REGIONS if other != r]
        for _ in range(2):
            options = [action for source in sources for action in self.any_figures(source)]
            action = yield from self.ask("O12", t.BLOOD_GODS_CALL, n.KHORNE, [*options, n.DONE] if options else [])
            if action is None or action == n.DONE:
                return
            self.move(action, r)
            sources = [figure_region(action)]

    def all_things_decay(self, r: int) -> Flow:
        """One corruption token of anybody goes."""
        options = [n.CORRUPTION + p * 9 + r for p in POWERS if self.board.corruption[p * 9 + r]]
        action = yield from self.ask("O6", t.DECAY, n.NURGLE, options)
        if action is not None:
            self.uncorrupt((action - n.CORRUPTION) // 9, r, 1)

    def drain_power(self, r: int) -> Flow:
        """Opponents with a cultist here lose 1, Tzeentch gains 1 in all."""
        board = self.board
        for p in POWERS:
            if p != n.TZEENTCH and board.power[p] and board.count_kind(p, r, n.CULTIST):
                self.expect("O9", e.POWER_CHANGED, p, -1)
                board.power[p] -= 1
        if board.power[n.TZEENTCH] < facts.TRACK_END:
            self.expect("O9", e.POWER_CHANGED, n.TZEENTCH, 1)
            board.power[n.TZEENTCH] += 1
        yield from ()

    def warp_shield(self, r: int) -> Flow:
        """One of Tzeentch's figures here is shielded."""
        options = [a_figure(n.TZEENTCH, r, s) for s in self.board.sorts(n.TZEENTCH, r) if s < n.SINGLED]
        action = yield from self.ask("O37", t.SHIELD, n.TZEENTCH, options)
        if action is not None:
            s = figure_sort(action)
            self.expect("O37", e.SHIELDED, n.TZEENTCH, s, r)
            self.board.turn(n.TZEENTCH, r, s, s | n.SINGLED)

    def teleport(self, r: int) -> Flow:
        """A cultist or warrior of anybody to any other region."""
        action = yield from self.ask("O12", t.TELEPORT_WHICH, n.TZEENTCH, self.any_figures(r, (n.CULTIST, n.WARRIOR)))
        if action is not None:
            where = yield from self.ask("O12", t.TELEPORT_WHERE, n.TZEENTCH, [n.REGION + to for to in REGIONS if to != r])
            assert where is not None
            self.move(action, where - n.REGION)

    def meddling(self, r: int) -> Flow:
        """An opponent with a figure here discards two cards of its choice."""
        options = [n.POWER + p for p in POWERS if p != n.TZEENTCH and self.board.count(p, r)]
        action = yield from self.ask("O2", t.MEDDLE_WITH, n.TZEENTCH, options)
        if action is not None:
            yield from self.discard(action - n.POWER, 2)

    def perverse_infiltration(self, r: int) -> Flow:
        """One corruption token."""
        self.corrupt(n.SLAANESH, r, 1)
        yield from ()

    def dark_influence(self, r: int) -> Flow:
        """A Noble, Peasant or Hero from here to any other region that is not ruined."""
        board = self.board
        regions = [to for to in board.unruined() if to != r]
        options = [a_token(r, token) for token in (n.NOBLE, n.PEASANT, n.HERO) if board.token(r, token)]
        action = yield from self.ask("O7", t.INFLUENCE_WHICH, n.SLAANESH, options if regions else [])
        if action is not None:
            where = yield from self.ask("O27", t.INFLUENCE_WHERE, n.SLAANESH, [n.REGION + to for to in regions])
            assert where is not None
            self.carry(r, (action - n.TOKEN) % 6, where - n.REGION)

    def soporific_musk(self, r: int) -> Flow:
        """Slaanesh takes control of one enemy figure here."""
        yield from self.charm(t.CHARM, r, self.enemy_figures(n.SLAANESH, r))


INSTANT_TEXTS: dict[int, Callable[[ChaosCards, int], Flow]] = {
    n.THE_BLOOD_GODS_CALL: ChaosCards.blood_gods_call,
    n.ALL_THINGS_DECAY: ChaosCards.all_things_decay,
    n.DRAIN_POWER: ChaosCards.drain_power,
    n.WARP_SHIELD: ChaosCards.warp_shield,
    n.TELEPORT: ChaosCards.teleport,
    n.THE_MEDDLING_OF_SKAVEN: ChaosCards.meddling,
    n.PERVERSE_INFILTRATION: ChaosCards.perverse_infiltration,
    n.DARK_INFLUENCE: ChaosCards.dark_influence,
    n.SOPORIFIC_MUSK: ChaosCards.soporific_musk,
}
