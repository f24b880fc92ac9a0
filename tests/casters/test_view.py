"""Who knows what (ruling 15 and its consequences), and what a seat is shown."""

import json
from typing import Any

import pytest

from casters.scenes import RULES, SEATS, Scene, resolve, turn
from ruinous.casters.state import State


def player(s: Scene, viewer: str | None, seat: str) -> Any:
    return RULES.view(s.g, viewer)["players"][seat]


def deck_known(s: Scene, viewer: str | None, seat: str) -> list[tuple[int, str]]:
    return [(entry["from_bottom"], entry["card"]) for entry in player(s, viewer, seat)["deck_known"]]


# ---- hands, decks, pits -------------------------------------------------------------------------------------------
def test_hands_are_private_and_pits_are_public() -> None:
    """Ruling 15: hands are private; the pit, the stack and deck sizes are public."""
    s = resolve("one ash_hound", hands={"one": ["stoke", "raise"], "two": ["banish"]}, decks={"one": 5, "two": 7})
    assert player(s, "one", "one")["hand"] == ["stoke", "raise"] and player(s, "one", "two")["hand"] == 1
    assert player(s, "two", "one")["hand"] == player(s, None, "one")["hand"] == 2
    for viewer in (*SEATS, None):
        assert [player(s, viewer, seat)["deck"] for seat in SEATS] == [5, 7]
        assert player(s, viewer, "one")["pit"] == s.pit("one") and RULES.view(s.g, viewer)["stack"][0]["card"] == "ash_hound"
        assert deck_known(s, viewer, "one") == deck_known(s, viewer, "two") == []


def test_what_went_under_the_deck_face_up_is_known() -> None:
    """Ruling 15: to both players, in order; what came from a hand to its owner alone."""
    s = Scene("end", ["one ash_hound", "one stoke", "two parley"], until="end")
    for viewer in (*SEATS, None):
        assert deck_known(s, viewer, "one") == [(1, "ash_hound"), (2, "stoke")] and deck_known(s, viewer, "two") == [(1, "parley")]
    s = turn("two stoke", first="two", turn="one", hands={"one": ["ash_hound", "raise"], "two": ["banish", "parley"]})
    s.play("refill", "bury raise", "done")
    assert deck_known(s, "one", "one") == [(1, "raise")] and deck_known(s, "two", "one") == deck_known(s, None, "one") == []


def test_a_known_card_is_known_in_the_hand_that_draws_it() -> None:
    s = resolve("one lantern_moth", "one banish", "one ash_hound", decks={"one": 0}).play("done", "bury 3 ash_hound")
    assert s.hand("one") == ["ash_hound"]
    assert player(s, "two", "one")["hand_known"] == player(s, None, "one")["hand_known"] == ["ash_hound"]
    assert player(s, "one", "one")["hand_known"] == []  # the whole hand is shown


def knowing(hand: list[str], **more: Any) -> Scene:
    """A turn of player one, whose Ash Hound in hand everybody knows."""
    known = {"one": {"hand": {"all": [hand.index("ash_hound")]}}}
    return turn("two stoke", first="two", turn="one", hands={"one": hand, "two": ["banish", "parley"]}, known=known, **more)


def test_a_face_down_bury_hides_known_cards_of_the_hand() -> None:
    """Ruling 56: nobody else knows any longer whether it is still there."""
    s = knowing(["ash_hound", "raise", "stoke"])
    assert player(s, "two", "one")["hand_known"] == ["ash_hound"]
    s.play("refill", "bury raise", "done")
    assert player(s, "two", "one")["hand_known"] == [] and deck_known(s, "two", "one") == []
    s = knowing(["ash_hound", "raise", "stoke"]).play("refill", "done")  # nothing buried: still known
    assert player(s, "two", "one")["hand_known"] == ["ash_hound"]


