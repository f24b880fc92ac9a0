"""The bots `l4` and `l5` for Chaos Casters: they search to the end of the round, in a tree over several worlds."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import cast

from ruinous.bots.base import Advice, Sight
from ruinous.bots.blunders import sensibly
from ruinous.bots.casters_greedy import LearnedBot, sampled
from ruinous.casters import names as n
from ruinous.casters.state import State
from ruinous.games import Rules
from ruinous.thinking.casters_tree import Judge, Tree

PORTION = 16  # simulations between two looks at the clock


def resolves(sight: Sight) -> bool:
    """Whether the stack resolves: then nothing is played any more, and the solver knows best."""
    return cast(State, sight.sampler(sight.seed)).phase == n.RESOLVE_PHASE


class SearchBot(LearnedBot):
    """Searches with a fixed number of simulations; `sight.seconds` may end it earlier with the best so far."""

    seconds = 1.0  # at a table
    simulations = 256
    tree_worlds = 64
    guess_limit = 0  # positions of the solver for how an option looks ...
    leaf_limit = 10  # ... and for what a simulation comes to

    def __init__(self, rules: Rules, seat: str, seed: int, simulations: int | None = None, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(rules, seat, seed, clock=clock)
        self._simulations = self.simulations if simulations is None else simulations

    def choose(self, sight: Sight, /) -> int:
        """The option that was simulated most; in the Resolve Phase that of the highest share."""
        if resolves(sight):
            return super().choose(sight)
        return self._by_visits(sight, self.search(sight))[0]

    def advise(self, sight: Sight) -> list[Advice]:
        """The options that it has simulated, with the share of the win that it expects, and why, the best first.

        Where it simulated a single one, all others were ruled out one action ahead: then all as they look there.
        """
        if resolves(sight):
            return super().advise(sight)
        tree = self.search(sight)
        tried = [action for action in self._by_visits(sight, tree) if tree.visits_of(action) > 0]
        if len(tried) < 2:
            return self._at_first_sight(sight, tried[0])
        shares = {action: self._mine(tree.share_of(action)) for action in tried}
        return self._advice(shares, tree.groups, len(tree.worlds))

    def _by_visits(self, sight: Sight, tree: Tree) -> list[int]:
        """The options, those that were simulated most first; what is never right is not the first."""
        ranked = sorted(sight.actions, key=lambda action: (-tree.visits_of(action), -self._mine(tree.share_of(action))))
        return sensibly(self._rules, sight, ranked)

    def search(self, sight: Sight) -> Tree:
        """The tree of a decision after all its simulations, or as many as can change the choice, or as there was time for."""
        begun = self._clock()
        worlds = sampled(sight, min(self.tree_worlds, self._simulations))
        tree = Tree(Judge(self._model, self.guess_limit), Judge(self._model, self.leaf_limit), worlds, self._simulations)
        while tree.lead() <= (left := self._simulations - tree.done) and left > 0:
            tree.run(min(PORTION, left))
            if sight.seconds is not None and self._clock() - begun >= sight.seconds:
                break
        return tree


class ExpertBot(SearchBot):
    """The same with more simulations."""

    seconds = 2.5
    simulations = 2048
