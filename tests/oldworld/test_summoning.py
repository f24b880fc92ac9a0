"""The Summoning Phase: turns, reach, prices, card spaces (old-world.md 7.3; seed, Summoning Phase)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import POWERS, REGIONS, Scene, card, play, region, summon


def begin(scene: Scene, **power: int) -> Scene:
    """The Summoning Phase with these power points; a Power left out has none."""
    return scene.power(**power).begin("summoning")


def summons(scene: Scene, kind: str, source: str = "") -> set[str]:
    """The regions to which such a figure may be summoned now."""
    return {where for where in REGIONS if summon(kind, where, source) in scene.legal()}


def plays(scene: Scene, title: str) -> set[str]:
    return {where for where in REGIONS if play(title, where) in scene.legal()}


# ---- turns -------------------------------------------------------------------------------------------------
def test_turns_go_round_in_power_order() -> None:
    """Seed: in Power order, round and round, until all markers are at 0."""
    scene = begin(Scene(), khorne=2, nurgle=1, tzeentch=2, slaanesh=3)
    turns = []
    while scene.asks:
        turns.append(scene.who)
        scene.choose(summon("c", "kislev"))
    assert turns == ["khorne", "nurgle", "tzeentch", "slaanesh", "khorne", "tzeentch", "slaanesh", "slaanesh"]
    assert scene.g.over and list(scene.g.power) == [0, 0, 0, 0]


def test_a_turn_is_a_figure_a_card_or_a_pass() -> None:
    """Case C43: place a figure, play a card, pass; nothing else is offered."""
    scene = begin(Scene().hand("battle_cry").figures("kislev", khorne="c"), khorne=3)
    kinds = {"pass" if a == n.PASS else "summon" if n.SUMMON <= a < n.PLAY else "play" if a < n.REGION else "?" for a in scene.legal()}
    assert kinds == {"pass", "summon", "play"}


def test_passing_gives_up_the_power_left() -> None:
    """Old-world.md 13, 36 and seed: the marker goes to 0; one is out for this phase."""
    scene = begin(Scene().hand("battle_cry"), khorne=5, nurgle=2)
    scene.choose(n.PASS)
    assert list(scene.g.power) == [0, 2, 0, 0] and scene.who == "nurgle"
    scene.choose(summon("c", "kislev"))
    assert scene.who == "nurgle"


def test_nothing_affordable_means_passing() -> None:
    """Old-world.md 13, 36: with 1 power and only options of cost 2 one passes."""
    scene = Scene().figures("kislev", khorne="w").hand("the_blood_gods_call")
    scene.g.reserve[0] = 0  # no cultist left to summon
    begin(scene, khorne=1)
    assert scene.g.over and scene.g.power[0] == 0 and scene.events("passed") == [(0,)]


def test_at_zero_no_card_of_cost_zero() -> None:
    """Old-world.md 13, 35: at 0 power all turns are skipped, whatever would cost nothing."""
    scene = begin(Scene().hand("blood_frenzy"), khorne=1, nurgle=2)
    scene.choose(summon("c", "kislev"))
    scene.choose(summon("c", "norsca"))
    assert scene.who == "nurgle" and scene.in_hand("khorne") == ["blood_frenzy"]


def test_at_zero_no_free_leper() -> None:
    scene = begin(Scene().upgrades("nurgle", "lepers"), nurgle=0, khorne=1)
    assert scene.who == "khorne"
    assert scene.choose(n.PASS).g.over


def test_cost_zero_before_zero() -> None:
    """At 1 power a card of cost 0 may be played, and the power is still there."""
    scene = begin(Scene().hand("blood_frenzy"), khorne=1)
    scene.choose(play("blood_frenzy", "kislev"))
    assert scene.who == "khorne" and scene.g.power[0] == 1


def test_nobody_has_power() -> None:
    assert begin(Scene()).g.over


@pytest.mark.parametrize("absent", POWERS)
def test_an_absent_power_has_no_turn(absent: str) -> None:
    """Three players: the others keep their order."""
    scene = Scene(absent=absent).begin("draw")
    scene.begin("summoning")
    turns = []
    while not scene.g.over:
        turns.append(scene.who)
        scene.choose(n.PASS)
    assert turns == [power for power in POWERS if power != absent]


# ---- where figures may go ----------------------------------------------------------------------------------
def test_the_first_figure_goes_anywhere() -> None:
    """Seed; case C11: with no figure on the board the first may be placed in any region."""
    assert summons(begin(Scene(), tzeentch=6), "c") == set(REGIONS)


def test_anywhere_only_with_none_on_the_board() -> None:
    scene = begin(Scene().figures("badlands", tzeentch="c"), tzeentch=6)
    assert summons(scene, "c") == {"badlands", "border_princes"}


def test_the_same_or_an_adjacent_region() -> None:
    """Case C11: from The Empire to The Border Princes; from Bretonnia to The Empire."""
    scene = begin(Scene().figures("empire", slaanesh="c"), slaanesh=6)
    assert summons(scene, "c") == {"empire", "kislev", "bretonnia", "border_princes"}
    scene = begin(Scene().figures("bretonnia", khorne="c"), khorne=5)
    assert summons(scene, "w") == {"bretonnia", "empire", "estalia", "tilea", "border_princes"}


def test_the_figures_of_others_are_no_base() -> None:
    scene = begin(Scene().figures("badlands", tzeentch="c").figures("kislev", khorne="c"), tzeentch=6)
    assert "kislev" not in summons(scene, "c")


def test_every_kind_of_figure_is_a_base() -> None:
    for kind in ("c", "w", "d"):
        scene = begin(Scene().figures("estalia", nurgle=kind), nurgle=6)
        assert summons(scene, "c") == {"estalia", "bretonnia", "tilea"}


def test_a_figure_summoned_now_is_a_base() -> None:
    """Old-world.md 13, 31: legality is judged at each action."""
    scene = begin(Scene().figures("badlands", tzeentch="c"), tzeentch=6)
    assert "tilea" not in summons(scene, "c")
    scene.choose(summon("c", "border_princes"))
    assert "tilea" in summons(scene, "c")


def test_a_ruined_region_may_be_entered_and_left() -> None:
    """Old-world.md 8: summoning in and out of a ruin, and it still joins its neighbours."""
    scene = begin(Scene().ruin("empire", 1).figures("kislev", khorne="c"), khorne=6)
    scene.choose(summon("c", "empire"))
    assert scene.at("empire", "khorne") == "c"
    assert {"bretonnia", "border_princes"} <= summons(scene, "c") and summon("c", "bretonnia", "empire") in scene.legal()


# ---- figures that are on the board already -----------------------------------------------------------------
def test_a_figure_moves_to_another_region() -> None:
    """Ruling 4: summoning takes a figure from the reserve or from another region; it may not stay where it is."""
    scene = begin(Scene().figures("norsca", khorne="c"), khorne=3)
    assert summons(scene, "c", "norsca") == {"troll_country"}
    scene.choose(summon("c", "troll_country", "norsca"))
    assert scene.at("troll_country", "khorne") == "c" and scene.at("norsca", "khorne") == "" and scene.g.power[0] == 2


def test_a_moved_figure_costs_its_full_price() -> None:
    scene = begin(Scene().figures("norsca", khorne="d"), khorne=4)
    scene.choose(summon("d", "troll_country", "norsca"))
    assert scene.g.power[0] == 1 and scene.g.reserve[2] == 0


def test_from_norsca_to_the_badlands() -> None:
    """Old-world.md 13, 29: only if The Badlands hold or touch a region with one of one's figures."""
    scene = begin(Scene().figures("norsca", khorne="c"), khorne=3)
    assert summons(scene, "c", "norsca") == {"troll_country"}
    scene = begin(Scene().figures("norsca", khorne="c").figures("border_princes", khorne="w"), khorne=3)
    assert "badlands" in summons(scene, "c", "norsca")


