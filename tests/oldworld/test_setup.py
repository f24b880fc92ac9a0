"""Set-up and the course of a round (old-world.md 7.0; seed, Preparation)."""

from __future__ import annotations

from collections import Counter

import pytest

from ruinous.engine.playout import playout
from ruinous.oldworld import names as n
from ruinous.oldworld import (
    rulebook,  # noqa: F401  (fills the tables of tasks and cards)
    tables,
)
from ruinous.oldworld.events import FIELDS
from ruinous.oldworld.state import State, new_state, set_up
from scenes import CARDS, OLD_WORLD, POWERS, TOKENS

LINE_UPS = [15, *(15 & ~(1 << p) for p in range(4))]  # all four Powers; each three


def fresh(seats: int = 15, seed: int = 7, sourced: int = 0) -> State:
    """A game set up and nothing more: the first round lies before it."""
    g = State(seed, seats, n.SEED_EDITION, sourced)
    g.log = []
    set_up(g)
    return g


def seated(seats: int) -> list[int]:
    return [p for p in range(4) if seats >> p & 1]


@pytest.mark.parametrize("seats", LINE_UPS)
def test_each_power_begins_with_its_things(seats: int) -> None:
    g = fresh(seats)
    for p in seated(seats):
        assert [g.reserve[p * 4 + kind] for kind in range(3)] == list(tables.FIGURES[p])
        assert (g.vp[p], g.dial[p], g.counters[p], g.upgrades[p], g.peasants[p], g.power[p]) == (0, 0, 0, 0, 0, 0)
        assert g.hand_size(p) == 3 and g.deck_size[p] == 21
        cards = Counter(CARDS[g.deck[p * 24 + at]] for at in range(21))
        for title in range(30):
            cards[CARDS[title]] += g.hand[title] if CARDS[title] in {card[0] for card in tables.CHAOS_CARDS[p]} else 0
        assert +cards == Counter({card[0]: card[1] for card in tables.CHAOS_CARDS[p]})


@pytest.mark.parametrize("seats", LINE_UPS[1:])
def test_an_absent_power_has_nothing(seats: int) -> None:
    """Old-world.md 7.0: one Power and everything of it is out of the game."""
    absent = next(p for p in range(4) if not seats >> p & 1)
    g = fresh(seats)
    assert sum(g.reserve[absent * 4 + kind] for kind in range(4)) == 0
    assert g.hand_size(absent) == 0 and g.deck_size[absent] == 0
    g = new_state(3, seats, n.SEED_EDITION, 0, True)
    playout(g, 5)
    assert g.over and g.log is not None
    assert (g.vp[absent], g.dial[absent], g.power[absent], g.peasants[absent], g.here[absent]) == (0, 0, 0, 0, 0)
    assert sum(g.corruption[absent * 9 + r] for r in range(9)) == 0 and g.hand_size(absent) == 0 and g.deck_size[absent] == 0
    asked = {event[1] for event in g.log if "power" in FIELDS[event[0]][1][:1]}
    assert absent not in asked and len(asked) == 3


@pytest.mark.parametrize("seats", LINE_UPS)
def test_nine_tokens_one_in_each_region(seats: int) -> None:
    g = fresh(seats)
    lie = [[TOKENS[t] for t in range(6) for _ in range(g.tokens[r * 6 + t])] for r in range(9)]
    assert [len(tokens) for tokens in lie] == [1] * 9
    assert Counter(tokens[0] for tokens in lie) == {"noble": 2, "warpstone": 3, "peasant": 4}
    assert list(g.token_supply) == [6 - 2, 20 - 4, 14 - 3, 4, 6, 6]


def test_the_tokens_are_mixed() -> None:
    """Each kind comes to lie in each region in some game."""
    seen = {(r, t) for seed in range(60) for g in [fresh(seed=seed)] for r in range(9) for t in range(3) if g.tokens[r * 6 + t]}
    assert len(seen) == 27


