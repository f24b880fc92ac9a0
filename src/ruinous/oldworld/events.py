"""The kinds of event that the rules record, each with up to four integers named by `FIELDS`.

Seats are Powers; -1 stands for "nobody" or "not told". The only event that not everybody may see whole is DREW.
"""

from typing import Final

from mypy_extensions import i64

ROUND_BEGINS: Final[i64] = 0
PHASE_BEGINS: Final[i64] = 1
OLD_WORLD_CARD: Final[i64] = 2  # drawn and resolved by the Power of lowest threat
TRACK_ENTERED: Final[i64] = 3
TRACK_LEFT: Final[i64] = 4
TOKEN_PLACED: Final[i64] = 5
TOKEN_REMOVED: Final[i64] = 6
TOKEN_MOVED: Final[i64] = 7
DREW: Final[i64] = 8
SHUFFLED: Final[i64] = 9
DISCARDED: Final[i64] = 10
POWER_SET: Final[i64] = 11
PASSED: Final[i64] = 12
SUMMONED: Final[i64] = 13
PLAYED: Final[i64] = 14
MOVED: Final[i64] = 15
POWER_CHANGED: Final[i64] = 16
SHIELDED: Final[i64] = 17
CHARMED_BY_SLAANESH: Final[i64] = 18
CORRUPTION_PLACED: Final[i64] = 19
CORRUPTION_REMOVED: Final[i64] = 20
BATTLE: Final[i64] = 21
ROLLED: Final[i64] = 22  # dice thrown, hits scored
DIE: Final[i64] = 23
KILLED: Final[i64] = 24
PEASANT_KILLED: Final[i64] = 25
HITS_LOST: Final[i64] = 26
COUNTER: Final[i64] = 27
SUPREMACY: Final[i64] = 28
RESISTANCE: Final[i64] = 29
NOBODY_DOMINATES: Final[i64] = 30
VP: Final[i64] = 31
RUINED: Final[i64] = 32
CARD_REMOVED: Final[i64] = 33
CARD_STAYS: Final[i64] = 34
FIGURE_REMOVED: Final[i64] = 35
DIAL: Final[i64] = 36
UPGRADE_TAKEN: Final[i64] = 37
GAME_OVER: Final[i64] = 38
FORCED: Final[i64] = 39
STANDS: Final[i64] = 40
RUIN_SCORED: Final[i64] = 41
NO_BATTLE: Final[i64] = 42
CORRUPTION_TOTAL: Final[i64] = 43
NOT_RUINED: Final[i64] = 44

FIELDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("round", ("round",)),
    ("phase", ("phase",)),
    ("old_world_card", ("power", "old_world_card")),
    ("track_entered", ("old_world_card",)),
    ("track_left", ("old_world_card",)),
    ("token_placed", ("region", "token", "amount")),
    ("token_removed", ("region", "token", "amount")),
    ("token_moved", ("region", "token", "to")),
    ("drew", ("power", "card")),
    ("shuffled", ("power",)),
    ("discarded", ("power", "card")),
    ("power_set", ("power", "amount")),
    ("passed", ("power",)),
    ("summoned", ("power", "sort", "from", "region")),
    ("played", ("power", "card", "region", "cost")),
    ("moved", ("power", "sort", "from", "region")),
    ("power_changed", ("power", "amount")),
    ("shielded", ("power", "sort", "region")),
    ("charmed", ("power", "sort", "region")),
    ("corruption_placed", ("power", "region", "amount")),
    ("corruption_removed", ("power", "region", "amount")),
    ("battle", ("region", "nth")),
    ("rolled", ("power", "region", "dice", "hits")),
    ("die", ("power", "face")),
    ("killed", ("power", "sort", "region", "by")),
    ("peasant_killed", ("power", "region")),
    ("hits_lost", ("power", "region", "amount")),
    ("counter", ("power", "region", "total")),
    ("supremacy", ("power", "region", "figures", "value")),
    ("resistance", ("region", "amount", "conquest")),
    ("nobody_dominates", ("region",)),
    ("vp", ("power", "amount", "why", "detail")),
    ("ruined", ("region", "ruin")),
    ("card_removed", ("card", "region")),
    ("card_stays", ("card", "region")),
    ("figure_removed", ("power", "sort", "region", "why")),
    ("dial", ("power", "position")),
    ("upgrade", ("power", "upgrade")),
    ("game_over", ("reason", "winners")),
    ("forced", ("power", "action", "task")),
    ("stands", ("power", "region", "space")),
    ("ruin_scored", ("power", "region", "corruption", "place")),
    ("no_battle", ("region",)),
    ("corruption_total", ("region", "amount")),
    ("not_ruined", ("region",)),
)

# ---- why victory points were gained: the field `why` of VP; `detail` is a region, or the dial position ------
FOR_DIAL: Final[i64] = 0
FOR_DOMINATION: Final[i64] = 1
FOR_RUINING: Final[i64] = 2
FOR_FIRST_PLACE: Final[i64] = 3
FOR_SECOND_PLACE: Final[i64] = 4
FOR_PEASANTS: Final[i64] = 5
FOR_MOST_PEASANTS: Final[i64] = 6
FOR_PROVENDER: Final[i64] = 7
FOR_ELECTORS: Final[i64] = 8
VP_REASONS: Final = ("dial", "domination", "ruining", "first_place", "second_place", "peasants", "most_peasants", "provender", "electors")

# ---- why a figure was removed without being killed ------------------------------------------------------
BY_HERO: Final[i64] = 0
BY_CONSUMPTION: Final[i64] = 1
BY_CORSAIRS: Final[i64] = 2
BY_REAVERS: Final[i64] = 3
REMOVAL_REASONS: Final = ("hero", "a_great_foul_consumption", "dark_elf_corsairs", "norse_reavers")
