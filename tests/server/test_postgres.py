"""What only PostgreSQL can do to a server: go away and come back, refuse, and be shared with others."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ruinous.server.database import LOCKED, POSTGRES, SET_UP, Database, NoDriver, Unusable, connected, shown
from ruinous.server.schema import meta
from ruinous.server.writer import Work
from server import postgres
from server.harness import PATIENCE, Visitor, in_a_loop, running


def test_postgresql_is_stopped_and_started_and_nothing_acknowledged_is_lost_or_doubled(cluster: postgres.Cluster) -> None:
    database = cluster.database()
    answered: list[tuple[str, int]] = []
    with running(database) as here:
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            for turn in range(12):
                if turn % 4 == 2:
                    cluster.stop()
                    assert chair.try_action(1)["code"] == "not_saved"
                    assert me.get("/health/ready").status_code == 503
                    assert me.get("/health/live").status_code == 200
                    cluster.start()
                action_id = str(uuid.uuid4())
                message = {"type": "undo" if chair.state["undo"]["can"] else "act", "action_id": action_id}
                answer: dict[str, Any] = {"type": "error"}
                while answer["type"] == "error":
                    chair.send(**message, version=chair.state["version"], **({"action": 1} if message["type"] == "act" else {}))
                    answer = chair.answer_to(action_id)
                    assert answer.get("code") in (None, "not_saved")
                answered.append((action_id, answer["version"]))
                chair.until(lambda m, version=answer["version"]: m.get("version") == version)  # type: ignore[misc]
    with connected(database) as connection:
        rows = connection.execute(sa.text("SELECT action_id, seq FROM log ORDER BY seq")).all()
    assert [tuple(row) for row in rows] == answered


def test_a_connection_that_was_cut_while_nothing_was_written_costs_nobody_a_write(cluster: postgres.Cluster) -> None:
    opened = Database.open(cluster.database())
    pid = sa.cast(sa.func.pg_backend_pid(), sa.String)

    def put(name: str) -> Work:
        return Work("t", [(meta.insert().values(value=pid), {"name": name})], lambda: None)

    async def by_whom() -> dict[str, str]:
        async with opened.reading.begin() as connection:
            return {row.name: row.value for row in await connection.execute(sa.select(meta))}

    async def scene() -> None:
        try:
            await opened.write(put("before"))
            cluster.tell(f"SELECT pg_terminate_backend({(await by_whom())['before']}, 5000)")
            await opened.write(put("after"))
            await opened.write(put("at last"))
            writers = await by_whom()
            assert writers["before"] != writers["after"] == writers["at last"], "each connection is kept for the next write"
        finally:
            await opened.close()

    in_a_loop(scene())


def test_a_commit_whose_answer_is_lost_is_acknowledged_and_not_done_twice(
    cluster: postgres.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is cut after the commit and before its answer: the second try finds the action in the log."""
    place = cluster.database()
    with running(place) as here:
        me = Visitor(here.address)
        dialect = here.server.store.database.engines[1].dialect
        commit = dialect.do_commit
        lost: list[int] = []

        def commit_and_lose(connection: Any) -> None:
            commit(connection)
            if not lost:
                lost.append(1)
                connection.driver_connection.pgconn.finish()
                commit(connection)  # raises what a commit without an answer does

        with me.at(me.new("left")) as chair:
            chair.hello()
            chair.play("add 1")
            monkeypatch.setattr(dialect, "do_commit", commit_and_lose)
            assert chair.try_action(1)["version"] == 2
            assert lost
            assert chair.state["version"] == 2, "the log is looked at before the answer"
            assert chair.play("add 1")["version"] == 3
    with connected(place) as connection:
        assert list(connection.scalars(sa.text("SELECT seq FROM log ORDER BY seq"))) == [1, 2, 3]


def test_two_who_wait_for_each_other_are_parted_and_both_have_their_way(cluster: postgres.Cluster) -> None:
    """N4: another process holds one table and wants the other, we the other way round: PostgreSQL fails us, and we try again."""
    opened = Database.open(cluster.database())
    waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    said = sa.text("UPDATE meta SET value = value || :who WHERE name = :name")

    def add(name: str) -> Work:
        return Work(name, [(said, {"who": "we", "name": name})], lambda: None)

    async def until_somebody_waits(connection: AsyncConnection) -> None:
        while not await connection.scalar(sa.text(waits)):
            pass

    async def scene() -> None:
        try:
            await opened.write(Work("a", [(meta.insert(), [{"name": name, "value": ""} for name in "ab"])], lambda: None))
            async with opened.engine.connect() as looking, opened.begin() as other:
                await looking.execution_options(isolation_level="AUTOCOMMIT")
                await other.execute(sa.text("SET deadlock_timeout = '60s'"))  # it is us whom PostgreSQL fails
                await other.execute(said, {"who": "they", "name": "b"})
                writing = asyncio.gather(opened.write(add("a")), opened.write(add("b")))
                await until_somebody_waits(looking)
                await other.execute(said, {"who": "they", "name": "a"})
            await writing
            async with opened.reading.begin() as connection:
                values = {row.name: row.value for row in await connection.execute(sa.select(meta))}
            assert values["a"] in ("theywe", "wethey")  # where the machine stands still, our wait is over before theirs begins
            assert values["b"] == "theywe"
        finally:
            await opened.close()

    in_a_loop(asyncio.wait_for(scene(), PATIENCE))


