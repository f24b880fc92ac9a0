"""What bots that weigh options share: an option with its reasons, and the choice of the heaviest."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

Reasons = tuple[tuple[str, float], ...]


class Weighed(NamedTuple):
    """An option with its weight, the sum of its reasons."""

    action: int
    weight: float
    reasons: Reasons


def heaviest(weighed: Sequence[Weighed], chance: Random) -> int:
    """The action of highest weight; chance decides between equals."""
    best = max(option.weight for option in weighed)
    return chance.choice([option.action for option in weighed if option.weight > best - 1e-9])
