"""Fit the weights of the Old World's evaluation: `python tools/oldworld_weights.py play OUT.jsonl ...`, then `... fit OUT.jsonl ...`.

`play OUT.jsonl FIRST GAMES BOT,BOT,...` plays games with seeds from FIRST on, each seat a bot of the list drawn by the
seed, now and then with a random move, and writes seed, actions and winners of each. `fit FILE...` reads such games,
takes the features of what one action in eight leads to and of the end of each round, and fits by gradient descent who wins
(multinomial logistic regression); it
prints how well the last tenth of the games is foretold, and writes src/ruinous/thinking/oldworld_judge.txt.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import sys
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np

from ruinous import games
from ruinous.lab.players import mover
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_features import FEATURES, Features
from ruinous.thinking.oldworld_judge import ROWS
from ruinous.thinking.oldworld_trial import after, belongs_to_turn

RULES = games.game("oldworld")
WEIGHTS = Path(__file__).parent.parent / "src" / "ruinous" / "thinking" / "oldworld_judge.txt"
BLUNDERS = (0.0, 0.03, 0.15)  # how often a seat plays at random, one of these for each game
EVERY = 8  # one action of so many


def play(out: str, first: int, number: int, bots: list[str]) -> None:
    """Play games and write them down, one line each."""
    with Path(out).open("a", encoding="utf-8") as sink:
        for seed in range(first, first + number):
            chance = Random(seed)
            state = RULES.new({}, seed)
            seats = RULES.seats(state)
            line_up = [chance.choice(bots) for _ in seats]
            blunders = [chance.choice(BLUNDERS) for _ in seats]
            movers = {seat: mover(RULES, name, seat, seed * 4 + i) for i, (seat, name) in enumerate(zip(seats, line_up, strict=True))}
            actions = []
            while not state.over:
                seat = RULES.to_move(state)
                assert seat is not None
                if chance.random() < blunders[seats.index(seat)]:
                    action = chance.choice(state.legal_actions())
                else:
                    action = movers[seat](state)
                actions.append(action)
                state.play(action)
            outcome = RULES.outcome(state)
            assert outcome is not None
            winners = sum(1 << seats.index(seat) for seat in outcome["winners"])
            sink.write(json.dumps({"seed": seed, "bots": line_up, "actions": actions, "winners": winners}) + "\n")
            sink.flush()


def read(files: list[str]) -> tuple[Any, Any, Any, Any]:
    """Features [position, Power, feature], late and open and rounds left [position, 3], winners [position, 5], and the game of each."""
    rows, times, wins, game_of = [], [], [], []
    features = Features()
    number = 0
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            number += 1
            state = cast(State, RULES.new({}, game["seed"]))
            share = [game["winners"] >> p & 1 for p in range(4)]
            won = [one / sum(share) for one in share] + [0.0] if any(share) else [0.0, 0.0, 0.0, 0.0, 1.0]
            for n, action in enumerate(game["actions"]):
                world = after(state, action)
                ended = world.over and world.reason == 0
                if (ended or (n + number) % EVERY == 0) and not belongs_to_turn(world.asks) and world.reason == 0:
                    features.look(world)
                    rows.append(list(features.x))
                    times.append((features.late, features.open, float(features.rounds_left)))
                    wins.append(won)
                    game_of.append(number)
                state.apply(action)
    return (
        np.array(rows, np.float32).reshape(len(rows), 4, len(FEATURES)),
        np.array(times, np.float32),
        np.array(wins, np.float32),
        np.array(game_of),
    )


def spread_out(x: Any, times: Any) -> tuple[Any, Any]:
    """Each feature as it is, times late, times open, and a constant of each; and what nobody's share rests on."""
    x = np.concatenate([x, np.ones((*x.shape[:2], 1), np.float32)], axis=2)
    late, open_, left = times[:, 0], times[:, 1], times[:, 2]
    z = np.concatenate([x, x * late[:, None, None], x * open_[:, None, None]], axis=2)
    nobody = np.stack([np.ones_like(left), left == 0, left == 1, left == 2, (left == 0) * late], axis=1).astype(np.float32)
    return z, nobody


def shares(z: Any, nobody: Any, shared: Any, own: Any, none: Any) -> Any:
    """The share of the win of each Power and of nobody."""
    score = np.einsum("npf,f->np", z, shared) + np.einsum("npf,pf->np", z, own)
    score = np.concatenate([score, (nobody @ none)[:, None]], axis=1)
    score -= score.max(axis=1, keepdims=True)
    e = np.exp(score)
    return e / e.sum(axis=1, keepdims=True)


def fit(files: list[str], steps: int = 300, ridge: float = 2e-4, ridge_own: float = 1e-3) -> None:
    """Fit and write the weights."""
    x, times, won, game_of = read(files)
    z, nobody = spread_out(x, times)
    last = game_of.max() * 0.9
    train, held = game_of <= last, game_of > last
    parameters = [np.zeros(z.shape[2]), np.zeros((4, z.shape[2])), np.array([-3.0, 0.0, 0.0, 0.0, 0.0])]
    first = [np.zeros_like(a) for a in parameters]
    second = [np.zeros_like(a) for a in parameters]
    zt, nt, wt = z[train], nobody[train], won[train]
    for step in range(1, steps + 1):
        off = (shares(zt, nt, *parameters) - wt) / len(wt)
        slopes = [
            np.einsum("npf,np->f", zt, off[:, :4]) + ridge * parameters[0],
            np.einsum("npf,np->pf", zt, off[:, :4]) + ridge_own * parameters[1],
            nt.T @ off[:, 4] + ridge * parameters[2],
        ]
        rate = 0.05 * min(1.0, 2.0 * (1.0 - step / steps))
        for a, slope, m, v in zip(parameters, slopes, first, second, strict=True):
            m += 0.1 * (slope - m)
            v += 0.01 * (slope * slope - v)
            a -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
        if step % 100 == 0:
            told = [
                float(-(won[part] * np.log(shares(z[part], nobody[part], *parameters) + 1e-9)).sum(axis=1).mean()) for part in (train, held)
            ]
            right = float((shares(z[held], nobody[held], *parameters).argmax(axis=1) == won[held].argmax(axis=1)).mean())
            print(f"step {step}: surprise {told[0]:.4f}, held out {told[1]:.4f}; the likeliest winner wins {right:.3f}", flush=True)
    write(parameters, len(x), int(game_of.max()))


def write(parameters: list[Any], positions: int, number: int) -> None:
    """Write the module of weights."""
    n = len(FEATURES) + 1
    whole = parameters[0] + parameters[1]
    lines = [f"# Weights of the evaluation, fitted by tools/oldworld_weights.py to {positions} positions of {number} games:"]
    lines += ["# for each Power alone, times late, times open; of nobody alone, with 0, 1, 2 rounds left, with none times late"]
    for i, name in enumerate(ROWS[:-1]):
        lines.append(f"{name} {' '.join(f'{whole[p, k * n + i]:.3f}' for p in range(4) for k in range(3))}")
    lines.append(f"nobody {' '.join(f'{a:.3f}' for a in [*parameters[2], *[0.0] * 7])}")
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5].split(","))
    else:
        fit(sys.argv[2:])
