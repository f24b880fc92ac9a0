"""What must be so when the server's file is opened after a power cut."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from server.power.cuts import Disk
from server.power.record import Deed
from server.simulation.checks import Truth
from server.simulation.places import folder

Log = list[tuple[Any, ...]]
ROWS: Final = "SELECT seq, kind, seat, action, text, checksum, created, action_id FROM log WHERE game = ? ORDER BY seq"


def logs(database: Path) -> dict[str, Log]:
    """The logs of all tables. Raises sqlite3.Error where the database cannot be read."""
    with closing(sqlite3.connect(database)) as connection:
        games = [row[0] for row in connection.execute("SELECT id FROM games")]
        return {game: list(connection.execute(ROWS, [game])) for game in games}


def violations(deeds: Sequence[Deed], final: Path, cuts: int, seed: int) -> list[str]:
    """Cut the power at so many moments, in order; every promise that was broken, with the number of the deed before which it was."""
    whole = logs(final)
    found = []
    for table in whole:
        Truth(final, table).states()  # the last log replays, so that every beginning of it does
    begun = next(number for number, deed in enumerate(deeds) if deed.kind == "a")
    chance = Random(seed)
    disk = Disk(deeds)
    for moment in sorted(chance.randrange(begun, len(deeds) + 1) for _ in range(cuts)):
        disk.go_to(moment)
        with folder() as here:
            disk.cut(here, chance)
            found += [f"cut before deed {moment}: {what}" for what in _after(here / final.name, whole, disk.acknowledged)]
    return found


def _after(database: Path, whole: dict[str, Log], acknowledged: Sequence[tuple[str, str]]) -> list[str]:
    found = []
    try:
        with closing(sqlite3.connect(database)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
            heads: dict[str, int] = dict(connection.execute("SELECT id, head FROM games"))
        if sound != "ok":
            found.append(f"not sound: {sound}")
        kept = logs(database)
    except sqlite3.Error as problem:
        return [f"it cannot be read: {problem}"]
    for table, log in kept.items():
        if log != whole[table][: len(log)] or heads[table] != len(log):
            found.append(f"the log of {table} is no beginning of what it was")
    there = {(table, row[-1]) for table, log in kept.items() for row in log}
    lost = [one for one in acknowledged if one not in there]
    return found + [f"{len(lost)} of {len(acknowledged)} acknowledged actions are lost"] if lost else found
