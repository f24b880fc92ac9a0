"""What bots that weigh options share: an option with its reasons, the choice of the heaviest, and what is told where reasons are few."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

Reasons = tuple[tuple[str, float], ...]

ENOUGH = 2
"""Reasons."""
FURTHER = ("decided", "chances", "equal")
"""Names of what is told of an option with fewer reasons of its own."""
ALIKE = 0.0005
"""Shares of the win that differ by less are the same to anybody who reads them."""


class Weighed(NamedTuple):
    """An option with its weight, the sum of its reasons."""

    action: int
    weight: float
    reasons: Reasons


def heaviest(weighed: Sequence[Weighed], chance: Random) -> int:
    """The action of highest weight; chance decides between equals."""
    best = max(option.weight for option in weighed)
    return chance.choice([option.action for option in weighed if option.weight > best - 1e-9])


def enough(said: Reasons, share: float, others: Sequence[float]) -> Reasons:
    """What is told of the best option, with its share of the win and those of the others. Where it has few reasons of its own: that the
    game is decided (`decided`, its chances in points of 100), how much better its chances are than the next one's (`chances`), and how many
    others are worth as much (`equal`).
    """
    lead = round(100 * (share - max(others, default=share)), 1)
    equal = sum(abs(other - share) < ALIKE for other in others)
    further: list[tuple[str, float]] = []
    if not ALIKE <= share <= 1 - ALIKE:
        further.append(("decided", round(100 * share)))
    if lead > 0:
        further.append(("chances", lead))
    if equal:
        further.append(("equal", equal))
    return (*said, *further[: max(0, ENOUGH - len(said))])
