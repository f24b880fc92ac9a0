"""What is played in simulated worlds, and by which bots: the real games, the small one of the tests, and bots that play at random."""

from typing import Any

from ruinous import games
from ruinous.bots.random_bot import RandomBot
from ruinous.games import Rules
from server import fake_game

GAMES: dict[str, Rules] = {**games.GAMES, **fake_game.GAMES}
NAMES = ("random",)


def game(name: str) -> Rules:
    """The rules of a game."""
    return GAMES[name]


def make(name: str, rules: Rules, seat: str, seed: int) -> Any:
    """A bot."""
    if name not in NAMES:
        raise LookupError(name)
    return RandomBot(rules, seat, seed)
