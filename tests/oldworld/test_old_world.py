"""The Old World Phase and the 22 Old World cards (old-world.md 6, 7.1; seed, Old World Phase)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import OLD_WORLD, POWERS, REGIONS, TOKENS, Scene, card, figure, play, region, summon, token

COMETS = "greenskins_invade dark_elf_corsairs norse_reavers teclis_aids_the_empire the_grail_is_found electors_sue_for_peace".split()
BOXED = "plunged_into_chaos up_from_skavenblight meteor_showers the_crusade_is_come franzs_decree divine_inspiration mass_exodus".split()
NO_TEXT_FOR_THE_END = (
    "peasant_uprising the_horned_ones_due greenskins_invade teclis_aids_the_empire the_grail_is_found electors_sue_for_peace".split()
)
ON_TRACK = [title for title in OLD_WORLD if title not in BOXED]


def draw(scene: Scene, title: str) -> Scene:
    """The card is drawn; the Old World Phase goes on to the first choice."""
    return scene.old_world(title, "plunged_into_chaos", "plunged_into_chaos").begin("old_world")


def drawn(title: str) -> Scene:
    return draw(Scene(), title)


def finish(scene: Scene) -> Scene:
    """Take any choice, the first, until nothing is asked."""
    while scene.asks:
        scene.choose(min(scene.legal()))
    return scene


def end(scene: Scene) -> Scene:
    """The End Phase as far as its third step, to the first choice."""
    return scene.begin("end", stop="score_ruins")


def track(scene: Scene) -> list[str]:
    return ["" if title == 0 else OLD_WORLD[title - 1] for title in scene.g.track]


def gone(scene: Scene) -> list[str]:
    return [title for number, title in enumerate(OLD_WORLD) for _ in range(scene.g.gone[number])]


def spread(scene: Scene, kind: str) -> dict[str, int]:
    """Where tokens of a kind lie."""
    return {where: scene.token(where, kind) for where in REGIONS if scene.token(where, kind)}


def used_up(scene: Scene, kind: str, left: int = 0) -> Scene:
    """So many tokens of a kind are left in the supply, the others lie on sheets or otherwise away from the board."""
    scene.g.token_supply[TOKENS.index(kind)] = left
    return scene


def offered(scene: Scene) -> set[str]:
    """The regions offered."""
    return {where for where in REGIONS if region(where) in scene.legal()}


# ---- the phase ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("dials", "chooser"),
    [
        ((0, 0, 0, 0), "nurgle"),
        ((0, 1, 0, 0), "tzeentch"),
        ((0, 1, 1, 0), "khorne"),
        ((1, 1, 1, 0), "slaanesh"),
        ((9, 2, 2, 2), "tzeentch"),
    ],
)
def test_lowest_threat_draws_and_decides(dials: tuple[int, ...], chooser: str) -> None:
    """Seed: the player with the lowest Threat draws and makes every decision on the card."""
    scene = Scene().dial(**dict(zip(POWERS, dials, strict=True)))
    draw(scene, "meteor_showers")
    assert scene.who == chooser and [POWERS[power] for power, _ in scene.events("old_world_card")] == [chooser]


@pytest.mark.parametrize(
    ("absent", "chooser"), [("nurgle", "tzeentch"), ("khorne", "nurgle"), ("tzeentch", "nurgle"), ("slaanesh", "nurgle")]
)
def test_lowest_threat_of_three_players(absent: str, chooser: str) -> None:
    assert draw(Scene(absent=absent), "meteor_showers").who == chooser


def test_the_top_card_is_drawn() -> None:
    scene = Scene().old_world("peasant_uprising", "meteor_showers").begin("old_world")
    assert track(scene) == ["peasant_uprising", ""] and scene.g.old_world_left == 1


@pytest.mark.parametrize("title", ON_TRACK)
def test_a_card_enters_the_track(title: str) -> None:
    """Seed: the card goes to space 1, the one there to 2, the one on 2 leaves the game."""
    scene = finish(draw(Scene().track("witch_hunters", "skavengers"), title))
    assert track(scene) == [title, "witch_hunters"] and gone(scene) == ["skavengers"]


@pytest.mark.parametrize("title", BOXED)
def test_a_card_goes_to_the_box(title: str) -> None:
    """Old-world.md 13, 50: discarded instead of entering the track; the track cards do not move."""
    scene = finish(draw(Scene().track("witch_hunters", "skavengers"), title))
    assert track(scene) == ["witch_hunters", "skavengers"] and gone(scene) == [title]


def test_the_track_fills_up() -> None:
    scene = finish(draw(Scene(), "skavengers"))
    assert track(scene) == ["skavengers", ""]
    finish(draw(scene, "witch_hunters"))
    assert track(scene) == ["witch_hunters", "skavengers"] and gone(scene) == []


def test_first_the_text_then_the_track() -> None:
    """Old-world.md 7.1: while the choice of the card is open, the track is as it was."""
    scene = draw(Scene().track("witch_hunters", "skavengers"), "dwarf_trollslayers")
    assert scene.asks == "trollslayers_pair" and track(scene) == ["witch_hunters", "skavengers"]


@pytest.mark.parametrize("title", ON_TRACK)
def test_it_stays_for_two_rounds(title: str) -> None:
    """Old-world.md 7.1: text for later works in space 1 and 2; the third card drives it out."""
    scene = finish(drawn(title))
    for _ in range(2):
        assert title in track(scene)
        finish(draw(scene, "peasant_uprising"))
    assert title in gone(scene) or title == "peasant_uprising"


def test_empty_space_one_moves_nothing() -> None:
    """Ruling 3: a comet takes the card on space 1 off; the card on space 2 does not slide, nor does it leave."""
    scene = finish(draw(Scene().track("norse_reavers", "skavengers"), "greenskins_invade"))
    assert track(scene) == ["greenskins_invade", "skavengers"] and gone(scene) == ["norse_reavers"]


def test_a_comet_on_space_two() -> None:
    scene = finish(draw(Scene().track("skavengers", "norse_reavers"), "greenskins_invade"))
    assert track(scene) == ["greenskins_invade", "skavengers"] and gone(scene) == ["norse_reavers"]


@pytest.mark.parametrize("title", COMETS)
def test_a_comet_clears_the_sky(title: str) -> None:
    """Old-world.md 6.1: all Event tokens leave the board and every other comet the track; then it sets its own."""
    other = "dark_elf_corsairs" if title != "dark_elf_corsairs" else "norse_reavers"
    scene = Scene().track(other, "witch_hunters").tokens("kislev", event=1, hero=1).tokens("troll_country", event=2)
    finish(draw(scene, title))
    assert scene.token("kislev", "event") == 0 or title == "teclis_aids_the_empire"
    assert scene.token("troll_country", "event") == 0 and scene.token("kislev", "hero") == 1
    assert track(scene) == [title, "witch_hunters"] and gone(scene) == [other]
    assert sum(spread(scene, "event").values()) == 6 - scene.g.token_supply[n.EVENT]


@pytest.mark.parametrize("title", [title for title in OLD_WORLD if title not in COMETS])
def test_other_cards_leave_comets_alone(title: str) -> None:
    scene = finish(draw(Scene().track("", "norse_reavers").tokens("kislev", event=1), title))
    assert track(scene)[1] == "norse_reavers" and scene.token("kislev", "event") == 1


def test_events_outlive_their_card() -> None:
    """Old-world.md 6.2: Event tokens stay when their card has left, without effect, until the next comet."""
    scene = finish(drawn("greenskins_invade"))
    for _ in range(2):
        finish(draw(scene, "peasant_uprising"))
    assert "greenskins_invade" in gone(scene) and spread(scene, "event") == {"badlands": 1, "empire": 1, "tilea": 1}
    assert scene.g.resistance(REGIONS.index("badlands")) == 1


# what each card puts on an empty board without a choice
FIXED = {
    "peasant_uprising": ("peasant", REGIONS[:8]),
    "witch_hunters": ("hero", ("empire", "bretonnia", "estalia")),
    "greenskins_invade": ("event", ("badlands", "empire", "tilea")),
    "dark_elf_corsairs": ("event", ("norsca", "estalia", "bretonnia")),
    "norse_reavers": ("event", ("norsca", "bretonnia", "estalia")),
    "electors_sue_for_peace": ("event", ("empire", "border_princes")),
}


@pytest.mark.parametrize("title", FIXED)
def test_fixed_places(title: str) -> None:
    kind, where = FIXED[title]
    scene = Scene()
    before = scene.pieces()
    draw(scene, title)
    assert scene.asks == "" and spread(scene, kind) == dict.fromkeys(where, 1)
    changed = {f"{name} {kind}" for name in where} | {f"{kind} supply"}
    assert set(scene.changes(before)) == changed  # nothing else moves


@pytest.mark.parametrize("title", FIXED)
def test_fixed_places_in_ruins(title: str) -> None:
    """Old-world.md 6.2: ruined regions get no token."""
    kind, where = FIXED[title]
    scene = draw(Scene().ruin(where[1], 1), title)
    assert spread(scene, kind) == {name: 1 for name in where if name != where[1]}


@pytest.mark.parametrize("title", FIXED)
def test_fixed_places_with_one_token_left(title: str) -> None:
    """Old-world.md 6.2: an empty supply places nothing; in the order named."""
    kind, where = FIXED[title]
    if kind == "event":  # a comet takes its tokens back first, so the supply is full
        assert spread(draw(Scene().tokens("kislev", event=6), title), kind) == dict.fromkeys(where, 1)
    else:
        assert spread(draw(used_up(Scene(), kind, 1), title), kind) == {where[0]: 1}
        assert spread(draw(used_up(Scene(), kind), title), kind) == {}


# cards that have the chooser place tokens: (token, what may be chosen, how many)
CHOSEN = {
    "up_from_skavenblight": ("skaven", ("norsca", "troll_country", "border_princes", "badlands"), 3),
    "meteor_showers": ("warpstone", REGIONS, 2),
    "road_wardens": ("hero", ("kislev", "empire", "bretonnia", "estalia"), 3),
    "mass_exodus": ("peasant", REGIONS, 6),
    "skavengers": ("skaven", ("norsca", "badlands"), 2),
}


def with_stones() -> Scene:
    """Warpstones in Norsca and The Badlands: next to them Troll Country and The Border Princes."""
    return Scene().tokens("norsca", warpstone=1).tokens("badlands", warpstone=2)


@pytest.mark.parametrize("title", CHOSEN)
def test_different_regions(title: str) -> None:
    """Each into a different region of those allowed."""
    kind, allowed, times = CHOSEN[title]
    scene = with_stones()
    already = spread(scene, kind)
    draw(scene, title)
    for k in range(times):
        if scene.asks:  # the last one possible is not asked for
            assert scene.who == "nurgle" and offered(scene) == set(allowed[k:]), k
            scene.choose(region(allowed[k]))
    assert scene.asks == ""
    assert {where: count - already.get(where, 0) for where, count in spread(scene, kind).items() if count != already.get(where)} == (
        dict.fromkeys(allowed[:times], 1)
    )


@pytest.mark.parametrize("title", CHOSEN)
def test_chosen_regions_in_ruins(title: str) -> None:
    """With all but one of the allowed regions ruined, only that one gets a token."""
    kind, allowed, _ = CHOSEN[title]
    scene = with_stones()
    for k, where in enumerate(allowed[1:], start=1):
        scene.ruin(where, min(k, 5))
    before = spread(scene, kind)
    draw(scene, title)
    assert scene.asks == ""
    assert scene.token(allowed[0], kind) == before.get(allowed[0], 0) + 1 and len(spread(scene, kind)) <= 2
    assert {w: c for w, c in spread(scene, kind).items() if w != allowed[0]} == {w: c for w, c in before.items() if w != allowed[0]}


@pytest.mark.parametrize("title", CHOSEN)
def test_chosen_regions_with_an_empty_supply(title: str) -> None:
    """Old-world.md 14.9: nothing is placed, nothing is asked; with one token left one is placed."""
    kind, allowed, _ = CHOSEN[title]
    scene = used_up(with_stones(), kind)
    before = scene.pieces()
    draw(scene, title)
    assert scene.asks == "" and scene.changes(before) == {}
    scene = used_up(with_stones(), kind, 1)
    before = scene.pieces()
    draw(scene, title).choose(region(allowed[1]))
    assert scene.asks == "" and scene.changes(before) == {
        f"{allowed[1]} {kind}": int(before[f"{allowed[1]} {kind}"]) + 1,
        f"{kind} supply": 0,
    }


# ---- Plunged Into Chaos ------------------------------------------------------------------------------------
def plunge(khorne: int, nurgle: int, tzeentch: int, slaanesh: int) -> Scene:
    scene = Scene()
    for p, count in enumerate((khorne, nurgle, tzeentch, slaanesh)):
        scene.g.peasants[p] = count
    return draw(scene, "plunged_into_chaos")


def test_plunged_into_chaos() -> None:
    """Ruling 43; old-world.md 13, 54: a point for each Peasant, 3 more for whoever alone has most, nobody on a tie."""
    assert plunge(3, 3, 1, 0).points() == (3, 3, 1, 0)
    assert plunge(4, 3, 1, 0).points() == (7, 3, 1, 0)
    assert plunge(1, 0, 0, 2).points() == (1, 0, 0, 5)
    assert plunge(0, 0, 1, 0).points() == (0, 0, 4, 0)
    assert plunge(0, 0, 0, 0).points() == (0, 0, 0, 0)
    assert plunge(1, 2, 2, 2).points() == (1, 2, 2, 2)


def test_the_peasants_stay_on_the_sheets() -> None:
    """Old-world.md 14.9."""
    scene = plunge(3, 1, 0, 0)
    assert list(scene.g.peasants) == [3, 1, 0, 0]
    assert draw(scene, "plunged_into_chaos").points() == (12, 2, 0, 0)


def test_plunged_into_chaos_takes_no_peasant_from_the_board() -> None:
    scene = Scene().tokens("kislev", peasant=3)
    before = scene.pieces()
    assert draw(scene, "plunged_into_chaos").changes(before) == {}


# ---- Peasant Uprising --------------------------------------------------------------------------------------
def test_peasant_uprising_in_region_order() -> None:
    """1 into every region except The Badlands, in region order while the supply lasts."""
    assert spread(draw(used_up(Scene(), "peasant", 3), "peasant_uprising"), "peasant") == dict.fromkeys(REGIONS[:3], 1)


def test_peasants_of_an_uprising_resist() -> None:
    """Each Peasant on the board adds 1 Resistance to its region, in space 1 and 2; no Conquest."""
    for spaces in (("peasant_uprising", ""), ("", "peasant_uprising")):
        scene = Scene().track(*spaces).tokens("tilea", peasant=2)
        assert (scene.g.resistance(6), scene.g.conquest(6), scene.g.resistance(7)) == (4, 2, 1)


def test_two_uprisings_count_once() -> None:
    """Old-world.md 14.9: two copies of a track card work once."""
    assert Scene().track("peasant_uprising", "peasant_uprising").tokens("tilea", peasant=2).g.resistance(6) == 4


def test_without_the_uprising_peasants_do_not_resist() -> None:
    scene = Scene().track("peasant_uprising").tokens("tilea", peasant=2)
    for _ in range(2):
        finish(draw(scene, "skavengers"))
    assert scene.g.resistance(6) == 2


def test_skaven_and_peasants_in_an_uprising() -> None:
    """Floor 0 for the whole sum: printed 1, three Skaven, one Peasant: 0; with three Peasants 1."""
    scene = Scene().track("peasant_uprising").tokens("norsca", skaven=3, peasant=1)
    assert scene.g.resistance(0) == 0
    assert scene.tokens("norsca", peasant=2).g.resistance(0) == 1


# ---- Up From Skavenblight, Meteor Showers ------------------------------------------------------------------
def test_skavenblight_without_warpstones() -> None:
    scene = Scene()
    before = scene.pieces()
    assert draw(scene, "up_from_skavenblight").asks == "" and scene.changes(before) == {}


def test_skavenblight_beside_one_warpstone() -> None:
    """As many as there are: Norsca touches only Troll Country, so two Skaven."""
    scene = draw(Scene().tokens("norsca", warpstone=1), "up_from_skavenblight")
    finish(scene)
    assert spread(scene, "skaven") == {"norsca": 1, "troll_country": 1}


def test_skavenblight_beside_a_ruin_with_a_warpstone() -> None:
    """A Warpstone that remains in a ruin counts; the ruin itself gets no Skaven."""
    scene = finish(draw(Scene().tokens("badlands", warpstone=1).ruin("badlands", 1), "up_from_skavenblight"))
    assert spread(scene, "skaven") == {"border_princes": 1}


# ---- Warpstone Discovery -----------------------------------------------------------------------------------
def test_warpstone_discovery() -> None:
    scene = drawn("warpstone_discovery")
    assert offered(scene) == set(REGIONS)
    assert spread(scene.choose(region("estalia")), "warpstone") == {"estalia": 2} and scene.asks == ""


def test_warpstone_discovery_with_one_stone() -> None:
    scene = draw(used_up(Scene().ruin("norsca", 1), "warpstone", 1), "warpstone_discovery")
    assert offered(scene) == set(REGIONS) - {"norsca"}
    assert spread(scene.choose(region("estalia")), "warpstone") == {"estalia": 1}
    assert draw(used_up(Scene(), "warpstone"), "warpstone_discovery").asks == ""


def test_warpstone_discovery_at_the_end() -> None:
    """Each Power with a figure in any region that holds a Warpstone draws one card, in however many it stands."""
    scene = Scene().track("warpstone_discovery").tokens("norsca", warpstone=1).tokens("tilea", warpstone=2)
    scene.figures("norsca", khorne="c", slaanesh="d").figures("tilea", khorne="w").figures("kislev", nurgle="c").deck(
        "battle_cry", "battle_cry"
    )
    scene.deck("influenza", "dark_influence", "dark_influence")
    end(scene)
    assert [scene.g.hand_size(p) for p in range(4)] == [1, 0, 0, 1] and scene.asks == ""


def test_warpstone_discovery_without_figures() -> None:
    scene = Scene().track("warpstone_discovery").tokens("norsca", warpstone=1).figures("kislev", khorne="c").deck("battle_cry")
    assert end(scene).g.hand_size(0) == 0


def test_warpstone_discovery_shuffles_what_was_discarded() -> None:
    """Cards of the board are discarded in step 1, so an empty deck has them in step 3."""
    scene = Scene().track("warpstone_discovery").tokens("norsca", warpstone=1).figures("norsca", khorne="c").cards("kislev", "battle_cry")
    assert end(scene).in_hand("khorne") == ["battle_cry"]


# ---- Bretonnian Knights ------------------------------------------------------------------------------------
def test_bretonnian_knights() -> None:
    """One Hero in Bretonnia, one in another region."""
    scene = drawn("bretonnian_knights")
    assert offered(scene) == set(REGIONS) - {"bretonnia"}
    assert spread(scene.choose(region("norsca")), "hero") == {"bretonnia": 1, "norsca": 1}


def test_bretonnian_knights_in_ruins_and_short_of_heroes() -> None:
    scene = draw(Scene().ruin("bretonnia", 1).ruin("norsca", 2), "bretonnian_knights")
    assert offered(scene) == set(REGIONS) - {"bretonnia", "norsca"}
    assert spread(scene.choose(region("kislev")), "hero") == {"kislev": 1}
    scene = draw(used_up(Scene(), "hero", 1), "bretonnian_knights")
    assert scene.asks == "" and spread(scene, "hero") == {"bretonnia": 1}


def test_bretonnian_knights_at_the_end() -> None:
    """Each Power with a figure in Bretonnia discards one Chaos card of its choice."""
    scene = Scene().track("bretonnian_knights").figures("bretonnia", khorne="c", slaanesh="w").figures("kislev", nurgle="c")
    scene.hand("battle_cry", "blood_frenzy", "influenza", "dark_influence", "dark_influence")
    end(scene)
    assert scene.asks == "discard" and scene.who == "khorne" and scene.legal() == {card("battle_cry"), card("blood_frenzy")}
    scene.choose(card("blood_frenzy"))
    assert scene.in_hand("khorne") == ["battle_cry"] and scene.in_hand("slaanesh") == ["dark_influence"]
    assert scene.in_hand("nurgle") == ["influenza"] and scene.asks == ""


def test_bretonnian_knights_and_an_empty_hand() -> None:
    scene = end(Scene().track("bretonnian_knights").figures("bretonnia", khorne="c"))
    assert scene.asks == "" and sum(scene.g.discard) == 0


# ---- Dwarf Trollslayers ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("choice", "where"), [("norsca", {"norsca", "kislev"}), ("troll_country", {"troll_country", "empire"})])
def test_dwarf_trollslayers(choice: str, where: set[str]) -> None:
    """Norsca and Kislev, or Troll Country and The Empire."""
    scene = drawn("dwarf_trollslayers")
    assert offered(scene) == {"norsca", "troll_country"} and scene.who == "nurgle"
    assert spread(scene.choose(region(choice)), "hero") == dict.fromkeys(where, 1)


def test_supply_of_heroes_runs_out() -> None:
    """Ruling 47: Heroes are placed in the order named as long as there are any."""
    scene = draw(used_up(Scene(), "hero", 1), "dwarf_trollslayers").choose(region("norsca"))
    assert spread(scene, "hero") == {"norsca": 1}
    scene = draw(used_up(Scene(), "hero", 1), "dwarf_trollslayers").choose(region("troll_country"))
    assert spread(scene, "hero") == {"troll_country": 1}
    assert spread(draw(used_up(Scene(), "hero", 2), "witch_hunters"), "hero") == {"empire": 1, "bretonnia": 1}
    assert spread(finish(draw(used_up(Scene(), "hero"), "dwarf_trollslayers")), "hero") == {}


def test_trollslayers_and_ruins() -> None:
    scene = draw(Scene().ruin("kislev", 1), "dwarf_trollslayers").choose(region("norsca"))
    assert spread(scene, "hero") == {"norsca": 1}


def test_trollslayers_at_the_end() -> None:
    """You may move one Hero to an adjacent region."""
    scene = end(Scene().track("dwarf_trollslayers").tokens("kislev", hero=1).tokens("tilea", hero=2))
    assert scene.asks == "trollslayers_hero" and scene.who == "nurgle"
    assert scene.legal() == {n.DONE, token("kislev", "hero"), token("tilea", "hero")}
    scene.choose(token("kislev", "hero"))
    assert offered(scene) == {"troll_country", "empire"}
    scene.choose(region("empire"))
    assert spread(scene, "hero") == {"empire": 1, "tilea": 2} and scene.asks == ""


def test_trollslayers_need_not_move() -> None:
    scene = Scene().track("dwarf_trollslayers").tokens("kislev", hero=1)
    before = scene.pieces()
    assert end(scene).choose(n.DONE).changes(before) == {}


def test_trollslayers_without_a_way() -> None:
    """No Hero: nothing is asked. A ruin takes no Hero, so a Hero with ruins all around cannot move."""
    assert end(Scene().track("dwarf_trollslayers")).asks == ""
    assert end(Scene().track("dwarf_trollslayers").tokens("norsca", hero=1).ruin("troll_country", 1)).asks == ""
    scene = end(Scene().track("dwarf_trollslayers").tokens("kislev", hero=1).ruin("empire", 1)).choose(token("kislev", "hero"))
    assert scene.asks == "" and spread(scene, "hero") == {"troll_country": 1}


def test_a_hero_out_of_a_ruin() -> None:
    scene = end(Scene().track("dwarf_trollslayers").tokens("norsca", hero=1).ruin("norsca", 1))
    assert spread(scene.choose(token("norsca", "hero")), "hero") == {"troll_country": 1}


# ---- Witch Hunters -----------------------------------------------------------------------------------------
def test_witch_hunters_at_the_end() -> None:
    """Where a Hero is, the Power with most corruption removes one of its tokens; ties: none."""
    scene = Scene().track("witch_hunters").tokens("empire", hero=1).tokens("norsca", hero=2).tokens("tilea", hero=1)
    scene.corruption("empire", khorne=3, nurgle=2).corruption("norsca", slaanesh=2, nurgle=2, khorne=1).corruption("kislev", nurgle=5)
    before = scene.pieces()
    assert end(scene).changes(before) == {"khorne corruption empire": 2}


def test_witch_hunters_take_one_for_a_region_not_for_a_hero() -> None:
    scene = end(Scene().track("witch_hunters").tokens("empire", hero=2).corruption("empire", nurgle=4))
    assert scene.corrupted("empire", "nurgle") == 3


# ---- Road Wardens ------------------------------------------------------------------------------------------
def test_road_wardens_at_the_end() -> None:
    """Remove one Hero of your choice from the board."""
    scene = end(Scene().track("road_wardens").tokens("kislev", hero=1).tokens("empire", hero=2))
    assert scene.legal() == {token("kislev", "hero"), token("empire", "hero")} and scene.who == "nurgle"
    scene.choose(token("empire", "hero"))
    assert spread(scene, "hero") == {"kislev": 1, "empire": 1} and scene.g.token_supply[n.HERO] == 2
    assert end(Scene().track("road_wardens")).asks == ""


def test_heroes_act_before_the_wardens() -> None:
    """Step 2 before step 3: the Hero takes a figure before it leaves."""
    scene = end(Scene().track("road_wardens").tokens("kislev", hero=1).figures("kislev", khorne="c"))
    assert scene.at("kislev", "khorne") == "" and spread(scene, "hero") == {}


# ---- The Crusade is Come -----------------------------------------------------------------------------------
def test_the_crusade_is_come() -> None:
    """Heroes in The Empire and Estalia, Nobles in Bretonnia and Tilea, Peasants in two different regions."""
    scene = drawn("the_crusade_is_come")
    assert spread(scene, "hero") == {"empire": 1, "estalia": 1} and spread(scene, "noble") == {"bretonnia": 1, "tilea": 1}
    assert offered(scene) == set(REGIONS)
    scene.choose(region("kislev"))
    assert offered(scene) == set(REGIONS) - {"kislev"}
    assert spread(scene.choose(region("badlands")), "peasant") == {"kislev": 1, "badlands": 1} and scene.asks == ""


def test_the_crusade_in_ruins_and_without_tokens() -> None:
    scene = used_up(used_up(Scene().ruin("empire", 1).ruin("tilea", 2), "hero", 1), "peasant", 1)
    draw(scene, "the_crusade_is_come")
    assert spread(scene, "hero") == {"estalia": 1} and spread(scene, "noble") == {"bretonnia": 1}
    assert offered(scene) == set(REGIONS) - {"empire", "tilea"}
    assert spread(scene.choose(region("norsca")), "peasant") == {"norsca": 1} and scene.asks == ""


# ---- Electors Arise ----------------------------------------------------------------------------------------
def test_electors_arise() -> None:
    """Ruling 45: in the End Phase supremacy in The Empire is worked out then: figures count; alone on top: 1 VP; not in a ruin."""
    scene = drawn("electors_arise")
    assert offered(scene) == {"kislev", "bretonnia", "border_princes"}
    assert spread(scene.choose(region("border_princes")), "noble") == {"empire": 1, "border_princes": 1}
    scene = Scene().track("electors_arise").figures("empire", nurgle="c c", khorne="w").cards("empire", "reborn_in_blood")
    assert end(scene).points() == (0, 1, 0, 0)  # Khorne's card has gone in step 1
    assert end(Scene().track("electors_arise").figures("empire", nurgle="c", khorne="w")).points() == (0, 0, 0, 0)
    assert end(Scene().track("electors_arise")).points() == (0, 0, 0, 0)
    assert end(Scene().track("electors_arise").figures("empire", nurgle="c").ruin("empire", 1)).points() == (0, 0, 0, 0)


def test_electors_arise_below_resistance() -> None:
    """The highest supremacy is enough: it need not exceed Resistance."""
    assert end(Scene().track("electors_arise").figures("empire", slaanesh="c")).points() == (0, 0, 0, 1)


def test_electors_arise_in_ruins_and_without_nobles() -> None:
    scene = draw(Scene().ruin("empire", 1), "electors_arise").choose(region("kislev"))
    assert spread(scene, "noble") == {"kislev": 1}
    scene = draw(used_up(Scene(), "noble", 1), "electors_arise")
    assert scene.asks == "" and spread(scene, "noble") == {"empire": 1}


# ---- Franz's Decree ----------------------------------------------------------------------------------------
def test_franzs_decree() -> None:
    """Each Power has one power less in the coming Draw Phase, and only in that."""
    scene = drawn("franzs_decree").upgrades("slaanesh", "power", "power_2").begin("draw")
    assert list(scene.g.power) == [6, 5, 5, 8]
    assert list(scene.begin("draw").g.power) == [7, 6, 6, 9]


def test_franzs_decree_moves_nothing() -> None:
    scene = Scene().power(khorne=3)
    before = scene.pieces()
    assert draw(scene, "franzs_decree").changes(before) == {} and scene.asks == ""


# ---- Divine Inspiration ------------------------------------------------------------------------------------
def test_divine_inspiration_places_a_hero() -> None:
    scene = drawn("divine_inspiration")
    assert scene.legal() == {region(where) for where in REGIONS}
    assert spread(scene.choose(region("tilea")), "hero") == {"tilea": 1} and scene.asks == ""


def test_divine_inspiration_moves_a_hero() -> None:
    """Any Hero to any region."""
    scene = draw(Scene().tokens("norsca", hero=1).tokens("kislev", hero=1), "divine_inspiration")
    assert scene.legal() == {region(where) for where in REGIONS} | {token("norsca", "hero"), token("kislev", "hero")}
    scene.choose(token("norsca", "hero"))
    assert offered(scene) == set(REGIONS) - {"norsca"}
    assert spread(scene.choose(region("badlands")), "hero") == {"kislev": 1, "badlands": 1} and scene.g.token_supply[n.HERO] == 2


def test_divine_inspiration_with_an_empty_supply_and_ruins() -> None:
    """With all Heroes on the board one must move; never into a ruin."""
    scene = draw(Scene().tokens("norsca", hero=4).ruin("empire", 1), "divine_inspiration")
    assert scene.asks == "divine_where" and offered(scene) == set(REGIONS) - {"norsca", "empire"}


# ---- Mass Exodus -------------------------------------------------------------------------------------------
def test_mass_exodus_into_six_regions() -> None:
    scene = drawn("mass_exodus")
    for where in ("badlands", "tilea", "norsca", "empire", "kislev", "estalia"):
        scene.choose(region(where))
    assert scene.asks == "" and len(spread(scene, "peasant")) == 6 and scene.g.token_supply[n.PEASANT] == 14


def test_mass_exodus_with_three_peasants() -> None:
    scene = finish(draw(used_up(Scene(), "peasant", 3), "mass_exodus"))
    assert sum(spread(scene, "peasant").values()) == 3


# ---- Skavengers --------------------------------------------------------------------------------------------
def test_skavengers_need_warpstones() -> None:
    assert spread(finish(drawn("skavengers")), "skaven") == {}
    one = finish(draw(Scene().tokens("tilea", warpstone=3), "skavengers"))
    assert spread(one, "skaven") == {"tilea": 1}


def test_skavengers_at_the_end() -> None:
    """One Warpstone into a region with a Skaven."""
    scene = end(
        Scene().track("skavengers").tokens("tilea", skaven=1).tokens("kislev", skaven=2).tokens("norsca", skaven=1).ruin("norsca", 1)
    )
    assert offered(scene) == {"tilea", "kislev"} and scene.who == "nurgle"
    assert spread(scene.choose(region("tilea")), "warpstone") == {"tilea": 1} and scene.asks == ""
    assert spread(end(Scene().track("skavengers")), "warpstone") == {}
    short = end(used_up(Scene().track("skavengers").tokens("tilea", skaven=1).tokens("kislev", skaven=1), "warpstone"))
    assert short.asks == "" and spread(short, "warpstone") == {}


# ---- The Horned One's Due ----------------------------------------------------------------------------------
def test_horned_ones_due() -> None:
    """Ruling 46: it lies on the track and on a card space at once, and both end together."""
    scene = drawn("the_horned_ones_due")
    assert scene.asks == "horned_ones_space" and offered(scene) == set(REGIONS)
    scene.choose(region("kislev"))
    assert track(scene) == ["the_horned_ones_due", ""] and scene.lies("kislev") == ["the_horned_ones_due", ""]
    scene.hand("battle_cry", "battle_cry").power(khorne=3).begin("summoning").choose(play("battle_cry", "kislev"))
    assert play("battle_cry", "kislev") not in scene.legal()
    scene.pass_all()
    end(scene)
    assert scene.lies("kislev") == ["the_horned_ones_due", ""]
    scene.g.depth = 0
    finish(draw(scene, "peasant_uprising"))
    assert track(scene) == ["peasant_uprising", "the_horned_ones_due"] and scene.lies("kislev") == ["the_horned_ones_due", ""]
    finish(draw(scene, "peasant_uprising"))
    assert scene.lies("kislev") == ["", ""] and gone(scene) == ["the_horned_ones_due"]
    full = Scene()
    for where in REGIONS:
        full.cards(where, "battle_cry", "influenza")
    draw(full, "the_horned_ones_due")
    assert full.asks == "" and track(full) == ["the_horned_ones_due", ""]


def test_horned_ones_due_where_there_is_a_free_space() -> None:
    """An empty space, not in a ruin; beside a card it takes the other one."""
    scene = Scene().cards("norsca", "battle_cry", "influenza").cards("kislev", "influenza").ruin("empire", 1)
    draw(scene, "the_horned_ones_due")
    assert offered(scene) == set(REGIONS) - {"norsca", "empire"}
    assert scene.choose(region("kislev")).lies("kislev") == ["influenza", "the_horned_ones_due"]


def test_horned_ones_due_is_nobodys_card() -> None:
    """It adds nothing to anybody's supremacy and is no magic source."""
    scene = drawn("the_horned_ones_due").choose(region("badlands"))
    scene.figures("badlands", tzeentch="c c").tokens("badlands", warpstone=1).begin("corruption")
    assert scene.values("badlands") == {"tzeentch": 2} and list(scene.g.counters) == [0, 0, 0, 0]


