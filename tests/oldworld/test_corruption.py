"""The Corruption Phase: supremacy, corruption tokens, dial counters (old-world.md 7.5, 3, 4.3; seed, Corruption Phase)."""

from __future__ import annotations

import pytest

from ruinous.oldworld.corruption import dominates
from ruinous.oldworld.events import CORRUPTION_PLACED, VP
from scenes import POWERS, REGIONS, Scene, play, summon


def corrupt(scene: Scene) -> Scene:
    """The Corruption Phase with nothing after it and nothing to decide."""
    scene.begin("corruption")
    assert scene.g.over
    return scene


def counters(scene: Scene) -> list[int]:
    return list(scene.g.counters)


def domination(scene: Scene) -> list[tuple[str, int, str]]:
    """(Power, points, region) of each supremacy scored, in order."""
    return [(POWERS[power], points, REGIONS[where]) for power, points, why, where in scene.events("vp") if why == 1]


# ---- supremacy ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("where", "value"),
    list(zip(REGIONS, (1, 1, 3, 5, 3, 4, 2, 1, 1), strict=True)),
)
def test_resistance_must_be_exceeded(where: str, value: int) -> None:
    """Old-world.md 13, 15; case C08: equal to Resistance nobody scores; one more scores the Conquest value."""
    equal = Scene().figures(where, nurgle=" ".join(["w"] * value))
    assert corrupt(equal).points() == (0, 0, 0, 0)
    more = Scene().figures(where, nurgle=" ".join(["w"] * min(5, value) + ["d"] * (value - 4) + (["w"] if value < 5 else [])))
    assert sum(event[3] for event in corrupt(more).events("supremacy")) == value + 1
    assert more.points() == (0, value, 0, 0) and domination(more) == [("nurgle", value, where)]


def test_tie_on_top() -> None:
    """Old-world.md 13, 16: two tie on top, a third is above Resistance too: nobody scores there."""
    scene = Scene().figures("norsca", khorne="w w w", tzeentch="w w w", nurgle="w w")
    assert corrupt(scene).points() == (0, 0, 0, 0)
    assert scene.values("norsca") == {"khorne": 3, "tzeentch": 3, "nurgle": 2}


def test_a_tie_below_the_top_does_not_matter() -> None:
    scene = Scene().figures("norsca", khorne="w w", tzeentch="w w", nurgle="w w w")
    assert corrupt(scene).points() == (0, 1, 0, 0)


def test_cards_alone_dominate() -> None:
    """Old-world.md 13, 17: one card of cost 3, no figure, Resistance 2, nobody else there: 3 dominates."""
    scene = Scene().cards("tilea", "degenerate_royalty")
    assert corrupt(scene).points() == (0, 0, 0, 2) and scene.values("tilea") == {"slaanesh": 3}


def test_figures_count_one_whatever_they_cost() -> None:
    """Old-world.md 13, 17; seed: the quantity of figures counts, cards count their printed cost."""
    scene = Scene().figures("empire", khorne="d w c", nurgle="c").cards("empire", "reborn_in_blood", "influenza")
    corrupt(scene)
    assert scene.values("empire") == {"khorne": 3 + 2, "nurgle": 1 + 1}


def test_nothing_is_worth_nothing() -> None:
    """Old-world.md 7.5: value 0 never dominates, not even at Resistance 0."""
    scene = Scene().tokens("norsca", skaven=1).cards("norsca", "blood_frenzy")
    assert corrupt(scene).points() == (0, 0, 0, 0) and scene.g.resistance(0) == 0


def test_influenza_at_resistance_one() -> None:
    """Old-world.md 13, 12: Resistance 0, never negative; a value of 1 then dominates."""
    scene = Scene().cards("norsca", "influenza")
    assert scene.g.resistance(0) == 0
    assert corrupt(scene).points() == (0, 1, 0, 0) and scene.values("norsca") == {"nurgle": 1}


def test_two_skaven_at_value_one() -> None:
    """Old-world.md 13, 13: Resistance 0, Conquest value still 1."""
    scene = Scene().tokens("badlands", skaven=2).figures("badlands", nurgle="w")
    assert (scene.g.resistance(8), scene.g.conquest(8)) == (0, 1)
    assert corrupt(scene).points() == (0, 1, 0, 0)


