"""Where cards, cut marks and the ruler go on a sheet of paper. All lengths in millimetres, from the sheet's left and top."""

from __future__ import annotations

from dataclasses import dataclass

CARD = (63.0, 88.0)
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BLEEDS = (0, 2, 3)
MARGIN = 4.0  # what most home printers leave white
MARK = 4.0  # length of a cut mark outside the block of cards
GAP = 0.5  # between a cut mark and the card, so that a cut a little beside it shows none
RULER = 100.0

Segment = tuple[float, float, float, float]  # x and y of both ends


@dataclass(frozen=True)
class Ruler:
    """A line of 100 mm with room for words behind it. `x`, `y` is its beginning; upright it runs downward."""

    x: float
    y: float
    upright: bool
    room: float  # for the words


@dataclass(frozen=True)
class Layout:
    """A sheet: its size, the bleed of each card, columns and rows of cards; the block of cards lies in its middle."""

    width: float
    height: float
    bleed: float
    columns: int
    rows: int

    @property
    def cell(self) -> tuple[float, float]:
        """A card with its bleed."""
        return CARD[0] + 2 * self.bleed, CARD[1] + 2 * self.bleed

    @property
    def corner(self) -> tuple[float, float]:
        """Left and top of the block, bleed included."""
        return (self.width - self.columns * self.cell[0]) / 2, (self.height - self.rows * self.cell[1]) / 2

    @property
    def count(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows

    @property
    def flip(self) -> str:
        """The edge about which the sheet is turned over, for backs whose columns run the other way."""
        return "long" if self.height > self.width else "short"

    def place(self, index: int, *, back: bool = False) -> tuple[float, float]:
        """Left and top of the index-th cell with its bleed; on the back the columns run the other way, to lie behind the fronts."""
        row, column = divmod(index, self.columns)
        if back:
            column = self.columns - 1 - column
        return self.corner[0] + column * self.cell[0], self.corner[1] + row * self.cell[1]

    def marks(self) -> list[Segment]:
        """The cut marks: on the lines of all cuts, wherever there is no card, and also between cards that have a bleed."""
        (x, y), (wide, high) = self.corner, self.cell
        across = [(x + n * wide + self.bleed, x + n * wide + self.bleed + CARD[0]) for n in range(self.columns)]
        down = [(y + n * high + self.bleed, y + n * high + self.bleed + CARD[1]) for n in range(self.rows)]
        upright = [(at, a, at, b) for at in sorted({edge for card in across for edge in card}) for a, b in _free(down, y, self.height)]
        level = [(a, at, b, at) for at in sorted({edge for card in down for edge in card}) for a, b in _free(across, x, self.width)]
        return upright + level

    def ruler(self) -> Ruler:
        """Where the ruler goes: below the cards or beside them, where there is more room, outside of what printers leave white."""
        x, y = self.corner
        upright = x > y
        free, length = (x, self.height) if upright else (y, self.width)
        off, start = min(free / 2, 8.0), 10.0
        return Ruler(*((off, start) if upright else (start, self.height - off)), upright, length - start - RULER - MARGIN)


def _free(cards: list[tuple[float, float]], corner: float, length: float) -> list[tuple[float, float]]:
    """Along one direction: the stretches before, between and after the cards that take a mark."""
    reach = min(MARK, corner - 0.8)  # to the edge of the paper, not beyond
    ends = [corner - reach, *(edge for card in cards for edge in card), length - corner + reach]
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return [(a + (GAP if n else 0.0), b - (GAP if b < ends[-1] else 0.0)) for n, (a, b) in enumerate(pairs) if b - a > 2 * GAP]


def layout(paper: str, bleed: int) -> Layout:
    """The sheet that takes most cards, upright where it takes as many. Raises KeyError for an unknown paper."""
    width, height = PAPERS[paper]
    sheets = [fitted(width, height, bleed), fitted(height, width, bleed)]
    return max(sheets, key=lambda sheet: sheet.count)


def fitted(width: float, height: float, bleed: float) -> Layout:
    """As many cards as fit within the margin a printer leaves white."""
    columns = int((width - 2 * MARGIN) // (CARD[0] + 2 * bleed))
    rows = int((height - 2 * MARGIN) // (CARD[1] + 2 * bleed))
    return Layout(width, height, bleed, columns, rows)
