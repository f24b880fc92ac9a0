"""Many games of bots, watched: what breaks, what is illegal, what takes too long, and what is never right."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ruinous import games
from ruinous.bots import base
from ruinous.bots.blunders import blunders
from ruinous.games import IllegalAction, Rules, State
from ruinous.lab.arena import number
from ruinous.lab.arena_pairing import filled

GRACE = 0.05  # seconds that an answer may come late


@dataclass(frozen=True)
class Task:
    """One game: its number decides its chance, and who sits where."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    number: int
    seconds: float | None  # what a bot is told to stop by


@dataclass
class Watched:
    """What some games of bots showed."""

    games: int = 0
    decisions: int = 0
    times: dict[str, Counter[int]] = field(default_factory=dict)  # by bot, milliseconds of a decision, rounded up
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)  # by bot and kind
    examples: dict[tuple[str, str], str] = field(default_factory=dict)

    def fault(self, bot: str, kind: str, where: str) -> None:
        """Count a fault, and keep the first of its kind as an example."""
        self.faults[bot, kind] += 1
        self.examples.setdefault((bot, kind), where)

    def add(self, other: Watched) -> None:
        """Count what others have counted."""
        self.games += other.games
        self.decisions += other.decisions
        self.faults.update(other.faults)
        self.examples = other.examples | self.examples
        for bot, times in other.times.items():
            self.times.setdefault(bot, Counter()).update(times)


def task(game: str, options: Mapping[str, Any], bots: Sequence[str], seed: int, number: int, seconds: float | None) -> Task:
    """Game `number` of these bots, who sit one further on from game to game. Raises LookupError."""
    everybody = filled(games.game(game), options, None, bots)
    turn = number % len(everybody)
    return Task(game, options, everybody[turn:] + everybody[:turn], seed, number, seconds)


def play(task: Task) -> Watched:
    """Play a game; it ends with the first thing that breaks."""
    rules, key = games.game(task.game), f"{task.seed} {task.number}"
    state = rules.new(task.options, number(key, "setup"))
    seated = dict(zip(rules.seats(state), task.bots, strict=True))
    bots = {seat: base.make(name, rules, seat, number(key, seat)) for seat, name in seated.items()}
    watched = Watched(games=1)
    while (seat := rules.to_move(state)) is not None:
        where = f"game {task.number}, decision {watched.decisions}, {seat}"
        sight = replace(base.look(rules, state, seat, number(key, watched.decisions)), seconds=task.seconds)
        begun = time.perf_counter()
        try:
            action = bots[seat].choose(sight)
            spent = time.perf_counter() - begun
            _watch(watched, rules, state, sight, seated[seat], action, where)
            state.play(action)
        except IllegalAction:
            watched.fault(seated[seat], "illegal action", where)
            return watched
        except Exception:  # whatever it is: a bot must never break
            watched.fault(seated[seat], "crash", f"{where}: {traceback.format_exc(limit=-1).splitlines()[-1]}")
            return watched
        watched.decisions += 1
        watched.times.setdefault(seated[seat], Counter())[int(spent * 1000) + 1] += 1
        if task.seconds is not None and spent > task.seconds + GRACE:
            watched.fault(seated[seat], "overrun", f"{where}: {spent:.2f} s")
    return watched


def _watch(watched: Watched, rules: Rules, state: State, sight: base.Sight, bot: str, action: int, where: str) -> None:
    if action not in sight.actions:
        return  # told when it is played
    for kind in blunders(rules, sight, action):
        watched.fault(bot, kind, f"{where}: {rules.text(state, action)}")
