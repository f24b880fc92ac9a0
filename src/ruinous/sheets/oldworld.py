"""Player aids for Chaos in the Old World: one sheet for each Power and a summary of the round."""

from __future__ import annotations

from typing import Any

from ruinous import catalogue
from ruinous.oldworld import tables
from ruinous.sheets import press
from ruinous.sheets.emblem import svg
from ruinous.sheets.paper import PAPERS
from ruinous.text import Texts, spoken, texts

COLOURS = {"khorne": "#931c0c", "nurgle": "#4a7211", "tzeentch": "#1d3874", "slaanesh": "#85357f"}  # dark enough for text on white

LABELS = (
    "figures figure number cost attack defense counters dial dial_note upgrades upgrades_note cards cards_note".split()
)  # of every Power's sheet


def aids(paper: str, saving: bool) -> bytes:
    """The aid sheets as one PDF. Raises KeyError for an unknown paper, press.NoPress, press.BadSheet."""
    return press.pdf("aids.typ", job(paper, saving))


def job(paper: str, saving: bool) -> dict[str, Any]:
    """What the template of the aids is given. Raises KeyError for an unknown paper."""
    return {
        "title": f"{catalogue.document('oldworld')['title']}: {words().raw('title')}",
        "lang": spoken(),
        "sheet": PAPERS[paper],
        "saving": saving,
        "powers": [aid(power, saving) for power in tables.POWERS],
        "round": summary(),
        "words": {key: words().say(f"aid.{key}") for key in LABELS},
    }


def words() -> Texts:
    """The words of the sheets, with the names that they mention."""
    book = texts("oldworld")
    return Texts(book.table["sheets"] | {"names": book.table["names"]}, book.joins)


def aid(power: str, saving: bool) -> dict[str, Any]:
    """What stands on a Power's sheet."""
    book, said, p = catalogue.document("oldworld"), words(), tables.POWERS.index(power)
    draw = said.say("aid.draw_tzeentch", hand=tables.HAND_OF_TZEENTCH) if power == "tzeentch" else said.say("aid.draw")
    facts = [said.say("aid.income", power=tables.POWER_POINTS[p]), draw, said.say("aid.corruption", supply=tables.CORRUPTION_SUPPLY)]
    cards = [card for card in book["cards"].values() if card["power"] == power]
    used = {part["mark"] for part in [*cards, *book["upgrades"][power].values()]} - {"S"}
    marks = "; ".join(f"[{mark}] {meaning}" for mark, meaning in book["marks"].items() if mark in used)
    return {
        "name": book["powers"][power],
        "colour": COLOURS[power],
        "art": svg(power, COLOURS[power] if saving else "#ffffff"),
        "facts": facts,
        "condition": book["conditions"][power],
        "figures": [{"kind": book["kinds"][kind], **figure} for kind, figure in book["figures"][power].items()],
        "dial": book["dials"][power],
        "upgrades": list(book["upgrades"][power].values()),
        "cards": [{key: card[key] for key in ("name", "cost", "copies", "magic", "text", "mark")} for card in cards],
        "foot": (said.say("aid.foot", marks=marks, sourced=book["marks"]["S"]) + " " if marks else "") + said.say("aid.unofficial"),
    }


def summary() -> dict[str, Any]:
    """What stands on the summary of the round."""
    book, said = catalogue.document("oldworld"), words()
    values: dict[str, str | int] = {"hand": tables.HAND_OF_TZEENTCH, "ruined_at": tables.RUINED_AT, "vp": tables.VP_TO_WIN}
    phases = [{"name": book["phases"][phase], "text": said.fill(said.raw(f"phases.{phase}"), values)} for phase in tables.PHASES]
    rows = zip(tables.REGIONS, tables.PRINTED_VALUE, tables.POPULOUS, tables.RUIN_PLACES, strict=True)
    return {
        "labels": {key: text for key, text in said.table["round"].items() if "{" not in text},
        "order": said.say("round.order", order=", ".join(book["powers"].values())),
        "phases": phases,
        "over": said.fill(said.raw("phases.over"), values),
        "tokens": list(book["tokens"].values()),
        "ruiners": list(tables.RUINER_VP),
        "regions": [
            {"name": book["regions"][region], "value": value, "populous": bool(many), "places": [f"{a} / {b}" for a, b in places]}
            for region, value, many, places in rows
        ],
        "foot": said.say("aid.unofficial"),
    }
