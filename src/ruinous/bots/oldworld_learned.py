"""The bot `l3` for Chaos in the Old World: `greedy` with the judge that has learned from games against itself (docs/bots.md)."""

from __future__ import annotations

from functools import cache

from ruinous.bots.oldworld_greedy import GreedyBot
from ruinous.thinking.oldworld_learned import read_learned


class LearnedBot(GreedyBot):
    """One action ahead, by weights learned further."""

    weights = staticmethod(cache(read_learned))
