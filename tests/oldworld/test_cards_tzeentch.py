"""Tzeentch's Chaos cards (old-world.md 5.3)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from ruinous.oldworld import tables
from scenes import CARDS, REGIONS, Scene, card, card_owner, figure, play, power, region, summon


# ---- Changer of Ways (what it does to each card: test_cards.py) --------------------------------------------
def test_two_changers() -> None:
    """Ruling 9: neither has another text to cancel; both count as magic, nothing else happens."""
    scene = Scene().cards("kislev", "changer_of_ways").hand("changer_of_ways").power(tzeentch=1).begin("summoning")
    before = scene.pieces()
    scene.choose(play("changer_of_ways", "kislev"))
    assert scene.changes(before) == {"tzeentch hand": "", "kislev cards": "changer_of_ways changer_of_ways"}
    scene = Scene().cards("kislev", "changer_of_ways", "changer_of_ways").figures("kislev", tzeentch="c c").begin("corruption")
    assert scene.g.counters[n.TZEENTCH] == 1


@pytest.mark.parametrize(
    ("first", "done"),
    [
        ("perverse_infiltration", {"slaanesh corruption kislev": 1}),
        ("soporific_musk", {"khorne figures kislev": "cx"}),
        ("warp_shield", {"tzeentch figures kislev": "cs"}),
    ],
)
def test_changer_does_not_undo_what_is_done(first: str, done: dict[str, int | str]) -> None:
    """Old-world.md 5.3: a token placed, a figure charmed, a figure shielded before it stay so."""
    scene = Scene().figures("kislev", khorne="c", tzeentch="c").hand(first, "changer_of_ways").power(tzeentch=2, slaanesh=2)
    before = scene.pieces()
    scene.begin("summoning")
    if first != "warp_shield":
        scene.choose(summon("c", "troll_country"))
    scene.choose(play(first, "kislev"))
    if first == "warp_shield":
        scene.choose(n.PASS)
    elif scene.asks == "charm":
        scene.choose(figure("khorne", "kislev", "c"))
    scene.choose(play("changer_of_ways", "kislev"))
    assert {piece: value for piece, value in scene.changes(before).items() if piece in done} == done
    assert scene.lies("kislev") == [first, "changer_of_ways"]


@pytest.mark.parametrize("cards", ["influenza changer_of_ways", "changer_of_ways influenza"])
def test_changer_works_before_and_after(cards: str) -> None:
    """It cancels the card beside it whichever came first, and only in its region (old-world.md 5.3)."""
    scene = Scene().cards("empire", *cards.split()).cards("estalia", "influenza").begin("corruption")
    assert [event[:2] for event in scene.events("resistance")] == [(3, 5), (5, 2)]


def test_changer_cancels_a_second_battle() -> None:
    """Old-world.md 13, 41: played after Reborn in Blood."""
    scene = Scene().cards("kislev", "reborn_in_blood").figures("kislev", khorne="w", nurgle="c").power(tzeentch=1).hand("changer_of_ways")
    scene.dice(1, 1).begin("summoning", only=False, stop="corruption_phase").choose(play("changer_of_ways", "kislev"), n.PASS)
    assert len(scene.events("battle")) == 1


# ---- Drain Power -------------------------------------------------------------------------------------------
def test_drain_power_gains_one_in_all() -> None:
    """Ruling 6; case C10: K -1, N -1, T +1, above the sheet's number; Slaanesh has no cultist here."""
    scene = Scene().figures("bretonnia", khorne="c", nurgle="c").figures("empire", slaanesh="c").hand("drain_power")
    scene.power(khorne=6, nurgle=5, tzeentch=6, slaanesh=6).begin("summoning")
    scene.choose(summon("c", "empire", "bretonnia"), summon("c", "bretonnia"))
    assert (scene.g.power[n.KHORNE], scene.g.power[n.NURGLE]) == (5, 4)
    before = scene.pieces()
    scene.choose(play("drain_power", "bretonnia"))
    assert scene.changes(before) == {
        "nurgle power": 3,
        "tzeentch power": 7,
        "tzeentch hand": "",
        "bretonnia cards": "drain_power",
    }


