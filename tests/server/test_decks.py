"""Deck lists that the page has checked."""

import pytest

from ruinous.casters.decks import DECK_1, write_deck
from server.harness import Running, Visitor


def test_a_good_deck_comes_back_written_out_and_can_be_played(real: Running) -> None:
    me = Visitor(real.address)
    mixed = "# mine\n" + "".join(reversed(write_deck(DECK_1).lower().splitlines(keepends=True)))
    answer = me.post("/api/decks/check", json={"text": mixed}).json()
    assert answer == {"deck": DECK_1, "reasons": [], "text": write_deck(DECK_1)}
    with me.at(me.new("one", game="casters", options={"deck1": answer["deck"]}, bots={"two": "random"})) as chair:
        assert chair.hello()["view"]["players"]["one"]["deck_list"] == DECK_1


def test_a_bad_deck_has_every_reason(real: Running) -> None:
    answer = (
        Visitor(real.address).post("/api/decks/check", json={"text": "3 Ash Hound\nnothing\n1 Ash Hond\n2 silence\n9999999 Silence"}).json()
    )
    assert answer["deck"] == {"ash_hound": 3, "silence": 2}
    assert answer["text"] == "3 Ash Hound\n2 Silence\n"
    assert len(answer["reasons"]) == 4
    assert "did you mean Ash Hound?" in answer["reasons"][1]
    few = Visitor(real.address).post("/api/decks/check", json={"text": ""}).json()
    assert few == {"deck": {}, "reasons": ["0 cards, exactly 30 are needed"], "text": ""}


@pytest.mark.parametrize("body", [b"{}", b"no json", b'{"text": 3}', b'{"text": "", "more": 1}', b'{"text": "' + b"x" * 8001 + b'"}'])
def test_what_is_no_list_is_refused(real: Running, body: bytes) -> None:
    answer = Visitor(real.address).post("/api/decks/check", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_message"
    assert "xxx" not in answer.text
