"""The numbers of the game once more, typed by hand from the fact sheet (old-world.md; section numbers below).

Nothing here comes from `ruinous.oldworld.tables`: a slip there must not be repeated here. Only the numbering of
Powers, regions, kinds and cards (`names`) is shared, as that is how states and events speak.
"""

from typing import Final

from ruinous.oldworld import names as n

# ---- 2: the board, regions in order ----------------------------------------------------------------------
PRINTED: Final = (1, 1, 3, 5, 3, 4, 2, 1, 1)
POPULOUS: Final = (n.KISLEV, n.EMPIRE, n.BRETONNIA, n.ESTALIA)
NEIGHBOURS: Final[dict[int, tuple[int, ...]]] = {
    n.NORSCA: (n.TROLL_COUNTRY,),
    n.TROLL_COUNTRY: (n.NORSCA, n.KISLEV),
    n.KISLEV: (n.TROLL_COUNTRY, n.EMPIRE),
    n.EMPIRE: (n.KISLEV, n.BRETONNIA, n.BORDER_PRINCES),
    n.BRETONNIA: (n.EMPIRE, n.ESTALIA, n.TILEA, n.BORDER_PRINCES),
    n.ESTALIA: (n.BRETONNIA, n.TILEA),
    n.TILEA: (n.BRETONNIA, n.ESTALIA, n.BORDER_PRINCES),
    n.BORDER_PRINCES: (n.EMPIRE, n.BRETONNIA, n.TILEA, n.BADLANDS),
    n.BADLANDS: (n.BORDER_PRINCES,),
}

# ---- 1, 3, 7.0: supplies and set-up ------------------------------------------------------------------------
TOKENS: Final = {n.NOBLE: 6, n.PEASANT: 20, n.WARPSTONE: 14, n.HERO: 4, n.SKAVEN: 6, n.EVENT: 6}
SET_UP: Final = {n.NOBLE: 2, n.WARPSTONE: 3, n.PEASANT: 4}
CORRUPTION: Final = 29
COUNTERS: Final = 16
STARTING_HAND: Final = 3
ROUNDS: Final = {4: 7, 3: 8}
TRACK_END: Final = 12  # of the power marker

# ---- 4.1, 4.2: Powers and figures; cultist, warrior, greater daemon ------------------------------------------
POWER_POINTS: Final = (7, 6, 6, 6)
FIGURES: Final = ((4, 6, 1), (6, 5, 1), (8, 3, 1), (6, 3, 1))
ALL_FIGURES: Final = (11, 12, 12, 10)
COST: Final = ((1, 2, 3), (1, 1, 3), (1, 2, 3), (1, 2, 3))
ATTACK: Final = ((0, 2, 4), (0, 1, 3), (0, 1, 3), (0, 1, 2))
DEFENCE: Final = ((1, 1, 3), (1, 1, 3), (1, 2, 2), (1, 2, 4))

# ---- 4.4: dials: threat on each position, and what each gives on arrival ---------------------------------------
VICTORY: Final = 99  # threat there is infinite
THREAT: Final = (
    (3, 6, 12, 14, 17, 23, 28, 31, 32, VICTORY),
    (1, 5, 10, 13, 18, 22, 26, 30, 33, 34, VICTORY),
    (2, 7, 9, 15, 20, 21, 25, 29, VICTORY),
    (4, 8, 11, 16, 19, 24, 27, VICTORY),
)
GIFTS: Final = (
    ("start", "4 vp", "upgrade", "2 cards", "4 vp", "upgrade", "upgrade", "2 cards", "2 cards", "victory"),
    (
        "start",
        "3 vp",
        "1 corruption",
        "upgrade",
        "3 vp",
        "upgrade",
        "2 corruption",
        "upgrade",
        "3 vp",
        "2 corruption",
        "victory",
    ),
    ("start", "1 warpstone", "upgrade", "3 vp", "upgrade", "2 warpstone", "upgrade", "5 vp", "victory"),
    ("start", "3 vp", "upgrade", "2 noble", "upgrade", "upgrade", "2 tokens", "victory"),
)
LAST_POSITION: Final = (9, 10, 8, 7)
assert sorted(threat for dial in THREAT for threat in dial[:-1]) == list(range(1, 35))  # O16: the lowest is always unique

