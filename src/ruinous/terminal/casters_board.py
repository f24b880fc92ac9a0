"""A view of Chaos Casters as compact tables, readable at 100 columns without colour."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from ruinous.terminal.board import Name, counted, say


def show(view: Mapping[str, Any], name: Name) -> Iterator[RenderableType]:
    """The whole board, and the hand of the seat whose view it is."""
    yield headline(view, name)
    yield stack(view, name) if view["stack"] else say("empty_stack")
    yield players(view, name)
    for seat, sheet in view["players"].items():
        if sheet["pit"]:
            yield say("pit", player=name(seat), cards=", ".join(name(card) for card in sheet["pit"]))
    hand = view["players"][view["seat"]]["hand"] if view["seat"] else []
    if hand:
        yield say("hand", cards=counted(hand, name))


def group(description: Mapping[str, Any]) -> tuple[str, ...]:
    """Choices stay in the order of the rules."""
    return ()


def headline(view: Mapping[str, Any], name: Name) -> str:
    """Round, phase, who is first."""
    rest = say("has_first", phase=name("phase." + view["phase"]), player=name(view["first"]))
    return say("round", round=view["round"], rounds=view["rounds"], rest=rest) if view["round"] else rest


def stack(view: Mapping[str, Any], name: Name) -> Table:
    """The stack from the top down."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for heading in ("", "player", "card", "strength", "marks"):
        table.add_column(heading and say(f"headings.{heading}"), no_wrap=heading != "marks")
    for card in reversed(view["stack"]):
        if view["phase"] == "resolve" and card["position"] == view["line"]:
            table.add_row("--", "------", say("line"), "", "")
        table.add_row(str(card["position"]), name(card["player"]), name(card["card"]), strength(card), ", ".join(marks(view, card, name)))
    if view["phase"] == "resolve" and view["line"] == 0:
        table.add_row("--", "------", say("line"), "", "")
    return table


def strength(card: Mapping[str, Any]) -> str:
    """An Ally's strength, with the printed one where it differs: `4 (2)`."""
    if card["strength"] is None:
        return ""
    return str(card["strength"]) if card["strength"] == card["printed"] else f"{card['strength']} ({card['printed']})"


def marks(view: Mapping[str, Any], card: Mapping[str, Any], name: Name) -> Iterator[str]:
    """What is special about a card on the stack."""
    if card["position"] == view["resolving"]:
        yield say("resolving")
    if card["position"] == view["next"]:
        yield say("next")
    if card["silenced"]:
        yield say("silenced")
    if card["puppet_of"]:
        yield say("strings", player=name(card["puppet_of"]))
    if card["was"]:
        yield say("copied", card=name(card["was"]))


def players(view: Mapping[str, Any], name: Name) -> Table:
    """A row for each player: hand, deck, pit; what is known of them and limits used, where there is anything to say."""
    sheets = view["players"]
    columns = {
        "player": [("> " if seat == view["to_move"] else "  ") + name(seat) for seat in sheets],
        "hand": [str(sheet["hand"] if isinstance(sheet["hand"], int) else len(sheet["hand"])) for sheet in sheets.values()],
        "deck": [str(sheet["deck"]) for sheet in sheets.values()],
        "pit": [str(len(sheet["pit"])) for sheet in sheets.values()],
        "hand_known": [counted(sheet["hand_known"], name) for sheet in sheets.values()],
        "deck_known": [
            ", ".join(f"{known['from_bottom']} {name(known['card'])}" for known in sheet["deck_known"]) for sheet in sheets.values()
        ],
        "spent": [", ".join(map(name, sheet["spent"])) for sheet in sheets.values()],
    }
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    told = {heading: cells for heading, cells in columns.items() if any(cells)}
    for heading in told:
        table.add_column(say(f"headings.{heading}"), justify="right" if heading in ("hand", "deck", "pit") else "left")
    for row in zip(*told.values(), strict=True):
        table.add_row(*row)
    return table
