"""The card pool as data, read from `cards.toml` and checked: a bad entry is refused with file, line and reason."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

TYPES = ("ally", "action")
WORDS = ("quick", "once_per_round")
PHASES = ("opening", "play", "resolve", "end")
PLAYERS = ("one", "two")
REASONS = ("", "damage", "rounds")
VERBS = (
    "",
    "nix",
    "bury",
    "strengthen",
    "silence",
    "swap",
    "move_below",
    "move_to_an_end",
    "play_below",
    "recover",
    "pull_strings",
    "damage_enemy",
    "draw",
    "stop",
    "do",
)
SPECIALS = ("feed_the_drake", "pit_fire", "echo", "foresee", "rot_the_mind", "twin_fates", "pay_in_blood", "change")
NUMBERED = ("strengthen", "damage_enemy", "draw")  # verbs that need a number
ON_A_TARGET = ("nix", "bury", "strengthen", "silence", "swap", "move_below", "move_to_an_end", "play_below", "recover", "pull_strings")
TARGET_WORDS = {"friendly": 8, "enemy": 16, "ally": 32, "below": 64, "directly_below": 128, "above_line": 256, "any": 0, "card": 0}
TARGET_PLACES = {"pit": 2, "hand": 4}
KEYS = {"name", "type", "strength", "words", "text", "target", "each", "at_most", "may", "resolve", "when", "deck"}


class BadCard(ValueError):
    """An entry of the card file that cannot be; the text names file, line and reason."""


@dataclass(frozen=True)
class Card:
    """One title. `target` and `each` are bit sets of `names`, `verbs` pairs (verb, amount), at most two."""

    id: str
    name: str
    type: int
    strength: int
    quick: bool
    once_per_round: bool
    text: str
    target: int
    each: bool
    at_most: int
    may: bool
    verbs: tuple[tuple[int, int], ...]
    deck: int


def read_cards(path: Path) -> tuple[Card, ...]:
    """All cards of a card file, in its order. Raises BadCard."""
    source = path.read_text(encoding="utf-8")
    try:
        entries = tomllib.loads(source)
    except tomllib.TOMLDecodeError as problem:
        raise BadCard(f"{path.name}: {problem}") from None
    lines = {line.strip()[1:-1]: number for number, line in enumerate(source.splitlines(), 1) if line.startswith("[")}
    return tuple(read_card(card, entry, f"{path.name}:{lines.get(card, 0)}: {card}") for card, entry in entries.items())


def read_card(card: str, entry: object, where: str) -> Card:
    """One card from its entry. Raises BadCard, naming `where`."""
    if not isinstance(entry, dict):
        raise BadCard(f"{where}: a card is a table of keys")
    unknown = sorted(set(entry) - KEYS)
    if unknown:
        raise BadCard(f"{where}: unknown key {', '.join(unknown)}")
    if entry.get("type") not in TYPES:
        raise BadCard(f"{where}: type is {entry.get('type')!r}, but must be one of {', '.join(TYPES)}")
    ally = entry["type"] == "ally"
    strength = entry.get("strength", 0)
    if ally != ("strength" in entry) or not isinstance(strength, int) or not 0 <= strength <= 9:
        raise BadCard(f"{where}: an Ally has a strength from 0 to 9, an Action has none")
    words = entry.get("words", [])
    if not isinstance(words, list) or any(word not in WORDS for word in words):
        raise BadCard(f"{where}: words are {words!r}, but may only be {', '.join(WORDS)}")
    for key in ("name", "text"):
        if not isinstance(entry.get(key), str):
            raise BadCard(f"{where}: {key} is missing or no text")
    if "target" in entry and "each" in entry:
        raise BadCard(f"{where}: target or each, not both")
    target = read_target(str(entry.get("target", entry.get("each", ""))), where)
    verbs = tuple(read_verb(words, where) for words in entry.get("resolve", []))
    if len(verbs) > 2:
        raise BadCard(f"{where}: at most two verbs")
    needs = any(VERBS[verb] in ON_A_TARGET for verb, _ in verbs)
    if needs != (target != 0):
        raise BadCard(f"{where}: a verb that is done to something needs a target, others take none")
    if target & 6 and any(VERBS[verb] not in ("play_below", "recover") for verb, _ in verbs):
        raise BadCard(f"{where}: a card in the pit or the hand can only be played or recovered")
    return Card(
        id=card,
        name=entry["name"],
        type=TYPES.index(entry["type"]),
        strength=strength,
        quick="quick" in words,
        once_per_round="once_per_round" in words,
        text=entry["text"],
        target=target,
        each="each" in entry,
        at_most=entry.get("at_most", 99),
        may=bool(entry.get("may", False)),
        verbs=verbs,
        deck=entry.get("deck", 0),
    )


def read_target(words: str, where: str) -> int:
    """The bit set that target words stand for; 0 for none. Raises BadCard."""
    if not words:
        return 0
    first, *rest = words.split()
    bits = TARGET_PLACES.get(first, 1)
    for word in rest if first in TARGET_PLACES else [first, *rest]:
        if word not in TARGET_WORDS:
            raise BadCard(f"{where}: unknown word {word!r} in the target {words!r}")
        bits |= TARGET_WORDS[word]
    return bits


def read_verb(words: object, where: str) -> tuple[int, int]:
    """A verb and its number. Raises BadCard."""
    verb, *rest = str(words).split()
    if verb not in VERBS or not verb:
        raise BadCard(f"{where}: unknown verb {verb!r}; known are {', '.join(VERBS[1:])}")
    if verb == "do":
        if len(rest) != 1 or rest[0] not in SPECIALS:
            raise BadCard(f"{where}: {words!r} names none of the functions {', '.join(SPECIALS)}")
        return VERBS.index(verb), SPECIALS.index(rest[0])
    if verb in NUMBERED:
        if len(rest) != 1 or not rest[0].isdigit():
            raise BadCard(f"{where}: {verb} needs one number")
        return VERBS.index(verb), int(rest[0])
    if rest:
        raise BadCard(f"{where}: {verb} takes no number")
    return VERBS.index(verb), 0


POOL = read_cards(Path(__file__).with_name("cards.toml"))
IDS = tuple(card.id for card in POOL)
