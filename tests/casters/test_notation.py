"""Texts of actions, actions as data, refusals with their sentences, prompts and the log."""

import re
from pathlib import Path

import pytest

from casters.scenes import RULES, SEATS, resolve, turn
from contract.sampling import decisions, variants
from ruinous.casters import events, names, tasks
from ruinous.casters.notation import every_action
from ruinous.text import texts

SOURCE = Path(names.__file__).parent


# ---- the index space -----------------------------------------------------------------------------------------------
def test_the_index_space_is_frozen() -> None:
    """Records and learners depend on it: append, never reorder."""
    space = [
        (name, int(getattr(names, name))) for name in "DONE REFILL TOP BOTTOM DRAW_ONE PLAYER PLAY FROM_HAND FROM_PIT AT LOOKED_AT".split()
    ]
    assert space == [
        ("DONE", 0),
        ("REFILL", 1),
        ("TOP", 2),
        ("BOTTOM", 3),
        ("DRAW_ONE", 4),
        ("PLAYER", 5),
        ("PLAY", 8),
        ("FROM_HAND", 48),
        ("FROM_PIT", 88),
        ("AT", 128),
        ("LOOKED_AT", 188),
    ]
    assert names.N_ACTIONS == 228 and names.LOOKED_AT - names.AT == names.CARDS == 60


def test_every_action_has_a_text_of_its_own_under_every_question() -> None:
    """Legal or not: a refused text is read as the action that it means."""
    asked = set()
    for options in variants(RULES):
        for state in decisions(RULES, options, 5):
            pending = RULES.view(state, None)["pending"]
            if pending is None or (pending["task"], pending["card"]) in asked:
                continue
            asked.add((pending["task"], pending["card"]))
            found = {RULES.text(state, action): action for action in every_action()}
            assert len(found) == len(every_action()), pending
            for text, action in found.items():
                assert RULES.parse(state, text) == action
    assert len({task for task, _card in asked}) >= 8


# ---- texts -----------------------------------------------------------------------------------------------------------
def test_texts_name_position_and_card() -> None:
    s = resolve("two ash_hound", "two hex_toad", "one kiln_brute")
    assert s.choices() == ["attack 1 ash_hound", "attack 2 hex_toad", "attack player", "done"]
    described = [RULES.describe(s.g, action) for action in s.g.legal_actions()]
    assert described[0] == {
        "id": 128,
        "text": "attack 1 ash_hound",
        "kind": "stack",
        "position": 1,
        "player": "two",
        "card": "ash_hound",
    }
    assert described[2] == {"id": 6, "text": "attack player", "kind": "player", "player": "two"}
    s = turn("two stoke", first="two", turn="one", hands={"one": ["ash_hound", "raise"], "two": ["banish"]})
    assert [RULES.describe(s.g, action)["kind"] for action in s.g.legal_actions()] == ["play", "play", "refill"]


def test_where_two_kinds_would_share_a_verb() -> None:
    s = resolve("two kiln_brute", "one raise", pits={"one": ["bone_warden", "mirror_shade"]})
    assert s.choices() == ["play bone_warden", "play mirror_shade"]
    assert s.refused("play bone_warden from play") == "only_in_play_phase"
    s = resolve("one foresight", decks={"one": ["stoke", "parley", "raise"]}).play("draw raise")
    assert s.choices() == ["bury parley", "bury stoke"] and s.refused("bury raise from hand") == "not_this_question"


# ---- refusals -----------------------------------------------------------------------------------------------------------
def test_general_refusals() -> None:
    s = turn("two stoke", first="two", turn="one", hands={"one": ["ash_hound", "raise"], "two": ["banish"]})
    assert s.refused("play banish") == "not_in_hand" and s.refused("attack player") == "not_this_question"
    assert s.refused("done") == "must_choose" and s.refused("bury raise") == "not_this_question"
    s = resolve("two ash_hound", "one kiln_brute")
    assert s.refused("play stoke") == s.refused("refill") == "only_in_play_phase" and s.refused("attack 7") == "no_position"
    assert RULES.why_not(s.g, 7).code == RULES.why_not(s.g, 500).code == "no_such_action"
    over = resolve("one fireburst", decks={"two": 2})
    assert over.over and RULES.why_not(over.g, 0).code == "game_over"
    text = RULES.refusal_text(RULES.why_not(s.g, RULES.parse(s.g, "attack 2 kiln_brute")))
    assert text == {"reason": "An Ally does not attack itself.", "rule": "CC 4.5, Attacks; ruling 33"}


