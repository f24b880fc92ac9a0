"""A finished game, looked at again: with the keys, the reel, the log, through other eyes, from disk."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

RECORDS = Path(__file__).parent.parent / "records"
OLD_WORLD = RECORDS / "oldworld" / "vp-nurgle-65.ruin"
CASTERS = RECORDS / "casters" / "damage-two-keyed-0.ruin"


def opened(page: Any, site: str, record: Path) -> int:
    """Open a record from disk; the number of its actions."""
    page.goto(f"{site}#/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".replay")).to_have_attribute("data-at", "0")
    return sum(line.startswith('["a"') for line in record.read_text().splitlines())


def drop(page: Any, record: Path) -> None:
    """Let the file of a record fall onto the page."""
    page.evaluate(
        """text => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'game.ruin'))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      }""",
        record.read_text(),
    )


def stands_at(page: Any, n: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-at", str(n))
    expect(page.locator(".reel-place b")).to_contain_text(f"Action {n} of")


def test_the_keys_move_by_action_and_by_round(page: Any, site: str) -> None:
    last = opened(page, site, OLD_WORLD)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    assert page.url.endswith("#/replay/file/2")
    expect(page.locator(".ask .last b")).to_have_text(re.compile("^(Khorne|Nurgle|Tzeentch|Slaanesh):$"))  # whose move it is
    page.keyboard.press("ArrowLeft")
    stands_at(page, 1)
    page.keyboard.press("PageDown")
    expect(page.locator(".rail .round")).to_have_text("Round 2")
    first = int(page.locator(".replay").get_attribute("data-at"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rail .round")).to_have_text("Round 1")
    page.keyboard.press("PageDown")
    stands_at(page, first)
    page.keyboard.press("PageUp")
    stands_at(page, 0)
    page.keyboard.press("End")
    stands_at(page, last)
    expect(page.locator(".ask .last")).to_contain_text("The game is over")
    page.keyboard.press("Home")
    stands_at(page, 0)


def test_space_plays_and_pauses(page: Any, site: str) -> None:
    opened(page, site, OLD_WORLD)
    page.get_by_label("Speed").select_option("0.25")
    page.locator(".board").click(position={"x": 5, "y": 5})
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.at) >= 2")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_log_and_the_actions_lead_to_their_places(page: Any, site: str) -> None:
    opened(page, site, OLD_WORLD)
    actions = [json.loads(line)[2] for line in OLD_WORLD.read_text().splitlines() if line.startswith('["a"')]
    page.get_by_role("tab", name="Actions").click()
    listed = page.locator(".action-list .action-link span")
    expect(listed).to_have_text(actions)
    listed.nth(40).click()
    stands_at(page, 41)
    page.get_by_role("tab", name="What happened").click()
    line = page.locator(".told li.event-vp").first
    text = line.inner_text()
    line.get_by_role("button").click()
    expect(page.locator(".told li.new", has_text=text)).to_have_count(1)
    # What has been told is the log up to here; the rest lies ahead.
    assert page.locator(".told li.ahead").count() > 0


def test_through_other_eyes(page: Any, site: str) -> None:
    opened(page, site, OLD_WORLD)
    page.goto(f"{site}#/replay/file/50")
    stands_at(page, 50)
    hands = page.locator(".open-hands p")
    expect(hands).to_have_count(3)
    eyes = page.get_by_label("Through whose eyes")
    eyes.select_option("nurgle")
    expect(hands).to_have_count(1)
    expect(page.locator(".told li.event-drew.khorne").first).to_contain_text(re.compile("Khorne draws a card", re.I))
    stands_at(page, 50)
    eyes.select_option("")
    expect(hands).to_have_count(0)
    eyes.select_option("all")
    expect(hands).to_have_count(3)


def test_the_address_keeps_the_place_the_eyes_and_this_browser_the_speed(page: Any, site: str, context: Any) -> None:
    opened(page, site, OLD_WORLD)
    page.goto(f"{site}#/replay/file/50")
    stands_at(page, 50)
    page.get_by_label("Through whose eyes").select_option("nurgle")
    page.get_by_label("Speed").select_option("0.5")
    expect(page.locator(".open-hands p")).to_have_count(1)
    page.reload()
    stands_at(page, 50)
    expect(page.get_by_label("Through whose eyes")).to_have_value("nurgle")
    expect(page.get_by_label("Speed")).to_have_value("0.5")
    expect(page.locator(".open-hands p")).to_have_count(1)
    # A link says both; without eyes it opens everything, and eyes that nobody has are none.
    page.goto(f"{site}#/replay/file/9/nobody")
    stands_at(page, 9)
    expect(page.locator(".open-hands p")).to_have_count(0)
    page.goto(f"{site}#/replay/file/12")
    stands_at(page, 12)
    expect(page.locator(".open-hands p")).to_have_count(3)
    page.goto(f"{site}#/replay/file/9/atlantis")
    stands_at(page, 9)
    expect(page.locator(".open-hands p")).to_have_count(3)


def test_a_second_record_takes_the_place_of_the_first(page: Any, site: str) -> None:
    last = opened(page, site, OLD_WORLD)
    page.keyboard.press("End")
    stands_at(page, last)
    drop(page, CASTERS)
    expect(page.locator(".replay.casters-table")).to_have_attribute("data-at", "0")


def test_the_story_of_the_score(page: Any, site: str) -> None:
    opened(page, site, OLD_WORLD)
    end = json.loads(OLD_WORLD.read_text().splitlines()[-1])[1]
    page.get_by_role("button", name="Result").click()
    outcome = page.locator(".outcome")
    expect(outcome.locator(".verdict")).to_have_text("Nurgle wins")
    expect(outcome.locator(".matrix").first.get_by_role("img")).to_have_count(3)
    expect(outcome.locator(".matrix").first.get_by_role("img", name="Khorne", exact=True)).to_be_visible()
    tables = outcome.locator(".matrix .total")
    for total in (tables.nth(0), tables.nth(1)):
        expect(total.locator(".number")).to_have_text([str(end["scores"][power]) for power in ("khorne", "nurgle", "slaanesh")])
    expect(outcome.locator(".chart").first.locator(".line")).to_have_count(3)
    # Every roll adds up to what the report says.
    outcome.locator(".dice-report summary").click()
    rolled = sum(int(text.split()[0]) for text in outcome.locator(".rolls > li > b").all_inner_texts())
    cells = outcome.locator(".dice-report table tbody tr").all()
    assert sum(int(row.locator("td").nth(1).inner_text()) for row in cells) == rolled
    assert sum(int(row.locator("td").nth(0).inner_text()) for row in cells) == outcome.locator(".chains > span").count()
    outcome.locator(".turns .at-link").first.click()
    assert int(page.locator(".replay").get_attribute("data-at")) > 0


def test_a_keyed_game_of_casters(page: Any, site: str) -> None:
    last = opened(page, site, CASTERS)
    expect(page.locator(".open-hands p")).to_have_count(2)
    page.keyboard.press("End")
    stands_at(page, last)
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".outcome .verdict")).to_have_text("Two wins")
    expect(page.locator(".proof .good")).to_contain_text("followed from the key")
    told = page.locator(".outcome .chart").get_attribute("aria-label")
    assert [line.split(", ")[-1] for line in told.partition(": ")[2].split("; ")] == page.locator(".deck-size").all_inner_texts()


def test_the_strongest_bot_judges_a_game(page: Any, site: str) -> None:
    opened(page, site, RECORDS / "casters" / "rounds-draw-1240.ruin")
    page.get_by_role("button", name="Result").click()
    page.get_by_role("button", name="Have the game judged").click()
    expect(page.locator(".chances progress")).to_have_count(0, timeout=120_000)
    told = page.locator(".chances .chart").get_attribute("aria-label").partition(": ")[2]
    one, two = ([int(n) for n in re.findall(r"\d+", line)] for line in told.split("; "))
    assert len(one) == 12
    assert [a + b for a, b in zip(one, two, strict=True)] == [100] * 12


def test_the_strongest_bot_says_why_of_the_move_that_is_shown(page: Any, site: str) -> None:
    opened(page, site, RECORDS / "casters" / "rounds-draw-1240.ruin")
    why = page.get_by_role("button", name="Why this move?")
    expect(why).to_have_count(0)  # nothing has been played yet
    page.get_by_role("button", name="Next action").click()
    opinion = page.locator(".opinion")
    for _ in range(12):  # somewhere it would rather have played something else
        page.get_by_role("button", name="Next action").click()
        expect(opinion).to_have_count(0)
        why.click()
        expect(opinion.locator("b").first).to_have_text(re.compile("It would (do the same|rather):"))
        if opinion.locator("b").count() == 2:
            break
    expect(opinion.locator("b").last).to_have_text("What was played, beside that:")
    expect(opinion.locator("p").first).to_contain_text(re.compile(r"wins \d+ %"))
    assert all(re.search(r": [+-][\d.]+$", cause) for cause in opinion.locator("li").all_inner_texts())
    opinion.get_by_role("button", name="Close").click()
    expect(opinion).to_have_count(0)


def test_a_record_is_dropped_on_the_first_page(page: Any) -> None:
    expect(page.get_by_role("heading", name="Ruinous")).to_be_visible()
    drop(page, OLD_WORLD)
    expect(page.locator(".replay")).to_have_attribute("data-at", "0")
    with page.expect_download() as download:
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == "game.ruin"
    assert download.value.path().read_text() == OLD_WORLD.read_text()


def test_a_game_just_played_and_a_link_into_it(page: Any, site: str, context: Any) -> None:
    page.locator(".power-choice", has_text="Watch").click()
    page.get_by_role("button", name="Watch the game").click()
    page.wait_for_selector(".outcome", timeout=120_000)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay")).to_have_attribute("data-at", "0")
    page.keyboard.press("PageDown")
    expect(page.locator(".rail .round")).to_have_text("Round 2")
    address, at = page.url, page.locator(".replay").get_attribute("data-at")
    another = context.new_page()
    another.goto(address)
    expect(another.locator(".replay")).to_have_attribute("data-at", at)
    expect(another.locator(".rail .round")).to_have_text("Round 2")


@pytest.mark.parametrize("context", [(390, 844)], indirect=True)
def test_on_a_phone_nothing_scrolls_sideways(page: Any, site: str) -> None:
    for record in (OLD_WORLD, CASTERS):
        opened(page, site, record)
        page.get_by_role("button", name="Next action").tap()
        stands_at(page, 1)
        page.get_by_role("button", name="Result").tap()
        expect(page.locator(".outcome .verdict")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".sheet-body").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_what_is_no_record_is_told_with_its_line(browser: Any, site: str, tmp_path: Path) -> None:
    lines = OLD_WORLD.read_text().splitlines()
    lines[9] = '["a", 8, "summon daemon atlantis"]'
    bad = tmp_path / "bad.ruin"
    bad.write_text("\n".join(lines))
    visitor = browser.new_page()  # the browser itself writes the refused request into its console
    visitor.goto(f"{site}#/replay")
    visitor.locator("input[type=file]").set_input_files(bad)
    expect(visitor.get_by_role("alert").first).to_contain_text("record:10:")
    visitor.locator("input[type=file]").set_input_files(OLD_WORLD)
    expect(visitor.locator(".replay")).to_have_attribute("data-at", "0")
    visitor.close()


def test_the_sheet_of_a_region_shows_its_sums_and_then_its_ledger(page: Any, site: str) -> None:
    last = opened(page, site, OLD_WORLD)
    page.get_by_role("tab", name="Actions").click()
    page.locator(".action-list .action-head", has_text="Round 2 Battle").locator("xpath=following-sibling::li[1]").get_by_role(
        "button"
    ).click()
    expect(page.get_by_text("Round 2, Battle")).to_be_visible()
    sums = page.locator(".region-sums tbody tr")
    seen = 0
    for region in ("kislev", "empire", "tilea", "estalia"):
        page.locator(f'[data-region="{region}"] .area').click(force=True)
        expect(sums).to_have_count(3)
        rows = sums.evaluate_all("rows => rows.map(row => [...row.querySelectorAll('td')].slice(0, 4).map(cell => cell.innerText))")
        for row in rows:  # read at one moment
            figures, cards, effects, supremacy = (int(cell.replace("·", "0").replace("−", "-")) for cell in row)
            assert figures + cards + effects == supremacy
            seen += supremacy
        page.get_by_role("button", name="Close").click()
    assert seen > 3
    # What was scored in a round stands in the sheet of its region until the next round.
    page.get_by_role("tab", name="What happened").click()
    line = page.locator(".told li.event-vp", has_text="dominates").first
    text = line.inner_text()
    line.get_by_role("button").click()
    names = {
        "Kislev": "kislev",
        "The Empire": "empire",
        "Bretonnia": "bretonnia",
        "Tilea": "tilea",
        "Estalia": "estalia",
        "Norsca": "norsca",
    }
    region = next(
        key
        for name, key in {**names, "Troll Country": "troll_country", "Border": "border_princes", "Badlands": "badlands"}.items()
        if name in text
    )
    page.locator(f'[data-region="{region}"] .area').click(force=True)
    expect(page.locator(".ledger li").filter(has_text=text)).to_have_count(1)
    page.keyboard.press("End")
    stands_at(page, last)


def test_a_link_to_no_number_and_a_server_that_is_away(browser: Any, site: str) -> None:
    """Nonsense leads to the beginning; what is not answered is told, and asked for again after a pause, not without end."""
    visitor = browser.new_page()  # the browser itself writes the broken requests into its console
    opened(visitor, site, OLD_WORLD)
    visitor.goto(f"{site}#/replay/file/7")
    stands_at(visitor, 7)
    visitor.goto(f"{site}#/replay/file/here")
    stands_at(visitor, 0)
    visitor.clock.install()
    visitor.clock.pause_at(visitor.evaluate("Date.now() + 1000"))
    asked: list[str] = []

    def away(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    visitor.route("**/api/replay", away)
    visitor.keyboard.press("PageDown")
    visitor.keyboard.press("PageDown")
    visitor.keyboard.press("PageDown")
    expect(visitor.locator(".toast")).to_have_text("The server does not answer.")
    visitor.unroute_all(behavior="wait")
    assert len(asked) == 1
    visitor.clock.run_for(3000)
    expect(visitor.locator(".rail .round")).to_have_text("Round 4")
    visitor.close()
