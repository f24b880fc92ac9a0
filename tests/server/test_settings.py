"""Flags over environment over defaults; mistakes are named."""

import logging
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from ruinous.server.database import Database, NoDriver, Unusable, connected
from ruinous.server.guard import names_of
from ruinous.server.run import main
from ruinous.server.settings import BadSetting, Settings, read
from ruinous.text import speaking
from server.harness import PATIENCE, Visitor, running


def test_flags_go_before_the_environment_and_the_environment_before_defaults() -> None:
    environ = {"RUINOUS_PORT": "81", "RUINOUS_PACE": "0", "RUINOUS_BOT_SECONDS": "2.5", "RUINOUS_UNKNOWN": "x"}
    settings = read(environ, port=80, host=None)
    assert (settings.port, settings.pace, settings.bot_seconds, settings.host) == (80, 0, 2.5, "127.0.0.1")
    assert read({}) == Settings()


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("RUINOUS_PORT", "eighty", "RUINOUS_PORT: eighty não é um número inteiro"),
        ("RUINOUS_PORT", "65536", "port: 65536 não está entre 0 e 65535"),
        ("RUINOUS_PACE", "-1", "pace: -1 não está entre 0 e 60000"),
        ("RUINOUS_BOT_WORKERS", "0", "bot_workers: 0 não está entre 1 e 64"),
        ("RUINOUS_BOT_SECONDS", "0", "bot_seconds: 0.0 não está entre 0.001 e 86400"),
        ("RUINOUS_BOT_SECONDS", "soon", "RUINOUS_BOT_SECONDS: soon não é um número"),
        ("RUINOUS_LOG_LEVEL", "loud", "log_level: loud não é nenhum de debug, info, warning, error, critical"),
        ("RUINOUS_LOG_FORMAT", "verse", "log_format: verse não é nenhum de text, json"),
        ("RUINOUS_METRICS", "65536", "metrics: 65536 não está entre 0 e 65535"),
        ("RUINOUS_ADDRESS", "play.example", "address: começa com http:// ou https://"),
        ("RUINOUS_NOTICE_SECONDS", "-1", "notice_seconds: -1.0 não está entre 0 e 86400"),
        ("RUINOUS_WEBHOOKS_INSIDE", "perhaps", "RUINOUS_WEBHOOKS_INSIDE: perhaps não é nem true nem false"),
        ("RUINOUS_SMTP", "http://name:password@mail.example", "smtp: começa com smtp:// ou smtps://"),
        ("RUINOUS_SOCKETS", "0", "sockets: 0 não está entre 1 e 1000000"),
        ("RUINOUS_STAND_IN", "wise", "stand_in: não há bot wise; há random, rules, greedy, l3, l4, l5"),
        ("RUINOUS_WORKERS", "2", "workers: o SQLite tem um só que escreve; 2 processos precisam de --database postgresql://..."),
    ],
)
def test_a_mistake_is_named_in_the_language_in_use(variable: str, value: str, said: str) -> None:
    name = said.partition(":")[0]
    with pytest.raises(BadSetting, match=f"^{name}: ") as english:
        read({variable: value})
    with speaking("pt"), pytest.raises(BadSetting) as wrong:
        read({variable: value})
    assert str(wrong.value) == said != str(english.value)


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


def started(*options: str, **environ: str) -> tuple[int, str]:
    """How `ruinous serve` with these options ends, and what it says."""
    path = os.pathsep.join(p for p in sys.path if p)
    done = subprocess.run(
        [sys.executable, "-m", "ruinous", "--lang", "pt", "serve", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PYTHONPATH": path, **environ},
    )
    assert not done.stdout
    return done.returncode, done.stderr


def test_a_server_that_cannot_start_says_why_in_the_language_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port, place = str(taken.getsockname()[1]), str(tmp_path / "games.sqlite3")
        code, said = started("--port", port, "--database", place)
        assert code == 2
        assert said.startswith(f"ruinous: não é possível atender em 127.0.0.1 na porta {port}: ")
        assert said.count("\n") == 1
    assert started("--port", "0", RUINOUS_PACE="fast") == (2, "ruinous: RUINOUS_PACE: fast não é um número inteiro\n")
    with connected(Path(place)) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    why = "uma versão mais nova do ruinous já o usou, e só ela ou uma posterior pode usá-lo"
    assert started("--port", "0", "--database", place) == (2, f"ruinous: o banco de dados {place} não pode ser usado: {why}\n")


def test_what_is_wrong_with_a_database_is_told_in_the_language_in_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with speaking("pt"):
        with pytest.raises(Unusable, match="isto não é o endereço de um banco de dados"):
            Database.open("postgresql+psycopg://here:port/games")
        with pytest.raises(Unusable, match="não há tal arquivo"):
            Database.look(tmp_path / "nowhere.sqlite3")
        with pytest.raises(BadSetting, match=r"database: dê o caminho de um arquivo SQLite .*, não mysql://"):
            read({}, database="mysql://here/games").place()
        monkeypatch.setitem(sys.modules, "psycopg", None)
        with pytest.raises(NoDriver, match=r"o PostgreSQL precisa de um extra: pip install 'ruinous\[postgres\]'"):
            Database.open("postgresql+psycopg://here/games")


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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("class Bot:\n    def __init__(self): pass\n    def choose(self, sight): return 0\n", "TypeError: .*positional"),
        (
            "class Bot:\n    def __init__(self, rules, seat, seed): raise OSError('no weights')\n    def choose(self, sight): return 0\n",
            "no weights",
        ),
        ("import no_such_module\n", "ModuleNotFoundError: .*no_such_module"),
        ("class Bot\n", "SyntaxError: "),
        ("class Bot: pass\n", "'Bot'"),
    ],
)
def test_a_bot_that_cannot_be_made_stops_the_start(tmp_path: Path, text: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main(bots=f"{file}:Bot", database=str(tmp_path / "games.sqlite3"), host="nowhere.invalid")
    assert end.value.code == 2
    assert re.search(rf"ruinous: bots: .*bad\.py:Bot.* cannot be made: .*{why}", capsys.readouterr().err)


def test_a_bot_is_offered_for_the_games_for_which_it_can_be_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "caster.py"
    file.write_text(
        "class Bot:\n"
        "    def __init__(self, rules, seat, seed):\n"
        "        if rules.name != 'casters': raise ValueError('decks only')\n"
        "    def choose(self, sight):\n"
        "        return sight.actions[0]\n",
        encoding="utf-8",
    )
    name = f"{file}:Bot"
    settings = read({"RUINOUS_BOTS": name})
    with caplog.at_level(logging.WARNING), running(tmp_path / "games.sqlite3", real=True, bots=settings.bots) as here:
        offered = {game["name"]: game["bots"] for game in Visitor(here.address).get("/api/games").json()}
    assert name in offered["casters"]
    assert name not in offered["oldworld"]
    assert f"the bot {name} is not offered for oldworld: ValueError('decks only')" in caplog.messages


def test_a_host_chooses_the_bot_that_takes_seats(tmp_path: Path) -> None:
    assert read({"RUINOUS_STAND_IN": "greedy"}).stand_in == "greedy"
    with pytest.raises(BadSetting, match=r"stand_in: there is no bot wise; there is .*rules"):
        read({"RUINOUS_STAND_IN": "wise"})
    with running(tmp_path / "games.sqlite3", real=True, stand_in="greedy") as here:
        me = Visitor(here.address)
        table = me.new("one", game="casters")
        with me.at(table) as chair:
            assert chair.hello()["table"]["bots"] == {"two": "greedy"}
