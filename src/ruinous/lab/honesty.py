"""Does a bot decide by what its seat knows, and by nothing else?

At many decisions of its own games a bot is asked twice, made anew each time from the same seed: once in the game, once in another
world that its seat cannot tell from the game. What it answers must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruinous.games import Rules, State
from ruinous.lab.arena import number
from ruinous.lab.players import Mover, mover


@dataclass(frozen=True)
class Difference:
    """One decision that changed with something the bot cannot know."""

    game: int
    decision: int
    seat: str
    action: str
    otherwise: str

    def __str__(self) -> str:
        return f"game {self.game}, decision {self.decision}, {self.seat}: {self.action!r}, in another world {self.otherwise!r}"


@dataclass
class Findings:
    """What some decisions of a bot showed."""

    decisions: int = 0
    hidden: int = 0  # of these, how many where something was hidden from the bot at all
    differences: list[Difference] = field(default_factory=list)


def check(rules: Rules, name: str, decisions: int, seed: int) -> Findings:
    """Ask a bot at so many decisions of games against itself. Raises LookupError for a bot that there is not."""
    found = Findings()
    for game, n, state, seat in decisions_of(rules, name, seed):
        found.decisions += 1
        key = f"{seed} {game} {n}"
        other = rules.sample_world(state, seat, number(key, "world"))
        found.hidden += rules.checksum(other) != rules.checksum(state)
        chosen, otherwise = (_ask(rules, name, world, seat, number(key, "bot")) for world in (state, other))
        if chosen != otherwise:
            found.differences.append(Difference(game, n, seat, rules.text(state, chosen), rules.text(state, otherwise)))
        if found.decisions == decisions:
            return found
    raise AssertionError("games never cease")


def _ask(rules: Rules, name: str, state: State, seat: str, seed: int) -> int:
    return mover(rules, name, seat, seed)(state)


def decisions_of(rules: Rules, name: str, seed: int) -> Iterator[tuple[int, int, State, str]]:
    """Every decision of endless games of a bot against itself, before it is made: game, decision, state, seat."""
    game = 0
    while True:
        state = rules.new(rules.read_options({}), number(f"{seed} {game}", "setup"))
        movers: dict[str, Mover] = {seat: mover(rules, name, seat, number(f"{seed} {game}", seat)) for seat in rules.seats(state)}
        n = 0
        while (seat := rules.to_move(state)) is not None:
            yield game, n, state, seat
            state.play(movers[seat](state))
            n += 1
        game += 1
