"""A7: floods by one person, one address, at one table, in all; those who play are not crowded out."""

import json
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ruinous.server.limits import MOST_BUCKETS, RATES, Limits, Rate, Sockets
from ruinous.server.refused import Refused
from server.harness import PATIENCE, Running, Visitor, program, running
from server.test_people import playing


def welcome(stack: ExitStack, visitor: Visitor, table: str) -> bool:
    """Whether one more socket is served, open until the end of the stack; one that is not is told why and asked to come back later."""
    chair = stack.enter_context(visitor.at(table))
    with suppress(ConnectionClosed):  # it may have been refused already
        chair.send(type="hello", protocol=1, version=-1)
    first = chair.until(lambda m: m["type"] in ("state", "error"))
    if first["type"] == "state":
        return True
    assert first == {"type": "error", "code": "too_many", "public_reason": "Too many pages are open: close some, or come back later."}
    with pytest.raises(ConnectionClosed) as end:
        chair.next()
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 1013
    return False


def test_a_crowd_at_a_table_keeps_no_player_out(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3", table_sockets=2) as here, ExitStack() as stack:
        me, guest = Visitor(here.address), Visitor(here.address)
        table, another = me.new("left"), me.new("left")
        with ExitStack() as early:
            assert welcome(early, guest, table)
            assert welcome(early, guest, table)
            assert not welcome(early, guest, table)
            assert welcome(early, me, table)
            assert welcome(early, me, table)
            assert welcome(early, guest, another)
        while here.server.sockets._open:  # until the server has seen that they are gone
            me.get("/health/live")
        assert welcome(stack, guest, table)


def test_an_address_of_strangers_keeps_nobody_out_who_has_a_key(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3", address_sockets=1, person_sockets=2) as here, ExitStack() as stack:
        me, other, guest = (Visitor(here.address) for _ in range(3))
        mine, theirs = me.new("left"), other.new("left")
        assert welcome(stack, guest, mine)
        assert not welcome(stack, guest, theirs)
        assert [welcome(stack, me, table) for table in (mine, theirs, mine)] == [True, True, False]
        assert welcome(stack, other, mine)


def test_a_full_server_serves_those_it_has(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3", sockets=1) as here, ExitStack() as stack:
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            assert not welcome(stack, me, table)
            assert chair.play("add 1")["version"] == 1
            assert me.get("/api/tables").status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit the files of a running process")
def test_without_a_file_left_nobody_comes_in_and_those_who_are_here_play_on(tmp_path: Path) -> None:
    """A6: the server takes all files that it may have; once they are used up it refuses, and recovers."""
    import resource

    with program(tmp_path / "games.sqlite3") as (child, address):
        soft, hard = resource.prlimit(child.pid, resource.RLIMIT_NOFILE)
        assert soft == hard
        me = Visitor(address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            chair.play("add 1")
            files = len(list(Path(f"/proc/{child.pid}/fd").iterdir()))
            resource.prlimit(child.pid, resource.RLIMIT_NOFILE, (files, hard))
            with socket.create_connection(("127.0.0.1", int(address.split(":")[1]))) as late:
                late.sendall(b"GET /health/live HTTP/1.0\r\n\r\n")
                assert chair.play("add 2")["view"]["total"] == 3
                chair.send(type="say", text="still here")
                assert chair.until(lambda m: m["type"] in ("chat", "error"))["type"] == "chat"
                resource.prlimit(child.pid, resource.RLIMIT_NOFILE, (hard, hard))
                late.settimeout(PATIENCE)
                assert late.recv(12) == b"HTTP/1.1 200"  # it was waiting in line
        with me.at(table) as chair:
            assert chair.hello()["view"]["total"] == 3
        child.terminate()
        assert child.wait(PATIENCE) == 0
        assert child.stderr is not None
        assert child.stderr.read().count("out of system resource") == 1, "it is said, and not all the time"


def test_what_is_counted_is_forgotten_with_the_last_socket() -> None:
    counted = Sockets({"all": 9, "table": 9, "person": 9, "address": 9})
    with counted.one("t", "ana", "here", sits=True), counted.one("t", None, "here", sits=False):
        assert counted._open == {("all", ""): 2, ("person", "ana"): 1, ("address", "here"): 1, ("table", "t"): 1}
    assert not counted._open


def test_a_seat_may_not_act_for_ever(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "seat", Rate(2, 3600.0))
    me = Visitor(here.address)
    with me.at(me.new(None)) as watcher, me.at(me.new("left")) as chair:
        watcher.hello()
        chair.hello()
        chair.play("add 1")
        chair.undo()
        before = chair.fresh()
        refused = chair.try_action(1)
        assert (refused["type"], refused["code"]) == ("error", "too_fast")
        assert chair.fresh() == before
    with me.at(me.new("left")) as elsewhere:  # at another table it is another seat
        elsewhere.hello()
        assert elsewhere.play("add 1")["version"] == 1


def test_guests_who_talk_too_much_leave_players_their_say(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "guests", Rate(2, 3600.0))
    table, ana, ben = playing(here)
    guests = [Visitor(here.address) for _ in range(3)]
    for guest in guests:
        assert guest.ask("PUT", "/api/me", json={"name": "Guest"}).status_code == 200
    heard = []
    for number, somebody in enumerate((*guests, ana, ben)):
        with somebody.at(table) as chair:
            chair.hello()
            chair.send(type="say", text=f"line {number}")
            while not any(known in chair.heard[-1] for known in ('"error"', f'"line {number}"')):
                chair.next()
            heard.append(json.loads(chair.heard[-1]).get("code", "said"))
    assert heard == ["said", "said", "too_fast", "said", "said"]


def test_an_address_that_asks_too_often_is_told_so_and_the_host_still_sees_how_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "request", Rate(3, 3600.0))
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        table = me.new("left")
        assert [me.get("/api/games").status_code for _ in range(3)] == [200, 200, 429]
        answer = me.get("/")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        with pytest.raises(InvalidStatus) as refused, me.at(table):
            pass
        assert refused.value.response.status_code == 429
        assert me.get("/health/ready").status_code == 200


def test_buckets_are_forgotten_when_they_are_full_and_a_flood_of_them_is_looked_through_seldom() -> None:
    moment = [0.0]
    limits = Limits(lambda: moment[0])
    for n in range(2 * MOST_BUCKETS):
        limits.take("letters", f"address {n}")
    assert (len(limits._full_at), limits._most) == (2 * MOST_BUCKETS, 2 * MOST_BUCKETS)
    moment[0] = 10_000.0
    limits.take("letters", "another")
    assert (len(limits._full_at), limits._most) == (1, MOST_BUCKETS)
    for _ in range(RATES["letters"].burst - 1):
        limits.take("letters", "another")
    with pytest.raises(Refused):
        limits.take("letters", "another")
