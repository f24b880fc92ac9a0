"""How fast a move reaches the other seats, against a bare Starlette echo of the same size in the same run.

    python tools/latency.py [--moves 500] [--watchers 3] [--database FILE|postgresql://...]

Two servers run beside each other with the same settings of uvicorn: Ruinous, and an application of a few lines that sends to
each socket as many bytes as it is asked for. Moves and echoes take turns: one move of the Old World, from the frame that plays it
to the moment when the last of the other sockets has the new state, and an echo of that size to as many. Ruinous shows nobody a
move that is not on the disk yet, and waiting for a disk can take longer than all the rest: `kept` is an echo that writes a row of
300 bytes to an SQLite file of its own, just as durably, before it answers.
"""

import argparse
import asyncio
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

import ruinous

PAYLOAD = json.dumps([{"id": n, "text": f"summon cultist {n}", "kind": "summon", "cost": n % 4, "from": "reserve"} for n in range(2000)])
"""What the yardstick sends the beginning of: JSON like that of a game, so that it can be compressed like it."""


def bare(file: str) -> Starlette:
    """The yardstick: a number comes in, as many bytes go to everybody; a number below 0 is kept before it is answered."""
    everybody: set[WebSocket] = set()
    kept = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    kept.execute("PRAGMA journal_mode = wal")
    kept.execute("PRAGMA synchronous = 2")
    kept.execute("CREATE TABLE kept (text)")

    async def answer(socket: WebSocket) -> None:
        await socket.accept()
        everybody.add(socket)
        try:
            while True:
                size = int(await socket.receive_text())
                if size < 0:
                    await asyncio.to_thread(kept.execute, "INSERT INTO kept VALUES (?)", (PAYLOAD[:300],))
                for other in everybody:
                    await other.send_text(PAYLOAD[: abs(size)])
        except WebSocketDisconnect:
            everybody.remove(socket)

    return Starlette(routes=[WebSocketRoute("/ws", answer)])


@contextmanager
def served(*command: str, **environ: str) -> Iterator[str]:
    """A server as a process; its address."""
    child = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env={**os.environ, **environ})
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
        yield line.split("//")[1].split("/")[0]
    finally:
        child.terminate()
        child.wait()


class Ear:
    """One socket, and the last state that it was sent."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.state: dict[str, Any] = {"version": -1}

    async def next(self) -> tuple[str, float]:
        """The next state as it came, and when; what else comes is let pass."""
        while True:
            text = await self.link.recv(decode=True)
            came = time.perf_counter()
            if '"type":"state"' in text[:20]:
                return text, came
            if '"type":"error"' in text[:20]:
                raise SystemExit(text)

    async def until(self, version: int) -> dict[str, Any]:
        """Listen until this version, or a later one, has come."""
        while self.state["version"] < version:
            self.state = json.loads((await self.next())[0])
        return self.state


async def move(actor: Ear, others: Sequence[Ear], chance: random.Random) -> tuple[float, int] | None:
    """Seconds until the others have a move of ours, and the size of what they get; None once the game is over."""
    while not actor.state["legal"]:
        if actor.state["table"]["over"]:
            return None
        await actor.until(actor.state["version"] + 1)
    version = actor.state["version"]
    for other in others:
        await other.until(version)
    action = chance.choice(actor.state["legal"])["id"]
    frame = json.dumps({"type": "act", "action_id": str(uuid.uuid4()), "version": version, "action": action})
    began = time.perf_counter()
    await actor.link.send(frame)
    heard = await asyncio.gather(*(other.next() for other in others))
    for other, (text, _) in zip(others, heard, strict=True):
        other.state = json.loads(text)
    await actor.until(version + 1)
    return max(came for _, came in heard) - began, len(heard[0][0])


async def answered(links: Sequence[ClientConnection], size: int) -> float:
    """Seconds until all others have so many bytes from the yardstick."""
    began = time.perf_counter()
    await links[0].send(str(size))

    async def come(link: ClientConnection) -> float:
        await link.recv(decode=True)
        return time.perf_counter()

    _, *others = await asyncio.gather(*map(come, links))
    return max(others) - began


def make_table(address: str, seed: int) -> tuple[str, str]:
    """A table of ours against quick bots, and the cookie that opens it."""
    order = {"game": "oldworld", "seat": "khorne", "bots": dict.fromkeys(("nurgle", "tzeentch", "slaanesh"), "random"), "seed": seed}
    request = urllib.request.Request(f"http://{address}/api/tables", json.dumps(order).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["table"], answer.headers["Set-Cookie"].split(";")[0]


async def measured(real: str, yardstick: str, moves: int, watchers: int) -> dict[str, Any]:
    """Play games until there have been so many moves, each followed by an echo."""
    chance = random.Random(1)
    took: list[float] = []
    echoed: list[float] = []
    kept: list[float] = []
    sizes: list[int] = []
    for game in range(1000):
        async with AsyncExitStack() as stack:
            table, cookie = make_table(real, game)
            where = f"ws://{real}/api/tables/{table}/ws"
            actor = Ear(await stack.enter_async_context(connect(where, additional_headers={"Cookie": cookie}, max_size=None)))
            others = [Ear(await stack.enter_async_context(connect(where, max_size=None))) for _ in range(watchers)]
            links = [await stack.enter_async_context(connect(f"ws://{yardstick}/ws", max_size=None)) for _ in range(watchers + 1)]
            for ear in (actor, *others):
                await ear.link.send(json.dumps({"type": "hello", "protocol": 1, "version": -1}))
                await ear.until(0)
            await actor.link.send(json.dumps({"type": "pace", "ms": 0}))
            while len(took) < moves and (done := await move(actor, others, chance)):
                took.append(done[0])
                sizes.append(done[1])
                echoed.append(await answered(links, done[1]))
                kept.append(await answered(links, -done[1]))
        if len(took) >= moves:
            break
    found = {"move": figures(took), "echo": figures(echoed), "kept": figures(kept)}
    ratios = {f"to_{name}": {cut: round(found["move"][cut] / found[name][cut], 2) for cut in found[name]} for name in ("echo", "kept")}
    return {"moves": len(took), "bytes": round(statistics.fmean(sizes)), "milliseconds": found, "ratio": ratios}


def figures(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds at the middle, at p95 and at p99."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50": round(cuts[49] * 1000, 3), "p95": round(cuts[94] * 1000, 3), "p99": round(cuts[98] * 1000, 3)}


def main() -> None:
    """Measure, and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--watchers", type=int, default=3)
    parser.add_argument("--database", help="a file, by default a new one, or the address of an empty PostgreSQL database")
    parser.add_argument("--echo", metavar="FILE", help=argparse.SUPPRESS)  # what the program starts for itself
    given = parser.parse_args()
    if given.echo:
        config = uvicorn.Config(bare(given.echo), ws="websockets-sansio", log_level="warning")
        listener = config.bind_socket()
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        uvicorn.Server(config).run(sockets=[listener])
        return
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"{folder}/games.sqlite3"
        ours = ("-m", "ruinous", "serve", "--port", "0", "--database", database)
        with served(*ours) as real, served(__file__, "--echo", f"{folder}/kept.sqlite3") as yardstick:
            found = asyncio.run(measured(real, yardstick, given.moves, given.watchers))
    print(json.dumps({"compiled": ruinous.compiled(), "watchers": given.watchers} | found))


if __name__ == "__main__":
    main()
