"""One WebSocket: reads messages one after the other, and sends through a queue that a slow reader cannot grow for ever."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ruinous.server import deeds, protocol, words
from ruinous.server.protocol import AskHint, BadMessage, Error, Hello, Message
from ruinous.server.refused import Refused
from ruinous.server.showing import Watcher
from ruinous.server.store import NotSaved
from ruinous.server.table import Table
from ruinous.server.tables import Tables
from ruinous.text import speaking

logger = logging.getLogger("ruinous.server")

MOST_WAITING: Final = 64
MOST_WAITING_BYTES: Final = 1 << 20
TOO_LONG: Final = 1009
LATER: Final = 1013
NOT_WANTED: Final = 1008
BROKEN: Final = 1011
GONE: Final = 1006
NO_TABLE: Final = 4404
"""Close codes; 1006 is never sent. 1013 asks the client to come back later: its hello then brings it the newest state. 1008: the key is no
longer good, or far too many messages have come."""
CLOSES: Final = {"no_table": NO_TABLE, "too_many": LATER}
"""How a socket is closed that cannot be served, by the code of its error; else it is BROKEN."""


class Outbox:
    """What a socket still has to send. Full, it takes nothing more, and the task that sends is cancelled."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self._sender: asyncio.Task[None] | None = None
        self.full = False

    def put(self, data: bytes) -> None:
        """Send this when its turn comes."""
        if self.full:
            return
        # One message is always taken, however long: the whole log of a game may come in one.
        crowded = self._waiting.qsize() >= MOST_WAITING or self._bytes + len(data) > MOST_WAITING_BYTES
        if crowded and not self._waiting.empty():
            self.full = True
            if self._sender is not None:
                self._sender.cancel()
            return
        self._bytes += len(data)
        self._waiting.put_nowait(data)

    def finish(self) -> None:
        """Let `run` end once everything has been sent."""
        self._waiting.put_nowait(None)

    def send_to(self, socket: WebSocket) -> asyncio.Task[None]:
        """Begin to send; the task ends after `finish`, or when the reader was too slow."""
        self._sender = asyncio.create_task(self._send_to(socket))
        return self._sender

    async def _send_to(self, socket: WebSocket) -> None:
        while (data := await self._waiting.get()) is not None:
            self._bytes -= len(data)
            try:
                await socket.send({"type": "websocket.send", "text": data.decode()})
            except RuntimeError as given_up:  # by uvicorn, to which the other side has not answered
                raise WebSocketDisconnect(GONE) from given_up


class Session:
    """What one socket does at one table."""

    def __init__(self, socket: WebSocket, tables: Tables, table: Table, person: str | None, key: bytes | None, language: str) -> None:
        self._socket = socket
        self._tables = tables
        self._table = table
        self._outbox = Outbox()
        self._dismissed = asyncio.Event()
        self._watcher = Watcher(person, key, language, self._outbox.put, self._dismissed.set)
        self._hint: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the socket until one side closes it."""
        self._tables.join(self._table, self._watcher)
        reader = asyncio.create_task(self._read())
        dismissed = asyncio.create_task(self._dismissed.wait())
        sender = self._outbox.send_to(self._socket)
        code: int | None = None
        try:
            await asyncio.wait({reader, sender, dismissed}, return_when=asyncio.FIRST_COMPLETED)
            if dismissed.done():
                code = NOT_WANTED
            elif reader.done() and not reader.cancelled() and reader.exception() is None:
                code = reader.result()
                self._outbox.finish()
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await asyncio.wait({sender})
            elif self._outbox.full:
                code = LATER
        finally:
            self._tables.leave(self._table, self._watcher)
            tasks = [task for task in (reader, sender, dismissed, self._hint) if task is not None]
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect | OSError):
                    logger.error("table %s: a socket broke", self._table.id, exc_info=ended)
        if code is not None:
            await close(self._socket, code)

    async def _read(self) -> int | None:
        """Carry out messages. Returns the code to close with, or None when the other side has closed."""
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            if len(event.get("text") or "") > protocol.MOST_BYTES or len(event.get("bytes") or b"") > protocol.MOST_BYTES:
                self._watcher.send(Error("bad_message", words.TOO_LONG))
                return TOO_LONG
            with speaking(self._watcher.language):
                try:
                    self._table.house.limits.take("message", self._watcher.person or f"socket {id(self)}")
                except Refused as refused:
                    self._watcher.send(Error(refused.code, refused.reason))
                    return NOT_WANTED
                await self._take(event)

    async def _take(self, event: Any) -> None:
        """Carry out what came in. A hint takes a while: the socket goes on meanwhile."""
        try:
            if event.get("text") is None:
                raise BadMessage
            message = protocol.message(event["text"])
        except BadMessage:
            self._watcher.send(Error("bad_message", words.BAD_MESSAGE))
            return
        if not isinstance(message, AskHint):
            await self._carry_out(message)
        elif self._hint is None or self._hint.done():
            self._hint = asyncio.create_task(self._carry_out(message))
        else:
            self._watcher.send(Error("too_fast", words.TOO_FAST))

    async def _carry_out(self, message: Message) -> None:
        action_id = getattr(message, "action_id", None)
        try:
            await self._do(message)
        except Refused as refused:
            self._watcher.send(Error(refused.code, refused.reason, action_id))
        except NotSaved:
            self._watcher.send(Error("not_saved", words.NO_DATABASE, action_id))
        except Exception:
            logger.exception("table %s: a message of kind %s failed", self._table.id, type(message).__name__)
            self._watcher.send(Error("server_error", words.SERVER_ERROR, action_id))

    async def _do(self, message: Message) -> None:
        table, watcher = self._table, self._watcher
        if isinstance(message, Hello):
            if message.protocol != protocol.PROTOCOL:
                raise Refused("reload", words.RELOAD)
            try:
                await table.greet(watcher, message)
            finally:
                table.wake()  # somebody watches, even if not all could be read for him
            return
        if watcher.seen is None:
            raise Refused("bad_message", words.HELLO_FIRST)
        await deeds.do(table, watcher, message)
        table.wake()


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket, whose other side may be gone or deaf."""
    with suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
        async with asyncio.timeout(1):
            await socket.close(code)
