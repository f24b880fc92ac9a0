"""The companion over the wire: a position is checked, its sums and its ledger are those of the rules."""

import json
from pathlib import Path
from typing import Any

import httpx2

from ruinous import games, record
from ruinous.judge import judge
from server.harness import Visitor

BOARD: dict[str, Any] = {
    "game": "oldworld",
    "round": 2,
    "phase": "corruption",
    "powers": {"khorne": {"vp": 4}, "nurgle": {}, "tzeentch": {}, "slaanesh": {"vp": 8, "dial": 1, "hand": ["abyssal_pact"]}},
    "regions": {
        "empire": {
            "figures": {"slaanesh": {"cultist": 2}, "khorne": {"warrior": 1}},
            "tokens": {"noble": 1, "skaven": 1},
            "corruption": {"slaanesh": 8, "khorne": 2},
            "cards": [["slaanesh", "insidious_lies"], None],
        },
        "kislev": {"figures": {"nurgle": {"cultist": 2, "warrior": 1}, "tzeentch": {"cultist": 1}}},
    },
}
STACK = {"game": "casters", "phase": "resolve", "round": 3, "first": "one", "stack": [["one", "ash_hound"], ["two", "hex_toad"]]}


def ask(visitor: Visitor, position: object, **order: Any) -> httpx2.Response:
    return visitor.post("/api/companion", json={"position": position, **order})


def test_a_position_as_entered_with_its_sums(visitor: Visitor) -> None:
    """Two cultists, a card of 1 and 2 for the Noble."""
    found = ask(visitor, BOARD).json()
    empire = found["view"]["regions"]["empire"]
    assert empire["sums"] == {
        "khorne": {"figures": 1, "cards": 0, "effects": 0, "places": 0},
        "slaanesh": {"figures": 2, "cards": 1, "effects": 2, "places": 2},
    }
    assert (empire["supremacy"], empire["corruption_total"], empire["ruin"]) == ({"khorne": 1, "slaanesh": 5}, 10, None)
    assert (found["ledger"], found["events"], found["pending"]) == ([], [], None)
    assert games.game("oldworld").from_position(found["position"])


def test_the_ledger_is_that_of_ruinous_judge(visitor: Visitor) -> None:
    found = ask(visitor, BOARD, until="corruption").json()
    verdict = judge(games.game("oldworld"), BOARD, "corruption", [], [])
    assert {key: found[key] for key in ("ledger", "position", "pending")} == json.loads(json.dumps(verdict.document()))
    assert [(entry["power"], entry["vp"], entry["why"]) for entry in found["ledger"]] == [
        ("slaanesh", 6, "domination"),
        ("slaanesh", 3, "ruining"),
    ]
    assert found["view"]["regions"]["empire"]["ruin"] == 1
    assert found["events"] == json.loads(json.dumps(verdict.events))


def test_whose_move_it_is_and_what_may_be_done(visitor: Visitor) -> None:
    board = BOARD | {"phase": "summoning"}
    found = ask(visitor, board).json()
    assert (found["pending"]["kind"], found["pending"]["seat"]) == ("choice", "khorne")
    assert [action["text"] for action in found["legal"]] == found["pending"]["choices"]
    assert found["prompt"]
    assert (found["view"]["to_move"], found["view"]["pending"]["task"]) == ("khorne", "summoning_turn")
    chosen = ask(visitor, board, choose=[found["legal"][0]["text"]]).json()
    assert chosen["pending"]["seat"] == "nurgle"
    refused = ask(visitor, board, choose=["summon daemon atlantis"])
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_choice")


def test_dice_that_were_rolled_at_a_table(visitor: Visitor) -> None:
    board = BOARD | {"phase": "battle", "regions": {"empire": {"figures": {"khorne": {"warrior": 1}, "nurgle": {"cultist": 1}}}}}
    assert ask(visitor, board).json()["pending"]["kind"] == "die"
    found = ask(visitor, board, dice=[6, 1, 2]).json()
    assert any(event["kind"] == "rolled" and event["hits"] == 1 for event in found["events"])
    goes_on = record.parse(found["record"])
    assert goes_on.actions == ()
    assert goes_on.rules.view(goes_on.start(), None)["regions"]["empire"]["figures"] == found["view"]["regions"]["empire"]["figures"]


def test_a_record_to_go_on_with(visitor: Visitor) -> None:
    board = BOARD | {"phase": "summoning", "seed": 77}
    first = ask(visitor, board).json()["legal"][1]["text"]
    found = ask(visitor, board, choose=[first]).json()
    written = record.parse(found["record"])
    assert (written.actions, written.seed) == ((first,), 77)
    assert visitor.post("/api/replay", json={"record": found["record"], "at": [0, 1]}).status_code == 200


def test_every_reason_against_a_position(visitor: Visitor) -> None:
    impossible = BOARD | {"round": 12, "regions": {"empire": {"figures": {"khorne": {"daemon": 9}}, "tokens": {"dragon": 1}}}}
    answer = ask(visitor, impossible)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_position")
    assert len(answer.json()["reasons"]) == 3
    for nothing in ({}, {"game": "chess"}, {"game": 7}):
        assert ask(visitor, nothing).json()["code"] == "bad_position"
    for order in ({"seat": "sigmar"}, {"dice": [7]}, {"depth": 3}):
        assert ask(visitor, BOARD, **order).json()["code"] == "bad_message"
    assert ask(visitor, []).json()["code"] == "bad_message"
    assert ask(visitor, BOARD, until="teatime").json()["code"] == "bad_choice"


def test_hands_are_shown_to_their_seat_or_all(visitor: Visitor) -> None:
    hands = {
        seat: ask(visitor, BOARD, seat=seat).json()["view"]["powers"]["slaanesh"]["hand"] for seat in (None, "khorne", "slaanesh", "all")
    }
    assert hands == {None: 1, "khorne": 1, "slaanesh": ["abyssal_pact"], "all": ["abyssal_pact"]}


def test_a_stack_of_casters(visitor: Visitor) -> None:
    found = ask(visitor, STACK, seat="all").json()
    assert [card["card"] for card in found["view"]["stack"]] == ["ash_hound", "hex_toad"]
    assert found["pending"] is not None
    end = ask(visitor, STACK, until="resolve", choose=found["pending"].get("choices", [])[:1]).json()
    assert all(set(entry) == {"player", "damage", "reduced", "text"} for entry in end["ledger"])


def test_positions_of_real_games_come_back_the_same(visitor: Visitor) -> None:
    for path in (Path(__file__).parent.parent / "records").glob("*/*0.ruin"):
        found = record.read(path)
        for n, _action, state in record.replay(found):
            if n % 60 == 10:
                answer = ask(visitor, found.rules.position(state))
                assert found.rules.checksum(found.rules.from_position(answer.json()["position"])) == found.rules.checksum(state)
                assert [action["id"] for action in answer.json()["legal"]] == list(state.legal_actions())
