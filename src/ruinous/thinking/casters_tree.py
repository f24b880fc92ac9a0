"""What the options of one decision are worth, over several worlds that agree with what the seat knows.

`look_ahead` looks one action ahead. `Tree` looks ahead to the end of the round: a search tree over all that is played and
refilled (one tree for all worlds, its options those that the world at hand allows), whose leaves are worth what the model
says once the stack has resolved. In the Resolve Phase both let the solver decide.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.casters.data import zeros
from ruinous.casters.names import DONE, FROM_HAND, RESOLVE_PHASE, RING
from ruinous.casters.state import State
from ruinous.casters.tasks import BURY_FROM_HAND, CUT_DOWN, END_OF_ROUND_STEP, PLAY_TURN, REFILL_PICK
from ruinous.thinking.casters_model import END, PLAY, Model, add_groups, note_tempo, share
from ruinous.thinking.casters_settle import WORTH, thumb
from ruinous.thinking.casters_solver import Solver

DEEPEST: Final[i64] = 128  # choices down the tree
MILLION: Final[float] = 1000000.0
EXPLORE: Final[float] = 0.5  # how far few visits reach against a good mean
SPREAD: Final[float] = 80000.0  # options that look so many millionths worse are explored a third as much


def finish_picking(g: State) -> None:
    """Nothing more goes under a deck before the next turn: refills end, hands are cut down by rules of thumb."""
    while g.n_legal > 0 and g.phase != RESOLVE_PHASE and g.asks != PLAY_TURN:
        g.apply(thumb(g))


@final
class Judge:
    """Values positions: what the stack as it is comes to, by the solver, and the model on what is left."""

    def __init__(self, model: Model, limit: i64) -> None:
        self.model = model
        self.solver = Solver(model, limit)
        self.tempo: vec[i64] = zeros(7)

    def value(self, g: State) -> i64:
        """The value for player 0 of a position in which something was just chosen; g is used up."""
        finish_picking(g)
        kind: i64 = PLAY if g.n_legal > 0 and g.asks == PLAY_TURN else END
        note_tempo(g, self.tempo)
        return self.model.with_tempo(self.solver.solve(g, kind), kind, self.tempo)

    def after(self, world: State, action: i64) -> i64:
        """The value for player 0 once the action is played in a world."""
        trial = world.clone()
        trial.halt = END_OF_ROUND_STEP
        trial.apply(action)
        return self.value(trial)

    def add_groups(self, g: State, sums: vec[i64]) -> None:
        """Add what a position, in which something was just chosen, comes to by groups of features; g is used up."""
        finish_picking(g)
        kind: i64 = PLAY if g.n_legal > 0 and g.asks == PLAY_TURN else END
        note_tempo(g, self.tempo)
        self.solver.follow(g, kind)
        add_groups(self.model, g, kind, self.tempo, sums)


def look_ahead(judge: Judge, world: State, actions: vec[i64]) -> vec[i64]:
    """For each action the share of the win that player 0 expects after it in a world, in millionths."""
    shares = zeros(len(actions))
    for i in range(len(actions)):
        shares[i] = millionths(judge.after(world, actions[i]))
    return shares


def groups_ahead(judge: Judge, worlds: list[State], action: i64) -> vec[i64]:
    """By group of features what an action comes to, the sum over the worlds, as `add_groups` counts it."""
    sums = zeros(6)
    for world in worlds:
        trial = world.clone()
        trial.halt = END_OF_ROUND_STEP
        trial.apply(action)
        judge.add_groups(trial, sums)
    return sums


def millionths(value: i64) -> i64:
    """The share of the win that a value stands for, in millionths."""
    return i64(share(value) * MILLION)


@final
class Tree:
    """A search over what is played until the end of the round; `run` it as often as there is time.

    Each simulation goes down the tree in one of the worlds, by what was good so far and what looks good one action ahead,
    to an option that was not tried yet, and reports its value to all above. Numbers of an edge count simulations; sums are
    shares of player 0 in millionths.
    """

    def __init__(self, guesser: Judge, judge: Judge, worlds: list[State], room: i64) -> None:
        """A tree with room for so many simulations; the guesser says how options look, the judge what simulations come to."""
        self.guesser = guesser
        self.judge = judge
        self.worlds = worlds
        self.done: i64 = 0
        # ---- nodes
        self.nodes: i64 = 1
        self.first: vec[i64] = vec[i64]([-1] * (int(room) + 2))  # [node] its first edge
        # ---- edges
        self.edges: i64 = 0
        self.most: i64 = 12 * room + 64
        self.action: vec[i64] = zeros(12 * room + 64)
        self.next: vec[i64] = zeros(12 * room + 64)  # the next edge of the same node, -1 for none
        self.child: vec[i64] = zeros(12 * room + 64)  # its node, -1 before it was tried
        self.visits: vec[i64] = zeros(12 * room + 64)
        self.total: vec[i64] = zeros(12 * room + 64)
        self.guess: vec[i64] = zeros(12 * room + 64)  # the share that it looks like one action ahead
        self.path: vec[i64] = zeros(128)
        self.options: vec[i64] = zeros(64)

    def run(self, simulations: i64) -> None:
        """So many simulations more."""
        for _ in range(simulations):
            self.simulate(self.worlds[self.done % len(self.worlds)].clone())
            self.done += 1

    def lead(self) -> i64:
        """How many simulations the most simulated option is ahead of the next one."""
        most: i64 = 0
        second: i64 = 0
        edge: i64 = self.first[0]
        while edge >= 0:
            if self.visits[edge] > most:
                second = most
                most = self.visits[edge]
            elif self.visits[edge] > second:
                second = self.visits[edge]
            edge = self.next[edge]
        return most - second

    def groups(self, action: i64) -> vec[i64]:
        """By group of features what an option comes to if all go on as the search expects, the sum over the worlds."""
        sums = zeros(6)
        for world in self.worlds:
            g = world.clone()
            g.halt = END_OF_ROUND_STEP
            g.apply(action)
            node: i64 = self.child[self.find(0, action)]
            while node >= 0 and g.n_legal > 0 and g.phase != RESOLVE_PHASE:
                edge: i64 = self.most_visited(node, g)
                if edge < 0:
                    break
                g.apply(self.action[edge])
                node = self.child[edge]
            self.judge.add_groups(g, sums)
        return sums

    def most_visited(self, node: i64, g: State) -> i64:
        """The edge that was simulated most among what is legal here, -1 where none was."""
        best: i64 = -1
        most: i64 = 0
        for i in range(g.n_legal):
            edge: i64 = self.find(node, g.legal[i])
            if edge >= 0 and self.visits[edge] > most:
                most = self.visits[edge]
                best = edge
        return best

    def find(self, node: i64, action: i64) -> i64:
        """The edge of an action, -1 where there is none."""
        edge: i64 = self.first[node]
        while edge >= 0 and self.action[edge] != action:
            edge = self.next[edge]
        return edge

    def share_of(self, action: i64) -> i64:
        """The share of the win that player 0 expects after an option, in millionths."""
        edge: i64 = self.find(0, action)
        return (self.total[edge] + self.guess[edge]) // (self.visits[edge] + 1) if edge >= 0 else 500000

    def visits_of(self, action: i64) -> i64:
        """How often an option of the decision was simulated."""
        edge: i64 = self.find(0, action)
        return self.visits[edge] if edge >= 0 else 0

    def simulate(self, g: State) -> None:
        """Once down the tree and back."""
        g.halt = END_OF_ROUND_STEP
        node: i64 = 0
        depth: i64 = 0
        while node >= 0 and depth < DEEPEST and g.n_legal > 0 and g.phase != RESOLVE_PHASE:
            edge: i64 = self.choose(node, g)
            if edge < 0:
                break
            self.path[depth] = edge
            depth += 1
            g.apply(self.action[edge])
            node = self.child[edge]
            if node < 0 and self.nodes < len(self.first):
                self.child[edge] = self.nodes
                self.nodes += 1
        value: i64 = millionths(self.judge.value(g))
        for k in range(depth):
            self.visits[self.path[k]] += 1
            self.total[self.path[k]] += value

    def choose(self, node: i64, g: State) -> i64:
        """The edge to go on by: a good mean, or few visits for how good it looks. -1 where there is no more room."""
        me: i64 = g.player
        here: i64 = 0
        top: i64 = -1
        options = self.options
        n: i64 = 0
        for i in range(g.n_legal):
            if not in_order(g, g.legal[i]):
                continue
            edge: i64 = self.edge_of(node, g, g.legal[i])
            if edge < 0:
                return -1
            options[n] = edge
            n += 1
            here += self.visits[edge]
            guess: i64 = self.guess[edge] if me == 0 else 1000000 - self.guess[edge]
            if guess > top:
                top = guess
        weights: float = 0.0
        for i in range(n):
            weights += self.weight(options[i], me, top)
        reach: float = EXPLORE * math.sqrt(float(here + 1)) / weights
        best: i64 = -1
        most: float = -1.0
        for i in range(n):
            edge = options[i]
            tried: i64 = self.visits[edge]
            mean: float = float(self.total[edge] + self.guess[edge]) / float(tried + 1) / MILLION
            value: float = (mean if me == 0 else 1.0 - mean) + reach * self.weight(edge, me, top) / float(1 + tried)
            if value > most:
                most = value
                best = edge
        return best

    def weight(self, edge: i64, me: i64, top: i64) -> float:
        """How promising an option looks beside the best of its node, 0 to 1."""
        guess: i64 = self.guess[edge] if me == 0 else 1000000 - self.guess[edge]
        return math.exp(float(guess - top) / SPREAD)

    def edge_of(self, node: i64, g: State, action: i64) -> i64:
        """The edge of an action, made where it is new; -1 where there is no more room."""
        edge: i64 = self.find(node, action)
        if edge >= 0 or self.edges == self.most:
            return edge
        edge = self.edges
        self.edges += 1
        self.action[edge] = action
        self.next[edge] = self.first[node]
        self.first[node] = edge
        self.child[edge] = -1
        self.guess[edge] = millionths(self.guesser.after(g, action))
        return edge


def in_order(g: State, action: i64) -> bool:
    """Of the orders in which the same cards can go under the deck one is enough: the least worth lies deepest."""
    if action == DONE or g.asks == PLAY_TURN or g.asks == BURY_FROM_HAND or g.asks == CUT_DOWN:
        return True
    gone: i64 = g.c if g.asks == REFILL_PICK else g.b
    if gone == 0:
        return True
    last: i64 = g.title[g.deck[g.player * RING + g.bottom[g.player]]]
    title: i64 = action - FROM_HAND
    return WORTH[title] < WORTH[last] or (WORTH[title] == WORTH[last] and title <= last)
