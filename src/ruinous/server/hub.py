"""What server processes on one PostgreSQL database tell each other: which table has changed, who has a page of it open, who drives it.

The database itself tells of changes (`TRIGGERS`), once they are on the disk and to all processes but the one that made them. A
notice that is lost does no harm: whoever acts on an old state is refused by the log's number, and looks again.
"""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy.engine import URL

logger = logging.getLogger("ruinous.server")

Heard = Callable[[str | None], None]
"""Is told the name of a table that another process has changed; None: any may have changed."""

Left = Callable[[bytes], None]
"""Is told the hash of a visitor's key that opens nothing any more."""

BEAT: Final = 5.0
"""Seconds between two signs of life; a process that gives none for three of them is taken for dead."""

TRIGGERS: Final = """
CREATE OR REPLACE FUNCTION ruinous_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed text;
BEGIN
    IF TG_TABLE_NAME = 'games' THEN changed := NEW.id; ELSE changed := NEW.game; END IF;
    PERFORM pg_notify('ruinous_changed', current_setting('application_name') || ' ' || changed);
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION ruinous_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('ruinous_left', current_setting('application_name') || ' ' || encode(OLD.secret_hash, 'hex'));
    RETURN NULL;
END $$;
DO $$
DECLARE place text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'ruinous_left') THEN
        CREATE TRIGGER ruinous_left AFTER DELETE ON keys FOR EACH ROW EXECUTE FUNCTION ruinous_left();
    END IF;
    FOREACH place IN ARRAY ARRAY['games', 'seats', 'chat'] LOOP
        IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'ruinous_changed' AND tgrelid = place::regclass) THEN
            EXECUTE 'CREATE TRIGGER ruinous_changed AFTER INSERT OR UPDATE ON ' || place
                || ' FOR EACH ROW EXECUTE FUNCTION ruinous_changed()';
        END IF;
    END LOOP;
END $$;
"""
"""What makes PostgreSQL tell of changes, with the name of the process that made them; done again, it changes nothing."""


