"""The routes of tables: making one, finding one, sitting down, starting, playing again, letting a bot stand in."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous.server import protocol, words
from ruinous.server.answers import body, document, picture, told
from ruinous.server.clock import PACES
from ruinous.server.limits import Limits
from ruinous.server.refused import Refused
from ruinous.server.seats import invited
from ruinous.server.showing import seat_state
from ruinous.server.store import SeatRow
from ruinous.server.table import Table
from ruinous.server.tables import Tables
from ruinous.server.visitors import Visitors, address_of

ABSENT: Final = 5 * 60 * 1000
"""Milliseconds after which a host may let a bot play for somebody who is not here and whose turn it is."""

LISTED: Final = 14 * 24 * 3600 * 1000
"""Milliseconds for which a table that waits stands in the lobby."""


class Lobby:
    """The routes of `/api/lobby` and `/api/tables`."""

    def __init__(self, tables: Tables, visitors: Visitors, limits: Limits) -> None:
        self._tables = tables
        self._store = tables.house.store
        self._visitors = visitors
        self._limits = limits
        self.routes = [
            Route("/api/lobby", self.lobby),
            Route("/api/tables", self.list_tables),
            Route("/api/tables", self.new_table, methods=["POST"]),
            Route("/api/tables/{table}/invite", self.invite),
            Route("/api/tables/{table}/join", self.join, methods=["POST"]),
            Route("/api/tables/{table}/leave", self.leave, methods=["POST"]),
            Route("/api/tables/{table}/seat", self.seat, methods=["POST"]),
            Route("/api/tables/{table}/start", self.start, methods=["POST"]),
            Route("/api/tables/{table}/rematch", self.rematch, methods=["POST"]),
            Route("/api/tables/{table}/stand_in", self.stand_in, methods=["POST"]),
            Route("/api/tables/{table}/record", self.record),
        ]

    # ---- finding and making
    async def lobby(self, _request: Request) -> Response:
        """The tables that wait for anybody."""
        return document([self._waiting(row) for row in await self._store.waiting(self._tables.house.now() - LISTED)])

    def _waiting(self, row: Mapping[str, Any]) -> dict[str, Any]:
        live = self._tables.live(row["id"])
        here = live.present() if live is not None else set()
        return {
            "table": row["id"],
            "game": row["game"],
            "options": row["options"],
            "seats": {seat.seat: seat_state(seat, here) for seat in row["seats"]},
            "clock": row["clock"],
            "host": row["host"],
            "created": told(row["created"]),
        }

    async def list_tables(self, request: Request) -> Response:
        """The visitor's tables."""
        person = await self._visitors.who(request)
        rows = [] if person is None else await self._store.tables_of(person)
        return document([_listed(row) for row in rows])

    async def new_table(self, request: Request) -> Response:
        """Make a table."""
        order = protocol.new_table(await body(request))
        secret, host = await self._visitors.welcome(request)
        self._limits.take("table", host.person)
        table = await self._tables.new(order, host)
        answer = document({"table": table.id, "seat": order.seat, "invite": _link(table) if table.stage == "waiting" else None}, 201)
        self._visitors.remember(request, answer, secret)
        return answer

    async def invite(self, request: Request) -> Response:
        """How others come here."""
        table = await self._table(request)
        table.seats.known_to(await self._visitors.who(request))
        return document({"invite": _link(table), "svg": picture(request, _link(table))})

    async def record(self, request: Request) -> Response:
        """The record of a finished game; of any other it is kept secret even that there is one."""
        table = await self._table(request)
        if table.stage != "over":
            raise Refused("no_table", words.NO_TABLE)
        headers = {"content-disposition": f'attachment; filename="{table.rules.name}-{table.id}.ruin"'}
        return Response(table.history.line.record(), media_type="application/jsonl", headers=headers)

    # ---- who sits where
    async def join(self, request: Request) -> Response:
        """Sit down."""
        order = protocol.read(protocol.join, await body(request))
        secret, comer = await self._visitors.welcome(request)
        self._limits.take("join", address_of(request) if comer.new else comer.person)
        table = await self._table(request)

        def decide() -> SeatRow:
            own = table.seats.own(comer.person)
            if own and order.seat in (None, *own):
                return table.seats[order.seat or own[0]]
            if table.game.private and not invited(order.code, table.game.invite) and not table.seats.member(comer.person):
                raise Refused("no_table", words.NO_TABLE)
            if table.stage != "waiting":
                raise Refused("taken", words.BEGUN)
            return table.seats.joined(comer.person, order.seat)

        row = await table.seat(decide, comer)
        answer = document({"seat": row.seat})
        self._visitors.remember(request, answer, secret)
        return answer

    async def leave(self, request: Request) -> Response:
        """Stand up: before the game begins the seats are open again, afterwards a bot plays them."""
        protocol.read(protocol.nothing, await body(request))
        person = await self._visitors.who(request)
        table = await self._table(request)
        seats = table.seats.own(person)
        if not seats:
            raise Refused("no_table", words.NO_TABLE)

        def decide(seat: str) -> SeatRow:
            row = table.seats[seat]
            if row.person != person:
                return row
            if table.stage == "waiting":
                return msgspec.structs.replace(row, person=None, name=None)
            return row if table.stage == "over" or row.bot is not None else msgspec.structs.replace(row, bot=self._usual(table))

        for seat in seats:
            table = await self._table(request)  # which may have been forgotten meanwhile
            await table.seat(lambda seat=seat: decide(seat))  # type: ignore[misc]
        return document({})

    async def seat(self, request: Request) -> Response:
        """The host says who sits where while the table waits."""
        order = protocol.read(protocol.seat_order, await body(request))
        person = await self._visitors.who(request)
        table = await self._table(request)

        def decide() -> SeatRow:
            table.seats.hosted_by(person)
            row = table.seats[order.seat]
            if table.stage != "waiting":
                raise Refused("taken", words.BEGUN)
            return msgspec.structs.replace(row, person=None, name=None, bot=self._bot(table, order.bot))

        await table.seat(decide)
        return document({})

    async def stand_in(self, request: Request) -> Response:
        """A bot plays for a person, or the person plays again."""
        order = protocol.read(protocol.seat_order, await body(request))
        person = await self._visitors.who(request)
        table = await self._table(request)

        def decide() -> SeatRow:
            table.seats.known_to(person)
            row = table.seats[order.seat]
            if table.stage != "playing":
                raise Refused(
                    "waiting" if table.stage == "waiting" else "illegal", words.WAITING if table.stage == "waiting" else words.GAME_OVER
                )
            if row.person is None:
                raise Refused("illegal", words.NOBODY_THERE)
            if row.person != person:
                self._may_replace(table, row, person, order.bot)
            if order.bot is None:
                return taken_back(table, row)
            return msgspec.structs.replace(row, bot=self._bot(table, order.bot))

        await table.seat(decide)
        return document({})

    def _may_replace(self, table: Table, row: SeatRow, person: str | None, bot: str | None) -> None:
        """Whether the host may let a bot play for somebody else. Raises Refused."""
        table.seats.hosted_by(person)
        since = table.status.turn_since
        waits = table.decides(row.seat) and since is not None and self._tables.house.now() - since >= ABSENT
        if bot is None or row.person in table.present() or not waits:
            raise Refused("illegal", words.NOT_ABSENT)

    async def start(self, request: Request) -> Response:
        """Begin."""
        protocol.read(protocol.nothing, await body(request))
        person = await self._visitors.who(request)
        await (await self._table(request)).start(person)
        return document({})

    async def rematch(self, request: Request) -> Response:
        """Play again."""
        protocol.read(protocol.nothing, await body(request))
        person = await self._visitors.who(request)
        return document({"table": await self._tables.rematch(await self._table(request), person)})

    # ---- small things
    async def _table(self, request: Request) -> Table:
        return await self._tables.find(request.path_params["table"])

    def _usual(self, table: Table) -> str:
        return self._tables.house.thinkers.usual(table.rules)

    def _bot(self, table: Table, bot: str | None) -> str | None:
        """A bot that there is. Raises Refused."""
        known = self._tables.house.thinkers.offered(table.rules)
        if bot is not None and bot not in known:
            raise Refused("bad_request", words.NO_SUCH_BOT.format(bot=bot, bots=", ".join(known)))
        return bot


