"""Every number that has a name: sizes, pieces, cards, and the fixed index space of actions.

The index space is frozen: append, never reorder (`tests/oldworld/test_names.py` pins it).
"""

from typing import Final

from mypy_extensions import i64

RULES_VERSION: Final[i64] = 1

P: Final[i64] = 4  # Powers
R: Final[i64] = 9  # regions
K: Final[i64] = 4  # kinds of figure on the board, the fourth a Horror standing on a card space
SORTS: Final[i64] = 16  # kind + mark * 4
T: Final[i64] = 6  # kinds of Old World token
C: Final[i64] = 30  # titles of Chaos cards
DECK: Final[i64] = 24  # Chaos cards of one Power
SPACES: Final[i64] = 2  # Chaos card spaces of a region
W: Final[i64] = 22  # titles of Old World cards
U: Final[i64] = 5  # upgrades of one Power
ALL_REGIONS: Final[i64] = 511
NOBODY: Final[i64] = 9  # "no Power" where an argument must be a Power or none

# ---- Powers, in Power order ------------------------------------------------------------------------
KHORNE: Final[i64] = 0
NURGLE: Final[i64] = 1
TZEENTCH: Final[i64] = 2
SLAANESH: Final[i64] = 3

# ---- regions, in the order in which they are resolved ------------------------------------------------
NORSCA: Final[i64] = 0
TROLL_COUNTRY: Final[i64] = 1
KISLEV: Final[i64] = 2
EMPIRE: Final[i64] = 3
BRETONNIA: Final[i64] = 4
ESTALIA: Final[i64] = 5
TILEA: Final[i64] = 6
BORDER_PRINCES: Final[i64] = 7
BADLANDS: Final[i64] = 8

# ---- figures -----------------------------------------------------------------------------------------
CULTIST: Final[i64] = 0
WARRIOR: Final[i64] = 1
DAEMON: Final[i64] = 2
PERCHED: Final[i64] = 3  # a Horror (Tzeentch's warrior) that stands on a Chaos card space

# A figure on the board is counted under its sort: its kind, and what singles it out for this round.
SINGLED: Final[i64] = 4  # Tzeentch: shielded by Warp Shield; Nurgle: a Leper that has had its free summoning
CHARMED: Final[i64] = 8  # controlled by Slaanesh until the round ends or the figure leaves the region

# ---- Old World tokens --------------------------------------------------------------------------------
NOBLE: Final[i64] = 0
PEASANT: Final[i64] = 1
WARPSTONE: Final[i64] = 2
HERO: Final[i64] = 3
SKAVEN: Final[i64] = 4
EVENT: Final[i64] = 5

# ---- phases ------------------------------------------------------------------------------------------
OLD_WORLD_PHASE: Final[i64] = 0
DRAW_PHASE: Final[i64] = 1
SUMMONING_PHASE: Final[i64] = 2
BATTLE_PHASE: Final[i64] = 3
CORRUPTION_PHASE: Final[i64] = 4
END_PHASE: Final[i64] = 5

# ---- Chaos cards: a title belongs to one Power, so the number of the card tells the owner -------------
BLOOD_FRENZY: Final[i64] = 0
BATTLE_CRY: Final[i64] = 1
THE_SKULL_THRONE: Final[i64] = 2
FIELD_OF_CARNAGE: Final[i64] = 3
RITUAL_SLAYING: Final[i64] = 4
REBORN_IN_BLOOD: Final[i64] = 5
THE_BLOOD_GODS_CALL: Final[i64] = 6
PLAGUE_AURA: Final[i64] = 7
PLAGUE_TOUCH: Final[i64] = 8
INFLUENZA: Final[i64] = 9
ALL_THINGS_DECAY: Final[i64] = 10
RAIN_OF_PUS: Final[i64] = 11
A_GREAT_FOUL_CONSUMPTION: Final[i64] = 12
THE_FINAL_ROTTING: Final[i64] = 13
THE_STENCH_OF_DEATH: Final[i64] = 14
CHANGER_OF_WAYS: Final[i64] = 15
DRAIN_POWER: Final[i64] = 16
WARP_SHIELD: Final[i64] = 17
TELEPORT: Final[i64] = 18
TEMPORAL_STASIS: Final[i64] = 19
THE_MEDDLING_OF_SKAVEN: Final[i64] = 20
THE_PERSISTENCE_OF_CHANGE: Final[i64] = 21
DAZZLE: Final[i64] = 22
ABYSSAL_PACT: Final[i64] = 23
PERVERSE_INFILTRATION: Final[i64] = 24
DARK_INFLUENCE: Final[i64] = 25
INSIDIOUS_LIES: Final[i64] = 26
FIELD_OF_ECSTASY: Final[i64] = 27
SOPORIFIC_MUSK: Final[i64] = 28
DEGENERATE_ROYALTY: Final[i64] = 29

# What lies on a card space is 0 (nothing), 1 + card, or one of these.
HORROR_STANDS: Final[i64] = 31
THE_HORNED_ONES_DUE_LIES: Final[i64] = 32

