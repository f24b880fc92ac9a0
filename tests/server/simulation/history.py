"""What the people of a world sent, were answered and were shown. Nothing in here knows what is true; `checks` compares it with the log."""

from typing import Any

import msgspec
from msgspec import Raw, Struct, field


class Sent(Struct):
    """Something that was to be done once, and what was heard of it."""

    action_id: str
    kind: str
    seat: str
    action: int | None
    version: int
    acked: int | None = None
    refused: str | None = None
    certain: bool = True
    """Whether the refusal is the last word; not where it may be tried again, or two copies of one frame may have had different fates."""

    def message(self) -> dict[str, Any]:
        """As it goes to the server."""
        more = {} if self.action is None else {"action": self.action}
        return {"type": self.kind, "action_id": self.action_id, "version": self.version} | more


class Shown(Struct, frozen=True):
    """A state that reached a page, as it came over the wire."""

    seat: str | None
    version: int
    view: bytes
    legal: bytes


class Frame(Struct):
    """A frame from the server: of a `state` what is compared byte for byte stays as it came."""

    type: str
    version: int = -1
    view: Raw = field(default_factory=lambda: Raw(b"{}"))
    legal: Raw = field(default_factory=lambda: Raw(b"[]"))
    events_from: int = 0
    events: list[Any] = []
    undo: Any = None
    table: Any = None
    action_id: str | None = None
    code: str = ""
    public_reason: str = ""
    lines: list[dict[str, Any]] = []


read_frame = msgspec.json.Decoder(Frame).decode


class History(Struct):
    """Of one person."""

    name: str
    seats: list[str]
    by_hand: bool = True
    """Whether nobody and nothing but this person can have played his seat."""
    sent: dict[str, Sent] = {}
    shown: set[Shown] = field(default_factory=set)
    said: dict[str, int] = {}
    """How many frames with this line were sent."""
    heard: dict[int, str] = {}
    """Lines of the chat by number."""
