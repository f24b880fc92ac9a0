"""The few statistics that the laboratory needs."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

Z95 = 1.959963984540054  # the 97.5% point of the normal distribution
_T95 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)  # Student's, for 1 to 5 degrees of freedom


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float

    def document(self) -> dict[str, float | None]:
        """The same for programs; a limit that is not known is null."""
        values = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: round(value, 5) if math.isfinite(value) else None for name, value in values.items()}


def t95(freedom: int) -> float:
    """The 97.5% point of Student's distribution, to four places; `freedom` from 1 on."""
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    z, n = Z95, freedom  # the expansion in powers of 1/n, Abramowitz and Stegun 26.7.5
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / n**power for power, term in enumerate(terms, 1))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values with Student's interval; without limits where there are fewer than two."""
    middle = fmean(values) if values else 0.0
    if len(values) < 2:
        return Estimate(middle, -math.inf, math.inf)
    half = t95(len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Estimate(middle, middle - half, middle + half)


def share(values: Sequence[float]) -> Estimate:
    """The mean of independent shares (block means), each between 0 and 1, with an interval that stays between 0 and 1.

    It is Wilson's interval for as many trials as the variance of the values stands for, with Student's t in the place of z:
    in the middle the same as Student's interval, but fit for shares near 0 and 1 too. Where all values are alike there is no
    variance to go by, and each counts as one trial.
    """
    n = len(values)
    middle = fmean(values) if values else 0.0
    if n < 2:
        return Estimate(middle, 0.0, 1.0)
    spread = variance(values)
    trials = n * middle * (1 - middle) / spread if spread else n
    return Estimate(middle, *wilson(middle * trials, trials, t95(n - 1)))


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval (95% by default) of a share: low and high, between 0 and 1; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def mean(counts: Counter[int]) -> float:
    """The mean of counted numbers; 0 without any."""
    n = counts.total()
    return sum(value * times for value, times in counts.items()) / n if n else 0.0


def percentile(counts: Counter[int], percent: float) -> int:
    """The smallest counted number that at least `percent` % of all do not exceed; 0 without any."""
    needed = counts.total() * percent / 100
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    return 0


def summary(counts: Counter[int]) -> dict[str, float]:
    """Mean, tenth, fiftieth and ninetieth percentile."""
    return {
        "mean": round(mean(counts), 3),
        "p10": percentile(counts, 10),
        "p50": percentile(counts, 50),
        "p90": percentile(counts, 90),
    }
