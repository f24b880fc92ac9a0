"""The bot `l3` for Chaos in the Old World: `greedy` with the judge that has learned from games against itself (docs/bots.md)."""

from __future__ import annotations

from functools import cache

from ruinous.bots.oldworld_greedy import GreedyBot
from ruinous.games import Rules
from ruinous.thinking.oldworld_judge import Judge
from ruinous.thinking.oldworld_learned import read_learned


@cache
def weights() -> list[float]:
    """The weights in the package. Raises BadWeights."""
    return read_learned()


class LearnedBot(GreedyBot):
    """One action ahead, by weights learned further."""

    def __init__(self, rules: Rules, seat: str, seed: int, by: list[float] | None = None) -> None:
        """A bot for a seat; `by` are the weights it judges by, if not its own."""
        super().__init__(rules, seat, seed)
        self._judge = Judge(weights() if by is None else by)
