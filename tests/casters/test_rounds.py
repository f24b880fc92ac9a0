"""Setup, the Play Phase, refills, End of Round, damage, and how games end."""

import pytest

from casters.scenes import RULES, SEATS, Scene, filler, resolve, turn
from ruinous.casters.decks import DECK_1
from ruinous.casters.names import DECK
from ruinous.casters.state import State
from ruinous.games import BadOption


def new(seed: int = 1, **options: object) -> State:
    state: State = RULES.new(options, seed)
    return state


# ---- setup --------------------------------------------------------------------------------------------------
def test_setup() -> None:
    """Ruling 40: the first player decides and draws first; the order of cards put back is the player's and private; once only."""
    firsts = set()
    for seed in range(20):
        g = new(seed)
        view = RULES.view(g, None)
        firsts.add(view["first"])
        assert view["to_move"] == view["first"] and view["pending"]["task"] == "opening_pick"
        for seat in SEATS:
            own = RULES.view(g, seat)["players"][seat]
            assert (len(own["hand"]), own["deck"]) == (6, 24)
    assert firsts == {"one", "two"}


def test_the_opening_exchange() -> None:
    g = new(3)
    me = RULES.to_move(g)
    assert me is not None
    hand = RULES.view(g, me)["players"][me]["hand"]
    for card in hand[:3]:
        g.play(RULES.parse(g, f"bury {card}"))
    assert RULES.view(g, me)["pending"]["gone"] == 3
    g.play(RULES.parse(g, "done"))
    own = RULES.view(g, me)["players"][me]
    assert (len(own["hand"]), own["deck"]) == (6, 24)
    known = [entry["card"] for entry in own["deck_known"]]
    assert known == hand[2::-1]  # the last one named lies deepest
    other = RULES.to_move(g)
    assert other not in (None, me)
    g.play(RULES.parse(g, "done"))
    assert RULES.view(g, None)["phase"] == "play" and RULES.to_move(g) == me


def test_exchanging_all_six() -> None:
    g = new(3)
    me = RULES.to_move(g)
    while RULES.to_move(g) == me:
        g.play(next(action for action in g.legal_actions() if RULES.text(g, action) != "done"))
    assert len(RULES.view(g, me)["players"][me]["hand"]) == 6  # after the sixth one draws at once


# ---- the Play Phase -------------------------------------------------------------------------------------------
def test_cards_fill_the_stack_from_the_bottom() -> None:
    """Ruling 1: position 1 is the bottom; the play phase fills it upward to 8."""
    s = turn(hands={"one": ["ash_hound", "stoke", "parley", "kiln_brute", "banish"], "two": filler(5, "spark_imp", "lantern_moth")})
    order = ["ash_hound", "stoke", "parley", "kiln_brute"]
    for n, card in enumerate(order):
        s.play(f"play {card}")
        assert s.stack[-1] == f"one {card}" and len(s.stack) == 2 * n + 1
        assert [event["position"] for event in s.events("played")][-1] == 2 * n + 1
        s.play(next(text for text in s.choices() if text.startswith("play")))
    assert RULES.view(s.g, None)["phase"] == "resolve" and len(s.events("played")) == 8


def test_eight_cards_end_the_phase() -> None:
    hands = {"one": ["ash_hound", "stoke"], "two": ["parley", "banish"]}
    stack = ["one ash_hound", "two ash_hound", "one kiln_brute", "two kiln_brute", "one raise", "two raise", "one stoke"]
    s = turn(*stack, hands=hands, turn="two", until="play")
    s.play("play parley")
    assert s.asked == "nobody" and len(s.stack) == 8 and len(s.hand("one")) == 2


def test_turns_alternate_from_the_first_player() -> None:
    s = turn(first="two", hands={"one": ["ash_hound", "stoke"], "two": ["parley", "banish"]})
    assert s.asked == "two play_turn"
    s.play("play parley")
    assert s.asked == "one play_turn"
    s.play("play stoke")
    assert s.asked == "two play_turn"


