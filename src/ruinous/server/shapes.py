"""The form of what the rules and the books of both games hand over as plain data: views, legal actions, events, cards.

Nothing here is made at run time: the rules build dicts, and what goes over the wire is encoded from them. These types describe
them, for the OpenAPI document and for the types of the page (`tools/make_types.py`); a test holds real games against them. What
each field means stands in docs/formats.md, sections 3 to 5 and 7.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

REF: Final = "#/components/schemas/{name}"


def one(name: str) -> Meta:
    """Says of a type, of which Python knows no more than that it is an object, what is in it."""
    return Meta(extra_json_schema={"$ref": REF.format(name=name)})


def many(name: str) -> Meta:
    """The same of a list."""
    return Meta(extra_json_schema={"type": "array", "items": {"$ref": REF.format(name=name)}})


Power = Literal["khorne", "nurgle", "tzeentch", "slaanesh"]
Kind = Literal["cultist", "warrior", "daemon"]
Caster = Literal["one", "two"]


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """Has these fields and no others."""


# ---- both games ----------------------------------------------------------------------------------------
class Outcome(Shape, frozen=True):
    """How a game has ended; a draw has no winner."""

    winners: list[str]
    reason: Literal["dial", "vp", "ruin", "old_world", "damage", "rounds"]
    scores: dict[str, int]


class GameEvent(Struct, frozen=True):
    """Something that has happened; the further fields are those of its kind."""

    n: int
    kind: str
    text: str
    level: Literal[0, 1]
    rule: str | UnsetType = UNSET


class FigureSort(Shape, frozen=True):
    """What tells figures in one place apart."""

    power: Power
    kind: Kind
    shielded: bool
    charmed: bool
    spent: bool
    on_space: bool


class Action(Shape, frozen=True):
    """A legal action, with the fields that its kind has."""

    id: int
    text: str
    kind: str
    cost: int | UnsetType = UNSET
    from_: str | UnsetType = msgspec.field(name="from", default=UNSET)
    region: str | UnsetType = UNSET
    card: str | UnsetType = UNSET
    figure: FigureSort | UnsetType = UNSET
    token: str | UnsetType = UNSET
    power: Power | UnsetType = UNSET
    upgrade: str | UnsetType = UNSET
    position: int | UnsetType = UNSET
    player: Caster | UnsetType = UNSET


# ---- Chaos in the Old World ----------------------------------------------------------------------------
class Figures(FigureSort, frozen=True):
    """So many figures of one sort."""

    count: int


class PerKind(Shape, frozen=True):
    """A number for each kind of figure."""

    cultist: int
    warrior: int
    daemon: int


class PowerView(Shape, frozen=True):
    """What is seen of a Power; the hand itself, if it is one's own."""

    vp: int
    dial: int
    dial_length: int
    threat: int
    counters: int
    power: int
    income: int
    upgrades: list[str]
    hand: list[str] | int
    deck: int
    discard: list[str]
    peasants: int
    reserve: PerKind
    corruption_left: int


class Sums(Shape, frozen=True):
    """What a supremacy is made of, and the corruption that would be placed."""

    figures: int
    cards: int
    effects: int
    places: int


class RegionView(Shape, frozen=True):
    """A region."""

    value: int
    populous: bool
    resistance: int
    conquest: int
    ruin: int | None
    ruined_now: bool
    figures: list[Figures]
    tokens: dict[str, int]
    corruption: dict[Power, int]
    corruption_total: int
    cards: tuple[tuple[Power | None, str] | None, tuple[Power | None, str] | None]
    cancelled: tuple[bool, bool]
    supremacy: dict[Power, int]
    sums: dict[Power, Sums]
    dominates: Power | None
    adjacent: list[str]


class Downed(Shape, frozen=True):
    """Figures that fall at the end of the battle."""

    power: Power
    kind: Kind
    count: int


class Battle(Shape, frozen=True):
    """A battle that is being fought."""

    region: str
    downed: list[Downed]


class OldWorldPending(Shape, frozen=True):
    """The question that somebody is asked."""

    seat: Power
    task: str
    region: str | None
    card: str | None
    amount: int | None
    token: str | None


class OldWorldView(Shape, frozen=True, tag_field="game", tag="oldworld"):
    """All that one sees of a game of Chaos in the Old World."""

    rules: int
    edition: Literal["seed", "faq2"]
    old_world_deck: Literal["full", "sourced"]
    seat: Power | None
    round: int
    rounds: int
    phase: Literal["old_world", "draw", "summoning", "battle", "corruption", "end"]
    seats: list[Power]
    to_move: Power | None
    powers: dict[str, PowerView]
    regions: dict[str, RegionView]
    track: tuple[str | None, str | None]
    old_world_left: int
    old_world_gone: list[str]
    ruins_taken: int
    token_supply: dict[str, int]
    counters_left: int
    battle: Battle | None
    pending: OldWorldPending | None
    outcome: Outcome | None


# ---- Chaos Casters -------------------------------------------------------------------------------------
class KnownCard(Shape, frozen=True):
    """A card in a deck that one knows to be there."""

    from_bottom: int
    card: str


