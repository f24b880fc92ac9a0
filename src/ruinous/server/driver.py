"""Who plays at a table when no person does: bots, and seats that pass by themselves, one move after the other at the table's pace."""

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ruinous import record
from ruinous.server import consent, showing, words
from ruinous.server.bots import BotFailed, Situation, asked
from ruinous.server.hub import BEAT
from ruinous.server.refused import Refused

if TYPE_CHECKING:
    from ruinous.server.table import Table

logger = logging.getLogger("ruinous.server")

AGAIN: Final = 5.0
"""Seconds after which a move is tried again that could not be saved, if nobody acts before."""


class Driver:
    """Plays for one table as long as there is something to play and anybody who cares."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()  # since the program last looked whose turn it is
        self._hurry = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether a move is under way."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """See to it that the program plays if it is its turn."""
        self._woken.set()
        if not self.busy and self._seat() is not None:
            self._task = asyncio.create_task(self._drive(), name=f"bots of {self._table.id}")

    def hurry(self) -> None:
        """The pace has changed, or nothing is waited for any more."""
        self._hurry.set()

    async def close(self) -> None:
        """Stop, but finish what is being written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---- whose turn
    def _seat(self) -> str | None:
        """The seat that decides, if the program plays it now; a table of bots alone rests while nobody watches."""
        table = self._table
        if table.stage != "playing" or not (table.watched or table.seats.played_by_people):
            return None
        seat = table.rules.to_move(table.history.line.state)
        return seat if seat is not None and (table.seats.bot(seat) is not None or self._pass(seat) is not None) else None

    def _pass(self, seat: str) -> int | None:
        """The action by which a seat passes that has said so, if it may pass here."""
        if seat not in self._table.status.extra.standing:
            return None
        legal = showing.described(self._table.rules, self._table.history.line.state)
        return next((int(action["id"]) for action in legal if action["kind"] == "pass"), None)

    # ---- the moves
    async def _drive(self) -> None:
        """Play until a person decides, the game is over, everybody has gone or something refuses.

        The next message of anybody wakes the bots again, and what could not be saved is tried again. Of several processes one drives.
        """
        table, hub, failed = self._table, self._table.house.hub, False
        while not await hub.drive(table.id):
            await asyncio.sleep(BEAT)
            if self._seat() is None:
                return
        try:
            await self._play()
        except Refused as refused:
            code, reason = refused.code, refused.reason
            failed = code == "not_saved"
            table.tell_error(code, lambda: words.BOT_NOT_SAVED if code == "not_saved" else reason)
        except Exception:
            logger.exception("table %s: a bot's move failed", table.id)
            table.tell_error("server_error", lambda: words.SERVER_ERROR)
        finally:
            await hub.rest(table.id)
        if failed:
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await self._woken.wait()
        if (failed or self._woken.is_set()) and self._seat() is not None:  # woken by somebody who acted while this went to rest
            self._task = asyncio.create_task(self._drive(), name=f"bots of {table.id}")

    async def _play(self) -> None:
        table = self._table
        self._woken.clear()
        while (seat := self._seat()) is not None:
            length, bot = table.history.length, table.seats.bot(seat)
            action = await self._choose(seat, bot)
            if table.history.length == length:
                await self._wait(secret=self._is_secret(action))
            async with table.lock:
                await table.settle()
                if table.history.length != length or table.seats.bot(seat) != bot or self._seat() != seat:
                    continue  # somebody took a move back, or the seat
                try:
                    await table.play(seat, action, None)
                except Refused as refused:
                    if refused.code != "stale":
                        raise
                    continue  # another process was faster
                table.show()

    async def _choose(self, seat: str, bot: str | None) -> int:
        """What the program plays; a random legal action where a bot fails."""
        table = self._table
        if bot is None:
            action = self._pass(seat)
            assert action is not None  # else it would not be its turn
            return action
        situation = situation_of(table, seat)
        try:
            return await table.house.thinkers.choose(bot, situation)
        except BotFailed as problem:
            logger.warning("table %s: %s (%s) failed and a random action is played: %s", table.id, bot, seat, problem)
            return situation.actions[situation.seed % len(situation.actions)]

    def _is_secret(self, action: int) -> bool:
        """Whether nobody else may know that it is played. Then only what comes after it waits: how many there were takes no time."""
        line = self._table.history.line
        return line.rules.hushed(line.state) and line.foresee(action).hushed

    async def _wait(self, *, secret: bool) -> None:
        """Let people see the last move, and answer what they are asked."""
        table, clock = self._table, asyncio.get_running_loop()
        while True:
            pause = consent.PATIENCE if table.status.extra.request is not None else 0.0 if secret else table.pace / 1000
            left = table.changed_at + pause - clock.time()
            if left <= 0:
                return
            self._hurry.clear()
            try:
                async with asyncio.timeout(left):
                    await self._hurry.wait()
            except TimeoutError:
                return


def situation_of(table: "Table", seat: str) -> Situation:
    """What a bot is asked about that plays a seat of the table now."""
    seed = table.game.seed
    # The bots of a test table can be foreseen as well as its dice.
    chance = secrets.randbits(61) if seed is None else record.chance(b"%d" % seed, f"{seat} {table.history.length}")
    return asked(table.rules, table.history.line.state, seat, chance)
