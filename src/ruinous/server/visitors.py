"""Who somebody is: a random secret in a cookie, of which the database keeps the hash only.

One secret for each browser and database. It opens every seat that was taken with it, and is never part of an address.
"""

import hashlib
import secrets
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ruinous.server.limits import Limits
from ruinous.server.store import Store, Visitor

ONE_YEAR: Final = 365 * 24 * 3600


def hashed(secret: str) -> bytes:
    """What the database keeps. The secret has 256 random bits, so that a plain hash cannot be undone by guessing."""
    return hashlib.sha256(secret.encode()).digest()


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from."""
    return connection.client.host if connection.client is not None else ""


class Visitors:
    """Knows the visitors of one database."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        # Cookies do not tell ports apart: the name tells databases apart, so that two servers on one machine do not
        # throw out each other's visitors, and one server may change its port.
        self._cookie = f"ruinous_{store.database.identity}"

    def secret(self, connection: HTTPConnection) -> str | None:
        """What the visitor shows; not yet known to be good for anything."""
        for name in (f"__Host-{self._cookie}", self._cookie):
            if shown := connection.cookies.get(name):
                return shown[:100]
        return None

    async def who(self, connection: HTTPConnection) -> str | None:
        """The person whose key the visitor shows, None for a stranger. Raises NotSaved when the database cannot be read."""
        secret = self.secret(connection)
        return None if secret is None else await self._store.person(hashed(secret))

    async def welcome(self, connection: HTTPConnection) -> tuple[str, Visitor]:
        """The visitor and his secret; a new one where the one shown is unknown here, so that nobody can plant one of his own.

        Raises Refused when too many come from one address, NotSaved when the database cannot be read.
        """
        secret = self.secret(connection)
        if secret is not None and (person := await self._store.person(hashed(secret))) is not None:
            return secret, Visitor(person, hashed(secret), False)
        self._limits.take("newcomers", address_of(connection))
        secret = secrets.token_urlsafe(32)
        return secret, Visitor(secrets.token_urlsafe(12), hashed(secret), True)

    def remember(self, connection: HTTPConnection, response: Response, secret: str) -> None:
        """Set the cookie."""
        secure = connection.url.scheme in ("https", "wss")
        response.set_cookie(
            f"__Host-{self._cookie}" if secure else self._cookie,
            secret,
            max_age=ONE_YEAR,
            path="/",
            secure=secure,
            httponly=True,
            samesite="strict",
        )

    def forget(self, connection: HTTPConnection, response: Response) -> None:
        """Take the cookie away."""
        secure = connection.url.scheme in ("https", "wss")
        name = f"__Host-{self._cookie}" if secure else self._cookie
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
