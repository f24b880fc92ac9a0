"""Public cases: official answers, recorded plays, players' reports (cases.md part 1), rebuilt with the recorded numbers.

Where a record does not say what else lay on the board, something was chosen that does not touch the numbers, and said so.
"""

from __future__ import annotations

import pytest

from ruinous.games import game
from ruinous.oldworld import names as n
from scenes import POWERS, REGIONS, Scene, card, corruption, figure, play, region, summon, token, upgrade

EDITIONS = ("seed", "faq2")


def counters(scene: Scene) -> list[int]:
    return list(scene.g.counters)


def placed(scene: Scene) -> dict[str, str]:
    """The corruption that the corruption step placed, as "K2 N3" by region."""
    found: dict[str, str] = {}
    for power, where, amount in scene.events("corruption_placed"):
        found[REGIONS[where]] = f"{found.get(REGIONS[where], '')} {'KNTS'[power]}{amount}".strip()
    return found


def corruption_on(scene: Scene, where: str) -> tuple[int, ...]:
    return tuple(scene.corrupted(where, power) for power in POWERS)


def to_the_dials(scene: Scene) -> Scene:
    """The End Phase up to its fifth step."""
    return scene.begin("end", stop="turn_dials")


# ---- 1a. official answers ------------------------------------------------------------------------------------------
def test_c01_one_counter_a_battle() -> None:
    """Three kills in one region's battle: one counter; kills in two regions: two."""
    one = Scene().figures("kislev", khorne="w w", nurgle="c", tzeentch="c", slaanesh="c").dice(4, 4, 4, 1).begin("battle")
    one.choose(figure("nurgle", "kislev", "c"), figure("tzeentch", "kislev", "c"))
    assert counters(one) == [1, 0, 0, 0] and len(one.events("killed")) == 3
    two = Scene().figures("kislev", khorne="w", nurgle="c").figures("tilea", khorne="w", slaanesh="c").dice(4, 1, 4, 1)
    assert counters(two.begin("battle")) == [2, 0, 0, 0]


def test_c02_a_peasant_is_no_figure() -> None:
    scene = Scene().figures("kislev", khorne="w", nurgle="c").tokens("kislev", peasant=1).dice(4, 1).begin("battle")
    scene.choose(token("kislev", "peasant"))
    assert counters(scene) == [0, 0, 0, 0] and scene.g.peasants[0] == 1


@pytest.mark.parametrize(("lies", "cultists", "expected"), [("hero", 2, 1), ("noble", 2, 1), ("hero", 1, 0), ("noble", 1, 0)])
def test_c03_slaanesh_noble_or_hero(lies: str, cultists: int, expected: int) -> None:
    scene = Scene().figures("badlands", slaanesh=" ".join("c" * cultists)).tokens("badlands", **{lies: 1}).begin("corruption")
    assert counters(scene) == [0, 0, 0, expected]


@pytest.mark.parametrize(
    ("cards", "warpstones", "expected"),
    [(("dazzle",), 1, 1), (("dazzle", "changer_of_ways"), 0, 1), ((), 2, 1), (("dazzle",), 0, 0), ((), 1, 0)],
)
def test_c04_tzeentch_two_symbols(cards: tuple[str, ...], warpstones: int, expected: int) -> None:
    scene = Scene().figures("norsca", tzeentch="c c").cards("norsca", *cards).tokens("norsca", warpstone=warpstones)
    assert counters(scene.begin("corruption")) == [0, 0, expected, 0]


@pytest.mark.parametrize(("edition", "header"), [("seed", 0), ("faq2", 3)])
def test_c05_ruiner_by_a_card(edition: str, header: int) -> None:
    """Its only token came earlier in the round, by a card: a ruiner under FAQ 2.0, not under the rules of 2009."""
    scene = Scene(edition=edition).hand("perverse_infiltration").corruption("norsca", nurgle=10).figures("norsca", tzeentch="c")
    scene.power(slaanesh=1).begin("summoning").choose(play("perverse_infiltration", "norsca")).pass_all()
    assert scene.begin("corruption").points() == (0, 0, 3, header)


