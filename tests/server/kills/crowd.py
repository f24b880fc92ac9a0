"""Tables at a real server, and a crowd that plays at them through real sockets, whatever becomes of the server."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from server.harness import PATIENCE, as_described
from server.simulation.company import Company
from server.simulation.life import Gone
from server.simulation.people import Page
from server.simulation.plan import Plan

BROKEN = 500
NOT_NOW = 503
ACK = '{"type":"ack"'


class Street:
    """Where the server is now, and what is heard from it."""

    def __init__(self) -> None:
        self.address = ""
        self.web = httpx2.AsyncClient(timeout=PATIENCE, trust_env=False)
        self.open: set[Link] = set()
        self.codes: list[int | None] = []
        """How sockets that were open were closed by the server; None: they were cut."""
        self._acks: set[tuple[str, str]] = set()
        self._wanted = 0
        self._reached = asyncio.Event()

    def heard(self, table: str, text: str) -> None:
        """A frame has come."""
        if text.startswith(ACK):
            self._acks.add((table, text))
            if len(self._acks) >= self._wanted:
                self._reached.set()

    async def until(self, acks: int) -> None:
        """Wait until so many more actions have been acknowledged."""
        self._wanted = len(self._acks) + acks
        self._reached.clear()
        await self._reached.wait()


def shown(cookies: dict[str, str]) -> dict[str, str]:
    """The header with somebody's cookies."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}


class Link:
    """A real socket at a table, opened meanwhile."""

    def __init__(self, street: Street, table: str, cookies: dict[str, str]) -> None:
        self.code: int | None = None
        self._street = street
        self._table = table
        self._up: asyncio.Queue[str] = asyncio.Queue()
        self._down: asyncio.Queue[str | None] = asyncio.Queue()
        self._connection = connect(
            f"ws://{street.address}/api/tables/{table}/ws",
            additional_headers=shown(cookies),
            open_timeout=PATIENCE,
            close_timeout=1,
            max_size=None,
            compression=None,
            proxy=None,
        )
        self._task = asyncio.create_task(self._run())

    def say(self, text: str) -> None:
        """Send a frame."""
        self._up.put_nowait(text)

    async def hear(self) -> str | None:
        """The next frame; None: it is cut."""
        return await self._down.get()

    def cut(self) -> None:
        """Be done with it."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            # Whoever comes while the server goes is turned away in any way there is.
            with suppress(OSError, EOFError, InvalidHandshake, InvalidMessage):
                async with self._connection as connection:
                    await self._listen(connection)
        finally:
            self._down.put_nowait(None)

    async def _listen(self, connection: ClientConnection) -> None:
        speaking = asyncio.create_task(self._speak(connection))
        self._street.open.add(self)
        try:
            while True:
                text = await connection.recv(decode=True)
                self._street.heard(self._table, text)
                self._down.put_nowait(text)
        except ConnectionClosed as end:
            self.code = None if end.rcvd is None else end.rcvd.code
            self._street.codes.append(self.code)
        finally:
            speaking.cancel()
            self._street.open.discard(self)

    async def _speak(self, connection: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await connection.send(await self._up.get())


class Table(Company):
    """A table with those who play at it."""

    haste: ClassVar[float] = 0.1

    def __init__(self, wanted: Plan, street: Street, note: Callable[[str], None]) -> None:
        super().__init__(wanted)
        self._street = street
        self._note = note
        self._links: list[Link] = []

    def now(self) -> float:
        """Seconds, from some moment on."""
        return time.monotonic()

    def note(self, line: str) -> None:
        """Tell it to whoever wants to know."""
        self._note(f"{self.table} {line}")

    def link(self, page: Page) -> Link:
        """A socket for a page."""
        link = Link(self._street, self.table, page.cookies)
        self._links.append(link)
        return link

    def go_home(self) -> None:
        """Leave nothing open."""
        for link in self._links:
            link.cut()

    async def ask(self, method: str, path: str, cookies: dict[str, str], body: Any = None) -> tuple[int, Any]:
        """One request; its cookies are kept. Raises Gone."""
        street = self._street
        try:
            answer = await street.web.request(method, f"http://{street.address}{path}", headers=shown(cookies), json=body)
        except httpx2.TransportError:
            raise Gone from None
        if answer.status_code == NOT_NOW or answer.headers.get("content-type") != "application/json":
            raise Gone  # what is not ours is said for a server that has let the request fall at its end
        if answer.status_code >= BROKEN:
            self.fail(f"{method} {path}: {answer.text}")
        as_described(method, path, answer)
        cookies.update(answer.cookies)
        street.web.cookies.clear()  # everybody keeps his own
        return answer.status_code, answer.json()
