"""States as readable JSON and back (docs/formats.md section 7; by hand or from a state).

By hand almost everything may be left out. Cards that are named nowhere are dealt: a deck that is left out takes what is
left, else a pit, else a hand. From a state nothing is left out, so that an equal state with an equal future comes back,
from the middle of anything: `agenda` and `pending` hold tasks as [name, a, b, c], in which a card is its position on the
stack (0: not there) and a title its id. Which of two equal cards is which makes no difference and is not written.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ruinous.casters import decks, due, tasks
from ruinous.casters.data import QUICK, vector
from ruinous.casters.names import CARDS, DECK, HAND, KNOWN_TO_ALL, PLAY_PHASE, RESOLVE_PHASE, RING, RULES_VERSION, STACK
from ruinous.casters.notation import IDS, SEATS
from ruinous.casters.state import State
from ruinous.casters.tables import PHASES, POOL, REASONS
from ruinous.casters.tasks import TASK_NAMES
from ruinous.engine.rng import MASK62, seeded
from ruinous.interface import BadPosition
from ruinous.reading import Argument, Reader, carefully

TOP_KEYS = (
    "game rules deck1 deck2 max_rounds max_resolutions seed round phase first turn refills hands decks pits stack line looked known "
    "resolving resolutions stopped spent agenda pending chance unveiled outcome"
).split()
MARKS = ("change", "silenced", "puppet_of", "copied")
MOST_CHANGE = {True: 999, False: 99999}  # whether written by hand; the game adds to what is written
MOST = {"max_rounds": 10000, "max_resolutions": 10000}


# ---- from a state -------------------------------------------------------------------------------------------
def position(g: State) -> dict[str, Any]:
    """The whole state, hidden cards and chance included."""
    return {
        "game": "casters",
        "rules": int(RULES_VERSION),
        "deck1": deck_list(g, 0),
        "deck2": deck_list(g, 1),
        "max_rounds": int(g.max_rounds),
        "max_resolutions": int(g.max_resolutions),
        "round": int(g.round),
        "phase": PHASES[g.phase],
        "first": SEATS[g.first],
        "hands": {SEATS[p]: _titles(g, hand_of(g, p)) for p in range(2)},
        "decks": {SEATS[p]: _titles(g, deck_of(g, p)) for p in range(2)},
        "pits": {SEATS[p]: _titles(g, list(g.pit[p * DECK : p * DECK + g.pit_size[p]])) for p in range(2)},
        "stack": [_on_stack(g, card) for card in g.stack[: g.stack_size]],
        "line": int(g.line),
        "looked": _titles(g, list(g.looked[: g.n_looked])),
        "known": {SEATS[p]: _known(g, p) for p in range(2)},
        "resolving": _at(g, int(g.resolving)) or None,
        "resolutions": int(g.resolutions),
        "stopped": bool(g.stopped),
        "spent": {SEATS[p]: [IDS[title] for title in range(len(IDS)) if g.spent[p] >> title & 1] for p in range(2)},
        "agenda": [_packed_task(g, int(g.agenda[at])) for at in range(g.depth)],
        "pending": None if g.n_legal == 0 else task(g, int(g.asks), int(g.a), int(g.b), int(g.c)),
        "chance": int(g.chance),
        "unveiled": int(g.unveiled),
        "outcome": outcome(g),
    }


def hand_of(g: State, p: int) -> list[int]:
    """The cards of a hand, the one drawn first first."""
    return list(g.hand[p * DECK : p * DECK + g.hand_size[p]])


def deck_of(g: State, p: int) -> list[int]:
    """The cards of a deck, the bottom card first."""
    return [g.deck[p * RING + (g.bottom[p] + at & 63)] for at in range(g.deck_size[p])]


def deck_list(g: State, p: int) -> dict[str, int]:
    """The copies by card id that a player's thirty cards are."""
    mine = list(g.title[p * DECK : (p + 1) * DECK])
    return {card: mine.count(title) for title, card in enumerate(IDS) if title in mine}


def outcome(g: State) -> dict[str, Any] | None:
    """Winners (none in a draw), reason and scores, which are the cards in deck and hand, once the game is over."""
    if not g.over:
        return None
    return {
        "winners": [] if g.winners == 3 else [SEATS[p] for p in range(2) if g.winners >> p & 1],
        "reason": REASONS[g.reason],
        "scores": {SEATS[p]: int(g.deck_size[p] + g.hand_size[p]) for p in range(2)},
    }


