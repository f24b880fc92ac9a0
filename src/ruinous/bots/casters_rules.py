"""The bot `rules` for Chaos Casters: it plays like a sensible beginner.

Whatever it may do it tries on a world of its sampler, imagines that the stack is resolved then by plain rules of thumb,
and counts what is left to both: cards that still can be lost. The option with the highest sum is played; `weigh` shows
all of them with their reasons. It looks only at what its seat sees.
"""

from __future__ import annotations

from random import Random
from typing import cast

from ruinous.bots.base import Sight
from ruinous.bots.weighing import Weighed, heaviest
from ruinous.casters import data, tables, tasks
from ruinous.casters import names as n
from ruinous.casters.state import State
from ruinous.games import Rules
from ruinous.thinking.casters_settle import WORTH

# Plain numbers: the rules' own are typed for the compiler.
DONE, REFILL, TOP, PLAYER, PLAY, FROM_HAND = (int(i) for i in (n.DONE, n.REFILL, n.TOP, n.PLAYER, n.PLAY, n.FROM_HAND))
AT, LOOKED_AT = int(n.AT), int(n.LOOKED_AT)
DECK = int(n.DECK)
LONGEST = 400  # decisions of one imagined phase

# ---- weights, in cards ----------------------------------------------------------------------------------------------
WIN = 1000.0
LAST_CARDS = 9.0  # the danger of an empty deck; of one with d cards it is 1 / (1 + d) of that
DRAWN = 0.32  # a card that a refill brings ...
TOO_FEW = 11  # ... and with fewer cards than this in the deck it costs as much for each that is missing
PLAYED = 0.1  # a card brought to the stack when all else is equal
SEALED = 0.15  # a Quick card: nobody answers
HELD = 0.35  # of the worth of a card that leaves the hand
POOR = 0.3  # cards of less worth are exchanged in the opening
WORTHS = [worth / 10 for worth in WORTH]  # [title]


class RulesBot:
    """Plays the option of highest weight; its own chance decides between equals."""

    def __init__(self, _rules: Rules, seat: str, seed: int) -> None:
        self._me = tables.PLAYERS.index(seat)
        self._chance = Random(seed)

    def choose(self, sight: Sight, /) -> int:
        """The action of highest weight."""
        return heaviest(self.weigh(sight), self._chance)

    def weigh(self, sight: Sight) -> list[Weighed]:
        """Every legal action with its weight and the reasons for it, in the order of the list."""
        world = cast(State, sight.sampler(sight.seed))
        return [self._option(world, action) for action in sight.actions]

    def _option(self, world: State, action: int) -> Weighed:
        reasons = [reason for reason in reasons_for(world, self._me, action) if reason[1]]
        return Weighed(action, sum(weight for _, weight in reasons), tuple(reasons))


def reasons_for(world: State, me: int, action: int) -> list[tuple[str, float]]:
    """What speaks for an action, and against it."""
    task = world.asks
    if task == tasks.OPENING_PICK:
        return [("a poor card", POOR - worth(action))] if action != DONE else []
    if task == tasks.REFILL_PICK:
        return [("kept", 0.01)] if action == DONE else [("a poor card", POOR / 2 - worth(action))]
    if task in (tasks.BURY_FROM_HAND, tasks.CUT_DOWN, tasks.BURY_LOOKED_AT):
        return [("what it is worth", -worth(action))]
    if task == tasks.DRAW_LOOKED_AT:
        return [("what it is worth", worth(action))]
    if task == tasks.PLAY_TURN:
        return reasons_in_turn(world, me, action)
    trial = tried(world, action)
    found = [("what is left when the stack has resolved", standing(trial, me))]
    if task == tasks.FEED_DRAKE and action != DONE:
        found.append(("a card out of the hand", -HELD * worth(action)))
    return found


def reasons_in_turn(world: State, me: int, action: int) -> list[tuple[str, float]]:
    """What speaks for a card played or a refill, and against it."""
    if action == REFILL:
        drawn = min(int(n.HAND - world.hand_size[me]), int(world.deck_size[me]))
        short = max(0, TOO_FEW - int(world.deck_size[me]) + drawn)
        found = [("what is left if the stack resolves as it is", standing(resolved(world.clone()), me))]
        return [*found, ("cards for the hand", DRAWN * drawn), ("a deck that is getting short", -DRAWN * short * (drawn > 0))]
    title = action - PLAY
    found = [("what is left if the stack resolves then", standing(tried(world, action), me)), ("a card played", PLAYED)]
    return [*found, ("nobody answers", SEALED if data.QUICK[title] else 0.0), ("a card out of the hand", -HELD * WORTHS[title])]


