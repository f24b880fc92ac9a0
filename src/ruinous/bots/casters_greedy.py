"""The bots `greedy` and `l3` for Chaos Casters: they look one action ahead, on a few worlds that agree with what they know.

An action is worth what the stack as it would be then comes to, by the solver, and what the model says of all that is
left. `greedy` weighs that by hand, `l3` as it has been learned from games (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

import ruinous.thinking
from ruinous.bots.base import Advice, Sight
from ruinous.bots.blunders import sensibly
from ruinous.bots.weighing import enough
from ruinous.casters import names as n
from ruinous.casters import tables
from ruinous.casters.data import vector
from ruinous.casters.state import State
from ruinous.games import Rules
from ruinous.thinking.casters_model import GROUPS, Model, read_weights
from ruinous.thinking.casters_settle import score
from ruinous.thinking.casters_tree import Judge, groups_ahead, look_ahead

FOLDER = Path(ruinous.thinking.__file__).parent
MILLION = 1_000_000
MOST_REASONS = 3
LEAST_POINT = 0.05  # reasons of less are not worth a word


@cache
def model(name: str) -> Model:
    """The model of a file of weights. Raises BadWeights."""
    return Model(read_weights(FOLDER / f"casters_{name}.txt"))


def sampled(sight: Sight, number: int) -> list[State]:
    """So many worlds that agree with what the seat knows."""
    return [cast(State, sight.sampler(sight.seed + k)) for k in range(number)]


class GreedyBot:
    """Plays the option of the highest expected share of the win."""

    weights = "hand"
    worlds = 4
    limit = 200  # positions of the solver for each option and world, while cards are still played ...
    resolve_limit = 2000  # ... and when the stack resolves

    def __init__(self, rules: Rules, seat: str, _seed: int, by: Model | None = None, clock: Callable[[], float] = monotonic) -> None:
        """A bot for a seat; `by` is the model it values by, if not its own."""
        self._rules = rules
        self._clock = clock
        self._me = tables.PLAYERS.index(seat)
        self._model = model(self.weights) if by is None else by
        self._judges = [Judge(self._model, limit) for limit in (self.limit, self.resolve_limit)]

    def choose(self, sight: Sight, /) -> int:
        """The action of the highest share; of equals, as where the game is won or lost anyhow, the one that looks best."""
        return sensibly(self._rules, sight, list(self._ranked(sight, sampled(sight, self.worlds))))[0]

    def advise(self, sight: Sight) -> list[Advice]:
        """Every option with the share of the win that it expects, and why, the best first."""
        return self._at_first_sight(sight)

    def _at_first_sight(self, sight: Sight, best: int | None = None) -> list[Advice]:
        """What the options look like one action ahead, the best first: the one that is given, else the one that is chosen."""
        worlds = sampled(sight, self.worlds)
        judge, shares = self._judge(worlds), self._ranked(sight, worlds)
        order = sensibly(self._rules, sight, list(shares))
        shares = {action: shares[action] for action in sorted(order, key=lambda action: action != best)}
        return self._advice(shares, lambda action: groups_ahead(judge, worlds, action), len(worlds))

    def _ranked(self, sight: Sight, worlds: list[State]) -> dict[int, float]:
        """By action, the share of the win that is expected after it, the best first."""
        shares = self._look_ahead(sight, worlds)
        looks = {action: int(score(worlds[0], action)) if worlds[0].phase == n.RESOLVE_PHASE else 0 for action in sight.actions}
        return {action: shares[action] for action in sorted(sight.actions, key=lambda action: (-shares[action], -looks[action]))}

    def _judge(self, worlds: list[State]) -> Judge:
        return self._judges[worlds[0].phase == n.RESOLVE_PHASE]

    def _look_ahead(self, sight: Sight, worlds: list[State]) -> dict[int, float]:
        """By action, the share of the win that is expected after it, in as many worlds as there is time for."""
        begun = self._clock()
        judge, actions = self._judge(worlds), vector(sight.actions)
        sums, done = [0] * len(sight.actions), 0
        for world in worlds:
            done += 1
            sums = [total + share for total, share in zip(sums, look_ahead(judge, world, actions), strict=True)]
            if sight.seconds is not None and self._clock() - begun >= sight.seconds:
                break
        return {action: self._mine(total // done) for action, total in zip(sight.actions, sums, strict=True)}

    def _mine(self, share: int) -> float:
        return (share if self._me == 0 else MILLION - share) / MILLION

    def _advice(self, shares: dict[int, float], groups_of: Callable[[int], vec[i64]], worlds: int) -> list[Advice]:
        """Options with their shares, the best first.

        Reasons set the best option against the next, and every other one against the best, in points of 100 of the win;
        `groups_of` gives what an option comes to by groups of features, the sum over so many worlds.
        """
        ranked = list(shares)
        sign = 1 if self._me == 0 else -1
        groups = {action: [sign * value / worlds for value in groups_of(action)] for action in ranked}
        advice = []
        for action in ranked:
            other = next((rival for rival in ranked if rival != action), action)
            middle = (shares[action] + shares[other]) / 2
            points = [0.1, *[middle * (1 - middle) * 0.1] * (len(GROUPS) - 1)]  # for a thousandth of each group
            changes = [(a - b) * point for a, b, point in zip(groups[action], groups[other], points, strict=True)]
            reasons = sorted(zip(GROUPS, changes, strict=True), key=lambda reason: -abs(reason[1]))
            told = tuple((name, round(change, 2)) for name, change in reasons[:MOST_REASONS] if abs(change) >= LEAST_POINT)
            advice.append(Advice(action, shares[action], told))
        best = advice[0]
        return [replace(best, reasons=enough(best.reasons, best.value, [one.value for one in advice[1:]])), *advice[1:]]


class LearnedBot(GreedyBot):
    """The same with weights that were learned."""

    weights = "learned"