def test_horned_ones_due_in_a_region_that_falls() -> None:
    """When the card leaves the track the space is empty again, but a ruin has no spaces to use."""
    scene = Scene().track("skavengers", "the_horned_ones_due")
    scene.g.fill_space(2, n.THE_HORNED_ONES_DUE_LIES)
    finish(draw(scene.ruin("kislev", 1), "peasant_uprising"))
    assert scene.lies("kislev") == ["", ""] and scene.g.open_spaces >> 2 & 1 == 0


# ---- Greenskins Invade -------------------------------------------------------------------------------------
def test_greenskins_invade() -> None:
    """Resistance +1 in Event regions while the card is on the track."""
    scene = finish(drawn("greenskins_invade"))
    assert [scene.g.resistance(r) for r in range(9)] == [1, 1, 3, 6, 3, 4, 3, 1, 2]
    assert [scene.g.conquest(r) for r in range(9)] == [1, 1, 3, 5, 3, 4, 2, 1, 1]
    finish(draw(scene, "skavengers"))
    assert scene.g.resistance(8) == 2
    scene.figures("badlands", khorne="c c").begin("corruption")
    assert scene.points() == (0, 0, 0, 0)


# ---- Dark Elf Corsairs -------------------------------------------------------------------------------------
def test_dark_elf_corsairs_at_the_end() -> None:
    """Each Power with a cultist in Event regions removes one of them, its choice; warriors and daemons stay."""
    scene = Scene().track("dark_elf_corsairs").tokens("norsca", event=1).tokens("estalia", event=1)
    scene.figures("norsca", khorne="c w", slaanesh="d").figures("estalia", khorne="c", nurgle="c c").figures("kislev", tzeentch="c")
    before = scene.pieces()
    end(scene)
    assert scene.asks == "corsairs_take" and scene.who == "khorne"
    assert scene.legal() == {figure("khorne", "norsca", "c"), figure("khorne", "estalia", "c")}
    scene.choose(figure("khorne", "estalia", "c"))
    assert scene.asks == "" and scene.changes(before) == {
        "khorne figures estalia": "",
        "khorne reserve cultist": 3,
        "nurgle figures estalia": "c",
        "nurgle reserve cultist": 5,
    }
    assert list(scene.g.counters) == [0, 0, 0, 0]  # removed, not killed


