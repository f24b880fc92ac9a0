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


def _version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"ruinous {ruinous.__version__} ({'compiled' if ruinous.compiled() else 'interpreted'})")
        context.exit()


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version, and whether the rules run compiled."
)
@click.option(
    "--lang",
    "--theme",
    "theme",
    envvar="RUINOUS_THEME",
    show_envvar=True,
    default="en",
    help="The texts: en, pt, or plain with neutral names.",
)
@click.pass_context
def main(context: click.Context, theme: str) -> None:
    """Chaos in the Old World and Chaos Casters, every rule. Without a command: the table in the browser.

    \b
    ruinous                              play in the browser
    ruinous play oldworld                play in the terminal (or `casters`)
    ruinous COMMAND --help               each command, with examples

    Unofficial fan project, affiliated with no publisher.
    """
    try:
        text.use(theme)
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None
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
        click.echo("interrupted", err=True)
        return 130
    except OSError as problem:
        if problem.errno == errno.EPIPE:  # the reader, `head` for one, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        click.echo(f"Error: {problem.strerror or problem}: {problem.filename}" if problem.filename else f"Error: {problem}", err=True)
        return 2 if isinstance(problem, FileNotFoundError | IsADirectoryError | NotADirectoryError | PermissionError) else 1
