"""What the arena works out from blocks, against values known from elsewhere or made up with a known truth."""

from __future__ import annotations

import math
from random import Random

import pytest

from ruinous import games
from ruinous.lab.arena import Block, Game, Plan
from ruinous.lab.arena_pairing import LineUp
from ruinous.lab.arena_ratings import ELO, NOBODY, Chair, Model, Won, add
from ruinous.lab.arena_result import Result, rows
from ruinous.lab.arena_sprt import Test as Sequential

POWERS = ("khorne", "nurgle", "tzeentch", "slaanesh")
RULES = games.game("oldworld")


def game(winners: tuple[str, ...], *scores: int) -> Game:
    return Game(winners, dict(zip(POWERS, scores, strict=True)), "vp", 5, 100)


# ---- one game
def test_a_shared_victory_is_split_and_equal_ones_share_a_rank() -> None:
    up = LineUp({}, POWERS, POWERS, ("a", "b", "b", "b"))
    found = rows(up, game(("khorne", "tzeentch"), 50, 20, 50, 20))
    assert [row.credit for row in found] == [0.5, 0, 0.5, 0]
    assert [row.rank for row in found] == [1.5, 3.5, 1.5, 3.5]
    assert [row.margin for row in found] == [0, -30, 0, -30]


def test_who_wins_by_a_dial_is_first_with_fewer_points() -> None:
    up = LineUp({}, POWERS, POWERS, ("a", "b", "b", "b"))
    assert [row.rank for row in rows(up, game(("khorne",), 10, 20, 30, 15))] == [1, 3, 2, 4]


# ---- blocks
def plan() -> Plan:
    return Plan("oldworld", RULES.read_options({}), None, (("a", "b", "b", "b"),), 1)


def challenger_wins(number: int, times: int) -> Block:
    """A block of which the challenger wins so many games, and nobody the others."""
    from ruinous.lab.arena import seats_of

    empty = Block(0, number, ())
    ups = seats_of(plan(), empty)
    made = []
    for n, up in enumerate(ups):
        mine = up.seats[up.bots.index("a")]
        made.append(game((mine,) if n < times else (), 1, 1, 1, 1))
    return Block(0, number, tuple(made))


def test_intervals_come_from_blocks_not_from_games() -> None:
    """Half of the blocks all won, the others all lost: eight games tell no more than two trials would."""
    result = Result(plan(), [challenger_wins(0, 4), challenger_wins(1, 0)])
    share = result.share("a")
    assert share.mean == 0.5
    assert share.low < 0.02
    even = Result(plan(), [challenger_wins(n, 2) for n in range(100)] + [challenger_wins(100, 3)])
    assert even.share("a").high - even.share("a").low < 0.02


def test_games_that_nobody_wins_lower_par() -> None:
    document = Result(plan(), [challenger_wins(n, 2) for n in range(4)]).document()
    assert document["none"] == 8
    assert document["none_share"]["mean"] == 0.5
    assert document["par"] == 0.125


def test_edge_compares_the_same_chair() -> None:
    result = Result(plan(), [challenger_wins(n, 4) for n in range(10)])
    edge = result.edge("a", "b", "khorne")
    assert edge.mean == 1
    assert 0 < edge.low < edge.high == 1


def test_a_bot_that_never_loses_has_a_rating_without_limits() -> None:
    elo = Result(plan(), [challenger_wins(n, 4) for n in range(10)]).elo()[0]["a"]
    assert elo.mean > 400
    assert (elo.low, elo.high) == (-math.inf, math.inf)


# ---- the winner model
SKILL = {"weak": 0.0, "middle": 0.6, "strong": 1.2}
EFFECT = {"khorne": 0.5, "nurgle": 0.1, "tzeentch": -0.6, "slaanesh": 0.0}


def expected(line_up: tuple[Chair, ...], none: float) -> dict[Chair, float]:
    weights = {chair: math.exp(SKILL[chair[0]] + EFFECT[chair[1]]) for chair in line_up} | {NOBODY: math.exp(none)}
    return {who: weight / sum(weights.values()) for who, weight in weights.items()}


def seats(*bots: str) -> tuple[Chair, ...]:
    return tuple(zip(bots, POWERS, strict=True))


LOPSIDED = [seats("weak", "middle", "strong", "weak"), seats("middle", "weak", "strong", "weak"), seats("weak", "weak", "weak", "middle")]
"""The strong bot always sits on the weak chair."""


def test_the_model_finds_what_results_were_made_from() -> None:
    won: Won = {}
    for line_up in LOPSIDED:
        for who, share in expected(line_up, -0.4).items():
            add(won, (line_up, who), 100_000 * share)
    model = Model(list(SKILL), POWERS).fit(won)
    for bot, skill in SKILL.items():
        assert model.skill(bot) - model.skill("weak") == pytest.approx(skill, abs=1e-3)
    for chair, effect in EFFECT.items():
        assert model.effect(chair) - model.effect("slaanesh") == pytest.approx(effect, abs=1e-3)


def test_the_model_from_a_thousand_games() -> None:
    chance = Random(3)
    won: Won = {}
    for _ in range(1000):
        line_up = seats(*(chance.choice(list(SKILL)) for _ in POWERS))
        shares = expected(line_up, -1.0)
        add(won, (line_up, chance.choices(list(shares), list(shares.values()))[0]), 1)
    model = Model(list(SKILL), POWERS).fit(won)
    for bot, skill in SKILL.items():
        assert ELO * (model.skill(bot) - model.skill("weak")) == pytest.approx(ELO * skill, abs=60)


def test_two_players_rate_as_elo_does() -> None:
    line_up: tuple[Chair, ...] = (("a", "one"), ("b", "one"))
    won: Won = {(line_up, ("a", "one")): 75_000, (line_up, ("b", "one")): 25_000}
    model = Model(["a", "b"], ["one"]).fit(won)
    assert ELO * (model.skill("a") - model.skill("b")) == pytest.approx(400 * math.log10(3), abs=0.1)


# ---- the sequential test
def verdict(truth: float, seed: int) -> tuple[str | None, int]:
    chance, test = Random(seed), Sequential(0.25, 0.40)
    while test.verdict is None and len(test.shares) < 2000:
        test.shares.append(sum(chance.random() < truth for _ in range(4)) / 4)
    return test.verdict, len(test.shares)


def test_it_tells_one_share_from_another_and_errs_as_seldom_as_it_says() -> None:
    for truth, right in ((0.25, "low"), (0.40, "high")):
        found = [verdict(truth, seed) for seed in range(200)]
        assert sum(told != right for told, _ in found) <= 18  # 10 expected; more than 18 once in 200
        assert sum(blocks for _, blocks in found) / 200 < 40  # a fixed number would take 150 games a side


def test_nothing_is_decided_from_nothing() -> None:
    test = Sequential(0.25, 0.40)
    assert (test.ratio, test.verdict) == (0, None)
    test.shares.append(1.0)
    assert test.verdict is None
