"""What the worlds have found in the server, each as a test of its own."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from ruinous.server import driver
from ruinous.server.refused import Refused
from ruinous.server.store import Change, NotSaved, Store
from ruinous.server.table import Table
from server.harness import Visitor, in_a_loop, running


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
