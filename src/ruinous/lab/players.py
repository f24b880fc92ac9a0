"""Bots as choosers of actions: what stands between a state and a bot, so that no bot ever gets a state."""

from collections.abc import Callable

from ruinous.bots.base import NAMES, make
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.games import Rules, State

Mover = Callable[[State], int]
"""Chooses an action for the seat that decides."""


def check(name: str) -> None:
    """Raises LookupError for a bot that there is not."""
    if name not in NAMES:
        raise LookupError(f"there is no bot {name!r}; there is {', '.join(NAMES)}")


def mover(rules: Rules, name: str, seat: str, seed: int) -> Mover:
    """A bot in a seat: it gets the view of the seat, the described choices and a sampler. Raises LookupError."""
    check(name)
    bot = make(name, rules.name, seed)

    def move(state: State) -> int:
        actions = state.legal_actions()
        described = [rules.describe(state, action) for action in actions]
        return actions[bot.choose(rules.view(state, seat), described, lambda world: rules.sample_world(state, seat, world))]

    return move


class RandomChooser:
    """The chooser of `playout`: for games in which everybody plays at random it makes the same choices, one by one."""

    def __init__(self, seed: int) -> None:
        self._chance = seeded(seed)

    def __call__(self, state: State) -> int:
        actions = state.legal_actions()
        self._chance = advanced(self._chance)
        return actions[drawn(self._chance, len(actions))]
