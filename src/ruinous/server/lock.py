"""One server for one database file: a lock file beside it, held by the operating system as long as the process lives."""

import os
import sys
from pathlib import Path


class InUse(Exception):
    """Another process holds the lock."""


class FileLock:
    """The right to be the only one. Taken when made; raises InUse when another process has it, OSError when it cannot be taken."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._file)
        except OSError:
            os.close(self._file)
            raise InUse(path) from None

    def release(self) -> None:
        """Give it back. The file stays: deleting it would let two processes lock two files of one name."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
