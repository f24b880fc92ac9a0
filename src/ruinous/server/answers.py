"""The form of the answers to HTTP requests."""

from typing import Any

from starlette.responses import Response

from ruinous.server.protocol import encode


def document(content: Any, status: int = 200) -> Response:
    """A JSON document."""
    return Response(encode(content), status, media_type="application/json")


def problem(status: int, code: str, reason: str) -> Response:
    """What went wrong, in the one form that it is ever told in."""
    return document({"code": code, "public_reason": reason}, status)
