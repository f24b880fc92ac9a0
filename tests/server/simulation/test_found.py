"""What the worlds have found in the server, each as a test of its own."""

from pathlib import Path
from typing import Any

import pytest

from ruinous.server import driver
from ruinous.server.store import Change, NotSaved, Store
from server.harness import Visitor, running


def test_a_bot_whose_move_was_not_saved_tries_again_though_nobody_says_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "AGAIN", 0.01)
    append, failed = Store.append, []

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
            while not chair.decides():
                chair.next()
    assert len(failed) == 2
