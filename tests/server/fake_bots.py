"""Bots for the small game: one that plays, and one for each way of failing."""

import os
import threading
from typing import Any

from ruinous.bots.base import Advice, Sight
from server.fake_game import SEATS, Counting, token

NAMES = ("steady", "quick", "checks", "loud", "hangs", "raises", "dies", "cheats", "wise", "elsewhere")


class Bot:
    """What is asked of a bot."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, sight: Sight, /) -> int:
        """The number of the action to play."""
        texts = [action["text"] for action in sight.legal]
        if self.name == "hangs":
            threading.Event().wait()
        elif self.name == "raises":
            raise RuntimeError("a bot with a fault")
        elif self.name == "dies":
            os._exit(1)
        elif self.name == "cheats":
            return 77
        elif self.name == "loud":
            print("thinking aloud" * 1000)
        elif self.name == "checks":
            own = SEATS.index(sight.seat)
            worlds: list[Any] = [sight.sampler(number) for number in (1, 2)]
            assert all([token(n) for n in world.hidden[own]] == sight.view["hands"][sight.seat] for world in worlds)
            assert worlds[0].hidden[1 - own] != worlds[1].hidden[1 - own]
            return sight.actions[texts.index("add 3")]  # a bot that fails here plays at random
        if self.name == "quick":
            return sight.actions[texts.index("add 3")]
        return sight.actions[texts.index("roll" if "roll" in texts else "done")]


class Wise(Bot):
    """One that can say what it thinks: the larger number is the better action."""

    def advise(self, sight: Sight, /) -> list[Advice]:
        """All actions, the best first."""
        assert sight.seconds is not None
        return [Advice(action, action / 10, ()) for action in sorted(sight.actions, reverse=True)]


def make(name: str, rules: Counting, seat: str, seed: int) -> Bot:
    """A bot by its name."""
    if name == "elsewhere":
        raise LookupError(f"{rules.name} has no bot {name!r}")
    return Wise(name) if name == "wise" else Bot(name)
