"""Simulations: the same plan gives the same result, however it is played."""

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruinous import games, record
from ruinous.lab import golden, sim
from ruinous.lab.jobs import spread
from ruinous.lab.players import RandomChooser, mover

RULES = games.game("oldworld")


def plan(**changes: Any) -> sim.Plan:
    return replace(sim.plan(RULES, RULES.read_options({}), ["random"], 11), **changes)


def run(plan: sim.Plan, number: int, jobs: int = 1) -> sim.Tally:
    return sim.run(plan, number, jobs, lambda _n: None)


def test_the_loop_beside_the_rules_and_single_choices_are_the_same_games(tmp_path: Path) -> None:
    fast = run(plan(), 8)
    slow = run(plan(details=True), 8)
    kept = run(plan(out=str(tmp_path)), 8)
    assert sim.is_fast(plan())
    assert not sim.is_fast(plan(details=True))
    assert fast == replace(slow, curves={}, ruins={}, cards={}) == kept
    other = run(plan(seed=12), 8)
    assert other.checksum != fast.checksum


def test_processes_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim, "FAST_PIECE", 3)
    told: list[float] = []
    alone = run(plan(), 10)
    together = sim.run(plan(), 10, 2, told.append)
    assert together == alone
    assert sum(told) == 10


def test_games_are_numbered_from_the_seed() -> None:
    """Games 0 to 9 of seed 11 are games 0 to 4 of seed 11 and 0 to 4 of seed 16, but for their numbers in the checksum."""
    both = run(plan(), 10)
    first, second = run(plan(), 5), run(plan(seed=16), 5)
    first.add(second)
    assert replace(both, checksum=0) == replace(first, checksum=0)


def test_tallies_add_up() -> None:
    tally = run(plan(details=True), 6)
    assert tally.games == 6 == tally.rounds.total() == tally.reasons.total()
    assert all(points.total() == 6 for points in tally.scores.values())
    assert tally.ruins[1][0] == 6
    for (seat, number), (n, vp, dial) in tally.curves.items():
        assert n == tally.ruins[number][0]
        assert vp >= 0 <= dial
        assert seat in tally.scores
    last = {seat: sum(score * n for score, n in points.items()) for seat, points in tally.scores.items()}
    ends = Counter(dict.fromkeys(last, 0))
    for game in range(6):
        one = run(plan(seed=11 + game, details=True), 1)
        end = max(one.ruins)
        ends.update({seat: one.curves[seat, end][1] for seat in last})
    assert ends == last
    for plays, games_with, won in tally.cards.values():
        assert plays >= games_with >= won


def test_records_hold_and_tell_the_same(tmp_path: Path) -> None:
    tally = run(plan(out=str(tmp_path)), 3)
    wins: Counter[str] = Counter()
    for file in sorted(tmp_path.iterdir()):
        found = record.read(file)
        record.finished(found)
        assert found.end is not None
        wins.update(found.end["winners"])
    assert len(list(tmp_path.iterdir())) == 3
    assert wins == tally.wins


def test_a_short_list_of_bots_repeats_its_last() -> None:
    options = RULES.read_options({"players": ["khorne", "nurgle", "tzeentch"]})
    assert sim.plan(RULES, options, ["rules", "random"], 1).bots == ("rules", "random", "random")
    with pytest.raises(LookupError, match="deepblue"):
        sim.plan(RULES, options, ["deepblue"], 1)


def test_bots_play_the_same_twice() -> None:
    mixed = plan(bots=("rules", "random", "rules", "random"))
    assert run(mixed, 1) == run(mixed, 1)


def test_the_random_chooser_is_that_of_the_playout() -> None:
    for seed in range(5):
        one, other = RULES.new({}, seed), RULES.new({}, seed)
        decisions = RULES.playout(one, 77)
        choose = RandomChooser(77)
        while not other.over:
            other.play(choose(other))
            decisions -= 1
        assert decisions == 0
        assert RULES.checksum(one) == RULES.checksum(other)


def test_a_bot_in_a_seat_plays_legally() -> None:
    state = RULES.new({}, 4)
    movers = {seat: mover(RULES, "random", seat, 1) for seat in RULES.seats(state)}
    while not state.over:
        seat = RULES.to_move(state)
        assert seat is not None
        state.play(movers[seat](state))


def test_golden_depends_on_the_games() -> None:
    assert golden.checksum(RULES, 3) == golden.checksum(RULES, 3)
    assert golden.checksum(RULES, 3) != golden.checksum(RULES, 4)


# ---- jobs: what is spread must be a function of a module that a new process can import, and math is one
@pytest.mark.parametrize("jobs", [1, 2])
def test_work_comes_back_in_order(jobs: int) -> None:
    assert list(spread(math.sqrt, range(12), jobs)) == [math.sqrt(n) for n in range(12)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_of_the_work_comes_out(jobs: int) -> None:
    with pytest.raises(ValueError, match="math domain error"):
        list(spread(math.sqrt, iter(range(3, -1000, -1)), jobs))
