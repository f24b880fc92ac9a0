"""Why an action is not possible: the one rule that refuses it, as a stable code (texts under `refusals`).

The legal list itself comes from the questions alone; here a single refused action is explained. The checks follow the
questions' own order, and the contract tests see to it that they refuse exactly what the questions do not offer.
"""

from collections.abc import Callable

from ruinous.casters import tasks
from ruinous.casters.data import AT_MOST, STRENGTH, TARGET, TYPE, VERBS
from ruinous.casters.effects import is_protected
from ruinous.casters.names import (
    ABOVE_LINE,
    ACTION,
    ALLY,
    AN_ALLY,
    AT,
    BELOW,
    BONE_WARDEN,
    DECK,
    DIRECTLY_BELOW,
    ENEMY,
    FRIENDLY,
    IN_HAND,
    IN_PIT,
    N_ACTIONS,
    NO_VERB,
    PLAY,
    PLAYER,
)
from ruinous.casters.notation import IDS, Asked, answers, asked, kind, title_of
from ruinous.casters.resolve_phase import can_be_attacked, may_attack_players
from ruinous.casters.state import State
from ruinous.interface import Refusal

Found = Refusal | None


def why_not(g: State, action: int) -> Refusal:
    """The rule that refuses an action. Raises ValueError for one that is legal."""
    found = _why(g, action)
    if found is None:
        raise ValueError(f"action {action} is not refused: it is legal")
    return found


def _why(g: State, action: int) -> Found:
    if g.over or g.n_legal == 0:
        return Refusal("game_over")
    if not 0 <= action < N_ACTIONS or PLAYER + 1 < action < PLAY:
        return Refusal("no_such_action", {"number": action})
    if g.is_legal(action):
        return None
    q, what = asked(g), kind(action)
    question = {"question": tasks.TASK_NAMES[q.task]}
    if what == "refill" and q.task == tasks.PLAY_TURN:
        return Refusal("first_turn_plays")
    if what not in answers(q):
        if what in ("play", "refill"):
            return Refusal("only_in_play_phase")
        return Refusal("must_choose" if what == "done" else "not_this_question", question)
    if what in ("play", "hand"):
        return _in_hand(g, q, title_of(action))
    if what == "pit":
        return _in_pit(g, q, title_of(action))
    if what == "looked":
        return Refusal("not_looked_at", {"card": IDS[title_of(action)]})
    if what == "player":
        return _player(g, q, action - int(PLAYER))
    place = action - int(AT)
    if place >= g.stack_size:
        return Refusal("no_position", {"position": place + 1, "amount": int(g.stack_size)})
    return ON_THE_STACK[q.task](g, q, place)


# ---- hand and pit ------------------------------------------------------------------------------------------------
def _in_hand(g: State, q: Asked, title: int) -> Found:
    if title not in [g.title[g.hand[q.seat * DECK + at]] for at in range(g.hand_size[q.seat])]:
        return Refusal("not_in_hand", {"card": IDS[title]})
    return _fits_printed(q, title)


def _in_pit(g: State, q: Asked, title: int) -> Found:
    if title not in [g.title[g.pit[q.seat * DECK + at]] for at in range(g.pit_size[q.seat])]:
        return Refusal("not_in_pit", {"card": IDS[title]})
    return _fits_printed(q, title)


def _fits_printed(q: Asked, title: int) -> Found:
    """Whether a card in hand or pit is what the text that asks may take."""
    if q.task != tasks.CHOOSE_TARGET:
        return None
    text = IDS.index(str(q.card))
    if TARGET[text] & AN_ALLY and TYPE[title] != ALLY:
        return Refusal("not_an_ally", {"card": IDS[title]})
    return Refusal("too_strong", {"card": IDS[title], "strength": int(STRENGTH[title]), "at_most": int(AT_MOST[text])})


# ---- targets on the stack ------------------------------------------------------------------------------------------
def _target(g: State, q: Asked, place: int) -> Found:
    """Why a text cannot be done to a card on the stack."""
    text = IDS.index(str(q.card))
    bits, card, source = TARGET[text], g.stack[place], g.stack[q.place]
    said: dict[str, str | int] = {"card": IDS[g.what(card)], "position": place + 1}
    if bits & (IN_PIT | IN_HAND) == 0 and card == source:
        return Refusal("itself", said)
    if bits & FRIENDLY and g.owner(card) != q.seat:
        return Refusal("not_friendly", said)
    if bits & ENEMY and g.owner(card) == q.seat:
        return Refusal("not_enemy", said)
    if bits & AN_ALLY and not g.is_ally(card):
        return Refusal("not_an_ally", said)
    if bits & DIRECTLY_BELOW and place != q.place - 1:
        return Refusal("not_directly_below", said)
    if bits & BELOW and place > q.place:
        return Refusal("not_below", said)
    if bits & ABOVE_LINE and place < g.line:
        return Refusal("not_above_line", said)
    if is_protected(g, source, card, VERBS[text * 4]):
        return Refusal("golem", said)
    return Refusal("too_strong", said | {"strength": int(g.strength_at(place)), "at_most": int(AT_MOST[text])})


def _performed(g: State, q: Asked, place: int) -> Found:
    """Why a text cannot be performed by Echo Bard."""
    card = g.stack[place]
    title = int(g.what(card))
    said: dict[str, str | int] = {"card": IDS[title], "position": place + 1}
    if g.owner(card) != q.seat:
        return Refusal("not_friendly", said)
    if TYPE[title] != ACTION:
        return Refusal("not_an_action", said)
    return Refusal("no_resolve_text" if VERBS[title * 4] == NO_VERB else "limit_spent", said)


# ---- attacks -----------------------------------------------------------------------------------------------------
def _attack(g: State, q: Asked, place: int) -> Found:
    """Why an Ally cannot attack a card on the stack."""
    card = g.stack[place]
    said: dict[str, str | int] = {"card": IDS[g.what(card)], "position": place + 1}
    if place == q.place:
        return Refusal("attacks_itself", said)
    if not g.is_ally(card):
        return Refusal("only_allies_attacked", said)
    if not q.puppet and g.owner(card) == q.seat:
        return Refusal("own_ally", said)
    if not can_be_attacked(g, place):
        return Refusal("stalker", said)
    return Refusal("warden", said)


def _player(g: State, q: Asked, player: int) -> Found:
    """Why an Ally cannot attack a player."""
    if not q.puppet and player == q.seat:
        return Refusal("own_player")
    if not q.puppet and g.count_on_stack(1 - q.seat, BONE_WARDEN) > 0:
        return Refusal("warden")
    assert not may_attack_players(g)
    return Refusal("parley")


ON_THE_STACK: dict[int, Callable[[State, Asked, int], Found]] = {
    tasks.CHOOSE_TARGET: _target,
    tasks.ECHO_WHICH: _performed,
    tasks.ATTACK: _attack,
}
