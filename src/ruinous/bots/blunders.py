"""Moves that are never right, told by name: bots that think do not play them, and `tools/soak.py` looks for them.

Each is worse than some other legal move whatever is hidden and whatever chance brings. They are looked for in what the seat
that decides has: the view, the legal actions as data, and worlds of the sampler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruinous.bots.base import Sight
from ruinous.games import Rules, State

Action = Mapping[str, Any]
Predicate = Callable[[Mapping[str, Any], Action, Sequence[Action]], bool]
"""Whether an action is such a move, by the view of who decides, the action, and the other legal ones."""

WORLDS = 8


def sensibly(rules: Rules, sight: Sight, ranked: Sequence[int]) -> list[int]:
    """The same actions, in front the first that is none of these moves; as they were where all are."""
    best = next((action for action in ranked if not blunders(rules, sight, action)), ranked[0])
    return [best, *(action for action in ranked if action != best)]


def blunders(rules: Rules, sight: Sight, action: int) -> list[str]:
    """The names of what is wrong with an action that the seat could play."""
    if len(sight.actions) == 1:
        return []
    played = sight.legal[list(sight.actions).index(action)]
    others = [described for described in sight.legal if described is not played]
    found = [name for name, predicate in PREDICATES[rules.name].items() if predicate(sight.view, played, others)]
    return found + _ends(rules, sight, action)


# ---- any game
def _ends(rules: Rules, sight: Sight, action: int) -> list[str]:
    """Whether the game is lost at once where it need not be, or not won at once where it could be."""

    def result(world: State, action: int) -> str:
        world = world.clone()
        world.apply(action)
        outcome = rules.outcome(world) if world.over else None
        if outcome is None:
            return "open"
        return "won" if outcome["winners"] == [sight.seat] else "shared" if sight.seat in outcome["winners"] else "lost"

    first = sight.sampler(0)
    at_first = {other: result(first, other) for other in sight.actions}
    if set(at_first.values()) == {"open"}:
        return []
    worlds = [sight.sampler(n) for n in range(1, WORLDS)]

    def always(other: int) -> set[str]:
        return {at_first[other]} | {result(world, other) for world in worlds}

    mine, others = always(action), [other for other in sight.actions if other != action]
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
