"""What the server writes for its host, on standard error: lines for people, or one JSON document to a line.

Whatever visitors put into it, a record cannot be taken for two: in JSON line ends are escaped, for people they are followed by
an indentation. Frames and statements are written at no level, because hidden cards and secrets are in them.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

LOUDEST: Final = {"uvicorn": logging.INFO, "psycopg": logging.ERROR}  # what psycopg warns of is the end of what it has raised
"""Foreign loggers and the least of their levels that may be heard; all others are heard from WARNING on."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Lines(logging.Formatter):
    """`2026-11-29T22:45:22.123Z WARNING ruinous.server: text`; whatever else belongs to it is indented."""

    def format(self, record: logging.LogRecord) -> str:
        whole = f"{_time(record)} {record.levelname} {record.name}: {record.getMessage()}"
        if record.exc_info:
            whole += "\n" + self.formatException(record.exc_info)
        return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], whole).replace("\n", "\n    ")


class Json(logging.Formatter):
    """`{"time", "level", "logger", "message", "error"}`; the last only where there was an exception."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {"time": _time(record), "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields)  # ASCII: nothing in it ends a line or turns a terminal around


class Seldom(logging.Filter):
    """Where no file is left for another connection, asyncio says so many times a second: once in ten seconds is enough."""

    def __init__(self) -> None:
        super().__init__()
        self._quiet_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.getMessage().startswith("socket.accept() out of system resource"):
            return True
        if record.created < self._quiet_until:
            return False
        self._quiet_until = record.created + 10
        return True


def _names_nobody(record: logging.LogRecord) -> bool:
    """Not what uvicorn says of every socket: from which address it comes, and to which table."""
    return '"WebSocket ' not in str(record.msg)


def set_up(level: str, style: str) -> None:
    """Write from this level on, as "text" or "json"."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if style == "json" else Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("asyncio").addFilter(Seldom())
    logging.getLogger("uvicorn.error").addFilter(_names_nobody)
    wanted = logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger().setLevel(max(wanted, logging.WARNING))
    logging.getLogger("ruinous").setLevel(wanted)
    for name, loudest in LOUDEST.items():
        logging.getLogger(name).setLevel(max(wanted, loudest))
