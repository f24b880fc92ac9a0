"""Flags over environment over defaults; mistakes are named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruinous.server.guard import names_of
from ruinous.server.settings import BadSetting, Settings, read
from server.harness import PATIENCE, Visitor, running


def test_flags_go_before_the_environment_and_the_environment_before_defaults() -> None:
    environ = {"RUINOUS_PORT": "81", "RUINOUS_PACE": "0", "RUINOUS_BOT_SECONDS": "2.5", "RUINOUS_UNKNOWN": "x"}
    settings = read(environ, port=80, host=None)
    assert (settings.port, settings.pace, settings.bot_seconds, settings.host) == (80, 0, 2.5, "127.0.0.1")
    assert read({}) == Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("RUINOUS_PORT", "eighty"),
        ("RUINOUS_PORT", "65536"),
        ("RUINOUS_PACE", "-1"),
        ("RUINOUS_BOT_WORKERS", "0"),
        ("RUINOUS_BOT_SECONDS", "0"),
        ("RUINOUS_LOG_LEVEL", "loud"),
        ("RUINOUS_LOG_FORMAT", "verse"),
        ("RUINOUS_METRICS", "65536"),
        ("RUINOUS_ADDRESS", "play.example"),
        ("RUINOUS_NOTICE_SECONDS", "-1"),
        ("RUINOUS_SMTP", "http://name:password@mail.example"),
    ],
)
def test_a_mistake_is_named(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable.removeprefix("RUINOUS_").lower() if value != "eighty" else variable):
        read({variable: value})


def test_where_games_are_kept(tmp_path: Path) -> None:
    assert read({}, database=str(tmp_path / "a.sqlite3")).place() == tmp_path / "a.sqlite3"
    assert read({}, database=f"sqlite:///{tmp_path}/a.sqlite3").place() == tmp_path / "a.sqlite3"
    assert Path(read({}).place()).name == "ruinous.sqlite3"
    for kind in ("postgresql", "postgres", "postgresql+psycopg"):
        assert read({}, database=f"{kind}://here/games").place() == "postgresql+psycopg://here/games"
    with pytest.raises(BadSetting, match="SQLite"):
        read({}, database="mysql://here/games").place()


def test_which_names_are_answered() -> None:
    assert "localhost" in (names_of(Settings()) or ())
    assert names_of(Settings(host="0.0.0.0")) is None
    assert names_of(Settings(host="0.0.0.0", hosts="Play.Example, b.example")) == frozenset({"play.example", "b.example"})
    assert names_of(Settings(host="play.example")) is None


def test_a_port_that_is_taken_and_a_setting_that_is_wrong_end_with_2(tmp_path: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for flags, environ, said in ((f"port={port}, ", {}, f"port {port}"), ("", {"RUINOUS_PACE": "fast"}, "RUINOUS_PACE")):
            path = os.pathsep.join(p for p in sys.path if p)
            command = [sys.executable, "-c", f"from ruinous.server.run import main; main({flags}database={str(tmp_path / 'g.sqlite3')!r})"]
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE, check=False, env={**os.environ, "PYTHONPATH": path, **environ}
            )
            assert done.returncode == 2
            assert said in done.stderr
            assert "Traceback" not in done.stderr


def test_the_server_costs_nothing_to_those_who_do_not_use_it() -> None:
    code = "import sys, ruinous.server; print(any(name in sys.modules for name in ('sqlalchemy', 'starlette', 'uvicorn', 'alembic')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    )
    assert done.stdout.strip() == "False"


def test_a_bot_that_is_in_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"bots: .*no Python file"):
        read({"RUINOUS_BOTS": f"{tmp_path}/none.py:Bot"})


def test_a_host_chooses_the_bot_that_takes_seats(tmp_path: Path) -> None:
    assert read({"RUINOUS_STAND_IN": "greedy"}).stand_in == "greedy"
    with pytest.raises(BadSetting, match=r"stand_in: there is no bot wise; there is .*rules"):
        read({"RUINOUS_STAND_IN": "wise"})
    with running(tmp_path / "games.sqlite3", real=True, stand_in="greedy") as here:
        me = Visitor(here.address)
        table = me.new("one", game="casters")
        with me.at(table) as chair:
            assert chair.hello()["table"]["bots"] == {"two": "greedy"}