def test_a_quick_first_card() -> None:
    """Ruling 39: it ends the play phase; the other player has no turn."""
    s = turn(hands={"one": ["spark_imp", "stoke"], "two": ["parley", "banish"]}).play("play spark_imp")
    assert s.asked == "one attack" and s.stack == ["one spark_imp"] and s.hand("two") == ["banish", "parley"]


def test_the_first_turn_must_play() -> None:
    """Rulings 11 and 38: the round's first turn must play a card if the hand has one; with an empty hand a refill is allowed and counts."""
    s = turn(hands={"one": ["ash_hound", "stoke"], "two": ["parley", "banish"]})
    assert s.choices() == ["play ash_hound", "play stoke"] and s.refused("refill") == "first_turn_plays"
    s.play("play stoke")
    assert s.choices() == ["play parley", "play banish", "refill"]  # every later turn may
    s = turn(hands={"one": [], "two": ["parley", "banish"]}, decks={"one": 3})
    assert [event["kind"] for event in RULES.events(s.g, None)][:2] == ["refills", "drew"] and s.asked == "two play_turn"
    s.play("refill", "done")
    assert RULES.view(s.g, None)["round"] == 2  # two in a row, an empty stack, nothing resolves


def test_refill() -> None:
    """Ruling 11: any number of cards in an order of the player's choice, then draw to 6; keeping all is legal."""
    s = turn("two stoke", first="two", turn="one", hands={"one": ["ash_hound", "stoke", "parley"], "two": ["parley", "banish"]})
    s.play("refill", "bury parley", "bury ash_hound")
    assert s.choices() == ["bury stoke", "done"] and s.deck("one")[:2] == ["ash_hound", "parley"]
    before = s.size("one")
    s.play("done")
    assert len(s.hand("one")) == 6 and s.size("one") == before - 5 and s.asked == "two play_turn"
    assert [event["amount"] for event in s.events("refilled")] == [2]
    s = turn("two stoke", first="two", turn="one", hands={"one": filler(6), "two": ["parley", "banish"]}).play("refill", "done")
    assert s.events("refilled")[0]["amount"] == 0 and s.events("drew") == []


def test_two_refills_in_a_row() -> None:
    """Ruling 11: by different players; a play between them breaks the row."""
    hands = {"one": ["ash_hound", "stoke", "raise"], "two": ["parley", "banish"]}
    s = turn("one stoke", first="one", turn="two", hands=hands, until="play")
    s.play("refill", "done", "play ash_hound", "refill", "done", "refill", "done")
    assert s.asked == "nobody" and s.stack == ["one stoke", "one ash_hound"]


def test_a_refill_of_nothing_counts() -> None:
    """Ruling 38: a refill that draws nothing is legal and counts too; ruling 7: an empty deck gives what there is."""
    s = turn(
        "one stoke", first="one", turn="two", hands={"one": ["ash_hound"], "two": ["parley"]}, decks={"one": 0, "two": 2}, until="play"
    )
    s.play("refill", "done")
    assert len(s.hand("two")) == 3 and s.size("two") == 0
    s.play("refill", "done")
    assert s.asked == "nobody" and s.hand("one") == ["ash_hound"]


def test_empty_hands_and_decks_go_on() -> None:
    """Ruling 38 and ruling 46: two forced empty refills end each phase, and the round limit the game."""
    s = turn(hands={"one": [], "two": []}, decks={"one": 0, "two": 0}, pits=None, round=58)
    assert s.over and s.winners == [] and s.events("round")[-1]["round"] == 60


# ---- End of Round -----------------------------------------------------------------------------------------------
def test_the_stack_goes_under_the_decks() -> None:
    """Ruling 12: from the top of the stack downward, so that position 1 ends deepest."""
    s = Scene("end", ["one ash_hound", "two stoke", "one parley", "two banish"], decks={"one": ["raise"], "two": ["silence"]}, until="end")
    assert s.deck("one") == ["ash_hound", "parley", "raise"] and s.deck("two") == ["stoke", "banish", "silence"]
    assert s.stack == [] and s.events("first_player")[0]["player"] == "two"