class CasterView(Shape, frozen=True):
    """What is seen of a player's cards; the hand itself, if it is one's own."""

    hand: list[str] | int
    hand_known: list[str]
    deck: int
    deck_known: list[KnownCard]
    pit: list[str]
    looked: int
    looked_known: list[str]
    spent: list[str]
    deck_list: dict[str, int]


class OnStack(Shape, frozen=True):
    """A card on the stack as it is now."""

    position: int
    player: Caster
    card: str
    was: str | None
    type: Literal["ally", "action"]
    strength: int | None
    printed: int | None
    change: int
    silenced: bool
    puppet_of: Caster | None
    resolved: bool


class CastersPending(Shape, frozen=True):
    """The question that somebody is asked."""

    seat: Caster
    task: str
    card: str | None
    position: int | None
    amount: int | None
    gone: int | None


class CastersView(Shape, frozen=True, tag_field="game", tag="casters"):
    """All that one sees of a game of Chaos Casters."""

    rules: int
    seat: Caster | None
    round: int
    rounds: int
    phase: Literal["opening", "play", "resolve", "end"]
    seats: list[Caster]
    to_move: Caster | None
    first: Caster
    players: dict[str, CasterView]
    stack: list[OnStack]
    line: int
    next: int | None
    resolving: int | None
    resolutions: int
    max_resolutions: int
    stopped: bool
    pending: CastersPending | None
    outcome: Outcome | None


# ---- the books -----------------------------------------------------------------------------------------
class Article(Shape, frozen=True):
    """A word of the glossary."""

    title: str
    text: str


class Rule(Article, frozen=True):
    """A section of the rules, or a ruling."""

    id: str


class Named(Shape, frozen=True):
    """A thing with what it does."""

    name: str
    text: str


class Upgrade(Named, frozen=True):
    """An upgrade, with the mark of its source."""

    mark: str


class ChaosCard(Shape, frozen=True):
    """A Chaos card."""

    name: str
    power: Power
    cost: int
    magic: bool
    copies: int
    text: str
    mark: str


class OldWorldCard(Shape, frozen=True):
    """An Old World card; a part that it does not have is empty."""

    name: str
    copies: int
    comet: bool
    boxed: bool
    immediate: str
    track: str
    end: str
    marks: list[str]


class DialPlace(Shape, frozen=True):
    """A place of a threat dial."""

    threat: int
    text: str


class FigureBook(Shape, frozen=True):
    """The figures of one kind that a Power has."""

    name: str
    count: int
    cost: int
    attack: int
    defense: int


class FigureBooks(Shape, frozen=True):
    """All figures of a Power."""

    cultist: FigureBook
    warrior: FigureBook
    daemon: FigureBook


class BoardRegion(Shape, frozen=True):
    """A region as it is printed."""

    value: int
    populous: bool
    adjacent: list[str]
    ruins: list[tuple[int, int]]


class OldWorldBook(Shape, frozen=True):
    """Everything printed in the box of Chaos in the Old World."""

    title: str
    cards: dict[str, ChaosCard]
    old_world: dict[str, OldWorldCard]
    upgrades: dict[str, dict[str, Upgrade]]
    words: dict[str, str]
    many: dict[str, str]
    regions: dict[str, str]
    powers: dict[str, str]
    tokens: dict[str, Named]
    dials: dict[str, list[DialPlace]]
    conditions: dict[str, str]
    figures: dict[str, FigureBooks]
    kinds: dict[str, str]
    phases: dict[str, str]
    marks: dict[str, str]
    joins: dict[str, str]
    board: dict[str, BoardRegion]
    rules: list[Rule]
    glossary: dict[str, Article]


class PoolCard(Shape, frozen=True):
    """A card of Chaos Casters; `deck` is that of the box which has it."""

    name: str
    type: Literal["ally", "action"]
    strength: int | None
    words: list[str]
    text: str
    deck: str | None


class BoxDeck(Shape, frozen=True):
    """A deck of the box."""

    name: str
    cards: dict[str, int]


class DeckLimits(Shape, frozen=True):
    """What a deck must keep to."""

    size: int
    copies: int


class CastersBook(Shape, frozen=True):
    """Everything printed in the box of Chaos Casters."""

    title: str
    cards: dict[str, PoolCard]
    decks: dict[str, BoxDeck]
    pool: str
    limits: DeckLimits
    players: dict[str, str]
    terms: dict[str, str]
    types: dict[str, Named]
    words: dict[str, str]
    phases: dict[str, str]
    rules: list[Rule]
    glossary: dict[str, Article]


# ---- as the types of messages and answers name them ----------------------------------------------------
UNIONS: Final = {"View": (OldWorldView, CastersView), "Book": (OldWorldBook, CastersBook)}
"""What is one of several."""

AnyView = Annotated[dict[str, Any], one("View")]
AnyBook = Annotated[dict[str, Any], one("Book")]
AnyAction = Annotated[dict[str, Any], one("Action")]
AnyEvent = Annotated[dict[str, Any], one("GameEvent")]
AnyOutcome = Annotated[dict[str, Any], one("Outcome")]
