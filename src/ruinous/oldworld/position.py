"""States as readable JSON and back (docs/formats.md; by hand or from a state).

By hand almost everything may be left out: it then has its set-up value, `phase` is the phase about to begin, a hand
may be a number of cards. From a state nothing is left out, so that an equal state with an equal future comes back,
from the middle of anything: `agenda` and `pending` hold tasks as [name, a, b, c], piles are lists with the top last.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.rng import MASK62, seeded
from ruinous.interface import BadPosition
from ruinous.oldworld import due, tables
from ruinous.oldworld.data import CARD_COPIES, DIAL_END, FIGURES, OLD_WORLD_BOXED, OLD_WORLD_COMET, TOKEN_SUPPLY
from ruinous.oldworld.names import (
    CHARMED,
    CULTIST,
    DECK,
    HORROR_STANDS,
    NOBODY,
    NURGLE,
    PEASANT,
    PERCHED,
    RULES_VERSION,
    SINGLED,
    SLAANESH,
    SORTS,
    THE_HORNED_ONES_DUE,
    THE_HORNED_ONES_DUE_LIES,
    TZEENTCH,
    WARRIOR,
    C,
    K,
    P,
    R,
    T,
)
from ruinous.oldworld.notation import CARDS, KINDS, OLD_WORLD, POWERS, QUESTIONS, REGIONS, TOKENS, UPGRADES, kind_of, marks, space_content
from ruinous.oldworld.old_world_phase import push_phases
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import OLD_WORLD_PHASE_STEP, ROUND, TASK_NAMES
from ruinous.reading import Argument, Reader, carefully

FIRST = [0, 7, 15, 23, 30]  # the first Chaos card of each Power
MOST_VP = {True: 999, False: 9999}  # whether written by hand; the game adds to what is written
MARKS = ("shielded", "charmed", "spent", "on_space")
TOP_KEYS = (
    "game rules edition old_world_deck seed round phase powers regions track ruins_taken old_world old_world_left old_world_gone "
    "placed placed_now changed decree battle agenda pending chance unveiled outcome"
).split()
POWER_KEYS = "vp dial power upgrades counters peasants hand deck discard".split()
REGION_KEYS = "figures tokens corruption cards ruin ruined_now".split()


# ---- from a state -------------------------------------------------------------------------------------------
def position(g: State) -> dict[str, Any]:
    """The whole state, hidden cards and chance included."""
    seats = [p for p in range(P) if g.seats >> p & 1]
    return {
        "game": "oldworld",
        "rules": int(RULES_VERSION),
        "edition": tables.EDITIONS[g.edition],
        "old_world_deck": tables.OLD_WORLD_DECKS[g.sourced],
        "round": int(g.round),
        "phase": tables.PHASES[g.phase],
        "powers": {POWERS[p]: _power(g, p) for p in seats},
        "regions": {REGIONS[r]: found for r in range(R) if (found := _region(g, r))},
        "track": [OLD_WORLD[card - 1] if card else None for card in g.track],
        "ruins_taken": int(g.ruins_taken),
        "old_world": [OLD_WORLD[g.old_world[at]] for at in range(g.old_world_left)],
        "old_world_gone": [OLD_WORLD[title] for title, n in enumerate(g.gone) for _ in range(n)],
        "placed": _masks(g.placed, seats),
        "placed_now": _masks(g.placed_now, seats),
        "changed": _bits(int(g.changed)),
        "decree": int(g.decree),
        "battle": _battle(g),
        "agenda": [_task(int(g.agenda[at])) for at in range(g.depth)],
        "pending": None if g.n_legal == 0 else [TASK_NAMES[int(g.asks)], int(g.a), int(g.b), int(g.c)],
        "chance": int(g.chance),
        "unveiled": int(g.unveiled),
        "outcome": outcome(g),
    }


def _power(g: State, p: int) -> dict[str, Any]:
    return {
        "vp": int(g.vp[p]),
        "dial": int(g.dial[p]),
        "power": int(g.power[p]),
        "upgrades": [name for u, name in enumerate(UPGRADES[p]) if g.upgrades[p] >> u & 1],
        "counters": int(g.counters[p]),
        "peasants": int(g.peasants[p]),
        "hand": card_list(g.hand, p),
        "deck": [CARDS[g.deck[p * DECK + at]] for at in range(g.deck_size[p])],
        "discard": card_list(g.discard, p),
    }


def card_list(counts: "vec[i64]", p: int) -> list[str]:
    """The ids of a Power's cards in a vector of counts, in alphabetical order."""
    return sorted(CARDS[card] for card in range(FIRST[p], FIRST[p + 1]) for _ in range(counts[card]))


