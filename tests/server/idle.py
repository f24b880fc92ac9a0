"""A program of two processes that do nothing, for tests of those who watch over them: `python -m server.idle`."""

import os
import signal
import socket
import sys
from collections.abc import Callable

from ruinous.server.workers import Workers


def say(line: str) -> None:
    """Print a line in one go: all write to one pipe."""
    os.write(1, f"{line}\n".encode())


def work(_listener: socket.socket, ready: Callable[[], None]) -> int:
    """Say who this is, and wait for the end. The second process of a `lame` program cannot begin."""
    say(f"{os.getpid()}")
    if "lame" in sys.argv:
        return 9
    ready()
    signal.pause()
    return 0


def main() -> None:
    """Run until told to stop."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sys.exit(Workers(work, 2, listener, lambda process: say(f"gone {process}")).run(lambda: say("ready")))


if __name__ == "__main__":
    main()
