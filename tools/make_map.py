"""Grows the board's map and writes `src/ruinous/web/map.js` and `paper.png`: run it after changing a number here.

From nine hand-placed seeds a land grows cell by cell on a grid, each region to its share, bent by noise. A cell that
would bring two regions together which are not neighbours in `tables.BORDERS` stays sea (or mountain), so the drawing
touches exactly where the rules do. Each border is traced once, smoothed once, and shared by the regions on its two
sides. Only exact arithmetic and a fixed seed are used: the same bytes on every machine.

Lengths are in map units; the picture is WIDTH x HEIGHT of them.
"""

import argparse
import heapq
import json
import math
import random
import struct
import zlib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from ruinous.oldworld.tables import BORDERS, REGIONS

WEB = Path(__file__).resolve().parent.parent / "src" / "ruinous" / "web"
WIDTH, HEIGHT, CELL = 1200, 900, 6
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
SEED = 11

SEEDS: dict[str, tuple[tuple[int, int], ...]] = {  # the point or the line from which each region grows
    "norsca": ((150, 170), (230, 150)),
    "troll_country": ((500, 165), (570, 150)),
    "kislev": ((815, 215), (900, 225)),
    "empire": ((740, 440), (800, 450)),
    "bretonnia": ((300, 545), (430, 530), (590, 570)),
    "estalia": ((180, 735), (245, 690)),
    "tilea": ((490, 765), (560, 760)),
    "border_princes": ((775, 730), (810, 700)),
    "badlands": ((1050, 720), (1060, 740)),
    "mountains": ((1100, 400), (1110, 500)),
}
SHARE = {"mountains": 0.86, "tilea": 0.86, "bretonnia": 1.16, "empire": 1.06, "estalia": 0.95, "badlands": 0.95}  # areas, where not 1
AREA = 2130  # cells of a region
MOUNTAINS = len(REGIONS)
SEA = -1
LABELS = (*REGIONS, "mountains")
LETTER, LINE = 16, 4
"""How wide a letter of a region's name is, and how high, in cells, the line that it stands in."""

GULFS = (  # kept open as sea: a line and half its width
    ((0, 345), (230, 330), 40),
    ((230, 330), (470, 300), 30),
    ((470, 300), (630, 316), 20),
    ((362, 0), (352, 90), 22),
    ((705, 0), (695, 70), 20),
    ((0, 560), (130, 570), 36),
    ((352, 900), (350, 830), 22),
    ((655, 900), (650, 810), 24),
    ((920, 900), (922, 800), 20),
)
MARGIN = 22  # sea along the frame
STRAIT = 5  # cells between two regions that are not neighbours


