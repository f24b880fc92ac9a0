"""The line, targets, limits, attacks and triggers: rulings that belong to no single card, and the public cases S01 to S41."""

import pytest

from casters.scenes import RULES, Scene, filler, resolve, turn
from ruinous.games import IllegalAction


# ---- the stack and the line ---------------------------------------------------------------------------------------
def test_cards_resolve_from_the_top() -> None:
    """S01; ruling 2: the topmost card below the line resolves next, and the line moves below it first."""
    s = resolve("one fireburst", "two pit_fire", "one pit_fire")
    assert [(event["player"], event["card"], event["position"]) for event in s.events("resolves")] == [
        ("one", "pit_fire", 3),
        ("two", "pit_fire", 2),
        ("one", "fireburst", 1),
    ]


def test_what_has_resolved_stays_done() -> None:
    """S03: a resolved card that is removed has done what it did."""
    s = resolve("one banish", "one ash_hound", "two stoke", "one war_caller", "two spark_imp").play("attack player", "done")
    assert s.strength(2) == 5
    s.play("attack 5 spark_imp")
    s.play("bury 4 war_caller")
    assert s.strength(2) == 5


def test_added_and_removed_cards_never_move_the_line_past_another() -> None:
    """Ruling 2 and invariant C11: above and below it the others keep their order."""
    s = resolve("two ash_hound", "two stoke", "one raise", "one parley", pits={"one": ["bone_warden"]})
    assert s.stack == ["two ash_hound", "two stoke", "one bone_warden", "one raise", "one parley"] and s.g.line == 2
    s = resolve("one spark_imp", "two stoke", "one banish", "two parley").play("bury 4 parley")
    assert s.stack == ["one spark_imp", "two stoke", "one banish"] and s.g.line == 0  # the Imp is resolving


def test_a_card_moved_below_the_line_resolves_again() -> None:
    """Ruling 2; S15: with Once Per Round its effect is skipped and the attack remains."""
    s = resolve("one undertow", "one grave_tender", "two stoke", pits={"one": ["parley", "raise"]})
    s.play("recover parley", "attack player", "move 2 grave_tender", "bottom")
    assert s.asked == "one attack" and [event["card"] for event in s.events("limit_spent")] == ["grave_tender"]


def test_a_card_inserted_below_is_next() -> None:
    """S11: the card at 3 finishes, effect and attack, then the new one, then the next below."""
    s = resolve("two ash_hound", "two hex_toad", "one emberling", hands={"one": ["spark_imp"]}).play("play spark_imp")
    assert s.asked == "one attack" and s.events("resolves")[-1]["card"] == "emberling"
    s.play("done")
    assert s.events("resolves")[-1]["card"] == "spark_imp"
    s.play("done")
    assert s.events("resolves")[-1]["card"] == "hex_toad"


def test_a_card_moved_to_the_top_does_not_resolve() -> None:
    """S12: behind the line it waits for the end of the round and goes under its owner's deck."""
    s = turn("two ash_hound", "one stoke", turn="one", refills=0, hands={"one": ["undertow"], "two": ["parley", "raise"]}, until="end")
    s.play("play undertow", "move 1 ash_hound", "top")
    assert len(s.events("resolves")) == 2 and s.deck("two")[0] == "ash_hound"


def test_the_stack_may_grow_past_eight_while_it_resolves() -> None:
    """S13; ruling 1: positions may be added in the resolve phase; in the play phase the eighth card ends it."""
    stack = [f"{'one' if n % 2 else 'two'} {card}" for n, card in enumerate(filler(14, "spark_imp")[::2])]
    s = resolve(*stack, "one emberling", hands={"one": ["spark_imp"]}).play("play spark_imp")
    assert len(s.stack) == 9


# ---- targets ------------------------------------------------------------------------------------------------------
def test_no_target_no_effect_and_the_rest_goes_on() -> None:
    """S05; ruling 9: with no legal target that effect does nothing; an Ally still attacks."""
    s = resolve("one veil_dancer")
    assert s.asked == "one attack" and [event["card"] for event in s.events("no_target")] == ["veil_dancer"]


