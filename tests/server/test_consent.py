"""Going back by consent, standing passes, hints, positions: what a table does beside the plain moves."""

import json
import random
import uuid
from typing import Any

import msgspec
import pytest

from ruinous import record
from ruinous.games import GAMES
from ruinous.server.standing import touched
from ruinous.server.tables import Tables
from server.harness import Chair, Place, Running, Visitor, running
from server.test_people import friends, order, playing, tell


def ask_undo(chair: Chair, action_id: str | None = None, version: int | None = None) -> dict[str, Any]:
    """Ask everybody; the ack or error to it."""
    action_id = action_id or str(uuid.uuid4())
    chair.send(type="ask_undo", action_id=action_id, version=chair.state["version"] if version is None else version)
    return chair.answer_to(action_id)


def request(chair: Chair) -> dict[str, Any]:
    """The request that everybody is shown."""
    found: dict[str, Any] = tell(chair, lambda t: t["request"] is not None)["request"]
    return found


# ---- going back
def test_a_turn_is_taken_back_when_everybody_agrees_and_falls_the_same_again(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ben.at(table) as two, Visitor(here.address).at(table) as watcher:
        for chair in (one, two, watcher):
            chair.hello()
        one.play("add 1")
        before = {part: one.state[part] for part in ("view", "legal", "prompt")}
        log = list(one.log)
        one.play("roll")
        after = one.state["view"]["total"]
        assert one.state["undo"] == {"can": False, "why": "Something random or hidden has come out since.", "ask": True}
        one.play("done")
        two.until(lambda m: bool(m.get("legal")))
        two.play("add 2")
        one.until(lambda m: m.get("version") == 4)
        assert one.state["undo"] == {"can": False, "why": "Another player has acted since.", "ask": True}
        ack = ask_undo(one)
        assert (ack["type"], ack["version"]) == ("ack", 4)
        asked = request(two)
        assert (asked["seat"], asked["agreed"], asked["missing"]) == ("left", ["left"], ["right"])
        assert asked["text"] == "Everybody goes back to before the last action of this seat."
        assert request(watcher) == request(one) == asked
        watcher.send(type="answer_undo", request=asked["n"], agree=True)
        assert watcher.until(lambda m: m["type"] == "error")["code"] == "illegal"
        two.send(type="answer_undo", request=asked["n"], agree=True)
        state = one.until(lambda m: m["type"] == "state" and m["version"] > 4)
        assert (state["version"], state["table"]["request"], state["view"]["total"]) == (6, None, after)  # before "done"
        ack = ask_undo(one)  # and once more, over the die
        two.send(type="answer_undo", request=request(two)["n"], agree=True)
        one.until(lambda m: m["type"] == "state" and m["version"] == 7)
        assert {part: one.state[part] for part in before} == before
        assert one.log == log
        assert one.play("roll")["view"]["total"] == after  # chance has not been asked again
        two.until(lambda m: m.get("version") == 8)
        assert [e["n"] for e in two.log] == list(range(len(one.log)))
    while ana.get(f"/api/tables/{table}/record").status_code == 404:
        with ana.at(table) as one, ben.at(table) as two:
            for chair in (one, two):
                chair.hello()
                if chair.decides():
                    chair.play("add 3")


def test_a_request_dies_when_it_is_refused_or_somebody_acts(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        assert ask_undo(one)["code"] == "illegal"  # nothing to take back
        one.play("roll")
        same = str(uuid.uuid4())
        assert ask_undo(one, same)["type"] == "ack"
        first = request(two)
        assert ask_undo(one, same, version=0)["type"] == "ack"  # sent again after a break
        assert order(ana, table, "stand_in", seat="left", bot="steady")["status"] == 200
        assert ask_undo(one, same)["type"] == "ack"  # though a bot now plays the seat
        assert ask_undo(one)["code"] == "not_your_turn"
        assert order(ana, table, "stand_in", seat="left")["status"] == 200
        assert ask_undo(one)["code"] == "illegal"  # one at a time
        two.send(type="answer_undo", request=first["n"] + 1, agree=True)
        assert two.until(lambda m: m["type"] == "error")["code"] == "stale"
        two.send(type="answer_undo", request=first["n"], agree=False)
        tell(one, lambda t: t["request"] is None)
        assert ask_undo(one)["type"] == "ack"
        second = request(two)
        assert second["n"] > first["n"]
        one.play("add 1")
        assert one.state["table"]["request"] is None
        two.send(type="answer_undo", request=second["n"], agree=True)
        assert two.until(lambda m: m["type"] == "error")["code"] == "stale"
        assert one.hello()["version"] == 2


def test_a_request_outlives_the_server(database: Place) -> None:
    with running(database) as here:
        table, ana, ben = playing(here)
        with ana.at(table) as one:
            one.hello()
            one.play("roll")
            asked = str(uuid.uuid4())
            assert ask_undo(one, asked)["type"] == "ack"
    with running(database) as here, Visitor(here.address, ben.cookies).at(table) as two:
        state = two.hello()
        two.send(type="answer_undo", request=state["table"]["request"]["n"], agree=True)
        assert two.until(lambda m: m["type"] == "state")["version"] == 2
        with Visitor(here.address, ana.cookies).at(table) as one:
            one.hello()
            assert ask_undo(one, asked, version=1) == {"type": "ack", "action_id": asked, "version": 2}


@pytest.mark.parametrize("meanwhile", ["agrees", "acts", "acts in secret"])
def test_what_another_process_does_as_the_last_one_agrees_is_looked_at_before_going_back(
    here: Running, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """N1: what is agreed stands beside what is agreed on elsewhere and what is done in secret, and ends where somebody acts."""
    table, ana, ben = playing(here)
    store, server = here.server.store, here.server
    append = store.append
    struck: list[int] = []

    async def another_process() -> None:
        if meanwhile == "agrees":
            await store.alter(table, lambda extra: msgspec.structs.replace(extra, standing={"left": "some phase"}))
            return
        there = await Tables(server.games, store, server.thinkers, 0).find(table)
        monkeypatch.setattr(type(there.rules), "hushed", lambda *_: meanwhile == "acts in secret")
        await there.play("right", 2, None)

    async def overtaken(*change: Any) -> None:
        if not struck:
            struck.append(1)
            await another_process()
        await append(*change)

    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        one.play("roll")
        total = one.state["view"]["total"]
        one.play("done")
        two.until(lambda m: bool(m.get("legal")))
        two.play("add 2")
        one.until(lambda m: m.get("version") == 3)
        assert ask_undo(one)["type"] == "ack"
        asked = request(two)
        monkeypatch.setattr(store, "append", overtaken)
        two.send(type="answer_undo", request=asked["n"], agree=True)
        two.send(type="why_not", text="roll")  # is answered after it
        two.until(lambda m: m["type"] == "refusal" or m.get("code") == "not_your_turn")
        assert struck
        assert "stale" not in {json.loads(frame).get("code") for frame in two.heard}
        state = one.fresh()
        assert state["table"]["request"] is None
        if meanwhile == "acts":
            assert (state["view"]["to_move"], state["version"]) == ("right", 4)
        else:
            assert (state["view"]["to_move"], state["view"]["total"]) == ("left", total)  # "done" is taken back with what came after it
            assert [event["kind"] for event in one.log] == ["rolled"]


def test_bots_agree_at_once_and_stand_ins_with_them(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left", bots={"right": "steady"})) as chair:
        chair.hello()
        chair.play("add 1")
        chair.play("done")
        chair.until_asked()
        version = chair.state["version"]
        ack = ask_undo(chair)
        assert ack["type"] == "ack"
        chair.until(lambda m: m["type"] == "state" and m["version"] > version)
        assert (chair.state["view"]["total"], chair.state["view"]["to_move"]) == (1, "left")
        assert [e["kind"] for e in chair.log] == ["added"]
    table, ana, ben = playing(here)
    with ana.at(table) as one:
        one.hello()
        one.play("roll")
        assert ask_undo(one)["type"] == "ack"
        assert request(one)["missing"] == ["right"]
        assert order(ben, table, "leave")["status"] == 200  # a bot takes the seat
        assert one.until(lambda m: m["type"] == "state" and m["version"] == 2)["view"]["total"] == 0


def three(real: Running) -> tuple[str, Visitor, Visitor]:
    """Two people and a bot at a table of the Old World."""
    ana, ben = friends(real, "Ana", "Ben")
    seats = {"seat": "khorne", "open": ["nurgle"], "bots": {"tzeentch": "random"}}
    made = ana.post("/api/tables", json={"game": "oldworld", "options": {"players": ["khorne", "nurgle", "tzeentch"]}, **seats}).json()
    assert order(ben, made["table"], "join", code=made["invite"].rpartition("/")[2])["seat"] == "nurgle"
    return made["table"], ana, ben


def some_action(chair: Chair, chance: random.Random) -> None:
    """Play any legal action; the state after it."""
    chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))


def test_bots_wait_while_people_are_asked(real: Running) -> None:
    table, ana, ben = three(real)
    order(ana, table, "start")
    with ana.at(table) as one, ben.at(table) as two:
        chance, chairs = random.Random(3), {"khorne": one, "nurgle": two}
        one.hello()
        one.send(type="pace", ms=60_000)
        while True:
            one.fresh()
            two.fresh()
            mover = one.state["view"]["to_move"]
            if mover in chairs:
                some_action(chairs[mover], chance)
            elif one.state["undo"]["ask"]:
                break
            else:
                one.send(type="pace", ms=0)
                one.until(lambda m: m["type"] == "state" and m["view"]["to_move"] != "tzeentch")
                one.send(type="pace", ms=60_000)
        version = one.state["version"]
        assert ask_undo(one)["type"] == "ack"
        asked = request(two)
        assert asked["missing"] == ["nurgle"]
        one.send(type="pace", ms=0)  # the bot would play at once
        tell(two, lambda t: t["pace"] == 0)
        assert two.fresh()["version"] == version
        two.send(type="answer_undo", request=asked["n"], agree=False)
        one.until(lambda m: m["type"] == "state" and m["version"] > version)
        assert one.state["table"]["request"] is None


def test_undo_and_redo_lead_to_the_same_state_and_a_refused_undo_offers_to_ask(real: Running) -> None:
    """R-UNDO: one of both is always possible; after an undo the view is the one before; what is done again leads where it led."""
    me = Visitor(real.address)
    powers = ["khorne", "nurgle", "tzeentch", "slaanesh"]
    table = me.post("/api/tables", json={"game": "oldworld", "seat": powers}).json()["table"]
    chance, undone = random.Random(11), {"free": 0, "asked": 0}
    with me.at(table) as chair:
        chair.hello()
        live = real.server.tables.live(table)
        assert live is not None
        while undone["free"] < 10 or undone["asked"] < 5:
            mover = chair.state["view"]["to_move"]
            chair.send(type="hello", protocol=1, version=chair.state["version"], seat=mover)
            chair.until(lambda m: m["type"] == "state")
            before = {part: chair.state[part] for part in ("view", "legal", "prompt")}
            log, checksum = list(chair.log), live.rules.checksum(live.history.line.state)
            action = chance.choice(chair.state["legal"])
            chair.until_state(chair.try_action(action["id"]))
            undo, after = chair.state["undo"], live.rules.checksum(live.history.line.state)
            assert not (undo["can"] and undo["ask"])
            assert undo["can"] or undo["ask"]
            answer = chair.undo() if undo["can"] else ask_undo(chair)  # one person plays all seats: agreed at once
            assert answer["type"] == "ack"
            chair.until(lambda m: m["type"] == "state")
            assert {part: chair.state[part] for part in before} == before
            assert chair.log == log
            assert live.rules.checksum(live.history.line.state) == checksum
            chair.until_state(chair.try_action(action["id"]))
            assert live.rules.checksum(live.history.line.state) == after
            undone["free" if undo["can"] else "asked"] += 1


# ---- standing passes
def test_a_standing_pass_is_shown_and_passes_when_its_turn_comes(real: Running) -> None:
    table, ana, ben = three(real)
    with ana.at(table) as one, ben.at(table) as two, Visitor(real.address).at(table) as watcher:
        for chair in (one, two, watcher):
            chair.hello()
        two.send(type="standing", **{"pass": True})
        assert two.until(lambda m: m["type"] == "error")["code"] == "waiting"
        order(ana, table, "start")
        chance, chairs = random.Random(5), {"khorne": one, "nurgle": two}
        while one.fresh()["view"]["phase"] != "summoning" or one.state["view"]["to_move"] != "khorne":
            two.fresh()
            mover = chairs.get(one.state["view"]["to_move"])
            if mover is not None:
                some_action(mover, chance)
        watcher.send(type="standing", **{"pass": True})
        assert watcher.until(lambda m: m["type"] == "error")["code"] == "not_your_turn"
        two.send(type="standing", **{"pass": True})
        assert tell(one, lambda t: t["standing"])["standing"] == ["nurgle"]
        two.send(type="standing", **{"pass": False})
        tell(one, lambda t: not t["standing"])
        two.send(type="standing", **{"pass": True})
        tell(one, lambda t: t["standing"])
        passed = len(one.log)
        one.until_state(one.try_action(next(action["id"] for action in one.state["legal"] if action["kind"] == "pass")))
        while not any(e["kind"] == "passed" and e["power"] == "nurgle" for e in one.log[passed:]):
            one.next()
        while one.state["table"]["standing"]:  # until the phase is over, or somebody touches the seat
            one.next()
            assert "nurgle" not in one.state["table"]["standing"] or one.state["view"]["phase"] == "summoning"


def test_what_touches_a_seat_ends_its_standing_pass() -> None:
    summoned = {"n": 1, "kind": "summoned", "power": "khorne", "region": "norsca", "text": "nurgle"}
    assert not touched("nurgle", [summoned | {"text": ""}])
    assert touched("nurgle", [summoned, {"n": 2, "kind": "moved", "power": "nurgle", "figure": {"power": "nurgle"}}])
    assert touched("nurgle", [{"n": 2, "kind": "killed", "power": "slaanesh", "figure": {"power": "nurgle", "kind": "warrior"}}])
    assert not touched("nurgle", [{"n": 2, "kind": "passed", "power": "nurgle"}])


# ---- hints
def test_a_hint_is_the_opinion_of_the_strongest_bot_for_who_decides(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        one.send(type="hint")
        hint = one.until(lambda m: m["type"] == "hint")
        assert hint["version"] == 0
        assert [(o["action"], o["text"], o["reasons"]) for o in hint["options"]][:2] == [(5, "draw", []), (4, "roll", [])]
        two.send(type="hint")
        assert two.until(lambda m: m["type"] == "error")["code"] == "not_your_turn"
        codes = []
        for _ in range(3):
            one.send(type="hint")
            codes.append(one.until(lambda m: m["type"] in ("hint", "error")).get("code"))
        assert codes == [None, None, "too_fast"]


def test_a_bot_without_advice_says_so(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = here.server.thinkers
    monkeypatch.setattr(thinkers, "strongest", lambda _rules: "steady")
    me = Visitor(here.address)
    with me.at(me.new("left")) as chair:
        chair.hello()
        chair.send(type="hint")
        assert chair.until(lambda m: m["type"] == "error") == {
            "type": "error",
            "code": "illegal",
            "public_reason": "There is no hint here.",
        }
        monkeypatch.setattr(thinkers, "strongest", lambda _rules: "raises")
        chair.send(type="hint")
        assert chair.until(lambda m: m["type"] == "error")["code"] == "illegal"


def test_a_hint_in_a_real_game_has_reasons_in_the_language_of_who_asks(real: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real.server.thinkers, "strongest", lambda _rules: "greedy")
    me = Visitor(real.address)
    table = me.post("/api/tables", json={"game": "casters", "seat": ["one", "two"], "seed": 4}).json()["table"]
    with me.at(table) as chair:
        chair.hello()
        while chair.state["view"]["phase"] == "opening":
            chair.send(type="hello", protocol=1, seat=chair.state["view"]["to_move"])
            chair.until(lambda m: m["type"] == "state")
            chair.play("done")
        chair.send(type="hello", protocol=1, seat=chair.state["view"]["to_move"], language="pt")
        chair.until(lambda m: m["type"] == "state")
        chair.send(type="hint")
        hint = chair.until(lambda m: m["type"] in ("hint", "error"))
        assert {option["text"] for option in hint["options"]} <= {action["text"] for action in chair.state["legal"]}
        values = [option["value"] for option in hint["options"]]
        assert values == sorted(values, reverse=True)
        assert any(option["reasons"] for option in hint["options"])


# ---- positions
@pytest.mark.parametrize(("game", "seat"), [("oldworld", "khorne"), ("casters", "one")])
def test_a_table_begins_from_a_position(real: Running, game: str, seat: str) -> None:
    rules = GAMES[game]
    state, chance = rules.new(rules.read_options({}), 9), random.Random(9)
    for _ in range(20):
        state.play(chance.choice(state.legal_actions()))
    position = rules.position(state)
    me = Visitor(real.address)
    seats = list(rules.seats(state))
    table = me.post("/api/tables", json={"game": game, "seat": seats, "position": position}).json()["table"]
    with me.at(table) as chair:
        chair.send(type="hello", protocol=1, seat=seat)
        told = chair.until(lambda m: m["type"] == "state")
        assert told["view"] == rules.view(state, seat)
        assert told["table"]["test"]
        for _ in range(2000 if game == "casters" else 15):
            if chair.state["table"]["over"]:
                break
            chair.send(type="hello", protocol=1, version=chair.state["version"], seat=chair.state["view"]["to_move"])
            chair.until(lambda m: m["type"] == "state")
            chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))
        outcome = chair.state["view"]["outcome"]
    if outcome is not None:
        read = record.parse(me.get(f"/api/tables/{table}/record").text)
        assert read.position == position
        assert read.rules.outcome(record.finished(read)) == outcome
    refused = me.post("/api/tables", json={"game": game, "position": {"game": game, "phase": "tea"}})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("seed", [-1, 2**62, 2**70])
def test_a_position_may_have_any_seed(real: Running, seed: int) -> None:
    rules = GAMES["casters"]
    position = {"game": "casters", "phase": "play", "seed": seed}
    me = Visitor(real.address)
    answer = me.post("/api/tables", json={"game": "casters", "seat": ["one", "two"], "position": position})
    assert answer.status_code == 201, answer.text
    with me.at(answer.json()["table"]) as chair:
        chair.send(type="hello", protocol=1, seat="one")
        told = chair.until(lambda m: m["type"] == "state")
        assert told["view"]["phase"] == rules.phase(rules.from_position(position))