def test_corsairs_without_cultists_or_events() -> None:
    scene = end(Scene().track("dark_elf_corsairs").figures("norsca", khorne="c").tokens("estalia", event=1).figures("estalia", nurgle="w"))
    assert scene.at("norsca", "khorne") == "c" and scene.at("estalia", "nurgle") == "w"


# ---- Norse Reavers -----------------------------------------------------------------------------------------
def test_norse_reavers_at_the_end() -> None:
    """In each Event region the Power with the highest Threat there removes one figure."""
    scene = Scene().track("norse_reavers").dial(khorne=1).tokens("norsca", event=1).tokens("estalia", event=1)  # threats 6 1 2 4
    scene.figures("norsca", khorne="c w", slaanesh="c").figures("estalia", nurgle="c", tzeentch="w").figures("kislev", khorne="c")
    end(scene)
    assert scene.asks == "reavers_take" and scene.who == "khorne"
    assert scene.legal() == {figure("khorne", "norsca", "c"), figure("khorne", "norsca", "w")}
    scene.choose(figure("khorne", "norsca", "c"))
    assert scene.asks == "" and scene.at("norsca", "khorne") == "w" and scene.at("norsca", "slaanesh") == "c"
    assert scene.at("estalia", "tzeentch") == "" and scene.at("estalia", "nurgle") == "c" and scene.at("kislev", "khorne") == "c"


