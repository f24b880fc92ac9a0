"""Going back by consent: a seat asks, every person agrees, then the table is as it was before that seat's last action."""

from collections.abc import Iterable
from typing import Final

import msgspec

from ruinous.server import protocol, words
from ruinous.server.refused import Refused
from ruinous.server.seats import Seats
from ruinous.server.store import Extra, Request

PATIENCE: Final = 60.0
"""Seconds that bots wait with their move while somebody is asked; their move would end the request."""


def asked(extra: Extra, seats: Seats, seat: str, action_id: str) -> Extra:
    """A request of this seat. Its person agrees for all seats that are his, and bots agree at once."""
    row = seats[seat]
    agreed = tuple(one.seat for one in seats if one.played_by is None or one.played_by == row.person)
    return msgspec.structs.replace(extra, request=Request(extra.asked, seat, action_id, agreed), asked=extra.asked + 1)


def answered(extra: Extra, number: int, seats: Iterable[str], agree: bool) -> Extra:
    """The request after an answer for these seats; a refusal ends it. Raises Refused when there is no such request any more."""
    request = extra.request
    if request is None or request.n != number:
        raise Refused("stale", words.NO_REQUEST)
    if not agree:
        return msgspec.structs.replace(extra, request=None)
    agreed = tuple(dict.fromkeys((*request.agreed, *seats)))
    return msgspec.structs.replace(extra, request=msgspec.structs.replace(request, agreed=agreed))


def missing(request: Request, seats: Seats) -> list[str]:
    """The seats that have not answered. A bot that has taken a seat meanwhile agrees too."""
    return [row.seat for row in seats if row.seat not in request.agreed and row.played_by is not None]


def told(request: Request | None, seats: Seats) -> protocol.RequestState | None:
    """A request as everybody may know it: what the action was may be a secret."""
    if request is None:
        return None
    left = missing(request, seats)
    agreed = [row.seat for row in seats if row.seat not in left]
    return protocol.RequestState(request.n, request.seat, words.UNDO_REQUEST, agreed, left)
