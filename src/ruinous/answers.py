"""Answers in the language in use: how an action is said, and what somebody means by what he types.

What is said can be typed: both come from [answers] in the files of texts. Case, accents and signs do not count, nor do
the words that `unsaid` lists there (articles and the like). The text of an action (docs/formats.md section 4), which is
the same in every language, is understood beside its words.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

from ruinous.casters import notation as casters_notation
from ruinous.casters.log import card_name
from ruinous.games import Rules, State
from ruinous.oldworld.log import figure_name
from ruinous.oldworld.names import N_ACTIONS, STAND, SUMMON
from ruinous.text import Texts, current, texts

Words = tuple[str, ...]
Described = Mapping[str, Any]

EVERY_ACTION: dict[str, Sequence[int]] = {
    "oldworld": [action for action in range(N_ACTIONS) if not STAND < action < SUMMON],
    "casters": casters_notation.every_action(),
}
MARKS = ("shielded", "charmed", "spent", "on_space")
NAMES = {"region": "regions", "from": "regions", "power": "powers", "token": "tokens"}
NEAREST = 3
MOST_KEPT = 1 << 14

_kept: dict[tuple[str, str, str | None, int, str], tuple[Words, ...]] = {}
"""The ways to type an action, by game, language, seat, number and text: to put all of them into words takes a twentieth of a second."""


# ---- saying ------------------------------------------------------------------------------------------------------
def said(game: str, action: Described, own_name: bool = False) -> str:
    """An action, as its rules describe it, in words; a figure by its kind, or by the name that its Power has for it.

    An action of a game that has no words here is said as its text.
    """
    return _filled(game, action, own_name, {}) if game in EVERY_ACTION else str(action["text"])


def heading(game: str, action: Described) -> str:
    """What actions that differ only in the region share, with the cost; the names of the regions complete it. Empty where there is none."""
    if "region" not in action or action["kind"] not in ("summon", "play", "region"):
        return ""
    cost = f" ({action['cost']})" if "cost" in action else ""
    return _filled(game, action, False, {"region": "", "cost": cost}).rstrip()


def _filled(game: str, action: Described, own_name: bool, values: dict[str, str | int]) -> str:
    form, book = texts("answers"), texts(game)
    verb, _, rest = action["text"].partition(" ")
    if not rest:
        return form.raw(f"words.{verb}")
    named: dict[str, str | int] = {"verb": form.raw(f"verbs.{verb}"), "cost": ""}
    named |= {field: book.name(NAMES[field], action[field]) for field in NAMES if action.get(field, "reserve") != "reserve"}
    if "card" in action:
        named["card"] = card_name(book, action["card"]) if game == "casters" else book.name("cards", action["card"])
    if "upgrade" in action:
        named["upgrade"] = book.name("upgrades", f"{action['power']}.{action['upgrade']}")
    if "position" in action:
        named["position"] = action["position"]
    if "figure" in action:
        named |= _figure(form, book, action["figure"], own_name)
    return form.say(f"forms.{_form(action)}", **named | values)


def _form(action: Described) -> str:
    """The key of the sentence that says an action of several words."""
    kind, text = action["kind"], action["text"]
    if kind == "player":
        return "own_player" if " own " in text else "player"
    if kind == "region":
        return "place" if text.startswith("place ") else "region"
    if kind == "summon":
        return "summon" if action["from"] == "reserve" else "move"
    if kind == "play":
        return "play" if "region" in action else "card"
    if kind in ("hand", "pit", "looked"):
        return "card"
    if kind == "stack":
        return "stack" if "card" in action else "empty"
    if kind == "upgrade":
        return "upgrade" if text.count(" ") == 1 else "upgrade_of"
    return f"{kind}_from" if " from " in text else str(kind)


def _figure(form: Texts, book: Texts, figure: Described, own_name: bool) -> dict[str, str | int]:
    power, kind = figure["power"], figure["kind"]
    words = figure_name(book, power, kind) if own_name else book.name("kinds", kind)
    for mark in MARKS:
        if figure[mark]:
            words = form.say(f"marks.{mark}", figure=words)
    return {"power": book.name("powers", power), "figure": words}


# ---- understanding -----------------------------------------------------------------------------------------------
def bare(words: str) -> str:
    """Words without case and accents."""
    if words.isascii():
        return words.casefold()
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def plain(words: str) -> Words:
    """The words that count, without case, accents and signs: what `em O Império` and `no imperio` have in common."""
    unsaid, parted = _uncounted(current())
    found = re.findall(r"[^\W_]+", bare(words))
    return tuple(word for one in found if (word := parted.get(one, one)) not in unsaid)


@cache
def _uncounted(language: str) -> tuple[frozenset[str], Mapping[str, str]]:
    """The words that do not count, and the prepositions that stand in words which join them and an article."""
    form = texts("answers", language)
    joined = {bare(both.strip()): bare(apart.split()[0]) for apart, both in form.joins.items() if " " not in both.strip()}
    return frozenset(bare(form.raw("unsaid")).split()), joined


def fits(typed: Words, told: Words) -> bool:
    """Whether each word typed begins a word that is told, in the same order; a number is never short for another."""
    left = iter(told)
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in left) for one in typed)


class Answers:
    """The answers to the pending question of a state."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self.legal = {action: self._ways(action) for action in state.legal_actions()}

    def said(self, action: int) -> str:
        """An action in words."""
        return said(self.rules.name, self.rules.describe(self.state, action))

    def region(self, action: int) -> str:
        """The name of the region that completes the heading of an action."""
        return texts(self.rules.name).name("regions", self.rules.describe(self.state, action)["region"])

    def meant(self, typed: str) -> list[int]:
        """The actions that may be meant: legal ones, or one that is not; none where nothing is understood.

        All the words of a legal action count before those of another one, and these before some words of a legal one, in
        their order and each perhaps only begun; last come such words of one that is not legal.
        """
        words = plain(typed)
        if not words:
            return []
        if exact := [action for action, ways in self.legal.items() if words in ways]:
            return exact
        if words in self._everything:
            return [self._everything[words]]
        begun = {action: [way for way in ways if fits(words, way)] for action, ways in self.legal.items()}
        if found := [action for action, ways in begun.items() if ways]:
            return [action for action in found if any(len(way) == len(words) for way in begun[action])] or found
        forbidden = {action for way, action in self._everything.items() if fits(words, way)}
        return list(forbidden) if len(forbidden) == 1 else []

    def nearest(self, typed: str) -> list[str]:
        """The words of the legal actions that look most like what is typed, the best first."""
        looks = {" ".join(way): action for action, ways in self.legal.items() for way in ways}
        best = get_close_matches(" ".join(plain(typed)), looks, len(looks), 0)
        return [self.said(action) for action in dict.fromkeys(looks[look] for look in best)][:NEAREST]

    def _ways(self, action: int) -> tuple[Words, ...]:
        """The ways to type an action: in words, with the own name of a figure, as its text."""
        rules, state = self.rules, self.state
        key = rules.name, current(), rules.to_move(state), action, rules.text(state, action)
        ways = _kept.get(key)
        if ways is None:
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            described = rules.describe(state, action)
            told = [said(rules.name, described), described["text"]]
            if "figure" in described:
                told.append(said(rules.name, described, own_name=True))
            ways = _kept[key] = tuple(map(plain, told))
        return ways

    @cached_property
    def _everything(self) -> dict[Words, int]:
        """Every action, legal or not, by the ways to type it."""
        return {way: action for action in reversed(EVERY_ACTION.get(self.rules.name, ())) for way in self._ways(action)}
