"""Khorne's Chaos cards, and the kills that move his dial (old-world.md 5.1, 4.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruinous.oldworld import names as n
from scenes import CARDS, REGIONS, Scene, figure, play, summon

KISLEV = REGIONS.index("kislev")


def rolls(scene: Scene) -> list[tuple[int, ...]]:
    """Who rolled how many dice for how many hits, in order."""
    return [(power, dice, hits) for power, _, dice, hits in scene.events("rolled")]


# ---- Khorne's dial (old-world.md 4.3) ----------------------------------------------------------------------
def test_several_kills_in_one_battle_are_one_counter() -> None:
    """Old-world.md 13, 1; case C01."""
    scene = Scene().figures("kislev", khorne="w w", nurgle="c c c").dice(4, 4, 4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.g.counters[n.KHORNE] == 1


def test_kills_in_three_regions_are_three_counters() -> None:
    """Old-world.md 13, 2; a region where he kills nobody gives none."""
    scene = Scene().dice(4, 1, 4, 1, 4, 1, 1, 1)
    for region in ("norsca", "kislev", "tilea", "badlands"):
        scene.figures(region, khorne="w", nurgle="c")
    scene.begin("battle")
    assert [event[1] for event in scene.events("counter")] == [REGIONS.index(region) for region in ("norsca", "kislev", "tilea")]


def test_peasants_give_no_counter() -> None:
    """Old-world.md 13, 3; case C02: a Peasant is no figure; a figure killed beside it is."""
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=2).dice(4, 4).begin("battle")
    assert scene.g.peasants[n.KHORNE] == 2 and scene.g.counters[n.KHORNE] == 0


def test_the_other_powers_kill_without_a_counter() -> None:
    scene = Scene().figures("kislev", nurgle="w", khorne="c").dice(4).begin("battle")
    assert scene.at("kislev", "khorne") == "" and list(scene.g.counters) == [0, 0, 0, 0]


# ---- Blood Frenzy ------------------------------------------------------------------------------------------
def test_blood_frenzy_needs_no_figure() -> None:
    """Two dice before all others; its victims do not roll any more (old-world.md 13, 22). The kill is Khorne's."""
    scene = Scene().cards("kislev", "blood_frenzy").figures("kislev", nurgle="w w", slaanesh="c").dice(4, 5)
    scene.begin("battle").choose(figure("nurgle", "kislev", "w"), figure("nurgle", "kislev", "w"))
    assert rolls(scene) == [(n.KHORNE, 2, 2)] and scene.at("kislev", "slaanesh") == "c"
    assert scene.g.counters[n.KHORNE] == 1 and scene.g.reserve[n.NURGLE * 4 + n.WARRIOR] == 5


def test_blood_frenzy_comes_on_top_of_the_normal_roll() -> None:
    """Old-world.md 7.4 a: an extra roll; a Plaguebearer that it spares fights on."""
    scene = Scene().cards("kislev", "blood_frenzy").figures("kislev", khorne="w", nurgle="w w").dice(4, 3, 1, 1, 4).begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 1), (n.KHORNE, 2, 0), (n.NURGLE, 1, 1)]
    assert scene.at("kislev", "khorne") == "" and scene.at("kislev", "nurgle") == "w"


def test_blood_frenzy_explodes() -> None:
    scene = Scene().cards("kislev", "blood_frenzy").figures("kislev", nurgle="c c c").dice(6, 6, 4, 3).begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 3)] and scene.at("kislev", "nurgle") == ""


def test_blood_frenzy_finds_peasants() -> None:
    """A battle is where somebody has dice and something to hit (old-world.md 7.4): Peasants are enough. It has no dice for a second one."""
    scene = Scene().cards("kislev", "blood_frenzy", "reborn_in_blood").tokens("kislev", peasant=2).dice(4, 1).begin("battle")
    assert scene.token("kislev", "peasant") == 1 and scene.g.peasants[n.KHORNE] == 1 and scene.events("battle") == [(KISLEV, 0)]


def test_blood_frenzy_without_a_target_is_not_rolled() -> None:
    scene = Scene().cards("kislev", "blood_frenzy").figures("kislev", khorne="w c").dice().begin("battle")
    assert scene.events("battle") == [] and rolls(scene) == []


