"""The bot `rules` for Chaos in the Old World: it plays like a sensible beginner.

Every option gets weights, each with a name: what it changes in the outlook of the regions it touches (for oneself and
for rivals), what it costs, and what a few plain rules say. The option with the highest sum is played; `weigh` shows all
of them with their reasons. The bot thinks on a world of its sampler, tries things out there and takes them back; it
looks only at what its seat sees: the board, the sheets, its own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp
from random import Random
from typing import cast

from ruinous.bots.base import Sight
from ruinous.bots.oldworld_outlook import CARD_VP, PARTS, PEASANT_VP, POWERS, Outlook, Times, outlook, survey
from ruinous.bots.weighing import Reasons, Weighed, heaviest
from ruinous.games import Rules
from ruinous.oldworld import names as n
from ruinous.oldworld import tables, tasks
from ruinous.oldworld.battle import AT_ONCE
from ruinous.oldworld.data import DIAL_END, POPULOUS
from ruinous.oldworld.state import State
from ruinous.oldworld.summoning import price_of_card, price_of_figure
from ruinous.thinking.oldworld_features import KEEP
from ruinous.thinking.oldworld_policy import LIKED

# Plain numbers: the rules' own are typed for the compiler.
R, T = int(n.R), int(n.T)
PASS, DONE, STAND, SUMMON, PLAY, REGION, FIGURE = (int(i) for i in (n.PASS, n.DONE, n.STAND, n.SUMMON, n.PLAY, n.REGION, n.FIGURE))
TOKEN, CORRUPTION, CARD, POWER, UPGRADE = (int(i) for i in (n.TOKEN, n.CORRUPTION, n.CARD, n.POWER, n.UPGRADE))
REGIONS = range(R)
DIAL_LENGTH = [int(length) for length in DIAL_END]

# ---- weights, in victory points ------------------------------------------------------------------------------------
POINT = 1.0  # a power point spent
LEAST = 0.12  # what gains less than this is not worth a turn: better pass
DIAL_STEP = (6.0, 6.0, 6.5, 7.0)  # by Power: one position of the dial
MOST_COUNTERS = 0.8  # the position for the most counters, against the first
RIVALS = 0.12  # a rival's point, against one's own ...
SOME_CARDS = 3  # with more cards than this in hand, each is worth less
LEADERS = 0.55  # ... and how much more it counts when that rival is near its end

Change = tuple[int, Outlook]  # a region, and its outlook afterwards
KEEPS = list(KEEP)  # [card] what one in the hand may still do; it is played for more than that, and the least goes first


class RulesBot:
    """Plays the option of highest weight; its own chance decides between equals."""

    def __init__(self, _rules: Rules, seat: str, seed: int) -> None:
        self._me = tables.POWERS.index(seat)
        self._chance = Random(seed)

    def choose(self, sight: Sight, /) -> int:
        """The action of highest weight."""
        return heaviest(self.weigh(sight), self._chance)

    def weigh(self, sight: Sight) -> list[Weighed]:
        """Every legal action with its weight and the reasons for it, in the order of the list."""
        world = cast(State, sight.sampler(sight.seed))
        return Thought(world, self._me).weigh(sight.actions)


class Thought:
    """One decision. `g` is a world of its own to try things out on; every trial puts back what it has changed."""

    def __init__(self, g: State, me: int) -> None:
        self.g = g
        self.me = me
        self.task = int(g.asks)
        self._clear_the_felled()
        rivals = [p for p in POWERS if p != me and g.seats >> p & 1]
        before_battle = g.phase not in (n.BATTLE_PHASE, n.CORRUPTION_PHASE)
        in_turn = g.phase == n.SUMMONING_PHASE
        open_ = before_battle and (not in_turn or g.power[me] > 1 or any(g.power[q] for q in rivals))
        self.times = Times(int(g.old_world_left), int(g.ruins_taken) + 1, bool(open_))
        self.fights_from = 0 if before_battle else int(g.battle_region) + 1  # the first region whose battle is to come
        self.before = [self.outlook(r) for r in REGIONS]
        self.counters = [int(g.counters[p]) + sum(there.counters[p] for there in self.before) for p in POWERS]
        self.steps = [self._step(p) for p in POWERS]
        self.rivals = [(q, RIVALS + LEADERS * max(0.0, self._progress(q) - 0.4)) for q in rivals]
        self.scarcity = min(1.0, SOME_CARDS / max(1, int(g.hand_size(me))))
        self._arrivals: dict[tuple[int, int, int], Outlook] = {}
        self._departures: dict[tuple[int, int, int], Outlook] = {}

    def _clear_the_felled(self) -> None:
        """What lies felled in the battle being fought is as good as gone."""
        g = self.g
        if g.battle_region < R:
            for p in POWERS:
                for sort in range(16):
                    while g.downed[p * 16 + sort] > 0:
                        g.downed[p * 16 + sort] -= 1
                        g.to_reserve(p, g.battle_region, sort)

    # ---- how things stand --------------------------------------------------------------------------------------
    def outlook(self, r: int) -> Outlook:
        """The outlook of a region as it is now."""
        return outlook(survey(self.g, r, self.times, r >= self.fights_from))

    def _progress(self, p: int) -> float:
        """How near a Power is to an end, 0 to 1."""
        return max(int(self.g.vp[p]) / 50, int(self.g.dial[p]) / DIAL_LENGTH[p])

    def _step(self, p: int) -> float:
        """What a dial position is worth to a Power: most when the end is near, less when it is out of reach."""
        left = DIAL_LENGTH[p] - int(self.g.dial[p])
        if left > 2 * (self.times.rounds_left + 1):
            return DIAL_STEP[p] * 0.6
        return DIAL_STEP[p] * (2.5 if left <= 2 else 1.4 if left <= 4 else 1.0)

    def dial(self, p: int, counters: float) -> float:
        """What so many dial counters are worth: the first turns the dial, and who has most turns it again."""
        return self.steps[p] * (1 - exp(-1.3 * counters) + MOST_COUNTERS * (1 - exp(-0.5 * counters)))

    # ---- what a change is worth ----------------------------------------------------------------------------------
    def gain(self, *changes: Change) -> Reasons:
        """What these new outlooks are worth against the old ones."""
        worth, counters, parts = [0.0] * 4, [0.0] * 4, [0.0] * 6
        me = self.me
        for r, after in changes:
            before = self.before[r]
            if after is not before:
                for p in POWERS:
                    worth[p] += after.worth[p] - before.worth[p]
                    counters[p] += after.counters[p] - before.counters[p]
                for i, (new, old) in enumerate(zip(after.parts[me], before.parts[me], strict=True)):
                    parts[i] += new - old
        reasons = [(PARTS[i], value) for i, value in enumerate(parts) if value]
        if counters[me]:
            reasons.append(("dial", self.dial_gain(me, counters[me])))
        harm = 0.0
        for q, weight in self.rivals:
            if worth[q] or counters[q]:
                harm -= weight * (worth[q] + self.dial_gain(q, counters[q]))
        if harm:
            reasons.append(("rivals", harm))
        return tuple(reasons)

    def dial_gain(self, p: int, more: float) -> float:
        """What so many more (or fewer) expected counters are worth to a Power."""
        return self.dial(p, self.counters[p] + more) - self.dial(p, self.counters[p])

    # ---- trials ----------------------------------------------------------------------------------------------------
    def arrival(self, p: int, r: int, sort: int) -> Outlook:
        """The outlook of a region with one more figure."""
        found = self._arrivals.get((p, r, sort))
        if found is None:
            self.g.add(p, r, sort)
            found = self._arrivals[p, r, sort] = self.outlook(r)
            self.g.remove(p, r, sort)
        return found

    def departure(self, p: int, r: int, sort: int) -> Outlook:
        """The outlook of a region with one figure fewer."""
        found = self._departures.get((p, r, sort))
        if found is None:
            self.g.remove(p, r, sort)
            found = self._departures[p, r, sort] = self.outlook(r)
            self.g.add(p, r, sort)
        return found

    def move(self, p: int, source: int, sort: int, destination: int) -> Reasons:
        """A figure goes from one region to another; Slaanesh's control ends, a Horror comes down from its card space."""
        arrives = sort & n.SINGLED | (n.WARRIOR if sort & 3 == n.PERCHED else sort & 3)
        return self.gain((source, self.departure(p, source, sort)), (destination, self.arrival(p, destination, arrives)))

    def best_move(self, p: int, source: int, sort: int, destinations: Iterable[int] = REGIONS) -> Reasons:
        """The best of all places to which a figure may go."""
        return max((self.move(p, source, sort, r) for r in destinations if r != source), key=total)

    def marked(self, action: int, mark: int) -> Outlook:
        """The outlook of its region with this figure singled out."""
        p, r, sort = figure_of(action)
        self.g.remove(p, r, sort)
        self.g.add(p, r, sort | mark)
        after = self.outlook(r)
        self.g.remove(p, r, sort | mark)
        self.g.add(p, r, sort)
        return after

    def token(self, r: int, token: int, more: int) -> Outlook:
        """The outlook of a region with more (or fewer) Old World tokens."""
        self.g.tokens[r * T + token] += more
        after = self.outlook(r)
        self.g.tokens[r * T + token] -= more
        return after

    def move_token(self, source: int, token: int, destination: int) -> Reasons:
        """An Old World token goes from one region to another."""
        return self.gain((source, self.token(source, token, -1)), (destination, self.token(destination, token, 1)))

    def best_token_move(self, source: int, token: int) -> Reasons:
        """The best of all places to which a token may go."""
        open_ = [r for r in REGIONS if r != source and self.g.ruin[r] == 0]
        return max((self.move_token(source, token, r) for r in open_), key=total, default=())

    def corruption(self, p: int, r: int, more: int) -> Outlook:
        """The outlook of a region with more (or fewer) corruption tokens of a Power."""
        self.g.corruption[p * R + r] += more
        after = self.outlook(r)
        self.g.corruption[p * R + r] -= more
        return after

    def figures_in(self, r: int, kinds: int = 15) -> list[int]:
        """The figures of everybody in a region, one FIGURE action for each sort; `kinds` is a mask."""
        found = []
        for p in POWERS:
            sorts = int(self.g.present[p * R + r])
            found += [int(n.a_figure(p, r, sort)) for sort in range(16) if sorts >> sort & 1 and kinds >> (sort & 3) & 1]
        return found

    # ---- weighing ----------------------------------------------------------------------------------------------------
    def weigh(self, actions: Iterable[int]) -> list[Weighed]:
        """Every action with its weight."""
        if self.task == tasks.SUMMONING_TURN:
            return self.turn(actions)
        rule = RULES.get(self.task)
        found = []
        for action in actions:
            reasons = rule(self, action) if rule is not None else ()
            found.append(Weighed(action, total(reasons), reasons))
        return found

    # ---- the Summoning Phase
    def turn(self, actions: Iterable[int]) -> list[Weighed]:
        """Figures, cards, or pass: what is not worth a turn is worse than passing."""
        me, power = self.me, int(self.g.power[self.me])
        drafts: list[tuple[int, int, Reasons]] = []  # action, price, gain
        for action in actions:
            if action == PASS:
                drafts.append((action, power, ()))
            elif action < PLAY:
                drafts.append((action, *self.summon(action)))
            elif action < REGION:
                card, r = divmod(action - PLAY, R)
                drafts.append((action, int(price_of_card(self.g, me, card, r)), self.play(card, r)))
            else:
                p, r, sort = figure_of(action)
                drafts.append((action, int(n_cost(p, sort)), self.best_move(p, r, sort)))
        free = max((total(gain) for action, price, gain in drafts if price == 0 and action != PASS), default=0.0)
        found = []
        for action, price, gain in drafts:
            reasons = gain
            if action == PASS:
                reasons = (("pass", -50.0),)
            elif total(gain) < LEAST:
                reasons = (*gain, ("idle", -100.0))
            else:
                if price:
                    reasons = (*reasons, ("price", -POINT * price))
                if price == power and price and free > LEAST:
                    reasons = (*reasons, ("last", -free))  # at 0 power free cards are lost
            found.append(Weighed(action, total(reasons), reasons))
        return found

    def summon(self, action: int) -> tuple[int, Reasons]:
        """Price and gain of summoning a figure of one's own."""
        me, g = self.me, self.g
        code = action - SUMMON
        source, destination, sort = code // (8 * R), code // 8 % R, code % 8
        price = int(price_of_figure(g, me, destination, sort))
        if source < R:
            return price, self.move(me, source, sort, destination)
        return price, self.gain((destination, self.arrival(me, destination, sort)))

    def play(self, card: int, r: int) -> Reasons:
        """What a card does here, less what it may do later."""
        g = self.g
        at = r * 2 if g.cards[r * 2] == 0 else r * 2 + 1
        works = g.cards[at ^ 1] != 1 + n.CHANGER_OF_WAYS
        in_play = g.in_play
        g.cards[at] = 1 + card
        g.in_play |= 1 << card
        done = ONCE[card](self, r) if works and card in ONCE else ()
        reasons = done or self.gain((r, self.outlook(r)))
        g.cards[at] = 0
        g.in_play = in_play
        if works and card in BESIDES:
            reasons = both(reasons, BESIDES[card](self, r))
        if self.times.rounds_left:
            reasons = (*reasons, ("kept", -KEEPS[card] * self.scarcity))
        return reasons

    # ---- cards that do something to their region once, with the card lying there; () where they do nothing
    def infiltrate(self, r: int) -> Reasons:
        """Perverse Infiltration: a corruption token."""
        return self.gain((r, self.corruption(self.me, r, 1))) if self.g.may_place_corruption(r) else ()

    def decay(self, r: int) -> Reasons:
        """All Things Decay: the corruption token that is best removed."""
        owners = [p for p in POWERS if self.g.corruption[p * R + r] > 0]
        return max((self.gain((r, self.corruption(p, r, -1))) for p in owners), key=total, default=())

    def charm(self, r: int) -> Reasons:
        """Soporific Musk: the enemy figure that is best controlled."""
        enemies = [figure for figure in self.figures_in(r) if figure_of(figure)[0] != self.me and not figure_of(figure)[2] & n.CHARMED]
        return max((self.gain((r, self.marked(figure, n.CHARMED))) for figure in enemies), key=total, default=())

    def shield(self, r: int) -> Reasons:
        """Warp Shield: the figure that is best kept alive."""
        own = [figure for figure in self.figures_in(r) if figure_of(figure)[0] == self.me and figure_of(figure)[2] < n.SINGLED]
        return max((self.gain((r, self.marked(figure, n.SINGLED))) for figure in own), key=total, default=())

    # ---- what cards do besides lying there
    def influence(self, r: int) -> Reasons:
        """Dark Influence moves a token, the best there is."""
        held = [token for token in (n.NOBLE, n.PEASANT, n.HERO) if self.g.tokens[r * T + token] > 0]
        return max((self.best_token_move(r, token) for token in held), key=total, default=())

    def teleport(self, r: int) -> Reasons:
        """Teleport moves a cultist or warrior, the best there is."""
        return max((self.best_move(*figure_of(figure)) for figure in self.figures_in(r, 11)), key=total, default=())

    def call(self, r: int) -> Reasons:
        """The Blood God's Call brings at least the one figure that is best brought here, if any is."""
        figures = [figure for source in REGIONS if source != r for figure in self.figures_in(source)]
        best = max((self.move(*figure_of(figure), r) for figure in figures), key=total, default=())
        return best if total(best) > 0 else ()

    def drain(self, r: int) -> Reasons:
        """Drain Power: a power point, and rivals lose theirs."""
        poorer = [q for q, _ in self.rivals if self.g.power[q] > 0 and self.g.count_kind(q, r, n.CULTIST) > 0]
        return (("power", POINT + 0.5 * len(poorer)),)

    def meddle(self, r: int) -> Reasons:
        """The Meddling of Skaven: a rival loses two cards, if it has them."""
        lost = [min(2, int(self.g.hand_size(q))) for q, _ in self.rivals if self.g.controls[q * R + r] > 0]
        return (("discards", 0.5 * max(lost, default=0)),)

    def hold(self, r: int) -> Reasons:
        """Field of Carnage keeps prey where Khorne's dice are."""
        prey = sum(int(self.g.controls[q * R + r]) for q, _ in self.rivals)
        return (("prey", 0.3 * prey),) if self.times.open and self.g.controls[self.me * R + r] > 0 else ()

    def hinder(self, r: int) -> Reasons:
        """Temporal Stasis makes a contested region dear for others."""
        return (("dear", 0.2 * int(self.g.conquest(r))),) if self.times.open and self.g.controls[self.me * R + r] > 0 else ()