def test_reavers_come_besides_a_hero() -> None:
    """Old-world.md 6.2: besides any Hero, who acts first."""
    scene = end(Scene().track("norse_reavers").tokens("norsca", event=1, hero=1).figures("norsca", khorne="c", nurgle="c c"))
    assert scene.at("norsca", "khorne") == "" and scene.at("norsca", "nurgle") == "c"


def test_reavers_find_nobody() -> None:
    scene = end(Scene().track("norse_reavers").tokens("norsca", event=1).figures("kislev", khorne="c"))
    assert scene.asks == "" and scene.at("kislev", "khorne") == "c"


# ---- Teclis Aids the Empire --------------------------------------------------------------------------------
def test_teclis_aids_the_empire() -> None:
    """One Event in a region of your choice; cards with the magic symbol cannot be played there, anybody's."""
    scene = draw(Scene().ruin("norsca", 1), "teclis_aids_the_empire")
    assert offered(scene) == set(REGIONS) - {"norsca"}
    scene.choose(region("kislev"))
    assert spread(scene, "event") == {"kislev": 1}
    scene.hand("plague_aura", "influenza", "dazzle", "teleport", "abyssal_pact", "field_of_ecstasy")
    scene.power(nurgle=3, tzeentch=3, slaanesh=3).begin("summoning")
    for magic, plain in (("plague_aura", "influenza"), ("dazzle", "teleport"), ("abyssal_pact", "field_of_ecstasy")):
        assert play(magic, "kislev") not in scene.legal() and play(magic, "empire") in scene.legal()
        assert play(plain, "kislev") in scene.legal()
        scene.choose(n.PASS)


