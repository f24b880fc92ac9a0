"""K1, K5, K9: the server is killed at any moment under load, PostgreSQL too, and told to stop; nobody was told what then is not so."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from ruinous.server.worker import HEAD, Ask, Setup
from server import postgres
from server.fake_game import Count, Counting
from server.harness import PATIENCE, Visitor, program
from server.kills import lives, mortal
from server.test_wire import close_code, closed, shaken

TABLES = 12
ACKS = 130
"""That come in each life, or a few more."""


WAYS: list[list[lives.Way]] = [
    ["kill", "before", "stop", "kill", "in", "finish", "kill", "after"],
    ["after", "kill", "in", "kill", "before", "kill"],
]


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_under_load_nothing_acknowledged_is_lost_or_doubled_and_nobody_saw_what_is_not(tmp_path: Path, seed: int) -> None:
    """T5: six kills each, three of them at a commit. Twice it is told to stop, once in a commit, and ends in peace (K9)."""
    night = lives.drawn(seed, TABLES, WAYS[seed - 1], 150 * seed)
    outcome = lives.played(night, tmp_path / "games.sqlite3")
    assert not outcome.violations
    assert outcome.kills == 6
    assert outcome.acked >= 750


def test_postgresql_is_killed_too(cluster: postgres.Cluster) -> None:
    """K5: killed and started again, and all connections cut, beside a server that lives on; and what holds for a file holds here."""
    night = lives.drawn(3, TABLES, ["kill", "database", "finish", "cut", "in"], ACKS // 2)
    outcome = lives.played(night, cluster.database(), cluster)
    assert not outcome.violations
    assert (outcome.kills, outcome.restarts) == (4, 1)
    assert outcome.acked >= 350


def test_a_server_that_acknowledges_too_early_is_found_out(tmp_path: Path) -> None:
    night = lives.drawn(4, TABLES, ["before"], ACKS)
    outcome = lives.played(replace(night, fault="acknowledged before it is on the disk"), tmp_path / "games.sqlite3")
    assert any("was acknowledged and is not in the log" in what for what in outcome.violations)


def test_a_database_that_does_not_wait_for_the_disk_is_found_out(cluster: postgres.Cluster) -> None:
    night = replace(lives.drawn(5, TABLES, ["database"], ACKS // 2), fault=mortal.CARELESS)
    outcome = lives.played(night, cluster.database(), cluster)
    assert any("was acknowledged and is not in the log" in what for what in outcome.violations)


def test_told_to_stop_it_ends_within_its_limit_whoever_holds_on_to_it(tmp_path: Path) -> None:
    """K9: a bot that thinks for ever, somebody who never ends his request, and one who does not answer when the server closes."""
    with program(tmp_path / "games.sqlite3") as (child, address):
        host, _, port = address.partition(":")
        me = Visitor(address)
        table = me.new("left", bots={"right": "hangs"})
        with me.at(table) as chair, shaken(address, table) as deaf, socket.create_connection((host, int(port))) as slow:
            chair.hello()
            chair.play("done")
            slow.sendall(f"POST /api/tables HTTP/1.1\r\nHost: {address}\r\nContent-Length: 100\r\n\r\n{{".encode())
            me.get("/health/live")
            child.send_signal(signal.SIGTERM)
            assert closed(chair) == close_code(deaf) == 1012
            _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0
    assert "timeout graceful shutdown exceeded" in said, "somebody did hold on to it"


def test_a_bot_whose_server_is_killed_while_it_thinks_ends_without_a_word() -> None:
    ask = Ask("counting", "steady", "left", Counting().pack(Count(1)), 1, 1.0, False)
    path = os.pathsep.join([str(Path(__file__).parent.parent), *(p for p in sys.path if p)])
    command = [sys.executable, "-m", "ruinous.server.worker"]
    environ = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdout.close()
        for message in (Setup("server.fake_game", "server.fake_bots"), ask):
            data = msgspec.msgpack.encode(message)
            child.stdin.write(HEAD.pack(len(data)) + data)
            child.stdin.flush()
        assert (child.wait(PATIENCE), child.stderr.read()) == (0, b"")
