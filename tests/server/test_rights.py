"""Who may do what: every route and every kind of message, for everybody there can be. One without a row here fails."""

import typing
import uuid
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from ruinous.server import protocol
from server.harness import Chair, Running, Visitor
from server.test_people import friends, order, waiting

EVERYBODY = ("anonymous", "stranger", "spectator", "removed", "guest", "host")
"""Nobody's cookie; a person with another table; a person who watches; one who sat here and was put out; who sits; who made the table."""


@pytest.fixture(scope="module")
def people(here: Running) -> dict[str, Visitor]:
    names = [name for name in EVERYBODY if name != "anonymous"]
    found = dict(zip(names, friends(here, *names), strict=True))
    found["stranger"].new("left")
    return {"anonymous": Visitor(here.address), **found}


def table_of(people: Mapping[str, Visitor], stage: str) -> str:
    """A table whose host sits left and whose guest sits right."""
    table, code = waiting(people["host"])
    assert order(people["removed"], table, "join", code=code)["status"] == 200
    assert order(people["host"], table, "seat", seat="right")["status"] == 200
    if stage != "waiting":
        assert order(people["guest"], table, "join", code=code)["status"] == 200
        assert order(people["host"], table, "start")["status"] == 200
    if stage == "over":
        with people["host"].at(table) as chair:
            chair.hello()
            for _ in range(10):
                chair.play("add 3")
    return table


@dataclass
class Row:
    """What a route answers: to everybody the same, or by principal (`else`: to all others)."""

    answers: int | Mapping[str, int]
    body: Any = None
    stage: str = "playing"
    place: Mapping[str, str] = field(default_factory=dict)

    def answer(self, who: str) -> int:
        if isinstance(self.answers, int):
            return self.answers
        return self.answers[who] if who in self.answers else self.answers["else"]


MEMBERS_ONLY = {"host": 200, "guest": 200, "else": 404}
HOST_ONLY = {"host": 200, "guest": 403, "else": 404}
ROUTES: dict[tuple[str, str], Row] = {
    ("GET", "/health/live"): Row(200),
    ("GET", "/health/ready"): Row(200),
    ("GET", "/api/games"): Row(200),
    ("GET", "/api/cards/{game}"): Row(404, place={"game": "chess"}),
    ("POST", "/api/decks/check"): Row(200, {"text": ""}),
    ("POST", "/api/replay"): Row(400, {"record": ""}),
    ("POST", "/api/replay/analysis"): Row(400, {"record": "", "at": []}),
    ("POST", "/api/companion"): Row(400, {"position": {}}),
    ("POST", "/api/print"): Row(400, {"decks": [""]}),
    ("GET", "/api/lobby"): Row(200),
    ("GET", "/api/tables"): Row(200),
    ("POST", "/api/tables"): Row(201, {"game": "counting"}),
    ("GET", "/api/tables/{table}/invite"): Row(MEMBERS_ONLY),
    ("POST", "/api/tables/{table}/join"): Row({"host": 200, "else": 404}, {}, "waiting"),
    ("POST", "/api/tables/{table}/leave"): Row(MEMBERS_ONLY, {}),
    ("POST", "/api/tables/{table}/seat"): Row({"host": 200, "else": 404}, {"seat": "right", "bot": "steady"}, "waiting"),
    ("POST", "/api/tables/{table}/start"): Row(HOST_ONLY, {}),
    ("POST", "/api/tables/{table}/rematch"): Row(MEMBERS_ONLY, {}, "over"),
    ("POST", "/api/tables/{table}/stand_in"): Row({"guest": 200, "host": 400, "else": 404}, {"seat": "right", "bot": "steady"}),
    ("GET", "/api/tables/{table}/record"): Row(404),
    ("GET", "/api/me"): Row(200),
    ("PUT", "/api/me"): Row(200, {}),
    ("POST", "/api/me/link"): Row(200, {}),
    ("POST", "/api/me/leave"): Row(200, {}),
    ("POST", "/api/me/mail"): Row(400, {"email": 7}),
    ("POST", "/api/enter"): Row(400, {"code": "nothing"}),
    ("GET", "/api/me/statistics"): Row(200),
    ("GET", "/api/statistics"): Row(200),
    ("GET", "/api/ratings/{game}"): Row(404, place={"game": "chess"}),
    ("GET", "/api/openapi.json"): Row(200),
    ("GET", "/"): Row(404),  # this server has no page
    ("GET", "/web/{version}/{name:path}"): Row(404, place={"version": "x", "name": "y"}),
    ("GET", "/{name:path}"): Row(404, place={"name": "nothing.js"}),
}


def routes(here: Running) -> list[tuple[str, str]]:
    """Every address that the server answers, with its method."""
    found = []
    for route in here.app.routes:
        if isinstance(route, Route):
            found += [(method, route.path) for method in sorted((route.methods or set()) - {"HEAD"})]
        else:
            assert isinstance(route, WebSocketRoute), route
            assert route.path == "/api/tables/{table}/ws"  # whose messages are below
    return found


def test_every_route_has_a_row(here: Running) -> None:
    assert not set(routes(here)) - set(ROUTES)


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_route_answers_who_may_ask(here: Running, people: dict[str, Visitor], who: str) -> None:
    for method, path in routes(here):
        row = ROUTES[method, path]
        visitor = Visitor(here.address, dict(people[who].cookies))  # whatever changes the cookies is for this request alone
        if path == "/api/me/leave" and who != "anonymous":
            visitor = friends(here, who)[0]
        limits = here.server.tables.house.limits
        limits._full_at.clear()
        table = table_of(people, row.stage) if "{table}" in path else ""
        place, absent = path.replace("{table}", table), path.replace("{table}", "nowhere")
        for name, value in row.place.items():
            place, absent = (where.replace("{" + name + "}", value).replace("{" + name + ":path}", value) for where in (place, absent))
        more = {} if row.body is None else {"json": row.body}
        answer = visitor.ask(method, place, **more)
        assert answer.status_code == row.answer(who), (who, method, path, answer.text)
        if answer.status_code >= 400:
            assert {"code", "public_reason"} <= set(answer.json())
        if answer.status_code == 404 and table:
            assert answer.content == visitor.ask(method, absent, **more).content