def test_teclis_has_left_the_track() -> None:
    """Old-world.md 6.2: the Event stays, its effect does not."""
    scene = Scene().tokens("kislev", event=1).hand("dazzle").track("skavengers", "witch_hunters").power(tzeentch=2).begin("summoning")
    assert play("dazzle", "kislev") in scene.legal()


def test_teclis_does_not_touch_what_lies_there() -> None:
    """It keeps cards from being played; a magic card there from before still works."""
    scene = Scene().track("teclis_aids_the_empire").tokens("kislev", event=1).cards("kislev", "dazzle").figures("kislev", khorne="c")
    scene.begin("corruption")
    assert scene.corrupted("kislev", "khorne") == 0


# ---- The Grail is Found ------------------------------------------------------------------------------------
def test_the_grail_is_found() -> None:
    """Events in Bretonnia and in one region next to it; Conquest +1 there."""
    scene = drawn("the_grail_is_found")
    assert offered(scene) == {"empire", "estalia", "tilea", "border_princes"}
    scene.choose(region("tilea"))
    assert spread(scene, "event") == {"bretonnia": 1, "tilea": 1}
    assert [scene.g.conquest(r) for r in range(9)] == [1, 1, 3, 5, 4, 4, 3, 1, 1]
    assert [scene.g.resistance(r) for r in range(9)] == [1, 1, 3, 5, 3, 4, 2, 1, 1]
    assert scene.figures("tilea", nurgle="w w w").begin("corruption").points() == (0, 3, 0, 0)


