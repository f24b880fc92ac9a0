"""The bot that plays any legal action, each as likely as the others."""

from __future__ import annotations

from random import Random

from ruinous.bots.base import Sight
from ruinous.games import Rules


class RandomBot:
    """Plays at random. It looks at nothing but how many actions there are."""

    def __init__(self, _rules: Rules, _seat: str, seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, sight: Sight, /) -> int:
        """Any of the legal actions."""
        return self._chance.choice(sight.actions)
