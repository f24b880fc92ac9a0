"""The round as a referee would run it: every event, every option, foreseen from the board alone (old-world.md 7 to 12).

Written against the fact sheet and docs/rulings.md, not against the rules in `ruinous.oldworld`. Whatever comes out by
chance is read from the log. Each expectation names the invariant that fails with it.
"""

from __future__ import annotations

from collections import Counter

from ruinous.lab.referee import facts
from ruinous.lab.referee.battle import Battles
from ruinous.lab.referee.board import KIND, POWERS, REGIONS, Board, demand
from ruinous.lab.referee.chaos_cards import ChaosCards
from ruinous.lab.referee.old_world_cards import OldWorldCards
from ruinous.lab.referee.tape import Flow
from ruinous.oldworld import events as e
from ruinous.oldworld import names as n
from ruinous.oldworld import tasks as t
from ruinous.oldworld.names import a_figure, a_token, figure_power, figure_region, figure_sort
from ruinous.oldworld.state import State


class Referee(OldWorldCards, ChaosCards, Battles):
    """Follows one game from its set-up, or from the start of a phase (a position)."""

    def __init__(self, g: State) -> None:
        log = g.log
        demand(log is not None, "G9", "a game can only be followed that keeps its events")
        if log:
            super().__init__(Board(int(g.seats), int(g.edition), g.sourced == 1))
            self.flow = self.game()
        else:
            super().__init__(Board.of(g))
            self.flow = self.game(self.board.phase)

    def follow(self, g: State, action: int | None) -> None:
        """Read what has happened since the last call, `action` having been carried out. Raises Violation."""
        assert g.log is not None
        self.log = g.log
        self.unveiled = 0
        try:
            if action is None:
                next(self.flow)
            else:
                self.flow.send(action)
        except StopIteration:
            pass
        demand(self.at == len(self.log), "G9", f"event {self.at} of {len(self.log)} is one that nobody expected: {self.log[self.at :][:1]}")
        self.must_ask(g)
        self.board.compare(g)

    # ---- the whole game (7, O15)
    def game(self, phase: int | None = None) -> Flow:
        """Set-up and rounds; with `phase` the current round goes on with that phase."""
        board = self.board
        if phase is None:
            self.set_up()
        over = False
        while not over:
            if phase is None:
                board.round += 1
                demand(board.round <= facts.ROUNDS[len(board.seats)], "O15", f"round {board.round}")
                self.expect("O15", e.ROUND_BEGINS, board.round)
                board.placed = [set(), set(), set(), set()]
                board.placed_now = [set(), set(), set(), set()]
                board.changed = set()
            phases = (self.old_world_phase, self.draw_phase, self.summoning_phase, self.battle_phase, self.corruption_phase, self.end_phase)
            for number, run in enumerate(phases):
                if number >= (phase or 0):
                    board.phase = number
                    self.expect("O15", e.PHASE_BEGINS, number)
                    yield from run()
            phase = None
            over = self.end_check()

    def set_up(self) -> None:
        """One token a region, three cards a Power (7.0, O8)."""
        bag: Counter[int] = Counter()
        for r in REGIONS:
            _kind, region, token, amount, _ = self.read("O8", e.TOKEN_PLACED)
            demand((region, amount) == (r, 1), "O8", f"set-up places {amount} tokens in region {region}, not 1 in {r}")
            bag[token] += 1
            self.board.tokens[r * 6 + token] += 1
            self.board.supply[token] -= 1
        demand(bag == facts.SET_UP, "O8", f"set-up tokens {dict(bag)}")
        for p in self.board.seats:
            for _ in range(facts.STARTING_HAND):
                self.draw(p)

    # ---- Old World phase (7.1, 6)
    def old_world_phase(self) -> Flow:
        """The Power of lowest threat draws; the text; then box or track (O4, O5, O16)."""
        board = self.board
        me = board.lowest()
        _kind, who, title, _, _ = self.read("O4", e.OLD_WORLD_CARD)
        demand(who == me, "O16", f"Power {who} draws the Old World card, not Power {me}")
        if board.old_world is not None:
            demand(board.old_world.pop() == title, "O4", f"Old World card {title} is not the one on top")
        board.old_world_left -= 1
        self.unveiled += 1
        copies, comet, boxed, sourced = facts.OLD_WORLD[title]
        demand(sourced or not board.sourced, "O4", f"Old World card {title} is none of the sourced deck")
        demand(board.gone[title] + board.track.count(1 + title) < copies, "O4", f"one copy too many of Old World card {title}")
        if comet:
            for r in board.with_token(n.EVENT):
                for _ in range(board.token(r, n.EVENT)):
                    self.take_away(r, n.EVENT)
            for space in range(2):
                if board.track[space] and facts.OLD_WORLD[board.track[space] - 1][1]:
                    self.off_the_track(space)
        yield from self.old_world_text(title, me)
        if boxed:
            board.gone[title] += 1
            return
        if board.track[0]:
            if board.track[1]:
                self.off_the_track(1)
            board.track[1] = board.track[0]
        board.track[0] = 1 + title
        self.expect("O5", e.TRACK_ENTERED, title)

    def off_the_track(self, space: int) -> None:
        """A card leaves the track for good; The Horned One's Due frees its space (O5)."""
        board = self.board
        title = board.track[space] - 1
        board.track[space] = 0
        board.gone[title] += 1
        self.expect("O5", e.TRACK_LEFT, title)
        if title == n.THE_HORNED_ONES_DUE and n.THE_HORNED_ONES_DUE_LIES in board.cards:
            board.cards[board.cards.index(n.THE_HORNED_ONES_DUE_LIES)] = 0

    # ---- draw phase (7.2)
    def draw_phase(self) -> Flow:
        """Markers set, never carried over (O9); cards drawn in Power order."""
        board = self.board
        for p in board.seats:
            board.power[p] = board.income(p) - board.decree
            self.expect("O9", e.POWER_SET, p, board.power[p])
        board.decree = 0
        for p in board.seats:
            if p != n.TZEENTCH:
                for _ in range(3 if p == n.KHORNE and board.has(p, n.LAST_UPGRADE) else 2):
                    self.draw(p)
                continue
            options = [n.CARD + card for card in facts.OWN_CARDS[p] if board.hand[card]]
            action = yield from self.ask("O2", t.DISCARD_BEFORE_DRAW, p, [*options, n.DONE] if options else [])
            if action is not None and action != n.DONE:
                self.discard_one(p, action - n.CARD)
            wanted = 6 if board.has(p, n.LAST_UPGRADE) else 5
            for _ in range(wanted - sum(board.hand[card] for card in facts.OWN_CARDS[p])):
                self.draw(p)

    # ---- summoning phase (7.3)
    def summoning_phase(self) -> Flow:
        """Turns in Power order until nobody has power left (O13)."""
        board = self.board
        me = n.KHORNE
        while any(board.power):
            if board.power[me]:
                action = yield from self.ask("O12", t.SUMMONING_TURN, me, self.turn_options(me))
                assert action is not None
                if action == n.PASS:
                    self.expect("O10", e.PASSED, me)
                    board.power[me] = 0
                elif action < n.PLAY:
                    source, destination, s = (action - n.SUMMON) // 72, (action - n.SUMMON) // 8 % 9, (action - n.SUMMON) % 8
                    yield from self.summon(me, source, destination, s)
                elif action < n.REGION:
                    yield from self.play(me, (action - n.PLAY) // 9, (action - n.PLAY) % 9)
                else:
                    yield from self.summon_controlled(figure_power(action), figure_region(action), figure_sort(action))
            me = (me + 1) % 4

    def turn_options(self, me: int) -> list[int]:
        """All that a Power may do on its turn (O10, O11, O12)."""
        board = self.board
        options = [n.PASS]
        reach = board.reach(me)
        for r in REGIONS:
            if me != n.KHORNE and board.copies(r, n.FIELD_OF_CARNAGE):
                held = {p for p in POWERS if p != n.KHORNE}
            else:
                held = set()
            for p, s, _number in board.controlled(me, r):
                if p in held or facts.COST[p][KIND[s & 3]] > board.power[me]:
                    continue
                if p == me:
                    options += [n.SUMMON + (r * 9 + to) * 8 + s for to in reach if to != r]
                else:
                    options.append(a_figure(p, r, s))
        for kind in range(3):
            if board.reserve[me * 4 + kind] and facts.COST[me][kind] <= board.power[me]:
                options += [n.SUMMON + (n.FROM_RESERVE * 9 + to) * 8 + kind for to in reach]
        for card in facts.OWN_CARDS[me]:
            if board.hand[card]:
                options += [
                    n.PLAY + card * 9 + r
                    for r in board.open()
                    if self.price(me, card, r) <= board.power[me] and not (facts.CHAOS[card][2] and self.teclis(r))
                ]
        return options

    def teclis(self, r: int) -> bool:
        """Teclis aids the Empire here: no magic."""
        return self.board.on_track(n.TECLIS_AIDS_THE_EMPIRE) and self.board.token(r, n.EVENT) > 0

    def price(self, me: int, card: int, r: int) -> int:
        """The power that a card costs here (O10)."""
        price = facts.CHAOS[card][1]
        if card == n.DEGENERATE_ROYALTY and self.board.corruption_here(r) >= 3:
            price = 0
        return price + (0 if me == n.TZEENTCH else 2 * self.board.copies(r, n.TEMPORAL_STASIS))

    def pay(self, me: int, price: int) -> None:
        """Power goes down by exactly the price (O10)."""
        demand(0 <= price <= self.board.power[me], "O10", f"Power {me} pays {price} of {self.board.power[me]}")
        self.board.power[me] -= price

    def summon(self, me: int, source: int, destination: int, s: int) -> Flow:
        """One figure, from the reserve or from the board, and what its upgrade adds (4.5)."""
        board = self.board
        kind = KIND[s & 3]
        lepers = me == n.NURGLE and s == n.CULTIST and board.has(me, n.CULTIST_UPGRADE)
        free = lepers and board.count(me, destination) == 0
        self.pay(me, 0 if free else facts.COST[me][kind])
        self.expect("O12", e.SUMMONED, me, s, source, destination)
        if source == n.FROM_RESERVE:
            board.reserve[me * 4 + kind] -= 1
            board.put(me, destination, s)
        else:
            s = board.shift(me, source, s, destination, "O1")
        if free:
            board.turn(me, destination, s, s | n.SINGLED)
        if me == n.NURGLE and kind == n.DAEMON and board.has(me, n.DAEMON_UPGRADE):
            self.corrupt(me, destination, 2)
        if me == n.TZEENTCH and kind == n.CULTIST and source != n.FROM_RESERVE and board.has(me, n.CULTIST_UPGRADE):
            if board.token(source, n.WARPSTONE) and not board.ruin[destination]:
                action = yield from self.ask("O27", t.TAKE_WARPSTONE, me, [a_token(source, n.WARPSTONE), n.DONE])
                if action != n.DONE:
                    self.carry(source, n.WARPSTONE, destination)
        if me == n.TZEENTCH and kind == n.WARRIOR and board.has(me, n.WARRIOR_UPGRADE) and destination in board.open():
            action = yield from self.ask("O11", t.STAND_ON_SPACE, me, [n.STAND, n.DONE])
            if action == n.STAND:
                self.expect("O11", e.STANDS, me, destination, board.take_space(destination, n.HORROR_STANDS))
                board.turn(me, destination, s, s + 2)

    def summon_controlled(self, p: int, source: int, s: int) -> Flow:
        """Slaanesh summons a figure it controls; control ends, its owner's upgrades do nothing (13.37)."""
        options = [n.REGION + r for r in self.board.reach(n.SLAANESH) if r != source]
        where = yield from self.ask("O12", t.SUMMON_CHARMED_WHERE, n.SLAANESH, options)
        assert where is not None
        self.pay(n.SLAANESH, facts.COST[p][KIND[s & 3]])
        self.expect("O12", e.SUMMONED, p, s, source, where - n.REGION)
        self.board.shift(p, source, s, where - n.REGION, "O1")

    def play(self, me: int, card: int, r: int) -> Flow:
        """A Chaos card: pay, lay it, do what it says unless a Changer of Ways lies beside it (5)."""
        board = self.board
        price = self.price(me, card, r)
        self.pay(me, price)
        self.expect("O10", e.PLAYED, me, card, r, price)
        board.hand[card] -= 1
        space = board.take_space(r, 1 + card)
        if board.cards[r * 2 + 1 - space] != 1 + n.CHANGER_OF_WAYS:
            yield from self.instant(card, r)

    # ---- corruption phase (7.5)
    def corruption_phase(self) -> Flow:
        """Keeper of Secrets, domination of all regions, corruption of all regions."""
        board = self.board
        if board.has(n.SLAANESH, n.DAEMON_UPGRADE):
            for r in REGIONS:
                if board.count_kind(n.SLAANESH, r, n.DAEMON) and board.figure(n.SLAANESH, r, n.DAEMON):
                    yield from self.charm(t.CHARM_A_CULTIST, r, self.enemy_figures(n.SLAANESH, r, (n.CULTIST,)))
        for r in board.unruined():
            self.dominate(r)
        for r in board.unruined():
            self.corruption_of(r)

    def dominate(self, r: int) -> None:
        """Alone on top and strictly above Resistance scores the Conquest value (O24, O25)."""
        board = self.board
        if not any(board.count(p, r) for p in POWERS) and not any(board.cards[r * 2 : r * 2 + 2]):
            return
        resistance = board.resistance(r)
        self.expect("O25", e.RESISTANCE, r, resistance, board.conquest(r))
        for p in POWERS:
            if board.supremacy(p, r) or board.count(p, r):
                self.expect("O24", e.SUPREMACY, p, r, board.supremacy_of_figures(p, r), board.supremacy(p, r))
        leader = board.leader(r)
        if leader is None or board.supremacy(leader, r) <= resistance:
            self.expect("O24", e.NOBODY_DOMINATES, r)
            return
        self.score("O24", leader, board.conquest(r), e.FOR_DOMINATION, r)
        if leader == n.NURGLE:
            self.corrupt(leader, r, 2 * board.copies(r, n.THE_STENCH_OF_DEATH))

    def corruption_of(self, r: int) -> None:
        """Tokens, counters, A Great Foul Consumption, ruin (O27 to O29, O33)."""
        board = self.board
        for p in POWERS:
            wanted = board.count_kind(p, r, n.CULTIST)
            if p == n.SLAANESH and board.has(p, n.WARRIOR_UPGRADE):
                wanted += board.figure(p, r, n.WARRIOR)
            if p != n.TZEENTCH:
                wanted -= board.copies(r, n.DAZZLE)
            placed = self.corrupt(p, r, wanted) if wanted > 0 else 0
            if placed:
                board.placed_now[p].add(r)
            if placed >= 2 and self.advances(p, r):
                self.counter(p, r)
        if board.total(r):
            self.expect("O28", e.CORRUPTION_TOTAL, r, board.total(r))
        for _ in range(board.copies(r, n.A_GREAT_FOUL_CONSUMPTION)):
            eaten = 0
            for s in [s for s in board.sorts(n.NURGLE, r) if not s & n.CHARMED]:
                for _ in range(board.figure(n.NURGLE, r, s)):
                    self.lose_figure("O1", a_figure(n.NURGLE, r, s), e.BY_CONSUMPTION)
                    eaten += 1
            if self.corrupt(n.NURGLE, r, eaten // 2):
                board.placed_now[n.NURGLE].add(r)
        if board.total(r) >= facts.RUINED_AT:
            card = board.ruins_taken + 1
            if card > facts.RUINS:
                self.expect("O28", e.NOT_RUINED, r)
                return
            board.ruin[r] = card
            board.fresh[r] = True
            self.expect("O28", e.RUINED, r, card)
            for p in POWERS:
                if board.ruiner(p, r):
                    self.score("O29", p, facts.HEADER[card - 1], e.FOR_RUINING, r)

    def advances(self, p: int, r: int) -> bool:
        """Whether two tokens here are worth a counter (4.3)."""
        board = self.board
        if p == n.NURGLE:
            return r in facts.POPULOUS
        if p == n.TZEENTCH:
            return board.magic(r) >= 2
        return p == n.SLAANESH and board.token(r, n.NOBLE) + board.token(r, n.HERO) > 0

    # ---- end phase (7.6)
    def end_phase(self) -> Flow:
        """Cards, Heroes, Old World cards, ruins, dials."""
        board = self.board
        self.remove_cards()
        for r in board.with_token(n.HERO):
            for _ in range(board.token(r, n.HERO)):
                victim = board.highest_in(r)
                if victim is not None:
                    action = yield from self.ask("O36", t.HERO_TAKES, victim, self.own_figures(victim, r))
                    self.lose_figure("O36", action, e.BY_HERO)
        for space in range(2):
            if board.track[space]:
                yield from self.old_world_end(board.track[space] - 1, board.lowest())
        for r in REGIONS:
            if board.fresh[r]:
                self.score_ruin(r)
        board.fresh = [False] * 9
        yield from self.turn_dials()

    def remove_cards(self) -> None:
        """Chaos cards to the discards; The Persistence of Change stays where Tzeentch has killed (O11, O37)."""
        board = self.board
        for r in REGIONS:
            lying = board.chaos(r)
            staying = {space for space, card, works in lying if works and card == n.THE_PERSISTENCE_OF_CHANGE and r in board.changed}
            for _ in staying:
                self.expect("O11", e.CARD_STAYS, n.THE_PERSISTENCE_OF_CHANGE, r)
            for space, card, _works in lying:
                if space not in staying:
                    self.expect("O11", e.CARD_REMOVED, card, r)
                    board.cards[r * 2 + space] = 0
                    board.discard[card] += 1

    def score_ruin(self, r: int) -> None:
        """First and second place, then no corruption is left (9, O30, O31)."""
        board = self.board
        tokens = [board.corruption[p * 9 + r] for p in POWERS]
        places = sorted({number for number in tokens if number}, reverse=True)
        first = [p for p in POWERS if places and tokens[p] == places[0]]
        second = [p for p in POWERS if len(places) > 1 and len(first) == 1 and tokens[p] == places[1]]
        prizes = facts.FIRST[r][board.ruin[r] - 1], facts.SECOND[r][board.ruin[r] - 1]
        for p in POWERS:
            if p in first:
                self.expect("O30", e.RUIN_SCORED, p, r, tokens[p], 1)
                points = prizes[0] if len(first) == 1 else sum(prizes) // len(first)
                self.score("O30", p, points, e.FOR_FIRST_PLACE, r)
            elif p in second:
                self.expect("O30", e.RUIN_SCORED, p, r, tokens[p], 2)
                self.score("O30", p, prizes[1] // len(second), e.FOR_SECOND_PLACE, r)
            elif p == n.NURGLE and board.has(p, n.LAST_UPGRADE) and not board.ruiner(p, r):
                self.score("O30", p, 3, e.FOR_PROVENDER, r)
        for p in POWERS:
            if tokens[p]:
                self.uncorrupt(p, r, tokens[p])

    # ---- dials (4.4, O32)
    def turn_dials(self) -> Flow:
        """One position for everybody with a counter, one further for whoever alone has most."""
        board = self.board
        counters = board.counters
        turns = [p for p in POWERS if counters[p]]
        if turns and counters.count(max(counters)) == 1:
            turns.append(counters.index(max(counters)))
        board.counters = [0, 0, 0, 0]
        for p in turns:
            if board.dial[p] < facts.LAST_POSITION[p]:
                board.dial[p] += 1
                self.expect("O32", e.DIAL, p, board.dial[p])
                yield from self.gift(p, facts.GIFTS[p][board.dial[p]])

    def gift(self, me: int, gift: str) -> Flow:
        """What a position of the dial gives on arrival."""
        board = self.board
        if gift == "upgrade":
            options = [n.UPGRADE + me * 5 + u for u in range(5) if u not in board.upgrades[me]]
            action = yield from self.ask("O3", t.CHOOSE_UPGRADE, me, options)
            assert action is not None
            upgrade = action - n.UPGRADE - me * 5
            self.expect("O3", e.UPGRADE_TAKEN, me, upgrade)
            board.upgrades[me].add(upgrade)
        if gift in ("upgrade", "victory"):
            return
        number, what = int(gift[0]), gift[2:]
        if what == "vp":
            self.score("O32", me, number, e.FOR_DIAL, board.dial[me])
        elif what == "cards":
            for _ in range(number):
                self.draw(me)
        elif what in ("warpstone", "noble"):
            token = n.WARPSTONE if what == "warpstone" else n.NOBLE
            yield from self.place_of_choice(me, token, number, REGIONS, distinct=False)
        elif what == "corruption":
            for _ in range(number):
                options = [n.CORRUPTION + at for at in range(36) if board.corruption[at]]
                action = yield from self.ask("O32", t.REMOVE_CORRUPTION_TOKEN, me, options)
                if action is not None:
                    self.uncorrupt((action - n.CORRUPTION) // 9, (action - n.CORRUPTION) % 9, 1)
        elif what == "tokens":
            for _ in range(number):
                options = [n.TOKEN + at for at in range(54) if board.tokens[at]]
                action = yield from self.ask("O32", t.REMOVE_OLD_WORLD_TOKEN, me, options)
                if action is not None:
                    self.take_away((action - n.TOKEN) // 6, (action - n.TOKEN) % 6)

    # ---- the end (10, O34)
    def end_check(self) -> bool:
        """What was for this round ends; then dial, 50 points, fifth ruin (faq2), Old World deck, in this order."""
        board = self.board
        board.end_marks()
        seats = board.seats
        finished = [p for p in seats if board.dial[p] == facts.LAST_POSITION[p]]
        rich = [p for p in seats if board.vp[p] >= facts.VP_TO_WIN]
        if finished:
            return self.over(n.BY_DIAL, most(finished, board.vp))
        if rich:
            return self.over(n.BY_VP, self.most_threatening(most(rich, board.vp)))
        if board.edition == n.FAQ2_EDITION and board.ruins_taken == facts.RUINS:
            return self.over(n.BY_RUIN, self.most_threatening(most(seats, board.vp)))
        if board.old_world_left == 0:
            return self.over(n.BY_OLD_WORLD, [])
        return False

    def most_threatening(self, among: list[int]) -> list[int]:
        """The one of highest threat."""
        return [max(among, key=self.board.threat)]

    def over(self, reason: int, winners: list[int]) -> bool:
        """The game must end so."""
        self.expect("O34", e.GAME_OVER, reason, sum(1 << p for p in winners))
        return True


def most(among: list[int], points: list[int]) -> list[int]:
    """Those with most points."""
    return [p for p in among if points[p] == max(points[q] for q in among)]
