"""Deck lists as text: `2 Ash Hound` lines, comments after `#`, any order, repeated lines added up (ruling 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from ruinous.casters.tables import IDS, POOL

SIZE = 30
COPIES = 2
BY_NAME = {card.name.casefold(): card.id for card in POOL}
LINE = re.compile(r"(\d{1,3})\s*x?\s+(.+)")

DECK_1 = {card.id: COPIES for card in POOL if card.deck == 1}
DECK_2 = {card.id: COPIES for card in POOL if card.deck == 2}
BUILT_IN: dict[str, dict[str, int]] = {"1": DECK_1, "2": DECK_2}


class BadDeck(ValueError):
    """A deck that may not be played; `reasons` holds every reason, one sentence each."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


def why_bad(deck: Mapping[str, int]) -> list[str]:
    """Every reason why a deck (copies by card id) may not be played; empty for a good one."""
    reasons = [f"{card} is no card of the pool" for card in deck if card not in IDS]
    for card, copies in deck.items():
        if card in IDS and copies > COPIES:
            reasons.append(f"{copies} copies of {POOL[IDS.index(card)].name}, at most {COPIES} are allowed")
        if card in IDS and copies < 1:
            reasons.append(f"{copies} copies of {POOL[IDS.index(card)].name}")
    size = sum(deck.values())
    if size != SIZE:
        reasons.append(f"{size} cards, exactly {SIZE} are needed")
    return reasons


def understand(text: str) -> tuple[dict[str, int], list[str]]:
    """What of a list is understood, copies by card id in the order of the pool, and every reason why it may not be played."""
    counts: dict[str, int] = {}
    reasons: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        match = LINE.fullmatch(words)
        if match is None:
            reasons.append(f"line {number}: {words!r} is not a number and a name")
            continue
        name = match[2].strip()
        card = BY_NAME.get(name.casefold(), name if name in IDS else "")
        if not card:
            near = get_close_matches(name.casefold(), BY_NAME, n=1)
            hint = f"; did you mean {POOL[IDS.index(BY_NAME[near[0]])].name}?" if near else ""
            reasons.append(f"line {number}: no card is called {name!r}{hint}")
            continue
        counts[card] = counts.get(card, 0) + int(match[1])
    reasons += why_bad(counts) if not reasons else [reason for reason in why_bad(counts) if "exactly" not in reason]
    return {card: counts[card] for card in IDS if card in counts}, reasons


def read_deck(text: str) -> dict[str, int]:
    """The deck that a list says, copies by card id in the order of the pool. Raises BadDeck with every reason at once."""
    deck, reasons = understand(text)
    if reasons:
        raise BadDeck(reasons)
    return deck


def as_list(given: object) -> dict[str, int]:
    """The deck that an option or a position names: "1", "2", a list as text, or copies by card id. Raises BadDeck."""
    if isinstance(given, str):
        return BUILT_IN[given] if given in BUILT_IN else read_deck(given)
    if not isinstance(given, Mapping) or not all(isinstance(card, str) and type(n) is int for card, n in given.items()):
        raise BadDeck([f"{given!r:.60} is no deck: {' or '.join(BUILT_IN)}, a list as text, or numbers by card id"])
    if reasons := why_bad(given):
        raise BadDeck(reasons)
    return {card: given[card] for card in IDS if card in given}


def random_deck(below: Callable[[int], int]) -> dict[str, int]:
    """A deck drawn from the whole pool; `below(n)` is a random number from 0 to n-1."""
    cards = [card for card in IDS for _ in range(COPIES)]
    while len(cards) > SIZE:
        cards.pop(below(len(cards)))
    return {card: cards.count(card) for card in IDS if card in cards}


def write_deck(deck: Mapping[str, int]) -> str:
    """The list of a deck in the order of the pool; `read_deck` gives the same deck back."""
    return "".join(f"{deck[card.id]} {card.name}\n" for card in POOL if card.id in deck)


def titles(deck: Mapping[str, int]) -> list[int]:
    """The title numbers of a deck's thirty cards in the order of the pool."""
    return [number for number, card in enumerate(IDS) for _ in range(deck.get(card, 0))]
