"""The texts: complete, neutral under the theme `plain`, and the catalogue of everything in the box."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from contract.sampling import decisions
from ruinous import catalogue, games, text
from ruinous.oldworld import events, tables, tasks
from ruinous.text import Texts, texts

LANGUAGES = ("en", "plain")


@pytest.fixture
def _plain() -> Iterator[None]:
    """The theme `plain` for one test."""
    text.use("plain")
    yield
    text.use("en")


def leaves(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """(dotted key, text) of everything in a table."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield path + key, value


# ---- completeness ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_with_an_id_has_a_name(language: str) -> None:
    book = texts("oldworld", language)
    wanted = {
        "powers": tables.POWERS,
        "regions": tables.REGIONS,
        "kinds": tables.KINDS,
        "tokens": tables.TOKENS,
        "phases": tables.PHASES,
        "figures": [name for names in tables.FIGURE_NAMES for name in names],
        "cards": [card[0] for own in tables.CHAOS_CARDS for card in own],
        "old_world": [card[0] for card in tables.OLD_WORLD_CARDS],
    }
    for group, ids in wanted.items():
        assert set(book.table["names"][group]) == set(ids)
    for p, power in enumerate(tables.POWERS):
        assert set(book.table["names"]["upgrades"][power]) == set(book.table["upgrades"][power]) == {one[0] for one in tables.UPGRADES[p]}
    assert set(book.table["cards"]) == set(wanted["cards"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_in_every_text_can_be_filled(language: str) -> None:
    """Whatever a text refers to by a dotted key is there; plain words in braces are values that the program fills in."""
    book = texts("oldworld", language)
    for key, template in leaves(book.table):
        for place in re.findall(r"\{([^}]*)\}", template):
            for word in place.split("|"):
                assert "." not in word or book.raw(f"names.{word}"), (key, place)
            if "." not in place:
                assert re.fullmatch(r"[a-z_]+(\|[^|]*\|[^|]*)?", place), (key, place)
        assert template.count("{") == template.count("}") == len(re.findall(r"\{[^{}]*\}", template)), key


def test_old_world_cards_have_the_parts_that_their_marks_name() -> None:
    for card in tables.OLD_WORLD_CARDS:
        parts = {part for part, mark in zip(("immediate", "track", "end"), card[4], strict=True) if mark}
        assert set(texts("oldworld", "en").table["old_world"][card[0]]) == parts


def test_every_event_reason_and_task_has_its_text() -> None:
    table = texts("oldworld", "en").table
    assert {name for name, _fields in events.FIELDS} - set(table["log"]) == {"power_changed"}  # gained or lost
    assert set(table["log"]["vp"]) == set(events.VP_REASONS)
    assert set(table["log"]["figure_removed"]) == set(events.REMOVAL_REASONS)
    assert set(table["log"]["game_over"]) == set(table["outcomes"]) == set(tables.REASONS[1:])
    assert set(table["prompts"]) - {"waiting", "over"} <= set(tasks.TASK_NAMES.values())
    assert set(table["dial"]) - {"start"} == set(tables.DIAL_EFFECTS)


# ---- the formatter -------------------------------------------------------------------------------------------
def test_the_formatter() -> None:
    book = Texts({"names": {"tokens": {"hero": "Hero"}}, "line": "{who} takes {n} {n|card|cards} from the {tokens.hero}"})
    assert book.say("line", who="Ann", n=1) == "Ann takes 1 card from the Hero"
    assert book.say("line", who="{n}", n=2) == "{n} takes 2 cards from the Hero"
    with pytest.raises(KeyError):
        book.say("line", who="Ann")
    with pytest.raises(KeyError):
        book.say("no_line")
    with pytest.raises(LookupError, match="there is en, plain"):
        texts("oldworld", "klingon")


# ---- the theme -------------------------------------------------------------------------------------------------
def english_names() -> set[str]:
    """The names of the English file that must not be seen under another theme."""
    names = {value for key, value in leaves(texts("oldworld", "en").table["names"]) if not key.startswith("phases.")}
    return names - {"More Power", "More Cards", "Much More Power"}  # these name nothing


NAMES = re.compile(rf"\b({'|'.join(map(re.escape, sorted(english_names())))})\b", re.IGNORECASE)


def leaks(shown: str) -> list[str]:
    """English names in a text that is shown under the theme `plain`."""
    return NAMES.findall(shown)


def test_the_theme_renames_every_name() -> None:
    english, plain = (dict(leaves(texts("oldworld", language).table["names"])) for language in LANGUAGES)
    same = {key for key in english if english[key] == plain[key]}
    assert not same
    assert english.keys() == plain.keys()
    assert len({plain[key] for key in plain if key.startswith(("cards.", "old_world.", "powers.", "regions.", "figures."))}) == 77


def test_no_english_name_shows_through_the_theme_in_the_catalogue() -> None:
    document = catalogue.document("oldworld", "plain")
    for _key, shown in leaves({"all": json.loads(json.dumps(document, default=str))}):
        for one in [shown] if isinstance(shown, str) else []:
            if one not in tables.POWERS:  # ids stay ids
                assert not leaks(one), one
    for entry in document["cards"].values():
        assert not leaks(entry["name"] + " " + entry["text"])
    for dial in document["dials"].values():
        for place in dial:
            assert not leaks(place["text"])


@pytest.mark.usefixtures("_plain")
def test_no_english_name_shows_through_the_theme_in_a_game() -> None:
    rules = games.game("oldworld")
    for seed in range(3):
        for state in decisions(rules, {}, seed):
            assert not leaks(rules.prompt(state, rules.to_move(state)))
            assert not leaks(rules.prompt(state, None))
            if not state.over:
                for action in range(0, 1727, 41):
                    if action not in state.legal_actions() and not 2 < action < 8:
                        assert not leaks(rules.refusal_text(rules.why_not(state, action))["reason"])
        for event in rules.events(state, "khorne"):
            assert not leaks(event["text"]), event["text"]


# ---- the catalogue ----------------------------------------------------------------------------------------------
def test_the_catalogue_holds_the_box() -> None:
    document = catalogue.document("oldworld")
    assert json.loads(json.dumps(document)) == document
    assert len(document["cards"]) == 30
    assert sum(card["copies"] for card in document["cards"].values()) == 96
    assert len(document["old_world"]) == 22
    assert sum(card["copies"] for card in document["old_world"].values()) == 28
    assert sum(len(own) for own in document["upgrades"].values()) == 20
    assert [len(dial) for dial in document["dials"].values()] == [10, 11, 9, 8]
    assert sum(figure["count"] for own in document["figures"].values() for figure in own.values()) == 45


def test_entries_of_the_catalogue() -> None:
    document = catalogue.document("oldworld", "en")
    assert document["cards"]["battle_cry"] == {
        "name": "Battle Cry",
        "power": "khorne",
        "cost": 1,
        "magic": False,
        "copies": 4,
        "text": "Nobody places corruption here this round.",
        "mark": "S",
    }
    corsairs = document["old_world"]["dark_elf_corsairs"]
    assert (corsairs["comet"], corsairs["boxed"], corsairs["track"], corsairs["marks"]) == (True, False, "", ["O", "", "R"])
    assert document["dials"]["khorne"][1] == {"threat": 6, "text": "+4 VP"}
    assert document["dials"]["nurgle"][2] == {"threat": 10, "text": "Remove 1 corruption token, anybody's, anywhere"}
    assert document["figures"]["slaanesh"]["daemon"] == {"name": "Keeper of Secrets", "count": 1, "cost": 3, "attack": 2, "defense": 4}
    with pytest.raises(LookupError, match="there is oldworld"):
        catalogue.document("chess")
