"""A game's log in memory: the line that stands, what each seat may count of the changes, what can be taken back."""

from collections.abc import Sequence

import msgspec

from ruinous.games import Rules
from ruinous.server import words
from ruinous.server.line import Line, depths_of, kept_of
from ruinous.server.store import GameRow, LogRow


class History:
    """All rows of a log. A seat counts the changes that it may know of; that number is its version of the game."""

    def __init__(self, rules: Rules, game: GameRow, log: Sequence[LogRow]) -> None:
        """Raises Broken when the log does not replay; OtherRules when it belongs to another version of the rules."""
        self.line = Line.of(rules, game, kept_of(log))
        self.done = {row.action_id: row for row in log if row.action_id is not None}
        self._depths = depths_of(log)
        self._whose = [row.seat if row.hushed else None for row in log]  # of each change whose secret it is, None: nobody's
        self._secrets: dict[str | None, int] = {}
        for whose in self._whose:
            self._count(whose)

    def add(self, rows: Sequence[LogRow], line: Line | None = None) -> None:
        """Go on by rows that are on the disk, to `line` where that is already made.

        Raises Broken or ValueError; then this is of no use any more.
        """
        if line is not None:
            self.line = line
        for row in rows:
            if line is None:
                self._do(row)
            self._depths.append(self._depths[-1] + (1 if row.kind == "act" else -1))
            self._whose.append(row.seat if row.hushed else None)
            self._count(self._whose[-1])
            if row.action_id is not None:
                self.done[row.action_id] = row

    def _do(self, row: LogRow) -> None:
        if row.kind == "act":
            self.line.play(row)
        else:
            self.line = self.line.without(1)

    def _count(self, whose: str | None) -> None:
        if whose is not None:
            self._secrets[whose] = self._secrets.get(whose, 0) + 1
            self._secrets[None] = self._secrets.get(None, 0) + 1

    # ---- counting
    @property
    def length(self) -> int:
        """The number of changes so far: the number of the last row of the log. A seat counts with `version`."""
        return len(self._whose)

    def version(self, seat: str | None) -> int:
        """The number of changes so far that a seat may know of."""
        own = 0 if seat is None else self._secrets.get(seat, 0)
        return self.length - self._secrets.get(None, 0) + own

    def version_at(self, seat: str | None, length: int) -> int:
        """The number of the first so many changes that a seat may know of."""
        return sum(whose is None or whose == seat for whose in self._whose[:length])

    def length_at(self, seat: str | None, version: int) -> int:
        """How many changes there were when a seat last saw this version; -1 for one that it cannot have seen."""
        if not 0 <= version <= self.version(seat):
            return -1
        known = 0
        for length, whose in enumerate(self._whose):
            known += whose is None or whose == seat
            if known > version:
                return length
        return self.length

    def news_for(self, seat: str | None, seen: int) -> bool:
        """Whether anything that a seat may know of has happened since there were so many changes."""
        return any(whose is None or whose == seat for whose in self._whose[seen:])

    def events_from(self, seen: int) -> int:
        """How many events of the log still hold for who has seen so many changes."""
        return self.line.events_after(min(self._depths[seen:])) if seen >= 0 else 0

    # ---- taking back
    def undo_state(self, seat: str | None) -> tuple[bool, str]:
        """Whether this seat may take back the last action, and why (not)."""
        if seat is None:
            return False, words.UNDO_WATCHER
        if self.line.state.over:
            return False, words.GAME_OVER
        if self.line.since(seat) == 0:
            return False, words.UNDO_NOTHING
        last = self.line.kept[-1]
        if last.seat != seat:
            return False, words.UNDO_OTHER
        if not self.line.quiet():
            return False, words.UNDO_UNVEILED
        # What came of it first is told in the language in use; a secret exchange has come to nothing yet.
        told = self.line.rules.events(self.line.state, seat, self.line.events_after(len(self.line.kept) - 1))
        return True, words.UNDO.format(text=told[0]["text"] if told else last.text)

    def undoing(self, last: int, action_id: str | None) -> tuple[list[LogRow], Line]:
        """The rows that take back the last so many actions (the last row has the action_id), and the line that they lead to."""
        line = self.line.without(last)
        checksums = [row.checksum for row in self.line.kept[len(line.kept) : -1]]
        checksums.insert(0, line.rules.checksum(line.state))
        rows = [
            LogRow(self.length + 1 + n, "undo", taken.seat, taken.action, taken.text, line.rules.version, checksum, taken.hushed, None)
            for n, (taken, checksum) in enumerate(zip(reversed(self.line.kept[len(line.kept) :]), reversed(checksums), strict=True))
        ]
        rows[-1] = msgspec.structs.replace(rows[-1], action_id=action_id)
        return rows, line
