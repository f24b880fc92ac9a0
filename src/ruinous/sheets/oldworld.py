"""Player aids for Chaos in the Old World: one sheet for each Power and a summary of the round."""

from __future__ import annotations

from typing import Any

from ruinous import catalogue
from ruinous.sheets import press
from ruinous.sheets.emblem import svg
from ruinous.sheets.paper import PAPERS

COLOURS = {"khorne": "#931c0c", "nurgle": "#4f7a12", "tzeentch": "#1d3874", "slaanesh": "#8a3a84"}  # dark enough for text on white


def aids(paper: str, saving: bool) -> bytes:
    """The aid sheets as one PDF. Raises KeyError for an unknown paper, press.NoPress."""
    return press.pdf("aids.typ", {"paper": PAPERS[paper], "saving": saving, "powers": [aid(power) for power in COLOURS], "book": summary()})


def aid(power: str) -> dict[str, Any]:
    """What stands on a Power's sheet."""
    book = catalogue.document("oldworld")
    return {
        "name": book["powers"][power],
        "colour": COLOURS[power],
        "art": svg(power, COLOURS[power]),
        "figures": list(book["figures"][power].values()),
        "dial": book["dials"][power],
        "upgrades": list(book["upgrades"][power].values()),
        "cards": [card for card in book["cards"].values() if card["power"] == power],
    }


def summary() -> dict[str, Any]:
    """Names for the round summary."""
    book = catalogue.document("oldworld")
    return {"tokens": list(book["tokens"].values()), "marks": book["marks"]}