def test_the_grail_in_ruins() -> None:
    scene = draw(Scene().ruin("bretonnia", 1).ruin("tilea", 2), "the_grail_is_found")
    assert offered(scene) == {"empire", "estalia", "border_princes"}
    assert spread(scene.choose(region("empire")), "event") == {"empire": 1}


def test_the_grail_has_left_the_track() -> None:
    scene = Scene().tokens("tilea", event=1).track("skavengers", "witch_hunters")
    assert scene.g.conquest(6) == 2


# ---- Electors Sue for Peace --------------------------------------------------------------------------------
def test_electors_sue_for_peace() -> None:
    """No battle in Event regions: nothing is rolled there, Blood Frenzy not either; elsewhere there is battle."""
    scene = finish(drawn("electors_sue_for_peace")).cards("empire", "blood_frenzy")
    scene.figures("empire", khorne="w", nurgle="c").figures("border_princes", slaanesh="w").tokens("border_princes", peasant=1)
    scene.figures("kislev", khorne="w", nurgle="c").dice(4, 1).begin("battle")
    assert scene.at("empire", "nurgle") == "c" and scene.token("border_princes", "peasant") == 1 and scene.at("kislev", "nurgle") == ""
    assert [REGIONS[where] for _, where, _, _ in scene.events("rolled")] == ["kislev"]


