"""The few statistics that the laboratory needs."""

import math
from collections import Counter

Z95 = 1.959963984540054  # the 97.5% point of the normal distribution


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
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
