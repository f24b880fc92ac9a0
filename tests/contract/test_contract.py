"""The properties that every game must have (docs/formats.md section 1), on random games of every option."""

import ast
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ruinous
from contract.sampling import DECISIONS, decisions, play_on, samples, variants
from ruinous import games
from ruinous.games import BadOption, IllegalAction, Rules

PACKAGE = Path(ruinous.__file__).parent


@pytest.fixture(params=sorted(games.GAMES))
def rules(request: pytest.FixtureRequest) -> Rules:
    """Every game."""
    return games.game(request.param)


# ---- games -------------------------------------------------------------------------------------------------
def test_random_games_end_with_a_result(rules: Rules) -> None:
    for seed, options in enumerate(variants(rules) * 3):
        rounds = 0
        for state in decisions(rules, options, seed):
            assert rounds <= rules.round(state)  # a round may pass without a decision
            rounds = rules.round(state)
            assert state.over == (not state.legal_actions()) == (rules.outcome(state) is not None) == (rules.to_move(state) is None)
            assert state.over or len(set(state.legal_actions())) == len(state.legal_actions()) >= 2
        outcome = rules.outcome(state)
        assert outcome is not None
        assert set(outcome) == {"winners", "reason", "scores"}
        assert set(outcome["winners"]) <= set(rules.seats(state)) == set(outcome["scores"])
        assert rounds <= rules.view(state, None)["rounds"]


def test_a_finished_game_refuses_everything(rules: Rules) -> None:
    *_rest, state = decisions(rules, {}, 4)
    before = rules.checksum(state)
    for action in range(-1, 50):
        with pytest.raises(IllegalAction):
            state.play(action)
        assert rules.why_not(state, action).code == "game_over"
    assert rules.checksum(state) == before


def test_any_whole_number_is_a_seed(rules: Rules) -> None:
    sums = [rules.checksum(rules.new({}, seed)) for seed in (0, 1, -1, 2**62, 2**200, -(2**90))]
    assert len(set(sums)) == 3  # seeds are reduced to 62 bits, and the last three are 0 then
    with pytest.raises(BadOption):
        rules.new({}, 1.5)  # type: ignore[arg-type]


def test_bad_options_are_named(rules: Rules) -> None:
    with pytest.raises(BadOption, match="no option 'colour'"):
        rules.read_options({"colour": "blue"})
    for option in rules.options:
        with pytest.raises(BadOption, match=option.name):
            rules.read_options({option.name: "no such value"})
        with pytest.raises(BadOption, match=option.name):
            rules.read_options({option.name: -7})
    read = rules.read_options({})
    assert json.loads(json.dumps(read)) == read
    assert rules.read_options(read) == read


# ---- clones --------------------------------------------------------------------------------------------------
def test_a_clone_plays_on_without_touching_the_original(rules: Rules) -> None:
    for n, state in enumerate(decisions(rules, {}, 21)):
        before, legal, events = rules.checksum(state), state.legal_actions(), len(state.log or ())
        clone = state.clone()
        assert clone.log is None
        assert (rules.checksum(clone), clone.legal_actions()) == (before, legal)
        play_on(clone, n, DECISIONS)
        assert clone.over
        assert (rules.checksum(state), state.legal_actions(), len(state.log or ())) == (before, legal, events)


def test_equal_states_have_equal_futures(rules: Rules) -> None:
    for n, state in enumerate(samples(rules, 9)):
        one, other = state.clone(), state.clone()
        for step in range(20):
            play_on(one, n + step, 1)
            play_on(other, n + step, 1)
            assert rules.checksum(one) == rules.checksum(other)


# ---- states as data ---------------------------------------------------------------------------------------------
def test_positions_come_back_equal_with_an_equal_future(rules: Rules) -> None:
    for n, state in enumerate(samples(rules, 7)):
        written = rules.position(state)
        back = rules.from_position(json.loads(json.dumps(written)))
        packed = rules.unpack(rules.pack(state))
        assert rules.position(back) == rules.position(packed) == written
        one = state.clone()
        for step in range(20):
            assert rules.checksum(one) == rules.checksum(back) == rules.checksum(packed)
            assert one.legal_actions() == back.legal_actions() == packed.legal_actions()
            assert rules.outcome(one) == rules.outcome(back)
            for each in (one, back, packed):
                play_on(each, 100 * n + step, 1)


CHAIN = """
import random, sys
from ruinous import games
rules = games.game(sys.argv[1])
state, chooser = rules.new({}, 31), random.Random(31)
while not state.over:
    print(rules.checksum(state))
    state.play(chooser.choice(state.legal_actions()))
print(rules.checksum(state))
"""


