"""The server as an ASGI application: what address answers what."""

import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ruinous import catalogue, text
from ruinous.games import Rules
from ruinous.server import protocol, session, words
from ruinous.server.answers import body, document, problem
from ruinous.server.aside import Aside
from ruinous.server.bots import Thinkers
from ruinous.server.companion import Companion
from ruinous.server.guard import Guard, names_of
from ruinous.server.pages import Pages
from ruinous.server.replays import Replays
from ruinous.server.settings import Settings
from ruinous.server.store import NotSaved, Store
from ruinous.server.tables import Refused, Table, Tables, Watcher
from ruinous.server.visitors import Visitors

STATUS = {"no_table": 404, "bad_request": 400, "not_saved": 503, "unreadable": 500}
WEB = Path(__file__).parent.parent / "web"


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings, store: Store, games_module: str, bots_module: str, web: Path) -> None:
        self.store = store
        self.games: Mapping[str, Rules] = importlib.import_module(games_module).GAMES
        self.thinkers = Thinkers(games_module, bots_module, settings.bot_workers, settings.bot_seconds)
        self.tables = Tables(self.games, store, self.thinkers, settings.pace)
        self.visitors = Visitors(store)
        self.pages = Pages(web)
        self.aside = Aside()

    # ---- what there is
    async def live(self, _request: Request) -> Response:
        """The process runs."""
        return document({"status": "live"})

    async def ready(self, _request: Request) -> Response:
        """The database answers."""
        await self.store.person(b"")
        return document({"status": "ready"})

    async def list_games(self, _request: Request) -> Response:
        """The games with their options, and the bots."""
        return document(
            [
                {
                    "name": rules.name,
                    "rules": rules.version,
                    "options": [{"name": o.name, "values": o.values, "default": o.default, "many": o.many} for o in rules.options],
                    "bots": self.thinkers.offered(rules),
                }
                for rules in self.games.values()
            ]
        )

    async def cards(self, request: Request) -> Response:
        """The cards of a game, with text and source marks."""
        game = request.path_params["game"]
        language = request.query_params.get("language", text.current())
        if game not in self.games or not text.known(language):
            raise HTTPException(404)
        with text.speaking(language):
            return document(catalogue.document(game))

    async def check_deck(self, request: Request) -> Response:
        """Whether a deck list of Chaos Casters may be played, and every reason why not."""
        try:
            asked = protocol.deck_list(await body(request))
        except protocol.BadMessage as wrong:
            return problem(400, "bad_message", str(wrong))
        return document(catalogue.check_deck(asked.text))

    # ---- tables
    async def new_table(self, request: Request) -> Response:
        """Make a table."""
        try:
            order = protocol.new_table(await body(request))
        except protocol.BadMessage as wrong:
            return problem(400, "bad_message", str(wrong))
        secret, host = await self.visitors.welcome(request)
        table = await self.tables.new(order, host)
        response = document({"table": table.id, "seat": order.seat}, 201)
        self.visitors.remember(request, response, secret)
        return response

    async def list_tables(self, request: Request) -> Response:
        """The visitor's tables."""
        person = await self.visitors.who(request)
        rows = [] if person is None else await self.store.tables_of(person)
        return document([_listed(row) for row in rows])

    async def record(self, request: Request) -> Response:
        """The record of a finished game; of any other it is kept secret even that there is one."""
        table = await self.tables.find(request.path_params["table"])
        if not table.over:
            raise Refused("no_table", words.NO_TABLE)
        name = f"{table.rules.name}-{table.id}.ruin"
        return Response(
            table.line.record(), media_type="application/jsonl", headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def play(self, socket: WebSocket) -> None:
        """The socket of a table."""
        await socket.accept()
        outbox = session.Outbox()
        try:
            table = await self.tables.find(socket.path_params["table"])
        except Refused as refused:
            await socket.send({"type": "websocket.send", "text": protocol.encode(protocol.Error(refused.code, refused.reason)).decode()})
            await session.close(socket, session.NO_TABLE if refused.code == "no_table" else 1011)
            return
        watcher = await self._watcher(socket, table, outbox)
        self.tables.join(table, watcher)
        await session.Session(socket, self.tables, table, watcher, outbox).run()

    async def _watcher(self, socket: WebSocket, table: Table, outbox: session.Outbox) -> Watcher:
        person = await self.visitors.who(socket)
        own = [row.seat for row in table.seated if row.person is not None and row.person == person]
        return Watcher(own[0] if own else None, bool(own) or (person is not None and person == table.game.host), outbox.put)

    # ---- the page
    async def index(self, request: Request) -> Response:
        """The page."""
        return self._file(request, "index.html")

    async def file(self, request: Request) -> Response:
        """A file of the page by its plain name."""
        return self._file(request, request.path_params["name"])

    async def lasting_file(self, request: Request) -> Response:
        """A file of the page by its lasting name; after an update the old name brings the new file, but nobody keeps it."""
        prefix = f"/web/{request.path_params['version']}/"
        return self._file(request, request.path_params["name"], lasting=prefix == self.pages.prefix)

    def _file(self, request: Request, name: str, *, lasting: bool = False) -> Response:
        answer = self.pages.answer(request, name, lasting=lasting)
        if answer is None:
            raise HTTPException(404)
        return answer

    async def close(self) -> None:
        """Finish what is being written, end the bots, let go of the database."""
        await self.tables.close()
        await self.thinkers.close()
        await self.store.database.close()


def create_app(
    settings: Settings, store: Store, *, games_module: str = "ruinous.games", bots_module: str = "ruinous.bots.base", web: Path = WEB
) -> Starlette:
    """The application over an open store, which it closes at its end.

    The modules are named and not handed over, because the processes of the bots import them too.
    """
    server = Server(settings, store, games_module, bots_module, web)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await server.close()

    routes = [
        Route("/health/live", server.live),
        Route("/health/ready", server.ready),
        Route("/api/games", server.list_games),
        Route("/api/cards/{game}", server.cards),
        Route("/api/decks/check", server.check_deck, methods=["POST"]),
        *Replays(server.aside).routes,
        *Companion(server.aside).routes,
        Route("/api/tables", server.list_tables),
        Route("/api/tables", server.new_table, methods=["POST"]),
        Route("/api/tables/{table}/record", server.record),
        WebSocketRoute("/api/tables/{table}/ws", server.play),
        Route("/", server.index),
        Route("/web/{version}/{name:path}", server.lasting_file),
        Route("/{name:path}", server.file),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, names=names_of(settings))],
        exception_handlers={HTTPException: _http_problem, Refused: _refused, NotSaved: _not_readable, Exception: _server_error},
    )
    app.state.server = server
    return app


# ---- small things
def _listed(row: Mapping[str, Any]) -> dict[str, Any]:
    updated = datetime.fromtimestamp(row["updated"] / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"table": row["id"], "game": row["game"], "seat": row["seat"], **row["summary"], "over": row["over"], "updated": updated}


async def _http_problem(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    codes = {404: ("not_found", words.NO_PAGE), 405: ("no_method", words.NO_METHOD), 413: ("too_long", words.TOO_LONG)}
    code, reason = codes.get(wrong.status_code, ("bad_message", words.BAD_MESSAGE))
    answer = problem(wrong.status_code, code, reason)
    answer.headers.update(wrong.headers or {})
    return answer


async def _refused(_request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return problem(STATUS.get(refused.code, 400), refused.code, refused.reason)


async def _not_readable(_request: Request, _problem: Exception) -> Response:
    return problem(503, "not_saved", words.NO_DATABASE)


async def _server_error(_request: Request, _problem: Exception) -> Response:
    """The last resort. The traceback goes to the server's log, and nothing of it to the client."""
    return problem(500, "server_error", words.SERVER_ERROR)
