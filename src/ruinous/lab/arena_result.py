"""What the blocks of an arena tell: shares, ranks, chairs, pairs, ratings, each with its 95% interval.

A victory counts 1, a shared one its part, for the bot on the chair; the share of a bot is the mean over the chairs that it held,
so that par is (1 - share of games that nobody won) / seats. Every interval comes from the means of blocks, that of a rating from
blocks drawn again.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

import ruinous
from ruinous import games
from ruinous.lab.arena import Block, Game, Plan, seats_of
from ruinous.lab.arena_pairing import LineUp
from ruinous.lab.arena_ratings import ELO, NOBODY, Chair, Model, Won, add
from ruinous.lab.statistics import Estimate, estimate, share, summary

RESAMPLED = 200


@dataclass(frozen=True)
class Row:
    """What one game was to one chair of it."""

    bot: str
    chair: str
    credit: float  # of the victory, 0 to 1
    rank: float  # 1 is the first; equal ones share the mean of their ranks
    score: int
    margin: int  # above the best score of the others


def rows(up: LineUp, game: Game) -> list[Row]:
    """A game chair by chair: winners come first, the others by their scores."""
    order = [(seat in game.winners, game.scores[seat]) for seat in up.seats]
    made = []
    for n, (seat, chair, bot) in enumerate(zip(up.seats, up.chairs, up.bots, strict=True)):
        credit = 1 / len(game.winners) if seat in game.winners else 0.0
        rank = 1 + sum(other > order[n] for other in order) + (order.count(order[n]) - 1) / 2
        best = max(game.scores[other] for other in up.seats if other != seat)
        made.append(Row(bot, chair, credit, rank, game.scores[seat], game.scores[seat] - best))
    return made


class Result:
    """The blocks of a plan, ready to be asked."""

    def __init__(self, plan: Plan, blocks: Iterable[Block]) -> None:
        self.plan = plan
        self.bots = tuple(dict.fromkeys(bot for match in plan.matches for bot in match))
        self.games: list[Game] = []
        self.blocks: dict[int, list[Row]] = defaultdict(list)  # by number, those of all matches together
        self.matches: dict[int, list[list[Row]]] = defaultdict(list)  # by match
        self.nobody: dict[int, list[float]] = defaultdict(list)  # by number
        self.won: dict[int, Won] = defaultdict(dict)  # by number
        for block in blocks:
            here = []
            for up, game in zip(seats_of(plan, block), block.games, strict=True):
                found = rows(up, game)
                here += found
                self.nobody[block.number].append(float(not game.winners))
                line_up: tuple[Chair, ...] = tuple((row.bot, row.chair) for row in found)
                victories = [(chair, row.credit) for row, chair in zip(found, line_up, strict=True) if row.credit]
                for winner, credit in victories or [(NOBODY, 1.0)]:
                    add(self.won[block.number], (line_up, winner), credit)
            self.games += block.games
            self.matches[block.match].append(here)
            self.blocks[block.number] += here
        self.chairs = tuple(dict.fromkeys(row.chair for found in self.blocks.values() for row in found))
        self.chairs = tuple(sorted(self.chairs, key=self._order))

    def _order(self, chair: str) -> tuple[int, str]:
        seat = chair.partition("/")[0]
        rules = games.game(self.plan.game)
        everybody = next((option.values for option in rules.options if option.name == "players"), ())
        return (everybody.index(seat) if seat in everybody else 0, chair)

    def none(self) -> Estimate:
        """The share of games that nobody won."""
        return share([fmean(found) for found in self.nobody.values()])

    def share(self, bot: str, chair: str | None = None) -> Estimate:
        """A bot's share of the victories, on every chair or on one."""
        return share(_means(self.blocks.values(), bot, chair, "credit"))

    def mean(self, bot: str, what: str) -> Estimate:
        """A bot's mean `rank`, `score` or `margin`."""
        return estimate(_means(self.blocks.values(), bot, None, what))

    def edge(self, bot: str, baseline: str, chair: str) -> Estimate:
        """How much larger a bot's share on a chair is than that of the baseline on the same chair with the same chance."""
        differences = []
        for found in self.blocks.values():
            mine = _means([found], bot, chair, "credit")
            theirs = _means([found], baseline, chair, "credit")
            if mine and theirs:
                differences.append(mine[0] - theirs[0])
        half = share([(1 + difference) / 2 for difference in differences])
        return Estimate(2 * half.mean - 1, 2 * half.low - 1, 2 * half.high - 1)

    def pair(self, match: int) -> Estimate:
        """The share of the challenger, the first bot, of one match."""
        return share(_means(self.matches[match], self.plan.matches[match][0], None, "credit"))

    def elo(self) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
        """Ratings of the bots above the last one, and of the chairs above their mean."""
        whole = self._fitted(self.won.values(), None)
        chance = Random(0)
        samples = list(self.won.values())
        drawn = [self._fitted(chance.choices(samples, k=len(samples)), whole) for _ in range(RESAMPLED)]
        last = self.bots[-1]

        def bot(model: Model, name: str) -> float:
            return ELO * (model.skill(name) - model.skill(last))

        def chair(model: Model, name: str) -> float:
            return ELO * (model.effect(name) - fmean(model.effect(other) for other in self.chairs))

        return (
            {name: _resampled(bot(whole, name), [bot(model, name) for model in drawn]) for name in self.bots[:-1]}
            | {last: Estimate(0.0, 0.0, 0.0)},
            {name: _resampled(chair(whole, name), [chair(model, name) for model in drawn]) for name in self.chairs},
        )

    def _fitted(self, results: Iterable[Won], start: Model | None) -> Model:
        together: Won = {}
        for won in results:
            for key, credit in won.items():
                add(together, key, credit)
        model = Model(self.bots, self.chairs)
        if start is not None:
            model.values = start.values
        return model.fit(together)

    def document(self) -> dict[str, Any]:
        """All of it for programs."""
        baseline = self.bots[-1]
        rules = games.game(self.plan.game)
        seats = len(self.plan.matches[0])
        none = self.none()
        elo, effects = self.elo()
        made = {
            "game": rules.name,
            "rules": rules.version,
            "compiled": ruinous.compiled(),
            "bots": list(self.bots),
            "seed": self.plan.seed,
            "options": dict(self.plan.options),
            "blocks": len(self.blocks),
            "games": len(self.games),
            "none": sum(not game.winners for game in self.games),
            "none_share": none.document(),
            "par": round((1 - none.mean) / seats, 5),
            "share": {bot: self.share(bot).document() for bot in self.bots},
            "by_seat": {
                chair: {bot: self.share(bot, chair).document() for bot in self.bots if self._sat(bot, chair)} for chair in self.chairs
            },
            "edge": {
                chair: {bot: self.edge(bot, baseline, chair).document() for bot in self.bots[:-1] if self._sat(bot, chair)}
                for chair in self.chairs
            },
            "elo": {bot: rating.document() for bot, rating in elo.items()},
            "chair_elo": {chair: rating.document() for chair, rating in effects.items()},
            **{what: {bot: self.mean(bot, what).document() for bot in self.bots} for what in ("rank", "score", "margin")},
            "reasons": dict(sorted(Counter(game.reason for game in self.games).items())),
            "rounds": summary(Counter(game.rounds for game in self.games)),
            "decisions": sum(game.decisions for game in self.games),
        }
        if len(self.plan.matches) > 1:
            made["matrix"] = self._matrix(seats)
        return made

    def _matrix(self, seats: int) -> dict[str, dict[str, dict[str, float | None]]]:
        """Challenger, the other bot: the challenger's share. With two seats each match tells both."""
        made: dict[str, dict[str, dict[str, float | None]]] = {bot: {} for bot in self.bots}
        for n, match in enumerate(self.plan.matches):
            made[match[0]][match[-1]] = self.pair(n).document()
            if seats == 2:
                made[match[-1]][match[0]] = share(_means(self.matches[n], match[-1], None, "credit")).document()
        return made

    def _sat(self, bot: str, chair: str) -> bool:
        return any(row.bot == bot and row.chair == chair for found in self.blocks.values() for row in found)


def challenger(plan: Plan, block: Block) -> float:
    """The share of the first bot in one block."""
    found = [row for up, game in zip(seats_of(plan, block), block.games, strict=True) for row in rows(up, game)]
    return _means([found], plan.matches[block.match][0], None, "credit")[0]


def _means(blocks: Iterable[Sequence[Row]], bot: str, chair: str | None, what: str) -> list[float]:
    """The mean of each block over the rows of a bot, on every chair or on one; blocks without any are left out."""
    found = ([getattr(row, what) for row in block if row.bot == bot and chair in (None, row.chair)] for block in blocks)
    return [fmean(values) for values in found if values]


def _resampled(value: float, values: Sequence[float]) -> Estimate:
    """A value with the middle 95% of what other samples came to; without limits where they all came to the same."""
    ordered = sorted(values)
    if ordered[-1] - ordered[0] < 1e-6:
        return Estimate(value, -math.inf, math.inf)
    cut = round(0.025 * len(ordered))
    return Estimate(value, ordered[cut], ordered[-1 - cut])
