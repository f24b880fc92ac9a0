"""Positions written by hand: what is left out, what is dealt, and everything that cannot be (docs/formats.md)."""

import copy
import json
from typing import Any

import pytest

from ruinous import games
from ruinous.games import BadPosition

RULES = games.game("oldworld")

# The example of the formats, whole.
EXAMPLE: dict[str, Any] = {
    "game": "oldworld",
    "edition": "seed",
    "round": 2,
    "phase": "corruption",
    "powers": {
        "khorne": {"vp": 4, "dial": 1, "power": 0, "upgrades": [], "counters": 0, "peasants": 0, "hand": 2},
        "nurgle": {"vp": 3, "power": 0},
        "tzeentch": {"dial": 2, "upgrades": ["horrors"], "power": 0, "hand": ["dazzle", "teleport", "teleport"]},
        "slaanesh": {"power": 0, "hand": []},
    },
    "regions": {
        "empire": {
            "figures": {"slaanesh": {"cultist": 2}, "khorne": {"warrior": 1}},
            "tokens": {"noble": 1, "skaven": 1},
            "corruption": {"slaanesh": 2},
            "cards": [["slaanesh", "insidious_lies"], None],
            "ruin": None,
        },
    },
    "track": [None, None],
    "ruins_taken": 0,
    "old_world_left": 5,
}


def changed(*path: str, to: object) -> dict[str, Any]:
    """The example with one place changed."""
    position = copy.deepcopy(EXAMPLE)
    inner = position
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner[path[-1]] = to
    return position


def reasons(position: Any) -> list[str]:
    """Why a position cannot be."""
    with pytest.raises(BadPosition) as refused:
        RULES.from_position(position)
    return refused.value.reasons


# ---- what is left out --------------------------------------------------------------------------------------
def test_the_example_of_the_formats_is_understood() -> None:
    view = RULES.view(RULES.from_position(EXAMPLE, begin=False), "tzeentch")
    assert (view["round"], view["phase"], view["old_world_left"]) == (2, "corruption", 5)
    assert view["powers"]["khorne"] | {"vp": 4, "dial": 1, "threat": 6, "power": 0, "hand": 2} == view["powers"]["khorne"]
    assert view["powers"]["tzeentch"]["hand"] == ["dazzle", "teleport", "teleport"]
    assert view["powers"]["nurgle"]["hand"] == 3  # the hand of the set-up
    assert view["powers"]["slaanesh"]["deck"] == 23  # one card lies in The Empire
    empire = view["regions"]["empire"]
    assert (empire["resistance"], empire["conquest"], empire["corruption_total"]) == (4, 6, 2)
    assert empire["supremacy"] == {"khorne": 1, "slaanesh": 5}  # two figures, cost 1, +2 for the Noble
    assert empire["dominates"] == "slaanesh"
    assert view["powers"]["slaanesh"]["reserve"] == {"cultist": 4, "warrior": 3, "daemon": 1}
    assert all(not view["regions"][region]["figures"] for region in view["regions"] if region != "empire")


def test_the_phase_is_the_one_about_to_begin() -> None:
    state = RULES.from_position(EXAMPLE)
    events = RULES.events(state, None)
    assert events[0]["text"] == "Corruption Phase"
    scored = [event for event in events if event["kind"] == "vp"]
    assert scored[0]["text"] == "Slaanesh +6: dominates The Empire (supremacy 5 against resistance 4; OW 7.5)"
    assert RULES.prompt(state, "slaanesh") == "Your dial gives an upgrade: which one?"


def test_an_empty_position_is_the_first_round_with_an_empty_board() -> None:
    view = RULES.view(RULES.from_position({}, begin=False), None)
    assert (view["round"], view["phase"], view["old_world_left"]) == (1, "old_world", 7)
    assert [sheet["power"] for sheet in view["powers"].values()] == [7, 6, 6, 6]
    assert [sheet["hand"] for sheet in view["powers"].values()] == [3, 3, 3, 3]
    assert [sheet["deck"] for sheet in view["powers"].values()] == [21, 21, 21, 21]


def test_a_power_left_out_does_not_take_part() -> None:
    state = RULES.from_position({"powers": {"khorne": {}, "nurgle": {}, "slaanesh": {}}})
    assert RULES.seats(state) == ("khorne", "nurgle", "slaanesh")
    assert RULES.view(state, None)["rounds"] == 8


