"""Bots as choosers of actions, for games that are played in one process."""

from collections.abc import Callable

from ruinous.bots import base
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.games import Rules, State

Mover = Callable[[State], int]
"""Chooses an action for the seat that decides."""


def mover(rules: Rules, name: str, seat: str, seed: int) -> Mover:
    """A bot in a seat; all it gets of a state is the sight of its seat. Raises LookupError for a bot that there is not."""
    bot = base.make(name, rules, seat, seed)
    moves = iter(range(seed, seed + 2**62))
    return lambda state: bot.choose(base.look(rules, state, seat, next(moves)))


class RandomChooser:
    """The chooser of `playout`: where everybody plays at random it makes the same choices, one by one."""

    def __init__(self, seed: int) -> None:
        self._chance = seeded(seed)

    def __call__(self, state: State) -> int:
        actions = state.legal_actions()
        self._chance = advanced(self._chance)
        return actions[drawn(self._chance, len(actions))]