def test_peace_is_over() -> None:
    scene = Scene().track("skavengers", "witch_hunters").tokens("empire", event=1).figures("empire", khorne="w", nurgle="c").dice(4, 1)
    assert scene.begin("battle").at("empire", "nurgle") == ""


# ---- the End Phase -----------------------------------------------------------------------------------------
def test_lowest_threat_chooses_at_the_end() -> None:
    """Ruling 44: the Power of lowest threat at that moment, before the dials turn."""
    scene = Scene().track("road_wardens").tokens("kislev", hero=1).tokens("empire", hero=1).dial(nurgle=1).counters(tzeentch=3)
    assert end(scene).asks == "wardens_hero" and scene.who == "tzeentch"
    three = Scene(absent="nurgle").track("road_wardens").tokens("kislev", hero=1).tokens("empire", hero=1)
    assert end(three).who == "tzeentch"


def test_space_one_before_space_two() -> None:
    """Seed: resolve in order of spaces, 1, then 2."""
    scene = end(Scene().track("road_wardens", "dwarf_trollslayers").tokens("kislev", hero=1).tokens("empire", hero=1))
    assert scene.asks == "wardens_hero"
    assert scene.choose(token("kislev", "hero")).asks == "trollslayers_hero"
    scene = end(Scene().track("dwarf_trollslayers", "road_wardens").tokens("kislev", hero=1).tokens("empire", hero=1))
    assert scene.asks == "trollslayers_hero"


