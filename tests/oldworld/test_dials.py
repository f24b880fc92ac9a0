"""The dials: who advances, in which order, and what every position gives (old-world.md 4.4, 7.6; seed, End Phase 5)."""

from __future__ import annotations

import pytest

from ruinous.oldworld import names as n
from scenes import POWERS, REGIONS, TOKENS, Scene, corruption, region, token, upgrade

# old-world.md 4.4, every position from 1 on
DIALS = {
    "khorne": "vp4 upgrade cards2 vp4 upgrade upgrade cards2 cards2 victory",
    "nurgle": "vp3 corruption1 upgrade vp3 upgrade corruption2 upgrade vp3 corruption2 victory",
    "tzeentch": "warpstone1 upgrade vp3 upgrade warpstone2 upgrade vp5 victory",
    "slaanesh": "vp3 upgrade noble2 upgrade upgrade tokens2 victory",
}
UPGRADES = {
    "khorne": ("bloodsworn", "bloodletters", "bloodthirster", "power", "cards"),
    "nurgle": ("lepers", "plaguebearers", "great_unclean_one", "power", "provender_of_ruin"),
    "tzeentch": ("acolytes", "horrors", "lord_of_change", "power", "cards"),
    "slaanesh": ("seductresses", "daemonettes", "keeper_of_secrets", "power", "power_2"),
}
POSITIONS = [(power, at, word) for power, words in DIALS.items() for at, word in enumerate(words.split(), start=1)]


def positions(what: str) -> list[tuple[str, int, int]]:
    """(Power, position, amount) of every position with this effect."""
    return [(power, at, int(word.removeprefix(what) or 1)) for power, at, word in POSITIONS if word.startswith(what)]


def other(power: str) -> str:
    """A Power that ties for most counters, so that nobody moves twice; its first position is points only."""
    return "slaanesh" if power != "slaanesh" else "khorne"


def arrive(scene: Scene, power: str, at: int) -> Scene:
    """The dial of a Power comes to a position."""
    scene.dial(**{power: at - 1}).counters(**{power: 1, other(power): 1})
    return scene.begin("end", stop="end_check")


def turn(**counters: int) -> Scene:
    """The dials turn with these counters; every first choice is taken."""
    scene = Scene().counters(**counters).begin("end", stop="end_check")
    while scene.asks:
        scene.choose(min(scene.legal()))
    return scene


def dials(scene: Scene) -> list[int]:
    return list(scene.g.dial)


def move_events(scene: Scene) -> list[tuple[str, int]]:
    return [(POWERS[power], position) for power, position in scene.events("dial")]


# ---- every position ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("power", "at", "amount"), positions("vp"))
def test_points(power: str, at: int, amount: int) -> None:
    scene = arrive(Scene(), power, at)
    assert scene.asks == "" and scene.g.vp[POWERS.index(power)] == amount
    assert scene.g.dial[POWERS.index(power)] == at


@pytest.mark.parametrize(("power", "at", "amount"), positions("upgrade"))
def test_an_upgrade(power: str, at: int, amount: int) -> None:
    """Any of the five that one has not yet."""
    scene = arrive(Scene(), power, at)
    assert scene.asks == "choose_upgrade" and scene.who == power
    assert scene.legal() == {upgrade(power, name) for name in UPGRADES[power]}
    scene.choose(upgrade(power, UPGRADES[power][2]))
    assert list(scene.g.upgrades) == [4 if name == power else 0 for name in POWERS]
    assert scene.g.vp[POWERS.index(power)] == 0


@pytest.mark.parametrize(("power", "at", "amount"), positions("cards"))
def test_cards(power: str, at: int, amount: int) -> None:
    """Khorne draws from his own deck."""
    scene = arrive(Scene().deck("battle_cry", "blood_frenzy", "ritual_slaying"), power, at)
    assert power == "khorne" and amount == 2
    assert scene.in_hand("khorne") == ["blood_frenzy", "ritual_slaying"] and scene.g.deck_size[0] == 1


@pytest.mark.parametrize("what", ["warpstone", "noble"])
def test_tokens_to_place(what: str) -> None:
    """The owner of the dial picks the regions, one for each token."""
    for power, at, amount in positions(what):
        scene = arrive(Scene(), power, at)
        for where in ("norsca", "badlands")[:amount]:
            assert scene.asks == "place_tokens" and scene.who == power
            assert scene.legal() == {region(name) for name in REGIONS}
            scene.choose(region(where))
        assert scene.asks == ""
        assert [scene.token(where, what) for where in ("norsca", "badlands")] == [1, amount - 1]
    assert len(positions(what)) == {"warpstone": 2, "noble": 1}[what]


