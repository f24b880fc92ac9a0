"""The data against the fact sheet, typed again by hand from old-world.md 1 to 6 and 9."""

from __future__ import annotations

from collections import Counter

import pytest

from ruinous.oldworld import data, tables
from scenes import CARDS, POWERS, REGIONS, Scene

# old-world.md 2: region, value, populous, neighbours
BOARD = """
norsca          1 -  troll_country
troll_country   1 -  norsca kislev
kislev          3 P  troll_country empire
empire          5 P  kislev bretonnia border_princes
bretonnia       3 P  empire estalia tilea border_princes
estalia         4 P  bretonnia tilea
tilea           2 -  bretonnia estalia border_princes
border_princes  1 -  empire bretonnia tilea badlands
badlands        1 -  border_princes
"""

# old-world.md 4.4: threat and effect of each position
DIALS = {
    "khorne": "3 6:vp4 12:upgrade 14:cards2 17:vp4 23:upgrade 28:upgrade 31:cards2 32:cards2 victory",
    "nurgle": "1 5:vp3 10:corruption1 13:upgrade 18:vp3 22:upgrade 26:corruption2 30:upgrade 33:vp3 34:corruption2 victory",
    "tzeentch": "2 7:warpstone1 9:upgrade 15:vp3 20:upgrade 21:warpstone2 25:upgrade 29:vp5 victory",
    "slaanesh": "4 8:vp3 11:upgrade 16:noble2 19:upgrade 24:upgrade 27:tokens2 victory",
}
EFFECTS = {"corruption": "remove_corruption", "warpstone": "warpstones", "noble": "nobles", "tokens": "remove_tokens"}

# old-world.md 4.2: count, cost/Attack/Defense of cultist, warrior, greater daemon
FIGURES = {
    "khorne": "4:1/0/1 6:2/2/1 1:3/4/3",
    "nurgle": "6:1/0/1 5:1/1/1 1:3/3/3",
    "tzeentch": "8:1/0/1 3:2/1/2 1:3/3/2",
    "slaanesh": "6:1/0/1 3:2/1/2 1:3/2/4",
}

# old-world.md 5: title, copies, cost, * for the magic symbol
CHAOS_CARDS = {
    "khorne": "blood_frenzy:4:0 battle_cry:4:1 the_skull_throne:4:1 field_of_carnage:3:1 ritual_slaying:3:1 reborn_in_blood:3:2"
    " the_blood_gods_call:3:2",
    "nurgle": "plague_aura:4:0* plague_touch:3:0 influenza:4:1 all_things_decay:2:1 rain_of_pus:3:1 a_great_foul_consumption:3:2"
    " the_final_rotting:3:2 the_stench_of_death:2:3*",
    "tzeentch": "changer_of_ways:3:0* drain_power:2:0 warp_shield:3:0 teleport:4:1 temporal_stasis:3:1* the_meddling_of_skaven:3:1"
    " the_persistence_of_change:3:1* dazzle:3:2*",
    "slaanesh": "abyssal_pact:2:0* perverse_infiltration:4:0 dark_influence:4:1* insidious_lies:4:1 field_of_ecstasy:3:2"
    " soporific_musk:4:2* degenerate_royalty:3:3",
}
PRINTED_COST = {"khorne": 26, "nurgle": 27, "tzeentch": 19, "slaanesh": 31}

# old-world.md 9
RUINATION = {
    "norsca troll_country badlands": "6/3 7/3 7/3 8/4 8/4",
    "kislev bretonnia": "8/4 9/4 9/4 10/5 10/5",
    "empire": "10/5 11/5 11/5 12/6 12/6",
    "estalia": "9/4 10/5 10/5 11/5 11/5",
    "tilea border_princes": "7/3 8/4 8/4 9/4 9/4",
}


def rows() -> list[list[str]]:
    return [line.split() for line in BOARD.strip().splitlines()]


def test_regions_and_values() -> None:
    assert [row[0] for row in rows()] == list(tables.REGIONS)
    assert [int(row[1]) for row in rows()] == list(data.VALUE)
    assert [row[2] == "P" for row in rows()] == [bool(flag) for flag in data.POPULOUS]


def test_neighbours() -> None:
    for row in rows():
        mask = data.ADJACENT[REGIONS.index(row[0])]
        assert [region for r, region in enumerate(REGIONS) if mask >> r & 1] == sorted(row[3:], key=REGIONS.index), row[0]


def test_the_board_is_symmetric_and_in_one_piece() -> None:
    for a in range(9):
        for b in range(9):
            assert data.ADJACENT[a] >> b & 1 == data.ADJACENT[b] >> a & 1
        assert not data.ADJACENT[a] >> a & 1
    reached = 1
    for _ in range(9):
        reached = data.REACH[reached]
    assert reached == 511 and data.REACH[0] == 511


