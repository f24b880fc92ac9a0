"""The package as installed: which form of the rules runs, and the warning about stale binaries."""

import ast
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ruinous

INIT = Path(ruinous.__file__)
BINARY = importlib.machinery.EXTENSION_SUFFIXES[0]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A source checkout of a package `ruinous` with one module of rules, and a binary that is none beside it."""
    engine = tmp_path / "src" / "ruinous" / "engine"
    engine.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    shutil.copy(INIT, engine.parent / "__init__.py")
    (engine / "__init__.py").touch()
    (engine / "rng.py").write_text("print('the source runs')\n")
    (engine / f"rng{BINARY}").write_bytes(b"no binary")
    return tmp_path


def run(checkout: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code where `ruinous` is the package of the checkout."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("RUINOUS_PURE", "PYTHONPATH")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=inherited | {"PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_binaries_come_first(checkout: Path) -> None:
    done = run(checkout, "import ruinous; print(ruinous.compiled()); import ruinous.engine.rng")
    assert done.stdout == "True\n"
    assert "ImportError" in done.stderr  # it was tried


def test_pure_runs_the_sources_beside_binaries(checkout: Path) -> None:
    done = run(checkout, "import ruinous; print(ruinous.compiled()); import ruinous.engine.rng", RUINOUS_PURE="1")
    assert (done.stdout, done.stderr) == ("False\nthe source runs\n", "")


def test_a_stale_binary_is_named(checkout: Path) -> None:
    engine = checkout / "src" / "ruinous" / "engine"
    os.utime(engine / f"rng{BINARY}", (1_000_000_000, 1_000_000_000))
    done = run(checkout, "import ruinous")
    assert "RuntimeWarning: engine/rng.py was edited after it was compiled" in done.stderr
    assert run(checkout, "import ruinous", RUINOUS_PURE="1").stderr == ""


def test_a_fresh_binary_is_not(checkout: Path) -> None:
    engine = checkout / "src" / "ruinous" / "engine"
    os.utime(engine / "rng.py", (1_000_000_000, 1_000_000_000))
    assert run(checkout, "import ruinous").stderr == ""


def test_the_same_form_everywhere() -> None:
    """What `compiled()` says is true of every compiled module."""
    import ruinous.engine.agenda
    import ruinous.oldworld.state

    for module in (ruinous.engine.agenda, ruinous.oldworld.state):
        assert module.__file__ is not None
        assert module.__file__.endswith(".py") is not ruinous.compiled()
    assert os.environ.get("RUINOUS_PURE") != "1" or not ruinous.compiled()


def test_what_is_compiled_is_where_speed_is_wanted() -> None:
    """The lists in setup.py decide the form of each module; all of them have the same one."""
    source = ast.parse((Path(__file__).parent.parent / "setup.py").read_text())
    lists = [ast.literal_eval(node.value) for node in source.body if isinstance(node, ast.Assign)]
    packages, left_out = lists
    assert {"engine", "oldworld"} <= set(packages)
    for package in packages:
        for path in (INIT.parent / package).glob("*.py"):
            found = importlib.util.find_spec(f"ruinous.{package}.{path.stem}".removesuffix(".__init__"))
            assert found is not None
            assert found.origin is not None
            assert found.origin.endswith(".py") is (path.stem in left_out or not ruinous.compiled())
