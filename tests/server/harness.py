"""A real server in a thread, and people who come to it over real sockets."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import msgspec
import uvicorn
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from ruinous.server import openapi
from ruinous.server.app import WEB, Server, create_app
from ruinous.server.database import Database
from ruinous.server.protocol import MOST_BYTES
from ruinous.server.settings import Settings
from ruinous.server.store import Store

T = TypeVar("T")
Place = Path | str
"""Of a database: an SQLite file, or the address of a PostgreSQL database."""
Lent = Callable[[], AbstractContextManager[Place]]
"""Lends one of these, empty."""
PATIENCE = 30.0
"""Seconds after which a test that waits for a message fails; nothing is ever waited for that long where all is well."""

FAKE = {"games_module": "server.fake_game", "bots_module": "server.fake_bots"}


NO_PAGE = Path(__file__).parent / "no_page"


def apart(work: Callable[[], T]) -> T:
    """Do it in a thread of its own: tests of the page leave a loop running in the thread of the tests, and no thread can have two."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run it to its end."""
    return apart(lambda: asyncio.run(work))


class Running:
    """A server that runs."""

    def __init__(self, address: str, app: Starlette) -> None:
        self.address = address
        self.app = app
        self.server: Server = app.state.server


@contextmanager
def running(
    database: Place,
    *,
    pace: int = 0,
    bot_seconds: float = 20.0,
    real: bool = False,
    real_page: bool = False,
    send_buffer: int = 0,
    web: Path = NO_PAGE,
    **more: Any,
) -> Iterator[Running]:
    """Serve from this database until the end of the block: the small game, or the real ones."""
    settings = Settings(database=str(database), pace=pace, bot_workers=1, bot_seconds=bot_seconds, **more)
    store = Store(Database.open(settings.place()))
    modules = {} if real else FAKE
    app = create_app(settings, store, **modules, web=WEB if real or real_page else web)
    listener = socket.create_server(("127.0.0.1", 0))
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)  # whoever is accepted inherits it
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_level="warning",
        log_config=None,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    host = uvicorn.Server(config)
    thread = threading.Thread(target=host.run, kwargs={"sockets": [listener]})
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    thread.start()
    try:
        yield Running(address, app)
    finally:
        host.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


PROGRAM = """
import sys
from ruinous.server import app, run
create_app = app.create_app
run.create_app = lambda settings, store: create_app(settings, store, games_module="server.fake_game", bots_module="server.fake_bots")
run.main(database=sys.argv[1], port=0)
"""

REAL = "import sys; from ruinous.server.run import main; main(database=sys.argv[1], port=0)"