@pytest.mark.parametrize(
    ("figures", "held", "left"),
    [
        ({"nurgle": "c c"}, 4, 3),  # one point, however many cultists
        ({"nurgle": "w d"}, 4, 4),  # cultists only
        ({"nurgle": "c"}, 1, 0),
        ({"nurgle": "c"}, 0, 0),  # never below 0
    ],
)
def test_drain_power_takes_one_from_opponents_with_cultists(figures: dict[str, str], held: int, left: int) -> None:
    """Nurgle first spends 1 on a figure next door, so that it is Tzeentch's turn."""
    scene = Scene().figures("tilea", **figures).power(nurgle=held + 1, tzeentch=3).hand("drain_power").begin("summoning")
    scene.choose(summon("c", "estalia"), play("drain_power", "tilea"))
    assert (scene.g.power[n.NURGLE], scene.g.power[n.TZEENTCH]) == (left, 4)


def test_drain_power_takes_nothing_from_tzeentch() -> None:
    """Ruling 6: one point, though nobody loses one; his own cultists do not count."""
    scene = Scene().figures("tilea", tzeentch="c").figures("estalia", khorne="c").power(tzeentch=3).hand("drain_power").begin("summoning")
    assert scene.choose(play("drain_power", "tilea")).g.power[n.TZEENTCH] == 4


def test_drain_power_stops_at_twelve() -> None:
    """The power track ends at 12 (old-world.md 4.1, ruling 6)."""
    for held, after in ((11, 12), (12, 12)):
        scene = Scene().power(tzeentch=held).hand("drain_power").begin("summoning").choose(play("drain_power", "tilea"))
        assert scene.g.power[n.TZEENTCH] == after


# ---- Warp Shield (how long it lasts: test_marks.py) --------------------------------------------------------
def test_warp_shield() -> None:
    """One of Tzeentch's figures here, of any kind; not his elsewhere, not one that is shielded, nobody else's."""
    scene = (
        Scene().figures("kislev", tzeentch="c c w d ws", khorne="c").figures("empire", tzeentch="c").hand("warp_shield").power(tzeentch=1)
    )
    scene.begin("summoning").choose(play("warp_shield", "kislev"))
    assert scene.legal() == {figure("tzeentch", "kislev", kind) for kind in "cwd"}
    before = scene.pieces()
    scene.choose(figure("tzeentch", "kislev", "c"))
    assert scene.changes(before) == {"tzeentch figures kislev": "c cs d w ws"}


def test_shielded_figures_are_no_targets() -> None:
    """Hits may not be given to them (old-world.md 5.3, 14.5): an unshielded one falls, with none left there is nothing to hit."""
    scene = Scene().figures("kislev", khorne="w", tzeentch="cs c").dice(4, 4).begin("battle")
    assert scene.at("kislev", "tzeentch") == "cs" and scene.events("hits_lost") == [(n.KHORNE, 2, 1)]
    scene = Scene().figures("kislev", khorne="w", tzeentch="cs").dice().begin("battle")
    assert scene.events("battle") == [] and scene.at("kislev", "tzeentch") == "cs"


def test_shielded_figures_fight_and_corrupt() -> None:
    scene = Scene().figures("kislev", khorne="c", tzeentch="ws cs").dice(4).begin("battle")
    assert scene.at("kislev", "khorne") == ""
    scene.begin("corruption")
    assert scene.values("kislev") == {"tzeentch": 2} and scene.corrupted("kislev", "tzeentch") == 1


# ---- Teleport ----------------------------------------------------------------------------------------------
def test_teleport() -> None:
    """Ruling 29: a cultist or warrior of anybody, to any other region, adjacent or not, ruined or not."""
    scene = Scene().figures("kislev", khorne="d", nurgle="c w", tzeentch="w", slaanesh="d").figures("empire", slaanesh="c").ruin("tilea", 1)
    scene.hand("teleport").power(tzeentch=2).begin("summoning").choose(play("teleport", "kislev"))
    leper, plaguebearer, horror = figure("nurgle", "kislev", "c"), figure("nurgle", "kislev", "w"), figure("tzeentch", "kislev", "w")
    assert scene.legal() == {leper, plaguebearer, horror}
    scene.choose(plaguebearer)
    assert scene.legal() == {region(name) for name in REGIONS if name != "kislev"}
    before = scene.pieces()
    scene.choose(region("tilea"))
    assert scene.changes(before) == {"nurgle figures kislev": "c", "nurgle figures tilea": "w"}


