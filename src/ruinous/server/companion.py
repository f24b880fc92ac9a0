"""The companion of a physical or forum game: a position comes in, what can be said about it goes out (docs/formats.md section 8)."""

import io
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruinous import games, record
from ruinous.games import BadPosition, Rules
from ruinous.judge import BadChoice, judge
from ruinous.server import protocol, words
from ruinous.server.answers import body, document, problem
from ruinous.server.aside import Aside
from ruinous.server.protocol import Short
from ruinous.server.refused import Refused
from ruinous.server.replays import MOST_BYTES, OPEN, seen
from ruinous.server.tables import of_position


class PositionOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/companion`; choices and dice as `ruinous judge` takes them."""

    position: dict[str, Any]
    until: Short | None = None
    choose: Annotated[list[Short], Meta(max_length=300)] = []
    dice: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=300)] = []
    seat: Short | None = None


_order: Final = msgspec.json.Decoder(PositionOrder)


class Companion:
    """The route."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self.routes = [Route("/api/companion", self.companion, methods=["POST"])]

    async def companion(self, request: Request) -> Response:
        """Whether a position can be, what may be done in it, and what comes out of a phase."""
        try:
            order = protocol.read(_order, await body(request, MOST_BYTES))
            return document(await self._aside.do(lambda _deadline: answer(order)))
        except protocol.BadMessage as wrong:
            return problem(400, "bad_message", str(wrong))
        except BadPosition as wrong:
            return problem(400, "bad_position", str(wrong), reasons=wrong.reasons)
        except (BadChoice, record.BadRecord) as wrong:
            return problem(400, "bad_choice", str(wrong))


def answer(order: PositionOrder) -> dict[str, Any]:
    """The answer to an order. Raises BadPosition, BadChoice, Refused."""
    try:
        rules = games.game(str(order.position.get("game", "")))
    except LookupError as wrong:
        raise BadPosition([str(wrong.args[0])]) from None
    start = rules.from_position(order.position, begin=False)
    if order.seat not in (None, OPEN, *rules.seats(start)):
        raise Refused("bad_message", words.BAD_MESSAGE)
    entered = rules.view(start, None)
    verdict = judge(rules, order.position, order.until or entered["phase"], order.choose, order.dice)
    untouched = order.until is None and not order.choose and not order.dice
    shown = start if untouched else verdict.state
    mover = rules.to_move(verdict.state)
    asks = rules.view(verdict.state, mover)
    return {
        "position": rules.position(shown),
        # Whose turn it is and what is asked belongs to `legal`, also where the position stands before the phase begins.
        "view": seen(rules, shown, order.seat) | {key: asks[key] for key in ("to_move", "pending")},
        "legal": [rules.describe(verdict.state, action) for action in verdict.state.legal_actions()],
        "prompt": rules.prompt(verdict.state, mover) if mover else "",
        "events": [] if untouched else verdict.events,
        "ledger": [] if untouched else verdict.ledger,
        "pending": verdict.pending,
        "record": _record(rules, verdict.position, []) if order.dice else _record(rules, order.position, order.choose),
    }


def _record(rules: Rules, position: Mapping[str, Any], choices: Sequence[str]) -> str:
    """A record that begins with the position, with the choices made from there; real dice cannot stand in a record."""
    state = rules.from_position(position)
    options = of_position(rules, position, rules.seats(state))
    sink = io.StringIO()
    seed = int(position.get("seed", 0))
    writer = record.Writer(sink, rules, state, rules.read_options(options), seed=seed, position=position)
    for text in choices:
        writer.play(rules.parse(state, text))
    return sink.getvalue()
