"""Reading what somebody wrote as JSON: every reason against it is collected, none stops the reading.

What both games' positions are read with; the games say what may stand in a position, this says what is a number, a list, an id.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruinous.engine.agenda import AGENDA
from ruinous.engine.rng import MASK62
from ruinous.interface import BadPosition
from ruinous.text import texts

Task = tuple[int, int, int, int]
"""What is to be done: the number of a task and its three arguments."""
Argument = str | tuple[int, int]
"""What an argument of a task may be: something that the game has a name for, or a whole number between two."""
BOTTOM = -1
"""What the lowest task of an agenda lies on."""
MOST_DUE = AGENDA // 2
"""Tasks on an agenda that somebody wrote; what they put there themselves has the rest."""


def carefully(step: Callable[[], object]) -> None:
    """Run the rules on an agenda that somebody wrote. Raises BadPosition where they cannot make sense of it."""
    try:
        step()
    except (IndexError, NotImplementedError, KeyError) as problem:
        raise BadPosition([texts("reading").say("agenda", problem=type(problem).__name__)]) from None


class Reader:
    """Reads pieces of JSON; `reasons` holds what is wrong with them, `top` the whole, `seed` what chance is dealt with."""

    def __init__(self, game: str, given: Mapping[str, Any], seed: int | None, keys: Sequence[str]) -> None:
        """A position of a game with no other than these keys; `seed` goes before the position's own."""
        self.reasons: list[str] = []
        self._own, self._form = texts(game), texts("reading")
        self.top = self.table(given, self._form.say("position"), keys)
        own = self.whole(self.top.get("seed", 0), "seed", -(2**80), 2**80)
        self.seed = (own if seed is None else seed) & MASK62

    def no(self, key: str, **values: str | int) -> None:
        """One more reason, of those that the game has: `position.{key}` of its texts."""
        self._add(self._own.say(f"position.{key}", **values))

    def form(self, key: str, value: object = None, **values: str | int) -> None:
        """One more reason, of those against the form of what was written: `{key}` of the texts of reading."""
        self._add(self._form.say(key, value=f"{value!r:.60}", **values))

    def _add(self, reason: str) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)

    def of_game(self, game: str, rules: int) -> None:
        """The position is of this game and these rules."""
        if self.top.get("game", game) != game:
            self.form("game", self.top["game"], game=game)
        if self.top.get("rules", rules) != rules:
            self.form("rules", self.top["rules"], rules=rules)

    # ---- what is to be done
    def agenda(
        self, names: Mapping[int, str], lies_on: Mapping[int, Sequence[int]], arguments: Callable[[int], Sequence[Argument]]
    ) -> list[Task]:
        """The agenda from the bottom, the pending question on top of it, in which every task lies on one of those it may lie on.

        Nothing where there is nothing to be read, or something is wrong with a task.
        """
        given = self.top.get("agenda")
        if not isinstance(given, list | tuple) or len(given) > MOST_DUE:
            self.form("agenda_list", given, most=MOST_DUE)
            return []
        found = [self._task(one, "agenda", names, arguments) for one in given]
        if self.top.get("pending") is not None:
            found.append(self._task(self.top["pending"], "pending", names, arguments))
        if not found:
            self.form("nothing_due")
        due = [task for task in found if task is not None]
        if len(due) < len(found):
            return []
        called = {**names, BOTTOM: self._form.say("bottom")}
        for (number, *_), under in zip(due, [BOTTOM, *(task[0] for task in due)], strict=False):
            if under not in lies_on[number]:
                known = ", ".join(called[below] for below in lies_on[number])
                self.form("lies_on", task=names[number], under=called[under], known=known)
        return due

    def _task(self, given: object, where: str, names: Mapping[int, str], arguments: Callable[[int], Sequence[Argument]]) -> Task | None:
        """A task with its arguments, or None."""
        if not isinstance(given, list | tuple) or len(given) != 4:
            self.form("task", given, where=where)
            return None
        at = self.index(given[0], where, tuple(names.values()))
        if at < 0:
            return None
        number = list(names)[at]
        a, b, c = (self.argument(kind, value, f"{where}.{given[0]}") for kind, value in zip(arguments(number), given[1:], strict=True))
        return number, a, b, c

    def argument(self, kind: Argument, value: object, where: str) -> int:
        """One argument of a task, as the game has them."""
        raise NotImplementedError

    # ---- pieces of JSON
    def table(self, value: object, where: str, keys: Sequence[str]) -> Mapping[str, Any]:
        """A JSON object with no other than these keys."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.form("object", value, where=where)
            return {}
        for key in value:
            if key not in keys:
                self.form("key", key, where=where, known=", ".join(keys))
        return {key: value[key] for key in value if key in keys}

    def whole(self, value: object, where: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        if type(value) is not int or not least <= value <= most:
            self.form("whole", value, where=where, least=least, most=most)
            return max(least, 0)
        return value

    def index(self, value: object, where: str, ids: Sequence[str]) -> int:
        """The place of an id, or -1."""
        if not isinstance(value, str) or value not in ids:
            self.form("none_of", value, where=where, known=", ".join(ids))
            return -1
        return list(ids).index(value)

    def many(self, value: object, where: str, ids: Sequence[str]) -> list[int]:
        """The places of a list of ids."""
        if not isinstance(value, list | tuple):
            self.form("list", value, where=where)
            return []
        return [i for one in value if (i := self.index(one, where, ids)) >= 0]

    def counts(self, value: object, where: str, ids: Sequence[str]) -> list[tuple[int, int]]:
        """(place of the id, number) of an object of numbers."""
        return [(ids.index(key), self.whole(n, f"{where}.{key}", 0, 99)) for key, n in self.table(value, where, ids).items()]

    def yes(self, value: object, where: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.form("yes", value, where=where)
        return value is True
