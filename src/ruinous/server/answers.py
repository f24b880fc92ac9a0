"""The form of HTTP requests and of the answers to them."""

import gzip
import io
from datetime import UTC, datetime
from typing import Any

import segno
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ruinous.server.protocol import MOST_BYTES, encode


async def body(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body of a request, up to so many bytes. Raises HTTPException 413."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            raise HTTPException(413)
    return bytes(found)


def document(content: Any, status: int = 200) -> Response:
    """A JSON document."""
    return Response(encode(content), status, media_type="application/json")


def takes_gzip(request: Request) -> bool:
    """Whether the browser takes an answer compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


class Public(Struct, frozen=True):
    """A JSON document without a secret, that is sent many times. (Beside a secret, its size when compressed would tell of it.)"""

    plain: bytes
    zipped: bytes

    @classmethod
    def of(cls, content: Any) -> "Public":
        """A document with this content."""
        plain = encode(content)
        return cls(plain, gzip.compress(plain, 9, mtime=0))

    def answer(self, request: Request) -> Response:
        """It as an answer, compressed where the browser takes that."""
        headers, found = {"vary": "accept-encoding"}, self.plain
        if takes_gzip(request):
            found, headers["content-encoding"] = self.zipped, "gzip"
        return Response(found, headers=headers, media_type="application/json")


def problem(status: int, code: str, reason: str, **more: Any) -> Response:
    """What went wrong, in the one form that it is ever told in, and what else there is to say about it."""
    return document({"code": code, "public_reason": reason, **more}, status)


def picture(request: Request, link: str) -> str:
    """The whole address of a link into the page as a QR code: an SVG document that an image may show."""
    drawn = io.BytesIO()
    segno.make(str(request.base_url) + link, micro=False).save(drawn, kind="svg", xmldecl=False, nl=False, border=2, omitsize=True)
    return drawn.getvalue().decode()


def told(moment: int) -> str:
    """A moment of the database as the wire tells it: 2026-11-29T22:45:22.123Z."""
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
