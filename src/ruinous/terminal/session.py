"""One game at one keyboard: shows, asks, takes back, saves.

It knows a game only through `Rules`; the board itself is drawn by the game's module in `boards`.
"""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console

from ruinous import answers, record
from ruinous.games import Rules, State
from ruinous.terminal.board import Name
from ruinous.terminal.boards import BOARDS
from ruinous.text import Texts, texts

UNVEILING = ("play", "card", "hand")
"""The kinds of action of a bot that show a card nobody else could know: a person's choice before them stands."""

TAKING_WORDS = ("card", "save")
"""The commands that more words may follow; the others stand alone, so that an answer may begin with their letter."""

CANDIDATES = 8
"""How many of several answers that may be meant are named."""

EXAMPLE = 21
"""The width of the left column of the help."""

Mover = Callable[[State], int]
"""Chooses an action for the seat that decides (a bot)."""


class Quit(Exception):
    """The player leaves, or the input has ended."""


@dataclass
class Before:
    """What was before one choice of a person, for taking it back."""

    state: State
    log: list[tuple[int, int, int, int, int]]
    played: int
    seat: str


class Session:
    """A game of people at this keyboard and bots.

    `humans` are the seats of people (none: the bots are watched), `bots` the movers of all others; `ask` shows a prompt and
    gives the line that is typed, and raises EOFError when the input has ended.
    """

    def __init__(
        self,
        rules: Rules,
        options: Mapping[str, Any],
        seed: int,
        humans: Sequence[str],
        bots: Mapping[str, Mover],
        out: Console,
        ask: Callable[[str], str],
        name: Name,
        card_text: Callable[[str], str],
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules
        self.board = BOARDS[rules.name]
        self.words = texts("terminal")
        self.commands = commands(texts("terminal", "en")) | commands(self.words)
        self.options = dict(options)
        self.seed = seed
        self.position = position
        self.humans = tuple(humans)
        self.bots = dict(bots)
        self.out = out
        self.ask = ask
        self.name = name
        self.card_text = card_text
        self.state = self._start()
        self.actions: list[int] = []
        self.past: list[Before] = []
        self.told: dict[str | None, int] = dict.fromkeys((*humans, None), 0)  # how many events each seat at this keyboard has read
        self.changed = True  # whether the board is to be shown at the next turn
        self.unsaved = False  # whether somebody has chosen since the game was saved
        self.leaving = False  # whether somebody has just heard that the game is not saved
        self.at_keyboard: str | None = humans[0] if len(humans) == 1 else None

    def _start(self) -> State:
        state: State
        if self.position is None:
            state = self.rules.new(self.options, self.seed)
        else:
            state = self.rules.from_position(self.position, self.seed)
        return state

    def resume(self, actions: Sequence[int]) -> None:
        """Play these actions again; the story so far counts as read."""
        for action in actions:
            self.state.play(action)
            self.actions.append(action)
        for seat in self.told:
            self.told[seat] = len(self.rules.events(self.state, seat))

    # ---- the course of the game
    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        try:
            while not self.state.over:
                seat = self.rules.to_move(self.state)
                assert seat is not None  # the game is not over
                if seat in self.humans:
                    self._turn(seat)
                else:
                    self._bot(seat)
                    if self.at_keyboard or not self.humans:
                        self._tell(self.at_keyboard)
        except Quit:
            if self.humans:
                self.out.print(self.words.say("lost" if self.unsaved else "left"))
            return
        self._tell(self.at_keyboard)
        self._finish()
        if self.humans:
            self._afterwards()

    def _bot(self, seat: str) -> None:
        try:
            action = self.bots[seat](self.state)
        except KeyboardInterrupt:
            if not self.humans:
                raise
            self._pause()
            return
        if self.rules.describe(self.state, action)["kind"] in UNVEILING:
            self.past.clear()
        self._play(action)

    def _play(self, action: int) -> None:
        self.state.play(action)
        self.actions.append(action)

    def _turn(self, seat: str) -> None:
        self._curtain(seat)
        self._tell(seat)
        if self.changed:
            self._board(seat)
        self.changed = False
        choices = self._list(seat)
        while True:
            typed = self._read(f"{self.name(seat)}> ")
            if typed == "" and self.out.is_terminal:
                continue
            action = self._command(typed, seat, choices)
            if action is None:
                return
            if action >= 0:
                log = self.state.log
                self.past.append(Before(self.state.clone(), list(log or ()), len(self.actions), seat))
                self.unsaved = True
                self._play(action)
                return

    def _command(self, typed: str, seat: str, choices: Sequence[int]) -> int | None:
        """What was typed: an action, -1 to be asked again, None when the decision has changed."""
        command, rest = self._split(typed)
        match command:
            case "":
                return self._action(typed, choices)
            case "list":
                self._list(seat)
            case "undo":
                return None if self._undo(seat) else -1
            case "quit":
                self._quit()
            case _:
                self._look(command, rest, seat)
        self.leaving = command == "quit"
        return -1

    def _split(self, typed: str) -> tuple[str, str]:
        """The command that is typed, empty where it is none, and what follows it."""
        word, _, rest = typed.partition(" ")
        command = self.commands.get(answers.bare(word), "")
        return ("" if rest and command not in TAKING_WORDS else command, rest)

    def _quit(self) -> None:
        """Leave, where that was asked for twice or nothing is lost by it."""
        if self.leaving or not self.unsaved:
            raise Quit
        self.out.print(self.words.say("not_kept"))

    def _look(self, command: str, rest: str, seat: str | None) -> None:
        """Carry out a command that changes nothing in the game."""
        match command:
            case "help":
                example = self.words.say(f"examples.{self.rules.name}").ljust(EXAMPLE)
                self.out.print(self.words.say("help", example=example) + self.words.say(f"legend.{self.rules.name}"))
            case "board":
                self._board(seat)
            case "card":
                self.out.print(self.card_text(rest))
            case "save":
                self._save(rest)

    def _action(self, typed: str, choices: Sequence[int]) -> int:
        """The choice that is meant; -1 where that is not one, which is said."""
        if typed.isdecimal():
            if 1 <= int(typed) <= len(choices):
                return choices[int(typed) - 1]
            self.out.print(self.words.say("numbers", amount=len(choices)))
            return -1
        asked = answers.Answers(self.rules, self.state)
        match asked.meant(typed):
            case [action] if action in choices:
                return action
            case [action]:
                self.out.print(self.words.say("refused", **self.rules.refusal_text(self.rules.why_not(self.state, action))))
            case []:
                self.out.print(self.words.say("unknown", typed=typed, nearest="; ".join(asked.nearest(typed))))
            case several:
                named = [asked.said(action) for action in several[:CANDIDATES]] + ["..."] * (len(several) > CANDIDATES)
                self.out.print(self.words.say("several", amount=len(several), answers="; ".join(named)))
        return -1

    def completions(self, typed: str) -> list[str]:
        """The words of the choices that begin like this."""
        asked = answers.Answers(self.rules, self.state)
        return [said for said in map(asked.said, asked.legal) if answers.bare(said).startswith(answers.bare(typed))]

    # ---- showing
    def _curtain(self, seat: str) -> None:
        """Between two people at one keyboard, nobody's hand is shown until the next one sits down."""
        if seat == self.at_keyboard:
            return
        self.at_keyboard = seat
        self.changed = True
        self.past.clear()
        self.out.clear()
        self._read(self.words.say("hand_over", seat=self.name(seat)))
        self.out.clear()

    def _tell(self, seat: str | None) -> None:
        """The events that this seat has not read yet."""
        events = self.rules.events(self.state, seat, self.told[seat])
        for event in events:
            self.out.print("  " * event["level"] + event["text"])
        self.told[seat] += len(events)
        self.changed = self.changed or bool(events)

    def _board(self, seat: str | None) -> None:
        view = self.rules.view(self.state, seat)
        self.out.print()
        for part in self.board.show(view, self.name):
            self.out.print(part)

    def _list(self, seat: str) -> list[int]:
        """Show the choices in groups; the actions in the order of their numbers."""
        self.out.print()
        self.out.print(self.rules.prompt(self.state, seat))
        described = [(action, self.rules.describe(self.state, action)) for action in self.state.legal_actions()]
        described.sort(key=lambda pair: self.board.group(pair[1]))
        numbers: list[int] = []
        for heading, members in groupby(described, key=lambda pair: answers.heading(self.rules.name, pair[1])):
            items = []
            for action, description in members:
                numbers.append(action)
                items.append(
                    f"{len(numbers)} {self.name(description['region']) if heading else answers.said(self.rules.name, description)}"
                )
            for line in _wrapped(f"{heading}: " if heading else "", items, self.out.width):
                self.out.print(line)
        return numbers

    def _finish(self) -> None:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None  # the game is over
        self._board(None)
        self.out.print(self.rules.prompt(self.state, None))
        self.out.print(", ".join(f"{self.name(seat)} {points}" for seat, points in outcome["scores"].items()))

    def _afterwards(self) -> None:
        """The game that is over can be looked at and saved; whatever else is typed leaves it."""
        with suppress(Quit):
            while (typed := self._split(self._read(self.words.say("over"))))[0] not in ("", "quit"):
                self._look(*typed, None)

    def _pause(self) -> None:
        """A bot was interrupted. It is asked again after an empty line; until then the game can be looked at, saved and left."""
        self.out.print()
        while (typed := self._read(self.words.say("paused"))) != "":
            command, rest = self._split(typed)
            if command == "quit":
                self._quit()
            else:
                self._look(command, rest, self.at_keyboard)
            self.leaving = command == "quit"
        self.leaving = False

    # ---- taking back, saving, reading
    def _undo(self, seat: str) -> bool:
        if not self.past:
            self.out.print(self.words.say("undo_nothing"))
            return False
        before = self.past[-1]
        if before.state.unveiled != self.state.unveiled:
            self.out.print(self.words.say("undo_unveiled"))
            return False
        self.past.pop()
        self.changed = True
        self.state = before.state
        self.state.log = before.log
        del self.actions[before.played :]
        self.told[seat] = min(self.told[seat], len(self.rules.events(self.state, seat)))
        self.out.print(self.words.say("undone"))
        return True

    def _save(self, name: str) -> None:
        if not name.strip():
            self.out.print(self.words.say("save_where"))
            return
        path = Path(name.strip()).expanduser()
        half = path.with_name(path.name + ".part")
        try:
            with half.open("w", encoding="utf-8") as sink:
                writer = record.Writer(sink, self.rules, self._start(), self.options, seed=self.seed, position=self.position)
                for action in self.actions:
                    writer.play(action)
                writer.put_away()
                os.fsync(sink.fileno())
            half.replace(path)
        except OSError as problem:
            half.unlink(missing_ok=True)
            self.out.print(self.words.say("not_saved", problem=problem.strerror or str(problem), path=str(path)), soft_wrap=True)
        else:
            self.unsaved = False
            self.out.print(
                self.words.say("saved", command=f"ruinous play {self.rules.name} --load {shlex.quote(str(path))}"), soft_wrap=True
            )

    def _read(self, prompt: str) -> str:
        while True:
            try:
                line = self.ask(prompt)
            except EOFError:
                self.out.print()
                raise Quit from None
            except KeyboardInterrupt:
                self.out.print(self.words.say("stopped"))
                continue
            if not self.out.is_terminal:
                self.out.print(line)
            return line.strip()


def commands(words: Texts) -> dict[str, str]:
    """What is typed for each command in a language."""
    return {answers.bare(typed): command for command, ways in words.table["commands"].items() for typed in ways.split()}


def _wrapped(heading: str, items: Iterable[str], width: int) -> Iterator[str]:
    """A heading and its items on as few lines as they need; a number never stands apart from what it means."""
    line = f"  {heading}"
    fresh = True
    for item in items:
        if not fresh and len(line) + 2 + len(item) > width:
            yield line
            line, fresh = "      " if heading else "  ", True
        line += item if fresh else f"  {item}"
        fresh = False
    yield line
