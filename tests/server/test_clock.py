"""Banked clocks as numbers (docs/formats.md section 8)."""

import pytest

from ruinous.server.clock import PACES, SECOND

MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 24 * 3600 * SECOND


@pytest.mark.parametrize(
    ("pace", "bank", "addition"), [("live", 20 * MINUTE, 30 * SECOND), ("day", 3 * DAY, 12 * HOUR), ("week", 14 * DAY, 2 * DAY)]
)
def test_three_paces(pace: str, bank: int, addition: int) -> None:
    clock = PACES[pace]
    assert (clock.bank, clock.addition, clock.cap) == (bank, addition, bank)


def test_a_decision_costs_its_time_and_ends_with_the_addition() -> None:
    assert PACES["live"].after(10 * MINUTE, 2 * MINUTE) == 8 * MINUTE + 30 * SECOND


def test_no_bank_grows_above_the_cap() -> None:
    assert PACES["live"].after(20 * MINUTE, 5 * SECOND) == 20 * MINUTE
    assert PACES["live"].after(20 * MINUTE, 31 * SECOND) == 20 * MINUTE - SECOND


def test_an_overdrawn_bank_is_empty_and_not_in_debt() -> None:
    assert PACES["day"].after(HOUR, 5 * HOUR) == 12 * HOUR


def test_a_secret_decision_ends_without_the_addition() -> None:
    """Else the bank would tell how many cards somebody exchanges in the opening of Chaos Casters."""
    once = PACES["live"].after(10 * MINUTE, 40 * SECOND, hushed=True)
    thrice = 10 * MINUTE
    for thought in (10 * SECOND, 20 * SECOND, 10 * SECOND):
        thrice = PACES["live"].after(thrice, thought, hushed=True)
    assert once == thrice == 10 * MINUTE - 40 * SECOND


def test_a_clock_that_ran_backwards_costs_nothing() -> None:
    assert PACES["day"].after(HOUR, -DAY) == 13 * HOUR
