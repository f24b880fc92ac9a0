"""One server after the other on one database, each ended in its way while a crowd plays, and what must hold in the end."""

import asyncio
import signal
import subprocess
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import count
from random import Random
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from server import postgres
from server.harness import PATIENCE, Place, in_a_loop, program
from server.kills.crowd import Street, Table
from server.kills.mortal import FINISHED, PROGRAM
from server.simulation import network, plan
from server.simulation.checks import Truth
from server.simulation.life import Gone

Way = Literal["kill", "before", "in", "after", "stop", "finish", "database", "cut"]
"""How a life ends: killed at any moment; killed `before`, `in` or `after` a commit; told to stop (SIGTERM) at any moment, or in a commit
(`finish`). Before it is killed, PostgreSQL is killed and started again (`database`), or all connections to it are cut (`cut`)."""
AT_COMMIT: Final = ("before", "in", "after", "finish")
PEACEFUL: Final = ("stop", "finish")

CLIENTS: Final = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
KINDS: Final = ("counting", "casters", "oldworld", "casters", "counting", "casters")
"""What is played at the tables, in turn."""
LATE: Final = "timeout graceful shutdown exceeded"
"""What a server says that was told to stop, before it lets fall whoever waits for a disk that is slow."""
RESTARTS: Final = 1012
ENOUGH: Final = 240.0
"""Seconds in which whatever is still due comes to pass ..."""
LOST: Final = 10.0
"""... and where a fault is planted, with which it may never do so."""


class End(Struct, frozen=True):
    """Of a life: how, and after how many acknowledgements (at a commit: after how many commits)."""

    way: Way
    after: int


class Night(Struct, frozen=True):
    """What is played: so many tables from the plans of a seed, and how each life ends."""

    seed: int
    tables: int
    ends: Sequence[End]
    bots: bool = False
    """Whether bots sit there too."""
    fault: str = ""
    """That is planted in the server."""


class Outcome(Struct):
    """What became of it."""

    violations: list[str]
    kills: int
    restarts: int
    """Of PostgreSQL."""
    stops: int
    acked: int
    changes: int


