"""Moves that are never right: what a bot must not do, told by name.

Each is worse than some other legal move whatever is hidden and whatever chance brings. They are looked for from the seat that
decides, before its action is played: the view, the legal actions as data, and worlds of the sampler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruinous.games import Rules, State

Action = Mapping[str, Any]
Predicate = Callable[[Mapping[str, Any], Action, Sequence[Action]], bool]
"""Whether an action is such a move, by the view of who decides, the action, and the other legal ones."""

WORLDS = 8


def blunders(rules: Rules, state: State, seat: str, action: int) -> list[str]:
    """The names of what is wrong with an action that the seat is about to play."""
    view = rules.view(state, seat)
    legal = [rules.describe(state, other) for other in state.legal_actions()]
    played = next(described for described in legal if described["id"] == action)
    others = [described for described in legal if described["id"] != action]
    found = [name for name, predicate in PREDICATES[rules.name].items() if predicate(view, played, others)]
    return found + _ends(rules, state, seat, action, [other["id"] for other in others])


# ---- any game
def _ends(rules: Rules, state: State, seat: str, action: int, others: Sequence[int]) -> list[str]:
    """Whether the game is lost at once where it need not be, or not won at once where it could be."""

    def result(world: State, action: int) -> str:
        world = world.clone()
        world.apply(action)
        outcome = rules.outcome(world)
        return "open" if outcome is None else "won" if outcome["winners"] == [seat] else "shared" if seat in outcome["winners"] else "lost"

    first = rules.sample_world(state, seat, 0)
    at_first = {other: result(first, other) for other in (action, *others)}
    if set(at_first.values()) == {"open"}:
        return []
    worlds = [rules.sample_world(state, seat, n) for n in range(1, WORLDS)]

    def always(other: int) -> set[str]:
        return {at_first[other]} | {result(world, other) for world in worlds}

    mine = always(action)
    found = []
    if mine != {"won"} and any(at_first[other] == "won" and always(other) == {"won"} for other in others):
        found.append("a certain victory missed")
    if mine == {"lost"} and any(at_first[other] != "lost" and "lost" not in always(other) for other in others):
        found.append("lost at once without need")
    return found


# ---- Chaos in the Old World
def _own_figure_hit(view: Mapping[str, Any], played: Action, others: Sequence[Action]) -> bool:
    """A hit for one's own figure (one that another Power controls) where somebody else's, or a Peasant, can be hit."""

    def own(action: Action) -> bool:
        return bool(action["kind"] == "figure" and action["figure"]["power"] == view["seat"])

    return _task(view) == "assign_hits" and own(played) and any(not own(other) for other in others)


def _own_corruption_removed(view: Mapping[str, Any], played: Action, others: Sequence[Action]) -> bool:
    """One's own corruption token goes where a rival's in the same region could."""
    return bool(
        played["kind"] == "corruption"
        and played["power"] == view["seat"]
        and any(other["kind"] == "corruption" and other["region"] == played["region"] for other in others)
    )


# ---- Chaos Casters
def _harms_itself(view: Mapping[str, Any], played: Action, _others: Sequence[Action]) -> bool:
    """A puppet attacks the player who pulls the strings; the attack could be declined."""
    return _task(view) == "attack" and played["kind"] == "player" and played["player"] == view["seat"]


def _attacks_in_vain(view: Mapping[str, Any], played: Action, _others: Sequence[Action]) -> bool:
    """One's own Ally attacks one that is stronger, and is nixed for nothing; the attack could be declined."""
    if _task(view) != "attack" or played["kind"] != "stack":
        return False
    mine, target = _at(view, view["pending"]["position"]), _at(view, played["position"])
    return bool(mine["player"] == view["seat"] and mine["strength"] < target["strength"])


def _own_ally_attacked(view: Mapping[str, Any], played: Action, _others: Sequence[Action]) -> bool:
    """A puppet attacks an Ally of the player who pulls the strings, and nixes it; the attack could be declined."""
    if _task(view) != "attack" or played["kind"] != "stack":
        return False
    puppet, target = _at(view, view["pending"]["position"]), _at(view, played["position"])
    return bool(target["player"] == view["seat"] != puppet["player"] and puppet["strength"] > target["strength"])


def _spares_the_enemy(view: Mapping[str, Any], played: Action, others: Sequence[Action]) -> bool:
    """One's own Ally with strength declines to attack though it could harm the enemy player."""
    if _task(view) != "attack" or played["kind"] != "done":
        return False
    mine = _at(view, view["pending"]["position"])
    return bool(mine["strength"] > 0) and any(other["kind"] == "player" and other["player"] != view["seat"] for other in others)


def _at(view: Mapping[str, Any], position: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = view["stack"][position - 1]
    return found


def _task(view: Mapping[str, Any]) -> str:
    return str(view["pending"]["task"])


PREDICATES: dict[str, dict[str, Predicate]] = {
    "oldworld": {"own figure hit": _own_figure_hit, "own corruption removed": _own_corruption_removed},
    "casters": {
        "attacks itself": _harms_itself,
        "attacks in vain": _attacks_in_vain,
        "nixes its own Ally": _own_ally_attacked,
        "spares the enemy": _spares_the_enemy,
    },
}
