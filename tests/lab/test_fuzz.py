"""The fuzzer finds what is wrong, keeps it as a record, and says how to see it again."""

from pathlib import Path
from random import Random

import pytest

from ruinous import cli, games, record
from ruinous.games import Rules, State
from ruinous.lab import fuzz, invariants

RULES = games.game("oldworld")


class Grumbler:
    """A watch that finds fault with the 20th step."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.left = 20

    def step(self, state: State, action: int | None) -> None:
        self.left -= 1
        if self.left == 0:
            raise RuntimeError("twenty is too many")


def test_a_fault_is_kept_and_can_be_rerun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(invariants, "Watch", Grumbler)
    code = cli.code(["fuzz", "oldworld", "--games", "30", "--seed", "5", "--jobs", "1", "--out", str(tmp_path)])
    shown = capsys.readouterr()
    file = tmp_path / "fuzz-oldworld-5.ruin"
    assert (code, shown.out) == (1, "")
    assert "twenty is too many" in shown.err
    assert f"record: {file}" in shown.err
    assert "again: ruinous fuzz oldworld --games 1 --seed 5\n" in shown.err
    kept = record.read(file)
    assert len(kept.actions) == 19
    record.finished(kept)
    assert cli.code(["fuzz", "oldworld", "--games", "1", "--seed", "5", "--jobs", "1", "--out", str(tmp_path)]) == 1


def test_the_same_games_again() -> None:
    assert fuzz.play_one(RULES, 3) == fuzz.play_one(RULES, 3)


def test_minutes_end(tmp_path: Path) -> None:
    result = fuzz.run(RULES, 1, None, 1e-9, 1, tmp_path, lambda _n: None)
    assert (result.games, result.failure) == (0, None)


def test_options_vary() -> None:
    drawn = [fuzz.random_options(RULES, Random(seed)) for seed in range(40)]
    assert {len(options["players"]) for options in drawn} == {3, 4}
    assert {options["edition"] for options in drawn} == {"seed", "faq2"}
