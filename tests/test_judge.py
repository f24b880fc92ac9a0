"""`ruinous judge`: from a position to the end of a phase, stopping where something is not given."""

import json
from pathlib import Path
from typing import Any

import pytest

from ruinous import cli, games
from ruinous.judge import BadChoice, judge

RULES = games.game("oldworld")

POSITION: dict[str, Any] = {
    "game": "oldworld",
    "edition": "seed",
    "round": 2,
    "phase": "corruption",
    "powers": {
        "khorne": {"vp": 4, "dial": 1, "counters": 1},
        "nurgle": {"vp": 3},
        "tzeentch": {},
        "slaanesh": {"vp": 8, "dial": 1},
    },
    "regions": {
        "empire": {
            "figures": {"slaanesh": {"cultist": 2}, "khorne": {"warrior": 1}},
            "tokens": {"noble": 1, "skaven": 1},
            "corruption": {"slaanesh": 8, "khorne": 2},
            "cards": [["slaanesh", "insidious_lies"], None],
        },
        "kislev": {"figures": {"nurgle": {"cultist": 2, "warrior": 1}, "tzeentch": {"cultist": 1}}, "tokens": {"hero": 1}},
        "norsca": {"figures": {"tzeentch": {"cultist": 3}}, "tokens": {"warpstone": 1}},
    },
    "track": [None, None],
    "ruins_taken": 0,
    "old_world_left": 5,
}
BATTLE = POSITION | {"phase": "battle"}


def points(verdict: Any) -> list[tuple[str, int, str, str]]:
    return [(entry["power"], entry["vp"], entry["region"], entry["why"]) for entry in verdict.ledger]


def test_the_corruption_phase_sum_by_sum() -> None:
    """The Empire is worth 6 (Noble) and resists with 4 (Skaven); two cultists, a card of 1 and 2 for the Noble are 5; 8 + 2 + 2 is 12."""
    verdict = judge(RULES, POSITION, "corruption", [], [])
    assert verdict.pending is None
    assert points(verdict) == [
        ("tzeentch", 1, "norsca", "domination"),
        ("slaanesh", 6, "empire", "domination"),
        ("slaanesh", 3, "empire", "ruining"),
    ]
    assert all(entry["rule"] and entry["text"] for entry in verdict.ledger)
    empire = verdict.position["regions"]["empire"]
    assert (empire["ruin"], empire["corruption"]) == (1, {"khorne": 2, "slaanesh": 10})
    kinds = [event["kind"] for event in verdict.events]
    assert kinds.count("supremacy") == 5
    assert kinds.count("corruption_total") == 3
    assert "nobody_dominates" in kinds
    assert kinds.count("phase") == 1  # nothing of the next one


def test_the_position_at_the_end_can_be_judged_on() -> None:
    first = judge(RULES, POSITION, "corruption", [], [])
    second = judge(RULES, first.position, "end", ["take bloodsworn", "take seductresses"], [])
    whole = judge(RULES, POSITION, "end", ["take bloodsworn", "take seductresses"], [])
    assert first.ledger + second.ledger == whole.ledger


def test_it_stops_at_a_choice() -> None:
    verdict = judge(RULES, POSITION, "end", [], [])
    assert verdict.pending is not None
    assert verdict.pending["seat"] == "khorne"
    assert verdict.pending["choices"][0] == "take bloodsworn"
    assert verdict.position["powers"]["khorne"]["dial"] == 2
    assert [event["kind"] for event in verdict.events].count("figure_removed") == 1  # the Hero in Kislev


def test_it_stops_at_a_die() -> None:
    verdict = judge(RULES, BATTLE, "battle", [], [3])
    assert verdict.pending is not None
    assert verdict.pending["kind"] == "die"
    assert "die number 2" in verdict.pending["text"]


