"""Chaos Casters as the rest of the program knows it: the rules and their prose side, behind one interface."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from ruinous.casters import decks, due, log, notation, refusal, rulebook, tables, tasks
from ruinous.casters import position as positions
from ruinous.casters import view as views
from ruinous.casters.data import vector
from ruinous.casters.names import DECK, REFILL, RULES_VERSION
from ruinous.casters.notation import SEATS
from ruinous.casters.position import deck_of, hand_of
from ruinous.casters.state import State, new_state
from ruinous.engine.playout import playout
from ruinous.engine.rng import MASK62
from ruinous.interface import BadOption, GameRules, Option, Refusal
from ruinous.text import Texts, texts

ROOMS = rulebook.ROOMS  # importing the rule book fills the table of tasks
HALTS = (tasks.ROUND, tasks.RESOLVE_STEP, tasks.END_OF_ROUND_STEP, tasks.ROUND)  # what comes after each phase


def read_deck(given: object) -> str | dict[str, int]:
    """A deck as the option of a game. Raises ValueError with every reason."""
    return given if isinstance(given, str) and given in decks.BUILT_IN else decks.as_list(given)


def read_limit(given: object) -> int:
    """A limit as the option of a game. Raises ValueError."""
    number = int(given) if isinstance(given, str) and given.isdecimal() else given
    if type(number) is not int or not 1 <= number <= positions.MOST["max_rounds"]:
        raise ValueError(f"{given!r:.60} is no whole number from 1 to {positions.MOST['max_rounds']}")
    return number


class Casters(GameRules[State]):
    """The rules of Chaos Casters; see `ruinous.interface.GameRules` for what each function promises."""

    name = "casters"
    version = int(RULES_VERSION)
    phases = tables.PHASES
    options = (
        Option("deck1", tuple(decks.BUILT_IN), "1", reader=read_deck, draw=decks.random_deck),
        Option("deck2", tuple(decks.BUILT_IN), "2", reader=read_deck, draw=decks.random_deck),
        Option("max_rounds", ("60", "20"), "60", reader=read_limit),
        Option("max_resolutions", ("100", "10"), "100", reader=read_limit),
    )

    def new(self, options: Mapping[str, object], seed: int) -> State:
        """A new game at its first decision, keeping its events. Raises BadOption."""
        if type(seed) is not int:
            raise BadOption(f"the seed must be a whole number, not {seed!r}")
        chosen = self.read_options(options)
        titles = [title for deck in ("deck1", "deck2") for title in decks.titles(decks.as_list(chosen[deck]))]
        return new_state(seed & MASK62, vector(titles), chosen["max_rounds"], chosen["max_resolutions"], True)

    def seats(self, state: State) -> tuple[str, ...]:
        """The two players."""
        return SEATS

    def to_move(self, state: State) -> str | None:
        """The player who decides."""
        return None if state.n_legal == 0 else SEATS[state.player]

    def round(self, state: State) -> int:
        """The number of the round, from 1; 0 during the opening."""
        return int(state.round)

    def phase(self, state: State) -> str:
        """The name of the phase."""
        return tables.PHASES[state.phase]

    def hushed(self, state: State) -> bool:
        """The opening exchange: how many cards go is told when both are done."""
        return state.n_legal > 0 and state.asks == tasks.OPENING_PICK

    def stop_after(self, state: State, phase: str) -> None:
        """Have the loop stop when this phase is over, before the next begins. Raises LookupError for an unknown phase."""
        if phase not in tables.PHASES:
            raise LookupError(f"there is no phase {phase!r}; there is {', '.join(tables.PHASES)}")
        state.halt = HALTS[tables.PHASES.index(phase)]

    def playout(self, state: State, seed: int) -> int:
        """Play random legal actions to the end; the number of decisions."""
        return int(playout(state, seed))

    # ---- what a seat knows
    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """What a seat sees; None is a spectator."""
        return views.view(state, seat)

    def sample_world(self, state: State, seat: str | None, seed: int) -> State:
        """A state that agrees with what the seat knows."""
        world = state.clone()
        world.deal_unseen(-1 if seat is None else SEATS.index(seat), seed & MASK62)
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
            return book.say("prompts.over", outcome=_result(book, result))
        mover = self.to_move(state)
        if mover is None:
            return ""
        if mover != seat:
            return book.say("prompts.waiting", player=book.name("players", mover))
        q = notation.asked(state)
        said: dict[str, str | int] = {"position": q.place + 1, "amount": q.amount or 0}
        if q.card is not None:
            said["card"] = log.card_name(book, q.card)
        key = f"prompts.{tasks.TASK_NAMES[q.task]}"
        if q.task == tasks.ATTACK:
            said["strength"] = int(state.strength_at(q.place))
            key = "prompts.pull" if q.puppet else key
        elif q.task == tasks.WHICH_END:
            said["card"] = log.card_name(book, notation.IDS[state.what(state.stack[q.place])])
        elif q.task == tasks.CHOOSE_TARGET:
            said["text"] = log.card_text(book, str(q.card))
        elif q.task == tasks.PLAY_TURN and not state.is_legal(REFILL):
            key = "prompts.play_turn_first"
        return book.say(key, **said)

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
        said: dict[str, str | int] = dict(refused.params)
        if "card" in said:
            said["card"] = log.card_name(book, str(said["card"]))
        if "question" in said:
            said["question"] = book.say(f"questions.{said['question']}")
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
        """12 hexadecimal digits of all that matters: not the legal list, the log, the script, or which of two equal cards is which."""
        numbers = ",".join(map(str, whole(state)))
        return hashlib.blake2b(numbers.encode(), digest_size=6).hexdigest()


def _result(book: Texts, result: Mapping[str, Any]) -> str:
    """How the game ended, in words."""
    if not result["winners"]:
        return book.say("outcomes.draw")
    return book.say(f"outcomes.{result['reason']}", winners=book.name("players", result["winners"][0]))


def whole(g: State) -> Iterable[int]:
    """Every number that makes up a state, in a fixed order: cards as their titles, cards on the agenda as their places."""
    yield from (g.max_rounds, g.max_resolutions, g.round, g.phase, g.first, g.over, g.reason, g.winners, g.chance, g.unveiled)
    yield from (g.line, g.place_of(g.resolving), g.resolutions, g.stopped, *g.spent, g.stack_size, g.n_looked, g.depth)
    for p in range(2):
        hand, deck = hand_of(g, p), deck_of(g, p)
        for pile in (hand, deck, list(g.pit[p * DECK : p * DECK + g.pit_size[p]])):
            yield len(pile)
            for card in pile:
                yield from (g.title[card], g.known[card])
    for card in g.stack[: g.stack_size]:
        yield from (g.owner(card), g.title[card], g.change[card], g.silenced[card], g.puppet[card], g.copied[card])
    for card in g.looked[: g.n_looked]:
        yield from (g.owner(card), g.title[card], g.known[card])
    for packed in g.agenda[: g.depth]:
        yield from _task(g, packed & 0xFF, packed >> 8 & 0xFFFF, packed >> 24 & 0xFFFF, packed >> 40)
    if g.n_legal > 0:
        yield from _task(g, g.asks, g.a, g.b, g.c)


def _task(g: State, number: int, *arguments: int) -> Iterable[int]:
    yield number
    for kind, value in zip(due.arguments(number), arguments, strict=True):
        yield int(g.place_of(value)) if kind == "card" else value
