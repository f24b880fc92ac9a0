"""A program of two processes that do nothing, for tests of those who watch over them: `python -m server.idle`."""

import os
import signal
import socket
import sys
from collections.abc import Callable

from ruinous.server.workers import Workers


def work(_listener: socket.socket, ready: Callable[[], None]) -> int:
    """Say who this is, and wait for the end. The second process of a `lame` program cannot begin."""
    print(os.getpid(), flush=True)
    if "lame" in sys.argv:
        return 9
    ready()
    signal.pause()
    return 0


def main() -> None:
    """Run until told to stop."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sys.exit(Workers(work, 2, listener, lambda process: print("gone", process, flush=True)).run(lambda: print("ready", flush=True)))


if __name__ == "__main__":
    main()
