"""Actions in words and as data, and what a pending question is about (docs/formats.md section 7).

The verb is the question's, so that a text reads as an answer to it. A place on the stack is named by its position, 1 at
the bottom, and by the card that lies there. Texts are unique within one decision, whether the action is legal or not.
"""

from dataclasses import dataclass
from typing import Any

from ruinous.casters import tables, tasks
from ruinous.casters.data import TARGET
from ruinous.casters.names import (
    AT,
    BOTTOM,
    DONE,
    DRAW_ONE,
    FROM_HAND,
    FROM_PIT,
    HAND,
    IN_HAND,
    IN_PIT,
    LOOKED_AT,
    N_ACTIONS,
    PLAY,
    PLAYER,
    REFILL,
    TITLES,
    TOP,
)
from ruinous.casters.state import State
from ruinous.text import texts

SEATS, IDS = tables.PLAYERS, tables.IDS
ACTION_KINDS = (  # first index of each kind of action
    (LOOKED_AT, "looked"),
    (AT, "stack"),
    (FROM_PIT, "pit"),
    (FROM_HAND, "hand"),
    (PLAY, "play"),
    (PLAYER, "player"),
    (DRAW_ONE, "draw"),
    (BOTTOM, "bottom"),
    (TOP, "top"),
    (REFILL, "refill"),
    (DONE, "done"),
)
OF_TITLES = {"play": PLAY, "hand": FROM_HAND, "pit": FROM_PIT, "looked": LOOKED_AT}
VERBS = {"play": "play", "hand": "bury", "pit": "recover", "looked": "draw", "stack": "target"}  # where the question has none

# Every question: the kinds of action that answer it, with their verbs where they have one. `choose_target` depends on the card.
ANSWERS: dict[int, dict[str, str]] = {
    tasks.OPENING_PICK: {"hand": "bury", "done": ""},
    tasks.PLAY_TURN: {"play": "play", "refill": ""},
    tasks.REFILL_PICK: {"hand": "bury", "done": ""},
    tasks.WHICH_END: {"top": "", "bottom": ""},
    tasks.ATTACK: {"stack": "attack", "player": "attack", "done": ""},
    tasks.SCAVENGE: {"draw": "", "done": ""},
    tasks.BURY_FROM_HAND: {"hand": "bury"},
    tasks.FEED_DRAKE: {"hand": "bury", "done": ""},
    tasks.ECHO_WHICH: {"stack": "perform"},
    tasks.DRAW_LOOKED_AT: {"looked": "draw"},
    tasks.BURY_LOOKED_AT: {"looked": "bury"},
    tasks.CUT_DOWN: {"hand": "bury"},
}
TARGET_VERBS = {  # by the first verb of the text
    "nix": "nix",
    "bury": "bury",
    "strengthen": "strengthen",
    "silence": "silence",
    "swap": "swap",
    "move_below": "move",
    "move_to_an_end": "move",
    "play_below": "play",
    "recover": "recover",
    "pull_strings": "pull",
}
CARDS_THAT_ASK = {
    tasks.WHICH_END: "undertow",
    tasks.SCAVENGE: "scavenger",
    tasks.FEED_DRAKE: "furnace_drake",
    tasks.ECHO_WHICH: "echo_bard",
    tasks.DRAW_LOOKED_AT: "foresight",
    tasks.BURY_LOOKED_AT: "foresight",
}


# ---- what a question is about ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Asked:
    """The pending question in numbers and ids; -1 or None where it says nothing of the sort."""

    task: int
    seat: int
    card: str | None = None  # the title whose text asks, or the card that attacks
    place: int = -1  # of the card that resolves, or of the card that is moved
    amount: int | None = None  # how many are to go, this one included
    gone: int | None = None  # how many have gone; in the opening nobody else may know
    puppet: bool = False  # the attack of somebody else's Ally


def asked(g: State) -> Asked:
    """What the pending question is about. The arguments of each question stand in its class."""
    task, seat, b, c = int(g.asks), int(g.a), int(g.b), int(g.c)
    card = CARDS_THAT_ASK.get(task)
    if task == tasks.OPENING_PICK:
        return Asked(task, seat, gone=b)
    if task == tasks.REFILL_PICK:
        return Asked(task, seat, gone=c)
    if task == tasks.BURY_FROM_HAND:
        return Asked(task, seat, amount=b)
    if task == tasks.CUT_DOWN:
        return Asked(task, seat, amount=int(g.hand_size[seat]) - int(HAND))
    if task == tasks.CHOOSE_TARGET:
        return Asked(task, seat, IDS[c], int(g.place_of(b)))
    if task == tasks.ATTACK:
        return Asked(task, seat, IDS[g.what(b)], int(g.place_of(b)), puppet=g.puppet[b] > 0)
    if task in (tasks.WHICH_END, tasks.FEED_DRAKE, tasks.ECHO_WHICH):
        return Asked(task, seat, card, int(g.place_of(b)))
    return Asked(task, seat, card)


