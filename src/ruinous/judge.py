"""From a position to the end of a phase: what happens, step by step, and who gains or loses what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruinous.games import Rules, State
from ruinous.text import texts


class BadChoice(ValueError):
    """A given choice or die that does not fit; the text says which and what would."""


@dataclass(frozen=True)
class Verdict:
    """What came out.

    `events` are all public events up to the end of the phase; `state` and `position` are what stands there, or before
    the first choice or die that was not given; `pending` says what that is, and is None when the phase was played to its end.
    """

    events: list[dict[str, Any]]
    state: State
    position: dict[str, Any]
    pending: dict[str, Any] | None
    ledger: list[dict[str, Any]]

    def document(self) -> dict[str, Any]:
        """The same for programs."""
        return {"ledger": self.ledger, "position": self.position, "pending": self.pending}


def judge(rules: Rules, position: Mapping[str, Any], until: str, choices: Sequence[str], dice: Sequence[int]) -> Verdict:
    """Play from a position to the end of the phase `until`, with these choices and faces of dice in their order.

    Raises BadPosition, and BadChoice for a phase that is over in the round of the position, and for a choice or die that does not
    fit where it is due or is left over.
    """
    state = rules.from_position(position, begin=False)
    state.log = []
    state.script = [face - 1 for face in dice]
    try:
        rules.stop_after(state, until)
    except LookupError as problem:
        raise BadChoice(str(problem.args[0])) from None
    if _is_over(rules, state, until):
        raise BadChoice(_say("over", until=until, phase=rules.phase(state)))
    settled = state.clone()  # the last state in which everything was known
    left = list(choices)
    pending: dict[str, Any] | None = None
    try:
        if not state.legal_actions():  # else a question is pending already
            state.advance()
        while state.legal_actions():
            settled = state.clone()
            if not left:
                pending = _choice(rules, state)
                break
            _choose(rules, state, left.pop(0))
        else:
            settled = state
    except LookupError:
        pending = {"kind": "die", "text": _say("no_die", number=len(dice) + 1)}
    except ValueError as problem:
        if isinstance(problem, BadChoice):
            raise
        raise BadChoice(_say("bad_dice", problem=str(problem))) from None
    if pending is None and left:
        raise BadChoice(_say("nothing_left", choice=left[0]))
    if pending is None and state.script:
        raise BadChoice(_say("dice_left", amount=len(state.script)))
    events = rules.events(state, None)
    return Verdict(events, settled, rules.position(settled), pending, [_entry(event) for event in events if event["kind"] in LEDGER])


def _is_over(rules: Rules, state: State, until: str) -> bool:
    """Whether the phase has had its time in the round of this position, unless a new round is what comes next."""
    order = rules.phases
    if order.index(until) >= order.index(rules.phase(state)):
        return False
    if state.legal_actions():
        return True
    ended = state.clone()
    rules.stop_after(ended, order[-1])
    ended.advance()
    return rules.checksum(ended) != rules.checksum(state)


def _say(key: str, **values: str | int) -> str:
    return texts("judge").say(key, **values)


def _choose(rules: Rules, state: State, text: str) -> None:
    try:
        action = rules.parse(state, text)
    except ValueError as problem:
        raise BadChoice(str(problem)) from None
    if action not in state.legal_actions():
        reason = rules.refusal_text(rules.why_not(state, action))
        raise BadChoice(_say("refused", choice=text, **reason))
    state.play(action)


def _choice(rules: Rules, state: State) -> dict[str, Any]:
    return {
        "kind": "choice",
        "seat": rules.to_move(state),
        "text": rules.prompt(state, rules.to_move(state)),
        "choices": [rules.text(state, action) for action in state.legal_actions()],
    }


def _entry(event: Mapping[str, Any]) -> dict[str, Any]:
    """One line of the ledger: who gains or loses how much, where, why, by which rule."""
    return {entry: event.get(field) for entry, field in LEDGER[event["kind"]].items()}


# What the ledger keeps, by the kind of event: the names of its entries and the fields they are taken from.
LEDGER = {
    "vp": {"power": "power", "vp": "amount", "region": "region", "why": "why", "rule": "rule", "text": "text"},
    "damage": {"player": "player", "damage": "amount", "reduced": "reduced", "text": "text"},
}
