"""`ruinous table` and `ruinous serve`: the server, with the browser opened or not."""

from typing import Any

import click

database_option = click.option(
    "--database",
    envvar="RUINOUS_DATABASE",
    show_envvar=True,
)


bots_option = click.option("--bots", envvar="RUINOUS_BOTS", show_envvar=True, metavar="FILE.py:CLASS,..")


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0)
@click.option("--no-browser", is_flag=True)
@database_option
@bots_option
def table(port: int, no_browser: bool, database: str | None, bots: str | None) -> None:
    """The table in the browser, on this machine alone."""
    from ruinous.server import run

    run.main(host="127.0.0.1", port=port, database=database, bots=bots, open_browser=not no_browser)


@click.command()
@click.option("--host", envvar="RUINOUS_HOST", show_envvar=True, default="127.0.0.1", show_default=True)
@click.option("--port", envvar="RUINOUS_PORT", show_envvar=True, type=click.IntRange(0, 65535), default=8000, show_default=True)
@database_option
@bots_option
@click.option("--workers", type=click.IntRange(1, 64))
@click.option("--log-format", type=click.Choice(["text", "json"]))
@click.option("--metrics", metavar="PORT", type=click.IntRange(0, 65535))
def serve(**flags: Any) -> None:
    """The same server for a host; nothing is opened. All settings: docs/hosting.md."""
    from ruinous.server import run

    run.main(**flags)
