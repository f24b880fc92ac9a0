"""Playing: actions, answers, taking back, coming back, watching."""

import uuid
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from server.fake_game import Count
from server.harness import Place, Running, Visitor, running


def test_a_whole_game_against_a_bot_and_its_record(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left", bots={"right": "steady"})
    with me.at(table) as chair:
        chair.hello()
        assert me.get(f"/api/tables/{table}/record").status_code == 404
        while not chair.state["table"]["over"]:
            if chair.decides():
                chair.play("done" if len(chair.log) % 3 == 2 else "add 3")
            else:
                chair.next()
    assert chair.state["view"]["outcome"]["reason"] == "goal"
    record = me.get(f"/api/tables/{table}/record").text.splitlines()
    assert chair.state["table"]["keyed"] in record[0]
    assert record[-2].startswith('["key"')
    assert '"seed"' not in record[0]


def test_a_state_tells_what_a_page_needs(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left", bots={"right": "steady"})) as chair:
        state = chair.hello()
    assert state["version"] == 0
    assert [action["text"] for action in state["legal"]] == ["done", "add 1", "add 2", "add 3", "roll", "draw"]
    assert state["prompt"] == "Count."
    assert state["undo"] == {"can": False, "why": "There is nothing of yours to take back.", "ask": False}
    seat = {"name": None, "person": True, "bot": None, "open": False, "here": True, "bank": None}
    assert state["table"] | {"keyed": ""} == {
        "stage": "playing",
        "over": False,
        "seats": {"left": seat, "right": seat | {"person": False, "bot": "steady", "here": False}},
        "bots": {"right": "steady"},
        "mine": ["left"],
        "host": True,
        "private": True,
        "pace": 0,
        "clock": None,
        "standing": [],
        "request": None,
        "rematch": None,
        "test": False,
        "keyed": "",
    }
    assert len(state["table"]["keyed"]) == 64


def test_the_same_action_twice_is_one_action(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    twin = str(uuid.uuid4())
    with me.at(table) as one, me.at(table) as other:
        one.hello()
        other.hello()
        first = one.try_action(1, action_id=twin)
        again = other.try_action(1, version=0, action_id=twin)
        late = one.try_action(1, version=0, action_id=twin)
    assert first == again == late == {"type": "ack", "action_id": twin, "version": 1}
    with me.at(table) as chair:
        assert chair.hello()["view"]["total"] == 1


def test_two_sockets_in_a_race_play_once(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    with me.at(table) as one, me.at(table) as other:
        one.hello()
        other.hello()
        for n, chair in enumerate((one, other)):
            chair.send(type="act", action_id=f"race-{n}-{uuid.uuid4()}", version=0, action=1)
        answers = [chair.until(lambda m: "action_id" in m) for chair in (one, other)]
    assert sorted(answer.get("code", answer["type"]) for answer in answers) == ["ack", "stale"]


def test_a_stale_version_is_refused_and_changes_nothing(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left")) as chair:
        chair.hello()
        chair.play("add 1")
        for version in (0, 2, 100, -1):
            refused = chair.try_action(1, version=version)
            assert refused["code"] == "stale", version
        assert chair.hello()["view"]["total"] == 1


def test_illegal_actions_are_refused_and_change_nothing(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left")) as chair:
        chair.hello()
        chair.play("roll")
        before = chair.state["view"]
        for action in (4, 6, 7, 2**31 - 1):
            assert chair.try_action(action)["code"] == "illegal"
        assert chair.hello()["view"] == before
        chair.play("add 1")
        assert chair.state["version"] == 2


def test_why_not_names_the_rule(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left", bots={"right": "hangs"})) as chair:
        chair.hello()
        chair.play("roll")
        chair.send(type="why_not", text="roll")
        assert chair.next() == {"type": "refusal", "text": "roll", "reason": "roll is for once a turn.", "rule": "counting 1"}
        chair.send(type="why_not", text="add 1")
        assert chair.next()["reason"] == "It is allowed."
        chair.send(type="why_not", text="add\x00 9")
        assert chair.next() == {"type": "refusal", "text": "add\x00 9", "reason": "No such action is known here.", "rule": ""}


def test_nobody_plays_for_another_seat(here: Running) -> None:
    me, stranger = Visitor(here.address), Visitor(here.address)
    table = me.new("right", bots={"left": "steady"}, options={"players": ["left", "right"]})
    stranger.new("left")  # has a secret, but for another table
    with stranger.at(table) as chair:
        assert chair.hello()["view"]["seat"] is None
        assert chair.state["legal"] == []
        assert chair.try_action(1)["code"] == "not_your_turn"
        assert chair.undo()["code"] == "illegal"
        chair.send(type="why_not", text="roll")
        assert chair.until(lambda m: m["type"] in ("error", "refusal"))["code"] == "not_your_turn"


def test_a_stranger_cannot_change_the_pace(here: Running) -> None:
    me, stranger = Visitor(here.address), Visitor(here.address)
    table = me.new("left")
    with me.at(table) as chair, stranger.at(table) as spectator:
        chair.hello()
        spectator.hello()
        spectator.send(type="pace", ms=9)
        spectator.send(type="ping")
        assert spectator.next() == {"type": "pong"}
        chair.send(type="pace", ms=7)
        assert chair.next()["table"]["pace"] == 7
        assert spectator.next()["table"]["pace"] == 7


def test_taking_back(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    with me.at(table) as chair, Visitor(here.address).at(table) as spectator:
        chair.hello()
        spectator.hello()
        chair.play("add 1")
        chair.play("add 2")
        told = chair.state["events"][0]["text"]
        assert chair.state["undo"] == {"can": True, "why": f"Takes back: {told}", "ask": False}
        assert chair.undo()["type"] == "ack"
        state = chair.next()
        assert (state["version"], state["view"]["total"], state["events_from"], state["events"]) == (3, 1, 1, [])
        assert chair.undo()["type"] == "ack"
        state = chair.next()
        assert (state["version"], state["view"]["total"], state["undo"]["can"]) == (4, 0, False)
        assert chair.undo()["code"] == "illegal"
        chair.play("add 3")
        spectator.until(lambda m: m.get("version") == 5)
        assert [e["amount"] for e in spectator.log] == [3]
        chair.play("roll")
        assert chair.state["undo"] == {"can": False, "why": "Something random or hidden has come out since.", "ask": True}
        assert chair.undo()["code"] == "illegal"
        chair.play("add 1")
        chair.play("draw")
        assert chair.undo()["code"] == "illegal"


def test_the_same_undo_twice_takes_back_once(here: Running) -> None:
    me = Visitor(here.address)
    twin = str(uuid.uuid4())
    with me.at(me.new("left")) as chair:
        chair.hello()
        chair.play("add 1")
        chair.play("add 1")
        for _ in range(2):
            chair.send(type="undo", action_id=twin, version=2)
            assert chair.answer_to(twin)["version"] == 3
        assert chair.hello()["view"]["total"] == 1
        assert chair.try_action(1, action_id=twin)["code"] == "bad_message"


def test_what_another_seat_did_is_not_taken_back(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left", bots={"right": "steady"})) as chair:
        chair.hello()
        chair.play("add 1")
        chair.play("done")
        chair.until_asked()
        assert chair.state["undo"] == {"can": False, "why": "Another player has acted since.", "ask": True}
        assert chair.undo()["code"] == "illegal"


def test_a_turn_is_taken_back_while_the_bot_still_thinks(database: Place) -> None:
    with running(database) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "hangs"})) as chair:
            chair.hello()
            chair.play("add 1")
            chair.play("done")
            assert not chair.decides()
            assert chair.undo()["type"] == "ack"
            chair.next()
            assert chair.decides()
            chair.play("add 2")
            assert chair.state["view"]["total"] == 3


def test_coming_back_brings_exactly_what_was_missed(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    logs = {}
    with me.at(table) as chair:
        chair.hello()
        logs[0] = list(chair.log)
        for text in ("add 1", "add 2", "undo", "add 3", "roll", "add 1", "undo"):
            if text == "undo":
                chair.undo()
                chair.next()
            else:
                chair.play(text)
            logs[chair.state["version"]] = list(chair.log)
        last = chair.state["version"]
        assert last == 7
        for version, known in logs.items():
            with me.at(table) as again:
                again.log = known
                state = again.hello(version)
                assert again.log == logs[last], version
                assert state["events_from"] + len(state["events"]) == len(logs[last])
            if version == last:
                assert state["events"] == []
        with me.at(table) as liar:
            assert liar.hello(99)["events_from"] == 0


def test_a_table_of_bots_is_watched_to_its_end_move_by_move(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new(None, bots={"left": "quick", "right": "checks"})
    with me.at(table) as chair:
        state = chair.hello()
        assert state["view"]["seat"] is None
        versions = [state["version"]]
        while not chair.state["table"]["over"]:
            versions.append(chair.next()["version"])
    assert versions == list(range(11))


def test_the_sampler_shows_a_bot_its_own_numbers_and_other_worlds(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left", bots={"right": "checks"})) as chair:
        chair.hello()
        chair.play("done")
        chair.until(lambda m: bool(m.get("table", {}).get("over")))
    assert {event["amount"] for event in chair.log if event["kind"] == "added"} == {3}


def test_bots_wait_for_the_pace_and_go_on_at_once_when_it_changes(database: Place) -> None:
    with running(database, pace=60_000) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "steady"})) as chair:
            chair.hello()
            chair.play("done")  # the bot's move is due in a minute; the test would run into its patience
            chair.send(type="pace", ms=0)
            chair.until_asked()


def test_my_tables(here: Running) -> None:
    me, stranger = Visitor(here.address), Visitor(here.address)
    one, two = me.new("left"), me.new(None)
    with me.at(one) as chair:
        chair.hello()
        chair.play("add 1")
    rows = me.get("/api/tables").json()
    assert {row["table"] for row in rows} == {one, two}
    row = next(row for row in rows if row["table"] == one)
    assert {key: row[key] for key in ("game", "seat", "round", "phase", "to_move", "over")} == {
        "game": "counting",
        "seat": "left",
        "round": 1,
        "phase": "counting",
        "to_move": "left",
        "over": False,
    }
    assert row["updated"].endswith("Z")
    assert stranger.get("/api/tables").json() == []


def test_a_test_table_says_so_and_repeats_itself(here: Running) -> None:
    me = Visitor(here.address)
    totals = []
    for _ in range(2):
        with me.at(me.new("left", seed=912)) as chair:
            assert chair.hello()["table"]["test"] is True
            assert chair.state["table"]["keyed"] is None
            chair.play("roll")
            totals.append((chair.state["view"]["total"], chair.state["view"]["hands"]["left"]))
    assert totals[0] == totals[1]


def test_tables_that_nobody_watches_are_forgotten_and_replayed(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruinous.server.tables.IDLE_TABLES", 1)
    with running(database) as here:
        me = Visitor(here.address)
        names = [me.new("left") for _ in range(3)]
        for total, table in enumerate(names, 1):
            with me.at(table) as chair:
                chair.hello()
                chair.play(f"add {total}")
                assert table in here.server.tables._live
        for total, table in enumerate(names, 1):
            with me.at(table) as chair:
                assert chair.hello()["view"]["total"] == total
                assert chair.undo()["type"] == "ack"
            assert len(here.server.tables._live) <= 2


def test_a_table_that_is_forgotten_while_somebody_comes_in_is_one_table_all_the_same(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ruinous.server.tables.IDLE_TABLES", 1)
    with running(database) as here:
        me = Visitor(here.address)
        table, busy = me.new("left"), me.new("left")
        who = here.server.visitors.who

        async def slowly(connection: HTTPConnection) -> str | None:
            if connection.scope["type"] == "websocket":
                await here.server.tables.find(busy)  # somebody comes to another table meanwhile
            return await who(connection)

        monkeypatch.setattr(here.server.visitors, "who", slowly)
        with me.at(table) as one, me.at(table) as two:
            one.hello()
            two.hello()
            one.play("add 1")
            assert two.fresh()["version"] == 1


def test_a_fault_of_the_rules_is_told_in_the_fixed_form_and_changes_nothing(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "steady"})) as chair:
            before = chair.hello()
            with monkeypatch.context() as fault:
                fault.setattr(Count, "apply", lambda *_: 1 // 0)
                told = chair.try_action(1)
            assert {**told, "action_id": ""} == {
                "type": "error",
                "code": "server_error",
                "public_reason": "Something went wrong in the server.",
                "action_id": "",
            }
            assert chair.hello() == before
            chair.send(type="pace", ms=60_000)
            chair.next()
            chair.play("done")
            with monkeypatch.context() as fault:
                fault.setattr(Count, "apply", lambda *_: 1 // 0)
                chair.send(type="pace", ms=0)
                assert chair.until(lambda m: m["type"] == "error")["code"] == "server_error"
            chair.send(type="ping")
            chair.until_asked()


def test_orders_that_cannot_be(here: Running) -> None:
    me = Visitor(here.address)
    orders: list[Any] = [
        {"game": "chess"},
        {"game": "counting", "seat": "middle"},
        {"game": "counting", "seat": "left", "bots": {"left": "steady"}},
        {"game": "counting", "bots": {"middle": "steady"}},
        {"game": "counting", "bots": {"left": "server/fake_bots.py:Bot"}},
        {"game": "counting", "bots": {"left": "elsewhere"}},
        {"game": "counting", "options": {"mood": "furious"}},
        {"game": "counting", "options": {"colour": "red"}},
        {"game": "counting", "seed": -1},
        {"game": "counting", "seed": 2**62},
        {"game": "counting", "secret": "00"},
        {"game": 7},
        [],
    ]
    for order in orders:
        answer = me.post("/api/tables", json=order)
        assert answer.status_code == 400, order
        assert set(answer.json()) == {"code", "public_reason"}
    assert not me.cookies


def test_the_list_of_games(here: Running) -> None:
    (game,) = Visitor(here.address).get("/api/games").json()
    assert game["name"] == "counting"
    assert "steady" in game["bots"]
    assert "elsewhere" not in game["bots"]
    assert game["options"][0] == {"name": "players", "values": ["left", "right"], "default": ["left", "right"], "many": True}
