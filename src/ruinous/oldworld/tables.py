"""The numbers of Chaos in the Old World as plain data (old-world.md 1-6, 9): the place to correct one.

Order everywhere: Powers Khorne, Nurgle, Tzeentch, Slaanesh; regions as they are resolved; kinds cultist,
warrior, greater daemon; ids in lower snake case, as files and commands use them. Prose lives in `ruinous.text`.
"""

POWERS = ("khorne", "nurgle", "tzeentch", "slaanesh")
KINDS = ("cultist", "warrior", "daemon")
TOKENS = ("noble", "peasant", "warpstone", "hero", "skaven", "event")
PHASES = ("old_world", "draw", "summoning", "battle", "corruption", "end")
EDITIONS = ("seed", "faq2")
REASONS = ("", "dial", "vp", "ruin", "old_world")

# ---- the board (old-world.md 2) ------------------------------------------------------------------------
REGIONS = ("norsca", "troll_country", "kislev", "empire", "bretonnia", "estalia", "tilea", "border_princes", "badlands")
PRINTED_VALUE = (1, 1, 3, 5, 3, 4, 2, 1, 1)  # Resistance and Conquest value in one
POPULOUS = (0, 0, 1, 1, 1, 1, 0, 0, 0)
BORDERS = (
    ("norsca", "troll_country"),
    ("troll_country", "kislev"),
    ("kislev", "empire"),
    ("empire", "bretonnia"),
    ("empire", "border_princes"),
    ("bretonnia", "estalia"),
    ("bretonnia", "tilea"),
    ("bretonnia", "border_princes"),
    ("estalia", "tilea"),
    ("tilea", "border_princes"),
    ("border_princes", "badlands"),
)

# ---- supplies (old-world.md 1, 3) --------------------------------------------------------------------------
TOKEN_SUPPLY = (6, 20, 14, 4, 6, 6)
SETUP_TOKENS = ("noble",) * 2 + ("warpstone",) * 3 + ("peasant",) * 4
CORRUPTION_SUPPLY = 29  # of each Power
DIAL_COUNTERS = 16
POWER_TRACK = 12
ROUNDS = {4: 7, 3: 8}  # Old World cards by number of Powers

# ---- the Powers (old-world.md 4) -----------------------------------------------------------------------
POWER_POINTS = (7, 6, 6, 6)
FIGURES = ((4, 6, 1), (6, 5, 1), (8, 3, 1), (6, 3, 1))
FIGURE_NAMES = (
    ("bloodsworn", "bloodletter", "bloodthirster"),
    ("leper", "plaguebearer", "great_unclean_one"),
    ("acolyte", "horror", "lord_of_change"),
    ("seductress", "daemonette", "keeper_of_secrets"),
)
COST = ((1, 2, 3), (1, 1, 3), (1, 2, 3), (1, 2, 3))
ATTACK = ((0, 2, 4), (0, 1, 3), (0, 1, 3), (0, 1, 2))
DEFENSE = ((1, 1, 3), (1, 1, 3), (1, 2, 2), (1, 2, 4))
HAND_OF_TZEENTCH = 5

DIALS: tuple[tuple[tuple[int, str, int], ...], ...] = (  # threat, effect, amount; the first is the start
    (
        (3, "", 0),
        (6, "vp", 4),
        (12, "upgrade", 1),
        (14, "cards", 2),
        (17, "vp", 4),
        (23, "upgrade", 1),
        (28, "upgrade", 1),
        (31, "cards", 2),
        (32, "cards", 2),
        (99, "victory", 0),
    ),
    (
        (1, "", 0),
        (5, "vp", 3),
        (10, "remove_corruption", 1),
        (13, "upgrade", 1),
        (18, "vp", 3),
        (22, "upgrade", 1),
        (26, "remove_corruption", 2),
        (30, "upgrade", 1),
        (33, "vp", 3),
        (34, "remove_corruption", 2),
        (99, "victory", 0),
    ),
    (
        (2, "", 0),
        (7, "warpstones", 1),
        (9, "upgrade", 1),
        (15, "vp", 3),
        (20, "upgrade", 1),
        (21, "warpstones", 2),
        (25, "upgrade", 1),
        (29, "vp", 5),
        (99, "victory", 0),
    ),
    (
        (4, "", 0),
        (8, "vp", 3),
        (11, "upgrade", 1),
        (16, "nobles", 2),
        (19, "upgrade", 1),
        (24, "upgrade", 1),
        (27, "remove_tokens", 2),
        (99, "victory", 0),
    ),
)
DIAL_EFFECTS = ("vp", "upgrade", "cards", "warpstones", "nobles", "remove_corruption", "remove_tokens", "victory")

# (id, source mark): S sourced, M amount or wording from memory, R reconstructed (old-world.md 4.5, 14.6)
UPGRADES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("bloodsworn", "S"), ("bloodletters", "S"), ("bloodthirster", "S"), ("power", "S"), ("cards", "M")),
    (("lepers", "S"), ("plaguebearers", "S"), ("great_unclean_one", "S"), ("power", "S"), ("provender_of_ruin", "M")),
    (("acolytes", "S"), ("horrors", "M"), ("lord_of_change", "S"), ("power", "S"), ("cards", "M")),
    (("seductresses", "S"), ("daemonettes", "R"), ("keeper_of_secrets", "R"), ("power", "S"), ("power_2", "S")),
)
PROVENDER_VP = 3