def test_the_known_copy_is_the_one_that_goes() -> None:
    """Ruling 57: played, or nixed by Mind Rot."""
    s = knowing(["stoke", "ash_hound", "ash_hound"]).play("play ash_hound")
    assert player(s, "two", "one")["hand_known"] == [] and s.hand("one") == ["ash_hound", "stoke"]
    for seed in range(8):
        known = {"one": {"hand": {"all": [1]}}}
        s = resolve("two mind_rot", hands={"one": ["ash_hound", "ash_hound", "stoke"]}, known=known, seed=seed)
        assert player(s, "two", "one")["hand_known"] == []


def test_foresight_hides_what_was_known() -> None:
    """Ruling 55: who knew the cards no longer knows which one is drawn and which lies where."""
    known = {"one": {"deck": {"all": [0, 1, 2]}}}
    s = resolve("one foresight", decks={"one": ["stoke", "raise", "banish"]}, known=known)
    assert player(s, "two", "one")["looked_known"] == ["stoke", "banish", "raise"]
    s.play("draw raise", "bury stoke")
    assert player(s, "two", "one")["hand_known"] == [] and deck_known(s, "two", "one") == []
    assert deck_known(s, "one", "one") == [(1, "banish"), (2, "stoke")]
    s = resolve("one foresight", decks={"one": ["stoke"]}, known={"one": {"deck": {"all": [0]}}})
    assert player(s, "two", "one")["hand_known"] == ["stoke"]  # of one card there is nothing to hide


def test_the_opening_tells_nothing() -> None:
    """Ruling 54: not even how many cards go, before both are done: no size, no question, no event."""
    for seed in range(12):
        g: State = RULES.new({}, seed)
        first = RULES.to_move(g)
        assert first is not None
        other = "two" if first == "one" else "one"
        shown = [json.dumps([RULES.view(g, viewer), RULES.events(g, viewer), RULES.prompt(g, viewer)]) for viewer in (other, None)]
        for n in range(seed % 7):
            if RULES.to_move(g) == first:
                now = [json.dumps([RULES.view(g, viewer), RULES.events(g, viewer), RULES.prompt(g, viewer)]) for viewer in (other, None)]
                assert now == shown, n
                g.play(g.legal_actions()[0])
        if RULES.to_move(g) == first:
            g.play(RULES.parse(g, "done"))
        assert [event for event in RULES.events(g, first) if event["kind"] in ("buried_from_hand", "opening_done")] == []
        assert RULES.view(g, other)["players"][first] | {"hand_known": []} == json.loads(shown[0])[0]["players"][first]
        g.play(RULES.parse(g, "done"))
        amounts = {event["player"]: event["amount"] for event in RULES.events(g, None) if event["kind"] == "opening_done"}
        assert amounts == {first: seed % 7, other: 0}


def test_a_sampled_world_does_not_know_the_exchange() -> None:
    """Ruling 54: neither does a bot's world: the number of cards differs from world to world."""
    g: State = RULES.new({}, 5)
    first = RULES.to_move(g)
    other = "two" if first == "one" else "one"
    for _ in range(2):
        g.play(g.legal_actions()[0])
    sizes = {RULES.sample_world(g, other, seed).b for seed in range(40)}
    assert sizes == {0, 1, 2, 3, 4, 5}
    assert {RULES.sample_world(g, first, seed).b for seed in range(10)} == {2}
    g.play(RULES.parse(g, "done"))
    assert {RULES.sample_world(g, other, seed).c for seed in range(60)} == {0, 1, 2, 3, 4, 5, 6}
    assert {RULES.sample_world(g, first, seed).c for seed in range(10)} == {2}


