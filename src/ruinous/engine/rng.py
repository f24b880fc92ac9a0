"""Chance as one integer: a 62-bit linear congruential step with a PCG output permutation.

The same numbers come out interpreted and compiled: products wrap modulo 2**64 when compiled, and are masked in
both forms. Literals stay below 2**62, above which mypyc would box them.
"""

from typing import Final

from mypy_extensions import i64

MASK62: Final[i64] = 0x3FFFFFFFFFFFFFFF
MASK32: Final[i64] = 0xFFFFFFFF


def seeded(seed: i64) -> i64:
    """The generator that a seed stands for; neighbouring seeds give unrelated numbers from the first draw on."""
    return advanced(advanced((seed * 2862933555777941757 + 3037000493) & MASK62))


def advanced(chance: i64) -> i64:
    """The generator one step on."""
    return (chance * 3935559000370003845 + 1442695040888963407) & MASK62


def drawn(chance: i64, n: i64) -> i64:
    """The number 0 to n-1 that the generator shows (n below 2**16; the bias is under n / 2**32).

    The three highest bits (59 to 61) say how far to shift; the 32 bits taken end at bit 58 at most, so they stay free of those.
    """
    x: i64 = ((chance >> 21) ^ chance) >> (20 + (chance >> 59)) & MASK32
    return (x * n) >> 32
