"""Many random games at full speed, for simulations, benchmarks and checksums."""

from __future__ import annotations

from mypy_extensions import i64

from ruinous.engine.playout import playout
from ruinous.oldworld import rulebook  # noqa: F401  (the rules fill their tables when imported)
from ruinous.oldworld.names import P
from ruinous.oldworld.state import State, new_state


def fold(check: i64, g: State) -> i64:
    """A checksum of the finished game, folded into the one before."""
    check = check * 31 + g.reason * 16 + g.winners
    for p in range(P):
        check = (check * 131 + g.vp[p] * 16 + g.dial[p]) & 0xFFFFFFFFFFFF
    return (check * 7 + g.chance) & 0xFFFFFFFFFFFF


def playouts(first_seed: i64, games: i64, seats: i64, edition: i64, sourced: i64) -> tuple[i64, i64]:
    """Random games of consecutive seeds; returns (decisions, checksum), the same interpreted and compiled."""
    decisions: i64 = 0
    check: i64 = 0
    for k in range(games):
        g = new_state(first_seed + k, seats, edition, sourced, False)
        decisions += playout(g, first_seed + k + 1000003)
        check = fold(check, g)
    return decisions, check


def clones(g: State, n: i64) -> i64:
    """Make n clones, for benchmarks; returns a number that depends on each."""
    total: i64 = 0
    for _ in range(n):
        total += g.clone().n_legal
    return total