def test_a_card_is_not_its_own_target() -> None:
    """S08; ruling 9: unless it says so."""
    for card, verb in (("banish", "bury"), ("undertow", "move")):
        s = resolve("two ash_hound", "two parley", f"one {card}")
        assert s.refused(f"{verb} 3 {card}") == "itself"


def test_may_and_up_to_allow_none() -> None:
    """S06, S07; ruling 9: with "may" nothing may be chosen; where two parts are joined the possible one is done (Twin Fates)."""
    s = resolve("one grave_tender", pits={"one": ["parley"]})
    assert "done" in s.choices()
    s = resolve("one flame_lash", "two ash_hound", "two hex_toad").play("done", "done")
    assert "done" not in s.choices()  # S20: without "may" a legal target must be taken
    s = resolve("one twin_fates", hands={"one": ["stoke"]}, decks={"one": 0, "two": 0})
    assert s.hand("one") == [] and s.deck("one") == ["stoke"]  # nothing to draw, but what there is is buried


def test_choices_see_what_has_come_out() -> None:
    """Ruling 47: attack, its target and every choice are made one after another with the results so far known."""
    s = resolve("one lantern_moth", decks={"one": ["stoke", "raise"]})
    assert s.hand("one") == ["raise"] and s.asked == "one attack"


def test_several_choices_by_one_text_are_made_one_card_at_a_time() -> None:
    """Ruling 48 and ruling 42: in the order the owner names; the last one named lies deepest."""
    s = resolve("one twin_fates", hands={"one": ["stoke", "banish"]}, decks={"one": ["raise", "parley"], "two": 0})
    s.play("bury parley", "bury stoke")
    assert s.deck("one") == ["stoke", "parley"]


# ---- limits ---------------------------------------------------------------------------------------------------------
def test_limits_are_per_player_and_name() -> None:
    """S17; ruling 3: two friendly copies, and only the first takes effect; the enemy's own copy does."""
    s = resolve("two fireburst", "one fireburst", "one fireburst")
    assert [event["player"] for event in s.events("damage")] == ["two", "one"]


def test_a_limit_that_found_no_target_is_not_spent() -> None:
    """S18; rulings 3 and 16: it has not resolved."""
    s = resolve("one second_wind", "one ash_hound", "one second_wind")
    s.play("attack player")
    assert s.strength(1) == 5 and [event["card"] for event in s.events("no_target")] == ["second_wind"]


def test_leaving_the_stack_does_not_renew_a_limit() -> None:
    """S09, S20; ruling 3: the limit goes by player and name."""
    s = resolve("one raise", "one stoke", "one ash_hound", "two stoke", "one echo_bard", "two kiln_brute", pits={"one": []})
    s.play("done", "perform 2 stoke", "attack 6 kiln_brute")  # the Bard falls
    s.decline_all()
    assert s.events("played_by_effect")[-1]["card"] == "echo_bard"
    assert [event["card"] for event in s.events("limit_spent")] == ["echo_bard"] and len(s.events("performs")) == 1


# ---- attacks ----------------------------------------------------------------------------------------------------------
def test_whom_an_ally_may_attack() -> None:
    """S10; ruling 4: any enemy Ally on the stack, above or below the line, or the enemy player; nobody and nothing else."""
    s = resolve("two spark_imp", "one stoke", "one ash_hound", "two kiln_brute", "two stoke")
    s.play("strengthen 1 spark_imp", "done")
    assert s.choices() == ["attack 1 spark_imp", "attack 4 kiln_brute", "attack player", "done"]
    assert s.refused("attack 2 stoke") == "only_allies_attacked" and s.refused("attack own player") == "own_player"
    assert s.refused("attack 5 stoke") == "only_allies_attacked" and s.refused("attack 9") == "no_position"
    s = resolve("one spark_imp", "one ash_hound")
    assert s.refused("attack 1 spark_imp") == "own_ally"


def test_equal_strengths() -> None:
    """S29; ruling 5: both are nixed, at the same time."""
    s = resolve("two ash_hound", "one ash_hound").play("attack 1 ash_hound")
    assert s.stack == [] and s.pit("one") == s.pit("two") == ["ash_hound"]


