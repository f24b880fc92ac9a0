"""What a search of the Old World has found of an option, in the words and units in which people are told."""

from __future__ import annotations

from ruinous.thinking.oldworld_features import GROUPS
from ruinous.thinking.oldworld_search import Search

Outcome = list[tuple[float, float]]  # by name of NAMES: what it adds to the log odds, and the amount that people are told

NAMES = (*GROUPS, "rival")


def outcome(search: Search, i: int) -> Outcome:
    """What option i comes to by groups of features, and the chances of the strongest rival in points of 100."""
    n = max(1, int(search.count[i]))
    by_group = [(search.speaks[i * 10 + k] / n, search.amount[i * 10 + k] / n) for k in range(len(GROUPS))]
    return [*by_group, (-4 * search.rival[i] / n, 100 * search.rival[i] / n)]
