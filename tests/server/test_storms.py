"""Many at once: readers who never read, everybody back after a restart, floods of nonsense. Whoever plays elsewhere does not notice."""

import asyncio
import json
import logging
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect

from ruinous.server import session
from server.harness import PATIENCE, Place, Visitor, in_a_loop, running
from server.test_wire import MALFORMED, frame, shaken

HELLO = frame(0x81, b'{"type": "hello", "protocol": 1, "version": -1}')
DEAF = 200
CROWD = 200
TABLES = 10


def test_200_readers_who_never_read_are_let_go_at_the_cap_and_nobody_else_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A1, T23: none of them holds more than the cap; the player at their table has every answer, and so has the one at another."""
    most = [0, 0]
    put = session.Outbox.put

    def counted(box: session.Outbox, data: bytes) -> None:
        put(box, data)
        most[0] = max(most[0], box._waiting.qsize())
        most[1] = max(most[1], box._bytes)

    monkeypatch.setattr(session.Outbox, "put", counted)
    with running(tmp_path / "games.sqlite3", send_buffer=4096) as here, ExitStack() as stack:
        me = Visitor(here.address)
        table, other = me.new("left"), me.new("left")
        chair, elsewhere = stack.enter_context(me.at(table)), stack.enter_context(me.at(other))
        chair.hello()
        elsewhere.hello()
        for _ in range(DEAF):
            deaf = stack.enter_context(shaken(here.address, table, receive_buffer=4096))
            deaf.sendall(HELLO)
        live = here.server.tables._live[table]
        while sum(watcher.seen is not None for watcher in live.watchers) < DEAF + 1:  # until each has been shown the table
            chair.fresh()
        sent = 0
        while len(live.watchers) > 1:
            sent += 1
            assert sent < 1000
            chair.send(type="pace", ms=live.pace % 2 + 1)
            chair.until(lambda m: m["type"] == "table")
            if sent % 50 == 1:
                elsewhere.play("done")
                elsewhere.until_asked()
        assert chair.play("add 1")["view"]["total"] == 1
        assert sent > session.MOST_WAITING  # they were borne for a while, and then not
    assert most[0] == session.MOST_WAITING
    assert most[1] <= session.MOST_WAITING_BYTES


def test_who_does_not_answer_a_ping_is_given_up_without_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A laptop that was closed: what is on its way to it never gets there, nor does what comes after the server has given it up."""
    made: list[WebSocketsSansIOProtocol] = []
    connection_made = WebSocketsSansIOProtocol.connection_made

    def noted(own: WebSocketsSansIOProtocol, transport: Any) -> None:
        made.append(own)
        connection_made(own, transport)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "connection_made", noted)
    with running(tmp_path / "games.sqlite3", send_buffer=4096) as here:
        me = Visitor(here.address)
        table = me.new("left")
        live = here.server.tables._live[table]
        with me.at(table) as chair, shaken(here.address, table, receive_buffer=4096) as closed:
            chair.hello()
            closed.sendall(HELLO)
            while sum(watcher.seen is not None for watcher in live.watchers) < 2:
                chair.fresh()

            def told() -> None:
                chair.send(type="pace", ms=live.pace % 2 + 1)
                chair.until(lambda m: m["type"] == "table")

            for _ in range(session.MOST_WAITING // 2):  # more than the sockets hold, less than he may have waiting
                told()
            made[-1].loop.call_soon_threadsafe(made[-1].keepalive_timeout)
            for _ in range(session.MOST_WAITING):
                if len(live.watchers) > 1:
                    told()
            assert len(live.watchers) == 1
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def comes_back(address: str, table: str, known: list[dict[str, Any]], version: int) -> list[dict[str, Any]]:
    """Somebody who knows the first events of a game says hello; all that he knows then."""
    async with connect(f"ws://{address}/api/tables/{table}/ws", open_timeout=PATIENCE, proxy=None) as link:
        await link.send(json.dumps({"type": "hello", "protocol": 1, "version": version}))
        while (message := json.loads(await asyncio.wait_for(link.recv(), PATIENCE)))["type"] != "state":
            assert message["type"] != "error", message
        log: list[dict[str, Any]] = known[: message["events_from"]] + message["events"]
        assert (message["version"], [event["n"] for event in log]) == (STEPS, list(range(len(log))))
        assert message["events_from"] == len(known) if version >= 0 else message["events_from"] == 0
        return log


STEPS = 6


def test_after_a_restart_all_come_back_at_once_and_each_has_exactly_what_he_missed(database: Place) -> None:
    """A5, T7: 200 sockets, whoever had seen something gets the exact rest of it, the others all."""
    seen: dict[str, list[tuple[int, list[dict[str, Any]]]]] = {}
    with running(database) as here:
        me = Visitor(here.address)
        for table in [me.new("left") for _ in range(TABLES)]:
            with me.at(table) as chair, Visitor(here.address).at(table) as watcher:
                chair.hello()
                watcher.hello()
                seen[table] = [(-1, [])]
                for step in range(STEPS):
                    seen[table].append((watcher.state["version"], list(watcher.log)))
                    chair.play("draw" if step == 2 else "add 1")
                    watcher.state_after(step)
                seen[table].append((watcher.state["version"], list(watcher.log)))
    with running(database) as here:
        tables = [list(seen)[number % TABLES] for number in range(CROWD)]

        async def all_at_once() -> list[list[dict[str, Any]]]:
            crowd = []
            for number, table in enumerate(tables):
                version, known = seen[table][number // TABLES % len(seen[table])]
                crowd.append(comes_back(here.address, table, known, version))
            return await asyncio.gather(*crowd)

        logs = in_a_loop(all_at_once())
        with Visitor(here.address, me.cookies).at(table) as chair:
            chair.hello()
            assert chair.play("add 1")["version"] == STEPS + 1
    assert all(tables.count(table) == CROWD // TABLES for table in seen)
    assert logs == [seen[table][-1][1] for table in tables]


def test_an_honest_game_goes_on_beside_floods_of_nonsense(tmp_path: Path) -> None:
    """M4: broken frames, broken messages, illegal and stale actions at other tables; every move of the honest game is answered with yes."""
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        mine, theirs = me.new("left"), me.new("left")
        enough = threading.Event()
        rounds = dict.fromkeys(("messages", "frames", "actions"), 0)

        def messages() -> None:
            with Visitor(here.address).at(theirs) as chair:
                chair.hello()
                for text in MALFORMED[:5]:
                    chair.link.send(text)
                    assert chair.until(lambda m: m["type"] == "error")["code"] == "bad_message"

        def frames() -> None:
            for broken in (b"\x81\x02{}", frame(0x83, b"{}"), frame(0x81, b"\xff"), frame(0x01, b"x" * 9000) + frame(0x80, b"x" * 9000)):
                with shaken(here.address, theirs) as bare:
                    bare.sendall(HELLO + broken)

        def actions() -> None:
            with me.at(theirs) as chair:
                chair.hello()
                for action, version in ((77, 0), (1, 999), (5, 7), (2**31 - 1, 0)):
                    assert chair.try_action(action, version)["type"] == "error"

        def flood(name: str, once: Any) -> None:
            while not enough.is_set():
                once()
                rounds[name] += 1

        floods = [threading.Thread(target=partial(flood, once.__name__, once)) for once in (messages, frames, actions)]
        with me.at(mine) as chair:
            chair.hello()
            for thread in floods:
                thread.start()
            answers: list[str] = []
            while len(answers) < 60 or min(rounds.values()) < 1:
                assert len(answers) < 3000
                can = chair.state["undo"]["can"]
                answer = chair.undo() if can else chair.try_action(1)
                answers.append(answer["type"])
                chair.until_state(answer)
            enough.set()
            for thread in floods:
                thread.join(PATIENCE)
            assert set(answers) == {"ack"}
            assert chair.fresh()["version"] == len(answers)
        with me.at(theirs) as chair:
            assert chair.hello()["version"] == 0
