"""Clocks, notices, results and magic links at a server that runs."""

import asyncio
import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any
from unittest.mock import AsyncMock

import pytest
import sqlalchemy as sa

from ruinous.server import clock, timekeeper, words
from ruinous.server.clock import Pace
from ruinous.server.database import connected
from ruinous.server.results import credited
from ruinous.server.schema import outbox, people
from ruinous.server.store import LogRow, SeatRow, now
from ruinous.text import texts
from server.harness import PATIENCE, Chair, Place, Running, Visitor, running


def tick(here: Running) -> None:
    """Let the server look at its clock now."""
    task = here.server.keeping._run
    assert task is not None
    asyncio.run_coroutine_threadsafe(here.server.keeping.timekeeper.tick(), task.get_loop()).result(PATIENCE)


def two(here: Running, seats: tuple[str, str] = ("left", "right"), **order: Any) -> tuple[str, Visitor, Visitor]:
    """A table where two people with names play."""
    ana, ben = Visitor(here.address), Visitor(here.address)
    for visitor, name in ((ana, "Ana"), (ben, "Ben")):
        assert visitor.ask("PUT", "/api/me", json={"name": name}).status_code == 200
    made = ana.post("/api/tables", json={"game": "counting", "seat": seats[0], "open": [seats[1]], **order}).json()
    table, code = made["table"], made["invite"].rpartition("/")[2]
    assert ben.post(f"/api/tables/{table}/join", json={"code": code}).status_code == 200
    assert ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
    return table, ana, ben


def sitting(message: dict[str, Any]) -> dict[str, Any]:
    """Who sits where, as a message has it."""
    found: dict[str, Any] = message["table"]["seats"]
    return found


def to_the_end(left: Chair, right: Chair) -> None:
    """Play a game out."""
    while not left.state["table"]["over"]:
        mover, other = (left, right) if left.decides() else (right, left)
        action = mover.state["legal"][-1]
        version = mover.state["version"]
        mover.play(action["text"])
        while other.state["version"] <= version:
            other.next()


def test_a_bot_takes_the_seat_whose_bank_is_empty_and_gives_it_back(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clock.PACES, "live", Pace(0, 3_600_000, 3_600_000))
    with running(database) as here:
        table, ana, ben = two(here, clock="live")
        with ana.at(table) as left, ben.at(table) as right:
            left.hello()
            right.hello()
            tick(here)
            late = left if left.state["view"]["to_move"] == "left" or sitting(left.state)["left"]["bot"] else right
            seat, person = ("left", ana) if late is left else ("right", ben)
            message = late.until(lambda m: m["type"] in ("table", "state") and sitting(m)[seat]["bot"] is not None)
            assert sitting(message)[seat]["person"]
            assert sitting(message)[seat]["bank"] == 3600
            assert person.post(f"/api/tables/{table}/stand_in", json={"seat": seat, "bot": None}).status_code == 200
            message = late.until(lambda m: m["type"] in ("table", "state") and sitting(m)[seat]["bot"] is None)
            tick(here)
            assert sitting(late.hello())[seat]["bot"] is None, "one addition is there to think on"


def test_that_a_time_was_up_is_told_to_everybody_and_can_still_be_read_after_a_restart(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clock.PACES, "live", Pace(0, 3_600_000, 3_600_000))
    english, portuguese = (texts("server", language).raw("time_is_up") for language in ("en", "pt"))
    assert english != portuguese

    def told(chair: Chair) -> list[tuple[str | None, str, str]]:
        """What is said at the table once the time of the first is up."""
        lines = chair.until(lambda m: m["type"] == "chat" and m["lines"][-1]["n"] == 1)["lines"]
        return [(line["name"], line["seat"], line["text"]) for line in lines]

    with running(database) as here:
        monkeypatch.setattr(here.server.keeping.timekeeper, "_time_is_up", AsyncMock())
        table, ana, ben = two(here, clock="live")
        with ana.at(table) as left, ben.at(table) as right:
            left.hello()
            right.send(type="hello", protocol=1, language="pt")
            right.until(lambda m: m["type"] == "state")
            left.send(type="say", text="well met")
            for chair in (left, right):
                chair.until(lambda m: m["type"] == "chat")
            monkeypatch.setattr(here.server.keeping.timekeeper, "_time_is_up", here.server.keeping.time_is_up)
            tick(here)
            tick(here)
            assert told(left) == [(None, "left", english)]
            assert told(right) == [(None, "left", portuguese)]
    with running(database) as here, Visitor(here.address, ben.cookies).at(table) as right:
        right.send(type="hello", protocol=1, language="pt")
        assert told(right) == [("Ana", "left", "well met"), (None, "left", portuguese)]


