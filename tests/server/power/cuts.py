"""What a power cut leaves of files: what was synced is certain, and every sector that was not is kept, lost or torn by chance."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from server.power.record import Deed

SECTOR: Final = 512


class File:
    """A file on a disk: what is certain of it, and what was done since."""

    def __init__(self) -> None:
        self.certain = b""
        self.since: list[Deed] = []

    def sync(self) -> None:
        """All that was done is certain now."""
        content = bytearray(self.certain)
        for deed in self.since:
            _do(content, deed)
        self.certain, self.since = bytes(content), []

    def after_a_cut(self, chance: Random) -> bytes:
        """What may be found. Some disks keep much and some little of what they were not asked to keep."""
        content, luck = bytearray(self.certain), chance.choice([0.0, 0.5, 0.9, 1.0])
        for deed in self.since:
            if deed.kind == "t":
                if chance.random() < luck:
                    _do(content, deed)
                continue
            for part in _sectors(deed):
                if chance.random() < luck:
                    _do(content, part)
                elif chance.random() < 0.1:  # torn
                    _do(content, Deed("w", part.name, part.data[: chance.randrange(len(part.data))], part.offset))
        return bytes(content)


def _do(content: bytearray, deed: Deed) -> None:
    size = deed.offset if deed.kind == "t" else deed.offset + len(deed.data)
    content.extend(bytes(max(0, size - len(content))))
    if deed.kind == "t":
        del content[size:]
    else:
        content[deed.offset : size] = deed.data


def _sectors(deed: Deed) -> list[Deed]:
    """A write in pieces that do not cross the borders of sectors."""
    parts, at = [], 0
    while at < len(deed.data):
        size = SECTOR - (deed.offset + at) % SECTOR
        parts.append(Deed("w", deed.name, deed.data[at : at + size], deed.offset + at))
        at += size
    return parts


class Disk:
    """All files after so many deeds, and the tables and actions that had been acknowledged by then."""

    def __init__(self, deeds: Sequence[Deed]) -> None:
        self._deeds = deeds
        self._done = 0
        self._files: dict[str, File] = {}
        self._unlinked: dict[str, File] = {}  # since the last sync of anything: file systems keep the order of what is done to names
        self.acknowledged: list[tuple[str, str]] = []

    def go_to(self, number: int) -> None:
        """Go on to the moment after so many deeds."""
        for deed in self._deeds[self._done : number]:
            file = self._files.setdefault(deed.name, File()) if deed.kind in "wt" else self._files.get(deed.name)
            match deed.kind:
                case "a":
                    self.acknowledged.append((deed.name, deed.data.decode()))
                case "u":
                    self._unlinked[deed.name] = self._files.pop(deed.name, File())
                case "s" if file is not None:
                    file.sync()
                    self._unlinked.clear()
                case "w" | "t" if file is not None:
                    file.since.append(deed)
        self._done = number

    def cut(self, folder: Path, chance: Random) -> None:
        """Put into a folder what is found when the power comes back."""
        for name in {*self._files, *self._unlinked}:
            gone = self._unlinked.get(name)
            file = gone if gone is not None and chance.random() < 0.5 else self._files.get(name)
            if file is not None:
                (folder / name).write_bytes(file.after_a_cut(chance))
