"""Nurgle's Chaos cards (old-world.md 5.2)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from ruinous.oldworld.events import FOR_RUINING
from scenes import REGIONS, Scene, corruption, figure, play

KISLEV = REGIONS.index("kislev")


# ---- Plague Aura -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("tokens", "value"), [(0, 2), (1, 3), (4, 6)])  # 4: case C24b, Estalia
def test_plague_aura(tokens: int, value: int) -> None:
    """+1 for each of Nurgle's tokens here; nobody else's tokens, no Warpstones, no tokens elsewhere count; others gain nothing."""
    scene = Scene().cards("estalia", "plague_aura").figures("estalia", nurgle="c c", tzeentch="c").tokens("estalia", warpstone=1)
    scene.corruption("estalia", nurgle=tokens, tzeentch=3).corruption("tilea", nurgle=5).begin("corruption")
    assert scene.values("estalia") == {"nurgle": value, "tzeentch": 1}


def test_plague_aura_works_in_its_region_only() -> None:
    scene = Scene().cards("tilea", "plague_aura").figures("estalia", nurgle="c").corruption("estalia", nurgle=4).begin("corruption")
    assert scene.values("estalia") == {"nurgle": 1} and scene.values("tilea") == {}


# ---- Plague Touch, Rain of Pus -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("victim", "kind", "cards", "hits"),
    [
        ("khorne", "d", "", 3),
        ("khorne", "d", "plague_touch", 2),
        ("khorne", "d", "plague_touch plague_touch", 1),
        ("slaanesh", "d", "plague_touch plague_touch", 2),
        ("slaanesh", "d", "plague_touch changer_of_ways", 4),
        ("slaanesh", "d", "rain_of_pus", 4),
        ("tzeentch", "w", "plague_touch", 1),
        ("tzeentch", "c", "plague_touch", 1),  # never below 1
        ("tzeentch", "c", "plague_touch plague_touch", 1),
    ],
)
def test_plague_touch(victim: str, kind: str, cards: str, hits: int) -> None:
    """Enemy figures here have 1 less Defense, at least 1; each copy works (old-world.md 5.2, ruling 14). One hit fewer does not kill."""
    for thrown in (hits - 1, hits):
        scene = Scene().cards("kislev", *cards.split()).figures("kislev", nurgle="d d", **{victim: kind})
        own = 4 if victim == "khorne" else 0  # the dice of a Bloodthirster, who rolls first
        scene.dice(*[1] * own, *[4] * thrown, *[1] * 8).begin("battle")
        assert (scene.at("kislev", victim) == "") == (thrown == hits), thrown


@pytest.mark.parametrize(
    ("kind", "cards", "hits"),
    [
        ("c", "", 1),
        ("c", "rain_of_pus", 2),
        ("w", "rain_of_pus rain_of_pus", 3),
        ("d", "rain_of_pus", 4),
        ("c", "rain_of_pus changer_of_ways", 1),
        ("c", "plague_touch rain_of_pus", 2),  # Plague Touch is for enemies
        ("d", "plague_touch", 3),
    ],
)
def test_rain_of_pus(kind: str, cards: str, hits: int) -> None:
    """Nurgle's figures here have 1 more Defense; each copy works (old-world.md 5.2, ruling 14)."""
    for thrown in (hits - 1, hits):
        scene = Scene().cards("kislev", *cards.split()).figures("kislev", nurgle=kind, khorne="d").dice(*[4] * thrown, *[1] * (10 - thrown))
        scene.begin("battle")
        assert (scene.at("kislev", "nurgle") == "") == (thrown == hits), thrown


def test_defense_cards_work_in_their_region_only() -> None:
    scene = Scene().cards("tilea", "rain_of_pus", "plague_touch").figures("kislev", nurgle="w", tzeentch="w").dice(4, 4)
    scene.begin("battle")
    assert scene.at("kislev", "tzeentch") == "w" and scene.at("kislev", "nurgle") == ""


def test_peasants_have_defense_1_whatever_lies_there() -> None:
    """Old-world.md 3: one hit kills a Peasant."""
    scene = Scene().cards("kislev", "rain_of_pus", "plague_touch").figures("kislev", khorne="w").tokens("kislev", peasant=1).dice(4, 1)
    assert scene.begin("battle").token("kislev", "peasant") == 0


