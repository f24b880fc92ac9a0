"""A watch over a game: every invariant that can be checked from outside, after every action.

`Watch(rules, state)` right after the game was made, then `step(state, None)` once and `step(state, action)` after each
applied action. What does not hold raises `Violation` with the number of the invariant.

The Old World is watched by a *referee* (`ruinous.lab.referee`): a second reading of the rules, written against the fact
sheet, that follows the log, foresees every event and every legal option, and compares the whole board with the state. So
what an action changed must be told by the log, and what the log tells must be what the rules say. Which number is checked where:

    every step, here            G1 G11 G13 (decisions) G14 G15
    sampled, here               G2 G3 G7 G8 (bytes and back) G9 G20 (legal actions and view in a sampled world) G24
    every step, counts.py       G16 G17 O1 to O7 O9 O11 O14 O25 O28 O31 O32 O37, from the state alone
    every step, the procedure   O8 set-up; O13 turns; O15 and G13 phases and rounds; O16 who draws the Old World card; O9 O10 power and
                                prices; O11 O12 O27 where one may lay, summon and place; O17 O18 dice and hits; O19 to O23 who may be
                                killed, by how many, what then; O24 to O26 domination; O27 to O31 corruption and ruin; O32 O33 dials and
                                counters; O34 the end; O35 draws; O36 Heroes
    every step, board.py        O1 to O7 O9 to O11 O15 O21 to O23 O26 O28 O29 O32 O33 O37: the state is what the events make of it

Chaos Casters is watched by `ruinous.lab.casters`: it follows the log with cards of its own and compares piles, line, strengths,
attacks and what each seat is shown; C1 to C29 as listed in its `watch.py`.

Pairs of runs, and what is not in a state, are checked elsewhere: G4 by comparing `ruinous.lab.golden` between forms and processes,
G5 G6 by `tests/test_record.py` and `tests/records`, G18 G19 G21 G22 O38 by `tests/contract` and `tests/oldworld/test_view.py`,
G10 G12 G23 by `tests/server`, G26 by `tests/bots`; G25 holds as the rules import no clock.
"""

from __future__ import annotations

from random import Random
from typing import cast

from ruinous.casters.state import State as CastersState
from ruinous.games import IllegalAction, Rules, State
from ruinous.lab.casters.watch import CastersWatch
from ruinous.lab.referee.board import Violation, demand
from ruinous.lab.referee.counts import recount
from ruinous.lab.referee.procedure import Referee
from ruinous.oldworld.names import N_ACTIONS
from ruinous.oldworld.state import State as OldWorldState

__all__ = ["Violation", "Watch"]

SAMPLED = 40  # one step in so many is looked at more closely
UNLISTED = 20  # actions that must be refused then
LONGEST = 3000  # decisions of a game; real ones have a few hundred


