"""Languages: every key in every language, the same places in every text, no key that nothing uses, no rule cited that is not there."""

import ast
import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from oldworld.test_catalogue import leaves
from ruinous import catalogue, games, text
from ruinous.casters import tables
from ruinous.casters.decks import read_deck, write_deck
from ruinous.games import BadPosition
from ruinous.judge import BadChoice, judge
from ruinous.oldworld import tables as oldworld_tables
from ruinous.server import words

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ruinous"
WEB = SOURCE / "web"
OTHERS = [language for language in text.languages() if language != "en" and text._base(language) is None]
OPTIONAL = re.compile(r"grammar\.|casters\.(names\.)?cards\.")  # the names and texts of Casters' cards stand in cards.toml too


def whole(language: str) -> dict[str, str]:
    return dict(leaves(text._language(language)))


def values(template: str) -> set[str]:
    """The values that the program fills in; names, which have a dot, each language may use as it likes."""
    return {word for place in re.findall(r"\{([^}]*)\}", template) if "." not in (word := place.partition("|")[0])}


def strings(name: str) -> dict[str, str]:
    """A table of the page's words, read as the browser reads it."""
    source = (WEB / name).read_text()
    start = source.index("export default {")
    found = re.findall(r"(?:^|[{,\s])(\w+):\s*(?:'((?:[^'\\]|\\.)*)'|\"([^\"]*)\")", source[start : source.index("\n}\n", start)])
    keys = [key for key, _, _ in found]
    assert len(keys) == len(set(keys)), {key for key in keys if keys.count(key) > 1}
    return {key: one or other for key, one, other in found}


# ---- the files of texts ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", OTHERS)
def test_no_key_is_missing_and_none_too_many(language: str) -> None:
    english, other = whole("en"), whole(language)
    assert {key for key in english.keys() - other.keys() if not OPTIONAL.match(key)} == set()
    assert {key for key in other.keys() - english.keys() if not OPTIONAL.match(key)} == set()
    assert {key.split(".")[2] for key in other if key.startswith("casters.cards.")} in (set(), set(tables.IDS))


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_places_in_every_language(language: str) -> None:
    english, other = whole("en"), whole(language)
    for key in english.keys() & other.keys():
        assert values(english[key]) == values(other[key]), key
        assert other[key].count("{") == other[key].count("}"), key
        assert (english[key] == "") == (other[key] == ""), key


@pytest.mark.parametrize("language", text.languages())
def test_every_name_that_a_text_mentions_is_there(language: str) -> None:
    for game in ("oldworld", "casters"):
        book = text.texts(game, language)
        for key, template in leaves(book.table):
            for place in re.findall(r"\{([^}]*)\}", template):
                for word in place.split("|"):
                    if re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", word) and not (game == "casters" and word.startswith("cards.")):
                        assert book.raw(f"names.{word}"), (key, place)


@pytest.mark.parametrize("language", text.languages())
def test_the_catalogue_is_complete_in_every_language(language: str) -> None:
    for game in catalogue.DOCUMENTS:
        for key, shown in leaves({"all": catalogue.document(game, language)}):
            if isinstance(shown, str):
                assert "{" not in shown, key


def test_a_theme_has_the_words_of_casters_too() -> None:
    """No text of a card says Ally, Action, stack or pit by itself."""
    for card in catalogue.document("casters", "plain")["cards"].values():
        assert not re.search(r"\b(Ally|Allies|Actions?|stack|pit)\b", card["text"]), card