class Noise:
    """Smooth noise between -1 and 1: values on a lattice, blended, three octaves."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        self.values = [[dice.random() * 2 - 1 for _ in range(64)] for _ in range(64)]

    def octave(self, x: float, y: float) -> float:
        left, top = math.floor(x), math.floor(y)
        u, v = x - left, y - top
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)

        def at(i: int, j: int) -> float:
            return self.values[(top + j) % 64][(left + i) % 64]

        upper = at(0, 0) + (at(1, 0) - at(0, 0)) * u
        lower = at(0, 1) + (at(1, 1) - at(0, 1)) * u
        return upper + (lower - upper) * v

    def __call__(self, x: float, y: float, size: float) -> float:
        """Noise at a point of the map; `size` is how wide its largest hills are."""
        x, y = x / size, y / size
        return (self.octave(x, y) + self.octave(x * 2 + 9, y * 2 + 5) / 2 + self.octave(x * 4 + 3, y * 4 + 7) / 3) / 1.6


def from_segment(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a point is from the line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.sqrt((x - a[0] - t * dx) ** 2 + (y - a[1] - t * dy) ** 2)


def neighbours(cell: int) -> list[int]:
    """The up to four cells beside a cell."""
    column, row = cell % COLUMNS, cell // COLUMNS
    found = []
    if column:
        found.append(cell - 1)
    if column < COLUMNS - 1:
        found.append(cell + 1)
    if row:
        found.append(cell - COLUMNS)
    if row < ROWS - 1:
        found.append(cell + COLUMNS)
    return found


def strangers() -> list[int]:
    """For each label, as bits, the labels that it must not touch; everything may touch the mountains."""
    may = {frozenset(pair) for pair in BORDERS}
    return [
        0 if a == MOUNTAINS else sum(1 << b for b in range(MOUNTAINS) if a != b and frozenset((LABELS[a], LABELS[b])) not in may)
        for a in range(len(LABELS))
    ]


def open_sea(noise: Noise) -> list[bool]:
    """The cells where no land may grow: the frame and the gulfs, with bent shores."""
    closed = []
    for cell in range(COLUMNS * ROWS):
        x, y = cell % COLUMNS * CELL + CELL / 2, cell // COLUMNS * CELL + CELL / 2
        bend = noise(x, y, 120) * 20 + noise(x + 500, y + 300, 40) * 9
        frame = min(x, y, WIDTH - x, HEIGHT - y) + bend < MARGIN
        closed.append(frame or any(from_segment(x, y, a, b) + bend < half for a, b, half in GULFS))
    return closed


def grow(noise: Noise) -> list[int]:
    """The label of every cell: regions grow in step to their share, never within a strait's width of a stranger."""
    closed, strange = open_sea(noise), strangers()
    label = [SEA] * (COLUMNS * ROWS)
    near = [0] * len(label)  # as bits, the labels within a strait's width
    disk = [(i, j) for i in range(-STRAIT, STRAIT + 1) for j in range(-STRAIT, STRAIT + 1) if i * i + j * j <= STRAIT * STRAIT]
    fronts: list[list[tuple[float, int]]] = []
    for name in LABELS:
        x, y = SEEDS[name][0]
        fronts.append([(0.0, y // CELL * COLUMNS + x // CELL)])
    size = [0] * len(LABELS)
    wanted = [AREA * SHARE.get(name, 1.0) for name in LABELS]
    while True:
        open_ = [n for n in range(len(LABELS)) if fronts[n] and size[n] < wanted[n]]
        if not open_:
            return label
        n = min(open_, key=lambda k: size[k] / wanted[k])
        cell = heapq.heappop(fronts[n])[1]
        beyond = n == MOUNTAINS and COLUMNS * 0.8 < cell % COLUMNS < COLUMNS - 2  # the mountains reach the frame
        if label[cell] != SEA or (closed[cell] and not beyond) or near[cell] & strange[n]:
            continue
        label[cell] = n
        size[n] += 1
        column, row = cell % COLUMNS, cell // COLUMNS
        for i, j in disk:
            if 0 <= column + i < COLUMNS and 0 <= row + j < ROWS:
                near[cell + j * COLUMNS + i] |= 1 << n
        spine = SEEDS[LABELS[n]]
        for other in neighbours(cell):
            ox, oy = other % COLUMNS * CELL, other // COLUMNS * CELL
            stray = min(from_segment(ox, oy, a, b) for a, b in pairwise(spine))
            heapq.heappush(fronts[n], ((stray + 30) * (1 + noise(ox + n * 170, oy, 120) * 0.55), other))


def tidy(label: list[int]) -> list[int]:
    """Rounds corners off, fills small holes and drops splinters, without making strangers touch."""
    strange = strangers()
    for _ in range(5):
        after = label[:]
        for cell in range(len(label)):
            column, row = cell % COLUMNS, cell // COLUMNS
            if not (0 < column < COLUMNS - 1 and 0 < row < ROWS - 1):
                continue
            around = [label[cell + j * COLUMNS + i] for j in (-1, 0, 1) for i in (-1, 0, 1)]
            most = max(sorted(set(around)), key=around.count)
            if around.count(most) >= 5:
                after[cell] = most
        label = after
    # Keep one piece of each region: the largest. Holes that are no sea are filled from the side.
    for n in (*range(len(LABELS)), SEA):
        parts = pieces(label, n)
        keep = max(parts, key=len)
        for part in parts:
            if part is keep or (n == SEA and len(part) > 60):
                continue
            rim = [label[other] for cell in part for other in neighbours(cell) if label[other] != n]
            fill = max(sorted(set(rim)), key=rim.count)
            if n == SEA and any(strange[a] >> b & 1 for a in set(rim) for b in set(rim) if a >= 0 and b >= 0):
                fill = MOUNTAINS
            for cell in part:
                label[cell] = fill
    return label


def pieces(label: list[int], n: int) -> list[list[int]]:
    """The connected pieces of one label."""
    seen, found = [False] * len(label), []
    for start in range(len(label)):
        if label[start] != n or seen[start]:
            continue
        seen[start] = True
        piece = [start]
        for cell in piece:
            for other in neighbours(cell):
                if label[other] == n and not seen[other]:
                    seen[other] = True
                    piece.append(other)
        found.append(piece)
    return found


Point = tuple[float, float]


class Arc:
    """A stretch of border between two nodes: what lies on its left and right, and its points, in order."""

    def __init__(self, left: int, right: int, points: list[Point]) -> None:
        self.left, self.right, self.points = left, right, points


def trace(label: list[int]) -> list[Arc]:
    """Every border once. Walks the lattice between cells from node (where three labels meet) to node, then the closed rings."""

    def at(column: int, row: int) -> int:
        return label[row * COLUMNS + column] if 0 <= column < COLUMNS and 0 <= row < ROWS else SEA

    # steps[vertex] = vertices one step along a border, with the labels left and right of that step
    steps: dict[tuple[int, int], dict[tuple[int, int], tuple[int, int]]] = {}
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            for over, left, right in (
                ((column + 1, row), at(column, row - 1), at(column, row)),
                ((column, row + 1), at(column, row), at(column - 1, row)),
            ):
                if left != right:
                    steps.setdefault((column, row), {})[over] = (left, right)
                    steps.setdefault(over, {})[column, row] = (right, left)
    nodes = sorted(v for v, ways in steps.items() if len(ways) != 2)
    walked: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    arcs = []

    def walk(start: tuple[int, int], step: tuple[int, int]) -> None:
        left, right = steps[start][step]
        path = [start, step]
        walked.update(((start, step), (step, start)))
        while path[-1] != start and len(steps[path[-1]]) == 2:
            onward = next(v for v in steps[path[-1]] if v != path[-2])
            walked.update(((path[-1], onward), (onward, path[-1])))
            path.append(onward)
        arcs.append(Arc(left, right, [(x * CELL, y * CELL) for x, y in path]))

    for start in [*nodes, *sorted(steps)]:
        for step in sorted(steps[start]):
            if (start, step) not in walked and (start in nodes or len(steps[start]) == 2):
                walk(start, step)
    return arcs


def smooth(points: list[Point], noise: Noise, roughness: float) -> list[Point]:
    """A drawn line from a staircase: averaged along its length, then bent finely; the ends stay."""
    closed = points[0] == points[-1]
    for _ in range(4):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4) for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        if closed:
            a, b, c = points[-2], points[0], points[1]
            first = ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            points = [first, *inner, first]
        else:
            points = [points[0], *inner, points[-1]]
    bent = [
        (x + noise(x, y, 26) * roughness, y + noise(x + 777, y + 333, 26) * roughness) if closed or 0 < i < len(points) - 1 else (x, y)
        for i, (x, y) in enumerate(points)
    ]
    if closed:
        bent[-1] = bent[0]
    return simplify(bent, 0.7)


def simplify(points: list[Point], tolerance: float) -> list[Point]:
    """Leaves points out while the line stays within the tolerance (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    middle = len(points) // 2
    keep.add(middle)  # a ring begins and ends in one place: it needs a third point
    todo = [(0, middle), (middle, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        a, b = points[first], points[last]
        far = max(range(first + 1, last), key=lambda k: from_segment(*points[k], a, b) if a != b else math.dist(points[k], a))
        if (from_segment(*points[far], a, b) if a != b else math.dist(points[far], a)) > tolerance:
            keep.add(far)
            todo += [(first, far), (far, last)]
    return [points[k] for k in sorted(keep)]


def outlines(arcs: list[Arc], n: int) -> list[list[int]]:
    """A label's rings as lists of arc numbers, from 1; a negative number is an arc walked backwards. The label lies on the left."""
    todo = {k + 1 if arc.left == n else -k - 1: arc for k, arc in enumerate(arcs) if n in (arc.left, arc.right)}

    def ends(number: int) -> tuple[Point, Point]:
        points = todo[number].points if number > 0 else todo[number].points[::-1]
        return points[0], points[-1]

    left, rings = sorted(todo, key=abs), []
    while left:
        ring = [left.pop(0)]
        while ends(ring[-1])[1] != ends(ring[0])[0]:
            onward = next(k for k in left if ends(k)[0] == ends(ring[-1])[1])
            left.remove(onward)
            ring.append(onward)
        rings.append(ring)
    return rings


def room(label: list[int], n: int) -> tuple[int, int, int, int]:
    """The largest lying rectangle (x, y, width, height) inside a region: its name stands at the top, below it its pieces."""
    sums = [[0] * (COLUMNS + 1) for _ in range(ROWS + 1)]
    for row in range(ROWS):
        for column in range(COLUMNS):
            inside = label[row * COLUMNS + column] == n
            sums[row + 1][column + 1] = sums[row][column + 1] + sums[row + 1][column] - sums[row][column] + inside

    def land(column: int, row: int, wide: int, high: int) -> int:
        return sums[row + high][column + wide] - sums[row][column + wide] - sums[row + high][column] + sums[row][column]

    sizes = [(int(high * ratio), high) for high in range(20, 60, 2) for ratio in (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)]
    for wide, high in sorted(sizes, key=lambda size: size[0] * size[1] * min(1.0, 0.8 + size[0] / size[1] / 6), reverse=True):
        for row in range(ROWS - high):
            for column in range(COLUMNS - wide):
                # A corner may hang over the shore: nothing is drawn in the corners. The name touches no line.
                name = min(wide, len(LABELS[n]) * LETTER // CELL)
                if (
                    land(column, row, wide, high) >= wide * high * 0.95
                    and land(column + (wide - name) // 2, row + 1, name, LINE) == name * LINE
                ):
                    return column * CELL, row * CELL, wide * CELL, high * CELL
    raise ValueError(f"{LABELS[n]} has no room for its pieces")


def from_coast(label: list[int]) -> list[int]:
    """For every cell of the sea, how many steps it lies from land; 0 on land."""
    steps = [0 if n != SEA else -1 for n in label]
    ring = [cell for cell, n in enumerate(label) if n != SEA]
    for cell in ring:
        for other in neighbours(cell):
            if steps[other] < 0:
                steps[other] = steps[cell] + 1
                ring.append(other)
    return steps


def ornaments(label: list[int], boxes: Iterable[tuple[int, int, int, int]]) -> list[list[float]]:
    """Small drawings [kind, x, y, size]: 0 a wave, 1 a mountain, 2 a tree, 3 a hill; never where the pieces stand."""
    dice = random.Random(SEED + 1)
    boxes = list(boxes)
    coast = from_coast(label)
    inland = from_coast([SEA if n != SEA else 0 for n in label])
    found: list[list[float]] = []

    def free(x: float, y: float, apart: float) -> bool:
        return all(math.dist((x, y), (o[1], o[2])) >= apart for o in found)

    def border(cell: int, reach: int) -> bool:
        column, row = cell % COLUMNS, cell // COLUMNS
        return any(
            0 <= column + i < COLUMNS and 0 <= row + j < ROWS and label[cell + j * COLUMNS + i] != label[cell]
            for i in range(-reach, reach + 1)
            for j in range(-reach, reach + 1)
        )

    for _ in range(9000):
        x, y = dice.random() * WIDTH, dice.random() * HEIGHT
        size = round(0.8 + dice.random() * 0.5, 2)
        cell = int(y) // CELL * COLUMNS + int(x) // CELL
        n = label[cell]
        x, y = round(x), round(y)
        if n == MOUNTAINS:
            if free(x, y, 24) and not border(cell, 2):
                found.append([1, x, y, size])
        elif n == SEA:
            if 5 <= coast[cell] <= 13 and free(x, y, 34):
                found.append([0, x, y, size])
        elif not any(bx - 8 <= x <= bx + bw + 8 and by - 6 <= y <= by + bh + 14 for bx, by, bw, bh in boxes):
            if free(x, y, 19) and not border(cell, 2) and inland[cell] > 2:
                kind = 2 if dice.random() < 0.62 else 3
                if LABELS[n] in ("norsca", "troll_country", "badlands") and dice.random() < 0.6:
                    kind = 1
                found.append([kind, x, y, round(size * 0.72, 2)])
    return sorted(found, key=lambda o: (o[2], o[1]))


def draw() -> dict[str, object]:
    """The whole map as data."""
    noise = Noise(SEED)
    label = tidy(grow(noise))
    arcs = trace(label)
    regions = {}
    rings = {n: outlines(arcs, n) for n in range(len(LABELS))}
    boxes = {n: room(label, n) for n in range(MOUNTAINS)}
    for n, name in enumerate(REGIONS):
        x, y, wide, high = boxes[n]
        regions[name] = {"rings": rings[n], "box": [x, y, wide, high]}
    drawn = []
    for arc in arcs:
        points = smooth(arc.points, noise, 7.0 if SEA in (arc.left, arc.right) else 6.0)
        sides = [LABELS[n] if n >= 0 else None for n in (arc.left, arc.right)]
        drawn.append({"between": sides, "points": [round(value * 2) / 2 for point in points for value in point]})
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "arcs": drawn,
        "regions": regions,
        "mountains": rings[MOUNTAINS],
        "ornaments": ornaments(label, boxes.values()),
    }


def compact(value: object) -> str:
    """JSON without spaces, whole numbers without a point."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(".0,", ",").replace(".0]", "]")


def script() -> str:
    """The text of `map.js`."""
    data = draw()
    lines = [f'"{key}":{compact(value)}' for key, value in data.items()]
    return "// Made by tools/make_map.py: change that, not this.\nexport default {\n" + ",\n".join(lines) + "\n}\n"


def paper() -> bytes:
    """A tile of paper grain as PNG: 128 x 128, four shades of see-through brown, stored without compression."""
    side = 128
    dice = random.Random(SEED + 2)
    grain = [[dice.random() for _ in range(side)] for _ in range(side)]
    rows = []
    for y in range(side):
        shades = []
        for x in range(side):
            fibre = sum(grain[y][(x + i) % side] for i in range(-3, 4)) / 7 * 0.6
            fibre += sum(grain[(y + i) % side][x] for i in range(-2, 3)) / 5 * 0.4
            shades.append(max(0, min(3, round((fibre - 0.5) * 7 + 1.4 + (dice.random() - 0.5)))))
        rows.append(b"\0" + bytes(shades[x] << 6 | shades[x + 1] << 4 | shades[x + 2] << 2 | shades[x + 3] for x in range(0, side, 4)))
    raw = b"".join(rows)
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(raw), len(raw) ^ 0xFFFF) + raw + struct.pack(">I", zlib.adler32(raw))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    palette = bytes((92, 64, 28)) * 4
    alpha = bytes(shade * 11 for shade in range(4))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 2, 3, 0, 0, 0))
        + chunk(b"PLTE", palette)
        + chunk(b"tRNS", alpha)
        + chunk(b"IDAT", stored)
        + chunk(b"IEND", b"")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Grow the board's map and write it into src/ruinous/web.")
    parser.parse_args()
    (WEB / "map.js").write_text(script())
    (WEB / "paper.png").write_bytes(paper())


if __name__ == "__main__":
    main()
