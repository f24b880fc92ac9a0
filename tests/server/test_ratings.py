"""Ratings of people: numbers that must move the right way."""

import pytest

from ruinous.server.ratings import newcomer, ranks, rated


def test_the_winner_gains_and_the_loser_loses() -> None:
    won, lost = rated([newcomer(), newcomer()], [0, 1])
    assert won.mu > newcomer().mu > lost.mu
    assert won.sigma < newcomer().sigma
    assert (won.games, lost.games) == (1, 1)
    assert won.shown > lost.shown


def test_a_newcomer_is_shown_about_nothing() -> None:
    assert newcomer().shown == 0


def test_equal_ranks_move_equals_nowhere_but_make_them_surer() -> None:
    one, other = rated([newcomer(), newcomer()], [0, 0])
    assert one.mu == pytest.approx(other.mu)
    assert one.sigma < newcomer().sigma


def test_who_beats_the_better_one_gains_more() -> None:
    strong, weak = newcomer(), newcomer()
    for _ in range(10):
        strong, weak = rated([strong, weak], [0, 1])
    upset = rated([weak, strong], [0, 1])[0].mu - weak.mu
    expected = rated([strong, weak], [0, 1])[0].mu - strong.mu
    assert upset > expected


def test_ranks_are_victory_first_then_scores() -> None:
    seats = ("a", "b", "c", "d")
    assert ranks(seats, ["c"], {"a": 50, "b": 20, "c": 30, "d": 20}) == [1, 2, 0, 2]
    assert ranks(seats, ["a", "b"], {"a": 50, "b": 50, "c": 30, "d": 20}) == [0, 0, 2, 3]


def test_where_nobody_wins_all_are_equal() -> None:
    assert ranks(("a", "b"), [], {"a": 9, "b": 3}) == [0, 0]