def test_blood_frenzy_stays_in_its_region() -> None:
    scene = Scene().cards("kislev", "blood_frenzy").figures("empire", nurgle="w", slaanesh="c").dice(1).begin("battle")
    assert rolls(scene) == [(n.NURGLE, 1, 0)]


def test_blood_frenzy_beside_changer() -> None:
    scene = Scene().cards("kislev", "blood_frenzy", "changer_of_ways").figures("kislev", nurgle="w", slaanesh="c").dice(1).begin("battle")
    assert rolls(scene) == [(n.NURGLE, 1, 0)]


def test_left_card_is_resolved_first() -> None:
    """Ruling 2: a card is laid on the left space first; cards start the battle before upgrades do, and leave from the left."""
    scene = Scene().hand("blood_frenzy", "ritual_slaying", "battle_cry").power(khorne=3).begin("summoning")
    scene.choose(play("blood_frenzy", "kislev"), play("battle_cry", "tilea"), play("ritual_slaying", "kislev"))
    assert scene.lies("kislev") == ["blood_frenzy", "ritual_slaying"] and scene.lies("tilea") == ["battle_cry", ""]
    scene = Scene().upgrades("khorne", "bloodletters").cards("kislev", "ritual_slaying", "blood_frenzy")
    scene.figures("kislev", khorne="w w", nurgle="d").dice(1, 1, 1, 1, 1, 1, 1, 1, 1).begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 0), (n.KHORNE, 4, 0), (n.NURGLE, 3, 0)]
    scene = Scene().cards("kislev", "ritual_slaying", "blood_frenzy").begin("end", stop="round")
    assert [CARDS[event[0]] for event in scene.events("card_removed")] == ["ritual_slaying", "blood_frenzy"]


# ---- Battle Cry --------------------------------------------------------------------------------------------
def cultists(scene: Scene) -> None:
    scene.figures("tilea", khorne="c", nurgle="c c", tzeentch="c", slaanesh="c w").upgrades("slaanesh", "daemonettes").begin("corruption")


def infiltration(scene: Scene) -> None:
    scene.hand("perverse_infiltration").power(slaanesh=1).begin("summoning").choose(play("perverse_infiltration", "tilea"))


def great_unclean_one(scene: Scene) -> None:
    scene.upgrades("nurgle", "great_unclean_one").power(nurgle=3).begin("summoning").choose(summon("d", "tilea"))


def stench(scene: Scene) -> None:
    scene.cards("tilea", "the_stench_of_death").begin("corruption")
    assert scene.g.vp[n.NURGLE] == 2


def consumption(scene: Scene) -> None:
    """Old-world.md 13, 40: the figures leave all the same."""
    scene.cards("tilea", "a_great_foul_consumption").figures("tilea", nurgle="c c w w").begin("corruption")
    assert scene.at("tilea", "nurgle") == ""


@pytest.mark.parametrize("means", [cultists, infiltration, great_unclean_one, stench, consumption])
@pytest.mark.parametrize("cry", [True, False])
def test_battle_cry_stops_everything(means: Callable[[Scene], None], cry: bool) -> None:
    """Ruling 10: nobody places corruption there by any means; without the card each of these does."""
    scene = Scene()
    if cry:
        scene.cards("tilea", "battle_cry")
    means(scene)
    assert (scene.g.corruption_in(REGIONS.index("tilea")) == 0) == cry


def test_battle_cry_leaves_the_rest_alone() -> None:
    """What lies there stays, Warpstones come and count, the neighbours are corrupted; a Warpstone can still ruin the region."""
    scene = Scene().cards("tilea", "battle_cry").corruption("tilea", nurgle=11).tokens("tilea", warpstone=1)
    scene.figures("tilea", nurgle="c").figures("estalia", nurgle="c").begin("corruption")
    assert scene.corrupted("tilea", "nurgle") == 11 and scene.corrupted("estalia", "nurgle") == 1
    assert scene.g.ruin[REGIONS.index("tilea")] == 1 and scene.points() == (0, 0, 0, 0)


def test_battle_cry_beside_changer() -> None:
    scene = Scene().cards("tilea", "battle_cry", "changer_of_ways").figures("tilea", nurgle="c c").begin("corruption")
    assert scene.corrupted("tilea", "nurgle") == 2


