"""Rules of thumb for every question of the Resolve Phase, and a stack resolved by them: microseconds for a whole stack."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ruinous.casters.data import VERBS, vector
from ruinous.casters.names import (
    AT,
    BURY,
    DONE,
    DRAW_ONE,
    FROM_HAND,
    FROM_PIT,
    HEX_TOAD,
    LOOKED_AT,
    MOVE_BELOW,
    MOVE_TO_AN_END,
    NIX,
    PLAY,
    PLAYER,
    PULL_STRINGS,
    SHIELD_WALL,
    SILENCE_IT,
    STRENGTHEN,
    SWAP,
    TOP,
)
from ruinous.casters.state import State
from ruinous.casters.tables import IDS
from ruinous.casters.tasks import (
    ATTACK,
    CHOOSE_TARGET,
    DRAW_LOOKED_AT,
    ECHO_WHICH,
    END_OF_ROUND_STEP,
    FEED_DRAKE,
    OPENING_PICK,
    PLAY_TURN,
    REFILL_PICK,
    RESOLVE_STEP,
    SCAVENGE,
    WHICH_END,
)

# What a card in the hand is worth, in tenths of a card: what it does on an average stack.
WORTH_OF: Final = {
    "ash_hound": 6, "kiln_brute": 8, "spark_imp": 4, "furnace_drake": 9, "pyre_matron": 5, "vengeful_wisp": 5,
    "emberling": 6, "war_caller": 4, "cinder_golem": 6, "flame_lash": 7, "fireburst": 10, "backdraft": 5,
    "stoke": 5, "second_wind": 5, "pit_fire": 6,
    "grave_tender": 6, "mirror_shade": 6, "mist_stalker": 5, "bone_warden": 7, "lantern_moth": 3, "tomb_colossus": 9,
    "veil_dancer": 5, "echo_bard": 5, "hex_toad": 6, "banish": 6, "undertow": 5, "silence": 7, "raise": 6,
    "foresight": 3, "mind_rot": 6,
    "twin_fates": 1, "blood_price": 6, "last_bell": 5, "gatekeeper": 4, "parley": 3, "scavenger": 4, "overlord": 6,
    "puppet_strings": 7, "shield_wall": 3, "changeling": 5,
}  # fmt: skip
WORTH: Final = vector([WORTH_OF[card] for card in IDS])  # [title]
DEADLY: Final[i64] = 10000


def settle(g: State) -> None:
    """Go on to the end of the round's Resolve Phase, where the state stops, or to the end of the game: nobody plays or
    refills any more, and everybody chooses by rules of thumb.
    """
    g.halt = END_OF_ROUND_STEP
    while g.n_legal > 0:
        if g.asks == PLAY_TURN:
            stop_playing(g)
        else:
            g.apply(thumb(g))


def stop_playing(g: State) -> None:
    """The Play Phase is over here and now: the stack begins to resolve."""
    g.depth = 0
    g.n_legal = 0
    g.push(RESOLVE_STEP, 0, 0, 0)
    g.advance()


def thumb(g: State) -> i64:
    """An answer to the pending question that is seldom bad: the first of the highest score."""
    best: i64 = g.legal[0]
    most: i64 = score(g, best)
    for i in range(1, g.n_legal):
        value: i64 = score(g, g.legal[i])
        if value > most:
            most = value
            best = g.legal[i]
    return best


def score(g: State, action: i64) -> i64:
    """How good an answer to the pending question looks, in tenths of a card."""
    asks: i64 = g.asks
    if asks == ATTACK:
        return blow(g, action)
    if asks == CHOOSE_TARGET:
        return aim(g, action)
    if asks == WHICH_END:
        return 1 if (action == TOP) == (g.owner(g.b) != g.player) else 0
    if asks == REFILL_PICK or asks == OPENING_PICK:
        return 1 if action == DONE else 0
    if asks == SCAVENGE:
        return 4 if action == DRAW_ONE and g.deck_size[g.player] > 8 else 1 if action == DONE else 0
    if asks == FEED_DRAKE:
        return 12 if action == DONE else 30 - WORTH[action - FROM_HAND] if g.line > 0 or g.strength_at(g.place_of(g.b)) > 3 else 0
    if asks == ECHO_WHICH:
        return WORTH[g.what(g.stack[action - AT])]
    if asks == DRAW_LOOKED_AT:
        return WORTH[action - LOOKED_AT]
    return -WORTH[action - LOOKED_AT if action >= LOOKED_AT else action - FROM_HAND]


def blow(g: State, action: i64) -> i64:
    """What an attack is good for; the attacker may be somebody's puppet."""
    if action == DONE:
        return 0
    me: i64 = g.player
    card: i64 = g.b
    strength: i64 = g.strength_at(g.place_of(card))
    if action < PLAY:
        victim: i64 = action - PLAYER
        damage: i64 = strength - g.count_on_stack(victim, SHIELD_WALL)
        hurt: i64 = 10 * damage if damage > 0 else 0
        if damage > g.deck_size[victim]:
            hurt += DEADLY
        return hurt if victim != me else -hurt
    place: i64 = action - AT
    target: i64 = g.stack[place]
    other: i64 = g.strength_at(place)
    mine: i64 = strength - 2 if g.what(target) == HEX_TOAD else strength
    value: i64 = 0
    if mine >= other:
        value += fall(g, place) if g.owner(target) != me else -fall(g, place)
    if mine <= other:
        value += -10 if g.owner(card) == me else 10
    return value


def fall(g: State, place: i64) -> i64:
    """What an Ally's fall costs its owner: a card, and its attack if that is still to come."""
    return 10 + (10 * g.strength_at(place) if place < g.line and g.silenced[g.stack[place]] == 0 else 0)


def aim(g: State, action: i64) -> i64:
    """How good a target is, by what the text does."""
    if action == DONE:
        return 1
    if action < AT:
        return WORTH[action - FROM_PIT if action >= FROM_PIT else action - FROM_HAND]
    place: i64 = action - AT
    card: i64 = g.stack[place]
    enemy: i64 = 1 if g.owner(card) != g.player else -1
    verb: i64 = VERBS[g.c * 4]
    coming: i64 = 1 if place < g.line else 0
    strength: i64 = 10 * g.strength_at(place) if g.is_ally(card) else 20
    if verb == NIX or verb == BURY or verb == SILENCE_IT or verb == PULL_STRINGS:
        return enemy * (10 + strength * coming)
    if verb == STRENGTHEN:
        return (10 + strength) * coming
    if verb == MOVE_BELOW:
        return strength
    if verb == MOVE_TO_AN_END:
        return strength * (enemy if coming == 1 else -enemy)
    return strength * enemy * coming - 10 if verb == SWAP else 0
