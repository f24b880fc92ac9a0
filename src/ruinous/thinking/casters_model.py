"""What a position of Chaos Casters is worth: a linear model of named features, its weights read from a file.

A value is the logarithm of the odds that player 0 wins, in thousandths, a whole number: so it is the same on every
machine. `share` turns it into a share of the win. There are two sets of weights: END for a round that is over (its
stack still lies there and counts as back under the decks), PLAY for a Play Phase that goes on, where the features of
the cards are those after the stack would have resolved as it is.
"""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters.data import QUICK, STRENGTH, zeros
from ruinous.casters.names import DECK, RING, RULES_VERSION, STACK
from ruinous.casters.state import State
from ruinous.casters.tables import IDS
from ruinous.casters.tasks import PLAY_TURN

# ---- the features: player 0's less player 1's, but for the last group ---------------------------------------------
LIFE: Final[i64] = 0  # cards of the deck; of these the first 3, 6, 10, 15
HAND: Final[i64] = 5  # + title: copies in the hand
LIBRARY: Final[i64] = 45  # + title: copies in the deck
BOTTOM: Final[i64] = 85  # + title: copies among the lowest cards of the deck, which damage takes first
TEMPO: Final[i64] = 125  # from here on whose turn it is, and what can still be played
FIRST: Final[i64] = 125  # 1 for the one who begins the next round, -1 for the other
TURN: Final[i64] = 126  # the same for whose turn it is
LAST_PLACE: Final[i64] = 127  # for who would fill the stack if nobody refilled
HAND_LEFT: Final[i64] = 128  # cards in the hand times places left, by eights
STRENGTH_LEFT: Final[i64] = 129  # strength in the hand times places left, by eights
QUICK_IN_HAND: Final[i64] = 130  # 1 for a Quick card in the hand
REFILLED: Final[i64] = 131  # for who may end the phase by a refill
FEATURES: Final[i64] = 132

END: Final[i64] = 0  # offset of the weights for a round that is over
PLAY: Final[i64] = 132  # and for a Play Phase that goes on

LOWEST: Final[i64] = 4  # cards that count as the bottom
WON: Final[i64] = 20000  # the value of a won game
SURE: Final[i64] = 12000  # no other value goes beyond

WON_GROUP: Final[i64] = 0
GROUPS: Final = ("won", "life", "hand", "deck", "bottom", "tempo")
"""The groups of features in which a choice is explained: `reasons.<name>` of the texts."""

NAMES: Final = (
    "life", "life.3", "life.6", "life.10", "life.15",
    *(f"{place}.{card}" for place in ("hand", "deck", "bottom") for card in IDS),
    "first", "turn", "last_place", "hand_left", "strength_left", "quick_in_hand", "refilled",
)  # fmt: skip
"""The features in their order."""


class BadWeights(ValueError):
    """A file of weights that is not for these features."""


def schema() -> str:
    """Twelve hexadecimal digits that stand for the rules and the features in their order: weights for others are refused."""
    return hashlib.sha256("\n".join((str(int(RULES_VERSION)), *NAMES)).encode()).hexdigest()[:12]


def read_weights(path: Path) -> list[int]:
    """The weights of a file, END then PLAY. Raises BadWeights."""
    lines = [line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if line]
    if not rows or rows[0] != ["schema", schema()]:
        raise BadWeights(f"{path.name} is not for the features and rules of this version (schema {schema()})")
    if [row[0] for row in rows[1:]] != list(NAMES) or any(len(row) != 3 for row in rows[1:]):
        raise BadWeights(f"{path.name} does not hold two weights for each feature in their order")
    return [int(row[1 + kind]) for kind in range(2) for row in rows[1:]]


def share(value: i64) -> float:
    """The share of the win that a value stands for, 0 to 1."""
    return 1.0 / (1.0 + math.exp(-float(value) / 1000.0))


