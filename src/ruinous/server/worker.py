"""A process in which bots think: `python -m ruinous.server.worker`, started by `bots.py` and by nobody else.

Frames on standard input and output: a length in four bytes, then MessagePack. The first is a `Setup`, then each `Ask` gets a
`Chosen`, an `Advised` or a `Failed`. The end of the input ends the process.
"""

import importlib
import os
import struct
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from ruinous.bots.base import look

HEAD: Final = struct.Struct(">I")


class Setup(Struct, frozen=True, array_like=True):
    """The modules that know the games and the bots."""

    games: str
    bots: str


class Ask(Struct, frozen=True, array_like=True):
    """What does this bot play here, or (`advise`) what does it think of the actions? It has so many seconds, or fewer where it says so.

    `world` is a packed state dealt anew from what the seat knows; what the seat sees of it is what it sees of the game.
    """

    game: str
    bot: str
    seat: str
    world: bytes
    seed: int
    seconds: float
    advise: bool = False


class Chosen(Struct, frozen=True, array_like=True, tag="chosen"):
    """The number of the action."""

    action: int


class Advised(Struct, frozen=True, array_like=True, tag="advised"):
    """Actions with their values and reasons, the best first; None: this bot gives no advice."""

    options: list[tuple[int, float, list[tuple[str, float]]]] | None


class Failed(Struct, frozen=True, array_like=True, tag="failed"):
    """The bot raised an exception."""

    why: str


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    return source.read(length)


Answer = Chosen | Advised | Failed


def _answer(games: Any, bots: Any, ask: Ask) -> Answer:
    """Ask a bot. It is made for this one question: what a bot remembers would be lost with its process anyway."""
    try:
        rules = games.game(ask.game)
        bot = bots.make(ask.bot, rules, ask.seat, ask.seed)
        seconds = min(ask.seconds, getattr(bot, "seconds", ask.seconds))
        sight = look(rules, rules.unpack(ask.world), ask.seat, ask.seed, seconds)
        if not ask.advise:
            return Chosen(int(bot.choose(sight)))
        if not hasattr(bot, "advise"):
            return Advised(None)
        return Advised([(int(one.action), float(one.value), list(one.reasons)) for one in bot.advise(sight)])
    except Exception as problem:
        return Failed("".join(traceback.format_exception(problem))[-2000:])  # for the host's log, not for players


def _listen(source: BinaryIO, frames: "SimpleQueue[bytes]") -> None:
    """Hand over what comes in, and end the process with its input, also while a bot thinks: nobody waits for its answer any more."""
    while (frame := _read(source)) is not None:
        frames.put(frame)
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not end up among the answers
    sys.stdin = open(os.devnull)  # noqa: SIM115 - open as long as the process
    frames: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, frames), daemon=True).start()
    setup = msgspec.msgpack.decode(frames.get(), type=Setup)
    games = importlib.import_module(setup.games)
    bots = importlib.import_module(setup.bots)
    while True:
        answer = msgspec.msgpack.encode(_answer(games, bots, msgspec.msgpack.decode(frames.get(), type=Ask)))
        try:
            sink.write(HEAD.pack(len(answer)) + answer)
            sink.flush()
        except BrokenPipeError:  # the server was killed meanwhile
            os._exit(0)


if __name__ == "__main__":
    main()
