"""The card pool as vectors, by title."""

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters.tables import POOL


def vector(values: Iterable[int]) -> vec[i64]:
    """A vector of these numbers."""
    return vec[i64](values)


def zeros(n: int) -> vec[i64]:
    """A vector of n zeros."""
    return vec[i64]([0] * n)


def verbs() -> list[int]:
    """[title, 2 * k]: verb and amount of the first and the second thing a Resolve text does."""
    flat: list[int] = []
    for card in POOL:
        pairs = list(card.verbs) + [(0, 0)] * (2 - len(card.verbs))
        for verb, amount in pairs:
            flat += [verb, amount]
    return flat


TYPE: Final = vector([card.type for card in POOL])
STRENGTH: Final = vector([card.strength for card in POOL])
QUICK: Final = vector([int(card.quick) for card in POOL])
ONCE_PER_ROUND: Final = vector([int(card.once_per_round) for card in POOL])
MAY: Final = vector([int(card.may) for card in POOL])
TARGET: Final = vector([card.target for card in POOL])
EACH: Final = vector([int(card.each) for card in POOL])
AT_MOST: Final = vector([card.at_most for card in POOL])
VERBS: Final = vector(verbs())  # [title, 4]
# [title] its bit in a mask of titles. Written out, since mypyc compiles `1 << title` as a shift of 32 bits.
BIT: Final = vector([1 << title for title in range(len(POOL))])