def answers(q: Asked) -> dict[str, str]:
    """The kinds of action that answer a question, with their verbs."""
    if q.task != tasks.CHOOSE_TARGET:
        return ANSWERS[q.task]
    card = tables.POOL[IDS.index(str(q.card))]
    bits = TARGET[IDS.index(card.id)]
    kind = "pit" if bits & IN_PIT else "hand" if bits & IN_HAND else "stack"
    return {kind: TARGET_VERBS[tables.VERBS[card.verbs[0][0]]]} | ({"done": ""} if card.may else {})


# ---- text ------------------------------------------------------------------------------------------------------
def kind(action: int) -> str:
    """The kind of an action. Raises ValueError for a number that is no action."""
    if not 0 <= action < N_ACTIONS or PLAYER + 1 < action < PLAY:
        raise ValueError(f"there is no action {action}")
    return next(name for first, name in ACTION_KINDS if action >= first)


def title_of(action: int) -> int:
    """The title that an action of a kind of OF_TITLES names."""
    return (action - int(PLAY)) % int(TITLES) if action < AT else action - int(LOOKED_AT)


def text(g: State, action: int) -> str:
    """An action as an answer to the pending question. Raises ValueError for a number that is no action."""
    return phrase(g, action, question(g))


def question(g: State) -> Asked:
    """What actions are read as an answer to: the pending question, or a turn of nobody when the game is over."""
    return Asked(tasks.PLAY_TURN, -1) if g.n_legal == 0 else asked(g)


def phrase(g: State, action: int, q: Asked) -> str:
    """An action as an answer to a question."""
    what, verbs = kind(action), answers(q)
    if what == "player":
        return "attack player" if action - PLAYER == enemy_of(g, q) else "attack own player"
    if what == "stack":
        place = action - int(AT)
        card = f" {IDS[g.what(g.stack[place])]}" if place < g.stack_size else ""
        return f"{verbs.get(what, VERBS[what])} {place + 1}{card}"
    if what not in OF_TITLES:
        return what
    verb = verbs.get(what) or VERBS[what]
    taken = what not in verbs and any(other in OF_TITLES and verbs[other] == verb for other in verbs)
    return f"{verb} {IDS[title_of(action)]}{' from ' + what if taken else ''}"


def enemy_of(g: State, q: Asked) -> int:
    """The player whom an attack harms: the enemy of the attacker's owner."""
    owner = q.seat if q.place < 0 or q.task != tasks.ATTACK else int(g.owner(g.stack[q.place]))
    return 1 - max(0, owner)


def parse(g: State, given: str) -> int:
    """The action of this text: a legal one if there is one, else whatever action it would be here. Raises ValueError."""
    wanted = " ".join(given.lower().split())
    q = question(g)
    for action in (*g.legal_actions(), *every_action()):
        if phrase(g, action, q) == wanted:
            return action
    raise ValueError(texts("casters").say("refusals.not_understood.reason", text=given, examples=examples(g)))


def every_action() -> list[int]:
    """Every number that is an action."""
    return [*range(int(PLAYER) + 2), *range(int(PLAY), int(N_ACTIONS))]


def examples(g: State) -> str:
    """Up to three legal actions of different kinds, for a message."""
    shown: dict[str, str] = {}
    for action in g.legal_actions():
        shown.setdefault(kind(action), repr(text(g, action)))
    return ", ".join(list(shown.values())[:3]) or "nothing: the game is over"


# ---- data ------------------------------------------------------------------------------------------------------
def describe(g: State, action: int) -> dict[str, Any]:
    """A legal action as data."""
    what = kind(action)
    found: dict[str, Any] = {"id": action, "text": text(g, action), "kind": what}
    if what == "player":
        found["player"] = SEATS[action - PLAYER]
    elif what == "stack":
        place = action - int(AT)
        found["position"] = place + 1
        if place < g.stack_size:  # else it is not legal
            card = g.stack[place]
            found |= {"player": SEATS[g.owner(card)], "card": IDS[g.what(card)]}
    elif what in OF_TITLES:
        found["card"] = IDS[title_of(action)]
    return found
