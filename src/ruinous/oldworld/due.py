"""What may be due: which task lies on which on an agenda, what its numbers name, and what must be there for it.

The rules put nothing else on an agenda, so a position that keeps to this can be played on as if it had been played to.
"""

from collections.abc import Sequence
from typing import Final

from ruinous.oldworld.data import COST, DIAL_EFFECT, FIGURES, OLD_WORLD_COMET
from ruinous.oldworld.names import (
    CHARMED,
    FIGURE,
    GAIN_UPGRADE,
    HERO,
    NOBODY,
    NURGLE,
    SINGLED,
    SLAANESH,
    SORTS,
    THE_HORNED_ONES_DUE,
    WARRIOR,
    P,
    R,
    T,
    W,
    figure_power,
    figure_sort,
)
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import (
    ADVANCE_DIAL,
    AVENGE,
    BATTLE_PHASE_STEP,
    BLOOD_GODS_CALL,
    CHARM,
    CHARM_A_CULTIST,
    CHOOSE_UPGRADE,
    CORRUPTION_PHASE_STEP,
    CORRUPTION_STEP,
    CORSAIRS_TAKE,
    DECAY,
    DISCARD,
    DISCARD_BEFORE_DRAW,
    DIVINE_WHERE,
    DIVINE_WHICH,
    DOMINATION,
    DRAW_CARDS,
    DRAW_PHASE_STEP,
    END_CHECK,
    END_OF_BATTLE,
    END_PHASE_STEP,
    ENTER_TRACK,
    FIGHT,
    FINAL_ROTTING,
    HERO_ACTS,
    HERO_TAKES,
    HIT,
    HORNED_ONES_SPACE,
    INFLUENCE_WHERE,
    INFLUENCE_WHICH,
    MEDDLE_WITH,
    OLD_WORLD_END,
    OLD_WORLD_PHASE_STEP,
    PLACE_TOKENS,
    REAVERS_TAKE,
    REMOVE_CARDS,
    REMOVE_CORRUPTION_TOKEN,
    REMOVE_OLD_WORLD_TOKEN,
    ROLL,
    ROT,
    ROUND,
    SCORE_RUINS,
    SHIELD,
    STAND_ON_SPACE,
    SUMMON_CHARMED_WHERE,
    SUMMONING_PHASE_STEP,
    SUMMONING_TURN,
    TAKE_WARPSTONE,
    TELEPORT_WHERE,
    TELEPORT_WHICH,
    TROLLSLAYERS_HERO,
    TROLLSLAYERS_PAIR,
    TROLLSLAYERS_WHERE,
    TURN_DIALS,
    WARDENS_HERO,
)
from ruinous.reading import BOTTOM, Argument, Task

_IN_SUMMONING = (SUMMONING_TURN,)
_IN_END = (OLD_WORLD_END, SCORE_RUINS)
_AFTER_DIAL = (ADVANCE_DIAL, END_CHECK)

