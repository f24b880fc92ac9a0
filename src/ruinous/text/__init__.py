"""All prose that people read, by language: names, effects, prompts, lines of the log, refusals.

One TOML file for each language, and one more each with the rules of the games, the words of printed sheets and those of the
command line. A theme (`plain`, and `plain.pt` for Portuguese) is a file that renames things: whatever it leaves out is taken
from the language it names as `base`; texts refer to names by their key, so renaming reaches every sentence.

In a text `{amount}` is a value; `{powers.khorne}` is the name under that key; `{amount|token|tokens}` is the first
word where the value is 1, else the second; a word with a dot stands for the name under that key. Where a language
joins a preposition and the article of a name, [grammar.joins] says how: "em O " becomes "no ".
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

_PLACE = re.compile(r"\{([a-z0-9_.]+)(?:\|([^|}]*)\|([^|}]*))?\}")
_chosen = "en"  # by the process; a block of the program may speak another, see `speaking`
_spoken: ContextVar[str | None] = ContextVar("language", default=None)


class Texts:
    """The texts of one game, or of another part of the program, in one language."""

    def __init__(self, table: dict[str, Any], joins: Mapping[str, str] | None = None) -> None:
        self.table = table
        self.joins = joins or {}
        self._joined = re.compile(rf"\b({'|'.join(map(re.escape, self.joins))})") if self.joins else None

    def has(self, key: str) -> bool:
        """Whether there is a text (or a table of texts) under this dotted key."""
        return _at(self.table, key) is not None

    def name(self, group: str, key: str) -> str:
        """The display name of an id: `name("regions", "empire")`. Raises KeyError."""
        return self.raw(f"names.{group}.{key}")

    def raw(self, key: str) -> str:
        """The text under a dotted key as it stands in the file. Raises KeyError."""
        found = _at(self.table, key)
        if not isinstance(found, str):
            raise KeyError(key)
        return found

    def say(self, key: str, **values: str | int) -> str:
        """The text under a dotted key with its places filled in. Raises KeyError for a key or a place without a value."""
        return self.fill(self.raw(key), values)

    def fill(self, template: str, values: dict[str, str | int]) -> str:
        """A template with its places filled in."""

        def put(place: re.Match[str]) -> str:
            key, one, many = place.groups()
            if one is not None:
                word = one if values[key] == 1 else many
                return self.raw("names." + word) if "." in word else word
            return str(values[key]) if key in values else self.raw("names." + key)

        filled = _PLACE.sub(put, template)
        return filled if self._joined is None else self._joined.sub(lambda found: self.joins[found[1]], filled)


def _at(table: dict[str, Any], key: str) -> Any:
    found: Any = table
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            return None
        found = found[part]
    return found


def _over(base: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The base with whatever the new table says in its place."""
    merged = dict(base)
    for key, value in new.items():
        merged[key] = _over(base[key], value) if isinstance(value, dict) and isinstance(base.get(key), dict) else value
    return merged


@cache
def _file(language: str) -> dict[str, Any]:
    folder, name = files(__package__), f"{language}.toml"
    table = tomllib.loads((folder / name).read_text(encoding="utf-8"))
    for more in (folder / part / name for part in ("rules", "sheets", "cli")):
        if more.is_file():
            table = _over(table, tomllib.loads(more.read_text(encoding="utf-8")))
    return table


def _base(language: str) -> str | None:
    """The language that a theme renames, None for a language."""
    return _file(language).get("base")


@cache
def _language(language: str) -> dict[str, Any]:
    if language not in languages():
        raise LookupError(f"there is no language or theme {language!r}; there is {', '.join(languages())}")
    table, base = _file(language), _base(language)
    return _over(_language(base), table) if base else table


@cache
def languages() -> tuple[str, ...]:
    """The languages and themes there are."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in files(__package__).iterdir() if file.name.endswith(".toml")))


def known(language: str) -> bool:
    """Whether there is a language or theme of this name."""
    return language in languages()


@cache
def _texts(game: str, language: str) -> Texts:
    table = _language(language)
    return Texts(table[game], table.get("grammar", {}).get("joins"))


def current() -> str:
    """The language or theme in use here. A theme that the process has chosen renames every language that it has a file for."""
    spoken = _spoken.get()
    return _chosen if spoken is None else _renamed(spoken, _chosen)


@cache
def _renamed(language: str, chosen: str) -> str:
    """The form of a chosen theme for a language; the language itself where there is none."""
    if _base(chosen) is None:
        return language
    forms = (name for name in languages() if name.partition(".")[0] == chosen.partition(".")[0] and _base(name) == language)
    return next(forms, language)


def wanted(accepted: str) -> str:
    """The first language there is among those of an HTTP header `Accept-Language`, else the one in use."""
    ranges = [part.partition(";") for part in accepted.lower().replace(" ", "").split(",")]
    ranges.sort(key=lambda part: -float(part[2].removeprefix("q=")) if re.fullmatch(r"q=[01](\.\d{1,3})?", part[2]) else -1.0)
    return next((code for one in ranges if known(code := one[0].partition("-")[0])), current())


def spoken() -> str:
    """The language in use here, a theme's being the one that it renames: what a page says in `lang`."""
    return _base(current()) or current()


def texts(game: str, language: str | None = None) -> Texts:
    """The texts of a game, in the language in use unless another is named. Raises LookupError for one that is not there."""
    return _texts(game, language or current())


def use(language: str) -> None:
    """Choose the language or theme of this process. Raises LookupError for one that is not there."""
    global _chosen
    _language(language)
    _chosen = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use another language or theme in this block (and the tasks begun in it). Raises LookupError for one that is not there."""
    _language(language)
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
