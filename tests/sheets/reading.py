"""Just enough reading of PDF and PNG to see what was printed: page boxes, fonts, pixels."""

import re
import struct
import zlib
from dataclasses import dataclass

POINT = 25.4 / 72  # millimetres


def boxes(pdf: bytes, name: str) -> list[tuple[float, ...]]:
    """The boxes of that name (MediaBox, TrimBox) in the order of the pages, in millimetres: left, bottom, right, top."""
    found = re.findall(rb"/" + name.encode() + rb"\s*\[([^]]*)\]", pdf)
    return [tuple(float(side) * POINT for side in box.split()) for box in found]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres."""
    return [(right - left, top - bottom) for left, bottom, right, top in boxes(pdf, "MediaBox")]


def fonts(pdf: bytes) -> set[str]:
    """The names of the fonts, without the tag of a subset."""
    return {name.split(b"+")[-1].decode() for name in re.findall(rb"/BaseFont/([^/\s<>\[\]()]+)", pdf)}


def embedded(pdf: bytes) -> int:
    """How many font files stand in it."""
    return len(re.findall(rb"/FontFile[23]?\b", pdf))


@dataclass
class Pixels:
    """A picture as rows of bytes, three to the pixel."""

    width: int
    height: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green, blue."""
        red, green, blue = self.rows[y][3 * x : 3 * x + 3]
        return red, green, blue

    def darkness(self, left: int = 0, top: int = 0, right: int | None = None, bottom: int | None = None) -> float:
        """How dark a part is on the whole: 0 for white, 1 for black."""
        right, bottom = right or self.width, bottom or self.height
        light = sum(sum(row[3 * left : 3 * right]) for row in self.rows[top:bottom])
        return 1 - light / (255 * 3 * (right - left) * (bottom - top))


def pixels(png: bytes) -> Pixels:
    """A PNG of eight bits a channel, without interlacing, on white."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, width, height, channels = 8, b"", 0, 0, 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    data, stride = zlib.decompress(packed), width * channels
    above, rows = bytes(stride), []
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(data[start], data[start + 1 : start + 1 + stride], above, channels)
        if channels == 4:
            assert min(above[3::4]) == 255  # nothing shows through
        rows.append(b"".join(above[x : x + 3] for x in range(0, stride, channels)))
    return Pixels(width, height, rows)


def _unfiltered(kind: int, row: bytes, above: bytes, channels: int) -> bytes:
    if kind == 0:
        return row
    if kind == 2:
        return bytes([(value + up) & 255 for value, up in zip(row, above, strict=True)])
    made = bytearray(row)
    for i, value in enumerate(row):
        left = made[i - channels] if i >= channels else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            corner = above[i - channels] if i >= channels else 0
            p = left + above[i] - corner
            guess = min((abs(p - left), 0, left), (abs(p - above[i]), 1, above[i]), (abs(p - corner), 2, corner))[2]
        made[i] = (value + guess) & 255
    return bytes(made)
