"""The 20 upgrades (old-world.md 4.5)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from ruinous.oldworld import tables
from ruinous.oldworld.events import FOR_PROVENDER, FOR_RUINING
from scenes import POWERS, REGIONS, Scene, figure, play, region, summon, token, upgrade

KISLEV = REGIONS.index("kislev")


def rolls(scene: Scene) -> list[tuple[int, ...]]:
    """Who rolled how many dice for how many hits, in order."""
    return [(power, dice, hits) for power, _, dice, hits in scene.events("rolled")]


# ---- taking one --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("power", POWERS)
def test_an_upgrade_is_taken_once(power: str) -> None:
    """The dial's second upgrade position offers the four that are left; it works from then on (old-world.md 4.4)."""
    names = [name for name, _ in tables.UPGRADES[POWERS.index(power)]]
    positions = [at for at, (_, effect, _) in enumerate(tables.DIALS[POWERS.index(power)]) if effect == "upgrade"]
    assert len(names) == 5 and len(positions) == 3
    scene = Scene().upgrades(power, names[0]).dial(**{power: positions[1] - 1})
    scene.counters(khorne=1, nurgle=1, tzeentch=1, slaanesh=1).begin("end", stop="round")
    if scene.asks == "place_tokens":
        scene.choose(region("norsca"))
    assert scene.who == power and scene.legal() == {upgrade(power, name) for name in names[1:]}
    scene.choose(upgrade(power, names[3]))
    assert scene.g.upgrades[POWERS.index(power)] == 1 | 1 << 3


# ---- power and cards ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("power", "upgrades", "points"),
    [
        ("khorne", "", 7),
        ("khorne", "power", 8),
        ("khorne", "cards", 7),
        ("nurgle", "", 6),
        ("nurgle", "power", 7),
        ("nurgle", "provender_of_ruin", 6),
        ("tzeentch", "", 6),
        ("tzeentch", "power", 7),
        ("tzeentch", "cards", 6),
        ("slaanesh", "", 6),
        ("slaanesh", "power", 7),
        ("slaanesh", "power_2", 8),
        ("slaanesh", "power power_2", 9),
    ],
)
def test_power_upgrades(power: str, upgrades: str, points: int) -> None:
    """+1 every round, Slaanesh's second +2, both together 9; the others stay at their sheets' number."""
    scene = Scene().upgrades(power, *upgrades.split()).begin("draw")
    assert list(scene.g.power) == [points if name == power else sheet for name, sheet in zip(POWERS, (7, 6, 6, 6), strict=True)]


@pytest.mark.parametrize(
    ("power", "upgrades", "held", "drawn"),
    [
        ("khorne", "", 1, 2),
        ("khorne", "cards", 1, 3),
        ("khorne", "cards", 9, 3),  # no hand limit
        ("nurgle", "provender_of_ruin power", 1, 2),
        ("tzeentch", "", 3, 2),
        ("tzeentch", "cards", 3, 3),
        ("tzeentch", "cards", 5, 1),
        ("tzeentch", "cards", 6, 0),
        ("slaanesh", "power_2 power", 1, 2),
    ],
)
def test_card_upgrades(power: str, upgrades: str, held: int, drawn: int) -> None:
    """Khorne draws 3 instead of 2, Tzeentch up to 6 instead of 5."""
    card = tables.CHAOS_CARDS[POWERS.index(power)][0][0]
    scene = Scene().upgrades(power, *upgrades.split()).hand(*[card] * held).deck(*[card] * 5).begin("draw")
    if scene.asks == "discard_before_draw":
        scene.choose(n.DONE)
    assert scene.g.over and len(scene.in_hand(power)) == held + drawn


# ---- Khorne ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("upgrades", "dice"), [("", 0), ("bloodsworn", 2), ("bloodletters", 0)])
def test_bloodsworn(upgrades: str, dice: int) -> None:
    """Attack 1 instead of 0 for each; nobody else's cultists fight."""
    scene = Scene().upgrades("khorne", *upgrades.split()).figures("kislev", khorne="c c", slaanesh="c").dice(*[1] * dice).begin("battle")
    assert rolls(scene) == ([(n.KHORNE, dice, 0)] if dice else [])


