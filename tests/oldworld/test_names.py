"""The numbers that files, logs, searches and learners keep: frozen. Append, never reorder."""

from __future__ import annotations

import pytest

from ruinous.oldworld import events, names, tables, tasks
from scenes import CARDS, Scene

ACTIONS = [  # (name, offset, size)
    ("PASS", 0, 1),
    ("DONE", 1, 1),
    ("STAND", 2, 1),
    ("SUMMON", 8, 10 * 9 * 8),
    ("PLAY", 728, 30 * 9),
    ("REGION", 998, 9),
    ("FIGURE", 1007, 4 * 9 * 16),
    ("TOKEN", 1583, 9 * 6),
    ("CORRUPTION", 1637, 4 * 9),
    ("CARD", 1673, 30),
    ("POWER", 1703, 4),
    ("UPGRADE", 1707, 4 * 5),
]

TASKS = {
    0: "round old_world_phase draw_phase summoning_phase battle_phase corruption_phase end_phase",
    8: "enter_track place_tokens trollslayers_pair divine_which divine_where horned_ones_space",
    16: "draw_cards discard_before_draw",
    20: "summoning_turn summon_charmed_where take_warpstone stand_on_space",
    26: "fight roll hit avenge end_of_battle final_rotting rot",
    35: "charm_a_cultist domination corruption_step",
    40: "remove_cards hero_acts hero_takes old_world_end score_ruins turn_dials advance_dial choose_upgrade"
    " remove_corruption_token remove_old_world_token end_check",
    53: "trollslayers_hero trollslayers_where wardens_hero corsairs_take reavers_take",
    60: "discard blood_gods_call decay shield teleport_which teleport_where meddle_with influence_which influence_where charm",
}

EVENTS = """
    round:round phase:phase old_world_card:power,old_world_card track_entered:old_world_card track_left:old_world_card
    token_placed:region,token,amount token_removed:region,token,amount token_moved:region,token,to
    drew:power,card shuffled:power discarded:power,card power_set:power,amount
    passed:power summoned:power,sort,from,region played:power,card,region,cost moved:power,sort,from,region
    power_changed:power,amount shielded:power,sort,region charmed:power,sort,region
    corruption_placed:power,region,amount corruption_removed:power,region,amount
    battle:region,nth rolled:power,region,dice,hits die:power,face killed:power,sort,region,by peasant_killed:power,region
    hits_lost:power,region,amount counter:power,region,total
    supremacy:power,region,figures,value resistance:region,amount,conquest nobody_dominates:region vp:power,amount,why,detail
    ruined:region,ruin card_removed:card,region card_stays:card,region figure_removed:power,sort,region,why
    dial:power,position upgrade:power,upgrade game_over:reason,winners forced:power,action,task stands:power,region,space
    ruin_scored:power,region,corruption,place no_battle:region corruption_total:region,amount not_ruined:region
"""

CHAOS_CARDS = """
    blood_frenzy battle_cry the_skull_throne field_of_carnage ritual_slaying reborn_in_blood the_blood_gods_call
    plague_aura plague_touch influenza all_things_decay rain_of_pus a_great_foul_consumption the_final_rotting the_stench_of_death
    changer_of_ways drain_power warp_shield teleport temporal_stasis the_meddling_of_skaven the_persistence_of_change dazzle
    abyssal_pact perverse_infiltration dark_influence insidious_lies field_of_ecstasy soporific_musk degenerate_royalty
"""

OLD_WORLD_CARDS = """
    plunged_into_chaos peasant_uprising up_from_skavenblight meteor_showers warpstone_discovery bretonnian_knights
    dwarf_trollslayers witch_hunters road_wardens the_crusade_is_come electors_arise franzs_decree divine_inspiration mass_exodus
    skavengers the_horned_ones_due greenskins_invade dark_elf_corsairs norse_reavers teclis_aids_the_empire the_grail_is_found
    electors_sue_for_peace
"""