def taken_back(table: Table, row: SeatRow) -> SeatRow:
    """A seat whose person plays again; whose clock had run out gets one addition."""
    bank = row.bank
    if table.game.clock is not None and bank is not None:
        bank = max(bank, PACES[table.game.clock].addition)
    return msgspec.structs.replace(row, bot=None, bank=bank)


def _link(table: Table) -> str:
    return f"#/join/{table.id}/{table.game.invite}"


def _listed(row: Mapping[str, Any]) -> dict[str, Any]:
    mine = [seat.seat for seat in row["seats"] if seat.person == row["person"]]
    stage = "waiting" if row["started"] is None else "over" if row["over"] else "playing"
    where = {"table": row["id"], "game": row["game"], "seat": mine[0] if len(mine) == 1 else mine or None}
    mover = next((seat for seat in row["seats"] if stage == "playing" and seat.seat == row["turn"]), None)
    clock = None
    if row["clock"] is not None:
        clock = protocol.ClockState(row["clock"], None, None)
        if mover is not None and mover.played_by == row["person"] and mover.bank is not None and row["turn_since"] is not None:
            clock = protocol.ClockState(row["clock"], mover.seat, told(row["turn_since"] + mover.bank))
    whose = {"mover": None if mover is None else mover.name, "clock": clock}
    return {**where, **row["summary"], **whose, "stage": stage, "over": row["over"], "updated": told(row["updated"])}
