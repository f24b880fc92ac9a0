"""The speed figures of docs/performance.md, as ratios to plain C in one run on one core.

    python tools/measure.py PATH/TO/limit.c [--seconds 2] [--rounds 5]

The C program is a yardstick of the same shape (nine regions, four players, cards, dice), not of the same rules; it is
built here with `gcc -O3 -march=native -lm` and answers "go SECONDS" with a line of JSON. Rules and yardstick take turns on
the same core, and the middle of the rounds counts, so that whatever else the machine does meets both alike.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import ruinous
from ruinous import games
from ruinous.lab.bench import measure


def yardstick(program: subprocess.Popen[str], seconds: float) -> dict[str, float]:
    """One measurement of the C program."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(f"go {seconds}\n")
    program.stdin.flush()
    figures: dict[str, float] = json.loads(program.stdout.readline())["limit-C"]
    return figures


def main() -> int:
    """Measure, and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="the yardstick, limit.c")
    parser.add_argument("--game", default="oldworld", choices=list(games.GAMES))
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure and round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "limit"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", binary, given.source, "-lm"], check=True)
        with subprocess.Popen([binary, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            rounds = [(yardstick(program, given.seconds), measure(games.game(given.game), given.seconds)) for _ in range(given.rounds)]
            assert program.stdin is not None
            program.stdin.close()
    c = {name: statistics.median(one[0][name] for one in rounds) for name in ("decisions_s", "games_s", "clones_s", "mcts_iter_s")}
    own = {name: statistics.median(one[1][name] for one in rounds) for name in rounds[0][1]}
    ratios = [one[1]["decisions_per_s"] / one[0]["decisions_s"] for one in rounds]
    document = {
        "compiled": ruinous.compiled(),
        "python": sys.version.split()[0],
        "c": c,
        given.game: own,
        "decisions_share_of_c": {
            "middle": round(statistics.median(ratios), 4),
            "low": round(min(ratios), 4),
            "high": round(max(ratios), 4),
        },
        "clone_us": round(1e6 / own["clones_per_s"], 2),
        "api_decisions_at_c_5_million": round(own["api_decisions_per_s"] * 5e6 / c["decisions_s"]),
        "decisions_at_c_5_million": round(own["decisions_per_s"] * 5e6 / c["decisions_s"]),
    }
    print(json.dumps(document, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
