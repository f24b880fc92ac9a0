"""Weights that were learned, read from text files beside this module: a line for each name, in a fixed order."""

from __future__ import annotations

from pathlib import Path

import ruinous.thinking

FOLDER = Path(ruinous.thinking.__file__).parent


class BadWeights(ValueError):
    """A file of weights that is not for this version: other names, another order, or another number of weights."""


def read_rows(path: Path, names: list[str], width: int) -> list[float]:
    """The numbers of a file, `width` for each name, one row after the other. Raises BadWeights."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    if [row[0] for row in rows] != names:
        raise BadWeights(f"{path.name} does not hold {', '.join(names[:3])} and so on in their order")
    if any(len(row) != 1 + width for row in rows):
        raise BadWeights(f"{path.name} does not hold {width} weights in each row")
    return [float(number) for row in rows for number in row[1:]]
