"""Real servers killed under load, night after night: SQLite and PostgreSQL in turn, 50 tables at a time (tests/server/kills).

    python tools/kills.py --minutes 480 [--seed 0]
    python tools/kills.py --nights 16
    python tools/kills.py --nights 1 --seed 7 --tell

A night is ten lives of a server, each ended in its way; 16 of them have 136 kills, 48 on PostgreSQL, and 40,000 acknowledged actions.
Prints each broken promise with the command that plays its night again, with the same tables and ends; what happens in between is up to
the machine. Ends with 1 if there was any. `--tell` prints all that is said and heard.
"""

import argparse
import itertools
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server import postgres
from server.kills import lives

TABLES: Final = 50
ACKS: Final = 250
WAYS: Final[dict[str, list[lives.Way]]] = {
    "sqlite": ["kill", "kill", "kill", "kill", "kill", "before", "in", "after", "stop", "finish"],
    "postgresql": ["kill", "kill", "database", "database", "database", "cut", "before", "in", "after", "finish"],
}


def night_of(seed: int) -> tuple[str, lives.Night]:
    """The night of a seed, and its database."""
    kind = "sqlite" if seed % 3 else "postgresql"
    ways = Random(seed).sample(WAYS[kind], len(WAYS[kind]))
    return kind, replace(lives.drawn(seed, TABLES, ways, ACKS), bots=seed % 2 == 0)


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--nights", type=int, help="how many")
    parser.add_argument("--minutes", type=float, help="or for how long")
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    if (given.nights is None) == (given.minutes is None):
        parser.error("say how many --nights or how many --minutes")
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    nights = broken = kills = restarts = stops = acked = changes = 0
    with ExitStack() as stack:
        cluster: postgres.Cluster | None = None
        for seed in itertools.count(given.seed):
            if nights == given.nights or (end is not None and time.monotonic() > end):
                break
            kind, night = night_of(seed)
            if kind == "postgresql" and cluster is None:
                cluster = stack.enter_context(postgres.cluster())
            with tempfile.TemporaryDirectory() as folder:
                place = cluster.database() if kind == "postgresql" and cluster is not None else Path(folder) / "games.sqlite3"
                outcome = lives.played(night, place, cluster, print if given.tell else None)
            nights, kills, restarts, stops = nights + 1, kills + outcome.kills, restarts + outcome.restarts, stops + outcome.stops
            acked, changes = acked + outcome.acked, changes + outcome.changes
            print(
                f"night {seed}, {kind}: {outcome.kills} kills, {outcome.acked} acknowledged, {len(outcome.violations)} broken", flush=True
            )
            if outcome.violations:
                broken += 1
                print(*outcome.violations, f"    python tools/kills.py --nights 1 --seed {seed} --tell", sep="\n", flush=True)
    ends = f"{kills} kills, {restarts} of PostgreSQL too, and {stops} ends in peace"
    print(f"{nights} nights from seed {given.seed}: {broken} broken; {ends}; {changes} changes, {acked} acknowledged")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
