"""The bot `l3` of the Old World: its file of weights, its play, its reasons, and the command that trains it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from bots.playing import RULES, decisions_of, play
from ruinous.bots.base import look, make
from ruinous.bots.oldworld_learned import LearnedBot
from ruinous.bots.weighing import FURTHER
from ruinous.text import texts
from ruinous.thinking.oldworld_features import GROUPS
from ruinous.thinking.oldworld_judge import learned_weights
from ruinous.thinking.oldworld_learned import LEARNED, NAMES, read_learned, schema
from ruinous.thinking.oldworld_weights import BadWeights

TRAIN = Path(__file__).parents[2] / "tools" / "train_oldworld.py"


def test_the_weights_are_learned_and_small() -> None:
    assert len(read_learned()) == 12 * len(NAMES)
    assert read_learned() != learned_weights()
    assert LEARNED.stat().st_size < 100_000


def test_weights_for_other_features_or_rules_are_refused(tmp_path: Path) -> None:
    good = LEARNED.read_text(encoding="utf-8")
    path = tmp_path / "weights.txt"
    for bad, says in (
        (good.replace(schema(), schema()[::-1]), "features and rules"),
        (good.replace("# schema:", "#"), "features and rules"),
        (good.replace("\npoints ", "\npoint "), "in their order"),
        (good.rsplit(" ", 1)[0] + "\n", "12 weights"),
    ):
        assert bad != good
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(BadWeights, match=says):
            read_learned(path)
    path.write_text(good, encoding="utf-8")
    assert read_learned(path) == read_learned()


def test_it_plays_a_game_and_chooses_the_same_again() -> None:
    """An illegal action would raise IllegalAction."""
    asked = 0
    for state, seat, bot, number in play(["l3", "random", "random", "random"], 5):
        if isinstance(bot, LearnedBot) and number % 20 < 4:
            sight = look(RULES, state, seat, number)
            assert bot.choose(sight) == make("l3", RULES, seat, 9).choose(sight)
            asked += 1
    assert state.over
    assert asked > 3


def test_it_judges_by_its_own_weights() -> None:
    """With those of `greedy` it plays as that does; with its own it does not always."""
    differences = 0
    for state, seat, _, number in decisions_of("random", 64):
        if number % 4 == 0:
            sight = look(RULES, state, seat, number)
            greedy = make("greedy", RULES, seat, 1).choose(sight)
            assert LearnedBot(RULES, seat, 1, learned_weights()).choose(sight) == greedy
            differences += make("l3", RULES, seat, 1).choose(sight) != greedy
    assert differences > 0


def test_it_says_why() -> None:
    """Reasons are groups of features; whatever it would play comes first, and nothing is worth more."""
    told = 0
    for state, seat, bot, number in play(["l3"] * 4, 3):
        sight = look(RULES, state, seat, number)
        if len(sight.actions) == 1 or number % 5:
            continue
        assert isinstance(bot, LearnedBot)
        advice = bot.advise(sight)
        assert advice[0].action == bot.choose(sight)
        assert sorted(one.action for one in advice) == sorted(sight.actions)
        assert all(0 <= one.value <= advice[0].value <= 1 for one in advice)
        names = {name for one in advice for name, _ in one.reasons}
        assert names <= {*GROUPS, *(f"which_{group}" for group in GROUPS), "rival", *FURTHER}
        assert all(texts("oldworld").has(f"reasons.{name}") for name in names)
        told += any(one.reasons for one in advice)
        if number > 30:
            break
    assert told > 2


def test_one_command_trains_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A generation of one game. The curve stands at the head of the file, and the next run would go on from there."""
    out = tmp_path / "weights.txt"
    small = ["--games", "1", "--generations", "1", "--blocks", "0", "--jobs", "1", "--out", str(out)]
    for more in ([], ["--resume", "--hours", "-1"]):
        monkeypatch.setattr(sys, "argv", ["train_oldworld", *small, *more])
        runpy.run_path(str(TRAIN), run_name="__main__")
        assert len(read_learned(out)) == 12 * len(NAMES)
        assert read_learned(out) != learned_weights()
        head = [line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith("# generation 1: ")]
        assert len(head) == 1
    assert capsys.readouterr().out.count("generation 1: ") == 1


def test_the_mean_of_several_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a file of its own, with its curve; a run that is done is not done again."""
    out = tmp_path / "weights.txt"
    small = ["--games", "1", "--generations", "1", "--blocks", "0", "--jobs", "1", "--out", str(out)]
    command = ["train_oldworld", "--seed", "3", "--runs", "2", *small]
    monkeypatch.setattr(sys, "argv", command)
    runpy.run_path(str(TRAIN), run_name="__main__")
    one, other, mean = (read_learned(tmp_path / name) for name in ("weights.3.txt", "weights.4.txt", "weights.txt"))
    assert one != other
    assert mean == pytest.approx([(a + b) / 2 for a, b in zip(one, other, strict=True)], abs=1e-4)
    told = out.read_text(encoding="utf-8")
    assert [line.split()[3] for line in told.splitlines() if "--seed" in line] == ["3", "4"]
    monkeypatch.setattr(sys, "argv", [*command, "--resume"])
    runpy.run_path(str(TRAIN), run_name="__main__")
    assert read_learned(out) == mean