def test_teleport_must_be_carried_out() -> None:
    """Old-world.md 5.3: it is no "may"; with one figure only the destination is asked."""
    scene = Scene().figures("kislev", tzeentch="c", khorne="d").hand("teleport").power(tzeentch=2).begin("summoning")
    assert scene.choose(play("teleport", "kislev")).asks == "teleport_where"


def test_teleport_moves_and_does_not_summon() -> None:
    """Old-world.md 11: an upgraded Acolyte that is moved takes no Warpstone along, nor does a Horror stand on a space."""
    scene = Scene().figures("kislev", tzeentch="c").tokens("kislev", warpstone=1).upgrades("tzeentch", "acolytes", "horrors")
    scene.hand("teleport").power(tzeentch=2).begin("summoning").choose(play("teleport", "kislev"), region("empire"))
    assert scene.asks == "summoning_turn" and scene.token("kislev", "warpstone") == 1


# ---- Temporal Stasis ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name in CARDS if name != "degenerate_royalty"])
def test_temporal_stasis(name: str) -> None:
    """Ruling 51: opponents pay 2 more for each card they play here; Tzeentch, and everybody elsewhere, the printed price."""
    owner = card_owner(name)
    cost = tables.CHAOS_CARDS[owner][[row[0] for row in tables.CHAOS_CARDS[owner]].index(name)][2]
    price = cost if owner == n.TZEENTCH else cost + 2
    for held, allowed in ((price, True), (price - 1, False)):
        scene = Scene().cards("kislev", "temporal_stasis").hand(name).power(**{tables.POWERS[owner]: max(held, 0)}).begin("summoning")
        assert (play(name, "kislev") in scene.legal()) == (allowed and held > 0)
        assert (play(name, "empire") in scene.legal()) == (held >= cost and held > 0)
    scene = Scene().cards("kislev", "temporal_stasis").hand(name).power(**{tables.POWERS[owner]: 9}).begin("summoning")
    scene.choose(play(name, "kislev"))
    assert scene.g.power[owner] == 9 - price + (name == "drain_power")


def test_temporal_stasis_does_not_change_what_a_card_counts() -> None:
    """Ruling 51: Influenza costs Nurgle 3 here and adds 1."""
    scene = Scene().cards("kislev", "temporal_stasis").hand("influenza").power(nurgle=3).begin("summoning", only=False, stop="end_phase")
    scene.choose(play("influenza", "kislev"))
    assert scene.g.power[n.NURGLE] == 0 and scene.values("kislev") == {"nurgle": 1, "tzeentch": 1}


def test_temporal_stasis_does_not_tax_figures() -> None:
    scene = Scene().cards("kislev", "temporal_stasis").power(nurgle=2).begin("summoning").choose(summon("c", "kislev"))
    assert scene.g.power[n.NURGLE] == 1


# ---- The Meddling of Skaven --------------------------------------------------------------------------------
def meddle(*cards: str) -> Scene:
    scene = Scene().figures("kislev", khorne="c", nurgle="d").figures("empire", slaanesh="c").hand("the_meddling_of_skaven", *cards)
    return scene.power(tzeentch=2).begin("summoning").choose(play("the_meddling_of_skaven", "kislev"))


def test_meddling() -> None:
    """Ruling 49: an opponent with a figure here discards two cards of its choice; one without cards may be chosen."""
    scene = meddle("battle_cry", "blood_frenzy", "blood_frenzy", "influenza", "abyssal_pact")
    assert scene.who == "tzeentch" and scene.legal() == {power("khorne"), power("nurgle")}
    scene.choose(power("khorne"))
    assert scene.who == "khorne" and scene.legal() == {card("battle_cry"), card("blood_frenzy")}
    before = scene.pieces()
    scene.choose(card("blood_frenzy"), card("battle_cry"))
    assert scene.changes(before) == {"khorne hand": "blood_frenzy", "khorne discard": "blood_frenzy battle_cry"}


