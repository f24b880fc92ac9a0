"""How often somebody may do a thing, a bucket of tokens for each, refilled by time; and how many sockets may be open."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
    "request": Rate(5000, 0.005),
    "message": Rate(1000, 0.005),
    "seat": Rate(2000, 0.5),
    "say": Rate(5, 2.0),
    "guests": Rate(20, 2.0),
    "note": Rate(10, 1.0),
    "hint": Rate(3, 5.0),
    "join": Rate(20, 3.0),
    "table": Rate(60, 5.0),
    "link": Rate(5, 60.0),
    "mail": Rate(3, 600.0),
    "letters": Rate(20, 60.0),
    "newcomers": Rate(300, 2.0),
}
"""For each person, messages of who has no key for each socket; requests, letters, newcomers, and what newcomers join, for each address;
what is played and taken back, for each seat of each table; what those say who do not sit there, for each table."""


class Limits:
    """The buckets of everybody."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[tuple[str, str], float] = {}  # when a bucket is full again
        self._most = MOST_BUCKETS

    def take(self, what: str, who: str) -> None:
        """Do it once. Raises Refused when that is too often."""
        rate, moment = RATES[what], self._clock()
        full_at = max(moment, self._full_at.get((what, who), moment)) + rate.seconds
        if full_at - moment > rate.burst * rate.seconds:
            raise Refused("too_fast", words.TOO_FAST)
        if len(self._full_at) >= self._most:
            self._full_at = {key: full for key, full in self._full_at.items() if full > moment}
            self._most = max(MOST_BUCKETS, 2 * len(self._full_at))  # a flood does not make everything slow
        self._full_at[what, who] = full_at


class Sockets:
    """The sockets that are open, and how many may be: in `all`, at one `table`, of one `person`, from one `address`.

    Nobody can crowd out those who play: whoever has a key counts for himself and not for his address, and who sits at a table
    does not count there.
    """

    def __init__(self, most: Mapping[str, int]) -> None:
        self._most = most
        self._open: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def one(self, table: str, person: str | None, address: str, *, sits: bool) -> Iterator[None]:
        """One that is open until the end of the block. Raises Refused when there are too many."""
        counted = [("all", ""), ("address", address) if person is None else ("person", person)]
        if not sits:
            counted.append(("table", table))
        if any(self._open[key] >= self._most[key[0]] for key in counted):
            raise Refused("too_many", words.TOO_MANY)
        self._open.update(counted)
        try:
            yield
        finally:
            self._open.subtract(counted)
            for key in counted:
                if not self._open[key]:
                    del self._open[key]
