"""Actions in words and as data, and what a pending question is about (docs/formats.md section 4).

The verb is the question's, so that a text reads as an answer to it; a region that the question itself names is left
out. Texts are unique within one decision, whether the action is legal there or not.
"""

from dataclasses import dataclass
from typing import Any

from ruinous.oldworld import tables, tasks
from ruinous.oldworld.data import CARD_OWNER, COST
from ruinous.oldworld.names import (
    CARD,
    CHARMED,
    CORRUPTION,
    DONE,
    FIGURE,
    FROM_RESERVE,
    HERO,
    HORROR_STANDS,
    N_ACTIONS,
    NURGLE,
    PASS,
    PERCHED,
    PLAY,
    POWER,
    REGION,
    SINGLED,
    STAND,
    SUMMON,
    THE_HORNED_ONES_DUE_LIES,
    TOKEN,
    TZEENTCH,
    UPGRADE,
    WARRIOR,
    R,
    T,
    U,
    figure_power,
    figure_region,
    figure_sort,
)
from ruinous.oldworld.state import State
from ruinous.oldworld.summoning import price_of_card, price_of_figure
from ruinous.text import texts

POWERS, REGIONS, KINDS, TOKENS = tables.POWERS, tables.REGIONS, tables.KINDS, tables.TOKENS
CARDS = tuple(card[0] for own in tables.CHAOS_CARDS for card in own)
OLD_WORLD = tuple(card[0] for card in tables.OLD_WORLD_CARDS)
UPGRADES = tuple(tuple(upgrade[0] for upgrade in own) for own in tables.UPGRADES)
ACTION_KINDS = (  # first index of each kind of action
    (UPGRADE, "upgrade"),
    (POWER, "power"),
    (CARD, "card"),
    (CORRUPTION, "corruption"),
    (TOKEN, "token"),
    (FIGURE, "figure"),
    (REGION, "region"),
    (PLAY, "play"),
    (SUMMON, "summon"),
    (STAND, "stand"),
    (DONE, "done"),
    (PASS, "pass"),
)
_KIND = [next(name for first, name in ACTION_KINDS if action >= first) for action in range(N_ACTIONS)]

# Every question: the verb of its answers, the card that asks (or None).
QUESTIONS: dict[int, tuple[str, str | None]] = {
    tasks.PLACE_TOKENS: ("place", None),
    tasks.TROLLSLAYERS_PAIR: ("choose", "dwarf_trollslayers"),
    tasks.DIVINE_WHICH: ("move", "divine_inspiration"),
    tasks.DIVINE_WHERE: ("to", "divine_inspiration"),
    tasks.HORNED_ONES_SPACE: ("lay", "the_horned_ones_due"),
    tasks.DISCARD_BEFORE_DRAW: ("discard", None),
    tasks.SUMMONING_TURN: ("summon", None),
    tasks.SUMMON_CHARMED_WHERE: ("to", None),
    tasks.TAKE_WARPSTONE: ("take", None),
    tasks.STAND_ON_SPACE: ("stand", None),
    tasks.HIT: ("hit", None),
    tasks.ROT: ("rot", "the_final_rotting"),
    tasks.CHARM_A_CULTIST: ("charm", None),
    tasks.HERO_TAKES: ("remove", None),
    tasks.CHOOSE_UPGRADE: ("take", None),
    tasks.REMOVE_CORRUPTION_TOKEN: ("remove", None),
    tasks.REMOVE_OLD_WORLD_TOKEN: ("remove", None),
    tasks.TROLLSLAYERS_HERO: ("move", "dwarf_trollslayers"),
    tasks.TROLLSLAYERS_WHERE: ("to", "dwarf_trollslayers"),
    tasks.WARDENS_HERO: ("remove", "road_wardens"),
    tasks.CORSAIRS_TAKE: ("remove", "dark_elf_corsairs"),
    tasks.REAVERS_TAKE: ("remove", "norse_reavers"),
    tasks.DISCARD: ("discard", None),
    tasks.BLOOD_GODS_CALL: ("move", "the_blood_gods_call"),
    tasks.DECAY: ("remove", "all_things_decay"),
    tasks.SHIELD: ("shield", "warp_shield"),
    tasks.TELEPORT_WHICH: ("move", "teleport"),
    tasks.TELEPORT_WHERE: ("to", "teleport"),
    tasks.MEDDLE_WITH: ("choose", "the_meddling_of_skaven"),
    tasks.INFLUENCE_WHICH: ("move", "dark_influence"),
    tasks.INFLUENCE_WHERE: ("to", "dark_influence"),
    tasks.CHARM: ("charm", "soporific_musk"),
}


