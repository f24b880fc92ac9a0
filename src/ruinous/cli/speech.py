"""The command line in the language in use: what commands say, the help of commands and options, click's own words."""

import click
from click import core, exceptions, formatting, parser, types

from ruinous.text import texts


def say(key: str, **values: str | int) -> str:
    """A text of the command line, [cli] in the files of texts, with its places filled in."""
    return texts("cli").say(key, **values)


class Main(click.Group):
    """The program. Its help is shown after the language is chosen, wherever that stands on the line."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.is_eager = False
        return option

    def speak(self) -> None:
        """Take help from the files of texts, for every command and option, and the words that click itself says."""
        _speak(self, "main", None)
        book = texts("cli")
        said = {english: book.raw(f"click.{key}") for key, english in texts("cli", "en").table["click"].items()}
        for module in (core, exceptions, formatting, parser, types):  # click reads its words through gettext, by these names
            vars(module)["_"] = lambda words: said.get(words, words)
            vars(module)["ngettext"] = lambda one, many, n: said.get(one, one) if n == 1 else said.get(many, many)


def _speak(command: click.Command, name: str, above: click.Context | None) -> None:
    """Give a command, named as in the files of texts, and those below it their help."""
    context = click.Context(command, above, **command.context_settings)
    command.help = say(f"commands.{name}", **_names())
    command.options_metavar = say("options_here")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            parameter.help = _help(name, parameter)
            if isinstance(parameter.type, click.IntRange):
                parameter.type.name = say("number")
    if (shown := command.get_help_option(context)) is not None:
        shown.help = say("options.shared.help")
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("command_here")
        for below, other in command.commands.items():
            _speak(other, below if name == "main" else f"{name}_{below}", context)


def _names() -> dict[str, str]:
    """The names that stand in the help of commands; a theme may have others."""
    titles = {game: texts(game).raw("names.title") for game in ("oldworld", "casters")}
    return titles | {"khorne": texts("oldworld").name("powers", "khorne")}


def _help(command: str, option: click.Option) -> str:
    """The help of an option: that of its command, else the one that several commands share."""
    own, shared = (f"options.{group}.{option.opts[-1].lstrip('-')}" for group in (command, "shared"))
    book = texts("cli")
    return book.raw(own if book.has(own) else shared)