# ---- what the server says ------------------------------------------------------------------------------------------
def test_the_words_of_the_server() -> None:
    used = set()
    for path in (SOURCE / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "words":
                used.add(node.attr.lower())
    assert used == set(text.texts("server", "en").table)
    with pytest.raises(AttributeError):
        _ = words.NO_SUCH_WORD


def test_the_words_of_the_terminal() -> None:
    files = [*(SOURCE / "terminal").glob("*.py"), SOURCE / "cli" / "play.py", SOURCE / "cli" / "cards.py", SOURCE / "casters" / "tables.py"]
    used = "\n".join(path.read_text() for path in files)
    for key in whole("en"):
        group, _, name = key.partition(".")
        if group == "terminal":
            said = re.search(rf"""["']({re.escape(name)}|{name.rpartition(".")[2]})["']""", used)
            assert said or name.startswith("legend."), key


@pytest.mark.parametrize(
    ("groups", "files"),
    [
        (("reading.",), ("reading.py", "oldworld/position.py", "casters/position.py")),
        (("oldworld.position.",), ("oldworld/position.py",)),
        (("casters.position.",), ("casters/position.py",)),
        (("judge.",), ("judge.py", "cli/files.py")),
        (("record.",), ("record.py",)),
        (
            ("asked.",),
            ("interface.py", "games.py", "bots/base.py", "lab/arena.py", "lab/arena_pairing.py", "lab/arena_file.py", "lab/players.py"),
        ),
    ],
)
def test_the_words_about_what_was_written_by_hand(groups: tuple[str, ...], files: tuple[str, ...]) -> None:
    code = "\n".join((SOURCE / file).read_text() for file in files)
    used = set(re.findall(r"""(?:say|raw|no|form|_say)\(\s*"(?:position\.)?(\w+)\"""", code))
    told = {key.rpartition(".")[2] for key in whole("en") if key.startswith(groups)}
    assert told <= used, told - used


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"game": "oldworld", "powers": {"khorne": {}, "nurgle": {}}}, "participam três ou quatro Poderes, não 2"),
        ({"game": "oldworld", "round": 9}, "round precisa ser um número inteiro de 1 a 7, não 9"),
        ({"game": "casters", "stack": [["one", "stoke"]]}, "antes da abertura todas as cartas estão nos baralhos"),
        ({"game": "casters", "stack": ["stoke"]}, "pilha, posição 1: 'stoke' não é [dono, carta]"),
    ],
)
def test_what_cannot_be_is_said_in_the_language_in_use(position: dict[str, object], reason: str) -> None:
    with text.speaking("pt"), pytest.raises(BadPosition) as refused:
        games.game(str(position["game"])).from_position(position)
    assert reason in refused.value.reasons


def test_the_judge_speaks_the_language_in_use() -> None:
    rules = games.game("oldworld")
    both = {"khorne": {"warrior": 1}, "nurgle": {"warrior": 1}}
    battle = {"game": "oldworld", "phase": "battle", "regions": {"kislev": {"figures": both}}}
    with text.speaking("pt"):
        verdict = judge(rules, battle, "battle", (), ())
        with pytest.raises(BadChoice, match="sobra 1 dado"):
            judge(rules, {"game": "oldworld", "phase": "corruption"}, "corruption", (), (6,))
    assert verdict.pending is not None and verdict.pending["text"] == "falta o dado número 1 (ou outra coisa do acaso)"


def test_the_words_of_simulations_and_sheets() -> None:
    """Every end of a game has its words, every key its use."""
    assert set(text.texts("oldworld", "en").table["ends"]) == set(oldworld_tables.REASONS[1:])
    assert set(text.texts("casters", "en").table["ends"]) == set(tables.REASONS[1:])
    code = "\n".join(path.read_text() for path in [*(SOURCE / "cli").glob("*.py"), *(SOURCE / "lab").glob("*.py")])
    named = set(re.findall(r"""["'](\w+)["']""", code))
    for key in text.texts("lab", "en").table.keys() | text.texts("lab", "en").table["plots"].keys():
        assert key in named or key in ("plots", "by"), key


def test_a_block_speaks_another_language() -> None:
    assert words.NO_TABLE == "There is no such table."
    with text.speaking("pt"):
        assert words.NO_TABLE == "Não existe esta mesa."
        with text.speaking("en"):
            assert words.NO_TABLE == "There is no such table."
        assert text.current() == "pt"
    assert text.current() == "en"
    with pytest.raises(LookupError), text.speaking("klingon"):
        pass


def test_two_tasks_speak_two_languages() -> None:
    async def said(language: str) -> str:
        with text.speaking(language):
            await asyncio.sleep(0)
            return words.NO_TABLE

    async def both() -> list[str]:
        return list(await asyncio.gather(said("pt"), said("en")))

    with ThreadPoolExecutor(1) as aside:  # browser tests leave a loop running in this thread
        assert aside.submit(asyncio.run, both()).result() == ["Não existe esta mesa.", "There is no such table."]


@pytest.mark.parametrize("theme", ["plain", "plain.pt"])
def test_a_theme_stands_for_the_languages_it_renames(theme: str) -> None:
    text.use(theme)
    try:
        for language, name in (("en", "Red"), ("pt", "Vermelho")):
            with text.speaking(language):
                assert text.texts("oldworld").name("powers", "khorne") == name
                assert text.spoken() == language
    finally:
        text.use("en")
    with text.speaking("pt"):
        assert text.texts("oldworld").name("powers", "khorne") == "Khorne"


@pytest.mark.parametrize("theme", ["plain", "plain.pt"])
def test_a_theme_renames_everything_that_has_a_name(theme: str) -> None:
    """But for the phases of Casters, which are called by what is done in them."""
    for game in ("oldworld", "casters"):
        own = dict(leaves(text.texts(game, theme).table["names"]))
        for key, name in leaves(text.texts(game, {"plain": "en", "plain.pt": "pt"}[theme]).table["names"]):
            assert own[key] != name or (game == "casters" and key.startswith("phases.")), key


