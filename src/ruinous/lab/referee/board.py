"""The pieces as the referee has them, how they may move, and what they count: counted afresh each time it is asked.

The lists have the axes of the vectors of `State`, so that the two can be compared; nothing derived is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ruinous.lab.referee import facts
from ruinous.oldworld import names as n
from ruinous.oldworld.state import State

POWERS = range(4)
REGIONS = range(9)
SORTS = range(16)
KIND = (0, 1, 2, 1)  # of the last two bits of a sort: a Horror on a card space is a warrior


class Violation(AssertionError):
    """An invariant does not hold: its number in the list of invariants, and what was found."""

    def __init__(self, number: str, text: str) -> None:
        super().__init__(f"{number}: {text}")
        self.number = number
        self.text = text


def demand(holds: bool, number: str, text: str) -> None:
    """Raise Violation unless it holds."""
    if not holds:
        raise Violation(number, text)


class Board:
    """Everything that lies on the table. A fresh one is the table before set-up."""

    def __init__(self, seats: int, edition: int, sourced: bool) -> None:
        self.seats = [p for p in POWERS if seats >> p & 1]
        self.edition = edition
        self.sourced = sourced
        self.round = 0
        self.phase = 0
        self.figures = [0] * 576  # [power, region, sort]
        self.reserve = [0] * 16  # [power, kind]
        self.corruption = [0] * 36  # [power, region]
        self.tokens = [0] * 54  # [region, token]
        self.supply = [facts.TOKENS[t] for t in range(6)]
        self.cards = [0] * 18  # [region, space]
        self.ruin = [0] * 9
        self.fresh = [False] * 9
        self.hand = [0] * 30
        self.discard = [0] * 30
        self.deck: list[list[int]] = [[], [], [], []]  # top last
        self.shuffled: list[Counter[int] | None] = [None] * 4  # a deck whose order is not known yet
        self.power = [0] * 4
        self.vp = [0] * 4
        self.dial = [0] * 4
        self.counters = [0] * 4
        self.upgrades: list[set[int]] = [set(), set(), set(), set()]
        self.peasants = [0] * 4
        self.old_world: list[int] | None = None  # top last; None: nobody knows yet
        self.old_world_left = facts.ROUNDS[len(self.seats)]
        self.track = [0, 0]
        self.gone = [0] * 22
        self.placed: list[set[int]] = [set(), set(), set(), set()]  # corruption, this round
        self.placed_now: list[set[int]] = [set(), set(), set(), set()]  # corruption, this corruption step
        self.changed: set[int] = set()  # where Tzeentch has killed a figure this round
        self.decree = 0
        self.battle = -1  # the region where a battle is fought
        self.downed = [0] * 64  # [power, sort]
        for p in self.seats:
            for kind in range(3):
                self.reserve[p * 4 + kind] = facts.FIGURES[p][kind]
            self.shuffled[p] = Counter({card: facts.COPIES[card] for card in facts.OWN_CARDS[p]})

    @property
    def ruins_taken(self) -> int:
        """The ruination cards on the board."""
        return sum(1 for card in self.ruin if card)

    # ---- figures
    def sorts(self, p: int, r: int) -> list[int]:
        """The sorts of which the Power owns a figure here."""
        at = (p * 9 + r) * 16
        here = self.figures[at : at + 16]
        return [s for s in SORTS if here[s]] if any(here) else []

    def figure(self, p: int, r: int, s: int) -> int:
        """How many figures of an owner and sort stand here."""
        return self.figures[(p * 9 + r) * 16 + s]

    def controlled(self, me: int, r: int) -> list[tuple[int, int, int]]:
        """(owner, sort, number) of the figures that a Power controls here (11)."""
        found = [(me, s, self.figure(me, r, s)) for s in self.sorts(me, r) if not s & n.CHARMED]
        if me == n.SLAANESH:
            found += [(p, s, self.figure(p, r, s)) for p in range(3) for s in self.sorts(p, r) if s & n.CHARMED]
        return found

    def count(self, me: int, r: int) -> int:
        """How many figures a Power controls here."""
        return sum(number for _p, _s, number in self.controlled(me, r))

    def count_kind(self, me: int, r: int, kind: int) -> int:
        """How many figures of a kind a Power controls here."""
        return sum(number for _p, s, number in self.controlled(me, r) if KIND[s & 3] == kind)

    def here(self, me: int) -> list[int]:
        """The regions where a Power controls a figure."""
        return [r for r in REGIONS if self.count(me, r)]

    def put(self, p: int, r: int, s: int) -> None:
        """A figure comes to the board."""
        self.figures[(p * 9 + r) * 16 + s] += 1

    def lift(self, p: int, r: int, s: int, number: str) -> None:
        """A figure leaves its region; a card space it stood on is free."""
        demand(self.figure(p, r, s) > 0, number, f"a figure leaves region {r} that is not there: owner {p}, sort {s}")
        self.figures[(p * 9 + r) * 16 + s] -= 1
        if s & 3 == n.PERCHED:
            self.free_space(r, n.HORROR_STANDS)

    def send_home(self, p: int, r: int, s: int, number: str) -> None:
        """A figure returns to its owner's reserve."""
        self.lift(p, r, s, number)
        self.reserve[p * 4 + KIND[s & 3]] += 1

    def shift(self, p: int, source: int, s: int, destination: int, number: str) -> int:
        """A figure goes to another region; its sort there: control ends, a shield goes along (11, 13.37-39)."""
        self.lift(p, source, s, number)
        s = (s & n.SINGLED) | KIND[s & 3]
        self.put(p, destination, s)
        return s

    def turn(self, p: int, r: int, s: int, becomes: int) -> None:
        """A figure here changes its sort."""
        self.figures[(p * 9 + r) * 16 + s] -= 1
        self.put(p, r, becomes)

    def end_marks(self) -> None:
        """The round is over: nothing is singled out or controlled any more."""
        for p in POWERS:
            for r in REGIONS:
                for s in self.sorts(p, r):
                    if s & 12:
                        number = self.figure(p, r, s)
                        self.figures[(p * 9 + r) * 16 + s] = 0
                        self.figures[(p * 9 + r) * 16 + (s & 3)] += number

    def reach(self, me: int) -> list[int]:
        """Where a Power may summon to: with or next to an own figure; anywhere with none on the board (7.3)."""
        here = set(self.here(me))
        return [r for r in REGIONS if not here or r in here or here & set(facts.NEIGHBOURS[r])]

    # ---- card spaces
    def free_space(self, r: int, content: int) -> None:
        """What lay on a space has gone."""
        self.cards[self.cards.index(content, r * 2, r * 2 + 2)] = 0

    def take_space(self, r: int, content: int) -> int:
        """Something comes on the first empty space; which it is."""
        space = self.cards.index(0, r * 2, r * 2 + 2)
        self.cards[space] = content
        return space - r * 2

    def open(self) -> list[int]:
        """The regions where a card may be laid: not ruined, a space empty."""
        return [r for r in REGIONS if not self.ruin[r] and 0 in self.cards[r * 2 : r * 2 + 2]]

    def chaos(self, r: int) -> list[tuple[int, int, bool]]:
        """(space, card, in force) of the Chaos cards here."""
        found = []
        for space in range(2):
            card = self.cards[r * 2 + space] - 1
            if 0 <= card < 30:
                found.append((space, card, self.cards[r * 2 + 1 - space] != 1 + n.CHANGER_OF_WAYS))
        return found

    def copies(self, r: int, card: int) -> int:
        """How many copies of a card lie here in force (ruling 14)."""
        return sum(1 for _space, other, works in self.chaos(r) if other == card and works)

    # ---- tokens, track, ruins
    def token(self, r: int, t: int) -> int:
        """How many tokens of a kind lie here."""
        return self.tokens[r * 6 + t]

    def with_token(self, t: int) -> list[int]:
        """The regions that hold a token of the kind."""
        return [r for r in REGIONS if self.token(r, t)]

    def unruined(self) -> list[int]:
        """The regions without a ruination card."""
        return [r for r in REGIONS if not self.ruin[r]]

    def on_track(self, title: int) -> bool:
        """Whether the Old World card lies on the track."""
        return 1 + title in self.track

    # ---- numbers
    def has(self, p: int, upgrade: int) -> bool:
        """Whether the Power has the upgrade."""
        return upgrade in self.upgrades[p]

    def threat(self, p: int) -> int:
        """The threat on the dial."""
        return facts.THREAT[p][self.dial[p]]

    def lowest(self) -> int:
        """The Power of lowest threat."""
        return min(self.seats, key=self.threat)

    def highest_in(self, r: int) -> int | None:
        """The Power of highest threat among those with figures here."""
        return max((p for p in self.seats if self.count(p, r)), key=self.threat, default=None)

    def income(self, p: int) -> int:
        """Power points of a round: sheet and upgrades."""
        points = facts.POWER_POINTS[p] + (1 if self.has(p, n.POWER_UPGRADE) else 0)
        return points + (2 if p == n.SLAANESH and self.has(p, n.LAST_UPGRADE) else 0)

    def corruption_here(self, r: int) -> int:
        """Everybody's corruption tokens."""
        return sum(self.corruption[p * 9 + r] for p in POWERS)

    def total(self, r: int) -> int:
        """What is compared with 12."""
        return self.corruption_here(r) + self.token(r, n.WARPSTONE)

    def resistance(self, r: int) -> int:
        """Resistance (3)."""
        value = facts.PRINTED[r] - self.token(r, n.SKAVEN) - 2 * self.copies(r, n.INFLUENZA)
        if self.on_track(n.PEASANT_UPRISING):
            value += self.token(r, n.PEASANT)
        if self.on_track(n.GREENSKINS_INVADE) and self.token(r, n.EVENT):
            value += 1
        return max(0, value)

    def conquest(self, r: int) -> int:
        """Conquest value (3)."""
        grail = self.on_track(n.THE_GRAIL_IS_FOUND) and self.token(r, n.EVENT)
        return facts.PRINTED[r] + self.token(r, n.NOBLE) + (1 if grail else 0)

    def attack(self, p: int, s: int) -> int:
        """The dice of one figure; an upgrade works only for its owner (4.5, 11)."""
        if p == n.KHORNE and s & 3 == n.CULTIST and not s & n.CHARMED and self.has(p, n.CULTIST_UPGRADE):
            return 1
        return facts.ATTACK[p][KIND[s & 3]]

    def defence(self, p: int, r: int, s: int) -> int:
        """The hits that fell one figure here (4.5, 5.2)."""
        value = facts.DEFENCE[p][KIND[s & 3]]
        if p == n.SLAANESH and s & 3 == n.CULTIST and self.has(p, n.CULTIST_UPGRADE):
            value = 2
        if p == n.NURGLE and not s & n.CHARMED:
            return value + self.copies(r, n.RAIN_OF_PUS)
        return max(1, value - self.copies(r, n.PLAGUE_TOUCH))

    def dice(self, me: int, r: int) -> int:
        """The Attack of all figures controlled here, felled ones too (O17)."""
        return sum(number * self.attack(p, s) for p, s, number in self.controlled(me, r))

    def targets(self, me: int, r: int) -> list[tuple[int, int]]:
        """(owner, sort) of the figures that the Power might kill here: others', standing, not shielded (7.4 c)."""
        found = []
        for p in POWERS:
            for s in self.sorts(p, r):
                shielded = p == n.TZEENTCH and s & n.SINGLED
                standing = self.figure(p, r, s) > self.downed[p * 16 + s]
                if standing and not shielded and controller(p, s) != me:
                    found.append((p, s))
        return found

    def may_hit(self, me: int, r: int) -> bool:
        """Whether there is a target for the Power's hits."""
        return bool(self.token(r, n.PEASANT) or self.targets(me, r))

    def supremacy_of_figures(self, me: int, r: int) -> int:
        """What figures count for supremacy (5.1, 5.4, 4.5)."""
        if self.copies(r, n.ABYSSAL_PACT):
            return 0
        if me == n.KHORNE and self.copies(r, n.THE_SKULL_THRONE):
            return self.dice(me, r)
        bloodthirster = me == n.KHORNE and self.has(me, n.DAEMON_UPGRADE) and self.figure(me, r, n.DAEMON)
        return self.count(me, r) + (2 if bloodthirster else 0)

    def supremacy(self, me: int, r: int) -> int:
        """Supremacy: figures, printed costs of cards, and what their texts add (7.5)."""
        value = self.supremacy_of_figures(me, r)
        for _space, card, works in self.chaos(r):
            if facts.OWNER[card] == me:
                value += facts.CHAOS[card][1]
                if works and card == n.PLAGUE_AURA:
                    value += self.corruption[me * 9 + r]
                if works and card == n.INSIDIOUS_LIES:
                    value += 2 * (self.token(r, n.NOBLE) + self.token(r, n.HERO))
        return value

    def leader(self, r: int) -> int | None:
        """Who alone has the highest supremacy above 0."""
        values = [self.supremacy(p, r) for p in POWERS]
        return values.index(max(values)) if max(values) > 0 and values.count(max(values)) == 1 else None

    def magic(self, r: int) -> int:
        """Magic sources for Tzeentch's dial (4.3)."""
        symbols = sum(1 for _space, card, _works in self.chaos(r) if facts.CHAOS[card][2])
        lord = self.has(n.TZEENTCH, n.DAEMON_UPGRADE) and self.count_kind(n.TZEENTCH, r, n.DAEMON)
        return symbols + self.token(r, n.WARPSTONE) + (2 if lord else 0)

    def ruiner(self, p: int, r: int) -> bool:
        """Whether the Power scores the header (14.2)."""
        return r in (self.placed if self.edition == n.FAQ2_EDITION else self.placed_now)[p]

    # ---- the same as the state?
    def compare(self, g: State) -> None:
        """Raise Violation where the state differs from this board."""
        for number, name, mine, its in (
            ("O15", "round", [self.round], [g.round]),
            ("O15", "phase", [self.phase], [g.phase]),
            ("O1", "figures", self.figures, g.figures),
            ("O1", "reserve", self.reserve, g.reserve),
            ("O6", "corruption", self.corruption, g.corruption),
            ("O7", "tokens", self.tokens, g.tokens),
            ("O7", "token_supply", self.supply, g.token_supply),
            ("O11", "cards", self.cards, g.cards),
            ("O28", "ruin", self.ruin, g.ruin),
            ("O28", "ruins_taken", [self.ruins_taken], [g.ruins_taken]),
            ("O2", "hand", self.hand, g.hand),
            ("O2", "discard", self.discard, g.discard),
            ("O10", "power", self.power, g.power),
            ("O26", "vp", self.vp, g.vp),
            ("O32", "dial", self.dial, g.dial),
            ("O33", "counters", self.counters, g.counters),
            ("O3", "upgrades", [mask(mine) for mine in self.upgrades], g.upgrades),
            ("O23", "peasants", self.peasants, g.peasants),
            ("O5", "track", self.track, g.track),
            ("O4", "gone", self.gone, g.gone),
            ("O4", "old_world_left", [self.old_world_left], [g.old_world_left]),
            ("O29", "placed", [mask(mine) for mine in self.placed], g.placed),
            ("O29", "placed_now", [mask(mine) for mine in self.placed_now], g.placed_now),
            ("O28", "fresh", [mask(r for r in REGIONS if self.fresh[r])], [g.fresh]),
            ("O37", "changed", [mask(self.changed)], [g.changed]),
            ("O9", "decree", [self.decree], [g.decree]),
            ("O21", "downed", self.downed, g.downed),
            ("O22", "battle_region", [self.battle if self.battle >= 0 else n.NOBODY], [g.battle_region]),
        ):
            found = list(its)
            if mine != found:
                first = next(i for i, value in enumerate(found) if i >= len(mine) or mine[i] != value)
                raise Violation(number, f"{name}[{first}] is {found[first]}, the events make it {mine[first]}")
        self.compare_piles(g)

    def compare_piles(self, g: State) -> None:
        """Decks keep their order but where they were shuffled, then their cards (O2, O4, O35)."""
        for p in POWERS:
            its = list(g.deck[p * 24 : p * 24 + int(g.deck_size[p])])
            cards = self.shuffled[p]
            if cards is not None:
                demand(Counter(its) == +cards, "O35", f"the shuffled deck of {p} holds {its}, not {dict(+cards)}")
                self.deck[p] = [int(card) for card in its]
                self.shuffled[p] = None
            demand(its == self.deck[p], "O2", f"the deck of {p} is {its}, not {self.deck[p]}")
        pile = [int(title) for title in g.old_world[: int(g.old_world_left)]]
        if self.old_world is None:
            self.old_world = pile
        demand(pile == self.old_world, "O4", f"the Old World deck is {pile}, not {self.old_world}")

    @classmethod
    def of(cls, g: State) -> Board:
        """The board as a state has it, for games that begin from a position at the start of a phase."""
        board = cls(int(g.seats), int(g.edition), g.sourced == 1)
        board.round, board.phase, board.decree = int(g.round), int(g.phase), int(g.decree)
        board.figures, board.reserve = ints(g.figures), ints(g.reserve)
        board.corruption, board.tokens, board.supply = ints(g.corruption), ints(g.tokens), ints(g.token_supply)
        board.cards, board.ruin = ints(g.cards), ints(g.ruin)
        board.fresh = [bool(g.fresh >> r & 1) for r in REGIONS]
        board.hand, board.discard = ints(g.hand), ints(g.discard)
        board.deck = [ints(g.deck[p * 24 : p * 24 + int(g.deck_size[p])]) for p in POWERS]
        board.shuffled = [None] * 4
        board.power, board.vp, board.dial, board.counters = ints(g.power), ints(g.vp), ints(g.dial), ints(g.counters)
        board.upgrades = [bits(int(g.upgrades[p])) for p in POWERS]
        board.peasants, board.track, board.gone = ints(g.peasants), ints(g.track), ints(g.gone)
        board.old_world_left = int(g.old_world_left)
        board.old_world = ints(g.old_world[: board.old_world_left])
        board.placed = [bits(int(g.placed[p])) for p in POWERS]
        board.placed_now = [bits(int(g.placed_now[p])) for p in POWERS]
        board.changed = bits(int(g.changed))
        return board


def controller(p: int, s: int) -> int:
    """Who controls a figure of this owner and sort."""
    return n.SLAANESH if s & n.CHARMED else p


def mask(numbers: Iterable[int]) -> int:
    """A bit mask of these numbers."""
    return sum(1 << number for number in numbers)


def bits(of: int) -> set[int]:
    """The numbers in a bit mask."""
    return {number for number in range(of.bit_length()) if of >> number & 1}


def ints(values: Iterable[int]) -> list[int]:
    """A list of plain integers."""
    return list(values)
