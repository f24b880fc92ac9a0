"""How a state of the Old World is judged: each Power's expected share of the win, and nobody's.

A logistic model on the features: the score of a Power is a sum over its features, so what speaks for it can be told
group by group. It has one set of weights for a round that goes on and another for one that is over. A game that is over
is judged by its end.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.oldworld.data import DIAL_END
from ruinous.oldworld.names import P
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_features import FEATURES, GROUPS, F, Features
from ruinous.thinking.oldworld_forecast import blank
from ruinous.thinking.oldworld_weights import FOLDER, read_rows

HOW: Final[i64] = 12  # weights of a feature: for each Power alone, times `late`, times `open`
ROWS: Final = [name for name, _ in FEATURES] + ["one", "nobody"]  # of nobody: alone, with 0, 1, 2 rounds left, with none times `late`
ONE_SET: Final[i64] = (F + 2) * HOW
GROUP_OF: Final = vec[i64]([GROUPS.index(group) for _, group in FEATURES])  # [feature]


@cache
def learned_weights() -> list[float]:
    """The weights that `greedy` judges by, the same for both sets. Raises BadWeights."""
    return 2 * read_rows(FOLDER / "oldworld_judge.txt", ROWS, 12)


@final
class Judge:
    """Make one, then `look` at as many states as you like.

    `share`: [Power, and nobody as the fifth] of the win; `score`: the sums that they are made of.
    """

    def __init__(self, weights: list[float]) -> None:
        self.weights: vec[float] = vec[float](weights)  # [set, row, how]
        self.features = Features()
        self.share: vec[float] = blank(5)
        self.score: vec[float] = blank(5)
        self.speaks: vec[float] = blank(10)  # [group] what it adds to a score, see `explain`
        self.amount: vec[float] = blank(10)  # [group] the same as people count it

    def look(self, g: State) -> None:
        """Judge a state."""
        share = self.share
        if g.over and g.reason > 0:
            winners: float = 0.0
            for p in range(P):
                share[p] = 1.0 if g.winners >> p & 1 else 0.0
                winners += share[p]
            share[4] = 1.0 if winners == 0.0 else 0.0
            if winners > 1.0:
                for p in range(P):
                    share[p] /= winners
            return
        features = self.features
        features.look(g)
        weights = self.weights
        x = features.x
        late: float = features.late
        open_: float = features.open
        most: float = -100.0
        first: i64 = ONE_SET if g.over else 0
        for p in range(P):
            if g.seats >> p & 1 == 0:
                self.score[p] = -100.0
                continue
            at: i64 = first + p * 3
            score: float = 0.0
            for i in range(F):
                value: float = x[p * F + i]
                if value != 0.0:
                    score += value * (weights[at] + late * weights[at + 1] + open_ * weights[at + 2])
                at += HOW
            score += weights[at] + late * weights[at + 1] + open_ * weights[at + 2]
            self.score[p] = score
            if score > most:
                most = score
        left: i64 = features.rounds_left
        none: i64 = first + (F + 1) * HOW
        nobody: float = weights[none]
        if left < 3:
            nobody += weights[none + 1 + left]
        if left == 0:
            nobody += weights[none + 4] * late
        self.score[4] = nobody
        if nobody > most:
            most = nobody
        whole: float = 0.0
        for p in range(i64(5)):
            share[p] = exp(self.score[p] - most)
            whole += share[p]
        for p in range(i64(5)):
            share[p] /= whole

    def explain(self, g: State, p: i64) -> None:
        """After a look: what each group adds to the score of a Power (`speaks`), and its amount in the unit of its text.

        Amounts: victory points for race, supremacy, corruption and peasants; dial positions; power points; cards; figures;
        upgrades; threat.
        """
        features = self.features
        x = features.x
        at: i64 = p * F
        for k in range(i64(10)):
            self.speaks[k] = 0.0
            self.amount[k] = 0.0
        if g.over and g.reason > 0:
            self.amount[0] = float(g.vp[p])
            self.amount[1] = float(g.dial[p])
            return
        first: i64 = ONE_SET if g.over else 0
        for i in range(F):
            value: float = x[at + i]
            if value != 0.0:
                w: i64 = first + i * HOW + p * 3
                self.speaks[GROUP_OF[i]] += value * (
                    self.weights[w] + features.late * self.weights[w + 1] + features.open * self.weights[w + 2]
                )
        self.amount[0] = x[at] * 50.0
        self.amount[1] = x[at + 6] * float(DIAL_END[p])
        self.amount[2] = (x[at + 16] + x[at + 17]) * 10.0
        self.amount[3] = (x[at + 19] + x[at + 20]) * 20.0
        self.amount[4] = x[at + 22] * 5.0
        self.amount[5] = x[at + 23] * 8.0
        self.amount[6] = x[at + 26] * 6.0
        self.amount[7] = (x[at + 28] + x[at + 29]) * 5.0 + x[at + 30]
        for u in range(i64(5)):
            self.amount[8] += x[at + 32 + u]
        self.amount[9] = x[at + 37] * 33.0
