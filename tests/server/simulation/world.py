"""A world from its beginning to its end."""

import asyncio
import gc
import hashlib
import itertools
import logging
import secrets
import sys
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import aiosqlite.core
from msgspec import Struct

from ruinous.server import bots, clock, database, session, store, timekeeper, worker
from ruinous.server.lock import FileLock
from ruinous.server.settings import Settings
from ruinous.server.showing import Watcher
from server.harness import apart
from server.simulation import checks, engines, library, life, lobby, network, places, plan, threads
from server.simulation.company import Company
from server.simulation.guests import Crowd
from server.simulation.life import Gone, Life
from server.simulation.loop import Stuck, VirtualLoop
from server.simulation.people import Page
from server.simulation.plan import Plan
from server.simulation.switchboard import Switchboard

MORNING: Final = 1_800_000_000.0
"""What the clock on the wall shows when a world begins, in seconds since 1970."""
LONG: Final = 400.0
"""Seconds in which whatever is still due comes to pass."""


class Outcome(Struct, frozen=True):
    """What became of a world. `trace` is the hash of all that was sent and shown, with the moments, and of the log in the end."""

    plan: Plan
    trace: str
    violations: list[str]
    changes: int
    acked: int
    deaths: int
    steps: int
    seconds: float


class NoLock:
    """In the place of the lock on an SQLite file, where it stands for a PostgreSQL database."""

    def __init__(self, _path: Path) -> None:
        pass

    def release(self) -> None:
        """Let others have it, as they do anyway."""


