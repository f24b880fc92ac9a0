"""What happens in many places of the game, each act with the event that must tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ruinous.lab.referee import facts
from ruinous.lab.referee.board import KIND, POWERS, controller, demand
from ruinous.lab.referee.tape import Flow, Tape
from ruinous.oldworld import events as e
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks as t
from ruinous.oldworld.names import a_figure, figure_power, figure_region, figure_sort


class Acts(Tape):
    """Cards drawn and discarded, points, counters, tokens, corruption, figures; and lists of figures to choose from."""

    def draw(self, p: int) -> None:
        """One card, if deck or discards have any (O35)."""
        board = self.board
        if not board.deck[p] and not board.shuffled[p]:
            pile = Counter({card: board.discard[card] for card in facts.OWN_CARDS[p] if board.discard[card]})
            if not pile:
                return
            self.expect("O35", e.SHUFFLED, p)
            board.shuffled[p] = pile
            for card in pile:
                board.discard[card] = 0
            self.unveiled += pile.total() - 1
        _kind, who, card, _, _ = self.read("O35", e.DREW)
        pool = board.shuffled[p]
        demand(who == p, "O35", f"Power {who} draws where Power {p} was due")
        if pool is not None:
            demand(pool[card] > 0, "O2", f"Power {p} draws card {card}, which its deck does not hold")
            pool[card] -= 1
        else:
            top = board.deck[p].pop()
            demand(card == top, "O2", f"Power {p} draws card {card}; on top lies {top}")
        board.hand[card] += 1
        self.unveiled += 1

    def discard(self, p: int, times: int) -> Flow:
        """A Power discards cards of its choice."""
        hand = self.board.hand
        for _ in range(times):
            card = yield from self.ask("O2", t.DISCARD, p, [n.CARD + card for card in facts.OWN_CARDS[p] if hand[card]])
            if card is None:
                return
            self.discard_one(p, card - n.CARD)

    def discard_one(self, p: int, card: int) -> None:
        """A card from the hand to the open discards."""
        self.expect("O2", e.DISCARDED, p, card)
        self.board.hand[card] -= 1
        self.board.discard[card] += 1

    def score(self, number: str, p: int, points: int, why: int, detail: int) -> None:
        """Victory points, with their reason (O26)."""
        if points > 0:
            self.expect(number, e.VP, p, points, why, detail)
            self.board.vp[p] += points

    def counter(self, p: int, r: int) -> None:
        """A dial advancement counter, if one of the 16 is left (O33)."""
        board = self.board
        if sum(board.counters) < facts.COUNTERS:
            board.counters[p] += 1
            self.expect("O33", e.COUNTER, p, r, board.counters[p])

    def place(self, r: int, token: int) -> None:
        """An Old World token: not in a ruin (O27), not from an empty supply (O7)."""
        board = self.board
        if not board.ruin[r] and board.supply[token]:
            self.expect("O7", e.TOKEN_PLACED, r, token, 1)
            board.tokens[r * 6 + token] += 1
            board.supply[token] -= 1

    def take_away(self, r: int, token: int) -> None:
        """An Old World token goes back to the supply."""
        self.expect("O7", e.TOKEN_REMOVED, r, token, 1)
        self.board.tokens[r * 6 + token] -= 1
        self.board.supply[token] += 1

    def carry(self, r: int, token: int, to: int) -> None:
        """An Old World token goes to another region, never into a ruin (O27)."""
        demand(not self.board.ruin[to], "O27", f"a token is carried into the ruin {to}")
        self.expect("O7", e.TOKEN_MOVED, r, token, to)
        self.board.tokens[r * 6 + token] -= 1
        self.board.tokens[to * 6 + token] += 1

    def place_of_choice(self, me: int, token: int, times: int, regions: Iterable[int], amount: int = 1, distinct: bool = True) -> Flow:
        """A Power places tokens in regions of its choice."""
        left = list(regions)
        for _ in range(times):
            options = [n.REGION + r for r in left if not self.board.ruin[r]] if self.board.supply[token] else []
            action = yield from self.ask("O27", t.PLACE_TOKENS, me, options)
            if action is None:
                return
            for _ in range(amount):
                self.place(action - n.REGION, token)
            if distinct:
                left.remove(action - n.REGION)

    def corrupt(self, p: int, r: int, wanted: int) -> int:
        """Corruption tokens, as many as may be placed and are left (O6, O27)."""
        board = self.board
        left = facts.CORRUPTION - sum(board.corruption[p * 9 : p * 9 + 9])
        if board.ruin[r] or board.copies(r, n.BATTLE_CRY):
            return 0
        number = max(0, min(wanted, left))
        if number:
            self.expect("O27", e.CORRUPTION_PLACED, p, r, number)
            board.corruption[p * 9 + r] += number
            board.placed[p].add(r)
        return number

    def uncorrupt(self, p: int, r: int, number: int) -> None:
        """Corruption tokens go back to their owner."""
        self.expect("O6", e.CORRUPTION_REMOVED, p, r, number)
        self.board.corruption[p * 9 + r] -= number

    def own_figures(self, me: int, r: int, kinds: Iterable[int] = (0, 1, 2)) -> list[int]:
        """The actions that point at figures a Power controls here."""
        return [a_figure(p, r, s) for p, s, _number in self.board.controlled(me, r) if KIND[s & 3] in kinds]

    def enemy_figures(self, me: int, r: int, kinds: Iterable[int] = (0, 1, 2)) -> list[int]:
        """The actions that point at figures here that a Power does not control."""
        return [a_figure(p, r, s) for p in POWERS for s in self.board.sorts(p, r) if KIND[s & 3] in kinds and controller(p, s) != me]

    def lose_figure(self, number: str, action: int | None, why: int) -> None:
        """A figure is removed without being killed."""
        if action is not None:
            p, r, s = figure_power(action), figure_region(action), figure_sort(action)
            self.expect(number, e.FIGURE_REMOVED, p, s, r, why)
            self.board.send_home(p, r, s, number)

    def any_figures(self, r: int, kinds: Iterable[int] = (0, 1, 2)) -> list[int]:
        """The actions that point at figures here, whoever they belong to."""
        return [a_figure(p, r, s) for p in POWERS for s in self.board.sorts(p, r) if KIND[s & 3] in kinds]

    def charm(self, task: int, r: int, options: list[int]) -> Flow:
        """Which figure comes under control (11)."""
        action = yield from self.ask("O37", task, n.SLAANESH, options)
        if action is not None:
            p, s = figure_power(action), figure_sort(action)
            self.expect("O37", e.CHARMED_BY_SLAANESH, p, s, r)
            self.board.turn(p, r, s, s | n.CHARMED)
