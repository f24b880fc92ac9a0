"""What a seat saw earlier in a game that still runs: its own view, at one of its own versions."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous.server import words
from ruinous.server.answers import document
from ruinous.server.aside import Aside
from ruinous.server.line import Broken, Line, kept_of
from ruinous.server.refused import Refused
from ruinous.server.tables import Tables
from ruinous.server.visitors import Visitors


class Past:
    """The route. A person with several seats names one: `?seat=khorne`."""

    def __init__(self, tables: Tables, visitors: Visitors, aside: Aside) -> None:
        self._tables = tables
        self._visitors = visitors
        self._aside = aside
        self.routes = [Route("/api/tables/{table}/past/{version}", self.past)]

    async def past(self, request: Request) -> Response:
        """What the visitor's own seat saw at its version of this number."""
        person = await self._visitors.who(request)
        table = await self._tables.find(request.path_params["table"])
        table.seats.known_to(person)
        own = table.seats.own(person)
        seat = request.query_params.get("seat", own[0] if len(own) == 1 else None)
        asked = request.path_params["version"]
        version = int(asked) if asked.isdecimal() and len(asked) < 10 else -1
        length = table.history.length_at(seat, version)
        if seat not in (None, *own) or length < 0:
            raise Refused("bad_request", words.NO_PAST)
        if table.stage == "waiting":
            seat = None
        stored = await self._tables.house.store.load(table.id)
        if stored is None:
            raise Refused("no_table", words.NO_TABLE)
        rules, log = table.rules, stored.log[:length]

        def seen() -> dict[str, Any]:
            state = Line.of(rules, stored.game, kept_of(log)).state
            return {"view": rules.view(state, seat), "events_to": len(state.log or ()), "version": version}

        try:
            return document(await self._aside.do(lambda _deadline: seen()))
        except Broken as problem:
            raise Refused("unreadable", words.UNREADABLE) from problem
