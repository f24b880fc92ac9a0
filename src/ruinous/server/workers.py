"""Several processes that serve one socket: started, watched, replaced when they die, ended together."""

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final

logger = logging.getLogger("ruinous.server")

Work = Callable[[socket.socket, Callable[[], None]], int]
"""What a process does: serve this socket, call the function when ready, return the exit code."""

PATIENCE: Final = 10.0
"""Seconds that a process has to end in peace."""
_spawn: Final = multiprocessing.get_context("spawn")


class Worker:
    """One process. It says through a pipe that it is ready, and ends when the other end is gone: none outlives its parent."""

    def __init__(self, work: Work, listener: socket.socket) -> None:
        self.line, theirs = _spawn.Pipe()
        self.ready = False
        self.process: SpawnProcess = _spawn.Process(target=_serve, args=(work, listener, theirs))
        self.process.start()
        theirs.close()

    def end(self) -> None:
        """Let it end, by force if it must be."""
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.line.close()


def _serve(work: Work, listener: socket.socket, line: Connection) -> None:
    """The life of a process."""
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    raise SystemExit(work(listener, lambda: line.send(None)))


def _end_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv()  # nothing is ever sent: this ends with the parent
    os.kill(os.getpid(), signal.SIGTERM)


class Workers:
    """As many processes as are wanted, until the parent is told to stop."""

    def __init__(self, work: Work, number: int, listener: socket.socket, died: Callable[[int], None]) -> None:
        self._work = work
        self._number = number
        self._listener = listener
        self._died = died  # is told the number of a process that has ended
        self._all: list[Worker] = []
        self._told: list[int] = []  # the signals that came

    def run(self, ready: Callable[[], None]) -> int:
        """Start all, call `ready` when they serve, and watch them. Returns 0 after SIGTERM, 130 after Ctrl+C, 1 when one cannot begin."""
        bell, rope = socket.socketpair()
        rope.setblocking(False)
        before = signal.set_wakeup_fd(rope.fileno())
        handlers = {number: signal.signal(number, self._hear) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            self._all = [Worker(self._work, self._listener) for _ in range(self._number)]
            return self._watch(bell, ready)
        finally:
            for worker in self._all:
                worker.process.terminate()  # all at once; then each is waited for
            for worker in self._all:
                worker.end()
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)
            bell.close()
            rope.close()

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        self._told.append(number)

    def _watch(self, bell: socket.socket, ready: Callable[[], None]) -> int:
        announced = False
        while not self._told:
            waiting = [worker.line for worker in self._all if not worker.ready]
            wait([bell, *waiting, *(worker.process.sentinel for worker in self._all)])
            for worker in list(self._all):
                if not worker.ready and worker.line.poll():
                    with suppress(EOFError):
                        worker.line.recv()
                        worker.ready = True
                if worker.process.exitcode is not None and not self._told:
                    if not self._replace(worker):
                        return 1
            if not announced and all(worker.ready for worker in self._all):
                announced = True
                ready()
        return 130 if self._told[0] == signal.SIGINT else 0

    def _replace(self, dead: Worker) -> bool:
        """Start another in the place of one that has died; not where it gave up before it began, as the next would too."""
        code = dead.process.exitcode or 0
        logger.error("process %d has ended with %d", dead.process.pid, code)
        self._died(dead.process.pid or 0)
        self._all.remove(dead)
        dead.line.close()
        if not dead.ready and code >= 0:
            return False
        self._all.append(Worker(self._work, self._listener))
        return True
