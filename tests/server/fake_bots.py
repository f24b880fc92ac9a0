"""Bots for the small game: one that plays, and one for each way of failing."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from server.fake_game import Count, token

NAMES = ("steady", "quick", "checks", "loud", "hangs", "raises", "dies", "cheats")


class Bot:
    """What is asked of a bot."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Mapping[str, Any], legal: Sequence[Mapping[str, Any]], sampler: Callable[[int], Count]) -> int:
        """The index of the action to play."""
        texts = [action["text"] for action in legal]
        if self.name == "hangs":
            threading.Event().wait()
        elif self.name == "raises":
            raise RuntimeError("a bot with a fault")
        elif self.name == "dies":
            os._exit(1)
        elif self.name == "cheats":
            return len(legal)
        elif self.name == "loud":
            print("thinking aloud" * 1000)
        elif self.name == "checks":
            own = ("left", "right").index(view["seat"])
            worlds = [sampler(seed) for seed in (1, 2)]
            assert all([token(n) for n in world.hidden[own]] == view["hands"][view["seat"]] for world in worlds)
            assert worlds[0].hidden[1 - own] != worlds[1].hidden[1 - own]
            return texts.index("add 3")  # so that the game goes on only if all of this holds
        if self.name == "quick":
            return texts.index("add 3")
        return texts.index("roll") if "roll" in texts else texts.index("done")


def make(name: str, game: str) -> Bot:
    """A bot by its name."""
    assert game == "counting"
    return Bot(name)