def test_bloodletters() -> None:
    """Their dice first, victims at once; the rest of Khorne's figures roll in the normal step, the Bloodletters not again."""
    scene = Scene().upgrades("khorne", "bloodletters").figures("kislev", khorne="w w d", nurgle="w w w").dice(4, 5, 1, 1, 1, 1, 1, 1, 3)
    scene.begin("battle")
    assert rolls(scene) == [(n.KHORNE, 4, 2), (n.KHORNE, 4, 0), (n.NURGLE, 1, 0)]
    assert scene.at("kislev", "nurgle") == "w" and scene.g.counters[n.KHORNE] == 1


def test_bloodletters_without_the_upgrade() -> None:
    """All roll together, and the felled roll too."""
    scene = Scene().figures("kislev", khorne="w", nurgle="w").dice(4, 1, 1).begin("battle")
    assert rolls(scene) == [(n.KHORNE, 2, 1), (n.NURGLE, 1, 0)] and scene.at("kislev", "nurgle") == ""


@pytest.mark.parametrize(
    ("figures", "upgrades", "value"),
    [("d", "", 1), ("d", "bloodthirster", 3), ("d w", "bloodthirster", 4), ("w c", "bloodthirster", 2)],
)
def test_bloodthirster(figures: str, upgrades: str, value: int) -> None:
    """It counts as three for supremacy (old-world.md 13, 18); in another region it adds nothing here."""
    scene = Scene().upgrades("khorne", *upgrades.split()).figures("kislev", khorne=figures, nurgle="d").begin("corruption")
    assert scene.values("kislev") == {"khorne": value, "nurgle": 1}


# ---- Nurgle: Lepers ----------------------------------------------------------------------------------------
def lepers(power: int = 3) -> Scene:
    return Scene().upgrades("nurgle", "lepers").power(nurgle=power)


def test_lepers_are_free_once() -> None:
    """Ruling 5; old-world.md 13, 33: free where Nurgle has no figure, once a round for each Leper, next to his figures as ever."""
    scene = lepers().figures("kislev", nurgle="w").begin("summoning").choose(summon("c", "empire"))
    assert scene.g.power[n.NURGLE] == 3 and scene.at("empire", "nurgle") == "cs"
    assert summon("c", "tilea") not in scene.legal()  # adjacency stays
    scene.choose(summon("cs", "bretonnia", "empire"))  # its second time: 1 power
    assert scene.g.power[n.NURGLE] == 2 and scene.at("bretonnia", "nurgle") == "cs"
    scene.choose(summon("c", "estalia"))  # another Leper
    assert scene.g.power[n.NURGLE] == 2 and scene.at("estalia", "nurgle") == "cs"


def test_leper_beside_another_figure_costs_one() -> None:
    """Old-world.md 13, 34: 1 power where Nurgle has a Plaguebearer; and it stays fresh for a free time (ruling 5)."""
    scene = lepers().figures("kislev", nurgle="w").begin("summoning").choose(summon("c", "kislev"))
    assert scene.g.power[n.NURGLE] == 2 and scene.at("kislev", "nurgle") == "c w"
    scene.choose(summon("c", "empire", "kislev"))
    assert scene.g.power[n.NURGLE] == 2 and scene.at("empire", "nurgle") == "cs"


def test_enemies_and_charmed_figures_do_not_make_a_leper_dear() -> None:
    """Ruling 5: what counts is whether Nurgle controls a figure there."""
    scene = lepers().figures("kislev", nurgle="wx", khorne="w").begin("summoning").choose(summon("c", "kislev"))
    assert scene.g.power[n.NURGLE] == 3


def test_only_lepers_are_free() -> None:
    scene = lepers().begin("summoning").choose(summon("w", "kislev"))
    assert scene.g.power[n.NURGLE] == 2
    scene = Scene().power(nurgle=3).begin("summoning").choose(summon("c", "kislev"))  # without the upgrade
    assert scene.g.power[n.NURGLE] == 2 and scene.at("kislev", "nurgle") == "c"


def test_no_free_leper_at_zero() -> None:
    """A marker at 0 is skipped (old-world.md 7.3)."""
    scene = lepers(1).figures("kislev", nurgle="w").begin("summoning").choose(summon("c", "empire"), summon("w", "empire"))
    assert scene.g.over


