"""What Resolve texts do: targets and verbs as `cards.toml` names them (rulings 3, 9, 16 to 20, 22, 37, 42).

A Once Per Round limit is spent when the text begins and given back if nothing was done.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.casters.data import AT_MOST, BIT, EACH, MAY, ONCE_PER_ROUND, STRENGTH, TARGET, TYPE, VERBS
from ruinous.casters.events import (
    BURIED,
    DECLINED,
    LIMIT_SPENT,
    MOVED,
    NO_TARGET,
    PLAYED_BY_EFFECT,
    RECOVERED,
    SILENCED,
    STOPPED,
    STRENGTHENED,
    STRINGS_PULLED,
    SWAPPED,
)
from ruinous.casters.names import (
    ABOVE_LINE,
    ALLY,
    AN_ALLY,
    AT,
    BELOW,
    BOTTOM,
    BURY,
    CINDER_GOLEM,
    DAMAGE_ENEMY,
    DECK,
    DIRECTLY_BELOW,
    DO,
    DONE,
    DRAW,
    ENEMY,
    FRIENDLY,
    FROM_HAND,
    FROM_PIT,
    IN_HAND,
    IN_PIT,
    KNOWN_TO_ALL,
    MOVE_BELOW,
    MOVE_TO_AN_END,
    NIX,
    NO_VERB,
    PLAY_BELOW,
    PULL_STRINGS,
    RECOVER,
    SILENCE_IT,
    STOP,
    STRENGTHEN,
    SWAP,
    TOP,
)
from ruinous.casters.nixing import nix_from_stack
from ruinous.casters.play_phase import when_played
from ruinous.casters.special import SPECIALS
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import CHOOSE_TARGET, WHICH_END
from ruinous.engine.agenda import Question


def begin_effect(g: State, card: i64, title: i64) -> None:
    """Perform the Resolve text of `title` as a text of `card`, which is "this"."""
    if VERBS[title * 4] == NO_VERB:
        return
    me: i64 = g.owner(card)
    if ONCE_PER_ROUND[title]:
        if g.spent[me] >> title & 1:
            g.note(LIMIT_SPENT, me, title, 0, 0)
            return
        g.spent[me] |= BIT[title]
    if TARGET[title] == 0:
        perform(g, card, title)
    elif EACH[title]:
        for place in range(g.stack_size):
            if fits(g, card, title, place):
                do_to(g, card, VERBS[title * 4], VERBS[title * 4 + 1], g.stack[place])
    else:
        g.push(CHOOSE_TARGET, me, card, title)


def give_back(g: State, me: i64, title: i64) -> None:
    """Nothing was done: the limit is not spent (ruling 16)."""
    if ONCE_PER_ROUND[title]:
        g.spent[me] &= ~BIT[title]


def perform(g: State, card: i64, title: i64) -> None:
    """A text without a target: its verbs in order."""
    me: i64 = g.owner(card)
    for k in range(i64(2)):
        verb: i64 = VERBS[title * 4 + 2 * k]
        amount: i64 = VERBS[title * 4 + 2 * k + 1]
        if verb == DAMAGE_ENEMY:
            g.damage(amount if me == 1 else 0, amount if me == 0 else 0)
        elif verb == DRAW:
            g.draw(me, amount)
        elif verb == STOP:
            g.stopped = 1
            g.note(STOPPED, me, 0, 0, 0)
        elif verb == DO:
            SPECIALS[amount].do(g, me, card)


# ---- targets ---------------------------------------------------------------------------------------------------
def fits(g: State, source: i64, title: i64, place: i64) -> bool:
    """Whether the card at a place of the stack is what the text of `title` asks for, and may be touched by `source`."""
    bits: i64 = TARGET[title]
    card: i64 = g.stack[place]
    me: i64 = g.owner(source)
    if card == source:
        return False
    if (bits & FRIENDLY and g.owner(card) != me) or (bits & ENEMY and g.owner(card) == me):
        return False
    if bits & AN_ALLY and not g.is_ally(card):
        return False
    this: i64 = g.place_of(source)
    if (bits & BELOW and place > this) or (bits & DIRECTLY_BELOW and place != this - 1):
        return False
    if bits & ABOVE_LINE and place < g.line:
        return False
    if AT_MOST[title] < 99 and g.strength_at(place) > AT_MOST[title]:
        return False
    return not is_protected(g, source, card, VERBS[title * 4])


def is_protected(g: State, source: i64, card: i64, verb: i64) -> bool:
    """Cinder Golem: enemy Actions cannot nix, move or bury it; the card that resolves says whether it is an Action (ruling 22)."""
    if g.what(card) != CINDER_GOLEM or g.owner(card) == g.owner(source) or g.is_ally(source):
        return False
    return verb == NIX or verb == BURY or verb == MOVE_TO_AN_END or verb == MOVE_BELOW or verb == SWAP


def adds_or_moves(verb: i64) -> bool:
    """What a Gatekeeper of the enemy stops."""
    return verb == SWAP or verb == MOVE_BELOW or verb == MOVE_TO_AN_END or verb == PLAY_BELOW


def offer_titles(g: State, me: i64, title: i64) -> None:
    """Offer what the text of `title` may take from its owner's pit or hand, each title once; printed strength counts there."""
    bits: i64 = TARGET[title]
    seen: i64 = 0
    n: i64 = g.pit_size[me] if bits & IN_PIT else g.hand_size[me]
    for place in range(n):
        other: i64 = g.title[g.pit[me * DECK + place] if bits & IN_PIT else g.hand[me * DECK + place]]
        if seen >> other & 1:
            continue
        seen |= BIT[other]
        if bits & AN_ALLY and TYPE[other] != ALLY:
            continue
        if AT_MOST[title] == 99 or STRENGTH[other] <= AT_MOST[title]:
            g.offer((FROM_PIT if bits & IN_PIT else FROM_HAND) + other)