def test_upgraded_seductress_under_plague_touch() -> None:
    """Old-world.md 4.5 and 5.2: Defense 2, 1 less."""
    scene = Scene().cards("kislev", "plague_touch").upgrades("slaanesh", "seductresses").figures("kislev", khorne="w", slaanesh="c")
    assert scene.dice(4, 1).begin("battle").at("kislev", "slaanesh") == ""


def test_hits_of_two_powers_never_add_up() -> None:
    """Old-world.md 13, 28: Nurgle's two hits on a Bloodthirster (Defense 3) are lost, and so is Tzeentch's one after them."""
    scene = Scene().cards("kislev", "rain_of_pus", "rain_of_pus").figures("kislev", khorne="d", nurgle="w w", tzeentch="ws")
    scene.dice(1, 1, 1, 1, 4, 4, 4).begin("battle")
    assert scene.at("kislev", "khorne") == "d" and scene.events("hits_lost") == [(n.NURGLE, KISLEV, 2), (n.TZEENTCH, KISLEV, 1)]


# ---- Influenza ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cards", "skaven", "resistance"),
    [
        ("influenza", 0, 3),
        ("influenza influenza", 0, 1),
        ("influenza", 2, 1),
        ("influenza influenza", 3, 0),
        ("influenza changer_of_ways", 0, 5),
    ],
)
def test_influenza(cards: str, skaven: int, resistance: int) -> None:
    """Resistance 2 less for each copy, never below 0; the Conquest value stays as printed (old-world.md 3, 5.2)."""
    scene = Scene().cards("empire", *cards.split()).tokens("empire", skaven=skaven).begin("corruption")
    assert scene.events("resistance") == [(REGIONS.index("empire"), resistance, 5)]


@pytest.mark.parametrize(("figures", "points"), [("c c c", 0), ("c c c c", 5)])
def test_influenza_helps_whoever_exceeds_resistance(figures: str, points: int) -> None:
    """Old-world.md 13, 15: 3 against Resistance 3 is not enough; the card helps others as well."""
    scene = Scene().cards("empire", "influenza").figures("empire", tzeentch=figures).begin("corruption")
    assert scene.points() == (0, 0, points, 0)


@pytest.mark.parametrize("skaven", [0, 1])
def test_influenza_in_norsca(skaven: int) -> None:
    """Old-world.md 13, 12; case C06: 1 - 2 is 0, with a Skaven too; the card's own 1 then dominates."""
    scene = Scene().cards("norsca", "influenza").tokens("norsca", skaven=skaven).begin("corruption")
    assert scene.events("resistance") == [(0, 0, 1)] and scene.points() == (0, 1, 0, 0)


def test_influenza_works_in_its_region_only() -> None:
    scene = Scene().cards("tilea", "influenza").figures("empire", tzeentch="c c c c c").begin("corruption")
    assert scene.points()[n.TZEENTCH] == 0


# ---- All Things Decay --------------------------------------------------------------------------------------
def test_all_things_decay() -> None:
    """One token, anybody's, from this region."""
    scene = Scene().corruption("kislev", nurgle=1, slaanesh=2).corruption("tilea", khorne=1).hand("all_things_decay").power(nurgle=2)
    scene.begin("summoning").choose(play("all_things_decay", "kislev"))
    assert scene.legal() == {corruption("nurgle", "kislev"), corruption("slaanesh", "kislev")}
    before = scene.pieces()
    scene.choose(corruption("slaanesh", "kislev"))
    assert scene.changes(before) == {"slaanesh corruption kislev": 1}


def test_all_things_decay_must_be_carried_out() -> None:
    """The only token goes, be it his own; a Warpstone is nobody's corruption token."""
    scene = Scene().corruption("kislev", nurgle=1).tokens("kislev", warpstone=1).hand("all_things_decay").power(nurgle=2)
    scene.begin("summoning").choose(play("all_things_decay", "kislev"))
    assert scene.corrupted("kislev", "nurgle") == 0 and scene.token("kislev", "warpstone") == 1 and scene.asks == "summoning_turn"


