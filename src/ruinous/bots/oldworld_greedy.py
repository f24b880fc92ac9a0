"""The bot `greedy` for Chaos in the Old World: it tries every option and plays the one after which its share of the win is greatest."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ruinous.bots.base import Advice, Sight
from ruinous.bots.blunders import sensibly
from ruinous.bots.oldworld_outcome import NAMES, Outcome, outcome
from ruinous.bots.styles import by_liking
from ruinous.bots.weighing import ENOUGH, Reasons, enough
from ruinous.games import Rules
from ruinous.oldworld import tables
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_judge import Judge, learned_weights
from ruinous.thinking.oldworld_policy import Policy, learned_rows
from ruinous.thinking.oldworld_search import Search

MOST_REASONS = 3
FAINT = 0.04  # a group of features that changes log odds by less is no third reason, though two are told however faint they are
FAINTEST = 0.005  # by less, no reason at all
LEAST = 0.05  # nor is an amount that would be shown as 0


class GreedyBot:
    """One action ahead; what others hold it takes from a world of its sampler. Equals: the first. Nothing that is never right."""

    worlds = 1
    trust = 1.0
    own = 0
    others = 0
    weights = staticmethod(learned_weights)

    def __init__(self, rules: Rules, seat: str, _seed: int, by: list[float] | None = None, style: str = "") -> None:
        """A bot for a seat; `by` are the weights it judges by, if not its own; `style` is one of STYLES, or none."""
        self._rules = rules
        self._me = tables.POWERS.index(seat)
        self._judge = Judge(self.weights() if by is None else by)
        self._policy = Policy(learned_rows(), 1)
        self._style = style

    def choose(self, sight: Sight, /) -> int:
        """The action of the greatest share of the win."""
        if len(sight.actions) == 1:
            return sight.actions[0]
        return sensibly(self._rules, sight, by_liking(self.search(sight), self._style))[0]

    def advise(self, sight: Sight) -> list[Advice]:
        """Every option with the share of the win that it expects, and why, the best first."""
        search = self.search(sight)
        best = sensibly(self._rules, sight, by_liking(search, self._style))[0]
        return sorted(advice(search), key=lambda advice: advice.action != best)

    def search(self, sight: Sight) -> Search:
        """The options weighed, the best first."""
        return self._look_ahead(sight)

    def _look_ahead(self, sight: Sight) -> Search:
        worlds = [cast(State, sight.sampler(sight.seed + n)) for n in range(self.worlds)]
        search = Search(self._judge, self._policy, self._me, worlds, self.trust, self.own, self.others)
        search.look_ahead()
        return search


def advice(search: Search) -> list[Advice]:
    """What a search has found. Reasons say what speaks for the best option, and how every other one differs from it.

    Options that were played on are set against such options alone.
    """
    found: list[Advice] = []
    outcomes = [outcome(search, i) for i in range(search.number)]
    played = [search.count[i] > 0 for i in range(search.number)]
    worst = 1.0
    for i in range(search.number):
        worst = min(worst, search.share(i))  # an option given up early was worth no more than those preferred to it
        alike = [outcomes[j] for j in range(search.number) if j != i and played[j] == played[i]]
        said: Reasons = ()
        if i == 0 and alike:
            said = max((reasons(outcomes[0], other, worst, for_it=True) for other in (alike[0], average(alike))), key=_told)
        elif alike and played[0] == played[i]:
            said = reasons(outcomes[i], alike[0], worst)
        found.append(Advice(int(search.options[i]), worst, said))
    best, others = found[0], [one.value for one, also in zip(found[1:], played[1:], strict=True) if also == played[0]]
    found[0] = replace(best, reasons=enough(best.reasons, best.value, others))
    return found


def _told(said: Reasons) -> int:
    """How much is told, of which more than enough counts no more: of two the first then."""
    return min(ENOUGH, len(said))


def average(outcomes: list[Outcome]) -> Outcome:
    """What some options come to on average."""
    return [(sum(a for a, _ in column) / len(column), sum(b for _, b in column) / len(column)) for column in zip(*outcomes, strict=True)]


def reasons(own: Outcome, other: Outcome, share: float, *, for_it: bool = False) -> Reasons:
    """The few names by which two outcomes differ most, with the difference of their amounts; `for_it`: those that speak for the first.

    Where the amount is the same and something else about it counts, as which upgrade it is: `which_NAME`, with what that is worth in points
    of 100 of the win, of which about a `share` is expected.
    """
    point = 100 * share * (1 - share)  # of the win, for one of log odds
    changes: list[tuple[float, str, float]] = []
    for name, (weight, amount), (weight_of_other, amount_of_other) in zip(NAMES, own, other, strict=True):
        change, difference = weight - weight_of_other, round(amount - amount_of_other, 1)
        if abs(difference) < LEAST:
            name, difference = f"which_{name}", round(change * point, 1)
        if abs(change) >= FAINTEST and abs(difference) >= LEAST and (change > 0 or not for_it):
            changes.append((change, name, difference))
    changes.sort(key=lambda change: -abs(change[0]))
    told = [(name, amount) for n, (weight, name, amount) in enumerate(changes) if n < ENOUGH or abs(weight) >= FAINT]
    return tuple(told[:MOST_REASONS])
