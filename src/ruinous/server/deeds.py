"""What people do at a table: one function for each message of a socket. All raise Refused."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ruinous.answers import Answers
from ruinous.server import consent, protocol, showing, standing, words
from ruinous.server.bots import BotFailed, reason_in_words
from ruinous.server.driver import situation_of
from ruinous.server.line import summary
from ruinous.server.protocol import Ack
from ruinous.server.refused import Refused
from ruinous.server.showing import Watcher
from ruinous.server.store import NotSaved
from ruinous.server.table import Table

logger = logging.getLogger("ruinous.server")

Once = TypeVar("Once", protocol.Act, protocol.Undo, protocol.AskUndo)
"""A message with an action_id: sent again, it is answered as the first time."""


async def do(table: Table, watcher: Watcher, message: protocol.Message) -> None:
    """Carry out any message but the hello that comes first."""
    match message:
        case protocol.Act():
            await table.in_turn(lambda: _once(table, watcher, message, act))
        case protocol.Undo():
            await table.in_turn(lambda: _once(table, watcher, message, undo))
        case protocol.AskUndo():
            await table.in_turn(lambda: _once(table, watcher, message, ask_undo))
        case protocol.AnswerUndo():
            await table.in_turn(lambda: answer_undo(table, watcher, message))
        case protocol.Standing():
            await table.in_turn(lambda: stand(table, watcher, message))
        case protocol.AskHint():
            await hint(table, watcher)
        case protocol.WhyNot():
            watcher.send(why_not(table, watcher, message.text))
        case protocol.Say():
            await say(table, watcher, message.text)
        case protocol.WriteNote():
            await note(table, watcher, message.text)
        case protocol.Pace():
            set_pace(table, watcher, message.ms)
        case protocol.Ping():
            watcher.send(protocol.Pong())


# ---- the game
async def act(table: Table, watcher: Watcher, message: protocol.Act) -> None:
    """Play an action for the watcher's seat, answer it, show it to everybody."""
    seat = _decider(table, watcher)
    _is_current(table, seat, message.version)
    table.house.limits.take("seat", f"{table.id} {seat}")
    await table.play(seat, message.action, message.action_id)
    _tell(table, watcher, message, seat)


async def undo(table: Table, watcher: Watcher, message: protocol.Undo) -> None:
    """Take back the last action of the watcher's seat."""
    _has_begun(table)
    _plays(table, watcher.seat)
    if watcher.seat is not None:
        _is_current(table, watcher.seat, message.version)
    state = showing.undo_state(table, watcher.seat)
    if not state.can:
        raise Refused("illegal", state.why)
    table.house.limits.take("seat", f"{table.id} {watcher.seat}")
    await table.take_back(1, message.action_id)
    _tell(table, watcher, message, watcher.seat)


def _tell(table: Table, watcher: Watcher, message: protocol.Act | protocol.Undo, seat: str | None) -> None:
    """Show what was done to the others, and acknowledge it to who did it, who gets most and knows it already."""
    table.show(table.watchers - {watcher})
    watcher.send(Ack(message.action_id, table.history.version(seat)))
    table.show([watcher])


async def ask_undo(table: Table, watcher: Watcher, message: protocol.AskUndo) -> None:
    """Ask everybody for going back to before the last action of the watcher's seat."""
    _has_begun(table)
    seat, asked = watcher.seat, table.status.extra.request
    if seat is None:
        raise Refused("illegal", words.UNDO_WATCHER)
    if asked is None or (asked.seat, asked.action_id) != (seat, message.action_id):
        _plays(table, seat)
        _is_current(table, seat, message.version)
        if not showing.undo_state(table, seat).ask:
            raise Refused("illegal", words.UNDO_NOT_ASKED)
        await table.alter(lambda extra: consent.asked(extra, table.seats, seat, message.action_id))
        table.changed_at = asyncio.get_running_loop().time()  # bots wait for the answers
    watcher.send(Ack(message.action_id, table.history.version(seat)))
    await table.go_back_if_agreed()


async def answer_undo(table: Table, watcher: Watcher, message: protocol.AnswerUndo) -> None:
    """Agree to a request, or refuse it, for all of one's seats."""
    own = table.seats.own(watcher.person)
    if not own:
        raise Refused("illegal", words.UNDO_WATCHER)
    await table.alter(lambda extra: consent.answered(extra, message.request, own, message.agree))
    await table.go_back_if_agreed()


async def stand(table: Table, watcher: Watcher, message: protocol.Standing) -> None:
    """Let the watcher's seat pass whenever it may, or no longer."""
    _has_begun(table)
    seat = watcher.seat
    if seat is None or table.stage == "over" or table.seats.bot(seat) is not None:
        raise Refused("not_your_turn", words.NOT_YOUR_TURN)
    stands = summary(table.rules, table.history.line.state)
    await table.alter(lambda extra: standing.put(extra, seat, message.pass_, stands))
    table.tell()


def set_pace(table: Table, watcher: Watcher, ms: int) -> None:
    """Change the pace of the bots; only those who made the table or play at it can, for others nothing happens."""
    if table.seats.member(watcher.person) and ms != table.pace:
        table.pace = ms
        table.hurry()
        table.tell()


