"""A view of Chaos in the Old World as compact tables, readable at 100 columns without colour."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from ruinous.text import texts

Name = Callable[[str], str]

KINDS = ("cultist", "warrior", "daemon")
MARKS = (("shielded", "*"), ("charmed", "~"), ("spent", "'"), ("on_space", "^"))


def say(key: str, **values: str | int) -> str:
    """A text of the terminal in the language in use."""
    return texts("terminal").say(key, **values)


def show(view: Mapping[str, Any], name: Name) -> Iterator[RenderableType]:
    """The whole board, and the hand of the seat whose view it is."""
    yield headline(view, name)
    yield regions(view, name)
    yield powers(view, name)
    hand = view["powers"][view["seat"]]["hand"] if view["seat"] else []
    if hand:
        yield say("hand", cards=counted(hand, name))


def group(description: Mapping[str, Any]) -> tuple[str, ...]:
    """What brings choices of the same thing together, in a steady order."""
    match description["kind"]:
        case "play":
            return ("0", description["card"])
        case "summon":
            figure = description["figure"]
            return ("1", description["from"], str(KINDS.index(figure["kind"])), str(figure))
    return ("2",)


def letter(power: str) -> str:
    """The one letter that stands for a Power."""
    return power[0].upper()


def kind_letter(kind: str) -> str:
    """The one letter that stands for a kind of figure."""
    return texts("terminal").raw(f"letters.{kind}")


def counted(cards: Sequence[str], name: Name) -> str:
    """Cards by name, those of one name together: `2 Ash Hound, Fireburst`."""
    named = [(name(card), len(list(same))) for card, same in groupby(cards)]
    return ", ".join(card if n == 1 else f"{n} {card}" for card, n in named)


def regions(view: Mapping[str, Any], name: Name) -> Table:
    """A row for each region: numbers, figures by Power, corruption, tokens, cards."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for heading in ("region", "numbers", "figures", "corruption", "tokens", "cards"):
        table.add_column(say(f"headings.{heading}"), no_wrap=heading in ("region", "numbers"))
    for region, place in view["regions"].items():
        if place["ruin"] is not None:
            numbers = say("ruin", ruin=place["ruin"])
        else:
            numbers = f"{place['resistance']}/{place['conquest']}"
        table.add_row(
            name(region), numbers, figures(place["figures"]), corruption(place), tokens(place["tokens"], name), cards(place, name)
        )
    return table


def figures(stacks: Sequence[Mapping[str, Any]]) -> str:
    """Figures by Power: `K 2c1w*  N 1c`."""
    by_power: dict[str, str] = {}
    for stack in stacks:
        marks = "".join(mark for field, mark in MARKS if stack[field])
        by_power[stack["power"]] = by_power.get(stack["power"], "") + f"{stack['count']}{kind_letter(stack['kind'])}{marks}"
    return "  ".join(f"{letter(power)} {text}" for power, text in by_power.items())


def corruption(place: Mapping[str, Any]) -> str:
    """Corruption by Power, and what counts towards ruin: `K2 S1 = 3`."""
    parts = [f"{letter(power)}{n}" for power, n in place["corruption"].items() if n]
    total = place["corruption_total"]
    return f"{' '.join(parts)} = {total}".strip() if total else ""


def tokens(counts: Mapping[str, int], name: Name) -> str:
    """Old World tokens: `2 peasant, noble`."""
    return ", ".join(name(token) if n == 1 else f"{n} {name(token)}" for token, n in counts.items() if n)


def cards(place: Mapping[str, Any], name: Name) -> str:
    """What lies on the two card spaces."""
    shown = []
    for space, card in enumerate(place["cards"]):
        if card is not None:
            owner = letter(card[0]) + " " if card[0] else ""
            shown.append(owner + (say("cancelled", card=name(card[1])) if place["cancelled"][space] else name(card[1])))
    return ", ".join(shown)


def powers(view: Mapping[str, Any], name: Name) -> Table:
    """A row for each Power: victory points, dial, threat, power, hand, upgrades, reserve."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for heading in ("power_of_chaos", "vp", "dial", "threat", "counters", "power", "hand", "deck", "reserve", "upgrades"):
        table.add_column(say(f"headings.{heading}"), justify="left" if heading in ("power_of_chaos", "upgrades", "reserve") else "right")
    for power, sheet in view["powers"].items():
        hand = sheet["hand"]
        table.add_row(
            ("> " if power == view["to_move"] else "  ") + name(power),
            str(sheet["vp"]),
            f"{sheet['dial']}/{sheet['dial_length']}",
            str(sheet["threat"]),
            str(sheet["counters"]),
            f"{sheet['power']}/{sheet['income']}",
            str(hand if isinstance(hand, int) else len(hand)),
            str(sheet["deck"]),
            "".join(f"{n}{kind_letter(kind)}" for kind, n in sheet["reserve"].items() if n),
            ", ".join(
                [name(upgrade) for upgrade in sheet["upgrades"]]
                + ([tokens({"peasant": sheet["peasants"]}, name)] if sheet["peasants"] else [])
            ),
        )
    return table


def headline(view: Mapping[str, Any], name: Name) -> str:
    """Round, phase, Old World."""
    track = [name(card) for card in view["track"] if card]
    rest = say("ruins", phase=name("phase." + view["phase"]), ruins=view["ruins_taken"])
    if track:
        rest = say("on_track", rest=rest, cards=", ".join(track))
    return say("round", round=view["round"], rounds=view["rounds"], rest=rest)