def both(some: Reasons, more: Reasons) -> Reasons:
    """Reasons of the same name added up."""
    weights = dict(some)
    for name, weight in more:
        weights[name] = weights.get(name, 0.0) + weight
    return tuple(weights.items())


def total(reasons: Reasons) -> float:
    """The sum of the weights."""
    return sum(weight for _, weight in reasons)


def figure_of(action: int) -> tuple[int, int, int]:
    """Owner, region and sort of the figure that a FIGURE action points at."""
    code = action - FIGURE
    return code // (16 * R), code // 16 % R, code % 16


def n_cost(p: int, sort: int) -> int:
    """The printed cost of a figure."""
    return tables.COST[p][min(sort & 3, 2) if sort & 3 != n.PERCHED else 1]


ONCE: dict[int, Callable[[Thought, int], Reasons]] = {
    int(n.PERVERSE_INFILTRATION): Thought.infiltrate,
    int(n.ALL_THINGS_DECAY): Thought.decay,
    int(n.SOPORIFIC_MUSK): Thought.charm,
    int(n.WARP_SHIELD): Thought.shield,
}
BESIDES: dict[int, Callable[[Thought, int], Reasons]] = {
    int(n.DARK_INFLUENCE): Thought.influence,
    int(n.TELEPORT): Thought.teleport,
    int(n.THE_BLOOD_GODS_CALL): Thought.call,
    int(n.DRAIN_POWER): Thought.drain,
    int(n.THE_MEDDLING_OF_SKAVEN): Thought.meddle,
    int(n.FIELD_OF_CARNAGE): Thought.hold,
    int(n.TEMPORAL_STASIS): Thought.hinder,
}