def test_another_process_gives_the_same_checksums(rules: Rules) -> None:
    here = [rules.checksum(state) for state in decisions(rules, {}, 31)]
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    for hash_seed in ("1", "2023"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "TZ": "Pacific/Apia", "LC_ALL": "C"}
        there = subprocess.run(
            [sys.executable, "-c", CHAIN, rules.name], env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        assert there.stdout.split() == here


# ---- actions ----------------------------------------------------------------------------------------------------
def test_every_legal_action_has_a_text_of_its_own_that_is_read_back(rules: Rules) -> None:
    for state in samples(rules, 5):
        texts = {rules.text(state, action): action for action in state.legal_actions()}
        assert len(texts) == len(state.legal_actions())
        for text, action in texts.items():
            assert rules.parse(state, text) == action
            assert rules.parse(state, f"  {text.upper()} ") == action
            described = rules.describe(state, action)
            assert (described["id"], described["text"]) == (action, text)
            assert json.loads(json.dumps(described)) == described


def test_a_text_that_is_no_action_is_named(rules: Rules) -> None:
    state = rules.new({}, 1)
    for text in ("", "dance", "summon", "play battle_cry", "\x00" * 40, "ü" * 1000):
        with pytest.raises(ValueError, match="is no action here"):
            rules.parse(state, text)


def test_refused_actions_change_nothing_and_name_their_rule(rules: Rules) -> None:
    chooser = random.Random(5)
    everything = sorted({action for state in samples(rules, 1) for action in state.legal_actions()})
    for state in samples(rules, 6):
        legal, before, events = set(state.legal_actions()), rules.checksum(state), len(state.log or ())
        for action in [-1, 10**6, *chooser.sample(everything, 60)]:
            if action in legal:
                with pytest.raises(ValueError, match="not refused"):
                    rules.why_not(state, action)
                continue
            with pytest.raises(IllegalAction):
                state.play(action)
            refusal = rules.why_not(state, action)
            text = rules.refusal_text(refusal)
            assert refusal.code
            assert set(text) == {"reason", "rule"}
            assert all(text.values())
            assert not any("{" in sentence or "}" in sentence for sentence in text.values())
        assert (rules.checksum(state), set(state.legal_actions()), len(state.log or ())) == (before, legal, events)


def test_a_text_of_a_refused_action_is_read_back_to_a_refused_action(rules: Rules) -> None:
    everything = sorted({action for state in samples(rules, 1) for action in state.legal_actions()})
    chooser = random.Random(8)
    for state in samples(rules, 40):
        for action in chooser.sample(everything, 6):
            assert rules.parse(state, rules.text(state, action)) == action


# ---- what a seat knows -----------------------------------------------------------------------------------------------
def _shown(rules: Rules, state: games.State, seat: str | None) -> str:
    """Everything that a seat is shown of a state but its events, as one text."""
    mine = rules.to_move(state) == seat
    legal = [rules.describe(state, action) for action in state.legal_actions()] if mine else []
    return json.dumps([rules.view(state, seat), rules.prompt(state, seat), legal])


def test_a_view_tells_nothing_that_the_seat_cannot_know(rules: Rules) -> None:
    """Deal everything hidden anew: what the seat is shown stays the same to the letter, though the world is another."""
    worlds = changed = 0
    for n, state in enumerate(samples(rules, 8)):
        for seat in (*rules.seats(state), None):
            shown = _shown(rules, state, seat)
            for seed in (n, -n - 1):
                world = rules.sample_world(state, seat, seed)
                assert _shown(rules, world, seat) == shown
                worlds += 1
                changed += rules.checksum(world) != rules.checksum(state)
    assert worlds > 200
    assert changed > worlds * 9 // 10


def test_a_sampled_world_is_fair_repeatable_and_playable(rules: Rules) -> None:
    for n, state in enumerate(samples(rules, 25)):
        before = rules.checksum(state)
        seat = rules.to_move(state)
        one, other = rules.sample_world(state, seat, n), rules.sample_world(state, seat, n)
        assert rules.checksum(one) == rules.checksum(other)
        assert one.log is None
        if not state.over:
            assert one.legal_actions() == state.legal_actions()
        packed = rules.unpack(rules.pack(one))
        assert rules.checksum(packed) == rules.checksum(one)
        assert _shown(rules, packed, seat) == _shown(rules, state, seat)  # all that a bot in another process is given
        play_on(one, n, DECISIONS)
        assert one.over
        assert rules.checksum(state) == before


def test_looking_changes_nothing(rules: Rules) -> None:
    for state in samples(rules, 15):
        before = (rules.checksum(state), state.unveiled, list(state.log or ()), state.legal_actions())
        for seat in (*rules.seats(state), None):
            assert rules.view(state, seat) == rules.view(state, seat)
            assert rules.events(state, seat) == rules.events(state, seat)
            assert rules.prompt(state, seat)
        rules.position(state), rules.pack(state), rules.outcome(state)
        for action in state.legal_actions():
            rules.text(state, action), rules.describe(state, action)
        assert (rules.checksum(state), state.unveiled, list(state.log or ()), state.legal_actions()) == before


def test_views_and_events_are_plain_json(rules: Rules) -> None:
    for state in samples(rules, 30):
        for seat in (*rules.seats(state), None):
            for document in (rules.view(state, seat), rules.events(state, seat), rules.position(state)):
                assert json.loads(json.dumps(document)) == document
                assert not _floats(document)


def _floats(document: Any) -> list[float]:
    if isinstance(document, dict):
        return [number for value in document.values() for number in _floats(value)]
    if isinstance(document, list):
        return [number for value in document for number in _floats(value)]
    return [document] if isinstance(document, float) else []


def test_events_are_numbered_and_never_change(rules: Rules) -> None:
    for options in variants(rules)[:3]:
        shown: list[dict[str, Any]] = []
        for n, state in enumerate(decisions(rules, options, 17)):
            if n % 20 and not state.over:
                continue
            seat = rules.seats(state)[n % len(rules.seats(state))]
            events = rules.events(state, None)
            assert events[: len(shown)] == shown
            assert [event["n"] for event in events] == list(range(len(events)))
            assert all(event["text"] and event["level"] in (0, 1) and "{" not in event["text"] for event in events)
            assert rules.events(state, None, len(shown)) == events[len(shown) :]
            assert [event["n"] for event in rules.events(state, seat)] == [event["n"] for event in events]
            shown = events


# ---- chance ------------------------------------------------------------------------------------------------------------
def test_all_chance_goes_through_one_door(rules: Rules) -> None:
    """With the results of chance given, the generator plays no part; without enough of them it is an error."""
    used = 0
    for n, state in enumerate(samples(rules, 4)):
        if state.over:
            continue
        action = random.Random(n).choice(state.legal_actions())
        ends = []
        for chance in (1, 2):
            clone = state.clone()
            clone.set_chance(chance)
            clone.script = [0] * 1000
            clone.apply(action)
            used += 1000 - len(clone.script)
            clone.set_chance(3)
            ends.append(rules.checksum(clone))
        assert ends[0] == ends[1]
        unveiled = state.clone()
        unveiled.apply(action)
        empty = state.clone()
        empty.script = []
        if unveiled.unveiled == state.unveiled:
            empty.apply(action)
    assert used > 0


def test_keyed_chance_decides_what_happens(rules: Rules) -> None:
    """A hosted game sets the generator before each action: the same number gives the same results, another others."""
    different = 0
    for n, state in enumerate(samples(rules, 4)):
        if state.over:
            continue
        action = random.Random(n).choice(state.legal_actions())
        ends = []
        for chance in (5, 5, 6):
            clone = state.clone()
            clone.set_chance(chance)
            clone.apply(action)
            ends.append(rules.position(clone))
        assert ends[0] == ends[1]
        different += {**ends[0], "chance": 0} != {**ends[2], "chance": 0}
    assert different > 0


# ---- the source of the rules ----------------------------------------------------------------------------------------------
FORBIDDEN = {"random", "time", "os", "socket", "secrets", "uuid", "datetime", "pathlib", "io", "sys", "threading", "asyncio", "math"}
PROSE = {"notation", "position", "view", "log", "refusal", "rules", "tables"}


def _sources() -> list[Path]:
    """The engine and the rules of every game, without their prose side."""
    return [path for part in ("engine", *games.GAMES) for path in sorted((PACKAGE / part).rglob("*.py")) if path.stem not in PROSE]


@pytest.mark.parametrize("path", _sources(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_rules_use_no_hidden_input(path: Path) -> None:
    """No clock, no other chance, no files, no order of sets, no floats: nothing that could differ from machine to machine."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import):
            assert not {alias.name.split(".")[0] for alias in node.names} & FORBIDDEN, where
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] not in FORBIDDEN, where
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "hash", "id", "set", "frozenset", "float", "input", "print", "eval", "exec"}, where
        elif isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), where
        else:
            assert not isinstance(node, ast.Set | ast.SetComp | ast.Div), where


def test_the_source_check_sees_the_rules() -> None:
    assert len(_sources()) >= 15
