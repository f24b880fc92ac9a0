"""Search at the root: options are played on in the same few sampled worlds with the same chance, and the worse half given up.

A simulation plays an option, then the round to its end as everybody would by the judge, among what the policy likes;
then the judge says what the position is worth to each Power. First one look ahead at every option says which are tried at all.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.oldworld import tasks
from ruinous.oldworld.data import zeros
from ruinous.oldworld.names import P
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_forecast import blank
from ruinous.thinking.oldworld_judge import Judge
from ruinous.thinking.oldworld_policy import Policy
from ruinous.thinking.oldworld_sampling import ONE_ROUND
from ruinous.thinking.oldworld_trial import Trial, after, belongs_to_turn

SIZE = 640  # options at most


@final
class Search:
    """The options of one decision of a Power. `look_ahead`, then `simulate` as often as wanted; `keep` between."""

    def __init__(self, judge: Judge, policy: Policy, me: i64, worlds: list[State], trust: float, own: i64, others: i64) -> None:
        """`trust`: how many simulations the look ahead counts for; `own`, `others`: in simulations, among how many options
        that the policy likes best the judge chooses for the own seat, and for every other.
        """
        self.me = me
        self.worlds = worlds
        self.trust = trust
        self.own = own
        self.others = others
        self.options: vec[i64] = zeros(SIZE)  # those still tried come first
        self.number: i64 = worlds[0].n_legal  # of options
        self.tried: i64 = worlds[0].n_legal  # of options still tried
        self.prior: vec[float] = blank(SIZE)  # [option] the own share of the win, by the look ahead
        self.sum: vec[float] = blank(SIZE)  # [option] sum of the own share, over the simulations
        self.count: vec[i64] = zeros(SIZE)
        self.speaks: vec[float] = blank(SIZE * 10)  # [option, group] sums
        self.amount: vec[float] = blank(SIZE * 10)
        self.rival: vec[float] = blank(SIZE)  # [option] sum of the strongest rival's share
        self.pairs: i64 = 0  # simulations since some were given up; by how much each is behind the first in them
        self.behind: vec[float] = blank(SIZE)
        self.squares: vec[float] = blank(SIZE)
        self.first: float = 0.0
        self.played: i64 = 0  # simulations of each option still tried
        self.policy = policy
        self.judge = judge
        self.trial = Trial(judge)
        for i in range(self.number):
            self.options[i] = worlds[0].legal[i]

    def look_ahead(self) -> None:
        """Judge the state after each option; the most promising come first."""
        world = self.worlds[0]
        share = self.judge.share
        for i in range(self.number):
            tried = self.trial.try_out(world, self.options[i], self.me)
            self.prior[i] = share[self.me]
            self.note(tried, i)
        self.sort()

    def value(self, i: i64) -> float:
        """What option i is worth by all that is known."""
        n: float = float(self.count[i]) + self.trust
        return (self.sum[i] + self.trust * self.prior[i]) / n if n > 0.0 else self.prior[i]

    def share(self, i: i64) -> float:
        """The own share of the win expected of option i."""
        return self.sum[i] / float(self.count[i]) if self.count[i] > 0 else self.prior[i]

    def sort(self) -> None:
        """The best of those still tried first; equals stay in their order."""
        for i in range(i64(1), self.tried):
            at: i64 = i
            while at > 0 and self.value(at) > self.value(at - 1) + 1e-12:
                self.swap(at, at - 1)
                at -= 1

    def swap(self, i: i64, j: i64) -> None:
        """Change the places of two options."""
        action: i64 = self.options[i]
        self.options[i] = self.options[j]
        self.options[j] = action
        n: i64 = self.count[i]
        self.count[i] = self.count[j]
        self.count[j] = n
        exchange(self.prior, i, j)
        exchange(self.sum, i, j)
        exchange(self.rival, i, j)
        for k in range(i64(10)):
            exchange(self.speaks, i * 10 + k, j * 10 + k)
            exchange(self.amount, i * 10 + k, j * 10 + k)

    def keep(self, number: i64) -> None:
        """Go on with the best so many alone."""
        self.sort()
        if number < self.tried:
            self.tried = number
        self.pairs = 0
        for i in range(self.tried):
            self.behind[i] = 0.0
            self.squares[i] = 0.0

    def simulate(self) -> None:
        """One more simulation of each option still tried, in the same world with the same chance."""
        world = self.worlds[self.played % len(self.worlds)]
        for i in range(self.tried):
            self.play_out(world, i)
        self.played += 1
        self.pairs += 1

    def play_out(self, root: State, i: i64) -> None:
        """One simulation of one option."""
        world = root.clone()
        world.tasks = ONE_ROUND  # type: ignore[assignment]
        world.set_chance(1000003 * (1 + self.played))
        policy = self.policy
        policy.reseed(7919 * (1 + self.played))
        world.apply(self.options[i])
        while world.n_legal > 0:
            if world.asks == tasks.SUMMONING_TURN:
                world.apply(self.judged(world, self.own if world.player == self.me else self.others))
            elif world.player == self.me and belongs_to_turn(world.asks):
                world.apply(self.answered(world))
            else:
                world.apply(policy.choose(world))
        if self.count[i] == 0:  # what the look ahead has left is no longer wanted
            self.rival[i] = 0.0
            for k in range(i64(10)):
                self.speaks[i * 10 + k] = 0.0
                self.amount[i * 10 + k] = 0.0
        judge = self.judge
        judge.look(world)
        worth: float = judge.share[self.me]
        self.sum[i] += worth
        self.count[i] += 1
        self.note(world, i)
        if i == 0:
            self.first = worth
        else:
            self.behind[i] += self.first - worth
            self.squares[i] += (self.first - worth) * (self.first - worth)

    def judged(self, world: State, width: i64) -> i64:
        """What the seat that is asked would do: the best, one action ahead, of so many options that the policy likes most."""
        policy = self.policy
        judge = self.judge
        policy.weigh(world)
        best: i64 = world.legal[0]
        most: float = -1.0
        who: i64 = world.player
        for _ in range(width):
            i: i64 = policy.take_best(world)
            if i < 0:
                return best
            judge.look(after(world, world.legal[i]))
            if judge.share[who] > most:
                most = judge.share[who]
                best = world.legal[i]
        return best

    def answered(self, world: State) -> i64:
        """What completes an own option best: which figure, where to."""
        share = self.judge.share
        best: i64 = world.legal[0]
        most: float = -1.0
        for i in range(world.n_legal):
            self.judge.look(after(world, world.legal[i]))
            if share[self.me] > most:
                most = share[self.me]
                best = world.legal[i]
        return best

    def note(self, world: State, i: i64) -> None:
        """Add what speaks for and against the state just judged to that of option i."""
        judge = self.judge
        judge.explain(world, self.me)
        for k in range(i64(10)):
            self.speaks[i * 10 + k] += judge.speaks[k]
            self.amount[i * 10 + k] += judge.amount[k]
        most: float = 0.0
        for p in range(P):
            if p != self.me and judge.share[p] > most:
                most = judge.share[p]
        self.rival[i] += most

    def clear(self) -> bool:
        """Whether the first option is ahead of each other one by three standard errors of the difference, in 8 or more pairs."""
        n: float = float(self.pairs)
        if self.pairs < 8:
            return self.tried < 2
        for i in range(i64(1), self.tried):
            mean: float = self.behind[i] / n
            spread: float = (self.squares[i] / n - mean * mean) / n
            if mean <= 0.0 or mean * mean < 9.0 * spread:
                return False
        return True


def exchange(v: vec[float], i: i64, j: i64) -> None:
    """Change two numbers of a vector."""
    x: float = v[i]
    v[i] = v[j]
    v[j] = x
