"""The bots of Chaos Casters that think: the solver is exact, the model is what it says, and the bots keep to every rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bots.casters_stacks import RULES, solved
from bots.playing import Clock
from ruinous import games
from ruinous.bots.base import BOTS, Sight, look, make
from ruinous.bots.casters_greedy import FOLDER, GreedyBot, model, sampled
from ruinous.bots.casters_search import PORTION, SearchBot
from ruinous.bots.weighing import FURTHER
from ruinous.casters import tasks
from ruinous.casters.data import zeros
from ruinous.casters.decks import random_deck
from ruinous.casters.state import State
from ruinous.text import texts
from ruinous.thinking.casters_model import END, GROUPS, NAMES, PLAY, WON, BadWeights, add_groups, features, note_tempo, read_weights
from ruinous.thinking.casters_solver import Solver
from ruinous.thinking.casters_tree import Judge, Tree

SEATS = ("one", "two")
THINKERS = [name for game, name in BOTS if game == "casters" and name not in ("random", "rules")]
QUICK = {"greedy": "greedy", "l3": "l3", "l4": "l4@6", "l5": "l5@6"}  # as they are tried here
Decision = tuple[State, str, Sight]


def decisions(bot: str, seed: int = 1) -> Iterator[Decision]:
    """Every decision of games that random players play, with the sight of who decides; so no bot has to play them."""
    for game in range(seed, seed + 1000):
        chance = Random(f"{bot} {game}")
        state: State = RULES.new({"deck1": "12"[game % 2], "deck2": "21"[game // 2 % 2]}, game)
        state.log = None
        n = 0
        while (seat := RULES.to_move(state)) is not None:
            n += 1
            yield state, seat, look(RULES, state, seat, game * 1000 + n)
            state.play(chance.choice(state.legal_actions()))


def some(bot: str, number: int, every: int = 5) -> Iterator[Decision]:
    """So many of these decisions, one of every few."""
    return islice(decisions(bot), 0, number * every, every)


# ---- the solver ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("kind", "name"), [(END, "hand"), (PLAY, "learned")])
def test_the_solver_finds_what_trying_everything_finds(kind: int, name: str) -> None:
    """On sixty small stacks; `tools/solver_casters.py` does two thousand."""
    solver = Solver(model(name), 1_000_000)
    for stack, value in solved(model(name), kind, 5, 60):
        best = stack.clone()
        assert solver.solve(stack.clone(), kind) == value
        solver.follow(best, kind)
        assert model(name).of_cards(best, kind) == value


def test_beyond_its_limit_the_solver_still_answers() -> None:
    solver = Solver(model("hand"), 3)
    for stack, _ in solved(model("hand"), END, 6, 20):
        assert -WON <= solver.solve(stack, END) <= WON
        assert solver.visited < 200


# ---- the model -------------------------------------------------------------------------------------------------------
def test_a_value_is_the_weighted_sum_of_the_features() -> None:
    learned, tempo = model("learned"), zeros(7)
    for state, _, _ in some("features", 60):
        if state.asks != tasks.PLAY_TURN:
            continue
        note_tempo(state, tempo)
        found = features(state, tempo)
        for kind in (END, PLAY):
            total = sum(learned.weights[kind + i] * found[i] for i in range(len(NAMES)))
            assert learned.with_tempo(learned.of_cards(state, kind), kind, tempo) == max(-12000, min(12000, total))
            groups = zeros(6)
            add_groups(learned, state, kind, tempo, groups)
            assert sum(groups) == total


def test_weights_for_other_features_are_refused(tmp_path: Path) -> None:
    good = (FOLDER / "casters_learned.txt").read_text(encoding="utf-8")
    path = tmp_path / "weights.txt"
    for bad, says in (
        (good.replace("schema ", "schema 0"), "schema"),
        (good.replace("\nlife ", "\nlives "), "two weights for each feature"),
        (good.rsplit("\n", 2)[0], "two weights for each feature"),
        ("", "schema"),
    ):
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(BadWeights, match=says):
            read_weights(path)
    path.write_text(good, encoding="utf-8")
    assert len(read_weights(path)) == 2 * len(NAMES)


# ---- what every bot keeps to -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", THINKERS)
def test_what_a_bot_cannot_know_changes_nothing(name: str) -> None:
    for state, seat, sight in some(name, 16, 9):
        truth = RULES.sample_world(state, seat, 77)
        again = look(RULES, truth, seat, sight.seed)
        assert make(QUICK[name], RULES, seat, 1).choose(sight) == make(QUICK[name], RULES, seat, 1).choose(again)


@pytest.mark.parametrize("name", THINKERS)
def test_the_same_sight_gives_the_same_choice_and_changes_nothing(name: str) -> None:
    for state, seat, sight in some(name, 4, 17):
        before = RULES.checksum(state)
        bot = make(QUICK[name], RULES, seat, 1)
        assert bot.choose(sight) == bot.choose(sight) == make(QUICK[name], RULES, seat, 1).choose(sight)
        assert RULES.checksum(state) == before


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("decks", [("1", "2"), ("random", "random")])
def test_whole_games_are_played_by_the_rules(name: str, decks: tuple[str, str]) -> None:
    """An illegal action would raise IllegalAction."""
    chance = Random(4)
    drawn = [random_deck(chance.randrange) if deck == "random" else deck for deck in decks]
    state = RULES.new({"deck1": drawn[0], "deck2": drawn[1]}, 11)
    bots = {seat: make(QUICK[name], RULES, seat, 1) for seat in SEATS}
    n = 0
    while (seat := RULES.to_move(state)) is not None:
        n += 1
        state.play(bots[seat].choose(look(RULES, state, seat, n)))
    assert state.over


# ---- strength ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["greedy", "l3"])
def test_chance_is_beaten(name: str) -> None:
    """On either seat. The seeds are fixed, so the result is; measured over many games: docs/bots.md."""
    for me in SEATS:
        state: games.State = RULES.new({}, 500)
        bots = {seat: make(name if seat == me else "random", RULES, seat, 1) for seat in SEATS}
        n = 0
        while (seat := RULES.to_move(state)) is not None:
            n += 1
            state.play(bots[seat].choose(look(RULES, state, seat, n)))
        outcome = RULES.outcome(state)
        assert outcome is not None
        assert outcome["winners"] == [me]


# ---- search ------------------------------------------------------------------------------------------------------------
def turn() -> Decision:
    """A turn with several options."""
    return next(found for found in decisions("turn", 9) if found[0].asks == tasks.PLAY_TURN and len(found[2].actions) > 4)


def test_a_tree_counts_its_simulations() -> None:
    _, _, sight = turn()
    judge = Judge(model("learned"), 5)
    tree = Tree(judge, judge, sampled(sight, 4), 60)
    tree.run(60)
    assert tree.done == sum(tree.visits_of(action) for action in sight.actions) == 60
    assert all(0 <= tree.share_of(action) <= 1_000_000 for action in sight.actions)


def test_a_tree_without_room_goes_on_from_what_it_has() -> None:
    _, _, sight = turn()
    judge = Judge(model("learned"), 0)
    tree = Tree(judge, judge, sampled(sight, 4), 10)
    tree.run(300)
    assert tree.done == 300
    assert tree.edges <= tree.most


@pytest.mark.parametrize(("seconds", "portions"), [(0.5, 1), (2.5, 3)])
def test_a_search_stops_in_time_with_the_best_so_far(seconds: float, portions: int) -> None:
    _, seat, sight = turn()
    limited = Sight(sight.seat, sight.actions, sight.sampler, sight.seed, sight.show, sight.describe, seconds)
    bot = SearchBot(RULES, seat, 1, simulations=40 * PORTION, clock=Clock())
    assert bot.choose(limited) in sight.actions
    assert bot.search(limited).done == portions * PORTION


def test_a_look_ahead_stops_in_time_too() -> None:
    """After the first of its four worlds, when that has taken too long: then its choice is that of one world."""
    _, seat, sight = turn()
    limited = Sight(sight.seat, sight.actions, sight.sampler, sight.seed, sight.show, sight.describe, 0.5)
    one_world = Sight(sight.seat, sight.actions, lambda _: sight.sampler(sight.seed), sight.seed, sight.show, sight.describe)
    hurried, patient = GreedyBot(RULES, seat, 1, clock=Clock()), GreedyBot(RULES, seat, 1)
    assert hurried.advise(limited)[0].value == pytest.approx(patient.advise(one_world)[0].value, abs=1e-5)


def test_a_search_ends_when_nothing_can_change_its_choice() -> None:
    _, seat, sight = turn()
    bot = SearchBot(RULES, seat, 1, simulations=2000)
    tree = bot.search(sight)
    assert tree.lead() > 2000 - tree.done
    assert bot.choose(sight) == max(sight.actions, key=lambda action: tree.visits_of(action))


def test_the_number_of_simulations_is_the_callers() -> None:
    _, seat, _ = turn()
    assert make("l4@7", RULES, seat, 1).__dict__["_simulations"] == 7
    with pytest.raises(LookupError, match="does not simulate"):
        make("greedy@7", RULES, seat, 1)


# ---- reasons -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", THINKERS)
def test_advice_begins_with_the_choice_and_gives_reasons_that_have_texts(name: str) -> None:
    told = set()
    for _, seat, sight in some(name, 6, 13):
        bot = make(QUICK[name], RULES, seat, 1)
        assert isinstance(bot, GreedyBot)
        advice = bot.advise(sight)
        assert advice[0].action == bot.choose(sight)
        assert len({option.action for option in advice}) == len(advice)
        assert {option.action for option in advice} <= set(sight.actions)
        for option in advice:
            assert 0 <= option.value <= 1
            assert len(option.reasons) <= 3
            told |= {reason for reason, _ in option.reasons}
    assert told
    assert told <= {*GROUPS, *FURTHER}


def test_every_reason_has_a_text() -> None:
    assert all(texts("casters").has(f"reasons.{reason}") for reason in (*GROUPS, *FURTHER))
