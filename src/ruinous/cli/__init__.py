"""The command line: one program, `ruinous`.

Data goes to stdout, all else to stderr. Exit codes: 0 done, 1 the check or the job failed, 2 bad usage or input,
3 an extra or a service is missing (the message has the command that brings it), 130 interrupted.
"""

import errno
import os
import sys

import click

import ruinous
from ruinous import text
from ruinous.cli import arena, cards, deck, files, host, lab, play, table
from ruinous.cli.common import BadInput
from ruinous.cli.print import print_
from ruinous.cli.speech import Main, say


def _version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        form = say("compiled" if ruinous.compiled() else "interpreted")
        click.echo(f"ruinous {ruinous.__version__} ({form})")
        context.exit()


def _speak(_context: click.Context, _parameter: click.Parameter, language: str) -> None:
    try:
        text.use(language)
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None
    main.speak()


@click.group(cls=Main, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang", "--theme", envvar="RUINOUS_THEME", show_envvar=True, default="en", is_eager=True, expose_value=False, callback=_speak
)
@click.option("--version", is_flag=True, expose_value=False, callback=_version)
@click.pass_context
def main(context: click.Context) -> None:
    """The table in the browser, unless a command is given."""
    if context.invoked_subcommand is None:
        context.invoke(table.table)


COMMANDS = (
    table.table,
    table.serve,
    host.backup,
    host.restore,
    host.db,
    play.play,
    lab.sim,
    arena.arena,
    files.replay,
    files.verify,
    files.judge,
    lab.fuzz,
    lab.bench,
    cards.cards,
    deck.deck,
    print_,
)

for command in COMMANDS:
    main.add_command(command)


def run(arguments: list[str] | None = None) -> None:
    """Run the program and leave the process with its exit code."""
    sys.exit(code(arguments))


def code(arguments: list[str] | None = None) -> int:
    """Run the program; its exit code."""
    try:
        left = main.main(arguments, prog_name="ruinous", standalone_mode=False)
        sys.stdout.flush()
        return left if isinstance(left, int) else 0
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(say("interrupted"), err=True)
        return 130
    except OSError as problem:
        if problem.errno == errno.EPIPE:  # the reader, `head` for one, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        told = f"{problem.strerror or problem}: {problem.filename}" if problem.filename else str(problem)
        click.echo(say("error", problem=told), err=True)
        return 2 if isinstance(problem, FileNotFoundError | IsADirectoryError | NotADirectoryError | PermissionError) else 1