def test_dice_of_the_table_are_used_in_order() -> None:
    """Nurgle's one warrior in Kislev rolls 4 and kills; Khorne's in the Empire rolls 1 and 3 and kills nothing."""
    verdict = judge(RULES, BATTLE, "battle", [], [4, 1, 3])
    assert verdict.pending is None
    faces = [(event["power"], event["face"]) for event in verdict.events if event["kind"] == "die"]
    assert faces == [("nurgle", 4), ("khorne", 1), ("khorne", 3)]
    assert [(event["power"], event["region"]) for event in verdict.events if event["kind"] == "killed"] == [("tzeentch", "kislev")]


@pytest.mark.parametrize(
    ("phase", "choices", "dice", "what"),
    [
        ("gork", [], [], "gork"),
        ("end", ["fly to the moon"], [], "fly to the moon"),
        ("end", ["take seductresses"], [], "take seductresses"),
        ("corruption", ["take bloodsworn"], [], "nothing is left to choose"),
        ("corruption", [], [1, 2], "2 dice are left over"),
    ],
)
def test_what_does_not_fit_is_named(phase: str, choices: list[str], dice: list[int], what: str) -> None:
    with pytest.raises(BadChoice, match=what):
        judge(RULES, POSITION, phase, choices, dice)


@pytest.mark.parametrize("until", ["old_world", "draw", "summoning"])
def test_a_phase_that_is_over_in_this_round_is_not_played(until: str) -> None:
    with pytest.raises(BadChoice, match=f"{until} is over in this round: the position is in battle"):
        judge(RULES, BATTLE, until, [], [])


def test_the_next_round_may_be_judged_from_the_end_of_this_one() -> None:
    state = RULES.from_position({"phase": "end"}, begin=False)
    RULES.stop_after(state, "end")
    state.advance()
    assert judge(RULES, RULES.position(state), "draw", [], []).events[0]["kind"] == "round"


def run(tmp_path: Path, position: object, *arguments: str) -> int:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    return cli.code(["judge", str(file), *arguments])


def test_the_command_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, POSITION, "--until", "end", "--choose", "take bloodsworn") == 0
    out = capsys.readouterr().out
    assert "Slaanesh in The Empire: supremacy 5" in out
    assert "The Empire: 12 corruption in all" in out
    assert "Stopped: " in out
    assert '--choose "take ' in out


def test_where_nothing_is_left_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = dict(judge(RULES, POSITION, "corruption", [], []).position)
    assert run(tmp_path, position, "--until", "corruption") == 0
    assert capsys.readouterr().out == "Nothing is left to be done until the end of corruption.\n"


def test_the_command_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, BATTLE, "--until", "battle", "--dice", "4,1,3", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"ledger", "position", "pending"}
    assert document["pending"] is None


@pytest.mark.parametrize(
    ("position", "arguments", "what"),
    [
        ([], [], "JSON object"),
        (POSITION | {"game": "chess"}, [], "chess"),
        (POSITION | {"regions": {"atlantis": {}, "empire": {"tokens": {"hero": 9}}}}, [], "atlantis"),
        (POSITION | {"regions": {"atlantis": {}, "empire": {"tokens": {"hero": 9}}}}, [], "hero"),
        (POSITION, ["--dice", "7"], "1 to 6"),
        (POSITION, ["--choose", "nonsense"], "nothing is left"),
    ],
)
def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], position: object, arguments: list[str], what: str) -> None:
    assert run(tmp_path, position, "--until", "corruption", *arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert what in shown.err


def test_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(b"\xff nonsense")
    assert cli.code(["judge", str(file), "--until", "end"]) == 2
    assert "is no JSON" in capsys.readouterr().err


def test_a_question_that_is_pending_already_is_the_first_to_be_asked() -> None:
    state = RULES.new({}, 5)
    verdict = judge(RULES, RULES.position(state), "draw", [], [])
    assert verdict.pending is not None
    assert verdict.pending["choices"] == [RULES.text(state, action) for action in state.legal_actions()]
    assert RULES.checksum(RULES.from_position(verdict.position)) == RULES.checksum(state)
