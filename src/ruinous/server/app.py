"""The server as an ASGI application: what address answers what."""

import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ruinous import catalogue, text
from ruinous.games import Rules
from ruinous.server import openapi, protocol, session, words
from ruinous.server.answers import Public, body, document, problem
from ruinous.server.aside import Aside
from ruinous.server.bots import Thinkers
from ruinous.server.companion import Companion
from ruinous.server.counts import Counts
from ruinous.server.guard import Guard, names_of
from ruinous.server.keeping import Keeping
from ruinous.server.limits import Sockets
from ruinous.server.lobby import Lobby
from ruinous.server.mail import Post
from ruinous.server.pages import Pages
from ruinous.server.people import Accounts
from ruinous.server.prints import Prints
from ruinous.server.protocol import BadMessage
from ruinous.server.refused import Refused
from ruinous.server.replays import Replays
from ruinous.server.settings import Settings
from ruinous.server.store import NotSaved, Store
from ruinous.server.tables import Tables
from ruinous.server.visitors import Visitors, address_of, hashed

STATUS = {
    "not_sent": 503,
    "no_table": 404,
    "not_host": 403,
    "taken": 409,
    "waiting": 409,
    "too_fast": 429,
    "not_saved": 503,
    "unreadable": 500,
}
WEB = Path(__file__).parent.parent / "web"


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings, store: Store, games_module: str, bots_module: str, web: Path) -> None:
        self.store = store
        self.games: Mapping[str, Rules] = importlib.import_module(games_module).GAMES
        self.sockets = Sockets(
            {
                "all": settings.sockets,
                "table": settings.table_sockets,
                "person": settings.person_sockets,
                "address": settings.address_sockets,
            }
        )
        self.thinkers = Thinkers(
            games_module, bots_module, settings.bot_workers, settings.bot_seconds, settings.further(), settings.stand_in
        )
        self.tables = Tables(self.games, store, self.thinkers, settings.pace)
        self.visitors = Visitors(store, self.tables.house.limits)
        self.lobby = Lobby(self.tables, self.visitors, self.tables.house.limits)
        post = Post(settings.smtp, settings.mail_from)
        self.keeping = Keeping(self.tables, post, settings)
        self.counts = Counts(self.keeping.results, self.visitors.who, self.games)
        self.accounts = Accounts(store, self.visitors, self.tables, self.tables.house.limits, post, settings.address)
        self.pages = Pages(web)
        self.aside = Aside()
        self._books: dict[tuple[str, str], Public] = {}  # the cards by game and language

    # ---- what there is
    async def live(self, _request: Request) -> Response:
        """The process runs."""
        return document({"status": "live"})

    async def ready(self, _request: Request) -> Response:
        """The database answers."""
        await self.store.person(b"")
        return document({"status": "ready"})

    async def openapi(self, request: Request) -> Response:
        """This description."""
        return document(openapi.document(request.app.routes))

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
        if (game, language) not in self._books:
            with text.speaking(language):
                self._books[game, language] = Public.of(catalogue.document(game))
        return self._books[game, language].answer(request)

    async def check_deck(self, request: Request) -> Response:
        """Whether a deck list of Chaos Casters may be played, and every reason why not."""
        asked = protocol.deck_list(await body(request))
        return document(catalogue.check_deck(asked.text))

    # ---- tables
    async def play(self, socket: WebSocket) -> None:
        """The socket of a table."""
        await socket.accept()
        secret = self.visitors.secret(socket)
        key = hashed(secret) if secret is not None else None
        try:
            person = await self.visitors.who(socket)
            # Waited for last, and then sat down at: a table that nobody watches may be forgotten at any time.
            table = await self.tables.find(socket.path_params["table"])
            sits = bool(table.seats.own(person))
            with self.sockets.one(table.id, person, address_of(socket), sits=sits):
                await session.Session(socket, self.tables, table, person, key, text.current()).run()
        except (Refused, NotSaved) as problem:
            refused = problem if isinstance(problem, Refused) else Refused("not_saved", words.NO_DATABASE)
            await socket.send({"type": "websocket.send", "text": protocol.encode(protocol.Error(refused.code, refused.reason)).decode()})
            await session.close(socket, session.CLOSES.get(refused.code, session.BROKEN))

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
        await self.keeping.close()
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
            await server.tables.start()
            server.keeping.start()
            yield
        finally:
            await server.close()

    routes = [
        Route("/health/live", server.live),
        Route("/health/ready", server.ready),
        Route("/api/openapi.json", server.openapi),
        Route("/api/games", server.list_games),
        Route("/api/cards/{game}", server.cards),
        Route("/api/decks/check", server.check_deck, methods=["POST"]),
        *Replays(server.aside, server.thinkers).routes,
        *Companion(server.aside).routes,
        *Prints(server.aside).routes,
        *server.lobby.routes,
        *server.accounts.routes,
        *server.counts.routes,
        WebSocketRoute("/api/tables/{table}/ws", server.play),
        Route("/", server.index),
        Route("/web/{version}/{name:path}", server.lasting_file),
        Route("/{name:path}", server.file),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, names=names_of(settings), limits=server.tables.house.limits)],
        exception_handlers={
            HTTPException: _http_problem,
            BadMessage: _bad_message,
            Refused: _refused,
            NotSaved: _not_readable,
            Exception: _server_error,
        },
    )
    app.state.server = server
    return app


# ---- small things
async def _http_problem(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    codes = {404: ("not_found", words.NO_PAGE), 405: ("no_method", words.NO_METHOD), 413: ("too_long", words.TOO_LONG)}
    code, reason = codes.get(wrong.status_code, ("bad_message", words.BAD_MESSAGE))
    answer = problem(wrong.status_code, code, reason)
    answer.headers.update(wrong.headers or {})
    return answer


async def _bad_message(_request: Request, wrong: Exception) -> Response:
    return problem(400, "bad_message", str(wrong) or words.BAD_MESSAGE)


async def _refused(_request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return problem(STATUS.get(refused.code, 400), refused.code, refused.reason)


async def _not_readable(_request: Request, _problem: Exception) -> Response:
    return problem(503, "not_saved", words.NO_DATABASE)


async def _server_error(_request: Request, _problem: Exception) -> Response:
    """The last resort. The traceback goes to the server's log, and nothing of it to the client."""
    return problem(500, "server_error", words.SERVER_ERROR)
