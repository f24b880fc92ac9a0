"""Playing in a terminal: what is typed, what is shown, undo, save and resume, two people at one keyboard."""

import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from ruinous import answers, games, record
from ruinous.cli.common import names
from ruinous.games import State
from ruinous.terminal import board
from ruinous.terminal.session import Mover, Session, commands
from ruinous.text import speaking, texts

RULES = games.game("oldworld")
SEATS = ("khorne", "nurgle", "tzeentch", "slaanesh")


def first(state: State) -> int:
    """The simplest bot."""
    return state.legal_actions()[0]


class Game:
    """A session with a script of what is typed; a line may be a function of the session. When it ends, the input has ended."""

    def __init__(
        self,
        *lines: str | Callable[["Game"], str],
        humans: tuple[str, ...] = ("khorne",),
        seed: int = 1,
        rules: games.Rules = RULES,
        width: int = 100,
    ) -> None:
        self.rules = rules
        self.lines = iter(lines)
        self.sink = io.StringIO()
        bots: dict[str, Mover] = {seat: first for seat in rules.seats(rules.new({}, seed)) if seat not in humans}
        out = Console(file=self.sink, width=width, highlight=False, markup=False)
        self.session = Session(
            rules, rules.read_options({}), seed, humans, bots, out, self._typed, names(rules), lambda words: f"card {words}"
        )

    def _typed(self, prompt: str) -> str:
        self.sink.write(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line if isinstance(line, str) else line(self)

    def played(self) -> list[str]:
        """The texts of the actions that stand."""
        state = RULES.new({}, self.session.seed)
        texts = []
        for action in self.session.actions:
            texts.append(RULES.text(state, action))
            state.play(action)
        return texts

    def run(self) -> str:
        self.session.run()
        return self.sink.getvalue()


def text(n: int) -> Callable[[Game], str]:
    """Types the text of the nth legal action."""
    return lambda game: RULES.text(game.session.state, game.session.state.legal_actions()[n])


def test_the_board_fits_100_columns_and_has_no_escapes() -> None:
    shown = Game("q").run()
    assert max(map(len, shown.splitlines())) <= 100
    assert "\x1b" not in shown
    for region in RULES.view(RULES.new({}, 1), None)["regions"]:
        assert names(RULES)(region) in shown
    assert "Your hand: " in shown


def test_a_whole_game_is_played_by_numbers() -> None:
    game = Game(*["1"] * 2000)
    shown = game.run()
    assert game.session.state.over
    outcome = RULES.outcome(game.session.state)
    assert outcome is not None
    assert RULES.prompt(game.session.state, None) in shown
    assert re.search(r"Khorne \d+, .*Slaanesh \d+\n`s FILE` keeps the game, Enter leaves it. 1\n$", shown)
    assert "The game is left here" not in shown


def test_numbers_and_texts_mean_the_same() -> None:
    def number(game: Game) -> str:
        return str(game.session._list("khorne").index(game.session.state.legal_actions()[2]) + 1)

    by_text, by_number = Game(text(2), "q"), Game(number, "q")
    by_text.run()
    by_number.run()
    assert by_text.session.actions == by_number.session.actions


def test_what_is_no_choice_is_answered() -> None:
    shown = Game(
        "999", "fly to the moon", "play battle_cry atlantis", "summon daemon norsca from norsca", "?", "c cry", "b", "l", "q"
    ).run()
    assert "The choices are 1 to" in shown
    assert "“fly to the moon” is none of the choices. Nearest: " in shown
    assert "take choice number 3" in shown
    assert "card cry" in shown
    assert shown.count("Your hand: ") == 2
    assert not re.search(r"Traceback", shown)


def test_undo_until_something_comes_out() -> None:
    game = Game("u", "q")
    assert "nothing to take back" in game.run()


def test_undo_stops_at_what_a_bot_shows() -> None:
    """A bot that only summons can be taken back with the choice before it; one that plays a card cannot."""

    def bot(kind: str) -> Mover:
        def choose(state: State) -> int:
            actions = state.legal_actions()
            return next((action for action in actions if RULES.describe(state, action)["kind"] == kind), actions[-1])

        return choose

    for kind, answer in (("summon", "Taken back."), ("play", "nothing to take back")):
        game = Game("summon cultist norsca", "u", "q")
        game.session.bots = dict.fromkeys(game.session.bots, bot(kind))
        shown = game.run()
        assert answer in shown
        assert ("summon cultist norsca" in game.played()) is (kind == "play")


def test_undo_gives_the_very_state_back() -> None:
    """One keyboard with one seat alone to decide: find a seed where the first choice unveils nothing and the seat goes on."""
    for seed in range(200):
        state = RULES.new({}, seed)
        seat = RULES.to_move(state)
        for n in range(len(state.legal_actions())):
            after = state.clone()
            after.play(after.legal_actions()[n])
            if after.unveiled == state.unveiled and RULES.to_move(after) == seat:
                assert seat is not None
                game = Game(text(n), "u", "q", humans=(seat,), seed=seed)
                shown = game.run()
                assert "Round 1 of 7" in shown[shown.index("Taken back.") :]
                assert "Taken back." in shown
                assert game.session.actions == []
                assert RULES.checksum(game.session.state) == RULES.checksum(state)
                assert RULES.events(game.session.state, seat) == RULES.events(state, seat)
                return
    pytest.fail("no such choice in 200 games")


def test_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.ruin"
    game = Game("1", "1", "1", "1", f"s {path}", "q")
    assert f"Saved: ruinous play oldworld --load {path}" in game.run()
    saved = record.read(path)
    assert RULES.checksum(record.finished(saved)) == RULES.checksum(game.session.state)
    again = Game("q")
    again.session.resume(game.session.actions)
    assert RULES.checksum(again.session.state) == RULES.checksum(game.session.state)
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_is_over_can_be_looked_at_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.ruin"

    def over(game: Game) -> str:
        return next(last) if game.session.state.over else "1"

    last = iter(["c cry", "b", f"s {path}", "", "never read"])
    game = Game(*[over] * 2000)
    shown = game.run()
    assert next(last) == "never read"
    assert "card cry" in shown
    assert shown.count("Round 7 of 7") >= 2
    assert RULES.checksum(record.finished(record.read(path))) == RULES.checksum(game.session.state)


def test_a_save_that_fails_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "no folder" / "game.ruin"
    game = Game("1", f"s {path}", "1", "q")
    shown = game.run()
    assert "Not saved: No such file or directory" in shown
    assert game.session.actions


def test_two_people_never_see_each_other_s_hand() -> None:
    game = Game(*["1"] * 40, humans=("khorne", "nurgle"), seed=2)
    shown = game.run()
    parts = re.split(r"Pass the keyboard to (\w+), then press Enter\. .*\n", shown)
    assert len(parts) > 3
    cards = {seat: {names(RULES)(card) for card in _titles(seat)} for seat in ("khorne", "nurgle")}
    for seat, part in zip(parts[1::2], parts[2::2], strict=True):
        other = "nurgle" if seat == "Khorne" else "khorne"
        for line in part.splitlines():
            if line.startswith("Your hand: "):
                assert not any(card in line for card in cards[other])


def _titles(power: str) -> list[str]:
    from ruinous.oldworld import tables

    return [card[0] for card in tables.CHAOS_CARDS[tables.POWERS.index(power)]]


def test_what_a_bot_does_is_told_before_the_next_one_thinks() -> None:
    game = Game("summon cultist norsca", "q")
    told: list[str] = []

    def bot(state: State) -> int:
        told.append(game.sink.getvalue())
        return state.legal_actions()[-1]

    game.session.bots = dict.fromkeys(game.session.bots, bot)
    game.run()
    assert told[-1].rstrip().endswith(RULES.events(game.session.state, "khorne")[-2]["text"])


def test_bots_alone_are_watched() -> None:
    game = Game(humans=())
    shown = game.run()
    assert game.session.state.over
    assert RULES.prompt(game.session.state, None) in shown


def test_cells_of_the_board() -> None:
    stack = {"power": "khorne", "kind": "cultist", "count": 2, "shielded": False, "charmed": False, "spent": False, "on_space": False}
    stacks = [stack, stack | {"kind": "warrior", "count": 1, "charmed": True}, stack | {"power": "nurgle", "spent": True}]
    assert board.figures(stacks) == "K 2c1w~  N 2c'"
    assert board.corruption({"corruption": {"khorne": 2, "slaanesh": 1, "nurgle": 0}, "corruption_total": 4}) == "K2 S1 = 4"
    assert board.corruption({"corruption": {}, "corruption_total": 0}) == ""
    assert board.tokens({"peasant": 2, "noble": 1, "hero": 0}, str) == "2 peasant, noble"
    assert board.cards({"cards": [["khorne", "battle_cry"], None], "cancelled": [True, False]}, str) == "K battle_cry (cancelled)"


def read(shown: str, dice: random.Random) -> tuple[int, str]:
    """The number and the words of one of the choices that were shown last, as somebody reads them."""
    choices, heading = [], ""
    lines = shown.splitlines()
    last = max(i for i, line in enumerate(lines) if not line)  # then the question, the choices, and the prompt
    for line in lines[last + 2 : -1]:
        if not line.startswith(" " * 6):  # else it goes on with the line above
            heading, _, line = line.rpartition(": ")
        choices += [(int(number), f"{heading} {name}") for number, name in re.findall(r"(?:^|  )\s*(\d+) (\S+(?: \S+)*)", line)]
    number, words = dice.choice(choices)
    return number, re.sub(r" \(\d+\)", "", words)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("rules", games.GAMES.values(), ids=list(games.GAMES))
def test_a_whole_game_is_played_by_typing_what_is_read(rules: games.Rules, language: str) -> None:
    """A choice that is read somewhere in the list and typed without accents is the one that has its number."""
    dice = random.Random(7)
    wanted: list[tuple[int, int]] = []

    def typed(game: Game) -> str:
        if session.state.over:
            return ""
        number, words = read(game.sink.getvalue(), dice)
        offered = sorted(session.state.legal_actions(), key=lambda action: session.board.group(rules.describe(session.state, action)))
        wanted.append((len(session.actions), offered[number - 1]))
        return answers.bare(words)

    with speaking(language):
        game = Game(*[typed] * 1000, rules=rules, humans=rules.seats(rules.new({}, 1))[:1], width=80)
        session = game.session
        session.run()
    assert session.state.over
    assert [session.actions[n] for n, _action in wanted] == [action for _n, action in wanted]


@pytest.mark.parametrize(
    ("language", "typed", "says"),
    [
        ("pt", "invocar demônio maior", "Podem ser 9 opções: invocar demônio maior em Norsca; "),
        ("pt", "invocar demonio maior de norsca para kislev", "Não é possível: "),
        ("pt", "pasar", "“pasar” não é nenhuma das opções. As mais próximas: passar; "),
        ("pt", "0", "As opções vão de 1 a "),
        ("pt", "jogar sangue nas terras ermas", "Podem ser 2 opções: "),
        ("pt", "jogar gripe tileia", "Não é possível: Gripe é uma carta de Nurgle. (OW 5, "),
        ("pt", "c Grito de Guerra", "card Grito de Guerra"),
        ("pt", "CARTA grito", "card grito"),
        ("pt", "card grito", "card grito"),
        ("pt", "ajuda", "jogar grito"),
        ("pt", "desfazer", "Não há nada para desfazer"),
        ("pt", "gravar", "Gravar onde?"),
        ("en", "summon greater daemon", "9 choices may be meant: summon greater daemon in Norsca; "),
        ("en", "passs", "“passs” is none of the choices. Nearest: pass; "),
    ],
)
def test_what_is_typed_is_answered_in_the_language_in_use(language: str, typed: str, says: str) -> None:
    with speaking(language):
        game = Game(typed, width=200)
        shown = game.run()
    assert says in shown[shown.index("> ") :]
    assert not game.session.unsaved


@pytest.mark.parametrize("language", ["en", "pt"])
def test_help_names_every_command_and_fits_80_columns(language: str) -> None:
    with speaking(language):
        book, shown = texts("terminal").table, Game("?", width=80).run().rpartition("> ?\n")[2]
        for ways in book["commands"].values():
            assert re.search(rf"^  {re.escape(ways.replace(' ', '  '))}\b", shown, re.MULTILINE)
        assert max(map(len, shown.splitlines())) <= 80
        assert len(commands(texts("terminal"))) == 2 * len(book["commands"])
        said = texts("answers").table
        assert not {answers.bare(words).split()[0] for part in ("words", "verbs") for words in said[part].values()} & set(
            commands(texts("terminal"))
        )


def test_what_is_not_saved_is_left_only_when_asked_twice(tmp_path: Path) -> None:
    assert "not saved" not in Game("q").run()
    warned = Game("1", "q", "l", "q").run()
    assert warned.count("The game is not saved") == 2
    assert warned.endswith("would have kept it.\n")  # the input has ended
    assert Game("1", "q", "q", "999").run().endswith("> q\nThe game is left here; `s FILE` would have kept it.\n")
    saved = Game("1", f"s {tmp_path / 'game.ruin'}", "q", "999").run()
    assert saved.endswith("> q\nThe game is left here.\n")
    assert "not saved" not in saved


def test_an_interrupted_line_is_asked_for_again() -> None:
    def interrupt(_game: Game) -> str:
        raise KeyboardInterrupt

    game = Game(interrupt, "1", interrupt, "q", "q")
    assert game.run().count("\n`q` leaves the game.") == 2
    assert game.session.actions


def test_a_bot_that_is_interrupted_lets_one_save_or_leave_before_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.ruin"

    def scene(*typed: str) -> tuple[str, Session]:
        game, calls = Game("1", *typed), iter((False, True))

        def interrupted(state: State) -> int:
            if next(calls, False):
                raise KeyboardInterrupt
            return first(state)

        for seat in game.session.bots:
            game.session.bots[seat] = interrupted
        return game.run(), game.session

    shown, session = scene("b", "", "q", "q")
    assert shown.count("lets the bot think on") == 2
    assert len(session.actions) > 3, "it went on, up to the next choice of the person"
    assert scene("q", "q")[0].count("would have kept it") == 1
    assert scene("q", "", "q", "q")[0].count("The game is not saved") == 2
    assert scene(f"s {file}", "q")[0].endswith("The game is left here.\n")
    assert record.read(file).actions


def test_interrupting_bots_that_are_watched_ends_the_program() -> None:
    def interrupted(_state: State) -> int:
        raise KeyboardInterrupt

    game = Game(humans=())
    game.session.bots = dict.fromkeys(SEATS, interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.run()


def test_tab_completes_the_words_of_choices() -> None:
    with speaking("pt"):
        (game := Game()).run()
        session = game.session
        assert session.completions("INVOCAR DEMONIO MAIOR NO I") == ["invocar demônio maior no Império"]
        assert len(session.completions("invocar cultista")) == 9
        assert session.completions("voar") == []
        assert len(session.completions("")) == len(session.state.legal_actions())
