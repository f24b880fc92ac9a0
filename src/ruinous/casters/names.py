"""Every number that has a name: sizes, cards, words of effects, and the fixed index space of actions.

The index space is frozen: append, never reorder. Cards are numbered in the order of `cards.toml`.
"""

from typing import Final

from mypy_extensions import i64

RULES_VERSION: Final[i64] = 2

CARDS: Final[i64] = 60  # card instances: 0 to 29 are player 0's, 30 to 59 player 1's
DECK: Final[i64] = 30
HAND: Final[i64] = 6  # what a refill draws up to
STACK: Final[i64] = 8  # positions that the play phase fills
TITLES: Final[i64] = 40
RING: Final[i64] = 64  # places of a deck's ring: the bottom moves down when a card is buried

ALLY: Final[i64] = 0
ACTION: Final[i64] = 1

# ---- phases
OPENING: Final[i64] = 0
PLAY_PHASE: Final[i64] = 1
RESOLVE_PHASE: Final[i64] = 2
END_OF_ROUND: Final[i64] = 3

# ---- the cards that other rules ask for by name
FURNACE_DRAKE: Final[i64] = 3
PYRE_MATRON: Final[i64] = 4
VENGEFUL_WISP: Final[i64] = 5
CINDER_GOLEM: Final[i64] = 8
MIRROR_SHADE: Final[i64] = 16
MIST_STALKER: Final[i64] = 17
BONE_WARDEN: Final[i64] = 18
TOMB_COLOSSUS: Final[i64] = 20
ECHO_BARD: Final[i64] = 22
HEX_TOAD: Final[i64] = 23
MIND_ROT: Final[i64] = 29
BLOOD_PRICE: Final[i64] = 31
GATEKEEPER: Final[i64] = 33
PARLEY: Final[i64] = 34
SCAVENGER: Final[i64] = 35
OVERLORD: Final[i64] = 36
SHIELD_WALL: Final[i64] = 38
CHANGELING: Final[i64] = 39

# ---- verbs of effects, in the order of `tables.VERBS`
NO_VERB: Final[i64] = 0
NIX: Final[i64] = 1
BURY: Final[i64] = 2
STRENGTHEN: Final[i64] = 3
SILENCE_IT: Final[i64] = 4
SWAP: Final[i64] = 5
MOVE_BELOW: Final[i64] = 6
MOVE_TO_AN_END: Final[i64] = 7
PLAY_BELOW: Final[i64] = 8
RECOVER: Final[i64] = 9
PULL_STRINGS: Final[i64] = 10
DAMAGE_ENEMY: Final[i64] = 11
DRAW: Final[i64] = 12
STOP: Final[i64] = 13
DO: Final[i64] = 14  # a function of special.py, its number the amount

# ---- what a target must be: bits
ON_STACK: Final[i64] = 1
IN_PIT: Final[i64] = 2
IN_HAND: Final[i64] = 4
FRIENDLY: Final[i64] = 8
ENEMY: Final[i64] = 16
AN_ALLY: Final[i64] = 32
BELOW: Final[i64] = 64
DIRECTLY_BELOW: Final[i64] = 128
ABOVE_LINE: Final[i64] = 256

# ---- special functions, in the order of `tables.SPECIALS`
FEED_THE_DRAKE: Final[i64] = 0
PIT_FIRE_BOTH: Final[i64] = 1
ECHO: Final[i64] = 2
FORESEE: Final[i64] = 3
ROT_THE_MIND: Final[i64] = 4
TWIN_FATES_BOTH: Final[i64] = 5
PAY_IN_BLOOD: Final[i64] = 6
CHANGE: Final[i64] = 7

# ---- who knows a card that lies face down: bits
KNOWN_TO_0: Final[i64] = 1
KNOWN_TO_1: Final[i64] = 2
KNOWN_TO_ALL: Final[i64] = 7  # spectators too

# ---- why the game ended
BY_DAMAGE: Final[i64] = 1
BY_ROUNDS: Final[i64] = 2

# ---- the index space of actions
DONE: Final[i64] = 0  # "no more", or "no", where a choice may be declined; an attack declined
REFILL: Final[i64] = 1
TOP: Final[i64] = 2
BOTTOM: Final[i64] = 3
DRAW_ONE: Final[i64] = 4
PLAYER: Final[i64] = 5  # + player: an attack on the player
PLAY: Final[i64] = 8  # + title
FROM_HAND: Final[i64] = 48  # + title
FROM_PIT: Final[i64] = 88  # + title
AT: Final[i64] = 128  # + place on the stack, 0 is position 1
LOOKED_AT: Final[i64] = 188  # + title
N_ACTIONS: Final[i64] = 228
