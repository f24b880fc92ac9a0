"""The statistics of the laboratory against known values."""

from collections import Counter

import pytest

from ruinous.lab.statistics import mean, percentile, summary, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Newcombe 1998, table I, method 3, to four places
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert list(wilson(successes, trials)) == pytest.approx([low, high], abs=5e-5)


def test_wilson_without_trials_knows_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_counted_numbers() -> None:
    counts = Counter({1: 1, 2: 2, 10: 7})
    assert mean(counts) == pytest.approx(7.5)
    assert [percentile(counts, p) for p in (0, 10, 11, 30, 31, 50, 100)] == [1, 1, 2, 2, 10, 10, 10]
    assert summary(counts) == {"mean": 7.5, "p10": 1, "p50": 10, "p90": 10}
    assert mean(Counter()) == 0
