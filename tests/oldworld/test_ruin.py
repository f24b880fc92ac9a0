"""Ruined regions: the fall, ruiners, first and second place (old-world.md 7.5, 7.6, 8, 9; seed, Corruption and End Phase)."""

from __future__ import annotations

import pytest

from scenes import POWERS, REGIONS, Scene, play, summon, token

EDITIONS = ("seed", "faq2")

# old-world.md 9, typed again: first and second place by ruination card
PLACES = {
    "norsca": "6/3 7/3 7/3 8/4 8/4",
    "troll_country": "6/3 7/3 7/3 8/4 8/4",
    "kislev": "8/4 9/4 9/4 10/5 10/5",
    "empire": "10/5 11/5 11/5 12/6 12/6",
    "bretonnia": "8/4 9/4 9/4 10/5 10/5",
    "estalia": "9/4 10/5 10/5 11/5 11/5",
    "tilea": "7/3 8/4 8/4 9/4 9/4",
    "border_princes": "7/3 8/4 8/4 9/4 9/4",
    "badlands": "6/3 7/3 7/3 8/4 8/4",
}


def after_ruins(scene: Scene, cards: int) -> Scene:
    """So many ruination cards have been taken before, by regions far away."""
    scene.g.ruins_taken = cards
    return scene


def score(scene: Scene) -> tuple[int, ...]:
    """The points of the End Phase's fourth step."""
    before = scene.points()
    scene.begin("end", stop="turn_dials")
    return tuple(now - then for now, then in zip(scene.points(), before, strict=True))


def place(where: str, card: int, **corruption: int) -> tuple[int, ...]:
    """The points of first and second place with this corruption."""
    return score(Scene().corruption(where, **corruption).ruin(where, card, fresh=True))


# ---- the fall ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("lying", "falls"), [(10, False), (11, True), (12, True), (15, True)])
def test_twelve(lying: int, falls: bool) -> None:
    """Seed: 12 or more. One more token comes in this step."""
    scene = Scene().figures("norsca", khorne="c").corruption("norsca", nurgle=lying)
    scene.begin("corruption")
    assert (scene.g.ruin[0] == 1) is falls and scene.points() == ((3 if falls else 0), 0, 0, 0)


def test_ten_and_two_warpstones() -> None:
    """Old-world.md 13, 43: Warpstones count in the total, not for a player's place."""
    scene = Scene().figures("tilea", tzeentch="c").corruption("tilea", tzeentch=3, nurgle=6).tokens("tilea", warpstone=2)
    scene.begin("corruption")
    assert scene.g.ruin[6] == 1 and scene.points() == (0, 0, 3, 0)
    assert score(scene) == (0, 7, 3, 0)
    assert scene.token("tilea", "warpstone") == 2  # old tokens remain


def test_nine_and_two_warpstones() -> None:
    scene = Scene().figures("tilea", tzeentch="c").corruption("tilea", tzeentch=8).tokens("tilea", warpstone=2).begin("corruption")
    assert scene.g.ruin[6] == 0


def test_twelve_warpstones_alone() -> None:
    """The total is the total; nobody is a ruiner and nobody has a place."""
    scene = Scene().tokens("tilea", warpstone=12).begin("corruption")
    assert scene.g.ruin[6] == 1 and scene.points() == (0, 0, 0, 0) and score(scene) == (0, 0, 0, 0)


def test_cards_in_region_order() -> None:
    """Old-world.md 7.5; case C45: a later region of the same step gets the higher card."""
    scene = Scene().figures("badlands", tzeentch="c").figures("norsca", khorne="c").figures("kislev", slaanesh="c")
    scene.corruption("norsca", nurgle=11).corruption("kislev", nurgle=5, tzeentch=6).corruption("badlands", nurgle=5, tzeentch=6)
    scene.begin("corruption")
    assert [(REGIONS[r], card) for r, card in scene.events("ruined")] == [("norsca", 1), ("kislev", 2), ("badlands", 3)]
    assert scene.points() == (3, 0, 4, 4)


@pytest.mark.parametrize(("card", "header"), [(1, 3), (2, 4), (3, 4), (4, 5), (5, 5)])
def test_header(card: int, header: int) -> None:
    """Old-world.md 9: each ruiner scores the header at once."""
    scene = after_ruins(Scene().figures("norsca", khorne="c w", slaanesh="c c").corruption("norsca", tzeentch=9), card - 1)
    scene.begin("corruption")
    assert scene.g.ruin[0] == card and scene.points() == (header, 0, 0, header)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sixth_region(edition: str) -> None:
    """Old-world.md 13, 49; seed: with five ruins no card is left: not ruined, no points, and the corruption stays."""
    scene = after_ruins(Scene(edition=edition).figures("norsca", khorne="c").corruption("norsca", nurgle=11), 5)
    scene.begin("corruption")
    assert scene.g.ruin[0] == 0 and scene.points() == (0, 0, 0, 0) and scene.g.ruins_taken == 5
    assert score(scene) == (0, 0, 0, 0) and scene.corrupted("norsca", "nurgle") == 11