def test_processes_that_start_at_one_time_make_the_tables_once(cluster: postgres.Cluster) -> None:
    cluster.tell("CREATE DATABASE fresh")
    identities: list[str] = []

    def open_it() -> None:
        database = Database.open(cluster.address("fresh"))
        identities.append(database.identity)
        database.release()

    openers = [threading.Thread(target=open_it) for _ in range(4)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join(PATIENCE)
    assert len(identities) == 4
    assert len(set(identities)) == 1


def test_a_process_waits_however_long_another_one_sets_the_database_up(cluster: postgres.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    place = cluster.database()
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with connected(place) as first, connected(place) as looking:
        first.execute(sa.select(sa.func.pg_advisory_lock(SET_UP)))
        monkeypatch.setitem(POSTGRES, "options", str(POSTGRES["options"]).replace(f"lock_timeout={LOCKED}", "lock_timeout=1ms"))
        with ThreadPoolExecutor(1) as thread:
            opening = thread.submit(Database.open, place)
            while not looking.scalar(sa.text(waits)) and not opening.done():
                pass
            for _ in range(100):  # longer than it waits for anything else
                looking.scalar(sa.text(waits))
            first.execute(sa.select(sa.func.pg_advisory_unlock(SET_UP)))
            opening.result(PATIENCE).release()


def test_commits_wait_for_the_disk_whatever_the_server_of_the_database_thinks(cluster: postgres.Cluster) -> None:
    cluster.tell("CREATE DATABASE careless")
    cluster.tell("ALTER DATABASE careless SET synchronous_commit = off")
    with connected(cluster.address("careless")) as connection:
        assert connection.scalar(sa.text("SHOW synchronous_commit")) == "on"


def test_a_database_that_is_not_to_be_had_is_named_without_its_password(cluster: postgres.Cluster) -> None:
    secret = "pa55word"
    address = f"postgresql://nobody:{secret}@/nowhere?host={cluster.folder}"
    path = os.pathsep.join(p for p in sys.path if p)
    command = [sys.executable, "-c", f"from ruinous.server.run import main; main(database={address!r})"]
    environ = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environ, check=False)
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert "role" in done.stderr  # PostgreSQL's own reason
    assert secret not in done.stderr
    assert "Traceback" not in done.stderr
    for wrong in (f"postgresql+psycopg://me:{secret}@[", f"postgresql+psycopg://me:{secret}@here:port/games"):
        assert shown(wrong).startswith("postgresql+psycopg://me:***@")
        with pytest.raises(Unusable):
            Database.open(wrong)


def test_a_driver_that_is_missing_is_named_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for open_it in (Database.open, Database.look):
        with pytest.raises(NoDriver, match=r"pip install 'ruinous\[postgres\]'"):
            open_it("postgresql+psycopg://here/games")
    code = "import sys; sys.modules['psycopg'] = None; from ruinous.server.run import main; main(database='postgresql://here/games')"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, env=environ, check=False)
    assert done.returncode == 3
    assert "pip install" in done.stderr


def test_what_sqlite_takes_and_postgresql_does_not_is_no_fault_of_the_server(cluster: postgres.Cluster) -> None:
    nul = "a\0b\ufffe\u202e"
    with running(cluster.database()) as here:
        me = Visitor(here.address)
        table = me.new("left")
        for method, path, body in (
            ("PUT", "/api/me", {"name": nul}),
            ("PUT", "/api/me", {"webhook": f"https://play.example/{nul}"}),
            ("PUT", "/api/me", {"language": nul}),
            ("POST", "/api/enter", {"code": nul}),
            ("POST", "/api/me/mail", {"email": f"{nul}@play.example"}),
            ("POST", "/api/tables", {"game": nul}),
            ("POST", "/api/tables", {"game": "counting", "seat": nul}),
            ("POST", "/api/tables", {"game": "counting", "seat": "left", "bots": {"right": nul}}),
            ("POST", "/api/tables", {"game": "counting", "options": {"mood": nul}}),
            ("POST", f"/api/tables/{table}/join", {"seat": nul, "code": nul}),
            ("POST", f"/api/tables/{table}/stand_in", {"seat": nul, "bot": nul}),
            ("GET", "/api/tables/%00/record", None),
            ("GET", "/api/tables/%00/invite", None),
            ("GET", "/api/ratings/counting?pool=%00", None),
            ("GET", "/api/cards/counting?language=%00", None),
        ):
            assert me.ask(method, path, **({"json": body} if body is not None else {})).status_code < 500, (method, path)
        cookie = next(iter(me.cookies))
        assert Visitor(here.address, {cookie: "%00"}).get("/api/me").status_code == 200
        with me.at(table) as chair:
            chair.hello()
            for message in ({"type": "say", "text": nul}, {"type": "note", "text": nul}, {"type": "why_not", "text": nul}):
                chair.send(**message)
            chair.send(type="ping")
            chair.until(lambda m: m["type"] == "pong")
            assert not {"server_error", "not_saved"} & {json.loads(frame).get("code") for frame in chair.heard}
            assert chair.play("add 1")["view"]["total"] == 1


def test_a_database_without_an_encoding_keeps_every_name(cluster: postgres.Cluster) -> None:
    cluster.tell("CREATE DATABASE of_bytes ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    with running(cluster.address("of_bytes")) as here:
        me = Visitor(here.address)
        assert me.ask("PUT", "/api/me", json={"name": "Zoë Ångström"}).status_code == 200
        with me.at(me.new("left")) as chair:
            chair.hello()
            assert chair.play("done")["type"] == "state"
        assert me.get("/api/me").json()["name"] == "Zoë Ångström"
