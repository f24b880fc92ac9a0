"""Deck lists as text: `2 Ash Hound` lines, comments after `#`, any order, repeated lines added up (ruling 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache

from ruinous.casters.log import card_name
from ruinous.casters.tables import IDS, POOL
from ruinous.text import languages, texts

SIZE = 30
COPIES = 2
LINE = re.compile(r"(\d{1,3})\s*x?\s+(.+)")

DECK_1 = {card.id: COPIES for card in POOL if card.deck == 1}
DECK_2 = {card.id: COPIES for card in POOL if card.deck == 2}
BUILT_IN: dict[str, dict[str, int]] = {"1": DECK_1, "2": DECK_2}


class BadDeck(ValueError):
    """A deck that may not be played; `reasons` holds every reason, one sentence each."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@cache
def by_name() -> dict[str, str]:
    """Card ids by their names in every language and theme, in small letters: a list is understood wherever it was written."""
    books = [texts("casters", language) for language in languages()]
    return {card_name(book, card).casefold(): card for book in books for card in IDS}


def why_bad(deck: Mapping[str, int]) -> list[str]:
    """Every reason why a deck (copies by card id) may not be played; empty for a good one."""
    return _against_cards(deck) + _against_size(deck)


def _against_cards(deck: Mapping[str, int]) -> list[str]:
    book = texts("casters")
    reasons = [book.say("deck.not_in_pool", card=card) for card in deck if card not in IDS]
    for card, copies in deck.items():
        if card in IDS and not 1 <= copies <= COPIES:
            key = "deck.too_many" if copies > COPIES else "deck.too_few"
            reasons.append(book.say(key, amount=copies, card=card_name(book, card), most=COPIES))
    return reasons


def _against_size(deck: Mapping[str, int]) -> list[str]:
    size = sum(deck.values())
    return [] if size == SIZE else [texts("casters").say("deck.size", amount=size, size=SIZE)]


def understand(text: str) -> tuple[dict[str, int], list[str]]:
    """What of a list is understood, copies by card id in the order of the pool, and every reason why it may not be played."""
    book = texts("casters")
    counts: dict[str, int] = {}
    reasons: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        match = LINE.fullmatch(words)
        if match is None:
            reasons.append(book.say("deck.no_line", line=number, text=words))
            continue
        name = match[2].strip()
        card = by_name().get(name.casefold(), name if name in IDS else "")
        if not card:
            near = [card_name(book, by_name()[one]) for one in get_close_matches(name.casefold(), by_name(), n=1)]
            reasons.append(book.say("deck.near" if near else "deck.no_card", line=number, name=name, near="".join(near)))
            continue
        counts[card] = counts.get(card, 0) + int(match[1])
    reasons += _against_cards(counts) + (_against_size(counts) if not reasons else [])
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
        raise BadDeck([texts("casters").say("deck.no_deck", given=f"{given!r:.60}", decks=", ".join(BUILT_IN))])
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
    book = texts("casters")
    return "".join(f"{deck[card]} {card_name(book, card)}\n" for card in IDS if card in deck)


def titles(deck: Mapping[str, int]) -> list[int]:
    """The title numbers of a deck's thirty cards in the order of the pool."""
    return [number for number, card in enumerate(IDS) for _ in range(deck.get(card, 0))]
