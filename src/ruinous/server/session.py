"""One WebSocket: reads messages one after the other, and sends through a queue that a slow reader cannot grow for ever."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ruinous.server import protocol, words
from ruinous.server.protocol import Act, Answer, BadMessage, Error, Hello, Pace, Ping, Pong, Undo, WhyNot
from ruinous.server.tables import Refused, Table, Tables, Watcher

logger = logging.getLogger("ruinous.server")

MOST_WAITING: Final = 64
MOST_WAITING_BYTES: Final = 1 << 20
TOO_LONG: Final = 1009
TOO_SLOW: Final = 1013
NO_TABLE: Final = 4404
"""Close codes. 1013 asks the client to come back later: its hello then brings it the newest state."""


class Outbox:
    """What a socket still has to send. Full, it takes nothing more, and the task that sends is cancelled."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self._sender: asyncio.Task[None] | None = None
        self.full = False

    def put(self, answer: Answer) -> None:
        """Send this when its turn comes."""
        if self.full:
            return
        data = protocol.encode(answer)
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
            await socket.send({"type": "websocket.send", "text": data.decode()})


class Session:
    """What one socket does at one table."""

    def __init__(self, socket: WebSocket, tables: Tables, table: Table, watcher: Watcher, outbox: Outbox) -> None:
        self._socket = socket
        self._tables = tables
        self._table = table
        self._watcher = watcher
        self._outbox = outbox

    async def run(self) -> None:
        """Serve the socket until one side closes it."""
        reader = asyncio.create_task(self._read())
        sender = self._outbox.send_to(self._socket)
        code: int | None = None
        try:
            await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not reader.cancelled() and reader.exception() is None:
                code = reader.result()
                self._outbox.finish()
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await asyncio.wait({sender})
            elif self._outbox.full:
                code = TOO_SLOW
        finally:
            self._tables.leave(self._table, self._watcher)
            for task in (reader, sender):
                task.cancel()
            for ended in await asyncio.gather(reader, sender, return_exceptions=True):
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
                self._outbox.put(Error("bad_message", words.TOO_LONG))
                return TOO_LONG
            await self._carry_out(event)

    async def _carry_out(self, event: Any) -> None:
        message: protocol.Message | None = None
        try:
            if event.get("text") is None:
                raise BadMessage
            message = protocol.message(event["text"])
            await self._do(message)
        except BadMessage:
            self._outbox.put(Error("bad_message", words.BAD_MESSAGE))
        except Refused as refused:
            self._outbox.put(Error(refused.code, refused.reason, getattr(message, "action_id", None)))
        except Exception:
            logger.exception("table %s: a message of kind %s failed", self._table.id, type(message).__name__)
            self._outbox.put(Error("server_error", words.SERVER_ERROR, getattr(message, "action_id", None)))

    async def _do(self, message: protocol.Message) -> None:
        table, watcher = self._table, self._watcher
        if isinstance(message, Hello):
            if message.protocol != protocol.PROTOCOL:
                raise Refused("reload", words.RELOAD)
            table.greet(watcher, message.version)
            return
        if watcher.seen is None:
            raise Refused("bad_message", words.HELLO_FIRST)
        match message:
            case Act():
                await table.act(watcher, message)
            case Undo():
                await table.undo(watcher, message)
            case WhyNot():
                self._outbox.put(table.why_not(watcher, message.text))
            case Pace():
                table.set_pace(watcher, message.ms)
            case Ping():
                self._outbox.put(Pong())
        table.wake()


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket, whose other side may be gone or deaf."""
    with suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
        async with asyncio.timeout(1):
            await socket.close(code)
