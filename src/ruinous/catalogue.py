"""The cards and pieces of a game as data with their texts, for the page, the terminal and `ruinous cards`."""

from typing import Any

from ruinous.casters import decks
from ruinous.casters import tables as casters_tables
from ruinous.casters.log import card_name, card_text
from ruinous.oldworld import tables
from ruinous.text import Texts, texts


def document(game: str, language: str | None = None) -> dict[str, Any]:
    """Everything printed in the box: cards, upgrades, dials, figures, tokens, names, with source marks.

    The language is the one in use unless another is named. Raises LookupError for a game or language that is not there.
    """
    if game not in DOCUMENTS:
        raise LookupError(f"there is no game {game!r}; there is {', '.join(DOCUMENTS)}")
    return DOCUMENTS[game](texts(game, language))


def _oldworld(book: Texts) -> dict[str, Any]:
    names = book.table["names"]
    return {
        "title": names["title"],
        "cards": {card[0]: _card(book, power, card) for power, own in _by_power(tables.CHAOS_CARDS) for card in own},
        "old_world": {card[0]: _old_world_card(book, card) for card in tables.OLD_WORLD_CARDS},
        "upgrades": {
            power: {
                upgrade: {
                    "name": book.name("upgrades", f"{power}.{upgrade}"),
                    "text": book.say(f"upgrades.{power}.{upgrade}"),
                    "mark": mark,
                }
                for upgrade, mark in own
            }
            for power, own in _by_power(tables.UPGRADES)
        },
        "words": dict(names["words"]),
        "many": dict(names["many"]),
        "regions": dict(names["regions"]),
        "powers": dict(names["powers"]),
        "tokens": {token: {"name": book.name("tokens", token), "text": book.say(f"tokens.{token}")} for token in tables.TOKENS},
        "dials": {power: [_dial(book, *place) for place in dial] for power, dial in _by_power(tables.DIALS)},
        "conditions": {power: book.say(f"condition.{power}") for power in tables.POWERS},
        "figures": {power: _figures(book, p) for p, power in enumerate(tables.POWERS)},
        "kinds": dict(names["kinds"]),
        "phases": dict(names["phases"]),
        "marks": dict(book.table["marks"]),
        "joins": dict(book.joins),
        "board": {
            region: {
                "value": tables.PRINTED_VALUE[r],
                "populous": bool(tables.POPULOUS[r]),
                "adjacent": [b if region == a else a for a, b in tables.BORDERS if region in (a, b)],
                "ruins": [list(places) for places in tables.RUIN_PLACES[r]],
            }
            for r, region in enumerate(tables.REGIONS)
        },
        "rules": _rules(book, {}),
        "glossary": _glossary(book, {}),
    }


def _rules(book: Texts, names: dict[str, str]) -> list[dict[str, str]]:
    """The sections of the rules and the rulings that refusals cite; `id` is the number behind OW or CC, or r and that of a ruling."""
    return [{"id": key.replace("_", "."), **_article(book, f"rules.{key}", names)} for key in book.table["rules"]]


def _glossary(book: Texts, names: dict[str, str]) -> dict[str, dict[str, str]]:
    return {key: _article(book, f"glossary.{key}", names) for key in book.table["glossary"]}


def _article(book: Texts, key: str, names: dict[str, str]) -> dict[str, str]:
    return {part: book.fill(book.raw(f"{key}.{part}"), dict(names)).strip() for part in ("title", "text")}


def _by_power(rows: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return list(zip(tables.POWERS, rows, strict=True))


def _card(book: Texts, power: str, card: tuple[str, int, int, int, str]) -> dict[str, Any]:
    name, copies, cost, magic, mark = card
    return {
        "name": book.name("cards", name),
        "power": power,
        "cost": cost,
        "magic": bool(magic),
        "copies": copies,
        "text": book.say(f"cards.{name}"),
        "mark": mark,
    }


def _old_world_card(book: Texts, card: tuple[str, int, int, int, tuple[str, str, str]]) -> dict[str, Any]:
    """A card with its three parts; a part it does not have is an empty text with an empty mark."""
    name, copies, comet, boxed, marks = card
    parts = zip(("immediate", "track", "end"), marks, strict=True)
    texts_of = {part: book.say(f"old_world.{name}.{part}") if mark else "" for part, mark in parts}
    return {
        "name": book.name("old_world", name),
        "copies": copies,
        "comet": bool(comet),
        "boxed": bool(boxed),
        **texts_of,
        "marks": list(marks),
    }


def _dial(book: Texts, threat: int, effect: str, amount: int) -> dict[str, Any]:
    return {"threat": threat, "text": book.say(f"dial.{effect or 'start'}", amount=amount)}


def _figures(book: Texts, p: int) -> dict[str, Any]:
    return {
        kind: {
            "name": book.name("figures", tables.FIGURE_NAMES[p][k]),
            "count": tables.FIGURES[p][k],
            "cost": tables.COST[p][k],
            "attack": tables.ATTACK[p][k],
            "defense": tables.DEFENSE[p][k],
        }
        for k, kind in enumerate(tables.KINDS)
    }


# ---- Chaos Casters
def _casters(book: Texts) -> dict[str, Any]:
    names = book.table["names"]
    return {
        "title": names["title"],
        "cards": {card.id: _caster(book, card) for card in casters_tables.POOL},
        "decks": {deck: {"name": book.name("decks", deck), "cards": dict(cards)} for deck, cards in decks.BUILT_IN.items()},
        "pool": book.name("decks", "0"),
        "limits": {"size": decks.SIZE, "copies": decks.COPIES},
        "players": dict(names["players"]),
        "terms": dict(names["words"]),
        "types": {kind: {"name": book.name("types", kind), "text": book.say(f"card_words.{kind}")} for kind in casters_tables.TYPES},
        "words": {word: book.say(f"card_words.{word}") for word in casters_tables.WORDS},
        "phases": dict(names["phases"]),
        "rules": _rules(book, cards := {f"cards.{card.id}": card_name(book, card.id) for card in casters_tables.POOL}),
        "glossary": _glossary(book, cards),
    }


def _caster(book: Texts, card: casters_tables.Card) -> dict[str, Any]:
    """A card; `deck` is the built-in deck that has it, None for one of the further pool."""
    ally = casters_tables.TYPES[card.type] == "ally"
    return {
        "name": card_name(book, card.id),
        "type": casters_tables.TYPES[card.type],
        "strength": card.strength if ally else None,
        "words": [word for word, on in zip(casters_tables.WORDS, (card.quick, card.once_per_round), strict=True) if on],
        "text": card_text(book, card.id),
        "deck": str(card.deck) if card.deck else None,
    }


def check_deck(text: str) -> dict[str, Any]:
    """A Chaos Casters deck list as people write it: what is understood of it, every reason against it, and the list written out."""
    deck, reasons = decks.understand(text)
    return {"deck": deck, "reasons": reasons, "text": decks.write_deck(deck)}


DOCUMENTS = {"oldworld": _oldworld, "casters": _casters}
