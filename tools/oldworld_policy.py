"""Learn the weights of the fast policy: `python tools/oldworld_policy.py FILE.jsonl ...`.

The files hold games as tools/oldworld_weights.py writes them. For a share of the summoning turns of bots (not of their
random moves, as far as that can be told) the sights of the regions and all options are taken, and the policy learns by
gradient descent to give the chosen option a high probability. Prints how often it would choose as the bot did and
writes src/ruinous/thinking/oldworld_policy.txt.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np

from ruinous import games
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks
from ruinous.oldworld.state import State
from ruinous.thinking import oldworld_policy as policy

RULES = games.game("oldworld")
WEIGHTS = Path(__file__).parent.parent / "src" / "ruinous" / "thinking" / "oldworld_policy.txt"
D, ROWS = int(policy.D), int(policy.N_ROWS)
EVERY = 3  # one turn of so many
WIDTH = 3  # pairs of row and region of an option


def option(state: State, me: int, action: int) -> list[tuple[int, int]]:
    """The rows of weights that an option's score is made of, each with its region (9: the constant alone)."""
    if action == n.PASS:
        return [(int(policy.GIVE_UP) + me, 10)]
    if action < n.PLAY:
        source, destination, sort = (action - n.SUMMON) // 72, (action - n.SUMMON) // 8 % 9, action - n.SUMMON & 7
        kind = 1 if sort & 3 == 3 else sort & 3
        arrive = (int(policy.ARRIVE) + me * 3 + kind, destination)
        return [arrive] if source == n.FROM_RESERVE else [arrive, (int(policy.LEAVE) + me * 3 + kind, source), (int(policy.MOVED) + me, 9)]
    if action < n.REGION:
        return [(int(policy.LAY) + (action - n.PLAY) // 9, (action - n.PLAY) % 9)]
    return [(int(policy.MOVED) + me, 9)]


def read(files: list[str]) -> tuple[Any, list[Any], list[int]]:
    """Sights [turn, region, sight] with two more regions (the constant; the constant and the power left), options, choices."""
    sights, options, choices = [], [], []
    seer = policy.Policy([0.0] * ROWS * D, 1)
    turn = 0
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            state = cast(State, RULES.new({}, game["seed"]))
            for action in game["actions"]:
                if state.asks == tasks.SUMMONING_TURN:
                    turn += 1
                    if turn % EVERY == 0:
                        me = int(state.player)
                        seer.see(state, me)
                        extra = [1.0] + [0.0] * (D - 1) + [1.0, float(state.power[me])] + [0.0] * (D - 2)
                        sights.append(np.array(list(seer.sights) + extra, np.float32).reshape(11, D))
                        legal = state.legal_actions()
                        found = np.full((len(legal), WIDTH, 2), -1, np.int16)
                        for i, legal_action in enumerate(legal):
                            for j, pair in enumerate(option(state, me, legal_action)):
                                found[i, j] = pair
                        options.append(found)
                        choices.append(legal.index(action))
                state.apply(action)
    return np.array(sights), options, choices


def learn(files: list[str], rounds: int = 6, batch: int = 512, ridge: float = 1e-5) -> None:
    """Learn and write the weights."""
    sights, options, choices = read(files)
    weights = np.zeros((ROWS, D))
    m, v = np.zeros_like(weights), np.zeros_like(weights)
    order = np.random.default_rng(1)
    train, held = [i for i in range(len(choices)) if i % 20], [i for i in range(len(choices)) if i % 20 == 0]
    step = 0
    for turn in range(rounds + 1):
        shuffled = held if turn == rounds else list(order.permutation(train))
        surprise, right = 0.0, 0
        for start in range(0, len(shuffled), batch):
            part = shuffled[start : start + batch]
            longest = max(len(options[i]) for i in part)
            pairs = np.full((len(part), longest, WIDTH, 2), -1, np.int64)
            for k, i in enumerate(part):
                pairs[k, : len(options[i])] = options[i]
            real = pairs[:, :, :, 0] >= 0
            scores = np.einsum("brd,kd->brk", sights[part], weights).reshape(len(part), -1)
            at = np.where(real, pairs[..., 1] * ROWS + pairs[..., 0], 0)
            found = np.take_along_axis(scores, at.reshape(len(part), -1), axis=1).reshape(at.shape) * real
            score = np.where(real[:, :, 0], found.sum(axis=2), -1e9)
            score -= score.max(axis=1, keepdims=True)
            chance = np.exp(score)
            chance /= chance.sum(axis=1, keepdims=True)
            chosen = np.array([choices[i] for i in part])
            rows = np.arange(len(part))
            surprise -= float(np.log(chance[rows, chosen] + 1e-12).sum())
            right += int((chance.argmax(axis=1) == chosen).sum())
            if turn == rounds:
                continue
            chance[rows, chosen] -= 1.0
            spread = np.zeros_like(scores)
            for j in range(WIDTH):
                where, which = np.nonzero(real[:, :, j])
                np.add.at(spread, (where, at[where, which, j]), chance[where, which])
            slope = np.einsum("brk,brd->kd", spread.reshape(len(part), 11, ROWS), sights[part]) / len(part) + ridge * weights
            step += 1
            m += 0.1 * (slope - m)
            v += 0.01 * (slope * slope - v)
            rate = 0.05 * (1.0 - turn / rounds)
            weights -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
        number = len(shuffled)
        print(f"round {turn}: surprise {surprise / number:.4f}, the bot's choice is likeliest {right / number:.3f}", flush=True)
    lines = [f"# Weights of the policy, learned by tools/oldworld_policy.py from {len(choices)} turns; a weight for each of"]
    lines += [f"# {' '.join(policy.SIGHTS)}"]
    lines += [f"{name} {' '.join(f'{a:.3f}' for a in row)}" for name, row in zip(policy.ROWS, weights, strict=True)]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    learn(sys.argv[1:])
