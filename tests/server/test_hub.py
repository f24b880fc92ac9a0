"""What processes on one PostgreSQL database tell each other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
import sqlalchemy as sa

from ruinous.server import hub
from ruinous.server.database import Database
from ruinous.server.hub import BEAT, Hub
from server import postgres
from server.harness import PATIENCE, in_a_loop


class Process:
    """One of several, in this one. `heard` is what it was told has changed."""

    def __init__(self, address: str) -> None:
        self.database = Database.open(address)
        assert isinstance(self.database.hub, Hub)
        self.hub = self.database.hub
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        self.left: asyncio.Queue[bytes] = asyncio.Queue()

    async def __aenter__(self) -> "Process":
        await self.hub.start(self.heard.put_nowait, self.left.put_nowait)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hub.close()
        await self.database.close()

    async def say(self, statement: str) -> None:
        """Write to the database."""
        async with self.database.begin() as connection:
            await connection.execute(sa.text(statement))

    async def until(self, true: Callable[[], bool]) -> None:
        """Listen until it is so."""
        while not true():
            await self.heard.get()


GAME = """
INSERT INTO games (id, game, rules, options, head, over, summary, created, updated)
VALUES ('{}', 'counting', 1, '{{}}', 0, false, '{{}}', 0, 0)
"""


def played(scene: Callable[[], Awaitable[None]]) -> None:
    """Run this, but not for ever."""
    in_a_loop(asyncio.wait_for(scene(), PATIENCE))


def test_what_one_writes_the_others_hear_once_and_it_does_not(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            await one.say(GAME.format("first"))
            await one.say("UPDATE games SET head = 1 WHERE id = 'first'; INSERT INTO seats (game, seat) VALUES ('first', 'left')")
            await one.say("UPDATE games SET game = 'other' WHERE id = 'nowhere'")
            await other.say(GAME.format("second"))
            assert await other.heard.get() == "first"
            assert await other.heard.get() == "first"  # one transaction, one notice
            assert await one.heard.get() == "second"
            assert other.heard.empty()
            assert one.heard.empty()

    played(scene)


def test_a_change_that_was_taken_back_is_not_told(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            with suppress(sa.exc.SQLAlchemyError):
                await one.say(GAME.format("first") + ";" + GAME.format("first"))
            await one.say(GAME.format("second"))
            assert await other.heard.get() == "second"

    played(scene)


def test_a_key_that_opens_nothing_any_more_is_told(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            await one.say("INSERT INTO people (id, notices, created) VALUES ('ana', '[]', 0)")
            await one.say("INSERT INTO keys (secret_hash, person, created) VALUES ('\\x0aff', 'ana', 0)")
            await one.say("DELETE FROM keys")
            assert await other.left.get() == b"\x0a\xff"
            assert one.left.empty()

    played(scene)


def test_everybody_knows_who_is_where(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            one.hub.sit("table", ["ana"])
            await other.until(lambda: other.hub.elsewhere("table") == {"ana"})
            assert not one.hub.elsewhere("table")
            async with Process(address) as late:
                await late.until(lambda: late.hub.elsewhere("table") == {"ana"})  # it asks whoever was there before
                late.hub.sit("table", ["ben"])
                await one.until(lambda: one.hub.elsewhere("table") == {"ben"})
                one.hub.sit("table", [])
                await other.until(lambda: other.hub.elsewhere("table") == {"ben"})
            await other.until(lambda: not other.hub.elsewhere("table"))  # it has said goodbye

    played(scene)


def test_a_process_without_a_sign_of_life_is_forgotten(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            one.hub.sit("table", ["ana"])
            await other.until(lambda: other.hub.elsewhere("table") == {"ana"})
            now = other.hub._clock()
            other.hub._clock = lambda: now + 2 * BEAT
            other.hub.bury()
            assert other.hub.elsewhere("table")
            other.hub._clock = lambda: now + 4 * BEAT
            other.hub.bury()
            assert not other.hub.elsewhere("table")
            await other.until(lambda: other.heard.empty())

    played(scene)


def test_one_process_drives_a_table_until_it_rests_or_ends(cluster: postgres.Cluster) -> None:
    address = cluster.database()

    async def scene() -> None:
        async with Process(address) as other:
            async with Process(address) as one:
                assert await one.hub.drive("table")
                assert not await other.hub.drive("table")
                assert await other.hub.drive("another table")
                await one.hub.rest("table")
                assert await other.hub.drive("table")
                assert await one.hub.drive("third table")
            while not await other.hub.drive("third table"):  # PostgreSQL may take a moment to see that it has gone
                pass

    played(scene)


def test_when_postgresql_comes_back_everything_is_looked_at_again(cluster: postgres.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    address = cluster.database()
    monkeypatch.setattr(hub, "BEAT", 0.1)
    # Held up by the restart, the one would bury the other, and its word would be taken for that of the line that is back.
    monkeypatch.setattr(Hub, "bury", lambda _hub: None)

    async def scene() -> None:
        async with Process(address) as one, Process(address) as other:
            one.hub.sit("table", ["ana"])
            await other.until(lambda: other.hub.elsewhere("table") == {"ana"})
            cluster.stop()
            assert not await one.hub.drive("table")
            cluster.start()
            while await other.heard.get() is not None:
                pass
            assert await one.hub.drive("table")
            await one.say(GAME.format("later"))
            while await other.heard.get() != "later":
                pass

    played(scene)