def test_the_same_seed_deals_the_same_cards_and_another_others() -> None:
    one, same, other = (RULES.from_position(EXAMPLE, seed) for seed in (3, 3, 4))
    assert RULES.checksum(one) == RULES.checksum(same) != RULES.checksum(other)
    assert RULES.checksum(RULES.from_position({**EXAMPLE, "seed": 3})) == RULES.checksum(one)


def test_a_hand_is_dealt_from_the_cards_that_lie_nowhere_else() -> None:
    powers = {power: {"hand": 0} for power in ("khorne", "nurgle", "tzeentch", "slaanesh")}
    discard = ["blood_frenzy"] * 4 + ["battle_cry"] * 4 + ["the_skull_throne"] * 4 + ["field_of_carnage"] * 3 + ["ritual_slaying"] * 3
    powers["khorne"] = {"hand": 4, "discard": discard}  # type: ignore[dict-item]
    cards = [["khorne", "reborn_in_blood"], ["khorne", "reborn_in_blood"]]
    position = {"powers": powers, "regions": {"kislev": {"cards": cards}}, "phase": "battle"}
    hand = RULES.view(RULES.from_position(position, begin=False), "khorne")["powers"]["khorne"]["hand"]
    assert len(hand) == 4
    assert set(hand) <= {"reborn_in_blood", "the_blood_gods_call"}
    assert hand.count("reborn_in_blood") <= 1


def test_figures_may_be_written_as_the_view_writes_them() -> None:
    figures = [
        {"power": "tzeentch", "kind": "warrior", "count": 1, "shielded": True, "charmed": False, "spent": False, "on_space": True},
        {"power": "khorne", "kind": "cultist", "charmed": True},
    ]
    position = {"phase": "battle", "regions": {"kislev": {"figures": figures, "cards": [["tzeentch", "horror"], None]}}}
    state = RULES.from_position(position, begin=False)
    shown = RULES.view(state, None)["regions"]["kislev"]
    assert shown["supremacy"] == {"tzeentch": 1, "slaanesh": 1}
    assert [(figure["kind"], figure["shielded"], figure["charmed"], figure["on_space"]) for figure in shown["figures"]] == [
        ("cultist", False, True, False),
        ("warrior", True, False, True),
    ]


def test_a_horror_on_a_card_space_may_be_written_as_a_plain_warrior() -> None:
    region = {"figures": {"tzeentch": {"warrior": 2}}, "cards": [None, ["tzeentch", "horror"]]}
    shown = RULES.view(RULES.from_position({"phase": "battle", "regions": {"tilea": region}}, begin=False), None)["regions"]["tilea"]
    assert sorted(figure["on_space"] for figure in shown["figures"]) == [False, True]


def test_a_ruined_region_with_corruption_was_ruined_in_this_round() -> None:
    position = {"phase": "end", "regions": {"norsca": {"ruin": 1, "corruption": {"nurgle": 8, "khorne": 4}}}}
    state = RULES.from_position(position)
    scores = {event["power"]: event["amount"] for event in RULES.events(state, None) if event["kind"] == "vp"}
    assert scores == {"nurgle": 6, "khorne": 3}


def test_written_positions_name_everything() -> None:
    written = RULES.position(RULES.from_position(EXAMPLE))
    assert json.loads(json.dumps(written)) == written
    assert set(written["powers"]["nurgle"]) >= {"vp", "dial", "power", "upgrades", "counters", "peasants", "hand", "deck", "discard"}
    assert len(written["powers"]["nurgle"]["hand"]) + len(written["powers"]["nurgle"]["deck"]) == 24
    assert RULES.checksum(RULES.from_position(written)) == RULES.checksum(RULES.from_position(EXAMPLE))