@contextmanager
def program(database: Place, *, real: bool = False, text: str | None = None, **environ: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server as a process of its own, the small game or (`real`) the real ones, or a program of one's own; gives it and its address."""
    path = os.pathsep.join([str(Path(__file__).parent.parent), *(p for p in sys.path if p)])
    child = subprocess.Popen(
        [sys.executable, "-c", text or (REAL if real else PROGRAM), str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "RUINOUS_PACE": "0", **environ},
    )
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
        assert "http://" in line, (line, child.communicate(timeout=PATIENCE))
        yield child, line.split("http://")[1].split("/")[0]
    finally:
        child.kill()
        child.wait(PATIENCE)
        for pipe in (child.stdout, child.stderr):
            assert pipe is not None
            pipe.close()


class Chair:
    """One socket at one table. `heard` keeps everything that came in."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.heard: list[str] = []
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.link.send(json.dumps(message))

    def next(self) -> dict[str, Any]:
        """The next message; states are also remembered as a page does it."""
        text = self.link.recv(PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            assert not self.state or message["version"] >= self.state["version"], "a version went back"
            self.state = message
            self.log = self.log[: message["events_from"]] + message["events"]
            assert [event["n"] for event in self.log] == list(range(len(self.log))), "the log has a gap"
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until such a message comes."""
        while not wanted(message := self.next()):
            pass
        return message

    def answer_to(self, action_id: str) -> dict[str, Any]:
        """Wait for the answer to a message."""
        return self.until(lambda m: m.get("action_id") == action_id)

    def state_after(self, version: int) -> dict[str, Any]:
        """Wait for a state of a later version."""
        return self.until(lambda m: m["type"] == "state" and m["version"] > version)

    def seen_by(self, seat: str | None) -> dict[str, Any]:
        """Wait for a state through the eyes of a seat."""
        return self.until(lambda m: m["type"] == "state" and m["view"]["seat"] == seat)

    def hello(self, version: int = -1) -> dict[str, Any]:
        """Say hello; the state that comes back."""
        self.send(type="hello", protocol=1, version=version)
        return self.until(lambda m: m["type"] == "state")

    def fresh(self) -> dict[str, Any]:
        """The state as it is now, whatever was on its way before."""
        seat = self.state["view"]["seat"] if self.state else None
        self.send(type="hello", protocol=1, version=self.state.get("version", -1), **({"seat": seat} if seat is not None else {}))
        self.send(type="ping")
        self.until(lambda m: m["type"] == "pong")
        return self.state

    def look_as(self, seat: str | None) -> str | None:
        """Look through another of one's seats, which counts its versions by itself, or (None) put up the curtain."""
        self.state = {}
        self.send(type="hello", protocol=1, seat=seat)
        self.until(lambda m: m["type"] == "state" and m["view"]["seat"] == seat)
        return seat

    def decides(self) -> bool:
        """Whether the last state asks this seat."""
        return bool(self.state["legal"])

    def until_asked(self) -> None:
        """Wait until a state asks this seat."""
        while not self.decides():
            self.next()

    def try_action(self, action: int, version: int | None = None, action_id: str | None = None) -> dict[str, Any]:
        """Send an action; the ack or error to it. The state that follows an ack is left to be heard."""
        action_id = action_id or str(uuid.uuid4())
        self.send(type="act", action_id=action_id, version=self.state["version"] if version is None else version, action=action)
        return self.answer_to(action_id)

    def until_state(self, ack: dict[str, Any]) -> dict[str, Any]:
        """The state that an acknowledged change leads to."""
        assert ack["type"] == "ack", ack
        return self.until(lambda m: m["type"] == "state" and m["version"] >= ack["version"])

    def play(self, text: str) -> dict[str, Any]:
        """Play a legal action by its text; the state after it."""
        action = next(a["id"] for a in self.state["legal"] if a["text"] == text)
        return self.until_state(self.try_action(action))

    def undo(self) -> dict[str, Any]:
        """Take back; the ack or error to it."""
        action_id = str(uuid.uuid4())
        self.send(type="undo", action_id=action_id, version=self.state["version"])
        return self.answer_to(action_id)


def as_described(method: str, path: str, answer: httpx2.Response) -> None:
    """Every answer that any test gets has the form that the OpenAPI document promises."""
    name = f"{method} {path.partition('?')[0]}"
    for described, call in openapi.CALLS.items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", described), name):
            if answer.status_code >= 400:
                msgspec.convert(answer.json(), openapi.Problem)
            else:
                assert answer.status_code == call.status, name
                assert answer.headers["content-type"].split(";")[0] == call.media, name
                if call.media == "application/json":
                    msgspec.convert(answer.json(), call.answer)


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, address: str, cookies: dict[str, str] | None = None) -> None:
        self.address = address
        self.cookies = dict(cookies or {})

    def ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """One HTTP request, cookies kept."""
        with httpx2.Client(
            base_url=f"http://{self.address}", cookies=self.cookies, timeout=PATIENCE, verify=False
        ) as http:  # nothing is encrypted here
            answer = http.request(method, path, **more)
            as_described(method, path, answer)
            self.cookies.update({name: value for name, value in answer.cookies.items() if value})
            return answer

    def get(self, path: str, **more: Any) -> httpx2.Response:
        """GET."""
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx2.Response:
        """POST."""
        return self.ask("POST", path, **more)

    def new(self, seat: str | None, **order: Any) -> str:
        """Make a table; its id."""
        order.setdefault("game", "counting")
        answer = self.post("/api/tables", json={"seat": seat, **order})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    @contextmanager
    def at(self, table: str, **headers: str) -> Iterator[Chair]:
        """A socket at a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields = ({"Cookie": cookie} if cookie else {}) | headers
        with connect(f"ws://{self.address}/api/tables/{table}/ws", additional_headers=fields, open_timeout=PATIENCE) as link:
            yield Chair(link)
