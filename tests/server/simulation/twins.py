"""Two worlds that differ only in what one seat cannot know: that seat is sent the same at the same moments, until it may know (H7)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
from msgspec import Struct

from ruinous.bots.base import Sight, look
from ruinous.games import game
from ruinous.server import worker
from server.simulation import disk, network, places, plan, threads
from server.simulation.world import World, lived

AT_ONCE: Final = network.Habits(delay=0.001)
SILENCE: Final = 120.0
"""Seconds after which nothing more comes."""
Choose = Callable[[Sight], tuple[int, float]]
"""What a bot plays, and after how many seconds."""


class Heard(Struct, frozen=True):
    """A frame that came to the seat, and when."""

    moment: float
    frame: dict[str, Any]


class Twin(World):
    """A world in which one person looks through a seat, and does the same in every twin."""

    def __init__(self, folder: Path, order: Mapping[str, Any], seat: str, passes: Sequence[str], choose: Choose, moves: int) -> None:
        alone = {"guests": 0, "processes": 1}
        super().__init__(msgspec.structs.replace(plan.drawn(0), pace=600, net=AT_ONCE, disk=disk.CALM, **alone), folder)
        self._order = order
        self._seat = seat
        self._passes = passes
        self._choose = choose
        self._moves = moves
        self.heard: list[Heard] = []

    async def think(self, question: worker.Ask, _chance: Random) -> worker.Answer:
        """What a bot's process answers."""
        rules = game(question.game)
        action, seconds = self._choose(look(rules, rules.unpack(question.world), question.seat, question.seed))
        await asyncio.sleep(seconds)
        return worker.Chosen(action)

    async def _run(self) -> None:
        self.do(self.serve())
        await self.begun.wait()
        assert self.life is not None
        cookies: dict[str, str] = {}
        status, made = await self.life.ask("POST", "/api/tables", cookies, self._order)
        assert status == 201, made

        def sit(seat: str) -> network.Link:
            assert self.life is not None
            link = self.life.link(made["table"], cookies, Random(0), AT_ONCE)
            link.say(msgspec.json.encode({"type": "hello", "protocol": 1, "seat": seat}).decode())
            return link

        for seat in self._passes:
            sit(seat).say('{"type":"standing","pass":true}')
        await self._watch(sit(self._seat))
        await self.life.stop()

    async def _watch(self, link: network.Link) -> None:
        """Hear everything, and play by what is heard alone."""
        chance, moves = Random(1), 0
        try:
            while moves < self._moves:
                async with asyncio.timeout(SILENCE):
                    text = await link.hear()
                assert text is not None
                frame = msgspec.json.decode(text)
                self.heard.append(Heard(round(self.now(), 6), frame))
                if frame["type"] == "state" and frame["legal"]:
                    moves += 1
                    action = chance.choice(frame["legal"])["id"]
                    await asyncio.sleep(chance.random())
                    message = {"type": "act", "action_id": f"move-{moves:04}", "version": frame["version"], "action": action}
                    link.say(msgspec.json.encode(message).decode())
        except TimeoutError:
            pass


def heard(order: Mapping[str, Any], seat: str, choose: Choose, passes: Sequence[str] = (), moves: int = 8) -> list[Heard]:
    """What comes to a seat in the world of this order, in which these others pass by themselves."""

    def wait(own: disk.Disk) -> None:
        threads.pause(0.001)
        own._step()
        own.live()

    with places.folder() as folder, patch.object(disk.Disk, "wait", wait):
        twin = Twin(folder, order, seat, passes, choose, moves)
        lived(twin)
    assert not twin.wrong, twin.wrong
    return twin.heard


def alike(one: Sequence[Heard], other: Sequence[Heard]) -> tuple[int, str | None]:
    """How many frames are the same, and what is wrong with the first that is not: what is told may differ there, and nothing else."""
    for number, (first, second) in enumerate(zip(one, other, strict=False)):
        if first == second:
            continue
        kinds = [
            (frame.moment, frame.frame["type"], frame.frame.get("version"), frame.frame.get("events_from")) for frame in (first, second)
        ]
        if kinds[0] != kinds[1]:
            return number, f"frame {number}: {kinds[0]}, {kinds[1]}"
        if first.frame.get("events") == second.frame.get("events"):
            return number, f"frame {number} differs, and nothing has been told: {first.frame}, {second.frame}"
        return number, None
    return min(len(one), len(other)), None if len(one) == len(other) else f"{len(one)} frames, {len(other)} frames"
