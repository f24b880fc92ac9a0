"""Deck lists, and the file of cards: what is refused, where, and why."""

from pathlib import Path

import pytest

from ruinous.casters import decks, tables
from ruinous.casters.decks import BUILT_IN, BadDeck, read_deck, why_bad, write_deck
from ruinous.casters.tables import IDS, POOL, BadCard, read_cards

GOOD = write_deck(BUILT_IN["1"])


# ---- decks ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["1", "2"])
def test_the_decks_of_the_box(name: str) -> None:
    deck = BUILT_IN[name]
    assert len(deck) == 15 and set(deck.values()) == {2} and why_bad(deck) == []
    assert read_deck(write_deck(deck)) == deck
    assert sorted(decks.titles(deck)) == decks.titles(deck) and len(decks.titles(deck)) == 30


def test_how_a_list_may_be_written() -> None:
    text = GOOD.replace("2 Ash Hound\n", "1 ash hound  # one\n\n# a comment\n1x Ash_Hound\n".replace("Ash_Hound", "ash_hound"))
    assert read_deck(text) == BUILT_IN["1"]


def test_every_reason_is_named() -> None:
    """Ruling 13: exactly 30 cards, at most 2 copies, only cards of the pool."""
    with pytest.raises(BadDeck) as found:
        read_deck("3 Ash Hound\ntwo Stoke\n2 Kiln Brut\n1 Nonsense Indeed")
    assert found.value.reasons == [
        "line 2: 'two Stoke' is not a number and a name",
        "line 3: no card is called 'Kiln Brut'; did you mean Kiln Brute?",
        "line 4: no card is called 'Nonsense Indeed'",
        "3 copies of Ash Hound, at most 2 are allowed",
    ]
    with pytest.raises(BadDeck, match="29 cards, exactly 30 are needed"):
        read_deck(GOOD.replace("2 Ash Hound", "1 Ash Hound"))
    with pytest.raises(BadDeck, match="32 cards, exactly 30 are needed"):
        read_deck(GOOD + "2 Parley\n")
    with pytest.raises(BadDeck, match="0 copies of Stoke"):
        decks.as_list({"stoke": 0})
    for bad in (7, None, {"stoke": "2"}, {1: 2}, ["stoke"]):
        with pytest.raises(BadDeck, match="is no deck"):
            decks.as_list(bad)


def test_random_decks_are_decks() -> None:
    calls = iter(range(10**6))
    for _ in range(5):
        assert why_bad(decks.random_deck(lambda n: next(calls) * 7919 % n)) == []


# ---- the pool ---------------------------------------------------------------------------------------------------
def test_the_pool() -> None:
    """Forty cards: fifteen for each deck and ten more; the list of casters.md."""
    assert len(POOL) == len(set(IDS)) == len({card.name for card in POOL}) == 40
    assert [sum(card.deck == deck for card in POOL) for deck in (0, 1, 2)] == [10, 15, 15]
    strengths = {card.id: card.strength for card in POOL if card.type == 0}
    assert len(strengths) == 21 and strengths["tomb_colossus"] == 9 and strengths["mirror_shade"] == 0
    assert {card.id for card in POOL if card.quick} == {"spark_imp", "backdraft", "lantern_moth", "undertow", "foresight", "blood_price"}
    limited = {"emberling", "fireburst", "second_wind", "grave_tender", "veil_dancer", "echo_bard", "raise", "scavenger"}
    assert {card.id for card in POOL if card.once_per_round} == limited


CARD = '[imp]\nname = "Imp"\ntype = "ally"\nstrength = 1\ntext = ""\n'
BAD = {
    "type = 'ally'": ("[imp]\nname = 'Imp'\ntype = 'ally'\ntext = ''\n", "an Ally has a strength from 0 to 9"),
    "strength": (CARD.replace("= 1", "= 10"), "an Ally has a strength from 0 to 9"),
    "action": (CARD.replace('"ally"', '"action"'), "an Action has none"),
    "kind": (CARD.replace('"ally"', '"beast"'), "type is 'beast', but must be one of ally, action"),
    "key": (CARD + "power = 1\n", "unknown key power"),
    "word": (CARD + 'words = ["slow"]\n', "words are .* but may only be quick, once_per_round"),
    "name": (CARD.replace('name = "Imp"\n', ""), "name is missing or no text"),
    "verb": (CARD + 'resolve = ["dance"]\n', "unknown verb 'dance'; known are nix"),
    "number": (CARD + 'resolve = ["draw"]\n', "draw needs one number"),
    "no number": (CARD + 'resolve = ["stop 2"]\n', "stop takes no number"),
    "special": (CARD + 'resolve = ["do tricks"]\n', "'do tricks' names none of the functions"),
    "target": (CARD + 'resolve = ["nix"]\n', "needs a target"),
    "no verb": (CARD + 'target = "enemy ally"\nresolve = ["draw 1"]\n', "needs a target, others take none"),
    "place": (CARD + 'target = "pit ally"\nresolve = ["nix"]\n', "can only be played or recovered"),
    "target word": (CARD + 'target = "enemy fish"\nresolve = ["nix"]\n', "unknown word 'fish' in the target"),
    "both": (CARD + 'target = "any card"\neach = "any card"\nresolve = ["nix"]\n', "target or each, not both"),
    "three": (CARD + 'resolve = ["draw 1", "stop", "draw 2"]\n', "at most two verbs"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_card_is_refused_with_file_line_and_reason(what: str, tmp_path: Path) -> None:
    text, reason = BAD[what]
    file = tmp_path / "cards.toml"
    file.write_text("# one good card before it\n" + CARD.replace("imp", "good").replace("Imp", "Good") + "\n" + text, encoding="utf-8")
    with pytest.raises(BadCard, match=rf"^cards\.toml:8: imp: .*{reason}"):
        read_cards(file)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("[imp\n", encoding="utf-8")
    with pytest.raises(BadCard, match=r"^cards\.toml: .*line 1"):
        read_cards(file)
    file.write_text("imp = 3\n", encoding="utf-8")
    with pytest.raises(BadCard, match=r"^cards\.toml:0: imp: a card is a table of keys"):
        read_cards(file)


def test_the_pool_is_read_from_the_package() -> None:
    assert read_cards(Path(tables.__file__).with_name("cards.toml")) == POOL
