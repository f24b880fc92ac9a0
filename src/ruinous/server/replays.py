"""Replays of records: every position of a finished game, through any eyes, and what a bot thinks of it (docs/formats.md section 8).

A record comes with each request, so that the server keeps nothing for anybody; the last few that were played through stay in
memory, because whoever looks at one position looks at the next.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous import record, text
from ruinous.games import Rules, State
from ruinous.server import protocol, words
from ruinous.server.answers import body, document, problem
from ruinous.server.aside import Aside, Deadline
from ruinous.server.bots import BotFailed, Situation, Thinkers, asked, reason_in_words
from ruinous.server.protocol import Short
from ruinous.server.refused import Refused
from ruinous.server.worker import Advised

MOST_BYTES: Final = 256 * 1024
MOST_ACTIONS: Final = 3000
"""Of one record; several times the longest game that people play."""
MOST_KEPT: Final = 6000
"""Positions of all records kept in memory."""
SIMULATIONS: Final = 128
"""Of the bot for each position that it judges: a first opinion, so that a whole game takes a minute."""
MOST_JUDGES: Final = 4
"""Requests for judgements that may wait for each other."""
OPEN: Final = "all"
"""In place of a seat: the spectator's view, with every hand open."""


class ReplayOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/replay`: which positions, through whose eyes; `story` wants besides what is not about one position."""

    record: Annotated[str, Meta(max_length=MOST_BYTES)]
    at: Annotated[list[Annotated[int, Meta(ge=0, lt=2**31)]], Meta(max_length=32)] = []
    seat: Short | None = None
    story: bool = False
    position: bool = False
    """With each view the whole position, for the companion."""


class JudgeOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/replay/analysis`: which positions the strongest bot should judge."""

    record: Annotated[str, Meta(max_length=MOST_BYTES)]
    at: Annotated[list[Annotated[int, Meta(ge=0, lt=2**31)]], Meta(max_length=4)]


_order: Final = msgspec.json.Decoder(ReplayOrder)
_judge_order: Final = msgspec.json.Decoder(JudgeOrder)


class Replay:
    """A record played through once: all its positions, so that any of them opens at once."""

    def __init__(self, found: record.Record, deadline: Deadline) -> None:
        """Raises BadRecord at the first line that does not hold, Refused when it takes too long."""
        self.rules = rules = found.rules
        self.seats = found.seats
        self.positions: list[State] = []
        self.told: list[int] = []
        """How many events there are at each position."""
        acted: list[tuple[str | None, str]] = []
        for _n, action, state in record.replay(found):
            deadline.check()
            self.positions.append(state.clone())
            self.told.append(len(state.log or ()))
            if action >= 0:
                acted.append((rules.to_move(state), rules.text(state, action)))
        self.outcome = rules.outcome(state)
        self._end = state
        self._events: dict[tuple[str | None, str], list[dict[str, Any]]] = {}
        self.actions = [
            {"n": n, "seat": seat, "text": words, "round": number, "phase": phase, "events_to": self.told[n]}
            for n, ((seat, words), (number, phase)) in enumerate(zip(acted, self._moments(), strict=False))
        ]

    def _moments(self) -> Iterator[tuple[int, str]]:
        """Round and phase of each position."""
        first = self.rules.view(self.positions[0], None)
        events, number, phase, seen = self.events(None), first["round"], first["phase"], self.told[0]
        for told in self.told:
            for event in events[seen:told]:
                if event["kind"] == "round":
                    number = event["round"]
                elif event["kind"] == "phase":
                    phase = event["phase"]
            seen = told
            yield number, phase

    def events(self, seat: str | None) -> list[dict[str, Any]]:
        """All events of the game as the seat may know them."""
        key = seat, text.current()
        if key not in self._events:
            if seat == OPEN:
                told = zip(*(self.rules.events(self._end, one) for one in self.seats), strict=True)
                # A line tells a secret to its owner only: whoever knows more has no field that is empty.
                self._events[key] = [min(lines, key=_untold) for lines in told]
            else:
                self._events[key] = self.rules.events(self._end, seat)
        return self._events[key]


def seen(rules: Rules, state: State, seat: str | None) -> dict[str, Any]:
    """The view of a seat, a spectator's, or one with every hand open."""
    if seat != OPEN:
        return rules.view(state, seat)
    view = rules.view(state, None)
    for one in rules.seats(state):
        _sheet(view, one)["hand"] = _sheet(rules.view(state, one), one)["hand"]
    return view


def _sheet(view: dict[str, Any], seat: str) -> dict[str, Any]:
    """What a view says of a seat."""
    sheet: dict[str, Any] = view["powers" if "powers" in view else "players"][seat]
    return sheet


def _untold(line: Mapping[str, Any]) -> int:
    return sum(value is None for value in line.values())


