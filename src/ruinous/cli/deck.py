"""`ruinous deck`: deck lists of Chaos Casters."""

from pathlib import Path

import click

from ruinous import catalogue
from ruinous.casters.decks import BUILT_IN, BadDeck, read_deck, write_deck
from ruinous.cli.common import BadInput, Failed, emit, json_option, refused
from ruinous.cli.speech import say

_deck = click.argument("file")


@click.group()
def deck() -> None:
    """Deck lists of Chaos Casters: lines like `2 Ash Hound`; exactly 30 cards, at most 2 of one name."""


@deck.command()
@_deck
@json_option
def check(file: str, as_json: bool) -> None:
    """Whether a deck may be played; every reason why not."""
    try:
        found = _read(file)
    except BadDeck as problem:
        if as_json:
            emit({"file": file, "good": False, "reasons": problem.reasons})
        raise Failed(refused(file, problem)) from None
    if as_json:
        emit({"file": file, "good": True, "reasons": [], "cards": found})
    else:
        click.echo(say("deck.good", file=file))


@deck.command()
@_deck
@json_option
def show(file: str, as_json: bool) -> None:
    """A deck (a file, or 1 or 2 for those of the box) with the numbers and texts of its cards, itself a deck list."""
    try:
        found = _read(file)
    except BadDeck as problem:
        raise BadInput(refused(file, problem)) from None
    if as_json:
        emit({"file": file, "cards": found})
        return
    book = catalogue.document("casters")
    for card, line in zip(found, write_deck(found).splitlines(), strict=True):
        entry = book["cards"][card]
        facts = [book["types"][entry["type"]]["name"] + ("" if entry["strength"] is None else f" {entry['strength']}")]
        facts += [word.replace("_", " ") for word in entry["words"]]
        click.echo(f"{line:<20} # {', '.join(facts)}{'; ' + entry['text'] if entry['text'] else ''}")


def _read(file: str) -> dict[str, int]:
    """The deck in a file, or the one of the box. Raises BadDeck, BadInput."""
    if file in BUILT_IN:
        return BUILT_IN[file]
    try:
        return read_deck(Path(file).read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(say("problems.no_text", file=file)) from None
