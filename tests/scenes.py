"""Builders of positions for rules tests: say what lies where, begin a phase, make the choices, look at what is."""

from __future__ import annotations

from ruinous.oldworld import names as n
from ruinous.oldworld import (
    rulebook,  # noqa: F401  (fills the tables of tasks and cards)
    tables,
)
from ruinous.oldworld.data import FIGURES, FIRST_CARD, flat_cards
from ruinous.oldworld.events import FIELDS
from ruinous.oldworld.old_world_phase import push_phases
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import TASK_NAMES

POWERS, REGIONS, TOKENS, KINDS = tables.POWERS, tables.REGIONS, tables.TOKENS, tables.KINDS
CARDS = [card[0] for card in flat_cards()]
OLD_WORLD = [card[0] for card in tables.OLD_WORLD_CARDS]
SORTS = {"c": n.CULTIST, "w": n.WARRIOR, "d": n.DAEMON, "p": n.PERCHED}
MARKS = {"": 0, "s": n.SINGLED, "x": n.CHARMED}  # c: cultist, cs: shielded or spent, cx: charmed by Slaanesh


class Scene:
    """A position and what happens to it. Every Power starts with its full reserve and nothing else."""

    def __init__(self, *, edition: str = "seed", absent: str = "") -> None:
        seats = 15 & ~(1 << POWERS.index(absent)) if absent else 15
        self.g = State(1, seats, tables.EDITIONS.index(edition), 0)
        self.g.log = []
        self.g.round = 1
        self.g.old_world_left = 3  # enough that the Old World does not end the game
        for at in range(3):
            self.g.old_world[at] = n.PLUNGED_INTO_CHAOS
        for p in range(4):
            if seats >> p & 1:
                for kind in range(3):
                    self.g.reserve[p * 4 + kind] = FIGURES[p * 4 + kind]

    # ---- saying what lies where
    def figures(self, region: str, **powers: str) -> Scene:
        """figures("empire", khorne="c c w", nurgle="d"): c cultist, w warrior, d daemon, p perched Horror; marks s, x."""
        for power, words in powers.items():
            for word in words.split():
                p, r, kind = POWERS.index(power), REGIONS.index(region), SORTS[word[0]]
                mark = sum(MARKS[letter] for letter in word[1:])
                self.g.reserve[p * 4 + (n.WARRIOR if kind == n.PERCHED else kind)] -= 1
                self.g.add(p, r, kind + mark)
                if kind == n.PERCHED:
                    self.g.fill_space(r, n.HORROR_STANDS)
        return self

    def tokens(self, region: str, **tokens: int) -> Scene:
        for token, count in tokens.items():
            t = TOKENS.index(token)
            self.g.tokens[REGIONS.index(region) * 6 + t] += count
            self.g.token_supply[t] -= count
        return self

    def corruption(self, region: str, **powers: int) -> Scene:
        for power, count in powers.items():
            self.g.corruption[POWERS.index(power) * 9 + REGIONS.index(region)] += count
        return self

    def cards(self, region: str, *cards: str) -> Scene:
        """Lay Chaos cards on the spaces, the left one first."""
        for card in cards:
            self.g.fill_space(REGIONS.index(region), 1 + CARDS.index(card))
        self.g.recount_cards_in_play()
        return self

    def hand(self, *cards: str) -> Scene:
        for card in cards:
            self.g.hand[CARDS.index(card)] += 1
        return self

    def deck(self, *cards: str) -> Scene:
        """Cards on top of their owners' decks; the last named is drawn first."""
        for card in cards:
            p = card_owner(card)
            self.g.deck[p * 24 + self.g.deck_size[p]] = CARDS.index(card)
            self.g.deck_size[p] += 1
        return self

    def upgrades(self, power: str, *upgrades: str) -> Scene:
        for upgrade in upgrades:
            self.g.upgrades[POWERS.index(power)] |= 1 << upgrade_number(power, upgrade)
        return self

    def track(self, *cards: str) -> Scene:
        """The Old World track, space 1 first."""
        for space, card in enumerate(cards):
            self.g.track[space] = 1 + OLD_WORLD.index(card) if card else 0
        return self

    def old_world(self, *cards: str) -> Scene:
        """The Old World deck; the first named is drawn first."""
        self.g.old_world_left = len(cards)
        for at, card in enumerate(reversed(cards)):
            self.g.old_world[at] = OLD_WORLD.index(card)
        return self

    def ruin(self, region: str, card: int, *, fresh: bool = False) -> Scene:
        r = REGIONS.index(region)
        self.g.ruin[r] = card
        self.g.ruins |= 1 << r
        self.g.open_spaces &= ~(1 << r)
        self.g.ruins_taken = max(self.g.ruins_taken, card)
        if fresh:
            self.g.fresh |= 1 << r
        return self

    def power(self, **powers: int) -> Scene:
        for power, points in powers.items():
            self.g.power[POWERS.index(power)] = points
        return self

    def vp(self, **powers: int) -> Scene:
        for power, points in powers.items():
            self.g.vp[POWERS.index(power)] = points
        return self

    def dial(self, **powers: int) -> Scene:
        for power, position in powers.items():
            self.g.dial[POWERS.index(power)] = position
        return self

    def counters(self, **powers: int) -> Scene:
        for power, count in powers.items():
            self.g.counters[POWERS.index(power)] = count
        return self

    def dice(self, *faces: int) -> Scene:
        """The faces that come up next; more dice than these raise LookupError."""
        self.g.script = [face - 1 for face in faces]
        return self

    # ---- letting it happen
    def begin(self, phase: str, *, only: bool = True, stop: str = "") -> Scene:
        """Begin a phase; with `only` nothing comes after it, so a game that is `over` has just finished the phase.

        `stop` names a task ("turn_dials", "round") before which everything stands still, until `go_on`.
        """
        number = tables.PHASES.index(phase)
        if only:
            self.g.push(1 + number, 0, 0, 0)
        else:
            push_phases(self.g, number)
        return self.go_on(stop=stop)

    def go_on(self, *, stop: str = "") -> Scene:
        """Work on from where things stopped."""
        self.g.over = False
        self.g.halt = {name: number for number, name in TASK_NAMES.items()}[stop] if stop else -1
        self.g.advance()
        return self

    def choose(self, *actions: int) -> Scene:
        """Carry out actions; an illegal one fails the test with what was legal."""
        for action in actions:
            assert self.g.is_legal(action), f"{action} is not among {sorted(self.g.legal_actions())} of {self.asks}"
            self.g.play(action)
        return self

    def pass_all(self) -> Scene:
        """Everybody passes until the Summoning Phase is over."""
        while self.asks == "summoning_turn":
            self.choose(n.PASS)
        return self

    # ---- looking
    @property
    def asks(self) -> str:
        """The pending question, "" when nothing is asked."""
        return "" if self.g.player < 0 else TASK_NAMES[self.g.asks]

    @property
    def who(self) -> str:
        return POWERS[self.g.player] if self.g.player >= 0 else ""

    def legal(self) -> set[int]:
        return set(self.g.legal_actions())

    def at(self, region: str, power: str) -> str:
        """The figures of an owner in a region, as `figures` takes them, sorted."""
        words = []
        for sort in range(16):
            for _ in range(self.g.figures[(POWERS.index(power) * 9 + REGIONS.index(region)) * 16 + sort]):
                words.append("cwdp"[sort & 3] + ("s" if sort & 4 else "") + ("x" if sort & 8 else ""))
        return " ".join(sorted(words))

    def token(self, region: str, token: str) -> int:
        return int(self.g.tokens[REGIONS.index(region) * 6 + TOKENS.index(token)])

    def corrupted(self, region: str, power: str) -> int:
        return int(self.g.corruption[POWERS.index(power) * 9 + REGIONS.index(region)])

    def events(self, kind: str) -> list[tuple[int, ...]]:
        """The events of one kind, each as the values of its fields."""
        number = [name for name, _ in FIELDS].index(kind)
        fields = len(FIELDS[number][1])
        assert self.g.log is not None
        return [event[1 : 1 + fields] for event in self.g.log if event[0] == number]

    def points(self) -> tuple[int, ...]:
        return tuple(self.g.vp)

    def in_hand(self, power: str) -> list[str]:
        p = POWERS.index(power)
        return [CARDS[card] for card in range(FIRST_CARD[p], FIRST_CARD[p + 1]) for _ in range(self.g.hand[card])]

    def lies(self, region: str) -> list[str]:
        """What lies on the card spaces of a region, the left one first."""
        names = ["", *CARDS, "horror", "the_horned_ones_due"]
        return [names[self.g.cards[REGIONS.index(region) * 2 + space]] for space in range(2)]

    def values(self, region: str) -> dict[str, int]:
        """The supremacy values that the domination step found in a region, without those who have nothing there."""
        return {POWERS[p]: value for p, r, _, value in self.events("supremacy") if REGIONS[r] == region}

    def pieces(self) -> dict[str, int | str]:
        """Everything on the table by name, to be compared later: see `changes`."""
        g = self.g
        found: dict[str, int | str] = {}
        for p, name in enumerate(POWERS):
            for thing in ("power", "vp", "dial", "counters", "peasants", "deck_size"):
                found[f"{name} {thing}"] = int(getattr(g, thing)[p])
            found |= {f"{name} reserve {kind}": int(g.reserve[p * 4 + k]) for k, kind in enumerate(KINDS)}
            found[f"{name} hand"] = " ".join(self.in_hand(name))
            found[f"{name} discard"] = " ".join(CARDS[c] for c in range(FIRST_CARD[p], FIRST_CARD[p + 1]) for _ in range(g.discard[c]))
            for region in REGIONS:
                found[f"{name} figures {region}"] = self.at(region, name)
                found[f"{name} corruption {region}"] = self.corrupted(region, name)
        for r, region in enumerate(REGIONS):
            found |= {f"{region} {token}": self.token(region, token) for token in TOKENS}
            found |= {f"{region} cards": " ".join(self.lies(region)).strip(), f"{region} ruin": int(g.ruin[r])}
        found |= {f"{token} supply": int(g.token_supply[t]) for t, token in enumerate(TOKENS)}
        return found

    def changes(self, before: dict[str, int | str]) -> dict[str, int | str]:
        """What is otherwise than it was: the new value of each piece that has changed."""
        return {piece: value for piece, value in self.pieces().items() if value != before[piece]}


