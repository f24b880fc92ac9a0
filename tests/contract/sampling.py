"""Random games, and states in the middle of them, for any game."""

import random
from collections.abc import Iterator
from typing import Any

from ruinous.games import Rules, State

DECISIONS = 3000  # far above what any game takes


def variants(rules: Rules) -> list[dict[str, Any]]:
    """The default options, and for every option each other value; of an option with many values, one value left out."""
    found: list[dict[str, Any]] = [{}]
    for option in rules.options:
        if option.many:
            for absent in option.values:
                chosen = [value for value in option.values if value != absent]
                if len(chosen) >= option.least:
                    found.append({option.name: chosen})
        else:
            found += [{option.name: value} for value in option.values if value != option.default]
    return found


def decisions(rules: Rules, options: dict[str, Any], seed: int) -> Iterator[State]:
    """A random game, the state itself before every decision and at the end. Do not change it."""
    state = rules.new(options, seed)
    chooser = random.Random(seed)
    for _ in range(DECISIONS):
        yield state
        if state.over:
            return
        state.play(chooser.choice(state.legal_actions()))
    raise AssertionError(f"a random game of {rules.name} with {options} and seed {seed} does not end")


def samples(rules: Rules, every: int, seed: int = 11) -> Iterator[State]:
    """Every so many decisions of one random game of each variant."""
    for i, options in enumerate(variants(rules)):
        for n, state in enumerate(decisions(rules, options, seed + i)):
            if n % every == i % every:
                yield state


def play_on(state: State, seed: int, steps: int) -> None:
    """Up to so many random decisions."""
    chooser = random.Random(seed)
    for _ in range(steps):
        if state.over:
            return
        state.apply(chooser.choice(state.legal_actions()))
