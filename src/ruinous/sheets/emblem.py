"""The ornament of a card, drawn from its id: the same on paper as on the page (`emblem` in web/pieces.js).

A new card has a picture the moment it has a name. The box goes from -60 to 60.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Art:
    """Outline and heart as SVG path data, and the centres of the dots around them."""

    outline: str
    heart: str
    dots: tuple[tuple[int, int], ...]


def hashed(text: str) -> int:
    """A whole number from a text, always the same (FNV-1a, 32 bits)."""
    h = 2166136261
    for letter in text:
        h = (h ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    return h


def path(points: list[tuple[float, float]]) -> str:
    """Points given as (angle, radius), angle 0 upward, as a closed path."""
    steps = [f"{r * math.sin(a):.1f} {-r * math.cos(a):.1f}" for a, r in points]
    return "M" + "L".join(steps) + "Z"


def curve(radius: Callable[[float], float], turn: float, steps: int = 240) -> str:
    """A closed curve around the middle."""
    angles = [i / steps * 2 * math.pi for i in range(steps)]
    return path([(a + turn, radius(a)) for a in angles])


def art(card: str) -> Art:
    """The ornament of a card id: a rosette, a star, a knot or leaves."""
    seed = hashed(card)

    def draw(n: int) -> int:
        nonlocal seed
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        return seed * n >> 32

    family = draw(4)
    fold = 3 + draw(6)
    turn = math.pi / fold if draw(2) else 0.0
    if family == 0:
        depth = 10 + draw(14)
        outline = curve(lambda a: 34 + depth * math.cos(fold * a), turn)
        outline += curve(lambda a: 20 - depth / 3 * math.cos(fold * a), turn)
    elif family == 1:
        skip = 2 if fold > 4 else 1
        points = fold + 1 if fold % skip == 0 and skip > 1 else fold
        inner = 14 + draw(12)
        outline = path([(i * math.pi / points + turn, inner if i % 2 else 46) for i in range(points * 2)])
        outline += curve(lambda a: inner * 0.55, turn, 40)
    elif family == 2:
        winds = 2 if fold % 2 else 3
        depth = 10 + draw(10)
        angles = [i / 400 * 2 * math.pi * winds for i in range(400)]
        outline = path([(a, 30 + depth * math.cos(fold * a / winds)) for a in angles])
    else:
        sharp = 1 + draw(2)
        inner = 5 + draw(8)
        outline = curve(lambda a: inner + (46 - inner) * abs(math.cos(fold * a / 2)) ** sharp, turn)
    ringed = draw(3)
    spokes = [(i + 0.5) / fold * 2 * math.pi + turn for i in range(fold)]
    dots = tuple((math.floor(41 * math.sin(a) + 0.5), math.floor(-41 * math.cos(a) + 0.5)) for a in spokes)
    heart = curve(lambda a: 6 + 3 * ringed, turn, 40) if ringed else ""
    return Art(outline, heart, () if ringed == 2 else dots)


def drawing(card: str, ink: str, halo: str = "") -> str:
    """The ornament as SVG elements in one colour; a halo in the colour of the ground lifts it from what lies behind."""
    drawn = art(card)

    def shape(colour: str, grown: float) -> str:
        line = f'<path d="{drawn.outline}" fill="none" stroke="{colour}" stroke-width="{2.6 + 2 * grown:g}" stroke-linejoin="round"/>'
        edge = f' stroke="{colour}" stroke-width="{2 * grown:g}"' if grown else ""
        heart = f'<path d="{drawn.heart}" fill="{colour}"{edge}/>' if drawn.heart else ""
        return line + heart + "".join(f'<circle cx="{x}" cy="{y}" r="{3.4 + grown:g}" fill="{colour}"/>' for x, y in drawn.dots)

    return (shape(halo, 1.8) if halo else "") + shape(ink, 0)


def svg(card: str, ink: str, halo: str = "") -> str:
    """The ornament as an SVG picture."""
    return picture(drawing(card, ink, halo), (-60, -60, 120, 120))


def picture(inside: str, box: tuple[float, float, float, float]) -> str:
    """SVG elements as a picture of the given box: left, top, width, height."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(f"{side:g}" for side in box)}">{inside}</svg>'
