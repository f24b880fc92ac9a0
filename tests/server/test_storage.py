"""The disk: nothing acknowledged is lost, nothing half done, one writer, forms that move forward."""

import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from ruinous.games import Rules
from ruinous.server import words
from ruinous.server.database import POSTGRES, Database, _prepare, connected
from ruinous.server.line import Line
from ruinous.server.lock import FileLock, InUse
from ruinous.server.schema import games, metadata, seats
from ruinous.server.store import GameRow, LogRow, NotSaved, Store
from server.harness import PATIENCE, Chair, Place, Visitor, program, running


def test_a_server_killed_in_the_middle_goes_on_where_everybody_saw_it(database: Place) -> None:
    with program(database) as (child, address):
        me = Visitor(address)
        table = me.new("left", bots={"right": "quick"})
        with me.at(table) as chair:
            chair.hello()
            chair.play("add 2")
            chair.play("roll")
            chair.undo()  # refused, since a die has fallen
            chair.play("add 1")
            chair.undo()
            chair.next()
            chair.play("draw")
            before, log = chair.state, list(chair.log)
            lost, unknown = str(uuid.uuid4()), before["version"]
            child.kill()
            child.wait(PATIENCE)
    with program(database) as (child, address), Visitor(address, me.cookies).at(table) as chair:
        chair.log = log
        after = chair.hello(before["version"])
        assert {k: after[k] for k in ("version", "view", "legal", "prompt", "undo", "table")} == {
            k: before[k] for k in ("version", "view", "legal", "prompt", "undo", "table")
        }
        assert after["events"] == []
        assert chair.hello()["events"] == log
        assert chair.try_action(1, version=unknown, action_id=lost)["type"] == "ack"  # what was never answered is sent again
        chair.next()
        chair.play("done")
        while not (chair.decides() or chair.state["table"]["over"]):
            chair.next()
        child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == 0


def until_nobody_writes(database: Place) -> None:
    """PostgreSQL carries out to its end what a server had sent before it was killed."""
    if isinstance(database, str):
        ours = "datname = current_database() AND backend_type = 'client backend'"
        others = f"SELECT 1 FROM pg_stat_activity WHERE {ours} AND pid <> pg_backend_pid()"
        with connected(database) as connection:
            while connection.scalar(sa.text(others)):
                connection.execute(sa.text("SELECT pg_stat_clear_snapshot()"))


def test_killed_at_any_moment_no_answered_action_is_lost_and_none_is_doubled(database: Place) -> None:
    cookies: dict[str, str] = {}
    table, answered, sent = "", [], []
    for life in range(4):
        with program(database) as (child, address):
            me = Visitor(address, cookies)
            table = table or me.new("left")
            cookies = me.cookies
            stop = threading.Timer(0.05 * (life + 1), child.kill)  # somewhere among the actions: every moment is a good one
            with me.at(table) as chair:
                chair.hello()
                stop.start()
                with suppress(OSError, EOFError, ConnectionClosed):
                    while True:  # add nothing but turns of the same seat: draw is once a turn, so use takes back
                        kind = "undo" if chair.state["undo"]["can"] else "act"
                        action_id = str(uuid.uuid4())
                        sent.append(action_id)
                        message: dict[str, Any] = {"type": kind, "action_id": action_id, "version": chair.state["version"]}
                        chair.send(**message, **({"action": 1} if kind == "act" else {}))
                        answer = chair.answer_to(action_id)
                        assert answer["type"] == "ack", answer
                        answered.append((action_id, answer["version"]))
                        chair.next()
            stop.join()
    until_nobody_writes(database)
    with connected(database) as connection:
        rows = [tuple(row) for row in connection.execute(sa.text("SELECT action_id, seq FROM log ORDER BY seq"))]
        head = connection.scalar(sa.text("SELECT head FROM games"))
    assert answered
    assert [seq for _, seq in rows] == list(range(1, head + 1))
    assert set(answered) <= set(rows)
    assert {action_id for action_id, _ in rows} <= set(sent)
    with running(database) as here, Visitor(here.address, cookies).at(table) as chair:
        assert chair.hello()["version"] == head


def test_a_second_server_on_the_same_database_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with running(database) as here:
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        command = [sys.executable, "-c", f"from ruinous.server.run import main; main(database={str(database)!r})"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environ, check=False)
        assert second.returncode == 2
        assert "another ruinous server is using" in second.stderr
        assert str(database) in second.stderr
        assert "Traceback" not in second.stderr
        assert Visitor(here.address).get("/health/ready").status_code == 200
    Database.open(database).release()


