"""Why an action is not possible: the one rule that refuses it, as a stable code (texts under `refusals`).

The legal list itself comes from the questions alone; here a single refused action is explained. The checks follow the
questions' own order, and the contract tests see to it that they refuse exactly what the questions do not offer.
"""

from collections.abc import Callable

from ruinous.interface import Refusal
from ruinous.oldworld import tasks
from ruinous.oldworld.battle import OF_ONE
from ruinous.oldworld.data import ADJACENT, CARD_COST, CARD_OWNER, COST, REACH
from ruinous.oldworld.names import (
    ALL_REGIONS,
    CARD,
    CHARMED,
    CORRUPTION,
    CULTIST,
    DAEMON,
    EVENT,
    FIGURE,
    FROM_RESERVE,
    HERO,
    N_ACTIONS,
    NOBLE,
    NORSCA,
    PEASANT,
    PLAY,
    POWER,
    REGION,
    SINGLED,
    SORTS,
    STAND,
    SUMMON,
    TOKEN,
    TROLL_COUNTRY,
    TZEENTCH,
    UPGRADE,
    WARPSTONE,
    R,
    T,
    U,
    figure_power,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.notation import CARDS, POWERS, REGIONS, TOKENS, UPGRADES, Asked, asked, kind, kind_of, split, summon_parts
from ruinous.oldworld.state import State
from ruinous.oldworld.summoning import card_regions, holds_back, price_of_card, price_of_figure

Found = Refusal | None

# The kinds of action that can answer each question.
ANSWERS: dict[int, tuple[str, ...]] = {
    tasks.PLACE_TOKENS: ("region",),
    tasks.TROLLSLAYERS_PAIR: ("region",),
    tasks.DIVINE_WHICH: ("token", "region"),
    tasks.DIVINE_WHERE: ("region",),
    tasks.HORNED_ONES_SPACE: ("region",),
    tasks.DISCARD_BEFORE_DRAW: ("card", "done"),
    tasks.SUMMONING_TURN: ("pass", "summon", "play", "figure"),
    tasks.SUMMON_CHARMED_WHERE: ("region",),
    tasks.TAKE_WARPSTONE: ("token", "done"),
    tasks.STAND_ON_SPACE: ("stand", "done"),
    tasks.HIT: ("figure", "token"),
    tasks.ROT: ("figure",),
    tasks.CHARM_A_CULTIST: ("figure",),
    tasks.HERO_TAKES: ("figure",),
    tasks.CHOOSE_UPGRADE: ("upgrade",),
    tasks.REMOVE_CORRUPTION_TOKEN: ("corruption",),
    tasks.REMOVE_OLD_WORLD_TOKEN: ("token",),
    tasks.TROLLSLAYERS_HERO: ("token", "done"),
    tasks.TROLLSLAYERS_WHERE: ("region",),
    tasks.WARDENS_HERO: ("token",),
    tasks.CORSAIRS_TAKE: ("figure",),
    tasks.REAVERS_TAKE: ("figure",),
    tasks.DISCARD: ("card",),
    tasks.BLOOD_GODS_CALL: ("figure", "done"),
    tasks.DECAY: ("corruption",),
    tasks.SHIELD: ("figure",),
    tasks.TELEPORT_WHICH: ("figure",),
    tasks.TELEPORT_WHERE: ("region",),
    tasks.MEDDLE_WITH: ("power",),
    tasks.INFLUENCE_WHICH: ("token",),
    tasks.INFLUENCE_WHERE: ("region",),
    tasks.CHARM: ("figure",),
}


def why_not(g: State, action: int) -> Refusal:
    """The rule that refuses the action. Raises ValueError for a legal one."""
    found = _why(g, action)
    if found is None:
        raise ValueError(f"action {action} is not refused")
    return found


def _why(g: State, action: int) -> Found:
    if g.over or g.n_legal == 0:
        return Refusal("game_over")
    if not 0 <= action < N_ACTIONS or STAND < action < SUMMON:
        return Refusal("no_such_action", {"number": action})
    if g.is_legal(action):
        return None
    q, what = asked(g), kind(action)
    if what not in ANSWERS[q.task]:
        if what in ("pass", "summon", "play"):
            return Refusal("only_in_summoning")
        return Refusal("must_choose" if what == "done" else "not_this_question", {"question": tasks.TASK_NAMES[q.task]})
    return CHECKS[what](g, q, action)


# ---- parts of refusals -------------------------------------------------------------------------------------------
def _figure(power: int, sort: int) -> str:
    return f"{POWERS[power]}.{kind_of(sort)}"


def _ruined(g: State, region: int, code: str) -> Found:
    return Refusal(code, {"region": REGIONS[region]}) if g.ruin[region] else None


def _power(g: State, me: int, cost: int) -> Found:
    return Refusal("not_enough_power", {"cost": cost, "power_left": int(g.power[me])}) if cost > g.power[me] else None


def _reach(g: State, me: int, source: int, destination: int) -> Found:
    """Why one cannot summon from a region (9: the reserve) to another."""
    if source == destination:
        return Refusal("already_there", {"region": REGIONS[destination]})
    if not REACH[g.here[me]] >> destination & 1:
        return Refusal("not_adjacent", {"region": REGIONS[destination]})
    return None


def _held(g: State, power: int, region: int) -> Found:
    return Refusal("field_of_carnage", {"region": REGIONS[region]}) if holds_back(g, power, region) else None


# ---- a turn of summoning -------------------------------------------------------------------------------------------
def _summon(g: State, q: Asked, action: int) -> Found:
    me = q.seat
    source, destination, sort = summon_parts(action)
    figure = _figure(me, sort)
    if source == FROM_RESERVE:
        if sort > DAEMON or g.reserve[me * 4 + sort] == 0:
            return Refusal("none_in_reserve", {"figure": figure})
    else:
        at = (me * R + source) * SORTS + sort
        if g.figures[at] == 0:
            return Refusal("charmed_away" if g.figures[at + CHARMED] else "no_such_figure", {"figure": figure, "region": REGIONS[source]})
        if (held := _held(g, me, source)) is not None:
            return held
    return _reach(g, me, source, destination) or _power(g, me, price_of_figure(g, me, destination, sort))


def _play(g: State, q: Asked, action: int) -> Found:
    card, region = split(action - PLAY, R)
    if (found := _own_card(g, q.seat, card)) is not None:
        return found
    if g.ruin[region]:
        return _ruined(g, region, "region_ruined")
    if not g.open_spaces >> region & 1:
        return Refusal("spaces_full", {"region": REGIONS[region]})
    if not card_regions(g, card) >> region & 1:
        return Refusal("teclis", {"region": REGIONS[region]})
    cost = int(price_of_card(g, q.seat, card, region))
    if cost > g.power[q.seat] >= CARD_COST[card]:
        return Refusal("temporal_stasis", {"region": REGIONS[region], "cost": cost, "power_left": int(g.power[q.seat])})
    return _power(g, q.seat, cost)


def _own_card(g: State, me: int, card: int) -> Found:
    if CARD_OWNER[card] != me:
        return Refusal("not_your_card", {"card": CARDS[card], "power": POWERS[CARD_OWNER[card]]})
    return None if g.hand[card] else Refusal("not_in_hand", {"card": CARDS[card]})


def _card(g: State, q: Asked, action: int) -> Found:
    return _own_card(g, q.seat, action - CARD)


# ---- figures ---------------------------------------------------------------------------------------------------------
def _of_figure(g: State, q: Asked, action: int) -> Found:
    """An answer that points at a figure."""
    owner, region, sort = figure_power(action), figure_region(action), figure_sort(action)
    me, figure = q.seat, _figure(owner, sort)
    if q.task == tasks.BLOOD_GODS_CALL:
        if region == q.region:
            return Refusal("already_there", {"region": REGIONS[region]})
        if g.c < R and region != g.c:
            return Refusal("one_region_only", {"region": REGIONS[g.c]})
    elif q.region >= 0 and region != q.region:
        return Refusal("not_here", {"region": REGIONS[q.region]})
    if g.figures[action - FIGURE] == 0:
        return Refusal("no_such_figure", {"figure": figure, "region": REGIONS[region]})
    mine = g.controller(owner, sort) == me
    if q.task == tasks.SUMMONING_TURN:
        if not mine:
            return Refusal("not_controlled", {"figure": figure})
        if owner == me:
            return Refusal("needs_destination")
        return _held(g, owner, region) or _power(g, me, int(COST[owner * 4 + (sort & 3)]))
    if q.task in (tasks.HIT, tasks.ROT):
        return _kill(g, q, owner, sort, mine)
    if q.task in (tasks.CHARM, tasks.CHARM_A_CULTIST) and mine:
        return Refusal("own_figure", {"figure": figure})
    if q.task in (tasks.HERO_TAKES, tasks.REAVERS_TAKE, tasks.CORSAIRS_TAKE, tasks.SHIELD) and not mine:
        return Refusal("charmed_away" if owner == me else "not_controlled", {"figure": figure})
    if q.task in (tasks.CHARM_A_CULTIST, tasks.CORSAIRS_TAKE) and sort & 3 != CULTIST:
        return Refusal("not_a_cultist")
    if q.task == tasks.CORSAIRS_TAKE and g.tokens[region * T + EVENT] == 0:
        return Refusal("no_event", {"region": REGIONS[region]})
    if q.task == tasks.SHIELD and sort & SINGLED:
        return Refusal("already_shielded", {"figure": figure})
    return Refusal("not_a_daemon") if q.task == tasks.TELEPORT_WHICH and sort & 3 == DAEMON else None


def _kill(g: State, q: Asked, owner: int, sort: int, mine: bool) -> Found:
    """Why a figure in the region of the battle cannot be killed now."""
    figure = _figure(owner, sort)
    if mine:
        return Refusal("own_figure", {"figure": figure})
    if g.figures[(owner * R + q.region) * SORTS + sort] <= g.downed[owner * SORTS + sort]:
        return Refusal("already_felled", {"figure": figure})
    if owner == TZEENTCH and sort & SINGLED:
        return Refusal("shielded", {"figure": figure})
    if q.task == tasks.ROT:
        return Refusal("not_a_daemon") if sort & 3 == DAEMON else None
    if (of_one := _of_one(g, q, g.controller(owner, sort))) is not None:
        return of_one
    defense = int(g.defense(owner, q.region, sort))
    return Refusal("too_few_hits", {"figure": figure, "defense": defense, "hits": int(g.c)}) if defense > g.c else None


def _of_one(g: State, q: Asked, controller: int) -> Found:
    """Hits of retaliation fall on the killer's figures only."""
    if q.task == tasks.HIT and g.b >= OF_ONE and controller != g.b >> 6:
        return Refusal("only_the_killer", {"power": POWERS[g.b >> 6]})
    return None


# ---- tokens, corruption, regions ------------------------------------------------------------------------------------------
def _token(g: State, q: Asked, action: int) -> Found:
    region, token = split(action - TOKEN, T)
    if q.region >= 0 and region != q.region:
        return Refusal("not_here", {"region": REGIONS[q.region]})
    if q.task == tasks.HIT and token != PEASANT:
        return Refusal("only_peasants")
    if token not in CHOICE_OF_TOKENS.get(q.task, range(T)):
        return Refusal("wrong_token", {"token": TOKENS[token]})
    if g.tokens[action - TOKEN] == 0:
        return Refusal("no_such_token", {"token": TOKENS[token], "region": REGIONS[region]})
    goals = ADJACENT[region] if q.task == tasks.TROLLSLAYERS_HERO else ALL_REGIONS & ~(1 << region)
    if q.task in (tasks.TROLLSLAYERS_HERO, tasks.DIVINE_WHICH) and goals & ~g.ruins == 0:
        return Refusal("nowhere_to_go", {"region": REGIONS[region]})
    return _of_one(g, q, -1)


CHOICE_OF_TOKENS = {
    tasks.DIVINE_WHICH: (HERO,),
    tasks.TROLLSLAYERS_HERO: (HERO,),
    tasks.WARDENS_HERO: (HERO,),
    tasks.TAKE_WARPSTONE: (WARPSTONE,),
    tasks.INFLUENCE_WHICH: (NOBLE, PEASANT, HERO),
}


def _corruption(g: State, q: Asked, action: int) -> Found:
    power, region = split(action - CORRUPTION, R)
    if q.region >= 0 and region != q.region:
        return Refusal("not_here", {"region": REGIONS[q.region]})
    if g.corruption[action - CORRUPTION] == 0:
        return Refusal("no_corruption", {"power": POWERS[power], "region": REGIONS[region]})
    return None


def _region(g: State, q: Asked, action: int) -> Found:
    """An answer that names a region."""
    region = action - REGION
    if q.task == tasks.SUMMON_CHARMED_WHERE:
        return _reach(g, q.seat, figure_region(q.figure), region)
    if q.task == tasks.HORNED_ONES_SPACE:
        return _ruined(g, region, "region_ruined") or Refusal("spaces_full", {"region": REGIONS[region]})
    if q.task == tasks.TELEPORT_WHERE or region == q.region:
        return Refusal("already_there", {"region": REGIONS[region]})
    if q.task == tasks.TROLLSLAYERS_WHERE and not ADJACENT[q.region] >> region & 1:
        return Refusal("not_a_neighbour", {"region": REGIONS[region], "origin": REGIONS[q.region]})
    if q.task in (tasks.PLACE_TOKENS, tasks.TROLLSLAYERS_PAIR):
        choice = g.c if q.task == tasks.PLACE_TOKENS else 1 << NORSCA | 1 << TROLL_COUNTRY
        if not choice >> region & 1:
            return Refusal("region_not_allowed", {"region": REGIONS[region]})
    if q.task == tasks.DIVINE_WHICH and g.token_supply[HERO] == 0:
        return Refusal("no_token_left", {"token": TOKENS[HERO]})
    return _ruined(g, region, "no_tokens_in_ruins")


def _opponent(g: State, q: Asked, action: int) -> Found:
    power = action - POWER
    if power == q.seat or not g.seats >> power & 1:
        return Refusal("not_an_opponent", {"power": POWERS[power]})
    return Refusal("no_figure_there", {"power": POWERS[power], "region": REGIONS[q.region]})


def _upgrade(g: State, q: Asked, action: int) -> Found:
    owner, upgrade = split(action - UPGRADE, U)
    if owner != q.seat:
        return Refusal("not_your_upgrade", {"power": POWERS[owner]})
    return Refusal("already_taken", {"upgrade": f"{POWERS[owner]}.{UPGRADES[owner][upgrade]}"})


CHECKS: dict[str, Callable[[State, Asked, int], Found]] = {
    "summon": _summon,
    "play": _play,
    "card": _card,
    "figure": _of_figure,
    "token": _token,
    "corruption": _corruption,
    "region": _region,
    "power": _opponent,
    "upgrade": _upgrade,
}
