"""The description of the HTTP side, and of the messages of the sockets, as an OpenAPI document made from the types themselves.

`CALLS` says for each route what comes in and what goes out; what a route does stands in the docstring of the function that
answers; what is in a view, a legal action, an event and a book in `shapes.py`. A position is any object here (docs/formats.md).
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.routing import BaseRoute, Route, WebSocketRoute

import ruinous
from ruinous.server import companion, prints, protocol, replays, shapes
from ruinous.server.people import Person
from ruinous.server.shapes import REF, AnyAction, AnyBook, AnyEvent, AnyOutcome, AnyView

Json = dict[str, Any]


class _Answer(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Problem(_Answer, frozen=True):
    """Whatever goes wrong: a code for programs, a text for people, and what else there is to say."""

    code: str
    public_reason: str
    reasons: list[str] = []
    line: int | None = None


class Status(_Answer, frozen=True):
    """That the process runs, or that its database answers."""

    status: Literal["live", "ready"]


class GameOption(_Answer, frozen=True):
    """A choice before a game; `many`: any number of the values."""

    name: str
    values: list[Any]
    default: Any
    many: bool


class Game(_Answer, frozen=True):
    """A title, the version of its rules, its options and the bots that play it."""

    name: str
    rules: int
    options: list[GameOption]
    bots: list[str]


class Deck(_Answer, frozen=True):
    """What is understood of a deck list, every reason against it, and the list written out."""

    deck: dict[str, int]
    reasons: list[str]
    text: str


class MadeTable(_Answer, frozen=True):
    """A table that was made; the invitation where it waits for people."""

    table: str
    seat: str | list[str] | None
    invite: str | None


class ListedTable(_Answer, frozen=True):
    """One of one's own tables, as far as everybody may know; `seat` is a list where one has several.

    `mover` is the name of the person to move; the clock tells its deadline only while it is one's own that runs.
    """

    table: str
    game: str
    seat: str | list[str] | None
    round: int | None
    phase: str | None
    to_move: str | None
    mover: str | None
    clock: protocol.ClockState | None
    stage: protocol.Stage
    over: bool
    updated: str


class WaitingTable(_Answer, frozen=True):
    """A table in the lobby."""

    table: str
    game: str
    options: Json
    seats: dict[str, protocol.SeatState]
    clock: Literal["live", "day", "week"] | None
    host: str | None
    created: str


class Invitation(_Answer, frozen=True):
    """The part of the address behind its end, and the whole address as a QR code."""

    invite: str
    svg: str


class Seat(_Answer, frozen=True):
    """The seat that one has got."""

    seat: str


class Rematch(_Answer, frozen=True):
    """The table where the same people play again."""

    table: str


class Link(_Answer, frozen=True):
    """The part of an address behind its end that opens one's person on another device, and the whole address as a QR code."""

    link: str
    svg: str


class Frame(_Answer, frozen=True):
    """One position of a record."""

    at: int
    view: AnyView
    prompt: str
    position: Json | UnsetType = UNSET


class Header(_Answer, frozen=True):
    """What the first line of a record says."""

    game: str
    rules: int
    options: Json
    seats: list[str]
    seed: int | None
    keyed: str | None
    from_position: bool


class Played(_Answer, frozen=True):
    """An action of a record, and how many events there are before it."""

    n: int
    seat: str | None
    text: str
    round: int
    phase: str
    events_to: int


class Story(_Answer, frozen=True):
    """What a record tells beside its positions; `verified`: the dice are proved by the key that is in it."""

    header: Header
    actions: list[Played]
    outcome: AnyOutcome | None
    verified: bool | None
    events: list[AnyEvent]


class Replay(_Answer, frozen=True):
    """The positions asked for, and the story if it was."""

    frames: list[Frame]
    story: Story | None


class Judgement(_Answer, frozen=True):
    """The shares of the win that a bot expects of its best action and of the one played, and why; None: it has no opinion."""

    at: int
    seat: str
    best: str | None
    share: float | None
    played: float | None
    why: list[str]
    lost: list[str]


class Judged(_Answer, frozen=True):
    """What a bot thinks of positions of a record."""

    bot: str
    judgements: list[Judgement]


class Verdict(_Answer, frozen=True):
    """What can be said about a position."""

    position: Json
    view: AnyView
    legal: list[AnyAction]
    prompt: str
    events: list[AnyEvent]
    ledger: list[Json]
    pending: Any
    record: str


class Count(_Answer, frozen=True):
    """Games and victories with a Power or deck, with the bounds (95%) of the share of victories."""

    game: str
    seat: str
    players: int
    games: int
    won: float
    low: float
    high: float


class Rated(_Answer, frozen=True):
    """A person in the table of ratings."""

    name: str
    rating: float
    games: int


class Call(Struct, frozen=True):
    """What comes in with a request and goes out with its answer; `answer` is a name where it is no JSON."""

    answer: Any
    body: Any = None
    status: int = 200
    media: str = "application/json"
    query: tuple[str, ...] = ()


