"""Slaanesh's Chaos cards (old-world.md 5.4); a charmed figure's life is in test_control.py."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import REGIONS, Scene, figure, play, region, token


# ---- Abyssal Pact ------------------------------------------------------------------------------------------
def test_abyssal_pact() -> None:
    """Case C21, Estalia: figures do not count for anybody, cards do; next door they count."""
    scene = Scene().cards("estalia", "abyssal_pact", "influenza").figures("estalia", nurgle="c c", slaanesh="c w d")
    scene.figures("tilea", slaanesh="c c c").begin("corruption")
    assert scene.values("estalia") == {"nurgle": 1, "slaanesh": 0} and scene.points() == (0, 0, 0, 2)


@pytest.mark.parametrize(
    ("cards", "upgrades", "value"),
    [
        ("abyssal_pact the_skull_throne", (), 1),  # question Q6: only its cost (old-world.md 14.5)
        ("the_skull_throne abyssal_pact", (), 1),
        ("abyssal_pact", ("bloodthirster",), 0),
        ("abyssal_pact changer_of_ways", ("bloodthirster",), 4),
    ],
)
def test_abyssal_pact_and_khorne(cards: str, upgrades: tuple[str, ...], value: int) -> None:
    """Figures are ignored wholly, whatever they would count."""
    scene = Scene().cards("kislev", *cards.split()).figures("kislev", khorne="w d").upgrades("khorne", *upgrades).begin("corruption")
    assert scene.values("kislev")["khorne"] == value


def test_abyssal_pact_keeps_what_cards_add() -> None:
    scene = Scene().cards("kislev", "abyssal_pact", "insidious_lies").tokens("kislev", noble=2).figures("kislev", slaanesh="c")
    assert scene.begin("corruption").values("kislev") == {"slaanesh": 5}


def test_abyssal_pact_is_for_supremacy_only() -> None:
    """Figures fight and corrupt as ever."""
    scene = Scene().cards("kislev", "abyssal_pact").figures("kislev", khorne="w", slaanesh="c c").dice(4, 1)
    scene.begin("battle").begin("corruption")
    assert scene.corrupted("kislev", "slaanesh") == 1


# ---- Perverse Infiltration ---------------------------------------------------------------------------------
def test_perverse_infiltration() -> None:
    """One token here at once; it moves no dial (ruling 30)."""
    scene = Scene().hand("perverse_infiltration").power(slaanesh=1).tokens("kislev", noble=1).begin("summoning")
    before = scene.pieces()
    scene.choose(play("perverse_infiltration", "kislev"))
    assert scene.changes(before) == {"slaanesh hand": "", "kislev cards": "perverse_infiltration", "slaanesh corruption kislev": 1}


@pytest.mark.parametrize(("used", "placed"), [(28, 1), (29, 0)])
def test_perverse_infiltration_and_the_supply(used: int, placed: int) -> None:
    """29 tokens are all there are (ruling 53)."""
    scene = Scene().corruption("empire", slaanesh=used).hand("perverse_infiltration").power(slaanesh=1).begin("summoning")
    assert scene.choose(play("perverse_infiltration", "kislev")).corrupted("kislev", "slaanesh") == placed


# ---- Dark Influence ----------------------------------------------------------------------------------------
def test_dark_influence() -> None:
    """Ruling 29; case C13: a Peasant, Hero or Noble from here to any other region that is not ruined, adjacent or not."""
    scene = Scene().tokens("badlands", noble=1, peasant=2, hero=1, warpstone=1, skaven=1, event=1).tokens("empire", noble=1)
    scene.ruin("tilea", 1).hand("dark_influence").power(slaanesh=2).begin("summoning").choose(play("dark_influence", "badlands"))
    assert scene.legal() == {token("badlands", kind) for kind in ("noble", "peasant", "hero")}
    scene.choose(token("badlands", "noble"))
    assert scene.legal() == {region(name) for name in REGIONS if name not in ("badlands", "tilea")}
    before = scene.pieces()
    scene.choose(region("norsca"))
    assert scene.changes(before) == {"badlands noble": 0, "norsca noble": 1}


def test_dark_influence_must_be_carried_out() -> None:
    """It is no "may": the only token goes somewhere; one of several of a kind goes."""
    scene = Scene().tokens("kislev", peasant=2).hand("dark_influence").power(slaanesh=2).begin("summoning")
    assert scene.choose(play("dark_influence", "kislev")).asks == "influence_where"
    assert scene.choose(region("empire")).token("kislev", "peasant") == 1 and scene.token("empire", "peasant") == 1


def test_dark_influence_moves_nothing_else() -> None:
    """Warpstones, Skaven and Events stay; what is in other regions is out of reach."""
    scene = Scene().tokens("kislev", warpstone=1, skaven=1, event=1).tokens("empire", noble=1).hand("dark_influence").power(slaanesh=2)
    assert scene.begin("summoning").choose(play("dark_influence", "kislev")).asks == "summoning_turn"
    assert scene.events("token_moved") == []


# ---- Insidious Lies ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("nobles", "heroes", "value"),
    [(0, 0, 1), (1, 0, 3), (0, 1, 3), (2, 1, 7)],  # one Noble: case C29, Troll Country
)
def test_insidious_lies(nobles: int, heroes: int, value: int) -> None:
    """+2 for each Noble and each Hero here; Peasants and tokens elsewhere do not count; others gain nothing."""
    scene = Scene().cards("kislev", "insidious_lies").tokens("kislev", noble=nobles, hero=heroes, peasant=3).tokens("empire", noble=1)
    scene.figures("kislev", khorne="w").cards("tilea", "abyssal_pact").figures("empire", slaanesh="c").begin("corruption")
    assert scene.values("kislev") == {"khorne": 1, "slaanesh": value} and scene.values("empire") == {"slaanesh": 1}


def test_insidious_lies_of_two_copies() -> None:
    """Ruling 14: each copy adds for itself."""
    scene = Scene().cards("kislev", "insidious_lies", "insidious_lies").tokens("kislev", noble=1).begin("corruption")
    assert scene.values("kislev") == {"slaanesh": 6}


# ---- Field of Ecstasy --------------------------------------------------------------------------------------
@pytest.mark.parametrize("other", ["", "blood_frenzy", "reborn_in_blood"])
def test_field_of_ecstasy(other: str) -> None:
    """No battle: no dice, no Blood Frenzy, no Bloodletters first, no Peasant killed (question Q5, old-world.md 14.5)."""
    scene = Scene().cards("kislev", "field_of_ecstasy", *other.split()).upgrades("khorne", "bloodletters")
    scene.figures("kislev", khorne="w d", nurgle="w", slaanesh="w").tokens("kislev", peasant=1).dice()
    before = scene.pieces()
    assert scene.begin("battle").changes(before) == {} and scene.events("no_battle") == [(2,)]


@pytest.mark.parametrize(("region", "cards"), [("tilea", "field_of_ecstasy"), ("kislev", "field_of_ecstasy changer_of_ways")])
def test_field_of_ecstasy_is_not_here(region: str, cards: str) -> None:
    """In another region, or cancelled, it stops nothing."""
    scene = Scene().cards(region, *cards.split()).figures("kislev", khorne="w", slaanesh="c").dice(4, 1).begin("battle")
    assert scene.at("kislev", "slaanesh") == ""


# ---- Soporific Musk ----------------------------------------------------------------------------------------
def test_soporific_musk() -> None:
    """Any enemy figure here, greater daemons too (old-world.md 14.4); not Slaanesh's own, not one it controls, none elsewhere."""
    scene = Scene().figures("kislev", khorne="c d cx", nurgle="w", tzeentch="ws p", slaanesh="c w").figures("empire", khorne="w")
    scene.hand("soporific_musk").power(slaanesh=3).begin("summoning").choose(play("soporific_musk", "kislev"))
    khornes, changers = {figure("khorne", "kislev", kind) for kind in "cd"}, {figure("tzeentch", "kislev", kind) for kind in ("ws", "p")}
    assert scene.legal() == khornes | changers | {figure("nurgle", "kislev", "w")}
    before = scene.pieces()
    scene.choose(figure("khorne", "kislev", "d"))
    assert scene.changes(before) == {"khorne figures kislev": "c cx dx"}


