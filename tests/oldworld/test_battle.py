"""The Battle Phase: dice, hits, felled figures, order (old-world.md 7.4; seed, Battle Phase; cases D04 to D07)."""

from __future__ import annotations

import pytest

from scenes import POWERS, REGIONS, Scene, figure, token


def rolls(scene: Scene) -> list[tuple[str, int, int]]:
    """Who rolled how many dice for how many hits."""
    return [(POWERS[power], dice, hits) for power, _, dice, hits in scene.events("rolled")]


def counters(scene: Scene) -> list[int]:
    return list(scene.g.counters)


# ---- dice --------------------------------------------------------------------------------------------------
def test_felled_figures_still_roll() -> None:
    """Old-world.md 13, 21: felled by Khorne, the Plaguebearer rolls all the same; both leave afterwards."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w").dice(4, 1, 5)
    scene.begin("battle")
    assert scene.at("kislev", "khorne") == "" and scene.at("kislev", "nurgle") == ""
    assert [event[0] for event in scene.events("rolled")] == [0, 1]


def test_chain_of_sixes() -> None:
    """Case D07: 6, 6, 6, 1 from one die are three hits and four faces."""
    scene = Scene().figures("kislev", nurgle="w", slaanesh="c c c c").dice(6, 6, 6, 1)
    scene.begin("battle")
    assert len(scene.events("die")) == 4 and scene.events("rolled")[0] == (1, 2, 1, 3)
    assert scene.at("kislev", "slaanesh") == "c"


def test_six_six_three() -> None:
    """Old-world.md 13, 25: 6, extra die 6, its extra die 3: two hits."""
    scene = Scene().figures("kislev", nurgle="w", slaanesh="c c c").dice(6, 6, 3).begin("battle")
    assert rolls(scene) == [("nurgle", 1, 2)] and scene.at("kislev", "slaanesh") == "c"


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1)])
def test_four_and_more_hit(face: int, hits: int) -> None:
    """Seed: each result of 4, 5 or 6 is one hit."""
    scene = Scene().figures("kislev", nurgle="w", slaanesh="c c").dice(face).begin("battle")
    assert rolls(scene) == [("nurgle", 1, hits)]


def test_extra_dice_come_after_the_others() -> None:
    """All dice first, the extra ones too, before any hit is given."""
    scene = Scene().figures("kislev", khorne="w", slaanesh="c c c").dice(6, 1, 6, 2).begin("battle")
    assert [face for _, face in scene.events("die")] == [6, 1, 6, 2] and rolls(scene)[0] == ("khorne", 2, 2)


def test_dice_are_the_attack_of_all_ones_figures() -> None:
    """Khorne 0 + 2 + 2 + 4 = 8 dice; cultists roll none."""
    scene = Scene().figures("kislev", khorne="c w w d", tzeentch="d").dice(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).begin("battle")
    assert rolls(scene) == [("khorne", 8, 0), ("tzeentch", 3, 0)]


@pytest.mark.parametrize(
    ("power", "dice"),
    [("khorne", (0, 2, 4)), ("nurgle", (0, 1, 3)), ("tzeentch", (0, 1, 3)), ("slaanesh", (0, 1, 2))],
)
def test_attack_of_each_kind(power: str, dice: tuple[int, ...]) -> None:
    """Old-world.md 4.2."""
    enemy = "nurgle" if power != "nurgle" else "khorne"
    for kind, number in zip("cwd", dice, strict=True):
        scene = Scene().figures("kislev", **{power: kind, enemy: "c"}).dice(*[1] * number).begin("battle")
        assert rolls(scene) == ([(power, number, 0)] if number else [])


def test_power_order() -> None:
    """In Power order, whatever the threat."""
    scene = Scene().dial(slaanesh=5).figures("kislev", khorne="w", nurgle="w", tzeentch="d", slaanesh="d")
    scene.dice(*[1] * 8).begin("battle")
    assert [power for power, _, _ in rolls(scene)] == ["khorne", "nurgle", "tzeentch", "slaanesh"]


def test_regions_in_order() -> None:
    """Seed: region by region, in the established order."""
    scene = Scene()
    for where in ("badlands", "kislev", "norsca"):
        scene.figures(where, nurgle="w", slaanesh="c")
    scene.dice(1, 1, 1).begin("battle")
    assert [REGIONS[where] for where, _ in scene.events("battle")] == ["norsca", "kislev", "badlands"]


# ---- whether there is a battle -----------------------------------------------------------------------------
def test_no_dice_no_battle() -> None:
    """Ruling 48; old-world.md 13, 24: cultists of Attack 0 do not fight, and who has no legal target does not roll."""
    scene = Scene().figures("kislev", nurgle="c", slaanesh="c").dice()
    scene.begin("battle")
    assert scene.events("battle") == [] and scene.g.over
    alone = Scene().figures("kislev", khorne="w d").dice().begin("battle")
    assert alone.events("battle") == [] and alone.events("rolled") == []


def test_later_dice_without_a_target_are_not_thrown() -> None:
    """Ruling 48: Khorne fells the Plaguebearer, the Plaguebearer Khorne's Bloodletter; Tzeentch finds nobody standing."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w", tzeentch="d").dice(4, 1, 4).begin("battle")
    assert rolls(scene) == [("khorne", 2, 1), ("nurgle", 1, 1)]
    assert [scene.at("kislev", power) for power in POWERS] == ["", "", "d", ""]


