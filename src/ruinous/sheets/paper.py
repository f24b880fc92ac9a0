"""Where cards go on a sheet of paper. All lengths in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

CARD = (63.0, 88.0)
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BLEEDS = (0, 2, 3)
MARGIN = 4.0  # what a home printer leaves white


@dataclass(frozen=True)
class Layout:
    """A sheet: its size, the bleed of each card, columns and rows, and the corner of the block of cards."""

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
        """Left and top of the block, which lies in the middle of the sheet."""
        return (self.width - self.columns * self.cell[0]) / 2, (self.height - self.rows * self.cell[1]) / 2

    @property
    def count(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows

    def place(self, index: int, *, back: bool = False) -> tuple[float, float]:
        """Left and top of the index-th cell with its bleed; on the back the columns run the other way, to lie behind the fronts."""
        row, column = divmod(index, self.columns)
        if back:
            column = self.columns - 1 - column
        return self.corner[0] + column * self.cell[0], self.corner[1] + row * self.cell[1]

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of every vertical and the y of every horizontal cut."""
        x, y = self.corner
        across = [x + column * self.cell[0] + edge for column in range(self.columns) for edge in (self.bleed, self.bleed + CARD[0])]
        down = [y + row * self.cell[1] + edge for row in range(self.rows) for edge in (self.bleed, self.bleed + CARD[1])]
        return sorted(set(across)), sorted(set(down))


def layout(paper: str, bleed: int) -> Layout:
    """The sheet that takes most cards, upright where it takes as many. Raises KeyError for an unknown paper."""
    width, height = PAPERS[paper]
    sheets = [fitted(width, height, bleed), fitted(height, width, bleed)]
    return max(sheets, key=lambda sheet: sheet.count)


def fitted(width: float, height: float, bleed: int) -> Layout:
    """As many cards as fit within the margin a printer leaves white."""
    columns = int((width - 2 * MARGIN) // (CARD[0] + 2 * bleed))
    rows = int((height - 2 * MARGIN) // (CARD[1] + 2 * bleed))
    return Layout(width, height, bleed, columns, rows)
