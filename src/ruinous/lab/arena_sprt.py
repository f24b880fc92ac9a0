"""A sequential test between two bots: play only as many blocks as it takes to tell a share from another.

Whether the challenger's share is LOW or HIGH: after each block the log-likelihood ratio of the two is taken as
n (high - low) (2 mean - low - high) / (2 variance), as if block means were normal with the variance seen so far. The test ends where
it leaves the bounds of Wald for errors of 5% each way. Two made-up blocks, one lost and one won, are counted into the
variance, which so is never zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import fmean, variance

ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)


@dataclass
class Test:
    """The test on the shares of a challenger, block by block."""

    low: float
    high: float
    shares: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The logarithm of how much likelier HIGH is than LOW."""
        if not self.shares:
            return 0.0
        spread = variance([*self.shares, 0.0, 1.0])
        return len(self.shares) * (self.high - self.low) * (2 * fmean(self.shares) - self.low - self.high) / (2 * spread)

    @property
    def verdict(self) -> str | None:
        """`high` or `low` once it is decided."""
        if abs(self.ratio) < BOUND:
            return None
        return "high" if self.ratio > 0 else "low"

    def document(self) -> dict[str, float | str | None]:
        """The test for programs."""
        return {"low": self.low, "high": self.high, "ratio": round(self.ratio, 4), "bound": round(BOUND, 4), "verdict": self.verdict}