# ---- A Great Foul Consumption ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("figures", "tokens"),
    [("", 0), ("w", 0), ("w w", 1), ("w w d", 1), ("w w w w w", 2), ("c", 1), ("c c c w w", 3 + 2)],  # old-world.md 13, 42
)
def test_great_foul_consumption(figures: str, tokens: int) -> None:
    """After corruption is placed all his figures leave, one token for every two; nobody else's do, nor his own elsewhere."""
    scene = (
        Scene().cards("kislev", "a_great_foul_consumption").figures("kislev", nurgle=figures, tzeentch="w").figures("empire", nurgle="c")
    )
    scene.begin("corruption")
    assert scene.at("kislev", "nurgle") == "" and scene.corrupted("kislev", "nurgle") == tokens
    assert scene.at("kislev", "tzeentch") == "w" and scene.at("empire", "nurgle") == "c" and scene.corrupted("empire", "nurgle") == 1
    assert [scene.g.reserve[n.NURGLE * 4 + kind] for kind in range(3)] == [5, 5, 1]


def test_consumption_beside_changer() -> None:
    scene = Scene().cards("kislev", "a_great_foul_consumption", "changer_of_ways").figures("kislev", nurgle="w w").begin("corruption")
    assert scene.at("kislev", "nurgle") == "w w" and scene.corrupted("kislev", "nurgle") == 0


@pytest.mark.parametrize("edition", ["seed", "faq2"])
def test_consumption_makes_a_ruiner(edition: str) -> None:
    """Ruling 31: its tokens are placed in the corruption step, before the ruin check."""
    scene = (
        Scene(edition=edition).cards("norsca", "a_great_foul_consumption").figures("norsca", nurgle="w w").corruption("norsca", khorne=11)
    )
    scene.begin("corruption")
    assert scene.g.ruin[0] == 1 and [event[:3] for event in scene.events("vp") if event[2] == FOR_RUINING] == [(n.NURGLE, 3, FOR_RUINING)]


def test_consumption_below_twelve() -> None:
    """The boundary: 10 and 1 are 11, no ruin."""
    scene = Scene().cards("norsca", "a_great_foul_consumption").figures("norsca", nurgle="w w w").corruption("norsca", khorne=10)
    assert scene.begin("corruption").g.ruin[0] == 0 and scene.corrupted("norsca", "nurgle") == 1


def test_consumption_takes_what_is_left_of_the_supply() -> None:
    """29 tokens are all there are (old-world.md 14.9)."""
    scene = Scene().cards("norsca", "a_great_foul_consumption").figures("norsca", nurgle="w w w w").corruption("empire", nurgle=28)
    assert scene.begin("corruption").corrupted("norsca", "nurgle") == 1


# ---- The Final Rotting -------------------------------------------------------------------------------------
def test_final_rotting() -> None:
    """Ruling 19: one kill for each token, Nurgle chooses among enemy cultists and warriors, a Horror on a card space too; he must."""
    scene = Scene().cards("kislev", "the_final_rotting").corruption("kislev", nurgle=3, khorne=2).tokens("kislev", peasant=1)
    scene.figures("kislev", nurgle="c", khorne="c d", tzeentch="w p").figures("empire", khorne="c").dice(*[1] * 6)
    scene.begin("battle")
    bloodsworn, horror, perched = figure("khorne", "kislev", "c"), figure("tzeentch", "kislev", "w"), figure("tzeentch", "kislev", "p")
    assert scene.asks == "rot" and scene.who == "nurgle" and scene.legal() == {bloodsworn, horror, perched}
    before = scene.pieces()
    scene.choose(perched, horror)
    assert scene.g.over and scene.changes(before) == {
        "tzeentch figures kislev": "",
        "tzeentch reserve warrior": 3,
        "khorne figures kislev": "d",
        "khorne reserve cultist": 3,
        "kislev cards": "the_final_rotting",
    }


@pytest.mark.parametrize(
    ("tokens", "cards", "left"),
    [
        (0, "the_final_rotting", "c c c"),
        (1, "the_final_rotting", "c c"),
        (1, "the_final_rotting the_final_rotting", "c"),
        (5, "the_final_rotting", ""),  # more tokens than victims
        (2, "the_final_rotting changer_of_ways", "c c c"),
        (2, "plague_touch", "c c c"),
    ],
)
def test_final_rotting_counts_tokens(tokens: int, cards: str, left: str) -> None:
    """One for each of his tokens here, for each copy (ruling 14); tokens of others and tokens elsewhere do not count."""
    scene = Scene().cards("kislev", *cards.split()).corruption("kislev", nurgle=tokens, slaanesh=4).corruption("empire", nurgle=4)
    assert scene.figures("kislev", slaanesh="c c c").begin("battle").at("kislev", "slaanesh") == left


