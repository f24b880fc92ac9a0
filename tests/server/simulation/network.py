"""The net of a simulated world: sockets in memory between people and the application, in order as TCP has it, and as unreliable."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec import Struct

WINDOW: Final = 4
"""So many frames may be on their way to somebody who does not read before the server has to wait."""


class Habits(Struct, frozen=True):
    """How a net is: seconds that a frame takes at most, and the share of frames with which a thing goes wrong."""

    delay: float = 0.05
    cuts: float = 0.0  # the socket breaks; what is on its way may be lost
    deafens: float = 0.0  # from now on nothing arrives in this direction, and nobody is told for a while
    doubles: float = 0.0  # the frame of a client comes twice
    stalls: float = 0.0  # a client reads nothing for a while


CALM: Final = Habits()


class Way:
    """One direction of a socket: what is put in arrives in order, later."""

    def __init__(self, arrive: Callable[[Any], None]) -> None:
        self._arrive = arrive
        self._last = 0.0
        self.deaf = False
        self.dead = False
        self.under_way = 0

    def put(self, what: Any, delay: float) -> None:
        """Send it. A sign of the end (None) gets through to who hears nothing else."""
        if self.dead or (self.deaf and what is not None):
            return
        loop = asyncio.get_running_loop()
        self._last = max(self._last + 1e-6, loop.time() + delay)
        self.under_way += 1
        loop.call_at(self._last, self._come, what)

    def _come(self, what: Any) -> None:
        self.under_way -= 1
        if not self.dead:
            self._arrive(what)


class Link:
    """A WebSocket between somebody and the application."""

    def __init__(self, chance: Random, habits: Habits) -> None:
        self._chance = chance
        self.habits = habits
        self._at_server: asyncio.Queue[str | None] = asyncio.Queue()
        self._at_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._up = Way(self._at_server.put_nowait)
        self._down = Way(self._come_down)
        self._room = asyncio.Event()
        self._begun = False
        self._stalled_until = 0.0
        self.closed = False
        self.code: int | None = None
        """How the server closed it."""

    def _come_down(self, text: str | None) -> None:
        self._at_client.put_nowait(text)
        self._room.set()

    # ---- the side of the client
    def say(self, text: str) -> None:
        """Send a frame."""
        if self.closed:
            return
        habits, chance = self.habits, self._chance
        for _ in range(2 if chance.random() < habits.doubles else 1):
            self._up.put(text, self._delay())
        self._mishap(self._up)

    async def hear(self) -> str | None:
        """The next frame; None: it is cut."""
        loop = asyncio.get_running_loop()
        if self._stalled_until > loop.time():
            await asyncio.sleep(self._stalled_until - loop.time())
        elif self._chance.random() < self.habits.stalls:
            self._stalled_until = loop.time() + self._chance.uniform(1, 20)
        text = await self._at_client.get()
        self._room.set()
        return text

    # ---- the side of the server, as ASGI has it
    async def receive(self) -> dict[str, Any]:
        """The next event."""
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        text = await self._at_server.get()
        if text is None:
            return {"type": "websocket.disconnect", "code": 1006}
        return {"type": "websocket.receive", "text": text}

    async def send(self, message: Any) -> None:
        """Send a frame, or close. Raises OSError when it is cut."""
        if message["type"] == "websocket.close":
            self.code = message["code"]
            self._down.put(None, self._delay())
            self.closed = True
        if message["type"] != "websocket.send":
            return
        while not self.closed and self._at_client.qsize() + self._down.under_way >= WINDOW:
            self._room.clear()
            await self._room.wait()
        if self.closed:
            raise OSError("the socket is cut")
        self._down.put(message["text"], self._delay())
        self._mishap(self._down)

    # ---- what goes wrong
    def _delay(self) -> float:
        return self._chance.uniform(0.001, self.habits.delay)

    def _mishap(self, way: Way) -> None:
        chance = self._chance
        if chance.random() < self.habits.cuts:
            self.cut(both=chance.random() < 0.5)
        elif not way.deaf and chance.random() < self.habits.deafens:
            way.deaf = True
            asyncio.get_running_loop().call_later(chance.uniform(1, 30), self.cut)

    def cut(self, both: bool = True) -> None:
        """Both sides hear of it some time; `both`: nothing that is on its way arrives any more, else some of it may."""
        if self.closed:
            return
        self.closed = True
        self._room.set()
        ends = (self._at_server, self._at_client)
        for way, end in zip((self._up, self._down), ends, strict=True):
            if both:
                way.dead = True
                asyncio.get_running_loop().call_later(self._delay(), end.put_nowait, None)
            else:
                way.put(None, self._delay())

    def drop(self) -> None:
        """The server is no more."""
        self.cut()
