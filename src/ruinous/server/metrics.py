"""Figures about the server in the form of Prometheus, at a port of their own (extra `host`; off unless `metrics` names a port).

With several processes each writes its figures to files in a temporary folder, and the port shows their sum.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, multiprocess, start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ruinous.server.store import Change, NotSaved, Store
from ruinous.server.writer import Step

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

requests = Counter("ruinous_requests", "HTTP requests answered", ["method", "route", "status"])
seconds = Histogram("ruinous_request_seconds", "Seconds from a request to the end of its answer", ["method", "route"], buckets=BUCKETS)
sockets = Gauge("ruinous_sockets", "Open sockets at tables", multiprocess_mode="livesum")
changes = Counter("ruinous_changes", "Changes of games that were kept", ["kind"])
lost = Counter("ruinous_changes_not_saved", "Changes of games that the database refused", ["kind"])
writing = Histogram("ruinous_write_seconds", "Seconds to write a change of a game to the disk", buckets=BUCKETS)


class Measured:
    """ASGI middleware that counts requests and sockets. A route is named as it stands in the table of routes: no address has secrets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with sockets.track_inprogress():
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def heard(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, heard)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            requests.labels(scope["method"], route, status).inc()
            seconds.labels(scope["method"], route).observe(time.perf_counter() - began)


class MeasuredStore(Store):
    """A store that measures its writes."""

    async def append(self, game: str, change: Change, also: Sequence[Step], meanwhile: Callable[[], object]) -> None:
        """Append rows to the log of a game. Raises NotSaved."""
        kind = change.rows[0].kind
        try:
            with writing.time():
                await super().append(game, change, also, meanwhile)
        except NotSaved:
            lost.labels(kind).inc()
            raise
        changes.labels(kind).inc()


@contextmanager
def shown(host: str, port: int) -> Iterator[None]:
    """Answer at this port until the end of the block. Raises OSError when it is taken."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    registry = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    server, thread = start_http_server(port, addr=host, registry=registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