@pytest.mark.parametrize("where", REGIONS)
def test_final_rotting_in_every_region(where: str) -> None:
    scene = Scene().cards(where, "the_final_rotting").corruption(where, nurgle=1).figures(where, slaanesh="w")
    assert scene.begin("battle").at(where, "slaanesh") == ""


def test_final_rotting_comes_after_the_last_battle() -> None:
    """Old-world.md 14.9: its victims have fought; regions in order; its kills are Nurgle's and move no dial."""
    scene = Scene().cards("kislev", "the_final_rotting").cards("norsca", "the_final_rotting").corruption("kislev", nurgle=1)
    scene.corruption("norsca", nurgle=1).figures("norsca", slaanesh="c").figures("kislev", khorne="w", nurgle="w")
    scene.figures("badlands", khorne="w", nurgle="c").dice(1, 1, 1, 4, 1).begin("battle")
    killed = [(power, region, by) for power, _, region, by in scene.events("killed")]
    assert killed == [(n.NURGLE, 8, n.KHORNE), (n.SLAANESH, 0, n.NURGLE), (n.KHORNE, KISLEV, n.NURGLE)]
    assert list(scene.g.counters) == [1, 0, 0, 0]


def test_final_rotting_in_a_field_of_ecstasy() -> None:
    """It is no battle: at the end of the phase it kills all the same (old-world.md 5.2, 5.4)."""
    scene = (
        Scene()
        .cards("kislev", "field_of_ecstasy", "the_final_rotting")
        .corruption("kislev", nurgle=1)
        .figures("kislev", khorne="w", nurgle="w")
    )
    assert scene.dice().begin("battle").at("kislev", "khorne") == ""


# ---- The Stench of Death -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cards", "nurgle", "tzeentch", "tokens"),
    [
        ("the_stench_of_death", "", "", 0),  # 3 does not exceed Resistance 3
        ("the_stench_of_death", "w", "", 2),
        ("the_stench_of_death", "w", "c c c c", 0),  # a tie
        ("the_stench_of_death", "w", "c c c c c", 0),  # another dominates
        ("the_stench_of_death the_stench_of_death", "", "", 4),
        ("the_stench_of_death changer_of_ways", "w", "", 0),
        ("plague_touch", "w w w w", "", 0),
    ],
)
def test_stench_of_death(cards: str, nurgle: str, tzeentch: str, tokens: int) -> None:
    """Two tokens if Nurgle dominates, for each copy (ruling 14); the Conquest value is scored as ever."""
    scene = Scene().cards("kislev", *cards.split()).figures("kislev", nurgle=nurgle, tzeentch=tzeentch).begin("corruption")
    assert scene.corrupted("kislev", "nurgle") == tokens and (scene.points()[n.NURGLE] == 3 or tokens == 0)
    assert scene.g.counters[n.NURGLE] == 0


def test_stench_of_death_works_in_its_region_only() -> None:
    scene = Scene().cards("kislev", "the_stench_of_death").figures("norsca", nurgle="w w").begin("corruption")
    assert scene.points()[n.NURGLE] == 1 and scene.events("corruption_placed") == []


# ---- copies ------------------------------------------------------------------------------------------------
def test_each_copy_works() -> None:
    """Ruling 14: Influenza -4, two Frenzies roll twice, two Rebirths give two more battles, two Auras count twice; Skull Throne once."""
    scene = Scene().cards("empire", "influenza", "influenza").cards("tilea", "plague_aura", "plague_aura").corruption("tilea", nurgle=2)
    scene.cards("kislev", "the_skull_throne", "the_skull_throne").figures("kislev", khorne="w").begin("corruption")
    assert [event for event in scene.events("resistance") if event[0] == 3] == [(3, 1, 5)]
    assert scene.values("tilea") == {"nurgle": 4} and scene.values("kislev") == {"khorne": 4}
    scene = Scene().cards("kislev", "blood_frenzy", "blood_frenzy").figures("kislev", nurgle="d").dice(1, 1, 1, 1).begin("battle")
    assert [event[2] for event in scene.events("rolled")] == [2, 2]
    scene = Scene().cards("kislev", "reborn_in_blood", "reborn_in_blood").figures("kislev", khorne="w", slaanesh="c").dice(*[1] * 6)
    assert scene.begin("battle").events("battle") == [(KISLEV, 0), (KISLEV, 1), (KISLEV, 2)]
