"""What the worlds have found in the server, each as a test of its own."""

import asyncio
import gc
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ruinous.server import driver, tables
from ruinous.server.database import connected
from ruinous.server.history import History
from ruinous.server.refused import Refused
from ruinous.server.schema import people, seats
from ruinous.server.store import Change, NotSaved, Store
from ruinous.server.table import Table
from ruinous.server.tables import Tables
from ruinous.server.talk import Talk
from server.harness import Visitor, in_a_loop, running
from server.test_people import friends, order, waiting


def test_a_bot_whose_move_was_not_saved_tries_again_though_nobody_says_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "AGAIN", 0.01)
    failed: list[Change] = []
    append = Store.append

    async def fail_twice(store: Store, game: str, change: Change, *more: Any) -> None:
        if change.rows[0].seat == "right" and len(failed) < 2:
            failed.append(change)
            raise NotSaved
        await append(store, game, change, *more)

    monkeypatch.setattr(Store, "append", fail_twice)
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "steady"})) as chair:
            chair.hello()
            chair.play("done")
            chair.until_asked()
    assert len(failed) == 2


@pytest.mark.parametrize(("problem", "logged"), [(Refused("stale", "too late"), 0), (NotSaved(), 0), (ZeroDivisionError(), 1)])
def test_what_goes_wrong_for_somebody_who_has_gone_is_logged_if_it_is_a_fault(
    problem: Exception, logged: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = object.__new__(Table)
    table.id, table._at_work = "a table", set()

    async def go_wrong() -> None:
        await asyncio.sleep(0)
        raise problem

    async def scene() -> None:
        asks = asyncio.create_task(table.finish(go_wrong()))
        await asyncio.sleep(0)
        asks.cancel()
        while table._at_work:
            await asyncio.sleep(0)

    in_a_loop(scene())
    gc.collect()
    assert len([entry for entry in caplog.records if entry.exc_info]) == logged


def test_bots_play_for_who_comes_though_not_all_can_be_read_for_him(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def cannot(*_args: Any) -> None:
        raise NotSaved

    monkeypatch.setattr(Talk, "lines", cannot)
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        with me.at(me.new(None, bots={"left": "steady", "right": "steady"})) as chair:
            chair.hello()
            assert chair.until(lambda message: message["type"] == "error")["code"] == "not_saved"
            chair.state_after(0)


def test_what_another_process_has_changed_is_read_later_where_it_cannot_be_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "AGAIN", 0.01)
    read = asyncio.Event()
    tried: list[str] = []

    class Unread(Table):
        def __init__(self) -> None:
            self.id = "a table"

        async def refresh(self) -> None:
            tried.append(self.id)
            if len(tried) < 3:
                raise Refused("not_saved", "not now") if len(tried) == 1 else NotSaved
            read.set()

    async def scene() -> None:
        here = object.__new__(Tables)
        here._live, here._refreshing, here._at_work = OrderedDict([("a table", Unread())]), set(), set()
        here.heard("a table")
        await read.wait()
        here.heard("a table")
        await asyncio.gather(*here._at_work)

    in_a_loop(scene())
    assert len(tried) == 4


def elsewhere(database: Path, statement: sa.Executable) -> None:
    """Another process does this, and nothing has been heard of it here yet."""
    with connected(database) as connection:
        connection.execute(statement)


def test_who_is_put_out_by_another_process_just_before_the_start_sees_nobodys_hand(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as here:
        host, ana = friends(here, "Host", "Ana")
        table, code = waiting(host)
        assert order(ana, table, "join", code=code)["seat"] == "right"
        with ana.at(table) as chair:
            chair.hello()
            put_out = seats.update().where(seats.c.game == table, seats.c.seat == "right").values(person=None, bot="steady")
            elsewhere(tmp_path / "games.sqlite3", put_out)
            assert order(host, table, "start")["status"] == 200
            shown = chair.until(lambda message: message["type"] == "state")
            assert (shown["table"]["stage"], shown["view"]["seat"], shown["table"]["mine"]) == ("playing", None, [])


def test_who_has_joined_at_another_process_just_before_the_start_looks_through_his_own_eyes(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as here:
        host, ana = friends(here, "Host", "Ana")
        table, _code = waiting(host)
        with ana.at(table) as chair:
            chair.hello()
            person = sa.select(people.c.id).where(people.c.name == "Ana").scalar_subquery()
            joined = seats.update().where(seats.c.game == table, seats.c.seat == "right").values(person=person)
            elsewhere(tmp_path / "games.sqlite3", joined)
            assert order(host, table, "start")["status"] == 200
            shown = chair.until(lambda message: message["type"] == "state")
            assert (shown["table"]["stage"], shown["view"]["seat"], shown["table"]["mine"]) == ("playing", "right", ["right"])


def test_nobody_who_changes_the_process_is_shown_an_older_version_again(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as here:
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            live = here.server.tables.live(table)
            assert live is not None
            chair.play("add 1")
            chair.play("add 2")
            live.history = History(
                live.rules, live.game, list(live.history.done.values())[:1]
            )  # as where nothing was heard of the last move
            assert chair.hello(2)["version"] == 2