@pytest.mark.parametrize(("power", "at", "amount"), positions("corruption"))
def test_corruption_to_remove(power: str, at: int, amount: int) -> None:
    scene = arrive(Scene().corruption("empire", slaanesh=2, nurgle=1).corruption("norsca", khorne=2), power, at)
    for _ in range(amount):
        assert scene.asks == "remove_corruption_token" and scene.who == "nurgle"
        scene.choose(corruption("slaanesh", "empire"))
    assert scene.asks == ""
    assert scene.corrupted("empire", "slaanesh") == 2 - amount
    assert scene.corrupted("empire", "nurgle") == 1 and scene.corrupted("norsca", "khorne") == 2


@pytest.mark.parametrize(("power", "at", "amount"), positions("tokens"))
def test_tokens_to_remove(power: str, at: int, amount: int) -> None:
    scene = arrive(Scene().tokens("empire", noble=1, skaven=2).tokens("norsca", event=1, peasant=1), power, at)
    assert scene.asks == "remove_old_world_token" and scene.who == "slaanesh" and amount == 2
    assert scene.legal() == {token("empire", "noble"), token("empire", "skaven"), token("norsca", "event"), token("norsca", "peasant")}
    scene.choose(token("empire", "skaven"), token("norsca", "event"))
    assert scene.asks == "" and scene.token("empire", "skaven") == 1 and scene.token("norsca", "event") == 0
    assert scene.g.token_supply[TOKENS.index("event")] == 6


@pytest.mark.parametrize(("power", "at", "amount"), positions("victory"))
def test_victory(power: str, at: int, amount: int) -> None:
    scene = arrive(Scene(), power, at)
    assert scene.g.at_victory(POWERS.index(power)) and scene.g.threat(POWERS.index(power)) == 99
    scene.go_on()
    assert scene.g.over and scene.g.reason == n.BY_DIAL and scene.g.winners == 1 << POWERS.index(power)


def test_every_position_was_looked_at() -> None:
    assert len(POSITIONS) == 9 + 10 + 8 + 7
    kinds = ("vp", "upgrade", "cards", "warpstone", "noble", "corruption", "tokens", "victory")
    assert sum(len(positions(kind)) for kind in kinds) == len(POSITIONS)


# ---- choices of the positions ------------------------------------------------------------------------------
def test_same_region_twice() -> None:
    """Ruling 11: both Warpstones, both Nobles may go into one region; a ruined one takes none."""
    for power, at, kind in (("tzeentch", 5, "warpstone"), ("slaanesh", 3, "noble")):
        scene = arrive(Scene().ruin("kislev", 1), power, at)
        assert region("kislev") not in scene.legal() and len(scene.legal()) == 8
        scene.choose(region("empire"), region("empire"))
        assert scene.token("empire", kind) == 2


def test_no_warpstone_left() -> None:
    """Old-world.md 14.9: an empty supply places nothing; with one left one is placed."""
    scene = arrive(Scene().tokens("norsca", warpstone=14), "tzeentch", 5)
    assert scene.asks == "" and scene.token("norsca", "warpstone") == 14
    scene = arrive(Scene().tokens("norsca", warpstone=13), "tzeentch", 5)
    scene.choose(region("empire"))
    assert scene.asks == "" and scene.token("empire", "warpstone") == 1


def test_removal_is_of_anybody_and_in_full() -> None:
    """Ruling 12: of any owner, anywhere, and as many as there are; declining is not offered."""
    scene = arrive(Scene().corruption("empire", nurgle=1).corruption("badlands", tzeentch=1, khorne=1), "nurgle", 6)
    assert scene.legal() == {corruption("nurgle", "empire"), corruption("tzeentch", "badlands"), corruption("khorne", "badlands")}
    scene.choose(corruption("tzeentch", "badlands"), corruption("nurgle", "empire"))
    assert scene.corrupted("badlands", "khorne") == 1 and scene.corrupted("empire", "nurgle") == 0
    one = arrive(Scene().corruption("empire", nurgle=1), "nurgle", 6)
    assert one.asks == "" and one.corrupted("empire", "nurgle") == 0
    assert arrive(Scene(), "nurgle", 6).asks == ""
    tokens = arrive(Scene().tokens("norsca", hero=1), "slaanesh", 6)
    assert tokens.asks == "" and tokens.token("norsca", "hero") == 0


def test_tokens_in_a_ruin_may_be_removed() -> None:
    """Ruling 12: anywhere."""
    scene = arrive(Scene().ruin("kislev", 1).tokens("kislev", noble=1).tokens("norsca", peasant=2), "slaanesh", 6)
    assert token("kislev", "noble") in scene.legal()


def test_an_upgrade_is_taken_once() -> None:
    """Old-world.md 4.5: each can be taken once; the ones owned are not offered again."""
    scene = arrive(Scene().upgrades("tzeentch", "acolytes", "power"), "tzeentch", 6)
    assert scene.legal() == {upgrade("tzeentch", name) for name in ("horrors", "lord_of_change", "cards")}


