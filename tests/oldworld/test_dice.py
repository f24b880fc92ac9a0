"""The battle dice against exact odds (cases.md part 3).

A die hits on 4, 5, 6, and each 6 throws one more: n hits with probability 1/2 for n = 0 and 5 / (2 * 6**n) for n >= 1. So its
generating function is (3 + 2s) / (6 - s); k dice are its k-th power. Mean 3/5 and variance 12/25 a die.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod, sqrt

import pytest

from ruinous import compiled
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.oldworld.battle import throw
from scenes import Scene

# cases.md part 3, typed by hand: exactly n hits with 1 to 6 dice
EXACTLY = """
0  1/2        1/4          1/8           1/16            1/32              1/64
1  5/12       5/12         5/16          5/24            25/192            5/64
2  5/72       35/144       5/16          85/288          275/1152          45/256
3  5/432      5/72         145/864       205/864         1775/6912         205/864
4  5/2592     85/5184      205/3456      865/6912        425/2304          3005/13824
5  5/15552    55/15552     355/20736     85/1728         4025/41472        6065/41472
6  5/93312    5/6912       205/46656     3005/186624     30325/746496      115015/1492992
7  5/559872   5/34992      65/62208      2615/559872     64825/4478976     8365/248832
8  5/3359232  185/6718464  1055/4478976  33445/26873856  246775/53747712   455885/35831808
"""
AT_LEAST = """
1  1/2      3/4      7/8        15/16     31/32       63/64
2  1/12     1/3      9/16       35/48     161/192     29/32
3  1/72     13/144   1/4        125/288   691/1152    187/256
4  1/432    1/48     71/864     85/432    2371/6912   3409/6912
5  1/2592   23/5184  79/3456    55/768    137/864     1271/4608
6  1/15552  7/7776   119/20736  155/6912  2551/41472  2687/20736
"""

# The upper 0.001 point of chi-square with 6 degrees of freedom (seven classes: 0 to 5 hits, 6 and more).
CHI_SQUARE_999_6 = 22.458
# Compiled a million throws of each number of dice take seconds, interpreted minutes: a fiftieth of them then.
THROWS = 1_000_000 if compiled() else 20_000


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


def chi_square(found: list[int]) -> float:
    """Chi-square of counts against equal chances."""
    expected = sum(found) / len(found)
    return sum((count - expected) ** 2 / expected for count in found)


@pytest.mark.parametrize("seed", [0, 1, 912, 2**40 + 7])
def test_faces_and_pairs_of_faces_are_even(seed: int) -> None:
    """The generator itself: each face, and each face after each face, as often as any other (0.001 points: 20.5 and 66.6)."""
    chance, last = seeded(seed), 0
    faces, pairs = [0] * 6, [0] * 36
    for _ in range(THROWS):
        chance = advanced(chance)
        face = int(drawn(chance, 6))
        faces[face] += 1
        pairs[last * 6 + face] += 1
        last = face
    assert chi_square(faces) < 20.515
    assert chi_square(pairs) < 66.619


@pytest.mark.parametrize("seed", [3, 4])
def test_neighbouring_seeds_are_unrelated(seed: int) -> None:
    """The first numbers of neighbouring seeds are spread as evenly as those of one stream."""
    firsts = [0] * 6
    for neighbour in range(seed * 10_000, (seed + 1) * 10_000):
        firsts[drawn(advanced(seeded(neighbour)), 6)] += 1
    assert chi_square(firsts) < 20.515


def table(text: str) -> dict[tuple[int, int], Fraction]:
    """(dice, hits) -> probability."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {(dice, int(row[0])): Fraction(row[dice]) for row in rows for dice in range(1, 7)}


def thrown(dice: int) -> Counter[int]:
    """How often so many dice give how many hits, from the rules' own sampler and a fixed seed."""
    g = Scene().g
    g.log = None
    g.set_chance(20260 + dice)
    return Counter(int(throw(g, 0, dice)) for _ in range(THROWS))


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6])
def test_d01_the_sampler_fits(dice: int) -> None:
    """Case D01: chi-square of the hits (6 and more pooled) is not rejected at 0.001; the mean is within 3 standard errors of 0.6 k."""
    counts = thrown(dice)
    chances = [exactly(dice, n) for n in range(6)] + [at_least(dice, 6)]
    found = [counts[n] for n in range(6)] + [sum(count for n, count in counts.items() if n >= 6)]
    assert sum(found) == THROWS
    # Classes that a smaller sample hardly ever fills are pooled too, as the test needs about 5 in each.
    while chances[-1] * THROWS < 5:
        chances[-2:] = [chances[-2] + chances[-1]]
        found[-2:] = [found[-2] + found[-1]]
    distance = sum((count - chance * THROWS) ** 2 / (chance * THROWS) for count, chance in zip(found, chances, strict=True))
    assert distance < CHI_SQUARE_999_6
    mean = sum(n * count for n, count in counts.items()) / THROWS
    assert abs(mean - 0.6 * dice) < 3 * sqrt(0.48 * dice / THROWS)


