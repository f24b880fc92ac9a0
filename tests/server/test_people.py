"""Several people at one table: keys and links, the lobby, who sits where, chat and notes, bots that stand in."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ruinous.server.limits import RATES, Rate
from server.harness import Chair, Place, Running, Visitor, running


def friends(here: Running, *names: str) -> list[Visitor]:
    """People with names."""
    found = [Visitor(here.address) for _ in names]
    for visitor, name in zip(found, names, strict=True):
        assert visitor.ask("PUT", "/api/me", json={"name": name}).status_code == 200
    return found


def order(visitor: Visitor, table: str, what: str, **body: Any) -> dict[str, Any]:
    """Ask something of a table; the answer, with its status."""
    answer = visitor.post(f"/api/tables/{table}/{what}", json=body)
    return {**answer.json(), "status": answer.status_code}


def waiting(host: Visitor, **more: Any) -> tuple[str, str]:
    """A table where the right seat is open; its name and the code of its invitation."""
    answer = host.post("/api/tables", json={"game": "counting", "seat": "left", "open": ["right"], **more})
    assert answer.status_code == 201, answer.text
    found = re.fullmatch(r"#/join/([^/]+)/([^/]+)", answer.json()["invite"])
    assert found is not None
    assert found[1] == answer.json()["table"]
    return found[1], found[2]


def playing(here: Running, **more: Any) -> tuple[str, Visitor, Visitor]:
    """A table of two people that has begun."""
    ana, ben = friends(here, "Ana", "Ben")
    table, code = waiting(ana, **more)
    assert order(ben, table, "join", code=code)["seat"] == "right"
    assert order(ana, table, "start")["status"] == 200
    return table, ana, ben


def tell(chair: Chair, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What concerns the table, once it is as wanted."""
    found: dict[str, Any] = chair.until(lambda m: m["type"] in ("table", "state") and wanted(m["table"]))["table"]
    return found


# ---- people
def test_a_stranger_is_nobody_until_he_says_a_name(here: Running) -> None:
    me = Visitor(here.address)
    nobody: dict[str, Any] = {"name": None, "email": None, "language": None, "webhook": None, "notices": []}
    assert me.get("/api/me").json() == nobody
    assert not me.cookies
    told = {"name": "  Ana\u202e\u0000 Lee ", "language": "pt", "webhook": "https://hooks.example/x", "notices": ["webhook"]}
    answer = me.ask("PUT", "/api/me", json=told)
    assert answer.json() == nobody | {"name": "Ana Lee", "language": "pt", "webhook": "https://hooks.example/x", "notices": ["webhook"]}
    assert me.get("/api/me").json() == answer.json()
    assert me.ask("PUT", "/api/me", json={"name": None}).json()["name"] is None
    for wrong in (
        {"email": "a@b.example"},
        {"name": 7},
        {"language": "xx"},
        {"webhook": "file:///x"},
        {"notices": ["pigeon"]},
        {"id": "x"},
    ):
        refused = me.ask("PUT", "/api/me", json=wrong)
        assert (refused.status_code, set(refused.json())) == (400, {"code", "public_reason"}), wrong


def test_a_link_opens_a_person_once_on_another_device_which_keeps_its_tables(here: Running) -> None:
    (me,) = friends(here, "Ana")
    phone = Visitor(here.address)
    mine, guests = me.new("left"), phone.new("right")
    link = me.post("/api/me/link", json={}).json()["link"]
    code = link.removeprefix("#/enter/")
    with phone.at(guests) as before:
        before.hello()
        assert phone.post("/api/enter", json={"code": code}).json()["name"] == "Ana"
        assert tell(before, lambda table: table["seats"]["right"]["name"] == "Ana")["mine"] == ["right"]
    for visitor in (me, phone):
        assert {row["table"] for row in visitor.get("/api/tables").json()} == {mine, guests}
    with phone.at(mine) as chair:
        assert chair.hello()["view"]["seat"] == "left"
        assert chair.play("add 1")["view"]["total"] == 1
    again = Visitor(here.address)
    assert again.post("/api/enter", json={"code": code}).json()["code"] == "bad_code"
    assert again.post("/api/enter", json={"code": "nothing"}).json()["code"] == "bad_code"
    assert not again.cookies