def test_hands_are_cut_down_to_six() -> None:
    """Ruling 12 and ruling 42: the first player first, one by one; the last one named lies deepest, and all under the stack's cards."""
    hand = ["ash_hound", "stoke", "parley", "raise", "banish", "hex_toad", "fireburst", "silence"]
    s = Scene("end", ["one kiln_brute"], first="two", hands={"one": hand, "two": [*hand[:6], "echo_bard"]}, until="end")
    assert s.asked == "two cut_down" and len(s.hand("two")) == 7
    s.play("bury stoke")
    assert s.asked == "one cut_down" and RULES.view(s.g, None)["pending"]["amount"] == 2
    s.play("bury parley", "bury silence")
    assert s.asked == "nobody" and s.deck("one")[:3] == ["silence", "parley", "kiln_brute"]


def test_changes_end_with_the_round() -> None:
    """Ruling 5: changes "this round" end at End of Round, and when the card leaves the stack."""
    s = turn(
        "one ash_hound", "one furnace_drake", turn="one", refills=1, first="two", hands={"one": ["stoke"], "two": ["stoke"]}, until="end"
    )
    s.play("refill", "done", "done", "done", "done")
    assert all(not s.g.change[card] and not s.g.silenced[card] and not s.g.puppet[card] for card in range(60))


def test_limits_reset_every_round() -> None:
    """S19: limits reset at the start of each resolve phase."""
    s = turn("one fireburst", turn="one", refills=1, first="two", hands={"one": ["fireburst"], "two": ["stoke", "parley"]})
    s.play("refill", "done")
    assert len(s.events("damage")) == 1 and RULES.view(s.g, None)["round"] == 2
    assert RULES.view(s.g, None)["players"]["one"]["spent"] == ["fireburst"]
    s.play("play fireburst", "play stoke")
    while RULES.view(s.g, None)["round"] == 2:
        s.play("refill" if "refill" in s.choices() else "done")
    assert len(s.events("damage")) == 2


# ---- damage and the end -----------------------------------------------------------------------------------------
def test_damage_is_taken_from_the_bottom() -> None:
    """Ruling 6: one card at a time, the bottom card enters the pit first; cards on the stack do not count."""
    nixed = ["stoke", "raise", "banish", "silence", "undertow", "foresight"]
    s = resolve("two parley", "one fireburst", decks={"two": [*nixed, "hex_toad"]}, pits={"two": None})
    assert s.pit("two")[-6:] == nixed and s.deck("two") == ["hex_toad"]


def test_damage_equal_to_the_deck_is_survived() -> None:
    """Ruling 6: one point more and the player loses at once, before anything is nixed."""
    s = resolve("two shield_wall", "one kiln_brute", decks={"two": 5})
    s.play("attack player")
    assert not s.over and s.size("two") == 1
    s = resolve("one kiln_brute", decks={"two": 5}).play("attack player")
    assert not s.over and s.size("two") == 0
    s = resolve("one fireburst", "one kiln_brute", decks={"two": 4}).play("attack player")
    assert s.over and s.winners == ["one"] and s.size("two") == 4 and len(s.events("resolves")) == 1
    assert RULES.outcome(s.g) == {"winners": ["one"], "reason": "damage", "scores": {"one": s.size("one"), "two": 4}}


def test_nothing_resolves_after_a_loss() -> None:
    """Ruling 35: nothing triggers after a loss."""
    s = resolve("one scavenger", "one vengeful_wisp", "two ash_hound", decks={"two": 2}).play("attack 2 vengeful_wisp")
    assert s.over and s.winners == ["one"] and s.hand("one") == []