# ---- Nurgle: Plaguebearers ---------------------------------------------------------------------------------
@pytest.mark.parametrize("where", ["norsca", "kislev"])
def test_plaguebearers_retaliate(where: str) -> None:
    """Ruling 17: after Khorne's roll as many hits on his figures as Plaguebearers fell, Nurgle assigns; the felled roll all the same."""
    scene = Scene().upgrades("nurgle", "plaguebearers").figures(where, khorne="c w w", nurgle="w w", slaanesh="c c")
    scene.tokens(where, peasant=1).dice(4, 5, 1, 1, 1, 1).begin("battle")
    assert scene.who == "khorne"
    scene.choose(figure("nurgle", where, "w"), figure("nurgle", where, "w"))
    assert scene.who == "nurgle" and scene.legal() == {figure("khorne", where, "c"), figure("khorne", where, "w")}
    scene.choose(figure("khorne", where, "w"), figure("khorne", where, "c"))
    assert scene.at(where, "khorne") == "w" and scene.at(where, "nurgle") == "" and scene.at(where, "slaanesh") == "c c"
    assert [by for *_, by in scene.events("killed")] == [n.KHORNE, n.KHORNE, n.NURGLE, n.NURGLE]


def test_plaguebearers_retaliate_in_whole_kills() -> None:
    """Ruling 17: one hit cannot kill an upgraded Seductress or a Keeper of Secrets; it is lost. A Daemonette takes two."""
    scene = Scene().upgrades("nurgle", "plaguebearers").upgrades("slaanesh", "seductresses").figures("kislev", nurgle="w w", slaanesh="c d")
    scene.dice(1, 1, 4, 1).begin("battle")
    assert scene.at("kislev", "slaanesh") == "c d" and scene.events("hits_lost") == [(n.NURGLE, KISLEV, 1)]
    scene = Scene().upgrades("nurgle", "plaguebearers").figures("kislev", nurgle="w w", slaanesh="w w").dice(1, 1, 4, 4)
    scene.begin("battle")
    assert scene.at("kislev", "slaanesh") == "w"


def test_plaguebearers_retaliate_at_once_for_blood_frenzy() -> None:
    """Ruling 17: victims leave as those of the roll do: the Bloodletter does not roll any more."""
    scene = Scene().upgrades("nurgle", "plaguebearers").cards("kislev", "blood_frenzy").figures("kislev", khorne="w", nurgle="w").dice(4, 1)
    scene.begin("battle")
    assert scene.at("kislev", "khorne") == "" and scene.at("kislev", "nurgle") == "" and rolls(scene) == [(n.KHORNE, 2, 1)]


def test_plaguebearers_answer_each_killer_for_itself() -> None:
    """Ruling 17: hits for Plaguebearers that Khorne killed do not fall on Slaanesh, who killed a Leper."""
    scene = Scene().upgrades("nurgle", "plaguebearers").figures("kislev", khorne="c w", nurgle="w c", slaanesh="w").dice(4, 1, 1, 4)
    scene.begin("battle").choose(figure("nurgle", "kislev", "w"), figure("khorne", "kislev", "c"))
    assert scene.who == "slaanesh"
    scene.choose(figure("nurgle", "kislev", "c"))
    assert scene.at("kislev", "khorne") == "w" and scene.at("kislev", "slaanesh") == "w"


@pytest.mark.parametrize(("upgrades", "victim", "left"), [("", "w", "c"), ("plaguebearers", "c", "c"), ("plaguebearers", "w", "")])
def test_only_upgraded_plaguebearers_retaliate(upgrades: str, victim: str, left: str) -> None:
    """Not without the upgrade, not for a Leper."""
    scene = Scene().upgrades("nurgle", *upgrades.split()).cards("kislev", "blood_frenzy").figures("kislev", khorne="c", nurgle=victim)
    assert scene.dice(4, 1).begin("battle").at("kislev", "khorne") == left and scene.events("hits_lost") == []


