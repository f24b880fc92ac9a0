"""Simulated worlds without end: the server under cuts, deaths and broken disks, by seed (tests/server/simulation).

    python tools/worlds.py --worlds 20000 [--seed 0]
    python tools/worlds.py --minutes 12 --seed 1000
    python tools/worlds.py --seed 77 --worlds 1 --tell

Prints each broken promise with the command that plays its world again, and ends with 1 if there was any. `--tell` prints all that
happens in a world.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.simulation import world


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--worlds", type=int, help="how many")
    parser.add_argument("--minutes", type=float, help="or for how long")
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    if (given.worlds is None) == (given.minutes is None):
        parser.error("say how many --worlds, or how many --minutes")
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    worlds = broken = changes = acked = deaths = 0
    for seed in itertools.count(given.seed):
        if worlds == given.worlds or (end is not None and time.monotonic() > end):
            break
        told: list[str] | None = [] if given.tell else None
        outcome = world.played(seed, told)
        worlds, changes = worlds + 1, changes + outcome.changes
        acked, deaths = acked + outcome.acked, deaths + outcome.deaths
        if told:
            print(outcome.plan, *told, sep="\n")
        if outcome.violations:
            broken += 1
            print(*outcome.violations, f"    python tools/worlds.py --seed {seed} --worlds 1 --tell", sep="\n", flush=True)
    print(f"{worlds} worlds from seed {given.seed}: {broken} broken; {changes} changes, {acked} acknowledged, {deaths} ends of a server")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
