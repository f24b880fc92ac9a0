"""The page of statistics and ratings."""

from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

COUNTED = """async () => {
    while (!(await (await fetch('api/statistics')).json()).some(count => count.game === 'casters')) await new Promise(requestAnimationFrame)
}"""
"""Until the server has looked at its clock and counted the game."""


@pytest.mark.parametrize("context", [(1280, 800), (360, 740)], indirect=True)
def test_a_finished_game_is_in_the_statistics(site: str, context: Any) -> None:
    page = context.new_page()
    page.goto(site)
    order = {"game": "casters", "seat": None, "bots": {"one": "random", "two": "random"}}
    table = page.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")}).json()["table"]
    page.goto(f"{site}#/table/{table}")
    expect(page.locator(".outcome")).to_be_visible()
    page.evaluate(COUNTED)
    page.goto(f"{site}#/statistics")
    row = page.locator(".tally tr", has_text="Cinder Court").first
    expect(row).to_contain_text(" of ")
    expect(row.locator(".share")).to_be_visible()
    expect(page.get_by_role("heading", name="Ratings", exact=True)).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
