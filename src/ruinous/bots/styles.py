"""Styles: what a bot likes more than it is worth, as people do.

A style never makes a bot stupid: it decides only between options that the bot itself thinks nearly as good as its best.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ruinous.bots.oldworld_outcome import NAMES, outcome
from ruinous.thinking.oldworld_search import Search

LIKED: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {
        "zealot": ("dial", 0.03),
        "conqueror": ("supremacy", 0.005),
        "spoiler": ("rival", -0.005),
    }
)
"""By name of a style (`ruinous.bots.base.STYLES`): what it likes, and how much of the share of the win it would give for one
more of it, in the units of `oldworld_outcome`: a position of the dial, a victory point expected for supremacy, a point of 100 of the
strongest rival's chances (not to have it).
"""

LEEWAY: Final = 0.03
"""So much of the best option's share of the win may be given up for all that is liked."""


def by_liking(search: Search, style: str) -> list[int]:
    """The actions of a search, in front the one that a style likes best, the others as they were; without a style ("") as they were."""
    actions = [int(search.options[i]) for i in range(search.number)]
    if not style:
        return actions
    liked, price = LIKED[style]
    best, played = search.share(0), search.count[0] > 0

    def worth(i: int) -> float:
        """The share of the win, and on top of it what is liked."""
        _, amount = outcome(search, i)[NAMES.index(liked)]
        return search.share(i) + price * amount

    near = [i for i in range(search.number) if search.share(i) >= best - LEEWAY and (search.count[i] > 0) == played]
    chosen = max(near, key=worth)
    return [actions[chosen], *(action for i, action in enumerate(actions) if i != chosen)]
