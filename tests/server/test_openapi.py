"""The OpenAPI document: every route is in it, everything that it refers to is there, and what it promises is kept.

That answers have the form which it promises is looked at in every test that asks for one (`harness.as_described`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from ruinous.server import openapi, protocol
from ruinous.server.app import create_app
from ruinous.server.database import Database
from ruinous.server.settings import Settings
from ruinous.server.store import Store
from server.harness import Running, Visitor


@pytest.fixture(scope="module")
def described(here: Running) -> Any:
    """The document."""
    return Visitor(here.address).get("/api/openapi.json").json()


def everything(part: Any) -> Iterator[Any]:
    """A part of the document and all parts of that."""
    yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from everything(inner)


def test_every_route_is_in_it_and_no_other(tmp_path: Path, described: Any) -> None:
    database = Database.open(tmp_path / "games.sqlite3")
    routes = create_app(Settings(), Store(database)).routes
    database.release()
    asked = {
        f"{method} {route.path}"
        for route in routes
        if isinstance(route, Route) and route.path.startswith(("/api", "/health"))
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert asked == set(openapi.CALLS)
    told = {f"{method.upper()} {path}" for path, item in described["paths"].items() for method in item if method != "parameters"}
    sockets = {f"GET {route.path}" for route in routes if isinstance(route, WebSocketRoute)}
    assert told == asked | sockets


def test_a_route_that_is_not_described_is_missed() -> None:
    with pytest.raises(LookupError):
        openapi.document([Route("/api/new", lambda _request: None)])


def test_everything_that_it_refers_to_is_there(described: Any) -> None:
    schemas = described["components"]["schemas"]
    refs = {part["$ref"] for part in everything(described) if isinstance(part, dict) and "$ref" in part}
    refs |= {
        ref for part in everything(described) if isinstance(part, dict) for ref in part.get("discriminator", {}).get("mapping", {}).values()
    }
    assert refs
    assert {ref.rpartition("/")[2] for ref in refs} <= set(schemas)
    for item in described["paths"].values():
        for method, operation in item.items():
            if method != "parameters":
                assert operation["summary"].endswith((".", "?")), operation
                assert operation["responses"]


def test_its_form(described: Any) -> None:
    assert described["openapi"] == "3.1.0"
    assert described["x-protocol"] == protocol.PROTOCOL
    assert not [part for part in everything(described) if isinstance(part, str) and part.endswith("\\Z")]
    join = described["paths"]["/api/tables/{table}/join"]
    assert join["parameters"] == [{"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}]
    assert join["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/Join")
    assert join["post"]["responses"]["default"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    messages = {
        side: described["components"]["schemas"][found["$ref"].rpartition("/")[2]]["discriminator"]["mapping"]
        for side, found in described["paths"]["/api/tables/{table}/ws"]["get"]["x-messages"].items()
    }
    assert {"hello", "act", "undo", "why_not", "say"} <= set(messages["client"])
    assert {"state", "ack", "error", "table"} <= set(messages["server"])


def test_the_frames_of_a_game_have_the_form_that_it_promises(here: Running) -> None:
    me = Visitor(here.address)
    with me.at(me.new("left")) as chair:
        chair.hello()
        chair.send(type="say", text="hello")
        chair.play("add 1")
        chair.undo()
        chair.send(type="why_not", text="roll")
        chair.send(type="hint")
        chair.send(type="note", text="mine")
        chair.send(type="pace", ms=3)
        chair.send(type="ping")
        chair.until(lambda m: m["type"] == "pong")
        frames = [msgspec.json.decode(frame, type=protocol.Answer, strict=True) for frame in chair.heard]
    assert {"State", "Ack", "Chat", "Refusal", "Pong"} <= {type(frame).__name__ for frame in frames}
    states = [msgspec.json.decode(frame.table, type=protocol.TableState) for frame in frames if isinstance(frame, protocol.State)]
    assert states[0].seats["left"].person
