"""Learns the weights of Chaos Casters' model from games that it plays against itself: `python tools/train_casters.py --hours 0.5 --seed 1`.

Each generation plays games with the weights so far, now and then a random action among them, on the two decks of the
rules and on decks drawn from the whole pool, and fits the weights anew to who won: a logistic regression over all
positions in which somebody was to play, and another over all ends of rounds. What comes out is written to
`src/ruinous/thinking/casters_learned.txt` (or --out). Needs numpy, and compiled rules to be done in time. The same seed,
games and generations give the same weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruinous import games
from ruinous.bots.base import look, make
from ruinous.bots.casters_greedy import FOLDER, GreedyBot
from ruinous.casters import tasks
from ruinous.casters.data import zeros
from ruinous.casters.decks import random_deck
from ruinous.casters.state import State
from ruinous.lab.jobs import processors, spread
from ruinous.thinking.casters_model import NAMES, PLAY, Model, features, note_tempo, read_weights, schema
from ruinous.thinking.casters_solver import Solver

Floats = NDArray[np.float64]
Rows = NDArray[np.int16]
RULES = games.game("casters")
SEATS = ("one", "two")
PIECE = 50  # games
RANDOM = 0.06  # of all decisions
STIFF = np.array([1.0 if name.startswith("life") or "." not in name else 20.0 for name in NAMES])  # how strongly weights are held at 0
PLAIN = [{"deck1": "1", "deck2": "2"}, {"deck1": "2", "deck2": "1"}]


class Learner(GreedyBot):
    """The bot that plays against itself: quick rather than strong."""

    worlds = 2
    limit = 20
    resolve_limit = 100

    def __init__(self, model: Model, seat: str) -> None:
        super().__init__(RULES, seat, 0, model)


# ---- games ------------------------------------------------------------------------------------------------------------
def options(chance: Random) -> dict[str, Any]:
    """The decks of a game: mostly those of the rules, else any."""
    if chance.random() < 0.6:
        return chance.choice(PLAIN)
    return {deck: chance.choice(("1", "2", random_deck(chance.randrange))) for deck in ("deck1", "deck2")}


def self_play(piece: tuple[list[int], int, int]) -> tuple[list[Rows], list[Floats]]:
    """Some games of the model against itself: for each kind of position its features, and how the game ended for player 0."""
    weights, first, number = piece
    model = Model(weights)
    solver = Solver(model, 20)
    found: list[list[list[int]]] = [[], []]
    ends: list[list[float]] = [[], []]
    for seed in range(first, first + number):
        rows = list(positions(model, solver, Random(seed), seed))
        outcome = rows.pop()[1]
        for kind, row in rows:
            found[kind].append(row)
            ends[kind].append(outcome[0])
    return [np.array(rows, np.int16) for rows in found], [np.array(end) for end in ends]


def positions(model: Model, solver: Solver, chance: Random, seed: int) -> Iterator[tuple[int, Any]]:
    """The positions of one game with their kind (0 for an end of a round, 1 for a turn), and at last (-1, [share of player 0])."""
    state: State = RULES.new(options(chance), seed)
    state.log = None
    bots = {seat: Learner(model, seat) for seat in SEATS}
    tempo = zeros(7)
    while not state.over:
        state.halt = tasks.END_OF_ROUND_STEP
        seat = RULES.to_move(state)
        if seat is None:  # the round is over
            note_tempo(state, tempo)
            yield 0, list(features(state, tempo))
            state.halt = -1
            state.advance()
            continue
        if state.asks == tasks.PLAY_TURN:
            note_tempo(state, tempo)
            resolved = state.clone()
            solver.follow(resolved, PLAY)
            if not resolved.over:
                yield 1, list(features(resolved, tempo))
        if chance.random() < RANDOM:
            state.apply(chance.choice(state.legal_actions()))
        else:
            state.apply(bots[seat].choose(look(RULES, state, seat, chance.getrandbits(40))))
    yield -1, [0.5 if state.winners == 3 else float(state.winners == 1)]


def strength(piece: tuple[list[int], str, int]) -> float:
    """How often the model beats a bot: the share of four games with the same seed, seats and decks changed."""
    weights, rival, seed = piece
    model = Model(weights)
    won = 0.0
    for decks in PLAIN:
        for me in range(2):
            state = RULES.new(decks, seed)
            state.log = None
            bots = [make(rival, RULES, seat, seed) for seat in SEATS]
            bots[me] = GreedyBot(RULES, SEATS[me], seed, model)
            n = 0
            while not state.over:
                n += 1
                state.apply(bots[state.player].choose(look(RULES, state, SEATS[state.player], seed * 1000 + n)))
            won += 0.5 if state.winners == 3 else float(state.winners == 1 + me)
    return won / 4


# ---- fitting ----------------------------------------------------------------------------------------------------------
def loss(weights: Floats, rows: Rows, ends: Floats) -> float:
    """The mean surprise at how games ended, in bits."""
    share = 1 / (1 + np.exp(-(rows @ weights)))
    return float(-np.mean(ends * np.log2(share + 1e-12) + (1 - ends) * np.log2(1 - share + 1e-12)))


def fit(rows: Rows, ends: Floats) -> Floats:
    """A logistic regression by Newton's method, weights held towards 0."""
    x = rows.astype(np.float64)
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        share = 1 / (1 + np.exp(-(x @ weights)))
        slope = x.T @ (ends - share) - STIFF * weights
        curve = (x * (share * (1 - share))[:, None]).T @ x + np.diag(STIFF)
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def write(path: Path, weights: list[int], said: Mapping[str, object]) -> None:
    """A file of weights for `read_weights`."""
    half = len(NAMES)
    lines = [f"# {key}: {value}" for key, value in said.items()]
    lines += [f"schema {schema()}", *(f"{name} {weights[i]} {weights[half + i]}" for i, name in enumerate(NAMES))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---- the run ----------------------------------------------------------------------------------------------------------
def main() -> None:
    """Generation after generation, with a line for each: the curve of learning."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=0.5, help="no new generation begins after so many hours")
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, default=6000, help="games of one generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=50, help="blocks of four games against `greedy` after each generation")
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument("--out", type=Path, default=FOLDER / "casters_learned.txt")
    given = parser.parse_args()
    begun = monotonic()
    weights = read_weights(FOLDER / "casters_hand.txt")
    for generation in range(1, given.generations + 1):
        if monotonic() - begun > given.hours * 3600:
            break
        start = given.seed * 10_000_000 + generation * 1_000_000
        pieces = ((weights, start + at, min(PIECE, given.games - at)) for at in range(0, given.games, PIECE))
        played = list(spread(self_play, pieces, given.jobs))
        rows = [np.concatenate([piece[0][kind] for piece in played]) for kind in range(2)]
        ends = [np.concatenate([piece[1][kind] for piece in played]) for kind in range(2)]
        surprise = []
        for kind in range(2):
            seen = len(rows[kind]) * 9 // 10  # the last tenth of the games only checks
            surprise.append(loss(fit(rows[kind][:seen], ends[kind][:seen]), rows[kind][seen:], ends[kind][seen:]))
        weights = [round(1000 * weight) for kind in range(2) for weight in fit(rows[kind], ends[kind])]
        shares = np.array(list(spread(strength, ((weights, "greedy", 1 + block) for block in range(given.blocks)), given.jobs)))
        half = 1.96 * shares.std(ddof=1) / len(shares) ** 0.5
        said = {
            "made by": f"tools/train_casters.py --seed {given.seed} --games {given.games}, generation {generation}",
            "positions": f"{len(rows[0])} ends of rounds, {len(rows[1])} turns",
            "surprise on games not seen": f"{surprise[0]:.4f} and {surprise[1]:.4f} bits",
            "share against greedy": f"{100 * shares.mean():.1f} +- {100 * half:.1f} % over {4 * len(shares)} games",
        }
        write(given.out, weights, said)
        print(f"{generation}: {'; '.join(f'{key} {value}' for key, value in said.items())}; {monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
