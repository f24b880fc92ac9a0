"""`ruinous cards`: cards, upgrades and figures with their numbers, their text and how sure the text is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from ruinous import catalogue
from ruinous.answers import bare
from ruinous.cli.common import BadInput, emit, game_argument, json_option
from ruinous.cli.speech import say
from ruinous.games import Rules
from ruinous.text import texts


@dataclass(frozen=True)
class Entry:
    """One thing that can be looked up."""

    id: str
    name: str
    about: str  # what it is, and its numbers
    lines: tuple[str, ...]  # its text, each part with its source mark

    def matches(self, words: Sequence[str]) -> bool:
        """Whether every word occurs somewhere in it."""
        everything = bare(" ".join((self.id.replace("_", " "), self.name, self.about, *self.lines)))
        return all(bare(word) in everything for word in words)

    def named(self, words: Sequence[str]) -> bool:
        """Whether every word occurs in its name."""
        everything = bare(f"{self.id.replace('_', ' ')} {self.name}")
        return all(bare(word) in everything for word in words)

    def __str__(self) -> str:
        return "\n".join([f"{self.name} ({self.about}) [{self.id}]", *(f"  {line}" for line in self.lines)])


NUMBERS = ("count", "cost", "attack", "defense")


def said(key: str, **values: str | int) -> str:
    """What stands beside the name of an entry, in the language in use."""
    return texts("terminal").say(f"cards.{key}", **values)


def entries(rules: Rules) -> Iterator[Entry]:
    """Everything there is to look up in a game."""
    yield from ENTRIES[rules.name](catalogue.document(rules.name))


def _oldworld(book: Mapping[str, Any]) -> Iterator[Entry]:
    marks, powers = book["marks"], book["powers"]

    def marked(text: str, mark: str) -> str:
        return f"{text} <{marks.get(mark, mark)}>"

    for name, card in book["cards"].items():
        numbers = said("chaos", power=powers[card["power"]], cost=card["cost"], copies=card["copies"])
        numbers += f", {said('magic')}" if card["magic"] else ""
        yield Entry(name, card["name"], numbers, (marked(card["text"], card["mark"]),))
    for name, card in book["old_world"].items():
        parts = zip(("immediate", "track", "end"), card["marks"], strict=True)
        facts = [book["words"]["old_world"], said("copies", copies=card["copies"])]
        facts += [said(field) for field in ("comet", "boxed") if card[field]]
        lines = tuple(f"{said(part)}: {marked(card[part], mark)}" for part, mark in parts if mark)
        yield Entry(name, card["name"], ", ".join(facts), lines)
    for power, upgrades in book["upgrades"].items():
        for name, upgrade in upgrades.items():
            yield Entry(name, upgrade["name"], said("upgrade", power=powers[power]), (marked(upgrade["text"], upgrade["mark"]),))
    for power, figures in book["figures"].items():
        for kind, figure in figures.items():
            numbers = said("figure", kind=book["kinds"][kind], power=powers[power], **{key: figure[key] for key in NUMBERS})
            yield Entry(kind, figure["name"], numbers, ())
    for name, token in book["tokens"].items():
        yield Entry(name, token["name"], said("token"), (token["text"],))
    for power, places in book["dials"].items():
        lines = tuple(said("dial_step", at=at, threat=place["threat"], text=place["text"]) for at, place in enumerate(places))
        yield Entry(power, said("dial", power=powers[power]), book["conditions"][power], lines)


def _casters(book: Mapping[str, Any]) -> Iterator[Entry]:
    for name, card in book["cards"].items():
        facts = [book["types"][card["type"]]["name"] + ("" if card["strength"] is None else f" {card['strength']}")]
        facts += [said(word) for word in card["words"]]
        facts.append(said("deck", deck=card["deck"], name=book["decks"][card["deck"]]["name"]) if card["deck"] else said("no_deck"))
        yield Entry(name, card["name"], ", ".join(facts), (card["text"],) if card["text"] else ())
    for word, meaning in book["words"].items():
        yield Entry(word, said(word).capitalize(), said("word"), (meaning,))


ENTRIES = {"oldworld": _oldworld, "casters": _casters}


def find(rules: Rules, words: str) -> str | None:
    """What the words find: by name if any name has them, else anywhere; None for nothing."""
    asked = words.replace("_", " ").split()
    everything = list(entries(rules))
    found = [entry for entry in everything if entry.named(asked)] or [entry for entry in everything if entry.matches(asked)]
    return "\n\n".join(map(str, found)) or None


def look_up(rules: Rules, words: str) -> str:
    """What the words find, or that they find nothing."""
    return find(rules, words) or say("problems.nothing_called", words=repr(words))


@click.command()
@game_argument
@click.argument("words", nargs=-1)
@json_option
def cards(rules: Rules, words: Sequence[str], as_json: bool) -> None:
    """Look cards up, with text, numbers and how well the text is known."""
    if as_json:
        emit(_document(rules, words))
        return
    asked = " ".join(words)
    if find(rules, asked) is None:
        raise BadInput(look_up(rules, asked))
    click.echo(look_up(rules, asked))


def _document(rules: Rules, words: Sequence[str]) -> Any:
    """The catalogue, or the entries that the words find."""
    if not words:
        return catalogue.document(rules.name)
    asked = [part for word in words for part in word.replace("_", " ").split()]
    return [{"id": one.id, "name": one.name, "about": one.about, "lines": one.lines} for one in entries(rules) if one.matches(asked)]
