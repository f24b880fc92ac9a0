"""Games between bots, and a clock that needs no time, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from ruinous import games
from ruinous.bots.base import Bot, look, make

RULES = games.game("oldworld")
Decision = tuple[games.State, str, Bot, int]  # before the action is played: the state, who decides, its bot, the seed of the look


class Clock:
    """A second passes whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def play(bots: Sequence[str], seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Decision]:
    """A game between bots, one for each seat; every decision before it is played. An illegal one raises IllegalAction."""
    state = RULES.new(options or {}, seed)
    seats = RULES.seats(state)
    players = {seat: make(name, RULES, seat, seed + i) for i, (seat, name) in enumerate(zip(seats, bots, strict=True))}
    n = 0
    while not state.over:
        seat = RULES.to_move(state)
        assert seat is not None
        n += 1
        yield state, seat, players[seat], n
        state.play(players[seat].choose(look(RULES, state, seat, n)))


def played(bots: Sequence[str], seed: int, options: Mapping[str, Any] | None = None) -> games.State:
    """The same game at its end."""
    *_, (state, _, _, _) = play(bots, seed, options)
    return state


def decisions_of(bot: str, wanted: int) -> Iterator[Decision]:
    """So many decisions of one kind of bot, from games that it plays against itself."""
    endless = (decision for seed in count() for decision in play([bot] * 4, seed))
    return islice(endless, wanted)
