"""Replays over the wire: any position of a record through any eyes; what does not hold is refused with its line."""

import json
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ruinous import games, record
from ruinous.bots.weighing import FURTHER
from ruinous.server.aside import Deadline
from ruinous.server.replays import MOST_BYTES, Replay, Replays
from ruinous.server.worker import Advised
from ruinous.text import texts
from ruinous.thinking import casters_model, oldworld_features
from server.harness import Visitor

RECORDS = Path(__file__).parent.parent / "records"
FILES = sorted(RECORDS.glob("*/*.ruin"))
OLD_WORLD = (RECORDS / "oldworld" / "vp-nurgle-65.ruin").read_text()
CASTERS = (RECORDS / "casters" / "damage-draw-1573.ruin").read_text()
KEYED = (RECORDS / "oldworld" / "dial-khorne-keyed-200.ruin").read_text()

WHICH = [f"which_{group}" for group in oldworld_features.GROUPS]


def ask(visitor: Visitor, written: str, **order: Any) -> httpx2.Response:
    return visitor.post("/api/replay", json={"record": written, **order})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_position_is_what_the_game_was(visitor: Visitor, path: Path) -> None:
    written = path.read_text()
    found = record.parse(written)
    rules = found.rules
    wanted = []
    for _n, _action, state in record.replay(found):
        seat = rules.to_move(state)
        wanted.append((json.loads(json.dumps(rules.view(state, None))), seat, len(state.log or ())))
    story = ask(visitor, written, story=True).json()["story"]
    assert [(a["seat"], a["events_to"], a["round"], a["phase"]) for a in story["actions"]] == [
        (seat, told, view["round"], view["phase"]) for view, seat, told in wanted[:-1]
    ]
    assert [a["text"] for a in story["actions"]] == list(found.actions)
    assert story["outcome"] == rules.outcome(state)
    assert story["events"] == json.loads(json.dumps(rules.events(state, None)))
    asked = sorted({0, len(wanted) // 3, len(wanted) - 1})
    frames = ask(visitor, written, at=asked).json()["frames"]
    assert [(frame["at"], frame["view"]) for frame in frames] == [(n, wanted[n][0]) for n in asked]


def test_through_the_eyes_of_a_seat_and_with_all_hands_open(visitor: Visitor) -> None:
    (closed,) = ask(visitor, OLD_WORLD, at=[20], seat="nurgle", story=True).json()["frames"]
    assert isinstance(closed["view"]["powers"]["nurgle"]["hand"], list)
    assert isinstance(closed["view"]["powers"]["khorne"]["hand"], int)
    opened = ask(visitor, OLD_WORLD, at=[20], seat="all", story=True).json()
    hands = {power: sheet["hand"] for power, sheet in opened["frames"][0]["view"]["powers"].items()}
    assert all(isinstance(hand, list) for hand in hands.values())
    assert hands["nurgle"] == closed["view"]["powers"]["nurgle"]["hand"]
    assert opened["frames"][0]["view"]["seat"] is None
    assert all(event["card"] for event in opened["story"]["events"] if event["kind"] == "drew")
    hidden = ask(visitor, OLD_WORLD, seat="nurgle", story=True).json()["story"]["events"]
    assert {event["power"] for event in hidden if event["kind"] == "drew" and event["card"]} == {"nurgle"}


def test_casters_with_all_hands_open(visitor: Visitor) -> None:
    answer = ask(visitor, CASTERS, at=[12], seat="all", story=True).json()
    assert all(isinstance(player["hand"], list) for player in answer["frames"][0]["view"]["players"].values())
    assert all(event["card"] for event in answer["story"]["events"] if event["kind"] in ("drew", "buried_from_hand", "looked"))


def test_the_position_for_the_companion(visitor: Visitor) -> None:
    (frame,) = ask(visitor, OLD_WORLD, at=[30], position=True).json()["frames"]
    rules = games.game("oldworld")
    state = rules.from_position(frame["position"])
    for n, _action, played in record.replay(record.parse(OLD_WORLD)):
        if n == 30:
            assert rules.checksum(state) == rules.checksum(played)
            break


def test_keyed_dice_are_recomputed(visitor: Visitor) -> None:
    assert ask(visitor, KEYED, story=True).json()["story"]["verified"] is True
    assert ask(visitor, OLD_WORLD, story=True).json()["story"]["verified"] is None
    another = "".join(line for line in KEYED.splitlines(keepends=True) if not line.startswith('["key"'))
    assert "keyed" in ask(visitor, another).json()["public_reason"], "a hosted game that still runs has no key and is not shown"


def line_changed(written: str, number: int, line: str) -> str:
    lines = written.splitlines(keepends=True)
    lines[number - 1] = line + "\n"
    return "".join(lines)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("", 1),
        ("[1, 2, 3]", 1),
        ('{"hello": "world"}', 1),
        ("1. e4 e5 2. Nf3", 1),
        (line_changed(OLD_WORLD, 1, '{"record": 1, "game": "chess", "rules": 1, "options": {}, "seats": [], "seed": 1}'), 1),
        (line_changed(OLD_WORLD, 9, '["a", 7, "summon daemon atlantis"]'), 9),
        (line_changed(OLD_WORLD, 12, "{"), 12),
        (OLD_WORLD + '["a", 0, "pass"]\n', len(OLD_WORLD.splitlines()) + 1),
        ("[" * 100_000, 1),
    ],
)
def test_a_bad_record_is_refused_with_its_line(visitor: Visitor, written: str, line: int) -> None:
    answer = ask(visitor, written, at=[0])
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_record"
    assert answer.json()["line"] == line
    assert answer.json()["public_reason"].startswith(f"record:{line}: ")


