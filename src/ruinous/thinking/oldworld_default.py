"""The default choices: what everybody does in a forecast where a question is left open.

All pass; hits go where they pay most for each hit; Heroes get what is missed least. What figures are worth here depends
on nothing that changes while battles are fought, so a forecast can work out every kill beforehand.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ruinous.oldworld import tasks
from ruinous.oldworld.corruption import advances, magic_without_figures
from ruinous.oldworld.data import DIAL_END, RUIN_FIRST, VALUE
from ruinous.oldworld.names import DAEMON, KHORNE, PASS, TOKEN, TZEENTCH, figure_power, figure_region, figure_sort
from ruinous.oldworld.state import State

PEASANT_PREY: Final = 0.45  # of a Peasant, in the unit of `figure_worth`: about one victory point


def progress(g: State, power: i64) -> float:
    """How near a Power is to an end, 0 to 1: by victory points or by its dial, whichever is nearer."""
    vp: float = float(g.vp[power]) / 50.0
    dial: float = float(g.dial[power]) / float(DIAL_END[power])
    return vp if vp > dial else dial


def suits_dial(g: State, power: i64, region: i64) -> bool:
    """Whether two corruption tokens placed here bring the Power a counter, leaving an upgraded Lord of Change aside."""
    if power == TZEENTCH:
        return magic_without_figures(g, region) >= 2
    return advances(g, power, region)


def figure_worth(g: State, power: i64, region: i64, sort: i64) -> float:
    """What a figure is worth where it stands, roughly in victory points."""
    kind: i64 = sort & 3
    worth: float = 0.5
    if g.ruin[region] == 0:
        worth += 0.4 * float(g.conquest(region)) / float(VALUE[region] + 1)
    if kind == 0:
        if g.ruin[region] == 0 and g.ruins_taken < 5:
            worth += 0.06 * float(RUIN_FIRST[region * 5 + g.ruins_taken]) * (0.4 + float(g.corruption_total(region)) / 12.0)
            if suits_dial(g, power, region):
                worth += 0.9
        if power == KHORNE:
            worth -= 0.3
    elif kind == DAEMON:
        worth += 2.2
    else:
        worth += 0.3 + 0.25 * float(g.attack(power, sort))
    return worth


def prey_worth(g: State, power: i64, region: i64, sort: i64) -> float:
    """What it is worth to somebody else that a figure falls: more where its Power is near an end."""
    ahead: float = progress(g, power) - 0.4
    worth: float = figure_worth(g, power, region, sort)
    return worth * (1.0 + 1.2 * ahead) if ahead > 0.0 else worth


def default_choice(g: State) -> i64:
    """What is chosen in a forecast: pass; the prey worth most for each hit; the own figure worth least; else the first option."""
    asks: i64 = g.asks
    if asks == tasks.SUMMONING_TURN:
        return PASS
    best: i64 = g.legal[0]
    most: float = -1.0e9
    if asks == tasks.HIT or asks == tasks.ROT or asks == tasks.CHARM_A_CULTIST:
        for i in range(g.n_legal):
            action: i64 = g.legal[i]
            worth: float = PEASANT_PREY
            if action < TOKEN:
                worth = prey_worth(g, figure_power(action), figure_region(action), figure_sort(action))
                if asks == tasks.HIT:
                    worth /= float(g.defense(figure_power(action), figure_region(action), figure_sort(action)))
            if worth > most:
                most = worth
                best = action
    elif asks == tasks.HERO_TAKES or asks == tasks.REAVERS_TAKE or asks == tasks.CORSAIRS_TAKE:
        for i in range(g.n_legal):
            action = g.legal[i]
            worth = -figure_worth(g, figure_power(action), figure_region(action), figure_sort(action))
            if worth > most:
                most = worth
                best = action
    return best
