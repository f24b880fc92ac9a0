"""The messages of the wire (docs/formats.md sections 6 and 8), and nothing else.

What comes in is checked field by field; an unknown field is refused. What goes out names every field that it carries.
"""

import json
import re
from collections import Counter
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ruinous.server import words
from ruinous.server.shapes import many, one

PROTOCOL: Final = 1
T = TypeVar("T")
MOST_BYTES: Final = 16 * 1024
"""Length of a frame or a request's body."""

ActionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
Version = Annotated[int, Meta(ge=-1, lt=2**53)]
Short = Annotated[str, Meta(max_length=200)]
Code = Annotated[str, Meta(max_length=64)]
Language = Annotated[str, Meta(max_length=16)]
Stage = Literal["waiting", "playing", "over"]


# ---- what clients send ---------------------------------------------------------------------------------
class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_In, frozen=True, tag="hello"):
    """The first message, and the way to ask for the whole state again; `version` is the last one seen, -1 for none.

    `seat`: through which of one's own seats to look, None: as a spectator, left out: the only one.
    """

    protocol: int
    version: Version = -1
    seat: Short | UnsetType | None = UNSET
    language: Language | UnsetType = UNSET


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


class AskUndo(_In, frozen=True, tag="ask_undo"):
    """Ask everybody for going back to before the last action of this seat."""

    action_id: ActionId
    version: Version


class AnswerUndo(_In, frozen=True, tag="answer_undo"):
    """Whether one agrees to such a request."""

    request: Annotated[int, Meta(ge=0, lt=2**31)]
    agree: bool


