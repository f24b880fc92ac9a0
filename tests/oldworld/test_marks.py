"""What singles a figure out for a round: Warp Shield, control, a Leper's free summoning (old-world.md 5, 11).

A shielded or spent figure is written with an s, a charmed one with an x.
"""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import Scene, figure, play, region, summon


# ---- Warp Shield ---------------------------------------------------------------------------------------------
def test_shield_goes_along() -> None:
    """Ruling 24; old-world.md 13, 38 and 39: by Teleport, by summoning, by The Blood God's Call; it ends with the round."""
    scene = Scene().figures("kislev", tzeentch="ws").hand("teleport").power(tzeentch=3).begin("summoning")
    scene.choose(play("teleport", "kislev"), region("badlands"))
    assert scene.at("badlands", "tzeentch") == "ws"
    scene.choose(summon("ws", "border_princes", "badlands"))
    assert scene.at("border_princes", "tzeentch") == "ws"
    assert scene.begin("end", stop="round").at("border_princes", "tzeentch") == "w"
    scene = Scene().figures("kislev", tzeentch="ds").hand("the_blood_gods_call").power(khorne=2).begin("summoning")
    assert scene.choose(play("the_blood_gods_call", "tilea"), figure("tzeentch", "kislev", "ds")).at("tilea", "tzeentch") == "ds"


def test_shield_stays_with_its_figure() -> None:
    """Of two Horrors the one that is moved is the one that was chosen."""
    scene = Scene().figures("kislev", tzeentch="w ws").power(tzeentch=2).begin("summoning").choose(summon("w", "empire", "kislev"))
    assert scene.at("kislev", "tzeentch") == "ws" and scene.at("empire", "tzeentch") == "w"


def test_shielded_horror_on_a_space() -> None:
    """Rulings 24 and 38: a shielded Horror that is summoned may stand on a space, shielded still."""
    scene = Scene().upgrades("tzeentch", "horrors").figures("kislev", tzeentch="ws").power(tzeentch=3).begin("summoning")
    scene.choose(summon("ws", "empire", "kislev"), n.STAND)
    assert scene.at("empire", "tzeentch") == "ps" and scene.lies("empire") == ["horror", ""]
    assert scene.begin("end", stop="round").at("empire", "tzeentch") == "p"


def test_hero_removes_a_shielded_figure() -> None:
    """Ruling 25: removing is not killing; an Old World card may too."""
    scene = Scene().figures("kislev", tzeentch="cs").tokens("kislev", hero=1).begin("end", stop="round")
    assert scene.at("kislev", "tzeentch") == "" and scene.g.reserve[n.TZEENTCH * 4] == 8
    scene = Scene().track("dark_elf_corsairs").figures("norsca", tzeentch="cs").tokens("norsca", event=1).begin("end", stop="round")
    assert scene.at("norsca", "tzeentch") == "" and scene.g.reserve[n.TZEENTCH * 4] == 8


def test_shielded_figures_are_not_killed() -> None:
    """Ruling 25: neither by Blood Frenzy, hits, nor The Final Rotting."""
    scene = Scene().cards("kislev", "blood_frenzy", "the_final_rotting").corruption("kislev", nurgle=3)
    assert scene.figures("kislev", khorne="d", tzeentch="cs").dice().begin("battle").at("kislev", "tzeentch") == "cs"
    scene = Scene().cards("kislev", "the_final_rotting").corruption("kislev", nurgle=3).figures("kislev", tzeentch="cs c")
    assert scene.begin("battle").at("kislev", "tzeentch") == "cs"


def test_shielded_figure_may_be_charmed() -> None:
    """Ruling 25: it fights for Slaanesh, and still nobody can kill it."""
    scene = Scene().figures("kislev", tzeentch="ws").hand("soporific_musk").power(slaanesh=2).begin("summoning")
    assert scene.choose(play("soporific_musk", "kislev")).at("kislev", "tzeentch") == "wsx"
    scene = Scene().figures("kislev", tzeentch="wsx", khorne="w").dice(4).begin("battle")
    assert scene.at("kislev", "tzeentch") == "wsx" and scene.at("kislev", "khorne") == ""


# ---- the end of the round -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("power", "marked", "plain"), [("tzeentch", "cs ps", "c p"), ("nurgle", "cs c", "c c"), ("khorne", "dx w", "d w")])
def test_marks_end_with_the_round(power: str, marked: str, plain: str) -> None:
    """Ruling 37: in End Phase step 6, before the end check, shields, free Lepers and control are over; not a step earlier."""
    scene = Scene().figures("kislev", **{power: marked}).begin("end", stop="end_check")
    assert scene.at("kislev", power).split() == sorted(marked.split())
    scene.go_on(stop="round")
    assert scene.at("kislev", power) == plain
    scene = Scene().old_world().figures("kislev", **{power: marked}).begin("end")
    assert scene.g.over and scene.at("kislev", power) == plain


def test_what_is_controlled_is_the_owners_again() -> None:
    """Ruling 37: its owner summons it in the next round."""
    scene = Scene().figures("kislev", khorne="wx").begin("end", only=False, stop="battle_phase")
    assert scene.g.round == 2 and scene.who == "khorne" and summon("w", "empire", "kislev") in scene.legal()


def test_lepers_are_free_again_in_the_next_round() -> None:
    """Ruling 37: each once a round (old-world.md 4.5)."""
    scene = Scene().upgrades("nurgle", "lepers").figures("kislev", nurgle="cs").begin("end", stop="battle_phase").choose(n.PASS)
    before = scene.g.power[n.NURGLE]
    scene.choose(summon("c", "empire", "kislev"))
    assert scene.g.power[n.NURGLE] == before and scene.at("empire", "nurgle") == "cs"


# ---- leaving the board -----------------------------------------------------------------------------------------------
def test_death_clears_marks() -> None:
    """Ruling 56: a Leper that leaves the board is fresh again, whatever took it off; so is everything in the reserve."""
    scene = Scene().figures("kislev", nurgle="cs", khorne="w").dice(4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.g.reserve[n.NURGLE * 4] == 6
    scene.upgrades("nurgle", "lepers").power(nurgle=2).begin("summoning").choose(summon("c", "tilea"))
    assert scene.g.power[n.NURGLE] == 2 and scene.at("tilea", "nurgle") == "cs"
    scene = Scene().cards("kislev", "a_great_foul_consumption").figures("kislev", nurgle="cs c").begin("corruption")
    assert scene.at("kislev", "nurgle") == "" and scene.g.reserve[n.NURGLE * 4] == 6
    scene = Scene().figures("kislev", khorne="w", nurgle="wx").dice(4, 1, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.g.reserve[n.NURGLE * 4 + n.WARRIOR] == 5


def test_a_spent_leper_stays_spent_where_it_goes() -> None:
    """Ruling 5: one free time a round; a Teleport does not make it fresh."""
    scene = Scene().upgrades("nurgle", "lepers").figures("kislev", nurgle="cs").hand("teleport").power(tzeentch=1, nurgle=2)
    scene.begin("summoning").choose(summon("w", "kislev"), play("teleport", "kislev"))
    scene.choose(figure("nurgle", "kislev", "cs"), region("badlands"))
    assert scene.at("badlands", "nurgle") == "cs"
    scene.choose(summon("cs", "border_princes", "badlands"))
    assert scene.g.power[n.NURGLE] == 0