def test_reach_is_there_and_next_to_it() -> None:
    assert data.REACH[1 << REGIONS.index("badlands")] == sum(1 << REGIONS.index(r) for r in ("badlands", "border_princes"))
    assert data.REACH[1 << REGIONS.index("norsca") | 1 << REGIONS.index("estalia")] == sum(
        1 << REGIONS.index(r) for r in ("norsca", "troll_country", "estalia", "bretonnia", "tilea")
    )


def test_supplies() -> None:
    """Old-world.md 1: 56 Old World tokens, 29 corruption tokens of each Power, 16 counters."""
    assert dict(zip(tables.TOKENS, data.TOKEN_SUPPLY, strict=True)) == {
        "noble": 6,
        "peasant": 20,
        "warpstone": 14,
        "hero": 4,
        "skaven": 6,
        "event": 6,
    }
    assert sum(data.TOKEN_SUPPLY) == 56
    assert (tables.CORRUPTION_SUPPLY, tables.DIAL_COUNTERS, tables.POWER_TRACK, tables.VP_TO_WIN, tables.RUINED_AT) == (29, 16, 12, 50, 12)
    assert 4 + 4 + tables.DIAL_COUNTERS + 4 * tables.CORRUPTION_SUPPLY + sum(data.TOKEN_SUPPLY) == 196  # the cardboard of the box
    assert Counter(tables.SETUP_TOKENS) == {"noble": 2, "warpstone": 3, "peasant": 4}
    assert tables.ROUNDS == {4: 7, 3: 8}


def test_supplies_in_the_rules() -> None:
    """The rules count the same: corruption left, income, threat at the start."""
    scene = Scene()
    assert [scene.g.corruption_left(p) for p in range(4)] == [29, 29, 29, 29]
    assert [scene.g.income(p) for p in range(4)] == [7, 6, 6, 6]
    assert [scene.g.threat(p) for p in range(4)] == [3, 1, 2, 4]


@pytest.mark.parametrize("power", POWERS)
def test_figures(power: str) -> None:
    p = POWERS.index(power)
    for kind, word in enumerate(FIGURES[power].split()):
        count, numbers = word.split(":")
        cost, attack, defense = (int(number) for number in numbers.split("/"))
        at = p * 4 + kind
        assert (data.FIGURES[at], data.COST[at], data.ATTACK[at], data.DEFENSE[at]) == (int(count), cost, attack, defense)


def test_45_figures() -> None:
    assert [sum(row) for row in tables.FIGURES] == [11, 12, 12, 10]


@pytest.mark.parametrize("power", POWERS)
def test_dial(power: str) -> None:
    p = POWERS.index(power)
    words = DIALS[power].split()
    assert data.DIAL_END[p] == len(words) - 1 == {"khorne": 9, "nurgle": 10, "tzeentch": 8, "slaanesh": 7}[power]
    for position, word in enumerate(words[1:-1], start=1):
        threat, effect = word.split(":")
        name, amount = effect.rstrip("0123456789"), int("".join(letter for letter in effect if letter.isdigit()) or 1)
        assert tables.DIALS[p][position] == (int(threat), EFFECTS.get(name, name), amount)
    assert tables.DIALS[p][0][0] == int(words[0]) and tables.DIALS[p][-1][1] == "victory"


def test_every_threat_once() -> None:
    """Old-world.md 4.4: the four dials use each of 1 to 34 once, so threats never tie before VICTORY."""
    shown = [data.THREAT[p * 12 + position] for p in range(4) for position in range(data.DIAL_END[p])]
    assert sorted(shown) == list(range(1, 35))


def test_threat_at_victory_is_above_all() -> None:
    assert [data.THREAT[p * 12 + data.DIAL_END[p]] for p in range(4)] == [99] * 4


@pytest.mark.parametrize("power", POWERS)
def test_chaos_cards(power: str) -> None:
    cards = []
    for word in CHAOS_CARDS[power].split():
        title, copies, cost = word.rstrip("*").split(":")
        cards.append((title, int(copies), int(cost), int(word.endswith("*"))))
    assert cards == [card[:4] for card in tables.CHAOS_CARDS[POWERS.index(power)]]
    assert sum(copies for _, copies, _, _ in cards) == 24
    assert sum(copies * cost for _, copies, cost, _ in cards) == PRINTED_COST[power]


