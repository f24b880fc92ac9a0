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


@pytest.mark.parametrize("found", [b"my notes", b"my notes\n", b"{}\n", b"[1]\n", bytes(range(256)) * 9, b'{"arena": 1, "no'])
def test_a_file_of_something_else_is_left_alone(arena: Arena, tmp_path: Path, found: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(found)
    code, out, err = arena(*SOME, "--blocks", 1, "--out", path)
    assert (code, out) == (2, "")
    assert f"{path} is no file of an arena" in err
    assert path.read_bytes() == found


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of an arena's file with three blocks."""
    path = tmp_path_factory.mktemp("arena") / "blocks"
    assert cli.code([str(argument) for argument in ("arena", *SOME, "--blocks", 3, "--jobs", 1, "--out", path)]) == 0
    return path.read_text().splitlines(keepends=True)


def test_a_line_that_is_no_block_is_named(arena: Arena, tmp_path: Path, begun: list[str]) -> None:
    path = tmp_path / "blocks"
    path.write_text(begun[0] + begun[1] + "notes")
    assert f"{path}, line 3: this is no block of an arena" in arena(*SOME, "--blocks", 4, "--out", path)[2]
    for line in ("garbage\n", "{}\n", "7\n", '{"match": 0, "number": 1, "games": [7]}\n', '{"match": 0, "number": 1, "games": 1}\n'):
        path.write_text("".join([*begun[:2], line, *begun[3:]]))
        before = path.read_bytes()
        code, out, err = arena(*SOME, "--blocks", 4, "--out", path)
        assert (code, out, path.read_bytes()) == (2, "", before)
        assert f"{path}, line 3: this is no block of an arena" in err


def test_a_block_that_is_missing_or_twice_there_is_noticed(arena: Arena, tmp_path: Path, begun: list[str]) -> None:
    path = tmp_path / "blocks"
    for lines, found in (([*begun[:2], begun[3]], 2), ([*begun[:2], begun[1]], 0)):
        path.write_text("".join(lines))
        before = path.read_bytes()
        code, out, err = arena(*SOME, "--blocks", 4, "--out", path)
        assert (code, out, path.read_bytes()) == (2, "", before)
        assert f"{path}, line 3: block {found} of match 0 stands where block 1 of match 0 belongs" in err


def test_what_was_cut_off_is_played_again(arena: Arena, tmp_path: Path, begun: list[str]) -> None:
    path = tmp_path / "blocks"
    for kept in ("", begun[0][:20], begun[0], begun[0] + begun[1][:30]):
        path.write_text(kept)
        assert arena(*SOME, "--blocks", 3, "--out", path)[0] == 0
        assert path.read_text() == "".join(begun)


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