class World(Company):
    """One table, those who play at it, and the server, one life after the other."""

    def __init__(self, wanted: Plan, folder: Path) -> None:
        super().__init__(wanted)
        self.database = folder / "games.sqlite3"
        self.database.write_bytes(places.empty_database())
        self.loop = VirtualLoop()
        self.loop.set_task_factory(life.task_of)
        self.trace = hashlib.sha256()
        self.told: list[str] | None = None
        self.board = Switchboard(Random(f"switchboard {wanted.seed}"), lambda: self.net)
        self.crowd = Crowd(self)
        self.lives: list[Life | None] = [None] * wanted.processes
        self.deaths = 0
        self.steps = 0
        self._again = wanted.guests > 0 and wanted.begins is not None  # near the end of the game
        self._broken = asyncio.Event()
        self._links: list[network.Link] = []
        self._deaths = iter(wanted.deaths)
        self.begun = asyncio.Event()
        pace = {"pace": wanted.pace, "bot_workers": 1, "bot_seconds": 3.0, "stand_in": "random"}
        self._settings = Settings(database=str(self.database), **pace)  # type: ignore[arg-type]

    # ---- what everybody here uses
    def now(self) -> float:
        """Seconds since the beginning."""
        return self.loop.time()

    def note(self, line: str) -> None:
        """Keep it in the trace."""
        line = f"{self.now():.6f} {line}"
        self.trace.update(line.encode() + b"\n")
        if self.told is not None:
            self.told.append(line)

    def link(self, page: Page) -> network.Link:
        """A socket for a page. Raises Gone."""
        link = self._door().link(self.table, page.cookies, Random(self.chance.random()), self.net)
        self._links.append(link)
        return link

    async def ask(self, method: str, path: str, cookies: dict[str, str], body: Any = None) -> tuple[int, Any]:
        """One request. Raises Gone."""
        await asyncio.sleep(self.chance.uniform(0.001, self.plan.net.delay))
        return await self._door().ask(method, path, cookies, body)

    @property
    def net(self) -> network.Habits:
        """How the net is now."""
        return self.plan.net if self.storm else network.CALM

    def _door(self) -> Life:
        """One of the processes that serve. Raises Gone."""
        doors = [each for each in self.lives if each is not None and each.open]
        if not doors:
            raise Gone
        return self.chance.choice(doors)

    def fail(self, what: str) -> None:
        """A promise is broken: this world has seen enough."""
        super().fail(what)
        self._broken.set()

    async def think(self, question: worker.Ask, chance: Random) -> worker.Answer:
        """What a bot's process answers, after a while."""
        await asyncio.sleep(chance.uniform(0, 0.2))
        if self.storm and chance.random() < self.plan.bots_fail:
            if chance.random() < 0.5:
                raise EOFError
            await asyncio.sleep(3600)
        return worker._answer(library, library, question)

    # ---- the server
    async def serve(self, place: int = 0) -> None:
        """One life after the other, until cancelled."""
        while True:
            served = Life(self._settings, Random(self.chance.random()), self.fail, self.board if self.plan.processes > 1 else None)
            self.lives[place] = served
            if self.storm:
                served.storm(self.plan.disk, next(self._deaths, None))
            try:
                await served.start()
                self.note(f"server {place} is there")
                self.begun.set()
            except Gone:
                pass
            await served.ended.wait()
            self.note(f"server {place} is gone")
            self.deaths += 1
            self.steps += served.steps
            self.lives[place] = None
            await asyncio.sleep(self.chance.uniform(0.1, self.plan.down))

    @property
    def life(self) -> Life | None:
        """The first process, if it is there."""
        return self.lives[0]

    def _all_open(self) -> bool:
        return all(each is not None and each.open for each in self.lives)

    async def _restart(self) -> None:
        """Stop the server in peace now and then."""
        while self.storm:
            await asyncio.sleep(self.chance.uniform(2, 20))
            one = self.chance.choice(self.lives)
            if one is not None and one.open and self.storm:
                await one.stop()

    # ---- the order of things
    async def run(self) -> None:
        """From the beginning to the end, or to the first promise that is broken."""
        whole, broken = asyncio.create_task(self._run()), asyncio.create_task(self._broken.wait())
        await asyncio.wait({whole, broken}, return_when=asyncio.FIRST_COMPLETED)
        if whole.done():
            await whole

    async def _run(self) -> None:
        """All of it. Raises TimeoutError where something that is due does not come to pass."""
        serving = [self.do(self.serve(place)) for place in range(self.plan.processes)]
        await self._until(self._all_open)
        await self.sit_down()
        pages = [self.do(page.run()) for page in self.pages]
        await self._in_a_storm(self._played_for_a_while)
        await self._calm()
        if self._again:
            await self._in_a_storm(self.crowd.play_again)
        await self._settle()
        for task in [*pages, *serving]:
            task.cancel()
        await asyncio.gather(*pages, *serving, return_exceptions=True)
        for each in self.lives:
            assert each is not None
            self.steps += each.steps
            await each.stop()

    async def sit_down(self) -> None:
        """Make the table; those who play have come, or will quarrel about the seats."""
        if not self.crowd.guests:
            await super().sit_down()
            return
        await self.crowd.come()
        self.pages += self.crowd.guests
        self.histories += [guest.history for guest in self.crowd.guests]

    def do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on by itself."""

        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (problem := task.exception()) is not None:
                self.fail("".join(traceback.format_exception(problem)))

        task = asyncio.create_task(work)
        task.add_done_callback(ended)
        return task

    async def _in_a_storm(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Things go wrong meanwhile."""
        self.storm = True
        for each in self.lives:
            if each is not None:
                each.storm(self.plan.disk, next(self._deaths, None))
        restarting = self.do(self._restart()) if self.plan.restarts else None
        async with asyncio.timeout(LONG):
            await deed()
        self.storm = False
        if restarting is not None:
            await restarting
        for link in self._links:
            link.habits = network.CALM
        for each in self.lives:
            if each is not None:
                each.calm()

    async def _played_for_a_while(self) -> None:
        """So many changes to the log happen, or the game ends, or time is up."""
        await self.crowd.quarrel()
        end = self.now() + 150
        while self.progress() < self.plan.storm and self.now() < end and not self.over():
            await asyncio.sleep(0.5)

    async def _calm(self) -> None:
        """Nothing goes wrong any more: the game goes on, to its end where guests want to play again."""
        self.note("calm")
        goal = 1000 if self._again else self.progress() + self.plan.calm
        await self._until(lambda: (self.progress() >= goal or self.over()) and all(guest.awake for guest in self.crowd.guests))

    async def _settle(self) -> None:
        """Nobody does anything more: everybody is answered, and comes to see how it stands."""
        self.note("quiet")
        self.quiet = True
        await self._until(self._settled)

    async def _until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONG):
            while not so():
                await asyncio.sleep(1)

    def _settled(self) -> bool:
        if not self._all_open() or not self.answered() or not self.crowd.settled(lobby.kept(self.database)):
            return False
        truth = checks.Truth(self.database, self.table)
        if truth.over and truth.settles and not truth.settled:
            return False
        return self.up_to_date(truth)