def test_the_felled_are_no_targets_for_the_last() -> None:
    """Ruling 48: Khorne fells Slaanesh's Daemonette, Nurgle Khorne's Bloodletter; Slaanesh, felled, still rolls at Nurgle."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w", slaanesh="w").dice(4, 5, 4, 5).begin("battle")
    scene.choose(figure("slaanesh", "kislev", "w"))
    assert rolls(scene) == [("khorne", 2, 2), ("nurgle", 1, 1), ("slaanesh", 1, 1)]
    assert [scene.at("kislev", power) for power in POWERS] == ["", "", "", ""]


def test_one_player_against_peasants() -> None:
    """Old-world.md 13, 23: alone with a Peasant there is a battle if one has dice."""
    scene = Scene().figures("kislev", slaanesh="w").tokens("kislev", peasant=1).dice(4).begin("battle")
    assert len(scene.events("battle")) == 1 and scene.g.peasants[3] == 1
    assert Scene().figures("kislev", slaanesh="c").tokens("kislev", peasant=1).dice().begin("battle").events("battle") == []


def test_one_side_has_dice() -> None:
    scene = Scene().figures("kislev", nurgle="c c", tzeentch="w").dice(5).begin("battle")
    assert rolls(scene) == [("tzeentch", 1, 1)] and scene.at("kislev", "nurgle") == "c" and scene.at("kislev", "tzeentch") == "w"


def test_frenzy_needs_no_figure_only_a_target() -> None:
    """Old-world.md 5.1 and 7.4: Blood Frenzy alone has two dice; Peasants are legal targets for it, as for any hits."""
    scene = Scene().cards("kislev", "blood_frenzy").tokens("kislev", peasant=2).dice(4, 1).begin("battle")
    assert rolls(scene) == [("khorne", 2, 1)] and scene.g.peasants[0] == 1 and scene.token("kislev", "peasant") == 1
    scene = Scene().cards("kislev", "blood_frenzy").figures("kislev", nurgle="c").dice(4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and counters(scene) == [1, 0, 0, 0]
    assert Scene().cards("kislev", "blood_frenzy").figures("kislev", khorne="c").dice().begin("battle").events("rolled") == []


def test_battles_in_a_ruined_region() -> None:
    """Old-world.md 13, 48: battles are fought in a ruin."""
    scene = Scene().ruin("kislev", 1).figures("kislev", khorne="w", nurgle="c").dice(4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and counters(scene) == [1, 0, 0, 0]


# ---- hits --------------------------------------------------------------------------------------------------
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


def test_three_hits_the_other_way() -> None:
    """Old-world.md 13, 27: the Seductress takes two, a Leper the third."""
    scene = Scene().upgrades("slaanesh", "seductresses").figures("kislev", khorne="w w", nurgle="c c", slaanesh="c")
    scene.dice(4, 4, 4, 1).begin("battle").choose(figure("slaanesh", "kislev", "c"))
    assert scene.at("kislev", "slaanesh") == "" and scene.at("kislev", "nurgle") == "c" and scene.events("hits_lost") == []


def test_two_hits_on_a_bloodthirster() -> None:
    """Old-world.md 13, 28: two hits against Defense 3 are lost."""
    scene = Scene().figures("kislev", khorne="d", nurgle="d").dice(1, 1, 1, 1, 4, 5, 1).begin("battle")
    assert scene.at("kislev", "khorne") == "d" and scene.events("hits_lost") == [(1, 2, 2)]


def test_hits_of_two_players_do_not_add_up() -> None:
    """Old-world.md 7.4 c; 13, 28: two hits of Nurgle's and one of Tzeentch's do not kill a Bloodthirster (Defense 3)."""
    scene = Scene().figures("kislev", khorne="d", nurgle="w w", tzeentch="w").dice(1, 1, 1, 1, 4, 5, 4)
    scene.begin("battle")
    assert scene.asks == "" and rolls(scene) == [("khorne", 4, 0), ("nurgle", 2, 2), ("tzeentch", 1, 1)]
    assert scene.at("kislev", "khorne") == "d" and scene.at("kislev", "nurgle") == "w" and scene.at("kislev", "tzeentch") == ""


def test_what_kills_nothing_is_lost_though_targets_stand() -> None:
    """Old-world.md 7.4 c: hits are given in lots of exactly Defense; the rest is lost."""
    scene = Scene().figures("kislev", nurgle="w", tzeentch="w").dice(4, 1).begin("battle")
    assert scene.at("kislev", "tzeentch") == "w" and scene.events("hits_lost") == [(1, 2, 1)]


def test_any_enemy_figure_may_be_chosen() -> None:
    """Old-world.md 7.4 c: no rule protects or forces cultists; one's own figures are no targets."""
    scene = Scene().figures("kislev", khorne="w w c", nurgle="c w", tzeentch="w", slaanesh="w").dice(4, 4, 1, 1).begin("battle")
    assert scene.legal() == {
        figure("nurgle", "kislev", "c"),
        figure("nurgle", "kislev", "w"),
        figure("tzeentch", "kislev", "w"),
        figure("slaanesh", "kislev", "w"),
    }


