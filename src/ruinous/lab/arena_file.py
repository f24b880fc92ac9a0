"""The file of an arena: a header that says what is played, then a line for each finished block, so that it can go on later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
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


BEGINS = '{"match": '  # every block


class ForeignFile(ValueError):
    """The file is not what this plan has begun; the text says where and what differs."""


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
    found = path.read_bytes() if path.exists() else b""
    *lines, cut = found.decode("latin-1").split("\n")
    if lines:
        _agrees(lines[0], mine, path)
    known = [_block(line, n, plan, path) for n, line in enumerate(lines[1:])]
    begins = BEGINS if lines else json.dumps(mine)
    if not begins.startswith(cut[: len(begins)]):
        raise _no("no_block", path, line=len(lines) + 1) if lines else _no("no_arena", path)
    with path.open("r+" if path.exists() else "w", encoding="utf-8") as file:
        file.truncate(len(found) - len(cut))  # a line that was cut off is played again
        file.seek(0, 2)
        if not lines:
            print(json.dumps(mine), file=file, flush=True)
        yield known, file


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


def _no(key: str, path: Path, **more: str | int) -> ForeignFile:
    return ForeignFile(texts("asked").say(key, file=str(path), **more))


def _agrees(line: str, mine: Mapping[str, Any], path: Path) -> None:
    """Raises ForeignFile where the first line is not the header of this plan."""
    try:
        theirs = json.loads(line)
    except ValueError:
        theirs = None
    if not isinstance(theirs, dict) or "arena" not in theirs:
        raise _no("no_arena", path)
    for key, value in mine.items():
        if theirs.get(key) != value:
            raise _no("foreign", path, field=key, theirs=str(theirs.get(key)), mine=str(value))


def _block(line: str, n: int, plan: Plan, path: Path) -> Block:
    """The nth block of a file. Raises ForeignFile where it is none, or another one."""
    try:
        found = json.loads(line)
        made = (Game(**game | {"winners": tuple(game["winners"]), "course": tuple(map(tuple, game["course"]))}) for game in found["games"])
        block = Block(int(found["match"]), int(found["number"]), tuple(made))
    except (ValueError, TypeError, KeyError):
        raise _no("no_block", path, line=n + 2) from None
    number, match = divmod(n, len(plan.matches))
    if (block.match, block.number) != (match, number):
        raise _no("other_block", path, line=n + 2, block=block.number, match=block.match, due=number, due_match=match)
    return block