# ---- the other questions: what each answer is worth ------------------------------------------------------------------
def hit(t: Thought, action: int) -> Reasons:
    """Kill what hurts rivals most (or earns a Peasant) for each hit; victims removed at once will not roll either."""
    g, me = t.g, t.me
    if action >= TOKEN:
        r, token = divmod(action - TOKEN, T)
        return both(t.gain((r, t.token(r, token, -1))), (("peasants", PEASANT_VP),))
    p, r, sort = figure_of(action)
    reasons = t.gain((r, t.departure(p, r, sort)))
    if me == n.KHORNE and not g.blooded:
        reasons = both(reasons, (("dial", t.dial_gain(me, 1.0)),))
    if g.b & AT_ONCE:
        reasons = (*reasons, ("dice", 0.4 * int(g.attack(p, sort))))
    hits = int(g.defense(p, r, sort))
    return tuple((name, weight / hits) for name, weight in reasons)


def lose(t: Thought, action: int) -> Reasons:
    """A figure leaves the board."""
    p, r, sort = figure_of(action)
    return t.gain((r, t.departure(p, r, sort)))


def place(t: Thought, action: int) -> Reasons:
    """A token comes to a region; while nobody is there yet, where it will help one's dial."""
    r = action - REGION
    token = int(t.g.b) & 7
    return (*t.gain((r, t.token(r, token, int(t.g.b) >> 4 & 7))), ("invites", 0.2 * invites(t, r, token)))


