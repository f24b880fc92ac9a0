"""Bots as choosers of actions, for games that are played in one process.

`peek:NAME` is a bot that sees everything: its sampler gives the truth, only the chance to come is another. It exists to measure
with, never to play against: how much a bot would gain by cheating, and how much of a game is luck.
"""

from collections.abc import Callable
from dataclasses import replace
from operator import index

from ruinous.bots import base
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.games import Rules, State
from ruinous.text import texts

PEEK = "peek:"
Mover = Callable[[State], int]
"""Chooses an action for the seat that decides."""


class BotFailed(Exception):
    """A bot has broken off or chosen what is not legal.

    `args` are its name, its seat, whether it broke off, and the exception or what it chose: they go from process to process.
    """


def mover(rules: Rules, name: str, seat: str, seed: int) -> Mover:
    """A bot in a seat; all it gets of a state is the sight of its seat. What is returned raises BotFailed.

    Raises LookupError for a bot that there is not, or that cannot be made.
    """
    look = _peek if name.startswith(PEEK) else base.look
    try:
        bot = base.make(name.removeprefix(PEEK), rules, seat, seed)
    except Exception as problem:
        if type(problem) is LookupError:  # there is no such bot, in words
            raise
        raise LookupError(texts("asked").say("not_made", bot=repr(name), problem=_named(problem))) from problem
    moves = iter(range(seed, seed + 2**62))

    def choose(state: State) -> int:
        sight = look(rules, state, seat, next(moves))
        try:
            action = bot.choose(sight)
        except Exception as problem:
            raise BotFailed(name, seat, True, _named(problem)) from problem
        try:
            number = index(action)
        except TypeError:
            number = -1
        if number not in sight.actions:
            raise BotFailed(name, seat, False, f"{action!r:.60}")
        return number

    return choose


def _named(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"


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