def test_charmed_plaguebearer_does_not_retaliate() -> None:
    """Ruling 18: killed under Slaanesh's control it is answered by nobody."""
    scene = Scene().upgrades("nurgle", "plaguebearers").figures("kislev", khorne="w c", nurgle="wx").dice(4, 1, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == "" and scene.at("kislev", "khorne") == "c w"


# ---- Nurgle: Great Unclean One, Provender of Ruin ----------------------------------------------------------
def test_great_unclean_one() -> None:
    """Rulings 41 and 55: two tokens where it is summoned to, from the reserve or the board; not when a card moves it, not in a ruin."""
    scene = Scene().upgrades("nurgle", "great_unclean_one").power(nurgle=9).ruin("empire", 1).begin("summoning")
    scene.choose(summon("d", "kislev"))
    assert scene.corrupted("kislev", "nurgle") == 2 and scene.g.counters[n.NURGLE] == 0
    scene.choose(summon("d", "empire", "kislev"))
    assert scene.corrupted("empire", "nurgle") == 0 and scene.corrupted("kislev", "nurgle") == 2
    scene.choose(summon("d", "bretonnia", "empire"))
    assert scene.corrupted("bretonnia", "nurgle") == 2
    scene = Scene().upgrades("nurgle", "great_unclean_one").figures("kislev", nurgle="d").hand("the_blood_gods_call").power(khorne=2)
    scene.begin("summoning").choose(play("the_blood_gods_call", "tilea"), figure("nurgle", "kislev", "d"))
    assert scene.at("tilea", "nurgle") == "d" and scene.events("corruption_placed") == []


@pytest.mark.parametrize(
    ("kind", "upgrades", "power", "reserve"),
    [("d", "", 1, "daemon"), ("w", "great_unclean_one", 3, "warrior"), ("c", "great_unclean_one", 3, "cultist")],
)
def test_nothing_else_corrupts_when_summoned(kind: str, upgrades: str, power: int, reserve: str) -> None:
    """Nothing happens but that the figure is paid for and comes from the reserve of 6, 5 and 1."""
    scene = Scene().upgrades("nurgle", *upgrades.split()).power(nurgle=4).begin("summoning")
    before = scene.pieces()
    left = {"cultist": 5, "warrior": 4, "daemon": 0}[reserve]
    assert scene.choose(summon(kind, "kislev")).changes(before) == {
        "nurgle power": power,
        "nurgle figures kislev": kind,
        f"nurgle reserve {reserve}": left,
    }


@pytest.mark.parametrize(
    ("corruption", "points"),
    [
        ({"khorne": 6, "slaanesh": 5}, 3),
        ({"khorne": 6, "slaanesh": 5, "nurgle": 1}, 3),  # third
        ({"khorne": 6, "nurgle": 5}, 0),  # second
        ({"nurgle": 12}, 0),  # first
        ({"khorne": 4, "tzeentch": 4, "nurgle": 3}, 3),  # a tie for first: nobody is second
    ],
)
def test_provender_of_ruin(corruption: dict[str, int], points: int) -> None:
    """Ruling 34: 3 VP for a region ruined this round in which Nurgle is no ruiner and takes neither first nor second place."""
    for upgraded in (True, False):
        scene = Scene().corruption("kislev", **corruption).ruin("kislev", 1, fresh=True)
        if upgraded:
            scene.upgrades("nurgle", "provender_of_ruin")
        scene.begin("end", stop="round")
        gained = [event[1] for event in scene.events("vp") if event[2] == FOR_PROVENDER]
        assert gained == ([points] if points and upgraded else [])


def test_provender_is_for_each_region_ruined_this_round() -> None:
    """Not for one ruined before (ruling 34)."""
    scene = Scene().upgrades("nurgle", "provender_of_ruin").ruin("norsca", 1)
    for at, name in enumerate(("kislev", "empire")):
        scene.corruption(name, khorne=6, slaanesh=5).ruin(name, 2 + at, fresh=True)
    assert scene.begin("end", stop="round").points()[n.NURGLE] == 6


@pytest.mark.parametrize(("edition", "points"), [("seed", 3), ("faq2", 4)])
def test_provender_and_the_ruiner_of_an_edition(edition: str, points: int) -> None:
    """Ruling 34: a token of the round, placed before the corruption step, makes a ruiner (here of card 2) in faq2 only."""
    scene = Scene(edition=edition).upgrades("nurgle", "provender_of_ruin", "great_unclean_one").ruin("norsca", 1).power(nurgle=3)
    scene.corruption("tilea", khorne=6, slaanesh=4).begin("summoning", only=False, stop="round").choose(summon("d", "tilea"))
    assert scene.g.ruin[REGIONS.index("tilea")] == 2 and scene.points()[n.NURGLE] == points
    assert [event[2] for event in scene.events("vp") if event[0] == n.NURGLE] == [FOR_PROVENDER if edition == "seed" else FOR_RUINING]


# ---- Tzeentch: Acolytes ------------------------------------------------------------------------------------
def acolytes(**tokens: int) -> Scene:
    scene = Scene().upgrades("tzeentch", "acolytes").figures("kislev", tzeentch="c w").tokens("kislev", **tokens)
    return scene.tokens("empire", warpstone=1).power(tzeentch=4).begin("summoning")


@pytest.mark.parametrize(("answer", "left"), [(token("kislev", "warpstone"), 1), (n.DONE, 2)])
def test_acolytes(answer: int, left: int) -> None:
    """An Acolyte summoned from region to region may take one Warpstone along."""
    scene = acolytes(warpstone=2, noble=1).choose(summon("c", "empire", "kislev"))
    assert scene.legal() == {token("kislev", "warpstone"), n.DONE}
    scene.choose(answer)
    assert scene.token("kislev", "warpstone") == left and scene.token("empire", "warpstone") == 3 - left
    assert scene.at("empire", "tzeentch") == "c" and scene.token("kislev", "noble") == 1 and scene.asks == "summoning_turn"


def test_acolytes_take_nothing_else() -> None:
    """Not from the reserve, not a Horror, not without a Warpstone, not without the upgrade."""
    assert acolytes(warpstone=1).choose(summon("c", "empire")).asks == "summoning_turn"
    assert acolytes(warpstone=1).choose(summon("w", "empire", "kislev")).asks == "summoning_turn"
    assert acolytes(noble=1).choose(summon("c", "empire", "kislev")).asks == "summoning_turn"
    scene = Scene().figures("kislev", tzeentch="c").tokens("kislev", warpstone=1).power(tzeentch=2).begin("summoning")
    assert scene.choose(summon("c", "empire", "kislev")).asks == "summoning_turn"


def test_acolyte_and_ruins() -> None:
    """Ruling 40: a Warpstone goes out of a ruin, not into one."""
    scene = Scene().upgrades("tzeentch", "acolytes").figures("kislev", tzeentch="c").tokens("kislev", warpstone=1).power(tzeentch=4)
    scene.ruin("kislev", 1).begin("summoning").choose(summon("c", "empire", "kislev"), token("kislev", "warpstone"))
    assert scene.token("empire", "warpstone") == 1
    assert scene.choose(summon("c", "kislev", "empire")).asks == "summoning_turn" and scene.token("empire", "warpstone") == 1


# ---- Tzeentch: Horrors -------------------------------------------------------------------------------------
def perched(*cards: str) -> Scene:
    """A Horror has just been summoned to Kislev and stands on a card space."""
    scene = Scene().upgrades("tzeentch", "horrors").cards("kislev", *cards).figures("empire", tzeentch="c").power(tzeentch=9)
    return scene.begin("summoning").choose(summon("w", "kislev"), n.STAND)


def test_horror_on_a_space() -> None:
    """Ruling 38: it takes the space, counts and fights as usual, is chosen as such; when it leaves the space is free again."""
    scene = perched().hand("dazzle", "teleport")
    assert scene.at("kislev", "tzeentch") == "p" and scene.lies("kislev") == ["horror", ""]
    scene.choose(summon("w", "kislev"), n.DONE)  # a second one beside it, not on a space
    scene.choose(play("teleport", "kislev"))
    assert scene.lies("kislev") == ["horror", "teleport"]
    assert scene.legal() == {figure("tzeentch", "kislev", "p"), figure("tzeentch", "kislev", "w")}
    assert scene.choose(figure("tzeentch", "kislev", "p")).asks == "teleport_where"
    assert play("dazzle", "kislev") in scene.choose(region("empire")).legal()
    assert scene.at("empire", "tzeentch") == "c w" and scene.lies("kislev") == ["", "teleport"]


def test_horror_on_a_space_counts_and_fights() -> None:
    scene = Scene().figures("kislev", tzeentch="p", slaanesh="c").dice(4).begin("battle").begin("corruption")
    assert scene.at("kislev", "slaanesh") == "" and scene.values("kislev") == {"tzeentch": 1}


def test_horror_on_a_space_is_killed() -> None:
    """Ruling 38: of two Horrors the one on the space is chosen as such; killed it goes to the reserve and frees the space."""
    scene = Scene().figures("kislev", khorne="w", tzeentch="p w").dice(4, 4, 1, 1).begin("battle")
    assert scene.legal() == {figure("tzeentch", "kislev", "p"), figure("tzeentch", "kislev", "w")}
    scene.choose(figure("tzeentch", "kislev", "p"))
    assert scene.at("kislev", "tzeentch") == "w" and scene.lies("kislev") == ["", ""] and scene.g.reserve[n.TZEENTCH * 4 + n.WARRIOR] == 2


def test_horror_comes_down_when_summoned() -> None:
    """Ruling 38: its space is free, and where it comes to it may stand again."""
    scene = perched().choose(summon("p", "empire", "kislev"))
    assert scene.asks == "stand_on_space" and scene.lies("kislev") == ["", ""]
    assert scene.choose(n.STAND).at("empire", "tzeentch") == "c p"


def test_horror_keeps_its_space_for_the_next_round() -> None:
    """Old-world.md 4.5: the space is taken while it stands there; the Chaos card beside it goes."""
    scene = Scene().figures("kislev", tzeentch="p").cards("kislev", "dazzle").begin("end", stop="round")
    assert scene.lies("kislev") == ["horror", ""] and scene.at("kislev", "tzeentch") == "p"


def test_a_hero_takes_a_horror_off_its_space() -> None:
    scene = Scene().figures("kislev", tzeentch="p").tokens("kislev", hero=1).begin("end", stop="round")
    assert scene.lies("kislev") == ["", ""] and scene.at("kislev", "tzeentch") == ""


def test_two_horrors_fill_a_region() -> None:
    """Then no card can be played there, and a third one finds no space."""
    scene = perched().choose(summon("w", "kislev"), n.STAND).hand("dazzle")
    scene.choose(summon("c", "kislev"))
    assert play("dazzle", "kislev") not in scene.legal() and play("dazzle", "empire") in scene.legal()
    assert scene.choose(summon("w", "kislev")).asks == "summoning_turn" and scene.at("kislev", "tzeentch") == "c p p w"


def test_no_horror_on_a_space_in_a_ruin() -> None:
    """Ruling 39; nor without the upgrade, nor an Acolyte."""
    scene = Scene().upgrades("tzeentch", "horrors").ruin("kislev", 1).power(tzeentch=5).begin("summoning")
    assert scene.choose(summon("w", "kislev")).asks == "summoning_turn" and scene.at("kislev", "tzeentch") == "w"
    scene = Scene().upgrades("tzeentch", "horrors").power(tzeentch=5).begin("summoning")
    assert scene.choose(summon("c", "kislev")).asks == "summoning_turn"
    scene = Scene().power(tzeentch=5).begin("summoning")
    assert scene.choose(summon("w", "kislev")).asks == "summoning_turn"


# ---- Tzeentch: Lord of Change ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("figures", "upgrades", "warpstones", "counters"),
    [
        ("c c d", "lord_of_change", 0, 1),  # old-world.md 13, 10
        ("c c ds", "lord_of_change", 0, 1),
        ("c d", "lord_of_change", 0, 0),  # one token only
        ("c c d", "", 0, 0),
        ("c c d", "", 1, 0),
        ("c c dx", "lord_of_change", 0, 0),  # Slaanesh's for the moment (ruling 20)
        ("c c", "lord_of_change", 1, 0),  # it stands elsewhere
    ],
)
def test_lord_of_change(figures: str, upgrades: str, warpstones: int, counters: int) -> None:
    """It counts as two magic symbols in its region."""
    scene = Scene().upgrades("tzeentch", *upgrades.split()).figures("tilea", tzeentch=figures).tokens("tilea", warpstone=warpstones)
    if "d" not in figures:
        scene.figures("norsca", tzeentch="d")
    assert scene.begin("corruption").g.counters[n.TZEENTCH] == counters


