"""The Resolve Phase: the line moves down the stack, each card has its text and then its attack (seed; rulings 2 to 5, 14, 28 to 33)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.casters.effects import begin_effect
from ruinous.casters.events import ATTACKS, ATTACKS_PLAYER, DECLINED, PASSED_OVER, RESOLVES, STRENGTHENED, STRENGTHS
from ruinous.casters.names import (
    AT,
    BONE_WARDEN,
    DONE,
    HEX_TOAD,
    MIST_STALKER,
    PARLEY,
    PLAYER,
    RESOLVE_PHASE,
    TOMB_COLOSSUS,
)
from ruinous.casters.nixing import nix_from_stack
from ruinous.casters.play_phase import begin_phase
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import ATTACK, EFFECT, END_OF_ROUND_STEP, RESOLVE_NEXT, RESOLVE_STEP
from ruinous.engine.agenda import Question, Step


@final
class ResolvePhase(Step[State]):
    """The line lies on top of the stack; limits begin anew."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, RESOLVE_PHASE)
        g.line = g.stack_size
        g.resolutions = 0
        g.stopped = 0
        g.spent[0] = 0
        g.spent[1] = 0
        g.push(END_OF_ROUND_STEP, 0, 0, 0)
        g.push(RESOLVE_NEXT, 0, 0, 0)


@final
class ResolveNext(Step[State]):
    """The topmost card below the line resolves: the line moves below it, then its text, then its attack."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        g.resolving = -1
        if g.line == 0 or g.stopped == 1 or g.resolutions >= g.max_resolutions:
            return
        g.line -= 1
        card: i64 = g.stack[g.line]
        g.push(RESOLVE_NEXT, 0, 0, 0)
        if g.silenced[card]:
            g.note(PASSED_OVER, g.owner(card), g.what(card), g.line, 0)
            return
        g.resolutions += 1
        g.resolving = card
        g.note(RESOLVES, g.owner(card), g.what(card), g.line, 0)
        g.push(ATTACK, g.puppet[card] - 1 if g.puppet[card] > 0 else g.owner(card), card, 0)
        g.push(EFFECT, card, g.what(card), 0)


@final
class Effect(Step[State]):
    """The Resolve text of a card, or one that it performs or has become."""

    def run(self, g: State, card: i64, title: i64, c: i64) -> None:
        begin_effect(g, card, title)


# ---- attacks ---------------------------------------------------------------------------------------------------
def may_attack_players(g: State) -> bool:
    """Not while a Parley, anybody's, lies above the line (ruling 29)."""
    for place in range(g.line, g.stack_size):
        if g.what(g.stack[place]) == PARLEY:
            return False
    return True


def is_hampered(g: State, place: i64) -> bool:
    """A Tomb Colossus does not attack while an enemy Action is next to it."""
    card: i64 = g.stack[place]
    if g.what(card) != TOMB_COLOSSUS:
        return False
    for beside in range(place - 1, place + 2):
        if 0 <= beside < g.stack_size and beside != place:
            if g.owner(g.stack[beside]) != g.owner(card) and not g.is_ally(g.stack[beside]):
                return True
    return False


def can_be_attacked(g: State, place: i64) -> bool:
    """An Ally on the stack; a Mist Stalker not while its owner has another Ally there."""
    card: i64 = g.stack[place]
    if not g.is_ally(card):
        return False
    if g.what(card) != MIST_STALKER:
        return True
    for other in range(g.stack_size):
        if other != place and g.owner(g.stack[other]) == g.owner(card) and g.is_ally(g.stack[other]):
            return False
    return True


@final
class Attack(Question[State]):
    """Whom does the Ally attack? It may decline. With Puppet Strings (`me` is not the owner, or c) anybody may be named."""

    def run(self, g: State, me: i64, card: i64, c: i64) -> None:
        place: i64 = g.place_of(card)
        if place < 0 or not g.is_ally(card) or is_hampered(g, place):
            return
        if g.puppet[card] > 0:
            self.offer_puppet(g, place)
        else:
            self.offer_own(g, me, place)
        if g.n_legal > 0:
            g.offer(DONE)

    def offer_own(self, g: State, me: i64, place: i64) -> None:
        wardens: bool = g.count_on_stack(1 - me, BONE_WARDEN) > 0
        for target in range(g.stack_size):
            if g.owner(g.stack[target]) != me and can_be_attacked(g, target):
                if not wardens or g.what(g.stack[target]) == BONE_WARDEN:
                    g.offer(AT + target)
        if not wardens and may_attack_players(g):
            g.offer(PLAYER + 1 - me)

    def offer_puppet(self, g: State, place: i64) -> None:
        for target in range(g.stack_size):
            if target != place and can_be_attacked(g, target):
                g.offer(AT + target)
        if may_attack_players(g):
            g.offer(PLAYER)
            g.offer(PLAYER + 1)

    def choose(self, g: State, me: i64, card: i64, c: i64, action: i64) -> None:
        if action == DONE:
            g.note(DECLINED, me, 0, 0, 0)
        elif action >= AT:
            attack_ally(g, card, g.stack[action - AT])
        else:
            attack_player(g, card, action - PLAYER)


def attack_player(g: State, card: i64, player: i64) -> None:
    """An Ally deals its strength to a player."""
    strength: i64 = g.strength_at(g.place_of(card))
    g.note(ATTACKS_PLAYER, g.owner(card), g.what(card), player, strength)
    g.damage(strength if player == 0 else 0, strength if player == 1 else 0)


def attack_ally(g: State, card: i64, target: i64) -> None:
    """The weaker Ally is nixed, both if they are equal; a Hex Toad weakens its attacker first."""
    place: i64 = g.place_of(card)
    g.note(ATTACKS, g.owner(card), g.what(card), g.what(target), g.place_of(target))
    if g.what(target) == HEX_TOAD:
        g.change[card] -= 2
        g.note(STRENGTHENED, g.owner(card), g.what(card), place, -2)
    mine: i64 = g.strength_at(place)
    other: i64 = g.strength_at(g.place_of(target))
    g.note(STRENGTHS, mine, other, 0, 0)
    if mine > other:
        nix_from_stack(g, target, -1, card)
    elif mine < other:
        nix_from_stack(g, card, -1, card)
    else:
        nix_from_stack(g, card, target, card)


TASKS[RESOLVE_STEP] = ResolvePhase()
TASKS[RESOLVE_NEXT] = ResolveNext()
TASKS[EFFECT] = Effect()
TASKS[ATTACK] = Attack()
