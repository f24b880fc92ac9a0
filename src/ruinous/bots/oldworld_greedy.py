"""The bot `greedy` for Chaos in the Old World: it tries every option and plays the one after which its share of the win is greatest."""

from __future__ import annotations

from random import Random
from typing import cast

from ruinous.bots.base import Sight
from ruinous.games import Rules
from ruinous.oldworld import tables
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_judge import Judge, learned_weights
from ruinous.thinking.oldworld_trial import Trial


class GreedyBot:
    """One step ahead; what others hold it takes from a world of its sampler."""

    def __init__(self, _rules: Rules, seat: str, seed: int) -> None:
        self._me = tables.POWERS.index(seat)
        self._chance = Random(seed)
        self._trial = Trial(Judge(learned_weights()))

    def choose(self, sight: Sight, /) -> int:
        """The action of the greatest share."""
        world = cast(State, sight.sampler(sight.seed))
        best, most = sight.actions[0], -1.0
        for action in sight.actions:
            self._trial.try_out(world, action, self._me)
            share = self._trial.judge.share[self._me]
            if share > most + 1e-9:
                best, most = action, share
        return best
