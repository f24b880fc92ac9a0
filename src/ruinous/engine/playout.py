"""Random play to the end of any game: the loop of simulations, benchmarks and checksums."""

from __future__ import annotations

from mypy_extensions import i64

from ruinous.engine.agenda import Agenda
from ruinous.engine.rng import advanced, drawn, seeded


def playout(g: Agenda, seed: i64) -> i64:
    """Play random legal actions to the end; returns the number of decisions. The chooser has a generator of its own."""
    chance: i64 = seeded(seed)
    n: i64 = 0
    while not g.over:
        chance = advanced(chance)
        g.apply(g.legal[drawn(chance, g.n_legal)])
        n += 1
    return n