def test_every_refusal_is_reached_by_a_test() -> None:
    """Each code of refusal.py has a sentence, and some test of this folder expects it."""
    codes = set(re.findall(r'Refusal\(\s*"(\w+)"', (SOURCE / "refusal.py").read_text(encoding="utf-8")))
    codes |= {"only_in_play_phase", "must_choose", "not_this_question", "no_resolve_text", "limit_spent"}
    written = set(texts("casters").table["refusals"])
    assert written == codes | {"not_understood"}
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    codes.remove("not_directly_below")  # no card of this pool leaves a choice there
    assert [code for code in sorted(codes) if f'"{code}"' not in tests] == []


def test_refusals_name_rulings_that_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rulings-casters.md").read_text(encoding="utf-8")
    for refusal in texts("casters").table["refusals"].values():
        for number in re.findall(r"\d+", refusal["rule"].partition("ruling")[2]):
            assert f"| {number} |" in page


# ---- prompts and log --------------------------------------------------------------------------------------------------------
def test_every_question_has_a_prompt_and_every_event_a_line() -> None:
    book = texts("casters")
    asked = [name for number, name in tasks.TASK_NAMES.items() if (number in ASKING)]
    assert set(book.table["questions"]) == set(asked) and set(asked) <= set(book.table["prompts"])
    for kind, _fields, hidden in events.FIELDS:
        assert book.has(f"log.{kind}")
        assert book.has(f"log.{kind}_hidden") == bool(hidden)


ASKING = {
    tasks.OPENING_PICK,
    tasks.PLAY_TURN,
    tasks.REFILL_PICK,
    tasks.CHOOSE_TARGET,
    tasks.WHICH_END,
    tasks.ATTACK,
    tasks.SCAVENGE,
    tasks.BURY_FROM_HAND,
    tasks.FEED_DRAKE,
    tasks.ECHO_WHICH,
    tasks.DRAW_LOOKED_AT,
    tasks.BURY_LOOKED_AT,
    tasks.CUT_DOWN,
}


def test_prompts() -> None:
    s = resolve("two ash_hound", "one kiln_brute")
    assert RULES.prompt(s.g, "one") == "Kiln Brute at position 2, strength 5: whom does it attack?"
    assert RULES.prompt(s.g, "two") == RULES.prompt(s.g, None) == "Waiting for One."
    s = resolve("two ash_hound", "one puppet_strings")
    assert RULES.prompt(s.g, "one") == "You pull the strings of Ash Hound at position 1, strength 4: whom does it attack?"
    s = turn(hands={"one": ["ash_hound", "stoke"]})
    assert RULES.prompt(s.g, "one") == "The first turn of the round: play a card."
    s = resolve("one fireburst", decks={"two": 2})
    assert RULES.prompt(s.g, None) == "The game is over: One wins: the other player could not take the damage."
    s = resolve("two ash_hound", "one undertow").play()
    assert RULES.prompt(s.g, "one").startswith("Ash Hound moves: to the top")


def test_the_story_of_a_resolve_phase() -> None:
    deck = ["stoke", "raise", "parley", "silence", "undertow", "banish"]
    s = resolve("two shield_wall", "two hex_toad", "one ash_hound", "one fireburst", decks={"two": deck})
    s.play("attack 2 hex_toad")
    assert [event["text"] for event in RULES.events(s.g, None)] == [
        "Resolve Phase",
        "One's Fireburst at position 4 resolves",
        "Two takes 5 damage (1 less for what stands on the stack; CC 4.6)",
        "Stoke is nixed from the bottom of Two's deck",
        "Raise is nixed from the bottom of Two's deck",
        "Parley is nixed from the bottom of Two's deck",
        "Silence is nixed from the bottom of Two's deck",
        "Undertow is nixed from the bottom of Two's deck",
        "One's Ash Hound at position 3 resolves",
        "One's Ash Hound attacks Hex Toad at position 2",
        "One's Ash Hound at position 3 has 2 strength less this round",
        "Strength 2 against 2",
        "One's Ash Hound at position 3 is nixed",
        "Two's Hex Toad at position 2 is nixed",
        "Two's Shield Wall at position 1 resolves",
    ]


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_lines_of_whole_games_have_no_holes(seat: str | None) -> None:
    kinds = set()
    for n, options in enumerate(variants(RULES)):
        *_, state = decisions(RULES, options, 40 + n)
        for event in RULES.events(state, seat):
            assert event["text"] and "{" not in event["text"] and "None" not in event["text"]
            kinds.add(event["kind"])
    assert len(kinds) > 25


def test_masks_of_titles_are_not_shifted_into() -> None:
    """mypyc compiles `1 << x` as a shift of 32 bits: fine for a seat, wrong for one of forty titles."""
    for path in SOURCE.glob("*.py"):
        if path.stem in ("rules", "notation", "position", "view", "log", "refusal", "tables", "decks", "data"):
            continue
        for operand in re.findall(r"1 << ([\w.\[\]]+)", path.read_text(encoding="utf-8")):
            assert operand in ("me", "player", "self.first"), f"{path.name}: 1 << {operand}"
