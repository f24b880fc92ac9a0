"""The watch over games: nothing to find in the rules as they are, and no deliberate bug escapes it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mutants import MUTANTS, Mutant, broken
from ruinous import games
from ruinous.bots.base import look, make
from ruinous.lab import invariants
from ruinous.lab.fuzz import random_options
from ruinous.lab.referee import facts
from ruinous.oldworld import names as n
from ruinous.oldworld import tables

ENOUGH = 60  # games in which a bug must show


def follow(rules: Any, watch: Any, state: Any, choose: Any) -> None:
    """Play a game to its end under the watch; `choose(state)` picks the action."""
    over = watch(rules, state)
    if not state.over and not state.legal_actions():
        state.advance()  # a position: the watch has seen it before anything happens
    over.step(state, None)
    while not state.over:
        action = choose(state)
        state.play(action)
        over.step(state, action)


def at_random(rules: Any, watch: Any, random_options: Any, seeds: range) -> None:
    """Random choices: from set-up with random options for even seeds, from the middle of a game for odd ones."""
    for seed in seeds:
        chance = Random(seed)
        if seed % 2:
            state = rules.from_position(middle(chance), seed, begin=False)
        else:
            state = rules.new(random_options(rules, chance), seed)
        follow(rules, watch, state, lambda state, chance=chance: chance.choice(state.legal_actions()))


def middle(chance: Random) -> dict[str, Any]:
    """A random position as a round or a Battle Phase begins: much corruption, dials far on, upgrades, ruins, cards, points."""
    phase = chance.choice(("old_world", "battle"))
    powers = sorted(chance.sample(range(4), chance.choice((3, 4, 4))))
    played = chance.randrange(1 if phase == "battle" else 0, facts.ROUNDS[len(powers)])
    regions: dict[str, Any] = {name: {"tokens": {}, "figures": {}} for name in tables.REGIONS}
    for token in tables.TOKENS:
        for name in chance.sample(tables.REGIONS, 4):
            regions[name]["tokens"][token] = 1
    for p in powers:
        for name in chance.sample(tables.REGIONS, 3):
            regions[name]["figures"][tables.POWERS[p]] = {"cultist": 1, "warrior": 1}
    ruined = chance.sample(tables.REGIONS, chance.choice((0, 0, 1, 3, 4, 5)))
    chaos = [[tables.POWERS[p], card[0]] for p in powers for card in tables.CHAOS_CARDS[p]]
    for name, region in regions.items():
        horrors = region["figures"].get("tzeentch", {}).get("warrior", 0)
        if name in ruined:
            region["ruin"] = ruined.index(name) + 1
        else:
            region["corruption"] = {tables.POWERS[p]: chance.randrange(4) for p in powers}
            region["cards"] = [["tzeentch", "horror"]] * horrors
            if phase == "battle":
                region["cards"] += [chaos.pop(chance.randrange(len(chaos))) for _ in range(2 - horrors)]
    titles = [title for title, card in facts.OLD_WORLD.items() for _ in range(card[0])]
    drawn = chance.sample(titles, played)
    track = [title for title in drawn if not facts.OLD_WORLD[title][2] and title != n.THE_HORNED_ONES_DUE][:1]
    for title in track:
        drawn.remove(title)
    return {
        "game": "oldworld",
        "edition": chance.choice(tables.EDITIONS),
        "round": played if phase == "battle" else played + 1,
        "phase": phase,
        "powers": {tables.POWERS[p]: sheet(p, chance) for p in powers},
        "regions": regions,
        "placed": {tables.POWERS[p]: chance.sample(tables.REGIONS, 3) for p in powers} if phase == "battle" else {},
        "track": [tables.OLD_WORLD_CARDS[title][0] for title in track],
        "old_world_gone": [tables.OLD_WORLD_CARDS[title][0] for title in drawn],
    }


def sheet(p: int, chance: Random) -> dict[str, Any]:
    """What a Power has in the middle of a game."""
    dial = chance.randrange(facts.LAST_POSITION[p])
    upgrades = chance.sample(range(5), facts.GIFTS[p][: dial + 1].count("upgrade"))
    return {
        "dial": dial,
        "upgrades": [tables.UPGRADES[p][u][0] for u in upgrades],
        "vp": chance.randrange(55),
        "peasants": chance.randrange(3),
    }


@pytest.mark.parametrize("first", range(0, 300, 10))
def test_random_games(first: int) -> None:
    """Random players: three or four Powers, both editions, both decks; every other game from the middle."""
    at_random(games.game("oldworld"), invariants.Watch, random_options, range(first, first + 10))


@pytest.mark.parametrize("first", range(0, 100, 5))
def test_games_of_bots(first: int) -> None:
    """Players that follow a purpose come to other places than chance does."""
    rules = games.game("oldworld")
    for seed in range(first, first + 5):
        state = rules.new(random_options(rules, Random(seed)), seed)
        bots = {seat: make("rules", rules, seat, seed) for seat in rules.seats(state)}

        def choose(state: Any, bots: dict[str, Any] = bots, seed: int = seed) -> int:
            seat = rules.to_move(state)
            assert seat is not None
            return int(bots[seat].choose(look(rules, state, seat, seed)))

        follow(rules, invariants.Watch, state, choose)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_bugs_are_caught(mutant: Mutant) -> None:
    """Each bug shows as a violation, where it is plain what must fail as that one."""
    with broken(mutant) as load:
        rules, watching, fuzz = load("ruinous.games").game("oldworld"), load("ruinous.lab.invariants"), load("ruinous.lab.fuzz")
        with pytest.raises(watching.Violation) as found:
            at_random(rules, watching.Watch, fuzz.random_options, range(ENOUGH))
    assert not mutant.numbers or found.value.number in mutant.numbers.split()
