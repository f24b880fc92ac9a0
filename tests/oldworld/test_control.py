"""Figures that Slaanesh controls, by Soporific Musk or a Keeper of Secrets (old-world.md 5.4, 11). A charmed one is written with an x."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import POWERS, REGIONS, Scene, card, figure, play, power, region, summon, token


def rolls(scene: Scene) -> list[tuple[int, ...]]:
    """Who rolled how many dice for how many hits, in order."""
    return [(power, dice, hits) for power, _, dice, hits in scene.events("rolled")]


# ---- whose it is -------------------------------------------------------------------------------------------
def test_charmed_figure_is_slaaneshs() -> None:
    """Ruling 20; old-world.md 11: supremacy, dice, corruption and the dial are Slaanesh's; the owner's cultist beside it stays his."""
    scene = Scene().figures("kislev", nurgle="c cx cx", slaanesh="c").tokens("kislev", noble=1).begin("corruption")
    assert scene.values("kislev") == {"nurgle": 1, "slaanesh": 3}
    assert [scene.corrupted("kislev", name) for name in POWERS] == [0, 1, 0, 3] and scene.g.counters[n.SLAANESH] == 1
    scene = Scene().figures("kislev", khorne="wx", nurgle="c", slaanesh="c").dice(1, 3).begin("battle")
    assert rolls(scene) == [(n.SLAANESH, 2, 0)]  # the Attack of a Bloodletter


def test_charmed_cultist_makes_a_ruiner_of_slaanesh() -> None:
    """Ruling 20: the token it places is Slaanesh's."""
    scene = Scene().figures("tilea", khorne="cx").corruption("tilea", nurgle=11).begin("corruption")
    assert scene.g.ruin[REGIONS.index("tilea")] == 1 and scene.points() == (0, 0, 0, 3)


def test_charmed_figure_carries_slaaneshs_reach() -> None:
    """Ruling 20: Slaanesh summons next to it; its owner, with no other figure on the board, anywhere."""
    scene = Scene().figures("norsca", khorne="cx").power(khorne=1, slaanesh=1).begin("summoning")
    assert {summon("c", name) for name in REGIONS} <= scene.legal()
    scene.choose(n.PASS)
    assert {action for action in scene.legal() if n.SUMMON <= action < n.PLAY} == {summon("c", "norsca"), summon("c", "troll_country")}


def test_owner_may_not_summon_it() -> None:
    """Only the controller may act with it (old-world.md 7.3)."""
    scene = Scene().figures("kislev", khorne="c wx").power(khorne=2).begin("summoning")
    assert {summon("c", "empire", "kislev"), summon("w", "empire")} <= scene.legal()
    assert summon("w", "empire", "kislev") not in scene.legal()


@pytest.mark.parametrize(("dials", "who"), [({"slaanesh": 2}, "slaanesh"), ({"khorne": 2}, "khorne")])
def test_heroes_look_at_the_controller(dials: dict[str, int], who: str) -> None:
    """Ruling 20: the Power of highest threat picks among the figures it controls; a charmed one dies into its owner's reserve."""
    scene = Scene().figures("kislev", khorne="c w wx", slaanesh="c").tokens("kislev", hero=1).dial(**dials).begin("end", stop="round")
    own = {figure("khorne", "kislev", "wx"), figure("slaanesh", "kislev", "c")}
    assert scene.who == who
    assert scene.legal() == (own if who == "slaanesh" else {figure("khorne", "kislev", kind) for kind in "cw"})
    if who == "slaanesh":
        scene.choose(figure("khorne", "kislev", "wx"))
        assert scene.at("kislev", "khorne") == "c w" and scene.g.reserve[n.KHORNE * 4 + n.WARRIOR] == 5


def test_old_world_cards_look_at_the_controller() -> None:
    """Ruling 20: with Bretonnian Knights Slaanesh discards for a charmed figure in Bretonnia, its owner does not."""
    scene = Scene().track("bretonnian_knights").figures("bretonnia", khorne="cx").hand("battle_cry", "abyssal_pact", "dark_influence")
    scene.begin("end", stop="round")
    assert scene.who == "slaanesh" and scene.legal() == {card("abyssal_pact"), card("dark_influence")}
    scene.choose(card("abyssal_pact"))
    assert scene.in_hand("khorne") == ["battle_cry"] and scene.in_hand("slaanesh") == ["dark_influence"]