def test_an_upgrade_works_from_now_on() -> None:
    """Old-world.md 4.4: active from then on: the next Draw Phase already gives the power."""
    scene = arrive(Scene(), "khorne", 2)
    scene.choose(upgrade("khorne", "power")).go_on()
    assert scene.g.round == 2 and scene.asks == "summoning_turn" and scene.g.power[0] == 8


def test_cards_of_an_empty_deck() -> None:
    """An empty deck is made anew from the discards, those of this round among them."""
    scene = arrive(Scene().cards("kislev", "battle_cry").cards("empire", "ritual_slaying"), "khorne", 3)
    assert scene.in_hand("khorne") == ["battle_cry", "ritual_slaying"]


# ---- who advances ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counters", "expected"),
    [
        ((0, 0, 0, 0), [0, 0, 0, 0]),
        ((1, 0, 0, 0), [2, 0, 0, 0]),
        ((2, 1, 0, 0), [2, 1, 0, 0]),
        ((2, 0, 0, 2), [1, 0, 0, 1]),
        ((2, 1, 2, 1), [1, 1, 1, 1]),
        ((4, 1, 3, 1), [2, 1, 1, 1]),
        ((1, 1, 1, 1), [1, 1, 1, 1]),
        ((1, 1, 1, 2), [1, 1, 1, 2]),
        ((0, 3, 3, 4), [0, 1, 1, 2]),
        ((0, 5, 0, 0), [0, 2, 0, 0]),
        ((2, 3, 3, 1), [1, 1, 1, 1]),
    ],
)
def test_one_for_all_and_one_for_the_leader(counters: tuple[int, ...], expected: list[int]) -> None:
    """Seed; case C09: one position for any number of counters, one further for whoever alone has most."""
    assert dials(turn(**dict(zip(POWERS, counters, strict=True)))) == expected


def test_tie_for_most_counters() -> None:
    """Ruling 36; case C15: nobody gets the further position."""
    assert dials(turn(khorne=3, nurgle=3, tzeentch=1)) == [1, 1, 1, 0]


def test_counters_are_not_positions() -> None:
    """Case C39: at most two positions a round, however many counters."""
    assert dials(turn(nurgle=14, khorne=1)) == [1, 2, 0, 0]


def test_leader_moves_again_last() -> None:
    """Ruling 13: everybody's one position in Power order, each with its effect, then the leader's further one."""
    scene = Scene().counters(khorne=2, nurgle=1, tzeentch=1, slaanesh=1).begin("end", stop="end_check")
    assert scene.asks == "place_tokens" and scene.who == "tzeentch"
    assert move_events(scene) == [("khorne", 1), ("nurgle", 1), ("tzeentch", 1)]
    assert scene.points() == (4, 3, 0, 0)
    scene.choose(region("badlands"))
    assert scene.asks == "choose_upgrade" and scene.who == "khorne"
    assert move_events(scene)[3:] == [("slaanesh", 1), ("khorne", 2)] and scene.points() == (4, 3, 0, 3)


def test_both_effects_of_the_leader() -> None:
    """Case C09: the further position's effect counts as well."""
    scene = Scene().dial(nurgle=0).counters(nurgle=3).corruption("kislev", khorne=1, nurgle=1).begin("end", stop="end_check")
    assert scene.points() == (0, 3, 0, 0) and scene.asks == "remove_corruption_token"


def test_the_counters_go_back() -> None:
    """Old-world.md 7.6: all counters return to the supply."""
    scene = turn(khorne=9, nurgle=7)
    assert list(scene.g.counters) == [0, 0, 0, 0]


def test_no_further_than_victory() -> None:
    """The dial ends at VICTORY: the leader's further position goes nowhere."""
    scene = Scene().dial(slaanesh=6).counters(slaanesh=3).begin("end", stop="end_check")
    assert dials(scene) == [0, 0, 0, 7] and move_events(scene) == [("slaanesh", 7)]


def test_without_counters_nothing_turns() -> None:
    scene = Scene().dial(khorne=3, nurgle=2, tzeentch=1, slaanesh=4)
    before = scene.pieces()
    assert scene.begin("end", stop="end_check").changes(before) == {}


@pytest.mark.parametrize("absent", POWERS)
def test_three_players(absent: str) -> None:
    seated = [power for power in POWERS if power != absent]
    scene = Scene(absent=absent).counters(**dict.fromkeys(seated, 1)).begin("end", stop="end_check")
    while scene.asks:
        scene.choose(min(scene.legal()))
    assert dials(scene) == [0 if power == absent else 1 for power in POWERS]


def test_the_dials_turn_after_the_ruins() -> None:
    """Seed: step 5 comes after step 4: the corruption that Nurgle's dial may remove is what the scored ruin has left."""
    scene = Scene().dial(nurgle=1).counters(nurgle=1, slaanesh=1).corruption("kislev", nurgle=12).ruin("kislev", 1, fresh=True)
    scene.corruption("empire", khorne=1, tzeentch=1).begin("end", stop="end_check")
    assert scene.legal() == {corruption("khorne", "empire"), corruption("tzeentch", "empire")}
