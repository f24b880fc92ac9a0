"""The pages of rulings are true: numbers in order, a decision and a source for each, and a test that names it."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = {"oldworld": "rulings.md", "casters": "rulings-casters.md"}


def rows(page: str) -> list[list[str]]:
    """The cells of a page's table, row by row."""
    lines = [line for line in (TESTS.parent / "docs" / page).read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]  # under the head of the table and its rule


ROWS = {game: rows(page) for game, page in PAGES.items()}
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


@functools.cache
def docstrings(file: str) -> dict[str, str]:
    """The tests of a file by name, each with what its docstring says; none in a file that is not there."""
    if not (TESTS / file).is_file():
        return {}
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}


def mentioned(docstring: str) -> set[str]:
    """The numbers of the rulings that a docstring names: "Ruling 3", "rulings 41 and 55", "ruling 51, 8"."""
    found = re.findall(r"[Rr]ulings? (\d+(?:(?:, | and |, and )\d+)*)", docstring)
    return {number for numbers in found for number in re.findall(r"\d+", numbers)}


@pytest.mark.parametrize(("game", "least"), [("oldworld", 56), ("casters", 58)])
def test_the_numbers_are_consecutive(game: str, least: int) -> None:
    assert [row[0] for row in ROWS[game]] == [str(number) for number in range(1, len(ROWS[game]) + 1)]
    assert len(ROWS[game]) >= least  # numbers are stable: none goes away


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{game}-{row[0]}") for game in PAGES for row in ROWS[game]])
def test_a_ruling_is_complete(row: list[str]) -> None:
    """Question, decision, source and test; the test exists and its docstring names the ruling."""
    assert len(row) == 5
    number, question, decision, source, test = row
    assert question.endswith("?") and decision.endswith(".") and source
    named = NAMED.fullmatch(test)
    assert named is not None, f"ruling {number} names no test: {test}"
    file, name = named.groups()
    assert name in docstrings(file), f"ruling {number}: {file} has no {name}"
    assert number in mentioned(docstrings(file)[name]), f"{file}::{name} does not say that it is ruling {number}"


@pytest.mark.parametrize("file", sorted(str(path.relative_to(TESTS)) for path in TESTS.rglob("test_*.py")))
def test_no_test_names_a_ruling_that_is_not_there(file: str) -> None:
    game = "casters" if file.startswith("casters") else "oldworld"
    for name, docstring in docstrings(file).items():
        assert mentioned(docstring) <= {row[0] for row in ROWS[game]}, name
