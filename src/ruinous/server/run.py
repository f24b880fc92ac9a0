"""Starting and stopping the server: `ruinous table` and `ruinous serve`."""

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from ruinous.server import words
from ruinous.server.app import create_app
from ruinous.server.database import Database, NoDriver, Unusable, shown
from ruinous.server.lock import InUse
from ruinous.server.protocol import MOST_BYTES
from ruinous.server.settings import BadSetting, Settings, read
from ruinous.server.store import Store

BAD_USE = 2
MISSING = 3
INTERRUPTED = 130


class _Announcing(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def main(host: str | None = None, port: int | None = None, database: str | None = None, open_browser: bool = False) -> None:
    """Run the server until it is told to stop; None leaves a setting to RUINOUS_* or its default. Raises SystemExit."""
    try:
        settings = read(host=host, port=port, database=database)
        code = run(settings, open_browser)
    except BadSetting as wrong:
        print(f"ruinous: {wrong}", file=sys.stderr)
        code = BAD_USE
    sys.exit(code)


def run(settings: Settings, open_browser: bool) -> int:
    """Serve until SIGTERM (returns 0) or Ctrl+C (130); 2 without database or port, 3 without a driver. Raises BadSetting."""
    place = settings.place()
    try:
        database = Database.open(place)
    except InUse:
        return _refuse(words.IN_USE.format(path=place))
    except NoDriver as problem:
        return _refuse(str(problem), MISSING)
    except (OSError, Unusable) as problem:
        return _refuse(words.NO_STORE.format(path=shown(place), why=problem))
    try:
        listener = _listen(settings.host, settings.port)
    except OSError as problem:
        database.release()
        return _refuse(words.NO_PORT.format(host=settings.host, port=settings.port, why=problem.strerror or problem))
    address = _address(settings.host, listener.getsockname()[1])

    def ready() -> None:
        print(words.READY.format(address=address), flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        create_app(settings, Store(database)),
        lifespan="on",
        log_level=settings.log_level,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=3,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=15,
        ws_ping_timeout=15,
    )
    # uvicorn raises the signal again once it has shut down; without a handler of ours it would still kill the process.
    before = signal.signal(signal.SIGTERM, _calmly)
    try:
        _Announcing(config, ready).run(sockets=[listener])
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, before)
        database.release()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on, so that the address can be given away before the loop runs."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _address(host: str, port: int) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _refuse(why: str, code: int = BAD_USE) -> int:
    print(f"ruinous: {why}", file=sys.stderr)
    return code


def _calmly(_signal: int, _frame: FrameType | None) -> None:
    """The shutdown is already done."""