# ---- actions by name ------------------------------------------------------------------------------------
def card_owner(card: str) -> int:
    number = CARDS.index(card)
    return next(p for p in range(4) if number < FIRST_CARD[p + 1])


def upgrade_number(power: str, upgrade: str) -> int:
    return [name for name, _ in tables.UPGRADES[POWERS.index(power)]].index(upgrade)


def sort(word: str) -> int:
    return SORTS[word[0]] + sum(MARKS[letter] for letter in word[1:])


def summon(kind: str, region: str, source: str = "") -> int:
    return int(n.a_summon(REGIONS.index(source) if source else n.FROM_RESERVE, REGIONS.index(region), sort(kind)))


def play(card: str, region: str) -> int:
    return n.PLAY + CARDS.index(card) * 9 + REGIONS.index(region)


def region(name: str) -> int:
    return n.REGION + REGIONS.index(name)


def figure(power: str, where: str, kind: str) -> int:
    return int(n.a_figure(POWERS.index(power), REGIONS.index(where), sort(kind)))


def token(where: str, kind: str) -> int:
    return int(n.a_token(REGIONS.index(where), TOKENS.index(kind)))


def corruption(power: str, where: str) -> int:
    return n.CORRUPTION + POWERS.index(power) * 9 + REGIONS.index(where)


def card(name: str) -> int:
    return n.CARD + CARDS.index(name)


def power(name: str) -> int:
    return n.POWER + POWERS.index(name)


def upgrade(power: str, name: str) -> int:
    return n.UPGRADE + POWERS.index(power) * 5 + upgrade_number(power, name)