# ---- 5: Chaos cards: copies, cost, magic symbol ----------------------------------------------------------------
CHAOS: Final[dict[int, tuple[int, int, bool]]] = {
    n.BLOOD_FRENZY: (4, 0, False),
    n.BATTLE_CRY: (4, 1, False),
    n.THE_SKULL_THRONE: (4, 1, False),
    n.FIELD_OF_CARNAGE: (3, 1, False),
    n.RITUAL_SLAYING: (3, 1, False),
    n.REBORN_IN_BLOOD: (3, 2, False),
    n.THE_BLOOD_GODS_CALL: (3, 2, False),
    n.PLAGUE_AURA: (4, 0, True),
    n.PLAGUE_TOUCH: (3, 0, False),
    n.INFLUENZA: (4, 1, False),
    n.ALL_THINGS_DECAY: (2, 1, False),
    n.RAIN_OF_PUS: (3, 1, False),
    n.A_GREAT_FOUL_CONSUMPTION: (3, 2, False),
    n.THE_FINAL_ROTTING: (3, 2, False),
    n.THE_STENCH_OF_DEATH: (2, 3, True),
    n.CHANGER_OF_WAYS: (3, 0, True),
    n.DRAIN_POWER: (2, 0, False),
    n.WARP_SHIELD: (3, 0, False),
    n.TELEPORT: (4, 1, False),
    n.TEMPORAL_STASIS: (3, 1, True),
    n.THE_MEDDLING_OF_SKAVEN: (3, 1, False),
    n.THE_PERSISTENCE_OF_CHANGE: (3, 1, True),
    n.DAZZLE: (3, 2, True),
    n.ABYSSAL_PACT: (2, 0, True),
    n.PERVERSE_INFILTRATION: (4, 0, False),
    n.DARK_INFLUENCE: (4, 1, True),
    n.INSIDIOUS_LIES: (4, 1, False),
    n.FIELD_OF_ECSTASY: (3, 2, False),
    n.SOPORIFIC_MUSK: (4, 2, True),
    n.DEGENERATE_ROYALTY: (3, 3, False),
}
COPIES: Final = tuple(CHAOS[card][0] for card in range(30))
OWNER: Final = (0,) * 7 + (1,) * 8 + (2,) * 8 + (3,) * 7
OWN_CARDS: Final = (range(7), range(7, 15), range(15, 23), range(23, 30))
DECK: Final = 24
assert all(sum(COPIES[card] for card in own) == DECK for own in OWN_CARDS)

# ---- 6: Old World cards: copies, comet, to the box after its text, without any reconstructed part ---------------
OLD_WORLD: Final[dict[int, tuple[int, bool, bool, bool]]] = {
    n.PLUNGED_INTO_CHAOS: (4, False, True, True),
    n.PEASANT_UPRISING: (2, False, False, True),
    n.UP_FROM_SKAVENBLIGHT: (2, False, True, True),
    n.METEOR_SHOWERS: (2, False, True, True),
    n.WARPSTONE_DISCOVERY: (1, False, False, True),
    n.BRETONNIAN_KNIGHTS: (1, False, False, True),
    n.DWARF_TROLLSLAYERS: (1, False, False, False),
    n.WITCH_HUNTERS: (1, False, False, False),
    n.ROAD_WARDENS: (1, False, False, False),
    n.THE_CRUSADE_IS_COME: (1, False, True, True),
    n.ELECTORS_ARISE: (1, False, False, False),
    n.FRANZS_DECREE: (1, False, True, False),
    n.DIVINE_INSPIRATION: (1, False, True, False),
    n.MASS_EXODUS: (1, False, True, False),
    n.SKAVENGERS: (1, False, False, False),
    n.THE_HORNED_ONES_DUE: (1, False, False, False),
    n.GREENSKINS_INVADE: (1, True, False, False),
    n.DARK_ELF_CORSAIRS: (1, True, False, False),
    n.NORSE_REAVERS: (1, True, False, False),
    n.TECLIS_AIDS_THE_EMPIRE: (1, True, False, False),
    n.THE_GRAIL_IS_FOUND: (1, True, False, False),
    n.ELECTORS_SUE_FOR_PEACE: (1, True, False, False),
}
assert sum(card[0] for card in OLD_WORLD.values()) == 28
assert sum(card[0] for card in OLD_WORLD.values() if card[3]) == 13

# ---- 9: ruin: the header of each ruination card, first and second place by region -------------------------------
RUINED_AT: Final = 12
HEADER: Final = (3, 4, 4, 5, 5)
FIRST: Final = (
    (6, 7, 7, 8, 8),
    (6, 7, 7, 8, 8),
    (8, 9, 9, 10, 10),
    (10, 11, 11, 12, 12),
    (8, 9, 9, 10, 10),
    (9, 10, 10, 11, 11),
    (7, 8, 8, 9, 9),
    (7, 8, 8, 9, 9),
    (6, 7, 7, 8, 8),
)
SECOND: Final = (
    (3, 3, 3, 4, 4),
    (3, 3, 3, 4, 4),
    (4, 4, 4, 5, 5),
    (5, 5, 5, 6, 6),
    (4, 4, 4, 5, 5),
    (4, 5, 5, 5, 5),
    (3, 4, 4, 4, 4),
    (3, 4, 4, 4, 4),
    (3, 3, 3, 4, 4),
)
RUINS: Final = 5
VP_TO_WIN: Final = 50