@pytest.mark.parametrize(
    ("cards", "warpstones", "cultists", "counters"),
    [
        ("dazzle", 1, 2, 1),  # old-world.md 13, 7; case C04
        ("dazzle temporal_stasis", 0, 2, 1),
        ("the_stench_of_death soporific_musk", 0, 2, 1),  # anybody's
        ("", 2, 2, 1),
        ("", 4, 2, 1),  # old-world.md 13, 8: one, not two
        ("dazzle", 0, 2, 0),
        ("", 1, 2, 0),
        ("dazzle temporal_stasis", 0, 1, 0),  # old-world.md 13, 9
    ],
)
def test_magic_sources(cards: str, warpstones: int, cultists: int, counters: int) -> None:
    """Tzeentch's dial: two tokens and two sources in any mix (old-world.md 4.3)."""
    scene = Scene().cards("tilea", *cards.split()).tokens("tilea", warpstone=warpstones).figures("tilea", tzeentch=" ".join("c" * cultists))
    assert scene.begin("corruption").g.counters[n.TZEENTCH] == counters


# ---- Slaanesh ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("upgrades", "hits"), [("", 1), ("seductresses", 2), ("daemonettes", 1)])
def test_seductresses(upgrades: str, hits: int) -> None:
    """Defense 2 instead of 1; other Powers' cultists stay at 1."""
    for thrown in (hits - 1, hits):
        scene = Scene().upgrades("slaanesh", *upgrades.split()).figures("kislev", khorne="w", slaanesh="c")
        scene.dice(*([4] * thrown + [1] * 2)[:2])
        assert (scene.begin("battle").at("kislev", "slaanesh") == "") == (thrown == hits)
    scene = Scene().upgrades("slaanesh", "seductresses").figures("kislev", khorne="w", nurgle="c").dice(4, 1).begin("battle")
    assert scene.at("kislev", "nurgle") == ""


