"""The outbox: notices that the store has kept with the moves are sent, each once; what cannot be sent is tried again for a while."""

import logging
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

from ruinous.server import words
from ruinous.server.database import Database
from ruinous.server.mail import NotSent, Post
from ruinous.server.schema import games, outbox, people
from ruinous.server.webhook import Hooks
from ruinous.text import known, speaking, texts

logger = logging.getLogger("ruinous.server")

AT_ONCE: Final = 20
"""How many notices are sent in one go."""
ATTEMPTS: Final = 8
FIRST_WAIT: Final = 60_000
"""Milliseconds before the second attempt; every further wait is twice as long."""


class Notices:
    """Sends what the outbox holds. `address` is where people reach the server, empty where that is not known."""

    def __init__(self, database: Database, post: Post, hooks: Hooks, address: str, present: Callable[[str, str], bool]) -> None:
        self._database = database
        self._post = post
        self._hooks = hooks
        self._address = address
        self._present = present  # (table, person): has a page of it open

    async def deliver(self, moment: int) -> int:
        """Send what is due; returns how many notices were due. A notice that is late goes nowhere: the turn is over, or is seen."""
        due = await self._take(moment)
        for notice in due:
            await self._deliver(notice, moment)
        return len(due)

    async def _take(self, moment: int) -> list[Any]:
        """Notices that are due, put off at once, so that no other process sends them too and a crash sends none twice in a row."""
        query = (
            sa.select(outbox, people.c.email, people.c.webhook, people.c.notices, people.c.language, games.c.game.label("title"))
            .join(people, people.c.id == outbox.c.person)
            .join(games, games.c.id == outbox.c.game)
            .where(outbox.c.sent.is_(None), outbox.c.due <= moment, outbox.c.attempts < ATTEMPTS)
            .order_by(outbox.c.due, outbox.c.id)
            .limit(AT_ONCE)
            .with_for_update(of=outbox, skip_locked=True)
        )
        async with self._database.begin() as connection:
            rows = list(await connection.execute(query))
            for row in rows:
                wait = FIRST_WAIT << row.attempts
                await connection.execute(outbox.update().where(outbox.c.id == row.id).values(attempts=row.attempts + 1, due=moment + wait))
        return rows

    async def _deliver(self, notice: Any, moment: int) -> None:
        if notice.channel in notice.notices and not self._present(notice.game, notice.person):
            try:
                await self._send(notice)
            except NotSent as problem:
                logger.warning("notice %d by %s is not sent: %s", notice.id, notice.channel, problem)
                return
        async with self._database.begin() as connection:
            await connection.execute(outbox.update().where(outbox.c.id == notice.id).values(sent=moment))

    async def _send(self, notice: Any) -> None:
        url = f"{self._address.rstrip('/')}/#/table/{notice.game}" if self._address else ""
        with speaking(notice.language if known(notice.language or "") else "en"):
            subject = words.NOTICE_SUBJECT.format(game=texts(notice.title).raw("names.title"))
            text = words.NOTICE_TEXT.format(game=texts(notice.title).raw("names.title"), url=url)
        if notice.channel == "mail":
            await self._post.send(notice.email, subject, text)
        else:
            await self._hooks.send(notice.webhook, {"text": subject, "table": notice.game, "game": notice.title, "url": url})