class Watch:
    """Watches one game that is played through `apply` or `play`. The chance of the game must not be set from outside.

    A game from a position, which must be the start of a phase, is watched from before anything happens: make it with
    `from_position(..., begin=False)`, make the watch, then `advance()` and `step(state, None)`.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.steps = 0
        self.referee = Referee(cast(OldWorldState, state)) if rules.name == "oldworld" else None
        self.casters = CastersWatch(cast(CastersState, state)) if rules.name == "casters" else None
        self._random = Random(0)
        self._twin: State | None = None  # a clone of the state before the coming action
        self._twin_checksum = ""
        self._unveiled = state.unveiled
        self._chance: int | None = None

    def step(self, state: State, action: int | None) -> None:
        """Check the state after this action (None: at the start). Raises Violation."""
        self.steps += 1
        demand(self.steps <= LONGEST, "G13", f"the game goes on after {LONGEST} decisions")
        if self.referee is not None:
            g = cast(OldWorldState, state)
            self.referee.follow(g, action)
            recount(g)
            self._chance_moved(g)
        if self.casters is not None:
            self.casters.follow(cast(CastersState, state))
        self._decision(state)
        self._same_as_twin(state, action)
        if state.over:
            self._the_end(state)
        elif self.steps % SAMPLED == 1:
            self._closer_look(state)

    # ---- every step
    def _decision(self, state: State) -> None:
        """Whoever decides has two options or more, nobody else has any (G1)."""
        legal = state.legal_actions()
        demand(len(set(legal)) == len(legal), "G1", "an action is listed twice")
        if state.over:
            demand(not legal and self.rules.to_move(state) is None, "G14", f"the game is over with {len(legal)} actions")
        else:
            demand(len(legal) >= 2, "G1", f"a decision between {len(legal)} actions")
            demand(self.rules.to_move(state) in self.rules.seats(state), "G1", "somebody decides who takes no part")
            demand(self.rules.outcome(state) is None, "G14", "an outcome while the game goes on")

    def _chance_moved(self, g: OldWorldState) -> None:
        """Random numbers are drawn for dice, shuffles, draws only, each once (G11)."""
        assert self.referee is not None
        if self.steps > 1:
            moved = int(g.unveiled) - self._unveiled
            demand(moved == self.referee.unveiled, "G11", f"{moved} things came out, the events tell of {self.referee.unveiled}")
            if self._chance is not None and not moved:
                demand(g.chance == self._chance, "G11", "the generator moved without an event of chance")
        self._unveiled, self._chance = int(g.unveiled), int(g.chance)

    def _same_as_twin(self, state: State, action: int | None) -> None:
        """A clone from before is untouched, and the same action makes it the same (G7)."""
        twin, self._twin = self._twin, None
        if twin is not None and action is not None:
            demand(self.rules.checksum(twin) == self._twin_checksum, "G7", "a clone changed as the original was played on")
            now = self.rules.checksum(state)
            twin.play(action)
            demand(self.rules.checksum(twin) == now, "G7", "the same action made a clone another state")
            demand(self.rules.checksum(state) == now, "G7", "the original changed as a clone was played on")

    def _the_end(self, state: State) -> None:
        """No action, a fixed result, everything refused (G14); the result fits the state (G15)."""
        outcome = self.rules.outcome(state)
        demand(outcome is not None, "G14", "the game is over without an outcome")
        assert outcome is not None
        scores, winners = outcome["scores"], outcome["winners"]
        demand(set(scores) == set(self.rules.seats(state)) >= set(winners), "G15", f"seats of the outcome {outcome}")
        if self.referee is not None:
            g = cast(OldWorldState, state)
            points = [int(g.vp[p]) for p in range(4) if g.seats >> p & 1]
            demand(list(scores.values()) == points, "G15", f"scores {scores}, points {points}")
            demand(bool(winners) == (outcome["reason"] != "old_world"), "G15", f"{outcome['reason']} with winners {winners}")
        self._refuses(state, "G14")
        demand(self.rules.outcome(state) == outcome, "G14", "the outcome changed")

    # ---- sampled
    def _closer_look(self, state: State) -> None:
        """Refusals, clones, texts, bytes, views: nothing of it may change the state."""
        rules, before, events = self.rules, self.rules.checksum(state), len(state.log or ())
        legal = state.legal_actions()
        self._refuses(state, "G3")
        seat = rules.to_move(state)
        assert seat is not None
        for action in legal:
            state.clone().play(action)  # G2: every listed action applies
        texts = [rules.text(state, action) for action in legal]
        demand(len(set(texts)) == len(texts), "G24", "two actions have one text")
        for action, text in zip(legal, texts, strict=True):
            demand(rules.parse(state, text) == action, "G24", f"{text!r} is not read as action {action}")
        again = rules.unpack(rules.pack(state))
        demand(rules.checksum(again) == before and again.legal_actions() == legal, "G8", "the state does not come back from its bytes")
        world = rules.sample_world(state, seat, self.steps)
        demand(world.legal_actions() == legal, "G20", f"{seat} may do other things in a world that agrees with what it knows")
        demand(rules.view(world, seat) == rules.view(state, seat), "G20", f"{seat} sees a world that agrees with what it knows differently")
        for who in (None, *rules.seats(state)):
            rules.view(state, who)
            rules.events(state, who, max(0, events - 50))
            rules.prompt(state, who)
        same = rules.checksum(state) == before and state.legal_actions() == legal and len(state.log or ()) == events
        demand(same, "G9", "looking at the state changed it")
        self._twin, self._twin_checksum = state.clone(), before
        demand(rules.checksum(self._twin) == before, "G7", "a clone is not equal")

    def _refuses(self, state: State, number: str) -> None:
        """Actions that are not listed are refused and change nothing (G2, G3)."""
        before, legal = self.rules.checksum(state), state.legal_actions()
        listed = set(legal)
        for _ in range(UNLISTED):
            action = self._random.randrange(-1, int(N_ACTIONS) + 20)
            if action not in listed:
                try:
                    state.play(action)
                except IllegalAction:
                    continue
                raise Violation(number, f"action {action} is not listed, but was played")
        unchanged = self.rules.checksum(state) == before and state.legal_actions() == legal
        demand(unchanged, number, "a refused action changed the state")
