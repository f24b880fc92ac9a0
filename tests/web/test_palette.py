"""Colours of the sides: told apart under every kind of colour vision, readable on each, and never the only sign."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent.parent / "src" / "ruinous" / "web"
STYLE = (WEB / "style.css").read_text()
Colour = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISION: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
SIDES = (("khorne", "nurgle", "tzeentch", "slaanesh"), ("one", "two"))


def colour(name: str) -> Colour:
    """A colour of the style sheet as linear RGB."""
    found = re.search(rf"--{name}: #([0-9a-f]{{6}});", STYLE)
    assert found is not None, name
    parts = (int(found[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def seen(rgb: Colour, kind: str) -> Colour:
    """A colour as somebody with this kind of vision sees it."""
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in VISION[kind])
    return red, green, blue


def luminance(rgb: Colour) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def lab(rgb: Colour) -> Colour:
    """CIE L*a*b* under D65."""
    red, green, blue = rgb
    xyz = (
        (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
        luminance(rgb),
        (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour) -> float:
    """CIEDE2000 between two colours in L*a*b* (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2
    mh = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 - 0.17 * cos(mh - 30) + 0.24 * cos(2 * mh) + 0.32 * cos(3 * mh + 6) - 0.2 * cos(4 * mh - 63)
    sl = 1 + 0.015 * (ml - 50) ** 2 / math.sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    rt = -2 * math.sqrt(mc**7 / (mc**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((mh - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def test_the_difference_is_that_of_its_authors() -> None:
    """Pairs 1, 7, 17 and 25 of the published test data."""
    assert round(difference((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4) == 2.0425
    assert round(difference((50, 0, 0), (50, -1, 2)), 4) == 2.3669
    assert round(difference((50, 2.5, 0), (73, 25, -18)), 4) == 27.1492
    assert round(difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)), 4) == 1.2644


@pytest.mark.parametrize("kind", VISION)
def test_sides_are_told_apart_by_colour(kind: str) -> None:
    for sides in SIDES:
        for one, other in combinations(sides, 2):
            apart = difference(lab(seen(colour(one), kind)), lab(seen(colour(other), kind)))
            assert apart >= 30, (one, other, apart)


def test_signs_are_readable_on_their_colour() -> None:
    """4.5 to 1 between a side's mark and its body, so that in greyscale too the sign is seen whatever the colour."""
    for side in (side for sides in SIDES for side in sides):
        light, dark = sorted((luminance(colour(side)), luminance(colour(f"on-{side}"))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, side


def test_patterns_differ_too() -> None:
    pieces = (WEB / "pieces.js").read_text()
    drawn = re.findall(r"(\w+): \['(M[^']+)', '--on-\w+'\]", pieces)
    assert {side for side, _ in drawn} == {side for sides in SIDES for side in sides}
    assert len({lines for _, lines in drawn}) == 6
