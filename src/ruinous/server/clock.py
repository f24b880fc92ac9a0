"""Banked clocks (docs/formats.md section 8): how much time a seat has, and what a decision costs. Pure numbers, no clock in here.

A seat thinks on its bank. A decision ends with an addition, never above the cap; an empty bank is the end of the seat's time.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

SECOND: Final = 1000
"""All times are milliseconds."""


class Pace(Struct, frozen=True):
    """One of the three paces: what a bank begins with, what each own decision adds, and the most it can hold."""

    bank: int
    addition: int
    cap: int

    def after(self, bank: int, thought: int, *, hushed: bool = False) -> int:
        """The bank after a decision that took so long; a clock that ran backwards costs nothing.

        One that others may not even know of (`hushed`) ends without the addition, which would show how many there were.
        """
        left = max(0, bank - max(0, thought))
        return left if hushed else min(self.cap, left + self.addition)


def _pace(bank: int, addition: int) -> Pace:
    return Pace(bank * SECOND, addition * SECOND, bank * SECOND)


PACES: Final[Mapping[str, Pace]] = {
    "live": _pace(20 * 60, 30),
    "day": _pace(3 * 24 * 3600, 12 * 3600),
    "week": _pace(14 * 24 * 3600, 2 * 24 * 3600),
}
