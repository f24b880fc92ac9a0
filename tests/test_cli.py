"""The command line: what it prints, where, and its exit codes."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import ruinous
from ruinous import cli, games

RULES = games.game("oldworld")


class Ran:
    """What a command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)


class Command:
    """Runs `ruinous` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: object, typed: str = "") -> Ran:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = cli.code([str(argument) for argument in arguments])
        return Ran(code, *self.capsys.readouterr())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


@pytest.fixture
def game(run: Command, tmp_path: Path) -> Path:
    """The record of a finished game."""
    assert run("sim", "oldworld", "--games", 1, "--seed", 5, "--jobs", 1, "--out", tmp_path).code == 0
    return tmp_path / "000000.ruin"


# ---- the whole program
def test_help_and_version(run: Command) -> None:
    shown = run("--help")
    assert shown.code == 0
    assert "Unofficial fan project" in shown.out
    assert run("--version").out == f"ruinous {ruinous.__version__} ({'compiled' if ruinous.compiled() else 'interpreted'})\n"


@pytest.mark.parametrize("name", sorted(cli.main.commands))
def test_every_command_shows_examples(run: Command, name: str) -> None:
    shown = run(name, "--help")
    assert shown.code == 0
    assert f"ruinous {name}" in shown.out.split("Options:")[0].split("\n", 2)[2]


def test_as_a_module_and_in_a_pipe_that_closes() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "ruinous"]
    done = subprocess.run([*command, "--version"], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"ruinous {ruinous.__version__} ({'compiled' if ruinous.compiled() else 'interpreted'})\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*command, "cards", "oldworld"], env=environment, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_shell_completion() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "_RUINOUS_COMPLETE": "bash_complete"}
    typed = {"COMP_WORDS": "ruinous sim old", "COMP_CWORD": "2"}
    done = subprocess.run([sys.executable, "-m", "ruinous"], env=environment | typed, capture_output=True, text=True, check=False)
    assert "oldworld" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["nonsense"], "nonsense"),
        (["sim", "chess"], "chess"),
        (["sim", "oldworld", "--games", "0"], "--games"),
        (["sim", "oldworld", "--players", "khorne,nobody"], "players"),
        (["sim", "oldworld", "--players", "khorne"], "players"),
        (["sim", "oldworld", "--option", "edition=third"], "edition"),
        (["sim", "oldworld", "--option", "colour=red"], "colour"),
        (["sim", "oldworld", "--option", "edition"], "NAME=VALUE"),
        (["sim", "oldworld", "--bots", "deepblue"], "deepblue"),
        (["sim", "oldworld", "--seed", "-1"], "--seed"),
        (["fuzz", "oldworld"], "--games"),
        (["fuzz", "oldworld", "--games", "1", "--minutes", "1"], "--minutes"),
        (["replay", "nowhere.ruin"], "nowhere.ruin"),
        (["judge", "nowhere.json", "--until", "end"], "nowhere.json"),
        (["play", "oldworld", "--seat", "gork"], "gork"),
        (["play", "oldworld", "--bots", "deepblue"], "deepblue"),
        (["bench", "chess"], "chess"),
        (["cards", "oldworld", "zzzz"], "zzzz"),
    ],
)
def test_bad_usage(run: Command, arguments: list[str], what: str) -> None:
    shown = run(*arguments)
    assert (shown.code, shown.out) == (2, "")
    assert what in shown.err


def test_the_readme_names_commands_and_options_that_there_are() -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    named = [line.split() for line in text.splitlines() if line.startswith("ruinous ") and line.split()[1].islower()]
    assert len(named) >= 7
    for _, name, *words in named:
        command = cli.main.commands[name]
        if isinstance(command, click.Group):
            command = command.commands[words[0]]
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_interrupted(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ruinous.lab.sim.run", interrupt)
    shown = run("sim", "oldworld")
    assert (shown.code, shown.out, shown.err.strip()) == (130, "", "interrupted")


def test_a_missing_extra(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    shown = run("sim", "oldworld", "--games", 1, "--report", tmp_path / "report.html")
    assert shown.code == 3
    assert "pip install 'ruinous[report]'" in shown.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_disk(run: Command, tmp_path: Path) -> None:
    (tmp_path / "000000.ruin").symlink_to("/dev/full")
    shown = run("sim", "oldworld", "--games", 1, "--jobs", 1, "--out", tmp_path)
    assert shown.code == 1
    assert "No space left" in shown.err


# ---- simulating
def test_sim_says_the_same_to_people_and_programs(run: Command) -> None:
    arguments = ("sim", "oldworld", "--games", 12, "--seed", 9, "--jobs", 1)
    document = run(*arguments, "--json").json
    assert set(document) == {
        "game",
        "rules",
        "compiled",
        "games",
        "decisions",
        "seconds",
        "wins",
        "none",
        "reasons",
        "rounds",
        "scores",
        "checksum",
    }
    assert document["game"] == "oldworld"
    assert document["compiled"] is ruinous.compiled()
    assert document["games"] == 12 == sum(document["reasons"].values())
    assert set(document["wins"]) == set(document["scores"]) == {"khorne", "nurgle", "tzeentch", "slaanesh"}
    assert sum(document["wins"].values()) + document["none"] >= 12
    shown = run(*arguments)
    assert f"Seed 9, checksum {document['checksum']}." in shown.out
    assert f"{document['decisions']} decisions" in shown.out


def test_three_players_and_options(run: Command) -> None:
    document = run(
        "sim", "oldworld", "--games", 2, "--players", "slaanesh,khorne,nurgle", "--option", "edition=faq2", "--jobs", 1, "--json"
    ).json
    assert list(document["scores"]) == ["khorne", "nurgle", "slaanesh"]


def test_a_report_is_one_page_without_the_net(run: Command, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="the extra `report` is not installed: pip install 'ruinous[report]'")
    page = tmp_path / "report.html"
    assert run("sim", "oldworld", "--games", 4, "--seed", 1, "--jobs", 1, "--report", page).code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 7
    for heading in ("Share of games won", "How games ended", "Victory points", "Dials", "Ruins", "Cards played", "Cards and victories"):
        assert f"<h2>{heading}</h2>" in text
    assert "ruinous sim oldworld --games 4 --seed 1" in text
    addresses = {part.split('"')[0] for part in text.split("http")[1:]}
    assert addresses <= {"://www.w3.org/2000/svg", "://www.w3.org/1999/xlink"}


def test_simulations_and_their_report_speak_the_language_in_use(run: Command, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="the extra `report` is not installed: pip install 'ruinous[report]'")
    page = tmp_path / "report.html"
    for game, words in (("oldworld", ("Mostradores", "Ruínas")), ("casters", ("Cartas restantes", "Cartas aniquiladas"))):
        shown = run("--lang", "pt", "sim", game, "--games", 2, "--seed", 1, "--jobs", 1, "--report", page)
        assert "Como acabaram: " in shown.out and "Rodadas: média " in shown.out
        text = page.read_text(encoding="utf-8")
        assert '<html lang="pt">' in text
        for heading in ("Parte das partidas vencidas", "Como as partidas acabaram", "Cartas jogadas", "Cartas e vitórias", *words):
            assert f"<h2>{heading}</h2>" in text
        assert ">round<" not in text and ">games<" not in text


# ---- records
def test_replay(run: Command, game: Path) -> None:
    story = run("replay", game)
    assert story.code == 0
    assert "wins" in story.out or "Nobody" in story.out
    document = run("replay", game, "--json").json
    assert document["at"] == document["actions"]
    assert document["outcome"] is not None
    early = run("replay", game, "--at", 10, "--json").json
    assert (early["at"], early["outcome"]) == (10, None)
    assert len(early["events"]) < len(document["events"])
    assert run("replay", game, "--at", document["actions"] + 1).code == 2


def test_check(run: Command, game: Path) -> None:
    shown = run("replay", game, "--check")
    assert shown.code == 0
    assert shown.out.startswith(f"{game} holds: ")
    lines = game.read_text().splitlines(keepends=True)
    game.write_text("".join(lines[:5] + lines[6:]))
    broken = run("replay", game, "--check")
    assert (broken.code, broken.out) == (1, "")
    assert f"{game}:6: action 4 is missing" in broken.err
    document = run("replay", game, "--check", "--json")
    assert document.code == 1
    assert document.json["holds"] is False
    assert f"{game}:6: " in document.json["error"]
    assert run("replay", game).code == 2


@pytest.mark.parametrize("found", [b"", bytes(range(256)), b"notes\n", b"{}\n"])
def test_what_is_no_record_is_bad_input(run: Command, tmp_path: Path, found: bytes) -> None:
    file = tmp_path / "none.ruin"
    file.write_bytes(found)
    told = [run(*arguments) for arguments in (("replay", file), ("replay", file, "--check"), ("verify", file), ("verify", file, "--json"))]
    assert [one.code for one in told] == [2] * 4
    assert all(f"{file}:1: " in one.err for one in told)


def test_verify(run: Command, game: Path, tmp_path: Path) -> None:
    from ruinous import record

    assert run("verify", game).code == 2  # nothing is keyed
    hosted = tmp_path / "hosted.ruin"
    secret = b"not to be told"
    options = RULES.read_options({})
    state = RULES.new(options, record.chance(secret, "setup"))
    with hosted.open("w") as sink:
        writer = record.Writer(sink, RULES, state, options, secret=secret)
        while not state.over:
            writer.play(state.legal_actions()[-1])
    shown = run("verify", hosted)
    assert shown.code == 0
    assert "the key is the one promised" in shown.out
    hosted.write_text(hosted.read_text().replace(secret.hex(), b"something else".hex()))
    assert run("verify", hosted).code == 1


# ---- playing
def test_play_save_and_go_on(run: Command, tmp_path: Path) -> None:
    saved = tmp_path / "my game.ruin"
    begun = run("play", "oldworld", "--seed", 1, "--bots", "random", typed=f"1\n1\ns {saved}\nq\n")
    assert begun.code == 0
    assert begun.out.startswith("Seed 1. `?` helps.\n")
    assert f"--load '{saved}'" in begun.out
    again = run("play", "oldworld", "--bots", "random", "--load", saved, typed="q\n")
    assert again.code == 0
    boards = [shown.out.split("Your hand: ")[-1].split("Khorne>")[0] for shown in (begun, again)]
    assert boards[0] == boards[1]


def test_play_to_the_end_of_the_input(run: Command) -> None:
    shown = run("play", "oldworld", "--seed", 1, "--seat", "nurgle", "--bots", "random", typed="1\n")
    assert shown.code == 0
    assert "Nurgle>" in shown.out


WRONG_BOTS = """
class Crash:
    def __init__(self, rules, seat, seed): pass
    def choose(self, sight): raise RuntimeError("boom")
