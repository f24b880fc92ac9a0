"""The ends of the game, their order and ties (old-world.md 10; seed, End Phase 6 and End of Game)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import POWERS, Scene

EDITIONS = ("seed", "faq2")
REASONS = {n.BY_DIAL: "dial", n.BY_VP: "vp", n.BY_RUIN: "ruin", n.BY_OLD_WORLD: "old_world"}
VICTORY = {"khorne": 9, "nurgle": 10, "tzeentch": 8, "slaanesh": 7}


def end(scene: Scene) -> tuple[str, list[str]]:
    """How the End Phase ends the game: reason and winners; ("", []) if it does not."""
    scene.begin("end", stop="round")
    if not scene.g.over:
        assert scene.g.reason == 0
        return "", []
    return REASONS[int(scene.g.reason)], [power for p, power in enumerate(POWERS) if scene.g.winners >> p & 1]


def last_card(scene: Scene) -> Scene:
    """The Old World deck is empty: this is the last round."""
    return scene.old_world()


def five_ruins(scene: Scene) -> Scene:
    for card, where in enumerate(("norsca", "troll_country", "kislev", "empire", "bretonnia"), start=1):
        scene.ruin(where, card)
    return scene


def victory(*powers: str) -> dict[str, int]:
    return {power: VICTORY[power] for power in powers}


# ---- each end ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_game_goes_on(edition: str) -> None:
    assert end(Scene(edition=edition).vp(khorne=49, nurgle=49).dial(khorne=8, nurgle=9, tzeentch=7, slaanesh=6)) == ("", [])


@pytest.mark.parametrize("power", POWERS)
def test_a_complete_dial(power: str) -> None:
    assert end(Scene().dial(**victory(power))) == ("dial", [power])


@pytest.mark.parametrize("power", POWERS)
def test_a_dial_one_short(power: str) -> None:
    assert end(Scene().dial(**{power: VICTORY[power] - 1})) == ("", [])


@pytest.mark.parametrize("power", POWERS)
def test_fifty_points(power: str) -> None:
    assert end(Scene().vp(**{power: 50})) == ("vp", [power])
    assert end(Scene().vp(**{power: 49})) == ("", [])


def test_most_of_several_past_fifty() -> None:
    assert end(Scene().vp(khorne=52, nurgle=57, tzeentch=50, slaanesh=56)) == ("vp", ["nurgle"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_fifth_ruin(edition: str) -> None:
    """Case C41 and old-world.md 14.2: ends the game in faq2, nothing in seed; most VP wins, below 50 too."""
    scene = five_ruins(Scene(edition=edition)).vp(khorne=12, nurgle=20, tzeentch=19, slaanesh=3)
    assert end(scene) == (("ruin", ["nurgle"]) if edition == "faq2" else ("", []))


def test_four_ruins_end_nothing() -> None:
    scene = Scene(edition="faq2").vp(khorne=10)
    for card, where in enumerate(("norsca", "troll_country", "kislev", "empire"), start=1):
        scene.ruin(where, card)
    assert end(scene) == ("", [])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_fifth_ruin_falls_in_this_round(edition: str) -> None:
    """The round's last step looks: the ruin's points and the dials come before."""
    scene = Scene(edition=edition).vp(khorne=10, nurgle=9).figures("tilea", nurgle="c").corruption("tilea", nurgle=11)
    scene.g.ruins_taken = 4
    scene.begin("corruption")
    assert scene.points() == (10, 14, 0, 0)
    assert end(scene) == (("ruin", ["nurgle"]) if edition == "faq2" else ("", []))
    assert scene.points() == (10, 23, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_old_world_wins(edition: str) -> None:
    """Seed: if the deck runs out and no one has won, all Ruinous Powers lose."""
    scene = last_card(Scene(edition=edition).vp(khorne=49, nurgle=30))
    assert end(scene) == ("old_world", []) and scene.g.winners == 0


@pytest.mark.parametrize(("absent", "rounds"), [("", 7), *((power, 8) for power in POWERS)])
def test_the_last_round(absent: str, rounds: int) -> None:
    """Old-world.md 13, 51; case C07: the seventh card with four players, the eighth with three; that round is played to its end."""
    scene = Scene(absent=absent).old_world(*["plunged_into_chaos"] * rounds)
    scene.g.round = 0
    scene.begin("end")  # from an empty End Phase into round 1
    seen = []
    while scene.asks:
        seen.append(int(scene.g.round))
        scene.choose(n.PASS)
    assert seen == [turn for turn in range(1, rounds + 1) for _ in range(3 if absent else 4)]
    assert scene.g.round == rounds and scene.g.reason == n.BY_OLD_WORLD and scene.g.winners == 0
    assert scene.g.gone[n.PLUNGED_INTO_CHAOS] == rounds


# ---- precedence --------------------------------------------------------------------------------------------
def test_dial_before_points() -> None:
    """Old-world.md 13, 52: A reaches VICTORY with 20 VP, B has 55: A wins."""
    assert end(Scene().dial(**victory("tzeentch")).vp(tzeentch=20, slaanesh=55)) == ("dial", ["tzeentch"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_dial_before_ruin_and_old_world(edition: str) -> None:
    scene = last_card(five_ruins(Scene(edition=edition))).dial(**victory("slaanesh")).vp(khorne=30)
    assert end(scene) == ("dial", ["slaanesh"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_points_before_ruin_and_old_world(edition: str) -> None:
    """Case C35: the seventh card, five ruins, 55 51 48 53: most points wins and the Old World does not."""
    scene = last_card(five_ruins(Scene(edition=edition))).vp(khorne=55, nurgle=51, tzeentch=48, slaanesh=53)
    assert end(scene) == ("vp", ["khorne"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_ruin_before_old_world(edition: str) -> None:
    scene = last_card(five_ruins(Scene(edition=edition))).vp(khorne=5, slaanesh=6)
    assert end(scene) == (("ruin", ["slaanesh"]) if edition == "faq2" else ("old_world", []))


# ---- ties --------------------------------------------------------------------------------------------------
def test_two_complete_dials() -> None:
    """Old-world.md 13, 53; case C36: more VP wins among them, whatever a third has; equal VP is shared."""
    two = victory("khorne", "slaanesh")
    assert end(Scene().dial(**two).vp(khorne=20, slaanesh=31, nurgle=54)) == ("dial", ["slaanesh"])
    assert end(Scene().dial(**two).vp(khorne=31, slaanesh=20, nurgle=54)) == ("dial", ["khorne"])
    assert end(Scene().dial(**two).vp(khorne=31, slaanesh=31, nurgle=54)) == ("dial", ["khorne", "slaanesh"])


def test_four_complete_dials() -> None:
    scene = Scene().dial(**VICTORY).vp(khorne=10, nurgle=12, tzeentch=12, slaanesh=12)
    assert end(scene) == ("dial", ["nurgle", "tzeentch", "slaanesh"])


def test_ties() -> None:
    """Ruling 35: equal points at 50 or at the fifth ruin: higher threat; equal points of complete dials: shared."""
    scene = Scene().vp(khorne=53, nurgle=53, slaanesh=51).dial(khorne=1, nurgle=2, slaanesh=6)  # threats 6 and 10
    assert end(scene) == ("vp", ["nurgle"])
    scene = Scene().vp(khorne=53, nurgle=53).dial(khorne=2, nurgle=2)  # threats 12 and 10
    assert end(scene) == ("vp", ["khorne"])
    scene = five_ruins(Scene(edition="faq2")).vp(nurgle=20, tzeentch=20, slaanesh=19).dial(nurgle=1, tzeentch=1, slaanesh=5)
    assert end(scene) == ("ruin", ["tzeentch"])  # threats 5 and 7
    assert end(Scene().dial(**victory("khorne", "nurgle")).vp(khorne=7, nurgle=7)) == ("dial", ["khorne", "nurgle"])


def test_nobody_has_a_point_at_the_fifth_ruin() -> None:
    """Ruling 35: all equal: Slaanesh shows the highest threat at the start."""
    assert end(five_ruins(Scene(edition="faq2"))) == ("ruin", ["slaanesh"])


@pytest.mark.parametrize("absent", POWERS)
def test_an_absent_power_does_not_win(absent: str) -> None:
    scene = five_ruins(Scene(edition="faq2", absent=absent))
    expected = "slaanesh" if absent != "slaanesh" else "khorne"  # the highest threat of those who play
    assert end(scene) == ("ruin", [expected])


# ---- when --------------------------------------------------------------------------------------------------
def test_fifty_in_the_middle_of_a_round_ends_nothing() -> None:
    """Old-world.md 10: the end is looked for in End Phase step 6 only."""
    scene = Scene().vp(khorne=49).figures("norsca", khorne="w w").begin("corruption", only=False, stop="turn_dials")
    assert scene.points()[0] == 50 and scene.events("game_over") == []
    scene.go_on()
    assert scene.events("game_over") == [(n.BY_VP, 1)]


def test_points_of_the_last_dial_turn_count() -> None:
    """The dials turn before the check: Khorne's first position brings him from 46 to 50."""
    assert end(Scene().vp(khorne=46).counters(khorne=1, slaanesh=1)) == ("vp", ["khorne"])


def test_a_dial_may_be_completed_in_the_last_turn() -> None:
    assert end(Scene().dial(slaanesh=5).counters(slaanesh=1)) == ("dial", ["slaanesh"])


def test_a_finished_game_asks_nothing() -> None:
    scene = Scene().vp(khorne=50)
    end(scene)
    assert scene.g.legal_actions() == [] and scene.g.player == -1
    assert scene.events("game_over") == [(n.BY_VP, 1)]
