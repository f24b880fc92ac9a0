"""What a seat sees, built by naming what is public and what is its own (docs/formats.md section 3).

Nothing gets into a view that is not named here: hands and decks of others are numbers, and chance is not in it.
"""

from typing import Any

from ruinous.oldworld import tables
from ruinous.oldworld.corruption import corruptors, dominates, supremacy, supremacy_of_cards, supremacy_of_figures
from ruinous.oldworld.data import ADJACENT, CARD_COST, CARD_OWNER, DIAL_END, POPULOUS, VALUE
from ruinous.oldworld.names import NOBODY, RULES_VERSION, SORTS, P, R, T
from ruinous.oldworld.notation import CARDS, OLD_WORLD, POWERS, REGIONS, TOKENS, UPGRADES, asked, figure, kind_of, space_content
from ruinous.oldworld.position import card_list, outcome
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import TASK_NAMES

_ADJACENT = [[name for other, name in enumerate(REGIONS) if ADJACENT[r] >> other & 1] for r in range(R)]


def view(g: State, seat: str | None) -> dict[str, Any]:
    """What the seat sees; None is a spectator. Raises ValueError for a seat that does not take part."""
    return public(g) if seat is None else own(g, seat, public(g))


def own(g: State, seat: str, everybody: dict[str, Any]) -> dict[str, Any]:
    """What a seat sees: what everybody sees, and its own hand. Raises ValueError for a seat that does not take part."""
    powers = everybody["powers"]
    if seat not in powers:
        raise ValueError(f"{seat} does not take part")
    hand = card_list(g.hand, POWERS.index(seat))
    return everybody | {"seat": seat, "powers": powers | {seat: powers[seat] | {"hand": hand}}}


def public(g: State) -> dict[str, Any]:
    """What everybody sees."""
    seats = [p for p in range(P) if g.seats >> p & 1]
    return {
        "game": "oldworld",
        "rules": int(RULES_VERSION),
        "edition": tables.EDITIONS[g.edition],
        "old_world_deck": tables.OLD_WORLD_DECKS[g.sourced],
        "seat": None,
        "round": int(g.round),
        "rounds": tables.ROUNDS[len(seats)],
        "phase": tables.PHASES[g.phase],
        "seats": [POWERS[p] for p in seats],
        "to_move": None if g.n_legal == 0 else POWERS[g.player],
        "powers": {POWERS[p]: _power(g, p) for p in seats},
        "regions": {REGIONS[r]: _region(g, r, seats) for r in range(R)},
        "track": [OLD_WORLD[card - 1] if card else None for card in g.track],
        "old_world_left": int(g.old_world_left),
        "old_world_gone": [OLD_WORLD[title] for title, n in enumerate(g.gone) for _ in range(n)],
        "ruins_taken": int(g.ruins_taken),
        "token_supply": {TOKENS[t]: int(n) for t, n in enumerate(g.token_supply)},
        "counters_left": tables.DIAL_COUNTERS - int(sum(g.counters)),
        "battle": _battle(g),
        "pending": pending(g),
        "outcome": outcome(g),
    }


def _power(g: State, p: int) -> dict[str, Any]:
    return {
        "vp": int(g.vp[p]),
        "dial": int(g.dial[p]),
        "dial_length": int(DIAL_END[p]),
        "threat": int(g.threat(p)),
        "counters": int(g.counters[p]),
        "power": int(g.power[p]),
        "income": int(g.income(p)),
        "upgrades": [name for u, name in enumerate(UPGRADES[p]) if g.upgrades[p] >> u & 1],
        "hand": len(card_list(g.hand, p)),
        "deck": int(g.deck_size[p]),
        "discard": card_list(g.discard, p),
        "peasants": int(g.peasants[p]),
        "reserve": {kind: int(g.reserve[p * 4 + k]) for k, kind in enumerate(tables.KINDS)},
        "corruption_left": int(g.corruption_left(p)),
    }


def _region(g: State, r: int, seats: list[int]) -> dict[str, Any]:
    leader, covered = int(dominates(g, r)), g.cards[r * 2] != 0 or g.cards[r * 2 + 1] != 0
    involved = [p for p in seats if covered or g.here[p] >> r & 1]  # nobody else has anything to sum up
    return {
        "value": int(VALUE[r]),
        "populous": bool(POPULOUS[r]),
        "resistance": int(g.resistance(r)),
        "conquest": int(g.conquest(r)),
        "ruin": int(g.ruin[r]) or None,
        "ruined_now": bool(g.fresh >> r & 1),
        "figures": [
            figure(p, sort) | {"count": int(g.figures[(p * R + r) * SORTS + sort])}
            for p in seats
            if (present := g.present[p * R + r])
            for sort in range(SORTS)
            if present >> sort & 1
        ],
        "tokens": {TOKENS[t]: int(n) for t in range(T) if (n := g.tokens[r * T + t])},
        "corruption": {POWERS[p]: int(n) for p in seats if (n := g.corruption[p * R + r])},
        "corruption_total": int(g.corruption_total(r)),
        "cards": [space_content(g.cards[r * 2]), space_content(g.cards[r * 2 + 1])],
        "cancelled": [_cancelled(g, r, 0), _cancelled(g, r, 1)],
        "supremacy": {POWERS[p]: int(value) for p in involved if (value := supremacy(g, p, r))},
        "sums": {POWERS[p]: sums for p in involved if any((sums := _sums(g, p, r)).values())},
        "dominates": POWERS[leader] if leader >= 0 else None,
        "adjacent": list(_ADJACENT[r]),
    }


def _sums(g: State, p: int, r: int) -> dict[str, int]:
    """What a Power's supremacy is made of (old-world.md 7.5), and the corruption that it would place here."""
    here = [card - 1 for card in g.cards[r * 2 : r * 2 + 2] if 0 < card <= len(CARDS) and CARD_OWNER[card - 1] == p]
    costs = sum(CARD_COST[card] for card in here)
    places = min(max(0, corruptors(g, p, r)), g.corruption_left(p)) if g.here[p] >> r & 1 and g.may_place_corruption(r) else 0
    return {
        "figures": int(supremacy_of_figures(g, p, r)),
        "cards": int(costs),
        "effects": int(supremacy_of_cards(g, p, r) - costs),
        "places": int(places),
    }


def _cancelled(g: State, r: int, space: int) -> bool:
    """Whether the card on this space is a Chaos card whose text does not work."""
    card = int(g.cards[r * 2 + space]) - 1
    return 0 <= card < len(CARDS) and not works(g, r, space)


def works(g: State, r: int, space: int) -> bool:
    """Whether no Changer of Ways lies beside this space."""
    return g.cards[r * 2 + 1 - space] != 1 + CARDS.index("changer_of_ways")


def _battle(g: State) -> dict[str, Any] | None:
    if g.battle_region == NOBODY:
        return None
    downed = [
        {"power": POWERS[p], "kind": kind_of(sort), "count": int(n)}
        for p in range(P)
        for sort in range(SORTS)
        if (n := g.downed[p * SORTS + sort])
    ]
    return {"region": REGIONS[g.battle_region], "downed": downed}


def pending(g: State) -> dict[str, Any] | None:
    """The pending question as everybody may know it; nothing in it tells a hand."""
    if g.n_legal == 0:
        return None
    q = asked(g)
    return {
        "seat": POWERS[q.seat],
        "task": TASK_NAMES[q.task],
        "region": REGIONS[q.region] if q.region >= 0 else None,
        "card": q.card,
        "amount": q.amount,
        "token": TOKENS[q.token] if q.token >= 0 else None,
    }