# ---- sampled worlds ------------------------------------------------------------------------------------------------
def test_a_sampled_world_keeps_what_is_known_and_deals_the_rest() -> None:
    known = {"two": {"hand": {"all": [0]}, "deck": {"all": [0, 3]}}, "one": {"deck": {"owner": [1]}}}
    decks = {"one": ["fireburst", "banish", "stoke", "raise"], "two": ["parley", "hex_toad", "echo_bard", "silence", "undertow"]}
    s = turn(hands={"one": ["ash_hound", "kiln_brute"], "two": ["scavenger", "foresight", "mind_rot"]}, decks=decks, known=known)
    hands, bottoms, mine = set(), set(), set()
    for seed in range(60):
        world = RULES.position(RULES.sample_world(s.g, "one", seed))
        assert world["hands"]["one"] == ["ash_hound", "kiln_brute"] and world["hands"]["two"][0] == "scavenger"
        assert (world["decks"]["two"][0], world["decks"]["two"][3]) == ("parley", "silence") and world["decks"]["one"][1] == "banish"
        assert sorted(world["decks"]["two"] + world["hands"]["two"]) == sorted(decks["two"] + ["scavenger", "foresight", "mind_rot"])
        assert sorted(world["decks"]["one"]) == sorted(decks["one"]) and world["pits"] == RULES.position(s.g)["pits"]
        hands.add(tuple(world["hands"]["two"][1:]))
        bottoms.add(world["decks"]["two"][1])
        mine.add(world["decks"]["one"][0])
    assert len(hands) > 10 and len(bottoms) == 5 and mine == {"fireburst", "stoke", "raise"}


def test_a_world_in_which_a_question_would_lapse_is_not_dealt() -> None:
    """The other seat is asked, so it has a choice; limits are as they were in every world."""
    s = resolve("two emberling", hands={"two": ["ash_hound", "stoke"]}, decks={"two": ["raise", "banish", "parley", "fireburst"]})
    assert s.asked == "two choose_target"
    for viewer in ("one", None):
        for seed in range(60):
            world = RULES.sample_world(s.g, viewer, seed)
            assert len(world.legal_actions()) >= 2 and RULES.view(world, viewer) == RULES.view(s.g, viewer)
            assert RULES.position(world)["spent"] == {"one": [], "two": ["emberling"]}


# ---- the rest of the view -----------------------------------------------------------------------------------------------
def test_the_stack_as_it_stands() -> None:
    s = resolve("two furnace_drake", "one changeling", "two kiln_brute", "one silence", "one puppet_strings", hands={"two": ["stoke"]})
    s.play("pull 3 kiln_brute", "silence 1 furnace_drake", "done")
    view = RULES.view(s.g, None)
    assert [card["card"] for card in view["stack"]] == ["furnace_drake", "kiln_brute", "kiln_brute", "silence", "puppet_strings"]
    assert [card["was"] for card in view["stack"]] == [None, "changeling", None, None, None]
    assert [card["silenced"] for card in view["stack"]] == [True, False, False, False, False]
    assert [card["puppet_of"] for card in view["stack"]] == [None, None, "one", None, None]
    assert [card["resolved"] for card in view["stack"]] == [False, True, True, True, True]
    assert (view["line"], view["next"], view["resolving"]) == (1, None, 2)  # the Drake below is silenced
    assert view["pending"] == {"seat": "one", "task": "attack", "card": "kiln_brute", "position": 2, "amount": None, "gone": None}


def test_no_view_for_strangers() -> None:
    with pytest.raises(ValueError, match="three does not take part"):
        RULES.view(RULES.new({}, 1), "three")


def test_events_of_a_hand_are_redacted() -> None:
    s = turn(
        "two stoke",
        first="two",
        turn="one",
        hands={"one": ["ash_hound", "raise"], "two": ["banish", "parley"]},
        decks={"one": ["stoke"] + ["parley"]},
    )
    s.play("refill", "bury raise", "done")
    mine = [(event["kind"], event["card"]) for event in RULES.events(s.g, "one") if "card" in event]
    assert mine == [("buried_from_hand", "raise"), ("drew", "parley"), ("drew", "stoke"), ("drew", "raise")]
    for viewer in ("two", None):
        events = [event for event in RULES.events(s.g, viewer) if "card" in event]
        assert [event["card"] for event in events] == [None] * 4 and not any("Raise" in event["text"] for event in events)