def test_a_key_that_has_left_opens_nothing_and_its_sockets_close(here: Running) -> None:
    (me,) = friends(here, "Ana")
    table = me.new("left")
    before = dict(me.cookies)
    with me.at(table) as chair:
        chair.hello()
        assert me.post("/api/me/leave", json={}).status_code == 200
        with pytest.raises(ConnectionClosed) as end:
            chair.until(lambda _message: False)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1008
    me.cookies = before
    assert me.get("/api/me").json()["name"] is None
    with me.at(table) as chair:
        assert chair.hello()["view"]["seat"] is None


# ---- the lobby
def test_an_open_table_is_in_the_lobby_until_it_begins(here: Running) -> None:
    ana, ben = friends(here, "Ana", "Ben")
    table, _ = waiting(ana, private=False, clock="day")
    private, _ = waiting(ana)
    rows = {row["table"]: row for row in Visitor(here.address).get("/api/lobby").json()}
    assert private not in rows
    row = rows[table]
    seat = {"name": "Ana", "person": True, "bot": None, "open": False, "here": False, "bank": 259200}
    assert row["seats"] == {"left": seat, "right": seat | {"name": None, "person": False, "open": True}}
    assert (row["game"], row["host"], row["clock"], row["options"]["mood"]) == ("counting", "Ana", "day", "calm")
    assert row["created"].endswith("Z")
    assert order(ben, table, "join")["seat"] == "right"
    assert order(ana, table, "start")["status"] == 200
    assert table not in {row["table"] for row in ben.get("/api/lobby").json()}


def test_nobody_acts_before_the_host_starts_and_nobody_sees_a_hand(here: Running) -> None:
    ana, ben = friends(here, "Ana", "Ben")
    table, code = waiting(ana)
    with ana.at(table) as host, ben.at(table) as guest:
        state = host.hello()
        assert (state["table"]["stage"], state["view"]["seat"], state["legal"]) == ("waiting", None, [])
        assert state["table"]["seats"]["right"]["open"]
        assert host.try_action(1)["code"] == "waiting"
        assert host.undo()["code"] == "waiting"
        guest.hello()
        assert order(ben, table, "join", code=code) == {"seat": "right", "status": 200}
        assert tell(host, lambda t: t["seats"]["right"]["name"] == "Ben")["seats"]["right"]["here"]
        assert tell(guest, lambda t: t["mine"] == ["right"])["host"] is False
        assert order(ben, table, "start") == {"code": "not_host", "public_reason": "Only the host of the table can do this.", "status": 403}
        assert order(ana, table, "start")["status"] == 200
        assert host.until(lambda m: m["type"] == "state")["view"]["seat"] == "left"
        assert guest.until(lambda m: m["type"] == "state")["view"]["seat"] == "right"
        assert isinstance(guest.state["view"]["hands"]["right"], list)
        host.play("add 1")
        guest.until(lambda m: m.get("version") == 1)


def test_a_private_table_is_joined_with_its_code_only(here: Running) -> None:
    ana, ben = friends(here, "Ana", "Ben")
    table, code = waiting(ana)
    absent = order(ben, "nowhere", "join", code=code)
    for wrong in (None, "", "x", code[:-1], code + "x"):
        assert order(ben, table, "join", code=wrong) == absent
    assert order(ben, table, "join", code=code, seat="left")["code"] == "taken"
    assert order(ben, table, "join", code=code, seat="middle")["status"] == 400
    assert order(ben, table, "join", code=code, seat="right")["seat"] == "right"
    assert order(ben, table, "join")["seat"] == "right"  # who sits there already may ask again
    assert order(ana, table, "join", code=code, seat="right")["code"] == "taken"
    (cat,) = friends(here, "Cat")
    assert order(cat, table, "join", code=code)["code"] == "taken"


def test_the_invitation_is_for_members_and_has_a_picture(here: Running) -> None:
    ana, ben = friends(here, "Ana", "Ben")
    table, code = waiting(ana)
    told = ana.get(f"/api/tables/{table}/invite").json()
    assert told["invite"] == f"#/join/{table}/{code}"
    assert told["svg"].startswith("<svg")
    assert ben.get(f"/api/tables/{table}/invite").json() == ben.get("/api/tables/nowhere/invite").json()


