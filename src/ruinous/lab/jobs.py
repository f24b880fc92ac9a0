"""Work spread over processes: the same results in the same order whatever their number."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Numerical libraries that start a thread for each processor make bots many times slower."""

T = TypeVar("T")
R = TypeVar("R")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _die_at_once() -> None:
    """A process of the pool ends with Ctrl+C, without finishing its work or a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def spread(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[R]:
    """work(task) for each task, in their order, on `jobs` processes; with one job in this process.

    `work` is a function of a module, tasks and results can be pickled. Tasks are drawn as they are needed, so they may
    be endless. An exception of `work` comes out here; what was not begun is then given up.
    """
    os.environ.update(ONE_THREAD)  # processes inherit it; in this one a library reads it when it is first imported
    if jobs == 1:
        yield from map(work, tasks)
        return
    source = iter(tasks)
    waiting: list[Future[R]] = []
    # `spawn`: the same on every system, and no copy of this process's threads
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _die_at_once) as pool:
        try:
            while True:
                while len(waiting) < 2 * jobs:
                    try:
                        waiting.append(pool.submit(work, next(source)))
                    except StopIteration:
                        break
                if not waiting:
                    return
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()
