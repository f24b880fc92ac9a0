"""What the commands share: their errors, the GAME argument, options of a game, output, progress."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ruinous import catalogue, games
from ruinous.casters.decks import BadDeck
from ruinous.cli.speech import say
from ruinous.games import Rules
from ruinous.text import texts

F = TypeVar("F", bound=Callable[..., Any])

SEED_LIMIT = 2**62
WIDTH = 100  # columns where stdout is no terminal


class Failed(click.ClickException):
    """The check or the job failed."""

    exit_code = 1


class BadInput(click.ClickException):
    """What the user gave cannot be used."""

    exit_code = 2


class Missing(click.ClickException):
    """An extra or a service is missing; the message has the command that brings it."""

    exit_code = 3


def bot_failed(problem: Exception) -> Failed:
    """Which bot has failed, where, and what it did (`ruinous.lab.players.BotFailed`)."""
    bot, seat, broke_off, what = problem.args
    return Failed(say("problems.broke_off" if broke_off else "problems.not_legal", bot=bot, seat=seat, what=what))


class GameName(click.ParamType[Rules]):
    """The name of a game, as `Rules`."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        try:
            return games.game(value)
        except LookupError as problem:
            self.fail(str(problem.args[0]), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in games.GAMES if name.startswith(incomplete)]


class Names(click.ParamType[tuple[str, ...]]):
    """Names separated by commas, as a tuple."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(part.strip() for part in str(value).split(",") if part.strip())


game_argument = click.argument("rules", metavar="GAME", type=GameName())
seed_option = click.option("--seed", type=click.IntRange(0, SEED_LIMIT - 1))
json_option = click.option("--json", "as_json", is_flag=True)
jobs_option = click.option("--jobs", type=click.IntRange(1, 1024), default=None)


def game_options(command: F) -> F:
    """--players and --option K=V, as the argument `given` of `read_options`."""
    command = click.option("--option", "pairs", metavar="K=V", multiple=True)(command)
    return click.option("--players", type=Names())(command)


def refused(deck: str, problem: BadDeck) -> str:
    """A deck with every reason why it may not be played."""
    return "\n".join([say("deck.bad", file=deck), *(f"  {reason}" for reason in problem.reasons)])


def _contents(file: str) -> str:
    """The text of a file that an option names as `@FILE`. Raises BadInput."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"{file}: {problem}") from None


def read_options(rules: Rules, players: Sequence[str] | None, pairs: Sequence[str]) -> dict[str, Any]:
    """The options of a game from --players and --option. Raises BadInput."""
    many = {option.name for option in rules.options if option.many}
    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(say("problems.option_form", given=repr(pair)))
        given[name] = [part for part in value.split(",") if part] if name in many else _contents(value[1:]) if value[:1] == "@" else value
    if players:
        given["players"] = list(players)
    try:
        return rules.read_options(given)
    except games.BadOption as problem:
        raise BadInput(str(problem)) from None


def names(rules: Rules) -> Callable[[str], str]:
    """Display names for the ids of a game; `phase.battle` is a phase, `reason.dial` a way the game ends."""
    book = texts(rules.name)
    table = book.table["names"]
    found = {rules.name: str(table["title"])} | {f"reason.{reason}": book.say(f"ends.{reason}") for reason in book.table["ends"]}
    for phase, name in table["phases"].items():
        found[f"phase.{phase}"] = name
    for group in ("kinds", "tokens", "old_world", "figures", "regions", "powers", "players"):  # later ones win
        found |= table.get(group, {})
    found |= {card: str(entry["name"]) for card, entry in catalogue.document(rules.name)["cards"].items()}
    for own in table.get("upgrades", {}).values():
        found |= {upgrade: name for upgrade, name in own.items() if upgrade not in found}
    return lambda thing: found.get(thing, thing.replace("_", " "))


def emit(document: object) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(document, ensure_ascii=False))


def console() -> Console:
    """Where people read: stdout, plain text where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False)


@contextmanager
def progress(label: str, total: float | None, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """A bar on stderr, if that is a terminal; gives the function to call with how much more is done."""
    if quiet or not sys.stderr.isatty():
        yield lambda _amount: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda amount: bar.advance(task, amount)