# ---- The Skull Throne --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("figures", "upgrade", "value"),
    [
        ("c c w", "", 3),  # old-world.md 13, 19: 0 + 0 + 2 and the card
        ("c c", "", 1),  # case C17, Bretonnia
        ("c c", "bloodsworn", 3),
        ("d", "", 5),  # case C31
        ("d", "bloodthirster", 5),  # Attack 4 replaces the count, and with it the three of the upgrade
        ("", "", 1),
    ],
)
def test_the_skull_throne(figures: str, upgrade: str, value: int) -> None:
    """Attack instead of the number of figures, 1 more for the card (old-world.md 5.1)."""
    scene = Scene().cards("bretonnia", "the_skull_throne").figures("bretonnia", khorne=figures, nurgle="c c w d")
    if upgrade:
        scene.upgrades("khorne", upgrade)
    scene.figures("tilea", khorne="c c").begin("corruption")
    assert scene.values("bretonnia") == {"khorne": value, "nurgle": 4} and scene.values("tilea") == {"khorne": 2}


def test_skull_throne_against_resistance() -> None:
    """Case C31: 5 against Resistance 3 and two Peasants of an uprising scores nothing; without one of them it scores 3."""
    for peasants, points in ((2, 0), (1, 3)):
        scene = Scene().cards("bretonnia", "the_skull_throne").figures("bretonnia", khorne="d").track("peasant_uprising")
        assert scene.tokens("bretonnia", peasant=peasants).begin("corruption").points() == (points, 0, 0, 0)


def test_skull_throne_beside_changer() -> None:
    scene = Scene().cards("kislev", "the_skull_throne", "changer_of_ways").figures("kislev", khorne="w w").begin("corruption")
    assert scene.values("kislev") == {"khorne": 3}