@final
class ChooseTarget(Question[State]):
    """What is the text done to? b is the card that resolves, c the title whose text it performs."""

    def run(self, g: State, me: i64, card: i64, title: i64) -> None:
        verb: i64 = VERBS[title * 4]
        if not (adds_or_moves(verb) and g.barred(me)):
            if TARGET[title] & (IN_PIT | IN_HAND):
                offer_titles(g, me, title)
            else:
                for place in range(g.stack_size):
                    if fits(g, card, title, place):
                        g.offer(AT + place)
        if g.n_legal == 0:
            give_back(g, me, title)
            g.note(NO_TARGET, me, title, 0, 0)
        elif MAY[title]:
            g.offer(DONE)

    def choose(self, g: State, me: i64, card: i64, title: i64, action: i64) -> None:
        if action == DONE:
            give_back(g, me, title)
            g.note(DECLINED, me, 0, 0, 0)
        elif action >= AT:
            target: i64 = g.stack[action - AT]
            do_to(g, card, VERBS[title * 4], VERBS[title * 4 + 1], target)
            do_to(g, card, VERBS[title * 4 + 2], VERBS[title * 4 + 3], target)
        elif VERBS[title * 4] == RECOVER:
            found: i64 = g.take_from_pit(me, action - FROM_PIT)
            g.put_under(found, KNOWN_TO_ALL)
            g.note(RECOVERED, me, g.title[found], 0, 0)
        else:
            found = (
                g.take_from_pit(me, action - FROM_PIT)
                if action >= FROM_PIT
                else g.take_from_hand(me, g.find_in_hand(me, action - FROM_HAND))
            )
            put_directly_below(g, card, found)
            g.note(PLAYED_BY_EFFECT, me, g.title[found], g.place_of(found), 0)
            when_played(g, me, g.title[found])


# ---- verbs -----------------------------------------------------------------------------------------------------
def do_to(g: State, card: i64, verb: i64, amount: i64, target: i64) -> None:
    """Do one verb to a card on the stack."""
    place: i64 = g.place_of(target)
    owner: i64 = g.owner(target)
    if verb == NIX:
        nix_from_stack(g, target, -1, -1)
    elif verb == BURY:
        g.note(BURIED, owner, g.what(target), place, 0)
        g.leave(place)
        g.put_under(target, KNOWN_TO_ALL)
    elif verb == STRENGTHEN:
        g.change[target] += amount
        g.note(STRENGTHENED, owner, g.what(target), place, amount)
    elif verb == SILENCE_IT:
        g.silenced[target] = 1
        g.note(SILENCED, owner, g.what(target), place, 0)
    elif verb == SWAP:
        this: i64 = g.place_of(card)
        g.stack[this] = target
        g.stack[place] = card
        g.note(SWAPPED, g.what(card), this, g.what(target), place)
    elif verb == MOVE_BELOW:
        g.lift(place)
        put_directly_below(g, card, target)
        g.note(MOVED, owner, g.what(target), place, g.place_of(target))
    elif verb == MOVE_TO_AN_END:
        g.push(WHICH_END, g.owner(card), target, 0)
    elif verb == PULL_STRINGS:
        g.puppet[target] = 1 + g.owner(card)
        g.note(STRINGS_PULLED, owner, g.what(target), place, 0)


def put_directly_below(g: State, this: i64, card: i64) -> None:
    """Put a card directly below another; below the resolving card it will resolve (ruling 17)."""
    place: i64 = g.place_of(this)
    g.insert(place, card, place <= g.line)


@final
class WhichEnd(Question[State]):
    """To the top, where it will not resolve, or to the bottom, where it will?"""

    def run(self, g: State, me: i64, target: i64, c: i64) -> None:
        g.offer(TOP)
        g.offer(BOTTOM)

    def choose(self, g: State, me: i64, target: i64, c: i64, action: i64) -> None:
        source: i64 = g.place_of(target)
        g.lift(source)
        if action == TOP:
            g.insert(g.stack_size, target, False)
        else:
            g.insert(0, target, True)
        g.note(MOVED, g.owner(target), g.what(target), source, g.place_of(target))


TASKS[CHOOSE_TARGET] = ChooseTarget()
TASKS[WHICH_END] = WhichEnd()
