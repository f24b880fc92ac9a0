"""Chaos Casters at the real server: what the opening exchange tells the other seat."""

from server.harness import Place, Running, Visitor, running
from server.test_people import friends, order


def test_nobody_can_count_an_opening_exchange(real: Running) -> None:
    """Invariant C27: however many cards the first player exchanges, the other sees one change, then it is its turn."""
    counted = set()
    for seed in range(12):
        me = Visitor(real.address)
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


def test_what_was_done_in_secret_stays_a_secret_when_it_is_taken_back_and_after_a_restart(database: Place) -> None:
    """Invariant C27: the other seat's version counts neither the cards that go nor those that are taken back, whoever reads the log."""
    with running(database, real=True) as started:
        ana, ben = friends(started, "Ana", "Ben")
        made = ana.post("/api/tables", json={"game": "casters", "seat": "one", "open": ["two"], "seed": 1}).json()
        table = made["table"]
        order(ben, table, "join", code=made["invite"].rpartition("/")[2])
        order(ana, table, "start")
        with ana.at(table) as one, ben.at(table) as two:
            one.hello()
            two.hello()
            first, other, waits = (one, two, ben) if one.decides() else (two, one, ana)
            listed = waits.get("/api/tables").text
            for _ in range(2):
                card = next(action for action in first.state["legal"] if action["kind"] == "hand")
                first.until_state(first.try_action(card["id"]))
            assert first.state["undo"]["can"]
            first.until_state(first.undo())
            assert first.state["version"] == 3
            before = other.fresh()
            assert before["version"] == 0
            assert waits.get("/api/tables").text == listed, "not even when"
    with running(database, real=True) as started, Visitor(started.address, waits.cookies).at(table) as other:
        after = other.hello()
        assert {part: after[part] for part in ("version", "view")} == {part: before[part] for part in ("version", "view")}
