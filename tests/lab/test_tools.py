"""The tools that play many games print what they promise, and go on from their files."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


class Tools:
    """Runs a tool in this process; gives its exit code and what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, name: str, *arguments: object, jobs: bool = True) -> tuple[int, str]:
        self.monkeypatch.setattr(sys, "argv", [name, *map(str, arguments), *(("--jobs", "1") if jobs else ())])
        code = 0
        try:
            runpy.run_path(str(TOOLS / f"{name}.py"), run_name="__main__")
        except SystemExit as end:
            code = int(end.code or 0)
        return code, self.capsys.readouterr().out


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tools:
    return Tools(capsys, monkeypatch)


def test_the_balance_of_the_old_world(tool: Tools, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, out = tool("balance", "oldworld", "--games", 8, "--players", 3, "--bot", "random", "--out", path)
    assert code == 0
    assert out.startswith("8 games of `random`, 3 players, edition seed, seed 1:")
    assert "| Khorne | " in out
    assert "| 1 | " in out
    assert len(path.read_text().splitlines()) == 3
    assert tool("balance", "oldworld", "--games", 8, "--players", 3, "--bot", "random", "--out", path) == (0, out)


def test_the_balance_of_casters(tool: Tools) -> None:
    code, out = tool("balance", "casters", "--games", 8, "--bot", "random")
    assert code == 0
    assert "| Deck 1 wins against Deck 2, of decided games | " in out


def test_soaking(tool: Tools) -> None:
    code, out = tool("soak", "casters", "--bots", "random", "--games", 3)
    assert code == 0
    assert "3 games" in out
    assert "random: spares the enemy" in out


def test_the_ladder(tool: Tools, tmp_path: Path) -> None:
    code, out = tool("ladder", "casters", "--out", tmp_path, "--blocks", 1, "--only", "rules")
    assert code == 0
    assert "| rules | random | " in out
    assert tool("ladder", "casters", "--out", tmp_path, "--show", "--only", "rules") == (0, out)


@pytest.mark.parametrize("wanted", [0, 1.1])
def test_counting_the_causes_that_hints_name(tool: Tools, wanted: float) -> None:
    code, out = tool("reasons", "casters", "--bot", "greedy", "--decisions", 12, "--wanted", wanted, jobs=False)
    assert code == (wanted > 1)
    assert "greedy: 12 moves by number of causes {" in out


def test_games_that_are_stored_are_not_made_anew_under_the_same_rules(tool: Tools) -> None:
    before = {path: path.read_bytes() for path in (TOOLS.parent / "tests" / "records").glob("*.zip")}
    assert tool("corpus", "oldworld", jobs=False)[0] == tool("corpus", "casters", jobs=False)[0] == 1
    assert {path: path.read_bytes() for path in before} == before
    assert len(before) == 2