# ---- Degenerate Royalty ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tokens", "price"), [({}, 3), ({"khorne": 2}, 3), ({"khorne": 1, "nurgle": 1, "slaanesh": 1}, 0), ({"nurgle": 9}, 0)]
)
def test_degenerate_royalty(tokens: dict[str, int], price: int) -> None:
    """Free where three corruption tokens of anybody lie in all; it counts 3 all the same, alone too (old-world.md 5.4, 13, 17)."""
    scene = (
        Scene().corruption("tilea", **tokens).hand("degenerate_royalty").power(slaanesh=4).begin("summoning", only=False, stop="end_phase")
    )
    before = scene.pieces()
    scene.choose(play("degenerate_royalty", "tilea"))
    paid: dict[str, int | str] = {"slaanesh power": 4 - price} if price else {}
    assert scene.changes(before) == {"slaanesh hand": "", "tilea cards": "degenerate_royalty", **paid}
    assert scene.pass_all().values("tilea") == {"slaanesh": 3} and scene.points() == (0, 0, 0, 2)


def test_degenerate_royalty_with_one_power() -> None:
    """Where it is free it may be played with less than 3 power, where it is not it may not."""
    scene = Scene().corruption("tilea", nurgle=3).corruption("kislev", nurgle=2).hand("degenerate_royalty").power(slaanesh=1)
    assert {action for action in scene.begin("summoning").legal() if n.PLAY <= action < n.REGION} == {play("degenerate_royalty", "tilea")}


def test_degenerate_royalty_counts_corruption_only() -> None:
    """Ruling 7: two tokens and a Warpstone are not three."""
    scene = (
        Scene().corruption("tilea", nurgle=2).tokens("tilea", warpstone=1).hand("degenerate_royalty").power(slaanesh=4).begin("summoning")
    )
    assert scene.choose(play("degenerate_royalty", "tilea")).g.power[n.SLAANESH] == 1


def test_degenerate_royalty_beside_changer() -> None:
    """Ruling 8: the price is read in the hand, before Changer of Ways can cancel anything."""
    scene = Scene().corruption("tilea", nurgle=3).cards("tilea", "changer_of_ways").hand("degenerate_royalty").power(slaanesh=1)
    scene.begin("summoning", only=False, stop="end_phase").choose(play("degenerate_royalty", "tilea"))
    assert scene.g.power[n.SLAANESH] == 1 and scene.pass_all().values("tilea") == {"slaanesh": 3}


def test_degenerate_royalty_under_temporal_stasis() -> None:
    """Rulings 8 and 51: 0 and the 2 of Temporal Stasis; 3 and 2 among less corruption."""
    for tokens, price in ((3, 2), (2, 5)):
        scene = Scene().corruption("tilea", nurgle=tokens).cards("tilea", "temporal_stasis").hand("degenerate_royalty")
        scene.power(slaanesh=6).begin("summoning").choose(play("degenerate_royalty", "tilea"))
        assert scene.g.power[n.SLAANESH] == 6 - price
        scene = Scene().corruption("tilea", nurgle=tokens).cards("tilea", "temporal_stasis").hand("degenerate_royalty")
        assert play("degenerate_royalty", "tilea") not in scene.power(slaanesh=price - 1).begin("summoning").legal()
