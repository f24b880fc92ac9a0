"""The kinds of event that the rules record, each with up to four integers named by `FIELDS`.

`card` and `other` are titles, `place` and `to` places on the stack (0 is position 1). Face-down cards are told to their
owner only: the third field of FIELDS says which field is hidden from everybody else. A choice of one leaves no event of
its own here: it would tell that all cards of a hand are alike.
"""

from typing import Final

from mypy_extensions import i64

ROUND_BEGINS: Final[i64] = 0
PHASE_BEGINS: Final[i64] = 1
DREW: Final[i64] = 2
BURIED_FROM_HAND: Final[i64] = 3
OPENING_DONE: Final[i64] = 4  # how many cards went under the deck; told when both are done
PLAYED: Final[i64] = 5
REFILLED: Final[i64] = 6
RESOLVES: Final[i64] = 7
PASSED_OVER: Final[i64] = 8  # a silenced card
NO_TARGET: Final[i64] = 9
LIMIT_SPENT: Final[i64] = 10  # a Once Per Round text that is not performed again
NIXED: Final[i64] = 11  # from the stack
BURIED: Final[i64] = 12  # from the stack
RECOVERED: Final[i64] = 13
STRENGTHENED: Final[i64] = 14
SILENCED: Final[i64] = 15
SWAPPED: Final[i64] = 16
MOVED: Final[i64] = 17
PLAYED_BY_EFFECT: Final[i64] = 18
STRINGS_PULLED: Final[i64] = 19
ATTACKS: Final[i64] = 20
ATTACKS_PLAYER: Final[i64] = 21
DAMAGE: Final[i64] = 22
NIXED_FROM_DECK: Final[i64] = 23
NIXED_FROM_HAND: Final[i64] = 24
STOPPED: Final[i64] = 25
BECOMES: Final[i64] = 26
PERFORMS: Final[i64] = 27
LOOKED: Final[i64] = 28
BURIED_LOOKED_AT: Final[i64] = 29
UNDER_DECK: Final[i64] = 30  # stack cards at End of Round
FIRST_PLAYER: Final[i64] = 31
GAME_OVER: Final[i64] = 32
DECLINED: Final[i64] = 33
STRENGTHS: Final[i64] = 34  # of attacker and attacked, as they are compared
REFILLS: Final[i64] = 35  # begins to

FIELDS: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("round", ("round",), ""),
    ("phase", ("phase",), ""),
    ("drew", ("player", "card"), "card"),
    ("buried_from_hand", ("player", "card"), "card"),
    ("opening_done", ("player", "amount"), ""),
    ("played", ("player", "card", "place"), ""),
    ("refilled", ("player", "amount"), ""),
    ("resolves", ("player", "card", "place"), ""),
    ("passed_over", ("player", "card", "place"), ""),
    ("no_target", ("player", "card"), ""),
    ("limit_spent", ("player", "card"), ""),
    ("nixed", ("player", "card", "place"), ""),
    ("buried", ("player", "card", "place"), ""),
    ("recovered", ("player", "card"), ""),
    ("strengthened", ("player", "card", "place", "amount"), ""),
    ("silenced", ("player", "card", "place"), ""),
    ("swapped", ("card", "place", "other", "to"), ""),
    ("moved", ("player", "card", "place", "to"), ""),
    ("played_by_effect", ("player", "card", "place"), ""),
    ("strings_pulled", ("player", "card", "place"), ""),
    ("attacks", ("player", "card", "other", "to"), ""),
    ("attacks_player", ("player", "card", "target", "strength"), ""),
    ("damage", ("player", "amount", "reduced"), ""),
    ("nixed_from_deck", ("player", "card"), ""),
    ("nixed_from_hand", ("player", "card"), ""),
    ("stopped", ("player",), ""),
    ("becomes", ("player", "place", "card"), ""),
    ("performs", ("player", "place", "card"), ""),
    ("looked", ("player", "card"), "card"),
    ("buried_looked_at", ("player", "card"), "card"),
    ("under_deck", ("player", "card"), ""),
    ("first_player", ("player",), ""),
    ("game_over", ("reason", "winners"), ""),
    ("declined", ("player",), ""),
    ("strengths", ("strength", "against"), ""),
    ("refills", ("player",), ""),
)