def test_people_leave_are_seated_and_replaced_before_the_start(here: Running) -> None:
    ana, ben, cat = friends(here, "Ana", "Ben", "Cat")
    table, code = waiting(ana)
    with ana.at(table) as host:
        host.hello()
        order(ben, table, "join", code=code)
        tell(host, lambda t: t["seats"]["right"]["name"] == "Ben")
        assert order(ben, table, "leave")["status"] == 200
        tell(host, lambda t: t["seats"]["right"]["open"])
        assert order(cat, table, "join", code=code)["seat"] == "right"
        assert order(cat, table, "seat", seat="left")["code"] == "not_host"
        assert order(ana, table, "seat", seat="right", bot="nobody")["status"] == 400
        assert order(ana, table, "seat", seat="right", bot="steady")["status"] == 200
        tell(host, lambda t: t["seats"]["right"]["bot"] == "steady")
        assert order(cat, table, "leave") == order(cat, "nowhere", "leave")
        assert order(ana, table, "seat", seat="right")["status"] == 200
        tell(host, lambda t: t["seats"]["right"]["open"])
        assert order(ana, table, "start")["status"] == 200
        assert host.until(lambda m: m["type"] == "state")["table"]["seats"]["right"]["bot"] == "steady"
    assert order(ana, table, "seat", seat="right", bot="quick")["code"] == "taken"
    assert order(cat, table, "join", code=code)["code"] == "taken"


def test_a_table_without_open_seats_has_begun(here: Running) -> None:
    (ana,) = friends(here, "Ana")
    answer = ana.post("/api/tables", json={"game": "counting", "seat": ["left", "right"]}).json()
    assert (answer["seat"], answer["invite"]) == (["left", "right"], None)
    with ana.at(answer["table"]) as chair:
        assert chair.hello()["table"]["stage"] == "playing"
    for wrong in (
        {"seat": "left", "open": ["left"]},
        {"open": ["left"], "bots": {"left": "steady"}},
        {"open": ["middle"]},
        {"clock": "year"},
    ):
        assert ana.post("/api/tables", json={"game": "counting", **wrong}).status_code == 400


# ---- several seats on one screen
def test_the_curtain_between_two_seats_of_one_screen_hides_both(here: Running) -> None:
    me = Visitor(here.address)
    table = me.post("/api/tables", json={"game": "counting", "seat": ["left", "right"]}).json()["table"]
    with me.at(table) as chair:
        state = chair.hello()
        assert (state["view"]["seat"], state["legal"], state["table"]["mine"]) == (None, [], ["left", "right"])
        assert chair.try_action(1)["code"] == "not_your_turn"
        hands: dict[str, Any] = {}
        for seat in ("left", "right", None, "left"):
            chair.send(type="hello", protocol=1, version=-1, seat=seat)
            state = chair.until(lambda m: m["type"] == "state")
            assert state["view"]["seat"] == seat
            assert state["events_from"] == 0
            for other in ("left", "right"):
                assert isinstance(state["view"]["hands"][other], list if other == seat else int)
            hands |= {seat: state["view"]["hands"][seat]} if seat else {}
        chair.play("add 1")
        chair.play("done")
        assert chair.state["legal"] == []
        chair.look_as(None)
        public = chair.state
        chair.look_as("right")
        assert chair.play("add 2")["view"]["total"] == 3
        # The log of the last curtain, all of it public, is still there: only what has happened since comes with this one.
        chair.send(type="hello", protocol=1, version=public["version"], seat=None)
        curtain = chair.until(lambda m: m["type"] == "state" and m["view"]["seat"] is None)
        kept = public["events"][: curtain["events_from"]]
        assert kept and curtain["events"]
        chair.look_as(None)
        assert chair.state["events"] == kept + curtain["events"]
        chair.send(type="hello", protocol=1, version=-1, seat="middle")
        assert chair.until(lambda m: m["type"] == "error")["code"] == "bad_message"
    with Visitor(here.address).at(table) as stranger:
        stranger.send(type="hello", protocol=1, version=-1, seat="left")
        assert stranger.next()["code"] == "bad_message"