def test_routes_take_no_more_than_they_need(here: Running, people: dict[str, Visitor]) -> None:
    """Unknown fields are refused everywhere, so that nobody becomes a host by saying so."""
    table = table_of(people, "waiting")
    for method, path in routes(here):
        body = ROUTES[method, path].body
        if body is None or not path.startswith("/api"):
            continue
        for extra in ("host", "person", "secret", "is_admin", "winner", "version"):
            answer = people["host"].ask(method, path.replace("{table}", table), json={**body, extra: "x"})
            assert answer.status_code == 400, (path, extra)
            assert answer.json()["code"] == "bad_message", (path, extra)


# ---- messages
SPECTATORS = ("anonymous", "stranger", "spectator", "removed")
"""Everybody who has no seat."""


def said(kind: str, version: int) -> dict[str, Any]:
    """A message of each kind as it might be sent by who may."""
    bodies: dict[str, dict[str, Any]] = {
        "hello": {"protocol": 1, "seat": "left"},
        "act": {"action_id": str(uuid.uuid4()), "version": version, "action": 1},
        "undo": {"action_id": str(uuid.uuid4()), "version": version},
        "ask_undo": {"action_id": str(uuid.uuid4()), "version": version},
        "answer_undo": {"request": 0, "agree": True},
        "why_not": {"text": "roll"},
        "pace": {"ms": 7},
        "ping": {},
        "say": {"text": "hello"},
        "note": {"text": "remember"},
        "standing": {"pass": True},
        "hint": {},
    }
    return {"type": kind, **bodies[kind]}


@dataclass
class Told:
    """What comes back: to the host, whose turn it is; to the guest; to who has no seat; and what was played before."""

    host: str
    guest: str
    others: str
    before: tuple[str, ...] = ()
    asked: bool = False
    anonymous: str = ""


MESSAGES = {
    "hello": Told("state", "bad_message", "bad_message"),
    "act": Told("ack", "not_your_turn", "not_your_turn"),
    "undo": Told("ack", "illegal", "illegal", ("add 1",)),
    "ask_undo": Told("ack", "illegal", "illegal", ("roll",)),
    "answer_undo": Told("table", "state", "illegal", ("roll",), asked=True),
    "why_not": Told("refusal", "not_your_turn", "not_your_turn"),
    "pace": Told("table", "table", ""),
    "ping": Told("", "", ""),
    "say": Told("chat", "chat", "chat", anonymous="bad_message"),
    "note": Told("", "", "", anonymous="bad_message"),
    "standing": Told("table", "table", "not_your_turn"),
    "hint": Told("hint", "not_your_turn", "not_your_turn"),
}


def test_every_kind_of_message_has_a_row() -> None:
    kinds = {kind.__struct_config__.tag for kind in typing.get_args(protocol.Message)}
    assert kinds == set(MESSAGES)


@pytest.mark.parametrize("kind", sorted(MESSAGES))
def test_every_message_is_for_who_may_send_it(here: Running, people: dict[str, Visitor], kind: str) -> None:
    told = MESSAGES[kind]
    for who in EVERYBODY:
        here.server.tables.house.limits._full_at.clear()
        table = table_of(people, "playing")
        with ExitStack() as stack:
            host, chair = stack.enter_context(people["host"].at(table)), stack.enter_context(people[who].at(table))
            host.hello()
            for text in told.before:
                host.play(text)
            if told.asked:
                host.send(**said("ask_undo", host.state["version"]))
                host.until(lambda m: m["type"] == "ack")
            chair.hello()
            settled(chair)
            live = here.server.tables.live(table)
            assert live is not None
            before = (live.history.length, live.pace)
            chair.send(**said(kind, chair.state["version"]))
            answer = settled(chair) if kind != "hint" else [hinted(chair)]
            wanted = {"host": told.host, "guest": told.guest}.get(who, told.others)
            wanted = told.anonymous or wanted if who == "anonymous" else wanted
            assert (answer[0] if answer else "") == wanted, (who, kind, answer)
            if who in SPECTATORS:
                assert before == (live.history.length, live.pace), (who, kind)


def hinted(chair: Chair) -> str:
    """The kind of the answer to a hint, which takes its time, an error by its code."""
    message = chair.until(lambda m: m["type"] in ("hint", "error"))
    return str(message.get("code", message["type"]))


def settled(chair: Chair) -> list[str]:
    """The kinds of what comes until all is said, errors by their codes."""
    chair.send(type="ping")
    heard = []
    while (message := chair.next())["type"] != "pong":
        heard.append(message["code"] if message["type"] == "error" else message["type"])
    return heard


def test_a_seat_of_another_table_opens_nothing_here(here: Running, people: dict[str, Visitor]) -> None:
    mine, theirs = people["stranger"].new("left"), table_of(people, "playing")
    with people["stranger"].at(mine) as own, people["stranger"].at(theirs) as foreign:
        assert own.hello()["view"]["seat"] == "left"
        assert foreign.hello()["view"]["seat"] is None
        assert foreign.state["table"]["mine"] == []
        assert foreign.state["table"]["host"] is False