def test_chaos_cards_look_at_the_controller() -> None:
    """Ruling 20: Drain Power and The Meddling of Skaven meet Slaanesh, not the owner."""
    scene = Scene().figures("kislev", khorne="cx").power(khorne=2, tzeentch=2, slaanesh=2).hand("drain_power", "the_meddling_of_skaven")
    scene.begin("summoning").choose(summon("c", "tilea"), play("drain_power", "kislev"))
    assert scene.g.power[n.KHORNE] == 1 and scene.g.power[n.SLAANESH] == 1
    scene = Scene().figures("kislev", khorne="cx", nurgle="c").power(tzeentch=2).hand("the_meddling_of_skaven").begin("summoning")
    assert scene.choose(play("the_meddling_of_skaven", "kislev")).legal() == {power("nurgle"), power("slaanesh")}


@pytest.mark.parametrize(
    ("upgrades", "figures", "value", "dice"),
    [("bloodsworn", "cx cx", 2, 0), ("bloodthirster", "dx", 1, 4), ("bloodletters", "wx", 1, 2)],
)
def test_upgrades_of_the_owner_do_not_work(upgrades: str, figures: str, value: int, dice: int) -> None:
    """Ruling 20: Slaanesh gets the printed figure; Bloodletters roll in the normal step, at Slaanesh's turn."""
    scene = Scene().upgrades("khorne", upgrades).figures("kislev", khorne=figures, nurgle="w").dice(*[1] * (1 + dice))
    scene.begin("battle").begin("corruption")
    assert rolls(scene) == [(n.NURGLE, 1, 0)] + ([(n.SLAANESH, dice, 0)] if dice else [])
    assert scene.values("kislev") == {"nurgle": 1, "slaanesh": value}


def test_skull_throne_does_not_count_it() -> None:
    """Ruling 20: the Throne is for Khorne's figures; a Bloodletter of Slaanesh's counts one, for Slaanesh."""
    scene = Scene().cards("kislev", "the_skull_throne").figures("kislev", khorne="w wx").begin("corruption")
    assert scene.values("kislev") == {"khorne": 3, "slaanesh": 1}


# ---- killing it ---------------------------------------------------------------------------------------------
def test_owner_may_kill_it() -> None:
    """Ruling 21: for its owner too it is an enemy figure; Khorne earns a counter; it goes to Khorne's reserve."""
    scene = Scene().figures("kislev", khorne="w cx").dice(4, 1).begin("battle")
    assert scene.at("kislev", "khorne") == "w" and scene.g.reserve[n.KHORNE * 4] == 4 and scene.g.counters[n.KHORNE] == 1


def test_slaanesh_does_not_hit_it() -> None:
    """Old-world.md 11: no target for Slaanesh, alone with it there is no battle."""
    scene = Scene().figures("kislev", khorne="wx", slaanesh="w d").dice().begin("battle")
    assert scene.events("battle") == [] and scene.at("kislev", "khorne") == "wx"
    scene = Scene().figures("kislev", khorne="w wx", slaanesh="w").dice(1, 1, 4, 4, 4).begin("battle")
    assert scene.at("kislev", "khorne") == "wx"


def test_final_rotting_and_nurgles_own_under_control() -> None:
    """Ruling 21: a Leper that Slaanesh controls is an enemy cultist."""
    scene = Scene().cards("kislev", "the_final_rotting").corruption("kislev", nurgle=2).figures("kislev", nurgle="c cx")
    assert scene.begin("battle").at("kislev", "nurgle") == "c"


@pytest.mark.parametrize(
    ("cards", "kind", "defense"),
    [
        ("rain_of_pus", "wx", 1),
        ("rain_of_pus", "w", 2),
        ("plague_touch", "dx", 2),
        ("plague_touch", "d", 3),
        ("plague_touch rain_of_pus", "dx", 2),
        ("plague_touch rain_of_pus", "d", 4),
    ],
)
def test_rain_and_touch_on_a_charmed_figure(cards: str, kind: str, defense: int) -> None:
    """Ruling 23 (question Q3): Rain of Pus does not help it, Plague Touch does hit it."""
    for hits in (defense - 1, defense):
        scene = Scene().cards("kislev", *cards.split()).figures("kislev", khorne="d", nurgle=kind).dice(*[4] * hits, *[1] * 8)
        assert (scene.begin("battle").at("kislev", "nurgle") == "") == (hits == defense)


def test_consumption_leaves_charmed_figures() -> None:
    """Ruling 32: only figures that Nurgle controls leave, and only they bring tokens."""
    scene = Scene().cards("kislev", "a_great_foul_consumption").figures("kislev", nurgle="w w wx dx").begin("corruption")
    assert scene.at("kislev", "nurgle") == "dx wx" and scene.corrupted("kislev", "nurgle") == 1


# ---- moving it -----------------------------------------------------------------------------------------------
def charmed(power: int, **figures: str) -> Scene:
    return Scene().figures("kislev", **figures).power(slaanesh=power).begin("summoning")


