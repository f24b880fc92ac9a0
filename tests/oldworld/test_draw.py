"""The Draw Phase (old-world.md 7.2, 4.1; seed, Draw Phase)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import CARDS, POWERS, Scene, card

KHORNES = ("blood_frenzy", "battle_cry", "the_skull_throne", "field_of_carnage", "ritual_slaying")
TZEENTCHS = ("teleport", "dazzle", "drain_power", "warp_shield", "temporal_stasis", "changer_of_ways", "teleport")


def sizes(scene: Scene) -> list[int]:
    return [scene.g.hand_size(p) for p in range(4)]


def with_decks() -> Scene:
    """Every Power has a deck of seven cards."""
    scene = Scene().deck(*KHORNES, "battle_cry", "battle_cry").deck(*TZEENTCHS)
    scene.deck("plague_aura", "plague_touch", "influenza", "all_things_decay", "rain_of_pus", "influenza", "plague_aura")
    return scene.deck(*["insidious_lies"] * 4, *["dark_influence"] * 3)


def test_everybody_draws_by_the_sheet() -> None:
    """Khorne, Nurgle and Slaanesh two, Tzeentch up to a hand of five (case C44)."""
    scene = with_decks().begin("draw")
    assert sizes(scene) == [2, 2, 5, 2]
    assert list(scene.g.deck_size) == [5, 5, 2, 5]


def test_the_top_card_is_drawn_first() -> None:
    scene = Scene().deck(*KHORNES).begin("draw")
    assert scene.in_hand("khorne") == ["field_of_carnage", "ritual_slaying"]
    assert [CARDS[event[1]] for event in scene.events("drew")] == ["ritual_slaying", "field_of_carnage"]


def test_cards_upgrades() -> None:
    """Old-world.md 4.5: Khorne draws three, Tzeentch up to six; Provender and Slaanesh's second power card draw nothing."""
    scene = with_decks().upgrades("khorne", "cards").upgrades("tzeentch", "cards")
    scene.upgrades("nurgle", "provender_of_ruin").upgrades("slaanesh", "power_2").begin("draw")
    assert sizes(scene) == [3, 2, 6, 2]


def test_no_limit_of_hands() -> None:
    """Seed: there is no limit to the number of cards in hand."""
    scene = Scene().deck(*KHORNES).hand(*["blood_frenzy"] * 4, *["battle_cry"] * 4, *["the_skull_throne"] * 4).begin("draw")
    assert scene.g.hand_size(0) == 14


def test_tzeentch_draws_up_to_five() -> None:
    """Ruling 50: Tzeentch may discard one card before drawing, with five or more too, and then draws only what is missing."""
    held = ("teleport", "teleport", "dazzle", "dazzle", "drain_power")
    scene = with_decks().hand(*held)
    scene.begin("draw")
    assert scene.asks == "discard_before_draw" and scene.who == "tzeentch"
    assert scene.legal() == {n.DONE, card("teleport"), card("dazzle"), card("drain_power")}
    scene.choose(card("dazzle"))
    assert scene.g.over and scene.g.hand_size(2) == 5 and len(scene.events("drew")) == 1 + 6
    assert scene.g.discard[CARDS.index("dazzle")] == 1


def test_tzeentch_need_not_discard() -> None:
    scene = with_decks().hand("teleport", "dazzle").begin("draw").choose(n.DONE)
    assert scene.g.hand_size(2) == 5 and sum(scene.g.discard) == 0


@pytest.mark.parametrize(("held", "discards", "after"), [(5, False, 5), (6, False, 6), (6, True, 5), (7, True, 6), (4, True, 5)])
def test_tzeentch_with_many_cards(held: int, discards: bool, after: int) -> None:
    """Ruling 50: with five or more after the discard he draws none."""
    scene = with_decks().hand(*["teleport"] * min(4, held), *["dazzle"] * max(0, held - 4)).begin("draw")
    scene.choose(card("teleport") if discards else n.DONE)
    assert scene.g.hand_size(2) == after


def test_tzeentch_upgraded_draws_up_to_six() -> None:
    """Ruling 50, the bracket: with his upgrade six."""
    scene = with_decks().upgrades("tzeentch", "cards").hand("teleport", "teleport", "dazzle", "dazzle", "drain_power").begin("draw")
    scene.choose(card("dazzle"))
    assert scene.g.hand_size(2) == 6


def test_tzeentch_without_cards_is_not_asked() -> None:
    scene = with_decks().begin("draw")
    assert scene.g.over and scene.g.hand_size(2) == 5


def test_tzeentch_discards_a_single_card_only() -> None:
    scene = with_decks().hand("teleport", "dazzle", "dazzle").begin("draw").choose(card("teleport"))
    assert scene.g.over


def test_an_empty_deck_is_shuffled_anew() -> None:
    """Old-world.md 13, 56: the discards are shuffled into a new deck and the draw goes on."""
    scene = Scene().deck("battle_cry")
    for title in ("blood_frenzy", "ritual_slaying", "ritual_slaying"):
        scene.g.discard[CARDS.index(title)] += 1
    scene.begin("draw")
    assert scene.g.hand_size(0) == 2 and scene.g.deck_size[0] == 2 and sum(scene.g.discard) == 0
    assert "battle_cry" in scene.in_hand("khorne")
    assert [event[0] for event in scene.events("shuffled")] == [0]


def test_the_discards_stay_while_the_deck_lasts() -> None:
    """The deck is made anew only when a card must be drawn from an empty one."""
    scene = Scene().deck("battle_cry", "blood_frenzy")
    scene.g.discard[CARDS.index("ritual_slaying")] = 1
    scene.begin("draw")
    assert scene.g.deck_size[0] == 0 and scene.g.discard[CARDS.index("ritual_slaying")] == 1 and scene.events("shuffled") == []


def test_both_empty_draws_what_there_is() -> None:
    scene = Scene().deck("battle_cry").begin("draw")
    assert scene.in_hand("khorne") == ["battle_cry"] and sizes(scene) == [1, 0, 0, 0]


def test_every_card_is_there_after_the_shuffle() -> None:
    scene = Scene()
    for title, copies in (("plague_aura", 4), ("influenza", 3)):
        scene.g.discard[CARDS.index(title)] = copies
    scene.begin("draw")
    left = [CARDS[scene.g.deck[24 + at]] for at in range(scene.g.deck_size[1])]
    assert sorted(left + scene.in_hand("nurgle")) == ["influenza"] * 3 + ["plague_aura"] * 4


def test_unspent_power_is_lost() -> None:
    """Old-world.md 13, 57: the marker is set anew every Draw Phase."""
    scene = Scene().power(khorne=3, nurgle=0, tzeentch=9, slaanesh=1).begin("draw")
    assert list(scene.g.power) == [7, 6, 6, 6]


def test_power_with_upgrades() -> None:
    scene = Scene().upgrades("khorne", "power").upgrades("nurgle", "power").upgrades("tzeentch", "power")
    scene.upgrades("slaanesh", "power", "power_2").begin("draw")
    assert list(scene.g.power) == [8, 7, 7, 9]
    assert scene.events("power_set") == [(0, 8), (1, 7), (2, 7), (3, 9)]


@pytest.mark.parametrize("absent", POWERS)
def test_an_absent_power_neither_draws_nor_has_power(absent: str) -> None:
    scene = Scene(absent=absent).begin("draw")
    assert [scene.g.power[p] for p in range(4)] == [0 if POWERS[p] == absent else (7, 6, 6, 6)[p] for p in range(4)]
