"""Positions that somebody has changed by hand: each is refused with its reasons, or can be shown, judged and played to its end."""

import contextlib
import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ruinous import games
from ruinous.games import BadPosition, Rules
from ruinous.judge import BadChoice, judge

DEPTH = 70  # decisions before a position is taken
TAKEN = 6  # real positions of a round of changes
CHANGED = 8  # changes of each of them
ROUNDS = 4
LOOKED_AT = 4  # decisions after which everything is shown
NUMBERS = (0, 1, 2, 3, 4, 5, 8, 9, 16, 40, 255, 511, 999, 65535, 70000)
ODD: tuple[Any, ...] = (None, True, -1, 99, "khorne", "foo", [], {}, ["foo"], [[1]], {"foo": 1}, 1.5, 2**70)


def taken(rules: Rules, random: Random) -> dict[str, Any]:
    """The position of a game played at random so far."""
    state = rules.new({}, random.randrange(1000))
    for _ in range(random.randrange(DEPTH)):
        if not state.over:
            state.play(random.choice(state.legal_actions()))
    position: dict[str, Any] = json.loads(json.dumps(rules.position(state)))
    return position


def places(inside: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: what it is in, and its key or number there."""
    for key in list(inside) if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ():
        yield inside, key
        yield from places(inside[key])


def tasks(position: dict[str, Any]) -> list[Any]:
    """Everything that is to be done in a position."""
    return [*position["agenda"], *([position["pending"]] if position["pending"] else [])]


def change(position: dict[str, Any], others: list[dict[str, Any]], random: Random) -> None:
    """Change one thing: a value, a whole part, what is to be done."""
    what = random.randrange(8)
    everything = [task for other in others for task in tasks(other)]
    if what == 0:
        inside, key = random.choice(list(places(position)))
        inside[key] = copy.deepcopy(random.choice(ODD))
    elif what == 1:
        numbers = [(inside, key) for inside, key in places(position) if type(inside[key]) is int]
        inside, key = random.choice(numbers)
        inside[key] = random.choice((inside[key] + 1, inside[key] - 1, *NUMBERS))
    elif what == 2:
        inside, key = random.choice([place for place in places(position) if isinstance(place[0], dict)])
        del inside[key]
    elif what == 3:
        key = random.choice(list(position))
        position[key] = copy.deepcopy(random.choice(others)[key])
    elif not everything or not isinstance(position.get("agenda"), list):
        return
    elif what == 4:
        other = random.choice(others)
        position["agenda"], position["pending"] = copy.deepcopy((other["agenda"], other["pending"]))
    elif what == 5:
        position["agenda"].insert(random.randint(0, len(position["agenda"])), copy.deepcopy(random.choice(everything)))
    elif what == 6:
        position["pending"] = random.choice((None, copy.deepcopy(random.choice(everything))))
    else:
        task = copy.deepcopy(random.choice(everything))
        at = random.randint(1, 3)
        task[at] = random.choice((*NUMBERS, random.choice(everything)[at]))
        position[random.choice(("agenda", "pending"))] = random.choice((task, [task], [*position["agenda"], task]))


def look(rules: Rules, state: Any) -> None:
    """Everything that is shown of a state; it comes back from its bytes."""
    for seat in (None, *rules.seats(state)):
        rules.view(state, seat)
        rules.events(state, seat)
        rules.prompt(state, seat)
        rules.sample_world(state, seat, 1)
    legal = state.legal_actions()
    assert state.over or (len(legal) > 1 and rules.to_move(state) in rules.seats(state))
    for action in legal:
        rules.describe(state, action)
        assert rules.parse(state, rules.text(state, action)) == action
    again = rules.unpack(rules.pack(state))
    assert rules.checksum(again) == rules.checksum(state)
    assert again.legal_actions() == legal


def play(rules: Rules, position: dict[str, Any], random: Random) -> bool:
    """Show, judge and play a position to its end; whether it was accepted."""
    try:
        state = rules.from_position(position)
    except BadPosition:
        return False
    with contextlib.suppress(BadChoice):
        judge(rules, position, rules.phase(rules.from_position(position, begin=False)), [], [])
    for _ in range(LOOKED_AT):
        look(rules, state)
        if not state.over:
            state.play(random.choice(state.legal_actions()))
    rules.playout(state, random.randrange(1000))
    look(rules, state)
    assert rules.outcome(state) is not None
    return True


@pytest.mark.parametrize("name", list(games.GAMES))
@pytest.mark.parametrize("number", range(ROUNDS))
def test_what_somebody_has_changed_is_refused_or_played_to_its_end(name: str, number: int) -> None:
    rules, random = games.game(name), Random(number)
    real = [taken(rules, random) for _ in range(TAKEN)]
    accepted = 0
    for position in real:
        assert play(rules, position, random)
        for _ in range(CHANGED):
            changed = copy.deepcopy(position)
            for _ in range(random.randint(1, 2)):
                change(changed, real, random)
            try:
                accepted += play(rules, changed, random)
            except Exception as problem:
                raise AssertionError(json.dumps(changed)) from problem
    assert 0 < accepted < TAKEN * CHANGED
