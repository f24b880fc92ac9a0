"""Two server processes on one database (here two servers in one process): people at one table who came to different ones."""

import uuid
from collections.abc import Iterator
from functools import partial

import pytest

from server import postgres
from server.harness import Chair, Running, Visitor, running
from server.test_consent import ask_undo, request
from server.test_people import friends, order, tell, waiting
from server.test_races import at_once


@pytest.fixture
def two_servers(cluster: postgres.Cluster) -> Iterator[tuple[Running, Running]]:
    """Two servers on one PostgreSQL database."""
    place = cluster.database()
    with running(place) as one, running(place) as other:
        yield one, other


def heard(chair: Chair, version: int) -> None:
    """Wait until this version has come."""
    if chair.state["version"] < version:
        chair.until(lambda m: m["type"] == "state" and m["version"] >= version)


def test_people_on_two_servers_play_one_game(two_servers: tuple[Running, Running]) -> None:
    here, there = two_servers
    (ana,), (ben,) = friends(here, "Ana"), friends(there, "Ben")
    table, code = waiting(ana)
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        assert order(ben, table, "join", code=code)["seat"] == "right"
        tell(one, lambda t: t["seats"]["right"]["name"] == "Ben" and t["seats"]["right"]["here"])
        tell(two, lambda t: t["mine"] == ["right"] and t["seats"]["left"]["here"])
        order(ana, table, "start")
        one.until(lambda m: m["type"] == "state" and m["view"]["seat"] == "left")
        two.until(lambda m: m["type"] == "state" and m["view"]["seat"] == "right")
        one.play("roll")
        one.play("done")
        heard(two, 2)
        two.play("add 2")
        heard(one, 3)
        assert one.log == two.log
        two.send(type="say", text="well rolled")
        assert one.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "well rolled"
        assert ask_undo(one)["type"] == "ack"
        two.send(type="answer_undo", request=request(two)["n"], agree=True)
        one.until(lambda m: m["type"] == "state" and m["version"] == 5)
        assert one.state["view"] == here.server.tables._live[table].rules.view(here.server.tables._live[table].history.line.state, "left")
        heard(two, 5)
        assert two.state["table"]["request"] is None
        assert order(ben, table, "leave")["status"] == 200
        tell(one, lambda t: t["seats"]["right"]["bot"] == "steady")
    with ana.at(table) as one:
        assert one.hello()["table"]["seats"]["right"]["here"] is False


def test_the_same_action_at_two_servers_is_one(two_servers: tuple[Running, Running]) -> None:
    """N1 across two processes: the database decides who was first; who was not hears how it stands."""
    here, there = two_servers
    me = Visitor(here.address)
    table = me.new("left")
    again = Visitor(there.address, me.cookies)
    with me.at(table) as one, again.at(table) as two:
        one.hello()
        two.hello()
        for pair in range(8):
            version = max(one.fresh()["version"], two.fresh()["version"])
            heard(one, version)
            heard(two, version)
            ids = [str(uuid.uuid4())] * 2 if pair % 2 else [str(uuid.uuid4()), str(uuid.uuid4())]
            for chair, name in zip((one, two), ids, strict=True):
                kind = {"type": "undo"} if one.state["undo"]["can"] else {"type": "act", "action": 1}
                chair.send(action_id=name, version=version, **kind)
            answers = [chair.answer_to(name) for chair, name in zip((one, two), ids, strict=True)]
            told = sorted(answer.get("code", answer["type"]) for answer in answers)
            assert told == (["ack", "ack"] if pair % 2 else ["ack", "stale"])
            assert {answer["version"] for answer in answers if answer["type"] == "ack"} == {version + 1}
            heard(one, version + 1)
            heard(two, version + 1)
            assert one.fresh()["version"] == two.fresh()["version"] == version + 1


def test_the_last_seat_at_two_servers_is_taken_once(two_servers: tuple[Running, Running]) -> None:
    here, there = two_servers
    host, ana = friends(here, "Host", "Ana")
    (ben,) = friends(there, "Ben")
    for _ in range(5):
        table, code = waiting(host)
        with ben.at(table) as early:  # so that the other server has the table in memory
            early.hello()
            answers = at_once(partial(order, ana, table, "join", code=code), partial(order, ben, table, "join", code=code))
        assert sorted(answer["status"] for answer in answers) == [200, 409], answers
        assert order(host, table, "start")["status"] == 200