def test_what_is_no_order_is_refused(visitor: Visitor) -> None:
    for order in ({"at": [10_000]}, {"seat": "sigmar"}, {"at": [-1]}, {"at": list(range(40))}, {"depth": 3}):
        answer = ask(visitor, OLD_WORLD, **order)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), order
    assert ask(visitor, "x" * (MOST_BYTES + 100)).status_code == 413
    many = OLD_WORLD.splitlines()[0] + "\n" + "".join(f'["a", {n}, "pass"]\n' for n in range(4000))
    assert ask(visitor, many).json()["code"] == "too_long"


def test_a_running_table_shows_nothing_of_itself(visitor: Visitor) -> None:
    table = visitor.new("khorne", game="oldworld")
    assert visitor.get(f"/api/tables/{table}/record").status_code == 404


def test_the_strongest_bot_judges_positions(visitor: Visitor) -> None:
    answer = visitor.post("/api/replay/analysis", json={"record": CASTERS, "at": [3, 40]}).json()
    actions = ask(visitor, CASTERS, story=True).json()["story"]["actions"]
    assert [(one["at"], one["seat"]) for one in answer["judgements"]] == [(n, actions[n]["seat"]) for n in (3, 40)]
    assert all(one["best"] and 0 <= one["share"] <= 1 and (one["played"] or 0) <= 1 for one in answer["judgements"])
    for order in ({"at": [100_000]}, {"at": [0] * 5}, {}):
        assert visitor.post("/api/replay/analysis", json={"record": CASTERS, **order}).json()["code"] == "bad_message"
    assert visitor.post("/api/replay/analysis", json={"record": "x", "at": [0]}).json()["code"] == "bad_record"


@pytest.mark.parametrize(
    ("written", "game", "groups", "language", "at"),
    [
        (
            OLD_WORLD,
            "oldworld",
            [*oldworld_features.GROUPS, *(f"which_{one}" for one in oldworld_features.GROUPS), "rival"],
            "pt",
            [20, 26],
        ),
        (CASTERS, "casters", [*casters_model.GROUPS], "en", [3, 11, 23, 40]),
        (CASTERS, "casters", [*casters_model.GROUPS], "pt", [3, 11, 23, 40]),
    ],
)
def test_a_judgement_says_why(visitor: Visitor, written: str, game: str, groups: list[str], language: str, at: list[int]) -> None:
    actions = ask(visitor, written, story=True).json()["story"]["actions"]
    names = {texts(game, language).raw(f"reasons.{group}") for group in (*groups, *FURTHER)}
    order = {"record": written, "at": at}
    judgements = visitor.post("/api/replay/analysis", json=order, headers={"Accept-Language": language}).json()["judgements"]
    for one in judgements:
        assert all(re.fullmatch(r"(.+): [+-][\d.]+", reason)[1] in names for reason in one["why"] + one["lost"]), one  # type: ignore[index]
        assert not (one["lost"] and one["best"] == actions[one["at"]]["text"])
    assert any(len(one["why"]) >= 2 for one in judgements)
    assert any(one["lost"] for one in judgements)


def test_an_action_that_was_played_is_not_said_to_be_better_than_the_best() -> None:
    """An option that the search gave up keeps the share of its few simulations."""
    played = Replay(record.parse(CASTERS), Deadline())
    mine, *others = played.positions[3].legal_actions()
    done = {**played.actions[3], "text": played.rules.text(played.positions[3], mine)}
    played.actions[3] = done
    for share, told in ((0.4, 0.3), (0.2, 0.2)):
        judged = Replays._judgement(played, 3, Advised([(others[0], 0.3, []), (mine, share, [("life", -0.1)])]))
        assert (judged["share"], judged["played"]) == (0.3, told)
        assert judged["lost"]
