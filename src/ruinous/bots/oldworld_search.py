"""The bots `l4` and `l5` for Chaos in the Old World: they play options on in sampled worlds before they choose (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ruinous.bots.base import Sight
from ruinous.bots.oldworld_learned import LearnedBot
from ruinous.games import Rules
from ruinous.oldworld import tasks
from ruinous.thinking.oldworld_search import Search

SMALL = 5  # questions outside a summoning turn get one simulation of so many
OF_THE_TIME = 0.9  # that may be used up, since a simulation is not broken off


class SearchBot(LearnedBot):
    """Sequential halving: each round of simulations tries the options left in the same worlds, and the worse half is given up.

    `simulations` is the number for a decision of a summoning turn, less where the choice is clear before. With the same
    sight and seed the choice is the same, unless the sight has a time limit and that comes first.
    """

    seconds = 1.0  # at a table
    simulations = 160
    options = 32  # that are played on at all, the most promising one action ahead
    least = 2  # simulations of each option in a round, while there are enough
    worlds = 8
    trust = 4.0  # simulations that the look ahead counts for
    own = 6  # in simulations the judge chooses for the bot's own seat among so many options that the policy likes best
    others = 4  # and for every other seat among so many

    def __init__(
        self,
        rules: Rules,
        seat: str,
        seed: int,
        simulations: int | None = None,
        clock: Callable[[], float] = monotonic,
        by: list[float] | None = None,
        style: str = "",
    ) -> None:
        super().__init__(rules, seat, seed, by, style)
        self._clock = clock
        if simulations is not None:
            self.simulations = simulations

    def search(self, sight: Sight) -> Search:
        """Search until the simulations or the time are used up; the best option is then the first."""
        end = None if sight.seconds is None else self._clock() + OF_THE_TIME * sight.seconds
        search = self._look_ahead(sight)
        left = self.simulations if search.worlds[0].asks == tasks.SUMMONING_TURN else self.simulations // SMALL
        search.keep(max(2, min(self.options, left // 4)))
        for halvings in range((int(search.tried) - 1).bit_length(), 0, -1):
            tried = int(search.tried)
            times = max(1, min(self.least, left // tried), left // (halvings * tried))
            left -= times * tried
            for _ in range(times):
                if search.clear() or (end is not None and self._clock() > end):
                    search.keep(1)
                    return search
                search.simulate()
            search.keep((tried + 1) // 2)
        return search


class ExpertBot(SearchBot):
    """More of everything."""

    seconds = 2.5
    simulations = 512
    options = 48
    worlds = 16
    own = 8
    others = 6