def test_ctrl_c_ends_the_server_in_peace(database: Place) -> None:
    with program(database) as (child, address):
        me = Visitor(address)
        with me.at(me.new("left", bots={"right": "hangs"})) as chair:
            chair.hello()
            chair.play("done")
            child.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed) as end:
                chair.until(lambda _message: False)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1012
        assert child.wait(PATIENCE) == 130
        assert child.stderr is not None
        assert child.stderr.read() == ""


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    with pytest.raises(InUse):
        FileLock(tmp_path / "lock")
    lock.release()
    FileLock(tmp_path / "lock").release()


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """SQLite believes in this block that the disk has no page left."""

    def limit(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1")  # SQLite takes it as "no more than there are"
        cursor.close()

    def lift(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1073741823")
        cursor.close()

    for engine in store.database.engines:
        event.listen(engine.pool, "checkout", limit)
    try:
        yield
    finally:
        for engine in store.database.engines:
            event.remove(engine.pool, "checkout", limit)
            event.listen(engine.pool, "checkout", lift)


def fill(chair: Chair) -> dict[str, Any]:
    """Play and take back until the disk refuses; the refusal. Each try needs room for a row."""
    for _ in range(2000):
        answer = chair.undo() if chair.state["undo"]["can"] else chair.try_action(1)
        if answer["type"] == "error":
            return answer
        chair.next()
    raise AssertionError("the disk never got full")


def test_a_full_disk_is_said_and_nothing_happens(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        table = me.new("left", bots={"right": "steady"})
        with me.at(table) as chair, Visitor(here.address).at(table) as spectator:
            chair.hello()
            spectator.hello()
            with full_disk(here.server.store):
                refused = fill(chair)
                assert refused["code"] == "not_saved"
                before = chair.state
                assert chair.hello() | {"events": [], "events_from": 0} == before | {"events": [], "events_from": 0}
                for _ in range(3):
                    assert chair.try_action(0)["code"] == "not_saved"
                assert me.get("/api/tables").status_code == 200
                with me.at(table) as again:
                    assert again.hello()["view"] == before["view"]
            spectator.until(lambda m: m.get("version") == before["version"])
            spectator.send(type="ping")
            assert spectator.next() == {"type": "pong"}  # and no state came in between
            state = chair.play("done")
            assert state["version"] == before["version"] + 1
            chair.until_asked()


def test_a_write_that_failed_only_seemingly_is_found_on_the_disk(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    async def lost_answer(self: Store, *args: Any, **more: Any) -> None:
        await append(self, *args, **more)
        raise NotSaved("the answer got lost")

    with running(database) as here:
        me = Visitor(here.address)
        with me.at(me.new("left")) as chair:
            chair.hello()
            with monkeypatch.context() as fault:
                fault.setattr(Store, "append", lost_answer)
                refused = chair.try_action(2, action_id="the-same-action")
                assert refused["code"] == "not_saved"
            assert chair.try_action(2, action_id="the-same-action") == {"type": "ack", "action_id": "the-same-action", "version": 1}
            assert chair.state["view"]["total"] == 2
            assert chair.play("add 1")["version"] == 2


def test_while_another_program_holds_the_database_nothing_is_lost_or_doubled(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """K4, with a wait for the lock of a tenth of a second instead of five."""
    monkeypatch.setitem(POSTGRES, "options", str(POSTGRES["options"]).replace("lock_timeout=5s", "lock_timeout=100ms"))

    def impatient(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 100")
        cursor.close()

    with running(database) as here:
        if isinstance(database, Path):
            for engine in here.server.store.database.engines:
                event.listen(engine.pool, "checkout", impatient)
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            before = chair.hello()
            with connected(database) as holder:  # on SQLite a transaction is the only one that writes
                holder.execute(sa.select(games.c.id).with_for_update())
                for _ in range(2):
                    assert chair.try_action(2, action_id="the-same-action")["code"] == "not_saved"
                assert me.get("/api/tables").status_code == 200
                assert chair.fresh() == before
            assert chair.try_action(2, action_id="the-same-action") == {"type": "ack", "action_id": "the-same-action", "version": 1}
            assert chair.fresh()["view"]["total"] == 2
    with connected(database) as connection:
        assert [tuple(row) for row in connection.execute(sa.text("SELECT seq, action_id FROM log"))] == [(1, "the-same-action")]


def test_a_restart_replays_no_game_that_nobody_asks_for(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """K8: however many there are, only those where a bot is to move are looked at, and those that somebody opens."""
    with running(database) as here:
        me = Visitor(here.address)
        table = me.new("left")
    with connected(database) as connection:
        for kept in (games, seats):
            own = kept.c.id if kept is games else kept.c.game
            rows = [dict(row._mapping) for row in connection.execute(sa.select(kept).where(own == table))]
            named = [row | {own.name: f"table {n}"} for n in range(1000) for row in rows]
            if kept is seats:
                named = [{name: value for name, value in row.items() if name != "id"} for row in named]
            connection.execute(kept.insert(), named)
    replayed: list[str] = []
    replay = Line.of

    def noted(rules: Rules, game: GameRow, kept: Sequence[LogRow]) -> Line:
        replayed.append(game.id)
        return replay(rules, game, kept)

    monkeypatch.setattr(Line, "of", noted)
    with running(database) as here, Visitor(here.address, me.cookies).at("table%20500") as chair:
        chair.hello()
        assert chair.play("add 1")["version"] == 1
        assert replayed == ["table 500"]


@contextmanager
def failing_commits(store: Store) -> Iterator[None]:
    """Every commit in this block ends in an input/output error."""

    def fail(_connection: sa.Connection) -> None:
        raise OperationalError("COMMIT", {}, OSError("disk I/O error"))

    for engine in store.database.engines:
        event.listen(engine, "commit", fail)
    try:
        yield
    finally:
        for engine in store.database.engines:
            event.remove(engine, "commit", fail)


def test_a_bot_goes_on_when_the_disk_is_well_again(database: Place) -> None:
    with running(database, pace=60_000) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "steady"})) as chair:
            chair.hello()
            chair.play("done")  # the bot waits for its pace
            with failing_commits(here.server.store):
                chair.send(type="pace", ms=0)
                refused = chair.until(lambda m: m["type"] == "error")
                assert refused == {"type": "error", "code": "not_saved", "public_reason": words.BOT_NOT_SAVED}
                assert me.post("/api/tables", json={"game": "counting"}).status_code == 503
                assert chair.state["version"] == 1
            chair.send(type="ping")
            chair.until_asked()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit the files of a running process")
def test_a_process_that_may_write_no_more(tmp_path: Path) -> None:
    import resource

    database = tmp_path / "games.sqlite3"
    with program(database) as (child, address):
        me = Visitor(address)
        with me.at(me.new("left")) as chair:
            chair.hello()
            chair.play("add 1")
            wal = database.with_name(database.name + "-wal").stat().st_size
            unlimited = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (wal, unlimited[1]))
            assert chair.try_action(1)["code"] == "not_saved"
            assert chair.undo()["code"] == "not_saved"
            assert me.get("/api/tables").json()[0]["over"] is False
            assert chair.hello()["view"]["total"] == 1
            resource.prlimit(child.pid, resource.RLIMIT_FSIZE, unlimited)
            assert chair.play("add 2")["view"]["total"] == 3
            assert chair.state["version"] == 2


def left_behind(database: Place) -> tuple[Visitor, str]:
    """Somebody has begun to play, and the server has ended; who it was, and the table."""
    with running(database) as here:
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            chair.play("add 1")
    return me, table


def test_a_log_that_was_tampered_with_is_not_continued(database: Place) -> None:
    me, table = left_behind(database)
    with connected(database) as connection:
        connection.execute(sa.text("UPDATE log SET action = 3"))
    with running(database) as here:
        with Visitor(here.address, me.cookies).at(table) as chair:
            assert chair.next()["code"] == "unreadable"
        assert Visitor(here.address).get(f"/api/tables/{table}/record").json()["code"] == "unreadable"


def test_a_table_of_other_rules_is_refused_with_the_reason(database: Place) -> None:
    me, table = left_behind(database)
    with connected(database) as connection:
        connection.execute(games.update().values(rules=0))
        connection.execute(sa.text("UPDATE log SET action = 3"))  # as if those had led elsewhere
    with running(database) as here, Visitor(here.address, me.cookies).at(table) as chair:
        refused = chair.next()
        assert (refused["code"], refused["public_reason"]) == ("unreadable", words.OTHER_RULES.format(theirs=0, ours=1))


def test_the_migrations_lead_to_the_form_that_the_code_uses(database: Place) -> None:
    Database.open(database).release()
    with connected(database) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_every_connection_is_durable_and_the_files_are_private(tmp_path: Path) -> None:
    database = tmp_path / "new folder" / "games.sqlite3"
    opened = Database.open(database)
    engine = sa.create_engine(f"sqlite:///{database}", poolclass=sa.NullPool)
    event.listen(engine, "connect", _prepare)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    opened.release()
    if os.name == "posix":
        assert database.stat().st_mode & 0o077 == 0
        assert database.parent.stat().st_mode & 0o077 == 0


def test_a_database_that_cannot_be_opened_is_refused_in_words(tmp_path: Path) -> None:
    bad = tmp_path / "games.sqlite3"
    bad.write_bytes(b"this is no database" * 100)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    for database, said in (
        (str(bad), "not a database"),
        (str(tmp_path), str(tmp_path)),
        ("mysql://here/games", "postgresql://"),
        ("postgresql://localhost:1/games", "refused"),
    ):
        command = [sys.executable, "-c", f"from ruinous.server.run import main; main(database={database!r})"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environ, check=False)
        assert done.returncode == 2, done
        assert said in done.stderr
        assert "Traceback" not in done.stderr
