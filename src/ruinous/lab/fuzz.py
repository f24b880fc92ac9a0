"""Random games under every invariant, with random options; whatever fails is kept as a record that can be rerun."""

import contextlib
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from ruinous import games, record
from ruinous.games import Rules
from ruinous.lab import invariants
from ruinous.lab.jobs import spread

GAMES_A_TASK = 10


@dataclass(frozen=True)
class Task:
    """Some games to play: their numbers are their seeds."""

    game: str
    first: int
    games: int


@dataclass(frozen=True)
class Failure:
    """One game in which something did not hold."""

    game: str
    seed: int
    actions: int
    problem: str
    record: str  # the text of the record up to and with the action that failed
    place: Path | None = None

    @property
    def what(self) -> str:
        """What failed, for programs."""
        return f"{self.game}, seed {self.seed}, after {self.actions} actions: {self.problem}"


@dataclass(frozen=True)
class Result:
    """What some games came to; the first failure ends the work."""

    games: int
    decisions: int
    failure: Failure | None
    seconds: float = 0.0
    first: int = 0

    def document(self) -> dict[str, Any]:
        """The same for programs."""
        failed = self.failure
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "seed": self.first,
            "failure": None if failed is None else {"seed": failed.seed, "what": failed.what, "record": str(failed.place)},
        }


def run(rules: Rules, first: int, number: int | None, minutes: float | None, jobs: int, out: Path, done: Callable[[float], None]) -> Result:
    """Play `number` games, or for so many minutes; keep the record of the first failure in the folder `out`."""
    begun = time.monotonic()
    played = decisions = 0
    for result in spread(play, _tasks(rules.name, first, number, begun, minutes), jobs):
        played += result.games
        decisions += result.decisions
        done(result.games)
        if result.failure is not None:
            failure = _keep(result.failure, out)
            return Result(played, decisions, failure, time.monotonic() - begun, first)
    return Result(played, decisions, None, time.monotonic() - begun, first)


def _tasks(game: str, first: int, number: int | None, begun: float, minutes: float | None) -> Iterator[Task]:
    given = 0
    while (number is None or given < number) and (minutes is None or time.monotonic() < begun + minutes * 60):
        n = GAMES_A_TASK if number is None else min(GAMES_A_TASK, number - given)
        yield Task(game, first + given, n)
        given += n


def _keep(failure: Failure, out: Path) -> Failure:
    place = out / f"fuzz-{failure.game}-{failure.seed}.ruin"
    place.write_text(failure.record, encoding="utf-8")
    return replace(failure, place=place)


def play(task: Task) -> Result:
    """Play the games of one task, up to the first failure."""
    rules = games.game(task.game)
    decisions = 0
    for number in range(task.games):
        n, failure = play_one(rules, task.first + number)
        decisions += n
        if failure is not None:
            return Result(number + 1, decisions, failure)
    return Result(task.games, decisions, None)


def random_options(rules: Rules, chance: Random) -> dict[str, Any]:
    """Options of a game, each drawn at random from what it can be."""
    given: dict[str, Any] = {}
    for option in rules.options:
        if option.draw is not None:
            given[option.name] = option.draw(chance.randrange)
        elif option.many:
            n = chance.randint(option.least, len(option.values))
            given[option.name] = chance.sample(option.values, n)
        else:
            given[option.name] = chance.choice(option.values)
    return rules.read_options(given)


def play_one(rules: Rules, seed: int) -> tuple[int, Failure | None]:
    """One random game; how many decisions, and what failed."""
    chance = Random(seed)
    options = random_options(rules, chance)
    state = rules.new(options, seed)
    actions: list[int] = []
    try:
        watch = invariants.Watch(rules, state)
        watch.step(state, None)
        while not state.over:
            actions.append(chance.choice(state.legal_actions()))
            state.play(actions[-1])
            watch.step(state, actions[-1])
    except Exception as problem:  # whatever it is, the game that shows it is what helps
        what = f"{type(problem).__name__}: {problem}"
        return len(actions), Failure(rules.name, seed, len(actions), what, _record(rules, options, seed, actions))
    return len(actions), None


def _record(rules: Rules, options: dict[str, Any], seed: int, actions: list[int]) -> str:
    """The record of a game that failed, as far as it can be played again."""
    sink = io.StringIO()
    state = rules.new(options, seed)
    writer = record.Writer(sink, rules, state, options, seed=seed)
    with contextlib.suppress(Exception):  # the failure may lie in the last action; what led to it is in the record
        for action in actions:
            writer.play(action)
    return sink.getvalue()