def test_the_only_figure_goes_next_door() -> None:
    """Old-world.md 13, 30: the free placement is for a player with no figure on the board."""
    scene = begin(Scene().figures("kislev", slaanesh="c"), slaanesh=3)
    assert summons(scene, "c", "kislev") == {"troll_country", "empire"}
    assert summons(scene, "c") == {"kislev", "troll_country", "empire"}


def test_the_old_region_is_a_base_for_the_figure_moved() -> None:
    """Old-world.md 7.3: the position at the moment of the action, the moved figure's old region included."""
    scene = begin(Scene().figures("tilea", nurgle="c"), nurgle=3)
    scene.choose(summon("c", "estalia", "tilea"))
    assert summons(scene, "c") == {"estalia", "bretonnia", "tilea"}
    assert "border_princes" not in summons(scene, "c")


def test_bystanders_stay() -> None:
    scene = begin(Scene().figures("kislev", khorne="c c w", nurgle="c").corruption("kislev", khorne=2), khorne=4)
    scene.choose(summon("w", "empire", "kislev"))
    assert scene.at("kislev", "khorne") == "c c" and scene.at("kislev", "nurgle") == "c" and scene.corrupted("kislev", "khorne") == 2


# ---- what can be afforded, and what there is ---------------------------------------------------------------
@pytest.mark.parametrize(("power", "kinds"), [(1, {"c"}), (2, {"c", "w"}), (3, {"c", "w", "d"})])
def test_what_can_be_paid(power: int, kinds: set[str]) -> None:
    scene = begin(Scene(), khorne=power)
    assert {kind for kind in "cwd" if summons(scene, kind)} == kinds