def test_time_in_which_the_machine_slept_is_given_back_to_tables_in_memory_too(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clock.PACES, "live", Pace(3_600_000, 0, 3_600_000))
    with running(database) as here:
        table, ana, _ben = two(here, clock="live")
        with ana.at(table) as left:
            left.hello()
            tick(here)
            keeper, house = here.server.keeping.timekeeper, here.server.tables.house
            asleep = 3 * 3_600_000
            keeper._clock = house.now = lambda: now() + asleep
            tick(here)
            left.play("done")
            assert sitting(left.fresh())["left"]["bank"] in range(3500, 3601), "not spent on sleep"


def test_nobody_is_late_without_a_clock(database: Place) -> None:
    with running(database) as here:
        table, ana, _ben = two(here)
        tick(here)
        with ana.at(table) as left:
            assert all(one["bot"] is None and one["bank"] is None for one in sitting(left.hello()).values())


@contextmanager
def sink() -> Iterator[tuple[str, Queue[str]]]:
    """An address that takes webhooks, and what came there."""
    heard: Queue[str] = Queue()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(self.rfile.read(int(self.headers["content-length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_who_is_away_hears_once_that_it_is_his_turn(database: Place) -> None:
    with (
        sink() as (url, heard),
        running(database, real=True, notice_seconds=0.0, webhooks_inside=True, address="https://games.example") as here,
    ):
        table, ana, ben = two(here, ("one", "two"), game="casters")
        for visitor in (ana, ben):
            assert visitor.ask("PUT", "/api/me", json={"webhook": url, "notices": ["webhook"]}).status_code == 200
        with ana.at(table) as one, ben.at(table) as other:
            one.hello()
            other.hello()
            mover = one if one.decides() else other
            mover.play("done")  # nobody is away
        tick(here)
        assert heard.empty()
        with (ana if mover is other else ben).at(table) as then:
            then.hello()
            then.play("done")
        tick(here)
        tick(here)
        told = heard.get(timeout=PATIENCE)
        assert f'"url":"https://games.example/#/table/{table}"' in told
        assert heard.empty()


def told_of_the_first_turn(database: Place) -> list[str]:
    """Who hears that a game has begun with him."""
    query = sa.select(people.c.name).join(outbox, people.c.id == outbox.c.person).where(outbox.c.version == 0)
    with connected(database) as connection:
        return list(connection.scalars(query))


def test_who_is_away_hears_once_that_a_game_begins_with_him(database: Place) -> None:
    reachable = {"name": "Ben", "webhook": "https://games.example/hook", "notices": ["webhook"]}
    with running(database, notice_seconds=3600.0) as here:
        ana, ben = Visitor(here.address), Visitor(here.address)
        for visitor in (ana, ben):
            assert visitor.ask("PUT", "/api/me", json=reachable | {"name": "Ana" if visitor is ana else "Ben"}).status_code == 200

        def table(seat: str) -> str:
            """Ben sits here, the other seat is open."""
            name = ana.new(None, open=["left", "right"])
            code = ana.get(f"/api/tables/{name}/invite").json()["invite"].rpartition("/")[2]
            assert ben.post(f"/api/tables/{name}/join", json={"seat": seat, "code": code}).status_code == 200
            return name

        def begin(name: str) -> None:
            assert ana.post(f"/api/tables/{name}/start", json={}).status_code == 200

        begin(table("right"))  # a bot begins
        seen = table("left")
        with ben.at(seen) as chair:
            chair.hello()
            begin(seen)
        own = ben.new("left", open=["right"])
        assert ben.post(f"/api/tables/{own}/start", json={}).status_code == 200, "who begins it knows"
        assert told_of_the_first_turn(database) == []
        first = table("left")
        begin(first)
        begin(first)
        assert told_of_the_first_turn(database) == ["Ben"]
        with ben.at(first) as chair:
            chair.hello()
            chair.play("done")
        assert told_of_the_first_turn(database) == [], "it is no longer his turn"


@pytest.mark.parametrize("asks", ["Ana", "Ben"])
def test_who_is_away_hears_once_that_he_is_first_in_a_rematch(database: Place, asks: str) -> None:
    with running(database, notice_seconds=3600.0) as here:
        old, ana, ben = two(here)
        with ana.at(old) as left, ben.at(old) as right:
            left.hello()
            right.hello()
            to_the_end(left, right)
        for visitor in (ana, ben):
            assert visitor.ask("PUT", "/api/me", json={"webhook": "https://games.example/hook", "notices": ["webhook"]}).status_code == 200
        for visitor in (ana, ben) if asks == "Ana" else (ben, ana):
            assert visitor.post(f"/api/tables/{old}/rematch", json={}).status_code == 200
        assert told_of_the_first_turn(database) == (["Ben"] if asks == "Ana" else []), "Ben, who sat on the right, begins; who asks knows"


def test_a_finished_game_is_counted_and_rated(database: Place) -> None:
    with running(database) as here:
        table, ana, ben = two(here)
        assert ana.get("/api/me/statistics").json() == []
        with ana.at(table) as left, ben.at(table) as right:
            left.hello()
            right.hello()
            to_the_end(left, right)
        tick(here)
        (mine,) = ana.get("/api/me/statistics").json()
        assert (mine["game"], mine["seat"], mine["players"], mine["games"]) == ("counting", "left", 2, 1)
        assert 0 <= mine["low"] <= mine["won"] <= mine["high"] <= 1
        assert len(Visitor(here.address).get("/api/statistics").json()) == 2
        assert {row["name"] for row in ana.get("/api/ratings/counting").json()} == {"Ana", "Ben"}
        assert ana.get("/api/ratings/counting?pool=nothing").json() == []
        assert ana.get("/api/ratings/chess").status_code == 404


@pytest.mark.parametrize("of_his_own", [9, 0])
def test_a_game_that_a_bot_has_mostly_played_does_not_count_for_the_person(database: Place, of_his_own: int) -> None:
    with running(database) as here:
        table, ana, ben = two(here)
        with ana.at(table) as left, ben.at(table) as right:
            left.hello()
            right.hello()
            left.play("done")
            right.until_asked()
            for _ in range(of_his_own):
                right.play("add 3")
            assert ben.post(f"/api/tables/{table}/stand_in", json={"seat": "right", "bot": "quick"}).status_code == 200
            left.until(lambda m: m["type"] == "state" and m["table"]["over"])
        tick(here)
        assert [row["games"] for row in ana.get("/api/me/statistics").json()] == [1]
        assert [row["games"] for row in ben.get("/api/me/statistics").json()] == ([1] if of_his_own else []), "a bot's game is a bot's"
        assert {row["name"] for row in ana.get("/api/ratings/counting").json()} == ({"Ana", "Ben"} if of_his_own else set())
        assert len(ana.get("/api/statistics").json()) == 2
        again = ana.post(f"/api/tables/{table}/rematch", json={}).json()["table"]
        with ana.at(again) as left:
            assert {seat: (one["name"], one["bot"]) for seat, one in sitting(left.hello()).items()} == {
                "left": ("Ben", None),
                "right": ("Ana", None),
            }


def test_passes_that_a_person_lets_stand_make_nobody_a_bot() -> None:
    def rows(*decisions: tuple[str, str | None]) -> list[LogRow]:
        return [LogRow(n, "act", "khorne", 0, text, 1, "", False, by) for n, (text, by) in enumerate(decisions, 1)]

    sits = SeatRow("khorne", "ana", name="Ana")
    own, passed, made = ("draw", "a1"), ("pass", None), ("draw", None)
    assert credited([sits], rows(own, *[passed] * 9)) == [sits]
    assert credited([sits], rows(own, made)) == [sits]
    assert [row.person for row in credited([sits], rows(own, made, made))] == [None]


def test_a_finished_game_that_cannot_be_read_is_given_up_once(
    database: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "TICK", 3600)
    with running(database) as here:
        table, ana, _ = two(here)
        with ana.at(table) as left:
            left.hello()
            left.play("add 1")
    with connected(database) as connection:
        connection.execute(sa.text("UPDATE log SET action = 3"))
        connection.execute(sa.text("UPDATE games SET over = true"))
    with running(database) as here, caplog.at_level(logging.ERROR):
        assert Visitor(here.address).get("/api/tables").status_code == 200  # it has started
        tick(here)
        tick(here)  # that of the start is over by now
        assert f"table {table} has no result: {words.UNREADABLE}" in caplog.messages
        caplog.clear()
        tick(here)
        assert not caplog.messages


def test_a_magic_link_brings_a_person_to_another_browser(database: Place, caplog: pytest.LogCaptureFixture) -> None:
    with running(database) as here, caplog.at_level(logging.WARNING):
        table, ana, _ben = two(here)
        for visitor in (ana, Visitor(here.address)):  # the second is another browser, whose guest is nobody yet
            assert visitor.post("/api/me/mail", json={"email": "Ana@Example.org"}).status_code == 202
            code = re.findall(r"#/enter/([\w-]+)", caplog.text)[-1]
            assert visitor.post("/api/enter", json={"code": code}).status_code == 200
            assert visitor.post("/api/enter", json={"code": code}).status_code == 400, "once"
            assert visitor.get("/api/me").json()["email"] == "ana@example.org"
            assert [row["table"] for row in visitor.get("/api/tables").json()] == [table]


def test_a_mailbox_is_not_flooded_and_no_address_is_told(database: Place, caplog: pytest.LogCaptureFixture) -> None:
    with running(database) as here, caplog.at_level(logging.WARNING):
        answers = [Visitor(here.address).post("/api/me/mail", json={"email": "victim@example.org"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [202, 202, 202, 429, 429]
        for wrong in ("nobody", "a@b@c", "a b@example.org", "x@example.org\nBcc: y@example.org", "@", ""):
            assert Visitor(here.address).post("/api/me/mail", json={"email": wrong}).status_code == 400