def test_a_felled_figure_is_no_target_again() -> None:
    scene = Scene().figures("kislev", khorne="w w", nurgle="c", slaanesh="c").dice(4, 4, 4, 1).begin("battle")
    scene.choose(figure("nurgle", "kislev", "c"))
    assert scene.at("kislev", "nurgle") == "" and scene.at("kislev", "slaanesh") == "" and scene.events("hits_lost") == [(0, 2, 1)]


def test_the_felled_go_to_their_reserves() -> None:
    """Old-world.md 7.4 d."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w c").dice(4, 4, 1)
    scene.begin("battle").choose(figure("nurgle", "kislev", "w"))
    assert scene.at("kislev", "nurgle") == "" and list(scene.g.reserve[4:7]) == [6, 5, 1]


def test_bystanders_elsewhere() -> None:
    scene = Scene().figures("kislev", khorne="w").figures("empire", nurgle="c").figures("norsca", khorne="c", slaanesh="c").dice()
    scene.begin("battle")
    assert scene.at("empire", "nurgle") == "c" and scene.at("norsca", "slaanesh") == "c" and scene.events("battle") == []


@pytest.mark.parametrize(
    ("power", "defense"),
    [("khorne", (1, 1, 3)), ("nurgle", (1, 1, 3)), ("tzeentch", (1, 2, 2)), ("slaanesh", (1, 2, 4))],
)
def test_defense_of_each_kind(power: str, defense: tuple[int, ...]) -> None:
    """Old-world.md 4.2: one hit fewer does not kill."""
    enemy = "nurgle" if power == "khorne" else "khorne"
    for kind, needed in zip("cwd", defense, strict=True):
        for hits in (needed - 1, needed):
            scene = Scene().figures("kislev", **{power: kind, enemy: "d w" if enemy == "khorne" else "d w w w"})
            dice = [4] * hits + [1] * (6 - hits) + [1] * 4
            scene.dice(*(dice if enemy == "khorne" else [1] * (0, 2, 4)["cwd".index(kind)] + dice[:6]))
            scene.begin("battle")
            assert scene.at("kislev", power) == ("" if hits == needed else kind), (kind, hits)


# ---- Peasants ----------------------------------------------------------------------------------------------
def test_peasants_are_hit_and_kept() -> None:
    """Old-world.md 3: a Peasant falls to one hit, goes to the killer's sheet, gives Khorne no counter."""
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=1).dice(4, 1)
    scene.begin("battle")
    assert scene.g.peasants[0] == 1 and scene.token("kislev", "peasant") == 0 and scene.events("counter") == []


