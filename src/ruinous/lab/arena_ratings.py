"""Ratings from games of any number of players, some of which nobody wins.

Bot i on chair c wins with a probability proportional to exp(skill[i] + effect[c]), "nobody" with one proportional to exp(none):
a strong bot on a weak chair is not taken for a weak bot. A shared victory counts as a part of one for each winner. A little
weight on 0 keeps the skill of a bot that never loses finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

ELO = 400 / math.log(10)  # points for one unit of skill
RIDGE = 0.1
NOBODY = ("nobody", "")

Chair = tuple[str, str]  # a bot and the chair that it sits on
Won = dict[tuple[tuple[Chair, ...], Chair], float]
"""How often a line-up ended with this winner (or `NOBODY`); parts of shared victories too."""


def add(won: Won, key: tuple[tuple[Chair, ...], Chair], times: float) -> None:
    """Count more of one result."""
    won[key] = won.get(key, 0.0) + times


class Model:
    """The skills of bots and the effects of chairs that explain best who won."""

    def __init__(self, bots: Sequence[str], chairs: Sequence[str]) -> None:
        names = [("skill", bot) for bot in bots] + [("effect", chair) for chair in chairs] + [("none", "")]
        self._place = {name: n for n, name in enumerate(names)}
        self.values = [0.0] * len(names)

    def skill(self, bot: str) -> float:
        """A bot's skill; only differences mean something."""
        return self.values[self._place["skill", bot]]

    def effect(self, chair: str) -> float:
        """A chair's effect; only differences mean something."""
        return self.values[self._place["effect", chair]]

    def fit(self, won: Won) -> Model:
        """Find the values for these results by Newton's method, beginning with those that there are."""
        line_ups: dict[tuple[Chair, ...], dict[Chair, float]] = {}
        for (line_up, winner), times in won.items():
            line_ups.setdefault(line_up, {})[winner] = times
        for _ in range(50):
            step = _solved(*self._derivatives(line_ups))
            longest = max(map(abs, step))
            scale = min(1.0, 2.0 / longest) if longest else 1.0
            self.values = [value + scale * change for value, change in zip(self.values, step, strict=True)]
            if longest < 1e-6:
                break
        return self

    def _derivatives(self, line_ups: Mapping[tuple[Chair, ...], Mapping[Chair, float]]) -> tuple[list[list[float]], list[float]]:
        """Minus the second derivatives of the log-likelihood, and the first."""
        n = len(self.values)
        curve = [[RIDGE if i == j else 0.0 for j in range(n)] for i in range(n)]
        slope = [-RIDGE * value for value in self.values]
        for line_up, winners in line_ups.items():
            total = sum(winners.values())
            where = [(self._place["skill", bot], self._place["effect", chair]) for bot, chair in line_up] + [(self._place["none", ""],)]
            weights = [math.exp(sum(self.values[i] for i in places)) for places in where]
            whole = sum(weights)
            expected = [0.0] * n
            for who, places, weight in zip((*line_up, NOBODY), where, weights, strict=True):
                share = weight / whole
                for i in places:
                    expected[i] += share
                    slope[i] += winners.get(who, 0.0) - total * share
                    for j in places:
                        curve[i][j] += total * share
            for i, here in enumerate(expected):
                if here:
                    for j, there in enumerate(expected):
                        curve[i][j] -= total * here * there
        return curve, slope


def _solved(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The solution of a system of linear equations by elimination; the matrix is positive definite."""
    n = len(vector)
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for i in range(n):
        for lower in rows[i + 1 :]:
            factor = lower[i] / rows[i][i]
            if factor:
                for j in range(i, n + 1):
                    lower[j] -= factor * rows[i][j]
    solution = [0.0] * n
    for i in reversed(range(n)):
        solution[i] = (rows[i][n] - sum(rows[i][j] * solution[j] for j in range(i + 1, n))) / rows[i][i]
    return solution
