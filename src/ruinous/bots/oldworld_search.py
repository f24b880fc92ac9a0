"""The bots `l4` and `l5` for Chaos in the Old World: they play options on in sampled worlds before they choose (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import cast

from ruinous.bots.base import Sight
from ruinous.games import Rules
from ruinous.oldworld import tables, tasks
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_judge import Judge, learned_weights
from ruinous.thinking.oldworld_policy import Policy, learned_rows
from ruinous.thinking.oldworld_search import Search

SMALL = 5  # questions outside the Summoning Phase get one simulation of so many


class SearchBot:
    """Sequential halving over the options, in worlds that all options share.

    `simulations` is the number for a decision of a summoning turn: with the same sight and seed the choice is the same,
    unless the sight has a time limit and that comes first.
    """

    simulations = 128
    options = 8  # that are tried at all
    worlds = 8
    trust = 4.0
    leader = 0.0
    rounds = 1

    def __init__(self, _rules: Rules, seat: str, seed: int, simulations: int | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._me = tables.POWERS.index(seat)
        self._seed = seed
        self._clock = clock
        self._judge = Judge(learned_weights())
        self._policy = Policy(learned_rows(), 1)
        if simulations is not None:
            self.simulations = simulations

    def choose(self, sight: Sight, /) -> int:
        """The action of highest value when the search is over."""
        if len(sight.actions) == 1:
            return sight.actions[0]
        return int(self.search(sight).options[0])

    def search(self, sight: Sight) -> Search:
        """Search until the simulations or the time are used up; the best option is then the first."""
        begun = self._clock()
        worlds = [cast(State, sight.sampler(sight.seed + n)) for n in range(self.worlds)]
        number = self.simulations if worlds[0].asks == tasks.SUMMONING_TURN else max(1, self.simulations // SMALL)
        search = Search(self._judge, self._policy, self._me, worlds, self.trust, self.leader, self.rounds)
        search.look_ahead()
        search.keep(min(self.options, max(2, number // 4)))
        halvings = max(1, (int(search.tried) - 1).bit_length())
        for _ in range(halvings):
            for _ in range(max(1, number // (halvings * int(search.tried)))):
                if sight.seconds is not None and self._clock() - begun > 0.9 * sight.seconds:
                    search.keep(1)
                    return search
                search.simulate(1)
            search.keep((int(search.tried) + 1) // 2)
        return search


class ExpertBot(SearchBot):
    """More of everything."""

    simulations = 768
    options = 12
    worlds = 16