@pytest.mark.parametrize("title", NO_TEXT_FOR_THE_END)
def test_cards_without_a_text_for_the_end(title: str) -> None:
    scene = Scene().track(title).figures("empire", khorne="c", nurgle="c c").tokens("empire", event=1, skaven=1, warpstone=1)
    scene.corruption("empire", khorne=2).hand("battle_cry")
    before = scene.pieces()
    assert end(scene).asks == "" and scene.changes(before) == {}


# ---- Heroes ------------------------------------------------------------------------------------------------
def test_a_hero_takes_from_the_highest_threat_there() -> None:
    """Seed: the player with the highest Threat and with figures in the region must choose one of his and remove it."""
    scene = Scene().tokens("kislev", hero=1).figures("kislev", khorne="c w", nurgle="c", tzeentch="d").figures("empire", slaanesh="c")
    before = scene.pieces()
    end(scene)
    assert scene.asks == "hero_takes" and scene.who == "khorne"
    assert scene.legal() == {figure("khorne", "kislev", "c"), figure("khorne", "kislev", "w")}
    scene.choose(figure("khorne", "kislev", "w"))
    assert scene.changes(before) == {"khorne figures kislev": "c", "khorne reserve warrior": 6}
    assert list(scene.g.counters) == [0, 0, 0, 0]


def test_each_hero_takes_one() -> None:
    """Once per Hero token; the highest Threat is looked for anew."""
    scene = end(Scene().tokens("kislev", hero=3).figures("kislev", slaanesh="c", khorne="c", nurgle="c c"))
    assert [scene.at("kislev", power) for power in POWERS] == ["", "c", "", ""]


def test_a_hero_finds_nobody() -> None:
    scene = end(Scene().tokens("kislev", hero=2).figures("empire", slaanesh="c").tokens("kislev", peasant=1))
    assert scene.asks == "" and scene.at("empire", "slaanesh") == "c" and scene.token("kislev", "hero") == 2


def test_heroes_region_by_region() -> None:
    scene = end(Scene().tokens("tilea", hero=1).tokens("norsca", hero=1).figures("tilea", khorne="c w").figures("norsca", nurgle="c w"))
    assert scene.who == "nurgle"
    assert scene.choose(figure("nurgle", "norsca", "c")).who == "khorne"


def test_cards_leave_before_the_heroes_act() -> None:
    scene = end(Scene().tokens("kislev", hero=1).figures("kislev", khorne="c w").cards("kislev", "battle_cry").cards("empire", "influenza"))
    assert scene.asks == "hero_takes" and scene.lies("kislev") == ["", ""] and scene.lies("empire") == ["", ""]
    assert sum(scene.g.discard) == 2


def test_where_a_figure_was_taken_it_may_return() -> None:
    """A figure that a Hero removed is in the reserve again."""
    scene = end(Scene().tokens("kislev", hero=1).figures("kislev", khorne="d"))
    scene.g.depth = 0
    scene.power(khorne=3).begin("summoning")
    assert summon("d", "norsca") in scene.legal()