def drawn(seed: int, tables: int, ways: Sequence[Way], acks: int) -> Night:
    """A night with a life for each of these ways, each of so many acknowledgements or a few more; a commit writes several actions."""
    chance = Random(f"night {seed}")
    lengths = [acks // 8 if way in AT_COMMIT else acks for way in ways]
    return Night(seed, tables, [End(way, chance.randint(n, n * 5 // 4)) for way, n in zip(ways, lengths, strict=True)])


def played(night: Night, database: Place, cluster: postgres.Cluster | None = None, told: Callable[[str], None] | None = None) -> Outcome:
    """Play it."""
    return in_a_loop(_Lives(night, database, cluster, told).run())


class _Lives:
    def __init__(self, night: Night, database: Place, cluster: postgres.Cluster | None, told: Callable[[str], None] | None) -> None:
        self._night = night
        self._database = database
        self._cluster = cluster
        self._chance = Random(f"lives {night.seed}")
        self._street = Street()
        self._note = told or (lambda _line: None)
        self._enough = LOST if night.fault else ENOUGH
        self._tables: list[Table] = []
        self._left: set[Table] = set()  # the games at them are over, and everybody has gone home
        self._tasks: list[asyncio.Task[None]] = []
        self._stack = ExitStack()
        self._storm = True
        self._said: asyncio.Future[list[str]]
        self._wrong: list[str] = []

    async def run(self) -> Outcome:
        """One life after the other, and one in which nothing goes wrong."""
        with self._stack:
            try:
                for end in self._night.ends:
                    await self._live(end)
                await self._calm()
            except TimeoutError as problem:
                where = "".join(traceback.format_tb(problem.__traceback__))
                self._wrong.append(f"nothing goes on any more: {where}")
            await self._street.web.aclose()
            for task in self._tasks:
                task.cancel()
            for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    self._wrong.append(repr(ended))
        return self._checked()

    # ---- lives
    async def _live(self, end: End) -> None:
        server = await self._start(end)
        async with asyncio.timeout(ENOUGH):
            if end.way in AT_COMMIT:
                await asyncio.to_thread(server.wait, ENOUGH)
            else:
                await self._street.until(end.after)
                await asyncio.sleep(self._chance.random() * 0.02)  # any moment
        if end.way in ("database", "cut"):
            await asyncio.to_thread(self._trouble, end.way)
            async with asyncio.timeout(ENOUGH):
                await self._street.until(end.after)
        await self._end(server, end.way)

    async def _start(self, end: End | None) -> subprocess.Popen[str]:
        ends = f"{end.way} {end.after}" if end is not None and end.way in AT_COMMIT else ""
        lent = program(self._database, text=PROGRAM, ENDS=ends, FAULT=self._night.fault, RUINOUS_STAND_IN="random", RUINOUS_BOT_WORKERS="1")
        server, self._street.address = await asyncio.to_thread(self._stack.enter_context, lent)
        self._said = asyncio.gather(*(asyncio.to_thread(pipe.read) for pipe in (server.stdout, server.stderr) if pipe is not None))
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._sit(number)) for number in range(self._night.tables)]
        return server

    async def _sit(self, number: int) -> None:
        """Play at one table after the other, as long as the storm lasts."""
        for game in count():
            table = Table(_planned(self._night, number + game * self._night.tables), self._street, self._note)
            try:
                await table.sit_down()
            except Gone:
                continue  # it was not to be
            self._tables.append(table)
            table.storm = self._storm
            pages = [asyncio.create_task(page.run()) for page in table.pages]
            self._tasks += pages
            while not table.over():
                await asyncio.sleep(0.05)
            if not self._storm:
                return
            self._left.add(table)
            for page in pages:
                page.cancel()
            table.go_home()

    def _trouble(self, way: Way) -> None:
        """Something happens to PostgreSQL."""
        assert self._cluster is not None
        if way == "database":
            self._cluster.stop()
            self._cluster.start()
        else:
            self._cluster.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + CLIENTS)

    async def _end(self, server: subprocess.Popen[str], way: Way) -> None:
        """End the server in this way; what it has said until then is looked through."""
        self._note(f"the end: {way}")
        if way not in AT_COMMIT:
            self._street.codes.clear()
            server.send_signal(signal.SIGTERM if way in PEACEFUL else signal.SIGKILL)
        code = await asyncio.to_thread(server.wait, PATIENCE)
        said, complaints = await self._said
        await self._until(lambda: not self._street.open)
        if code != (0 if way in PEACEFUL else -signal.SIGKILL):
            self._wrong.append(f"{way}: the server ended with {code}")
        if "Traceback" in complaints.partition(LATE)[0]:
            self._wrong.append(f"{way}: the server said {complaints}")
        if way == "finish" and FINISHED not in said:
            self._wrong.append("a commit was under way when the server was told to stop, and was not finished")
        codes = Counter(self._street.codes)
        if way in PEACEFUL and (RESTARTS not in codes or (way == "stop" and len(codes) > 1)):  # some may have been cut before it stopped
            self._wrong.append(f"{way}: sockets were closed with {codes}")
        self._street.codes.clear()

    async def _calm(self) -> None:
        """Nothing goes wrong any more: each game goes on, then everybody is answered and sees how it stands."""
        server = await self._start(None)
        self._storm = False
        present = [table for table in self._tables if table not in self._left]
        for table in present:
            table.storm = False
        for table, stood in [(table, table.progress()) for table in present]:
            await self._until(lambda table=table, stood=stood: table.over() or table.progress() > stood)  # type: ignore[misc]
        present = [table for table in self._tables if table not in self._left]
        for table in present:
            table.quiet = True
        for table in present:
            await self._until(lambda table=table: table.answered() and table.up_to_date(Truth(self._database, table.table)))  # type: ignore[misc]
        await self._end(server, "stop")

    async def _until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(self._enough):
            while not so():
                await asyncio.sleep(0.1)

    # ---- what came of it
    def _checked(self) -> Outcome:
        found, changes = list(self._wrong), 0
        for table in self._tables:
            truth = Truth(self._database, table.table)
            changes += len(truth.rows)
            found += [f"{table.table} ({table.plan.game}): {what}" for what in table.violations(truth)]
        ways = [end.way for end in self._night.ends]
        kills, stops = sum(way not in PEACEFUL for way in ways), sum(way in PEACEFUL for way in ways)
        return Outcome(found, kills, ways.count("database"), stops, sum(table.acked() for table in self._tables), changes)


def _planned(night: Night, number: int) -> plan.Plan:
    """The plan of a table; the net is this machine's."""
    kind = KINDS[number % len(KINDS)]
    wanted = next(one for one in map(plan.drawn, count(10_000 * night.seed + 20 * number)) if one.game == kind)
    if not night.bots:
        wanted = replace(wanted, people=4 if wanted.game == "oldworld" else 2)
    return replace(wanted, net=network.CALM, pages=1, pace=0)
