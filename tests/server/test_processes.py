"""Several server processes on one PostgreSQL database: everybody sees everything, whoever serves him."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from ruinous.server import driver
from ruinous.server.database import connected
from server import postgres
from server.harness import PATIENCE, Running, Visitor, program, running


@pytest.fixture
def database(cluster: postgres.Cluster) -> str:
    """One database for all."""
    return cluster.database()


@pytest.fixture
def two(database: str) -> Iterator[tuple[Running, Running]]:
    """Two servers on it."""
    with running(database) as one, running(database) as other:
        yield one, other


def rows(database: str) -> list[tuple[Any, ...]]:
    """The log of all tables."""
    with connected(database) as connection:
        return [tuple(row) for row in connection.execute(sa.text("SELECT seq, kind, action_id FROM log ORDER BY game, seq"))]


def test_a_move_reaches_those_at_the_other_process(two: tuple[Running, Running]) -> None:
    one, other = two
    me = Visitor(one.address)
    table = me.new("left")
    with me.at(table) as chair, Visitor(other.address).at(table) as spectator, Visitor(other.address, me.cookies).at(table) as again:
        chair.hello()
        spectator.hello()
        assert again.hello()["view"]["seat"] == "left"
        chair.play("add 2")
        assert spectator.until(lambda m: m.get("version") == 1)["view"]["total"] == 2
        again.until(lambda m: m.get("version") == 1)
        again.play("add 1")  # and the same person may act there
        chair.until(lambda m: m.get("version") == 2)
        chair.undo()
        assert spectator.until(lambda m: m.get("version") == 3)["view"]["total"] == 2
        again.until(lambda m: m.get("version") == 3)
        assert [event["n"] for event in again.log] == list(range(len(again.log)))


def test_the_same_action_at_two_processes_is_one_action(two: tuple[Running, Running], database: str) -> None:
    one, other = two
    me = Visitor(one.address)
    table = me.new("left")
    with me.at(table) as here, Visitor(other.address, me.cookies).at(table) as there:
        here.hello()
        there.hello()
        for turn in range(10):
            twin = str(uuid.uuid4())
            version = here.state["version"]
            for chair in (here, there):
                chair.send(type="act", action_id=twin, version=version, action=0 if turn % 3 == 2 else 1)
            answers = [chair.answer_to(twin) for chair in (here, there)]
            for chair, answer in zip((here, there), answers, strict=True):
                if answer["type"] == "error":  # it was too late, and is told so; sent again, it gets its first answer
                    assert answer["code"] == "stale"
                    answer |= chair.try_action(0, version=version, action_id=twin)
                    assert answer["type"] == "ack"
            assert answers[0]["version"] == answers[1]["version"] == version + 1
            for chair in (here, there):
                while chair.state["version"] <= version or not (chair.decides() or chair.state["table"]["over"]):
                    chair.next()
            if here.state["table"]["over"]:
                break
    kept = rows(database)
    assert [seq for seq, _, _ in kept] == list(range(1, len(kept) + 1))


def test_a_race_at_two_processes_has_one_winner(two: tuple[Running, Running], database: str) -> None:
    one, other = two
    me = Visitor(one.address)
    table = me.new("left")
    with me.at(table) as here, Visitor(other.address, me.cookies).at(table) as there:
        here.hello()
        there.hello()
        for _ in range(8):
            version = here.state["version"]
            kind = "undo" if here.state["undo"]["can"] else "act"
            for chair in (here, there):
                more = {"action": 1} if kind == "act" else {}
                chair.send(type=kind, action_id=str(uuid.uuid4()), version=version, **more)
            answers = [chair.until(lambda m: "action_id" in m) for chair in (here, there)]
            assert sorted(answer.get("code", answer["type"]) for answer in answers) == ["ack", "stale"]
            for chair in (here, there):
                while chair.state["version"] <= version:
                    chair.next()
    kept = rows(database)
    assert [seq for seq, _, _ in kept] == list(range(1, 9))


def test_people_come_in_at_any_process(two: tuple[Running, Running]) -> None:
    one, other = two
    ana, ben = Visitor(one.address), Visitor(other.address)
    answer = ana.post("/api/tables", json={"game": "counting", "seat": "left", "open": ["right"]}).json()
    table, code = answer["table"], answer["invite"].split("/")[-1]
    with ana.at(table) as host:
        assert host.hello()["table"]["stage"] == "waiting"
        assert ben.post(f"/api/tables/{table}/join", json={"code": code}).json() == {"seat": "right"}
        host.until(lambda m: m["type"] in ("state", "table") and m["table"]["seats"]["right"]["person"])
        with ben.at(table) as guest:
            guest.hello()
            host.until(lambda m: m["type"] in ("state", "table") and m["table"]["seats"]["right"]["here"])
            assert ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
            guest.until(lambda m: m["type"] == "state" and m["table"]["stage"] == "playing")
            host.until(lambda m: m["type"] == "state" and m["table"]["stage"] == "playing")
            host.play("done")
            guest.until(lambda m: m["type"] == "state" and bool(m["legal"]))
            guest.send(type="say", text="hello over there")
            assert host.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "hello over there"
        host.until(lambda m: m["type"] == "table" and not m["table"]["seats"]["right"]["here"])


def test_who_has_left_has_no_open_socket_anywhere(two: tuple[Running, Running]) -> None:
    one, other = two
    me = Visitor(one.address)
    table = me.new("left")
    with Visitor(other.address, me.cookies).at(table) as there:
        there.hello()
        assert me.post("/api/me/leave", json={}).status_code == 200
        with pytest.raises(ConnectionClosed):
            there.until(lambda _message: False)


def test_a_process_is_killed_and_the_other_goes_on_with_everything_acknowledged(database: str) -> None:
    answered: list[tuple[str, int]] = []
    sent: list[str] = []
    with ExitStack() as stack:
        (first, one), (_, other) = (stack.enter_context(program(database)) for _ in range(2))
        me = Visitor(one)
        table = me.new("left")
        there = stack.enter_context(Visitor(other, me.cookies).at(table))
        there.hello()
        with me.at(table) as here, suppress(OSError, EOFError, ConnectionClosed):
            here.hello()
            while True:
                kind = "undo" if here.state["undo"]["can"] else "act"
                action_id = str(uuid.uuid4())
                sent.append(action_id)
                here.send(type=kind, action_id=action_id, version=here.state["version"], **({"action": 1} if kind == "act" else {}))
                if len(answered) == 15:
                    first.kill()  # the answer to this one may never come
                answer = here.answer_to(action_id)
                assert answer["type"] == "ack", answer
                answered.append((action_id, answer["version"]))
                here.next()
        first.wait(PATIENCE)
        there.until(lambda m: m.get("version", -1) >= answered[-1][1])
        there.hello()
        there.play("done" if not there.state["undo"]["can"] else "add 1")
        kept = {action_id: seq for seq, _, action_id in rows(database) if action_id is not None}
        assert dict(answered).items() <= kept.items()
        assert len(kept) <= len(sent) + 1


def test_the_bots_of_a_killed_process_are_driven_by_another(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "BEAT", 0.05)
    with program(database) as (first, one):
        me = Visitor(one)
        table = me.new("left", bots={"right": "hangs"}, seed=1)
        with me.at(table) as here:
            here.hello()
            here.play("done")
            while not driven(database):
                pass
            with running(database, bot_seconds=0.2) as other, Visitor(other.address, me.cookies).at(table) as there:
                there.hello()
                assert not there.decides()
                first.kill()
                first.wait(PATIENCE)
                there.until_asked()  # the bot hangs here too, but not for so long


def driven(database: str) -> int:
    """How many tables are driven by some process."""
    here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    with connected(database) as connection:
        held = connection.scalar(sa.text(f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = {here}"))
    return int(held or 0)
