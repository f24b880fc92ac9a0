"""A process in which bots think: `python -m ruinous.server.worker`, started by `bots.py` and by nobody else.

Frames on standard input and output: a length in four bytes, then MessagePack. The first is a `Setup`, then each `Ask` gets a
`Chosen` or a `Failed`. The end of the input ends the process.
"""

import importlib
import os
import struct
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

HEAD: Final = struct.Struct(">I")


class Setup(Struct, frozen=True, array_like=True):
    """The modules that know the games and the bots."""

    games: str
    bots: str


class Ask(Struct, frozen=True, array_like=True):
    """What does this bot play here?"""

    game: str
    bot: str
    seat: str
    view: Mapping[str, Any]
    legal: Sequence[Mapping[str, Any]]
    world: bytes


class Chosen(Struct, frozen=True, array_like=True, tag="chosen"):
    """The index in the legal list."""

    index: int


class Failed(Struct, frozen=True, array_like=True, tag="failed"):
    """The bot raised an exception."""

    why: str


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    return source.read(length)


def _choose(games: Any, make: Any, known: dict[tuple[str, str], Any], ask: Ask) -> Chosen | Failed:
    try:
        rules = games.game(ask.game)
        bot = known.get((ask.game, ask.bot))
        if bot is None:
            bot = known[ask.game, ask.bot] = make(ask.bot, ask.game)
        world = rules.unpack(ask.world)
        return Chosen(int(bot.choose(ask.view, ask.legal, lambda seed: rules.sample_world(world, ask.seat, seed))))
    except Exception as problem:
        traceback.print_exc()  # to the server's standard error: for its host, not for players
        return Failed(repr(problem)[:200])


def main() -> None:
    """Answer until the input ends."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not end up among the answers
    sys.stdin = open(os.devnull)  # noqa: SIM115 - open as long as the process
    setup = msgspec.msgpack.decode(_read(source) or b"", type=Setup)
    games = importlib.import_module(setup.games)
    make = importlib.import_module(setup.bots).make
    known: dict[tuple[str, str], Any] = {}
    while (frame := _read(source)) is not None:
        answer = msgspec.msgpack.encode(_choose(games, make, known, msgspec.msgpack.decode(frame, type=Ask)))
        sink.write(HEAD.pack(len(answer)) + answer)
        sink.flush()


if __name__ == "__main__":
    main()
