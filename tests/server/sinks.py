"""Places on the loopback address that take what the server sends out: webhooks and mail. What came in is kept, in order."""

import asyncio
import email
import email.policy
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any


@asynccontextmanager
async def _listening(serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]) -> AsyncIterator[str]:
    """A place that serves connections until the end of the block; its host and port."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


class HookSink:
    """Takes POST requests; `status` is what it answers."""

    def __init__(self) -> None:
        self.status = 204
        self.bodies: list[dict[str, Any]] = []
        self.hosts: list[str] = []
        self.asked = 0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection with any number of requests."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                body = json.loads(await reader.readexactly(int(fields["content-length"])))
                self.asked += 1
                self.hosts.append(fields["host"])
                if self.status < 300:
                    self.bodies.append(body)
                writer.write(f"HTTP/1.1 {self.status} x\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def hook_sink() -> AsyncIterator[HookSink]:
    """A sink for webhooks at `url`."""
    sink = HookSink()
    async with _listening(sink.serve) as place:
        sink.url = f"http://{place}/hook"
        yield sink


class MailSink:
    """Speaks just enough SMTP to take mail."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One conversation."""
        writer.write(b"220 sink\r\n")
        while line := await reader.readline():
            word = line.decode().strip().upper()
            if word.startswith("EHLO"):
                writer.write(b"250 sink\r\n")
            elif word == "DATA":
                writer.write(b"354 go on\r\n")
                letter = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(email.message_from_bytes(letter.removesuffix(b".\r\n"), policy=email.policy.default))
                writer.write(b"250 taken\r\n")
            elif word == "QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 ok\r\n")
            await writer.drain()
        writer.close()


@asynccontextmanager
async def mail_sink() -> AsyncIterator[MailSink]:
    """A mail server at `url`."""
    sink = MailSink()
    async with _listening(sink.serve) as place:
        sink.url = f"smtp://{place}"
        yield sink
