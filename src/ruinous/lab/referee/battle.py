"""Battles (old-world.md 7.4)."""

from __future__ import annotations

from collections.abc import Generator

from ruinous.lab.referee.acts import Acts
from ruinous.lab.referee.board import KIND, POWERS, REGIONS, controller, demand
from ruinous.lab.referee.tape import Flow
from ruinous.oldworld import events as e
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks as t
from ruinous.oldworld.names import a_figure, a_token, figure_power, figure_sort


class Battles(Acts):
    """The Battle Phase: rolls in their order, hits in lots, who is felled by whom."""

    blooded = False  # Khorne has killed a figure in this battle

    def battle_phase(self) -> Flow:
        """Regions in order, each with its battles; then The Final Rotting (O22)."""
        for r in REGIONS:
            nth = 0
            while True:
                yield from self.one_battle(r, nth)
                if nth >= self.board.copies(r, n.REBORN_IN_BLOOD):
                    break
                nth += 1
        for r in REGIONS:
            for _ in range(self.board.copies(r, n.THE_FINAL_ROTTING)):
                yield from self.final_rotting(r, self.board.corruption[n.NURGLE * 9 + r])

    def one_battle(self, r: int, nth: int) -> Flow:
        """Start-of-battle rolls, left card first, then upgrades; then Power by Power (7.4 a to d)."""
        board = self.board
        electors = board.on_track(n.ELECTORS_SUE_FOR_PEACE) and board.token(r, n.EVENT)
        if electors or board.copies(r, n.FIELD_OF_ECSTASY):
            if self.coming(e.NO_BATTLE, r):
                self.read("O22", e.NO_BATTLE)
            return
        frenzies = board.copies(r, n.BLOOD_FRENZY) if nth == 0 else 0
        fights = any(board.dice(p, r) and board.may_hit(p, r) for p in POWERS)
        if fights or (frenzies and board.may_hit(n.KHORNE, r)):
            self.expect("O22", e.BATTLE, r, nth)
        board.battle = r
        self.blooded = False
        for _ in range(frenzies):
            yield from self.roll(n.KHORNE, r, 2, at_once=True)
        first_strike = board.has(n.KHORNE, n.WARRIOR_UPGRADE)
        if first_strike:
            yield from self.roll(n.KHORNE, r, 2 * board.figure(n.KHORNE, r, n.WARRIOR), at_once=True)
        for p in POWERS:
            dice = board.dice(p, r)
            if p == n.KHORNE and first_strike:
                dice -= 2 * board.figure(n.KHORNE, r, n.WARRIOR)
            yield from self.roll(p, r, dice, at_once=False)
        for p in POWERS:
            for s in range(16):
                for _ in range(board.downed[p * 16 + s]):
                    board.send_home(p, r, s, "O21")
                board.downed[p * 16 + s] = 0
        board.battle = -1

    def roll(self, me: int, r: int, dice: int, at_once: bool) -> Flow:
        """All dice, then all hits, then the revenge of the Plaguebearers (O17, O18)."""
        if not dice or not self.board.may_hit(me, r):
            return
        thrown = hits = sixes = 0
        while thrown < dice + sixes:
            _kind, who, face, _, _ = self.read("O17", e.DIE)
            demand(who == me and 1 <= face <= 6, "O17", f"Power {who} throws {face}; Power {me} was due")
            thrown += 1
            hits += face >= 4
            sixes += face == 6
        self.unveiled += thrown
        self.expect("O18", e.ROLLED, me, r, dice, hits)
        felled = yield from self.assign(me, r, hits, at_once, None)
        if felled and me != n.NURGLE and self.board.has(n.NURGLE, n.WARRIOR_UPGRADE):
            yield from self.assign(n.NURGLE, r, felled, at_once, me)

    def assign(self, me: int, r: int, hits: int, at_once: bool, only: int | None) -> Generator[None, int, int]:
        """Hits in lots of exactly Defence while a kill is possible, the rest lost (O18, O19, O20); Plaguebearers felled.

        With `only` (revenge) they go to figures that this Power controls.
        """
        board = self.board
        felled = 0
        while hits:
            victims = [(p, s) for p, s in board.targets(me, r) if only is None or controller(p, s) == only]
            options = [a_figure(p, r, s) for p, s in victims if board.defence(p, r, s) <= hits]
            if board.token(r, n.PEASANT) and only is None:
                options.append(a_token(r, n.PEASANT))
            action = yield from self.ask("O20", t.HIT, me, options)
            if action is None:
                self.expect("O18", e.HITS_LOST, me, r, hits)
                break
            if action == a_token(r, n.PEASANT):
                hits -= 1
                self.expect("O23", e.PEASANT_KILLED, me, r)
                board.tokens[r * 6 + n.PEASANT] -= 1
                board.peasants[me] += 1
                continue
            p, s = figure_power(action), figure_sort(action)
            hits -= board.defence(p, r, s)
            if at_once:
                board.send_home(p, r, s, "O21")
            else:
                board.downed[p * 16 + s] += 1
            self.killed(me, p, s, r)
            felled += p == n.NURGLE and s == n.WARRIOR
        return felled

    def killed(self, me: int, p: int, s: int, r: int) -> None:
        """Who killed whom, and what Khorne and Tzeentch have of it (O33, 5.1, 5.3)."""
        board = self.board
        self.expect("O19", e.KILLED, p, s, r, me)
        if me == n.KHORNE:
            if not self.blooded:
                self.blooded = True
                self.counter(me, r)
            for _ in range(board.copies(r, n.RITUAL_SLAYING)):
                self.draw(me)
        if me == n.TZEENTCH:
            board.changed.add(r)

    def final_rotting(self, r: int, kills: int) -> Flow:
        """Nurgle kills an enemy cultist or warrior for each of his tokens here."""
        for _ in range(kills):
            options = [a_figure(p, r, s) for p, s in self.board.targets(n.NURGLE, r) if KIND[s & 3] in (n.CULTIST, n.WARRIOR)]
            action = yield from self.ask("O19", t.ROT, n.NURGLE, options)
            if action is None:
                return
            p, s = figure_power(action), figure_sort(action)
            self.board.send_home(p, r, s, "O21")
            self.killed(n.NURGLE, p, s, r)