def test_the_100th_resolution() -> None:
    """Ruling 45: it is carried out in full; then the round ends as after Last Bell. Ruling 14: the limit is an option."""
    s = resolve("one fireburst", "one ash_hound", "one spark_imp", max_resolutions=2).play("attack player", "attack player")
    assert s.asked == "nobody" and len(s.events("resolves")) == 2
    s = resolve("one fireburst", "one ash_hound", "one spark_imp", max_resolutions=3).play("attack player", "attack player")
    assert len(s.events("resolves")) == 3


def test_the_round_limit() -> None:
    """Ruling 46: after End of Round of the last round; deck plus hand is the whole count. Ruling 14: more cards win, equal is a draw."""
    for decks, hands, winners in (
        ({"one": 5, "two": 6}, {"one": 1, "two": 1}, ["two"]),
        ({"one": 5, "two": 3}, {"one": 1, "two": 2}, ["one"]),
        ({"one": 5, "two": 3}, {"one": 1, "two": 3}, []),
    ):
        s = Scene("end", round=60, decks=decks, hands=hands)
        assert s.over and s.winners == winners
        outcome = RULES.outcome(s.g)
        assert outcome is not None and outcome["reason"] == "rounds"
    s = Scene("end", ["two ash_hound"], round=60, decks={"one": 5, "two": 5})
    assert s.winners == ["two"]  # the stack has gone under the deck
    s = Scene("end", round=59, decks={"one": 5, "two": 6}, hands={"one": 2, "two": 2})
    assert not s.over
    s = Scene("end", round=3, max_rounds=3, decks={"one": 5, "two": 6})
    assert s.over


# ---- options ----------------------------------------------------------------------------------------------------
def test_options() -> None:
    """Ruling 13: a bad list is refused with every reason named."""
    read = RULES.read_options({"deck1": "1", "deck2": dict(DECK_1)})
    assert read == {"deck1": "1", "deck2": dict(DECK_1), "max_rounds": 60, "max_resolutions": 100}
    with pytest.raises(BadOption, match=r"deck1: ash_hund is no card.*3 copies of Ash Hound.*4 cards, exactly 30"):
        RULES.read_options({"deck1": {"ash_hound": 3, "ash_hund": 1}})
    for bad in ("0", "-1", 0, 1.5, True, "many", 10001):
        with pytest.raises(BadOption, match="max_rounds"):
            RULES.read_options({"max_rounds": bad})
    g = new(4, deck1="2", max_rounds="7")
    assert g.max_rounds == 7 and RULES.view(g, None)["players"]["one"]["deck_list"] == RULES.view(g, None)["players"]["two"]["deck_list"]
    assert sum(RULES.view(g, None)["players"]["one"]["deck_list"].values()) == DECK


def test_a_refill_in_small_steps_is_the_same_as_one_choice() -> None:
    """Invariant C24: every ordered subset of six cards is reached, each by one way of naming, and nothing else (1,957 in all)."""
    hand = ["ash_hound", "stoke", "parley", "raise", "banish", "hex_toad"]
    s = turn("two stoke", first="two", turn="one", hands={"one": hand, "two": ["parley", "silence"]}, decks={"one": 9}).play("refill")
    results = set()
    left: list[tuple[State, tuple[str, ...]]] = [(s.g, ())]
    while left:
        g, named = left.pop()
        for action in g.legal_actions():
            after, text = g.clone(), RULES.text(g, action)
            after.apply(action)
            buried = named if text == "done" else (*named, text.removeprefix("bury "))
            if RULES.view(after, None)["pending"]["task"] == "refill_pick":
                left.append((after, buried))
                continue
            deck = RULES.position(after)["decks"]["one"]
            assert len(hand_now := RULES.position(after)["hands"]["one"]) == 6
            assert tuple(reversed(deck[: len(buried)])) == buried and len(deck) == 9
            assert sorted(hand_now[: 6 - len(buried)]) == sorted(set(hand) - set(buried))
            results.add(buried)
    assert len(results) == 1957
