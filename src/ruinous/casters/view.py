"""What a seat sees, built by naming what is public and what it knows (docs/formats.md section 7).

Nothing gets into a view that is not named here. A card that lies face down is shown to those who know it (ruling 15);
before both players have exchanged cards, nobody sees how many the other has exchanged.
"""

from typing import Any

from ruinous.casters import tables, tasks
from ruinous.casters.names import DECK, HAND, OPENING, RESOLVE_PHASE, RING, RULES_VERSION
from ruinous.casters.notation import IDS, SEATS, asked
from ruinous.casters.position import deck_list, outcome
from ruinous.casters.state import State
from ruinous.casters.tables import PHASES
from ruinous.casters.tasks import TASK_NAMES


def view(g: State, seat: str | None) -> dict[str, Any]:
    """What the seat sees; None is a spectator. Raises ValueError for a seat that there is not."""
    if seat is not None and seat not in SEATS:
        raise ValueError(f"{seat} does not take part")
    viewer = -1 if seat is None else SEATS.index(seat)
    resolving = g.place_of(g.resolving) if g.resolving >= 0 else -1
    return {
        "game": "casters",
        "rules": int(RULES_VERSION),
        "seat": seat,
        "round": int(g.round),
        "rounds": int(g.max_rounds),
        "phase": PHASES[g.phase],
        "seats": list(SEATS),
        "to_move": None if g.n_legal == 0 else SEATS[g.player],
        "first": SEATS[g.first],
        "players": {SEATS[p]: _player(g, p, viewer) for p in range(2)},
        "stack": [_on_stack(g, place) for place in range(g.stack_size)],
        "line": int(g.line),
        "next": _next(g),
        "resolving": int(resolving) + 1 if resolving >= 0 else None,
        "resolutions": int(g.resolutions),
        "max_resolutions": int(g.max_resolutions),
        "stopped": bool(g.stopped),
        "pending": _pending(g, viewer),
        "outcome": outcome(g),
    }


def _player(g: State, p: int, viewer: int) -> dict[str, Any]:
    """A player's cards: hand and deck as far as the viewer knows them."""
    hand = [g.hand[p * DECK + place] for place in range(g.hand_size[p])]
    deck = [g.deck[p * RING + (g.bottom[p] + at & 63)] for at in range(g.deck_size[p])]
    looked = [card for card in g.looked[: g.n_looked] if g.owner(card) == p]
    untold = g.phase == OPENING and p != viewer and len(hand) > 0
    return {
        "hand": _titles(g, hand) if p == viewer else int(HAND) if untold else len(hand),
        "hand_known": [] if p == viewer else _titles(g, [card for card in hand if g.knows(viewer, card)]),
        "deck": DECK - int(HAND) if untold else len(deck),
        "deck_known": [{"from_bottom": at + 1, "card": IDS[g.title[card]]} for at, card in enumerate(deck) if g.knows(viewer, card)],
        "pit": [IDS[g.title[g.pit[p * DECK + place]]] for place in range(g.pit_size[p])],
        "looked": len(looked),
        "looked_known": _titles(g, [card for card in looked if g.knows(viewer, card)]),
        "spent": [IDS[title] for title in range(len(IDS)) if g.spent[p] >> title & 1],
        "deck_list": deck_list(g, p),
    }


def _titles(g: State, cards: list[int]) -> list[str]:
    return [IDS[title] for title in sorted(int(g.title[card]) for card in cards)]


def _on_stack(g: State, place: int) -> dict[str, Any]:
    """A card on the stack as it is now."""
    card = g.stack[place]
    title = int(g.what(card))
    ally = g.is_ally(card)
    return {
        "position": place + 1,
        "player": SEATS[g.owner(card)],
        "card": IDS[title],
        "was": IDS[g.title[card]] if g.copied[card] else None,
        "type": tables.TYPES[tables.POOL[title].type],
        "strength": int(g.strength_at(place)) if ally else None,
        "printed": tables.POOL[title].strength if ally else None,
        "change": int(g.change[card]),
        "silenced": bool(g.silenced[card]),
        "puppet_of": SEATS[g.puppet[card] - 1] if g.puppet[card] else None,
        "resolved": g.phase == RESOLVE_PHASE and place >= g.line,
    }


def _next(g: State) -> int | None:
    """The position of the card that resolves next as things stand."""
    if g.phase != RESOLVE_PHASE or g.stopped or g.resolutions >= g.max_resolutions:
        return None
    return next((place + 1 for place in range(int(g.line) - 1, -1, -1) if not g.silenced[g.stack[place]]), None)


def _pending(g: State, viewer: int) -> dict[str, Any] | None:
    """The pending question as this seat may know it."""
    if g.n_legal == 0:
        return None
    q = asked(g)
    return {
        "seat": SEATS[q.seat],
        "task": TASK_NAMES[q.task],
        "card": q.card,
        "position": q.place + 1 if q.place >= 0 else None,
        "amount": q.amount,
        "gone": None if q.task == tasks.OPENING_PICK and q.seat != viewer else q.gone,
    }
