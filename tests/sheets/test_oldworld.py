"""The player aids: a page for each Power and one for the round, on either paper."""

import pytest

from ruinous import catalogue, text
from ruinous.oldworld import tables
from ruinous.sheets import oldworld, press
from ruinous.sheets.paper import PAPERS
from sheets.reading import embedded, fonts, pixels, sizes
from sheets.test_casters import OURS

pytest.importorskip("typst", reason="typst is missing: pip install 'ruinous[print]' brings it")


@pytest.mark.parametrize("theme", text.languages())
@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("saving", [False, True])
def test_five_pages_on_either_paper(theme: str, paper: str, saving: bool) -> None:
    text.use(theme)
    try:
        made = oldworld.aids(paper, saving)
    finally:
        text.use("en")
    assert sizes(made) == [pytest.approx(PAPERS[paper], abs=0.01)] * 5
    assert fonts(made) == OURS
    assert embedded(made) == len(OURS)


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(KeyError):
        oldworld.aids("a5", False)


def test_what_does_not_fit_stops_the_press() -> None:
    data = oldworld.job("a4", False)
    data["powers"][1]["condition"] = "A counter for each word that stands here. " * 150
    with pytest.raises(press.BadSheet, match="the sheet of Nurgle does not fit its page"):
        press.pdf("aids.typ", data)


@pytest.mark.parametrize("power", tables.POWERS)
def test_a_sheet_has_all_that_the_power_has(power: str) -> None:
    book, sheet = catalogue.document("oldworld"), oldworld.aid(power, False)
    assert [card["name"] for card in sheet["cards"]] == [card["name"] for card in book["cards"].values() if card["power"] == power]
    assert sum(card["copies"] for card in sheet["cards"]) == 24
    assert len(sheet["upgrades"]) == 5
    assert len(sheet["figures"]) == 3
    assert [step["threat"] for step in sheet["dial"]] == [step[0] for step in tables.DIALS[tables.POWERS.index(power)]]
    shown = {part["mark"] for part in [*sheet["cards"], *sheet["upgrades"]]} - {"S"}
    assert all(f"[{mark}]" in sheet["foot"] for mark in shown)


def test_the_round_has_phases_tokens_and_regions() -> None:
    sheet = oldworld.summary()
    assert len(sheet["phases"]) == 6
    assert len(sheet["tokens"]) == 6
    empire = next(region for region in sheet["regions"] if region["name"] == "The Empire")
    assert empire == {"name": "The Empire", "value": 5, "populous": True, "places": ["10 / 5", "11 / 5", "11 / 5", "12 / 6", "12 / 6"]}
    assert sheet["ruiners"] == [3, 4, 4, 5, 5]


def test_a_theme_leaves_no_name_of_the_box() -> None:
    text.use("plain")
    try:
        printed = str(oldworld.job("a4", False)).lower()
    finally:
        text.use("en")
    for name in ("khorne", "nurgle", "tzeentch", "slaanesh", "warpstone", "skaven", "chaos"):
        assert name not in printed, printed[printed.find(name) - 80 :][:160]


def test_the_aids_speak_the_language_in_use() -> None:
    with text.speaking("pt"):
        data = oldworld.job("a4", False)
    assert data["lang"] == "pt"
    assert data["round"]["labels"]["title"] == "A rodada"
    assert "invocar" in data["round"]["phases"][2]["text"]


def test_ink_is_saved() -> None:
    def first(saving: bool) -> float:
        return pixels(press.png("aids.typ", oldworld.job("a4", saving), 40.0)[0]).darkness()

    assert first(True) < first(False) * 0.6


def test_the_same_bytes_every_time() -> None:
    assert oldworld.aids("a4", False) == oldworld.aids("a4", False)
