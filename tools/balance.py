"""The balance of both games as games of bots among themselves show it: the tables of docs/balance.md.

    python tools/balance.py casters --games 4000 --bot rules
    python tools/balance.py oldworld --games 400 --bot rules --players 3 --edition faq2 --out games.jsonl

Casters: Deck 1 against Deck 2 with seats swapped (half the games each), and both mirrors (a quarter of that number each). The Old World:
all four Powers, or with `--players 3` every choice of three; with `--out` finished games are kept, and running again goes on.
"""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from ruinous import games
from ruinous.casters import events, tables
from ruinous.casters.names import BY_ROUNDS
from ruinous.lab import arena
from ruinous.lab.arena_file import played
from ruinous.lab.arena_result import Result
from ruinous.lab.jobs import processors, spread
from ruinous.lab.players import mover
from ruinous.lab.statistics import percentile, wilson

SEATS = ("one", "two")


@dataclass(frozen=True)
class Task:
    """Some games of one pairing."""

    decks: tuple[str, str]
    bot: str
    seed: int
    games: int


@dataclass
class Counted:
    """What the games of a task came to."""

    wins: Counter[str] = field(default_factory=Counter)  # "one", "two", "draw", "first", "by rounds"
    rounds: Counter[int] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)  # games (and seats) in which a card was drawn
    played: Counter[str] = field(default_factory=Counter)  # of those, in which it was played

    def add(self, other: "Counted") -> None:
        """Count what another result has counted."""
        for mine, more in ((self.wins, other.wins), (self.drawn, other.drawn), (self.played, other.played)):
            mine.update(more)
        self.rounds.update(other.rounds)


def play(task: Task) -> Counted:
    """Play the games of a task."""
    rules = games.game("casters")
    made = Counted()
    for seed in range(task.seed, task.seed + task.games):
        state = rules.new({"deck1": task.decks[0], "deck2": task.decks[1]}, seed)
        movers = {seat: mover(rules, task.bot, seat, seed * 2 + n) for n, seat in enumerate(SEATS)}
        while (seat := rules.to_move(state)) is not None:
            state.apply(movers[seat](state))
        outcome = rules.outcome(state)
        log = state.log or []
        assert outcome is not None
        first = next(SEATS[event[1]] for event in log if event[0] == events.FIRST_PLAYER)
        winner = outcome["winners"][0] if len(outcome["winners"]) == 1 else "draw"
        made.wins[winner] += 1
        made.wins["first"] += winner == first
        made.wins["by rounds"] += next(event[1] for event in log if event[0] == events.GAME_OVER) == BY_ROUNDS
        made.rounds[rules.round(state)] += 1
        seen = {(event[1], event[2]) for event in log if event[0] == events.DREW}
        used = {(event[1], event[2]) for event in log if event[0] in (events.PLAYED, events.PLAYED_BY_EFFECT)}
        made.drawn.update(tables.IDS[title] for _, title in seen)
        made.played.update(tables.IDS[title] for _, title in seen & used)
    return made


def pairing(decks: tuple[str, str], bot: str, seed: int, number: int, jobs: int) -> Counted:
    """All games of one pairing, spread over processes."""
    whole = Counted()
    pieces = [Task(decks, bot, start, min(25, seed + number - start)) for start in range(seed, seed + number, 25)]
    for result in spread(play, pieces, jobs):
        whole.add(result)
    return whole


def share(part: int, whole: int) -> str:
    """A share with its 95% interval, in percent."""
    low, high = wilson(part, whole)
    return f"{100 * part / whole:.1f}% ({100 * low:.1f} to {100 * high:.1f})"


