"""Cards that are nixed from the stack together, and what that triggers (rulings 8, 23, 35, 53)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.casters.data import BIT
from ruinous.casters.events import DECLINED, NIXED
from ruinous.casters.names import DONE, DRAW_ONE, SCAVENGER, VENGEFUL_WISP
from ruinous.casters.state import TASKS, State
from ruinous.casters.tasks import SCAVENGE, STRIKE_BACK
from ruinous.engine.agenda import Question, Step


def nix_from_stack(g: State, one: i64, other: i64, attacker: i64) -> None:
    """Nix one card, or two at the same time (`other` -1 for none); `attacker` is the Ally whose attack does it, -1 for an effect.

    The resolving card's owner has its triggers first; a player's Wisp strikes before its Scavenger draws.
    """
    allies: i64 = 0
    wisp: i64 = -1
    for turn in range(i64(2)):
        card: i64 = one if turn == 0 else other
        if card < 0:
            continue
        if g.is_ally(card):
            allies += 1
        if g.what(card) == VENGEFUL_WISP and attacker >= 0 and g.owner(attacker) != g.owner(card):
            wisp = card
        place: i64 = g.place_of(card)
        g.note(NIXED, g.owner(card), g.what(card), place, 0)
        g.leave(place)
        g.to_pit(card)
    first: i64 = g.owner(g.resolving) if g.resolving >= 0 else g.first
    trigger(g, 1 - first, wisp, attacker, allies)
    trigger(g, first, wisp, attacker, allies)


def trigger(g: State, player: i64, wisp: i64, attacker: i64, allies: i64) -> None:
    """Put what a player's cards do about it on the agenda."""
    if allies > 0 and g.count_on_stack(player, SCAVENGER) > 0:
        g.push(SCAVENGE, player, 0, 0)
    if wisp >= 0 and g.owner(wisp) == player:
        g.push(STRIKE_BACK, g.owner(attacker), 0, 0)


@final
class StrikeBack(Step[State]):
    """Vengeful Wisp: 3 damage to the owner of the Ally whose attack nixed it."""

    def run(self, g: State, victim: i64, b: i64, c: i64) -> None:
        g.damage(3 if victim == 0 else 0, 3 if victim == 1 else 0)


@final
class Scavenge(Question[State]):
    """Scavenger (once per round): draw a card? Declining keeps the limit."""

    def run(self, g: State, me: i64, b: i64, c: i64) -> None:
        if g.spent[me] >> SCAVENGER & 1 == 0 and g.deck_size[me] > 0:
            g.offer(DRAW_ONE)
            g.offer(DONE)

    def choose(self, g: State, me: i64, b: i64, c: i64, action: i64) -> None:
        if action == DRAW_ONE:
            g.spent[me] |= BIT[SCAVENGER]
            g.draw(me, 1)
        else:
            g.note(DECLINED, me, 0, 0, 0)


TASKS[STRIKE_BACK] = StrikeBack()
TASKS[SCAVENGE] = Scavenge()