# ---- Old World cards ---------------------------------------------------------------------------------
PLUNGED_INTO_CHAOS: Final[i64] = 0
PEASANT_UPRISING: Final[i64] = 1
UP_FROM_SKAVENBLIGHT: Final[i64] = 2
METEOR_SHOWERS: Final[i64] = 3
WARPSTONE_DISCOVERY: Final[i64] = 4
BRETONNIAN_KNIGHTS: Final[i64] = 5
DWARF_TROLLSLAYERS: Final[i64] = 6
WITCH_HUNTERS: Final[i64] = 7
ROAD_WARDENS: Final[i64] = 8
THE_CRUSADE_IS_COME: Final[i64] = 9
ELECTORS_ARISE: Final[i64] = 10
FRANZS_DECREE: Final[i64] = 11
DIVINE_INSPIRATION: Final[i64] = 12
MASS_EXODUS: Final[i64] = 13
SKAVENGERS: Final[i64] = 14
THE_HORNED_ONES_DUE: Final[i64] = 15
GREENSKINS_INVADE: Final[i64] = 16
DARK_ELF_CORSAIRS: Final[i64] = 17
NORSE_REAVERS: Final[i64] = 18
TECLIS_AIDS_THE_EMPIRE: Final[i64] = 19
THE_GRAIL_IS_FOUND: Final[i64] = 20
ELECTORS_SUE_FOR_PEACE: Final[i64] = 21

# ---- upgrades: number within the Power; upgrade u of Power p is p * 5 + u over all ---------------------
CULTIST_UPGRADE: Final[i64] = 0  # Bloodsworn, Lepers, Acolytes, Seductresses
WARRIOR_UPGRADE: Final[i64] = 1  # Bloodletters, Plaguebearers, Horrors, Daemonettes
DAEMON_UPGRADE: Final[i64] = 2  # Bloodthirster, Great Unclean One, Lord of Change, Keeper of Secrets
POWER_UPGRADE: Final[i64] = 3
LAST_UPGRADE: Final[i64] = 4  # Khorne and Tzeentch: cards; Nurgle: Provender of Ruin; Slaanesh: power 2

# ---- what a dial position gives ------------------------------------------------------------------------
GAIN_VP: Final[i64] = 0
GAIN_UPGRADE: Final[i64] = 1
GAIN_CARDS: Final[i64] = 2
PLACE_WARPSTONES: Final[i64] = 3
PLACE_NOBLES: Final[i64] = 4
REMOVE_CORRUPTION: Final[i64] = 5
REMOVE_TOKENS: Final[i64] = 6
VICTORY: Final[i64] = 7

# ---- why the game ended --------------------------------------------------------------------------------
BY_DIAL: Final[i64] = 1
BY_VP: Final[i64] = 2
BY_RUIN: Final[i64] = 3
BY_OLD_WORLD: Final[i64] = 4

# ---- editions (old-world.md 14.2) ------------------------------------------------------------------------
SEED_EDITION: Final[i64] = 0
FAQ2_EDITION: Final[i64] = 1

# ---- the index space of actions ----------------------------------------------------------------------
PASS: Final[i64] = 0
DONE: Final[i64] = 1  # "no more", or "no", where a choice may be declined
STAND: Final[i64] = 2  # the Horror just summoned stands on a Chaos card space
SUMMON: Final[i64] = 8  # + (source * 9 + destination) * 8 + sort; source 9 is the reserve
PLAY: Final[i64] = 728  # + card * 9 + region
REGION: Final[i64] = 998  # + region
FIGURE: Final[i64] = 1007  # + (power * 9 + region) * 16 + sort
TOKEN: Final[i64] = 1583  # + region * 6 + token
CORRUPTION: Final[i64] = 1637  # + power * 9 + region
CARD: Final[i64] = 1673  # + card
POWER: Final[i64] = 1703  # + power
UPGRADE: Final[i64] = 1707  # + power * 5 + upgrade
N_ACTIONS: Final[i64] = 1727
FROM_RESERVE: Final[i64] = 9


def a_summon(source: i64, destination: i64, sort: i64) -> i64:
    """The action that summons an own figure of this sort from a region (or FROM_RESERVE) to another."""
    return SUMMON + (source * R + destination) * 8 + sort


def a_figure(power: i64, region: i64, sort: i64) -> i64:
    """The action that points at a figure of this owner and sort in this region."""
    return FIGURE + (power * R + region) * SORTS + sort


def figure_power(action: i64) -> i64:
    """The owner of the figure that a FIGURE action points at."""
    return (action - FIGURE) // (SORTS * R)


def figure_region(action: i64) -> i64:
    """The region of the figure that a FIGURE action points at."""
    return (action - FIGURE) // SORTS % R


def figure_sort(action: i64) -> i64:
    """The sort of the figure that a FIGURE action points at."""
    return (action - FIGURE) % SORTS


def a_token(region: i64, token: i64) -> i64:
    """The action that points at an Old World token of this kind in this region."""
    return TOKEN + region * T + token