def test_attack_on_a_player() -> None:
    """S31: strength 4 is 4 damage; strength 0 is 0, no loss with an empty deck."""
    s = resolve("one ash_hound").play("attack player")
    assert s.events("damage")[0]["amount"] == 4
    s = resolve("one mirror_shade", decks={"two": 0}).play("attack player")
    assert not s.over


def test_moved_cards_keep_what_was_done_to_them() -> None:
    """Ruling 19: strength changes, Silence and Puppet Strings end only at End of Round or on leaving the stack."""
    s = resolve("two kiln_brute", "two undertow", "one puppet_strings").play("move 1 kiln_brute", "bottom")
    assert s.asked == "one attack"
    s = resolve("one ash_hound", "one undertow", "one war_caller").play("done", "move 1 ash_hound", "bottom")
    assert s.strength(1) == 5


def test_leaving_the_stack_ends_changes() -> None:
    """Ruling 5: the same card that comes back is fresh."""
    s = resolve("one raise", "two pyre_matron", "one bone_warden", "one war_caller").play("done", "attack 2 pyre_matron")
    assert s.pit("two") == ["pyre_matron"]  # 2 against 2
    assert s.stack == ["one bone_warden", "one raise", "one war_caller"] and s.strength(1) == 1  # raised from the pit


# ---- triggers and ends -------------------------------------------------------------------------------------------------
def test_nixed_together() -> None:
    """S24, S37; ruling 35 and ruling 8: cards leave at the same time, then the resolving card's owner's triggers come first."""
    s = resolve("one vengeful_wisp", "one scavenger", "two scavenger", "two pyre_matron").play("attack 1 vengeful_wisp")
    kinds = [event["kind"] for event in RULES.events(s.g, None)]
    assert kinds[kinds.index("nixed") :][:2] == ["nixed", "nixed"] and s.asked == "two scavenge"
    s.play("draw")
    assert s.asked == "one scavenge" and s.events("damage")[0]["player"] == "two"


def test_both_lose() -> None:
    """S26, S27; ruling 6: one event that makes both lose is a draw; after a loss nothing more resolves."""
    s = resolve("two fireburst", "one pit_fire", decks={"one": 0, "two": 0})
    assert s.over and s.winners == [] and len(s.events("resolves")) == 1
    s = resolve("two fireburst", "one fireburst", decks={"one": 3, "two": 3})
    assert s.winners == ["one"]


def test_a_finished_game_takes_no_action() -> None:
    """S28: a game that is over is over at once."""
    s = resolve("one fireburst", "one ash_hound", decks={"two": 2}).play("attack player")
    assert s.over and s.choices() == []
    with pytest.raises(IllegalAction):
        s.g.play(0)


def test_the_deck_after_a_round() -> None:
    """S21, S23: damage equal to the deck leaves 0; the stack's cards are the deck of the next round."""
    stack = ["two parley", "two stoke", "two shield_wall", "one kiln_brute", "one spark_imp"]
    s = Scene("resolve", stack, "end", decks={"two": 4}, hands={"one": ["raise"]})
    s.play("done", "attack player")
    assert s.size("two") == 3 and not s.over


def test_quick_ends_the_play_phase_at_once() -> None:
    """S32: three cards resolve."""
    s = turn("one parley", "two parley", turn="one", hands={"one": ["backdraft", "stoke"], "two": ["stoke", "raise"]}, until="resolve")
    s.play("play backdraft")
    assert len(s.events("resolves")) == 2 and s.pit("two") == ["parley"]  # the third was nixed before its turn


def test_first_turns_and_refills() -> None:
    """S33, S35, S36, S41 are in test_rounds.py; S38, S39: the stack goes under the decks before hands are cut down."""
    s = Scene("end", ["one stoke", "one parley"], hands={"one": filler(8, "stoke", "parley")}, until="end")
    assert s.deck("one")[:2] == ["stoke", "parley"] and s.asked == "one cut_down"
