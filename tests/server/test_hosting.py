"""What a host relies on: several processes, logs, figures, an end in peace."""

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from ruinous.server import logs
from ruinous.server.settings import BadSetting, read
from server import postgres
from server.harness import PATIENCE, PROGRAM, Place, Visitor, program

# ---- memory
LOOKS = """
import atexit, gc
looks = []
gc.callbacks.append(lambda phase, _: looks.append(gc.get_freeze_count()) if phase == "start" else None)
atexit.register(lambda: print(gc.get_freeze_count(), sum(count > 0 for count in looks)))
"""
"""Tells at the end how many objects are never looked at for garbage, and how often others were since then."""


def test_no_move_waits_for_a_look_for_garbage(tmp_path: Path) -> None:
    with program(tmp_path / "games.sqlite3", text=LOOKS + PROGRAM) as (child, address):
        me = Visitor(address)
        with me.at(me.new("left")) as chair:
            chair.hello()
            for _ in range(100):
                action_id = str(uuid.uuid4())
                chair.send(type="act", action_id=action_id, version=chair.state["version"], action=1)
                chair.until_state(chair.answer_to(action_id))
                action_id = str(uuid.uuid4())
                chair.send(type="undo", action_id=action_id, version=chair.state["version"])
                chair.until_state(chair.answer_to(action_id))
        child.send_signal(signal.SIGTERM)
        told, _ = child.communicate(timeout=PATIENCE)
    lasting, looks = map(int, told.split()[-2:])
    assert lasting > 50_000
    assert looks == 0


# ---- logs
@pytest.fixture
def hostile() -> logging.LogRecord:
    """A record with what a visitor may have put into it."""
    text = "Ana\r\n2026-11-30T00:00:00.000Z ERROR ruinous.server: forged\x1b[2J \u2028\u202e\x85"
    record = logging.LogRecord("ruinous.server", logging.WARNING, "", 0, "a name: %s", (text,), None)
    try:
        raise ValueError("bad\nworse")
    except ValueError as problem:
        record.exc_info = (type(problem), problem, problem.__traceback__)
    return record


def test_a_record_in_json_is_one_line_whatever_is_in_it(hostile: logging.LogRecord) -> None:
    line = logs.Json().format(hostile)
    assert line.isascii()
    assert line.isprintable()
    told = json.loads(line)
    assert told["message"].startswith("a name: Ana\r\n")
    assert (told["level"], told["logger"]) == ("warning", "ruinous.server")
    assert told["error"].endswith("ValueError: bad\nworse")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["time"])


def test_a_record_for_people_cannot_look_like_two(hostile: logging.LogRecord) -> None:
    first, *rest = logs.Lines().format(hostile).split("\n")
    assert first.endswith("WARNING ruinous.server: a name: Ana\\r")
    assert rest
    assert all(line.startswith("    ") for line in rest)
    assert "\x1b" not in "".join(rest)


@pytest.mark.parametrize("style", ["text", "json"])
def test_the_log_has_no_secret_and_nothing_hidden_at_any_level(database: Place, style: str) -> None:
    with program(database, RUINOUS_LOG_LEVEL="debug", RUINOUS_LOG_FORMAT=style) as (child, address):
        me = Visitor(address)
        table = me.new("left", bots={"right": "raises"}, seed=1)
        with me.at(table) as chair:
            chair.hello()
            chair.play("draw")
            chair.link.send("no message")
            chair.play("done")
            chair.until_asked()
            hidden = chair.state["view"]["hands"]["left"]
        child.send_signal(signal.SIGTERM)
        _, said = child.communicate(timeout=PATIENCE)
    assert "a bot with a fault" in said  # there is a log to be searched
    assert "Application startup complete" in said
    for canary in [*hidden, *me.cookies.values()]:
        assert canary not in said
    assert address.partition(":")[0] not in said, "nobody's address is written"
    assert f"/api/tables/{table}" not in said, "nor what he asked for"
    if style == "json":
        assert {"ruinous.server", "uvicorn.error"} <= {json.loads(line)["logger"] for line in said.splitlines()}