def test_six_regions_at_once() -> None:
    """Old-world.md 13, 49: the sixth region of the same phase is not ruined."""
    scene = Scene()
    for where in ("norsca", "troll_country", "kislev", "empire", "bretonnia", "estalia"):
        scene.figures(where, slaanesh="c").corruption(where, khorne=4, nurgle=4, tzeentch=4)
    scene.begin("corruption")
    assert list(scene.g.ruin) == [1, 2, 3, 4, 5, 0, 0, 0, 0]
    assert scene.points() == (0, 0, 0, 3 + 4 + 4 + 5 + 5)
    assert [REGIONS[r] for (r,) in scene.events("not_ruined")] == ["estalia"]


def test_ruin_without_a_ruiner() -> None:
    """Ruling 33: at 12 with nobody having placed there in the step, the region is ruined all the same and pays both places."""
    scene = Scene().corruption("estalia", nurgle=7, slaanesh=5).begin("corruption")
    assert scene.g.ruin[5] == 1 and scene.points() == (0, 0, 0, 0)
    assert score(scene) == (0, 9, 0, 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ruiner_by_edition(edition: str) -> None:
    """Ruling 1; old-world.md 13, 44; case C05: a token placed this round, by a card, and none in this step: seed no, faq2 yes."""
    scene = Scene(edition=edition).hand("perverse_infiltration").figures("kislev", khorne="c").corruption("kislev", nurgle=10)
    scene.power(slaanesh=1).begin("summoning").choose(play("perverse_infiltration", "kislev")).pass_all()
    scene.begin("corruption")
    assert scene.g.ruin[2] == 1 and scene.corrupted("kislev", "slaanesh") == 1
    assert scene.points() == (3, 0, 0, 3 if edition == "faq2" else 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tokens_of_earlier_rounds_make_no_ruiner(edition: str) -> None:
    """Ruling 1: not even in faq2 do tokens of an earlier round count."""
    scene = Scene(edition=edition).figures("kislev", khorne="c").corruption("kislev", nurgle=11)
    assert scene.begin("corruption").points() == (3, 0, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_round_is_over_with_the_round(edition: str) -> None:
    """Ruling 1: what was placed in one round is forgotten in the next."""
    scene = Scene(edition=edition).figures("kislev", nurgle="c").corruption("kislev", khorne=9).begin("corruption")
    assert scene.corrupted("kislev", "nurgle") == 1
    scene.begin("end", stop="battle_phase").pass_all()  # on to the next round
    assert scene.g.round == 2
    scene.g.to_reserve(1, 2, 0)
    scene.g.depth = 0
    scene.figures("kislev", khorne="c").corruption("kislev", slaanesh=1).begin("corruption")
    assert scene.g.ruin[2] == 1 and scene.points() == (3, 0, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_stands_there_and_places_nothing_is_no_ruiner(edition: str) -> None:
    """Case C20: the test is the placing, not the presence."""
    scene = Scene(edition=edition).figures("kislev", khorne="w d", nurgle="c").corruption("kislev", slaanesh=11).begin("corruption")
    assert scene.g.ruin[2] == 1
    assert scene.points() == (0, 3, 0, 0)


# ---- a ruined region ---------------------------------------------------------------------------------------
def test_what_a_ruin_keeps_and_takes() -> None:
    """Old-world.md 8; 13, 48: no card, token, supremacy or corruption comes in; tokens and figures there remain, one may enter."""
    scene = Scene().hand("battle_cry").ruin("kislev", 1).figures("kislev", khorne="w w w w").tokens("kislev", noble=1, peasant=1)
    scene.power(khorne=2).begin("summoning")
    assert play("battle_cry", "kislev") not in scene.legal() and summon("c", "kislev") in scene.legal()
    scene.choose(summon("c", "kislev")).pass_all()
    before = scene.pieces()
    assert scene.begin("corruption").changes(before) == {}
    assert scene.old_world("peasant_uprising").begin("old_world").token("kislev", "peasant") == 1


def test_a_ruin_is_not_ruined_again() -> None:
    """Twelve Warpstones remain in a ruin and would do for another card."""
    scene = Scene().tokens("tilea", warpstone=12).begin("corruption").begin("end", stop="turn_dials")
    scene.g.depth = 0
    scene.begin("corruption")
    assert scene.g.ruin[6] == 1 and scene.g.ruins_taken == 1 and len(scene.events("ruined")) == 1


def test_a_hero_acts_in_a_ruin() -> None:
    scene = Scene().ruin("kislev", 1).tokens("kislev", hero=1).figures("kislev", khorne="c")
    scene.begin("end", stop="turn_dials")
    assert scene.at("kislev", "khorne") == ""


def test_dial_tokens_not_into_a_ruin() -> None:
    scene = Scene().ruin("kislev", 1).counters(tzeentch=1).begin("end", stop="end_check")
    assert scene.asks == "place_tokens" and len(scene.legal()) == 8


# ---- first and second place --------------------------------------------------------------------------------
@pytest.mark.parametrize("where", REGIONS)
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_places_of_every_region_and_card(where: str, card: int) -> None:
    first, second = (int(points) for points in PLACES[where].split()[card - 1].split("/"))
    assert place(where, card, khorne=2, nurgle=5, tzeentch=4, slaanesh=1) == (0, first, second, 0)


def test_tie_for_first_in_the_empire() -> None:
    """Old-world.md 13, 45: card 1 (10/5): 7 each, the third nothing."""
    assert place("empire", 1, khorne=5, tzeentch=5, slaanesh=2) == (7, 0, 7, 0)


def test_tie_for_second_in_kislev() -> None:
    """Old-world.md 13, 46: card 1 (8/4): 8, 2, 2."""
    assert place("kislev", 1, khorne=6, nurgle=3, slaanesh=3) == (8, 2, 0, 2)


def test_only_one_has_corruption() -> None:
    """Old-world.md 13, 47: the second place is not awarded."""
    assert place("kislev", 1, tzeentch=12) == (0, 0, 8, 0)


def test_ties_of_three_and_four() -> None:
    """Old-world.md 9: floor((first + second) / n) each, floor(second / n) each."""
    assert place("norsca", 1, khorne=4, nurgle=4, tzeentch=4) == (3, 3, 3, 0)  # 9 / 3
    assert place("kislev", 1, khorne=3, nurgle=3, tzeentch=3, slaanesh=3) == (3, 3, 3, 3)  # 12 / 4
    assert place("empire", 2, khorne=4, nurgle=4, tzeentch=4, slaanesh=1) == (5, 5, 5, 0)  # 16 / 3
    assert place("norsca", 1, khorne=6, nurgle=2, tzeentch=2, slaanesh=2) == (6, 1, 1, 1)  # 3 / 3
    assert place("tilea", 2, khorne=6, nurgle=2, tzeentch=2, slaanesh=2) == (8, 1, 1, 1)  # 4 / 3


def test_zero_tokens_score_nothing() -> None:
    assert place("kislev", 1) == (0, 0, 0, 0)
    assert place("kislev", 1, nurgle=1) == (0, 8, 0, 0)


@pytest.mark.parametrize("absent", POWERS)
def test_places_of_three_players(absent: str) -> None:
    corruption = {power: 4 for power in POWERS if power != absent}
    scene = Scene(absent=absent).corruption("kislev", **corruption).ruin("kislev", 1, fresh=True)
    assert score(scene) == tuple(0 if power == absent else 4 for power in POWERS)


def test_regions_score_in_order_and_each() -> None:
    scene = Scene().corruption("badlands", khorne=3).corruption("norsca", khorne=1, nurgle=2)
    scene.ruin("badlands", 1, fresh=True).ruin("norsca", 2, fresh=True)
    assert score(scene) == (3 + 6, 7, 0, 0)
    assert [REGIONS[where] for _, where, _, _ in scene.events("ruin_scored")] == ["norsca", "norsca", "badlands"]


def test_the_corruption_goes_after_scoring() -> None:
    """Seed (question Q7): all corruption tokens of the region are removed, back to their owners; other tokens stay."""
    scene = Scene().corruption("kislev", khorne=6, nurgle=6).tokens("kislev", warpstone=1, noble=1).ruin("kislev", 1, fresh=True)
    scene.corruption("empire", khorne=2)
    score(scene)
    assert scene.corrupted("kislev", "khorne") == 0 and scene.corrupted("kislev", "nurgle") == 0
    assert scene.g.corruption_left(0) == 27 and scene.corrupted("empire", "khorne") == 2
    assert scene.token("kislev", "warpstone") == 1 and scene.token("kislev", "noble") == 1


def test_a_ruin_scores_once() -> None:
    """The card is turned over: an old ruin scores nothing, whatever lies there."""
    scene = Scene().corruption("kislev", khorne=6).ruin("kislev", 1, fresh=True)
    assert score(scene) == (8, 0, 0, 0)
    scene.g.depth = 0
    assert score(scene) == (0, 0, 0, 0) and scene.g.ruin[2] == 1


def test_chaos_cards_leave_a_region_ruined_now() -> None:
    scene = Scene().cards("kislev", "influenza", "battle_cry").ruin("kislev", 1, fresh=True)
    score(scene)
    assert scene.lies("kislev") == ["", ""] and scene.g.open_spaces >> 2 & 1 == 0


def test_old_world_cards_come_before_the_places() -> None:
    """Step 3 of the End Phase comes before step 4: Road Wardens take a Hero, then the ruin is scored."""
    scene = Scene().track("road_wardens").tokens("kislev", hero=1).tokens("empire", hero=1)
    scene.corruption("kislev", khorne=7, nurgle=5).ruin("kislev", 1, fresh=True)
    scene.begin("end", stop="turn_dials")
    assert scene.asks == "wardens_hero" and scene.points() == (0, 0, 0, 0)
    assert scene.choose(token("kislev", "hero")).points() == (8, 4, 0, 0)