class Replays:
    """The routes, and the records played through last."""

    def __init__(self, aside: Aside, thinkers: Thinkers) -> None:
        self._aside = aside
        self._thinkers = thinkers
        self._kept: OrderedDict[bytes, Replay] = OrderedDict()
        self._judging = asyncio.Semaphore()
        self._judges = 0
        self.routes = [
            Route("/api/replay", self.replay, methods=["POST"]),
            Route("/api/replay/analysis", self.analysis, methods=["POST"]),
        ]

    async def replay(self, request: Request) -> Response:
        """Positions of a game, and its story."""
        try:
            order = protocol.read(_order, await body(request, MOST_BYTES))
            return document(await self._aside.do(lambda deadline: self._answer(order, deadline)))
        except protocol.BadMessage as wrong:
            return problem(400, "bad_message", str(wrong))
        except record.BadRecord as wrong:
            return problem(400, "bad_record", str(wrong), line=wrong.line)

    async def analysis(self, request: Request) -> Response:
        """What the strongest bot thinks of positions, each with what the seat to move knew there."""
        try:
            order = protocol.read(_judge_order, await body(request, MOST_BYTES))
            played, questions = await self._aside.do(lambda deadline: self._questions(order, deadline))
        except protocol.BadMessage as wrong:
            return problem(400, "bad_message", str(wrong))
        except record.BadRecord as wrong:
            return problem(400, "bad_record", str(wrong), line=wrong.line)
        if self._judges >= MOST_JUDGES:
            raise Refused("too_fast", words.TOO_FAST)
        self._judges += 1
        try:
            async with self._judging:
                bot = self._thinkers.quick(played.rules, SIMULATIONS)
                judged = [(at, await self._advice(bot, question)) for at, question in questions]
        finally:
            self._judges -= 1
        return document({"bot": bot, "judgements": [self._judgement(played, at, advised) for at, advised in judged]})

    async def _advice(self, bot: str, question: Situation) -> Advised:
        """What the bot thinks; nothing, when it fails."""
        try:
            return await self._thinkers.advise(bot, question)
        except BotFailed:
            return Advised(None)

    def _questions(self, order: JudgeOrder, deadline: Deadline) -> tuple[Replay, list[tuple[int, Situation]]]:
        """The positions at which somebody acts, as a bot is asked about them."""
        played = self._found(order.record, deadline)[1]
        if max(order.at, default=0) >= len(played.actions):
            raise Refused("bad_message", words.BAD_MESSAGE)
        rules = played.rules
        questions = []
        for at in order.at:
            deadline.check()
            state = played.positions[at]
            questions.append((at, asked(rules, state, str(rules.to_move(state)), at)))
        return played, questions

    @staticmethod
    def _judgement(played: Replay, at: int, advised: Advised) -> dict[str, Any]:
        """The shares of the win that the bot expects of the best action and of the one that was played; null: it has no opinion.

        `why` is what speaks for the best action, `lost` how the one that was played differs from it.
        """
        rules, state, done = played.rules, played.positions[at], played.actions[at]
        options = advised.options or []
        if not all(0 <= value <= 1 for _, value, _ in options):  # of a bot that does not think in shares
            options = []
        told = {rules.text(state, action): (value, reasons) for action, value, reasons in options}
        best = next(iter(told), None)
        share, why = told.get(best or "", (None, []))
        own, lost = told.get(str(done["text"]), (None, []))
        if best == done["text"]:
            lost = []
        elif own is not None and share is not None:  # one that was given up has the share of few simulations
            own = min(own, share)
        reasons = {kind: [reason_in_words(rules.name, *reason) for reason in found] for kind, found in (("why", why), ("lost", lost))}
        return {"at": at, "seat": done["seat"], "best": best, "share": share, "played": own, **reasons}

    def _answer(self, order: ReplayOrder, deadline: Deadline) -> dict[str, Any]:
        found, played = self._found(order.record, deadline)
        if order.seat not in (None, OPEN, *played.seats) or max(order.at, default=0) >= len(played.positions):
            raise Refused("bad_message", words.BAD_MESSAGE)
        frames = []
        for at in order.at:
            deadline.check()
            frames.append(self._frame(played, at, order))
        return {"frames": frames, "story": self._story(found, played, order.seat) if order.story else None}

    def _found(self, written: str, deadline: Deadline) -> tuple[record.Record, Replay]:
        found = record.parse(written)
        if len(found.actions) > MOST_ACTIONS:
            raise Refused("too_long", words.TOO_LONG)
        return found, self._played(found, written, deadline)

    def _played(self, found: record.Record, written: str, deadline: Deadline) -> Replay:
        key = hashlib.sha256(written.encode()).digest()
        if key not in self._kept:
            self._kept[key] = Replay(found, deadline)
            while len(self._kept) > 1 and sum(len(replay.positions) for replay in self._kept.values()) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    @staticmethod
    def _frame(played: Replay, at: int, order: ReplayOrder) -> dict[str, Any]:
        rules, state = played.rules, played.positions[at]
        frame = {"at": at, "view": seen(rules, state, order.seat)}
        frame["prompt"] = rules.prompt(state, rules.to_move(state) if order.seat == OPEN else order.seat)
        return frame | {"position": rules.position(state)} if order.position else frame

    @staticmethod
    def _story(found: record.Record, played: Replay, seat: str | None) -> dict[str, Any]:
        return {
            "header": {
                "game": found.rules.name,
                "rules": found.rules.version,
                "options": found.options,
                "seats": found.seats,
                "seed": found.seed,
                "keyed": found.keyed,
                "from_position": found.position is not None,
            },
            "actions": played.actions,
            "outcome": played.outcome,
            "verified": True if found.secret is not None else None,
            "events": played.events(seat),
        }
