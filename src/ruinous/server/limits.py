"""How often somebody may do a thing: a bucket of tokens for each, refilled by time."""

import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from ruinous.server import words
from ruinous.server.refused import Refused

MOST_BUCKETS: Final = 10_000


class Rate(Struct, frozen=True):
    """So many at once, and one more each so many seconds."""

    burst: int
    seconds: float


RATES: Final[dict[str, Rate]] = {
    "message": Rate(1000, 0.005),
    "say": Rate(5, 2.0),
    "note": Rate(10, 1.0),
    "hint": Rate(3, 5.0),
    "join": Rate(20, 3.0),
    "table": Rate(60, 5.0),
    "link": Rate(5, 60.0),
    "mail": Rate(3, 600.0),
    "letters": Rate(20, 60.0),
    "newcomers": Rate(300, 2.0),
}
"""For each person, messages of who has no key for each socket; letters, newcomers, and what newcomers join, for each address."""


class Limits:
    """The buckets of everybody."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[tuple[str, str], float] = {}  # when a bucket is full again

    def take(self, what: str, who: str) -> None:
        """Do it once. Raises Refused when that is too often."""
        rate, moment = RATES[what], self._clock()
        full_at = max(moment, self._full_at.get((what, who), moment)) + rate.seconds
        if full_at - moment > rate.burst * rate.seconds:
            raise Refused("too_fast", words.TOO_FAST)
        if len(self._full_at) >= MOST_BUCKETS:
            self._full_at = {key: full for key, full in self._full_at.items() if full > moment}
        self._full_at[what, who] = full_at
