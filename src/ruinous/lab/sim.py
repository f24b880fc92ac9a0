"""Many games at once: who wins, why, when, and with which cards.

Game number n of a plan with seed s runs on seed s + n, chance and bots alike, so that a result depends on nothing but
the plan. Work is cut into pieces of a fixed size and put together in order: the number of processes changes nothing.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ruinous
from ruinous import games, record
from ruinous.games import Rules, State
from ruinous.lab.jobs import spread
from ruinous.lab.players import Mover, RandomChooser, mover
from ruinous.lab.statistics import summary

RANDOM = "random"
PIECE = 50  # games
CHOOSER = 1_000_003  # the random chooser's seed above that of the game
FAST_PIECE = 2000  # games of the compiled loop
_CHECKSUM = 2**48 - 1


@dataclass(frozen=True)
class Plan:
    """What is to be played. `bots` has one name for each seat."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    out: str | None = None  # folder for records
    details: bool = False  # also curves over the rounds, and cards


@dataclass
class Tally:
    """What some games came to; tallies add up."""

    games: int = 0
    decisions: int = 0
    none: int = 0  # games that nobody won
    wins: Counter[str] = field(default_factory=Counter)  # by seat; a shared victory counts for each
    reasons: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    scores: dict[str, Counter[int]] = field(default_factory=dict)  # by seat, victory points
    checksum: int = 0  # of every game with its number; the order in which they are counted does not matter
    # ---- details
    curves: dict[tuple[str, int], tuple[int, int, int]] = field(default_factory=dict)  # seat, round: games, sums of `standing`
    ruins: dict[int, tuple[int, int]] = field(default_factory=dict)  # round: games, sum of ruined regions
    cards: dict[tuple[str, str], tuple[int, int, int]] = field(default_factory=dict)  # seat, card: plays, games with it, of those won

    def ended(self, number: int, decisions: int, rounds: int, outcome: Mapping[str, Any]) -> None:
        """Count a finished game."""
        self.games += 1
        self.decisions += decisions
        self.none += not outcome["winners"]
        self.wins.update(outcome["winners"])
        self.reasons[outcome["reason"]] += 1
        self.rounds[rounds] += 1
        for seat, points in outcome["scores"].items():
            self.scores.setdefault(seat, Counter())[points] += 1
        told = f"{number} {decisions} {rounds} {outcome['reason']} {outcome['winners']} {outcome['scores']}"
        self.checksum = self.checksum + int(hashlib.sha256(told.encode()).hexdigest()[:12], 16) & _CHECKSUM

    def add(self, other: "Tally") -> None:
        """Count what another tally has counted."""
        self.games += other.games
        self.decisions += other.decisions
        self.none += other.none
        self.wins.update(other.wins)
        self.reasons.update(other.reasons)
        self.rounds.update(other.rounds)
        for seat, points in other.scores.items():
            self.scores.setdefault(seat, Counter()).update(points)
        self.checksum = self.checksum + other.checksum & _CHECKSUM
        add_up(self.curves, other.curves)
        add_up(self.ruins, other.ruins)
        add_up(self.cards, other.cards)


def add_up(sums: dict[Any, Any], more: Mapping[Any, tuple[int, ...]]) -> None:
    """Add tuples of numbers under their keys."""
    for key, values in more.items():
        sums[key] = tuple(map(sum, zip(sums[key], values, strict=True))) if key in sums else values


def fresh_seed() -> int:
    """A seed for those who give none; it is shown, so that everything can be played again."""
    return secrets.randbelow(2**32)


def plan(rules: Rules, options: Mapping[str, Any], bots: Sequence[str], seed: int) -> Plan:
    """A plan with a bot for every seat: a short list repeats its last. Raises LookupError for a bot there is not."""
    seats = rules.seats(rules.new(options, seed))
    names = (*bots, *[bots[-1]] * len(seats))[: len(seats)]
    for name, seat in zip(names, seats, strict=True):
        mover(rules, name, seat, seed)
    return Plan(rules.name, options, names, seed)


