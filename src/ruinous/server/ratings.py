"""Ratings of people, by the Plackett-Luce model of openskill: one for each game, and one for each Power or deck of it.

Numbers only: who is rated is the business of `results.py`.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce

_model: Final = PlackettLuce()


class Rating(Struct, frozen=True):
    """What is believed of somebody's skill: its mean and the uncertainty about it."""

    mu: float
    sigma: float
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating that people see: skill that is there with near certainty, about 0 for a newcomer, in steps like Elo's."""
        return round(40 * (self.mu - 3 * self.sigma))


def newcomer() -> Rating:
    """What is believed of somebody of whom nothing is known."""
    fresh = _model.rating()
    return Rating(fresh.mu, fresh.sigma)


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended with these ranks (0 is best, equal ranks shared)."""
    teams = [[_model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma, one.games + 1) for team, one in zip(after, before, strict=True)]


def ranks(seats: Sequence[str], winners: Sequence[str], scores: dict[str, int]) -> list[int]:
    """The rank of each seat: winners first (together), then by score; equal scores share a rank. With no winner all are equal."""
    if not winners:
        return [0] * len(seats)
    worth = [(seat in winners, 0 if seat in winners else scores.get(seat, 0)) for seat in seats]
    return [sum(other > mine for other in worth) for mine in worth]
