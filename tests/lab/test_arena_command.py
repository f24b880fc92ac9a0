"""`ruinous arena` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruinous import cli


class Arena:
    """Runs the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        code = cli.code(["arena", *map(str, arguments), "--jobs", "1"])
        return (code, *self.capsys.readouterr())

    def json(self, *arguments: object) -> dict[str, Any]:
        code, out, err = self(*arguments, "--json")
        assert (code, err) == (0, "")
        document: dict[str, Any] = json.loads(out)
        return document


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Arena:
    return Arena(capsys)


SOME = ("casters", "--bots", "rules,random", "--seed", 4)


def test_for_programs_and_for_people(arena: Arena) -> None:
    document = arena.json(*SOME, "--blocks", 4)
    assert {"game", "blocks", "games", "none", "share", "by_seat", "elo"} <= set(document)
    assert (document["game"], document["blocks"], document["games"], document["seed"]) == ("casters", 4, 16, 4)
    assert list(document["by_seat"]) == ["one/1", "one/2", "two/1", "two/2"]
    assert set(document["share"]["rules"]) == {"mean", "low", "high"}
    assert document["elo"]["random"] == {"mean": 0, "low": 0, "high": 0}
    code, out, _ = arena(*SOME, "--blocks", 4)
    assert code == 0
    assert f"{document['share']['rules']['mean']:.1%}" in out
    assert "Two, deck 1" in out
    assert "Again: ruinous arena casters --bots rules,random --blocks 4 --seed 4\n" in out


def test_a_file_goes_on_and_is_not_mixed(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "blocks.jsonl"
    arena.json(*SOME, "--blocks", 1, "--out", path)
    assert len(path.read_text().splitlines()) == 2
    assert arena.json(*SOME, "--blocks", 3, "--out", path) == arena.json(*SOME, "--blocks", 3)
    assert len(path.read_text().splitlines()) == 4
    code, out, err = arena("casters", "--bots", "rules,random", "--seed", 5, "--out", path)
    assert (code, out) == (2, "")
    assert "was begun with seed 4, not 5" in err


def test_everybody_against_everybody(arena: Arena) -> None:
    document = arena.json("casters", "--bots", "rules,random,l1", "--all", "--blocks", 1, "--seed", 1)
    matrix = document["matrix"]
    assert [list(row) for row in matrix.values()] == [["random", "l1"], ["rules", "l1"], ["rules", "random"]]
    assert matrix["rules"]["random"]["mean"] + matrix["random"]["rules"]["mean"] <= 1
    code, out, _ = arena("casters", "--bots", "rules,random,l1", "--all", "--blocks", 1, "--seed", 1)
    assert code == 0
    assert "against the others (column)" in out


def test_it_stops_when_it_can_tell(arena: Arena) -> None:
    document = arena.json(*SOME, "--blocks", 100, "--sprt", "0.5,0.7")
    assert document["sprt"]["verdict"] == "high"
    assert 3 < document["blocks"] < 50
    code, out, _ = arena("casters", "--bots", "random,rules", "--seed", 4, "--sprt", "0.5,0.7")
    assert code == 0
    assert "Sequential test: 50.0% rather than 70.0%" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "--bots", "random"], "chess"),
        (["casters"], "--bots"),
        (["casters", "--bots", ","], "names nobody"),
        (["casters", "--bots", "deepblue"], "deepblue"),
        (["casters", "--bots", "random,rules,l1"], "only 2 seats"),
        (["oldworld", "--bots", "random", "--players", "2"], "3 to 4 players"),
        (["casters", "--bots", "random,rules", "--sprt", "0.5"], "is not two shares"),
        (["casters", "--bots", "random,rules", "--sprt", "0.6,0.5"], "a lower and a higher share"),
        (["casters", "--bots", "random", "--sprt", "0.5,0.6"], "compares two bots"),
        (["casters", "--bots", "deepblue", "--no-peek", "5"], "deepblue"),
    ],
)
def test_bad_usage(arena: Arena, arguments: list[str], says: str) -> None:
    code, out, err = arena(*arguments)
    assert (code, out) == (2, "")
    assert says in err