def run(plan: Plan, number: int, jobs: int, done: Callable[[float], None]) -> Tally:
    """Play so many games of a plan; `done` is told how many more are played."""
    tally = Tally()
    size = FAST_PIECE if is_fast(plan) else PIECE
    pieces = ((plan, first, min(size, number - first)) for first in range(0, number, size))
    for piece in spread(play, pieces, min(jobs, -(-number // size))):
        tally.add(piece)
        done(piece.games)
    return tally


def is_fast(plan: Plan) -> bool:
    """Whether the compiled loop of random games can play it: nothing but the ends is wanted."""
    return set(plan.bots) == {RANDOM} and plan.out is None and not plan.details


def play(piece: tuple[Plan, int, int]) -> Tally:
    """Play some games of a plan: the plan, the number of the first game, how many."""
    plan, first, number = piece
    rules = games.game(plan.game)
    tally = Tally()
    for n in range(first, first + number):
        play_one(rules, plan, n, tally)
    return tally


def document(plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    """The result for programs."""
    return {
        "game": plan.game,
        "rules": games.game(plan.game).version,
        "compiled": ruinous.compiled(),
        "games": tally.games,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
        "wins": {seat: tally.wins[seat] for seat in tally.scores},
        "none": tally.none,
        "reasons": dict(sorted(tally.reasons.items())),
        "rounds": summary(tally.rounds),
        "scores": {seat: summary(points) for seat, points in tally.scores.items()},
        "checksum": f"{tally.checksum:012x}",
    }


def play_one(rules: Rules, plan: Plan, number: int, tally: Tally) -> None:
    """Play game `number` of a plan and count it."""
    seed = plan.seed + number
    state = rules.new(plan.options, seed)
    if is_fast(plan):
        state.log = None
        decisions = rules.playout(state, seed + CHOOSER)
    elif plan.out is None:
        decisions = _follow(rules, plan, state, seed, state.play, tally)
    else:
        with (Path(plan.out) / f"{number:06}.ruin").open("w", encoding="utf-8") as sink:
            writer = record.Writer(sink, rules, state, plan.options, seed=seed)
            decisions = _follow(rules, plan, state, seed, writer.play, tally)
    outcome = rules.outcome(state)
    assert outcome is not None  # every game ends
    tally.ended(number, decisions, rules.round(state), outcome)


def _follow(rules: Rules, plan: Plan, state: State, seed: int, play: Callable[[int], None], tally: Tally) -> int:
    """Play a game to its end with the bots of the plan; returns the number of decisions."""
    movers = _movers(rules, plan, rules.seats(state), seed)
    details = Details(rules, state) if plan.details else None
    decisions = 0
    while not state.over:
        seat = rules.to_move(state)
        assert seat is not None  # the game is not over
        action = movers[seat](state)
        if details is not None:
            details.choice(seat, action)
        play(action)
        decisions += 1
        if details is not None:
            details.played()
    if details is not None:
        details.add_to(tally)
    return decisions


def _movers(rules: Rules, plan: Plan, seats: Sequence[str], seed: int) -> dict[str, Mover]:
    if set(plan.bots) == {RANDOM}:
        return dict.fromkeys(seats, RandomChooser(seed + CHOOSER))
    return {seat: mover(rules, name, seat, seed * len(seats) + i) for i, (seat, name) in enumerate(zip(seats, plan.bots, strict=True))}


def standing(view: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """By seat, the two numbers that tell how it stands: victory points and dial, or cards in deck and hand and those in the pit."""
    if "powers" in view:
        return {power: (sheet["vp"], sheet["dial"]) for power, sheet in view["powers"].items()}
    return {player: (sheet["deck"] + sheet["hand"], len(sheet["pit"])) for player, sheet in view["players"].items()}


class Details:
    """What the report tells of one game beyond its end."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.round = rules.round(state)
        self.curves: dict[tuple[str, int], tuple[int, int, int]] = {}
        self.ruins: dict[int, tuple[int, int]] = {}
        self.plays: Counter[tuple[str, str]] = Counter()

    def choice(self, seat: str, action: int) -> None:
        """Before an action is played."""
        described = self.rules.describe(self.state, action)
        if described["kind"] == "play":
            self.plays[seat, described["card"]] += 1

    def played(self) -> None:
        """After an action was played: at the end of a round everybody's standing is kept."""
        now = self.rules.round(self.state)
        if now == self.round and not self.state.over:
            return
        view = self.rules.view(self.state, None)
        for seat, (points, other) in standing(view).items():
            self.curves[seat, self.round] = (1, points, other)
        self.ruins[self.round] = (1, view.get("ruins_taken", 0))
        self.round = now

    def add_to(self, tally: Tally) -> None:
        """Count the finished game."""
        outcome = self.rules.outcome(self.state)
        assert outcome is not None  # the game is over
        add_up(tally.curves, self.curves)
        add_up(tally.ruins, self.ruins)
        add_up(tally.cards, {key: (plays, 1, int(key[0] in outcome["winners"])) for key, plays in self.plays.items()})
