"""Battle: dice, hits, felled figures, order (old-world.md 7.4; cases D04 to D07)."""

from __future__ import annotations

from scenes import Scene, figure, token


def test_felled_figures_still_roll() -> None:
    """Old-world.md 13, 21: felled by Khorne, the Plaguebearer rolls all the same; both leave afterwards."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w").dice(4, 1, 5)
    scene.begin("battle")
    assert scene.at("kislev", "khorne") == "" and scene.at("kislev", "nurgle") == ""
    assert [event[0] for event in scene.events("rolled")] == [0, 1]


def test_chain_of_sixes() -> None:
    """Case D07: 6, 6, 6, 1 from one die are three hits and four faces."""
    scene = Scene().figures("kislev", nurgle="w", slaanesh="c c c c").dice(6, 6, 6, 1)
    scene.begin("battle").choose()
    assert len(scene.events("die")) == 4 and scene.events("rolled")[0] == (1, 2, 1, 3)
    assert scene.at("kislev", "slaanesh") == "c"


def test_no_dice_no_battle() -> None:
    """Old-world.md 13, 24: cultists of Attack 0 do not fight."""
    scene = Scene().figures("kislev", nurgle="c", slaanesh="c").dice()
    scene.begin("battle")
    assert scene.events("battle") == [] and scene.g.over


def test_hits_are_chosen_among_what_can_be_killed() -> None:
    """Old-world.md 13, 26: one hit cannot be wasted on an upgraded Seductress while a Leper can be killed."""
    scene = Scene().upgrades("slaanesh", "seductresses").figures("kislev", khorne="w", nurgle="c", slaanesh="c").dice(4, 1)
    scene.begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.at("kislev", "slaanesh") == "c"


def test_three_hits_may_be_split_two_ways() -> None:
    """Old-world.md 13, 27: Leper and Leper with one hit lost, or Seductress and Leper."""
    start = Scene().upgrades("slaanesh", "seductresses").figures("kislev", khorne="w w", nurgle="c c", slaanesh="c")
    start.dice(4, 4, 4, 1).begin("battle")
    leper, seductress = figure("nurgle", "kislev", "c"), figure("slaanesh", "kislev", "c")
    assert start.legal() == {leper, seductress}
    start.choose(leper)
    assert start.legal() == {leper, seductress}
    start.choose(leper)
    assert start.g.over and start.events("hits_lost") == [(0, 2, 1)]


def test_peasants_are_hit_and_kept() -> None:
    """Old-world.md 3: a Peasant falls to one hit, goes to the killer's sheet, gives Khorne no counter."""
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=1).dice(4, 1)
    scene.begin("battle")
    assert scene.g.peasants[0] == 1 and scene.token("kislev", "peasant") == 0 and scene.events("counter") == []


def test_hit_choice_of_peasant() -> None:
    scene = Scene().figures("kislev", khorne="w", nurgle="c").tokens("kislev", peasant=1).dice(4, 1)
    scene.begin("battle").choose(token("kislev", "peasant"))
    assert scene.at("kislev", "nurgle") == "c" and scene.g.peasants[0] == 1
