"""H7: when and how often a seat hears something tells it no more than what it hears."""

from random import Random
from typing import Any

import pytest

from ruinous import games
from ruinous.bots.base import Sight
from ruinous.server import driver
from ruinous.server.showing import described
from server.simulation import twins

HIDDEN = ("play", "hand", "card")
"""Kinds of actions that only one seat can have."""


def by_what_all_see(sight: Sight) -> tuple[int, float]:
    """A bot that does what everybody could foresee; how long it thinks about it comes from its hand."""
    seen = [action for action in sight.legal if action["kind"] not in HIDDEN] or list(sight.legal)
    chance = Random(f"{sight.seat} {sight.view['round']} {[action['text'] for action in seen]}")
    return int(chance.choice(seen)["id"]), len(sight.legal) % 50 / 100


def position(name: str, state: games.State) -> dict[str, Any]:
    """As a table can begin with it, with the same dice in every world."""
    state.set_chance(7)
    return games.game(name).position(state)


def pairs(name: str, number: int, phase: str) -> list[tuple[list[twins.Heard], list[twins.Heard]]]:
    """What one seat hears from the middle of a game on, in the true world and in others that it cannot tell from it.

    In the Old World another seat passes whenever it may; all others are bots.
    """
    rules, chance = games.game(name), Random(number)
    state = rules.new(rules.read_options({}), number)
    while rules.phase(state) != phase or rules.round(state) < 1 + number % 3:
        state.play(chance.choice(state.legal_actions()))
    me, *others = chance.sample(rules.seats(state), len(rules.seats(state)))
    passes = others[:1] if name == "oldworld" else []
    order = {"game": name, "seat": [me, *passes], "bots": dict.fromkeys(others[len(passes) :], "random"), "seed": 5}

    def heard(world: games.State) -> list[twins.Heard]:
        return twins.heard(order | {"position": position(name, world)}, me, by_what_all_see, passes)

    true = heard(state)
    return [(true, heard(rules.sample_world(state, me, 100 * number + world))) for world in range(3)]


@pytest.mark.parametrize(("name", "phase"), [("oldworld", "summoning"), ("casters", "play")])
def test_whoever_passes_by_himself_or_is_a_bot_takes_as_long_with_any_hand(name: str, phase: str) -> None:
    """Hands and decks that a seat cannot know are dealt anew: the same frames at the same moments, until it is told something."""
    same = passed = 0
    for number in range(6):
        for one, other in pairs(name, number, phase):
            frames, wrong = twins.alike(one, other)
            assert wrong is None, (number, wrong)
            same += frames
            passed += sum(event["kind"] == "passed" for heard in one[:frames] for event in heard.frame.get("events", ()))
    assert same > 120
    assert passed > 20 or name == "casters"


def test_a_pass_that_comes_sooner_when_few_cards_could_be_played_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = driver.Driver._wait

    async def hasty(own: driver.Driver, *, secret: bool) -> None:
        actions = described(own._table.rules, own._table.history.line.state)
        if len({action["card"] for action in actions if action["kind"] == "play"}) > 2:
            await wait(own, secret=secret)

    monkeypatch.setattr(driver.Driver, "_wait", hasty)
    assert any(twins.alike(*pair)[1] for number in range(6) for pair in pairs("oldworld", number, "summoning"))


def exchanging(cards: int) -> twins.Choose:
    """A bot that exchanges so many cards in the opening and takes 50 ms for each."""
    gone = 0

    def choose(sight: Sight) -> tuple[int, float]:
        nonlocal gone
        picks = [action for action in sight.legal if action["kind"] == "hand"]
        if sight.view["phase"] != "opening":
            return by_what_all_see(sight)
        if gone < cards and picks:
            gone += 1
            return int(picks[0]["id"]), 0.05
        return int(next(action for action in sight.legal if action["kind"] == "done")["id"]), 0.05

    return choose


@pytest.mark.parametrize("seed", [1, 2])
def test_how_many_cards_a_bot_exchanges_cannot_be_read_from_a_clock(seed: int) -> None:
    """Casters, whoever goes first: one frame, and at the same moment."""
    order = {"game": "casters", "seat": "one", "bots": {"two": "random"}, "seed": seed}
    none, some, all_six = (twins.heard(order, "one", exchanging(cards), moves=2) for cards in (0, 2, 6))
    for other in (some, all_six):
        assert twins.alike(none, other)[1] is None
