"""Answers in every language: how an action is said, and what somebody means by what he types."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

import pytest

from ruinous import answers, games
from ruinous.answers import Answers
from ruinous.games import Rules, State
from ruinous.text import speaking, texts

LANGUAGES = ("en", "pt", "plain.pt")
OLD_WORLD = games.game("oldworld")
SEEDS = {"oldworld": (3, 29, 33, 36, 79, 85, 103, 138, 311), "casters": (206,)}  # random games that ask every question there is
EACH = 4  # decisions of a kind that are looked at


def decisions(rules: Rules, each: int = EACH) -> Iterator[State]:
    """Decisions of random games, a few for each question; every question must be asked."""
    seen: Counter[str] = Counter()
    for seed in SEEDS[rules.name]:
        dice = random.Random(seed)
        decks = {option.name: option.draw(dice.randrange) for option in rules.options if option.draw}
        state = rules.new(decks, seed)
        while not state.over:
            task = rules.view(state, None)["pending"]["task"]
            seen[task] += 1
            if seen[task] <= each:
                yield state
            state.play(dice.choice(state.legal_actions()))
    assert set(seen) == set(texts(rules.name, "en").table["questions"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.GAMES)
def test_what_is_shown_is_understood(game: str, language: str) -> None:
    """Every answer to every question: its words, without accents too, its heading with the region's name, its text."""
    rules = games.game(game)
    with speaking(language):
        for state in decisions(rules):
            asked = Answers(rules, state)
            for action in state.legal_actions():
                described = rules.describe(state, action)
                said, text = asked.said(action), described["text"]
                ways = [said, answers.bare(said), said.upper(), text, text.replace("_", " ")]
                if heading := answers.heading(game, described):
                    ways.append(re.sub(r" \(\d+\)", "", heading) + " " + asked.region(action))
                if "figure" in described:
                    ways.append(answers.said(game, described, own_name=True))
                for typed in ways:
                    assert asked.meant(typed) == [action], typed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.GAMES)
def test_what_is_not_legal_is_understood_too(game: str, language: str) -> None:
    """The words of any action mean that action, or one that is said alike: the rule that forbids it can be told."""
    rules, dice = games.game(game), random.Random(5)
    with speaking(language):
        for state in decisions(rules, 1):
            asked = Answers(rules, state)
            for action in dice.sample(answers.EVERY_ACTION[game], 12):
                found = asked.meant(said := asked.said(action))
                assert len(found) == 1
                assert asked.said(found[0]) == said
                if action not in state.legal_actions() and found == [action]:
                    assert rules.refusal_text(rules.why_not(state, action))["reason"]


def turn() -> Answers:
    """Khorne's first turn, of a game where he holds certain cards."""
    state = OLD_WORLD.new({}, 1)
    while OLD_WORLD.to_move(state) != "khorne" or OLD_WORLD.view(state, None)["pending"]["task"] != "summoning_turn":
        state.play(state.legal_actions()[0])
    return Answers(OLD_WORLD, state)


def told(asked: Answers, typed: str) -> list[str]:
    """The texts of the actions that may be meant."""
    return [OLD_WORLD.text(asked.state, action) for action in asked.meant(typed)]


@pytest.mark.parametrize(
    ("language", "typed", "text"),
    [
        ("en", "summon cultist in The Empire", "summon cultist empire"),
        ("en", "SUM cul nor", "summon cultist norsca"),
        ("en", "summon bloodsworn troll country", "summon cultist troll_country"),
        ("en", "pa", "pass"),
        ("pt", "invocar cultista no Império", "summon cultist empire"),
        ("pt", "invocar cultista em imperio", "summon cultist empire"),
        ("pt", "inv cul prin", "summon cultist border_princes"),
        ("pt", "invocar jurado de sangue na terra dos trolls", "summon cultist troll_country"),
        ("pt", "invocar cultista nos Príncipes da Fronteira", "summon cultist border_princes"),
        ("pt", "demonio bretonia", "summon daemon bretonnia"),
        ("pt", "summon cultist norsca", "summon cultist norsca"),
        ("pt", "passar", "pass"),
        ("pt", "pass", "pass"),
    ],
)
def test_as_little_as_tells_it_apart(language: str, typed: str, text: str) -> None:
    with speaking(language):
        assert told(turn(), typed) == [text]


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "summon"), ("en", "cultist"), ("en", "norsca"), ("pt", "invocar"), ("pt", "imperio")]
)
def test_several_may_be_meant(language: str, typed: str) -> None:
    with speaking(language):
        asked = turn()
        found = asked.meant(typed)
        assert 1 < len(found) < len(asked.legal)
        assert all(answers.bare(typed) in answers.bare(asked.said(action)) for action in found)


@pytest.mark.parametrize(
    "typed", ["", "   ", "...", "the", "o a os", "???", "in", "voar até a lua", "fly to the moon", "norsca cultist summon", "\0", "_"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_meant(language: str, typed: str) -> None:
    with speaking(language):
        assert turn().meant(typed) == [] or typed in ("the", "in")  # which are words where they are not left out


@pytest.mark.parametrize(
    ("language", "typed", "best"),
    [
        ("en", "sumon cultist norska", "summon cultist in Norsca"),
        ("pt", "invokar cultista norska", "invocar cultista em Norsca"),
        ("pt", "pasar", "passar"),
    ],
)
def test_what_looks_most_like_it(language: str, typed: str, best: str) -> None:
    with speaking(language):
        asked = turn()
        near = asked.nearest(typed)
        assert near[0] == best
        assert len(near) == len(set(near)) == answers.NEAREST
        assert all(asked.meant(words) for words in near)


def test_where_from_and_whither_are_never_confused() -> None:
    """The order of the other language is not understood as the opposite way."""
    state = OLD_WORLD.from_position(
        {
            "phase": "summoning",
            "powers": {"khorne": {"power": 6}, "nurgle": {}, "tzeentch": {}},
            "regions": {region: {"figures": {"khorne": {"cultist": 1}}} for region in ("norsca", "troll_country")},
        }
    )
    with speaking("pt"):
        asked = Answers(OLD_WORLD, state)
        assert told(asked, "invocar cultista de Norsca para a Terra dos Trolls") == ["summon cultist troll_country from norsca"]
        assert told(asked, "summon cultist kislev from troll_country") == ["summon cultist kislev from troll_country"]
        assert told(asked, "invocar cultista kislev de norsca") == []


def test_a_place_on_the_stack_is_no_beginning_of_another() -> None:
    assert answers.fits(("attack", "1"), ("attack", "1", "bone", "warden"))
    assert not answers.fits(("attack", "1"), ("attack", "12", "bone", "warden"))
    assert not answers.fits(("attack", "attack"), ("attack", "1"))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_leaves_out_the_same_words(language: str) -> None:
    words = (files("ruinous") / "web" / f"strings.{language}.js").read_text(encoding="utf-8")
    assert f"cmd_unsaid: '{texts('answers', language).raw('unsaid')}'" in words