def test_the_language_that_a_browser_wants() -> None:
    assert text.wanted("pt-BR,pt;q=0.9,en;q=0.8") == "pt"
    assert text.wanted("fr-CH, en;q=0.3, pt;q=0.7") == "pt"
    assert text.wanted("fr;q=nonsense, *") == text.wanted("") == "en"


def test_prepositions_and_articles_are_joined() -> None:
    book = text.texts("oldworld", "pt")
    said = book.say("log.battle", region=book.name("regions", "empire"))
    assert said == "Batalha no Império"
    assert book.fill("{a} vai de {b} para {c}", {"a": "X", "b": "Os Príncipes", "c": "As Terras"}) == "X vai dos Príncipes para as Terras"


def test_a_deck_list_is_understood_in_every_language() -> None:
    deck = dict.fromkeys(tables.IDS[:15], 2)
    for language in text.languages():
        with text.speaking(language):
            written = write_deck(deck)
        assert read_deck(written) == deck, language


# ---- the rules ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", text.languages())
def test_no_refusal_cites_a_file_as_its_rule(language: str) -> None:
    assert [key for key, said in whole(language).items() if key.endswith(".rule") and "docs/" in said] == []


@pytest.mark.parametrize("language", text.languages())
def test_every_rule_that_a_text_cites_is_in_the_reference(language: str) -> None:
    known = {game: {rule["id"] for rule in catalogue.document(game, language)["rules"]} for game in catalogue.DOCUMENTS}
    titles = {"OW": "oldworld", "CC": "casters"}
    cited = 0
    for key, said in whole(language).items():
        found = re.findall(r"(OW|CC) (\d+(?:\.\d)?)", said)
        for title, number in found:
            assert number in known[titles[title]], (key, said)
        for number in re.findall(r"; \w+ (\d+)", said) if key.endswith(".rule") else ():
            assert f"r{number}" in known[key.split(".")[0]], (key, said)
        cited += len(found)
    assert cited > 80


def test_the_reference_has_the_sections_of_the_documentation() -> None:
    told = set(re.findall(r"^(?:## OW |\*\*)(\d+(?:\.\d)?)[ .*]", (ROOT / "docs" / "rules-oldworld.md").read_text(), re.M)) - {"12"}
    known = {rule["id"] for rule in catalogue.document("oldworld")["rules"]}
    assert told - known <= {"4", "6"}, "sections that have only parts"
    assert {one for one in known if one[0] != "r"} - told <= {"5.1", "5.2", "5.3", "5.4", "6.1", "6.2"}
    rulings = {game: set(re.findall(r"^\| (\d+) \|", (ROOT / "docs" / name).read_text(), re.M)) for game, name in RULINGS.items()}
    for game, numbers in rulings.items():
        assert {rule["id"][1:] for rule in catalogue.document(game)["rules"] if rule["id"][0] == "r"} <= numbers


RULINGS = {"oldworld": "rulings.md", "casters": "rulings-casters.md"}


# ---- the page ----------------------------------------------------------------------------------------------------
def test_the_words_of_the_page_in_every_language() -> None:
    english, portuguese = strings("strings.en.js"), strings("strings.pt.js")
    assert english.keys() == portuguese.keys()
    assert len(english) > 400
    for key, said in english.items():
        assert set(re.findall(r"\{(\w+)\}", said)) == set(re.findall(r"\{(\w+)\}", portuguese[key])), key


def test_the_page_takes_names_from_the_server() -> None:
    """So that a theme reaches them: no sentence of the page has one in it."""
    names = {value for key, value in leaves(text.texts("oldworld", "en").table["names"]) if not key.startswith(("phases.", "upgrades."))}
    names |= {card.name for card in tables.POOL if " " in card.name} | {"Ally", "Allies", "stack", "pit"}
    found = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b", re.IGNORECASE)
    for key, said in strings("strings.en.js").items():
        assert not found.search(re.sub(r"\{\w+\}", "", said)), (key, said)


def test_no_word_of_the_page_is_unused() -> None:
    """A key is used by its name, or by the beginning of it with the rest in `${}`."""
    code = "\n".join(path.read_text() for path in WEB.glob("*.js") if not path.name.startswith("strings"))
    begun = set(re.findall(r"`(\w+_)\$\{", code))
    named = set(re.findall(r"['`](\w+)['`]", code))
    unused = {key for key in strings("strings.en.js") if key not in named and not any(key.startswith(start) for start in begun)}
    assert unused == set()