LIES_ON: Final[dict[int, tuple[int, ...]]] = {
    ROUND: (BOTTOM,),
    OLD_WORLD_PHASE_STEP: (DRAW_PHASE_STEP,),
    DRAW_PHASE_STEP: (SUMMONING_PHASE_STEP,),
    SUMMONING_PHASE_STEP: (BATTLE_PHASE_STEP,),
    BATTLE_PHASE_STEP: (CORRUPTION_PHASE_STEP,),
    CORRUPTION_PHASE_STEP: (END_PHASE_STEP,),
    END_PHASE_STEP: (BOTTOM,),
    # ---- Old World phase
    ENTER_TRACK: (DRAW_PHASE_STEP,),
    PLACE_TOKENS: (ENTER_TRACK, *_IN_END, *_AFTER_DIAL),
    TROLLSLAYERS_PAIR: (ENTER_TRACK,),
    DIVINE_WHICH: (ENTER_TRACK,),
    DIVINE_WHERE: (ENTER_TRACK,),
    HORNED_ONES_SPACE: (ENTER_TRACK,),
    # ---- draw phase
    DRAW_CARDS: (DRAW_CARDS, DISCARD_BEFORE_DRAW, SUMMONING_PHASE_STEP),
    DISCARD_BEFORE_DRAW: (DRAW_CARDS,),
    # ---- summoning
    SUMMONING_TURN: (BATTLE_PHASE_STEP,),
    SUMMON_CHARMED_WHERE: _IN_SUMMONING,
    TAKE_WARPSTONE: _IN_SUMMONING,
    STAND_ON_SPACE: _IN_SUMMONING,
    BLOOD_GODS_CALL: _IN_SUMMONING,
    DECAY: _IN_SUMMONING,
    SHIELD: _IN_SUMMONING,
    TELEPORT_WHICH: _IN_SUMMONING,
    TELEPORT_WHERE: _IN_SUMMONING,
    MEDDLE_WITH: _IN_SUMMONING,
    INFLUENCE_WHICH: _IN_SUMMONING,
    INFLUENCE_WHERE: _IN_SUMMONING,
    CHARM: _IN_SUMMONING,
    # ---- battle
    FINAL_ROTTING: (CORRUPTION_PHASE_STEP,),
    FIGHT: (FIGHT, FINAL_ROTTING),
    END_OF_BATTLE: (FIGHT, FINAL_ROTTING),
    ROLL: (ROLL, END_OF_BATTLE),
    AVENGE: (ROLL, END_OF_BATTLE),
    HIT: (AVENGE, ROLL, END_OF_BATTLE),
    ROT: (ROT, CORRUPTION_PHASE_STEP),
    # ---- corruption
    CORRUPTION_STEP: (END_PHASE_STEP,),
    DOMINATION: (CORRUPTION_STEP,),
    CHARM_A_CULTIST: (CHARM_A_CULTIST, DOMINATION),
    # ---- end phase
    END_CHECK: (BOTTOM,),
    TURN_DIALS: (END_CHECK,),
    SCORE_RUINS: (TURN_DIALS,),
    OLD_WORLD_END: _IN_END,
    HERO_ACTS: (HERO_ACTS, OLD_WORLD_END),
    HERO_TAKES: (HERO_ACTS, OLD_WORLD_END),
    REMOVE_CARDS: (HERO_ACTS, OLD_WORLD_END),
    TROLLSLAYERS_HERO: _IN_END,
    TROLLSLAYERS_WHERE: _IN_END,
    WARDENS_HERO: _IN_END,
    CORSAIRS_TAKE: (CORSAIRS_TAKE, *_IN_END),
    REAVERS_TAKE: (REAVERS_TAKE, *_IN_END),
    DISCARD: (DISCARD, *_IN_SUMMONING, *_IN_END),
    ADVANCE_DIAL: _AFTER_DIAL,
    CHOOSE_UPGRADE: _AFTER_DIAL,
    REMOVE_CORRUPTION_TOKEN: _AFTER_DIAL,
    REMOVE_OLD_WORLD_TOKEN: _AFTER_DIAL,
}

# What an argument may be: a Power that takes part, that one Power, or a whole number between two.
_NONE: Final = (0, 0)
_REGION: Final = (0, int(R) - 1)
_A_POWER: Final = (0, int(P) - 1)  # also one that does not take part: its turn is passed over
_FIGURE: Final = (0, int(P * R * SORTS) - 1)
_MANY: Final = (1, 0xFFFF)
_HOW: Final = (0, 0xFF)
_ONLY: Final = (_NONE, _NONE, _NONE)

ARGUMENTS: Final[dict[int, tuple[Argument, Argument, Argument]]] = {
    ENTER_TRACK: ((0, int(W) - 1), _NONE, _NONE),
    PLACE_TOKENS: ("seat", (0, 0xFFFF), (0, (1 << R) - 1)),
    TROLLSLAYERS_PAIR: ("seat", _NONE, _NONE),
    DIVINE_WHICH: ("seat", _NONE, _NONE),
    DIVINE_WHERE: ("seat", _REGION, _NONE),
    HORNED_ONES_SPACE: ("seat", _NONE, _NONE),
    DRAW_CARDS: ("seat", _NONE, _NONE),
    DISCARD_BEFORE_DRAW: ("tzeentch", _NONE, _NONE),
    SUMMONING_TURN: (_A_POWER, _NONE, _NONE),
    SUMMON_CHARMED_WHERE: ("slaanesh", _FIGURE, _NONE),
    TAKE_WARPSTONE: ("tzeentch", _REGION, _REGION),
    STAND_ON_SPACE: ("tzeentch", _REGION, (0, int(SORTS) - 1)),
    BLOOD_GODS_CALL: ("khorne", _REGION, (0, int(R))),
    DECAY: ("nurgle", _REGION, _NONE),
    SHIELD: ("tzeentch", _REGION, _NONE),
    TELEPORT_WHICH: ("tzeentch", _REGION, _NONE),
    TELEPORT_WHERE: ("tzeentch", _FIGURE, _NONE),
    MEDDLE_WITH: ("tzeentch", _REGION, _NONE),
    INFLUENCE_WHICH: ("slaanesh", _REGION, _NONE),
    INFLUENCE_WHERE: ("slaanesh", _REGION, (0, int(T) - 1)),
    CHARM: ("slaanesh", _REGION, _NONE),
    FIGHT: (_REGION, (0, 2), _NONE),
    END_OF_BATTLE: (_REGION, (0, 2), _NONE),
    ROLL: ("seat", _REGION, (0, 2)),
    AVENGE: ("seat", (0, 31), _NONE),
    HIT: ("seat", _HOW, (1, 0x3FFFFF)),
    ROT: ("nurgle", _REGION, _MANY),
    CHARM_A_CULTIST: ("slaanesh", _REGION, _NONE),
    OLD_WORLD_END: ((0, 1), _NONE, _NONE),
    HERO_ACTS: (_REGION, _NONE, _NONE),
    HERO_TAKES: ("seat", _REGION, _NONE),
    TROLLSLAYERS_HERO: ("seat", _NONE, _NONE),
    TROLLSLAYERS_WHERE: ("seat", _REGION, _NONE),
    WARDENS_HERO: ("seat", _NONE, _NONE),
    CORSAIRS_TAKE: (_A_POWER, _NONE, _NONE),
    REAVERS_TAKE: ("seat", _REGION, _NONE),
    DISCARD: ("seat", _MANY, _NONE),
    ADVANCE_DIAL: ("seat", _NONE, _NONE),
    CHOOSE_UPGRADE: ("seat", _NONE, _NONE),
    REMOVE_CORRUPTION_TOKEN: ("seat", _MANY, _NONE),
    REMOVE_OLD_WORLD_TOKEN: ("seat", _MANY, _NONE),
}


