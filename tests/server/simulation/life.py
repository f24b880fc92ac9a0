"""One life of the server: from its start on the database of the world until it is stopped in peace or killed."""

import asyncio
import contextvars
import json
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import event

from ruinous.server.app import create_app
from ruinous.server.database import Database
from ruinous.server.settings import Settings
from ruinous.server.store import Store
from server.simulation import disk, network

if TYPE_CHECKING:
    from server.simulation.switchboard import Switchboard

NO_PAGE = Path(__file__).parent.parent / "no_page"
LIBRARY = "server.simulation.library"

MOST_STEPS: Final = 20_000
"""More than any life of a server that does only what somebody wants."""

current: contextvars.ContextVar["Life"] = contextvars.ContextVar("life")
"""Whose task this is; people have none."""


class Gone(Exception):
    """The server did not answer."""


class Life:
    """A process. All goes well with it but in a `storm`."""

    def __init__(self, settings: Settings, chance: Random, fail: Callable[[str], None], board: "Switchboard | None" = None) -> None:
        """`board`: there are others on the same database, and this leads to them."""
        self._settings = settings
        self._board = board
        self._name = f"ruinous-{chance.randbytes(8).hex()}"
        self._fail = fail  # is told what cannot be
        self._dies_at: int | None = None
        self.steps = 0
        """How often its tasks and threads have gone on after they had waited."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lent: set[Any] = set()
        self._links: set[network.Link] = set()
        self._context = contextvars.copy_context()
        self._context.run(current.set, self)
        self.alive = True
        self._serving = False
        self._closing = False
        self.ended: asyncio.Event = asyncio.Event()
        self.disk = disk.Disk(chance, self.step, self._tell, fail)

    @property
    def open(self) -> bool:
        """Whether it takes requests."""
        return self.alive and self._serving and not self._closing

    def _tell(self, channel: str, what: str) -> None:
        if self._board is not None:
            self._board.notify(channel, f"{self._name} {what}")

    def storm(self, habits: disk.Habits, dies_after: int | None) -> None:
        """From now on its disk is like this, and it dies after so many steps."""
        self.disk.habits = habits
        self._dies_at = None if dies_after is None else self.steps + dies_after

    def calm(self) -> None:
        """From now on all goes well."""
        self.storm(disk.CALM, None)

    # ---- its tasks
    def step(self) -> None:
        """Something goes on: a good moment to die."""
        self.steps += 1
        if self.alive and self.steps == self._dies_at:
            self.kill()
        if self.steps == MOST_STEPS:
            self._fail("the server does not come to rest")

    def do(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin a task of this process; whatever it begins belongs to the process too."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """It belongs to this process from its beginning."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- from its start to its end
    async def start(self) -> None:
        """Serve. Raises Gone when it dies before that."""
        self.database = Database.open(self._settings.place())
        for engine in self.database.engines:
            event.listen(engine, "do_connect", self._connect)
            event.listen(engine, "connect", disk.relax)
            event.listen(engine, "checkout", self._lend)
        if self._board is not None:
            self.database.hub = self._board.hub(self._name)
        self.app = create_app(self._settings, Store(self.database), games_module=LIBRARY, bots_module=LIBRARY, web=NO_PAGE)
        self.app.state.server.tables.house.limits._clock = asyncio.get_running_loop().time
        self._wishes: asyncio.Queue[str] = asyncio.Queue()
        self._told: asyncio.Queue[str] = asyncio.Queue()
        self._whole = self.do(self._live())
        await self._wish("lifespan.startup")
        self._serving = True

    def _connect(self, _dialect: Any, _record: Any, _args: Any, options: dict[str, Any]) -> None:
        options["factory"] = self.disk.connect

    def _lend(self, _connection: Any, record: Any, _lent: Any) -> None:
        self._lent.add(record)

    async def _live(self) -> None:
        async def receive() -> dict[str, str]:
            return {"type": await self._wishes.get()}

        async def send(message: Any) -> None:
            self._told.put_nowait(message["type"])

        await self.app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)

    async def _wish(self, what: str) -> None:
        """Have something done that is for the whole application."""
        self._wishes.put_nowait(what)
        answer = asyncio.ensure_future(self._told.get())
        await asyncio.wait({answer, self._whole}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done() or not answer.result().endswith("complete"):
            answer.cancel()
            self.kill()
            raise Gone

    async def stop(self) -> None:
        """End in peace, as the real server does: let nobody in, close the sockets, then the application."""
        self._closing = True
        for link in list(self._links):
            link.code = 1012
            link.cut(both=False)
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                while self._links and self.alive:
                    await asyncio.sleep(0.05)
        try:
            await self._wish("lifespan.shutdown")
        except Gone:
            return
        self.kill()

    def kill(self) -> None:
        """From one step to the next there is no process any more. What is left of it in memory runs out, cut off from everything."""
        if not self.alive:
            return
        self.alive = False
        self.disk.die()
        if self._board is not None:
            self._board.hang_up(self)
        for link in list(self._links):
            link.drop()
        self.database.release()
        for task in list(self._tasks):
            task.cancel()
        self._rest = asyncio.Task(self._run_out(), loop=asyncio.get_running_loop(), context=self._context.copy())
        self.ended.set()

    async def _run_out(self) -> None:
        while self._tasks:
            await asyncio.wait(list(self._tasks))
        await self.database.close()
        for record in self._lent:
            record.fairy_ref = None  # a dead process gives nothing back to a pool, and nobody need be warned of it

    # ---- what comes from outside
    async def ask(self, method: str, path: str, cookies: dict[str, str], body: Any = None) -> tuple[int, Any]:
        """One request. Raises Gone when no answer comes; the cookies are kept."""
        if not self.open:
            raise Gone
        started: list[Any] = []
        content = b""

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"" if body is None else json.dumps(body).encode(), "more_body": False}

        async def send(message: Any) -> None:
            nonlocal content
            if message["type"] == "http.response.start":
                started.append(message)
            else:
                content += message.get("body", b"")

        scope = self._scope("http", path, cookies) | {"method": method, "scheme": "http"}
        task = self.do(self.app(scope, receive, send))
        await asyncio.wait({task})
        if not self.alive or task.cancelled() or not started:
            raise Gone
        for name, value in started[0]["headers"]:
            if name == b"set-cookie":
                key, _, kept = value.decode().partition(";")[0].partition("=")
                cookies[key] = kept
        return started[0]["status"], json.loads(content)

    def link(self, table: str, cookies: dict[str, str], chance: Random, habits: network.Habits) -> network.Link:
        """A socket at a table. Raises Gone."""
        if not self.open:
            raise Gone
        link = network.Link(chance, habits)
        self._links.add(link)

        async def serve() -> None:
            try:
                await self.app(self._scope("websocket", f"/api/tables/{table}/ws", cookies), link.receive, link.send)
            finally:
                self._links.discard(link)
                link.cut(both=False)

        self.do(serve())
        return link

    def _scope(self, kind: str, path: str, cookies: dict[str, str]) -> dict[str, Any]:
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = [(b"host", b"127.0.0.1"), *([(b"cookie", cookie.encode())] if cookie else [])]
        scope = {"type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode()}
        scope |= {"query_string": b"", "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
        return scope | ({"scheme": "ws", "subprotocols": [], "extensions": {}} if kind == "websocket" else {})


class Steps(Coroutine[Any, Any, Any]):
    """A task of a process, which counts how often it goes on."""

    def __init__(self, life: Life, work: Coroutine[Any, Any, Any]) -> None:
        self._life = life
        self._work = work

    def send(self, value: Any) -> Any:
        self._life.step()
        return self._work.send(value)

    def throw(self, *problem: Any) -> Any:
        return self._work.throw(*problem)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._work.__await__()


def task_of(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
    """The task factory of a world."""
    context: contextvars.Context | None = more.get("context")
    life = context.get(current) if context is not None else current.get(None)
    if life is None:
        return asyncio.Task(work, loop=loop, **more)
    task = asyncio.Task(Steps(life, work), loop=loop, **more)
    life.adopt(task)
    return task