def test_slaanesh_summons_a_charmed_figure() -> None:
    """Ruling 22; old-world.md 13, 37: at its printed cost, next to where Slaanesh has a figure (it is one); with that the control ends."""
    scene = charmed(4, khorne="wx")
    scene.choose(figure("khorne", "kislev", "wx"))
    assert scene.legal() == {region("troll_country"), region("empire")}
    before = scene.pieces()
    scene.choose(region("empire"))
    assert scene.changes(before) == {"slaanesh power": 2, "khorne figures kislev": "", "khorne figures empire": "w"}
    assert not any(n.FIGURE <= action < n.TOKEN for action in scene.legal())


@pytest.mark.parametrize(
    ("owner", "costs"),
    [("khorne", (1, 2, 3)), ("nurgle", (1, 1, 3)), ("tzeentch", (1, 2, 3))],
)
def test_summoning_a_charmed_figure_needs_its_cost(owner: str, costs: tuple[int, ...]) -> None:
    """Ruling 22: the printed cost of cultist, warrior, greater daemon (old-world.md 4.2)."""
    for kind, cost in zip(("cx", "wx", "dx"), costs, strict=True):
        for held in (1, 2, 3):
            assert (figure(owner, "kislev", kind) in charmed(held, **{owner: kind}).legal()) == (held >= cost)
        scene = charmed(5, **{owner: kind}).choose(figure(owner, "kislev", kind), region("empire"))
        assert scene.g.power[n.SLAANESH] == 5 - cost


def test_summoned_by_slaanesh_upgrades_stay_silent() -> None:
    """Old-world.md 11: no free Leper, no token of the Great Unclean One, no Warpstone, no standing on a space."""
    scene = Scene().upgrades("nurgle", "lepers", "great_unclean_one").upgrades("tzeentch", "acolytes", "horrors").power(slaanesh=9)
    scene.figures("kislev", nurgle="cx dx", tzeentch="cx wx").tokens("kislev", warpstone=1).begin("summoning")
    for name, kind in (("nurgle", "cx"), ("nurgle", "dx"), ("tzeentch", "cx"), ("tzeentch", "wx")):
        scene.choose(figure(name, "kislev", kind), region("empire"))
        assert scene.asks in ("summoning_turn", "")
    assert scene.at("empire", "nurgle") == "c d" and scene.at("empire", "tzeentch") == "c w" and scene.token("kislev", "warpstone") == 1
    assert scene.events("corruption_placed") == [] and scene.g.power[n.SLAANESH] == 9 - 1 - 3 - 1 - 2


def test_a_card_that_moves_it_ends_the_control() -> None:
    """Old-world.md 5.4: until it leaves the region."""
    scene = Scene().figures("kislev", khorne="cx").hand("teleport").power(tzeentch=1).begin("summoning")
    assert scene.choose(play("teleport", "kislev"), region("badlands")).at("badlands", "khorne") == "c"
    scene = Scene().figures("kislev", khorne="cx").hand("the_blood_gods_call").power(khorne=2).begin("summoning")
    scene.choose(play("the_blood_gods_call", "tilea"), figure("khorne", "kislev", "cx"))
    assert scene.at("tilea", "khorne") == "c"


def test_charmed_on_a_card_space() -> None:
    """A Horror that is charmed stands on its space until it leaves the region (ruling 38)."""
    scene = charmed(4, tzeentch="px")
    assert scene.lies("kislev") == ["horror", ""]
    scene.choose(figure("tzeentch", "kislev", "px"), region("empire"))
    assert scene.lies("kislev") == ["", ""] and scene.at("empire", "tzeentch") == "w"


def test_plaguebearers_answer_with_slaaneshs_figures() -> None:
    """Rulings 17 and 20: when Slaanesh has killed a Plaguebearer, the hit may fall on a charmed figure too."""
    scene = Scene().upgrades("nurgle", "plaguebearers").figures("kislev", khorne="cx", nurgle="w", slaanesh="c w").dice(1, 4)
    scene.begin("battle")
    assert scene.who == "nurgle" and scene.legal() == {figure("khorne", "kislev", "cx"), figure("slaanesh", "kislev", "c")}


def test_token_choices_do_not_change_hands() -> None:
    """A charmed Acolyte's owner, not Slaanesh, has the upgrade: the Acolyte beside it takes its Warpstone as ever."""
    scene = Scene().upgrades("tzeentch", "acolytes").figures("kislev", tzeentch="c cx").tokens("kislev", warpstone=1).power(tzeentch=2)
    scene.begin("summoning").choose(summon("c", "empire", "kislev"))
    assert scene.legal() == {token("kislev", "warpstone"), n.DONE}
