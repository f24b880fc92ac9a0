"""The ornament of a card is the same on paper as on the page."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruinous import catalogue
from ruinous.sheets.emblem import art, svg
from server.harness import apart

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")

WEB = Path(__file__).parent.parent.parent / "src" / "ruinous" / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
IDS = [card for game in ("casters", "oldworld") for card in catalogue.document(game)["cards"]]
DRAW = """async ids => {
  const { html, render } = await import('/vendor/vendor.js')
  const { Emblem } = await import('/pieces.js')
  return ids.map(id => {
    const place = document.createElement('div')
    render(html`<${Emblem} id=${id} />`, place)
    const svg = place.querySelector('svg')
    return {
      box: svg.getAttribute('viewBox'),
      outline: svg.querySelector('.emblem-line').getAttribute('d'),
      heart: svg.querySelector('path.emblem-heart').getAttribute('d') ?? '',
      dots: [...svg.querySelectorAll('circle')].map(dot => [dot.getAttribute('cx'), dot.getAttribute('cy')].map(Number)),
    }
  })
}"""


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]


def drawn_on_the_page(chromium: str) -> list[Any]:
    """What the page makes of every id, in a browser of its own."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.route("http://page.test/**", lambda route: route.fulfill(path=WEB / route.request.url.removeprefix("http://page.test/")))
        page.route("http://page.test/", lambda route: route.fulfill(body="<title>emblems</title>", content_type="text/html"))
        page.goto("http://page.test/")
        found: list[Any] = page.evaluate(DRAW, IDS)
        browser.close()
    return found


def test_paper_and_page_show_the_same() -> None:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium here: sudo apt-get install chromium (or any package that brings `chromium` on PATH)")
    on_page = apart(lambda: drawn_on_the_page(found))
    assert len(on_page) == len(IDS)
    for card, other in zip(IDS, on_page, strict=True):
        ours = art(card)
        assert other["box"] == "-60 -60 120 120"
        for mine, theirs in ((ours.outline, other["outline"]), (ours.heart, other["heart"])):
            assert re.sub(r"[^MLZ]", "", mine) == re.sub(r"[^MLZ]", "", theirs)
            assert numbers(mine) == pytest.approx(numbers(theirs), abs=0.101)  # halves may be rounded either way
        assert [list(dot) for dot in ours.dots] == other["dots"]


@pytest.mark.parametrize("card", [*IDS, "a", "x" * 200, "Ümläut"])
def test_an_ornament_lies_within_its_box(card: str) -> None:
    """The pen's width included, so nothing is clipped on paper or page."""
    drawn = art(card)
    assert max(abs(number) for number in numbers(drawn.outline) + numbers(drawn.heart)) <= 60 - 1.3
    assert all(abs(x) <= 56 and abs(y) <= 56 for x, y in drawn.dots)


def test_every_card_has_an_ornament_of_its_own() -> None:
    assert len({art(card) for card in IDS}) == len(IDS)


def test_every_ornament_has_a_heart_or_dots_and_all_are_drawn() -> None:
    for card in IDS:
        drawn, one = svg(card, "#123456"), art(card)
        assert one.heart or one.dots
        assert drawn.count("<circle") == len(one.dots)
        assert drawn.count("<path") == (2 if one.heart else 1)
        assert one.outline in drawn
