"""Chaos in the Old World as the rest of the program knows it: the rules and their prose side, behind one interface."""

import hashlib
from collections.abc import Mapping
from typing import Any

from ruinous.engine.playout import playout
from ruinous.engine.rng import MASK62
from ruinous.interface import BadOption, GameRules, Option, Refusal
from ruinous.oldworld import log, notation, refusal, rulebook, tables, tasks
from ruinous.oldworld import position as positions
from ruinous.oldworld import view as views
from ruinous.oldworld.names import DECK, RULES_VERSION, P
from ruinous.oldworld.notation import POWERS
from ruinous.oldworld.state import State, new_state
from ruinous.text import Texts, texts

ROOMS = rulebook.ROOMS  # importing the rule book fills the tables of tasks and cards


class OldWorld(GameRules[State]):
    """The rules of Chaos in the Old World; see `ruinous.interface.GameRules` for what each function promises."""

    name = "oldworld"
    version = int(RULES_VERSION)
    phases = tables.PHASES
    options = (
        Option("players", POWERS, POWERS, many=True, least=3),
        Option("edition", tables.EDITIONS, "seed"),
        Option("old_world_deck", tables.OLD_WORLD_DECKS, "full"),
    )

    def new(self, options: Mapping[str, object], seed: int) -> State:
        """A new game at its first decision, keeping its events. Raises BadOption."""
        if type(seed) is not int:
            raise BadOption(f"the seed must be a whole number, not {seed!r}")
        chosen = self.read_options(options)
        seats = sum(1 << POWERS.index(power) for power in chosen["players"])
        edition = tables.EDITIONS.index(chosen["edition"])
        return new_state(seed & MASK62, seats, edition, tables.OLD_WORLD_DECKS.index(chosen["old_world_deck"]), True)

    def seats(self, state: State) -> tuple[str, ...]:
        """The Powers that take part, in Power order."""
        return tuple(power for p, power in enumerate(POWERS) if state.seats >> p & 1)

    def to_move(self, state: State) -> str | None:
        """The Power that decides."""
        return None if state.n_legal == 0 else POWERS[state.player]

    def round(self, state: State) -> int:
        """The number of the round, from 1."""
        return int(state.round)

    def phase(self, state: State) -> str:
        """The name of the phase."""
        return tables.PHASES[state.phase]

    def stop_after(self, state: State, phase: str) -> None:
        """Have the loop stop when this phase is over, before the next begins. Raises LookupError for an unknown phase."""
        if phase not in tables.PHASES:
            raise LookupError(f"there is no phase {phase!r}; there is {', '.join(tables.PHASES)}")
        following = tables.PHASES.index(phase) + 1
        state.halt = tasks.ROUND if following == len(tables.PHASES) else tasks.OLD_WORLD_PHASE_STEP + following

    def playout(self, state: State, seed: int) -> int:
        """Play random legal actions to the end; the number of decisions."""
        return int(playout(state, seed))

    # ---- what a seat knows
    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """What a seat sees; None is a spectator."""
        return views.view(state, seat)

    def own_view(self, state: State, seat: str, public: dict[str, Any]) -> dict[str, Any]:
        """The same for a seat, made from what everybody sees."""
        return views.own(state, seat, public)

    def sample_world(self, state: State, seat: str | None, seed: int) -> State:
        """A state that agrees with what the seat knows."""
        world = state.clone()
        world.deal_unseen(-1 if seat is None else POWERS.index(seat), seed & MASK62)
        return world

    def events(self, state: State, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
        """The events from number `since` on, as the seat may know them."""
        return log.lines(state, seat, since)

    def outcome(self, state: State) -> dict[str, Any] | None:
        """Winners, reason and scores once the game is over."""
        return positions.outcome(state)

    def prompt(self, state: State, seat: str | None) -> str:
        """What the seat is asked, or whom the table waits for."""
        book = texts(self.name)
        if (result := self.outcome(state)) is not None:
            return book.say("prompts.over", outcome=self._result(book, result))
        mover = self.to_move(state)
        if mover is None:
            return ""
        if mover != seat:
            return book.say("prompts.waiting", power=book.name("powers", mover))
        q = notation.asked(state)
        said: dict[str, str | int] = {"power_left": int(state.power[q.seat])}
        if q.region >= 0:
            said["region"] = book.name("regions", notation.REGIONS[q.region])
        if q.amount is not None:
            said["amount"] = q.amount
        if q.token >= 0:
            said["token"] = book.name("tokens", notation.TOKENS[q.token])
        if q.figure >= 0:
            said["figure"] = self._figure(book, notation.pointed_at(q.figure))
        return book.say(f"prompts.{tasks.TASK_NAMES[q.task]}", **said)

    @staticmethod
    def _result(book: Texts, result: Mapping[str, Any]) -> str:
        winners = [book.name("powers", power) for power in result["winners"]]
        vp = max((result["scores"][power] for power in result["winners"]), default=0)
        return book.say(f"outcomes.{result['reason']}", winners=log.listed(book, winners), count=len(winners), vp=vp)

    @staticmethod
    def _figure(book: Texts, figure: str) -> str:
        power, kind = figure.split(".")
        return log.figure_name(book, power, kind)

    # ---- actions
    def text(self, state: State, action: int) -> str:
        """An action in words."""
        return notation.text(state, action)

    def parse(self, state: State, text: str) -> int:
        """The action of this text. Raises ValueError."""
        return notation.parse(state, text)

    def describe(self, state: State, action: int) -> dict[str, Any]:
        """An action as data."""
        return notation.describe(state, action)

    def why_not(self, state: State, action: int) -> Refusal:
        """The rule that refuses the action. Raises ValueError for a legal one."""
        return refusal.why_not(state, action)

    def refusal_text(self, refused: Refusal) -> dict[str, str]:
        """A refusal as a sentence, and where its rule stands."""
        book = texts(self.name)
        said: dict[str, str | int] = {}
        for key, value in refused.params.items():
            if key in ("region", "origin"):
                said[key] = book.name("regions", str(value))
            elif key == "figure":
                said[key] = self._figure(book, str(value))
            elif key == "question":
                said[key] = book.say(f"questions.{value}")
            elif key in ("power", "card", "token"):
                said[key] = book.name(key + "s", str(value))
            else:
                said[key] = value
        return {part: book.say(f"refusals.{refused.code}.{part}", **said) for part in ("reason", "rule")}

    # ---- states as data
    def position(self, state: State) -> dict[str, Any]:
        """The whole state as readable JSON."""
        return positions.position(state)

    def from_position(self, position: Mapping[str, Any], seed: int | None = None, begin: bool = True) -> State:
        """The state of a position. Raises BadPosition with every reason."""
        return positions.from_position(position, seed, begin)

    def pack(self, state: State) -> bytes:
        """The state as bytes."""
        return positions.pack(state)

    def unpack(self, packed: bytes) -> State:
        """The state of these bytes."""
        return positions.unpack(packed)

    def checksum(self, state: State) -> str:
        """12 hexadecimal digits of everything that matters: not the legal list, the log or the script."""
        numbers = str(whole(state))[1:-1].replace(" ", "")
        return hashlib.blake2b(numbers.encode(), digest_size=6).hexdigest()


def whole(g: State) -> list[int]:
    """Every number that makes up a state, in a fixed order; what lies beyond the end of a pile does not count."""
    question = (g.asks, g.player, g.a, g.b, g.c) if g.n_legal > 0 else (-1,) * 5
    numbers = [g.seats, g.edition, g.sourced, g.round, g.phase, g.over, g.reason, g.winners, g.chance, g.unveiled, *question]
    numbers += (g.ruins_taken, g.fresh, g.changed, g.decree, g.battle_region, g.blooded, g.avenging)
    for board in (g.figures, g.corruption, g.tokens, g.cards, g.ruin, g.track, g.gone, g.placed, g.placed_now, g.downed):
        numbers += board
    for sheet in (g.power, g.vp, g.dial, g.counters, g.upgrades, g.peasants, g.hand, g.discard, g.deck_size):
        numbers += sheet
    for p in range(P):
        numbers += g.deck[p * DECK : p * DECK + g.deck_size[p]]
    return [*numbers, g.old_world_left, *g.old_world[: g.old_world_left], g.depth, *g.agenda[: g.depth]]
