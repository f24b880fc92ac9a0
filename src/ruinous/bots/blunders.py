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
Predicate = Callable[[Sight, Action], bool]
"""Whether an action is such a move. The view and the other actions cost time: they are made only for an action of the kind in question."""

WORLDS = 8


def sensibly(rules: Rules, sight: Sight, ranked: Sequence[int]) -> list[int]:
    """The same actions, in front the first that is none of these moves; as they were where all are."""
    best = next((action for action in ranked if not blunders(rules, sight, action)), ranked[0])
    return [best, *(action for action in ranked if action != best)]


def blunders(rules: Rules, sight: Sight, action: int) -> list[str]:
    """The names of what is wrong with an action that the seat could play."""
    if len(sight.actions) == 1:
        return []
    world = sight.sampler(0)  # in every world that the seat can imagine an action is described alike
    played = rules.describe(world, action)
    found = [name for name, predicate in PREDICATES[rules.name].items() if predicate(sight, played)]
    return found + _ends(rules, sight, world, action)


def _others(sight: Sight, played: Action) -> list[Action]:
    return [action for action in sight.legal if action["id"] != played["id"]]


# ---- any game
def _ends(rules: Rules, sight: Sight, first: State, action: int) -> list[str]:
    """Whether the game is lost at once where it need not be, or not won at once where it could be."""

    def result(world: State, action: int) -> str:
        world = world.clone()
        world.apply(action)
        outcome = rules.outcome(world) if world.over else None
        if outcome is None:
            return "open"
        return "won" if outcome["winners"] == [sight.seat] else "shared" if sight.seat in outcome["winners"] else "lost"

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
def _own_figure_hit(sight: Sight, played: Action) -> bool:
    """A hit for one's own figure (one that another Power controls) where somebody else's, or a Peasant, can be hit."""

    def own(action: Action) -> bool:
        return bool(action["kind"] == "figure" and action["figure"]["power"] == sight.seat)

    return own(played) and _task(sight) == "assign_hits" and any(not own(other) for other in _others(sight, played))


def _own_corruption_removed(sight: Sight, played: Action) -> bool:
    """One's own corruption token goes where a rival's in the same region could."""
    return bool(
        played["kind"] == "corruption"
        and played["power"] == sight.seat
        and any(other["kind"] == "corruption" and other["region"] == played["region"] for other in _others(sight, played))
    )


# ---- Chaos Casters
def _harms_itself(sight: Sight, played: Action) -> bool:
    """A puppet attacks the player who pulls the strings; the attack could be declined."""
    return played["kind"] == "player" and _task(sight) == "attack" and played["player"] == sight.seat


def _attacks_in_vain(sight: Sight, played: Action) -> bool:
    """One's own Ally attacks one that is stronger, and is nixed for nothing; the attack could be declined."""
    if played["kind"] != "stack" or _task(sight) != "attack":
        return False
    mine, target = _attacker(sight), _at(sight, played["position"])
    return bool(mine["player"] == sight.seat and mine["strength"] < target["strength"])


def _own_ally_attacked(sight: Sight, played: Action) -> bool:
    """A puppet attacks an Ally of the player who pulls the strings, and nixes it; the attack could be declined."""
    if played["kind"] != "stack" or _task(sight) != "attack":
        return False
    puppet, target = _attacker(sight), _at(sight, played["position"])
    return bool(target["player"] == sight.seat != puppet["player"] and puppet["strength"] > target["strength"])


def _spares_the_enemy(sight: Sight, played: Action) -> bool:
    """One's own Ally with strength declines to attack though it could harm the enemy player."""
    if played["kind"] != "done" or _task(sight) != "attack":
        return False
    others = _others(sight, played)
    return _attacker(sight)["strength"] > 0 and any(other["kind"] == "player" and other["player"] != sight.seat for other in others)


def _attacker(sight: Sight) -> Mapping[str, Any]:
    return _at(sight, sight.view["pending"]["position"])


def _at(sight: Sight, position: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = sight.view["stack"][position - 1]
    return found


def _task(sight: Sight) -> str:
    return str(sight.view["pending"]["task"])


PREDICATES: dict[str, dict[str, Predicate]] = {
    "oldworld": {"own figure hit": _own_figure_hit, "own corruption removed": _own_corruption_removed},
    "casters": {
        "attacks itself": _harms_itself,
        "attacks in vain": _attacks_in_vain,
        "nixes its own Ally": _own_ally_attacked,
        "spares the enemy": _spares_the_enemy,
    },
}
