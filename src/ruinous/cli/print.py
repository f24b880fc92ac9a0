"""`ruinous print`: cards and player aids as PDF, a single card as PNG (extra `print`)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from ruinous import catalogue
from ruinous.casters.decks import BUILT_IN, BadDeck, read_deck
from ruinous.cli.common import BadInput, Failed, Missing, refused
from ruinous.cli.speech import say
from ruinous.sheets import casters as cards
from ruinous.sheets import oldworld as aids
from ruinous.sheets.paper import BLEEDS, PAPERS
from ruinous.sheets.press import BadSheet, NoPress

FAR = 20.0  # mm: no printer is further off


class Offset(click.ParamType[tuple[float, float]]):
    """Two numbers with a comma, in millimetres."""

    name = "offset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(say("problems.offset", value=repr(value)), param, ctx)
        if not (abs(x) <= FAR and abs(y) <= FAR):
            self.fail(say("problems.too_far", value=repr(value), limit=f"{FAR:g}"), param, ctx)
        return x, y


paper_option = click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
saving_option = click.option("--ink-saving", "saving", is_flag=True)
out_option = click.option("--out", type=click.Path(dir_okay=False, path_type=Path))


@click.group("print")
def print_() -> None:
    """Cards and player aids to print, as PDF or PNG (extra `print`)."""


@print_.command()
@click.option("--deck", "decks", multiple=True, metavar="1|2|FILE")
@paper_option
@click.option(
    "--bleed",
    type=click.Choice([str(bleed) for bleed in BLEEDS]),
)
@saving_option
@click.option("--backs/--no-backs", default=True)
@click.option("--offset", type=Offset(), default="0,0", metavar="X,Y")
@click.option("--single", is_flag=True)
@click.option("--card", metavar="NAME")
@click.option("--png", is_flag=True)
@out_option
def casters(
    decks: Sequence[str],
    paper: str,
    bleed: str | None,
    saving: bool,
    backs: bool,
    offset: tuple[float, float],
    single: bool,
    card: str | None,
    png: bool,
    out: Path | None,
) -> None:
    """Chaos Casters: decks, stack cards, First Player card, backs and a page of rules."""
    how = cards.Print(paper, int(bleed) if bleed else 3 * single, saving, backs, offset)
    if card is not None:
        if decks or single:
            raise BadInput(say("problems.one_card"))
        found = known_card(card)
        with press():
            made = cards.picture(found, how) if png else cards.single_card(found, how)
        write(out or Path(found + (".png" if png else ".pdf")), made)
        return
    if png:
        raise BadInput(say("problems.picture_of"))
    chosen = [read(deck) for deck in decks] or list(BUILT_IN.values())
    with press():
        made = cards.single_cards(chosen, how) if single else cards.sheets(chosen, how)
    write(out or Path("casters-single.pdf" if single else "casters.pdf"), made)


@print_.command()
@paper_option
@saving_option
@out_option
def oldworld(paper: str, saving: bool, out: Path | None) -> None:
    """Chaos in the Old World: a sheet for each Power and a summary of the round."""
    with press():
        made = aids.aids(paper, saving)
    write(out or Path("oldworld-aids.pdf"), made)


def known_card(name: str) -> str:
    """The id of a card that is named by id or by name. Raises BadInput."""
    names: dict[str, str] = {card: str(entry["name"]) for card, entry in catalogue.document("casters")["cards"].items()}
    wanted = name.strip().casefold()
    for card, title in names.items():
        if wanted in (card, card.replace("_", " "), title.casefold()):
            return card
    near = get_close_matches(wanted, [title.casefold() for title in names.values()], n=1)
    for title in names.values():
        if [title.casefold()] == near:
            raise BadInput(say("problems.near_card", name=repr(name), near=title))
    raise BadInput(say("problems.no_card", name=repr(name)))


def read(deck: str) -> Mapping[str, int]:
    """The deck of the box with this number, or the one in a file. Raises BadInput with every reason."""
    if deck in BUILT_IN:
        return BUILT_IN[deck]
    try:
        return read_deck(Path(deck).read_text(encoding="utf-8"))
    except BadDeck as problem:
        raise BadInput(refused(deck, problem)) from None
    except OSError as problem:
        raise BadInput(f"{deck}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(say("problems.no_text", file=deck)) from None


@contextmanager
def press() -> Iterator[None]:
    """What stops the press, as an error of the command line."""
    try:
        yield
    except NoPress as problem:
        raise Missing(str(problem)) from None
    except BadSheet as problem:
        raise Failed(str(problem)) from None


def write(file: Path, made: bytes) -> None:
    """Write a file and say so. Raises BadInput."""
    try:
        file.write_bytes(made)
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror}") from None
    click.echo(str(file))