# ---- what one wants to know
def why_not(table: Table, watcher: Watcher, text: str) -> protocol.Refusal:
    """Which rule stands against an action of the watcher's seat."""
    _decider(table, watcher)
    rules, state = table.rules, table.history.line.state
    try:
        meant = [rules.parse(state, text)]
    except ValueError:
        meant = Answers(rules, state).meant(text)
    if not meant:
        return protocol.Refusal(text, words.NOT_UNDERSTOOD, "")
    if meant[0] in state.legal_actions():
        return protocol.Refusal(text, words.ALLOWED, "")
    found = rules.refusal_text(rules.why_not(state, meant[0]))
    return protocol.Refusal(text, found["reason"], found.get("rule") or "")


async def hint(table: Table, watcher: Watcher) -> None:
    """Tell the watcher what the strongest bot would do in his place."""
    seat = _decider(table, watcher)
    table.house.limits.take("hint", watcher.person or "")
    length, state = table.history.length, table.history.line.state
    legal = {action["id"]: action["text"] for action in showing.described(table.rules, state)}
    thinkers = table.house.thinkers
    try:
        advised = await thinkers.advise(thinkers.strongest(table.rules), situation_of(table, seat))
    except BotFailed as problem:
        logger.warning("table %s: a hint failed: %s", table.id, problem)
        raise Refused("illegal", words.NO_HINT) from problem
    if table.history.length != length or not table.decides(seat):
        raise Refused("stale", words.STALE)
    if advised.options is None:
        raise Refused("illegal", words.NO_HINT)
    options = [
        protocol.HintOption(action, legal[action], value, [reason_in_words(table.rules.name, *reason) for reason in reasons])
        for action, value, reasons in advised.options
        if action in legal
    ]
    watcher.send(protocol.Hint(table.history.version(seat), options))


# ---- what people say
async def say(table: Table, watcher: Watcher, text: str) -> None:
    """A line for everybody."""
    if watcher.person is None:
        raise Refused("bad_message", words.NAME_FIRST)
    table.house.limits.take("say", watcher.person)
    own = table.seats.own(watcher.person)
    if not own:
        table.house.limits.take("guests", table.id)
    seat = watcher.seat or (own[0] if len(own) == 1 else None)
    try:
        line = await table.finish(table.house.talk.say(table.id, watcher.person, seat, text, table.house.now(), named=not own))
    except NotSaved as problem:
        raise Refused("not_saved", words.NOT_SAVED) from problem
    table.hear([line])


async def note(table: Table, watcher: Watcher, text: str) -> None:
    """Keep a note for oneself; other pages of the same person get it."""
    if watcher.person is None:
        raise Refused("bad_message", words.NAME_FIRST)
    table.house.limits.take("note", watcher.person)
    try:
        text = await table.finish(table.house.talk.write(table.id, watcher.person, text))
    except NotSaved as problem:
        raise Refused("not_saved", words.NOT_SAVED) from problem
    for other in table.watchers - {watcher}:
        if other.person == watcher.person and other.seen is not None:
            other.send(protocol.Note(text))


# ---- what must hold
def _has_begun(table: Table) -> None:
    if table.stage == "waiting":
        raise Refused("waiting", words.WAITING)


def _decider(table: Table, watcher: Watcher) -> str:
    """The watcher's seat, if the game waits for it."""
    _has_begun(table)
    if table.stage == "over":
        raise Refused("not_your_turn", words.GAME_OVER)
    seat = watcher.seat
    if seat is None or table.rules.to_move(table.history.line.state) != seat:
        raise Refused("not_your_turn", words.NOT_YOUR_TURN)
    _plays(table, seat)
    return seat


def _plays(table: Table, seat: str | None) -> None:
    """Somebody else may not be in the seat for the person. That may change while the game stays as it is: it is not `illegal`."""
    if seat is not None and table.stage == "playing" and table.seats.bot(seat) is not None:
        raise Refused("not_your_turn", words.BOT_PLAYS)


def _is_current(table: Table, seat: str, version: int) -> None:
    if version != table.history.version(seat):
        raise Refused("stale", words.STALE)


async def _once(table: Table, watcher: Watcher, message: Once, deed: Callable[[Table, Watcher, Once], Awaitable[None]]) -> None:
    """Carry out what has not been carried out before, here or, at the same moment, in another process."""
    if _repeats(table, watcher, message):
        return
    length = table.history.length
    try:
        await deed(table, watcher, message)
    except Refused as refused:
        if refused.code != "stale":
            raise
        await table.settle()
        if _repeats(table, watcher, message):
            return
        if table.history.length != length:
            raise
        await deed(table, watcher, message)  # the game is the same: only what is agreed on beside it had changed


def _repeats(table: Table, watcher: Watcher, message: protocol.Act | protocol.Undo | protocol.AskUndo) -> bool:
    """Answer a message that was carried out before as it was answered then."""
    row = table.history.done.get(message.action_id)
    if row is None:
        return False
    if row.seat not in table.seats.own(watcher.person) or row.kind != ("act" if isinstance(message, protocol.Act) else "undo"):
        raise Refused("bad_message", words.ID_TAKEN)
    watcher.send(Ack(message.action_id, table.history.version_at(row.seat, row.seq)))
    return True