@pytest.mark.parametrize(
    ("power", "prices"),
    [("khorne", (1, 2, 3)), ("nurgle", (1, 1, 3)), ("tzeentch", (1, 2, 3)), ("slaanesh", (1, 2, 3))],
)
def test_prices_of_figures(power: str, prices: tuple[int, ...]) -> None:
    """Old-world.md 4.2."""
    for kind, price in zip("cwd", prices, strict=True):
        scene = begin(Scene(), **{power: 6})
        scene.choose(summon(kind, "kislev"))
        assert scene.g.power[POWERS.index(power)] == 6 - price
        assert scene.at("kislev", power) == kind


def test_an_empty_reserve_summons_nothing() -> None:
    scene = begin(Scene().figures("kislev", khorne="c c c c d"), khorne=7)
    assert summons(scene, "c") == set() and summons(scene, "d") == set() and summons(scene, "w") != set()
    assert summons(scene, "c", "kislev") == {"troll_country", "empire"}


# ---- Chaos cards -------------------------------------------------------------------------------------------
def test_a_card_needs_no_figure() -> None:
    """Old-world.md 7.3; case C10: presence is not needed."""
    scene = begin(Scene().figures("norsca", khorne="c").hand("battle_cry"), khorne=3)
    assert plays(scene, "battle_cry") == set(REGIONS)
    scene.choose(play("battle_cry", "badlands"))
    assert scene.g.power[0] == 2 and scene.in_hand("khorne") == []


def test_two_spaces_in_a_region() -> None:
    """Seed: if both spaces are occupied, no card may be played there."""
    scene = begin(Scene().hand("battle_cry").cards("kislev", "influenza", "teleport").cards("empire", "influenza"), khorne=3)
    assert plays(scene, "battle_cry") == set(REGIONS) - {"kislev"}


def test_the_second_card_fills_the_region() -> None:
    scene = begin(Scene().hand("battle_cry", "battle_cry", "battle_cry"), khorne=7)
    scene.choose(play("battle_cry", "kislev"), play("battle_cry", "kislev"))
    assert plays(scene, "battle_cry") == set(REGIONS) - {"kislev"}


def test_no_card_into_a_ruin() -> None:
    """Old-world.md 13, 48."""
    scene = begin(Scene().hand("battle_cry").ruin("kislev", 1), khorne=3)
    assert plays(scene, "battle_cry") == set(REGIONS) - {"kislev"}


@pytest.mark.parametrize(("title", "price"), [("blood_frenzy", 0), ("battle_cry", 1), ("reborn_in_blood", 2)])
def test_prices_of_cards(title: str, price: int) -> None:
    scene = begin(Scene().hand(title), khorne=5)
    scene.choose(play(title, "kislev"))
    assert scene.g.power[0] == 5 - price


def test_a_card_that_costs_too_much() -> None:
    scene = begin(Scene().hand("reborn_in_blood", "battle_cry"), khorne=1)
    assert plays(scene, "reborn_in_blood") == set() and plays(scene, "battle_cry") == set(REGIONS)


def test_only_cards_in_hand() -> None:
    scene = begin(Scene().hand("battle_cry").deck("ritual_slaying"), khorne=3)
    assert plays(scene, "ritual_slaying") == set() and card("battle_cry") not in scene.legal() and region("kislev") not in scene.legal()