@final
class Model:
    """Weights, and the values that follow from them."""

    def __init__(self, weights: list[int]) -> None:
        self.weights: vec[i64] = vec[i64](weights)

    # ---- values -----------------------------------------------------------------------------------------------------
    def of_cards(self, g: State, kind: i64) -> i64:
        """What is left to both once a stack has resolved, or the value of a game that is over."""
        if g.over:
            return 0 if g.winners == 3 else WON if g.winners == 1 else -WON
        return cut(self.of_player(g, 0, kind) - self.of_player(g, 1, kind))

    def with_tempo(self, value: i64, kind: i64, tempo: vec[i64]) -> i64:
        """The value of a position whose cards are worth this; `tempo` as `note_tempo` has written it."""
        if value == WON or value == -WON:
            return value
        for k in range(TEMPO, FEATURES):
            value += self.weights[kind + k] * tempo[k - TEMPO]
        return cut(value)

    def of_player(self, g: State, p: i64, kind: i64) -> i64:
        """What a player has, in thousandths."""
        w = self.weights
        value: i64 = 0
        size: i64 = g.deck_size[p]
        lowest: i64 = 0
        for at in range(g.stack_size):  # position 1 will lie deepest
            card: i64 = g.stack[at]
            if (0 if card < DECK else 1) == p:
                value += w[kind + LIBRARY + g.title[card]]
                if lowest < LOWEST:
                    value += w[kind + BOTTOM + g.title[card]]
                    lowest += 1
                size += 1
        for at in range(g.deck_size[p]):
            title: i64 = g.title[g.deck[p * RING + (g.bottom[p] + at & 63)]]
            value += w[kind + LIBRARY + title]
            if lowest < LOWEST:
                value += w[kind + BOTTOM + title]
                lowest += 1
        for at in range(g.hand_size[p]):
            value += w[kind + HAND + g.title[g.hand[p * DECK + at]]]
        return value + self.of_life(size, kind)

    def of_life(self, size: i64, kind: i64) -> i64:
        """What so many cards in the deck are worth, as life."""
        w = self.weights
        value: i64 = w[kind + LIFE] * size
        value += w[kind + LIFE + 1] * (size if size < 3 else 3)
        value += w[kind + LIFE + 2] * (size if size < 6 else 6)
        value += w[kind + LIFE + 3] * (size if size < 10 else 10)
        return value + w[kind + LIFE + 4] * (size if size < 15 else 15)


def cut(value: i64) -> i64:
    """The value of a game that is not over is not beyond that of a sure win."""
    return SURE if value > SURE else -SURE if value < -SURE else value


# ---- features one by one, for training and for reasons ----------------------------------------------------------------
def note_tempo(g: State, tempo: vec[i64]) -> None:
    """Write the features from TEMPO on; those after FIRST are 0 unless it is somebody's turn to play or refill."""
    tempo[FIRST - TEMPO] = 1 if g.first == 1 else -1
    for k in range(TURN, FEATURES):
        tempo[k - TEMPO] = 0
    if g.n_legal == 0 or g.asks != PLAY_TURN:
        return
    left: i64 = STACK - g.stack_size
    me: i64 = 1 if g.player == 0 else -1
    tempo[TURN - TEMPO] = me
    tempo[LAST_PLACE - TEMPO] = me if left % 2 == 1 else -me
    tempo[HAND_LEFT - TEMPO] = (g.hand_size[0] - g.hand_size[1]) * left
    strength: i64 = 0
    quick: i64 = 0
    for p in range(i64(2)):
        sign: i64 = 1 - 2 * p
        has_quick: i64 = 0
        for at in range(g.hand_size[p]):
            title: i64 = g.title[g.hand[p * DECK + at]]
            strength += sign * STRENGTH[title]
            has_quick |= QUICK[title]
        quick += sign * has_quick
    tempo[STRENGTH_LEFT - TEMPO] = strength * left
    tempo[QUICK_IN_HAND - TEMPO] = quick
    tempo[REFILLED - TEMPO] = me if g.b == 1 else 0


def features(resolved: State, tempo: vec[i64]) -> vec[i64]:
    """All features of a position; `tempo` as `note_tempo` has written it before the stack resolved."""
    found = zeros(132)
    for p in range(i64(2)):
        sign: i64 = 1 - 2 * p
        size: i64 = resolved.deck_size[p]
        lowest: i64 = 0
        for at in range(resolved.stack_size):
            card: i64 = resolved.stack[at]
            if resolved.owner(card) == p:
                found[LIBRARY + resolved.title[card]] += sign
                if lowest < LOWEST:
                    found[BOTTOM + resolved.title[card]] += sign
                    lowest += 1
                size += 1
        for at in range(resolved.deck_size[p]):
            title: i64 = resolved.title[resolved.deck[p * RING + (resolved.bottom[p] + at & 63)]]
            found[LIBRARY + title] += sign
            if lowest < LOWEST:
                found[BOTTOM + title] += sign
                lowest += 1
        for at in range(resolved.hand_size[p]):
            found[HAND + resolved.title[resolved.hand[p * DECK + at]]] += sign
        found[LIFE] += sign * size
        found[LIFE + 1] += sign * (size if size < 3 else 3)
        found[LIFE + 2] += sign * (size if size < 6 else 6)
        found[LIFE + 3] += sign * (size if size < 10 else 10)
        found[LIFE + 4] += sign * (size if size < 15 else 15)
    for k in range(TEMPO, FEATURES):
        found[k] = tempo[k - TEMPO]
    return found


def add_groups(model: Model, resolved: State, kind: i64, tempo: vec[i64], sums: vec[i64]) -> None:
    """Add to the sums by group what a position holds for player 0: for WON_GROUP thousandths of a game won, else of log odds."""
    if resolved.over:
        sums[WON_GROUP] += 0 if resolved.winners == 3 else 1000 if resolved.winners == 1 else -1000
    found = features(resolved, tempo)
    for feature in range(FEATURES):
        group: i64 = 1 if feature < HAND else 2 if feature < LIBRARY else 3 if feature < BOTTOM else 4 if feature < TEMPO else 5
        sums[group] += model.weights[kind + feature] * found[feature]
