"""What lies behind and around the emblems: the ground of a card's picture and the pattern of its back, in millimetres."""

from __future__ import annotations

import math

from ruinous.sheets.emblem import drawing, hashed, picture


def backdrop(card: str, rays: bool, pen: str, size: tuple[float, float], centre: tuple[float, float]) -> str:
    """The ground of a card's picture, faint behind the emblem: rays for an Action, interlaced rings for an Ally, as many as its id says."""
    x, y = centre
    many = 16 + hashed(card + " ground") % 5 * 2
    if rays:
        far = math.hypot(*size)
        wedges = []
        for n in range(many):
            a, b = (n - 0.25) / many * 2 * math.pi, (n + 0.25) / many * 2 * math.pi
            ends = [(x + far * math.sin(c), y - far * math.cos(c)) for c in (a, b)]
            wedges.append(f"M{x:g} {y:g}" + "".join(f"L{i:.2f} {j:.2f}" for i, j in ends) + "Z")
        inside = f'<path d="{"".join(wedges)}" fill="{pen}" fill-opacity=".11"/>'
    else:
        inside = "".join(rings(x, y, far, radius, many) for far, radius in ((9.5, 12.5), (21, 16)))
        inside = f'<g fill="none" stroke="{pen}" stroke-opacity=".26" stroke-width=".18">{inside}</g>'
    return picture(inside, (0, 0, *size))


def rings(x: float, y: float, far: float, radius: float, many: int) -> str:
    """Circles of one radius whose centres lie on a circle."""
    turns = [n / many * 2 * math.pi for n in range(many)]
    return "".join(f'<circle cx="{x + far * math.sin(a):.2f}" cy="{y - far * math.cos(a):.2f}" r="{radius:g}"/>' for a in turns)


def lattice(width: float, height: float, step: float) -> str:
    """Crossing diagonal lines with a dot in each field, the same when turned by half: path data and circles around the middle."""
    lines, dots = [], []
    for n in range(-math.ceil((width + height) / step), math.ceil((width + height) / step) + 1):
        for sign in (1, -1):  # x + sign * y = n * step, within the box
            points = []
            for x in (-width / 2, width / 2):
                y = sign * (n * step - x)
                if abs(y) <= height / 2:
                    points.append((x, y))
            for y in (-height / 2, height / 2):
                x = n * step - sign * y
                if abs(x) < width / 2:
                    points.append((x, y))
            if len(points) == 2:
                lines.append("M" + "L".join(f"{i:.2f} {j:.2f}" for i, j in points))
    half = step / 2
    across, down = int(width / 2 / half), int(height / 2 / half)
    for i in range(-across, across + 1):
        for j in range(-down, down + 1):
            if (i + j) % 2 and abs(i * half) < width / 2 - 0.6 and abs(j * half) < height / 2 - 0.6:
                dots.append(f"M{i * half - 0.35:.2f} {j * half:.2f}l.35-.35 .35.35-.35.35Z")
    return f'<path d="{"".join(lines)}" fill="none" stroke-width=".14"/><path d="{"".join(dots)}" stroke="none"/>'


def back(emblem: str, pen: str, ground: str) -> str:
    """The picture of a card's back, 63 by 88 around the middle, the same when turned by half, so that no card is marked by how it lies."""
    turned = f'<g transform="scale(.3)">{drawing(emblem, pen)}<g transform="rotate(180)">{drawing(emblem, pen)}</g></g>'
    width, height = 51.0, 76.0
    frames = "".join(
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="{r}" fill="none" stroke="{pen}" stroke-width="{s}"/>'
        for w, h, r, s in ((55.4, 80.4, 2.2, 0.5), (width, height, 0.8, 0.2))
    )
    pattern = f'<g stroke="{pen}" fill="{pen}" opacity=".55">{lattice(width, height, 6)}</g>'
    medal = (
        f'<circle r="22.4" fill="{ground}" stroke="{pen}" stroke-width=".2"/>'
        f'<g fill="none" stroke="{pen}" stroke-width=".16" opacity=".6">{rings(0, 0, 14.6, 6.2, 36)}</g>'
        f'<circle r="20.9" fill="none" stroke="{pen}" stroke-width=".5"/>'
        f'<circle r="17.2" fill="{ground}" stroke="{pen}" stroke-width=".3"/>'
    )
    plates = "".join(
        f'<rect x="-22.5" y="{y - 3.6}" width="45" height="7.2" rx="1" fill="{ground}" stroke="{pen}" stroke-width=".3"/>'
        for y in (-31, 31)
    )
    return picture(pattern + frames + medal + turned + plates, (-31.5, -44, 63, 88))


def medallion(emblem: str, pen: str, ground: str) -> str:
    """An emblem within interlaced rings, 44 by 44 around the middle."""
    inside = (
        f'<g fill="none" stroke="{pen}" stroke-width=".16" opacity=".7">{rings(0, 0, 15.2, 6.4, 40)}</g>'
        f'<circle r="21.7" fill="none" stroke="{pen}" stroke-width=".5"/>'
        f'<circle r="18.4" fill="{ground}" stroke="{pen}" stroke-width=".3"/>'
        f'<g transform="scale(.31)">{drawing(emblem, pen)}</g>'
    )
    return picture(inside, (-22, -22, 44, 44))
