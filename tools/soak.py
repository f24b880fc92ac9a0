"""Soak bots: crashes, illegal actions, overruns of time, and moves that are never right (`ruinous.bots.blunders`).

    python tools/soak.py oldworld --bots rules --games 100
    python tools/soak.py casters --bots l4,rules --games 50 --seconds 1.0

Exits with 1 if there was any fault of a bot other than `random`, for whom moves that are never right are fair play.
"""

import argparse
import sys

from ruinous import games
from ruinous.lab import soak
from ruinous.lab.jobs import processors, spread
from ruinous.lab.statistics import percentile


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--bots", required=True, help="names separated by commas; the last one takes all further seats")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="what bots are told to stop by")
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    options = games.game(given.game).read_options({})
    tasks = [soak.task(given.game, options, given.bots.split(","), given.seed, n, given.seconds) for n in range(given.games)]
    watched = soak.Watched()
    for found in spread(soak.play, tasks, given.jobs):
        watched.add(found)
    print(f"{watched.games} games, {watched.decisions} decisions, seed {given.seed}")
    print("| bot | decisions | median | 95% | longest |\n|---|---|---|---|---|")
    for bot, times in sorted(watched.times.items()):
        print(f"| {bot} | {times.total()} | {' | '.join(f'{percentile(times, p)} ms' for p in (50, 95, 100))} |")
    for (bot, kind), often in sorted(watched.faults.items()):
        print(f"{bot}: {kind}, {often} times; the first: {watched.examples[bot, kind]}")
    faults = sum(often for (bot, _), often in watched.faults.items() if bot != "random")
    print("No fault." if not faults else f"{faults} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
