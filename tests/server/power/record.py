"""The real server plays on a file, and all that its disk is told is written down; so is, by those who play, what was acknowledged."""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from server.harness import PATIENCE, Visitor, program

HEAD: Final = struct.Struct("=cB6xqq")
DURABLE: Final = ""
"""What is changed in a server that keeps its promises: nothing."""

PROGRAM: Final = """
import sys
from ruinous.server import database, run
database.CHECKPOINT = 40  # so that a short game sees its log of writes worked into the file
{change}
run.main(database=sys.argv[1], port=0)
"""


class Deed(Struct, frozen=True):
    """What was done to a file: (w)rite, (s)ync, (t)runcate, (u)nlink. An (a)cknowledgement names a table and an action."""

    kind: str
    name: str
    data: bytes
    offset: int


def possible() -> bool:
    """Whether a library can be compiled here that goes between the server and its disk."""
    return sys.platform == "linux" and shutil.which("cc") is not None


def recorded(folder: Path, moves: int, change: str = DURABLE) -> list[Deed]:
    """Play so many moves at two tables, with a death and an end in peace; all deeds. The files stay as they are in the end."""
    library, trace = folder / "watch.so", folder / "trace"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(Path(__file__).with_name("watch.c")), "-ldl"]
    subprocess.run(command, check=True, timeout=PATIENCE)
    trace.touch()
    database = folder / "games.sqlite3"
    cookies: dict[str, str] = {}
    tables: list[str] = []
    with trace.open("ab", buffering=0) as acks:
        for life in range(2):
            with program(
                database,
                text=PROGRAM.format(change=change),
                LD_PRELOAD=str(library),
                POWER_FILES=str(database),
                POWER_TRACE=str(trace),
                RUINOUS_STAND_IN="random",  # which thinks shortest
            ) as (child, address):
                me = Visitor(address, cookies)
                tables = tables or [
                    me.new("one", game="casters", seed=4),
                    me.new("khorne", game="oldworld", seed=1),
                ]  # games that last long enough
                cookies = me.cookies
                for number, table in enumerate(tables):
                    _play(me, table, moves // 4, Random(2 * life + number), acks.fileno())
                if life:
                    child.terminate()
                    child.wait(PATIENCE)
    return list(_read(trace.read_bytes()))


def _play(me: Visitor, table: str, moves: int, chance: Random, acks: int) -> None:
    with me.at(table) as chair:
        chair.hello()
        for _ in range(moves):
            chair.until_asked()
            answer = chair.try_action(chance.choice(chair.state["legal"])["id"])
            assert answer["type"] == "ack", answer
            action_id = answer["action_id"].encode()
            os.write(acks, HEAD.pack(b"a", len(table), len(action_id), 0) + table.encode() + action_id)
            chair.until_state(answer)
        chair.until_asked()  # nothing is under way when the process dies: what it did last is written down


def _read(trace: bytes) -> Iterator[Deed]:
    at = 0
    while at < len(trace):
        kind, name, length, offset = HEAD.unpack_from(trace, at)
        at += HEAD.size
        data = at + name
        yield Deed(kind.decode(), trace[at:data].decode(), trace[data : data + length], offset)
        at = data + length