def test_cards_know_their_owner() -> None:
    for number, card in enumerate(CARDS):
        assert f"{card}:" in CHAOS_CARDS[POWERS[data.CARD_OWNER[number]]]
    assert list(data.FIRST_CARD) == [0, 7, 15, 23, 30]


def test_old_world_deck() -> None:
    """Old-world.md 6.1: 22 titles, 28 cards, six of them comets; 6.3: 13 cards without a reconstructed part."""
    copies = {card[0]: card[1] for card in tables.OLD_WORLD_CARDS}
    assert len(copies) == 22 and sum(copies.values()) == 28
    assert {title: count for title, count in copies.items() if count > 1} == {
        "plunged_into_chaos": 4,
        "peasant_uprising": 2,
        "up_from_skavenblight": 2,
        "meteor_showers": 2,
    }
    assert {card[0] for card in tables.OLD_WORLD_CARDS if card[2]} == {
        "dark_elf_corsairs",
        "electors_sue_for_peace",
        "the_grail_is_found",
        "greenskins_invade",
        "norse_reavers",
        "teclis_aids_the_empire",
    }
    assert {card[0] for card in tables.OLD_WORLD_CARDS if card[3]} == {
        "plunged_into_chaos",
        "up_from_skavenblight",
        "meteor_showers",
        "the_crusade_is_come",
        "franzs_decree",
        "divine_inspiration",
        "mass_exodus",
    }


def test_sourced_deck() -> None:
    sourced = {card[0] for title, card in enumerate(tables.OLD_WORLD_CARDS) if data.OLD_WORLD_SOURCED[title]}
    assert sourced == {
        "plunged_into_chaos",
        "peasant_uprising",
        "up_from_skavenblight",
        "meteor_showers",
        "warpstone_discovery",
        "bretonnian_knights",
        "the_crusade_is_come",
    }
    assert sum(card[1] for card in tables.OLD_WORLD_CARDS if card[0] in sourced) == 13


# (immediate, track, end) of every title that is not sourced throughout
MARKS = {
    "up_from_skavenblight": "O--",
    "dwarf_trollslayers": "S-R",
    "witch_hunters": "O-R",
    "road_wardens": "O-R",
    "the_crusade_is_come": "O--",
    "electors_arise": "R-R",
    "franzs_decree": "R--",
    "divine_inspiration": "R--",
    "mass_exodus": "R--",
    "skavengers": "R-R",
    "the_horned_ones_due": "SSR",
    "greenskins_invade": "SR-",
    "dark_elf_corsairs": "O-R",
    "norse_reavers": "O-R",
    "teclis_aids_the_empire": "OR-",
    "the_grail_is_found": "OR-",
    "electors_sue_for_peace": "OR-",
}


def test_marks_of_old_world_cards() -> None:
    """What we made up ourselves is never shown as the published text (old-world.md 6.2)."""
    found = {card[0]: "".join(mark or "-" for mark in card[4]) for card in tables.OLD_WORLD_CARDS}
    assert {title: marks for title, marks in found.items() if marks.strip("S-")} == MARKS
    assert found["plunged_into_chaos"] == "S--" and found["peasant_uprising"] == "SS-"
    assert found["warpstone_discovery"] == found["bretonnian_knights"] == "S-S"


def test_ruination() -> None:
    assert list(data.RUINER_VP) == [3, 4, 4, 5, 5]
    table = {region: places.split() for regions, places in RUINATION.items() for region in regions.split()}
    for r, region in enumerate(REGIONS):
        found = [f"{data.RUIN_FIRST[r * 5 + card]}/{data.RUIN_SECOND[r * 5 + card]}" for card in range(5)]
        assert found == table[region], region


def test_upgrades() -> None:
    assert [[name for name, _ in own] for own in tables.UPGRADES] == [
        ["bloodsworn", "bloodletters", "bloodthirster", "power", "cards"],
        ["lepers", "plaguebearers", "great_unclean_one", "power", "provender_of_ruin"],
        ["acolytes", "horrors", "lord_of_change", "power", "cards"],
        ["seductresses", "daemonettes", "keeper_of_secrets", "power", "power_2"],
    ]
    assert tables.PROVENDER_VP == 3
    assert all(sum(effect == "upgrade" for _, effect, _ in dial) <= 3 for dial in tables.DIALS)


def test_power_upgrades() -> None:
    """Old-world.md 4.5: one point more each; Slaanesh's second card two, and both together 9."""
    scene = Scene()
    for power in POWERS:
        scene.upgrades(power, "power")
    assert [scene.g.income(p) for p in range(4)] == [8, 7, 7, 7]
    assert scene.upgrades("slaanesh", "power_2").g.income(3) == 9
    assert Scene().upgrades("slaanesh", "power_2").g.income(3) == 8
