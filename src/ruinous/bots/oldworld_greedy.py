"""The bot `greedy` for Chaos in the Old World: it tries every option and plays the one after which its share of the win is greatest."""

from __future__ import annotations

from typing import cast

from ruinous.bots.base import Advice, Sight
from ruinous.games import Rules
from ruinous.oldworld import tables
from ruinous.oldworld.names import SUMMONING_PHASE
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_features import GROUPS
from ruinous.thinking.oldworld_judge import Judge, learned_weights
from ruinous.thinking.oldworld_policy import Policy, learned_rows
from ruinous.thinking.oldworld_search import Search

MOST_REASONS = 3
FAINT = 0.04  # a group of features that changes log odds by less is no reason
LEAST = 0.05  # nor is an amount that would be shown as 0


class GreedyBot:
    """One action ahead; what others hold it takes from a world of its sampler. Equals: the first."""

    worlds = 1
    trust = 1.0
    leader = 0.0
    dice = True

    def __init__(self, _rules: Rules, seat: str, _seed: int) -> None:
        self._me = tables.POWERS.index(seat)
        self._judge = Judge(learned_weights())
        self._policy = Policy(learned_rows(), 1)

    def choose(self, sight: Sight, /) -> int:
        """The action of the greatest share of the win."""
        return sight.actions[0] if len(sight.actions) == 1 else int(self.search(sight).options[0])

    def advise(self, sight: Sight) -> list[Advice]:
        """Every option with the share of the win that it expects, and why, the best first."""
        return advice(self.search(sight))

    def search(self, sight: Sight) -> Search:
        """The options weighed, the best first."""
        return self._look_ahead(sight)

    def _look_ahead(self, sight: Sight) -> Search:
        worlds = [cast(State, sight.sampler(sight.seed + n)) for n in range(self.worlds)]
        search = Search(
            self._judge, self._policy, self._me, worlds, self.trust, self.leader, self.dice or worlds[0].phase != SUMMONING_PHASE
        )
        search.look_ahead()
        return search


def advice(search: Search) -> list[Advice]:
    """What a search has found. Reasons set the best option against the next, and every other one against the best."""
    found: list[Advice] = []
    worst = 1.0
    for i in range(search.number):
        worst = min(worst, search.share(i))  # an option given up early was worth no more than those preferred to it
        found.append(Advice(int(search.options[i]), worst, reasons(search, i, 1 if i == 0 else 0)))
    return found


def reasons(search: Search, i: int, other: int) -> tuple[tuple[str, float], ...]:
    """By which groups option i differs most from another, with how much: as `amount` of the judge; `rival` in points of 100.

    Nothing, where one of the two has been played on in simulations and the other has not.
    """
    if i == other or other >= search.number or (search.count[i] == 0) != (search.count[other] == 0):
        return ()
    n, m = max(1, int(search.count[i])), max(1, int(search.count[other]))
    changes: list[tuple[float, str, float]] = []
    for k, name in enumerate(GROUPS):
        speaks = search.speaks[i * 10 + k] / n - search.speaks[other * 10 + k] / m
        amount = search.amount[i * 10 + k] / n - search.amount[other * 10 + k] / m
        changes.append((abs(speaks), name, round(amount, 1)))
    rival = search.rival[i] / n - search.rival[other] / m
    changes.append((4 * abs(rival), "rival", round(100 * rival, 1)))
    changes.sort(key=lambda change: -change[0])
    return tuple((name, amount) for weight, name, amount in changes if weight >= FAINT and abs(amount) >= LEAST)[:MOST_REASONS]
