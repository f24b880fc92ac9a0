"""The server as a program that ends by itself at a commit, if `ENDS` says so: killed, or told to stop."""

import os
import random
import signal
import socket
import sys
import threading
import time
from contextlib import AbstractContextManager, ExitStack, suppress
from itertools import count
from typing import Any, Final, NoReturn
from unittest.mock import patch

from starlette.applications import Starlette

from ruinous.server import database, limits, run
from ruinous.server.app import create_app
from ruinous.server.database import Database
from ruinous.server.settings import Settings
from ruinous.server.store import Store
from server.simulation import planted

PROGRAM: Final = "from server.kills.mortal import main; main()"
LIBRARY: Final = "server.simulation.library"
CARELESS: Final = "PostgreSQL does not wait for the disk"
FINISHED: Final = "the commit is finished"
COMMIT: Final = 0.004
"""Seconds that a commit takes at most, more or less: a death `in` it comes after a part of them."""
WHILE: Final = 0.2
"""Seconds for which a commit that never comes is held up: whoever was told of it too early hears it."""


def main() -> None:
    """Serve the games of the simulated worlds from the database that the command line names."""
    limits.RATES["join"] = limits.RATES["request"]  # all newcomers come from one address here
    listen, doors = run._listen, list[socket.socket]()

    def listens(host: str, port: int) -> socket.socket:
        doors.append(listen(host, port))
        return doors[-1]

    def made(settings: Settings, store: Store) -> Starlette:
        if os.environ["ENDS"]:
            moment, number = os.environ["ENDS"].split()
            end_at(store.database, moment, int(number), doors[0].getsockname())
        return create_app(settings, store, games_module=LIBRARY, bots_module=LIBRARY)

    with ExitStack() as stack, patch.object(run, "_listen", listens), patch.object(run, "create_app", made):
        for one in faulty(os.environ["FAULT"]):
            stack.enter_context(one)
        run.main(database=sys.argv[1], port=0)


def faulty(fault: str) -> list[AbstractContextManager[Any]]:
    """What plants a fault in this server."""
    if fault == CARELESS:
        return [patch.dict(database.POSTGRES, options=str(database.POSTGRES["options"]).replace("=on", "=off"))]
    return planted.planted(fault) if fault else []


def die() -> NoReturn:
    """From one instruction to the next."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def stop(door: tuple[str, int]) -> None:
    """Hear SIGTERM; returns when nobody is let in any more."""
    os.kill(os.getpid(), signal.SIGTERM)
    with suppress(ConnectionRefusedError):
        while True:
            socket.create_connection(door).close()
            time.sleep(0.01)


def end_at(opened: Database, moment: str, number: int, door: tuple[str, int]) -> None:
    """End at the commit of this number, from 1, of those that write what is done at tables.

    `before` it, `in` it, or `after` it and before anybody knows: killed. `finish`: told to stop, which goes on until only this commit is
    waited for; it says so when it is done.
    """
    dialect = opened.engines[1].dialect
    commit, numbers = dialect.do_commit, count(1)

    def die_meanwhile() -> None:
        time.sleep(random.random() * COMMIT)
        die()

    def do_commit(connection: Any) -> None:
        if next(numbers) != number:
            commit(connection)
            return
        if moment == "before":
            time.sleep(WHILE)
            die()
        if moment == "in":
            threading.Thread(target=die_meanwhile).start()
        if moment == "finish":
            stop(door)
        commit(connection)
        if moment == "in":
            threading.Event().wait()  # nobody hears of it
        if moment == "after":
            die()
        print(FINISHED, flush=True)

    dialect.do_commit = do_commit  # type: ignore[assignment, method-assign]
