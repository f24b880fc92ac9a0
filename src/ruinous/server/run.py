"""Starting and stopping the server: `ruinous table` and `ruinous serve`."""

import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from ruinous import text
from ruinous.server import logs, words
from ruinous.server.app import create_app
from ruinous.server.database import Database, NoDriver, Unusable, shown
from ruinous.server.lock import InUse
from ruinous.server.protocol import MOST_BYTES
from ruinous.server.settings import BadSetting, Settings, read
from ruinous.server.store import Store
from ruinous.server.workers import Workers

BAD_USE = 2
MISSING = 3
INTERRUPTED = 130
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
WAITING = 2048
"""How many may wait to be let in, as after a restart."""
AT_ONCE = 16
"""How many asyncio lets in before it looks at anything else; where no file is left, it tries and complains as often."""
MADE: Final = 50_000
"""How many new objects there are before Python looks among them for garbage, instead of 700."""


class _Announcing(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)
        _settle()
        self._ready()


class Unable(Exception):
    """The server cannot start; the text says why, `code` is that of the process."""

    def __init__(self, why: str, code: int = BAD_USE) -> None:
        super().__init__(why)
        self.code = code


def main(open_browser: bool = False, **flags: Any) -> None:
    """Run the server until it is told to stop; a flag that is None leaves its setting to RUINOUS_* or the default. Raises SystemExit."""
    try:
        code = run(read(**flags), open_browser)
    except BadSetting as wrong:
        print(f"ruinous: {wrong}", file=sys.stderr)
        code = BAD_USE
    except Unable as wrong:
        print(f"ruinous: {wrong}", file=sys.stderr)
        code = wrong.code
    sys.exit(code)


def run(settings: Settings, open_browser: bool) -> int:
    """Serve until SIGTERM (returns 0) or Ctrl+C (130). Raises Unable and BadSetting."""
    logs.set_up(settings.log_level, settings.log_format)
    with ExitStack() as stack:
        database = _open(settings)
        stack.callback(database.release)
        listener = stack.enter_context(_listen(settings.host, settings.port))
        address = _address(settings.host, listener.getsockname()[1])
        stack.enter_context(_measured(settings))

        def ready() -> None:
            print(words.READY.format(address=address), flush=True)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        if settings.workers > 1:
            return Workers(partial(_work, settings, text.current()), settings.workers, listener, _forget_figures).run(ready)
        return _serve(settings, database, listener, ready)


def _work(settings: Settings, language: str, listener: socket.socket, ready: Callable[[], None]) -> int:
    """One of several processes."""
    text.use(language)
    logs.set_up(settings.log_level, settings.log_format)
    return _serve(settings, _open(settings), listener, ready)


def _serve(settings: Settings, database: Database, listener: socket.socket, ready: Callable[[], None]) -> int:
    app: ASGIApp
    if settings.metrics:
        from ruinous.server import metrics

        app = metrics.Measured(create_app(settings, metrics.MeasuredStore(database)))
    else:
        app = create_app(settings, Store(database))
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=3,
        backlog=AT_ONCE,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=15,
        ws_ping_timeout=15,
    )
    _allow_files()
    # uvicorn raises the signal again once it has shut down; without a handler of ours it would still kill the process.
    before = signal.signal(signal.SIGTERM, _calmly)
    try:
        _Announcing(config, ready).run(sockets=[listener])
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _open(settings: Settings) -> Database:
    place = settings.place()
    try:
        return Database.open(place)
    except InUse:
        raise Unable(words.IN_USE.format(path=place)) from None
    except NoDriver as problem:
        raise Unable(str(problem), MISSING) from None
    except (OSError, Unusable) as problem:
        raise Unable(words.NO_STORE.format(path=shown(place), why=problem)) from None


@contextmanager
def _measured(settings: Settings) -> Iterator[None]:
    """Show figures until the end of the block, if the settings say so."""
    if not settings.metrics:
        yield
        return
    with ExitStack() as stack:
        if settings.workers > 1:  # read by the library when it is imported, here and in the other processes
            os.environ[FIGURES] = stack.enter_context(TemporaryDirectory(prefix="ruinous-"))
        try:
            from ruinous.server import metrics
        except ImportError:
            raise Unable(words.NO_FIGURES.format(command="pip install 'ruinous[host]'"), MISSING) from None
        try:
            stack.enter_context(metrics.shown(settings.host, settings.metrics))
        except OSError as problem:
            raise Unable(words.NO_PORT.format(host=settings.host, port=settings.metrics, why=problem.strerror or problem)) from None
        yield


def _forget_figures(process: int) -> None:
    """The figures of what a process has open go with it."""
    if FIGURES in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]


def _listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on, so that the address can be given away before the loop runs. Raises Unable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, it lets asyncio send at once (TCP_NODELAY); else a state that follows another waits for the client's receipt, 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as problem:
        listener.close()
        raise Unable(words.NO_PORT.format(host=host, port=port, why=problem.strerror or problem)) from None
    return listener


def _settle() -> None:
    """What is there by now stays, and is never gone through again for garbage: that takes 40 ms, in which no move is answered."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE)


def _allow_files() -> None:
    """As many open files, sockets among them, as the system lets us have without asking anybody."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems promise more than they allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _address(host: str, port: int) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _calmly(_signal: int, _frame: FrameType | None) -> None:
    """The shutdown is already done."""
