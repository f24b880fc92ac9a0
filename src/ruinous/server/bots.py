"""Where bots think: a few processes of their own, so that no bot can hold up the server or look into it.

A process is a fresh interpreter (`worker.py`) that reads questions from its standard input and answers on its standard output;
it ends with its input, so none outlives a server that was killed. One that takes too long or breaks is replaced.
"""

import asyncio
import importlib
import logging
import os
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from ruinous.games import Rules, State
from ruinous.lab.jobs import ONE_THREAD
from ruinous.server.worker import Advised, Answer, Ask, Chosen, Failed, Setup
from ruinous.text import texts

logger = logging.getLogger("ruinous.server")

HEAD: Final = struct.Struct(">I")
THINKING: Final = 2.5
"""Seconds after which a bot that searches plays the best that it has found, unless its `seconds` are fewer."""

_answers: Final = msgspec.msgpack.Decoder(Answer)


class BotFailed(Exception):
    """A bot gave no legal answer in time."""


class Situation(Struct, frozen=True):
    """What a bot is asked about: the numbers of the legal actions, a packed state dealt anew from what the seat knows, the bot's chance."""

    game: str
    seat: str
    actions: Sequence[int]
    world: bytes
    seed: int


def asked(rules: Rules, state: State, seat: str, chance: int) -> Situation:
    """What a bot is asked about a state. Its process never holds the game: the world in it is dealt anew from what the seat knows."""
    return Situation(rules.name, seat, state.legal_actions(), rules.pack(rules.sample_world(state, seat, chance)), chance)


class _Process:
    """One interpreter for bots."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._child: asyncio.subprocess.Process | None = None

    async def ask(self, question: Ask) -> Answer:
        """Put a question to the process, which is started if need be. Raises OSError, EOFError when it breaks."""
        if self._child is None:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ruinous.server.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl+C is for the server, which then ends its bots
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )
            self._send(self._setup)
        self._send(question)
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        await child.stdin.drain()
        (length,) = HEAD.unpack(await child.stdout.readexactly(HEAD.size))
        return _answers.decode(await child.stdout.readexactly(length))

    def _send(self, message: Setup | Ask) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        data = msgspec.msgpack.encode(message)
        self._child.stdin.write(HEAD.pack(len(data)) + data)

    async def stop(self) -> None:
        """End the process; the next question starts another."""
        child, self._child = self._child, None
        if child is not None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()


def reason_in_words(game: str, name: str, amount: float) -> str:
    """What speaks for or against an action, in words and with its number."""
    book = texts(game)
    return f"{book.raw(f'reasons.{name}') if book.has(f'reasons.{name}') else name}: {amount:+g}"


class Thinkers:
    """A pool of such processes. `games` and `bots` are names of modules: `game(name)`, and `NAMES` with `make(name, rules, seat, seed)`.

    `further` are names beside NAMES that `make` knows too: bots in files. `stand_in` is the one that is usually taken.
    """

    def __init__(self, games: str, bots: str, workers: int, seconds: float, further: Sequence[str] = (), stand_in: str = "rules") -> None:
        self._bots = importlib.import_module(bots)
        self._offered: dict[str, tuple[str, ...]] = {}
        self._setup = Setup(games, bots)
        self._seconds = seconds
        self._further = tuple(further)
        self._stand_in = stand_in
        self._idle: asyncio.Queue[_Process] = asyncio.Queue()
        self._all = [_Process(self._setup) for _ in range(workers)]
        for process in reversed(self._all):
            self._idle.put_nowait(process)

    def offered(self, rules: Rules) -> tuple[str, ...]:
        """The names of the bots that play this game."""
        if rules.name not in self._offered:
            seat = rules.seats(rules.new(rules.read_options({}), 0))[0]
            self._offered[rules.name] = tuple(name for name in (*self._further, *self._bots.NAMES) if self._plays(name, rules, seat))
        return self._offered[rules.name]

    def _plays(self, name: str, rules: Rules, seat: str) -> bool:
        try:
            self._bots.make(name, rules, seat, 0)
        except LookupError:
            return False
        except Exception as problem:  # of a bot in a file, which may do anything
            logger.warning("the bot %s is not offered for %s: %r", name, rules.name, problem)
            return False
        return True

    def strongest(self, rules: Rules) -> str:
        """The bot that is asked for hints."""
        return self.offered(rules)[-1]

    def quick(self, rules: Rules, simulations: int) -> str:
        """The strongest bot with so few simulations, where it simulates."""
        bot = self.strongest(rules)
        seat = rules.seats(rules.new(rules.read_options({}), 0))[0]
        limited = f"{bot}@{simulations}"
        return limited if self._plays(limited, rules, seat) else bot

    def usual(self, rules: Rules) -> str:
        """The bot that takes a seat where none is named: the stand-in, or the first that plays this game."""
        known = self.offered(rules)
        return self._stand_in if self._stand_in in known else known[0]

    async def choose(self, bot: str, situation: Situation) -> int:
        """The number of the legal action that the bot plays. Raises BotFailed."""
        answer = await self._ask(bot, situation, advise=False)
        if not isinstance(answer, Chosen):
            raise BotFailed(f"it answered {answer!r}")
        if answer.action not in situation.actions:
            raise BotFailed(f"it chose {answer.action}, which is not legal")
        return answer.action

    async def advise(self, bot: str, situation: Situation) -> Advised:
        """What the bot thinks of the actions. Raises BotFailed."""
        answer = await self._ask(bot, situation, advise=True)
        if not isinstance(answer, Advised):
            raise BotFailed(f"it answered {answer!r}")
        return answer

    async def _ask(self, bot: str, situation: Situation, *, advise: bool) -> Answer:
        seconds = min(THINKING, self._seconds / 2)
        question = Ask(situation.game, bot, situation.seat, situation.world, situation.seed, seconds, advise)
        process = await self._idle.get()
        try:
            async with asyncio.timeout(self._seconds):
                answer = await process.ask(question)
        except TimeoutError:
            await process.stop()
            raise BotFailed(f"no answer in {self._seconds} s") from None
        except (OSError, EOFError, msgspec.MsgspecError) as problem:
            await process.stop()
            raise BotFailed(f"its process broke: {problem!r}") from problem
        except asyncio.CancelledError:
            await process.stop()  # its answer would be taken for that to the next question
            raise
        finally:
            self._idle.put_nowait(process)
        if isinstance(answer, Failed):
            raise BotFailed(answer.why)
        return answer

    async def close(self) -> None:
        """End all processes."""
        for process in self._all:
            await process.stop()