def test_a_noble() -> None:
    """Old-world.md 13, 14: Conquest 4, Resistance still 3."""
    scene = Scene().tokens("kislev", noble=1).figures("kislev", nurgle="w w w")
    assert (scene.g.resistance(2), scene.g.conquest(2)) == (3, 4)
    assert corrupt(scene).points() == (0, 0, 0, 0)
    assert corrupt(scene.figures("kislev", nurgle="w")).points() == (0, 4, 0, 0)


def test_each_noble_and_each_skaven() -> None:
    scene = Scene().tokens("empire", noble=3, skaven=2)
    assert (scene.g.resistance(3), scene.g.conquest(3)) == (3, 8)


@pytest.mark.parametrize("token", ["peasant", "warpstone", "hero", "event"])
def test_other_tokens_change_neither_value(token: str) -> None:
    """Old-world.md 3: without their card on the track Peasants and Events change nothing; Warpstones and Heroes never do."""
    scene = Scene().tokens("kislev", **{token: 2})
    assert (scene.g.resistance(2), scene.g.conquest(2)) == (3, 3)


def test_peasant_uprising_and_two_peasants() -> None:
    """Old-world.md 13, 20: two Peasants in a region of value 3 make Resistance 5."""
    scene = Scene().track("peasant_uprising").tokens("kislev", peasant=2)
    assert (scene.g.resistance(2), scene.g.conquest(2)) == (5, 3)


def test_an_upgraded_bloodthirster_and_a_bloodletter() -> None:
    """Old-world.md 13, 18: 3 + 1."""
    scene = Scene().upgrades("khorne", "bloodthirster").figures("kislev", khorne="d w")
    assert corrupt(scene).points() == (3, 0, 0, 0) and scene.values("kislev") == {"khorne": 4}


def test_points_count_at_once_and_regions_in_order() -> None:
    scene = Scene().figures("badlands", khorne="w w").figures("kislev", nurgle="w w w w").figures("norsca", tzeentch="w w")
    corrupt(scene)
    assert domination(scene) == [("tzeentch", 1, "norsca"), ("nurgle", 3, "kislev"), ("khorne", 1, "badlands")]


def test_supremacy_in_every_region_before_corruption_in_any() -> None:
    """Seed: the phase has two steps; corruption of an early region comes after the supremacy of the last."""
    scene = Scene().figures("norsca", nurgle="c").figures("badlands", khorne="w w")
    corrupt(scene)
    assert scene.g.log is not None
    kinds = [event[0] for event in scene.g.log]
    assert kinds.index(VP) < kinds.index(CORRUPTION_PLACED)


def test_no_supremacy_in_a_ruin() -> None:
    """Old-world.md 8."""
    scene = Scene().ruin("kislev", 1).figures("kislev", nurgle="w w w w w")
    assert dominates(scene.g, REGIONS.index("kislev")) == -1  # what the view shows as well
    assert corrupt(scene).points() == (0, 0, 0, 0) and scene.values("kislev") == {}


def test_bystanders_of_supremacy() -> None:
    scene = Scene().figures("kislev", nurgle="w w w w", khorne="w").tokens("kislev", noble=1, peasant=1)
    before = scene.pieces()
    assert corrupt(scene).changes(before) == {"nurgle vp": 4}


# ---- corruption tokens -------------------------------------------------------------------------------------
def test_one_token_for_each_cultist() -> None:
    """Seed: each player places one for each cultist there; warriors and daemons place none."""
    scene = Scene().figures("kislev", khorne="c c w d", nurgle="c w", tzeentch="w", slaanesh="c c c")
    corrupt(scene)
    assert [scene.corrupted("kislev", power) for power in POWERS] == [2, 1, 0, 3]


def test_corruption_adds_up() -> None:
    scene = Scene().figures("kislev", nurgle="c").corruption("kislev", nurgle=4, khorne=1)
    corrupt(scene)
    assert scene.corrupted("kislev", "nurgle") == 5 and scene.corrupted("kislev", "khorne") == 1


def test_no_corruption_in_a_ruin() -> None:
    """Old-world.md 13, 48."""
    scene = Scene().ruin("kislev", 2).figures("kislev", nurgle="c c", tzeentch="c c").tokens("kislev", warpstone=2, noble=1)
    before = scene.pieces()
    assert corrupt(scene).changes(before) == {}