def casters(given: argparse.Namespace) -> None:
    """Play Chaos Casters and print the tables."""
    half, quarter = given.games // 2, given.games // 4
    there = pairing(("1", "2"), given.bot, given.seed, half, given.jobs)
    back = pairing(("2", "1"), given.bot, given.seed, half, given.jobs)
    mirrors = {deck: pairing((deck, deck), given.bot, given.seed, quarter, given.jobs) for deck in ("1", "2")}
    both = Counted()
    both.add(there)
    both.add(back)
    first_deck = there.wins["one"] + back.wins["two"]
    second_deck = there.wins["two"] + back.wins["one"]
    print("| figure | value |\n|---|---|")
    print(f"| Deck 1 wins against Deck 2, of decided games | {share(first_deck, first_deck + second_deck)} |")
    print(f"| first player wins, of these games | {share(both.wins['first'], first_deck + second_deck)} |")
    print(f"| draws | {share(both.wins['draw'], 2 * half)} |")
    print(f"| decided by the round limit | {share(both.wins['by rounds'], 2 * half)} |")
    print(f"| rounds: 10th, 50th, 90th percentile | {', '.join(str(percentile(both.rounds, p)) for p in (10, 50, 90))} |")
    for deck, result in mirrors.items():
        decided = quarter - result.wins["draw"]
        print(f"| Deck {deck} mirror: first player wins, of decided games | {share(result.wins['first'], decided)} |")
        print(f"| Deck {deck} mirror: rounds | {', '.join(str(percentile(result.rounds, p)) for p in (10, 50, 90))} |")
    print("\n| card | played, of the games in which it was drawn |\n|---|---|")
    for card in sorted(both.drawn, key=lambda card: both.played[card] / both.drawn[card]):
        print(f"| {card} | {100 * both.played[card] / both.drawn[card]:.0f}% |")


def oldworld(given: argparse.Namespace) -> None:
    """Play Chaos in the Old World and print the tables."""
    rules = games.game("oldworld")
    players = given.players if given.players != 4 else None
    plan = arena.plan(rules, rules.read_options({"edition": given.edition}), players, [given.bot], given.seed, False)
    number = given.games if players is None else given.games // 4  # a block holds every choice of Powers
    result = Result(plan, played(plan, number, given.out, given.jobs, lambda _n: None))
    print(f"{len(result.games)} games of `{given.bot}`, {given.players} players, edition {given.edition}, seed {given.seed}:\n")
    print("| Power | won, of the games that it took part in |\n|---|---|")
    for power in result.chairs:
        found = result.share(given.bot, power)
        print(f"| {power.title()} | {100 * found.mean:.1f}% ({100 * found.low:.1f} to {100 * found.high:.1f}) |")
    none = result.none()
    print(f"| nobody | {100 * none.mean:.1f}% ({100 * none.low:.1f} to {100 * none.high:.1f}) |")
    reasons, rounds = Counter(game.reason for game in result.games), Counter(game.rounds for game in result.games)
    ends = ", ".join(f"{reason} {100 * times / len(result.games):.1f}%" for reason, times in sorted(reasons.items()))
    print(f"\nEnds: {ends}. Rounds: 10th, 50th, 90th percentile {', '.join(str(percentile(rounds, p)) for p in (10, 50, 90))}.\n")
    print("| end of round | " + " | ".join(map(str.title, result.chairs)) + " | mean | games |\n|---|" + "---|" * (len(result.chairs) + 2))
    for n in range(max(rounds)):
        points = {
            power: [
                game.course[n][list(game.scores).index(power)] for game in result.games if power in game.scores and len(game.course) > n
            ]
            for power in result.chairs
        }
        everybody = [value for values in points.values() for value in values]
        means = [f"{fmean(values):.1f}" if values else "" for values in (*points.values(), everybody)]
        print(f"| {n + 1} | {' | '.join(means)} | {len(everybody) // given.players} |")


def main() -> None:
    """Play a game and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("oldworld", "casters"))
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--bot", default="rules")
    parser.add_argument("--players", type=int, choices=(3, 4), default=4, help="Old World only")
    parser.add_argument("--edition", choices=("seed", "faq2"), default="seed", help="Old World only")
    parser.add_argument("--out", type=Path, help="Old World only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    casters(given) if given.game == "casters" else oldworld(given)


if __name__ == "__main__":
    main()
