"""Learns the weights of Chaos Casters' model from games that it plays against itself: `python tools/train_casters.py --hours 0.5 --seed 1`.

Each generation plays games with the weights so far, now and then a random action among them, on the two decks of the
rules and on decks drawn from the whole pool, and fits the weights anew, to the games of all generations but the first:
a logistic regression over all positions in which somebody was to play, and another over all ends of rounds. What a
position is fitted to is how the game ended, mixed with the shares that the weights so far gave to the positions on the
way (temporal differences, lambda = 0.9 a position). What comes out is written to
`src/ruinous/thinking/casters_learned.txt` (or --out). Needs numpy, and compiled rules to be done in time. The same
seed, games and generations give the same weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ruinous import games
from ruinous.bots.base import Sight, look, make
from ruinous.bots.casters_greedy import FOLDER, GreedyBot, sampled
from ruinous.casters import tasks
from ruinous.casters.data import zeros
from ruinous.casters.decks import random_deck
from ruinous.casters.state import State
from ruinous.lab.jobs import processors, spread
from ruinous.thinking.casters_model import END, NAMES, PLAY, Model, features, note_tempo, read_weights, schema, share
from ruinous.thinking.casters_solver import Solver

Floats = NDArray[np.float64]
Rows = NDArray[np.int16]
RULES = games.game("casters")
SEATS = ("one", "two")
PIECE = 50  # games
FEW = len(NAMES)
RANDOM = 0.06  # of all decisions
LAMBDA = 0.9
STIFF = np.array([10.0 if name.startswith("life") or "." not in name else 200.0 for name in NAMES])  # how strongly weights are held at 0
PLAIN = [{"deck1": "1", "deck2": "2"}, {"deck1": "2", "deck2": "1"}]


class Learner(GreedyBot):
    """The bot that plays against itself: quick rather than strong."""

    worlds = 1
    limit = 15
    resolve_limit = 60

    def __init__(self, model: Model, seat: str) -> None:
        super().__init__(RULES, seat, 0, model)

    def choose(self, sight: Sight, /) -> int:
        """The best by the weights alone: that some of them are never right is for the weights to learn."""
        return next(iter(self._ranked(sight, sampled(sight, self.worlds))))


# ---- games ------------------------------------------------------------------------------------------------------------
def options(chance: Random) -> dict[str, Any]:
    """The decks of a game: mostly those of the rules, else any."""
    if chance.random() < 0.6:
        return chance.choice(PLAIN)
    return {deck: chance.choice(("1", "2", random_deck(chance.randrange))) for deck in ("deck1", "deck2")}


def self_play(piece: tuple[list[int], bool, int, int]) -> tuple[list[Rows], list[Floats]]:
    """Some games of the model against itself: for each kind of position its features, and the share of player 0 to learn."""
    weights, trusted, first, number = piece
    model = Model(weights)
    found: list[list[list[int]]] = [[], []]
    targets: list[list[float]] = [[], []]
    for seed in range(first, first + number):
        *rows, end = positions(model, seed)
        target = end.share
        for position in reversed(rows):
            found[position.kind].append(position.features)
            targets[position.kind].append(target)
            if trusted:  # what the hand-made weights think of a position is not learned
                target = LAMBDA * target + (1 - LAMBDA) * position.share
    return [np.array(rows, np.int16) for rows in found], [np.array(shares) for shares in targets]


class Position(NamedTuple):
    """A position of a game: its kind (0 for an end of a round, 1 for a turn, -1 for the end of the game), and the share of player 0."""

    kind: int
    features: list[int]
    share: float


def positions(model: Model, seed: int) -> Iterator[Position]:
    """The positions of one game in their order."""
    chance = Random(seed)
    state: State = RULES.new(options(chance), seed)
    state.log = None
    solver = Solver(model, 20)
    bots = {seat: Learner(model, seat) for seat in SEATS}
    tempo = zeros(7)
    while not state.over:
        state.halt = tasks.END_OF_ROUND_STEP
        seat = RULES.to_move(state)
        ended = seat is None
        if ended or state.asks == tasks.PLAY_TURN:
            note_tempo(state, tempo)
            kind = END if ended else PLAY
            resolved = state.clone()
            solver.follow(resolved, kind)
            if not resolved.over:
                value = model.with_tempo(model.of_cards(resolved, kind), kind, tempo)
                yield Position(0 if ended else 1, list(features(resolved, tempo)), share(value))
        if seat is None:  # on to the next round
            state.halt = -1
            state.advance()
        elif chance.random() < RANDOM:
            state.apply(chance.choice(state.legal_actions()))
        else:
            state.apply(bots[seat].choose(look(RULES, state, seat, chance.getrandbits(40))))
    yield Position(-1, [], 0.5 if state.winners == 3 else float(state.winners == 1))


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
def surprise(values: Floats, targets: Floats) -> float:
    """The mean surprise of these log odds at the targets, in bits."""
    shares = 1 / (1 + np.exp(-values))
    return float(-np.mean(targets * np.log2(shares + 1e-12) + (1 - targets) * np.log2(1 - shares + 1e-12)))


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


def net(rows: Rows, targets: Floats, seen: int) -> list[float]:
    """How surprised a small net is at the rows from `seen` on after each pass over those before: 32 units, odd as the linear model is."""
    chance = np.random.default_rng(1)
    x = rows / np.maximum(1, np.abs(rows).max(axis=0))
    layers = [chance.normal(0, 0.1, (x.shape[1], 32)), chance.normal(0, 0.1, 32)]
    mean, square = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    surprises, steps = [], 0
    for epoch in range(10):
        order = chance.permutation(seen)
        for at in range(0, seen, 512):
            batch = order[at : at + 512]
            hidden = np.tanh(x[batch] @ layers[0])
            error = (1 / (1 + np.exp(-hidden @ layers[1])) - targets[batch]) / len(batch)
            slopes = [x[batch].T @ (error[:, None] * layers[1] * (1 - hidden**2)), hidden.T @ error]
            steps += 1
            for layer, slope, m, s in zip(layers, slopes, mean, square, strict=True):  # Adam, the rate falling to 0
                slope = slope + 1e-4 * layer
                m += 0.1 * (slope - m)
                s += 0.001 * (slope**2 - s)
                layer -= 0.003 * (1 - epoch / 10) * (m / (1 - 0.9**steps)) / (np.sqrt(s / (1 - 0.999**steps)) + 1e-8)
        surprises.append(surprise(np.tanh(x[seen:] @ layers[0]) @ layers[1], targets[seen:]))
    return surprises


def write(path: Path, weights: list[int], said: Mapping[str, object]) -> None:
    """A file of weights for `read_weights`."""
    lines = [f"# {key}: {value}" for key, value in said.items()]
    lines += [f"schema {schema()}", *(f"{name} {weights[i]} {weights[FEW + i]}" for i, name in enumerate(NAMES))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---- the run ----------------------------------------------------------------------------------------------------------
def main() -> None:
    """Generation after generation, with a line for each: the curve of learning."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=0.5, help="no new generation begins after so many hours")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--games", type=int, default=5000, help="games of one generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=50, help="blocks of four games against `greedy` after each generation")
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument("--net", action="store_true", help="also say how a small net would do on the same games")
    parser.add_argument("--out", type=Path, default=FOLDER / "casters_learned.txt")
    given = parser.parse_args()
    begun = monotonic()
    weights = read_weights(FOLDER / "casters_hand.txt")
    rows: list[Rows] = []
    targets: list[Floats] = []
    for generation in range(1, given.generations + 1):
        if monotonic() - begun > given.hours * 3600:
            break
        start = given.seed * 10_000_000 + generation * 1_000_000
        pieces = ((weights, generation > 1, start + at, min(PIECE, given.games - at)) for at in range(0, given.games, PIECE))
        played = list(spread(self_play, pieces, given.jobs))
        new = [np.concatenate([piece[0][kind] for piece in played]) for kind in range(2)]
        aims = [np.concatenate([piece[1][kind] for piece in played]) for kind in range(2)]
        before = [surprise(new[kind] @ np.array(weights[FEW * kind : FEW * (kind + 1)]) / 1000, aims[kind]) for kind in range(2)]
        if generation > 2:
            new = [np.concatenate([rows[kind], new[kind]]) for kind in range(2)]
            aims = [np.concatenate([targets[kind], aims[kind]]) for kind in range(2)]
        rows, targets = new, aims
        weights = [round(1000 * weight) for kind in range(2) for weight in fit(rows[kind], targets[kind])]
        shares = np.array(list(spread(strength, ((weights, "greedy", 1 + block) for block in range(given.blocks)), given.jobs)))
        half = 1.96 * shares.std(ddof=1) / len(shares) ** 0.5
        said = {
            "made by": f"tools/train_casters.py --seed {given.seed} --games {given.games}, generation {generation}",
            "positions": f"{len(rows[0])} ends of rounds, {len(rows[1])} turns",
            "surprise of the weights before": f"{before[0]:.4f} and {before[1]:.4f} bits",
            "share against greedy": f"{100 * shares.mean():.1f} +- {100 * half:.1f} % over {4 * len(shares)} games",
        }
        write(given.out, weights, said)
        if given.net:
            for kind in range(2):
                seen = len(rows[kind]) * 4 // 5  # the last fifth of the games only checks
                linear = surprise(rows[kind][seen:] @ fit(rows[kind][:seen], targets[kind][:seen]), targets[kind][seen:])
                print(
                    f"surprise on games not seen: linear {linear:.4f}, net at its best {min(net(rows[kind], targets[kind], seen)):.4f} bits"
                )
        print(f"{generation}: {'; '.join(f'{key} {value}' for key, value in said.items())}; {monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