# ---- Chaos cards (old-world.md 5): id, copies, cost, magic symbol, source mark ---------------------------
CHAOS_CARDS: tuple[tuple[tuple[str, int, int, int, str], ...], ...] = (
    (
        ("blood_frenzy", 4, 0, 0, "S"),
        ("battle_cry", 4, 1, 0, "S"),
        ("the_skull_throne", 4, 1, 0, "S"),
        ("field_of_carnage", 3, 1, 0, "S"),
        ("ritual_slaying", 3, 1, 0, "S"),
        ("reborn_in_blood", 3, 2, 0, "S"),
        ("the_blood_gods_call", 3, 2, 0, "S"),
    ),
    (
        ("plague_aura", 4, 0, 1, "S"),
        ("plague_touch", 3, 0, 0, "S"),
        ("influenza", 4, 1, 0, "S"),
        ("all_things_decay", 2, 1, 0, "S"),
        ("rain_of_pus", 3, 1, 0, "S"),
        ("a_great_foul_consumption", 3, 2, 0, "S"),
        ("the_final_rotting", 3, 2, 0, "S"),
        ("the_stench_of_death", 2, 3, 1, "S"),
    ),
    (
        ("changer_of_ways", 3, 0, 1, "M"),
        ("drain_power", 2, 0, 0, "S"),
        ("warp_shield", 3, 0, 0, "S"),
        ("teleport", 4, 1, 0, "S"),
        ("temporal_stasis", 3, 1, 1, "S"),
        ("the_meddling_of_skaven", 3, 1, 0, "S"),
        ("the_persistence_of_change", 3, 1, 1, "S"),
        ("dazzle", 3, 2, 1, "O"),
    ),
    (
        ("abyssal_pact", 2, 0, 1, "S"),
        ("perverse_infiltration", 4, 0, 0, "S"),
        ("dark_influence", 4, 1, 1, "S"),
        ("insidious_lies", 4, 1, 0, "S"),
        ("field_of_ecstasy", 3, 2, 0, "M"),
        ("soporific_musk", 4, 2, 1, "S"),
        ("degenerate_royalty", 3, 3, 0, "S"),
    ),
)

# ---- Old World cards (old-world.md 6): id, copies, comet, boxed, marks of (immediate, track, end) ------------
# S sourced, O observed in recorded games, R reconstructed, "" no such part.
OLD_WORLD_CARDS: tuple[tuple[str, int, int, int, tuple[str, str, str]], ...] = (
    ("plunged_into_chaos", 4, 0, 1, ("S", "", "")),
    ("peasant_uprising", 2, 0, 0, ("S", "S", "")),
    ("up_from_skavenblight", 2, 0, 1, ("O", "", "")),
    ("meteor_showers", 2, 0, 1, ("S", "", "")),
    ("warpstone_discovery", 1, 0, 0, ("S", "", "S")),
    ("bretonnian_knights", 1, 0, 0, ("S", "", "S")),
    ("dwarf_trollslayers", 1, 0, 0, ("S", "", "R")),
    ("witch_hunters", 1, 0, 0, ("O", "", "R")),
    ("road_wardens", 1, 0, 0, ("O", "", "R")),
    ("the_crusade_is_come", 1, 0, 1, ("O", "", "")),
    ("electors_arise", 1, 0, 0, ("R", "", "R")),
    ("franzs_decree", 1, 0, 1, ("R", "", "")),
    ("divine_inspiration", 1, 0, 1, ("R", "", "")),
    ("mass_exodus", 1, 0, 1, ("R", "", "")),
    ("skavengers", 1, 0, 0, ("R", "", "R")),
    ("the_horned_ones_due", 1, 0, 0, ("S", "S", "R")),
    ("greenskins_invade", 1, 1, 0, ("S", "R", "")),
    ("dark_elf_corsairs", 1, 1, 0, ("O", "", "R")),
    ("norse_reavers", 1, 1, 0, ("O", "", "R")),
    ("teclis_aids_the_empire", 1, 1, 0, ("O", "R", "")),
    ("the_grail_is_found", 1, 1, 0, ("O", "R", "")),
    ("electors_sue_for_peace", 1, 1, 0, ("O", "R", "")),
)
# `old_world_deck`: every card, or only the titles that have no reconstructed part (old-world.md 6.3)
OLD_WORLD_DECKS = ("full", "sourced")

# ---- ruin (old-world.md 9) -------------------------------------------------------------------------------
RUINED_AT = 12
RUINER_VP = (3, 4, 4, 5, 5)
_WEAK = ((6, 3), (7, 3), (7, 3), (8, 4), (8, 4))
_TILEAN = ((7, 3), (8, 4), (8, 4), (9, 4), (9, 4))
_NORTHERN = ((8, 4), (9, 4), (9, 4), (10, 5), (10, 5))
RUIN_PLACES = (  # by region: (first, second) for ruination cards 1 to 5
    _WEAK,
    _WEAK,
    _NORTHERN,
    ((10, 5), (11, 5), (11, 5), (12, 6), (12, 6)),
    _NORTHERN,
    ((9, 4), (10, 5), (10, 5), (11, 5), (11, 5)),
    _TILEAN,
    _TILEAN,
    _WEAK,
)
VP_TO_WIN = 50
