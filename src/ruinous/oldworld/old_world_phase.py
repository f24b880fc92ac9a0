"""The round and its Old World Phase (old-world.md 7.1; seed, Old World Phase)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.engine.agenda import Question, Step
from ruinous.oldworld.cards.base import OLD_WORLD_CARDS
from ruinous.oldworld.data import OLD_WORLD_BOXED, OLD_WORLD_COMET
from ruinous.oldworld.events import OLD_WORLD_CARD, PHASE_BEGINS, ROUND_BEGINS, TRACK_ENTERED, TRACK_LEFT
from ruinous.oldworld.names import (
    END_PHASE,
    EVENT,
    OLD_WORLD_PHASE,
    REGION,
    THE_HORNED_ONES_DUE,
    THE_HORNED_ONES_DUE_LIES,
    P,
    R,
    T,
)
from ruinous.oldworld.state import TASKS, State
from ruinous.oldworld.tasks import ENTER_TRACK, OLD_WORLD_PHASE_STEP, PLACE_TOKENS, ROUND


@final
class Round(Step[State]):
    """A new round: the six phases in order."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        g.round += 1
        for p in range(P):
            g.placed[p] = 0
            g.placed_now[p] = 0
        g.changed = 0
        g.note(ROUND_BEGINS, g.round, 0, 0, 0)
        push_phases(g, OLD_WORLD_PHASE)


def push_phases(g: State, first: i64) -> None:
    """Put the phases of a round on the agenda, from `first` on."""
    phase: i64 = END_PHASE
    while phase >= first:
        g.push(OLD_WORLD_PHASE_STEP + phase, 0, 0, 0)
        phase -= 1


def begin_phase(g: State, phase: i64) -> None:
    """Say which phase it is."""
    g.phase = phase
    g.note(PHASE_BEGINS, phase, 0, 0, 0)


@final
class OldWorldPhase(Step[State]):
    """The Power of lowest threat draws the top card; first its immediate text, then the track (old-world.md 7.1)."""

    def run(self, g: State, a: i64, b: i64, c: i64) -> None:
        begin_phase(g, OLD_WORLD_PHASE)
        g.old_world_left -= 1
        title: i64 = g.old_world[g.old_world_left]
        g.unveiled += 1
        me: i64 = g.lowest_threat()
        g.note(OLD_WORLD_CARD, me, title, 0, 0)
        g.push(ENTER_TRACK, title, 0, 0)
        if OLD_WORLD_COMET[title]:
            clear_the_sky(g)
        OLD_WORLD_CARDS[title].immediate(g, me)


def clear_the_sky(g: State) -> None:
    """A new comet card: all Event tokens leave the board, other comet cards the track (old-world.md 6.1)."""
    for r in range(R):
        while g.tokens[r * T + EVENT] > 0:
            g.remove_token(r, EVENT)
    for space in range(i64(2)):
        if g.track[space] > 0 and OLD_WORLD_COMET[g.track[space] - 1]:
            leave_track(g, space)


def leave_track(g: State, space: i64) -> None:
    """The card on a track space leaves the game; The Horned One's Due frees its card space (old-world.md 6.2)."""
    title: i64 = g.track[space] - 1
    g.track[space] = 0
    g.gone[title] += 1
    g.note(TRACK_LEFT, title, 0, 0, 0)
    if title == THE_HORNED_ONES_DUE:
        for r in range(R):
            if g.cards[r * 2] == THE_HORNED_ONES_DUE_LIES or g.cards[r * 2 + 1] == THE_HORNED_ONES_DUE_LIES:
                g.clear_space(r, THE_HORNED_ONES_DUE_LIES)


@final
class EnterTrack(Step[State]):
    """The card drawn goes to the box, or to space 1: the card there slides to 2, the one on 2 leaves the game.

    With space 1 empty nothing slides (old-world.md 7.1, ruling 3).
    """

    def run(self, g: State, title: i64, b: i64, c: i64) -> None:
        if OLD_WORLD_BOXED[title]:
            g.gone[title] += 1
            return
        if g.track[0] > 0:
            if g.track[1] > 0:
                leave_track(g, 1)
            g.track[1] = g.track[0]
        g.track[0] = 1 + title
        g.note(TRACK_ENTERED, title, 0, 0, 0)


# ---- tokens in regions of a Power's choice ---------------------------------------------------------------
def ask_for_tokens(g: State, me: i64, token: i64, times: i64, amount: i64, distinct: bool, regions: i64) -> None:
    """Have a Power place `amount` tokens of a kind `times` times, in regions of the mask, different ones if `distinct`."""
    if times > 0:
        g.push(PLACE_TOKENS, me, token | (8 if distinct else 0) | amount << 4 | times << 7, regions)


@final
class PlaceTokens(Question[State]):
    """In which region? (Ruined regions take no token; an empty supply places nothing.)"""

    def run(self, g: State, me: i64, what: i64, regions: i64) -> None:
        if g.token_supply[what & 7] > 0:
            g.offer_regions(regions & ~g.ruins)

    def choose(self, g: State, me: i64, what: i64, regions: i64, action: i64) -> None:
        region: i64 = action - REGION
        for _ in range(what >> 4 & 7):
            g.place_token(region, what & 7)
        if what & 8:
            regions &= ~(1 << region)
        ask_for_tokens(g, me, what & 7, (what >> 7) - 1, what >> 4 & 7, what & 8 != 0, regions)


TASKS[ROUND] = Round()
TASKS[OLD_WORLD_PHASE_STEP] = OldWorldPhase()
TASKS[ENTER_TRACK] = EnterTrack()
TASKS[PLACE_TOKENS] = PlaceTokens()