def task(g: State, number: int, *arguments: int) -> list[Any]:
    """A task as [name, a, b, c]."""
    kinds = due.arguments(number)
    return [TASK_NAMES[number], *(_argument(g, kind, value) for kind, value in zip(kinds, arguments, strict=True))]


def _argument(g: State, kind: Argument, value: int) -> int | str:
    return IDS[value] if kind == "title" else _at(g, value) if kind == "card" else SEATS[value] if kind == "seat" else value


def _packed_task(g: State, packed: int) -> list[Any]:
    return task(g, packed & 0xFF, packed >> 8 & 0xFFFF, packed >> 24 & 0xFFFF, packed >> 40)


def _at(g: State, card: int) -> int:
    """The position of a card on the stack, 0 when it is not there."""
    return int(g.place_of(card)) + 1


def _titles(g: State, cards: Sequence[int]) -> list[str]:
    return [IDS[g.title[card]] for card in cards]


def _on_stack(g: State, card: int) -> list[Any]:
    marks: dict[str, Any] = {}
    if g.change[card]:
        marks["change"] = int(g.change[card])
    if g.silenced[card]:
        marks["silenced"] = True
    if g.puppet[card]:
        marks["puppet_of"] = SEATS[g.puppet[card] - 1]
    if g.copied[card]:
        marks["copied"] = IDS[g.copied[card] - 1]
    return [SEATS[g.owner(card)], IDS[g.title[card]], *([marks] if marks else [])]


def _known(g: State, p: int) -> dict[str, dict[str, list[int]]]:
    """Who knows face-down cards, beyond what goes without saying: places from 0 that all know, or the owner alone."""
    looked = [card for card in g.looked[: g.n_looked] if g.owner(card) == p]
    found: dict[str, dict[str, list[int]]] = {}
    for pile, cards in (("hand", hand_of(g, p)), ("deck", deck_of(g, p)), ("looked", looked)):
        places = {"all": [at for at, card in enumerate(cards) if g.known[card] == KNOWN_TO_ALL]}
        if pile == "deck":
            places["owner"] = [at for at, card in enumerate(cards) if g.known[card] == 1 << p]
        if any(places.values()):
            found[pile] = {who: there for who, there in places.items() if there}
    return found


# ---- to a state ---------------------------------------------------------------------------------------------
def from_position(given: Mapping[str, Any], seed: int | None = None, begin: bool = True, listen: bool = True) -> State:
    """The state of a position, gone on to its first decision if `begin`. Raises BadPosition with every reason.

    What the position leaves to chance is dealt with `seed`, else the position's own `seed`, else 0.
    """
    g = _Reader(given, seed).state()
    if listen:
        g.log = []
    if begin and not g.over and g.n_legal == 0:
        carefully(g.advance)
    return g


def pack(g: State) -> bytes:
    """The state as bytes."""
    return msgspec.msgpack.encode(position(g))


def unpack(packed: bytes) -> State:
    """The state of `pack`; it keeps no events. Raises BadPosition."""
    return from_position(msgspec.msgpack.decode(packed), listen=False)