# ---- what cannot be
@pytest.mark.parametrize(
    ("method", "path", "sent", "english", "portuguese"),
    [
        ("POST", "/api/me/mail", '{"email": "nonsense"}', "This is no e-mail address.", "Isto não é um endereço de e-mail."),
        ("PUT", "/api/me", json.dumps({"name": "x" * 100}), "This name is too long.", "Este nome é longo demais."),
        (
            "POST",
            "/api/tables",
            '{"game": "counting", "clock": "blitz"}',
            "The server cannot use clock",
            "O servidor não consegue usar clock",
        ),
        ("POST", "/api/tables", '{"seat": "left"}', "The server cannot use game", "O servidor não consegue usar game"),
        ("POST", "/api/tables", '{"game": "counting", "goal": 3}', "The server cannot use goal", "O servidor não consegue usar goal"),
        (
            "POST",
            "/api/tables",
            '{"game": "counting", "bots": {"left": 3}}',
            "The server cannot use bots",
            "O servidor não consegue usar bots",
        ),
        (
            "POST",
            "/api/tables",
            '{"game": "counting", "seat": "left", "seat": "right"}',
            "The server cannot use seat",
            "O servidor não consegue usar seat",
        ),
        (
            "POST",
            "/api/tables",
            '{"game": "counting", "bots": {"left": "quick", "left": "wise"}}',
            "The server cannot use left",
            "O servidor não consegue usar left",
        ),
        ("POST", "/api/tables", "[]", "The server does not understand", "O servidor não entende"),
        ("POST", "/api/tables", "{", "This is no JSON.", "Isto não é JSON."),
    ],
)
def test_what_a_request_has_wrong_is_told_in_words_of_its_language(
    here: Running, method: str, path: str, sent: str, english: str, portuguese: str
) -> None:
    for language, told in (("en", english), ("pt", portuguese)):
        answer = Visitor(here.address).ask(method, path, content=sent, headers={"Accept-Language": language})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
        assert answer.json()["public_reason"].startswith(told)
        assert "`" not in answer.text


def test_why_a_position_cannot_be_is_told_in_words_of_its_language(visitor: Visitor) -> None:
    for language, told in (("en", "the position: "), ("pt", "a posição: ")):
        wrong = {"game": "casters", "position": {"goal": 3}}
        answer = visitor.post("/api/tables", json=wrong, headers={"Accept-Language": language})
        assert answer.status_code == 400
        assert answer.json()["public_reason"].startswith(told)


# ---- chat and notes
def test_what_is_said_reaches_everybody_and_those_who_come_later(here: Running) -> None:
    table, ana, ben = playing(here)
    cat, nameless = friends(here, "Cat")[0], Visitor(here.address)
    nameless.new("left")
    with ana.at(table) as one, ben.at(table) as two, cat.at(table) as watcher, nameless.at(table) as mute:
        for chair in (one, two, watcher, mute):
            chair.hello()
        one.send(type="say", text=" Well\u0000 met <b>\u202e ")
        lines = [chair.until(lambda m: m["type"] == "chat")["lines"] for chair in (one, two, watcher, mute)]
        assert all(line == lines[0] for line in lines)
        assert lines[0] == [{"n": 0, "at": lines[0][0]["at"], "seat": "left", "name": "Ana", "text": "Well met <b>"}]
        watcher.send(type="say", text="Good luck")
        assert two.until(lambda m: m["type"] == "chat")["lines"][0] | {"at": ""} == {
            "n": 1,
            "at": "",
            "seat": None,
            "name": "Cat",
            "text": "Good luck",
        }
        mute.send(type="say", text="me too")
        assert mute.until(lambda m: m["type"] == "error")["public_reason"] == "Give yourself a name first."
        two.send(type="say", text="\u0000 \u202e")
        assert two.until(lambda m: m["type"] == "error")["code"] == "bad_message"
    with ben.at(table) as later:
        later.hello()
        assert [line["text"] for line in later.until(lambda m: m["type"] == "chat")["lines"]] == ["Well met <b>", "Good luck"]


def test_who_says_too_much_is_asked_to_wait(here: Running) -> None:
    table, ana, ben = playing(here)
    limits, moment = here.server.tables.house.limits, [1000.0]
    limits._full_at.clear()
    clock, limits._clock = limits._clock, lambda: moment[0]
    try:
        with ana.at(table) as one, ben.at(table) as two:
            one.hello()
            two.hello()
            told = []
            for n in range(7):
                one.send(type="say", text=f"line {n}")
                told.append(one.until(lambda m: m["type"] in ("chat", "error")).get("code"))
            assert told == [None] * 5 + ["too_fast"] * 2
            two.send(type="say", text="I have said nothing yet")
            assert one.until(lambda m: m["type"] == "chat")["lines"][0]["n"] == 5
            moment[0] += 2.0
            one.send(type="say", text="now")
            assert one.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "now"
    finally:
        limits._clock = clock


