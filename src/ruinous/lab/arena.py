"""The arena: bots against bots in blocks of paired games, so that what differs between them is the bots.

A block is one number, from which come the set-up, the chance before every action, and each seat's own chance. It is played once
for every way of seating the bots (`arena_pairing`). What blocks tell is worked out in `arena_result`; games of one block are
alike, so nothing is ever worked out from single games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from ruinous import games
from ruinous.engine.rng import MASK62
from ruinous.games import Rules
from ruinous.lab.arena_pairing import LineUp, filled, line_ups, settings
from ruinous.lab.jobs import spread
from ruinous.lab.players import mover
from ruinous.lab.sim import standing
from ruinous.text import texts


@dataclass(frozen=True)
class Plan:
    """What is to be played: `matches` are line-ups of bots, one for each seat; each block is played by all of them."""

    game: str
    options: Mapping[str, Any]
    players: int | None  # with a number: every choice of so many seats
    matches: tuple[tuple[str, ...], ...]
    seed: int


@dataclass(frozen=True)
class Game:
    """What one game came to."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    reason: str
    rounds: int
    decisions: int
    course: tuple[tuple[int, ...], ...] = ()  # by round, at its end and by seat, the points (in Casters the cards in deck and hand)


@dataclass(frozen=True)
class Block:
    """One block of one match: `games` in the order of `line_ups`."""

    match: int
    number: int
    games: tuple[Game, ...]


def plan(rules: Rules, options: Mapping[str, Any], players: int | None, bots: Sequence[str], seed: int, everybody: bool) -> Plan:
    """A plan for these bots; with `everybody` each as challenger of each other one. Raises LookupError for what there is not."""
    seats = rules.seats(rules.new(settings(rules, options, players)[0], 0))
    for name in bots:
        mover(rules, name, seats[0], seed)
    pairs: Iterable[Sequence[str]] = (combinations if len(seats) == 2 else permutations)(dict.fromkeys(bots), 2) if everybody else [bots]
    matches = tuple(filled(rules, options, players, pair) for pair in pairs)
    if not matches:
        raise LookupError(texts("asked").say("round_robin"))
    return Plan(rules.name, options, players, matches, seed)


def run(plan: Plan, blocks: int, known: Sequence[Block], jobs: int, done: Callable[[float], None]) -> Iterator[Block]:
    """The blocks of a plan in their order: those that are `known`, the first of them, then those played now."""
    tasks = [(plan, match, number) for number in range(blocks) for match in range(len(plan.matches))]
    for block in known[: len(tasks)]:
        done(1)
        yield block
    left = tasks[len(known) :]
    for block in spread(play, left, min(jobs, len(left)) or 1):
        done(1)
        yield block


def seats_of(plan: Plan, block: Block) -> list[LineUp]:
    """Who sat where in the games of a block."""
    return line_ups(games.game(plan.game), plan.options, plan.players, plan.matches[block.match], block.number)


def play(task: tuple[Plan, int, int]) -> Block:
    """Play a block: the plan, the number of the match, the number of the block."""
    plan, match, block = task
    rules = games.game(plan.game)
    ups = line_ups(rules, plan.options, plan.players, plan.matches[match], block)
    return Block(match, block, tuple(_play(rules, up, f"{plan.seed} {block}") for up in ups))


def _play(rules: Rules, up: LineUp, key: str) -> Game:
    state = rules.new(up.options, number(key, "setup"))
    state.log = None
    movers = {seat: mover(rules, bot, seat, number(key, seat)) for seat, bot in zip(up.seats, up.bots, strict=True)}
    decisions = 0
    course = []
    while (seat := rules.to_move(state)) is not None:
        action = movers[seat](state)
        now = rules.round(state)
        state.set_chance(number(key, decisions))
        state.play(action)
        decisions += 1
        if now and (state.over or rules.round(state) > now):
            all_seats = standing(rules.view(state, None))
            course.append(tuple(all_seats[seat][0] for seat in up.seats))
    outcome = rules.outcome(state)
    assert outcome is not None  # every game ends
    return Game(tuple(outcome["winners"]), outcome["scores"], outcome["reason"], rules.round(state), decisions, tuple(course))


def number(key: str, what: str | int) -> int:
    """62 bits that belong to this key and to what they are for."""
    return int.from_bytes(hashlib.blake2b(f"{key} {what}".encode(), digest_size=8).digest()) & int(MASK62)