CALLS: Final[Mapping[str, Call]] = {
    "GET /health/live": Call(Status),
    "GET /health/ready": Call(Status),
    "GET /api/openapi.json": Call(Json),
    "GET /api/games": Call(list[Game]),
    "GET /api/cards/{game}": Call(AnyBook, query=("language",)),
    "POST /api/decks/check": Call(Deck, protocol.DeckList),
    "GET /api/me": Call(Person),
    "PUT /api/me": Call(Person, protocol.Me),
    "POST /api/me/link": Call(Link, protocol.Nothing),
    "POST /api/me/mail": Call(protocol.Nothing, protocol.Mail, 202),
    "POST /api/me/leave": Call(protocol.Nothing, protocol.Nothing),
    "POST /api/enter": Call(Person, protocol.Enter),
    "GET /api/lobby": Call(list[WaitingTable]),
    "GET /api/tables": Call(list[ListedTable]),
    "POST /api/tables": Call(MadeTable, protocol.NewTable, 201),
    "GET /api/tables/{table}/invite": Call(Invitation),
    "POST /api/tables/{table}/join": Call(Seat, protocol.Join),
    "POST /api/tables/{table}/leave": Call(protocol.Nothing, protocol.Nothing),
    "POST /api/tables/{table}/seat": Call(protocol.Nothing, protocol.SeatOrder),
    "POST /api/tables/{table}/start": Call(protocol.Nothing, protocol.Nothing),
    "POST /api/tables/{table}/rematch": Call(Rematch, protocol.Nothing),
    "POST /api/tables/{table}/stand_in": Call(protocol.Nothing, protocol.SeatOrder),
    "GET /api/tables/{table}/record": Call(str, media="application/jsonl"),
    "POST /api/replay": Call(Replay, replays.ReplayOrder),
    "POST /api/replay/analysis": Call(Judged, replays.JudgeOrder),
    "POST /api/companion": Call(Verdict, companion.PositionOrder),
    "POST /api/print": Call(str, prints.PrintOrder, media="application/pdf"),
    "GET /api/statistics": Call(list[Count]),
    "GET /api/me/statistics": Call(list[Count]),
    "GET /api/ratings/{game}": Call(list[Rated], query=("pool",)),
}
"""By method and path."""


def schemas_of(calls: Iterable[Call]) -> tuple[dict[str, Json], dict[str, Json]]:
    """The schemas of all that comes in and goes out, by the form of its type, and the parts that they are made of, by name."""
    types = [kind for call in calls for kind in (call.answer, call.body) if kind is not None]
    shaped = [one for union in shapes.UNIONS.values() for one in union]
    told = [*types, Problem, protocol.TableState, protocol.Message, protocol.Answer, shapes.Action, shapes.GameEvent, *shaped]
    found, parts = msgspec.json.schema_components(told, ref_template=REF)
    known = dict(zip(map(repr, told), found, strict=True))
    unions = {name: {"anyOf": [known[repr(one)] for one in union]} for name, union in shapes.UNIONS.items()}
    unions |= {"Message": known[repr(protocol.Message)], "Answer": known[repr(protocol.Answer)]}
    parts = msgspec.json.decode(msgspec.json.encode(parts | unions).replace(rb"\\Z", b"$"))  # the end of a text, outside Python
    return known, parts


def document(routes: Iterable[BaseRoute]) -> Json:
    """The document for these routes. Raises LookupError for one that `CALLS` does not have."""
    described = [route for route in routes if isinstance(route, Route | WebSocketRoute) and route.path.startswith(("/api/", "/health/"))]
    calls = {name: CALLS[name] for route in described if isinstance(route, Route) for name in _names(route)}
    known, components = schemas_of(calls.values())
    paths: dict[str, Json] = {}
    for route in described:
        operations = paths.setdefault(route.path, {"parameters": _parameters(route)} if route.param_convertors else {})
        if isinstance(route, WebSocketRoute):
            operations["get"] = _described(route) | {
                "responses": {"101": {"description": "the socket is open"}},
                "x-messages": {side: {"$ref": REF.format(name=name)} for side, name in (("client", "Message"), ("server", "Answer"))},
            }
            continue
        for name in _names(route):
            method = name.split()[0].lower()
            operations[method] = _operation(route, calls[name], known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ruinous", "version": ruinous.__version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
        "x-protocol": protocol.PROTOCOL,
    }


def _names(route: Route) -> list[str]:
    return [f"{method} {route.path}" for method in sorted(route.methods or ()) if method != "HEAD"]


def _described(route: Route | WebSocketRoute) -> Json:
    return {"summary": (route.endpoint.__doc__ or "").strip().split("\n")[0]}


def _parameters(route: Route | WebSocketRoute) -> list[Json]:
    """What stands in the address."""
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.param_convertors]


def _operation(route: Route, call: Call, known: Mapping[str, Json]) -> Json:
    """One method of one route."""
    operation = _described(route)
    if call.query:
        operation["parameters"] = [{"name": name, "in": "query", "schema": {"type": "string"}} for name in call.query]
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(known[repr(call.body)])}
    answer = {"description": "done", "content": _content(known[repr(call.answer)], call.media)}
    problem = {"description": "nothing has happened", "content": _content({"$ref": REF.format(name="Problem")})}
    return operation | {"responses": {str(call.status): answer, "default": problem}}


def _content(schema: Json, media: str = "application/json") -> Json:
    return {media: {"schema": schema}}
