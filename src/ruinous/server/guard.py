"""What holds for every request, whatever it asks: who may ask, in which language, and what the browser is told about the answer."""

import ipaddress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ruinous import text
from ruinous.server import words
from ruinous.server.answers import problem
from ruinous.server.limits import Limits
from ruinous.server.refused import Refused
from ruinous.server.settings import Settings
from ruinous.server.visitors import address_of

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE: Final = frozenset({"GET", "HEAD"})


def names_of(settings: Settings) -> frozenset[str] | None:
    """The names in `Host` that are answered; None: any. On loopback a foreign name is a page elsewhere that was led here."""
    if settings.hosts:
        return frozenset(name.strip().lower() for name in settings.hosts.split(",") if name.strip())
    try:
        local = settings.host == "localhost" or ipaddress.ip_address(settings.host).is_loopback
    except ValueError:
        local = False
    return LOOPBACK | {settings.host} if local else None


def _bare(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


class Guard:
    """ASGI middleware: refuses unknown hosts, foreign origins and floods, speaks the visitor's language, adds the security headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str] | None, limits: Limits) -> None:
        self._app = app
        self._names = names
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(("/api/", "/health/")):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        with text.speaking(text.wanted(Headers(scope=scope).get("accept-language", ""))):
            refusal = self._refusal(scope)
            await (self._app if refusal is None else refusal)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        if self._is_foreign(scope):
            return problem(403, "foreign", words.FOREIGN)
        if not scope["path"].startswith("/health/"):
            try:
                self._limits.take("request", address_of(HTTPConnection(scope)))
            except Refused as refused:
                return problem(429, refused.code, refused.reason)
        return None

    def _is_foreign(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._names is not None and _bare(host) not in self._names and not scope["path"].startswith("/health/"):
            return True  # but whoever watches over a container calls it by any name
        if scope["type"] == "http" and scope["method"] in SAFE:
            return False
        # Browsers send Origin with every socket and every request that changes something; programs need not.
        origin = headers.get("origin")
        return origin is not None and origin.partition("://")[2].lower() != host.lower()