def test_supply_of_corruption() -> None:
    """Ruling 53: 29 corruption tokens and 16 counters are hard limits; nothing is placed or gained beyond them."""
    scene = Scene().figures("kislev", nurgle="c c c").figures("estalia", nurgle="c c")
    for where, count in (("norsca", 10), ("tilea", 10), ("badlands", 7)):
        scene.corruption(where, nurgle=count)
    corrupt(scene)
    assert scene.corrupted("kislev", "nurgle") == 2 and scene.corrupted("estalia", "nurgle") == 0
    assert scene.g.corruption_left(1) == 0 and counters(scene) == [0, 1, 0, 0]
    full = Scene().counters(khorne=9, tzeentch=6).figures("kislev", nurgle="c c").figures("empire", nurgle="c c")
    assert counters(corrupt(full)) == [9, 1, 6, 0]


def test_one_token_left_is_no_pair() -> None:
    """Ruling 53: with one token left two Lepers place one, which is not two or more."""
    scene = (
        Scene()
        .figures("kislev", nurgle="c c")
        .corruption("norsca", nurgle=11)
        .corruption("tilea", nurgle=11)
        .corruption("badlands", nurgle=6)
    )
    corrupt(scene)
    assert scene.corrupted("kislev", "nurgle") == 1 and counters(scene) == [0, 0, 0, 0]


@pytest.mark.parametrize("absent", POWERS)
def test_three_players(absent: str) -> None:
    others = {power: "c c" for power in POWERS if power != absent}
    scene = corrupt(Scene(absent=absent).figures("kislev", **others))
    assert {power for power in POWERS if scene.corrupted("kislev", power)} == set(others)


# ---- counters ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("where", REGIONS)
def test_nurgle_in_populous_regions(where: str) -> None:
    """Old-world.md 4.3; 13, 11: Kislev, The Empire, Bretonnia and Estalia are populous."""
    expected = 1 if where in ("kislev", "empire", "bretonnia", "estalia") else 0
    assert counters(corrupt(Scene().figures(where, nurgle="c c"))) == [0, expected, 0, 0]


def test_nurgle_in_tilea_and_kislev() -> None:
    """Old-world.md 13, 11: two tokens in each; one counter, for Kislev."""
    assert counters(corrupt(Scene().figures("tilea", nurgle="c c").figures("kislev", nurgle="c c"))) == [0, 1, 0, 0]


def test_nurgle_needs_two() -> None:
    scene = Scene().figures("kislev", nurgle="c w w").figures("empire", nurgle="c").corruption("empire", nurgle=3)
    assert counters(corrupt(scene)) == [0, 0, 0, 0]


def test_many_tokens_one_counter() -> None:
    """At most one counter for a region."""
    assert counters(corrupt(Scene().figures("kislev", nurgle="c c c c c c"))) == [0, 1, 0, 0]


def test_a_counter_for_each_region() -> None:
    scene = Scene().figures("kislev", nurgle="c c").figures("empire", nurgle="c c").figures("estalia", nurgle="c c")
    assert counters(corrupt(scene)) == [0, 3, 0, 0]


@pytest.mark.parametrize(
    ("token", "cultists", "expected"), [("noble", 2, 1), ("hero", 2, 1), ("noble", 1, 0), ("hero", 1, 0), ("peasant", 2, 0)]
)
def test_slaanesh_needs_a_noble_or_a_hero(token: str, cultists: int, expected: int) -> None:
    """Old-world.md 13, 5; case C03: two tokens placed in a region with a Noble or a Hero, in the corruption step."""
    scene = Scene().figures("tilea", slaanesh=" ".join(["c"] * cultists)).tokens("tilea", **{token: 1})
    assert counters(corrupt(scene)) == [0, 0, 0, expected]


def test_slaanesh_one_here_one_there() -> None:
    """Old-world.md 13, 6: one token in each of two regions with Nobles is no counter."""
    scene = Scene().figures("tilea", slaanesh="c").figures("norsca", slaanesh="c").tokens("tilea", noble=1).tokens("norsca", noble=1)
    assert counters(corrupt(scene)) == [0, 0, 0, 0]