class Alone:
    """The only server on its database: there is nobody to hear from."""

    async def start(self, heard: Heard, left: Left) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Listen no more."""

    def sit(self, table: str, people: Collection[str]) -> None:
        """Tell the others who has a page of this table open here."""

    def elsewhere(self, table: str) -> frozenset[str]:
        """The people who have a page of this table open in another process."""
        return frozenset()

    async def drive(self, table: str) -> bool:
        """Take it upon this process to let the bots of a table play; False where another does it."""
        return True

    async def rest(self, table: str) -> None:
        """Leave it to others again."""


class Present(msgspec.Struct, frozen=True, array_like=True):
    """A process says who has a page of a table open there, all people of this table; without a table: that it lives, or asks, or ends."""

    process: str
    table: str = ""
    people: frozenset[str] = frozenset()
    asks: bool = False  # a process that has just come, and knows of nobody
    ends: bool = False


class Hub(Alone):
    """One process among several. `name` is the one that its connections give as `application_name`."""

    def __init__(self, address: URL, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = name
        self._clock = clock
        self._here: dict[str, frozenset[str]] = {}
        self._others: dict[str, dict[str, frozenset[str]]] = {}  # by process and table
        self._alive: dict[str, float] = {}  # when each gave its last sign
        self._voice: Any = None  # the connection that speaks and holds the locks
        self._finding = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard: Heard = lambda _table: None
        self._left: Left = lambda _key: None

    async def start(self, heard: Heard, left: Left) -> None:
        """Begin to listen; returns once nothing can be missed any more."""
        self._heard, self._left = heard, left
        listening = asyncio.Event()
        self._do(self._listen(listening))
        await listening.wait()
        self._do(self._beat())

    async def close(self) -> None:
        """Say goodbye and listen no more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):  # the others find out by themselves
            await self._say(Present(self._name, ends=True))
        if self._voice is not None:
            await self._voice.close()

    def _do(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- who is where
    def sit(self, table: str, people: Collection[str]) -> None:
        """Tell the others who has a page of this table open here."""
        now = frozenset(people)
        if now == self._here.get(table, frozenset()):
            return
        self._here[table] = now
        if not now:
            del self._here[table]
        self._do(self._tell(Present(self._name, table, now)))

    def elsewhere(self, table: str) -> frozenset[str]:
        """The people who have a page of this table open in another process."""
        return frozenset().union(*(tables.get(table, frozenset()) for tables in self._others.values()))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._tell(Present(self._name))
            self.bury()

    def bury(self) -> None:
        """Forget processes that give no sign of life. What they drove is left to whoever hears of it."""
        dead = [process for process, sign in self._alive.items() if self._clock() - sign > 3 * BEAT]
        for process in dead:
            self._forget(process)
        if dead:
            self._heard(None)

    def _forget(self, process: str) -> None:
        self._alive.pop(process, None)
        for table in self._others.pop(process, {}):
            self._heard(table)

    def _note(self, told: Present) -> None:
        if told.process == self._name:
            return
        self._alive[told.process] = self._clock()
        if told.ends:
            self._forget(told.process)
            self._heard(None)
        elif told.asks:
            for table, people in self._here.items():
                self._do(self._tell(Present(self._name, table, people)))
        elif told.table:
            theirs = self._others.setdefault(told.process, {})
            theirs[told.table] = told.people
            if not told.people:
                del theirs[told.table]
            self._heard(told.table)

    # ---- speaking
    async def _tell(self, said: Present) -> None:
        """Say something that the others can do without."""
        with suppress(OSError):
            await self._say(said)

    async def _say(self, said: Present) -> None:
        await self._ask("SELECT pg_notify('ruinous_present', %s)", msgspec.json.encode(said).decode())

    async def _ask(self, question: str, *values: object) -> Any:
        """One answer from the database. Raises OSError when it is not there."""
        import psycopg

        try:
            async with self._finding:
                if self._voice is None or self._voice.closed:
                    self._voice = await psycopg.AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
            found = await (await self._voice.execute(question, values)).fetchone()
        except psycopg.Error as problem:
            raise OSError(str(problem)) from problem
        return found[0] if found else None

    # ---- listening
    async def _listen(self, listening: asyncio.Event) -> None:
        """Listen until cancelled; whenever the line was cut, anything may have happened meanwhile."""
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5) as line:
                    for channel in ("ruinous_changed", "ruinous_left", "ruinous_present"):
                        await line.execute(f"LISTEN {channel}")
                    if listening.is_set():
                        self._heard(None)
                    listening.set()
                    self._do(self._tell(Present(self._name, asks=True)))
                    async for notice in line.notifies():
                        self._take(notice.channel, notice.payload)
            except (psycopg.Error, OSError) as problem:
                logger.error("the line between processes is cut: %s", problem)
                await asyncio.sleep(BEAT * secrets.randbelow(1000) / 1000)  # not all at once

    def _take(self, channel: str, payload: str) -> None:
        if channel == "ruinous_present":
            with suppress(msgspec.MsgspecError):
                self._note(msgspec.json.decode(payload, type=Present))
            return
        process, _, what = payload.rpartition(" ")
        if process == self._name:
            return
        if channel == "ruinous_left":
            self._left(bytes.fromhex(what))
        else:
            self._heard(what)

    # ---- driving
    async def drive(self, table: str) -> bool:
        """Take it upon this process to let the bots of a table play; False where another does it. The lock ends with the process."""
        with suppress(OSError):
            return bool(await self._ask("SELECT pg_try_advisory_lock(%s)", _number(table)))
        return False

    async def rest(self, table: str) -> None:
        """Leave it to others again."""
        with suppress(OSError):
            await self._ask("SELECT pg_advisory_unlock(%s)", _number(table))


def _number(table: str) -> int:
    """What stands for a table where PostgreSQL wants a number."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