@pytest.mark.parametrize(("seats", "cards"), [(seats, 7 if seats == 15 else 8) for seats in LINE_UPS])
def test_old_world_deck(seats: int, cards: int) -> None:
    """Seven cards for four players, eight for three; no title more often than it has copies."""
    copies = {card[0]: card[1] for card in tables.OLD_WORLD_CARDS}
    for seed in range(20):
        g = fresh(seats, seed)
        deck = Counter(OLD_WORLD[g.old_world[at]] for at in range(g.old_world_left))
        assert deck.total() == cards
        assert all(count <= copies[title] for title, count in deck.items())
        assert list(g.track) == [0, 0]


def test_the_old_world_deck_is_drawn_from_all_28() -> None:
    seen = {OLD_WORLD[g.old_world[at]] for seed in range(80) for g in [fresh(seed=seed)] for at in range(7)}
    assert seen == set(OLD_WORLD)


def test_sourced_old_world_deck() -> None:
    """Old-world.md 6.3: only titles without a reconstructed part."""
    seen = {OLD_WORLD[g.old_world[at]] for seed in range(40) for g in [fresh(seed=seed, sourced=1)] for at in range(7)}
    assert seen == {
        "plunged_into_chaos",
        "peasant_uprising",
        "up_from_skavenblight",
        "meteor_showers",
        "warpstone_discovery",
        "bretonnian_knights",
        "the_crusade_is_come",
    }


def test_nothing_is_ruined_and_no_card_lies() -> None:
    g = fresh()
    assert list(g.ruin) == [0] * 9 and g.ruins_taken == 0 and list(g.cards) == [0] * 18 and list(g.corruption) == [0] * 36


def test_a_seed_is_a_game() -> None:
    one, same, other = fresh(seed=4), fresh(seed=4), fresh(seed=5)
    assert list(one.deck) == list(same.deck) and list(one.tokens) == list(same.tokens) and list(one.old_world) == list(same.old_world)
    assert list(one.deck) != list(other.deck)


@pytest.mark.parametrize("seats", LINE_UPS)
def test_six_phases_in_order_every_round(seats: int) -> None:
    """Every round has its six phases, once each and in order; rounds are at most 7 with four players, 8 with three."""
    g = new_state(11, seats, n.SEED_EDITION, 0, True)
    playout(g, 2)
    assert g.log is not None
    rounds, phases = [], []
    for event in g.log:
        if FIELDS[event[0]][0] == "round":
            rounds.append(event[1])
        elif FIELDS[event[0]][0] == "phase":
            phases.append(event[1])
    assert rounds == list(range(1, len(rounds) + 1)) and len(rounds) <= tables.ROUNDS[len(seated(seats))]
    assert phases == list(range(6)) * len(rounds)


def test_the_first_draw_raises_hands_to_five() -> None:
    """Old-world.md 7.0: three at set-up, five after the first Draw Phase (Tzeentch up to five)."""
    g = new_state(1, 15, n.SEED_EDITION, 0, True)
    while g.phase < n.SUMMONING_PHASE:
        discards = [action for action in g.legal_actions() if action == n.DONE]
        g.play(discards[0] if discards else g.legal_actions()[0])
    assert g.round == 1 and [g.hand_size(p) for p in range(4)] == [5, 5, 5, 5]


def test_the_first_decision_is_nurgles() -> None:
    """Case C42: in round 1 Nurgle has the lowest threat (1; Tzeentch starts at 2) and resolves the Old World card."""
    for seed in range(10):
        g = new_state(seed, 15, n.SEED_EDITION, 0, True)
        assert g.log is not None
        drawn = [event for event in g.log if FIELDS[event[0]][0] == "old_world_card"]
        assert POWERS[drawn[0][1]] == "nurgle"


@pytest.mark.parametrize(
    ("absent", "chooser"), [("khorne", "nurgle"), ("nurgle", "tzeentch"), ("tzeentch", "nurgle"), ("slaanesh", "nurgle")]
)
def test_lowest_threat_of_three(absent: str, chooser: str) -> None:
    seats = 15 & ~(1 << POWERS.index(absent))
    assert POWERS[fresh(seats).lowest_threat()] == chooser
