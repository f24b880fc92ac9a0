"""What so many dice hit: exact tables (old-world.md 7.4: 4, 5, 6 hit, and each 6 throws one more).

A die with all it throws again gives no hit with chance 1/2 and k hits with 5/12 * (1/6)**(k-1): 0.6 hits on average.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MOST_DICE: Final[i64] = 24  # more are taken for 24
MOST_HITS: Final[i64] = 24


def _exactly() -> list[float]:
    """[dice, hits] the chance of exactly so many hits."""
    most = int(MOST_HITS)
    one = [0.5] + [5 / 12 / 6 ** (k - 1) for k in range(1, most + 1)]
    row = [1.0] + [0.0] * most
    table = list(row)
    for _ in range(int(MOST_DICE)):
        row = [sum(row[i] * one[k - i] for i in range(k + 1)) for k in range(most + 1)]
        table += row
    return table


EXACTLY: Final = vec[float](_exactly())  # [dice, hits] in rows of MOST_HITS + 1


def chance_of_hits(dice: i64, hits: i64) -> float:
    """The chance that so many dice give exactly so many hits (at most MOST_HITS)."""
    n: i64 = dice if dice < MOST_DICE else MOST_DICE
    return EXACTLY[n * (MOST_HITS + 1) + hits]
