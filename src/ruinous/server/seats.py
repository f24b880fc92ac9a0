"""Who sits at a table, and who may change that. Nothing here is written or sent."""

import hmac
from collections.abc import Iterator, Sequence

import msgspec

from ruinous.server import words
from ruinous.server.refused import Refused
from ruinous.server.store import SeatRow


class Seats:
    """The seats of one table, in order of play. Every change is a row in place of another of the same seat."""

    def __init__(self, rows: Sequence[SeatRow], host: str | None) -> None:
        self.host = host
        self._rows = {row.seat: row for row in rows}

    def __iter__(self) -> Iterator[SeatRow]:
        return iter(self._rows.values())

    def __getitem__(self, seat: str) -> SeatRow:
        """Raises Refused when there is no such seat."""
        if seat not in self._rows:
            raise Refused("bad_request", words.NO_BOT_THERE.format(seat=seat))
        return self._rows[seat]

    def put(self, row: SeatRow) -> None:
        """From now on it is like this."""
        self._rows[row.seat] = row

    # ---- what there is
    def own(self, person: str | None) -> list[str]:
        """The seats of a person."""
        return [row.seat for row in self if row.person is not None and row.person == person]

    def member(self, person: str | None) -> bool:
        """Whether a person sits here or is the host."""
        return person is not None and (person == self.host or bool(self.own(person)))

    def people(self) -> set[str]:
        """Everybody who sits here, also those in whose place a bot plays."""
        return {row.person for row in self if row.person is not None}

    @property
    def played_by_people(self) -> bool:
        """Whether a person decides anywhere."""
        return any(row.played_by is not None for row in self)

    def bot(self, seat: str | None) -> str | None:
        """The bot that plays this seat."""
        row = self._rows.get(seat or "")
        return row.bot if row is not None else None

    def rotated(self) -> list[SeatRow]:
        """Everybody one seat on; in the place of a person no bot plays any more."""
        rows = list(self)
        return [
            msgspec.structs.replace(row, person=before.person, bot=before.bot if before.person is None else None, name=before.name)
            for row, before in zip(rows, rows[-1:] + rows[:-1], strict=True)
        ]

    # ---- what may be changed
    def known_to(self, person: str | None) -> None:
        """Raises Refused, as for a table that is not there, for who does not belong here."""
        if not self.member(person):
            raise Refused("no_table", words.NO_TABLE)

    def hosted_by(self, person: str | None) -> None:
        """Raises Refused for who is not the host."""
        self.known_to(person)
        if person != self.host:
            raise Refused("not_host", words.NOT_HOST)

    def joined(self, person: str, seat: str | None) -> SeatRow:
        """The row when a person sits down, in the first open seat where none is named. Raises Refused."""
        free = [row for row in self if row.open and seat in (None, row.seat)]
        if seat is not None:
            self[seat]  # there must be such a seat
        if not free or self.own(person):
            raise Refused("taken", words.SEATED if self.own(person) else words.TAKEN)
        return msgspec.structs.replace(free[0], person=person)


def invited(shown: str | None, code: str | None) -> bool:
    """Whether the code shown is that of the invitation."""
    return hmac.compare_digest((shown or "").encode(), (code or " ").encode())