def test_slaanesh_several_nobles_and_heroes() -> None:
    """Old-world.md 4.3: several in one region still give one counter."""
    assert counters(corrupt(Scene().figures("tilea", slaanesh="c c c c").tokens("tilea", noble=3, hero=2))) == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("cards", "warpstones", "expected"),
    [
        ((), 0, 0),
        ((), 1, 0),
        ((), 2, 1),
        ((), 4, 1),  # 13, 8: one counter, not two
        (("dazzle",), 0, 0),
        (("dazzle",), 1, 1),  # 13, 7: any mix of two
        (("dazzle", "changer_of_ways"), 0, 1),
        (("plague_aura", "soporific_musk"), 0, 1),  # anybody's cards
        (("teleport", "drain_power"), 0, 0),  # no symbol
        (("teleport",), 1, 0),
    ],
)
def test_tzeentch_needs_two_magic_sources(cards: tuple[str, ...], warpstones: int, expected: int) -> None:
    """Old-world.md 4.3; 13, 7 and 8; case C04."""
    scene = Scene().figures("tilea", tzeentch="c c").cards("tilea", *cards).tokens("tilea", warpstone=warpstones)
    assert counters(corrupt(scene)) == [0, 0, expected, 0]


def test_tzeentch_one_token_is_not_enough() -> None:
    """Old-world.md 13, 9: one token in a region with two magic cards."""
    assert counters(corrupt(Scene().figures("tilea", tzeentch="c w w").cards("tilea", "dazzle", "temporal_stasis"))) == [0, 0, 0, 0]


def test_a_lord_of_change() -> None:
    """Old-world.md 13, 10: upgraded, it is two magic symbols; plain, none."""
    for upgrades, expected in ((("lord_of_change",), 1), ((), 0)):
        scene = Scene().upgrades("tzeentch", *upgrades).figures("tilea", tzeentch="c c d")
        assert counters(corrupt(scene)) == [0, 0, expected, 0]


def test_conditions_are_each_powers_own() -> None:
    """A populous region is nothing to Slaanesh, a Noble nothing to Nurgle, and Khorne gains no counter here at all."""
    scene = Scene().figures("kislev", khorne="c c", slaanesh="c c").figures("tilea", nurgle="c c", khorne="c c").tokens("tilea", noble=1)
    assert counters(corrupt(scene)) == [0, 0, 0, 0]


def test_several_powers_in_one_region() -> None:
    scene = Scene().figures("kislev", nurgle="c c", tzeentch="c c", slaanesh="c c").tokens("kislev", noble=1, warpstone=2)
    assert counters(corrupt(scene)) == [0, 1, 1, 1]


def test_a_region_ruined_now_gives_its_counter() -> None:
    """The counter is for the placing, before the ruin check."""
    scene = Scene().figures("kislev", nurgle="c c").corruption("kislev", khorne=10)
    corrupt(scene)
    assert scene.g.ruin[2] == 1 and counters(scene) == [0, 1, 0, 0]


def test_tokens_of_cards_give_no_counter() -> None:
    """Ruling 30: tokens of Perverse Infiltration, the Great Unclean One, The Stench of Death and A Great Foul Consumption do not count."""
    scene = Scene().upgrades("nurgle", "great_unclean_one").hand("perverse_infiltration", "perverse_infiltration")
    scene.tokens("tilea", noble=1).power(nurgle=4, slaanesh=1).begin("summoning")
    scene.choose(summon("d", "kislev"), play("perverse_infiltration", "tilea"), summon("c", "kislev"))
    scene.choose(play("perverse_infiltration", "tilea")).pass_all()
    assert scene.corrupted("kislev", "nurgle") == 2 and scene.corrupted("tilea", "slaanesh") == 2
    assert counters(corrupt(scene)) == [0, 0, 0, 0] and scene.corrupted("kislev", "nurgle") == 3
    stench = Scene().cards("kislev", "the_stench_of_death").figures("kislev", nurgle="c")
    assert counters(corrupt(stench)) == [0, 0, 0, 0] and stench.corrupted("kislev", "nurgle") == 3
    consumption = Scene().cards("kislev", "a_great_foul_consumption").figures("kislev", nurgle="c w w w")
    assert counters(corrupt(consumption)) == [0, 0, 0, 0] and consumption.corrupted("kislev", "nurgle") == 3
