"""The speed figures of docs/performance.md, as ratios to plain C in one run on one core.

    python tools/measure.py PATH/TO/limit.c [--seconds 0.2] [--rounds 20]

The C program is a yardstick of the same shape (nine regions, four players, cards, dice), not of the same rules; it is
built here with `gcc -O3 -march=native -lm` and answers "go SECONDS" with a line of JSON. Rules and yardstick take turns on
the same core in many short rounds, and of each figure the best round counts: the one that nothing else on the machine
disturbed. The middle of the rounds is shown too.
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
    parser.add_argument("--seconds", type=float, default=0.2, help="for each figure and round")
    parser.add_argument("--rounds", type=int, default=20)
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
    c = [one[0] for one in rounds]
    own = [one[1] for one in rounds]
    best_c = {name: max(one[name] for one in c) for name in ("decisions_s", "games_s", "clones_s", "mcts_iter_s")}
    best = {name: max(one[name] for one in own) for name in own[0]}
    five_million = 5e6 / best_c["decisions_s"]
    document = {
        "compiled": ruinous.compiled(),
        "python": sys.version.split()[0],
        "c": best_c,
        given.game: best,
        "decisions_share_of_c": round(best["decisions_per_s"] / best_c["decisions_s"], 4),
        "middle_of_rounds": round(statistics.median(b["decisions_per_s"] / a["decisions_s"] for a, b in rounds), 4),
        "clone_us": round(1e6 / best["clones_per_s"], 2),
        "where_c_makes_5_million": {name: round(best[name] * five_million) for name in ("decisions_per_s", "api_decisions_per_s")},
    }
    print(json.dumps(document, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
