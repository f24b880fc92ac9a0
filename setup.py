"""Compile the rules with mypyc where a C compiler is there; install the same files as plain Python where not.

RUINOUS_PURE=1 installs plain Python only; RUINOUS_OPT sets the compiler's optimisation level (2 by default).
"""

import os
import warnings
from pathlib import Path

from setuptools import setup
from setuptools.extension import Extension

# The packages that are compiled, and the modules in them that are not: data, and the prose side of a game, where
# dicts and strings are wanted and speed is not.
COMPILED = ("engine", "oldworld", "casters", "thinking")
NOT_COMPILED = ("__init__", "tables", "decks", "rules", "notation", "due", "position", "view", "log", "refusal")


def sources() -> list[str]:
    """The files to compile, in a fixed order, so that equal sources give equal builds."""
    root = Path("src/ruinous")
    files = (path for package in COMPILED for path in sorted((root / package).rglob("*.py")))
    return [path.as_posix() for path in files if path.stem not in NOT_COMPILED]


def extensions() -> list[Extension]:
    if os.environ.get("RUINOUS_PURE") == "1":
        return []
    print(f"ruinous: compiling {len(sources())} modules of rules; this takes one or two minutes (RUINOUS_PURE=1 skips it)", flush=True)
    try:
        from mypyc.build import mypycify

        modules = mypycify(sources(), opt_level=os.environ.get("RUINOUS_OPT", "2"), group_name="ruinous")
    except (Exception, SystemExit) as problem:  # no mypyc for this interpreter: still installable
        warnings.warn(f"ruinous is installed uncompiled: {problem}", stacklevel=1)
        return []
    for module in modules:
        module.optional = True  # a compiler that is missing or fails is a warning, not an error
    return modules


setup(ext_modules=extensions())
