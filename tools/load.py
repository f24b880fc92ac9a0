"""Many tables at once: how long moves take, what they cost, and that nothing goes wrong.

    python tools/load.py [--tables 200] [--watchers 2] [--rate 25] [--seconds 20] [--database FILE|postgresql://...] [--workers 1]

At each table one socket plays the Old World at random against quick bots, and the others watch. Moves are played at the rate asked
for over all tables, from when each table waits for its first one; bots answer each with some three of their own. Prints one JSON document;
ends with 1 when anything was refused, lost or closed. `actions` are the moves of people and bots together, `server_cpu_s` and what is
made of it is the server's processor time without that of the bots.
"""

import argparse
import asyncio
import json
import math
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import ruinous

VERSION = re.compile(r'^\{"type":"state","version":(\d+)')
HELLO = json.dumps({"type": "hello", "protocol": 1, "version": -1})


class Load:
    """What was measured so far, in seconds, and what went wrong."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.others: list[float] = []
        self.late: list[float] = []  # how long after it should have been played a move was played: a client that cannot keep up
        self.errors: list[str] = []
        self.actions = 0
        self.server = self.bots = 0.0  # seconds of processor time
        self.begun = asyncio.Event()
        self.until = math.inf


class Table:
    """One table with its sockets."""

    def __init__(self, load: Load, number: int, address: str) -> None:
        self._load = load
        self._address = address
        self._chance = random.Random(number)
        self._number = number
        self._sent: dict[int, float] = {}  # when the move was sent that leads beyond this version
        self.sockets: list[ClientConnection] = []
        self.version = 0
        self.acting: dict[str, float] = {}  # when a move was sent that is not answered yet
        self.ready = asyncio.Event()

    async def open(self, stack: AsyncExitStack, watchers: int) -> None:
        """Make the table and sit down."""
        order = {
            "game": "oldworld",
            "seat": "khorne",
            "bots": dict.fromkeys(("nurgle", "tzeentch", "slaanesh"), "random"),
            "seed": self._number,
        }
        request = urllib.request.Request(f"http://{self._address}/api/tables", json.dumps(order).encode())

        def ask() -> tuple[str, str]:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["table"], answer.headers["Set-Cookie"].split(";")[0]

        table, cookie = await asyncio.to_thread(ask)
        for headers in ({"Cookie": cookie}, *({} for _ in range(watchers))):
            where = f"ws://{self._address}/api/tables/{table}/ws"
            # Compression costs the client more than everything else, and a client is not what is measured here.
            link = connect(where, additional_headers=headers, max_size=None, open_timeout=60, compression=None)
            self.sockets.append(await stack.enter_async_context(link))

    async def run(self, every: float) -> None:
        """Play a move whenever one is due, and watch."""
        await asyncio.gather(self._play(every), *(self._watch(link) for link in self.sockets[1:]))

    async def _play(self, every: float) -> None:
        link, due = self.sockets[0], 0.0
        await link.send(HELLO)
        async for message in self._heard(link):
            if message.startswith('{"type":"ack"'):
                self._load.acks.append(time.perf_counter() - self.acting.pop(json.loads(message)["action_id"]))
            elif message.startswith('{"type":"error"'):
                self._load.errors.append(message)
            elif VERSION.match(message) and '"legal":[]' not in message:
                state: dict[str, Any] = json.loads(message)
                if not due:
                    self.ready.set()
                    await self._load.begun.wait()
                    due = time.perf_counter() + every * self._chance.random()
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if time.perf_counter() >= self._load.until:
                    return
                self._load.late.append(time.perf_counter() - due)
                due = max(due + every, time.perf_counter())
                act = {"type": "act", "action_id": str(uuid.uuid4()), "version": state["version"]}
                self._sent[state["version"]] = self.acting[act["action_id"]] = time.perf_counter()
                await link.send(json.dumps(act | {"action": self._chance.choice(state["legal"])["id"]}))

    async def _watch(self, link: ClientConnection) -> None:
        await link.send(HELLO)
        async for message in self._heard(link):
            if found := VERSION.match(message):
                self.version = int(found[1])
                if (sent := self._sent.get(self.version - 1)) is not None:
                    self._load.others.append(time.perf_counter() - sent)

    async def _heard(self, link: ClientConnection) -> Any:
        try:
            while True:
                yield await link.recv(decode=True)
        except ConnectionClosed as problem:
            if time.perf_counter() < self._load.until:
                self._load.errors.append(f"a socket was closed: {problem}")


async def loaded(address: str, server: int, given: argparse.Namespace) -> Load:
    """Everything at once, for as long as asked."""
    load = Load()
    tables = [Table(load, number, address) for number in range(given.tables)]
    async with AsyncExitStack() as stack:
        for table in tables:
            await table.open(stack, given.watchers)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(table.run(given.tables / given.rate)) for table in tables]
            for table in tables:
                await table.ready.wait()
            before, quiet = {pid: seconds(pid) for pid in family(server)}, sum(table.version for table in tables)
            load.until = time.perf_counter() + given.seconds
            load.begun.set()
            await asyncio.sleep(given.seconds + 2)  # a move may take two seconds
            for task in tasks:
                task.cancel()
        load.errors += [f"{len(table.acting)} moves were never answered" for table in tables if table.acting]
        for pid in family(server):
            spent = seconds(pid) - before.get(pid, 0.0)
            if "ruinous.server.worker" in Path(f"/proc/{pid}/cmdline").read_text():
                load.bots += spent
            else:
                load.server += spent
        load.actions = sum(table.version for table in tables) - quiet
    return load


def family(process: int) -> list[int]:
    """A process and all that it and they have started (Linux)."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(pid for child in children for pid in family(int(child)))]


def seconds(process: int) -> float:
    """What a process has used of a processor's time."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """The most memory that a process has had."""
    return int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0]) / 1024


def milliseconds(times: Sequence[float]) -> dict[str, float]:
    """The middle, p95 and p99, of seconds."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {"p50": round(cuts[49] * 1000, 1), "p95": round(cuts[94] * 1000, 1), "p99": round(cuts[98] * 1000, 1)}


def main() -> int:
    """Measure, and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=25, help="moves of people a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", help="a file, by default a new one, or the address of a PostgreSQL database")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"{folder}/games.sqlite3"
        command = [sys.executable, "-m", "ruinous", "serve", "--port", "0", "--database", database, "--workers", str(given.workers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split("//")[1].split("/")[0]
            try:
                load = asyncio.run(loaded(address, server.pid, given))
                memory = sum(map(megabytes, family(server.pid)))
            finally:
                server.send_signal(signal.SIGTERM)
        if server.returncode != 0:
            load.errors.append(f"the server ended with {server.returncode}")
    found = {
        "compiled": ruinous.compiled(),
        "tables": given.tables,
        "sockets": given.tables * (given.watchers + 1),
        "seconds": given.seconds,
    }
    found |= {
        "moves": len(load.acks),
        "actions": load.actions,
        "errors": len(load.errors),
        "ack_ms": milliseconds(load.acks),
        "others_ms": milliseconds(load.others),
    }
    found |= {"client_late_ms": milliseconds(load.late), "server_mb": round(memory)}
    found |= {"server_cpu_s": round(load.server, 2), "server_cpu_ms_for_an_action": round(load.server / load.actions * 1000, 2)}
    found |= {"bots_cpu_s": round(load.bots, 2)}
    print(json.dumps(found))
    for error in load.errors[:10]:
        print(error, file=sys.stderr)
    return 1 if load.errors else 0


if __name__ == "__main__":
    sys.exit(main())