@pytest.mark.parametrize(
    ("figures", "upgrades", "tokens"),
    [("w w", "daemonettes", 2), ("c w", "daemonettes", 2), ("c w", "", 1), ("d", "daemonettes", 0)],
)
def test_daemonettes(figures: str, upgrades: str, tokens: int) -> None:
    """Ruling 42 (provisional): they corrupt as cultists do, for the dial too (two tokens beside a Noble)."""
    scene = Scene().upgrades("slaanesh", *upgrades.split()).figures("kislev", slaanesh=figures, khorne="w").tokens("kislev", noble=1)
    scene.begin("corruption")
    assert scene.corrupted("kislev", "slaanesh") == tokens and scene.corrupted("kislev", "khorne") == 0
    assert scene.g.counters[n.SLAANESH] == (tokens >= 2)


def test_keeper_of_secrets() -> None:
    """Ruling 42 (provisional): as the Corruption Phase begins Slaanesh takes one enemy cultist beside it, which corrupts for Slaanesh."""
    scene = Scene().upgrades("slaanesh", "keeper_of_secrets").figures("kislev", slaanesh="d", khorne="c w", nurgle="c c")
    scene.figures("empire", nurgle="c").begin("corruption")
    assert scene.who == "slaanesh" and scene.legal() == {figure("khorne", "kislev", "c"), figure("nurgle", "kislev", "c")}
    scene.choose(figure("nurgle", "kislev", "c"))
    assert scene.at("kislev", "nurgle") == "c cx" and scene.values("kislev") == {"khorne": 2, "nurgle": 1, "slaanesh": 2}
    assert [scene.corrupted("kislev", power) for power in POWERS] == [1, 1, 0, 1]


@pytest.mark.parametrize(("upgrades", "where"), [("", "kislev"), ("keeper_of_secrets", "empire"), ("daemonettes", "kislev")])
def test_keeper_of_secrets_takes_nobody(upgrades: str, where: str) -> None:
    """Not without the upgrade, not in another region; of warriors none."""
    scene = Scene().upgrades("slaanesh", *upgrades.split()).figures(where, slaanesh="d")
    scene.figures("kislev", khorne="c").figures("empire", nurgle="w").begin("corruption")
    assert scene.events("charmed") == [] and scene.corrupted("kislev", "khorne") == 1