def invites(t: Thought, r: int, token: int) -> int:
    """Whether such a token makes the region better for one's own dial: 1, 0, or -1 for worse."""
    if t.me == n.NURGLE:
        return int(POPULOUS[r]) * {n.SKAVEN: 1, n.HERO: -1}.get(token, 0)
    if t.me == n.TZEENTCH:
        return int(token == n.WARPSTONE and t.g.tokens[r * T + n.WARPSTONE] == 1)
    if t.me == n.SLAANESH:
        return int(token in (n.NOBLE, n.HERO) and t.g.tokens[r * T + n.NOBLE] + t.g.tokens[r * T + n.HERO] == 0)
    return 0


def pair(t: Thought, action: int) -> Reasons:
    """Dwarf Trollslayers: Heroes in Norsca and Kislev, or in Troll Country and The Empire."""
    first = action - REGION
    second = int(n.KISLEV if first == n.NORSCA else n.EMPIRE)
    return t.gain((first, t.token(first, n.HERO, 1)), (second, t.token(second, n.HERO, 1)))


def hero(t: Thought, action: int) -> Reasons:
    """Move a Hero to the best place, place one, or leave it."""
    if action == DONE:
        return ()
    if action < TOKEN:
        return t.gain((action - REGION, t.token(action - REGION, n.HERO, 1)))
    return t.best_token_move((action - TOKEN) // T, int(n.HERO))


def hero_goes(t: Thought, action: int) -> Reasons:
    """To this region."""
    return t.move_token(int(t.g.b), int(n.HERO), action - REGION)


def token_goes(t: Thought, action: int) -> Reasons:
    """Dark Influence: to this region."""
    return t.move_token(int(t.g.b), int(t.g.c), action - REGION)


def token_which(t: Thought, action: int) -> Reasons:
    """Dark Influence: this token, to its best place."""
    return t.best_token_move(*divmod(action - TOKEN, T))


def token_leaves(t: Thought, action: int) -> Reasons:
    """A token leaves the board."""
    r, token = divmod(action - TOKEN, T)
    return t.gain((r, t.token(r, token, -1)))


def space(t: Thought, action: int) -> Reasons:
    """The Horned One's Due blocks a card space: where rivals are and one is not oneself."""
    r = action - REGION
    own = int(t.g.controls[t.me * R + r])
    return (("rivals", 0.3 * sum(int(t.g.controls[q * R + r]) for q, _ in t.rivals)), ("own", -1.0 * own))


def discard(t: Thought, action: int) -> Reasons:
    """The card that is least worth keeping; a second copy is worth less."""
    if action == DONE:
        return ()
    card = action - CARD
    keep = KEEPS[card] / (1 + 0.25 * (int(t.g.hand[card]) - 1))
    fresh = 0.4 if t.task == tasks.DISCARD_BEFORE_DRAW else 0.0  # another card comes for it
    return (("kept", -keep), ("fresh", fresh))


def warpstone(t: Thought, action: int) -> Reasons:
    """Does the Acolyte take a Warpstone along?"""
    return () if action == DONE else t.move_token(int(t.g.b), int(n.WARPSTONE), int(t.g.c))


def stand(t: Thought, action: int) -> Reasons:
    """A Horror on a card space keeps others' cards out, and one's own: done where one leads and has no magic for the place."""
    if action != STAND:
        return ()
    r = int(t.g.b)
    magic = sum(int(t.g.hand[card]) for card in (n.CHANGER_OF_WAYS, n.TEMPORAL_STASIS, n.THE_PERSISTENCE_OF_CHANGE, n.DAZZLE))
    return (("lead", t.before[r].parts[t.me][0] - 1.0), ("magic", -0.3 * magic))


def take(t: Thought, action: int) -> Reasons:
    """An upgrade by its weight; power points are worth less towards the end, a daemon's more when it stands on the board."""
    u = (action - UPGRADE) % 5
    name = tables.UPGRADES[t.me][u][0]
    left = t.times.rounds_left
    factor = 0.4 + 0.12 * left if name in ("power", "power_2", "cards") else 1.0
    here = 1.0 if u == n.DAEMON_UPGRADE and t.g.reserve[t.me * 4 + n.DAEMON] == 0 else 0.0
    return ((name, LIKED[action - UPGRADE] * factor), ("on the board", here))


def cleanse(t: Thought, action: int) -> Reasons:
    """A corruption token goes."""
    p, r = divmod(action - CORRUPTION, R)
    return t.gain((r, t.corruption(p, r, -1)))


def called(t: Thought, action: int) -> Reasons:
    """The Blood God's Call: this figure comes, or no more."""
    return () if action == DONE else t.move(*figure_of(action), int(t.g.b))


def shielded(t: Thought, action: int) -> Reasons:
    """This figure cannot be killed."""
    return t.gain((figure_of(action)[1], t.marked(action, int(n.SINGLED))))


def charmed(t: Thought, action: int) -> Reasons:
    """This figure comes under Slaanesh's control."""
    return t.gain((figure_of(action)[1], t.marked(action, int(n.CHARMED))))


def teleported(t: Thought, action: int) -> Reasons:
    """This figure goes to its best place."""
    return t.best_move(*figure_of(action))


def figure_goes(t: Thought, action: int) -> Reasons:
    """The figure of the question goes to this region."""
    return t.move(*figure_of(int(FIGURE + t.g.b)), action - REGION)


def victim(t: Thought, action: int) -> Reasons:
    """The Meddling of Skaven: who discards? The leader, if it has cards."""
    q = action - POWER
    return (("cards", CARD_VP * dict(t.rivals)[q] * min(2, int(t.g.hand_size(q)))),)


RULES: dict[int, Callable[[Thought, int], Reasons]] = {
    int(task): rule
    for task, rule in (
        (tasks.HIT, hit),
        (tasks.ROT, lose),
        (tasks.HERO_TAKES, lose),
        (tasks.CORSAIRS_TAKE, lose),
        (tasks.REAVERS_TAKE, lose),
        (tasks.PLACE_TOKENS, place),
        (tasks.TROLLSLAYERS_PAIR, pair),
        (tasks.TROLLSLAYERS_HERO, hero),
        (tasks.TROLLSLAYERS_WHERE, hero_goes),
        (tasks.DIVINE_WHICH, hero),
        (tasks.DIVINE_WHERE, hero_goes),
        (tasks.WARDENS_HERO, token_leaves),
        (tasks.REMOVE_OLD_WORLD_TOKEN, token_leaves),
        (tasks.INFLUENCE_WHICH, token_which),
        (tasks.INFLUENCE_WHERE, token_goes),
        (tasks.HORNED_ONES_SPACE, space),
        (tasks.DISCARD, discard),
        (tasks.DISCARD_BEFORE_DRAW, discard),
        (tasks.TAKE_WARPSTONE, warpstone),
        (tasks.STAND_ON_SPACE, stand),
        (tasks.CHOOSE_UPGRADE, take),
        (tasks.REMOVE_CORRUPTION_TOKEN, cleanse),
        (tasks.DECAY, cleanse),
        (tasks.BLOOD_GODS_CALL, called),
        (tasks.SHIELD, shielded),
        (tasks.CHARM, charmed),
        (tasks.CHARM_A_CULTIST, charmed),
        (tasks.TELEPORT_WHICH, teleported),
        (tasks.TELEPORT_WHERE, figure_goes),
        (tasks.SUMMON_CHARMED_WHERE, figure_goes),
        (tasks.MEDDLE_WITH, victim),
    )
}