def _region(g: State, r: int) -> dict[str, Any]:
    """What lies in a region; only what there is."""
    found: dict[str, Any] = {
        "figures": [
            {"power": POWERS[p], "kind": kind_of(sort), "count": int(n)} | {mark: True for mark, on in marks(p, sort).items() if on}
            for p in range(P)
            if g.present[p * R + r]
            for sort in range(SORTS)
            if (n := g.figures[(p * R + r) * SORTS + sort])
        ],
        "tokens": {TOKENS[t]: int(n) for t in range(T) if (n := g.tokens[r * T + t])},
        "corruption": {POWERS[p]: int(n) for p in range(P) if (n := g.corruption[p * R + r])},
        "cards": [space_content(g.cards[r * 2]), space_content(g.cards[r * 2 + 1])] if g.cards[r * 2] or g.cards[r * 2 + 1] else [],
    }
    found = {key: value for key, value in found.items() if value}
    if g.ruin[r]:
        found |= {"ruin": int(g.ruin[r]), "ruined_now": bool(g.fresh >> r & 1)}
    return found


def _battle(g: State) -> dict[str, Any] | None:
    downed = [
        {"power": POWERS[p], "kind": kind_of(sort), "count": int(n)} | {mark: True for mark, on in marks(p, sort).items() if on}
        for p in range(P)
        for sort in range(SORTS)
        if (n := g.downed[p * SORTS + sort])
    ]
    if g.battle_region == NOBODY and not (downed or g.blooded or g.avenging):
        return None
    region = None if g.battle_region == NOBODY else REGIONS[g.battle_region]
    return {"region": region, "downed": downed, "blooded": bool(g.blooded), "avenging": int(g.avenging)}


def _masks(masks: "vec[i64]", seats: list[int]) -> dict[str, list[str]]:
    return {POWERS[p]: _bits(int(masks[p])) for p in seats if masks[p]}


def _bits(mask: int) -> list[str]:
    return [name for r, name in enumerate(REGIONS) if mask >> r & 1]


def _task(packed: int) -> list[str | int]:
    return [TASK_NAMES[packed & 0xFF], packed >> 8 & 0xFFFF, packed >> 24 & 0xFFFF, packed >> 40]


