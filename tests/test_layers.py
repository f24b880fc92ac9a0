"""Imports run downward only (design.md section 1): each part of the package names what it may use."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "ruinous"

# Each part with the parts it may import, besides itself. What is not here may not exist.
MAY_USE: dict[str, set[str]] = {
    "engine": set(),
    "text": set(),
    "interface": {"engine", "text"},
    "reading": {"engine", "interface", "text"},
    "oldworld": {"engine", "interface", "reading", "text"},
    "casters": {"engine", "interface", "reading", "text"},
    "thinking": {"engine", "oldworld", "casters"},
    "games": {"engine", "interface", "oldworld", "casters", "text"},
    "answers": {"games", "oldworld", "casters", "text"},
    "catalogue": {"games", "interface", "oldworld", "casters", "text"},
    "record": {"games", "interface", "text"},
    "judge": {"games", "interface", "text"},
    "bots": {"engine", "games", "interface", "oldworld", "casters", "text", "thinking"},
    "lab": {"", "engine", "thinking", "games", "interface", "oldworld", "casters", "text", "record", "bots"},
    "terminal": {"answers", "games", "interface", "text", "catalogue", "record"},
    "server": {"", "answers", "games", "interface", "text", "catalogue", "record", "judge", "bots", "lab", "sheets"},
    "cli": {
        "",
        "answers",
        "games",
        "interface",
        "casters",
        "text",
        "catalogue",
        "record",
        "judge",
        "bots",
        "lab",
        "terminal",
        "server",
        "sheets",
    },
    "sheets": {"games", "interface", "oldworld", "casters", "text", "catalogue"},
    "__main__": {"cli"},
    "": set(),
}


def part(module: str) -> str:
    """The part of the package that a module belongs to: `ruinous.oldworld.cards.khorne` is in `oldworld`."""
    return (module.split(".") + [""])[1]


def modules() -> dict[str, Path]:
    """Every module of the package with its file."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        if "migrations" in path.parts:  # scripts that Alembic loads by path
            continue
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(module: str, path: Path) -> set[str]:
    """The modules of the package that a module imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively; the package imports by full names"
            assert node.module is not None
            known = {f"{node.module}.{alias.name}" for alias in node.names} & set(modules())
            found |= known or {node.module}
    return {name for name in found if name == "ruinous" or name.startswith("ruinous.")}


@pytest.mark.parametrize("module", sorted(modules()))
def test_imports_run_downward(module: str) -> None:
    here = part(module)
    assert here in MAY_USE, f"{module} belongs to no layer: give it one in MAY_USE"
    above = {name for name in imports(module, modules()[module]) if part(name) != here and part(name) not in MAY_USE[here]}
    assert not above, f"{module} may not import {', '.join(sorted(above))}"


def test_layers_have_an_order() -> None:
    """The table above allows no circle."""
    done: set[str] = set()
    left = dict(MAY_USE)
    while left:
        free = [name for name, below in left.items() if below <= done]
        assert free, f"these import each other in a circle: {', '.join(sorted(left))}"
        for name in free:
            done.add(name)
            del left[name]


def test_games_never_import_each_other() -> None:
    for module, path in modules().items():
        if part(module) in ("oldworld", "casters"):
            other = {"oldworld": "casters", "casters": "oldworld"}[part(module)]
            assert other not in {part(name) for name in imports(module, path)}


def test_rules_know_no_clock_and_no_chance_but_their_own() -> None:
    """Invariant G25: what happens in a game depends on seed, options and actions alone."""
    outside = {"time", "datetime", "random", "secrets", "os", "uuid", "threading", "asyncio", "socket"}
    for module, path in modules().items():
        if part(module) in ("engine", "interface", "oldworld", "casters", "games", "record"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
            names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            assert not {name.split(".")[0] for name in names} & outside, module


def test_the_lock_file_names_no_host() -> None:
    text = (ROOT / "requirements" / "lock.txt").read_text()
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert any(line.startswith("starlette==") for line in lines)
    for line in lines:
        assert "://" not in line
        assert "index" not in line
        assert line.startswith("    --hash=sha256:") or "==" in line
    pinned = [i for i, line in enumerate(lines) if "==" in line]
    for start, end in zip(pinned, [*pinned[1:], len(lines)], strict=True):
        assert end - start > 1, f"{lines[start]} has no hash"


def test_every_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    locked = {line.split("==")[0].lower() for line in (ROOT / "requirements" / "lock.txt").read_text().splitlines() if "==" in line}
    for requirement in wanted:
        name = requirement.split(">=")[0].split("[")[0].lower().replace("_", "-")
        assert name in locked or name == project["name"], f"{name} is not in requirements/lock.txt"
