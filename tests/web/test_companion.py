"""The companion: a position is entered by clicking, the rules say what follows, and it goes on as a picture, a file, a record."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

POSITION = {
    "game": "oldworld",
    "round": 2,
    "phase": "corruption",
    "powers": {"khorne": {"vp": 4}, "nurgle": {}, "tzeentch": {}, "slaanesh": {"vp": 8, "dial": 1}},
    "regions": {
        "empire": {
            "figures": {"slaanesh": {"cultist": 2}, "khorne": {"warrior": 1}},
            "tokens": {"noble": 1, "skaven": 1},
            "corruption": {"slaanesh": 8, "khorne": 2},
            "cards": [["slaanesh", "insidious_lies"], None],
        },
    },
}


def opened(page: Any, site: str, position: Any = None) -> None:
    """The companion, with a position that this browser has kept."""
    if position is not None:
        page.evaluate("p => localStorage.setItem('ruinous-companion', JSON.stringify(p))", position)
    page.goto(f"{site}#/companion")
    expect(page.locator(".companion .board, .companion .stack").first).to_be_visible()


def put(page: Any, piece: str, *regions: str) -> None:
    """Take a piece in hand and click on these regions."""
    page.locator(f'.tool[title="{piece}"]').click()
    for region in regions:
        page.locator(f'[data-region="{region}"] .area').click(force=True)
    page.keyboard.press("Escape")


def row(page: Any, region: str) -> list[str]:
    """A region in the table of sums."""
    return [cell.strip() for cell in page.locator(".overview tr", has_text=region).locator("td").all_inner_texts()]


def test_a_position_is_built_by_clicking_and_has_its_sums_and_its_ledger(page: Any, site: str) -> None:
    opened(page, site)
    put(page, "Acolyte", "norsca", "norsca", "norsca")
    put(page, "Bloodletter", "norsca", "kislev")
    put(page, "Warpstone", "norsca")
    put(page, "Corruption: Khorne", "kislev", "kislev")
    expect(page.locator('.tool[title="Acolyte"] small')).to_have_text("5")
    page.get_by_role("radio", name="Take off").click()
    put(page, "Acolyte", "norsca")
    page.get_by_role("radio", name="Put down").click()
    expect(page.locator('.tool[title="Acolyte"] small')).to_have_text("6")
    page.get_by_role("tab", name="Sums").click()
    expect(page.locator(".overview tr", has_text="Kislev").locator("td").last).to_have_text("2")
    assert row(page, "Norsca") == ["1", "·", "2", "·", "1", "+1", "1 +2"]
    page.get_by_role("combobox", name="Phases").select_option("corruption")
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("button", name="Play the phase: Corruption").click()
    expect(page.locator(".ledger-table tr")).to_have_count(1)
    expect(page.locator(".ledger-table tr")).to_contain_text("dominates Norsca")
    page.get_by_role("button", name="Go on from there").click()
    expect(page.locator(".panel.tzeentch .vp b")).to_have_text("1")
    # Every step can be taken back, also this one.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".panel.tzeentch .vp b")).to_have_text("0")


def test_the_forms_of_a_region_and_of_a_power(page: Any, site: str) -> None:
    opened(page, site)
    page.locator('[data-region="empire"] .area').click(force=True)
    form = page.get_by_role("dialog", name="Empire")
    form.get_by_label("Space 1").select_option("slaanesh.insidious_lies")
    form.get_by_role("button", name="Add: Seductress").click()
    form.get_by_role("button", name="Add: Seductress").click()
    form.get_by_role("button", name="More: Noble").click()
    form.get_by_role("button", name="More: Slaanesh").click()
    form.get_by_role("button", name="Close").click()
    page.locator(".panel.slaanesh").click()
    form = page.get_by_role("dialog", name="Slaanesh")
    form.get_by_role("button", name="More: Victory points").click()
    form.get_by_label("I know the cards").check()
    form.get_by_label("Add: Hand").select_option("abyssal_pact")
    expect(form.locator(".chip", has_text="Abyssal Pact")).to_have_count(1)
    form.get_by_role("button", name="Close").click()
    expect(page.locator(".panel.slaanesh .vp b")).to_have_text("1")
    page.get_by_role("tab", name="Text").click()
    box = page.get_by_label("The position as text")
    expect(box).to_have_value(re.compile("abyssal_pact"))
    written = json.loads(box.input_value())
    assert written["regions"]["empire"] == {
        "figures": [{"power": "slaanesh", "kind": "cultist", "count": 2}],
        "tokens": {"noble": 1},
        "corruption": {"slaanesh": 1},
        "cards": [["slaanesh", "insidious_lies"], None],
    }
    assert written["powers"]["slaanesh"] == {"vp": 1, "hand": ["abyssal_pact"]}


def test_every_reason_is_told_at_once(browser: Any, site: str) -> None:
    page = browser.new_page()  # the browser itself writes the refused request into its console
    page.goto(site)
    opened(page, site, POSITION)
    page.get_by_role("tab", name="Text").click()
    box = page.get_by_label("The position as text")
    box.fill(json.dumps(POSITION | {"round": 12, "regions": {"empire": {"figures": {"khorne": {"daemon": 9}}, "tokens": {"dragon": 1}}}}))
    page.get_by_role("button", name="Read this").click()
    expect(page.locator(".tab-body .reasons li")).to_have_count(3)
    expect(page.get_by_role("button", name="Record from here")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tab-body .reasons")).to_have_count(0)
    page.close()


def test_the_reasons_are_in_the_language_of_the_page(browser: Any, site: str) -> None:
    page = browser.new_page(locale="pt-BR")
    page.goto(site)
    opened(page, site, POSITION | {"round": 7})
    page.get_by_role("button", name="Mais: Rodada").click()
    expect(page.locator(".reasons").first).to_contain_text("round precisa ser um número inteiro de 1 a 7, não 8")
    page.close()


def test_whose_move_it_is_and_a_move(page: Any, site: str) -> None:
    opened(page, site, POSITION | {"phase": "summoning"})
    page.get_by_role("tab", name="Rules").click()
    page.locator(".choice", has_text="Summon Bloodsworn in Kislev").click()
    expect(page.locator('[data-region="kislev"] .figures')).to_have_count(1)
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".tab-body .choices .choice").filter(has_text="Leper").first).to_be_visible()


def test_dice_of_a_real_table(page: Any, site: str) -> None:
    opened(
        page, site, POSITION | {"phase": "battle", "regions": {"empire": {"figures": {"khorne": {"warrior": 1}, "nurgle": {"cultist": 1}}}}}
    )
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("button", name="Play the phase: Battle").click()
    expect(page.locator(".ran .reasons")).to_contain_text("die number 1")
    page.get_by_label("Faces rolled").fill("6 1, 2")
    page.get_by_role("button", name="Play the phase: Battle").click()
    expect(page.locator(".ran .reasons")).to_have_count(0)
    page.get_by_role("button", name="Go on from there").click()
    expect(page.locator('[data-region="empire"] .figures')).to_have_count(1)


def test_a_record_and_a_picture_to_go_on_with(page: Any, site: str, tmp_path: Path) -> None:
    opened(page, site, POSITION)
    with page.expect_download() as download:
        page.get_by_role("button", name="Record from here").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert json.loads(record.read_text().splitlines()[0])["position"]["regions"] == POSITION["regions"]
    page.locator(".menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 1600
    page.goto(f"{site}#/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".replay")).to_have_attribute("data-at", "0")


def test_a_position_is_played_on_from(page: Any, site: str) -> None:
    opened(page, site, POSITION | {"phase": "summoning"})
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".panel.slaanesh .vp b")).to_have_text("8")
    expect(page.locator('[data-region="empire"] .figures')).to_have_count(2)


def test_from_a_table_of_the_other_game(page: Any, site: str) -> None:
    """The companion opens at the Old World also for somebody who comes from a table of Chaos Casters."""
    order = {"game": "casters", "seat": "one", "options": {}, "bots": {"two": "random"}, "seed": 3}
    made = page.context.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")
    page.locator(".prompt.mine").wait_for()
    page.goto(f"{site}#/companion")
    expect(page.locator(".companion .board")).to_be_visible()
    assert page.title() == "Ruinous"


def test_a_position_from_a_replay(page: Any, site: str) -> None:
    page.goto(f"{site}#/replay")
    page.locator("input[type=file]").set_input_files(Path(__file__).parent.parent / "records" / "oldworld" / "vp-nurgle-65.ruin")
    expect(page.locator(".replay")).to_have_attribute("data-at", "0")
    page.keyboard.press("PageDown")
    expect(page.locator(".rail .round")).to_have_text("Round 2")
    scores = page.locator(".panel .vp b").all_inner_texts()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Take this position into the companion").click()
    expect(page.locator(".companion .board")).to_be_visible()
    assert page.locator(".panel .vp b").all_inner_texts() == scores


def test_a_stack_of_casters(page: Any, site: str) -> None:
    opened(page, site)
    page.get_by_role("combobox", name="Game").select_option("casters")
    page.get_by_label("Put a card on top").last.select_option("ash_hound")
    page.get_by_role("radio", name="Two").click()
    page.get_by_label("Put a card on top").last.select_option("hex_toad")
    expect(page.locator(".stack .on-stack")).to_have_count(2)
    page.get_by_role("button", name="Lower: Hex Toad").click()
    expect(page.locator(".stack .on-stack-name").first).to_have_text("Ash Hound")
    page.get_by_role("combobox", name="Phases").select_option("resolve")
    page.get_by_role("tab", name="Rules").click()
    page.locator(".choice", has_text="Attack Two for 4").click()
    expect(page.locator(".corner.two .pile").nth(1).locator("b")).to_have_text("4")


@pytest.mark.parametrize("context", [(390, 844)], indirect=True)
def test_on_a_phone(page: Any, site: str) -> None:
    opened(page, site, POSITION)
    page.locator('.tool[title="Leper"]').tap()
    page.locator('[data-region="kislev"] .area').tap(force=True)
    expect(page.locator('[data-region="kislev"] .figures')).to_have_count(1)
    page.locator('.tool[title="Leper"]').tap()
    for name in ("Sums", "Rules", "Text"):
        page.get_by_role("tab", name=name).tap()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('[data-region="empire"] .area').tap(force=True)
    assert page.locator(".sheet-body").evaluate("node => node.scrollWidth <= node.clientWidth")
    sizes = page.locator(".sheet button").evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().height)")
    assert min(sizes) >= 44
