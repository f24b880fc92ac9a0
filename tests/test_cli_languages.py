"""The command line in every language: help, click's own words, results for people and problems; documents for programs are the same."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from oldworld.test_catalogue import leaves
from ruinous import cli, text

CLI = Path(cli.__file__).parent
LANGUAGES = ("en", "pt")


class Command:
    """Runs `ruinous` in this process; the language of the process is given back by the fixture."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        code = cli.code([str(argument) for argument in arguments])
        return (code, *self.capsys.readouterr())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    yield Command(capsys)
    cli.code(["--lang", "en", "--version"])
    capsys.readouterr()


def commands(command: click.Command = cli.main, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with what is typed to reach it."""
    yield path, command
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from commands(below, (*path, name))


def said(book: text.Texts) -> set[str]:
    """The titles of the games and the Powers."""
    return {book.raw("names.title"), *book.table["names"].get("powers", {}).values()}


def squeezed(words: str) -> str:
    """Without the places where lines break, and without the sign that keeps lines as they are."""
    return re.sub(r"\s+", " ", words.replace("\b", "")).strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("path", "command"), list(commands()), ids=lambda part: " ".join(part) if isinstance(part, tuple) else "")
def test_help(run: Command, language: str, path: tuple[str, ...], command: click.Command) -> None:
    code, out, err = run("--lang", language, *path, "--help")
    assert (code, err) == (0, "")
    book = text.texts("cli", language)
    shown = squeezed(out)
    names = text.texts("oldworld", language).table["names"]
    titles = {game: text.texts(game, language).raw("names.title") for game in ("oldworld", "casters")}
    assert squeezed(book.say("commands." + ("_".join(path) or "main"), **titles, khorne=names["powers"]["khorne"])) in shown
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help and squeezed(option.help) in shown
    for heading in ("usage", "options"):
        assert book.raw(f"click.{heading}") in out
    assert book.raw("options.shared.help") in shown


def test_every_help_is_used() -> None:
    cli.main.speak()
    known = list(commands())
    book = text.texts("cli", "en")
    assert set(book.table["commands"]) == {"_".join(path) or "main" for path, _ in known}
    used = {"shared.help"}
    for path, command in known:
        own = "_".join(path) or "main"
        for option in command.params:
            if isinstance(option, click.Option):
                name = option.opts[-1].lstrip("-")
                used.add(f"{own}.{name}" if book.has(f"options.{own}.{name}") else f"shared.{name}")
    assert {key for key, _ in leaves(book.table["options"])} == used


def test_every_word_of_the_command_line_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in CLI.glob("*.py"))
    named = set(re.findall(r"""["']([\w.]+)["']""", code))
    begun = {"arena.": {"share", "interval", "rank", "points", "more", "high", "low", "open"}}
    begun["bench."] = {"decisions", "legal_moves", "games", "clones", "search_iterations", "api_decisions"}
    for key, _ in leaves(text.texts("cli", "en").table):
        group, _, name = key.partition(".")
        if group not in ("commands", "options", "click"):
            assert key in named or name in begun.get(f"{group}.", ()), key


def test_clicks_words_are_those_that_click_says() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path(click.__file__).parent.glob("*.py"))
    for key, words in text.texts("cli", "en").table["click"].items():
        assert f'"{words}"'.replace("\n", "\\n").replace("\t", "\\t") in source, key


@pytest.mark.parametrize("order", [("--lang", "pt", "--help"), ("--help", "--lang", "pt"), ("-h", "--theme", "pt")])
def test_the_language_counts_wherever_it_stands(run: Command, order: tuple[str, ...]) -> None:
    code, out, _ = run(*order)
    assert code == 0
    assert out.startswith("Uso: ruinous [OPÇÕES] COMANDO") and "Partidas ao acaso" in out


def test_the_language_of_the_environment(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUINOUS_THEME", "pt")
    assert "Joga um registro de novo" in run("replay", "--help")[1]
    assert "compilad" in (version := run("--version")[1]) or "interpretado" in version


ARENA = ("arena", "casters", "--bots", "rules,random", "--blocks", 1, "--seed", 4, "--jobs", 1)
TOLD = {
    "en": (
        "95% interval",
        "Nobody won",
        "par for each seat 50.0%",
        "By chair, and",
        "One, deck 1",
        "Rounds: mean",
        "1 block, 4 games,",
        "Again:",
    ),
    "pt": (
        "intervalo de 95%",
        "Ninguém venceu",
        "cota justa de cada lugar: 50.0%",
        "Por cadeira, e",
        "Um, baralho 1",
        "Rodadas: média",
        "1 bloco, 4 partidas,",
        "De novo:",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_arena(run: Command, language: str) -> None:
    code, out, err = run("--lang", language, *ARENA)
    assert (code, err) == (0, "")
    for words in TOLD[language]:
        assert words in out
    for words in {one for other in LANGUAGES if other != language for one in TOLD[other]}:
        assert words not in out


@pytest.mark.parametrize(("language", "says"), [("en", "none changed with"), ("pt", "nenhuma mudou com")])
def test_honesty(run: Command, language: str, says: str) -> None:
    assert says in run("--lang", language, "arena", "casters", "--bots", "random", "--no-peek", 5, "--seed", 1)[1]


@pytest.mark.parametrize(("language", "says"), [("en", "3 games, "), ("pt", "3 partidas, ")])
def test_fuzz(run: Command, tmp_path: Path, language: str, says: str) -> None:
    code, out, _ = run("--lang", language, "fuzz", "casters", "--games", 3, "--seed", 1, "--jobs", 1, "--out", tmp_path)
    assert code == 0
    assert out.startswith(says) and ("invariante" in out) == (language == "pt")


@pytest.mark.parametrize("words", ["PODRIDAO", "podridão final", "the_final_rotting"])
def test_a_card_is_found_without_accents(run: Command, words: str) -> None:
    code, out, _ = run("--lang", "pt", "cards", "oldworld", words)
    assert code == 0
    assert out.startswith("A Podridão Final (Nurgle, custo ")


def test_documents_are_the_same_in_every_language(run: Command) -> None:
    assert run("--lang", "pt", *ARENA, "--json")[1] == run("--lang", "en", *ARENA, "--json")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "Não existe o comando 'nonsense'."),
        (["aren"], "Você quis dizer 'arena'?"),
        (["sim", "casters", "more"], "Argumento a mais (more)"),
        (["arena", "oldworld", "--bots"], "A opção '--bots' precisa de um valor."),
        (["sim"], "Falta o argumento 'GAME'."),
        (["sim", "oldworld", "--games", "0"], "0 não está no intervalo x>=1."),
        (["sim", "oldworld", "--option", "edition"], "--option leva NOME=VALOR"),
        (["fuzz", "oldworld"], "dê um dos dois"),
        (["arena", "casters", "--bots", ","], "não dá o nome de ninguém"),
        (["cards", "oldworld", "zzzz"], "Nada se chama 'zzzz'."),
        (["print", "casters", "--png"], "dê o nome dela com --card"),
        (["deck", "show", "/nowhere/at-all"], "Erro: "),
    ],
)
def test_problems(run: Command, arguments: list[str], says: str) -> None:
    code, out, err = run("--lang", "pt", *arguments)
    assert (code, out) == (2, "")
    assert says in err


def test_what_is_wrong_with_a_record_and_with_a_wish(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.ruin"
    path.write_text("{}\n")
    for arguments, says in (
        (["replay", path], "isto não é o registro de uma partida"),
        (["replay", path, "--check"], "isto não é o registro de uma partida"),
        (["sim", "chess"], "não existe o jogo 'chess'; existem oldworld, casters"),
        (["bench", "chess"], "não existe o jogo 'chess'"),
        (["sim", "oldworld", "--option", "edition=third"], "edition é 'third', mas precisa ser um destes: seed, faq2"),
        (["sim", "oldworld", "--bots", "deepblue"], "não existe o bot 'deepblue'"),
        (["arena", "casters", "--bots", "random", "--players", "3"], "casters é um jogo para 2 jogadores"),
    ):
        code, out, err = run("--lang", "pt", *arguments)
        assert (code, out) == (2, "")
        assert says in err


@pytest.mark.parametrize(("language", "marks"), [("en", ("[required]", "NUMBER")), ("pt", ("[obrigatória]", "NÚMERO"))])
def test_what_help_says_of_a_value(run: Command, language: str, marks: tuple[str, ...]) -> None:
    out = run("--lang", language, "arena", "--help")[1]
    for words in marks:
        assert words in out
    assert "INTEGER" not in out and ("required" in out) == (language == "en")


@pytest.mark.parametrize(("theme", "language"), [("plain", "en"), ("plain.pt", "pt")])
@pytest.mark.parametrize(("path", "command"), list(commands()), ids=lambda part: " ".join(part) if isinstance(part, tuple) else "")
def test_help_under_a_theme_renames_the_games(
    run: Command, theme: str, language: str, path: tuple[str, ...], command: click.Command
) -> None:
    shown = squeezed(run("--theme", theme, *path, "--help")[1])
    for game in ("oldworld", "casters"):
        assert not [name for name in said(text.texts(game, language)) if name in shown]
