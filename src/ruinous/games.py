"""The games, and the one interface that everything outside their folders uses (docs/formats.md section 1)."""

from typing import Any, TypeAlias

from ruinous.casters.rules import Casters
from ruinous.engine.agenda import IllegalAction
from ruinous.interface import BadOption, BadPosition, GameRules, Option, Refusal, State
from ruinous.oldworld.rules import OldWorld
from ruinous.text import texts

__all__ = ["GAMES", "BadOption", "BadPosition", "IllegalAction", "Option", "Refusal", "Rules", "State", "game"]

Rules: TypeAlias = GameRules[Any]

GAMES: dict[str, Rules] = {rules.name: rules for rules in (OldWorld(), Casters())}


def game(name: str) -> Rules:
    """The rules of a game by its name. Raises LookupError naming the games there are."""
    if name not in GAMES:
        raise LookupError(texts("asked").say("no_game", game=repr(name), games=", ".join(GAMES)))
    return GAMES[name]