# ---- what cannot be ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (changed("regions", "norsca", "figures", to={"khorne": {"warrior": 7}}), "khorne has 6 warriors, but 8 stand"),
        (changed("regions", "norsca", "figures", to={"khorne": {"daemon": 2}}), "khorne has 1 daemons, but 2 stand"),
        (changed("regions", "norsca", "figures", to={"khorne": {"warrior": -1}}), "norsca.figures.khorne.warrior must be a whole number"),
        (changed("regions", "norsca", "figures", to={"khorne": {"warrior": True}}), "norsca.figures.khorne.warrior must be a whole number"),
        (changed("regions", "norsca", "figures", to={"skaven": {"warrior": 1}}), "norsca.figures: unknown key 'skaven'"),
        (changed("regions", "norsca", "figures", to=[{"power": "khorne", "kind": "cultist", "shielded": True}]), "only tzeentch's figures"),
        (changed("regions", "norsca", "figures", to=[{"power": "khorne", "kind": "cultist", "spent": True}]), "only a cultist of nurgle"),
        (
            changed("regions", "norsca", "figures", to=[{"power": "slaanesh", "kind": "cultist", "charmed": True}]),
            "slaanesh does not charm",
        ),
        (
            changed("regions", "norsca", "figures", to=[{"power": "tzeentch", "kind": "cultist", "on_space": True}]),
            "only a warrior of tzeentch",
        ),
        (
            changed("regions", "norsca", "figures", to=[{"power": "tzeentch", "kind": "warrior", "on_space": True}]),
            "norsca: 1 figures stand",
        ),
        (changed("regions", "norsca", "cards", to=[["tzeentch", "horror"], None]), "norsca: 0 figures stand on card spaces"),
        (changed("regions", "norsca", "cards", to=[None, None, None]), "norsca.cards: a region has two card spaces"),
        (
            changed("regions", "norsca", "cards", to=[["khorne", "teleport"], None]),
            "norsca.cards: ['khorne', 'teleport'] is no [owner, card]",
        ),
        (changed("regions", "norsca", "cards", to=[[None, "the_horned_ones_due"], None]), "the_horned_ones_due lies"),
        (changed("regions", "norsca", "tokens", to={"hero": 5}), "there are 4 hero tokens, not 5"),
        (changed("regions", "norsca", "tokens", to={"wizard": 1}), "norsca.tokens: unknown key 'wizard'"),
        (changed("regions", "norsca", "corruption", to={"slaanesh": 28}), "slaanesh has 29 corruption tokens, but 30"),
        (changed("regions", "norsca", "ruin", to=6), "norsca.ruin must be a whole number from 1 to 5"),
        (changed("regions", "norsca", "ruin", to=2), "ruination cards come in order"),
        (changed("regions", "norsca", to={"ruin": 1, "corruption": {"khorne": 1}}), "norsca is ruined and scored"),
        (changed("regions", "norsca", to={"ruined_now": True}), "norsca is ruined now, but has no ruination card"),
        (changed("regions", "atlantis", to={}), "regions: unknown key 'atlantis'"),
        (changed("ruins_taken", to=2), "ruins_taken is 2, but 0"),
        (changed("powers", "khorne", "dial", to=10), "khorne.dial must be a whole number from 0 to 9"),
        (changed("powers", "khorne", "upgrades", to=["bloodsworn"]), "khorne has 1 upgrades, but the dial at position 1 has given 0"),
        (changed("powers", "khorne", "upgrades", to=["lepers"]), "khorne.upgrades: 'lepers' is none of"),
        (changed("powers", "tzeentch", "upgrades", to=["horrors", "horrors"]), "tzeentch.upgrades: each upgrade can be taken once"),
        (changed("powers", "khorne", "power", to=13), "khorne.power must be a whole number from 0 to 12"),
        (changed("powers", "khorne", "vp", to="4"), "khorne.vp must be a whole number"),
        (changed("powers", "khorne", "vp", to=-1), "khorne.vp must be a whole number"),
        (changed("powers", "khorne", "counters", to=17), "khorne.counters must be a whole number"),
        (changed("powers", "khorne", "hand", to=["teleport"]), "khorne.hand: 'teleport' is none of"),
        (changed("powers", "khorne", "hand", to=["blood_frenzy"] * 5), "khorne has 4 blood_frenzy, not 5"),
        (changed("powers", "khorne", "hand", to=25), "khorne.hand must be a whole number from 0 to 24"),
        (changed("powers", "slaanesh", "hand", to=24), "slaanesh cannot hold 24 cards"),
        (changed("powers", "slaanesh", "discard", to=["insidious_lies"] * 4), "slaanesh has 4 insidious_lies, not 5"),
        (changed("powers", "khorne", "deck", to=["blood_frenzy"]), "khorne has 24 Chaos cards, but 21 of them lie nowhere"),
        (changed("powers", "horned_rat", to={}), "powers: unknown key 'horned_rat'"),
        (changed("powers", to={"khorne": {}, "nurgle": {}}), "three or four Powers take part, not 2"),
        (changed("powers", to={"khorne": {}, "nurgle": {}, "tzeentch": {}}), "slaanesh does not take part"),
        (changed("powers", to=[]), "powers must be an object"),
        (changed("track", to=["greenskins_invade", "norse_reavers"]), "track: a comet card removes"),
        (changed("track", to=["plunged_into_chaos", None]), "track: plunged_into_chaos never enters"),
        (changed("track", to=["road_wardens", "road_wardens"]), "there is 1 road_wardens, not 2"),
        (changed("track", to=["no_card", None]), "track: 'no_card' is none of"),
        (changed("track", to="road_wardens"), "track must be a list of two"),
        (changed("old_world_gone", to=["meteor_showers"] * 3), "there are 2 meteor_showers, not 3"),
        (changed("old_world_left", to=8), "old_world_left must be a whole number from 0 to 7"),
        (changed("round", to=8), "round must be a whole number from 1 to 7"),
        (changed("phase", to="lunch"), "phase: 'lunch' is none of"),
        (changed("edition", to="third"), "edition: 'third' is none of"),
        (changed("game", to="chess"), "game is 'chess'"),
        (changed("rules", to=2), "the position is of rules 2"),
        (changed("colour", to="red"), "the position: unknown key 'colour'"),
        (
            changed("battle", to={"region": "empire", "downed": [{"power": "khorne", "kind": "warrior", "count": 2}]}),
            "battle.downed: more of",
        ),
        ({"phase": "old_world", "old_world_left": 0}, "no Old World card is left"),
        ([], "the position must be an object"),
        ("norsca", "the position must be an object"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(position: Any, reason: str) -> None:
    found = reasons(position)
    assert any(one.startswith(reason) or reason in one for one in found), found


def test_peasants_on_sheets_count_with_those_on_the_board() -> None:
    position = changed("regions", "norsca", "tokens", to={"peasant": 15})
    position["powers"]["khorne"]["peasants"] = 6
    assert reasons(position) == ["there are 20 peasant tokens, not 21"]


def test_every_reason_is_given_at_once() -> None:
    position = changed("regions", "norsca", "figures", to={"khorne": {"warrior": 7}})
    position["powers"]["khorne"]["dial"] = 12
    position["ruins_taken"] = 4
    position["colour"] = "red"
    found = reasons(position)
    assert len(found) == 4
    assert all(reason in str(BadPosition(found)) for reason in found)


def test_every_reason_is_given_at_once_of_cards_and_what_comes_too() -> None:
    powers: dict[str, Any] = {
        "khorne": {"vp": -1, "hand": ["foo"]},
        "nurgle": {"hand": 99, "deck": "all"},
        "tzeentch": {"hand": ["dazzle"] * 9},
        "slaanesh": 7,
    }
    found = reasons({"powers": powers, "chance": -1, "unveiled": "x", "outcome": {"reason": "boredom", "winners": ["rats"]}})
    for where in ("khorne.vp", "khorne.hand", "nurgle.hand", "nurgle.deck", "tzeentch has", "slaanesh", "chance", "unveiled"):
        assert any(reason.startswith(where) for reason in found), where
    assert sum(reason.startswith("outcome.") for reason in found) == 2


def test_an_agenda_that_nobody_could_have_is_refused() -> None:
    written = RULES.position(RULES.from_position(EXAMPLE))
    assert any("agenda: 'dance' is none of" in reason for reason in reasons({**written, "agenda": [["dance", 0, 0, 0]]}))
    assert reasons({**written, "agenda": [["round", 0, 0]]}) == ["agenda: a task is [name, a, b, c], not ['round', 0, 0]"]
    assert reasons({**written, "agenda": [], "pending": None}) == ["agenda: nothing is to be done, and the game has no outcome"]
    assert reasons({**written, "pending": None, "agenda": [["round", 0, 0, 0]], "old_world": [], "old_world_left": 0}) == [
        "no Old World card is left, so no Old World Phase can begin"
    ]
    asks = {**written, "agenda": [*PHASES[:2], ["final_rotting", 0, 0, 0]], "phase": "battle", "pending": ["fight", 5, 0, 0]}
    assert reasons(asks) == ["pending: fight asks nobody"]


PHASES = [[f"{phase}_phase", 0, 0, 0] for phase in ("end", "corruption", "battle", "summoning", "draw")]  # from the bottom
BATTLE = [*PHASES[:2], ["final_rotting", 0, 0, 0], ["end_of_battle", 3, 0, 0]]
SUMMONING = [*PHASES[:3], ["summoning_turn", 1, 0, 0]]
END = [["end_check", 0, 0, 0]]


@pytest.mark.parametrize(
    ("phase", "agenda", "reason"),
    [
        ("end", [["hit", 99, 99, 99]], "agenda.hit must be a whole number from 0 to 3, not 99"),
        ("end", [["hit", 0, 3, 1]], "agenda: hit cannot lie on nothing, only on avenge, roll, end_of_battle"),
        ("end", [*END, ["summoning_turn", 0, 0, 0]], "agenda: summoning_turn cannot lie on end_check, only on battle_phase"),
        ("end", [*END, *END], "agenda: end_check cannot lie on end_check, only on nothing"),
        ("end", [*END, ["advance_dial", 9, 0, 0]], "agenda.advance_dial must be a whole number from 0 to 3, not 9"),
        ("end", [*END, ["place_tokens", 0, 7 | 1 << 4 | 1 << 7, 511]], "agenda: what place_tokens names is not there"),
        ("end", [*END, ["choose_upgrade", 0, 0, 0]], "agenda: what choose_upgrade names is not there"),
        ("corruption", [["fight", 5000, 0, 0]], "agenda.fight must be a whole number from 0 to 8, not 5000"),
        ("battle", BATTLE, "battle.region is null, but by the agenda the battle being fought is in empire"),
        ("battle", [*BATTLE, ["roll", 0, 4, 0]], "agenda: what roll names is not there"),
        ("summoning", [*SUMMONING, ["teleport_where", 2, 77, 0]], "agenda: what teleport_where names is not there"),
        ("summoning", [*SUMMONING, ["stand_on_space", 2, 3, 1]], "agenda: what stand_on_space names is not there"),
        ("summoning", [*SUMMONING, ["influence_where", 3, 0, 3]], "agenda: what influence_where names is not there"),
        ("summoning", [*SUMMONING, ["decay", 0, 3, 0]], "agenda.decay must be a whole number from 1 to 1, not 0"),
        ("corruption", SUMMONING, "phase is corruption, but the agenda is in the middle of summoning"),
        ("old_world", [*PHASES, ["enter_track", 15, 0, 0], ["divine_where", 0, 3, 0]], "agenda: what divine_where names is not there"),
        ("old_world", [*PHASES, ["enter_track", 14, 0, 0], ["horned_ones_space", 0, 0, 0]], "what horned_ones_space names is not there"),
    ],
)
def test_a_task_that_cannot_be_done_there_is_named(phase: str, agenda: list[Any], reason: str) -> None:
    found = reasons({**EXAMPLE, "phase": phase, "agenda": agenda})
    assert any(reason in one for one in found), found


def test_what_is_to_be_done_may_be_written_by_hand() -> None:
    state = RULES.from_position({**EXAMPLE, "phase": "summoning", "agenda": SUMMONING, "powers": {**EXAMPLE["powers"], "nurgle": {}}})
    assert RULES.to_move(state) == "nurgle"
    battle = {"region": "empire", "downed": [], "blooded": False, "avenging": 0}
    state = RULES.from_position({**EXAMPLE, "phase": "battle", "agenda": [*BATTLE, ["hit", 3, 3, 2]], "battle": battle})
    assert RULES.view(state, None)["regions"]["empire"]["figures"] == [
        {"power": "slaanesh", "kind": "cultist", "shielded": False, "charmed": False, "spent": False, "on_space": False, "count": 2}
    ]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"round": 7, "phase": "end", "old_world_left": 7}, "in round 7 at most 0 Old World cards are left, not 7"),
        ({"track": ["road_wardens", None], "old_world_left": 7}, "7 Old World cards are in the game, not 8"),
        (
            {"phase": "battle", "battle": {"region": "empire"}},
            "battle.region is empire, but by the agenda the battle being fought is in null",
        ),
        ({"phase": "battle", "battle": {"avenging": 6}}, "battle.avenging must be a whole number from 0 to 5, not 6"),
    ],
)
def test_what_a_game_could_not_go_on_with_is_refused(position: dict[str, Any], reason: str) -> None:
    assert reasons(position) == [reason]


def test_the_end_of_a_game_is_a_position_too() -> None:
    state = RULES.from_position(
        {"phase": "end", "powers": {p: {"vp": 50 if p == "nurgle" else 3} for p in ("khorne", "nurgle", "slaanesh")}}
    )
    assert RULES.outcome(state) == {"winners": ["nurgle"], "reason": "vp", "scores": {"khorne": 3, "nurgle": 50, "slaanesh": 3}}
    back = RULES.from_position(RULES.position(state))
    assert back.over
    assert RULES.outcome(back) == RULES.outcome(state)
    assert RULES.checksum(back) == RULES.checksum(state)
