"""`ruinous table` and `ruinous serve`: the server, with the browser opened or not."""

from typing import Any

import click

database_option = click.option(
    "--database",
    envvar="RUINOUS_DATABASE",
    show_envvar=True,
    help="Where games are kept, as a file or an address like postgresql://name@host/database; by default a file in your data folder.",
)


bots_option = click.option(
    "--bots", envvar="RUINOUS_BOTS", show_envvar=True, metavar="FILE.py:CLASS,..", help="Bots of your own, offered beside the others."
)


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port on this machine; by default any free one.")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening the browser.")
@database_option
@bots_option
def table(port: int, no_browser: bool, database: str | None, bots: str | None) -> None:
    """The table in the browser, on this machine alone.

    \b
    ruinous                      the same
    ruinous table --port 8000    at http://127.0.0.1:8000/
    ruinous table --bots spender.py:Spender
    """
    from ruinous.server import run

    run.main(host="127.0.0.1", port=port, database=database, bots=bots, open_browser=not no_browser)


@click.command()
@click.option("--host", envvar="RUINOUS_HOST", show_envvar=True, default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", envvar="RUINOUS_PORT", show_envvar=True, type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port."
)
@database_option
@bots_option
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that serve; more than one need PostgreSQL.")
@click.option("--log-format", type=click.Choice(["text", "json"]), help="Lines for people, or one JSON document to a line.")
@click.option("--metrics", metavar="PORT", type=click.IntRange(0, 65535), help="A port of its own for Prometheus; none by default.")
def serve(**flags: Any) -> None:
    """The same server for a host; nothing is opened. All settings: docs/hosting.md.

    \b
    ruinous serve --port 8000
    RUINOUS_DATABASE=games.sqlite ruinous serve --host 0.0.0.0
    ruinous serve --database postgresql://ruinous@localhost/ruinous --workers 4
    """
    from ruinous.server import run

    run.main(**flags)
