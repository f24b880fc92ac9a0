"""Records: what is written replays to the same state; whatever is wrong is refused with file and line."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruinous import games, record
from ruinous.games import Rules, State

SECRET = bytes(range(32))


@pytest.fixture(params=list(games.GAMES))
def rules(request: pytest.FixtureRequest) -> Rules:
    return games.game(request.param)


def play(rules: Rules, seed: int, limit: int = 100_000, **named: Any) -> tuple[str, State]:
    """A random game with its record, up to `limit` actions."""
    options = rules.read_options({})
    start = record.chance(named["secret"], "setup") if "secret" in named else seed
    state = rules.new(options, start)
    sink = io.StringIO()
    writer = record.Writer(sink, rules, state, options, **(named or {"seed": seed}))
    chance = Random(seed)
    while not state.over and writer.played < limit:
        writer.play(chance.choice(state.legal_actions()))
    writer.put_away()
    return sink.getvalue(), state


@pytest.fixture
def finished(rules: Rules) -> str:
    return play(rules, 3)[0]


def test_a_finished_game_replays(rules: Rules) -> None:
    text, state = play(rules, 1)
    found = record.parse(text)
    again = record.finished(found)
    assert rules.checksum(again) == rules.checksum(state)
    assert found.end == rules.outcome(state)
    assert rules.events(again, None) == rules.events(state, None)


def test_every_state_on_the_way_is_the_same(rules: Rules) -> None:
    text, _ = play(rules, 2)
    found = record.parse(text)
    live = found.start()
    for _n, action, state in record.replay(found):
        assert rules.checksum(state) == rules.checksum(live)
        if action >= 0:
            live.play(action)
    assert live.over


def test_a_round_has_a_checksum(rules: Rules) -> None:
    text, state = play(rules, 1)
    assert len(record.parse(text).checksums) >= rules.round(state)


def test_forced_choices_are_not_stored(rules: Rules, finished: str) -> None:
    for _n, action, state in record.replay(record.parse(finished)):
        assert action < 0 or len(state.legal_actions()) > 1


def test_an_unfinished_game_replays_and_goes_on(rules: Rules) -> None:
    text, state = play(rules, 5, 30)
    found = record.parse(text)
    again = record.finished(found)
    assert found.end is None
    assert again.legal_actions() == state.legal_actions()
    assert rules.checksum(again) == rules.checksum(state)


def test_a_game_from_a_position(rules: Rules) -> None:
    _, state = play(rules, 6, 40)
    position = rules.position(state)
    options = rules.read_options({})
    sink = io.StringIO()
    begun = rules.from_position(position, 11)
    writer = record.Writer(sink, rules, begun, options, seed=11, position=position)
    chance = Random(1)
    while not begun.over:
        writer.play(chance.choice(begun.legal_actions()))
    assert rules.checksum(record.finished(record.parse(sink.getvalue()))) == rules.checksum(begun)


# ---- keyed games
def test_a_keyed_game_shows_its_secret_at_the_end_only(rules: Rules) -> None:
    text, state = play(rules, 7, secret=SECRET)
    first = json.loads(text.splitlines()[0])
    assert first["keyed"] == record.seal(SECRET)
    assert "seed" not in first
    assert [line for line in text.splitlines() if SECRET.hex() in line] == [f'["key", "{SECRET.hex()}"]']
    assert rules.checksum(record.finished(record.parse(text))) == rules.checksum(state)


def test_an_unfinished_keyed_game_hides_its_secret(rules: Rules) -> None:
    text, _ = play(rules, 7, 30, secret=SECRET)
    assert SECRET.hex() not in text
    with pytest.raises(record.BadRecord, match=r"game:1: .* keyed"):
        record.parse(text, "game").start()


def test_another_secret_is_refused(rules: Rules) -> None:
    text, _ = play(rules, 7, secret=SECRET)
    forged = text.replace(SECRET.hex(), bytes(32).hex())
    with pytest.raises(record.BadRecord, match=r":\d+: the key is not the one"):
        record.parse(forged)


def test_chance_of_a_keyed_game_is_fixed() -> None:
    """HMAC-SHA256 computed by hand; whoever verifies a record with other means gets these numbers."""
    assert record.chance(b"key", "setup") != record.chance(b"key", 0) != record.chance(b"key", 1)
    # python3 -c 'import hmac; print(int(hmac.new(b"key", b"0", "sha256").hexdigest()[:16], 16) % 2**62)'
    assert record.chance(b"key", 0) == 620432879025501644
    assert 0 <= record.chance(b"", 10**9) < 2**62


# ---- whatever is wrong
def line_of(text: str, wanted: str, nth: int = 0) -> int:
    """The number of the nth line that begins like that, from 1."""
    return [i for i, line in enumerate(text.splitlines(), 1) if line.startswith(wanted)][nth]


def edited(text: str, number: int, change: Callable[[Any], Any]) -> str:
    lines = text.splitlines()
    lines[number - 1] = json.dumps(change(json.loads(lines[number - 1])))
    return "\n".join(lines) + "\n"


def refused(text: str, line: int, what: str) -> None:
    with pytest.raises(record.BadRecord, match=rf"^game\.ruin:{line}: .*{what}"):
        record.finished(record.parse(text, "game.ruin"))


def without(field: str) -> Callable[[Any], Any]:
    return lambda header: {name: value for name, value in header.items() if name != field}


@pytest.mark.parametrize("field", ["record", "game", "rules", "options", "seats", "seed"])
def test_a_missing_field(finished: str, field: str) -> None:
    refused(edited(finished, 1, without(field)), 1, "")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"record": 2}, "form 2"),
        ({"game": "chess"}, "chess"),
        ({"rules": 99}, "rules 99"),
        ({"options": {"nonsense": "1"}}, "nonsense"),
        ({"options": []}, "options"),
        ({"seats": ["nobody"]}, "seats"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**62}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"seed": True}, "seed"),
        ({"keyed": "00"}, "one of seed and keyed"),
        ({"extra": 1}, "unknown: extra"),
    ],
)
def test_a_wrong_field(finished: str, change: dict[str, Any], what: str) -> None:
    refused(edited(finished, 1, lambda header: header | change), 1, what)


def test_an_unknown_id(finished: str) -> None:
    n = line_of(finished, '["a"', 10)
    refused(edited(finished, n, lambda entry: [*entry[:2], "summon dragon atlantis"]), n, "summon dragon atlantis")


def test_an_edited_action_shows_at_its_line_or_at_the_next_checksum(rules: Rules, finished: str) -> None:
    found = record.parse(finished)
    for n, action, state in record.replay(found):
        if n == 12:
            other = next(rules.text(state, other) for other in state.legal_actions() if other != action)
            break
    changed = edited(finished, found.lines[12], lambda entry: [*entry[:2], other])
    checks = [line for n, (line, _) in sorted(found.checksums.items()) if n >= 12]
    with pytest.raises(record.BadRecord) as refusal:
        record.finished(record.parse(changed, "game.ruin"))
    assert found.lines[12] <= int(str(refusal.value).split(":")[1]) <= checks[0]


def test_an_impossible_action(finished: str) -> None:
    first, second = line_of(finished, '["a"', 0), line_of(finished, '["end"')
    action = json.loads(finished.splitlines()[first - 1])[2]
    last = line_of(finished, '["a"', -1)
    assert second > last
    with pytest.raises(record.BadRecord, match=rf"game\.ruin:{last}: "):
        record.finished(record.parse(edited(finished, last, lambda entry: [*entry[:2], action]), "game.ruin"))


def test_a_wrong_checksum(finished: str) -> None:
    n = line_of(finished, '["c"')
    refused(edited(finished, n, lambda entry: [*entry[:2], "000000000000"]), n, "the checksum is 000000000000")


def test_a_line_that_is_missing(finished: str) -> None:
    n = line_of(finished, '["a"', 2)
    lines = finished.splitlines(keepends=True)
    refused("".join(lines[: n - 1] + lines[n:]), n, "action 2 is missing")


def test_a_last_line_that_is_cut_off(finished: str) -> None:
    refused(finished[:-5], finished.count("\n"), "cut off")


def test_a_record_that_lost_its_end(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    refused("".join(lines[:-1]), len(lines) - 1, "breaks off before its end line")


def test_a_record_that_goes_on(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    refused(finished + lines[1], len(lines) + 1, "goes on after its end")


def test_another_result(finished: str) -> None:
    n = line_of(finished, '["end"')
    refused(edited(finished, n, lambda entry: ["end", entry[1] | {"winners": ["nobody"]}]), n, "nobody")


def test_an_end_too_early(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    kept = lines[: line_of(finished, '["a"', 20)]
    refused("".join(kept) + lines[-1], len(kept) + 1, "actions are missing")


@pytest.mark.parametrize("junk", ["", "\n", "nonsense\n", "[]\n", "[" * 100_000 + "\n", '{"record": 1}\n'])
def test_no_record(junk: str) -> None:
    with pytest.raises(record.BadRecord, match=r"^game\.ruin:1: "):
        record.parse(junk, "game.ruin")


@pytest.mark.parametrize("junk", ["nonsense", "[]", '["a"]', '["a", "0", "pass"]', '["c", 0, 1]', "{}", "null"])
def test_no_line_of_a_record(finished: str, junk: str) -> None:
    lines = finished.splitlines(keepends=True)
    with pytest.raises(record.BadRecord, match=r"^game\.ruin:3: "):
        record.parse("".join([*lines[:2], junk + "\n", *lines[2:]]), "game.ruin")


def test_a_file_of_bytes(tmp_path: Path) -> None:
    path = tmp_path / "game.ruin"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(record.BadRecord, match=r"game\.ruin:1: this is no text file"):
        record.read(path)


def test_a_refused_action_is_not_written(rules: Rules) -> None:
    options = rules.read_options({})
    sink = io.StringIO()
    state = rules.new(options, 1)
    writer = record.Writer(sink, rules, state, options, seed=1)
    before = sink.getvalue()
    unlisted = max(state.legal_actions()) + 1
    with pytest.raises(games.IllegalAction):
        writer.play(unlisted)
    assert sink.getvalue() == before
    assert writer.played == 0
