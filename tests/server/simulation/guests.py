"""Guests of a simulated world: they make tables, crowd to the same seats, leave, are put out, begin, and play again, all at once."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from server.simulation import library, lobby, places
from server.simulation.history import Frame, History
from server.simulation.life import Gone
from server.simulation.lobby import Deed, Room
from server.simulation.people import Page

if TYPE_CHECKING:
    from server.simulation.world import World

KINDS = {"join": 6, "leave": 2, "seat": 2, "start": 2, "lobby": 1, "make": 0.3}
"""How often a guest wants each."""


class Guest(Page):
    """Somebody with a page open at the first table, who has his eyes opened when the game begins: only then it is certain where he sits."""

    def __init__(self, world: "World", name: str) -> None:
        super().__init__(world, name, History(name, []), {})
        self.awake = False

    def _take_state(self, frame: Frame) -> None:
        if frame.table["stage"] != "waiting" and not self.awake:
            self.awake = True
            self.seat = msgspec.json.decode(frame.view)["seat"]
            self.history.seats = [self.seat] if self.seat is not None else []
        super()._take_state(frame)


class Crowd:
    """All guests of a world, the tables they know of, and what they were told."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = world.chance
        self.guests = [Guest(world, f"guest{n}") for n in range(world.plan.guests)]
        self.rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        self.deeds: list[Deed] = []
        self._made: dict[str, int] = {}  # how often each guest has asked for a table
        self._rematches: list[str] = []

    # ---- in peace
    async def come(self) -> None:
        """Say who one is; the first makes the table."""
        world, wanted = self._world, self._world.plan
        for guest in self.guests:
            status, answer = await world.ask("PUT", "/api/me", guest.cookies, {"name": guest.name})
            assert status == 200, answer
        order: dict[str, Any] = {"game": wanted.game}
        if wanted.begins is not None:
            order["position"] = places.late_position(wanted.game, wanted.seed, wanted.begins)
        await self._make(self.guests[0], order)
        (world.table,) = self.rooms

    async def _make(self, guest: Guest, order: dict[str, Any]) -> None:
        """A table with an open seat at least. Raises Gone."""
        rules, chance = library.GAMES[order["game"]], self._chance
        position = order.get("position")
        state = rules.from_position(position) if position is not None else rules.new(rules.read_options({}), 0)
        seats = list(rules.seats(state))
        mixed = chance.sample(seats, len(seats))
        own = mixed.pop() if chance.random() < 0.5 else None
        bots = {mixed.pop(): "random"} if len(mixed) > 2 and chance.random() < 0.5 else {}
        private = chance.random() < 0.5
        order |= {"seat": own, "bots": bots, "open": mixed, "private": private}
        self._made[guest.name] = self._made.get(guest.name, 0) + 1
        status, made = await self._world.ask("POST", "/api/tables", guest.cookies, order)
        if status == 201:
            who = {seat: guest.name if seat == own else f"@{bots[seat]}" if seat in bots else lobby.NOBODY for seat in seats}
            self.rooms[made["table"]] = Room(made["table"], guest.name, private, tuple(who.items()))
            self._codes[made["table"]] = made["invite"].split("/")[-1]

    # ---- all at once
    async def quarrel(self) -> None:
        """Again and again everybody wants something at the same moment; in the end the first table begins to be played."""
        if not self.guests:
            return
        for _ in range(self._world.plan.wishes):
            await asyncio.sleep(self._chance.uniform(0, 1))
            await asyncio.gather(*(self._want(guest) for guest in self.guests))
        host, table = self.guests[0], self._world.table
        while not await self._ask(host, Deed(host.name, table, "start")):
            await asyncio.sleep(self._chance.uniform(0.1, 1))

    async def _want(self, guest: Guest) -> None:
        chance = self._chance
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        room = self.rooms[self._world.table if chance.random() < 0.7 else chance.choice(list(self.rooms))]
        if kind in ("seat", "start") and guest.name != room.host and chance.random() < 0.8:
            kind = "join"
        if kind == "make":
            with suppress(Gone):
                await self._make(guest, {"game": "counting"})
        elif kind == "lobby":
            await self._look(guest)
        else:
            deed = Deed(guest.name, room.table, kind, invited=chance.random() < 0.9)
            if kind == "seat" or (kind == "join" and chance.random() < 0.5):
                deed.seat = chance.choice(room.seats)[0]
            if kind == "seat":
                deed.bot = chance.choice([None, None, "random"])
            if kind == "leave":
                guest.history.by_hand = False
            await self._ask(guest, deed)

    async def _ask(self, guest: Guest, deed: Deed) -> bool:
        """Do it, now and then from two pages at once; whether it was done."""
        twice = [deed, msgspec.structs.replace(deed)]
        return any(await asyncio.gather(*(self._do(guest, one) for one in twice[: self._chance.choice([1, 1, 2])])))

    async def _do(self, guest: Guest, deed: Deed) -> bool:
        """Ask for it, and keep what came of it; whether it was done."""
        body: dict[str, Any] = {}
        if deed.kind == "join":
            body = {"seat": deed.seat, "code": self._codes[deed.table] if deed.invited else None}
        elif deed.kind == "seat":
            body = {"seat": deed.seat, "bot": deed.bot}
        answer: Any = None
        self.deeds.append(deed)
        deed.begun = self._world.now()
        with suppress(Gone):
            deed.status, answer = await self._world.ask("POST", f"/api/tables/{deed.table}/{deed.kind}", guest.cookies, body)
        if deed.status == 200 and deed.kind == "join":
            deed.answer = answer["seat"]
        deed.ended = self._world.now()
        self._world.note(f"{deed}")
        return deed.status == 200

    async def _look(self, guest: Guest) -> None:
        """At the lobby; of each public table that there was it shows how it stood."""
        known = [room.table for room in self.rooms.values() if not room.private]
        begun = self._world.now()
        try:
            status, shown = await self._world.ask("GET", "/api/lobby", guest.cookies)
        except Gone:
            return
        if status == 200:
            there = {row["table"]: {seat: _who(said) for seat, said in row["seats"].items()} for row in shown}
            deeds = [Deed(guest.name, table, "lobby", None, None, True, begun, self._world.now(), 200, there.get(table)) for table in known]
            self.deeds += deeds
            self._world.note(f"{deeds}")

    async def play_again(self) -> None:
        """Once the game is over everybody asks for another."""
        await asyncio.gather(*(self._play_again(guest) for guest in self.guests))

    async def _play_again(self, guest: Guest) -> None:
        chance, world = self._chance, self._world
        for asked in range(3):
            await asyncio.sleep(chance.uniform(0, 0.2))
            status: int | None = None
            answer: Any = None
            while status in (None, 503) or (status == 400 and world.plan.processes > 1):  # which has not heard of the end yet
                with suppress(Gone):
                    status, answer = await world.ask("POST", f"/api/tables/{world.table}/rematch", guest.cookies, {})
                await asyncio.sleep(chance.uniform(0, 1))
            world.note(f"{guest.name} plays again: {asked} {status} {answer}")
            if status == 200:
                self._rematches.append(answer["table"])
            if (status == 200) != (guest.seat is not None):
                world.fail(f"{guest.name} who sits at {guest.seat} asks for a rematch and is told {status}: {answer}")

    # ---- in the end
    def settled(self, tables: dict[str, lobby.Kept]) -> bool:
        """Whether everybody looks through the seat that he has."""
        if not self.guests:
            return True
        stand = tables[self._world.table].stand
        return all(guest.awake and guest.seat == stand.seat_of(guest.name) for guest in self.guests)

    def violations(self, tables: dict[str, lobby.Kept]) -> list[str]:
        """Every promise that was broken."""
        if not self.guests:
            return []
        found = lobby.violations(self.rooms.values(), self.deeds, tables, many=self._world.plan.processes > 1)
        found += lobby.rematch_violations(self._world.table, self._rematches, tables)
        after = {kept.rematch for kept in tables.values()}
        for guest, made in self._made.items():
            there = [table for table, kept in tables.items() if kept.host == guest and table not in after]
            if len(there) > made:
                found.append(f"{guest} has asked for {made} tables and has {len(there)}")
        return found


def _who(said: dict[str, Any]) -> str:
    """Who sits in a seat, as the lobby shows it."""
    if said["open"] != (not said["person"] and said["bot"] is None):
        return f"neither open nor taken: {said}"
    return str(said["name"]) if said["person"] else f"@{said['bot']}" if said["bot"] is not None else lobby.NOBODY
