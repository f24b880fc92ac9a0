"""How fast a game's rules run here, on one processor.

- decisions, games: random games to the end, the legal list made at every decision, in the loop beside the rules
- legal moves: how many choices those lists held
- clones: copies of states from the middle of a game
- search iterations: a world dealt again from what a seat knows, then a random game to its end: what any search by
  playouts does over and over (its tree comes on top)
- api decisions: the same random games driven from Python through `legal_actions` and `play`
"""

import time
from collections.abc import Callable
from random import Random

from ruinous.games import Rules, State

GAMES = 20  # at a time


def measure(rules: Rules, seconds: float) -> dict[str, float]:
    """The figures of one game, each measured for about so many seconds."""
    options = rules.read_options({})
    middle = _middle(rules, rules.new(options, 1))
    seat = rules.to_move(middle)
    seeds = iter(range(1, 2**62))

    def games() -> tuple[int, int]:
        decisions = 0
        for _ in range(GAMES):
            seed = next(seeds)
            state = rules.new(options, seed)
            state.log = None
            decisions += rules.playout(state, seed)
        return decisions, GAMES

    def clones() -> tuple[int, int]:
        for _ in range(1000):
            middle.clone()
        return 1000, 0

    def iterations() -> tuple[int, int]:
        for _ in range(10):
            seed = next(seeds)
            rules.playout(rules.sample_world(middle, seat, seed), seed)
        return 10, 0

    def api() -> tuple[int, int]:
        seed = next(seeds)
        state = rules.new(options, seed)
        state.log = None
        choose = Random(seed).random
        decisions = moves = 0
        while not state.over:
            legal = state.legal_actions()
            moves += len(legal)
            state.play(legal[int(choose() * len(legal))])
            decisions += 1
        return decisions, moves

    decisions, games_played = _rate(games, seconds)
    api_decisions, moves = _rate(api, seconds)
    return {
        "decisions_per_s": round(decisions),
        "legal_moves_per_s": round(decisions * moves / api_decisions),
        "games_per_s": round(games_played, 1),
        "clones_per_s": round(_rate(clones, seconds)[0]),
        "search_iterations_per_s": round(_rate(iterations, seconds)[0], 1),
        "api_decisions_per_s": round(api_decisions),
    }


def _middle(rules: Rules, state: State) -> State:
    """A state some way into a random game."""
    chance = Random(1)
    for _ in range(60):
        if not state.over:
            state.play(chance.choice(state.legal_actions()))
    return state


def _rate(work: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """How much of both counts `work` does in a second."""
    first = second = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        a, b = work()
        first += a
        second += b
    return first / spent, second / spent
