"""The file of an arena: a header that says what is played, then a line for each finished block, so that it can go on later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

import ruinous
from ruinous import games
from ruinous.lab.arena import Block, Game, Plan, run
from ruinous.text import texts

PARTS = ("engine", "bots", "thinking")  # besides the game's own
MADE = (".pyc", ".so", ".pyd")  # from the other files


class ForeignFile(ValueError):
    """The file was not begun by this plan; the text says what differs."""


def code(game: str, matches: tuple[tuple[str, ...], ...]) -> str:
    """12 digits of everything that decides how a game is played: its rules, its bots with their weights, files of one's own."""
    root = Path(ruinous.__file__).parent
    others = tuple(other for other in games.GAMES if other != game)
    found = (path for part in (*PARTS, game) for path in (root / part).rglob("*") if path.is_file())
    files = sorted(path for path in found if path.suffix not in MADE and not path.name.startswith(others))
    files += sorted({Path(name.removeprefix("peek:").rpartition(":")[0]) for match in matches for name in match if ".py:" in name})
    digest = hashlib.blake2b(digest_size=6)
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def header(plan: Plan) -> dict[str, Any]:
    """What the first line of a plan's file holds."""
    return {
        "arena": 1,
        "game": plan.game,
        "rules": games.game(plan.game).version,
        "code": code(plan.game, plan.matches),
        "seed": plan.seed,
        "options": dict(plan.options),
        "players": plan.players,
        "matches": [list(match) for match in plan.matches],
    }


@contextmanager
def opened(path: Path | None, plan: Plan) -> Iterator[tuple[list[Block], TextIO | None]]:
    """The blocks that a file holds already, and the file to append to, a new one where there is none. Raises ForeignFile.

    Without a path there are neither.
    """
    if path is None:
        yield [], None
        return
    mine = header(plan)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]  # a line that was cut off is played again
    lines = whole.splitlines()
    if lines:
        theirs = _document(lines[0])
        for key, value in mine.items():
            if theirs.get(key) != value:
                told = {"file": str(path), "field": key, "theirs": str(theirs.get(key)), "mine": str(value)}
                raise ForeignFile(texts("asked").say("foreign", **told))
    with path.open("r+" if path.exists() else "w", encoding="utf-8") as file:
        file.truncate(len(whole.encode()))
        file.seek(0, 2)
        if not lines:
            print(json.dumps(mine), file=file, flush=True)
        yield [_block(json.loads(line)) for line in lines[1:]], file


def played(plan: Plan, blocks: int, path: Path | None, jobs: int, done: Callable[[float], None]) -> Iterator[Block]:
    """The blocks of a plan in their order, those that are played now kept in a file if there is one. Raises ForeignFile."""
    with opened(path, plan) as (known, file):
        for n, block in enumerate(run(plan, blocks, known, jobs, done)):
            if file is not None and n >= len(known):
                keep(block, file)
            yield block


def keep(block: Block, file: TextIO) -> None:
    """Append a block."""
    print(json.dumps(asdict(block)), file=file, flush=True)


def _document(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


def _block(found: dict[str, Any]) -> Block:
    made = (Game(**game | {"winners": tuple(game["winners"]), "course": tuple(map(tuple, game["course"]))}) for game in found["games"])
    return Block(found["match"], found["number"], tuple(made))
