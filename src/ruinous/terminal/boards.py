"""The board of each game: how a view is shown, and how choices are grouped."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from rich.console import RenderableType

from ruinous.terminal import board, casters_board
from ruinous.terminal.board import Name


class Board(Protocol):
    """What a module that shows a game has."""

    def show(self, view: Mapping[str, Any], name: Name, /) -> Iterator[RenderableType]:
        """The whole board, and the hand of the seat whose view it is."""

    def group(self, description: Mapping[str, Any], /) -> tuple[str, ...]:
        """What brings choices of the same thing together, in a steady order."""


BOARDS: dict[str, Board] = {"oldworld": board, "casters": casters_board}
