"""The number of every step and question: what may stand on the agenda."""

from typing import Final

from mypy_extensions import i64

# ---- the round and its phases
ROUND: Final[i64] = 0
OLD_WORLD_PHASE_STEP: Final[i64] = 1
DRAW_PHASE_STEP: Final[i64] = 2
SUMMONING_PHASE_STEP: Final[i64] = 3
BATTLE_PHASE_STEP: Final[i64] = 4
CORRUPTION_PHASE_STEP: Final[i64] = 5
END_PHASE_STEP: Final[i64] = 6
# ---- Old World phase
ENTER_TRACK: Final[i64] = 8
PLACE_TOKENS: Final[i64] = 9  # a Power places tokens of one kind in regions of its choice
TROLLSLAYERS_PAIR: Final[i64] = 10
DIVINE_WHICH: Final[i64] = 11
DIVINE_WHERE: Final[i64] = 12
HORNED_ONES_SPACE: Final[i64] = 13
# ---- draw phase
DRAW_CARDS: Final[i64] = 16
DISCARD_BEFORE_DRAW: Final[i64] = 17
# ---- summoning
SUMMONING_TURN: Final[i64] = 20
SUMMON_CHARMED_WHERE: Final[i64] = 21
TAKE_WARPSTONE: Final[i64] = 22
STAND_ON_SPACE: Final[i64] = 23
# ---- battle
FIGHT: Final[i64] = 26
ROLL: Final[i64] = 27
HIT: Final[i64] = 28
AVENGE: Final[i64] = 29
END_OF_BATTLE: Final[i64] = 30
FINAL_ROTTING: Final[i64] = 31
ROT: Final[i64] = 32
# ---- corruption
CHARM_A_CULTIST: Final[i64] = 35
DOMINATION: Final[i64] = 36
CORRUPTION_STEP: Final[i64] = 37
# ---- end phase
REMOVE_CARDS: Final[i64] = 40
HERO_ACTS: Final[i64] = 41
HERO_TAKES: Final[i64] = 42
OLD_WORLD_END: Final[i64] = 43
SCORE_RUINS: Final[i64] = 44
TURN_DIALS: Final[i64] = 45
ADVANCE_DIAL: Final[i64] = 46
CHOOSE_UPGRADE: Final[i64] = 47
REMOVE_CORRUPTION_TOKEN: Final[i64] = 48
REMOVE_OLD_WORLD_TOKEN: Final[i64] = 49
END_CHECK: Final[i64] = 50
# ---- Old World cards in the end phase
TROLLSLAYERS_HERO: Final[i64] = 53
TROLLSLAYERS_WHERE: Final[i64] = 54
WARDENS_HERO: Final[i64] = 55
CORSAIRS_TAKE: Final[i64] = 56
REAVERS_TAKE: Final[i64] = 57
# ---- Chaos cards
DISCARD: Final[i64] = 60  # a Power discards cards of its choice
BLOOD_GODS_CALL: Final[i64] = 61
DECAY: Final[i64] = 62
SHIELD: Final[i64] = 63
TELEPORT_WHICH: Final[i64] = 64
TELEPORT_WHERE: Final[i64] = 65
MEDDLE_WITH: Final[i64] = 66
INFLUENCE_WHICH: Final[i64] = 67
INFLUENCE_WHERE: Final[i64] = 68
CHARM: Final[i64] = 69

TASK_NAMES: Final[dict[int, str]] = {
    ROUND: "round",
    OLD_WORLD_PHASE_STEP: "old_world_phase",
    DRAW_PHASE_STEP: "draw_phase",
    SUMMONING_PHASE_STEP: "summoning_phase",
    BATTLE_PHASE_STEP: "battle_phase",
    CORRUPTION_PHASE_STEP: "corruption_phase",
    END_PHASE_STEP: "end_phase",
    ENTER_TRACK: "enter_track",
    PLACE_TOKENS: "place_tokens",
    TROLLSLAYERS_PAIR: "trollslayers_pair",
    DIVINE_WHICH: "divine_which",
    DIVINE_WHERE: "divine_where",
    HORNED_ONES_SPACE: "horned_ones_space",
    DRAW_CARDS: "draw_cards",
    DISCARD_BEFORE_DRAW: "discard_before_draw",
    SUMMONING_TURN: "summoning_turn",
    SUMMON_CHARMED_WHERE: "summon_charmed_where",
    TAKE_WARPSTONE: "take_warpstone",
    STAND_ON_SPACE: "stand_on_space",
    FIGHT: "fight",
    ROLL: "roll",
    HIT: "hit",
    AVENGE: "avenge",
    END_OF_BATTLE: "end_of_battle",
    FINAL_ROTTING: "final_rotting",
    ROT: "rot",
    CHARM_A_CULTIST: "charm_a_cultist",
    DOMINATION: "domination",
    CORRUPTION_STEP: "corruption_step",
    REMOVE_CARDS: "remove_cards",
    HERO_ACTS: "hero_acts",
    HERO_TAKES: "hero_takes",
    OLD_WORLD_END: "old_world_end",
    SCORE_RUINS: "score_ruins",
    TURN_DIALS: "turn_dials",
    ADVANCE_DIAL: "advance_dial",
    CHOOSE_UPGRADE: "choose_upgrade",
    REMOVE_CORRUPTION_TOKEN: "remove_corruption_token",
    REMOVE_OLD_WORLD_TOKEN: "remove_old_world_token",
    END_CHECK: "end_check",
    TROLLSLAYERS_HERO: "trollslayers_hero",
    TROLLSLAYERS_WHERE: "trollslayers_where",
    WARDENS_HERO: "wardens_hero",
    CORSAIRS_TAKE: "corsairs_take",
    REAVERS_TAKE: "reavers_take",
    DISCARD: "discard",
    BLOOD_GODS_CALL: "blood_gods_call",
    DECAY: "decay",
    SHIELD: "shield",
    TELEPORT_WHICH: "teleport_which",
    TELEPORT_WHERE: "teleport_where",
    MEDDLE_WITH: "meddle_with",
    INFLUENCE_WHICH: "influence_which",
    INFLUENCE_WHERE: "influence_where",
    CHARM: "charm",
}