def test_c06_influenza_at_the_floor() -> None:
    """Norsca with Influenza: Resistance 0; with a Skaven besides, still 0. A value of 1 then dominates."""
    scene = Scene().cards("norsca", "influenza")
    assert scene.g.resistance(0) == 0 and scene.tokens("norsca", skaven=1).g.resistance(0) == 0
    assert scene.begin("corruption").points() == (0, 1, 0, 0)


@pytest.mark.parametrize(("absent", "rounds"), [("", 7), ("khorne", 8), ("nurgle", 8), ("tzeentch", 8), ("slaanesh", 8)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_c07_the_old_world_wins(absent: str, rounds: int, edition: str) -> None:
    """A whole game from set-up in which everybody passes: seven rounds for four, eight for three, then all have lost."""
    rules = game("oldworld")
    state = rules.new(rules.read_options({"players": [p for p in POWERS if p != absent], "edition": edition}), 5)
    while rules.to_move(state) is not None:
        legal = state.legal_actions()
        state.play(n.PASS if n.PASS in legal else min(legal))
    assert rules.view(state, None)["round"] == rounds
    outcome = rules.outcome(state)
    assert outcome is not None and (outcome["reason"], outcome["winners"]) == ("old_world", [])


def test_c08_strictly_greater() -> None:
    """Supremacy equal to Resistance scores nothing, one more and alone on top does."""
    assert Scene().figures("tilea", khorne="w w").begin("corruption").points() == (0, 0, 0, 0)
    assert Scene().figures("tilea", khorne="w w w").begin("corruption").points() == (2, 0, 0, 0)
    assert Scene().figures("tilea", khorne="w w w", nurgle="w w w").begin("corruption").points() == (0, 0, 0, 0)


@pytest.mark.parametrize(("have", "ticks"), [((2, 1, 0, 0), [2, 1, 0, 0]), ((2, 0, 0, 2), [1, 0, 0, 1])])
def test_c09_ticks(have: tuple[int, ...], ticks: list[int]) -> None:
    scene = Scene().counters(**dict(zip(POWERS, have, strict=True))).begin("end", stop="end_check")
    assert list(scene.g.dial) == ticks


# ---- 1b. plays with before and after -------------------------------------------------------------------------------
def test_c10_power_payments() -> None:
    """Game 31, round 1: costs, a card in a region without own figures, power above the sheet's value."""
    scene = Scene().hand("drain_power").power(khorne=7, nurgle=6, tzeentch=6, slaanesh=6).begin("summoning")
    scene.choose(summon("c", "bretonnia"), summon("c", "bretonnia"), play("drain_power", "bretonnia"), summon("c", "empire"))
    assert list(scene.g.power) == [5, 4, 7, 5] and scene.who == "khorne"
    assert scene.at("bretonnia", "khorne") == scene.at("bretonnia", "nurgle") == scene.at("empire", "slaanesh") == "c"
    assert scene.lies("bretonnia") == ["drain_power", ""]


def after_c10() -> Scene:
    scene = Scene().figures("bretonnia", khorne="c", nurgle="c").figures("empire", slaanesh="c").cards("bretonnia", "drain_power")
    return scene.power(khorne=5, nurgle=4, tzeentch=7, slaanesh=5)


def test_c11_first_anywhere_then_next_door() -> None:
    """The first figure may go to The Badlands; from The Empire to The Border Princes; from Bretonnia to The Empire."""
    scene = after_c10().begin("summoning").choose(summon("w", "empire"))
    assert scene.g.power[0] == 3
    scene.choose(n.PASS, summon("c", "badlands"), summon("c", "border_princes"))
    assert scene.at("badlands", "tzeentch") == "c" and scene.at("border_princes", "slaanesh") == "c"


def test_c12_tilea_is_too_far_from_the_badlands() -> None:
    """Tilea is refused, with the reason; The Border Princes are accepted, 6 to 5 power."""
    rules = game("oldworld")
    scene = Scene().figures("badlands", tzeentch="c").power(tzeentch=6).begin("summoning")
    refused = rules.why_not(scene.g, summon("c", "tilea"))
    assert summon("c", "tilea") not in scene.legal() and refused.code == "not_adjacent"
    assert scene.choose(summon("c", "border_princes")).g.power[2] == 5


def test_c13_dark_influence_far_away() -> None:
    """A Noble goes from The Badlands to Norsca."""
    scene = Scene().hand("dark_influence").tokens("badlands", noble=1).power(slaanesh=2).begin("summoning")
    scene.choose(play("dark_influence", "badlands"), region("norsca"))
    assert scene.token("norsca", "noble") == 1 and scene.token("badlands", "noble") == 0 and scene.g.power[3] == 1


def test_c15_a_tie_for_most() -> None:
    """K 2, T 2, N 1, S 1: one position each: +4, +3, +3, and a Warpstone for The Badlands."""
    scene = Scene().tokens("badlands", warpstone=1).counters(khorne=2, nurgle=1, tzeentch=2, slaanesh=1)
    scene.begin("end", stop="end_check").choose(region("badlands"))
    assert list(scene.g.dial) == [1, 1, 1, 1] and scene.points() == (4, 3, 0, 3) and scene.token("badlands", "warpstone") == 2


def board_of_c17(edition: str = "seed") -> Scene:
    """Game 31, round 2, before the Corruption Phase. Every dial stands on its first position."""
    scene = Scene(edition=edition).vp(khorne=4, nurgle=3, tzeentch=2, slaanesh=9).dial(khorne=1, nurgle=1, tzeentch=1, slaanesh=1)
    scene.figures("norsca", khorne="w")
    scene.figures("troll_country", slaanesh="c c").tokens("troll_country", peasant=1, noble=1)
    scene.figures("empire", khorne="w", slaanesh="c c c", nurgle="w c c").cards("empire", "field_of_ecstasy")
    scene.tokens("empire", noble=1, skaven=1)
    scene.figures("bretonnia", khorne="c c", nurgle="c c c w").cards("bretonnia", "the_skull_throne", "plague_touch")
    scene.tokens("bretonnia", peasant=1, hero=1)
    scene.figures("tilea", tzeentch="c c").cards("tilea", "the_persistence_of_change", "warp_shield").tokens("tilea", skaven=1, warpstone=1)
    scene.figures("border_princes", khorne="c w", nurgle="w").cards("border_princes", "dazzle").tokens("border_princes", skaven=1)
    scene.figures("badlands", tzeentch="c c").cards("badlands", "blood_frenzy", "ritual_slaying")
    return scene.tokens("badlands", warpstone=2, hero=1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_c17_a_full_corruption_phase(edition: str) -> None:
    """Eight regions: Peasants do not resist, Skaven weaken, the Throne counts plain Bloodsworn 0, a card's cost alone can tie."""
    scene = board_of_c17(edition).begin("corruption")
    assert scene.points() == (4, 6, 5, 17)
    assert scene.values("bretonnia") == {"khorne": 1, "nurgle": 4} and scene.values("border_princes") == {
        "khorne": 2,
        "nurgle": 1,
        "tzeentch": 2,
    }
    assert [(POWERS[p], points, REGIONS[where]) for p, points, _, where in scene.events("vp")] == [
        ("slaanesh", 2, "troll_country"),
        ("slaanesh", 6, "empire"),
        ("nurgle", 3, "bretonnia"),
        ("tzeentch", 2, "tilea"),
        ("tzeentch", 1, "badlands"),
    ]
    assert placed(scene) == {"troll_country": "S2", "empire": "N2 S3", "bretonnia": "K2 N3", "tilea": "T2", "badlands": "T2"}
    assert counters(scene) == [0, 2, 2, 2]


def test_c17_to_the_end_of_the_round() -> None:
    """The second ticks give no points: 4, 6, 5, 17 stand at the end of the round (Khorne's counter came from a battle)."""
    scene = board_of_c17().begin("corruption").counters(khorne=1).begin("end", stop="end_check")
    scene.choose(upgrade("khorne", "bloodletters"))
    scene.choose(corruption("slaanesh", "empire"), upgrade("tzeentch", "power"), upgrade("slaanesh", "power"))
    assert scene.asks == "" and list(scene.g.dial) == [2, 2, 2, 2] and scene.points() == (4, 6, 5, 17)


def test_c19_heroes_after_corruption() -> None:
    """Bretonnia: Khorne's threat 6 is above Nurgle's 5, he removes a cultist; The Badlands: only Tzeentch is there."""
    scene = to_the_dials(board_of_c17().begin("corruption"))
    assert (
        scene.at("bretonnia", "khorne") == "c" and scene.at("bretonnia", "nurgle") == "c c c w" and scene.at("badlands", "tzeentch") == "c"
    )
    assert corruption_on(scene, "bretonnia") == (2, 3, 0, 0) and corruption_on(scene, "badlands") == (0, 0, 2, 0)


def test_c20_dazzle_takes_one_from_each_other() -> None:
    """Three observations of games 31 and 29; a Power that placed nothing is no ruiner when the region falls."""
    first = Scene().cards("border_princes", "dazzle").figures("border_princes", khorne="c", nurgle="c", slaanesh="c", tzeentch="c c")
    assert corruption_on(first.begin("corruption"), "border_princes") == (0, 0, 2, 0)
    second = Scene().cards("border_princes", "dazzle").figures("border_princes", khorne="c w", nurgle="w")
    assert corruption_on(second.begin("corruption"), "border_princes") == (0, 0, 0, 0)
    third = Scene().cards("troll_country", "dazzle").figures("troll_country", slaanesh="c c c c c", nurgle="c c", khorne="c", tzeentch="c")
    third.corruption("troll_country", khorne=3, nurgle=3).begin("corruption")  # 6 lay there, 6 come: 12
    assert placed(third) == {"troll_country": "N1 T1 S4"} and third.g.ruin[1] == 1
    ruiners = [POWERS[power] for power, points, why, _ in third.events("vp") if why == 2 and points == 3]
    assert ruiners == ["nurgle", "tzeentch", "slaanesh"]


def board_of_c21() -> Scene:
    """Game 32, round 1."""
    scene = Scene().figures("estalia", nurgle="c c", slaanesh="c").cards("estalia", "influenza", "abyssal_pact")
    scene.figures("norsca", slaanesh="c").cards("norsca", "teleport")
    scene.figures("troll_country", slaanesh="c c c").tokens("troll_country", noble=1, peasant=1)
    scene.figures("border_princes", tzeentch="c c").cards("border_princes", "changer_of_ways")
    return scene.figures("badlands", tzeentch="c c")


def test_c21_abyssal_pact() -> None:
    """Figures do not count in Estalia: N 1, S 0 against Resistance 2; with the ticks K 1 N 1 T 2 S 1: 4, 3, 2, 5."""
    scene = board_of_c21().begin("corruption")
    assert scene.values("estalia") == {"nurgle": 1, "slaanesh": 0} and scene.g.resistance(5) == 2
    assert scene.values("norsca") == {"tzeentch": 1, "slaanesh": 1}
    assert scene.points() == (0, 0, 2, 2)
    scene.counters(khorne=1, nurgle=1, tzeentch=2, slaanesh=1).begin("end", stop="end_check")
    scene.choose(region("badlands"), upgrade("tzeentch", "power"))
    assert list(scene.g.dial) == [1, 1, 2, 1] and scene.points() == (4, 3, 2, 5)


def test_c23_the_sole_leader_ticks_twice() -> None:
    """K 4, N 1, T 3, S 1: dials 1 to 3, 1 to 2, 2 to 3, 1 to 2; Khorne takes an upgrade and draws."""
    scene = Scene().dial(khorne=1, nurgle=1, tzeentch=2, slaanesh=1).counters(khorne=4, nurgle=1, tzeentch=3, slaanesh=1)
    scene.deck("battle_cry", "blood_frenzy", "ritual_slaying").begin("end", stop="end_check")
    assert scene.asks == "choose_upgrade" and scene.who == "khorne"
    scene.choose(upgrade("khorne", "cards"), upgrade("slaanesh", "power"))
    assert list(scene.g.dial) == [3, 2, 3, 2] and scene.points() == (0, 0, 3, 0)
    assert scene.in_hand("khorne") == ["blood_frenzy", "ritual_slaying"]


def board_of_c24b(edition: str) -> Scene:
    """Game 29, round 3, before Slaanesh plays its card. Norsca: one figure each of two Powers, warriors chosen here."""
    scene = Scene(edition=edition).vp(khorne=8, nurgle=3, tzeentch=7, slaanesh=21).hand("perverse_infiltration")
    scene.figures("kislev", khorne="c c", slaanesh="c c", tzeentch="c c").corruption("kislev", khorne=4, nurgle=1, slaanesh=1)
    scene.figures("badlands", tzeentch="c c c", nurgle="c c", khorne="w").corruption("badlands", tzeentch=6)
    scene.figures("estalia", nurgle="c c").cards("estalia", "plague_aura", "battle_cry").corruption("estalia", nurgle=4)
    scene.tokens("estalia", hero=1, noble=1)
    scene.figures("tilea", nurgle="w w w").figures("border_princes", nurgle="w w")
    scene.figures("troll_country", slaanesh="c c c", khorne="w").tokens("troll_country", noble=1)
    scene.figures("norsca", khorne="w", tzeentch="w")
    return scene.power(slaanesh=1).begin("summoning").choose(play("perverse_infiltration", "badlands")).pass_all()


@pytest.mark.parametrize(("edition", "slaanesh"), [("seed", 30), ("faq2", 34)])
def test_c24b_two_ruins_and_the_step_or_the_round(edition: str, slaanesh: int) -> None:
    """K 8 to 19, N 3 to 18, T 7 to 22, S 21 to 30; under FAQ 2.0 Slaanesh's card makes it a ruiner: 34."""
    scene = board_of_c24b(edition).begin("corruption")
    assert corruption_on(scene, "kislev") == (6, 1, 2, 3) and corruption_on(scene, "badlands") == (0, 2, 9, 1)
    assert scene.g.ruin[2] == 1 and scene.g.ruin[8] == 2
    assert scene.values("estalia") == {"khorne": 1, "nurgle": 6} and corruption_on(scene, "estalia") == (0, 4, 0, 0)
    assert to_the_dials(scene).points() == (19, 18, 22, slaanesh)


def test_c25_five_or_six_tokens() -> None:
    """Game 32: two records differ by one token; with T 6 in Kislev the first place would be shared with S, so only 5 fits."""
    with_five = to_the_dials(Scene().corruption("kislev", khorne=1, tzeentch=5, slaanesh=6).ruin("kislev", 1, fresh=True))
    with_six = to_the_dials(Scene().corruption("kislev", tzeentch=6, slaanesh=6).ruin("kislev", 1, fresh=True))
    assert with_five.points() == (0, 0, 4, 8) and with_six.points() == (0, 0, 6, 6)


@pytest.mark.parametrize(("edition", "nurgle"), [("seed", 45), ("faq2", 50)])
def test_c27_the_tokens_of_the_great_unclean_one(edition: str, nurgle: int) -> None:
    """N 37 to 45: second 4 and second 4; if the daemon's tokens make a ruiner (FAQ 2.0), 50. The others' tokens chosen here."""
    scene = Scene(edition=edition).vp(nurgle=37).upgrades("nurgle", "great_unclean_one").power(nurgle=3)
    scene.figures("badlands", tzeentch="c c").corruption("badlands", tzeentch=8)
    scene.figures("tilea", khorne="c").corruption("tilea", khorne=8, nurgle=3)
    scene.g.ruins_taken = 3
    scene.begin("summoning").choose(summon("d", "badlands")).pass_all()
    scene.begin("corruption")
    assert scene.g.ruin[6] == 4 and scene.g.ruin[8] == 5 and corruption_on(scene, "badlands") == (0, 2, 10, 0)
    assert to_the_dials(scene).points()[1] == nurgle


def board_of_c29(edition: str) -> Scene:
    """Game 32, round 6. Chosen here: which cultists stand in the ruins, and why Tilea resists with 3 (a Peasant in an uprising)."""
    scene = Scene(edition=edition).vp(khorne=33, nurgle=46, tzeentch=36, slaanesh=36).track("peasant_uprising")
    for number, where in enumerate(("kislev", "estalia", "border_princes", "badlands"), start=1):
        scene.ruin(where, number)
    scene.figures("kislev", tzeentch="c c").figures("estalia", nurgle="c c c").figures("border_princes", slaanesh="c c")
    scene.figures("norsca", slaanesh="c c c", khorne="w").cards("norsca", "field_of_carnage", "field_of_ecstasy")
    scene.tokens("norsca", noble=1).corruption("norsca", khorne=3, slaanesh=6)
    scene.figures("troll_country", khorne="w").cards("troll_country", "influenza", "insidious_lies").tokens("troll_country", noble=1)
    scene.figures("tilea", tzeentch="c c c c c").cards("tilea", "temporal_stasis").tokens("tilea", warpstone=2, peasant=1)
    return scene.corruption("tilea", tzeentch=4).figures("bretonnia", khorne="c").cards("bretonnia", "battle_cry")


@pytest.mark.parametrize("edition", EDITIONS)
def test_c29_an_eleven_and_ruined_neighbours(edition: str) -> None:
    """K 33, N 46, T 36 to 38, S 36 to 45; Tilea stands at 11; nothing is placed in ruins or under Battle Cry."""
    scene = board_of_c29(edition)
    assert scene.g.resistance(6) == 3 and scene.g.resistance(1) == 0
    scene.begin("corruption")
    assert scene.points() == (33, 46, 38, 45)
    assert scene.values("norsca")["slaanesh"] == 5 and scene.values("tilea") == {"tzeentch": 6}
    assert scene.values("troll_country") == {"khorne": 1, "nurgle": 1, "slaanesh": 3}
    assert placed(scene) == {"norsca": "S3", "tilea": "T5"}
    assert scene.g.ruin[0] == 5 and scene.g.ruin[6] == 0 and scene.g.corruption_total(6) == 11
    assert counters(scene) == [0, 0, 1, 1]


def board_of_c31(scene: Scene) -> Scene:
    """Game 26, round 4. Chosen here: the titles of Tzeentch's two cards of cost 1, and what corruption lay there before."""
    scene.track("peasant_uprising").tokens("bretonnia", peasant=2).tokens("kislev", peasant=2).tokens("estalia", peasant=1, noble=1)
    scene.figures("bretonnia", khorne="d", nurgle="c c c w", slaanesh="c c").cards("bretonnia", "the_skull_throne")
    scene.corruption("bretonnia", nurgle=4, slaanesh=3)
    scene.figures("kislev", tzeentch="c c c c", nurgle="c").cards("kislev", "temporal_stasis", "teleport")
    scene.corruption("kislev", tzeentch=3, khorne=4)
    scene.figures("estalia", slaanesh="c c c").cards("estalia", "degenerate_royalty").cards("badlands", "soporific_musk")
    scene.g.ruins_taken = 1
    return scene


def test_c31_the_uprising_meets_the_throne() -> None:
    """Ticks of round 3, then round 4: K 7 to 11, N 13 to 24, T 11 to 21, S 15 to 25; then 9/4 for Kislev and for Bretonnia."""
    scene = Scene().vp(khorne=7, nurgle=13, tzeentch=11, slaanesh=15).dial(khorne=2, nurgle=3, tzeentch=2, slaanesh=1)
    scene.counters(khorne=3, nurgle=1, tzeentch=1, slaanesh=1).begin("end", stop="end_check").choose(upgrade("slaanesh", "power"))
    assert list(scene.g.dial) == [4, 4, 3, 2] and scene.points() == (11, 16, 14, 15)
    scene.g.depth = 0
    board_of_c31(scene).begin("corruption")
    assert scene.values("bretonnia") == {"khorne": 5, "nurgle": 4, "slaanesh": 2} and scene.g.resistance(4) == 5
    assert scene.values("kislev") == {"nurgle": 1, "tzeentch": 6} and scene.values("estalia") == {"slaanesh": 6}
    assert scene.points() == (11, 24, 21, 25)
    assert scene.g.ruin[2] == 2 and scene.g.ruin[4] == 3
    assert to_the_dials(scene).points() == (11 + 4, 24 + 9, 21 + 9, 25 + 4)


def test_c33_no_peasant_into_a_ruin() -> None:
    """Game 30: Troll Country, Bretonnia, Estalia, The Border Princes get one; the four ruins and The Badlands none."""
    scene = Scene().ruin("norsca", 1).ruin("tilea", 2).ruin("kislev", 3).ruin("empire", 4).old_world("peasant_uprising", "skavengers")
    scene.begin("old_world")
    assert [where for where in REGIONS if scene.token(where, "peasant")] == ["troll_country", "bretonnia", "estalia", "border_princes"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_c35_several_past_fifty_in_the_last_round(edition: str) -> None:
    """The seventh card, five ruins, no dial complete, 55 51 48 53: Khorne wins and the Old World does not."""
    scene = Scene(edition=edition).old_world().vp(khorne=55, nurgle=51, tzeentch=48, slaanesh=53)
    for number, where in enumerate(("norsca", "tilea", "kislev", "empire", "estalia"), start=1):
        scene.ruin(where, number)
    scene.begin("end")
    assert scene.events("game_over") == [(n.BY_VP, 1)]


# ---- 1c. players' reports --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("khorne", "slaanesh", "winners"), [(20, 21, 8), (30, 29, 1), (25, 25, 9)])
def test_c36_two_dials_and_somebody_past_fifty(khorne: int, slaanesh: int, winners: int) -> None:
    """Khorne and Slaanesh complete their dials together, Nurgle has 54: dial beats VP, then the higher VP, equal is shared."""
    scene = Scene().dial(khorne=8, slaanesh=6).counters(khorne=1, slaanesh=1).vp(khorne=khorne, slaanesh=slaanesh, nurgle=54)
    scene.begin("end")
    assert scene.events("game_over") == [(n.BY_DIAL, winners)]


def test_c37_a_tie_for_first_pools_both_prizes() -> None:
    """Estalia as the fifth ruin (11/5): T and S tie for most: 8 each, and nobody is second (the report's 5 was a wrong play)."""
    scene = Scene().corruption("estalia", tzeentch=5, slaanesh=5, nurgle=2).ruin("estalia", 5, fresh=True)
    assert to_the_dials(scene).points() == (0, 0, 8, 8)


def test_c38_three_ruins_in_one_round() -> None:
    """More than 30 points in one round are possible: Tzeentch first in two of three ruins and second in the other.

    Supremacy 5 + 4, headers 3 + 4 + 4, places 4 (Kislev, card 1), 11 (The Empire, card 2), 10 (Estalia, card 3).
    """
    scene = Scene().figures("kislev", tzeentch="c").corruption("kislev", nurgle=11)
    scene.figures("empire", tzeentch="c c c").cards("empire", "dazzle", "temporal_stasis").corruption("empire", tzeentch=6, khorne=3)
    scene.figures("estalia", tzeentch="c c c").cards("estalia", "dazzle").corruption("estalia", tzeentch=6, slaanesh=3)
    assert to_the_dials(scene.begin("corruption")).points() == (5, 8, 45, 5)


def test_c39_two_ticks_a_round_at_most() -> None:
    """Nurgle's ten positions need five rounds: 4, 5 and 1 counters are two, two and two positions."""
    scene = Scene()
    for count, after in ((4, 2), (5, 4), (1, 6)):
        scene.counters(nurgle=count).begin("end", stop="end_check")
        while scene.asks:
            scene.choose(min(scene.legal()))
        assert scene.g.dial[1] == after
        scene.g.depth = 0


@pytest.mark.parametrize(("edition", "over"), [("seed", []), ("faq2", [(n.BY_RUIN, 4)])])
def test_c41_five_ruined_regions(edition: str, over: list[tuple[int, ...]]) -> None:
    """The printed rulebook ends the game with the fifth ruin, most VP wins; the seed knows no such end."""
    scene = Scene(edition=edition).vp(khorne=20, tzeentch=33, slaanesh=32)
    for number, where in enumerate(("norsca", "tilea", "kislev", "empire", "estalia"), start=1):
        scene.ruin(where, number)
    scene.begin("end", stop="round")
    assert scene.events("game_over") == over


def test_c42_nurgle_decides_in_round_one() -> None:
    """Tzeentch starts at threat 2, Nurgle at 1, and Nurgle's dial has ten positions."""
    scene = Scene().old_world("meteor_showers", "skavengers").begin("old_world")
    assert scene.who == "nurgle" and [scene.g.threat(p) for p in range(4)] == [3, 1, 2, 4]
    assert not Scene().dial(nurgle=9).g.at_victory(1) and Scene().dial(nurgle=10).g.at_victory(1)


def test_c43_three_things_to_do() -> None:
    """Place a figure, play a card, pass; passing sets power to 0."""
    scene = Scene().hand("influenza").power(nurgle=1).begin("summoning")
    assert scene.legal() == {n.PASS} | {summon(k, where) for k in "cw" for where in REGIONS} | {play("influenza", r) for r in REGIONS}
    assert scene.choose(n.PASS).g.power[1] == 0


def test_c44_hands() -> None:
    """Three cards at the start, two more a round, Tzeentch up to five."""
    rules = game("oldworld")
    state = rules.new(rules.read_options({}), 3)
    while rules.view(state, None)["phase"] != "summoning":
        legal = state.legal_actions()
        state.play(n.DONE if n.DONE in legal else min(legal))
    assert [rules.view(state, None)["powers"][power]["hand"] for power in POWERS] == [5, 5, 5, 5]


def test_c45_norsca_before_kislev() -> None:
    """Old-world.md 13, 58: region by region is not simultaneous: the last ruination card goes to Norsca, and Kislev is not ruined."""
    scene = Scene().figures("norsca", khorne="c").corruption("norsca", nurgle=11).figures("kislev", slaanesh="c")
    scene.corruption("kislev", nurgle=11).g.ruins_taken = 4
    scene.begin("corruption")
    assert scene.g.ruin[0] == 5 and scene.g.ruin[2] == 0 and scene.points() == (5, 0, 0, 0)


def test_c46_the_left_space_first() -> None:
    """Ruling 2: the first card played lies on the left space."""
    scene = Scene().hand("influenza", "plague_aura").power(nurgle=2).begin("summoning")
    scene.choose(play("plague_aura", "kislev"), play("influenza", "kislev"))
    assert scene.lies("kislev") == ["plague_aura", "influenza"]


# ---- questions of old-world.md 13 that stand nowhere else --------------------------------------------------------------
def test_two_kills_two_cards() -> None:
    """Old-world.md 13, 55: Ritual Slaying draws a card for each kill."""
    scene = Scene().cards("kislev", "ritual_slaying").figures("kislev", khorne="w", nurgle="c c").dice(4, 4)
    scene.deck("battle_cry", "blood_frenzy", "ritual_slaying").begin("battle")
    assert scene.in_hand("khorne") == ["blood_frenzy", "ritual_slaying"]


def test_a_later_region_sees_what_an_earlier_one_did() -> None:
    """Old-world.md 13, 58: the last corruption tokens go to the earlier region, the later one finds none left."""
    scene = Scene().figures("norsca", nurgle="c c").figures("tilea", nurgle="c c").corruption("empire", nurgle=11)
    scene.corruption("badlands", nurgle=11).corruption("kislev", nurgle=4).begin("corruption")
    assert placed(scene) == {"norsca": "N2", "tilea": "N1"}


def test_a_card_dead_in_hand_at_zero() -> None:
    """Old-world.md 13, 35: at 0 power even a card of cost 0 stays in the hand."""
    scene = Scene().hand("perverse_infiltration").power(slaanesh=0, khorne=1).begin("summoning")
    assert scene.who == "khorne" and card("perverse_infiltration") not in scene.legal()
    assert scene.choose(n.PASS).in_hand("slaanesh") == ["perverse_infiltration"]