# ---- figures, card spaces ----------------------------------------------------------------------------------
def marks(power: int, sort: int) -> dict[str, bool]:
    """What singles a figure of this owner and sort out."""
    return {
        "shielded": power == TZEENTCH and sort & SINGLED != 0,
        "charmed": sort & CHARMED != 0,
        "spent": power == NURGLE and sort & SINGLED != 0,
        "on_space": sort & 3 == PERCHED,
    }


def figure(power: int, sort: int) -> dict[str, Any]:
    """A figure as data."""
    return {"power": POWERS[power], "kind": kind_of(sort), **marks(power, sort)}


def pointed_at(action: int) -> str:
    """The figure that a FIGURE action points at as `power.kind`."""
    return f"{POWERS[figure_power(action)]}.{kind_of(figure_sort(action))}"


def kind_of(sort: int) -> str:
    """The kind of a figure; a Horror on a card space is a warrior."""
    return KINDS[WARRIOR if sort & 3 == PERCHED else sort & 3]


def figure_words(power: int, sort: int) -> str:
    """A figure in a text, without its owner: `spent cultist`."""
    words = [mark for mark, on in marks(power, sort).items() if on]
    if sort & SINGLED and power not in (NURGLE, TZEENTCH):
        words.append("singled")  # no such figure: named all the same, so that every action has a text of its own
    return " ".join([*words, kind_of(sort)])


def space_content(content: int) -> list[str | None] | None:
    """What lies on a card space: None, [owner, card], or what else takes the space."""
    if content == 0:
        return None
    if content == HORROR_STANDS:
        return ["tzeentch", "horror"]
    if content == THE_HORNED_ONES_DUE_LIES:
        return [None, "the_horned_ones_due"]
    return [POWERS[CARD_OWNER[content - 1]], CARDS[content - 1]]


# ---- what a question is about ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Asked:
    """The pending question in numbers and ids; -1 or None where it says nothing of the sort. All of it is public."""

    task: int
    seat: int
    region: int = -1  # where it happens, or whither
    card: str | None = None  # the card that asks
    amount: int | None = None  # how many are to go, this one included
    token: int = -1
    figure: int = -1  # a FIGURE action


def asked(g: State) -> Asked:
    """What the pending question is about. The arguments of each question stand in its class."""
    task, seat, b, c = int(g.asks), int(g.a), int(g.b), int(g.c)
    card = QUESTIONS[task][1]
    if task == tasks.PLACE_TOKENS:
        return Asked(task, seat, token=b & 7, amount=b >> 7)
    if task == tasks.HIT:
        return Asked(task, seat, b & 15, amount=c)
    if task == tasks.ROT:
        return Asked(task, seat, b, card, amount=c)
    if task in (tasks.SUMMON_CHARMED_WHERE, tasks.TELEPORT_WHERE):
        return Asked(task, seat, -1, card, figure=FIGURE + b)
    if task == tasks.INFLUENCE_WHERE:
        return Asked(task, seat, b, card, token=c)
    if task == tasks.DIVINE_WHICH:
        return Asked(task, seat, -1, card, token=HERO)
    if task in (tasks.DIVINE_WHERE, tasks.TROLLSLAYERS_WHERE):
        return Asked(task, seat, b, card, token=HERO)
    if task in REGION_IN_B:
        return Asked(task, seat, b, card)
    if task in AMOUNT_IN_B:
        return Asked(task, seat, -1, card, amount=b)
    return Asked(task, seat, -1, card)


AMOUNT_IN_B = (tasks.DISCARD, tasks.REMOVE_CORRUPTION_TOKEN, tasks.REMOVE_OLD_WORLD_TOKEN)
REGION_IN_B = (
    tasks.STAND_ON_SPACE,
    tasks.TAKE_WARPSTONE,
    tasks.CHARM_A_CULTIST,
    tasks.HERO_TAKES,
    tasks.REAVERS_TAKE,
    tasks.BLOOD_GODS_CALL,
    tasks.DECAY,
    tasks.SHIELD,
    tasks.TELEPORT_WHICH,
    tasks.MEDDLE_WITH,
    tasks.INFLUENCE_WHICH,
    tasks.CHARM,
)


# ---- text ------------------------------------------------------------------------------------------------------
def kind(action: int) -> str:
    """The kind of an action. Raises ValueError for a number that is no action."""
    if not 0 <= action < N_ACTIONS or STAND < action < SUMMON:
        raise ValueError(f"there is no action {action}")
    return _KIND[action]


def text(g: State, action: int) -> str:
    """An action as an answer to the pending question. Raises ValueError for a number that is no action."""
    return phrase(action, question(g))


def question(g: State) -> Asked:
    """What actions are read as an answer to: the pending question, or a turn of nobody when the game is over."""
    return Asked(tasks.SUMMONING_TURN, -1) if g.over else asked(g)


