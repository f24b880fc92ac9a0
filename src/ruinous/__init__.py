"""Ruinous: Chaos in the Old World, every rule, to play, to simulate and to study.

The rules run compiled where the install could compile them, else as plain Python from the same files.
`RUINOUS_PURE=1` forces the plain form; `compiled()` tells which one runs.
"""

import importlib.machinery
import importlib.util
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

__version__ = "0.1.0"


class _SourcesOnly:
    """A path finder that sees the package's sources and not the binaries beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("ruinous."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:  # no loader: a folder without __init__, left to Python
                return spec
        return None


def compiled() -> bool:
    """Whether the rules of this process run compiled."""
    spec = importlib.util.find_spec("ruinous.engine.rng")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def _warn_of_stale_binaries() -> None:
    """In a source checkout, an edited file must not be shadowed silently by its old compiled form."""
    here = Path(__file__).parent
    if not (here.parent.parent / "pyproject.toml").exists():
        return
    for binary in [*here.rglob("*.so"), *here.rglob("*.pyd")]:
        source = binary.with_name(binary.name.split(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > binary.stat().st_mtime:
            where = source.relative_to(here).as_posix()
            warnings.warn(
                f"{where} was edited after it was compiled: install again, or run with RUINOUS_PURE=1", RuntimeWarning, stacklevel=3
            )


if os.environ.get("RUINOUS_PURE") == "1":
    sys.meta_path.insert(0, _SourcesOnly)
else:
    _warn_of_stale_binaries()
