"""The weights of the bot `l3`, in a file that says which features and rules they were learned for."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ruinous.oldworld.names import RULES_VERSION
from ruinous.thinking.oldworld_judge import ROWS
from ruinous.thinking.oldworld_weights import FOLDER, BadWeights, read_rows

LEARNED = FOLDER / "oldworld_learned.txt"
NAMES = [*ROWS, *(f"over_{name}" for name in ROWS)]  # for a round that goes on, and for one that is over


def schema() -> str:
    """Twelve hexadecimal digits that stand for the features in their order and the version of the rules."""
    return hashlib.sha256("\n".join((str(int(RULES_VERSION)), *NAMES)).encode()).hexdigest()[:12]


def read_learned(path: Path = LEARNED) -> list[float]:
    """The weights of a file, for the judge. Raises BadWeights where they were learned for other features or rules."""
    said = [
        line.removeprefix("# schema:").strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# schema:")
    ]
    if said != [schema()]:
        raise BadWeights(f"{path.name} is not for the features and rules of this version (schema {schema()})")
    return read_rows(path, NAMES, 12)