def test_hit_choice_of_peasant() -> None:
    scene = Scene().figures("kislev", khorne="w", nurgle="c").tokens("kislev", peasant=1).dice(4, 1)
    scene.begin("battle").choose(token("kislev", "peasant"))
    assert scene.at("kislev", "nurgle") == "c" and scene.g.peasants[0] == 1


def test_a_peasant_is_gone_at_once() -> None:
    """Seed: Peasants are removed immediately, so a later player finds none."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w").tokens("kislev", peasant=1).dice(4, 1, 4).begin("battle")
    scene.choose(token("kislev", "peasant"))
    assert list(scene.g.peasants) == [1, 0, 0, 0]
    assert scene.at("kislev", "khorne") == ""  # Nurgle's hit had only the Bloodletter


def test_each_peasant_takes_one_hit() -> None:
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=3).dice(5, 5).begin("battle")
    assert scene.g.peasants[0] == 2 and scene.token("kislev", "peasant") == 1 and scene.g.token_supply[1] == 17


def test_peasants_do_not_strike_back() -> None:
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=5).dice(1, 1).begin("battle")
    assert rolls(scene) == [("khorne", 2, 0)] and scene.at("kislev", "khorne") == "w"


def test_heroes_and_other_tokens_are_no_targets() -> None:
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", hero=1, noble=1, skaven=1, warpstone=1).dice().begin("battle")
    assert scene.events("battle") == []


# ---- Khorne's counters -------------------------------------------------------------------------------------
def test_three_kills_one_counter() -> None:
    """Old-world.md 13, 1: one counter for the battle, however many figures fall."""
    scene = Scene().figures("kislev", khorne="w w", nurgle="c c c").dice(4, 4, 4, 1).begin("battle")
    assert counters(scene) == [1, 0, 0, 0] and scene.at("kislev", "nurgle") == ""


def test_three_regions_three_counters() -> None:
    """Old-world.md 13, 2."""
    scene = Scene()
    for where in ("norsca", "empire", "badlands"):
        scene.figures(where, khorne="w", nurgle="c")
    scene.dice(4, 1, 4, 1, 4, 1).begin("battle")
    assert counters(scene) == [3, 0, 0, 0]


def test_only_peasants_no_counter() -> None:
    """Old-world.md 13, 3."""
    scene = Scene().figures("kislev", khorne="w").tokens("kislev", peasant=2).dice(4, 4).begin("battle")
    assert counters(scene) == [0, 0, 0, 0] and scene.g.peasants[0] == 2


def test_a_peasant_and_a_figure_one_counter() -> None:
    scene = Scene().figures("kislev", khorne="w", nurgle="c").tokens("kislev", peasant=1).dice(4, 4).begin("battle")
    scene.choose(token("kislev", "peasant"))
    assert counters(scene) == [1, 0, 0, 0]


def test_the_kills_of_others_give_khorne_nothing() -> None:
    scene = Scene().figures("kislev", nurgle="w", slaanesh="c").figures("empire", khorne="c", tzeentch="w").dice(4, 4).begin("battle")
    assert counters(scene) == [0, 0, 0, 0] and scene.at("empire", "khorne") == "" and scene.at("kislev", "slaanesh") == ""


def test_kills_are_the_assigners() -> None:
    """Old-world.md 7.4: who assigned the hit has the kill."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w").dice(4, 1, 4).begin("battle")
    assert [(POWERS[owner], POWERS[by]) for owner, _, _, by in scene.events("killed")] == [("nurgle", "khorne"), ("khorne", "nurgle")]


def test_tzeentchs_kill_is_remembered() -> None:
    """Old-world.md 5.3: The Persistence of Change asks whether Tzeentch has killed here this round; Peasants do not count."""
    scene = Scene().figures("kislev", tzeentch="w").tokens("kislev", peasant=1).figures("empire", tzeentch="w", nurgle="c")
    scene.dice(4, 4).begin("battle")
    assert scene.g.changed == 1 << 3
