"""Chaos Casters at the real server: what the opening exchange tells the other seat."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.harness import Running, Visitor, running


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("casters")
    with running(folder / "games.sqlite3", real=True) as started:
        yield started


def test_nobody_can_count_an_opening_exchange(here: Running) -> None:
    """Invariant C27: however many cards the first player exchanges, the other sees one change, then it is its turn."""
    counted = set()
    for seed in range(12):
        me = Visitor(here.address)
        with me.at(me.new("two", game="casters", bots={"one": "random"}, seed=seed)) as chair:
            frames = [chair.hello()]
            while not chair.decides():
                frames.append(chair.next())
            if frames[-1]["version"] == 0:
                continue  # I go first
            assert [frame["version"] for frame in frames[-2:]] in ([0, 1], [1]), [frame["version"] for frame in frames]
            done = next(action for action in chair.state["legal"] if action["kind"] == "done")
            chair.until_state(chair.try_action(done["id"]))
            assert chair.state["version"] == 2
            counted |= {event["amount"] for event in chair.log if event["kind"] == "opening_done" and event["player"] == "one"}
    assert len(counted) > 1, "the bots exchanged different numbers of cards, told only afterwards"
