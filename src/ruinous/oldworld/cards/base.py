"""What a card may do by itself; all else that cards change is asked for by name where it matters."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ruinous.oldworld.names import C, W
from ruinous.oldworld.state import State


class ChaosCard:
    """A Chaos card."""

    def play(self, g: State, me: i64, region: i64) -> None:
        """What happens when it is played. Nothing, for a card whose text works later."""

    def bonus(self, g: State, region: i64) -> i64:
        """What it adds to its owner's supremacy here beyond its printed cost."""
        return 0


class OldWorldCard:
    """An Old World card; `me` is the Power of lowest threat, who makes its choices."""

    def immediate(self, g: State, me: i64) -> None:
        """What happens when it is drawn."""

    def end(self, g: State, me: i64) -> None:
        """What happens in the End Phase while it lies on the track."""


CHAOS_CARDS: Final[list[ChaosCard]] = [ChaosCard() for _ in range(C)]
OLD_WORLD_CARDS: Final[list[OldWorldCard]] = [OldWorldCard() for _ in range(W)]