def phrase(action: int, q: Asked) -> str:
    """An action as an answer to a question."""
    what = kind(action)
    verb = QUESTIONS[q.task][0]

    def place(region: int) -> str:
        return "" if region == q.region else f" from {REGIONS[region]}"

    if what in ("pass", "done", "stand"):
        return what
    if what == "summon":
        source, destination, sort = summon_parts(action)
        origin = "" if source == FROM_RESERVE else f" from {REGIONS[source]}"
        return f"summon {figure_words(q.seat, sort)} {REGIONS[destination]}{origin}"
    if what == "play":
        card, region = split(action - PLAY, R)
        return f"play {CARDS[card]} {REGIONS[region]}"
    if what == "region":
        if q.token >= 0 and verb != "to":
            return f"place {TOKENS[q.token]} {REGIONS[action - REGION]}"
        return f"{verb} {REGIONS[action - REGION]}"
    if what == "figure":
        owner, region, sort = figure_power(action), figure_region(action), figure_sort(action)
        return f"{verb} {POWERS[owner]} {figure_words(owner, sort)}{place(region)}"
    if what == "token":
        region, token_kind = split(action - TOKEN, T)
        return f"{verb} {TOKENS[token_kind]}{place(region)}"
    if what == "corruption":
        owner, region = split(action - CORRUPTION, R)
        return f"{verb} {POWERS[owner]} corruption{place(region)}"
    if what == "card":
        return f"{verb} {CARDS[action - CARD]}"
    if what == "power":
        return f"{verb} {POWERS[action - POWER]}"
    owner, upgrade = split(action - UPGRADE, U)
    whose = "" if owner == q.seat else f"{POWERS[owner]} "
    return f"{verb} {whose}{UPGRADES[owner][upgrade]}"


def parse(g: State, given: str) -> int:
    """The action of this text: a legal one if there is one, else whatever action it would be here. Raises ValueError."""
    wanted = " ".join(given.lower().split())
    q = question(g)
    candidates: list[int] = [*g.legal_actions(), *range(int(STAND) + 1), *range(int(SUMMON), int(N_ACTIONS))]
    for action in candidates:
        if phrase(action, q) == wanted:
            return action
    raise ValueError(texts("oldworld").say("refusals.not_understood.reason", text=given, examples=examples(g)))


def examples(g: State) -> str:
    """Up to three legal actions of different kinds, for a message."""
    shown: dict[str, str] = {}
    for action in g.legal_actions():
        shown.setdefault(kind(action), repr(text(g, action)))
    return ", ".join(list(shown.values())[:3]) or "nothing: the game is over"


def split(number: int, by: int) -> tuple[int, int]:
    """Quotient and remainder."""
    return divmod(int(number), int(by))


def summon_parts(action: int) -> tuple[int, int, int]:
    """Source (or FROM_RESERVE), destination and sort of a SUMMON action."""
    code = action - SUMMON
    return code // (8 * R), code // 8 % R, code % 8


# ---- data ------------------------------------------------------------------------------------------------------
def describe(g: State, action: int) -> dict[str, Any]:
    """A legal action as data."""
    q = asked(g)
    what = kind(action)
    found: dict[str, Any] = {"id": action, "text": phrase(action, q), "kind": what}
    if what == "summon":
        source, destination, sort = summon_parts(action)
        found["cost"] = int(price_of_figure(g, q.seat, destination, sort))
        found["from"] = "reserve" if source == FROM_RESERVE else REGIONS[source]
        found["region"] = REGIONS[destination]
        found["figure"] = figure(q.seat, sort)
    elif what == "play":
        card, region = split(action - PLAY, R)
        found["cost"] = int(price_of_card(g, q.seat, card, region))
        found["card"], found["region"] = CARDS[card], REGIONS[region]
    elif what == "region":
        found["region"] = REGIONS[action - REGION]
        if q.token >= 0:
            found["token"] = TOKENS[q.token]
    elif what == "figure":
        owner, sort = figure_power(action), figure_sort(action)
        found["figure"], found["region"] = figure(owner, sort), REGIONS[figure_region(action)]
        if q.task == tasks.SUMMONING_TURN:
            found["cost"] = int(COST[owner * 4 + (sort & 3)])
    elif what == "token":
        region, token = split(action - TOKEN, T)
        found["token"], found["region"] = TOKENS[token], REGIONS[region]
    elif what == "corruption":
        owner, region = split(action - CORRUPTION, R)
        found["power"], found["region"] = POWERS[owner], REGIONS[region]
    elif what == "card":
        found["card"] = CARDS[action - CARD]
    elif what == "power":
        found["power"] = POWERS[action - POWER]
    elif what == "upgrade":
        owner, upgrade = split(action - UPGRADE, U)
        found["power"], found["upgrade"] = POWERS[owner], UPGRADES[owner][upgrade]
    return found
