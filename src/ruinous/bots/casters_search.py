"""The bots `l4` and `l5` for Chaos Casters: they search to the end of the round, in a tree over several worlds."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import cast

from ruinous.bots.base import Sight
from ruinous.bots.casters_greedy import LearnedBot
from ruinous.casters import names as n
from ruinous.casters.state import State
from ruinous.games import Rules
from ruinous.thinking.casters_tree import Judge, Tree, deal_worlds

PORTION = 16  # simulations between two looks at the clock


class SearchBot(LearnedBot):
    """Searches with a fixed number of simulations; `sight.seconds` may end it earlier with the best so far."""

    simulations = 256
    tree_worlds = 32
    tree_limit = 30  # positions of the solver at a leaf

    def __init__(self, rules: Rules, seat: str, seed: int, simulations: int | None = None, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(rules, seat, seed)
        self._simulations = self.simulations if simulations is None else simulations
        self._clock = clock

    def choose(self, sight: Sight, /) -> int:
        """The action that was simulated most, or in the Resolve Phase the one of the highest share."""
        world = cast(State, sight.sampler(sight.seed))
        if world.phase == n.RESOLVE_PHASE:
            return super().choose(sight)
        tree = self.search(sight, world)
        return max(sight.actions, key=lambda action: tree.visits_of(action))

    def search(self, sight: Sight, world: State) -> Tree:
        """The tree of a decision after all its simulations, or as many as there was time for."""
        begun = self._clock()
        worlds = deal_worlds(world, self._me, sight.seed, min(self.tree_worlds, self._simulations))
        tree = Tree(Judge(self._model, self.tree_limit), worlds, self._simulations)
        while tree.done < self._simulations and (tree.done == 0 or sight.seconds is None or self._clock() - begun < sight.seconds):
            tree.run(min(PORTION, self._simulations - tree.done))
        return tree