class _Reader(Reader):
    """Reads a position into a state and collects every reason against it."""

    def __init__(self, given: Mapping[str, Any], seed: int | None) -> None:
        super().__init__("casters", given, seed, TOP_KEYS)

    def has(self, key: str) -> bool:
        """Whether the position says anything under this key."""
        return self.top.get(key) is not None

    # ---- the whole
    def state(self) -> State:
        """The state. Raises BadPosition."""
        top = self.top
        self.of_game("casters", int(RULES_VERSION))
        self.g = g = State(self.seed)
        self.by_hand = "agenda" not in top and top.get("outcome") is None
        g.max_rounds = self.whole(top.get("max_rounds", 60), "max_rounds", 1, MOST["max_rounds"])
        g.max_resolutions = self.whole(top.get("max_resolutions", 100), "max_resolutions", 1, MOST["max_resolutions"])
        g.phase = max(0, self.index(top.get("phase", "opening"), "phase", PHASES))
        g.round = self.whole(top.get("round", min(1, int(g.phase))), "round", min(1, int(g.phase)), int(g.max_rounds))
        g.first = max(0, self.index(top.get("first", "one"), "first", SEATS))
        stack = self.stack(top.get("stack", []))
        piles = {key: self.table(top.get(key), key, SEATS) for key in ("hands", "decks", "pits")}
        looked = self.many(top.get("looked", []), "looked", IDS)
        for p in range(2):
            self.deal(p, [title for owner, title in stack if owner == p], {key: piles[key].get(SEATS[p]) for key in piles}, looked)
        self.dealt = not self.reasons
        self.lay(stack, looked)
        self.marks(top.get("stack", []))
        self.known()
        self.memory([title for _owner, title in stack])
        self.what_comes()
        if self.reasons:
            raise BadPosition(self.reasons)
        return g

    # ---- cards
    def place(self, position: int) -> str:
        """How a reason names a position of the stack."""
        return self._own.say("position.place", position=position)

    def stack(self, given: object) -> list[tuple[int, int]]:
        """(owner, title) of every card on the stack."""
        found: list[tuple[int, int]] = []
        if not isinstance(given, list | tuple):
            self.form("list", given, where="stack")
            return found
        for at, entry in enumerate(given, 1):
            if not isinstance(entry, list | tuple) or not 2 <= len(entry) <= 3:
                self.form("owner_card", entry, where=self.place(at))
                continue
            owner, title = self.index(entry[0], self.place(at), SEATS), self.index(entry[1], self.place(at), IDS)
            found.append((max(0, owner), max(0, title)))
        return found

    def deal(self, p: int, on_stack: list[int], piles: Mapping[str, Any], looked: list[int]) -> None:
        """A player's thirty cards: those that are named, and the rest dealt where the position leaves room."""
        g, name, before = self.g, SEATS[p], len(self.reasons)
        mine = looked if self.looker() == p else []
        named = {key: self.many(pile, f"{key}.{name}", IDS) for key, pile in piles.items() if isinstance(pile, list | tuple)}
        counts = self.deck_list(p, [*on_stack, *mine, *(title for pile in named.values() for title in pile)])
        rest = [title for title, n in enumerate(counts) for _ in range(n)]
        for title in (*on_stack, *mine, *(title for pile in named.values() for title in pile)):
            if title in rest:
                rest.remove(title)
            else:
                self.no("copies", player=name, has=counts[title], card=IDS[title])
        shuffled = vector(rest or [0])
        g.shuffle(shuffled, 0, len(rest))
        rest = list(shuffled)[: len(rest)]
        for key in ("hands", "decks", "pits"):
            if key not in named:
                n = self.number(key, piles[key], f"{key}.{name}", len(rest))
                named[key], rest = rest[:n], rest[n:]
        for key in ("decks", "pits", "hands"):  # what is left lies in the first of these that is left out
            if rest and piles[key] is None:
                named[key], rest = [*rest, *named[key]], []
        if rest and len(self.reasons) == before:
            self.no("nowhere", player=name, has=int(DECK), amount=len(rest))
        if len(self.reasons) > before:
            return
        card = p * int(DECK)
        for key, pile, size, start in (("hands", g.hand, g.hand_size, p * DECK), ("pits", g.pit, g.pit_size, p * DECK)):
            for at, title in enumerate(named[key]):
                g.title[card], pile[start + at] = title, card
                g.known[card] = 1 << p if key == "hands" else KNOWN_TO_ALL
                card += 1
            size[p] = len(named[key])
        for at, title in enumerate(named["decks"]):
            g.title[card], g.deck[p * RING + at] = title, card
            card += 1
        g.deck_size[p] = len(named["decks"])

    def looker(self) -> int:
        """Whose the cards are that Foresight has taken off a deck."""
        pending = self.top.get("pending")
        if self.by_hand or self.top.get("outcome") is not None or not isinstance(pending, list | tuple) or len(pending) != 4:
            return -1
        return SEATS.index(pending[1]) if pending[0] in due.LOOKED_AT and pending[1] in SEATS else -1

    def number(self, key: str, given: object, where: str, most: int) -> int:
        """How many cards a pile gets that is no list: a number, or what it has at set-up."""
        if given is None:
            opening = self.by_hand and self.g.phase == 0
            return min(int(HAND), most) if key == "hands" and not opening else 0
        return self.whole(given, where, 0, most)

    def deck_list(self, p: int, named: list[int]) -> list[int]:
        """How many copies of each title the player has; where the position does not say, the named ones and usual ones."""
        given = self.top.get(f"deck{p + 1}")
        counts = [0] * len(IDS)
        if given is not None:
            try:
                found = decks.as_list(given)
            except ValueError as problem:
                self.no("deck", number=p + 1, problem=str(problem))
                return [max(n, named.count(title)) for title, n in enumerate(counts)]
            return [found.get(card, 0) for card in IDS]
        for title in named:
            counts[title] += 1
            if counts[title] == decks.COPIES + 1:
                self.no("too_many", player=SEATS[p], most=decks.COPIES, card=IDS[title])
        if sum(counts) > DECK:
            self.no("size", player=SEATS[p], amount=sum(counts), size=int(DECK))
        for card in decks.BUILT_IN[str(p + 1)]:
            title = IDS.index(card)
            counts[title] += max(0, min(decks.COPIES - counts[title], int(DECK) - sum(counts)))
        return counts

    def lay(self, stack: list[tuple[int, int]], looked: list[int]) -> None:
        """Put the cards of the stack and those looked at down."""
        g = self.g
        if looked and (self.looker() < 0 or len(looked) > 3):
            self.no("looked")
            self.dealt = False
        if not self.dealt:
            g.stack_size = min(len(stack), int(CARDS))  # what else is wrong can be told all the same
            return
        free = [int(p * DECK + g.hand_size[p] + g.pit_size[p] + g.deck_size[p]) for p in range(2)]
        for owner, title in stack:
            g.stack[g.stack_size] = card = free[owner]
            g.title[card], g.known[card] = title, KNOWN_TO_ALL
            g.stack_size += 1
            free[owner] += 1
        for title in looked:
            g.looked[g.n_looked] = card = free[self.looker()]
            g.title[card], g.known[card] = title, 1 << self.looker()
            g.n_looked += 1
            free[self.looker()] += 1

    def marks(self, stack: object) -> None:
        """What this round has done to the cards on the stack."""
        g = self.g
        for place, entry in enumerate(stack[:CARDS] if isinstance(stack, list | tuple) else ()):
            where = self.place(place + 1)
            found = self.table(entry[2] if isinstance(entry, list | tuple) and len(entry) > 2 else {}, where, MARKS)
            card = g.stack[place]
            most = MOST_CHANGE[self.by_hand]
            g.change[card] = self.whole(found.get("change", 0), f"{where}.change", -most, most)
            g.silenced[card] = int(self.yes(found.get("silenced", False), f"{where}.silenced"))
            if "puppet_of" in found:
                g.puppet[card] = 1 + self.index(found["puppet_of"], f"{where}.puppet_of", SEATS)
            if "copied" in found:
                g.copied[card] = 1 + self.index(found["copied"], f"{where}.copied", IDS)

    def known(self) -> None:
        """Who knows cards that lie face down."""
        g = self.g
        for name, piles in self.table(self.top.get("known"), "known", SEATS).items():
            p = SEATS.index(name)
            for pile, who in self.table(piles, f"known.{name}", ("hand", "deck", "looked")).items():
                cards = hand_of(g, p) if pile == "hand" else deck_of(g, p) if pile == "deck" else list(g.looked[: g.n_looked])
                for knower, places in self.table(who, f"known.{name}.{pile}", ("all", "owner")).items():
                    for at in places if isinstance(places, list | tuple) else [places]:
                        most = max(0, len(cards) - 1) if self.dealt else int(DECK)
                        n = self.whole(at, f"known.{name}.{pile}.{knower}", 0, most)
                        if n < len(cards):
                            g.known[cards[n]] = KNOWN_TO_ALL if knower == "all" else 1 << p

    # ---- what the round remembers
    def memory(self, stack: list[int]) -> None:
        """The line, the card that resolves, limits, Last Bell."""
        g, top = self.g, self.top
        default = int(g.stack_size) if self.by_hand and g.phase == RESOLVE_PHASE else 0
        g.line = self.whole(top.get("line", default), "line", 0, int(g.stack_size))
        g.resolutions = self.whole(top.get("resolutions", 0), "resolutions", 0, MOST["max_resolutions"])
        g.stopped = int(self.yes(top.get("stopped", False), "stopped"))
        if self.has("resolving"):
            g.resolving = g.stack[self.whole(top["resolving"], "resolving", 1, max(1, int(g.stack_size))) - 1]
        for name, spent in self.table(top.get("spent"), "spent", SEATS).items():
            g.spent[SEATS.index(name)] = sum(1 << title for title in set(self.many(spent, f"spent.{name}", IDS)))
        if g.phase != RESOLVE_PHASE and g.line > 0:
            self.no("line")
        for title, card in enumerate(POOL):
            if (g.spent[0] | g.spent[1]) >> title & 1 and not card.once_per_round:
                self.no("spent", card=card.id)
        if self.by_hand:
            self.by_hand_only(stack)

    def by_hand_only(self, stack: list[int]) -> None:
        """What must hold between two steps, where positions written by hand begin."""
        g = self.g
        if g.phase == PLAY_PHASE:
            for place, title in enumerate(stack):
                if QUICK[title]:
                    self.no("quick", position=place + 1, card=IDS[title])
            if g.stack_size >= STACK:
                self.no("full", amount=int(STACK))
        if g.phase == 0 and (g.stack_size or sum(g.hand_size) or sum(g.pit_size)):
            self.no("opening")
        if g.phase != PLAY_PHASE and (self.has("turn") or self.has("refills")):
            self.no("turn")

    # ---- what comes next
    def what_comes(self) -> None:
        """Chance, the agenda and the pending question; by hand, what comes in this phase."""
        g, top = self.g, self.top
        g.chance = self.whole(top["chance"], "chance", 0, MASK62) if "chance" in top else seeded(self.seed)
        g.unveiled = self.whole(top.get("unveiled", 0), "unveiled", 0, MASK62)
        if top.get("outcome") is not None:
            found = self.table(top["outcome"], "outcome", ("winners", "reason", "scores"))
            g.reason = max(0, self.index(found.get("reason"), "outcome.reason", REASONS[1:])) + 1
            g.winners = sum(1 << p for p in set(self.many(found.get("winners", []), "outcome.winners", SEATS))) or 3
            g.over = True
            return
        if self.by_hand:
            self.begin_phase()
            return
        tasks_due = self.agenda(TASK_NAMES, due.LIES_ON, due.arguments)
        for at, one in enumerate(tasks_due):
            g.push(*one)
            if self.dealt and not due.is_there(g, tasks_due, at):
                self.form("not_there", task=TASK_NAMES[one[0]])
        phase = due.phase(tasks_due) if tasks_due and not self.reasons else None
        if phase is not None and phase != g.phase:
            self.form("phase", phase=PHASES[g.phase], due=PHASES[phase])
        if top.get("pending") is not None and not self.reasons:
            g.depth -= 1
            g.asks, g.a, g.b, g.c = tasks_due[-1]
            g.player = g.a
            if due.arguments(int(g.asks))[0] != "seat":
                self.form("asks_nobody", task=TASK_NAMES[int(g.asks)])
            else:
                carefully(g.ask_again)
                if g.n_legal < 2:
                    self.form("few_answers")

    def begin_phase(self) -> None:
        """By hand: the phase begins, or goes on where the position says more."""
        g = self.g
        if g.phase == 0:
            g.push(tasks.OPENING_STEP, 0, 0, 0)
        elif g.phase == PLAY_PHASE:
            turn = max(0, self.index(self.top.get("turn", SEATS[g.first]), "turn", SEATS))
            refills = self.whole(self.top.get("refills", 0), "refills", 0, 1)
            begins = turn == g.first and not g.stack_size and not refills
            g.push(tasks.PLAY_TURN, turn, refills, 1 if begins else 0)
        elif g.phase == RESOLVE_PHASE and not any(self.has(key) for key in ("line", "resolutions", "spent", "stopped")):
            g.push(tasks.RESOLVE_STEP, 0, 0, 0)
        elif g.phase == RESOLVE_PHASE:
            g.push(tasks.END_OF_ROUND_STEP, 0, 0, 0)
            g.push(tasks.RESOLVE_NEXT, 0, 0, 0)
        else:
            g.push(tasks.END_OF_ROUND_STEP, 0, 0, 0)

    def argument(self, kind: Argument, value: object, where: str) -> int:
        """One argument of a task."""
        if kind == "seat":
            return max(0, self.index(value, where, SEATS))
        if kind == "title":
            return max(0, self.index(value, where, IDS))
        if kind == "card":
            at = self.whole(value, where, 0, int(self.g.stack_size))
            return self.g.stack[at - 1] if at else self.absent()
        assert not isinstance(kind, str)
        return self.whole(value, where, *kind)

    def absent(self) -> int:
        """A card that is not on the stack."""
        return next((card for card in range(CARDS) if self.g.place_of(card) < 0), 0)