def arguments(task: int) -> tuple[Argument, Argument, Argument]:
    """What the three arguments of a task may be."""
    return ARGUMENTS.get(task, _ONLY)


def entering(due: Sequence[Task]) -> list[int]:
    """The Old World card that has been drawn and is still being carried out."""
    return [a for task, a, _, _ in due if task == ENTER_TRACK]


def battle_region(due: Sequence[Task]) -> int:
    """The region where a battle is being fought, or NOBODY."""
    return next((a for task, a, _, _ in due if task == END_OF_BATTLE), int(NOBODY))


def phase(due: Sequence[Task]) -> int | None:
    """The phase that is going on; None between two phases, where the last may have been any."""
    began = [task for task, *_ in due if OLD_WORLD_PHASE_STEP <= task <= END_PHASE_STEP]
    if len(began) == len(due) or due[0][0] == ROUND:
        return None
    return int(began[-1] - OLD_WORLD_PHASE_STEP - 1 if began else END_PHASE_STEP - OLD_WORLD_PHASE_STEP)


def upgrades_given(g: State, power: int) -> int:
    """How many upgrades the dial has given so far."""
    return sum(DIAL_EFFECT[power * 12 + step] == GAIN_UPGRADE for step in range(1, g.dial[power] + 1))


def is_there(g: State, due: Sequence[Task], at: int) -> bool:
    """Whether everything is there that the task at this place of the agenda names and does not ask for itself."""
    task, a, b, c = due[at]
    if task == PLACE_TOKENS:
        return (b & 7) < T and 1 <= b >> 4 & 7 <= 2 and 1 <= b >> 7 <= R
    if task == HORNED_ONES_SPACE:
        return entering(due) == [THE_HORNED_ONES_DUE]
    if task == ENTER_TRACK:
        return not (OLD_WORLD_COMET[a] and any(OLD_WORLD_COMET[card - 1] for card in g.track if card))
    if task in (TROLLSLAYERS_WHERE, DIVINE_WHERE):
        return g.tokens[b * T + HERO] > 0
    if task == INFLUENCE_WHERE:
        return g.tokens[b * T + c] > 0
    if task == STAND_ON_SPACE:
        return c in (WARRIOR, WARRIOR + SINGLED) and g.figures[(a * R + b) * SORTS + c] > 0
    if task == TELEPORT_WHERE:
        return g.figures[b] > 0
    if task == SUMMON_CHARMED_WHERE:
        figure = FIGURE + b
        cost = COST[figure_power(figure) * 4 + (figure_sort(figure) & 3)]
        return g.figures[b] > 0 and figure_sort(figure) & CHARMED != 0 and cost <= g.power[SLAANESH]
    if task in (ROLL, AVENGE, HIT):
        killer = b >> 6
        return (b & 15) == g.battle_region and (b < 32 or bool(b & 32 and g.seats >> killer & 1))
    if task == CHOOSE_UPGRADE:
        return int(g.upgrades[a]).bit_count() < upgrades_given(g, a)
    return True


def avengers(g: State) -> int:
    """The most Plaguebearers that can have been felled by the hits being assigned: those that do not stand in the battle."""
    if g.battle_region == NOBODY:
        return int(FIGURES[NURGLE * 4 + WARRIOR])
    at = (NURGLE * R + g.battle_region) * SORTS
    standing = sum(g.figures[at + sort] - g.downed[NURGLE * SORTS + sort] for sort in (WARRIOR, WARRIOR + CHARMED))
    return int(FIGURES[NURGLE * 4 + WARRIOR] - standing)
