"""Holds the solver of Chaos Casters against trying everything on 2,000 small stacks: `python tools/solver_casters.py`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bots.casters_stacks import solved
from ruinous.bots.casters_greedy import model
from ruinous.thinking.casters_model import END, PLAY
from ruinous.thinking.casters_solver import Solver


def main() -> None:
    """Count the stacks on which both agree, and the positions that the solver looked at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stacks", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = positions = 0
    for kind, name in ((END, "hand"), (PLAY, "learned")):
        solver = Solver(model(name), 1_000_000)
        for stack, value in solved(model(name), kind, given.seed, given.stacks // 2):
            wrong += solver.solve(stack, kind) != value
            positions += solver.visited
    print(f"{given.stacks} stacks, {wrong} solved wrong, {positions / given.stacks:.1f} positions each")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
