"""The number of every step and question: what may stand on the agenda."""

from typing import Final

from mypy_extensions import i64

OPENING_STEP: Final[i64] = 0
OPENING_PICK: Final[i64] = 1
ROUND: Final[i64] = 2
PLAY_TURN: Final[i64] = 3
REFILL_PICK: Final[i64] = 4
RESOLVE_STEP: Final[i64] = 5
RESOLVE_NEXT: Final[i64] = 6
EFFECT: Final[i64] = 7
CHOOSE_TARGET: Final[i64] = 8
WHICH_END: Final[i64] = 9
ATTACK: Final[i64] = 10
SCAVENGE: Final[i64] = 11
STRIKE_BACK: Final[i64] = 12
BURY_FROM_HAND: Final[i64] = 13
FEED_DRAKE: Final[i64] = 14
ECHO_WHICH: Final[i64] = 15
DRAW_LOOKED_AT: Final[i64] = 16
BURY_LOOKED_AT: Final[i64] = 17
END_OF_ROUND_STEP: Final[i64] = 18
CUT_DOWN: Final[i64] = 19
NEXT_ROUND: Final[i64] = 20

TASK_NAMES: Final[dict[int, str]] = {
    OPENING_STEP: "opening",
    OPENING_PICK: "opening_pick",
    ROUND: "round",
    PLAY_TURN: "play_turn",
    REFILL_PICK: "refill_pick",
    RESOLVE_STEP: "resolve",
    RESOLVE_NEXT: "resolve_next",
    EFFECT: "effect",
    CHOOSE_TARGET: "choose_target",
    WHICH_END: "which_end",
    ATTACK: "attack",
    SCAVENGE: "scavenge",
    STRIKE_BACK: "strike_back",
    BURY_FROM_HAND: "bury_from_hand",
    FEED_DRAKE: "feed_drake",
    ECHO_WHICH: "echo_which",
    DRAW_LOOKED_AT: "draw_looked_at",
    BURY_LOOKED_AT: "bury_looked_at",
    END_OF_ROUND_STEP: "end_of_round",
    CUT_DOWN: "cut_down",
    NEXT_ROUND: "next_round",
}