class Say(_In, frozen=True, tag="say"):
    """A line for everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class WriteNote(_In, frozen=True, tag="note"):
    """What one wants to remember, for oneself."""

    text: Annotated[str, Meta(max_length=4000)]


class Standing(_In, frozen=True, tag="standing"):
    """Pass for this seat whenever it may, or no longer."""

    pass_: bool = msgspec.field(name="pass")


class AskHint(_In, frozen=True, tag="hint"):
    """What would the strongest bot do?"""


Message = Hello | Act | Undo | WhyNot | Pace | Ping | AskUndo | AnswerUndo | Say | WriteNote | Standing | AskHint


# ---- bodies of requests --------------------------------------------------------------------------------
class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class NewTable(_Body, frozen=True):
    """The body of `POST /api/tables`. `seat`: where the host sits, or several seats on one screen, or None: only watching.

    `open`: seats left for other people; bots take the rest. `seed` makes a test table, whose dice anybody can foresee, and so
    does a `position` to begin from.
    """

    game: Short
    options: dict[str, Any] = {}
    seat: Short | Annotated[list[Short], Meta(max_length=8)] | None = None
    bots: dict[Short, Short] = {}
    seed: Annotated[int, Meta(ge=0, lt=2**62)] | None = None
    open: Annotated[list[Short], Meta(max_length=8)] = []
    private: bool = True
    clock: Literal["live", "day", "week"] | None = None
    position: dict[str, Any] | None = None


class Nothing(_Body, frozen=True):
    """The body of a request that says all in its address."""


class Join(_Body, frozen=True):
    """The body of `.../join`: which seat, None the first that is open; the code of the invitation."""

    seat: Short | None = None
    code: Code | None = None


class SeatOrder(_Body, frozen=True):
    """The body of `.../seat` and `.../stand_in`: this bot plays the seat, or (None) no bot."""

    seat: Short
    bot: Short | None = None


class Enter(_Body, frozen=True):
    """The body of `POST /api/enter`."""

    code: Code


class Mail(_Body, frozen=True):
    """The body of `POST /api/me/mail`."""

    email: Annotated[str, Meta(max_length=254, pattern=r"^[^@\s<>,;:\\\"\x00-\x1f]+@[^@\s<>,;:\\\"\x00-\x1f]+\Z")]


class Me(_Body, frozen=True):
    """The body of `PUT /api/me`: what is left out stays as it is."""

    name: Annotated[str, Meta(max_length=64)] | UnsetType | None = UNSET
    email: UnsetType | None = UNSET
    language: Language | UnsetType | None = UNSET
    webhook: Annotated[str, Meta(max_length=500)] | UnsetType | None = UNSET
    notices: Annotated[list[Literal["mail", "webhook"]], Meta(max_length=2)] | UnsetType = UNSET


class DeckList(_Body, frozen=True):
    """The body of `POST /api/decks/check`: a deck list as people write it."""

    text: Annotated[str, Meta(max_length=8000)]


class BadMessage(ValueError):
    """What came in is no message."""


_messages: Final = msgspec.json.Decoder(Message)
_new_table: Final = msgspec.json.Decoder(NewTable)
_deck_list: Final = msgspec.json.Decoder(DeckList)
nothing: Final = msgspec.json.Decoder(Nothing)
join: Final = msgspec.json.Decoder(Join)
seat_order: Final = msgspec.json.Decoder(SeatOrder)
enter: Final = msgspec.json.Decoder(Enter)
me: Final = msgspec.json.Decoder(Me)
mail: Final = msgspec.json.Decoder(Mail)
_PLACE: Final = re.compile(r"`\$\.(\w+)")
_FIELD: Final = re.compile(r"field `([^`]*)`")
"""Where msgspec says that something is wrong, and the field that is missing or unknown."""


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
        found = decoder.decode(body)
        json.loads(body, object_pairs_hook=_once, parse_int=str)
    except msgspec.ValidationError as problem:
        raise BadMessage(_in_words(str(problem))) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadMessage(words.NOT_JSON) from None
    return found


def _once(fields: list[tuple[str, Any]]) -> None:
    """No field of an object may stand there twice: nobody could know which of them counts. Raises BadMessage."""
    for field, times in Counter(field for field, _ in fields).most_common(1):
        if times > 1:
            raise BadMessage(words.BAD_FIELD.format(field=field))


def _in_words(problem: str) -> str:
    """What msgspec has against a body, for people: which field is at fault."""
    found = _PLACE.search(problem) or _FIELD.search(problem)
    if found is None:
        return words.BAD_MESSAGE
    return {"email": words.BAD_EMAIL, "name": words.LONG_NAME}.get(found[1]) or words.BAD_FIELD.format(field=found[1])


# ---- what the server sends -----------------------------------------------------------------------------
class _Out(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class UndoState(_Part, frozen=True):
    """Whether the last action can be taken back by the seat addressed, and the reason; whether it makes sense to ask the others."""

    can: bool
    why: str
    ask: bool


class ClockState(_Part, frozen=True):
    """The clock of a table: the seat whose time runs, and until when."""

    pace: str
    seat: str | None
    deadline: str | None


class SeatState(_Part, frozen=True):
    """Who sits in a seat; a bot beside a person plays in his place. `here`: the person has the table open; `bank` in seconds."""

    name: str | None
    person: bool
    bot: str | None
    open: bool
    here: bool
    bank: int | None


class RequestState(_Part, frozen=True):
    """That a seat asks for going back, and which seats have agreed."""

    n: int
    seat: str
    text: str
    agreed: list[str]
    missing: list[str]


class TableState(_Part, frozen=True):
    """What concerns the table and not the game, for one of those who look at it (`mine`, `host`)."""

    stage: Stage
    over: bool
    seats: dict[str, SeatState]
    bots: dict[str, str]
    mine: list[str]
    host: bool
    private: bool
    pace: int
    clock: ClockState | None
    standing: list[str]
    request: RequestState | None
    rematch: str | None
    test: bool
    """Made with a chosen seed: the dice can be foreseen."""
    keyed: str | None
    """SHA-256 of the secret that the dice come from; the record of the finished game shows the secret."""


class State(_Out, frozen=True, tag="state"):
    """All that a seat (or a watcher) sees. The client cuts its log to `events_from` events and appends `events`."""

    version: int
    view: Annotated[Raw, one("View")]
    legal: Annotated[Raw, many("Action")]
    prompt: str
    events_from: int
    events: Annotated[Raw, many("GameEvent")]
    undo: UndoState
    table: Annotated[Raw, one("TableState")]


class TableNews(_Out, frozen=True, tag="table"):
    """Only what concerns the table has changed."""

    table: TableState


class Line(_Part, frozen=True):
    """A line that somebody said."""

    n: int
    at: str
    seat: str | None
    name: str | None
    text: str


class Chat(_Out, frozen=True, tag="chat"):
    """Lines that were said: all after a hello, then each new one."""

    lines: list[Line]


class Note(_Out, frozen=True, tag="note"):
    """One's own note."""

    text: str


class HintOption(_Part, frozen=True):
    """An action with its value (higher is better) and what speaks for and against it."""

    action: int
    text: str
    value: float
    reasons: list[str]


class Hint(_Out, frozen=True, tag="hint"):
    """What the strongest bot thinks of the actions, the best first."""

    version: int
    options: list[HintOption]


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


Answer = State | Ack | Error | Refusal | Pong | TableNews | Chat | Note | Hint

encode: Final = msgspec.json.Encoder().encode
