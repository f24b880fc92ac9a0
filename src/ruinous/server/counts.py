"""Statistics and ratings over HTTP (docs/formats.md section 8)."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous.lab.statistics import wilson
from ruinous.server.answers import document
from ruinous.server.results import ALL, Results


class Counts:
    """The routes; `who` tells the person behind a request, None for a stranger."""

    def __init__(self, results: Results, who: Callable[[HTTPConnection], Awaitable[str | None]], games: Collection[str]) -> None:
        self._results = results
        self._who = who
        self._games = games
        self.routes = [
            Route("/api/statistics", self.everybody),
            Route("/api/me/statistics", self.mine),
            Route("/api/ratings/{game}", self.ratings),
        ]

    async def everybody(self, _request: Request) -> Response:
        """Games and victories of all by Power or deck, bots included."""
        return document([counted(row) for row in await self._results.statistics()])

    async def mine(self, request: Request) -> Response:
        """The visitor's own games and victories."""
        person = await self._who(request)
        rows = [] if person is None else await self._results.statistics(person)
        return document([counted(row) for row in rows])

    async def ratings(self, request: Request) -> Response:
        """The people with a name, the best first; `?pool=khorne` for one Power or deck."""
        game = request.path_params["game"]
        pool = request.query_params.get("pool", ALL)
        if game not in self._games or "\0" in pool:  # which PostgreSQL has no letter for
            raise HTTPException(404)
        return document(await self._results.best(game, pool))


def counted(row: Mapping[str, Any]) -> dict[str, Any]:
    """A line of statistics, with Wilson's interval (95%) of the share of victories."""
    low, high = wilson(row["won"], row["games"])
    said = {"game": row["title"], "seat": row["pool"], "players": row["players"], "games": row["games"], "won": round(row["won"], 4)}
    return said | {"low": round(low, 4), "high": round(high, 4)}
