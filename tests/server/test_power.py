"""K2: the power goes at any moment. What was acknowledged is there when it comes back, and the log is a beginning of what it was."""

from pathlib import Path

import pytest

from server.power import checks, record

pytestmark = pytest.mark.skipif(not record.possible(), reason="needs Linux and a compiler of C to go between the server and its disk")

CUTS = 200
MOVES = 60

CARELESS = """
prepare = database._prepare
def less(connection, record):
    prepare(connection, record)
    connection.cursor().execute("PRAGMA synchronous = NORMAL")
database._prepare = less
"""


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    deeds = record.recorded(tmp_path, MOVES)
    kinds = "".join(deed.kind for deed in deeds)
    assert kinds.count("a") == MOVES
    main = [deed.kind for deed in deeds if deed.name == "games.sqlite3"]
    assert main.count("w") > 100, "its log of writes was worked into the file"
    assert "u" in kinds, "and it ended in peace"
    assert not checks.violations(deeds, tmp_path / "games.sqlite3", CUTS, seed=1)


def test_a_server_that_does_not_wait_for_the_disk_is_found_out(tmp_path: Path) -> None:
    deeds = record.recorded(tmp_path, MOVES // 5, CARELESS)
    assert checks.violations(deeds, tmp_path / "games.sqlite3", CUTS // 5, seed=1)
