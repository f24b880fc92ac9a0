"""Which games a block of the arena holds: the same chance for every way of seating the bots.

A list of bots shorter than the seats repeats its last. A block goes through every rotation of them, so that with two names
the first, the challenger, sits on each chair once against the other on all the rest. In Chaos Casters it also goes through both
ways of handing out two different decks; for the Old World it can go through every choice of the Powers that take part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from ruinous.games import Rules
from ruinous.text import texts


@dataclass(frozen=True)
class LineUp:
    """Who plays one game: for each seat, in order of play, its bot and its chair.

    A chair is what the winner model and the tables tell apart: a Power, or a seat with its deck (`one/2`).
    """

    options: Mapping[str, Any]
    seats: tuple[str, ...]
    chairs: tuple[str, ...]
    bots: tuple[str, ...]


def settings(rules: Rules, options: Mapping[str, Any], players: int | None) -> list[dict[str, Any]]:
    """The set-ups that a block goes through; with `players` every choice of so many seats. Raises LookupError."""
    if rules.name == "casters":
        if players not in (None, 2):
            raise LookupError(texts("asked").say("two_players", game=rules.name))
        swapped = {**options, "deck1": options["deck2"], "deck2": options["deck1"]}
        return [dict(options)] if swapped == options else [dict(options), swapped]
    if players is None:
        return [dict(options)]
    offered = next(option for option in rules.options if option.name == "players")
    if not offered.least <= players <= len(offered.values):
        raise LookupError(texts("asked").say("some_players", game=rules.name, least=offered.least, most=len(offered.values)))
    return [{**options, "players": list(chosen)} for chosen in combinations(offered.values, players)]


def line_ups(rules: Rules, options: Mapping[str, Any], players: int | None, bots: Sequence[str], block: int) -> list[LineUp]:
    """The games of a block for these bots, one for each seat. Who follows whom is drawn anew for each block."""
    order = Random(block).sample(bots, len(bots))
    rotations = dict.fromkeys(tuple(order[n:] + order[:n]) for n in range(len(order)))
    made = []
    for setting in settings(rules, options, players):
        seats = rules.seats(rules.new(setting, 0))
        made += [LineUp(setting, seats, _chairs(rules, options, setting, seats), rotation) for rotation in rotations]
    return made


def filled(rules: Rules, options: Mapping[str, Any], players: int | None, bots: Sequence[str]) -> tuple[str, ...]:
    """A bot for every seat: a short list repeats its last. Raises LookupError where there are more bots than seats."""
    seats = len(rules.seats(rules.new(settings(rules, options, players)[0], 0)))
    if len(bots) > seats:
        raise LookupError(texts("asked").say("few_seats", bots=len(bots), seats=seats))
    return (*bots, *[bots[-1]] * (seats - len(bots)))


def _chairs(rules: Rules, options: Mapping[str, Any], setting: Mapping[str, Any], seats: Sequence[str]) -> tuple[str, ...]:
    if rules.name != "casters" or options["deck1"] == options["deck2"]:
        return tuple(seats)
    decks = "12" if setting["deck1"] == options["deck1"] else "21"
    return tuple(f"{seat}/{deck}" for seat, deck in zip(seats, decks, strict=True))
