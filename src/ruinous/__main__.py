"""`python -m ruinous` is the command `ruinous`."""

from ruinous.cli import run

run()
