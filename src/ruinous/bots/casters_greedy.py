"""The bots `greedy` and `l3` for Chaos Casters: they look one action ahead, on a few worlds that agree with what they know.

An action is worth what the stack as it would be then comes to, by the solver, and what the model says of all that is
left. `greedy` weighs that by hand, `l3` as it has been learned from games (docs/bots.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import ruinous.thinking
from ruinous.bots.base import Sight
from ruinous.casters import names as n
from ruinous.casters import tables
from ruinous.casters.data import vector
from ruinous.casters.state import State
from ruinous.games import Rules
from ruinous.thinking.casters_model import Model, read_weights
from ruinous.thinking.casters_tree import Judge, deal_worlds, look_ahead

FOLDER = Path(ruinous.thinking.__file__).parent
MILLION = 1_000_000


@cache
def model(name: str) -> Model:
    """The model of a file of weights. Raises BadWeights."""
    return Model(read_weights(FOLDER / f"casters_{name}.txt"))


class GreedyBot:
    """Plays the option of the highest expected share of the win."""

    weights = "hand"
    worlds = 4
    limit = 200  # positions of the solver for each option and world, while cards are still played ...
    resolve_limit = 2000  # ... and when the stack resolves

    def __init__(self, _rules: Rules, seat: str, _seed: int, by: Model | None = None) -> None:
        """A bot for a seat; `by` is the model it values by, if not its own."""
        self._me = tables.PLAYERS.index(seat)
        self._model = model(self.weights) if by is None else by
        self._judges = [Judge(self._model, limit) for limit in (self.limit, self.resolve_limit)]

    def choose(self, sight: Sight, /) -> int:
        """The action of the highest share; the first of equals."""
        shares = self.shares(sight)
        return max(sight.actions, key=lambda action: shares[action])

    def shares(self, sight: Sight) -> dict[int, float]:
        """By action, the share of the win that is expected after it."""
        world = cast(State, sight.sampler(sight.seed))
        worlds = deal_worlds(world, self._me, sight.seed, self.worlds)
        found = look_ahead(self._judges[world.phase == n.RESOLVE_PHASE], worlds, vector(sight.actions))
        return {action: self._mine(share) for action, share in zip(sight.actions, found, strict=True)}

    def _mine(self, share: int) -> float:
        return (share if self._me == 0 else MILLION - share) / MILLION


class LearnedBot(GreedyBot):
    """The same with weights that were learned."""

    weights = "learned"