def played(seed: int, told: list[str] | None = None) -> Outcome:
    """Play the world of this seed; `told` gets all that happens in it."""
    return play(plan.drawn(seed), told)


def play(wanted: Plan, told: list[str] | None = None) -> Outcome:
    """Play a world."""
    with places.folder() as folder, _uncollected():
        world = World(wanted, folder)
        world.told = told
        lived(world)
        truth = checks.Truth(world.database, world.table)
        tables = lobby.kept(world.database)
        found = [*world.violations(truth), *world.crowd.violations(tables)]
        world.note(f"{truth.rows} {truth.chat} {tables}")
        return Outcome(wanted, world.trace.hexdigest(), found, len(truth.rows), world.acked(), world.deaths, world.steps, world.now())


def lived(world: World) -> None:
    """Let a world go from its beginning to its end, apart from a loop that a browser test has left running."""
    apart(lambda: _live(world))


def _live(world: World) -> None:
    with _of_its_own(world), _watched(world):
        try:
            world.loop.run_until_complete(world.run())
        except (TimeoutError, Stuck) as problem:
            where = "the storm" if world.storm else "the quiet" if world.quiet else "the calm"
            world.fail(f"nothing goes on any more, in {where}: {problem!r}")
        finally:
            _end(world.loop)


@contextmanager
def _uncollected() -> Iterator[None]:
    """When the garbage collector comes is no part of a world, and it would come often."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _end(loop: VirtualLoop) -> None:
    """Let go of everything that is still under way."""

    async def end() -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    loop.run_until_complete(end())
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@contextmanager
def _of_its_own(world: World) -> Iterator[None]:
    """Time, chance and threads are the world's."""
    chance = Random(f"secrets {world.plan.seed}")
    numbers = itertools.count()

    class Numbered(Watcher):
        """A watcher whose place in a set does not depend on where it lies in memory."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self._number = next(numbers)

        def __hash__(self) -> int:
            return self._number

    class Wall:
        """The clock on the wall."""

        @staticmethod
        def time_ns() -> int:
            return int((MORNING + world.now()) * 1e9)

    class Bots:
        """In the place of a process in which bots think."""

        def __init__(self, _setup: worker.Setup) -> None:
            pass

        async def ask(self, question: worker.Ask) -> worker.Answer:
            return await world.think(question, chance)

        async def stop(self) -> None:
            pass

    paces = {name: clock.Pace(15_000, 1_000, 15_000) for name in clock.PACES}
    with ExitStack() as stack:
        for place, name, own in (
            (secrets, "token_bytes", chance.randbytes),
            (secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
            (secrets, "token_urlsafe", lambda size: chance.randbytes(size).hex()[: size * 4 // 3]),
            (secrets, "randbits", chance.getrandbits),
            (store, "time", Wall),
            (timekeeper, "TICK", 5.0 if world.plan.clock else 20.0),
            (aiosqlite.core, "Connection", threads.Connection),
            (bots, "_Process", Bots),
            (session, "Watcher", Numbered),
            (secrets, "randbelow", chance.randrange),
            (database, "connected", nullcontext),  # it is of the newest form
            (database, "_set_up", lambda _connection: "world"),
            (database, "FileLock", NoLock if world.plan.processes > 1 else FileLock),
        ):
            stack.enter_context(patch.object(place, name, own))
        stack.enter_context(patch.dict(clock.PACES, paces))
        stack.enter_context(patch.dict(sys.modules, psycopg=world.board.driver()))
        stack.enter_context(engines.kept())
        yield


@contextmanager
def _watched(world: World) -> Iterator[None]:
    """A server that logs a traceback has broken, unless it is dead."""

    class Watch(logging.Handler):
        def emit(self, entry: logging.LogRecord) -> None:
            alive = life.current.get(None)
            if entry.exc_info and alive is not None and alive.alive:
                text = "".join(traceback.format_exception(*entry.exc_info))
                world.fail(f"the server logged {entry.getMessage()}: {text}")

    loggers = [logging.getLogger(name) for name in ("ruinous", "asyncio", "sqlalchemy")]
    watch = Watch()
    with ExitStack() as stack:
        for logger in loggers:
            stack.enter_context(patch.object(logger, "handlers", [watch]))
            stack.enter_context(patch.object(logger, "propagate", False))
        yield