# ---- Field of Carnage --------------------------------------------------------------------------------------
def sources(scene: Scene) -> set[str]:
    """The regions out of which the Power whose turn it is may summon its own figures."""
    codes = [action - n.SUMMON for action in scene.legal() if n.SUMMON <= action < n.PLAY]
    return {REGIONS[code // 72] for code in codes if code // 72 < 9}


@pytest.mark.parametrize("power", ["khorne", "nurgle", "tzeentch", "slaanesh"])
def test_field_of_carnage(power: str) -> None:
    """Ruling 52: nobody but Khorne summons out of here; into it, and out of other regions, everybody may."""
    scene = Scene().cards("kislev", "field_of_carnage").figures("kislev", **{power: "c w"}).figures("empire", **{power: "c"})
    scene.power(**{power: 3}).begin("summoning")
    assert sources(scene) == ({"kislev", "empire"} if power == "khorne" else {"empire"})
    assert {summon("c", "kislev", "empire"), summon("d", "kislev"), summon("c", "troll_country")} <= scene.legal()


def test_field_of_carnage_does_not_stop_cards() -> None:
    """Ruling 52: moving is not summoning, and so free of it (old-world.md 14.4)."""
    scene = Scene().cards("kislev", "field_of_carnage").figures("kislev", nurgle="c").power(tzeentch=1).hand("teleport").begin("summoning")
    scene.choose(play("teleport", "kislev"), n.REGION + REGIONS.index("badlands"))
    assert scene.at("badlands", "nurgle") == "c"
    scene = Scene().cards("kislev", "field_of_carnage").figures("kislev", nurgle="c").power(khorne=2).hand("the_blood_gods_call")
    scene.begin("summoning").choose(play("the_blood_gods_call", "norsca"), figure("nurgle", "kislev", "c"))
    assert scene.at("norsca", "nurgle") == "c"


def test_field_of_carnage_and_charmed_figures() -> None:
    """Ruling 52: it goes by the owner; Slaanesh may summon a Bloodletter away, not a Plaguebearer."""
    scene = Scene().cards("kislev", "field_of_carnage").figures("kislev", khorne="wx", nurgle="wx").power(slaanesh=2).begin("summoning")
    assert figure("khorne", "kislev", "wx") in scene.legal() and figure("nurgle", "kislev", "wx") not in scene.legal()


def test_field_of_carnage_beside_changer() -> None:
    scene = Scene().cards("kislev", "field_of_carnage", "changer_of_ways").figures("kislev", nurgle="c").power(nurgle=1).begin("summoning")
    assert sources(scene) == {"kislev"}


# ---- Ritual Slaying ----------------------------------------------------------------------------------------
def slaying(*cards: str, figures: str = "c c", region: str = "kislev") -> Scene:
    scene = Scene().cards(region, *cards).figures("kislev", khorne="w", nurgle=figures)
    return scene.deck("battle_cry", "battle_cry", "blood_frenzy", "blood_frenzy", "blood_frenzy")


@pytest.mark.parametrize(("copies", "cards"), [(1, 2), (2, 4)])
def test_ritual_slaying(copies: int, cards: int) -> None:
    """Old-world.md 13, 55: two kills, two cards; ruling 14: each copy draws."""
    scene = slaying(*["ritual_slaying"] * copies).dice(4, 4).begin("battle")
    assert len(scene.in_hand("khorne")) == cards and scene.g.counters[n.KHORNE] == 1


def test_ritual_slaying_draws_for_frenzy() -> None:
    """A kill of Blood Frenzy is a kill of his."""
    scene = slaying("ritual_slaying", "blood_frenzy", figures="c").dice(4, 1).begin("battle")
    assert scene.in_hand("khorne") == ["blood_frenzy"]


@pytest.mark.parametrize(
    ("laid", "dice"),
    [
        (lambda: slaying("ritual_slaying"), (1, 3)),  # nobody killed
        (lambda: slaying("ritual_slaying", "changer_of_ways"), (4, 4)),
        (lambda: slaying("ritual_slaying", region="tilea"), (4, 4)),
        (lambda: slaying("ritual_slaying", figures="").tokens("kislev", peasant=2), (4, 4)),
        (lambda: slaying("ritual_slaying", figures="").figures("kislev", nurgle="w", slaanesh="c"), (1, 1, 4)),
    ],
    ids=["no_kill", "changer", "elsewhere", "peasants", "killed_by_nurgle"],
)
def test_ritual_slaying_draws_nothing(laid: Callable[[], Scene], dice: tuple[int, ...]) -> None:
    """Each time *Khorne* kills a *figure* *here* (old-world.md 5.1)."""
    scene = laid().dice(*dice).begin("battle")
    if scene.asks:
        scene.choose(figure("slaanesh", "kislev", "c"))
    assert scene.in_hand("khorne") == []


def test_ritual_slaying_on_an_empty_deck() -> None:
    """The discards become the deck (old-world.md 13, 56); with none of these nothing is drawn."""
    scene = Scene().cards("kislev", "ritual_slaying").figures("kislev", khorne="w", nurgle="c c").dice(4, 4)
    scene.g.discard[n.BATTLE_CRY] = 1
    scene.begin("battle")
    assert scene.in_hand("khorne") == ["battle_cry"] and scene.g.discard[n.BATTLE_CRY] == 0


# ---- Reborn in Blood ---------------------------------------------------------------------------------------
def test_reborn_rolls_frenzy_once() -> None:
    """Ruling 15: Blood Frenzy in the first battle only."""
    scene = Scene().cards("kislev", "reborn_in_blood", "blood_frenzy").figures("kislev", khorne="w", nurgle="d").dice(*[1] * 12)
    scene.begin("battle")
    first, again = [(n.KHORNE, 2, 0), (n.KHORNE, 2, 0), (n.NURGLE, 3, 0)], [(n.KHORNE, 2, 0), (n.NURGLE, 3, 0)]
    assert rolls(scene) == first + again and scene.events("battle") == [(KISLEV, 0), (KISLEV, 1)]


def test_reborn_rolls_bloodletters_first_in_each() -> None:
    """Ruling 15: upgraded Bloodletters strike first in each battle: here the Plaguebearers never come to roll."""
    scene = Scene().upgrades("khorne", "bloodletters").cards("kislev", "reborn_in_blood").figures("kislev", khorne="w", nurgle="w w")
    scene.dice(4, 1, 1, 4, 1).begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 1), (n.NURGLE, 1, 0), (n.KHORNE, 2, 1)] and scene.at("kislev", "khorne") == "w"