def worth(action: int) -> float:
    """What the card is worth that an action names."""
    return WORTHS[(action - PLAY) % 40] if action < AT else WORTHS[action - LOOKED_AT]


# ---- imagining ------------------------------------------------------------------------------------------------------
def tried(world: State, action: int) -> State:
    """A world after the action, its stack resolved."""
    trial = world.clone()
    trial.halt = tasks.END_OF_ROUND_STEP
    trial.apply(action)
    return resolved(trial)


def resolved(g: State) -> State:
    """The same world when its stack has been resolved, everybody choosing by rules of thumb."""
    g.halt = tasks.END_OF_ROUND_STEP
    for _ in range(LONGEST):
        if g.n_legal == 0:
            break
        if g.asks == tasks.PLAY_TURN:  # nobody plays any more
            g.depth = 0
            g.n_legal = 0
            g.push(tasks.RESOLVE_STEP, 0, 0, 0)
            g.advance()
        else:
            g.apply(thumb(g))
    return g


def standing(g: State, me: int) -> float:
    """What is left to a player, against the other: cards that still can be lost, and how near an empty deck is."""
    if g.over:
        return 0.0 if g.winners == 3 else WIN if g.winners >> me & 1 else -WIN
    mine, theirs = left(g, me), left(g, 1 - me)
    return mine[0] - theirs[0] - LAST_CARDS / (1 + mine[1]) + LAST_CARDS / (1 + theirs[1])


def left(g: State, p: int) -> tuple[int, int]:
    """A player's cards outside the pit, and how many the deck will have when the round is over."""
    deck = int(g.deck_size[p]) + sum(g.owner(card) == p for card in g.stack[: g.stack_size])
    return deck + int(g.hand_size[p]), deck


# ---- rules of thumb: quick answers to every question of the resolve phase ---------------------------------------------
def thumb(g: State) -> int:
    """An answer to the pending question that is seldom bad."""
    actions = g.legal_actions()
    me = int(g.player)
    if g.asks == tasks.ATTACK:
        return max(actions, key=lambda action: blow(g, me, action))
    if g.asks == tasks.CHOOSE_TARGET:
        return max(actions, key=lambda action: aim(g, me, action))
    if g.asks == tasks.WHICH_END:
        return TOP if g.owner(int(g.b)) != me else TOP + 1
    if g.asks in (tasks.DRAW_LOOKED_AT, tasks.ECHO_WHICH, tasks.SCAVENGE, tasks.OPENING_PICK, tasks.REFILL_PICK):
        return actions[0] if g.asks in (tasks.DRAW_LOOKED_AT, tasks.ECHO_WHICH) else DONE
    return min((action for action in actions if action != DONE), key=worth)


def blow(g: State, me: int, action: int) -> float:
    """What an attack is good for, in cards; the attacker is `g.b`, which may be somebody's puppet."""
    if action == DONE:
        return 0.0
    card = int(g.b)
    strength = int(g.strength_at(g.place_of(card)))
    if action < PLAY:
        target = action - PLAYER
        deadly = WIN if strength > g.deck_size[target] else 0.0
        return (strength + deadly) * (1 if target != me else -1)
    place = action - AT
    target_card = g.stack[place]
    mine = max(0, strength - 2) if g.what(target_card) == n.HEX_TOAD else strength
    other = int(g.strength_at(place))
    won = fall(g, place) * (1 if g.owner(target_card) != me else -1) if mine >= other else 0.0
    lost = 1.0 * (1 if g.owner(card) == me else -1) if mine <= other else 0.0
    return won - lost


def fall(g: State, place: int) -> float:
    """What an Ally's fall costs its owner: a card, and its attack if it is still to come."""
    return 1.0 + (int(g.strength_at(place)) if place < g.line and not g.silenced[g.stack[place]] else 0)


def aim(g: State, me: int, action: int) -> float:
    """How good a target is, by what the text does."""
    if action < AT:
        return 0.1 if action == DONE else worth(action)
    place = action - AT
    card = g.stack[place]
    enemy = 1 if g.owner(card) != me else -1
    verb = data.VERBS[g.c * 4]
    coming = place < g.line
    strength = int(g.strength_at(place)) if g.is_ally(card) else 2
    if verb in (n.NIX, n.BURY, n.SILENCE_IT, n.PULL_STRINGS):
        return enemy * (1 + strength * coming)
    if verb == n.STRENGTHEN:
        return (1 + strength) * coming
    if verb == n.MOVE_BELOW:
        return strength
    if verb == n.MOVE_TO_AN_END:
        return strength * (enemy if coming else -enemy)
    return strength * enemy * coming - 1  # a swap
