"""What a bot is given, and how bots are made by name (docs/bots.md).

A bot sits in one seat. For each decision it gets a `Sight`: what its seat sees, the legal actions, and a sampler that
deals worlds which agree with all the seat knows. It never gets the state of the game.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Any, Protocol

from ruinous.games import Rules, State
from ruinous.text import texts

BOTS: dict[tuple[str, str], str] = {
    ("oldworld", "random"): "ruinous.bots.random_bot:RandomBot",
    ("oldworld", "rules"): "ruinous.bots.oldworld_rules:RulesBot",
    ("oldworld", "greedy"): "ruinous.bots.oldworld_greedy:GreedyBot",
    ("oldworld", "l3"): "ruinous.bots.oldworld_learned:LearnedBot",
    ("oldworld", "l4"): "ruinous.bots.oldworld_search:SearchBot",
    ("oldworld", "l5"): "ruinous.bots.oldworld_search:ExpertBot",
    ("casters", "random"): "ruinous.bots.random_bot:RandomBot",
    ("casters", "rules"): "ruinous.bots.casters_rules:RulesBot",
    ("casters", "greedy"): "ruinous.bots.casters_greedy:GreedyBot",
    ("casters", "l3"): "ruinous.bots.casters_greedy:LearnedBot",
    ("casters", "l4"): "ruinous.bots.casters_search:SearchBot",
    ("casters", "l5"): "ruinous.bots.casters_search:ExpertBot",
}
"""Game and level of each bot, with its class, which is called with (rules, seat, seed), if it searches or has styles also with
`simulations=n`, `style=name`.
"""

LEVELS = tuple(dict.fromkeys(level for _, level in BOTS))
"""The levels of bots, the weakest first."""

STYLES = ("zealot", "conqueror", "spoiler")
"""What a bot of the Old World may like more than it is worth: its dial, supremacy, the leader's harm (`ruinous.bots.styles`)."""

STYLED = ("greedy", "l3", "l4", "l5")

NAMES = tuple(name for level in LEVELS for name in (*(f"{level}+{style}" for style in STYLES if level in STYLED), level))
"""The names of the bots, the weakest first; `make` also takes their aliases and files."""

ALIASES = {"l0": "random", "l1": "rules", "l2": "greedy"}


@dataclass(frozen=True)
class Advice:
    """What a bot thinks of one legal action: its value (higher is better; for a bot that searches the share of the win it
    expects, 0 to 1) and what speaks for it and against it, by name, in the unit that the texts `reasons.<name>` of the game name.
    """

    action: int
    value: float
    reasons: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Sight:
    """What a bot is given for one decision.

    `actions` are the numbers of the legal actions, in their order; `sampler(n)` is a world that agrees with what the
    seat knows, the same one each time for the same n; `seed` is a number for this decision that may be used with it.
    """

    seat: str
    actions: Sequence[int]
    sampler: Callable[[int], State]
    seed: int
    show: Callable[[], Mapping[str, Any]]
    describe: Callable[[], Sequence[Mapping[str, Any]]]
    seconds: float | None = None  # a bot that searches stops by then with the best so far; None: after its full number of simulations

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """What the seat sees (docs/formats.md section 3); made when it is first asked for."""
        return self.show()

    @cached_property
    def legal(self) -> Sequence[Mapping[str, Any]]:
        """The legal actions as data (docs/formats.md section 4), in the order of `actions`."""
        return self.describe()


class Bot(Protocol):
    """Somebody who decides for one seat of one game. What else it remembers or throws is its own affair.

    One that can say why has a second method `advise(sight) -> list[Advice]`: every option that it has weighed, the best first.
    One that has `seconds` gets no more at a table as the limit of its sight.
    """

    def choose(self, sight: Sight, /) -> int:
        """The number of the action that is played: one of `sight.actions`."""


def look(rules: Rules, state: State, seat: str, seed: int, seconds: float | None = None) -> Sight:
    """The sight of a seat on a state. Nothing else that bots are given touches a state.

    A world that was dealt anew from what the seat knows gives the same sight: where a bot is in another process it gets that.
    """
    actions = state.legal_actions()
    return Sight(
        seat,
        actions,
        lambda number: rules.sample_world(state, seat, number),
        seed,
        lambda: rules.view(state, seat),
        lambda: [rules.describe(state, action) for action in actions],
        seconds,
    )


def make(name: str, rules: Rules, seat: str, seed: int) -> Bot:
    """A bot for a seat of a game: one of NAMES, an alias (l0, l1, ...), or `path/to/file.py:Class`. Behind it `+` and a style
    (`l3+zealot`) of a bot that has styles, then `@n` (`l4@256`), the number of simulations for each decision of a bot that searches.

    The seed is for the bot's own chance; it has nothing to do with that of the game. Raises LookupError, saying why, for
    a bot that there is not.
    """
    plain, _, number = name.partition("@")
    if number and not (number.isdecimal() and int(number)):
        raise LookupError(_say("no_simulations", bot=repr(name)))
    file = ":" in plain
    level, plus, style = (plain, "", "") if file else plain.partition("+")
    known = ALIASES.get(level, level)
    if file:
        made = load(plain)
    elif (rules.name, known) in BOTS:
        module, _, attribute = BOTS[rules.name, known].partition(":")
        made = getattr(importlib.import_module(module), attribute)
    elif known in LEVELS:
        raise LookupError(_say("no_bot_of_the_game", game=rules.name, bot=repr(plain)))
    else:
        raise LookupError(_say("no_bot", bot=repr(plain), bots=", ".join(LEVELS)))
    wishes: dict[str, int | str] = {}
    if number:
        wishes["simulations"] = int(number)
    if plus:
        wishes["style"] = style
    unknown = wishes.keys() - signature(made).parameters.keys() if wishes else set()
    if "simulations" in unknown:
        raise LookupError(_say("does_not_simulate", bot=repr(plain), number=number))
    if "style" in unknown or (plus and style not in STYLES):
        raise LookupError(_say("no_style", bot=repr(plain), styles=", ".join(STYLES)))
    bot: Bot = made(rules, seat, seed, **wishes)
    return bot


def _say(key: str, **values: str | int) -> str:
    return texts("asked").say(key, **values)


def load(name: str) -> Any:
    """The class that `path/to/file.py:Class` names; the file is run, so only from people one trusts. Raises LookupError."""
    file, _, attribute = name.rpartition(":")
    path = Path(file)
    if path.suffix != ".py" or not path.is_file():
        raise LookupError(_say("no_file_of_the_bot", bot=repr(name), file=repr(file)))
    spec = importlib.util.spec_from_file_location(f"ruinous_bot_{path.stem}", path)
    assert spec is not None  # it is a Python file
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, attribute, None)
    if not callable(getattr(found, "choose", None)):
        raise LookupError(_say("no_class_of_the_bot", file=file, bot=repr(attribute)))
    return found
