"""Learn the weights of the fast policy: `python tools/oldworld_policy.py --games 250 --seed 1`.

Plays games of `l3` against itself, with a random action now and then, and has its judge weigh every option of half of the
summoning turns. The policy, whose score of an option is a sum over what the regions it touches are like, learns by gradient
descent to prefer options as the judge does. Prints what is lost by choosing the best by the judge among the few that the
policy likes most, in points of the win share, at turns it has not learned from, before and after, and writes
src/ruinous/thinking/oldworld_policy.txt. Needs numpy, and compiled rules to be done in a minute.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ruinous import games
from ruinous.bots.base import look
from ruinous.bots.oldworld_learned import LearnedBot
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks
from ruinous.oldworld.state import State
from ruinous.thinking import oldworld_policy as policy
from ruinous.thinking.oldworld_judge import Judge
from ruinous.thinking.oldworld_trial import Trial

Floats = NDArray[np.float64]
RULES = games.game("oldworld")
WEIGHTS = Path(__file__).parent.parent / "src" / "ruinous" / "thinking" / "oldworld_policy.txt"
D, ROWS = int(policy.D), int(policy.N_ROWS)
WEIGHED = 0.5  # of the summoning turns
BLUNDERS = 0.1  # of those are then played at random
WIDTH = 3  # pairs of row and region that an option's score is a sum of, at most
CONSTANT, POWER_LEFT = 9, 10  # two more regions: of the sights the first alone; the first, and the power left as the second
ABSENT = -1e9  # the score and the worth of an option that is none
SHARP = 0.004  # a difference of the win share that makes an option e times as likely
PASSES, BATCH, RATE, RIDGE = 8, 512, 0.05, 1e-5


class Turns(NamedTuple):
    """Summoning turns. `sights`: [turn, region, sight]; `pairs`: [turn, option, WIDTH, row and region]; `worth`: [turn, option]."""

    sights: Floats
    pairs: Any
    worth: Floats


def option(me: int, action: int) -> list[tuple[int, int]]:
    """The rows of weights that an option's score is made of, each with its region."""
    if action == n.PASS:
        return [(int(policy.GIVE_UP) + me, POWER_LEFT)]
    if action < n.PLAY:
        source, destination, sort = (action - n.SUMMON) // 72, (action - n.SUMMON) // 8 % 9, action - n.SUMMON & 7
        kind = 1 if sort & 3 == 3 else sort & 3
        arrive = (int(policy.ARRIVE) + me * 3 + kind, destination)
        if source == n.FROM_RESERVE:
            return [arrive]
        return [arrive, (int(policy.LEAVE) + me * 3 + kind, source), (int(policy.MOVED) + me, CONSTANT)]
    if action < n.REGION:
        return [(int(policy.LAY) + (action - n.PLAY) // 9, (action - n.PLAY) % 9)]
    return [(int(policy.MOVED) + me, CONSTANT)]


def played(number: int, seed: int) -> Turns:
    """Turns of so many games, as the judge of `l3` weighs their options."""
    sights, pairs, worth = [], [], []
    seer, judge = policy.Policy([0.0] * ROWS * D, 1), Judge(LearnedBot.weights())
    trial = Trial(judge)
    for game in range(number):
        chance = Random(seed * 1_000_000 + game)
        state = cast(State, RULES.new({}, chance.getrandbits(60)))
        state.log = None
        bots = {seat: LearnedBot(RULES, seat, 1) for seat in RULES.seats(state)}
        while (seat := RULES.to_move(state)) is not None:
            legal = state.legal_actions()
            if state.asks != tasks.SUMMONING_TURN or len(legal) == 1 or chance.random() > WEIGHED:
                action = bots[seat].choose(look(RULES, state, seat, chance.getrandbits(40)))
            else:
                me = int(state.player)
                values = []
                for tried in legal:
                    trial.try_out(state, tried, me)
                    values.append(judge.share[me])
                seer.see(state, me)
                rest = [1.0] + [0.0] * (D - 1) + [1.0, float(state.power[me])] + [0.0] * (D - 2)
                sights.append(np.array([*seer.sights, *rest]).reshape(11, D))
                pairs.append([option(me, tried) for tried in legal])
                worth.append(values)
                action = legal[values.index(max(values))] if chance.random() > BLUNDERS else chance.choice(legal)
            state.apply(action)
    most = max(map(len, pairs))
    all_pairs = np.full((len(pairs), most, WIDTH, 2), -1, np.int64)
    all_worth = np.full((len(pairs), most), ABSENT)
    for turn, (options, values) in enumerate(zip(pairs, worth, strict=True)):
        all_worth[turn, : len(values)] = values
        for i, rows in enumerate(options):
            all_pairs[turn, i, : len(rows)] = rows
    return Turns(np.array(sights), all_pairs, all_worth)


def scored(turns: Turns, weights: Floats) -> tuple[Floats, Any, Any]:
    """The scores of all options [turn, option]; which numbers of [region, row] each is made of, and how many of those there are."""
    scores = np.einsum("brd,kd->brk", turns.sights, weights).reshape(len(turns.sights), -1)
    real = turns.pairs[..., 0] >= 0
    at = np.where(real, turns.pairs[..., 1] * ROWS + turns.pairs[..., 0], 0)
    found = np.take_along_axis(scores, at.reshape(len(at), -1), axis=1).reshape(at.shape) * real
    return np.where(real[:, :, 0], found.sum(axis=2), ABSENT), at, real


def chances(scores: Floats) -> Floats:
    """Each option with the chance that its score gives it."""
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    return cast(Floats, found / found.sum(axis=1, keepdims=True))


def lost(turns: Turns, weights: Floats) -> str:
    """Points of the win share lost by taking the best of the few that the policy likes most."""
    order = np.argsort(-scored(turns, weights)[0], axis=1)
    best = np.maximum.accumulate(np.take_along_axis(turns.worth, order, axis=1), axis=1)
    return ", ".join(f"{100 * float((best[:, -1] - best[:, k - 1]).mean()):.2f} of {k}" for k in (1, 2, 4, 6, 8))


def learn(turns: Turns) -> Floats:
    """Weights by which options are as likely as the judge thinks them good."""
    weights, first, second = np.zeros((3, ROWS, D))
    aim = chances(turns.worth / SHARP)
    chance = np.random.default_rng(1)
    step, steps = 0, PASSES * -(-len(aim) // BATCH)
    for _ in range(PASSES):
        order = chance.permutation(len(aim))
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            some = Turns(*(field[part] for field in turns))
            scores, at, real = scored(some, weights)
            off = chances(scores) - aim[part]
            spread = np.zeros((len(part), 11 * ROWS))
            for j in range(WIDTH):
                where, which = np.nonzero(real[:, :, j])
                np.add.at(spread, (where, at[where, which, j]), off[where, which])
            slope = np.einsum("brk,brd->kd", spread.reshape(len(part), 11, ROWS), some.sights) / len(part) + RIDGE * weights
            step += 1
            first += 0.1 * (slope - first)
            second += 0.01 * (slope * slope - second)
            weights -= RATE * (1 - step / steps) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return weights


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    turns = played(given.games, given.seed)
    cut = len(turns.worth) * 9 // 10
    seen, rest = Turns(*(field[:cut] for field in turns)), Turns(*(field[cut:] for field in turns))
    print("lost before:", lost(rest, np.array(policy.learned_rows()).reshape(ROWS, D)))
    weights = learn(seen)
    print("lost now:   ", lost(rest, weights))
    lines = [f"# tools/oldworld_policy.py --games {given.games} --seed {given.seed}: {cut} turns; a weight for each of"]
    lines += [f"# {' '.join(policy.SIGHTS)}"]
    lines += [f"{name} {' '.join(f'{a:.3f}' for a in row)}" for name, row in zip(policy.ROWS, weights, strict=True)]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