@pytest.mark.parametrize("cards", [(), ("influenza",), ("influenza", "plague_touch")])
def test_meddling_takes_what_there_is(cards: tuple[str, ...]) -> None:
    """Ruling 49: with two cards or fewer all go."""
    scene = meddle(*cards, "battle_cry").choose(power("nurgle"))
    if scene.asks == "discard":
        scene.choose(card("influenza"))
    assert scene.asks == "summoning_turn" and scene.in_hand("nurgle") == [] and scene.in_hand("khorne") == ["battle_cry"]
    assert sum(scene.g.discard) == len(cards)


def test_meddling_is_not_for_tzeentch() -> None:
    """An opponent: his own figure here is none."""
    scene = Scene().figures("kislev", tzeentch="c").hand("the_meddling_of_skaven", "dazzle").power(tzeentch=2).begin("summoning")
    scene.choose(play("the_meddling_of_skaven", "kislev"))
    assert scene.in_hand("tzeentch") == ["dazzle"] and scene.asks == "summoning_turn"


# ---- The Persistence of Change -----------------------------------------------------------------------------
def persist(*cards: str, victim: str = "c", dice: tuple[int, ...] = (4,)) -> Scene:
    """A whole battle, corruption and end with Tzeentch's Horror against a cultist; then the next round waits."""
    scene = Scene().cards("tilea", *cards).figures("tilea", tzeentch="w", slaanesh=victim).dice(*dice)
    return scene.begin("battle", only=False, stop="round")


def test_persistence_stays_where_tzeentch_has_killed() -> None:
    """Old-world.md 5.3: it keeps its space for the next round, and goes when he kills nobody then; other cards go at once."""
    scene = persist("dazzle", "the_persistence_of_change")
    assert scene.at("tilea", "slaanesh") == "" and scene.lies("tilea") == ["", "the_persistence_of_change"]
    assert scene.g.discard[n.DAZZLE] == 1 and scene.g.discard[n.THE_PERSISTENCE_OF_CHANGE] == 0
    scene.go_on(stop="battle_phase").pass_all().go_on(stop="round")
    assert scene.g.round == 2 and scene.lies("tilea") == ["", ""] and scene.g.discard[n.THE_PERSISTENCE_OF_CHANGE] == 1


def test_persistence_blocks_and_counts_in_the_next_round() -> None:
    scene = persist("the_persistence_of_change").cards("tilea", "plague_touch").hand("dazzle").go_on(stop="battle_phase")
    scene.choose(n.DONE, n.PASS, n.PASS)
    assert scene.who == "tzeentch" and play("dazzle", "tilea") not in scene.legal() and play("dazzle", "kislev") in scene.legal()
    scene.pass_all().go_on(stop="end_phase")
    assert scene.values("tilea") == {"tzeentch": 2}


@pytest.mark.parametrize("name", CARDS)
def test_no_other_card_stays(name: str) -> None:
    """Every other card goes, be there a kill or not."""
    scene = Scene().cards("tilea", name)
    scene.g.changed = 1 << REGIONS.index("tilea")
    assert scene.begin("end", stop="round").lies("tilea") == [name if name == "the_persistence_of_change" else "", ""]


def test_persistence_goes_without_a_kill() -> None:
    """No kill; a Peasant (no figure); a kill in another region; a kill of somebody else's."""
    assert persist("the_persistence_of_change", dice=(3,)).lies("tilea") == ["", ""]
    scene = Scene().cards("tilea", "the_persistence_of_change").figures("tilea", tzeentch="w").tokens("tilea", peasant=1).dice(4)
    assert scene.begin("battle", only=False, stop="round").lies("tilea") == ["", ""] and scene.g.peasants[n.TZEENTCH] == 1
    scene = Scene().cards("tilea", "the_persistence_of_change").figures("norsca", tzeentch="w", slaanesh="c").dice(4)
    assert scene.begin("battle", only=False, stop="round").lies("tilea") == ["", ""]
    scene = Scene().cards("tilea", "the_persistence_of_change").figures("tilea", nurgle="w", slaanesh="c").dice(4)
    assert scene.begin("battle", only=False, stop="round").lies("tilea") == ["", ""]


