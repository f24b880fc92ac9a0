"""Learns the weights of the Old World's bot `l3` from games against itself: `python tools/train_oldworld.py --hours 8 --seed 1`.

Each generation plays games at a table of itself, of its forerunners, of `greedy` and of `rules`, now and then with a
random action, and fits the judge to the games of all generations: to what the positions on their way are worth. That is
how the game ended, mixed at the end of each round with what the judge says there (temporal differences from round to
round), so a position is measured by a round that was played on, dice and all. The weights are held towards those before.
Positions on the way and those at the end of a round have weights of their own, and are learned apart.
A generation is kept if it wins its share against the last one kept, in blocks of paired games.

The curve stands at the head of the file of weights, `src/ruinous/thinking/oldworld_learned.txt` (or --out); --resume goes
on from there, until it has --generations. What a run has learned by chance is its own: with --runs the mean of several is
written. --also learns from games that `tools/oldworld_weights.py play` has written as well. Needs numpy, and compiled rules
to be done in time. The same seed, generations and numbers give the same weights.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ruinous import games
from ruinous.bots.base import look, make
from ruinous.bots.oldworld_learned import LearnedBot
from ruinous.bots.oldworld_search import SearchBot
from ruinous.engine.rng import MASK62
from ruinous.lab.jobs import processors, spread
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_judge import ROWS, Judge, learned_weights
from ruinous.thinking.oldworld_learned import LEARNED, NAMES, read_learned, schema
from ruinous.thinking.oldworld_trial import after, belongs_to_turn

Floats = NDArray[np.float32]
Name = str | list[float]  # a bot's, or the weights of one that learns
RULES = games.game("oldworld")
F = len(ROWS) - 2
PIECE = 25  # games
POOL: tuple[Name, ...] = ("greedy", "rules")
BLUNDERS = (0.0, 0.03, 0.12)  # how often a seat plays at random, one of these for each game
LAMBDA = 0.5  # how much of what a round leads to is how the game ended, at the end of each round
EVERY = 3  # positions kept: one action of so many, and each end of a round
PASSES = (8, 24)  # over all positions on the way, over all at the end of a round
RATE = 0.01  # of Adam
STIFF = (3e-4, 1.5e-3, 3e-4, 1e-4, 1e-4)  # how strongly changes are held at 0: for all Powers, for one, for nobody, of the net
UNITS = 16  # of the net
PAR = 0.245  # of the wins, one game in fifty being won by nobody


class Game(NamedTuple):
    """A game that can be played again: the seed, all actions, and the winners, a bit for each."""

    seed: int
    actions: list[int]
    winners: int


class Lessons(NamedTuple):
    """Positions. `x`: [row, Power, feature]; `aim`: [row, Power and nobody] shares; `when`: late, open, rounds left, 1 at the end."""

    x: Floats
    when: Floats
    aim: Floats

    def kinds(self) -> tuple[Lessons, Lessons]:
        """Those on the way, and those at the end of a round."""
        over = self.when[:, 3] > 0
        return Lessons._make(part[~over] for part in self), Lessons._make(part[over] for part in self)


# ---- games ----------------------------------------------------------------------------------------------------------
def seated(name: Name, seat: str, seed: int) -> Any:
    """A bot by its name or its weights."""
    return make(name, RULES, seat, seed) if isinstance(name, str) else LearnedBot(RULES, seat, seed, name)


class Searcher(SearchBot):
    """Narrower simulations than those of `l4`: many games are worth more than the last bit of strength."""

    own = 4
    others = 3


def self_play(piece: tuple[list[float], list[list[float]], int, int, int]) -> list[Game]:
    """Some games of the weights with their forerunners and simpler bots; the weights search with so many simulations, or look ahead."""
    weights, forerunners, simulations, first, number = piece
    found = []
    for seed in range(first, first + number):
        chance = Random(seed)
        state = cast(State, RULES.new({}, seed))
        state.log = None
        seats = RULES.seats(state)
        pool = [weights, weights, weights, chance.choice([*POOL, *forerunners])]
        chosen = {seat: chance.choice(pool) for seat in seats}
        bots = {
            seat: Searcher(RULES, seat, seed, simulations, by=weights) if simulations and name is weights else seated(name, seat, seed)
            for seat, name in chosen.items()
        }
        blunders = {seat: chance.choice(BLUNDERS) for seat in seats}
        actions = []
        while (seat := RULES.to_move(state)) is not None:
            if chance.random() < blunders[seat]:
                action = chance.choice(state.legal_actions())
            else:
                action = bots[seat].choose(look(RULES, state, seat, chance.getrandbits(40)))
            actions.append(action)
            state.apply(action)
        found.append(Game(seed, actions, int(state.winners)))
    return found


def read_games(files: list[Path]) -> list[Game]:
    """The games that tools/oldworld_weights.py has written."""
    lines = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [Game(line["seed"], line["actions"], line["winners"]) for line in lines]


def lessons_of(piece: tuple[list[float], list[Game]]) -> Lessons:
    """The positions of games, and what they are worth by how the games went on and by the judge of these weights."""
    weights, played = piece
    judge = Judge(weights)
    x, when = [], []
    aims: list[list[float]] = []
    for game in played:
        state = cast(State, RULES.new({}, game.seed))
        state.log = None
        ends: list[list[float] | None] = []  # what the judge says of each position of this game that is the end of a round
        for n, action in enumerate(game.actions):
            world = after(state, action)
            ended = world.over and world.reason == 0
            if (ended or (n + game.seed) % EVERY == 0) and world.reason == 0 and not belongs_to_turn(world.asks):
                judge.look(world)
                seen = judge.features
                x.append(list(seen.x))
                when.append((seen.late, seen.open, float(seen.rounds_left), float(ended)))
                ends.append(list(judge.share) if ended else None)
            state.apply(action)
        won = [float(game.winners >> p & 1) for p in range(4)]
        aim = [one / sum(won) for one in won] + [0.0] if any(won) else [0.0] * 4 + [1.0]
        backwards = []
        for shares in reversed(ends):
            backwards.append(aim)
            if shares is not None:
                aim = [LAMBDA * a + (1 - LAMBDA) * share for a, share in zip(aim, shares, strict=True)]
        aims += reversed(backwards)
    return Lessons(np.array(x, np.float32).reshape(-1, 4, F), np.array(when, np.float32), np.array(aims, np.float32))


def strength(piece: tuple[list[float], Name, int]) -> float:
    """The share of the wins in a block: four games of the same chance, the weights on each chair against three rivals."""
    weights, rival, block = piece
    won = 0.0
    for me in range(4):
        state = RULES.new({}, block)
        state.log = None
        seats = RULES.seats(state)
        bots = [seated(weights if i == me else rival, seat, block) for i, seat in enumerate(seats)]
        n = 0
        while (seat := RULES.to_move(state)) is not None:
            n += 1
            action = bots[seats.index(seat)].choose(look(RULES, state, seat, block * 1000 + n))
            state.set_chance((block * 1000003 + n * 7919) & int(MASK62))
            state.apply(action)
        outcome = RULES.outcome(state)
        assert outcome is not None
        won += (seats[me] in outcome["winners"]) / max(1, len(outcome["winners"]))
    return won / 4


# ---- fitting --------------------------------------------------------------------------------------------------------
def spread_out(x: Floats, when: Floats) -> tuple[Floats, Floats]:
    """What the weights of the judge are multiplied with [row, Power, how x feature], and those of nobody [row, 5]."""
    x = np.concatenate([x, np.ones((*x.shape[:2], 1), np.float32)], axis=2)
    late, left = when[:, :1, None], when[:, 2]
    z = np.concatenate([x, x * late, x * when[:, 1:2, None]], axis=2)
    nobody = np.stack([np.ones_like(left), left == 0, left == 1, left == 2, (left == 0) * when[:, 0]], axis=1)
    return z, nobody.astype(np.float32)


class Fit:
    """One set of the judge's weights, and how it is fitted: by steps of Adam on the part of all Powers, of each, of nobody, of a net."""

    def __init__(self, weights: list[float], units: int = 0) -> None:
        rows = np.array(weights, np.float32).reshape(F + 2, 12)
        self.start = rows[: F + 1].reshape(F + 1, 4, 3).transpose(1, 2, 0).reshape(4, 3 * (F + 1))
        self.start_nobody = rows[F + 1, :5]
        chance = np.random.default_rng(1)
        self.units = units
        self.parts = [np.zeros(self.start.shape[1], np.float32), np.zeros_like(self.start), np.zeros(5, np.float32)]
        if units:
            self.parts += [chance.normal(0, 0.15, (2 * F + 10, units)).astype(np.float32), np.zeros(units, np.float32)]

    def weights(self) -> list[float]:
        """The set as the judge takes it."""
        own = (self.start + self.parts[0] + self.parts[1]).reshape(4, 3, F + 1).transpose(2, 0, 1).reshape(F + 1, 12)
        nobody = np.concatenate([self.start_nobody + self.parts[2], np.zeros(7, np.float32)])
        return [round(float(weight), 4) for weight in (*own.ravel(), *nobody)]

    def net_in(self, x: Floats, when: Floats) -> Floats:
        n = len(x)
        rivals = np.stack([np.delete(x, p, axis=1).max(axis=1) for p in range(4)], axis=1)
        left = when[:, 2:3]
        flat = np.concatenate([when[:, :2], left == 0, left == 1, left == 2, np.ones((n, 1))], axis=1).astype(np.float32)
        return np.concatenate(
            [x, rivals, np.repeat(flat[:, None], 4, axis=1), np.repeat(np.eye(4, dtype=np.float32)[None], n, axis=0)], axis=2
        )

    def shares(self, lessons: Lessons, at: Any) -> tuple[Floats, tuple[Floats, ...]]:
        """The shares of rows, and what they came from."""
        z, none = spread_out(lessons.x[at], lessons.when[at])
        score = np.einsum("npf,pf->np", z, self.start + self.parts[0] + self.parts[1])
        seen: tuple[Floats, ...] = (z, none)
        if self.units:
            u = self.net_in(lessons.x[at], lessons.when[at])
            h = np.tanh(u @ self.parts[3])
            score = score + h @ self.parts[4]
            seen = (z, none, u, h)
        score = np.concatenate([score, (none @ (self.start_nobody + self.parts[2]))[:, None]], axis=1)
        e = np.exp(score - score.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True), seen

    def learn(self, lessons: Lessons, passes: int, seed: int) -> None:
        """Go over the lessons so often, in an order by the seed."""
        chance = np.random.default_rng(seed)
        first = [np.zeros_like(a) for a in self.parts]
        second = [np.zeros_like(a) for a in self.parts]
        size, step, total = 1024, 0, passes * (-(-len(lessons.aim) // 1024))
        for _ in range(passes):
            order = chance.permutation(len(lessons.aim))
            for start in range(0, len(order), size):
                at = order[start : start + size]
                step += 1
                p, seen = self.shares(lessons, at)
                off = (p - lessons.aim[at]) / len(at)
                slopes = [np.einsum("npf,np->f", seen[0], off[:, :4]), np.einsum("npf,np->pf", seen[0], off[:, :4]), seen[1].T @ off[:, 4]]
                if self.units:
                    u, h = seen[2], seen[3]
                    back = off[:, :4, None] * self.parts[4] * (1 - h**2)
                    slopes += [np.einsum("npi,nph->ih", u, back), np.einsum("nph,np->h", h, off[:, :4])]
                now = RATE * min(1.0, 2 * (1 - step / total))
                for a, slope, m, v, stiff in zip(self.parts, slopes, first, second, STIFF, strict=False):
                    slope = slope + stiff * a
                    m += 0.1 * (slope - m)
                    v += 0.002 * (slope * slope - v)
                    a -= now * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.998**step)) + 1e-8)

    def surprise(self, lessons: Lessons) -> float:
        """The mean surprise at what positions are worth, in nats."""
        pieces = np.array_split(np.arange(len(lessons.aim)), 1 + len(lessons.aim) // 4096)
        return -sum(float((lessons.aim[at] * np.log(self.shares(lessons, at)[0] + 1e-9)).sum()) for at in pieces) / len(lessons.aim)


# ---- the run --------------------------------------------------------------------------------------------------------
def mean(shares: list[float]) -> tuple[float, str]:
    """The mean of blocks, and the same in words with its 95 % interval; without any, PAR."""
    if not shares:
        return PAR, "not tried"
    half = 1.96 * float(np.std(shares, ddof=1)) / len(shares) ** 0.5 if len(shares) > 1 else 1.0  # of one block nobody can tell
    return float(np.mean(shares)), f"{100 * float(np.mean(shares)):.1f} +- {100 * half:.1f} %"


def write(path: Path, weights: list[float], said: list[str]) -> None:
    """A file of weights for `read_learned`."""
    lines = [f"# {line}" for line in [*said, f"schema: {schema()}"]]
    lines += [f"{name} {' '.join(f'{weight:.4f}' for weight in weights[i * 12 : i * 12 + 12])}" for i, name in enumerate(NAMES)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def sets(weights: list[float]) -> tuple[list[float], list[float]]:
    """The weights for a round that goes on, and those for one that is over."""
    half = len(weights) // 2
    return weights[:half], weights[half:]


def compare(lessons: Lessons, weights: list[float]) -> str:
    """How surprised a linear judge and one with a small net are at the last quarter of the lessons, having learned the rest."""
    told = []
    for own, kind, passes in zip(sets(weights), lessons.kinds(), PASSES, strict=True):
        cut = len(kind.aim) * 3 // 4
        seen, rest = Lessons._make(part[:cut] for part in kind), Lessons._make(part[cut:] for part in kind)
        found = [f"before {Fit(own).surprise(rest):.4f}"]
        for name, units in (("linear", 0), ("net", UNITS)):
            judge = Fit(own, units)
            judge.learn(seen, passes, 1)
            found.append(f"{name} {judge.surprise(rest):.4f}")
        told.append(", ".join(found))
    return f"surprise at games not seen: {'; at the end of a round '.join(told)}"


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=8.0, help="no new generation begins after so many hours")
    parser.add_argument("--generations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=400, help="games of one generation")
    parser.add_argument("--simulations", type=int, default=0, help="of a bot that learns, before it chooses; 0: it looks one action ahead")
    parser.add_argument("--seed", type=int, default=1, help="of the first run; each further one has the next number")
    parser.add_argument("--runs", type=int, default=1, help="runs that know nothing of each other; the mean of their weights is written")
    parser.add_argument("--blocks", type=int, default=25, help="blocks of four games against the last kept, and as many against `greedy`")
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="files of games to learn from as well")
    parser.add_argument("--net", action="store_true", help="also say how a judge with a small net would do on the same lessons")
    parser.add_argument("--resume", action="store_true", help="go on from what is there of --out, or of its runs")
    parser.add_argument("--out", type=Path, default=LEARNED)
    return parser.parse_args()


def main() -> None:
    """One run; or several, each with a file of its own beside --out, and then the mean of their weights."""
    given = arguments()
    begun = monotonic()
    if given.runs == 1:
        run(given, given.seed, given.out, begun)
        return
    seeds = range(given.seed, given.seed + given.runs)
    files = [given.out.with_suffix(f".{seed}{given.out.suffix}") for seed in seeds]
    for seed, file in zip(seeds, files, strict=True):
        print(f"run of seed {seed}", flush=True)
        run(given, seed, file, begun)
    weights = [sum(column) / len(files) for column in zip(*map(read_learned, files), strict=True)]
    write(given.out, weights, [f"mean of {given.runs} runs", *(line for file in files for line in head(file))])


def head(file: Path) -> list[str]:
    """What stands at the head of a file of weights, without its schema."""
    return [line[2:] for line in file.read_text(encoding="utf-8").splitlines() if line[:2] == "# "][:-1]


def run(given: argparse.Namespace, seed: int, out: Path, begun: float) -> None:
    """Generation after generation, with a line for each: the curve of learning."""
    resume = given.resume and out.exists()
    kept = read_learned(out) if resume else learned_weights()
    said = head(out) if resume else []
    known = read_games(given.also)
    told = f"tools/train_oldworld.py --seed {seed} --games {given.games} --blocks {given.blocks}"
    told += f" --simulations {given.simulations}" * (given.simulations > 0) + " --resume" * resume
    said.append(told + f", also {len(known)} games of files" * bool(known))
    done = sum(line.startswith("generation") for line in said)
    forerunners: list[list[float]] = []
    for generation in range(done + 1, given.generations + 1):
        if monotonic() - begun > given.hours * 3600:
            break
        start = seed * 100_000_000 + generation * 100_000
        pieces = (
            (kept, forerunners[-5:], given.simulations, start + at, min(PIECE, given.games - at)) for at in range(0, given.games, PIECE)
        )
        known += [game for piece in spread(self_play, pieces, given.jobs) for game in piece]
        parts = list(spread(lessons_of, ((kept, known[at : at + PIECE]) for at in range(0, len(known), PIECE)), given.jobs))
        lessons = Lessons._make(np.concatenate([part[k] for part in parts]) for k in range(len(Lessons._fields)))
        new: list[float] = []
        changes = []
        for own, kind, passes in zip(sets(kept), lessons.kinds(), PASSES, strict=True):
            fit = Fit(own)
            before = fit.surprise(kind)
            fit.learn(kind, passes, generation)
            changes.append(f"{before:.4f} to {fit.surprise(kind):.4f}")
            new += fit.weights()
        blocks = range(start + 50_000, start + 50_000 + given.blocks)
        share, against_last = mean(list(spread(strength, ((new, kept, block) for block in blocks), given.jobs)))
        _, against_greedy = mean(list(spread(strength, ((new, "greedy", block) for block in blocks), given.jobs)))
        verdict = "kept" if share >= PAR else "dropped"
        line = (
            f"generation {generation}: {len(lessons.aim)} positions of {len(known)} games, surprise {', at round ends '.join(changes)}; "
            f"against greedy {against_greedy}, against the last {against_last}: {verdict}"
        )
        said.append(line)
        print(f"{line}; {monotonic() - begun:.0f} s", flush=True)
        if given.net:
            print(compare(lessons, kept), flush=True)
        if verdict == "kept":
            forerunners.append(kept)
            kept = new
        write(out, kept, said)


if __name__ == "__main__":
    main()
