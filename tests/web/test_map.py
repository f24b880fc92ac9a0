"""The map that is drawn is the map of the rules."""

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruinous.oldworld.tables import BORDERS, REGIONS

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "src" / "ruinous" / "web"


@pytest.fixture(scope="module")
def drawing() -> dict[str, Any]:
    """The data of `map.js`."""
    found: dict[str, Any] = json.loads((WEB / "map.js").read_text().partition("export default ")[2])
    return found


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    """`tools/make_map.py` as a module."""
    spec = importlib.util.spec_from_file_location("make_map", ROOT / "tools" / "make_map.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def walked(drawing: dict[str, Any], ring: list[int]) -> list[tuple[float, float]]:
    """The points of a ring of arcs."""
    points: list[tuple[float, float]] = []
    for number in ring:
        flat = drawing["arcs"][abs(number) - 1]["points"]
        arc = list(zip(flat[::2], flat[1::2], strict=True))
        arc = arc if number > 0 else arc[::-1]
        assert not points or points[-1] == arc[0], "the arcs of a ring follow each other"
        points += arc
    return points


def test_the_drawing_touches_exactly_where_the_rules_do(drawing: dict[str, Any]) -> None:
    drawn = {frozenset(arc["between"]) for arc in drawing["arcs"] if set(arc["between"]) <= set(REGIONS)}
    assert drawn == {frozenset(pair) for pair in BORDERS}


def test_no_two_strangers_share_a_point(drawing: dict[str, Any]) -> None:
    at: dict[tuple[float, float], set[str]] = {}
    for name, region in drawing["regions"].items():
        for ring in region["rings"]:
            for point in walked(drawing, ring):
                at.setdefault(point, set()).add(name)
    neighbours = {frozenset(pair) for pair in BORDERS}
    for point, names in at.items():
        for a in names:
            for b in names - {a}:
                assert frozenset((a, b)) in neighbours, f"{a} and {b} meet at {point}"


def test_every_border_is_drawn_once_and_shared(drawing: dict[str, Any]) -> None:
    used: Counter[int] = Counter()
    for region in drawing["regions"].values():
        for ring in region["rings"]:
            points = walked(drawing, ring)
            assert points[0] == points[-1]
            used.update(abs(number) - 1 for number in ring)
    for number, arc in enumerate(drawing["arcs"]):
        assert used[number] == sum(side in REGIONS for side in arc["between"])


def test_borders_are_long_enough_to_be_seen(drawing: dict[str, Any]) -> None:
    length: Counter[frozenset[str]] = Counter()
    for arc in drawing["arcs"]:
        xs, ys = arc["points"][::2], arc["points"][1::2]
        if set(arc["between"]) <= set(REGIONS):
            steps = zip(xs, xs[1:], ys, ys[1:], strict=False)
            length[frozenset(arc["between"])] += round(sum(((b - a) ** 2 + (d - c) ** 2) ** 0.5 for a, b, c, d in steps))
    assert min(length.values()) >= 50, length


def test_there_is_room_for_the_pieces(drawing: dict[str, Any]) -> None:
    for name, region in drawing["regions"].items():
        x, y, width, height = region["box"]
        assert width >= 220, name
        assert height >= 165, name
        assert 0 <= x <= drawing["width"] - width
        assert 0 <= y <= drawing["height"] - height


def test_no_line_runs_through_a_name(drawing: dict[str, Any]) -> None:
    points = [pair for arc in drawing["arcs"] for pair in zip(arc["points"][::2], arc["points"][1::2], strict=True)]
    for name, region in drawing["regions"].items():
        left, top, width, _height = region["box"]
        half = min(width, 16 * len(name)) / 2 - 6  # a cell wide, the border between two cells is nobody's
        assert not [(x, y) for x, y in points if abs(x - left - width / 2) < half and top + 9 < y < top + 25], name


def test_the_files_are_fresh(maker: ModuleType) -> None:
    assert maker.script() == (WEB / "map.js").read_text(), "run: python tools/make_map.py"
    assert maker.paper() == (WEB / "paper.png").read_bytes(), "run: python tools/make_map.py"
