"""What may be due: which task lies on which on an agenda, what its arguments name, and what must be there for it.

The rules put nothing else on an agenda, so a position that keeps to this can be played on as if it had been played to.
"""

from collections.abc import Sequence
from typing import Final

from ruinous.casters.data import EACH, QUICK, TARGET
from ruinous.casters.names import DECK, END_OF_ROUND, HAND, OPENING, PLAY_PHASE, RESOLVE_PHASE, STACK
from ruinous.casters.state import State
from ruinous.casters.tasks import (
    ATTACK,
    BURY_FROM_HAND,
    BURY_LOOKED_AT,
    CHOOSE_TARGET,
    CUT_DOWN,
    DRAW_LOOKED_AT,
    ECHO_WHICH,
    EFFECT,
    END_OF_ROUND_STEP,
    FEED_DRAKE,
    NEXT_ROUND,
    OPENING_PICK,
    OPENING_STEP,
    PLAY_TURN,
    REFILL_PICK,
    RESOLVE_NEXT,
    RESOLVE_STEP,
    ROUND,
    SCAVENGE,
    STRIKE_BACK,
    WHICH_END,
)
from ruinous.reading import BOTTOM, Argument, Task

LIES_ON: Final[dict[int, tuple[int, ...]]] = {
    OPENING_STEP: (BOTTOM,),
    OPENING_PICK: (ROUND,),
    ROUND: (BOTTOM,),
    PLAY_TURN: (BOTTOM,),
    REFILL_PICK: (BOTTOM,),
    BURY_FROM_HAND: (BURY_FROM_HAND, ATTACK, PLAY_TURN, RESOLVE_STEP),
    # ---- the resolve phase
    RESOLVE_STEP: (BOTTOM,),
    END_OF_ROUND_STEP: (BOTTOM,),
    RESOLVE_NEXT: (END_OF_ROUND_STEP,),
    ATTACK: (RESOLVE_NEXT,),
    EFFECT: (ATTACK,),
    CHOOSE_TARGET: (ATTACK,),
    FEED_DRAKE: (ATTACK,),
    ECHO_WHICH: (ATTACK,),
    DRAW_LOOKED_AT: (ATTACK,),
    BURY_LOOKED_AT: (ATTACK,),
    WHICH_END: (WHICH_END, ATTACK),
    SCAVENGE: (SCAVENGE, STRIKE_BACK, ATTACK, RESOLVE_NEXT),
    STRIKE_BACK: (SCAVENGE, STRIKE_BACK, RESOLVE_NEXT),
    # ---- end of round
    NEXT_ROUND: (BOTTOM,),
    CUT_DOWN: (CUT_DOWN, NEXT_ROUND),
}

# The three arguments of every task: a seat, a card on the stack, a title, or the least and the largest number.
_NONE: Final = (0, 0)
_ONLY: Final = (_NONE, _NONE, _NONE)

ARGUMENTS: Final[dict[int, tuple[Argument, Argument, Argument]]] = {
    OPENING_PICK: ("seat", (0, 6), (0, 6)),
    PLAY_TURN: ("seat", (0, 1), (0, 1)),
    REFILL_PICK: ("seat", (1, 2), (0, 30)),
    EFFECT: ("card", "title", _NONE),
    CHOOSE_TARGET: ("seat", "card", "title"),
    WHICH_END: ("seat", "card", _NONE),
    ATTACK: ("seat", "card", _NONE),
    SCAVENGE: ("seat", _NONE, _NONE),
    STRIKE_BACK: ("seat", _NONE, _NONE),
    BURY_FROM_HAND: ("seat", (1, 30), _NONE),
    FEED_DRAKE: ("seat", "card", _NONE),
    ECHO_WHICH: ("seat", "card", _NONE),
    DRAW_LOOKED_AT: ("seat", _NONE, _NONE),
    BURY_LOOKED_AT: ("seat", _NONE, _NONE),
    CUT_DOWN: ("seat", _NONE, _NONE),
}
LOOKED_AT: Final = ("draw_looked_at", "bury_looked_at")
"""The questions for which Foresight keeps cards off the deck."""


def arguments(task: int) -> tuple[Argument, Argument, Argument]:
    """What the three arguments of a task may be."""
    return ARGUMENTS.get(task, _ONLY)


def phase(due: Sequence[Task]) -> int | None:
    """The phase that is going on; None between two phases, where the last may have been any."""
    bottom = due[0][0]
    if bottom in (PLAY_TURN, REFILL_PICK):
        return int(PLAY_PHASE)
    if bottom == NEXT_ROUND:
        return int(END_OF_ROUND)
    if bottom == OPENING_STEP:
        return int(OPENING)
    if len(due) == 1:
        return None
    return int({ROUND: OPENING, RESOLVE_STEP: PLAY_PHASE, END_OF_ROUND_STEP: RESOLVE_PHASE}[bottom])


def is_there(g: State, due: Sequence[Task], at: int) -> bool:
    """Whether everything is there that the task at this place of the agenda names and does not ask for itself."""
    task, a, b, c = due[at]
    if task in (ROUND, NEXT_ROUND):
        return g.stack_size == 0 and (task == NEXT_ROUND or g.round < g.max_rounds)
    if task == OPENING_STEP:
        return not (g.stack_size or sum(g.hand_size) or sum(g.pit_size))
    if task == OPENING_PICK:
        exchanges = g.hand_size[a] + b == HAND and g.hand_size[a] > 0 and g.hand_size[1 - a] == HAND and (c == 0 or a != g.first)
        return exchanges and not (g.stack_size or sum(g.pit_size))
    if task in (PLAY_TURN, REFILL_PICK):
        ended = g.stack_size >= STACK or any(QUICK[g.title[card]] for card in g.stack[: g.stack_size])
        return not ended and (task == PLAY_TURN or c + g.hand_size[a] <= DECK)
    if task == EFFECT:
        return g.place_of(a) >= 0
    if task == CHOOSE_TARGET:
        return g.place_of(b) >= 0 and g.owner(b) == a and TARGET[c] != 0 and EACH[c] == 0
    if task in (FEED_DRAKE, ECHO_WHICH):
        return g.place_of(b) >= 0 and g.owner(b) == a
    if task == WHICH_END:
        return g.place_of(b) >= 0
    if task == ATTACK:
        return g.place_of(b) < 0 or a == (g.puppet[b] - 1 if g.puppet[b] else g.owner(b))
    return True
