"""The rest of a Resolve Phase played out by both sides as well as can be, in one world where every card is known.

Alpha-beta over the questions of the rules themselves, with a table of positions already solved. Chance (Mind Rot) falls
as the world's generator has it. Beyond a number of positions rules of thumb play on: then the answer is a good guess.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters.data import zeros
from ruinous.casters.names import DECK, RING
from ruinous.casters.state import State
from ruinous.casters.tasks import END_OF_ROUND_STEP, PLAY_TURN
from ruinous.thinking.casters_model import END, Model
from ruinous.thinking.casters_settle import score, settle, stop_playing

INFINITE: Final[i64] = 1000000
SLOTS: Final[i64] = 16384  # of the table; a power of two
DEEPEST: Final[i64] = 127  # choices in a row
OPTIONS: Final[i64] = 64  # more than one question can have
EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF
FACTOR: Final[i64] = 2862933555777941757


@final
class Solver:
    """Solves stacks. `limit` is how many positions it looks at for one stack before rules of thumb take over."""

    def __init__(self, model: Model, limit: i64) -> None:
        self.model = model
        self.limit: i64 = limit
        self.visited: i64 = 0  # positions of the last stack
        self.solves: i64 = 0
        self.kind: i64 = END
        self.keys: vec[i64] = zeros(16384)
        self.values: vec[i64] = zeros(16384)  # value * 4 + kind of bound
        self.scores: vec[i64] = zeros(8192)  # [depth, option] how promising an option looks

    def solve(self, g: State, kind: i64) -> i64:
        """What is left, by weights of this kind, when both choose best from here to the end of the phase; nobody plays any more.

        g is used up.
        """
        self.visited = 0
        self.solves += 1
        self.kind = kind
        g.halt = END_OF_ROUND_STEP
        if g.n_legal > 0 and g.asks == PLAY_TURN:
            stop_playing(g)
        return self.search(g, -INFINITE, INFINITE, 0)

    def search(self, g: State, low: i64, high: i64, depth: i64) -> i64:
        """Alpha-beta: player 0 wants the highest value, player 1 the lowest."""
        if g.n_legal == 0:
            return self.model.of_cards(g, self.kind)
        self.visited += 1
        if self.visited > self.limit or depth == DEEPEST:
            settle(g)
            return self.model.of_cards(g, self.kind)
        key: i64 = position_key(g, self.solves)
        slot: i64 = key & (SLOTS - 1)
        if self.keys[slot] == key:
            known: i64 = self.values[slot] >> 2
            kind: i64 = self.values[slot] & 3
            if kind == EXACT or (kind == AT_LEAST and known >= high) or (kind == AT_MOST and known <= low):
                return known
        best: i64 = self.best_of(g, low, high, depth)
        if self.visited <= self.limit:
            self.keys[slot] = key
            self.values[slot] = best * 4 + (AT_LEAST if best >= high else AT_MOST if best <= low else EXACT)
        return best

    def follow(self, g: State, kind: i64) -> None:
        """Go on to the end of the phase as both choose best; nobody plays any more."""
        g.halt = END_OF_ROUND_STEP
        if g.n_legal > 0 and g.asks == PLAY_TURN:
            stop_playing(g)
        while g.n_legal > 0:
            sign: i64 = 1 if g.player == 0 else -1
            best: i64 = -INFINITE
            answer: i64 = g.legal[0]
            for i in range(g.n_legal):
                child = g.clone()
                child.halt = END_OF_ROUND_STEP
                child.apply(g.legal[i])
                value: i64 = sign * self.solve(child, kind)
                if value > best:
                    best = value
                    answer = g.legal[i]
            g.apply(answer)

    def best_of(self, g: State, low: i64, high: i64, depth: i64) -> i64:
        """The best child, the most promising looked at first."""
        n: i64 = g.n_legal
        start: i64 = depth * OPTIONS
        for i in range(n):
            self.scores[start + i] = score(g, g.legal[i])
        maximising: bool = g.player == 0
        best: i64 = -INFINITE if maximising else INFINITE
        for turn in range(n):
            top: i64 = 0
            for i in range(1, n):
                if self.scores[start + i] > self.scores[start + top]:
                    top = i
            self.scores[start + top] = -INFINITE
            if turn + 1 < n:
                child = g.clone()
                child.halt = END_OF_ROUND_STEP
            else:
                child = g
            child.apply(child.legal[top])
            value: i64 = self.search(child, low, high, depth + 1)
            if maximising:
                if value > best:
                    best = value
                if best > low:
                    low = best
            else:
                if value < best:
                    best = value
                if best < high:
                    high = best
            if low >= high:
                break
        return best


def mixed(key: i64, number: i64) -> i64:
    """A number mixed into a key."""
    key = (key ^ number) * FACTOR & MASK
    return key ^ key >> 29


def position_key(g: State, salt: i64) -> i64:
    """A number for everything that the rest of the phase and its value depend on; `salt` tells one stack's from another's."""
    key: i64 = mixed(salt + 1, g.chance)
    key = mixed(key, g.line << 40 | g.resolutions << 32 | g.stopped << 24 | g.stack_size << 16 | g.resolving + 1 << 8 | g.n_looked)
    key = mixed(key, g.spent[0])
    key = mixed(key, g.spent[1])
    for at in range(g.stack_size):
        card: i64 = g.stack[at]
        key = mixed(key, card | g.change[card] + 128 << 8 | g.silenced[card] << 16 | g.puppet[card] << 20 | g.copied[card] << 24)
    for at in range(g.n_looked):
        key = mixed(key, g.looked[at])
    for p in range(i64(2)):
        key = mixed(key, g.hand_size[p] << 16 | g.deck_size[p] << 8 | g.pit_size[p])
        for at in range(g.hand_size[p]):
            key = mixed(key, g.hand[p * DECK + at])
        for at in range(g.deck_size[p]):
            key = mixed(key, g.deck[p * RING + (g.bottom[p] + at & 63)])
        for at in range(g.pit_size[p]):
            key = mixed(key, g.pit[p * DECK + at])
    for at in range(g.depth):
        key = mixed(key, g.agenda[at])
    key = mixed(key, g.asks << 8 | g.player)
    return mixed(key, g.a | g.b << 16 | g.c << 32)
