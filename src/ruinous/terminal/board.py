"""A view of Chaos in the Old World as compact tables, readable at 100 columns without colour."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

Name = Callable[[str], str]

KIND_LETTERS = {"cultist": "c", "warrior": "w", "daemon": "d"}
MARKS = (("shielded", "*"), ("charmed", "~"), ("spent", "'"), ("on_space", "^"))
LEGEND = (
    "Figures: the Power's initial, then c cultists, w warriors, d greater daemon; marks: * shielded, ~ charmed, "
    "' free summoning used, ^ on a card space. Numbers of a region: resistance and conquest value."
)


def show(view: Mapping[str, Any], name: Name) -> Iterator[RenderableType]:
    """The whole board, and the hand of the seat whose view it is."""
    yield headline(view, name)
    yield regions(view, name)
    yield powers(view, name)
    hand = view["powers"][view["seat"]]["hand"] if view["seat"] else []
    if hand:
        yield f"Your hand: {', '.join(f'{len(list(same))} {name(card)}' for card, same in groupby(hand))}"


def group(description: Mapping[str, Any]) -> tuple[str, ...]:
    """What brings choices of the same thing together, in a steady order."""
    order = {"play": "0", "summon": "1"}.get(description["kind"], "2")
    figure = description.get("figure", {})
    if order == "2":
        return (order,)
    return (order, str(description.get("from", "")), str(figure.get("kind", "")), str(description.get("card", "")), str(figure))


def heading(description: Mapping[str, Any], name: Name) -> str:
    """The heading of a group of choices, which then are named by their regions; empty for choices that stand by themselves."""
    if description["kind"] == "play":
        return f"play {name(description['card'])} ({description['cost']}): "
    if description["kind"] == "summon":
        figure = description["figure"]
        marks = "".join(mark for field, mark in MARKS if figure[field])
        return f"summon {name(figure['kind'])}{marks} ({description['cost']}) from {name(description['from'])}: "
    return ""


def letter(power: str) -> str:
    """The one letter that stands for a Power."""
    return power[0].upper()


def regions(view: Mapping[str, Any], name: Name) -> Table:
    """A row for each region: numbers, figures by Power, corruption, tokens, cards."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for heading in ("region", "res/con", "figures", "corruption", "tokens", "cards"):
        table.add_column(heading, no_wrap=heading in ("region", "res/con"))
    for region, place in view["regions"].items():
        if place["ruin"] is not None:
            numbers = f"ruin {place['ruin']}"
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
        by_power[stack["power"]] = by_power.get(stack["power"], "") + f"{stack['count']}{KIND_LETTERS[stack['kind']]}{marks}"
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
            shown.append(f"{owner}{name(card[1])}{' (cancelled)' if place['cancelled'][space] else ''}")
    return ", ".join(shown)


def powers(view: Mapping[str, Any], name: Name) -> Table:
    """A row for each Power: victory points, dial, threat, power, hand, upgrades, reserve."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for heading in ("Power", "VP", "dial", "threat", "counters", "power", "hand", "deck", "reserve", "upgrades"):
        table.add_column(heading, justify="left" if heading in ("Power", "upgrades", "reserve") else "right")
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
            "".join(f"{n}{KIND_LETTERS[kind]}" for kind, n in sheet["reserve"].items() if n),
            ", ".join(
                [name(upgrade) for upgrade in sheet["upgrades"]]
                + ([tokens({"peasant": sheet["peasants"]}, name)] if sheet["peasants"] else [])
            ),
        )
    return table


def headline(view: Mapping[str, Any], name: Name) -> str:
    """Round, phase, Old World."""
    track = [name(card) for card in view["track"] if card]
    text = f"Round {view['round']} of {view['rounds']}, {name('phase.' + view['phase'])}; {view['ruins_taken']} of 5 ruins"
    return text + (f"; on the track: {', '.join(track)}" if track else "")
