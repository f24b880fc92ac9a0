"""The published tables of docs/bots.md: each bot against those below it, in the arena, from files that go on where they stopped.

    python tools/ladder.py casters --out ladder --blocks 100
    python tools/ladder.py oldworld --out ladder --blocks 100 --only l4
    python tools/ladder.py casters --out ladder --show           only prints what is there

Each row is a command `ruinous arena GAME --bots A,B --seed 1 [--players 3]`; numbers of simulations are those of the bots' names.
"""

import argparse
from pathlib import Path

from ruinous import games
from ruinous.bots.base import BOTS
from ruinous.lab import arena
from ruinous.lab.arena_file import ForeignFile, opened, played
from ruinous.lab.arena_result import Result
from ruinous.lab.jobs import processors
from ruinous.lab.players import PEEK
from ruinous.lab.statistics import Estimate

Row = tuple[str, str, int | None]  # challenger, the others, how many players

ROWS: tuple[Row, ...] = (
    ("rules", "random", None),
    ("greedy", "random", None),
    ("greedy", "rules", None),
    ("l3", "random", None),
    ("l3", "greedy", None),
    ("l4", "greedy", None),
    ("l4", "l3", None),
    ("l5", "greedy", None),
    ("l5", "l4", None),
    ("l5", "greedy", 3),
    ("peek:l4", "l4", None),
)
SEED = 1


def rows(game: str, only: str | None) -> list[Row]:
    """The rows that a game has bots for; `only` those whose challenger is named so."""
    known = {name for of, name in BOTS if of == game}
    return [
        row
        for row in ROWS
        if {row[0].removeprefix(PEEK), row[1]} <= known and (row[2] is None or game == "oldworld") and only in (None, row[0])
    ]


def percent(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * estimate.mean:.1f}% ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def line(result: Result, row: Row) -> str:
    """One row of the table."""
    bot, other, players = row
    elo = result.elo()[0][bot]
    chairs = " ".join(f"{chair} {100 * result.share(bot, chair).mean:.0f}" for chair in result.chairs)
    more = f" --players {players}" if players else ""
    command = f"`--bots {bot},{other}{more} --blocks {len(result.blocks)}`"
    return f"| {bot} | {other} | {percent(result.share(bot))} | {elo.mean:+.0f} | {chairs} | {100 * result.none().mean:.1f}% | {command} |"


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--out", type=Path, required=True, help="folder for the files of blocks")
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--only", help="one challenger")
    parser.add_argument("--show", action="store_true", help="play nothing")
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rules = games.game(given.game)
    print("| challenger | others | share of the challenger | Elo | by chair, % | nobody | `ruinous arena` |\n|---|---|---|---|---|---|---|")
    for row in rows(given.game, given.only):
        bot, other, players = row
        plan = arena.plan(rules, rules.read_options({}), players, [bot, other], SEED, False)
        path = given.out / f"{given.game}-{bot.replace(':', '_')}-{other}-{players or 'all'}.jsonl"
        if given.show and not path.exists():
            continue
        try:
            with opened(path, plan) as (found, _):
                done = list(found)
            result = Result(plan, done if given.show else played(plan, given.blocks, path, given.jobs, lambda _n: None))
        except ForeignFile as problem:
            parser.error(str(problem))
        print(line(result, row), flush=True)


if __name__ == "__main__":
    main()
