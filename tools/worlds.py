"""Simulated worlds without end: the server under cuts, deaths, broken disks and crowds (tests/server/simulation, tests/server/power).

    python tools/worlds.py --worlds 20000 [--seed 0]
    python tools/worlds.py --minutes 12 --seed 1000
    python tools/worlds.py --seed 77 --worlds 1 --tell
    python tools/worlds.py --cuts 10000 [--seed 1]

Prints each broken promise with the command that plays its world again, and ends with 1 if there was any. `--tell` prints all that
happens in a world. `--cuts` plays on the real server once and cuts the power so often.
"""

import argparse
import itertools
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.power import checks, record
from server.simulation import world


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--worlds", type=int, help="how many")
    parser.add_argument("--minutes", type=float, help="or for how long")
    parser.add_argument("--cuts", type=int, help="or how often to cut the power")
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    if sum(wanted is not None for wanted in (given.worlds, given.minutes, given.cuts)) != 1:
        parser.error("say how many --worlds, how many --minutes, or how many --cuts")
    return cut(given.cuts, given.seed) if given.cuts is not None else play(given)


def play(given: argparse.Namespace) -> int:
    """One world after the other."""
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    worlds = broken = crowds = several = changes = acked = deaths = 0
    for seed in itertools.count(given.seed):
        if worlds == given.worlds or (end is not None and time.monotonic() > end):
            break
        told: list[str] | None = [] if given.tell else None
        outcome = world.played(seed, told)
        worlds, changes = worlds + 1, changes + outcome.changes
        crowds, several = crowds + (outcome.plan.guests > 0), several + (outcome.plan.processes > 1)
        acked, deaths = acked + outcome.acked, deaths + outcome.deaths
        if told:
            print(outcome.plan, *told, sep="\n")
        if outcome.violations:
            broken += 1
            print(*outcome.violations, f"    python tools/worlds.py --seed {seed} --worlds 1 --tell", sep="\n", flush=True)
    print(f"{worlds} worlds from seed {given.seed}, {crowds} with a crowd, {several} with two processes: {broken} broken;", end=" ")
    print(f"{changes} changes, {acked} acknowledged, {deaths} ends of a server")
    return 1 if broken else 0


def cut(cuts: int, seed: int) -> int:
    """Power cuts."""
    with tempfile.TemporaryDirectory() as name:
        deeds = record.recorded(Path(name), 60)
        found = checks.violations(deeds, Path(name) / "games.sqlite3", cuts, seed)
    print(*found, f"{cuts} cuts in {len(deeds)} deeds, seed {seed}: {len(found)} broken", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