def test_reborn_loses_unused_hits() -> None:
    """Ruling 15: 2 hits and 2 hits do not kill a Great Unclean One of Defense 3; 3 in one battle do."""
    for dice, left in (((4, 4, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1), "d"), ((4, 4, 4, 1, 1, 1), "")):
        scene = Scene().cards("kislev", "reborn_in_blood").figures("kislev", khorne="w c", nurgle="d").dice(*dice)
        scene.upgrades("khorne", "bloodsworn").begin("battle")
        assert scene.at("kislev", "nurgle") == left


def test_reborn_gives_a_second_counter() -> None:
    """Ruling 16; old-world.md 13, 4: the condition is per battle."""
    scene = Scene().cards("kislev", "reborn_in_blood").figures("kislev", khorne="w", nurgle="c c").dice(4, 1, 4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.g.counters[n.KHORNE] == 2


def test_reborn_is_for_those_who_are_left() -> None:
    """The felled are gone before the second battle (old-world.md 5.1)."""
    scene = Scene().cards("kislev", "reborn_in_blood").figures("kislev", khorne="w", nurgle="w d").dice(4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    scene.begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 1), (n.NURGLE, 4, 0), (n.KHORNE, 2, 0), (n.NURGLE, 3, 0)]


@pytest.mark.parametrize(("cards", "battles"), [("reborn_in_blood", 2), ("reborn_in_blood changer_of_ways", 1), ("blood_frenzy", 1)])
def test_reborn_needs_its_text(cards: str, battles: int) -> None:
    """Old-world.md 13, 41: with Changer of Ways there is no second battle; a copy in another region does nothing here."""
    scene = Scene().cards("kislev", *cards.split()).cards("tilea", "reborn_in_blood").figures("kislev", khorne="w", nurgle="c")
    assert len(scene.dice(*[1] * 4).begin("battle").events("battle")) == battles


# ---- The Blood God's Call ----------------------------------------------------------------------------------
def call() -> Scene:
    scene = Scene().figures("kislev", khorne="c", nurgle="d", tzeentch="w w").figures("tilea", slaanesh="c c").figures("norsca", khorne="c")
    return scene.hand("the_blood_gods_call").power(khorne=3).begin("summoning").choose(play("the_blood_gods_call", "norsca"))


def test_blood_gods_call() -> None:
    """Ruling 28; old-world.md 13, 32: any Power's figures of any kind, both from one other region, no adjacency; nothing else moves."""
    scene = call()
    before = scene.pieces()
    away = {figure("khorne", "kislev", "c"), figure("nurgle", "kislev", "d"), figure("tzeentch", "kislev", "w")}
    assert scene.legal() == {n.DONE, figure("slaanesh", "tilea", "c")} | away and scene.g.power[n.KHORNE] == 1
    scene.choose(figure("nurgle", "kislev", "d"))
    assert scene.legal() == {n.DONE, figure("khorne", "kislev", "c"), figure("tzeentch", "kislev", "w")}
    scene.choose(figure("tzeentch", "kislev", "w"))
    assert scene.asks == "summoning_turn" and scene.changes(before) == {
        "nurgle figures kislev": "",
        "nurgle figures norsca": "d",
        "tzeentch figures kislev": "w",
        "tzeentch figures norsca": "w",
    }


@pytest.mark.parametrize("figures", [[], ["c"]])
def test_blood_gods_call_up_to_two(figures: list[str]) -> None:
    """Ruling 28: one, or none, is allowed."""
    scene = call().choose(*[figure("slaanesh", "tilea", kind) for kind in figures])
    if scene.asks == "blood_gods_call":
        scene.choose(n.DONE)
    assert scene.asks == "summoning_turn" and scene.at("norsca", "slaanesh") == " ".join(figures)


def test_blood_gods_call_moves_and_does_not_summon() -> None:
    """Old-world.md 11: an upgraded Great Unclean One that is moved places nothing; ruined regions may be left."""
    scene = Scene().figures("kislev", nurgle="d").ruin("kislev", 1).upgrades("nurgle", "great_unclean_one")
    scene.hand("the_blood_gods_call").power(khorne=2).begin("summoning").choose(
        play("the_blood_gods_call", "norsca"), figure("nurgle", "kislev", "d")
    )
    assert scene.at("norsca", "nurgle") == "d" and scene.events("corruption_placed") == []