# ---- figures
def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def figures(port: int) -> dict[str, float]:
    """What Prometheus reads."""
    lines = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def test_figures_stand_at_a_port_of_their_own_and_name_no_table(database: Place) -> None:
    port = free_port()
    with program(database, RUINOUS_METRICS=str(port)) as (_, address):
        me = Visitor(address)
        assert me.get("/metrics").status_code == 404
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            chair.play("add 1")
            chair.undo()
            me.get(f"/api/tables/{table}/record")
            told = figures(port)
        assert told["ruinous_sockets"] == 1
        assert told['ruinous_changes_total{kind="act"}'] == told['ruinous_changes_total{kind="undo"}'] == 1
        assert told["ruinous_write_seconds_count"] == 2
        assert told['ruinous_requests_total{method="GET",route="/api/tables/{table}/record",status="404"}'] == 1
        assert table not in "".join(told)


def test_a_port_for_figures_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AssertionError, match=f"port {port}"), program(tmp_path / "g.sqlite3", RUINOUS_METRICS=str(port)):
            pass


# ---- several processes
def test_sqlite_has_one_process() -> None:
    with pytest.raises(BadSetting, match="workers: SQLite"):
        read({"RUINOUS_WORKERS": "2"})
    assert read({"RUINOUS_WORKERS": "2"}, database="postgresql://here/games").workers == 2


def test_a_process_that_dies_is_replaced_and_figures_are_added_up(cluster: postgres.Cluster) -> None:
    port = free_port()
    with program(cluster.database(), real=True, RUINOUS_WORKERS="2", RUINOUS_METRICS=str(port), RUINOUS_LOG_LEVEL="info") as (
        child,
        address,
    ):
        assert child.stderr is not None
        first, second = numbers(child.stderr, r"Started server process \[(\d+)\]", 2)
        me = Visitor(address)
        table = me.new("khorne", game="oldworld", bots={"nurgle": "random"})
        for _ in range(7):
            me.get("/health/live")
        assert figures(port)['ruinous_requests_total{method="GET",route="/health/live",status="200"}'] == 7
        os.kill(first, signal.SIGKILL)
        assert numbers(child.stderr, r"process (\d+) has ended with -9", 1) == [first]
        assert me.get("/health/ready").status_code == 200
        (third,) = numbers(child.stderr, r"Started server process \[(\d+)\]", 1)
        assert [row["table"] for row in me.get("/api/tables").json()] == [table]
        child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == 0
        assert not alive(second)
        assert not alive(third)


def numbers(lines: Iterable[str], pattern: str, times: int) -> list[int]:
    """The numbers in the next lines that look like this."""
    found = (match for line in lines if (match := re.search(pattern, line)))
    return [int(next(found)[1]) for _ in range(times)]


def alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def idle(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], Iterator[str]]]:
    """Two processes that do nothing, and what they print."""
    path = os.pathsep.join([str(Path(__file__).parent.parent), *(p for p in sys.path if p)])
    command = [sys.executable, "-m", "server.idle", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}) as child:
        assert child.stdout is not None
        yield child, child.stdout
        child.kill()


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_processes_end_with_their_parent_however_it_ends(sent: signal.Signals, code: int) -> None:
    with idle() as (child, said):
        workers = numbers(said, r"^(\d+)$", 2)
        assert next(said) == "ready\n"
        child.send_signal(sent)
        assert child.wait(PATIENCE) == code
        assert next(said, "") == ""  # the last of them has closed its end
        assert len(workers) == 2


def test_each_process_that_dies_is_replaced_but_not_one_that_cannot_begin() -> None:
    with idle() as (child, said):
        workers = numbers(said, r"^(\d+)$", 2)
        for _ in range(2):
            os.kill(workers[0], signal.SIGKILL)
            assert numbers(said, r"gone (\d+)", 1) == [workers[0]]
            workers = numbers(said, r"^(\d+)$", 1)
        child.terminate()
        assert child.wait(PATIENCE) == 0
    with idle("lame") as (child, _):
        assert child.wait(PATIENCE) == 1
