"""How a server is set up: flags over RUINOUS_* environment variables over defaults."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import platformdirs

from ruinous.bots.base import LEVELS, NAMES, make
from ruinous.games import GAMES
from ruinous.server import words

RANGES: Final[dict[str, tuple[float, float]]] = {
    "port": (0, 65535),
    "pace": (0, 60_000),
    "bot_workers": (1, 64),
    "workers": (1, 64),
    "metrics": (0, 65535),
    "sockets": (1, 1_000_000),
    "table_sockets": (0, 1_000_000),
    "person_sockets": (1, 1_000_000),
    "address_sockets": (0, 1_000_000),
    "bot_seconds": (0.001, 86_400),
    "notice_seconds": (0, 86_400),
}
SCHEMES: Final = {"address": ("http", "https"), "smtp": ("smtp", "smtps")}
CHOICES: Final = {"log_level": ("debug", "info", "warning", "error", "critical"), "log_format": ("text", "json")}


class BadSetting(ValueError):
    """A setting that cannot be; the text names it and says what would do."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the host of a server may choose."""

    host: str = "127.0.0.1"
    """Address to listen on; loopback by default, so that only this machine can connect."""
    port: int = 0
    """0: any free one."""
    database: str = ""
    """Path of an SQLite file, or `postgresql://name:password@host/database`; empty: `ruinous.sqlite3` in the user's data folder."""
    hosts: str = ""
    """Names under which visitors reach the server, with commas; empty: loopback names on a loopback address, any name elsewhere."""
    proxies: str = ""
    """Addresses, with commas, whose X-Forwarded-* headers are believed; empty: nobody's."""
    address: str = ""
    """Where people reach the server, like https://play.example; stands in mail and webhooks."""
    smtp: str = ""
    """Mail server, smtp://name:password@host:587 or smtps://...; empty: mail is printed in the log."""
    mail_from: str = "ruinous@localhost"
    """Sender of mail."""
    notice_seconds: float = 60.0
    """So long a notice of somebody's turn waits, lest it tells him what he sees."""
    webhooks_inside: bool = False
    """Whether webhooks may lead into the host's own network."""
    pace: int = 600
    """Milliseconds between the moves of bots at a new table."""
    bot_workers: int = 2
    """Processes in which bots think."""
    bot_seconds: float = 20.0
    """After this long a bot's process is stopped and a legal move is made in its place."""
    bots: str = ""
    """Further bots, with commas: path/to/file.py:Class. Their files are run: only from people one trusts."""
    stand_in: str = "rules"
    """The bot that takes a seat where none is named: an open one at the start, that of somebody who leaves or is out of time."""
    sockets: int = 10_000
    """So many may be open in each process; further ones are sent away."""
    table_sockets: int = 250
    """At one table, of people who do not sit there."""
    person_sockets: int = 50
    """Of one person."""
    address_sockets: int = 2000
    """From one address, of people without a key."""
    workers: int = 1
    """Processes that serve; more than one need a PostgreSQL database."""
    log_level: str = "warning"
    """From which level on something is written: debug, info, warning, error or critical."""
    log_format: str = "text"
    """text, or json: one document to a line."""
    metrics: int = 0
    """Port of `host` at which Prometheus finds /metrics; 0: none."""

    def further(self) -> list[str]:
        """The names of further bots."""
        return [name.strip() for name in self.bots.split(",") if name.strip()]

    def place(self) -> Path | str:
        """The SQLite file, or the address of the PostgreSQL database. Raises BadSetting when it is another kind of database."""
        kind, separator, rest = self.database.partition("://")
        if separator and kind in ("postgresql", "postgres", "postgresql+psycopg"):
            return f"postgresql+psycopg://{rest}"
        if separator and kind != "sqlite":
            raise _bad(words.OTHER_KIND, "database", kind=kind)
        given = self.database.removeprefix("sqlite:///")
        return Path(given).expanduser().absolute() if given else platformdirs.user_data_path("ruinous", appauthor=False) / "ruinous.sqlite3"


def read(environ: Mapping[str, str] = os.environ, **flags: Any) -> Settings:
    """The settings of these flags (None: not given) and RUINOUS_* variables. Raises BadSetting naming the one at fault."""
    wanted: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        named, given = field.name, flags.get(field.name)
        if given is None:
            named = f"RUINOUS_{field.name.upper()}"
            given = environ.get(named)
        if given is not None:
            try:
                wanted[field.name] = msgspec.convert(given, field.type, strict=False)
            except msgspec.ValidationError:
                why = {int: words.NO_INT, float: words.NO_FLOAT, bool: words.NO_BOOL}[field.type]
                raise _bad(why, named, value=given) from None
    settings = Settings(**wanted)
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """Raises BadSetting for what cannot be."""
    for name, (least, most) in RANGES.items():
        value = getattr(settings, name)
        if not least <= value <= most:
            raise _bad(words.NO_RANGE, name, value=value, least=least, most=most)
    for name, schemes in SCHEMES.items():
        given = getattr(settings, name)
        if given and urlsplit(given).scheme not in schemes:
            one, other = (f"{scheme}://" for scheme in schemes)
            raise _bad(words.NO_SCHEME, name, one=one, other=other)  # the value may hold a password
    for name, choices in CHOICES.items():
        value = getattr(settings, name)
        if value not in choices:
            raise _bad(words.NO_CHOICE, name, value=value, choices=", ".join(choices))
    further = settings.further()
    if settings.stand_in not in (*further, *NAMES):
        raise _bad(words.NO_STAND_IN, "stand_in", value=settings.stand_in, choices=", ".join((*further, *LEVELS)))
    for name in further:
        _check_bot(name)
    if settings.workers > 1 and isinstance(settings.place(), Path):
        raise _bad(words.ONE_WRITER, "workers", value=settings.workers)


def _check_bot(name: str) -> None:
    """Raises BadSetting for a bot in a file that can be made for no game: no visitor is to find that out."""
    for rules in GAMES.values():
        try:
            make(name, rules, rules.seats(rules.new(rules.read_options({}), 0))[0], 0)
        except Exception as problem:
            why = str(problem) if type(problem) is LookupError else f"{type(problem).__name__}: {problem}"
        else:
            return
    raise _bad(words.BAD_BOT, "bots", bot=name, why=why)


def _bad(text: str, name: str, **values: object) -> BadSetting:
    return BadSetting(text.format(name=name, **values))
