"""The messages of the wire (docs/formats.md section 6), and nothing else.

What comes in is checked field by field; an unknown field is refused. What goes out names every field that it carries.
"""

from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

PROTOCOL: Final = 1
T = TypeVar("T")
MOST_BYTES: Final = 16 * 1024
"""Length of a frame or a request's body."""

ActionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
Version = Annotated[int, Meta(ge=-1, lt=2**53)]
Short = Annotated[str, Meta(max_length=200)]


# ---- what clients send ---------------------------------------------------------------------------------
class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_In, frozen=True, tag="hello"):
    """The first message, and the way to ask for the whole state again; `version` is the last one seen, -1 for none."""

    protocol: int
    version: Version = -1


class Act(_In, frozen=True, tag="act"):
    """Play an action of the legal list that came with `version`."""

    action_id: ActionId
    version: Version
    action: Annotated[int, Meta(ge=0, lt=2**31)]


class Undo(_In, frozen=True, tag="undo"):
    """Take back the last action."""

    action_id: ActionId
    version: Version


class WhyNot(_In, frozen=True, tag="why_not"):
    """Which rule stands against an action that is not in the legal list."""

    text: Short


class Pace(_In, frozen=True, tag="pace"):
    """Milliseconds between the moves of bots."""

    ms: Annotated[int, Meta(ge=0, le=60_000)]


class Ping(_In, frozen=True, tag="ping"):
    """Are you there?"""


Message = Hello | Act | Undo | WhyNot | Pace | Ping


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`. `seat` None: only watching; `seed` makes a test table, whose dice anybody can foresee."""

    game: Short
    options: dict[str, Any] = {}
    seat: Short | None = None
    bots: dict[Short, Short] = {}
    seed: Annotated[int, Meta(ge=0, lt=2**62)] | None = None


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/decks/check`: a deck list as people write it."""

    text: Annotated[str, Meta(max_length=8000)]


class BadMessage(ValueError):
    """What came in is no message."""


_messages: Final = msgspec.json.Decoder(Message)
_new_table: Final = msgspec.json.Decoder(NewTable)
_deck_list: Final = msgspec.json.Decoder(DeckList)


def message(text: str | bytes) -> Message:
    """The message of a frame. Raises BadMessage."""
    try:
        return _messages.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadMessage from None


def new_table(body: bytes) -> NewTable:
    """The order for a table. Raises BadMessage with the reason, which names a field and never quotes its value."""
    return read(_new_table, body)


def deck_list(body: bytes) -> DeckList:
    """The deck list of a body. Raises BadMessage with the reason."""
    return read(_deck_list, body)


def read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """The body of a request. Raises BadMessage with the reason, which names a field and never quotes its value."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as problem:
        raise BadMessage(str(problem)) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadMessage("This is no JSON.") from None


# ---- what the server sends -----------------------------------------------------------------------------
class _Out(Struct, frozen=True, tag_field="type"):
    pass


class UndoState(Struct, frozen=True):
    """Whether the last action can be taken back by the seat addressed, and the reason."""

    can: bool
    why: str


class TableState(Struct, frozen=True):
    """What concerns the table and not the game."""

    bots: dict[str, str]
    over: bool
    pace: int
    test: bool
    """Made with a chosen seed: the dice can be foreseen."""
    keyed: str | None
    """SHA-256 of the secret that the dice come from; the record of the finished game shows the secret."""


class State(_Out, frozen=True, tag="state"):
    """All that a seat (or a watcher) sees. The client cuts its log to `events_from` events and appends `events`."""

    version: int
    view: Raw
    legal: Raw
    prompt: str
    events_from: int
    events: list[dict[str, Any]]
    undo: UndoState
    table: TableState


class Ack(_Out, frozen=True, tag="ack"):
    """The action is on the disk, as change number `version`."""

    action_id: str
    version: int


class Error(_Out, frozen=True, tag="error", omit_defaults=True):
    """Nothing has changed, and why."""

    code: str
    public_reason: str
    action_id: str | None = None


class Refusal(_Out, frozen=True, tag="refusal"):
    """The answer to `why_not`; an empty rule: there is none to name."""

    text: str
    reason: str
    rule: str


class Pong(_Out, frozen=True, tag="pong"):
    """Here."""


Answer = State | Ack | Error | Refusal | Pong

encode: Final = msgspec.json.Encoder().encode
