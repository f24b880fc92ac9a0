"""People of a simulated world: pages that play, ask and quarrel, lose their sockets and come back as docs/protocol.md tells clients to."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from server.simulation.history import Frame, History, Sent, Shown, read_frame
from server.simulation.life import Gone

if TYPE_CHECKING:
    from server.simulation.company import Company

PATIENCE: Final = 8.0
"""Seconds without an answer after which a page takes its socket for dead."""
FINAL: Final = frozenset({"stale", "illegal"})
"""Refusals that hold for the other copies of a frame too: no version comes twice. Whether one may ask also depends on what others ask."""


class Socket(Protocol):
    """What people hear and say something through."""

    code: int | None

    def say(self, text: str, /) -> None:
        """Send a frame."""

    async def hear(self) -> str | None:
        """The next frame; None: it is cut."""

    def cut(self) -> None:
        """Be done with it."""


class Page:
    """A page that somebody has open at the table; a spectator has no cookies and no seat."""

    def __init__(self, world: "Company", name: str, history: History, cookies: dict[str, str]) -> None:
        self.world = world
        self.name = name
        self.history = history
        self.cookies = cookies
        self.seat = history.seats[0] if history.seats else None
        self.chance = Random(f"{world.plan.seed} {name}")
        self.pending: dict[str, Sent] = {}
        self.log: list[dict[str, Any]] = []
        self.state: Frame | None = None
        self.table: Any = None
        self.version = -1
        self.greeted = False  # by a state on this socket
        self._link: Socket | None = None
        self._since = 0.0  # when something was last asked that is not answered
        self._errands: set[asyncio.Task[None]] = set()

    def seated(self) -> dict[str, tuple[bool, str | None]]:
        """Where a person sits, and which bot plays, as the page was last told."""
        return {seat: (row["person"], row["bot"]) for seat, row in self.table["seats"].items()}

    # ---- the socket
    async def run(self) -> None:
        """Be there until cancelled."""
        while True:
            try:
                self._link = self.world.link(self)
            except Gone:
                await self._pause(0.5, 4)
                continue
            await self._talk(self._link)
            self.greeted = False
            self._link.cut()
            await self._pause(0.1, 2)

    async def _pause(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most) * self.world.haste)

    async def _talk(self, link: Socket) -> None:
        """Until the socket is cut, or seems to be."""
        self._hello(-1 if self.chance.random() < 0.1 else self.version)
        while True:
            try:
                async with asyncio.timeout(self.chance.uniform(0.05, 0.6) * self.world.haste):
                    text = await link.hear()
            except TimeoutError:
                if not self._goes_on():
                    return
                continue
            if text is None:
                self.world.note(f"{self.name} cut {link.code}")
                return
            self.world.note(f"{self.name} < {text}")
            self._take(read_frame(text))

    def _say(self, **message: Any) -> None:
        assert self._link is not None
        text = msgspec.json.encode(message).decode()
        self.world.note(f"{self.name} > {text}")
        self._link.say(text)

    def _hello(self, version: int) -> None:
        self._since = self.world.now()
        self._say(type="hello", protocol=1, version=version)

    # ---- what comes in
    def _take(self, frame: Frame) -> None:
        match frame.type:
            case "state":
                self._take_state(frame)
            case "table":
                self.table = frame.table
            case "ack":
                self._take_ack(frame)
            case "error":
                self._take_error(frame)
            case "chat":
                for line in frame.lines:
                    if self.history.heard.setdefault(line["n"], line["text"]) != line["text"]:
                        self._wrong(f"line {line['n']} of the chat is another now")

    def _wrong(self, what: str) -> None:
        self.world.fail(f"{self.name}: {what}")

    def _take_state(self, frame: Frame) -> None:
        seat = msgspec.json.decode(frame.view)["seat"]
        if seat != (None if frame.table["stage"] == "waiting" else self.seat):
            self._wrong(f"was shown what {seat} sees")
        if frame.version < self.version:
            self._wrong(f"version {frame.version} came after {self.version}")
        self.log = self.log[: frame.events_from] + frame.events
        if [event["n"] for event in self.log] != list(range(len(self.log))):
            self._wrong(f"the events of version {frame.version} do not follow those before")
        self.history.shown.add(Shown(seat, frame.version, bytes(frame.view), bytes(frame.legal)))
        self.state, self.version, self.table = frame, frame.version, frame.table
        if not self.greeted:
            self.greeted = True
            self._again()

    def _again(self) -> None:
        """Send once more what was never answered."""
        for sent in self.pending.values():
            sent.certain = False
            self._since = self.world.now()
            self._say(**sent.message())

    def _take_ack(self, frame: Frame) -> None:
        assert frame.action_id is not None
        self.pending.pop(frame.action_id, None)
        sent = self.history.sent[frame.action_id]
        if sent.acked not in (None, frame.version) and sent.kind != "ask_undo":
            self._wrong(f"{sent} is now acknowledged as {frame.version}")
        sent.acked = frame.version

    def _take_error(self, frame: Frame) -> None:
        if frame.code in ("server_error", "unreadable", "bad_message", "reload"):
            self._wrong(f"was told {frame.code}: {frame.public_reason}")
        if frame.action_id is None:
            return
        sent = self.history.sent[frame.action_id]
        if frame.code == "not_saved":
            sent.certain = False
            return  # it stays pending and is sent again after a while
        self.pending.pop(frame.action_id, None)
        if sent.acked is not None and sent.kind != "ask_undo":
            self._wrong(f"{sent} was acknowledged and is refused now: {frame.code}")
        sent.refused = frame.code
        sent.certain = sent.certain or (frame.code in FINAL and sent.kind != "ask_undo")

    # ---- what goes out
    def _goes_on(self) -> bool:
        """Something was waited for in vain: do something. False: the socket must be dead."""
        waits = self.world.now() - self._since
        if not self.greeted:
            return waits < PATIENCE
        if self.pending:
            if waits > PATIENCE:
                return False
            if waits > 2 and self.chance.random() < 0.3:
                self._again_now()
            return True
        if self.world.quiet or self.seat is None:
            return True
        assert self.state is not None
        row = self.table["seats"][self.seat]
        if row["bot"] is not None:
            if not self.world.storm or self.chance.random() < 0.1:
                self._errand(None)
        elif self.world.storm and self.chance.random() < self.world.plan.mischief:
            return self._mischief()
        elif self._asked() and self.chance.random() < 0.7:
            self._say(type="answer_undo", request=self.table["request"]["n"], agree=not self.world.storm or self.chance.random() < 0.7)
        elif legal := self._legal():
            self._act(self.chance.choice(legal), self.version)
        return True

    def _again_now(self) -> None:
        for sent in self.pending.values():
            sent.certain = False
            self._say(**sent.message())

    def _legal(self) -> list[int]:
        assert self.state is not None
        return [action["id"] for action in msgspec.json.decode(self.state.legal)]

    def _asked(self) -> bool:
        """Whether somebody waits for this seat's answer."""
        return self.table["request"] is not None and self.seat in self.table["request"]["missing"]

    def _do(self, kind: str, action: int | None, version: int) -> None:
        """Something that is to happen once."""
        assert self.seat is not None
        sent = Sent(f"{self.name}-{len(self.history.sent):08d}", kind, self.seat, action, version)
        sent.certain = self.world.plan.net.doubles == 0
        self.history.sent[sent.action_id] = self.pending[sent.action_id] = sent
        self._since = self.world.now()
        self._say(**sent.message())

    def _act(self, action: int, version: int) -> None:
        self._do("act", action, version)

    def _mischief(self) -> bool:
        """Anything but a plain move. False: the page is closed."""
        ways: list[Callable[[], object]] = [
            self._take_back,
            self._take_back,
            self._chat,
            self._stale,
            self._out_of_turn,
            self._old_frame,
            self._look_again,
            lambda: self._errand("random"),
            self._stand,
            lambda: self._say(type="pace", ms=self.chance.choice([0, 200])),
            lambda: self._say(type="note", text=f"note {self.chance.randrange(100)}"),
            lambda: self._say(type="ping"),
        ]
        way = self.chance.randrange(len(ways) + 1)
        if way == len(ways):
            return False
        ways[way]()
        return True

    def _take_back(self) -> None:
        assert self.state is not None
        if self.state.undo["can"]:
            self._do("undo", None, self.version)
        elif self.state.undo["ask"]:
            self._do("ask_undo", None, self.version)

    def _chat(self) -> None:
        text = f"{self.name} says {self.chance.randrange(1000)}"
        self.history.said[text] = self.history.said.get(text, 0) + 1
        self._say(type="say", text=text)

    def _stale(self) -> None:
        if (legal := self._legal()) and self.version > 0:
            self._act(self.chance.choice(legal), self.chance.randrange(self.version))

    def _out_of_turn(self) -> None:
        """Or, when it is its turn, something that cannot be done."""
        self._act(2**31 - 1 if self._legal() else self.chance.randrange(6), self.version)

    def _old_frame(self) -> None:
        """One that was answered long ago comes again."""
        done = [sent for sent in self.history.sent.values() if sent.acked is not None and sent.kind != "ask_undo"]
        if done:
            self._say(**self.chance.choice(done).message())

    def _look_again(self) -> None:
        self._say(type="hello", protocol=1, version=self.chance.randint(-1, self.version))

    def _stand(self) -> None:
        self.history.by_hand = False
        self._say(type="standing", **{"pass": self.chance.random() < 0.5})

    def _errand(self, bot: str | None) -> None:
        """Have a bot play in one's place, or play again."""

        self.history.by_hand = False

        async def go() -> None:
            try:
                self.world.note(f"{self.name} hands its seat to {bot}")
                await self.world.ask("POST", f"/api/tables/{self.world.table}/stand_in", self.cookies, {"seat": self.seat, "bot": bot})
            except Gone:
                pass

        if not self._errands:
            task = asyncio.get_running_loop().create_task(go())
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)