def outcome(g: State) -> dict[str, Any] | None:
    """Winners, reason and scores once the game is over."""
    if not g.over:
        return None
    seats = [p for p in range(P) if g.seats >> p & 1]
    return {
        "winners": [POWERS[p] for p in seats if g.winners >> p & 1],
        "reason": tables.REASONS[g.reason],
        "scores": {POWERS[p]: int(g.vp[p]) for p in seats},
    }


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
        super().__init__("oldworld", given, seed, TOP_KEYS)

    # ---- the whole
    def state(self) -> State:
        """The state. Raises BadPosition."""
        top = self.top
        self.of_game("oldworld", int(RULES_VERSION))
        edition = max(0, self.index(top.get("edition", "seed"), "edition", tables.EDITIONS))
        sourced = max(0, self.index(top.get("old_world_deck", "full"), "old_world_deck", tables.OLD_WORLD_DECKS))
        powers = self.table(top.get("powers", {power: {} for power in POWERS}), "powers", POWERS)
        if len(powers) < 3:
            self.no("powers", amount=len(powers))
        seats = sum(1 << POWERS.index(power) for power in powers)
        self.g = g = State(self.seed, seats, edition, sourced)
        g.round = self.whole(top.get("round", 1), "round", 1, self.rounds())
        g.phase = max(0, self.index(top.get("phase", "old_world"), "phase", tables.PHASES))
        self.by_hand = "agenda" not in top and top.get("outcome") is None  # by hand: the phases from `phase` on are to come
        regions = self.table(top.get("regions", {}), "regions", REGIONS)
        for name, content in regions.items():
            self.region(REGIONS.index(name), content)
        for name, sheet in powers.items():
            self.sheet(POWERS.index(name), sheet)
        self.supplies()
        self.ruins(regions)
        self.due = [] if self.by_hand or top.get("outcome") is not None else self.agenda(TASK_NAMES, due.LIES_ON, due.arguments)
        self.old_world()
        self.memory()
        for power in powers:
            self.deal(POWERS.index(power), powers[power])
        self.what_comes()
        if self.reasons:
            raise BadPosition(self.reasons)
        return g

    def rounds(self) -> int:
        """The rounds of the game at most: its Old World cards."""
        return tables.ROUNDS[4 if self.g.seats == 15 else 3]

    # ---- the board
    def region(self, r: int, content: object) -> None:
        """One region: figures, tokens, corruption, card spaces."""
        g, name = self.g, REGIONS[r]
        found = self.table(content, name, REGION_KEYS)
        horrors = self.spaces(r, found.get("cards", []))
        for p, sort, n in self.figures(found.get("figures", []), f"{name}.figures"):
            for _ in range(n):
                g.add(p, r, sort)
        at = (TZEENTCH * R + r) * SORTS
        while g.figures[at + PERCHED] + g.figures[at + PERCHED + SINGLED] < horrors and g.figures[at + WARRIOR] > 0:
            g.remove(TZEENTCH, r, WARRIOR)  # a Horror on a card space may be written as a plain warrior
            g.add(TZEENTCH, r, PERCHED)
        standing = sum(g.figures[at + PERCHED + mark] for mark in (0, SINGLED, CHARMED, SINGLED + CHARMED))
        if standing != horrors:
            self.no("on_spaces", region=name, standing=standing, shown=horrors)
        for t, n in self.counts(found.get("tokens", {}), f"{name}.tokens", TOKENS):
            g.tokens[r * T + t] = n
        for p, n in self.counts(found.get("corruption", {}), f"{name}.corruption", POWERS):
            self.takes_part(p, f"{name}.corruption", n)
            g.corruption[p * R + r] = n

    def takes_part(self, p: int, where: str, n: int = 1) -> None:
        """Things of a Power lie somewhere: it must be in the game."""
        if n and not self.g.seats >> p & 1:
            self.no("takes_part", where=where, power=POWERS[p])

    def figures(self, given: object, where: str) -> Iterable[tuple[int, int, int]]:
        """(owner, sort, number) of figures as {power: {kind: number}} or as a list with marks."""
        found: list[tuple[int, int, int]] = []
        if isinstance(given, Mapping):
            for power, kinds in self.table(given, where, POWERS).items():
                found += [(POWERS.index(power), k, n) for k, n in self.counts(kinds, f"{where}.{power}", KINDS)]
        elif isinstance(given, list | tuple):
            for entry in given:
                one = self.table(entry, where, ("power", "kind", "count", *MARKS))
                p, k = self.index(one.get("power"), where, POWERS), self.index(one.get("kind"), where, KINDS)
                n = self.whole(one.get("count", 1), f"{where}.count", 0, 99)
                on = {mark for mark in MARKS if mark in one and self.yes(one[mark], f"{where}.{mark}")}
                if p >= 0 and k >= 0:
                    found.append((p, self.sort(p, k, on, where), n))
        else:
            self.form("object_or_list", given, where=where)
        for p, _sort, n in found:
            self.takes_part(p, where, n)
        return found

    def sort(self, p: int, k: int, on: set[str], where: str) -> int:
        """The sort of a figure with marks; no Power's figures have all of them."""
        if "shielded" in on and p != TZEENTCH:
            self.no("shielded", where=where, power=POWERS[p])
        if "spent" in on and (p, k) != (NURGLE, CULTIST):
            self.no("spent", where=where)
        if "charmed" in on and p == SLAANESH:
            self.no("charmed", where=where)
        if "on_space" in on and (p, k) != (TZEENTCH, WARRIOR):
            self.no("on_space", where=where)
        kind = PERCHED if "on_space" in on else k
        return kind + (SINGLED if on & {"shielded", "spent"} else 0) + (CHARMED if "charmed" in on else 0)

    def spaces(self, r: int, given: object) -> int:
        """The card spaces of a region; how many Horrors stand there."""
        g, where = self.g, f"{REGIONS[r]}.cards"
        if not isinstance(given, list | tuple) or len(given) > 2:
            self.no("two_spaces", where=where, value=f"{given!r:.120}")
            return 0
        horrors = 0
        for space, content in enumerate(given):
            if content is None:
                continue
            owner, card = content if isinstance(content, list | tuple) and len(content) == 2 else (None, content)
            if owner is None and card == "the_horned_ones_due":
                g.cards[r * 2 + space] = THE_HORNED_ONES_DUE_LIES
            elif owner == "tzeentch" and card == "horror":
                g.cards[r * 2 + space] = HORROR_STANDS
                horrors += 1
            elif (
                isinstance(card, str)
                and card in CARDS
                and owner in POWERS
                and card in CARDS[FIRST[p := POWERS.index(owner)] : FIRST[p + 1]]
            ):
                self.takes_part(p, where)
                g.cards[r * 2 + space] = 1 + CARDS.index(card)
            else:
                self.form("owner_card", content, where=where)
        return horrors

    # ---- the sheets
    def sheet(self, p: int, content: object) -> None:
        """What a Power has, but its cards."""
        g, name = self.g, POWERS[p]
        found = self.table(content, name, POWER_KEYS)
        g.vp[p] = self.whole(found.get("vp", 0), f"{name}.vp", 0, MOST_VP[self.by_hand])
        g.dial[p] = self.whole(found.get("dial", 0), f"{name}.dial", 0, DIAL_END[p])
        g.counters[p] = self.whole(found.get("counters", 0), f"{name}.counters", 0, tables.DIAL_COUNTERS)
        g.peasants[p] = self.whole(found.get("peasants", 0), f"{name}.peasants", 0, TOKEN_SUPPLY[PEASANT])
        upgrades = self.many(found.get("upgrades", []), f"{name}.upgrades", UPGRADES[p])
        if len(set(upgrades)) < len(upgrades):
            self.no("upgrade_once", power=name)
        g.upgrades[p] = sum(1 << u for u in set(upgrades))
        given = due.upgrades_given(g, p)
        if len(upgrades) > given:
            self.no("upgrades_given", power=name, amount=len(upgrades), dial=int(g.dial[p]), given=given)
        g.power[p] = self.whole(found.get("power", int(g.income(p))), f"{name}.power", 0, tables.POWER_TRACK)

    def supplies(self) -> None:
        """Nothing may lie there more often than the box holds it; what is not there is in the supply."""
        g = self.g
        for p in range(P):
            for k in range(3):
                sorts = [k + mark for mark in (0, 4, 8, 12)] + ([3, 7, 11, 15] if k == WARRIOR else [])
                there = sum(g.figures[(p * R + r) * SORTS + sort] for r in range(R) for sort in sorts)
                if there > FIGURES[p * K + k]:
                    self.no("figures", power=POWERS[p], has=int(FIGURES[p * K + k]), kind=KINDS[k], there=int(there))
                elif g.seats >> p & 1:
                    g.reserve[p * K + k] = FIGURES[p * K + k] - there
            used = sum(g.corruption[p * R + r] for r in range(R))
            if used > tables.CORRUPTION_SUPPLY:
                self.no("corruption", power=POWERS[p], has=tables.CORRUPTION_SUPPLY, there=int(used))
        for t in range(T):
            used = sum(g.tokens[r * T + t] for r in range(R)) + (sum(g.peasants) if t == PEASANT else 0)
            if used > TOKEN_SUPPLY[t]:
                self.no("tokens", has=int(TOKEN_SUPPLY[t]), token=TOKENS[t], there=int(used))
            g.token_supply[t] = max(0, TOKEN_SUPPLY[t] - used)
        if sum(g.counters) > tables.DIAL_COUNTERS:
            self.no("counters", has=tables.DIAL_COUNTERS, there=int(sum(g.counters)))

    # ---- ruins
    def ruins(self, regions: Mapping[str, Any]) -> None:
        """Which regions are ruined, by which card, and which of them in this round."""
        g = self.g
        for name, content in regions.items():
            r = REGIONS.index(name)
            found = content if isinstance(content, Mapping) else {}
            if found.get("ruin") is not None:
                g.ruin[r] = self.whole(found["ruin"], f"{name}.ruin", 1, 5)
                g.ruins |= 1 << r
            corrupted = g.corruption_in(r) > 0
            now = self.yes(found["ruined_now"], f"{name}.ruined_now") if "ruined_now" in found else g.ruin[r] > 0 and corrupted
            if now:
                g.fresh |= 1 << r
            if now and not g.ruin[r]:
                self.no("ruined_now", region=name)
            if g.ruin[r] and corrupted and (not now or (self.by_hand and tables.PHASES[g.phase] != "end")):
                self.no("ruin_scored", region=name)
        cards = sorted(int(card) for card in g.ruin if card)
        if cards != list(range(1, len(cards) + 1)):
            self.no("ruin_order", cards=", ".join(map(str, cards)))
        g.ruins_taken = len(cards)
        taken = self.whole(self.top.get("ruins_taken", len(cards)), "ruins_taken", 0, 5)
        if taken != len(cards):
            self.no("ruins_taken", taken=taken, there=len(cards))
        g.open_spaces = 0
        for r in range(R):
            if g.ruin[r] == 0 and not (g.cards[r * 2] and g.cards[r * 2 + 1]):
                g.open_spaces |= 1 << r
        g.recount_cards_in_play()

    # ---- the Old World
    def old_world(self) -> None:
        """Track, deck and what has left the game."""
        g, top = self.g, self.top
        deck = [
            title for title, card in enumerate(tables.OLD_WORLD_CARDS) if not g.sourced or "R" not in card[4]
        ]  # the titles of this game's deck
        track = top.get("track", [None, None])
        if not isinstance(track, list | tuple) or len(track) > 2:
            self.form("list_of_two", track, where="track")
            track = []
        for space, name in enumerate(track):
            title = -1 if name is None else self.index(name, "track", OLD_WORLD)
            if title >= 0:
                g.track[space] = 1 + title
                if OLD_WORLD_BOXED[title]:
                    self.no("boxed", card=name)
        laid = [card - 1 for card in g.track if card]
        if sum(OLD_WORLD_COMET[title] for title in laid) > 1:
            self.no("two_comets")
        dues = [at // 2 for at in range(2 * R) if g.cards[at] == THE_HORNED_ONES_DUE_LIES]
        if len(dues) > 1 or (dues and THE_HORNED_ONES_DUE not in laid):
            self.no("horned_ones_due")
        gone = self.many(top.get("old_world_gone", []), "old_world_gone", OLD_WORLD)
        for title in gone:
            g.gone[title] += 1
        left = self.many(top["old_world"], "old_world", OLD_WORLD) if "old_world" in top else []
        drawn = [*laid, *gone, *due.entering(self.due)]
        for title in sorted({*drawn, *left}):
            n, copies = [*drawn, *left].count(title), tables.OLD_WORLD_CARDS[title][1]
            if n > copies:
                self.no("copies", has=copies, card=OLD_WORLD[title], there=n)
            if title not in deck:
                self.no("not_sourced", card=OLD_WORLD[title])
        begins = tables.PHASES[g.phase] == "old_world" if self.by_hand else any(task[0] == OLD_WORLD_PHASE_STEP for task in self.due)
        most = max(0, self.rounds() - max(len(drawn), g.round - (1 if begins else 0)))
        default = len(left) if "old_world" in top else most
        g.old_world_left = self.whole(top.get("old_world_left", default), "old_world_left", 0, self.rounds())
        if len(drawn) + g.old_world_left > self.rounds():
            self.no("old_world_cards", has=self.rounds(), there=len(drawn) + int(g.old_world_left))
        elif g.old_world_left > most:
            self.no("too_many_left", round=int(g.round), most=int(most), given=int(g.old_world_left))
        if "old_world" in top:
            if g.old_world_left != len(left):
                self.no("old_world_left", given=int(g.old_world_left), there=len(left))
            for at, title in enumerate(left[:8]):
                g.old_world[at] = title
        if (begins or any(task[0] == ROUND for task in self.due)) and g.old_world_left == 0:
            self.no("no_old_world_card")

    # ---- what the round remembers
    def memory(self) -> None:
        """Where corruption was placed, where Tzeentch killed, the decree, the battle being fought."""
        g, top = self.g, self.top
        for key, masks in (("placed", g.placed), ("placed_now", g.placed_now)):
            for power, regions in self.table(top.get(key, {}), key, POWERS).items():
                masks[POWERS.index(power)] = sum(1 << r for r in set(self.many(regions, f"{key}.{power}", REGIONS)))
        g.changed = sum(1 << r for r in set(self.many(top.get("changed", []), "changed", REGIONS)))
        g.decree = self.whole(top.get("decree", 0), "decree", 0, 1)
        battle = self.table(top.get("battle"), "battle", ("region", "downed", "blooded", "avenging"))
        if battle.get("region") is not None:
            g.battle_region = self.index(battle["region"], "battle.region", REGIONS)
        g.blooded = int(self.yes(battle.get("blooded", False), "battle.blooded"))
        for p, sort, n in self.figures(battle.get("downed", []), "battle.downed"):
            g.downed[p * SORTS + sort] += n
            if not 0 <= g.battle_region < R or g.downed[p * SORTS + sort] > g.figures[(p * R + g.battle_region) * SORTS + sort]:
                self.no("downed", power=POWERS[p], kind=kind_of(sort))
        g.avenging = self.whole(battle.get("avenging", 0), "battle.avenging", 0, due.avengers(g))

    # ---- cards
    def deal(self, p: int, content: object) -> None:
        """Hand, discard and deck; what the position leaves open is dealt from the cards that lie nowhere else."""
        g, name, before = self.g, POWERS[p], len(self.reasons)
        sheet = self.table(content, name, POWER_KEYS)
        own = CARDS[FIRST[p] : FIRST[p + 1]]
        piles = {place: sheet.get(place, []) for place in ("discard", "hand", "deck")}
        drawn = None
        if not isinstance(sheet.get("hand"), list | tuple):
            piles["hand"] = []
            drawn = self.whole(sheet["hand"], f"{name}.hand", 0, DECK) if "hand" in sheet else None
        left = [0] * C
        for card in range(FIRST[p], FIRST[p + 1]):
            left[card] = CARD_COPIES[card] - sum(content == 1 + card for content in g.cards)
        for place, pile_given in piles.items():
            for i, one in enumerate(self.many(pile_given, f"{name}.{place}", own)):
                card = FIRST[p] + one
                left[card] -= 1
                if place == "discard":
                    g.discard[card] += 1
                elif place == "hand":
                    g.hand[card] += 1
                elif i < DECK:
                    g.deck[p * DECK + i] = card
        for card in range(FIRST[p], FIRST[p + 1]):
            if left[card] < 0:
                self.no("chaos_copies", power=name, has=int(CARD_COPIES[card]), card=CARDS[card], there=int(CARD_COPIES[card] - left[card]))
        if len(self.reasons) > before:
            return
        rest = [card for card in range(C) for _ in range(left[card])]
        if drawn is None:
            drawn = 0 if isinstance(sheet.get("hand"), list | tuple) else min(3, len(rest))
        if drawn > len(rest):
            self.no("hand", power=name, amount=drawn, left=len(rest))
            return
        if "deck" in sheet:
            g.deck_size[p] = len(sheet["deck"])
            if len(rest) != drawn:
                self.no("nowhere", power=name, has=int(DECK), amount=len(rest) - drawn)
            for card in rest:
                g.hand[card] += 1
            return
        pile = vec[i64](rest or [0])
        g.shuffle(pile, 0, len(rest))
        for at, card in enumerate(list(pile)[: len(rest)]):
            if at < len(rest) - drawn:
                g.deck[p * DECK + at] = card
            else:
                g.hand[card] += 1
        g.deck_size[p] = len(rest) - drawn

    # ---- what comes next
    def what_comes(self) -> None:
        """Chance, the agenda and the pending question; by hand, the phases from `phase` on."""
        g, top = self.g, self.top
        for task in self.due:
            g.push(*task)
        if "old_world" not in top and not self.reasons:
            g.deal_old_world()
        g.chance = self.whole(top["chance"], "chance", 0, MASK62) if "chance" in top else seeded(self.seed)
        g.unveiled = self.whole(top.get("unveiled", 0), "unveiled", 0, MASK62)
        outcome = top.get("outcome")
        if outcome is not None:
            found = self.table(outcome, "outcome", ("winners", "reason", "scores"))
            g.reason = max(0, self.index(found.get("reason"), "outcome.reason", tables.REASONS[1:])) + 1
            g.winners = sum(1 << p for p in set(self.many(found.get("winners", []), "outcome.winners", POWERS)))
            g.over = True
            return
        self.agrees()
        if self.by_hand:
            push_phases(g, g.phase)
        elif top.get("pending") is not None and not self.reasons:
            g.depth -= 1
            g.asks, g.a, g.b, g.c = self.due[-1]
            g.player = g.a
            if g.asks not in QUESTIONS:
                self.form("asks_nobody", task=TASK_NAMES[int(g.asks)])
            elif not g.seats >> g.a & 1:
                self.no("takes_part", where="pending", power=POWERS[g.a])
            else:
                carefully(g.ask_again)
                if g.n_legal < 2:
                    self.form("few_answers")

    def agrees(self) -> None:
        """What is to be done agrees with the board: with the phase, the battle and what the tasks name."""
        g = self.g
        if g.battle_region != due.battle_region(self.due):
            places = [*REGIONS, "null"]
            self.no("battle", given=places[g.battle_region], due=places[due.battle_region(self.due)])
        if not self.due:
            return
        phase = due.phase(self.due)
        if phase is not None and phase != g.phase:
            self.form("phase", phase=tables.PHASES[g.phase], due=tables.PHASES[phase])
        for at, (number, *_) in enumerate(self.due):
            if not due.is_there(g, self.due, at):
                self.form("not_there", task=TASK_NAMES[number])

    def argument(self, kind: Argument, value: object, where: str) -> int:
        """One argument of a task."""
        if not isinstance(kind, str):
            return self.whole(value, where, *kind)
        seat = self.whole(value, where, *((0, P - 1) if kind == "seat" else 2 * (POWERS.index(kind),)))
        self.takes_part(seat, where)
        return seat
