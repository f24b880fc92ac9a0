"""Exact odds of battle dice: a die hits on 4, 5, 6, and each 6 throws one more (seed, Battle Phase).

One die gives n hits with probability 1/2 for n = 0 and 5 / (2 * 6**n) for n >= 1, so its generating function is
(3 + 2s) / (6 - s); k dice are its k-th power. Mean 3/5 and variance 12/25 a die.
"""

from fractions import Fraction
from math import comb


def exactly(dice: int, hits: int) -> Fraction:
    """The probability that `dice` dice give exactly `hits` hits.

    j of the dice hit at all, the others miss (1/2 each); n hits fall on those j in comb(n - 1, j - 1) ways,
    each way with the product of 5 / (2 * 6**n_i).
    """
    if hits == 0:
        return Fraction(1, 2**dice)
    ways = sum(comb(dice, j) * comb(hits - 1, j - 1) * 5**j for j in range(1, dice + 1))
    return Fraction(ways, 2**dice * 6**hits)


def at_least(dice: int, hits: int) -> Fraction:
    """The probability that `dice` dice give `hits` hits or more."""
    return 1 - sum((exactly(dice, n) for n in range(hits)), Fraction(0))