def test_d01_would_notice_a_die_that_does_not_explode() -> None:
    """The same test rejects dice whose sixes throw nothing: half the dice hit once, and that is all."""
    expected = [exactly(2, n) * THROWS for n in range(3)] + [at_least(2, 3) * THROWS]
    plain = [Fraction(comb(2, n) * THROWS, 4) for n in range(3)] + [Fraction(0)]
    assert sum((a - b) ** 2 / b for a, b in zip(plain, expected, strict=True)) > CHI_SQUARE_999_6


def one_die(n: int) -> Fraction:
    """The law of one die: P(0) = 1/2, P(n) = 2 (1/6)^n + 3 (1/6)^(n+1)."""
    return Fraction(1, 2) if n == 0 else 2 * Fraction(1, 6) ** n + 3 * Fraction(1, 6) ** (n + 1)


def by_convolution(dice: int, most: int) -> list[Fraction]:
    law = [Fraction(1)] + [Fraction(0)] * most
    for _ in range(dice):
        law = [sum((law[i] * one_die(n - i) for i in range(n + 1)), Fraction(0)) for n in range(most + 1)]
    return law


def by_generating_function(dice: int, n: int) -> Fraction:
    """The coefficient of s^n in (3 + 2s)^k (6 - s)^-k, multiplied out."""
    top = [comb(dice, i) * Fraction(2) ** i * 3 ** (dice - i) for i in range(min(dice, n) + 1)]
    bottom = [Fraction(comb(dice + m - 1, m), 6 ** (dice + m)) for m in range(n + 1)]
    return sum((top[i] * bottom[n - i] for i in range(len(top))), Fraction(0))


@pytest.mark.parametrize("dice", range(1, 11))
def test_d02_three_ways_agree(dice: int) -> None:
    """Case D02: closed sum, convolution and generating function are the same rationals for 0 to 24 hits."""
    convolution = by_convolution(dice, 24)
    for n in range(25):
        assert exactly(dice, n) == convolution[n] == by_generating_function(dice, n)


def test_d02_the_tables() -> None:
    assert {key: exactly(*key) for key in table(EXACTLY)} == table(EXACTLY)
    assert {key: at_least(*key) for key in table(AT_LEAST)} == table(AT_LEAST)


def test_mean_and_variance() -> None:
    """3/5 and 12/25 a die, to what 60 hits and more leave over."""
    for dice in (1, 4):
        mean = sum(n * exactly(dice, n) for n in range(60))
        square = sum(n * n * exactly(dice, n) for n in range(60))
        assert abs(mean - Fraction(3 * dice, 5)) < Fraction(1, 10**30)
        assert abs(square - mean**2 - Fraction(12 * dice, 25)) < Fraction(1, 10**30)


def test_d03_no_dice() -> None:
    """Case D03."""
    assert exactly(0, 0) == 1 and exactly(0, 1) == 0 and at_least(0, 0) == 1 and at_least(0, 1) == 0
    g = Scene().g
    assert throw(g, 0, 0) == 0 and g.log == []


def test_d04_to_d06_kills() -> None:
    """Cases D04 to D06: two dice against Defense 1 and 2, the Bloodthirster's four against 3."""
    assert at_least(2, 1) == Fraction(3, 4)
    assert at_least(2, 2) == Fraction(1, 3)
    assert at_least(4, 3) == Fraction(125, 288)


@pytest.mark.parametrize("dice", range(1, 13))
def test_at_least_one_hit(dice: int) -> None:
    assert at_least(dice, 1) == 1 - Fraction(1, 2**dice)


def test_d07_a_chain_of_sixes() -> None:
    """Case D07: 6, 6, 6, 1 from one die: three hits, four faces logged."""
    scene = Scene().dice(6, 6, 6, 1)
    assert throw(scene.g, 2, 1) == 3
    assert scene.events("die") == [(2, 6), (2, 6), (2, 6), (2, 1)]


def test_d08_a_kill_in_each_of_three_regions() -> None:
    """Case D08: 4, 2 and 2 dice against Defense 1."""
    assert prod((at_least(dice, 1) for dice in (4, 2, 2)), start=Fraction(1)) == Fraction(135, 256)


def test_d08_in_the_rules() -> None:
    """Case D08 played: all 2^8 ways of hit or miss (4 or 1) on eight dice, each with the same chance when sixes only add."""
    kills = 0
    for way in range(256):
        scene = Scene().figures("norsca", khorne="w w", nurgle="c").figures("kislev", khorne="w", nurgle="c")
        scene.figures("badlands", khorne="w", nurgle="c").dice(*(4 if way >> die & 1 else 1 for die in range(8)))
        kills += scene.begin("battle").g.counters[0] == 3
    assert kills == 135
