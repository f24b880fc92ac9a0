"""Bots as choosers of actions, for games that are played in one process.

`peek:NAME` is a bot that sees everything: its sampler gives the truth, only the chance to come is another. It exists to measure
with, never to play against: how much a bot would gain by cheating, and how much of a game is luck.
"""

from collections.abc import Callable
from dataclasses import replace

from ruinous.bots import base
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.games import Rules, State

PEEK = "peek:"
Mover = Callable[[State], int]
"""Chooses an action for the seat that decides."""


def mover(rules: Rules, name: str, seat: str, seed: int) -> Mover:
    """A bot in a seat; all it gets of a state is the sight of its seat. Raises LookupError for a bot that there is not."""
    look = _peek if name.startswith(PEEK) else base.look
    bot = base.make(name.removeprefix(PEEK), rules, seat, seed)
    moves = iter(range(seed, seed + 2**62))
    return lambda state: bot.choose(look(rules, state, seat, next(moves)))


def _peek(rules: Rules, state: State, seat: str, seed: int) -> base.Sight:
    """The sight of a bot that sees everything."""

    def truth(number: int) -> State:
        world = state.clone()
        world.set_chance(number)
        return world

    return replace(base.look(rules, state, seat, seed), sampler=truth)


class RandomChooser:
    """The chooser of `playout`: where everybody plays at random it makes the same choices, one by one."""

    def __init__(self, seed: int) -> None:
        self._chance = seeded(seed)

    def __call__(self, state: State) -> int:
        actions = state.legal_actions()
        self._chance = advanced(self._chance)
        return actions[drawn(self._chance, len(actions))]
