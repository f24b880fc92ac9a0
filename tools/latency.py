"""How fast a move reaches the other seats, against bare Starlette echoes of the same size in the same run.

    python tools/latency.py [--rounds 7] [--moves 200] [--watchers 3] [--database FILE|postgresql://...] [--most 1.5]

Two servers run beside each other with the same settings of uvicorn: Ruinous, and an application of a few lines that sends to each
socket as many bytes as it is asked for. Moves and echoes take turns: one move of the Old World, from the frame that plays it to the
moment when the last of the other sockets has the new state, and two echoes of that size to as many, in any order. Ruinous shows
nobody a move that is not on the disk yet, and waiting for a disk can take longer than all the rest. So the yardstick is `kept`: an
echo that first writes one row of 300 bytes, just as durably, to a file beside the database of Ruinous or to a table in its PostgreSQL
database; `echo` keeps nothing.

Each round gives a ratio of p99 to p99; the middle one of all rounds counts, because one slow wait for a busy disk spoils a round.
Prints one JSON document; ends with 1 when a move takes more than `--most` times as long as an echo that is kept.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

import ruinous

PAYLOAD = json.dumps([{"id": n, "text": f"summon cultist {n}", "kind": "summon", "cost": n % 4, "from": "reserve"} for n in range(2000)])
"""What the yardstick sends the beginning of: JSON like that of a game, so that it can be compressed like it."""


Keep = Callable[[], Awaitable[object]]
"""Writes one row and returns when it is on the disk."""


async def keeper(where: str) -> Keep:
    """What keeps rows in an SQLite file or a PostgreSQL database, as bare as can be."""
    row = PAYLOAD[:300]
    if "://" in where:
        import psycopg

        server = await psycopg.AsyncConnection.connect(where, autocommit=True, options="-c synchronous_commit=on")
        await server.execute("DROP TABLE IF EXISTS latency_kept; CREATE TABLE latency_kept (row text)")
        return lambda: server.execute("INSERT INTO latency_kept VALUES (%s)", (row,))
    file = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
    file.execute("PRAGMA journal_mode = wal")
    file.execute("PRAGMA synchronous = 2")
    file.execute("CREATE TABLE kept (row text)")
    return lambda: asyncio.to_thread(file.execute, "INSERT INTO kept VALUES (?)", (row,))


def bare(where: str) -> Starlette:
    """The yardstick: a number comes in, as many bytes go to everybody; a number below 0 is kept before it is answered."""
    everybody: set[WebSocket] = set()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.keep = await keeper(where)
        yield

    async def answer(socket: WebSocket) -> None:
        await socket.accept()
        everybody.add(socket)
        try:
            while True:
                size = int(await socket.receive_text())
                if size < 0:
                    await socket.app.state.keep()
                for other in everybody:
                    await other.send_text(PAYLOAD[: abs(size)])
        except WebSocketDisconnect:
            everybody.remove(socket)

    return Starlette(routes=[WebSocketRoute("/ws", answer)], lifespan=lifespan)


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


async def our_turn(actor: Ear, others: Sequence[Ear]) -> bool:
    """Wait until it is our move, and everybody has heard of it; False once the game is over."""
    while not actor.state["legal"]:
        if actor.state["table"]["over"]:
            return False
        await actor.until(actor.state["version"] + 1)
    for other in others:
        await other.until(actor.state["version"])
    return True


async def move(actor: Ear, others: Sequence[Ear], chance: random.Random) -> tuple[float, int]:
    """Seconds until the others have a move of ours, and the size of what they get."""
    version = actor.state["version"]
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


Took = dict[str, list[float]]
"""Seconds by what took so long: move, echo or kept."""


async def measured(real: str, yardstick: str, rounds: int, moves: int, watchers: int) -> tuple[list[Took], float]:
    """Play games until there have been so many rounds of moves, each followed by its echoes; and the mean size of a state."""
    chance = random.Random(1)
    took: list[Took] = [{"move": [], "echo": [], "kept": []}]
    sizes: list[int] = []
    for game in itertools.count():
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
            size = 1000
            while await our_turn(actor, others):
                for what in random.Random(len(sizes)).sample(
                    ("move", "echo", "kept"), 3
                ):  # whatever follows another finds it warm, or in its way
                    if what == "move":
                        seconds, size = await move(actor, others, chance)
                        sizes.append(size)
                    else:
                        seconds = await answered(links, size if what == "echo" else -size)
                    took[-1][what].append(seconds)
                if len(took[-1]["move"]) == moves:
                    if len(took) == rounds:
                        return took, statistics.fmean(sizes)
                    took.append({"move": [], "echo": [], "kept": []})
    raise AssertionError("there is always another game")


CUTS = {"p50": 49, "p95": 94, "p99": 98}


def figures(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds at the middle, at p95 and at p99."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {name: round(cuts[cut] * 1000, 3) for name, cut in CUTS.items()}


def summed_up(took: Sequence[Took]) -> dict[str, Any]:
    """What all rounds took together, and the ratios of a move to each echo: the middle one of the rounds, and (p99) all of them."""
    together = {name: figures([one for each in took for one in each[name]]) for name in took[0]}
    rounds = [{name: figures(each[name]) for name in each} for each in took]
    ratios = {
        f"to_{name}": {cut: round(statistics.median(each["move"][cut] / each[name][cut] for each in rounds), 2) for cut in CUTS}
        | {"rounds": sorted(round(each["move"]["p99"] / each[name]["p99"], 2) for each in rounds)}
        for name in ("echo", "kept")
    }
    return {"milliseconds": together, "ratio": ratios}


def main() -> int:
    """Measure, and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--moves", type=int, default=200, help="in each round")
    parser.add_argument("--watchers", type=int, default=3)
    parser.add_argument("--database", help="a file, by default a new one, or the address of an empty PostgreSQL database")
    parser.add_argument("--most", type=float, default=1.5, help="times an echo that is kept, at p99")
    parser.add_argument("--echo", metavar="WHERE", help=argparse.SUPPRESS)  # what the program starts for itself
    given = parser.parse_args()
    if given.echo:
        config = uvicorn.Config(bare(given.echo), ws="websockets-sansio", log_level="warning", lifespan="on")
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as Ruinous does
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        uvicorn.Server(config).run(sockets=[listener])
        return 0
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"{folder}/games.sqlite3"
        ours = ("-m", "ruinous", "serve", "--port", "0", "--database", database)
        kept = database if "://" in database else f"{database}-kept"
        with served(*ours) as real, served(__file__, "--echo", kept) as yardstick:
            took, size = asyncio.run(measured(real, yardstick, given.rounds, given.moves, given.watchers))
    found = summed_up(took)
    told = {"compiled": ruinous.compiled(), "load_before": round(load, 1), "watchers": given.watchers, "bytes": round(size)}
    print(json.dumps(told | {"rounds": given.rounds, "moves": given.moves} | found))
    return 1 if found["ratio"]["to_kept"]["p99"] > given.most else 0


if __name__ == "__main__":
    sys.exit(main())
