"""The state of a game of Chaos in the Old World, and the helpers that its rules are written in.

Every vector names its axes. What can be counted is a count; nothing here remembers how it came about.
Derived: `present`, `controls`, `here`, `open_spaces`, `in_play`; only the functions that move things touch them.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ruinous.engine.agenda import Agenda, Task
from ruinous.engine.rng import seeded
from ruinous.oldworld.data import (
    ATTACK,
    BIT_INDEX,
    CARD_COPIES,
    CARD_OWNER,
    DEFENSE,
    DIAL_END,
    FIGURES,
    FIRST_CARD,
    OLD_WORLD_COPIES,
    OLD_WORLD_SOURCED,
    POWER_POINTS,
    SETUP_TOKENS,
    THREAT,
    TOKEN_SUPPLY,
    VALUE,
    zeros,
)
from ruinous.oldworld.events import (
    CARD_REMOVED,
    CORRUPTION_PLACED,
    CORRUPTION_REMOVED,
    COUNTER,
    DISCARDED,
    DREW,
    FIGURE_REMOVED,
    FORCED,
    MOVED,
    SHUFFLED,
    TOKEN_MOVED,
    TOKEN_PLACED,
    TOKEN_REMOVED,
    VP,
)
from ruinous.oldworld.names import (
    ALL_REGIONS,
    BATTLE_CRY,
    CHANGER_OF_WAYS,
    CHARMED,
    CULTIST_UPGRADE,
    DECK,
    EVENT,
    FIGURE,
    GREENSKINS_INVADE,
    HORROR_STANDS,
    INFLUENZA,
    KHORNE,
    LAST_UPGRADE,
    NOBLE,
    NOBODY,
    NURGLE,
    PEASANT,
    PEASANT_UPRISING,
    PERCHED,
    PLAGUE_TOUCH,
    POWER_UPGRADE,
    RAIN_OF_PUS,
    REGION,
    SINGLED,
    SKAVEN,
    SLAANESH,
    SORTS,
    THE_GRAIL_IS_FOUND,
    TOKEN,
    WARPSTONE,
    WARRIOR,
    C,
    P,
    R,
    T,
    W,
)
from ruinous.oldworld.tasks import ENTER_TRACK, ROUND

TASKS: Final[list[Task[State]]] = [Task() for _ in range(80)]  # filled in at the foot of the modules of rules


@final
class State(Agenda):
    """One game. Make it with `new_state`, copy it with `clone`."""

    def __init__(self, seed: i64, seats: i64, edition: i64, sourced: i64, like: State | None = None) -> None:
        """A state before set-up; with `like`, a copy of that state, whatever the other arguments say."""
        super().__init__(TASKS, seed, like)  # type: ignore[arg-type]
        self.forced = FORCED
        self.seats: i64 = seats if like is None else like.seats  # mask of the Powers that take part
        self.edition: i64 = edition if like is None else like.edition
        self.sourced: i64 = sourced if like is None else like.sourced  # 1: the Old World deck has only fully sourced titles
        self.round: i64 = 0 if like is None else like.round
        self.phase: i64 = 0 if like is None else like.phase
        self.reason: i64 = 0 if like is None else like.reason  # why the game ended, 0 while it runs
        self.winners: i64 = 0 if like is None else like.winners  # mask; 0 at the end: the Old World has won
        # ---- pieces on the board
        self.figures: vec[i64] = zeros(576) if like is None else like.figures[:]  # [power, region, sort]
        self.reserve: vec[i64] = zeros(16) if like is None else like.reserve[:]  # [power, kind], four kinds, the fourth unused
        self.corruption: vec[i64] = zeros(36) if like is None else like.corruption[:]  # [power, region]
        self.tokens: vec[i64] = zeros(54) if like is None else like.tokens[:]  # [region, token]
        self.token_supply: vec[i64] = TOKEN_SUPPLY[:] if like is None else like.token_supply[:]  # [token]
        self.cards: vec[i64] = zeros(18) if like is None else like.cards[:]  # [region, space]: 0, 1 + card, or what else takes a space
        self.ruin: vec[i64] = zeros(9) if like is None else like.ruin[:]  # [region]: number of the ruination card there, 0 for none
        # ---- what a Power has
        self.hand: vec[i64] = zeros(30) if like is None else like.hand[:]  # [card]: the card tells the owner
        self.discard: vec[i64] = zeros(30) if like is None else like.discard[:]  # [card]
        self.deck: vec[i64] = zeros(96) if like is None else like.deck[:]  # [power, position], top at deck_size - 1
        self.deck_size: vec[i64] = zeros(4) if like is None else like.deck_size[:]  # [power]
        self.power: vec[i64] = zeros(4) if like is None else like.power[:]  # [power] power points left
        self.vp: vec[i64] = zeros(4) if like is None else like.vp[:]
        self.dial: vec[i64] = zeros(4) if like is None else like.dial[:]  # [power] positions advanced
        self.counters: vec[i64] = zeros(4) if like is None else like.counters[:]  # [power] dial advancement counters of this round
        self.upgrades: vec[i64] = zeros(4) if like is None else like.upgrades[:]  # [power] mask
        self.peasants: vec[i64] = zeros(4) if like is None else like.peasants[:]  # [power] Peasants on the sheet
        # ---- the Old World
        self.old_world: vec[i64] = zeros(8) if like is None else like.old_world[:]  # [position], top at old_world_left - 1
        self.old_world_left: i64 = 0 if like is None else like.old_world_left
        self.track: vec[i64] = zeros(2) if like is None else like.track[:]  # [space]: 0 or 1 + title
        self.gone: vec[i64] = zeros(22) if like is None else like.gone[:]  # [title] copies that have left the game, all seen
        # ---- what this round remembers
        self.ruins_taken: i64 = 0 if like is None else like.ruins_taken
        self.fresh: i64 = 0 if like is None else like.fresh  # mask of regions ruined this round, not yet scored
        # [power] mask of regions where it placed corruption this round, and in this corruption step
        self.placed: vec[i64] = zeros(4) if like is None else like.placed[:]
        self.placed_now: vec[i64] = zeros(4) if like is None else like.placed_now[:]
        self.changed: i64 = 0 if like is None else like.changed  # mask of regions where Tzeentch has killed a figure this round
        self.decree: i64 = 0 if like is None else like.decree  # power that everybody loses in the coming Draw Phase
        # ---- the battle being fought
        self.battle_region: i64 = NOBODY if like is None else like.battle_region
        self.downed: vec[i64] = zeros(64) if like is None else like.downed[:]  # [power, sort] felled, still lying there
        self.blooded: i64 = 0 if like is None else like.blooded  # Khorne has killed a figure in this battle
        self.avenging: i64 = 0 if like is None else like.avenging  # Plaguebearers felled by the hits being assigned
        # ---- derived
        self.present: vec[i64] = zeros(36) if like is None else like.present[:]  # [power, region] mask of sorts
        self.controls: vec[i64] = zeros(36) if like is None else like.controls[:]  # [power, region] number of figures controlled
        self.here: vec[i64] = zeros(4) if like is None else like.here[:]  # [power] mask of regions where it controls a figure
        # masks: regions with an empty card space that are not ruined; ruined regions; Chaos cards that lie anywhere
        self.open_spaces: i64 = ALL_REGIONS if like is None else like.open_spaces
        self.ruins: i64 = 0 if like is None else like.ruins
        self.in_play: i64 = 0 if like is None else like.in_play

    def clone(self) -> State:
        """An independent copy; it keeps no events."""
        return State(0, 0, 0, 0, self)

    # ---- what questions offer ------------------------------------------------------------------------
    def offer_each(self, first: i64, step: i64, mask: i64) -> None:
        """Offer first + step * k for every k in the bit mask."""
        legal = self.legal
        n: i64 = self.n_legal
        while mask > 0:
            low: i64 = mask & -mask
            legal[n] = first + step * BIT_INDEX[low % 37]
            n += 1
            mask ^= low
        self.n_legal = n

    def offer_regions(self, mask: i64) -> None:
        """Offer these regions."""
        self.offer_each(REGION, 1, mask)

    def offer_figures(self, power: i64, region: i64, kinds: i64) -> None:
        """Offer the figures of an owner in a region whose kind is in the mask, whoever controls them."""
        self.offer_each(FIGURE + (power * R + region) * SORTS, 1, self.present[power * R + region] & kinds * 0x1111)

    def offer_own(self, me: i64, region: i64, kinds: i64) -> None:
        """Offer the figures that a Power controls in a region."""
        self.offer_each(FIGURE + (me * R + region) * SORTS, 1, self.present[me * R + region] & kinds * 0x11)
        if me == SLAANESH:
            for p in range(SLAANESH):
                self.offer_each(FIGURE + (p * R + region) * SORTS, 1, self.present[p * R + region] & kinds * 0x1100)

    def offer_enemies(self, me: i64, region: i64, kinds: i64) -> None:
        """Offer the figures in a region that a Power does not control."""
        for p in range(P):
            if p != me:
                mask: i64 = self.present[p * R + region] & kinds * 0x1111
                self.offer_each(FIGURE + (p * R + region) * SORTS, 1, mask & 0xFF if me == SLAANESH else mask)
            elif me != SLAANESH:
                self.offer_each(FIGURE + (p * R + region) * SORTS, 1, self.present[p * R + region] & kinds * 0x1100)

    def offer_tokens(self, token: i64, mask: i64) -> None:
        """Offer the tokens of one kind in these regions."""
        for r in range(R):
            if mask >> r & 1 and self.tokens[r * T + token] > 0:
                self.offer(TOKEN + r * T + token)

    # ---- figures -------------------------------------------------------------------------------------
    def controller(self, power: i64, sort: i64) -> i64:
        """Who controls a figure of this owner and sort (old-world.md 11; ruling 20)."""
        return SLAANESH if sort & CHARMED else power

    def add(self, power: i64, region: i64, sort: i64) -> None:
        """Put a figure on the board."""
        at: i64 = (power * R + region) * SORTS + sort
        self.figures[at] += 1
        self.present[power * R + region] |= 1 << sort
        who: i64 = SLAANESH if sort & CHARMED else power
        self.controls[who * R + region] += 1
        self.here[who] |= 1 << region

    def remove(self, power: i64, region: i64, sort: i64) -> None:
        """Take a figure off the board (where it goes is the caller's business)."""
        at: i64 = (power * R + region) * SORTS + sort
        self.figures[at] -= 1
        if self.figures[at] == 0:
            self.present[power * R + region] &= ~(1 << sort)
        who: i64 = SLAANESH if sort & CHARMED else power
        self.controls[who * R + region] -= 1
        if self.controls[who * R + region] == 0:
            self.here[who] &= ~(1 << region)

    def to_reserve(self, power: i64, region: i64, sort: i64) -> None:
        """Return a figure to its owner's reserve; what singled it out is over, a card space it stood on is free."""
        self.remove(power, region, sort)
        kind: i64 = sort & 3
        if kind == PERCHED:
            kind = WARRIOR
            self.clear_space(region, HORROR_STANDS)
        self.reserve[power * 4 + kind] += 1

    def take_off(self, power: i64, region: i64, sort: i64, why: i64) -> None:
        """Remove a figure without killing it (Heroes, A Great Foul Consumption, Old World cards)."""
        self.to_reserve(power, region, sort)
        self.note(FIGURE_REMOVED, power, sort, region, why)

    def relocate(self, power: i64, source: i64, sort: i64, destination: i64) -> i64:
        """Move a figure to another region and return its sort there: Slaanesh's control ends, a shield goes along."""
        self.remove(power, source, sort)
        if sort & 3 == PERCHED:
            self.clear_space(source, HORROR_STANDS)
            sort = sort - PERCHED + WARRIOR
        sort &= ~CHARMED
        self.add(power, destination, sort)
        return sort

    def move(self, action: i64, destination: i64) -> None:
        """Move the figure that a FIGURE action points at; moving is not summoning (old-world.md 11)."""
        power: i64 = (action - FIGURE) // (SORTS * R)
        source: i64 = (action - FIGURE) // SORTS % R
        sort: i64 = (action - FIGURE) % SORTS
        self.note(MOVED, power, sort, source, destination)
        self.relocate(power, source, sort, destination)

    def mark(self, action: i64, mark: i64) -> None:
        """Single a figure out for the rest of the round: SINGLED or CHARMED."""
        power: i64 = (action - FIGURE) // (SORTS * R)
        region: i64 = (action - FIGURE) // SORTS % R
        sort: i64 = (action - FIGURE) % SORTS
        self.remove(power, region, sort)
        self.add(power, region, sort | mark)

    def unmark_all(self) -> None:
        """The round ends: nothing is singled out any more."""
        for p in range(P):
            for r in range(R):
                marked: i64 = self.present[p * R + r] & 0xFFF0
                while marked > 0:
                    low: i64 = marked & -marked
                    sort: i64 = BIT_INDEX[low % 37]
                    while self.figures[(p * R + r) * SORTS + sort] > 0:
                        self.remove(p, r, sort)
                        self.add(p, r, sort & 3)
                    marked ^= low

    def count_kind(self, me: i64, region: i64, kind: i64) -> i64:
        """How many figures of a kind a Power controls in a region (a Horror on a card space is not counted as a warrior)."""
        at: i64 = (me * R + region) * SORTS + kind
        n: i64 = self.figures[at] + self.figures[at + SINGLED]
        if me == SLAANESH:
            for p in range(SLAANESH):
                at = (p * R + region) * SORTS + kind + CHARMED
                n += self.figures[at] + self.figures[at + SINGLED]
        return n

    # ---- questions about numbers -----------------------------------------------------------------------
    def has_upgrade(self, power: i64, upgrade: i64) -> bool:
        """Whether the Power has taken this upgrade."""
        return self.upgrades[power] >> upgrade & 1 == 1

    def threat(self, power: i64) -> i64:
        """The threat that the dial shows; 99 at VICTORY."""
        return THREAT[power * 12 + self.dial[power]]

    def at_victory(self, power: i64) -> bool:
        """Whether the dial has come to its end."""
        return self.dial[power] == DIAL_END[power]

    def lowest_threat(self) -> i64:
        """The Power of lowest threat: it resolves the Old World (old-world.md 7.1)."""
        best: i64 = -1
        for p in range(P):
            if self.seats >> p & 1 and (best < 0 or self.threat(p) < self.threat(best)):
                best = p
        return best

    def highest_threat_in(self, region: i64) -> i64:
        """The Power of highest threat among those that control figures in the region, or -1."""
        best: i64 = -1
        for p in range(P):
            if self.controls[p * R + region] > 0 and (best < 0 or self.threat(p) > self.threat(best)):
                best = p
        return best

    def attack(self, power: i64, sort: i64) -> i64:
        """The dice of one figure; upgrades of the owner work only while the owner controls it (old-world.md 11)."""
        if power == KHORNE and sort & 11 == 0 and self.upgrades[KHORNE] >> CULTIST_UPGRADE & 1:
            return 1
        return ATTACK[power * 4 + (sort & 3)]

    def defense(self, power: i64, region: i64, sort: i64) -> i64:
        """The hits that kill a figure of this owner and sort here."""
        value: i64 = DEFENSE[power * 4 + (sort & 3)]
        if power == SLAANESH and sort & 3 == 0 and self.upgrades[SLAANESH] >> CULTIST_UPGRADE & 1:
            value = 2
        if power == NURGLE and sort & CHARMED == 0:
            value += self.copies_in_force(region, RAIN_OF_PUS)
        else:
            value -= self.copies_in_force(region, PLAGUE_TOUCH)
        return value if value > 1 else 1

    def resistance(self, region: i64) -> i64:
        """Printed value, less Skaven and Influenza, more for Peasants in an uprising and Greenskins; never below 0."""
        value: i64 = VALUE[region] - self.tokens[region * T + SKAVEN] - 2 * self.copies_in_force(region, INFLUENZA)
        if self.on_track(PEASANT_UPRISING):
            value += self.tokens[region * T + PEASANT]
        if self.tokens[region * T + EVENT] > 0 and self.on_track(GREENSKINS_INVADE):
            value += 1
        return value if value > 0 else 0

    def conquest(self, region: i64) -> i64:
        """The victory points of dominating the region: printed value, Nobles, the Grail."""
        value: i64 = VALUE[region] + self.tokens[region * T + NOBLE]
        if self.tokens[region * T + EVENT] > 0 and self.on_track(THE_GRAIL_IS_FOUND):
            value += 1
        return value

    def corruption_in(self, region: i64) -> i64:
        """Corruption tokens of everybody, without Warpstones."""
        c = self.corruption
        return c[region] + c[R + region] + c[2 * R + region] + c[3 * R + region]

    def corruption_left(self, power: i64) -> i64:
        """The corruption tokens that the Power still has (29 in all)."""
        used: i64 = 0
        for r in range(R):
            used += self.corruption[power * R + r]
        return 29 - used

    def income(self, power: i64) -> i64:
        """The power points of the Draw Phase before any decree."""
        points: i64 = POWER_POINTS[power]
        if self.has_upgrade(power, POWER_UPGRADE):
            points += 1
        if power == SLAANESH and self.has_upgrade(power, LAST_UPGRADE):
            points += 2
        return points

    def hand_size(self, power: i64) -> i64:
        """How many cards the Power holds."""
        n: i64 = 0
        for card in range(FIRST_CARD[power], FIRST_CARD[power + 1]):
            n += self.hand[card]
        return n

    # ---- Chaos cards -----------------------------------------------------------------------------------
    def in_force(self, region: i64, card: i64) -> bool:
        """Whether the card lies here and its text is not cancelled by a Changer of Ways beside it."""
        if self.in_play >> card & 1 == 0:
            return False
        return self.copies_in_force(region, card) > 0

    def copies_in_force(self, region: i64, card: i64) -> i64:
        """How many copies of the card lie here with their text in force: each copy works (ruling 14)."""
        if self.in_play >> card & 1 == 0:
            return 0
        left: i64 = self.cards[region * 2]
        right: i64 = self.cards[region * 2 + 1]
        n: i64 = 0
        if left == 1 + card and right != 1 + CHANGER_OF_WAYS:
            n += 1
        if right == 1 + card and left != 1 + CHANGER_OF_WAYS:
            n += 1
        return n

    def clear_space(self, region: i64, content: i64) -> None:
        """Take one thing off a card space of the region."""
        at: i64 = region * 2
        if self.cards[at] != content:
            at += 1
        self.cards[at] = 0
        if self.ruin[region] == 0:
            self.open_spaces |= 1 << region

    def fill_space(self, region: i64, content: i64) -> i64:
        """Lay something on the first empty card space, the left one first; returns the space."""
        at: i64 = region * 2
        if self.cards[at] != 0:
            at += 1
        self.cards[at] = content
        if self.cards[region * 2] != 0 and self.cards[region * 2 + 1] != 0:
            self.open_spaces &= ~(1 << region)
        return at & 1

    def recount_cards_in_play(self) -> None:
        """Work out `in_play` from the card spaces."""
        mask: i64 = 0
        for at in range(i64(18)):
            if 0 < self.cards[at] <= C:
                mask |= 1 << (self.cards[at] - 1)
        self.in_play = mask

    def discard_from_board(self, region: i64, space: i64) -> None:
        """A Chaos card leaves its space for its owner's discard pile."""
        card: i64 = self.cards[region * 2 + space] - 1
        self.cards[region * 2 + space] = 0
        self.discard[card] += 1
        if self.ruin[region] == 0:
            self.open_spaces |= 1 << region
        self.note(CARD_REMOVED, card, region, 0, 0)

    def discard_from_hand(self, card: i64) -> None:
        """The owner discards a card from its hand; the discard pile lies open."""
        self.hand[card] -= 1
        self.discard[card] += 1
        self.note(DISCARDED, CARD_OWNER[card], card, 0, 0)

    def draw_card(self, power: i64) -> None:
        """Draw one card; an empty deck is made anew from the discards, and with none there is nothing to draw."""
        if self.deck_size[power] == 0:
            n: i64 = 0
            for card in range(FIRST_CARD[power], FIRST_CARD[power + 1]):
                for _ in range(self.discard[card]):
                    self.deck[power * DECK + n] = card
                    n += 1
                self.discard[card] = 0
            if n == 0:
                return
            self.deck_size[power] = n
            self.shuffle(self.deck, power * DECK, n)
            self.note(SHUFFLED, power, 0, 0, 0)
        self.deck_size[power] -= 1
        drawn: i64 = self.deck[power * DECK + self.deck_size[power]]
        self.hand[drawn] += 1
        self.unveiled += 1
        self.note(DREW, power, drawn, 0, 0)

    # ---- tokens ----------------------------------------------------------------------------------------
    def on_track(self, title: i64) -> bool:
        """Whether the Old World card lies on the track; two copies work once (old-world.md 14.9)."""
        return self.track[0] == 1 + title or self.track[1] == 1 + title

    def may_place_token(self, region: i64, token: i64) -> bool:
        """No new Old World token comes into a ruined region, and an empty supply places nothing."""
        return self.ruin[region] == 0 and self.token_supply[token] > 0

    def place_token(self, region: i64, token: i64) -> None:
        """Place one Old World token if it may be placed."""
        if self.may_place_token(region, token):
            self.token_supply[token] -= 1
            self.tokens[region * T + token] += 1
            self.note(TOKEN_PLACED, region, token, 1, 0)

    def remove_token(self, region: i64, token: i64) -> None:
        """An Old World token goes back to the supply."""
        self.tokens[region * T + token] -= 1
        self.token_supply[token] += 1
        self.note(TOKEN_REMOVED, region, token, 1, 0)

    def move_token(self, source: i64, token: i64, destination: i64) -> None:
        """Move one Old World token; the caller has asked whether the destination may take it."""
        self.tokens[source * T + token] -= 1
        self.tokens[destination * T + token] += 1
        self.note(TOKEN_MOVED, source, token, destination, 0)

    def with_token(self, token: i64) -> i64:
        """Mask of the regions that hold such a token."""
        mask: i64 = 0
        for r in range(R):
            if self.tokens[r * T + token] > 0:
                mask |= 1 << r
        return mask

    # ---- corruption ------------------------------------------------------------------------------------
    def may_place_corruption(self, region: i64) -> bool:
        """Not in a ruined region, nor where Battle Cry lies, for anybody."""
        return self.ruin[region] == 0 and not self.in_force(region, BATTLE_CRY)

    def place_corruption(self, power: i64, region: i64, wanted: i64) -> i64:
        """Place up to `wanted` corruption tokens as far as the supply goes; returns how many were placed."""
        if wanted <= 0 or not self.may_place_corruption(region):
            return 0
        left: i64 = self.corruption_left(power)
        n: i64 = wanted if wanted < left else left
        if n > 0:
            self.corruption[power * R + region] += n
            self.placed[power] |= 1 << region
            self.note(CORRUPTION_PLACED, power, region, n, 0)
        return n

    def remove_corruption(self, power: i64, region: i64, n: i64) -> None:
        """Take corruption tokens back to their owner's supply."""
        self.corruption[power * R + region] -= n
        self.note(CORRUPTION_REMOVED, power, region, n, 0)

    def corruption_total(self, region: i64) -> i64:
        """What is compared with 12: everybody's corruption and the Warpstones."""
        return self.corruption_in(region) + self.tokens[region * T + WARPSTONE]

    # ---- score -----------------------------------------------------------------------------------------
    def score(self, power: i64, points: i64, why: i64, detail: i64) -> None:
        """Victory points, with the reason that the log names."""
        if points > 0:
            self.vp[power] += points
            self.note(VP, power, points, why, detail)

    def gain_counter(self, power: i64, region: i64) -> None:
        """One dial advancement counter, as long as one of the 16 is left."""
        c = self.counters
        if c[0] + c[1] + c[2] + c[3] < 16:
            c[power] += 1
            self.note(COUNTER, power, region, c[power], 0)

    # ---- hidden things ---------------------------------------------------------------------------------
    def deal_unseen(self, viewer: i64, seed: i64) -> None:
        """Deal again everything that `viewer` (or nobody, -1) cannot see, with a generator of its own.

        Hands keep their sizes, piles their cards; whoever is asked something still has two options or more.
        """
        self.script = None
        self.log = None
        self.chance = seeded(seed)
        seen: i64 = self.unveiled
        while True:
            for p in range(P):
                if self.seats >> p & 1:
                    self.deal_cards(p, p == viewer)
            if self.over or self.player == viewer or self.ask_again() > 1:
                break
        self.deal_old_world()
        self.unveiled = seen

    def deal_cards(self, power: i64, keep_hand: bool) -> None:
        """Shuffle a deck, with the hand unless it is kept, and deal a hand of the same size.

        The cards are put in order first: what is dealt depends on which cards are unseen, not on how they truly lie.
        """
        unseen = zeros(30)
        for at in range(self.deck_size[power]):
            unseen[self.deck[power * DECK + at]] += 1
        n: i64 = 0
        for card in range(FIRST_CARD[power], FIRST_CARD[power + 1]):
            if not keep_hand:
                unseen[card] += self.hand[card]
                self.hand[card] = 0
            for _ in range(unseen[card]):
                self.deck[power * DECK + n] = card
                n += 1
        self.shuffle(self.deck, power * DECK, n)
        while n > self.deck_size[power]:
            n -= 1
            self.hand[self.deck[power * DECK + n]] += 1

    def deal_old_world(self) -> None:
        """Deal the Old World deck anew from all the titles nobody has seen."""
        unseen = zeros(28)
        n: i64 = 0
        for title in range(W):
            if self.sourced == 1 and OLD_WORLD_SOURCED[title] == 0:
                continue
            left: i64 = OLD_WORLD_COPIES[title] - self.gone[title]
            for space in range(i64(2)):
                if self.track[space] == 1 + title:
                    left -= 1
            for at in range(self.depth):  # the card just drawn, which is still being carried out
                if self.agenda[at] & 0xFFFFFF == ENTER_TRACK | title << 8:
                    left -= 1
            for _ in range(left):
                unseen[n] = title
                n += 1
        self.shuffle(unseen, 0, n)
        for at in range(self.old_world_left):
            self.old_world[at] = unseen[at]


def new_state(seed: i64, seats: i64, edition: i64, sourced: i64, listen: bool) -> State:
    """A game set up and gone on to its first decision; with `listen` it keeps its events."""
    g = State(seed, seats, edition, sourced)
    if listen:
        g.log = []
    set_up(g)
    g.advance()
    return g


def set_up(g: State) -> None:
    """Reserves, tokens, decks, hands; the first round stands on the agenda."""
    for p in range(P):
        if g.seats >> p & 1:
            for kind in range(i64(3)):
                g.reserve[p * 4 + kind] = FIGURES[p * 4 + kind]
    bag: vec[i64] = SETUP_TOKENS[:]
    g.shuffle(bag, 0, R)
    for r in range(R):
        g.place_token(r, bag[r])
    players: i64 = (g.seats & 1) + (g.seats >> 1 & 1) + (g.seats >> 2 & 1) + (g.seats >> 3 & 1)
    g.old_world_left = 7 if players == 4 else 8
    g.deal_old_world()
    for p in range(P):
        if g.seats >> p & 1:
            n: i64 = 0
            for card in range(FIRST_CARD[p], FIRST_CARD[p + 1]):
                for _ in range(CARD_COPIES[card]):
                    g.deck[p * DECK + n] = card
                    n += 1
            g.deck_size[p] = n
            g.shuffle(g.deck, p * DECK, n)
            for _ in range(i64(3)):
                g.draw_card(p)
    g.push(ROUND, 0, 0, 0)
