"""The server with the real game: whole games against bots, killed servers, hidden hands, proven dice."""

import json
import random
from typing import Any

import pytest

from ruinous import record
from ruinous.server.showing import Looks
from ruinous.server.table import Table
from server.harness import PATIENCE, Chair, Place, Running, Visitor, program

POWERS = ("khorne", "nurgle", "tzeentch", "slaanesh")
BOTS = {"nurgle": "random", "tzeentch": "random", "slaanesh": "random"}


def some_action(chair: Chair, chance: random.Random) -> None:
    """Play any legal action; the state after it."""
    chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))


def check_frame(frame: dict[str, Any], seat: str | None) -> None:
    """Nothing in a state is another's: hands are numbers, drawn cards have no name."""
    if frame["type"] != "state":
        return
    for power, sheet in frame["view"]["powers"].items():
        assert isinstance(sheet["hand"], list if power == seat else int)
    for event in frame["events"]:
        if event["kind"] == "drew" and event["power"] != seat:
            assert event["card"] is None
    if frame["view"]["to_move"] != seat:
        assert frame["legal"] == []


def test_a_whole_game_against_bots_is_proven_by_its_record(real: Running) -> None:
    me, stranger = Visitor(real.address), Visitor(real.address)
    table = me.new("khorne", game="oldworld", bots=BOTS)
    chance = random.Random(1)
    with me.at(table) as chair, stranger.at(table) as spectator:
        chair.hello()
        keyed = chair.state["table"]["keyed"]
        spectator.hello()
        while not chair.state["table"]["over"]:
            if chair.decides():
                some_action(chair, chance)
            else:
                chair.next()
        spectator.until(lambda m: bool(m.get("table", {}).get("over")))
        for listener, seat in ((chair, "khorne"), (spectator, None)):
            for text in listener.heard:
                check_frame(json.loads(text), seat)
        assert [e["text"] for e in spectator.log if e["kind"] != "drew"] == [e["text"] for e in chair.log if e["kind"] != "drew"]
        outcome = chair.state["view"]["outcome"]
    text = me.get(f"/api/tables/{table}/record").text
    read = record.parse(text)
    assert read.keyed == keyed
    state = record.finished(read)
    assert read.rules.outcome(state) == outcome
    lines = text.splitlines()
    wrong = [line for line in lines if not line.startswith('["key"')] + [json.dumps(["key", "00" * 32])]
    with pytest.raises(record.BadRecord):
        record.parse("\n".join([*wrong[:-2], wrong[-1], wrong[-2]]))


def test_what_a_seat_is_shown_is_the_same_in_every_world_that_it_cannot_tell_apart(real: Running) -> None:
    me = Visitor(real.address)
    table = me.new("khorne", game="oldworld", bots=BOTS)
    chance = random.Random(2)
    with me.at(table) as chair:
        chair.hello()
        for n in range(12):
            chair.until_asked()
            live = real.server.tables._live[table]

            def seen(seat: str | None, live: Table = live) -> Any:
                looks = Looks(live.rules, live.history.line.state)
                return looks.view(seat), looks.legal() if seat == "khorne" else None, live.rules.prompt(live.history.line.state, seat)

            truth = live.history.line.state
            for seat in (*POWERS, None):
                shown = seen(seat)
                live.history.line.state = live.rules.sample_world(truth, seat, n)
                try:
                    assert seen(seat) == shown
                finally:
                    live.history.line.state = truth
            some_action(chair, chance)


def test_killed_in_the_middle_of_a_game_it_goes_on(database: Place) -> None:
    chance = random.Random(3)
    with program(database, real=True) as (child, address):
        me = Visitor(address)
        table = me.new("slaanesh", game="oldworld", options={"players": ["khorne", "tzeentch", "slaanesh"]}, bots={"khorne": "rules"})
        with me.at(table) as chair:
            chair.hello()
            while chair.state["view"]["round"] < 2:
                if chair.decides():
                    some_action(chair, chance)
                else:
                    chair.next()
            chair.until_asked()
            before, log = chair.state, list(chair.log)
            child.kill()
            child.wait(PATIENCE)
    with program(database, real=True) as (child, address), Visitor(address, me.cookies).at(table) as chair:
        chair.log = list(log)
        after = chair.hello(before["version"])
        for part in ("version", "view", "legal", "prompt", "undo", "table"):
            assert after[part] == before[part]
        assert chair.hello()["events"] == log
        some_action(chair, chance)
        chair.until_asked()


def test_taking_back_in_the_real_game(real: Running) -> None:
    me = Visitor(real.address)
    with me.at(me.new("khorne", game="oldworld", bots=BOTS)) as chair:
        chair.hello()
        chance = random.Random(4)
        taken_back = 0
        while taken_back < 3 and not chair.state["table"]["over"]:
            if not chair.decides():
                chair.send(type="pace", ms=0)
                while not chair.decides() and not chair.state["table"]["over"]:
                    chair.next()
                continue
            chair.send(type="pace", ms=60_000)  # the bots wait, so that a step can be taken back before they answer it
            before = {part: chair.state[part] for part in ("view", "legal", "prompt")}
            log = list(chair.log)
            action = chance.choice(chair.state["legal"])
            chair.until_state(chair.try_action(action["id"]))
            if chair.state["undo"]["can"] and (answer := chair.undo())["type"] == "ack":
                chair.until_state(answer)
                assert {part: chair.state[part] for part in before} == before
                assert chair.log == log
                taken_back += 1
                some_action(chair, chance)
        assert taken_back == 3


def test_a_refusal_names_the_rule(real: Running) -> None:
    me = Visitor(real.address)
    with me.at(me.new("khorne", game="oldworld", bots=BOTS)) as chair:
        chair.hello()
        chair.until_asked()
        chair.send(type="why_not", text="play plague_touch norsca")  # another Power's card
        refusal = chair.until(lambda m: m["type"] in ("refusal", "error"))
        assert refusal["type"] == "refusal"
        assert refusal["reason"]
        assert refusal["rule"]


def test_what_there_is_to_play(real: Running) -> None:
    me = Visitor(real.address)
    (game,) = [game for game in me.get("/api/games").json() if game["name"] == "oldworld"]
    assert {"random", "rules"} <= set(game["bots"])
    assert {option["name"] for option in game["options"]} == {"players", "edition", "old_world_deck"}
    cards = me.get("/api/cards/oldworld").json()
    assert cards["cards"]["battle_cry"]["text"]
    assert me.get("/api/cards/chess").status_code == 404


def test_chaos_casters_is_played_at_the_same_tables(real: Running) -> None:
    me = Visitor(real.address)
    table = me.new("one", game="casters", seed=7)
    with me.at(table) as chair:
        chair.hello()
        chance = random.Random(5)
        while not chair.state["table"]["over"]:
            if chair.decides():
                some_action(chair, chance)
            else:
                chair.next()
        outcome = chair.state["view"]["outcome"]
    read = record.parse(me.get(f"/api/tables/{table}/record").text)
    assert read.rules.outcome(record.finished(read)) == outcome
    assert read.seed == 7