def test_action_offsets() -> None:
    assert [(name, getattr(names, name)) for name, _, _ in ACTIONS] == [(name, offset) for name, offset, _ in ACTIONS]
    assert names.N_ACTIONS == 1727


def test_actions_do_not_overlap() -> None:
    ends = [offset + size for _, offset, size in ACTIONS]
    starts = [offset for _, offset, _ in ACTIONS[1:]] + [names.N_ACTIONS]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))
    assert names.a_summon(9, 8, 7) == 727 and names.a_figure(3, 8, 15) == 1582 and names.a_token(8, 5) == 1636


def test_figure_actions_are_read_back() -> None:
    for action in (1007, 1007 + 16 * 9 * 2 + 16 * 5 + 11, 1582):
        power, region, sort = names.figure_power(action), names.figure_region(action), names.figure_sort(action)
        assert names.a_figure(power, region, sort) == action
    assert (names.figure_power(1582), names.figure_region(1582), names.figure_sort(1582)) == (3, 8, 15)


def test_task_numbers() -> None:
    frozen = {first + i: name for first, text in TASKS.items() for i, name in enumerate(text.split())}
    assert frozen == tasks.TASK_NAMES
    assert {number: getattr(tasks, constant(name)) for number, name in frozen.items()} == {number: number for number in frozen}


def constant(task: str) -> str:
    """The name of the constant of a task."""
    return task.upper() + ("_STEP" if task.endswith("_phase") else "")


def test_every_task_has_a_body() -> None:
    from ruinous.engine.agenda import Task
    from ruinous.oldworld.state import TASKS as BODIES

    assert Scene().g.asks == 0  # the rules have filled the table
    assert {number for number, body in enumerate(BODIES) if type(body) is not Task} == set(tasks.TASK_NAMES)


def test_event_numbers() -> None:
    frozen = [(word.split(":")[0], tuple(word.split(":")[1].split(","))) for word in EVENTS.split()]
    assert frozen == [(name, tuple(fields)) for name, fields in events.FIELDS]
    assert (events.ROUND_BEGINS, events.DREW, events.VP, events.GAME_OVER, events.NOT_RUINED) == (0, 8, 31, 38, 44)


def test_reasons_for_points() -> None:
    assert events.VP_REASONS == (
        "dial",
        "domination",
        "ruining",
        "first_place",
        "second_place",
        "peasants",
        "most_peasants",
        "provender",
        "electors",
    )
    assert [events.FOR_DIAL, events.FOR_DOMINATION, events.FOR_RUINING, events.FOR_FIRST_PLACE, events.FOR_SECOND_PLACE] == [0, 1, 2, 3, 4]
    assert [events.FOR_PEASANTS, events.FOR_MOST_PEASANTS, events.FOR_PROVENDER, events.FOR_ELECTORS] == [5, 6, 7, 8]


@pytest.mark.parametrize(("frozen", "found"), [(CHAOS_CARDS, CARDS), (OLD_WORLD_CARDS, [card[0] for card in tables.OLD_WORLD_CARDS])])
def test_card_numbers(frozen: str, found: list[str]) -> None:
    assert frozen.split() == found
    assert [getattr(names, card.upper()) for card in found] == list(range(len(found)))


def test_what_else_has_a_number() -> None:
    assert (names.KHORNE, names.NURGLE, names.TZEENTCH, names.SLAANESH) == (0, 1, 2, 3)
    assert [getattr(names, region.upper()) for region in tables.REGIONS] == list(range(9))
    assert [getattr(names, token.upper()) for token in tables.TOKENS] == list(range(6))
    assert (names.CULTIST, names.WARRIOR, names.DAEMON, names.PERCHED, names.SINGLED, names.CHARMED) == (0, 1, 2, 3, 4, 8)
    assert (names.HORROR_STANDS, names.THE_HORNED_ONES_DUE_LIES, names.FROM_RESERVE, names.NOBODY) == (31, 32, 9, 9)
    assert (names.BY_DIAL, names.BY_VP, names.BY_RUIN, names.BY_OLD_WORLD) == (1, 2, 3, 4)