def test_a_note_is_for_oneself(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ana.at(table) as same, ben.at(table) as other:
        for chair in (one, same, other):
            chair.hello()
        one.send(type="note", text="attack\nnorsca")
        assert same.until(lambda m: m["type"] == "note")["text"] == "attack\nnorsca"
        other.send(type="ping")
        assert other.until(lambda m: m["type"] in ("note", "pong"))["type"] == "pong"
    with ana.at(table) as later, ben.at(table) as other:
        later.hello()
        assert later.until(lambda m: m["type"] == "note")["text"] == "attack\nnorsca"
        other.hello()
        other.send(type="ping")
        assert other.until(lambda m: m["type"] in ("note", "pong"))["type"] == "pong"
    with Visitor(here.address).at(table) as stranger:
        stranger.hello()
        stranger.send(type="note", text="x")
        assert stranger.until(lambda m: m["type"] == "error")["code"] == "bad_message"


# ---- coming and going
def test_who_is_here_is_told_and_spectators_change_nothing(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one:
        assert not one.hello()["table"]["seats"]["right"]["here"]
        with ben.at(table) as two:
            two.hello()
            assert tell(one, lambda t: t["seats"]["right"]["here"])
            with ben.at(table) as twice, Visitor(here.address).at(table) as spectator:
                twice.hello()
                spectator.hello()
            one.send(type="ping")
            assert one.next()["type"] == "pong"
        assert not tell(one, lambda t: not t["seats"]["right"]["here"])["over"]


def test_each_reads_in_his_own_language(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ben.at(table) as two, Visitor(here.address).at(table) as odd:
        one.hello()
        two.send(type="hello", protocol=1, language="pt")
        two.until(lambda m: m["type"] == "state")
        odd.send(type="hello", protocol=1, language="klingon")
        odd.until(lambda m: m["type"] == "state")
        one.play("add 1")
        one.play("done")
        for chair in (two, odd):
            chair.until(lambda m: m.get("version") == 2)
        assert two.state["undo"]["why"] == "Não há nada seu para desfazer."
        assert odd.state["undo"]["why"] == "Only players take back."
        assert one.try_action(1)["public_reason"] == "It is not your turn."
        two.send(type="act", action_id=str(uuid.uuid4()), version=99, action=1)
        assert two.until(lambda m: m["type"] == "error")["public_reason"].startswith("A mesa já avançou")


# ---- bots in people's places
def test_a_bot_stands_in_and_the_person_takes_the_seat_back(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        one.play("add 1")
        one.play("done")
        two.until(lambda m: bool(m.get("legal")))
        assert order(ben, table, "stand_in", seat="right", bot="steady")["status"] == 200
        row = tell(two, lambda t: t["seats"]["right"]["bot"] == "steady")["seats"]["right"]
        assert (row["name"], row["person"], row["open"]) == ("Ben", True, False)
        one.until(lambda m: bool(m.get("legal")))  # the bot has played
        assert two.state["legal"] == []
        assert two.try_action(1)["code"] == "not_your_turn"
        assert two.undo()["code"] == "not_your_turn"  # what may be done later at the same version is never `illegal`
        two.send(type="ask_undo", action_id="ask-while-a-bot-plays", version=two.state["version"])
        assert two.answer_to("ask-while-a-bot-plays")["code"] == "not_your_turn"
        assert order(ana, table, "stand_in", seat="right")["code"] == "illegal"  # only he himself
        assert order(ben, table, "stand_in", seat="left", bot="steady")["code"] == "not_host"
        assert order(ben, table, "stand_in", seat="right", bot="nobody")["status"] == 400
        assert order(ben, table, "stand_in", seat="right")["status"] == 200
        one.play("done")
        two.until(lambda m: bool(m.get("legal")))
        assert two.play("add 1")["table"]["seats"]["right"]["bot"] is None
        assert order(ben, table, "leave")["status"] == 200
        assert tell(one, lambda t: t["seats"]["right"]["bot"] == "steady")["seats"]["right"]["name"] == "Ben"
        one.until(lambda m: bool(m.get("legal")))


def test_a_host_lets_a_bot_play_for_who_is_long_away(here: Running) -> None:
    table, ana, ben = playing(here)
    house, away = here.server.tables.house, [0]
    now, house.now = house.now, lambda: now() + away[0]
    try:
        with ana.at(table) as one:
            one.hello()
            one.play("done")
            for minutes, by, code in ((0, ana, "illegal"), (4, ana, "illegal"), (6, ben, None)):
                away[0] = minutes * 60_000
                if code is not None:
                    assert order(by, table, "stand_in", seat="right", bot="steady")["code"] == code
            with ben.at(table) as two:
                two.hello()
                assert order(ana, table, "stand_in", seat="right", bot="steady")["code"] == "illegal"  # he is here
            tell(one, lambda t: not t["seats"]["right"]["here"])
            assert order(ana, table, "stand_in", seat="right", bot="steady")["status"] == 200
            one.until(lambda m: bool(m.get("legal")))
    finally:
        house.now = now


def test_bots_play_on_without_anybody_looking_and_after_a_restart(database: Place) -> None:
    with running(database, pace=60_000) as here:
        me = Visitor(here.address)
        table = me.new("left", bots={"right": "steady"})
        alone = me.new(None, bots={"left": "steady", "right": "steady"})
        with me.at(table) as chair:
            chair.hello()
            chair.play("add 1")
            chair.play("done")  # and away, before the bot has moved
    with running(database) as here:
        again = Visitor(here.address, me.cookies)
        while again.get("/api/tables").json()[0]["to_move"] != "left":
            pass
        assert here.server.tables.live(table) is not None
        assert here.server.tables.live(alone) is None  # bots alone rest
        with again.at(table) as chair:
            assert chair.hello()["version"] > 2


# ---- again
def test_the_same_people_play_again_one_seat_on(here: Running) -> None:
    table, ana, ben = playing(here, clock="live")
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        assert order(ana, table, "rematch")["code"] == "illegal"
        while not one.state["table"]["over"]:
            one.play("add 3")
        stranger = Visitor(here.address)
        stranger.new("left")
        assert order(stranger, table, "rematch") == order(stranger, "nowhere", "rematch")
        again = order(ben, table, "rematch")["table"]
        assert tell(one, lambda t: t["rematch"] is not None)["rematch"] == again
        assert order(ana, table, "rematch")["table"] == order(ben, table, "rematch")["table"] == again
    with ana.at(again) as one, ben.at(again) as two:
        state = one.hello()
        assert (state["view"]["seat"], state["table"]["stage"], state["table"]["host"]) == ("right", "playing", True)
        assert state["table"]["clock"]["pace"] == "live"
        assert {seat: row["name"] for seat, row in state["table"]["seats"].items()} == {"left": "Ben", "right": "Ana"}
        assert two.hello()["view"]["seat"] == "left"
        two.play("add 1")


def test_a_clock_is_told(here: Running) -> None:
    table, ana, _ = playing(here, clock="week")
    with ana.at(table) as one:
        clock = one.hello()["table"]["clock"]
        assert (clock["pace"], clock["seat"]) == ("week", "left")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", clock["deadline"])
        assert one.state["table"]["seats"]["left"]["bank"] == 14 * 24 * 3600


def test_my_tables_tell_what_they_wait_for(here: Running) -> None:
    (ana,) = friends(here, "Ana")
    table, _ = waiting(ana)
    both = ana.post("/api/tables", json={"game": "counting", "seat": ["left", "right"]}).json()["table"]
    rows = {row["table"]: row for row in ana.get("/api/tables").json()}
    assert (rows[table]["stage"], rows[table]["seat"]) == ("waiting", "left")
    assert (rows[both]["stage"], rows[both]["seat"]) == ("playing", ["left", "right"])
    assert json.dumps(rows).count("invite") == 0


def test_who_comes_as_somebody_new_each_time_is_not_free_of_limits(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = here.server.tables.house.limits
    limits._full_at.clear()
    monkeypatch.setitem(RATES, "newcomers", Rate(3, 60.0))
    monkeypatch.setitem(RATES, "letters", Rate(2, 60.0))
    try:
        known = Visitor(here.address)
        letters = [known.post("/api/me/mail", json={"email": f"{n}@example.org"}).status_code for n in range(3)]
        assert letters == [202, 202, 429], "one address, whoever it is sent to"
        made = [Visitor(here.address).post("/api/tables", json={"game": "counting"}).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        assert known.post("/api/tables", json={"game": "counting"}).status_code == 201, "whoever is known goes on"
    finally:
        limits._full_at.clear()
