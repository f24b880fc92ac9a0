"""Many random games at full speed, for simulations, benchmarks and checksums."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters import rulebook  # noqa: F401  (the rules fill their table when imported)
from ruinous.casters.state import State, new_state
from ruinous.engine.playout import playout


def fold(check: i64, g: State) -> i64:
    """A checksum of the finished game, folded into the one before."""
    check = check * 31 + g.reason * 4 + g.winners
    check = (check * 131 + g.deck_size[0] * 64 + g.deck_size[1]) & 0xFFFFFFFFFFFF
    return (check * 7 + g.round + g.chance) & 0xFFFFFFFFFFFF


def playouts(first_seed: i64, games: i64, titles: vec[i64], max_rounds: i64, max_resolutions: i64) -> tuple[i64, i64]:
    """Random games of consecutive seeds; returns (decisions, checksum), the same interpreted and compiled."""
    decisions: i64 = 0
    check: i64 = 0
    for k in range(games):
        g = new_state(first_seed + k, titles, max_rounds, max_resolutions, False)
        decisions += playout(g, first_seed + k + 1000003)
        check = fold(check, g)
    return decisions, check


def clones(g: State, n: i64) -> i64:
    """Make n clones, for benchmarks; returns a number that depends on each."""
    total: i64 = 0
    for _ in range(n):
        total += g.clone().n_legal
    return total
