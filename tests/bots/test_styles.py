"""Styles: what a bot likes more than it is worth decides between options that it thinks nearly as good, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from bots.playing import RULES, decisions_of
from ruinous.bots.base import NAMES, STYLED, STYLES, Sight, look, make
from ruinous.bots.oldworld_greedy import GreedyBot
from ruinous.bots.oldworld_outcome import NAMES as NAMES_OF_OUTCOMES
from ruinous.bots.oldworld_outcome import outcome
from ruinous.bots.styles import LEEWAY, LIKED, by_liking
from ruinous.text import texts
from ruinous.thinking.oldworld_search import Search

LIKED_GROUPS = {style: liked for style, (liked, _) in LIKED.items()}


def choices(number: int) -> Iterator[Sight]:
    """So many decisions with a choice, of games between bots that decide quickly."""
    sights = (look(RULES, state, seat, n) for state, seat, _, n in decisions_of("rules", 10_000) if n % 5 == 0)
    return islice((sight for sight in sights if len(sight.actions) > 1), number)


def bot(name: str, sight: Sight) -> GreedyBot:
    return cast(GreedyBot, make(name, RULES, sight.seat, 1))


def searches(name: str, number: int) -> list[Search]:
    """What a bot thinks at so many decisions."""
    return [bot(name, sight).search(sight) for sight in choices(number)]


def amount(search: Search, action: int, liked: str) -> float:
    """What an option comes to, in the unit of what a style likes."""
    i = next(i for i in range(search.number) if search.options[i] == action)
    return outcome(search, i)[NAMES_OF_OUTCOMES.index(liked)][1]


def value(search: Search, action: int) -> float:
    """The share of the win that is expected of an option."""
    return next(float(search.share(i)) for i in range(search.number) if search.options[i] == action)


@pytest.fixture(scope="module")
def of_l3() -> list[Search]:
    return searches("l3", 60)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_takes_more_of_what_it_likes_and_gives_up_no_more_than_its_leeway(of_l3: list[Search], style: str) -> None:
    liked, more = LIKED_GROUPS[style], 0
    for search in of_l3:
        plain, own = by_liking(search, ""), by_liking(search, style)
        assert sorted(plain) == sorted(own)
        assert [action for action in plain if action != own[0]] == own[1:]
        assert value(search, own[0]) >= value(search, plain[0]) - LEEWAY
        if own[0] != plain[0]:
            gained = amount(search, own[0], liked) - amount(search, plain[0], liked)
            assert gained < 0 if liked == "rival" else gained > 0
            more += 1
    assert more > 2


def test_of_a_search_only_options_that_were_played_on_are_liked() -> None:
    changed = 0
    for search in searches("l4@16", 12):
        chosen = by_liking(search, "conqueror")[0]
        i = next(i for i in range(search.number) if search.options[i] == chosen)
        assert (search.count[i] > 0) == (search.count[0] > 0)
        changed += i > 0
    assert changed


def test_a_bot_with_a_style_plays_by_it_and_says_so() -> None:
    """It plays what its style likes best; its advice has that in front."""
    differences = 0
    for sight in choices(40):
        chosen = bot("l3+zealot", sight).choose(sight)
        assert bot("l3+zealot", sight).advise(sight)[0].action == chosen
        differences += chosen != bot("l3", sight).choose(sight)
    assert differences


def test_names_of_styles() -> None:
    assert [name for name in NAMES if "+" in name] == [f"{level}+{style}" for level in STYLED for style in STYLES]
    assert NAMES[-1] == "l5"  # the strongest, which gives hints
    make("l2+spoiler", RULES, "khorne", 1)
    make("l4+conqueror@8", RULES, "khorne", 1)
    for name in ("l3+", "l3+meek", "l1+zealot", "random+spoiler"):
        with pytest.raises(LookupError, match="styles zealot, conqueror, spoiler"):
            make(name, RULES, "khorne", 1)
    assert texts("asked").say("no_style", bot="x", styles="y")


def test_of_a_bot_that_is_wished_for_plainly_nothing_is_asked(tmp_path: Path) -> None:
    """Of a compiled class nobody may be able to tell what it takes."""
    file = tmp_path / "opaque.py"
    file.write_text(
        "class Opaque:\n    __signature__ = 0\n    def __init__(self, *given): pass\n    def choose(self, sight): return sight.actions[0]\n"
    )
    sight = next(choices(1))
    assert make(f"{file}:Opaque", RULES, sight.seat, 1).choose(sight) == sight.actions[0]
