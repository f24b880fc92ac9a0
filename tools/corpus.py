"""Plays the games that every change must replay to the letter (R-PIN): `python tools/corpus.py GAME`, into `tests/records/GAME.zip`.

200 finished games under all kinds of options, half of them keyed as at a hosted table, between bots of several levels that are mixed at
random. They are not made anew as long as their rules version is that of the program: a change after which some of them no longer replay
needs a new version first.
"""

import argparse
import io
import json
import sys
import zipfile
from pathlib import Path
from random import Random

from ruinous import games, record
from ruinous.games import Rules
from ruinous.lab.fuzz import random_options
from ruinous.lab.players import mover

FOLDER = Path(__file__).parent.parent / "tests" / "records"
GAMES = 200
BOTS = ("random", "rules", "greedy", "l3", "l4@12")
BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The moment that all files in the archive bear, so that the same games give the same archive."""


def played(rules: Rules, number: int) -> tuple[str, str]:
    """A name for game `number` and its record."""
    chance = Random(number)
    options = random_options(rules, chance)
    secret = f"corpus {number}".encode() if number % 2 else None
    state = rules.new(options, number if secret is None else record.chance(secret, "setup"))
    bots = {seat: chance.choice(BOTS) for seat in rules.seats(state)}
    movers = {seat: mover(rules, bot, seat, number) for seat, bot in bots.items()}
    sink = io.StringIO()
    writer = record.Writer(sink, rules, state, options, seed=number if secret is None else None, secret=secret)
    while (seat := rules.to_move(state)) is not None:
        writer.play(movers[seat](state))
    return f"{number:03}-{'-'.join(bot.partition('@')[0] for bot in bots.values())}.ruin", sink.getvalue()


def main() -> int:
    """Play them all. Refuses to replace games of the same rules version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.GAMES)
    rules = games.game(parser.parse_args().game)
    file = FOLDER / f"{rules.name}.zip"
    if file.exists():
        with zipfile.ZipFile(file) as stored:
            version = json.loads(stored.read(stored.namelist()[0]).splitlines()[0])["rules"]
        if version == rules.version:
            print(f"{file.name} has games of rules version {version}, which are not made anew", file=sys.stderr)
            return 1
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        for number in range(1, GAMES + 1):
            name, text = played(rules, number)
            archive.writestr(zipfile.ZipInfo(name, BEGINNING), text, zipfile.ZIP_LZMA)
    return 0


if __name__ == "__main__":
    sys.exit(main())
