"""What happens in a game of the Old World, as a set of features: what the golden records must contain between them."""

from __future__ import annotations

from collections.abc import Iterable

from ruinous.oldworld import events as e
from ruinous.oldworld import tables
from ruinous.oldworld.notation import CARDS, OLD_WORLD, QUESTIONS, UPGRADES
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import TASK_NAMES

Feature = tuple[str, ...]


def features(g: State, asked: Iterable[int]) -> set[Feature]:
    """The features of a finished game with its log; `asked` are the questions that somebody really had to answer."""
    assert g.log is not None
    found: set[Feature] = {
        ("powers", *(power for p, power in enumerate(tables.POWERS) if g.seats >> p & 1)),
        ("edition", tables.EDITIONS[g.edition]),
        ("deck", tables.OLD_WORLD_DECKS[g.sourced]),
    }
    for kind, a, b, _c, _d in g.log:
        if kind == e.PLAYED:
            found.add(("plays", CARDS[b]))
        elif kind == e.OLD_WORLD_CARD:
            found.add(("draws", OLD_WORLD[b]))
        elif kind == e.UPGRADE_TAKEN:
            found.add(("upgrade", tables.POWERS[a], UPGRADES[a][b]))
        elif kind == e.GAME_OVER:
            winners = [power for p, power in enumerate(tables.POWERS) if b >> p & 1]
            found.add(("end", tables.REASONS[a], *(winners if a == 1 and len(winners) == 1 else ())))
            if len(winners) > 1:
                found.add(("end", "shared"))
    found |= {("asked", TASK_NAMES[task]) for task in asked}
    return found


def wanted() -> set[Feature]:
    """Every card and title, every upgrade, every question, every end; three Powers of each kind and four; editions and decks."""
    return (
        {("plays", card) for card in CARDS}
        | {("draws", title) for title in OLD_WORLD}
        | {("upgrade", power, upgrade) for power, own in zip(tables.POWERS, UPGRADES, strict=True) for upgrade in own}
        | {("asked", TASK_NAMES[task]) for task in QUESTIONS}
        | {("end", "dial", power) for power in tables.POWERS}
        | {("end", reason) for reason in ("vp", "ruin", "old_world", "shared")}
        | {("powers", *(power for power in tables.POWERS if power != absent)) for absent in (*tables.POWERS, None)}
        | {("edition", edition) for edition in tables.EDITIONS}
        | {("deck", deck) for deck in tables.OLD_WORLD_DECKS}
    )
