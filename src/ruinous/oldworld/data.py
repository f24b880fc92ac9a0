"""The tables as vectors, and what can be worked out from them once."""

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.oldworld import tables
from ruinous.oldworld.names import R


def vector(values: Iterable[int]) -> vec[i64]:
    """A vector of these numbers."""
    return vec[i64](values)


def zeros(n: int) -> vec[i64]:
    """A vector of n zeros."""
    return vec[i64]([0] * n)


def adjacency() -> vec[i64]:
    """The neighbours of each region as a bit mask (old-world.md 2)."""
    masks = [0] * len(tables.REGIONS)
    for one, other in tables.BORDERS:
        a, b = tables.REGIONS.index(one), tables.REGIONS.index(other)
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return vector(masks)


ADJACENT: Final = adjacency()


def reach_of(here: int) -> int:
    """Where somebody with figures in these regions may summon: there and next to it; anywhere with none (old-world.md 7.3)."""
    reach = here
    for r in range(9):
        if here >> r & 1:
            reach |= ADJACENT[r]
    return reach or 511


def by_kind(rows: tuple[tuple[int, ...], ...]) -> vec[i64]:
    """[power, kind] with a fourth kind, the Horror on a card space, that is as the third warrior."""
    flat: list[int] = []
    for row in rows:
        flat += [row[0], row[1], row[2], row[1]]
    return vector(flat)


def dial_column(column: int) -> vec[i64]:
    """[power, position] of the dials: 0 threat, 1 effect, 2 amount; twelve places for each Power."""
    flat: list[int] = []
    for dial in tables.DIALS:
        values: list[int] = []
        for threat, effect, amount in dial:
            values.append(threat if column == 0 else amount if column == 2 else tables.DIAL_EFFECTS.index(effect) if effect else -1)
        flat += values + [0] * (12 - len(values))
    return vector(flat)


def flat_cards() -> list[tuple[str, int, int, int, str]]:
    """The 30 titles of Chaos cards in the order of their numbers."""
    cards: list[tuple[str, int, int, int, str]] = []
    for own in tables.CHAOS_CARDS:
        cards.extend(own)
    return cards


def first_cards() -> list[int]:
    """The first card number of each Power, and the end."""
    firsts = [0]
    for own in tables.CHAOS_CARDS:
        firsts.append(firsts[-1] + len(own))
    return firsts


REACH: Final = vector([reach_of(here) for here in range(512)])
BIT_INDEX: Final = vector([([b for b in range(36) if (1 << b) % 37 == k] + [0])[0] for k in range(37)])
VALUE: Final = vector(tables.PRINTED_VALUE)
POPULOUS: Final = vector(tables.POPULOUS)
TOKEN_SUPPLY: Final = vector(tables.TOKEN_SUPPLY)
SETUP_TOKENS: Final = vector([tables.TOKENS.index(t) for t in tables.SETUP_TOKENS])
POWER_POINTS: Final = vector(tables.POWER_POINTS)
FIGURES: Final = by_kind(tables.FIGURES)  # [power, kind]
COST: Final = by_kind(tables.COST)
ATTACK: Final = by_kind(tables.ATTACK)
DEFENSE: Final = by_kind(tables.DEFENSE)
THREAT: Final = dial_column(0)  # [power, position]
DIAL_EFFECT: Final = dial_column(1)
DIAL_AMOUNT: Final = dial_column(2)
DIAL_END: Final = vector([len(dial) - 1 for dial in tables.DIALS])
CARD_COPIES: Final = vector([card[1] for card in flat_cards()])
CARD_COST: Final = vector([card[2] for card in flat_cards()])
CARD_MAGIC: Final = vector([card[3] for card in flat_cards()])
CARD_OWNER: Final = vector([p for p, own in enumerate(tables.CHAOS_CARDS) for _ in own])
FIRST_CARD: Final = vector(first_cards())
OLD_WORLD_COPIES: Final = vector([card[1] for card in tables.OLD_WORLD_CARDS])
OLD_WORLD_COMET: Final = vector([card[2] for card in tables.OLD_WORLD_CARDS])
OLD_WORLD_BOXED: Final = vector([card[3] for card in tables.OLD_WORLD_CARDS])
OLD_WORLD_SOURCED: Final = vector([0 if "R" in card[4] else 1 for card in tables.OLD_WORLD_CARDS])
RUINER_VP: Final = vector(tables.RUINER_VP)
RUIN_FIRST: Final = vector([place[0] for row in tables.RUIN_PLACES for place in row])  # [region, card]
RUIN_SECOND: Final = vector([place[1] for row in tables.RUIN_PLACES for place in row])
assert R == len(tables.REGIONS)
