"""Small stacks of Chaos Casters about to resolve, and what they come to by trying everything: what the solver is held against."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

from ruinous import games
from ruinous.casters import tasks
from ruinous.casters.decks import random_deck
from ruinous.casters.state import State
from ruinous.thinking.casters_model import Model

RULES = games.game("casters")
SMALL = 5  # cards
TOO_MANY = 1500  # positions: stacks that need more are left out


class TooMany(Exception):
    """Trying everything would take too long."""


def stacks(seed: int) -> Iterator[State]:
    """Stacks from random games with random decks, as the Resolve Phase is about to begin."""
    for game in count():
        chance = Random(seed * 1_000_003 + game)
        state: State = RULES.new({deck: random_deck(chance.randrange) for deck in ("deck1", "deck2")}, chance.getrandbits(40))
        state.log = None
        state.halt = tasks.RESOLVE_STEP
        while not state.over:
            if state.n_legal > 0:
                state.apply(chance.choice(state.legal_actions()))
                continue
            stack = state.clone()
            stack.halt = tasks.END_OF_ROUND_STEP
            stack.advance()
            if 2 <= state.stack_size <= SMALL and stack.n_legal > 0:
                yield stack
            state.halt = -1
            state.advance()
            state.halt = tasks.RESOLVE_STEP


def tried_out(g: State, model: Model, kind: int, seen: list[int]) -> int:
    """What the stack comes to when both choose best, by trying everything. Raises TooMany."""
    if g.n_legal == 0:
        return int(model.of_cards(g, kind))
    seen[0] += 1
    if seen[0] > TOO_MANY:
        raise TooMany
    values = []
    for action in g.legal_actions():
        child = g.clone()
        child.halt = tasks.END_OF_ROUND_STEP
        child.apply(action)
        values.append(tried_out(child, model, kind, seen))
    return max(values) if g.player == 0 else min(values)


def solved(model: Model, kind: int, seed: int, number: int) -> Iterator[tuple[State, int]]:
    """So many small stacks, each with what it comes to."""

    def all_of_them() -> Iterator[tuple[State, int]]:
        for stack in stacks(seed):
            try:
                yield stack, tried_out(stack, model, kind, [0])
            except TooMany:
                continue

    return islice(all_of_them(), number)
