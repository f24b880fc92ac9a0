"""Decks on paper: the page asks, the server makes the PDF, the browser keeps it."""

from typing import Any

import pytest

from ruinous import text
from ruinous.casters.decks import BUILT_IN, DECK_1
from ruinous.sheets import casters
from sheets.reading import sizes

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
pytest.importorskip("typst", reason="typst is missing: pip install 'ruinous[print]' brings it")
expect = sync_api.expect

OWN = [{"id": "own-1", "name": "Embers", "cards": DECK_1}]
KEEP = "decks => localStorage.setItem('ruinous-decks', JSON.stringify(decks))"


def downloaded(page: Any) -> bytes:
    """The PDF that comes."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the PDF").click()
    assert download.value.suggested_filename == "casters.pdf"
    return bytes(download.value.path().read_bytes())


def test_both_decks_of_the_box_come_as_they_are(page: Any) -> None:
    page.get_by_role("link", name="Print cards").click()
    expect(page.get_by_role("heading", name="Print cards")).to_be_visible()
    assert len(sizes(downloaded(page))) == 2 * 8 + 1


def test_the_deck_of_the_builder_is_printed_as_wished(page: Any, site: str) -> None:
    page.evaluate(KEEP, OWN)
    page.goto(f"{site}#/decks")
    page.reload()
    page.get_by_role("link", name="Print cards").click()
    expect(page.get_by_label("Embers")).to_be_checked()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)  # the deck and the backs
    page.get_by_label("Paper").select_option("letter")
    page.get_by_role("checkbox", name="Backs").uncheck()
    expect(page.get_by_label("Shift backs right (mm)")).to_have_count(0)
    sheets = sizes(downloaded(page))
    assert len(sheets) == 5 + 1
    assert sheets[0] == pytest.approx((215.9, 279.4), abs=0.1)
    page.get_by_label("One card a page").check()
    expect(page.get_by_label("Colour beyond the cut")).to_have_value("3")
    assert len(sizes(downloaded(page))) == 30 + 9


def test_a_deck_that_may_not_be_played_says_why(browser: Any, site: str) -> None:
    """A refused request is an error in the console, which no other visitor may have."""
    profile = browser.new_context()
    page = profile.new_page()
    page.goto(site)
    page.evaluate(KEEP, [{"id": "own-1", "name": "Half", "cards": {"ash_hound": 2}}])
    page.goto(f"{site}#/print/own-1")
    page.reload()
    page.get_by_role("button", name="Download the PDF").click()
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_text(["Deck 1: 2 cards, exactly 30 are needed"])
    profile.close()


def test_the_sheets_are_in_the_language_of_the_page(visit: Any, site: str) -> None:
    page = visit(locale="pt-BR")
    page.goto(f"{site}#/print")
    with page.expect_download() as download:
        page.get_by_role("button", name="Baixar o PDF").click()
    with text.speaking("pt"):
        assert download.value.path().read_bytes() == casters.sheets(list(BUILT_IN.values()), casters.Print())


@pytest.mark.parametrize("context", [(360, 740)], indirect=True)
def test_a_phone_shows_it_all(page: Any, site: str) -> None:
    page.goto(f"{site}#/print")
    expect(page.get_by_role("button", name="Download the PDF")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    heights = page.locator("button, select, input[type=number], .check").evaluate_all(
        "nodes => nodes.map(n => n.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44