class Illegal(Crash):
    def choose(self, sight): return 999999
class Nothing(Crash):
    def choose(self, sight): return None
class Unmade(Crash):
    def __init__(self): pass
class Keyless(Crash):
    def __init__(self, rules, seat, seed): {}["boom"]
"""


@pytest.mark.parametrize("command", [("arena", "--blocks", 1, "--jobs", 1), ("sim", "--games", 1, "--jobs", 1), ("play", "--watch")])
@pytest.mark.parametrize(
    ("bot", "code", "did"),
    [
        ("Crash", 1, "broke off: RuntimeError: boom"),
        ("Illegal", 1, "chose 999999, which is not legal"),
        ("Nothing", 1, "chose None, which is not legal"),
        ("Unmade", 2, "cannot be made: TypeError"),
        ("Keyless", 2, "cannot be made: KeyError"),
    ],
)
def test_a_bot_that_fails_is_named_in_one_line(
    run: Command, tmp_path: Path, command: tuple[str, ...], bot: str, code: int, did: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(WRONG_BOTS)
    told = run(command[0], "casters", *command[1:], "--seed", 1, "--bots", f"{file}:{bot}")
    assert told.code == code
    last = told.err.strip().splitlines()[-1]
    assert f"{file}:{bot}" in last and did in last
    assert "Traceback" not in told.err


def test_who_watches_has_no_seat(run: Command) -> None:
    told = run("play", "oldworld", "--watch", "--seat", "khorne")
    assert (told.code, told.out) == (2, "")
    assert "--watch takes no seat" in told.err


def test_bots_are_watched(run: Command) -> None:
    shown = run("play", "oldworld", "--seed", 1, "--watch", "--bots", "random")
    assert shown.code == 0
    assert "Game over" in shown.out
    assert "Your hand" not in shown.out


def test_what_cannot_be_loaded(run: Command, tmp_path: Path, game: Path) -> None:
    from ruinous import record

    assert run("play", "oldworld", "--load", game, "--seed", 3).code == 2
    game.write_text(game.read_text().replace('"seed": 5', '"seed": 6'))
    broken = run("play", "oldworld", "--load", game)
    assert broken.code == 2
    assert f"{game}:" in broken.err
    hosted = tmp_path / "hosted.ruin"
    secret = b"not to be told"
    state = RULES.new({}, record.chance(secret, "setup"))
    with hosted.open("w") as sink:
        record.Writer(sink, RULES, state, RULES.read_options({}), secret=secret).play(state.legal_actions()[0])
    assert "hosted game" in run("play", "oldworld", "--load", hosted).err


# ---- bench and fuzz
def test_bench(run: Command) -> None:
    document = run("bench", "oldworld", "--seconds", 0.05, "--json").json
    assert document["compiled"] is ruinous.compiled()
    names = ("decisions", "legal_moves", "games", "clones", "search_iterations", "api_decisions")
    assert set(document["oldworld"]) == {f"{name}_per_s" for name in names}
    assert all(value > 0 for value in document["oldworld"].values())


def test_fuzz(run: Command, tmp_path: Path) -> None:
    document = run("fuzz", "oldworld", "--games", 2, "--seed", 3, "--jobs", 1, "--out", tmp_path, "--json").json
    assert document["games"] == 2
    assert document["failure"] is None
    assert list(tmp_path.iterdir()) == []


# ---- cards
def test_a_theme_renames_everything(run: Command) -> None:
    shown = run("--theme", "plain", "cards", "oldworld")
    assert shown.code == 0
    for name in ("Khorne", "Nurgle", "Tzeentch", "Slaanesh", "Skaven", "Bretonnia"):
        assert name not in shown.out
    assert run("cards", "oldworld", "khorne").code == 0
    unknown = run("--theme", "baroque", "cards", "oldworld")
    assert (unknown.code, unknown.out) == (2, "")
    assert "plain" in unknown.err


def test_cards(run: Command) -> None:
    shown = run("cards", "oldworld", "battle", "cry")
    assert shown.code == 0
    assert "Battle Cry" in shown.out
    assert "Blood Frenzy" not in shown.out
    everything = run("cards", "oldworld", "--json").json
    assert everything