@pytest.mark.parametrize("cards", ["the_persistence_of_change changer_of_ways", "changer_of_ways the_persistence_of_change"])
def test_persistence_beside_changer(cards: str) -> None:
    """Ruling 26: its text is cancelled as the cards are removed, on either side."""
    assert persist(*cards.split()).lies("tilea") == ["", ""]


def test_two_persistences_stay() -> None:
    assert persist("the_persistence_of_change", "the_persistence_of_change").lies("tilea") == ["the_persistence_of_change"] * 2


def test_persistence_in_a_ruin() -> None:
    """Ruling 27: in a region ruined this round it stays, only new cards are kept out."""
    scene = Scene().cards("tilea", "the_persistence_of_change").figures("tilea", tzeentch="w c", slaanesh="c").dice(4)
    scene.corruption("tilea", tzeentch=11).begin("battle", only=False, stop="round")
    assert scene.g.ruin[REGIONS.index("tilea")] == 1 and scene.lies("tilea") == ["the_persistence_of_change", ""]
    scene.hand("dazzle").go_on().choose(n.DONE, n.PASS, n.PASS)
    assert play("dazzle", "tilea") not in scene.legal() and play("dazzle", "kislev") in scene.legal()


# ---- Dazzle ------------------------------------------------------------------------------------------------
def test_dazzle() -> None:
    """Case C20, game 29: Slaanesh 5 to 4, Nurgle 2 to 1, Khorne 1 to 0, Tzeentch's own 1; next door everything is as ever."""
    scene = Scene().cards("troll_country", "dazzle").figures("troll_country", khorne="c", nurgle="c c", tzeentch="c", slaanesh="c c c c c")
    scene.figures("norsca", khorne="c").begin("corruption")
    assert [scene.corrupted("troll_country", power) for power in tables.POWERS] == [0, 1, 1, 4]
    assert scene.corrupted("norsca", "khorne") == 1


@pytest.mark.parametrize(
    ("cards", "lepers", "tokens"),
    [("dazzle dazzle", 3, 1), ("dazzle dazzle", 1, 0), ("dazzle", 0, 0), ("dazzle changer_of_ways", 2, 2)],
)
def test_dazzle_copies_and_floor(cards: str, lepers: int, tokens: int) -> None:
    """Each copy takes one (ruling 14), never below 0."""
    scene = Scene().cards("tilea", *cards.split()).figures("tilea", nurgle=" ".join("c" * lepers)).begin("corruption")
    assert scene.corrupted("tilea", "nurgle") == tokens


def test_dazzle_and_the_dial() -> None:
    """Two tokens are needed: two cultists place one (old-world.md 4.3)."""
    for lepers, counters in (("c c", 0), ("c c c", 1)):
        scene = Scene().cards("kislev", "dazzle").figures("kislev", nurgle=lepers).begin("corruption")
        assert scene.g.counters[n.NURGLE] == counters


def test_dazzled_to_nothing_is_no_ruiner() -> None:
    """Case C20: who has placed nothing is no ruiner, present or not."""
    scene = Scene().cards("tilea", "dazzle").figures("tilea", khorne="c", nurgle="c c").corruption("tilea", khorne=5, slaanesh=6)
    scene.begin("corruption")
    assert scene.g.ruin[REGIONS.index("tilea")] == 1 and scene.points() == (0, 3, 0, 0)


def test_dazzle_leaves_infiltration_alone() -> None:
    """It works in the corruption step (old-world.md 5.3)."""
    scene = Scene().cards("tilea", "dazzle").power(slaanesh=1).hand("perverse_infiltration").begin("summoning")
    assert scene.choose(play("perverse_infiltration", "tilea")).corrupted("tilea", "slaanesh") == 1


def test_dazzle_leaves_consumption_alone() -> None:
    """Ruling 57: four warriors eaten give two tokens beside a Dazzle; a cultist among them places none of its own."""
    scene = Scene().figures("tilea", nurgle="w w w w").cards("tilea", "dazzle", "a_great_foul_consumption")
    assert scene.begin("corruption").corrupted("tilea", "nurgle") == 2
    scene = Scene().figures("tilea", nurgle="c w w w").cards("tilea", "dazzle", "a_great_foul_consumption")
    assert scene.begin("corruption").corrupted("tilea", "nurgle") == 2
