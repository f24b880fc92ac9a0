"""The law of all 30 Chaos cards (old-world.md 5): where they may be played, at what price, what a cancelled one still counts."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from ruinous.oldworld import tables
from scenes import CARDS, REGIONS, Scene, card_owner, play

# old-world.md 5.1 to 5.4, written down again: id, copies, printed cost, magic symbol
SHEET = """
blood_frenzy 4 0 no | battle_cry 4 1 no | the_skull_throne 4 1 no | field_of_carnage 3 1 no | ritual_slaying 3 1 no
reborn_in_blood 3 2 no | the_blood_gods_call 3 2 no
plague_aura 4 0 yes | plague_touch 3 0 no | influenza 4 1 no | all_things_decay 2 1 no | rain_of_pus 3 1 no
a_great_foul_consumption 3 2 no | the_final_rotting 3 2 no | the_stench_of_death 2 3 yes
changer_of_ways 3 0 yes | drain_power 2 0 no | warp_shield 3 0 no | teleport 4 1 no | temporal_stasis 3 1 yes
the_meddling_of_skaven 3 1 no | the_persistence_of_change 3 1 yes | dazzle 3 2 yes
abyssal_pact 2 0 yes | perverse_infiltration 4 0 no | dark_influence 4 1 yes | insidious_lies 4 1 no | field_of_ecstasy 3 2 no
soporific_musk 4 2 yes | degenerate_royalty 3 3 no
"""
ROWS = [entry.split() for line in SHEET.strip().splitlines() for entry in line.split("|")]
COST = {row[0]: int(row[2]) for row in ROWS}
MAGIC = {row[0] for row in ROWS if row[3] == "yes"}
WITHOUT_TARGET = {"perverse_infiltration", "drain_power"}  # these two do something in an empty region as well


def card_owner_name(card: str) -> str:
    """The Power whose card it is."""
    return tables.POWERS[card_owner(card)]


def crowd(region: str) -> Scene:
    """A region that holds something for every card to work on."""
    scene = Scene().figures(region, khorne="c w", nurgle="c w", tzeentch="c w", slaanesh="c w")
    return scene.tokens(region, noble=1, hero=1, peasant=1).corruption(region, nurgle=1, slaanesh=1)


def test_the_decks_are_those_of_the_sheet() -> None:
    """Ids, copies, costs, magic; 24 cards each, printed costs of 26, 27, 19 and 31 in all (old-world.md 5)."""
    rows = [[card, str(copies), str(cost), "yes" if magic else "no"] for own in tables.CHAOS_CARDS for card, copies, cost, magic, _ in own]
    assert rows == ROWS
    assert [sum(card[1] for card in own) for own in tables.CHAOS_CARDS] == [24] * 4
    assert [sum(card[1] * card[2] for card in own) for own in tables.CHAOS_CARDS] == [26, 27, 19, 31]


@pytest.mark.parametrize("card", CARDS)
def test_it_may_be_played_to_any_free_space(card: str) -> None:
    """Presence and adjacency do not matter (case C10); no third card in a region, none in a ruined one (old-world.md 7.3, 13, 48)."""
    scene = Scene().power(**{card_owner_name(card): max(COST[card], 1)}).hand(card).ruin("tilea", 1)
    scene.cards("kislev", "blood_frenzy", "plague_touch").cards("empire", "plague_touch")
    scene.begin("summoning")
    assert {action for action in scene.legal() if n.PLAY <= action < n.REGION} == {
        play(card, region) for region in REGIONS if region not in ("tilea", "kislev")
    }


@pytest.mark.parametrize("card", CARDS)
def test_it_is_not_played_with_less_power_than_it_costs(card: str) -> None:
    """With less than the price it is not offered; at 0 power not even a card of cost 0 (old-world.md 13, 35)."""
    scene = Scene().power(**{card_owner_name(card): max(COST[card] - 1, 0)}).hand(card).begin("summoning")
    assert not any(n.PLAY <= action < n.REGION for action in scene.legal())


@pytest.mark.parametrize("card", [card for card in CARDS if card not in WITHOUT_TARGET])
def test_without_a_target_only_the_price_is_paid(card: str) -> None:
    """In an empty region nothing happens but that the card lies there; the crowd next door and all supplies stay as they are."""
    owner = card_owner_name(card)
    scene = crowd("bretonnia").power(**{owner: 5}).hand(card).begin("summoning")
    before = scene.pieces()
    scene.choose(play(card, "tilea"))
    if card == "the_blood_gods_call":
        scene.choose(n.DONE)
    paid: dict[str, int | str] = {f"{owner} power": 5 - COST[card]} if COST[card] else {}
    assert scene.asks == "summoning_turn" and scene.changes(before) == {f"{owner} hand": "", "tilea cards": card, **paid}


def test_what_is_played_works_in_the_phases_that_follow() -> None:
    """Influenza and Battle Cry, played this round, are in force in its Corruption Phase; the round after they are not."""
    scene = Scene().figures("empire", slaanesh="c c c c").power(khorne=1, nurgle=1).hand("influenza", "battle_cry")
    scene.begin("summoning", only=False, stop="end_phase").choose(play("battle_cry", "empire"), play("influenza", "empire"))
    assert scene.points() == (0, 0, 0, 5) and scene.corrupted("empire", "slaanesh") == 0
    scene.go_on(stop="battle_phase").pass_all().go_on(stop="end_phase")
    assert scene.points() == (0, 0, 0, 5) and scene.corrupted("empire", "slaanesh") == 4


@pytest.mark.parametrize("card", CARDS)
def test_beside_changer_of_ways_nothing_happens(card: str) -> None:
    """Its text is cancelled when it is played; the price is paid all the same (old-world.md 5.3)."""
    owner = card_owner_name(card)
    scene = crowd("tilea").cards("tilea", "changer_of_ways").power(**{owner: 5}).hand(card).begin("summoning")
    before = scene.pieces()
    scene.choose(play(card, "tilea"))
    paid: dict[str, int | str] = {f"{owner} power": 5 - COST[card]} if COST[card] else {}
    assert scene.asks == "summoning_turn" and scene.changes(before) == {
        f"{owner} hand": "",
        "tilea cards": f"changer_of_ways {card}",
        **paid,
    }


@pytest.mark.parametrize("card", CARDS)
def test_cancelled_it_counts_its_printed_cost(card: str) -> None:
    """Cost counts for supremacy, what the text adds does not (old-world.md 5.3)."""
    scene = Scene().cards("kislev", card, "changer_of_ways").tokens("kislev", noble=1, hero=1).corruption("kislev", nurgle=2)
    scene.begin("corruption")
    assert scene.values("kislev") == ({card_owner_name(card): COST[card]} if COST[card] else {})


@pytest.mark.parametrize("card", CARDS)
def test_cancelled_it_keeps_its_symbol(card: str) -> None:
    """With Changer of Ways (magic itself) a magic card of anybody makes the two sources of Tzeentch's dial (old-world.md 5)."""
    scene = Scene().cards("kislev", card, "changer_of_ways").figures("kislev", tzeentch="c c").begin("corruption")
    assert scene.corrupted("kislev", "tzeentch") == 2 and scene.g.counters[n.TZEENTCH] == (card in MAGIC)


@pytest.mark.parametrize("card", CARDS)
def test_it_goes_to_its_owners_discard_pile(card: str) -> None:
    """End Phase step 1 (old-world.md 7.6); nothing else in the region changes."""
    scene = crowd("kislev").cards("kislev", card)
    before = scene.pieces()
    scene.begin("end", stop="hero_acts")
    assert scene.changes(before) == {"kislev cards": "", f"{card_owner_name(card)} discard": card}
