"""The statistics of the laboratory against known values."""

from collections import Counter

import pytest

from ruinous.lab.statistics import Estimate, estimate, mean, percentile, share, summary, t95, wilson


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


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.7062), (3, 3.1824), (5, 2.5706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (100, 1.9840), (10**6, 1.95997)]
)
def test_students_t(freedom: int, value: float) -> None:
    assert t95(freedom) == pytest.approx(value, abs=5e-4)


def test_students_interval() -> None:
    """The textbook's ten sleepers (Student 1908): mean 1.58 hours more, 0.70 to 2.46."""
    found = estimate([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    assert (found.mean, found.low, found.high) == pytest.approx((1.58, 0.7001, 2.4599), abs=1e-3)


def test_of_one_value_no_interval_is_known() -> None:
    assert estimate([0.5]).document() == {"mean": 0.5, "low": None, "high": None}
    assert share([0.5]) == Estimate(0.5, 0, 1)


def test_a_share_in_the_middle_is_students_interval() -> None:
    values = [0.25, 0.5, 0.75, 0.5] * 50
    assert (share(values).low, share(values).high) == pytest.approx((estimate(values).low, estimate(values).high), abs=5e-4)


def test_a_share_near_one_stays_below_it() -> None:
    values = [1.0] * 199 + [0.75]
    assert estimate(values).high > 1
    assert share(values).low < estimate(values).low
    assert share(values).high < 1


def test_blocks_all_alike_count_as_one_trial_each() -> None:
    assert share([1.0] * 100).low == pytest.approx(wilson(100, 100, t95(99))[0])
