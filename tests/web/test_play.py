"""Games played as a visitor plays them: with the mouse, the keys, a thumb, and a browser that is closed in between."""

import json
import random
import re
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

# Counts how often a method is called from now on.
COUNTED = """() => {{ globalThis.counted = 0; const plain = {kind}.prototype.{name}
    {kind}.prototype.{name} = function (...values) {{ counted++; return plain.apply(this, values) }} }}"""
OURS_OR_OVER = "() => document.querySelector('.prompt.mine, .table.over')"


def begin(page: Any, power: str = "Khorne") -> None:
    """Start a game against three bots and wait for the first decision."""
    page.locator(".power-choice", has_text=power).click()
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_function(OURS_OR_OVER)


def to_summoning(page: Any) -> None:
    """Answer whatever comes before one's own Summoning turn with the first choice."""
    while page.locator(".choice", has_text="Summon").count() == 0:
        page.keyboard.press("1")
        confirm(page)


def confirm(page: Any) -> None:
    """Press Enter on what is staged and wait until it is our turn again, or the end."""
    button = page.locator(".prompt .confirm")
    expect(button).to_be_enabled()
    before = page.locator(".table").get_attribute("data-version")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "v => document.querySelector('.table').dataset.version !== v && document.querySelector('.prompt.mine, .table.over')", arg=before
    )


def test_a_whole_game_with_the_keyboard(page: Any) -> None:
    begin(page)
    dice = random.Random(7)
    steps = 0
    while page.locator(".table.over").count() == 0:
        while page.locator(".prompt .confirm").is_disabled():
            labels = page.locator(".tab-body .choices .choice").all_inner_texts()
            offered = [n for n, label in enumerate(labels[:9]) if "Pass" not in label]
            page.keyboard.press(str(dice.choice(offered) + 1 if offered else 1))
        confirm(page)
        steps += 1
    assert steps > 5
    outcome = page.locator(".outcome")
    expect(outcome.locator(".verdict")).to_contain_text(re.compile("wins|yours|stands|share"))
    scores = {row.split("\n")[0].split(" (")[0]: row for row in outcome.locator(".scores tr").all_inner_texts()}
    assert len(scores) == 4
    # The points told by reason add up to the points on the track.
    for row in outcome.locator(".scores tr").all():
        total = int(row.locator(".number").inner_text().split()[0])
        assert sum(int(n) for n in re.findall(r" (\d+)", row.locator(".small").inner_text())) == total
    expect(outcome.locator(".chart").first.locator(".line")).to_have_count(4)
    with page.expect_download() as download:
        outcome.get_by_role("link", name="Download the record").click()
    record = download.value.path().read_text()
    assert record.splitlines()[0].startswith('{"record":1') or '"record": 1' in record.splitlines()[0]
    assert '"end"' in record.splitlines()[-1]


def test_what_first_or_where_first(page: Any) -> None:
    begin(page)
    to_summoning(page)
    button = page.locator(".prompt .confirm")
    # What, then where: a card of the hand, then a region.
    card = page.locator(".hand .card.lit").first
    name = card.locator(".card-band b").inner_text()
    card.click()
    page.locator(".region.lit .area").first.click(force=True)
    expect(button).to_contain_text(f"Play {name}")
    page.keyboard.press("Escape")
    expect(button).to_be_disabled()
    # Where, then what: the sheet of a region lists what can be done there.
    page.locator('[data-region="tilea"] .area').click(force=True)
    sheet = page.get_by_role("dialog", name="Tilea")
    expect(sheet).to_contain_text("Resistance")
    sheet.locator(".choice", has_text="Summon Bloodletter").click()
    expect(button).to_have_text("Summon Bloodletter in Tilea, 2 power")
    expect(page.locator('[data-region="tilea"] .ghost')).to_have_count(1)
    confirm(page)
    page.keyboard.press("l")
    expect(page.locator(".log li", has_text="Bloodletter summoned to Tilea")).to_have_count(1)


def test_arrows_lead_over_the_board(page: Any) -> None:
    begin(page)
    page.locator('[data-region="empire"] .area').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-region="bretonnia"] .area')).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.closest('[data-region]').dataset.region")
    assert focused in ("tilea", "border_princes")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Borders on")
    assert page.locator('.board [tabindex="0"]').count() == 1


def test_undo_until_another_acts(page: Any) -> None:
    begin(page)
    to_summoning(page)
    # From here on the bots take their time, so that nobody acts before the undo.
    page.evaluate("localStorage.ruinous = JSON.stringify({pace: 60000})")
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    power = page.locator(".panel.khorne .panel-facts b").first
    full = int(power.inner_text())
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    page.locator(".prompt .confirm").click()
    expect(power).to_have_text(str(full - 1))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("u")
    expect(power).to_have_text(str(full))
    expect(page.locator(".prompt")).to_have_class(re.compile("mine"))
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.locator(".toast.shown")).not_to_be_empty()


def test_among_bots_nobody_has_to_agree_to_an_undo(page: Any) -> None:
    begin(page)
    to_summoning(page)
    power = page.locator(".panel.khorne .panel-facts b").first
    full = power.inner_text()
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    confirm(page)
    expect(power).not_to_have_text(full)
    expect(page.locator(".undo")).to_contain_text("Undo")
    expect(page.locator(".undo")).to_contain_text("Back to before your last step.")
    page.keyboard.press("u")
    expect(power).to_have_text(full)


def test_coming_back_in_the_middle(page: Any, context: Any, site: str) -> None:
    begin(page)
    to_summoning(page)
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    confirm(page)
    address, version = page.url, page.locator(".table").get_attribute("data-version")
    hand = page.locator(".hand .card").all_inner_texts()
    page.close()
    again = context.new_page()
    again.goto(site)
    again.locator(".tables a").first.click()
    again.wait_for_function(OURS_OR_OVER)
    assert again.url == address
    assert again.locator(".table").get_attribute("data-version") == version
    assert again.locator(".hand .card").all_inner_texts() == hand
    again.get_by_role("tab", name="Log").click()
    expect(again.locator(".log li").first).to_be_attached()


def test_a_flood_of_lines_is_drawn_once(page: Any) -> None:
    """However many lines the chat and the log have, a new one draws itself and no other."""
    lines: list[Any] = []
    told: list[str] = []

    def carry(line: Any) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def pass_on(message: str) -> None:
            told.append(message)
            line.send(message)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws$"), carry)
    page.evaluate(COUNTED.format(kind="Date", name="toLocaleString"))
    begin(page)
    page.get_by_role("tab", name="People").click()
    for n in range(80):
        said = {"n": n, "seat": "nurgle", "name": "Ana", "at": "2026-11-30T10:00:00.000Z", "text": f"line {n}"}
        lines[0].send(json.dumps({"type": "chat", "lines": [said]}))
    expect(page.locator(".chat li")).to_have_count(80)
    assert page.evaluate("counted") == 80
    page.get_by_role("tab", name="Log").click()
    state = next(message for text in reversed(told) if (message := json.loads(text))["type"] == "state")
    page.evaluate(COUNTED.format(kind="String", name="matchAll"))
    for n in range(40):
        event = {"n": 5000 + n, "kind": "placed", "level": 1, "text": f"event {n}", "power": "khorne"}
        lines[0].send(json.dumps({**state, "version": state["version"] + 1 + n, "events_from": 5000 + n, "events": [event]}))
    expect(page.locator(".log li").last).to_have_text("event 39")
    assert page.evaluate("counted") < 400


def test_a_broken_line_is_taken_up_again(page: Any) -> None:
    lines: list[Any] = []

    def carry(line: Any) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/ws$"), carry)
    begin(page)
    to_summoning(page)
    events = page.locator(".log li")
    page.keyboard.press("l")
    before = events.all_inner_texts()
    lines[-1].close()
    expect(page.locator(".what")).to_contain_text("Reconnecting")
    expect(page.locator(".what")).to_contain_text("Your turn")
    assert len(lines) == 2
    assert events.all_inner_texts() == before
    page.keyboard.press("l")
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    confirm(page)


def test_what_is_refused_is_explained(page: Any) -> None:
    begin(page)
    to_summoning(page)
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    confirm(page)
    to_summoning(page)
    # From one region only its neighbours and itself can be reached: click one that is not lit.
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    dark = page.locator(".region:not(.lit)")
    expect(dark.first).to_be_attached()
    dark.first.locator(".area").click(force=True)
    expect(page.locator(".toast.shown")).not_to_be_empty()


def test_a_card_that_cannot_be_played_says_why(page: Any, site: str) -> None:
    khorne = {"power": 1, "hand": ["reborn_in_blood", "blood_frenzy"]}
    powers = {"khorne": khorne, "nurgle": {}, "tzeentch": {}}
    order = {"game": "oldworld", "seat": "khorne", "bots": {}, "position": {"game": "oldworld", "phase": "summoning", "powers": powers}}
    made = page.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")
    page.wait_for_function(OURS_OR_OVER)
    page.locator(".hand .card", has_text="Reborn in Blood").click()
    expect(page.locator(".toast.shown")).to_contain_text("That costs 2 power, and you have 1.")
    expect(page.locator(".sheet")).to_contain_text("Reborn in Blood")


def test_watching_the_bots(page: Any) -> None:
    page.locator(".power-choice", has_text="Watch").click()
    page.get_by_role("button", name="Watch the game").click()
    expect(page.locator(".board")).to_be_visible()
    page.wait_for_selector(".outcome", timeout=120_000)
    assert page.locator(".hand").count() == 0
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(".outcome")).to_have_count(0)
    expect(page.locator(".log li").last).to_contain_text(re.compile("over|wins|won", re.I))


def test_three_powers(page: Any) -> None:
    page.locator(".opponents label", has_text="Slaanesh").click()
    begin(page, "Nurgle")
    expect(page.locator(".panel")).to_have_count(3)


def test_a_bot_has_a_style(page: Any) -> None:
    """It is chosen beside the level, described, and stands at the seat."""
    page.get_by_role("combobox", name="Nurgle").select_option("greedy+zealot")
    expect(page.locator(".bot-notes")).to_contain_text("Zealot: would rather turn its dial")
    begin(page)
    expect(page.locator(".panel", has_text="Nurgle")).to_contain_text("Greedy, Zealot")
    expect(page.locator(".panel", has_text="Slaanesh")).to_contain_text("Rule of thumb")


@pytest.mark.parametrize("context", [(390, 844), (360, 740)], indirect=True)
def test_on_a_phone(page: Any) -> None:
    sideways = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(sideways) <= 0
    begin(page)
    to_summoning(page)
    assert page.evaluate(sideways) <= 0
    # Power and hand of all stand over the board, which one sees without scrolling.
    glance = page.locator(".glance button")
    expect(glance).to_have_count(4)
    assert [int(text) for text in glance.locator("span > b").all_inner_texts()] == [7, 6, 6, 6]
    assert [int(text.split()[0]) for text in glance.locator(".vp").all_inner_texts()] == [0, 0, 0, 0]
    glance.nth(1).tap()
    page.get_by_role("dialog", name="Nurgle").get_by_role("button", name="Close").tap()
    page.locator('[data-region="kislev"] .area').tap(force=True)
    sheet = page.get_by_role("dialog", name="Kislev")
    expect(sheet).to_be_visible()
    assert page.evaluate(sideways) <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, a.button, a.home')].filter(node => {
            const box = node.getBoundingClientRect()
            return box.width && (box.height < 43.5 || box.width < 43.5)
        }).map(node => node.outerHTML.slice(0, 120))"""
    )
    assert small == []
    choice = sheet.locator(".choice", has_text="Summon Bloodsworn")
    choice.tap()
    expect(page.locator(".prompt .confirm")).to_have_text("Summon Bloodsworn in Kislev, 1 power")
    before = page.locator(".table").get_attribute("data-version")
    page.locator(".prompt .confirm").tap()
    page.wait_for_function("v => document.querySelector('.table').dataset.version !== v", arg=before)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_page_sent_away_for_its_haste_says_so_and_comes_back_after_a_pause(page: Any) -> None:
    lines: list[Any] = []

    def carry(line: Any) -> None:
        lines.append(line)
        line.connect_to_server()

    page.clock.install()
    page.route_web_socket(re.compile("/ws$"), carry)
    begin(page)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    lines[-1].send('{"type": "error", "code": "too_fast", "public_reason": "Not so fast."}')
    lines[-1].close(code=1008)
    expect(page.locator(".what")).to_contain_text("Reconnecting")
    expect(page.locator(".toast.shown")).to_have_text("Not so fast.")
    page.clock.run_for(2000)
    assert len(lines) == 1
    page.clock.run_for(2000)
    expect(page.locator(".what")).to_contain_text("Your turn")
    assert len(lines) == 2


@pytest.mark.parametrize("arrives", [True, False])
def test_an_action_on_a_breaking_line_happens_once(page: Any, arrives: bool) -> None:
    """The line breaks as the action is sent: before the server has it, or before the page hears of it."""
    broken: list[str] = []

    def carry(line: Any) -> None:
        server = line.connect_to_server()

        def pass_on(message: str) -> None:
            if '"act"' in message and not broken:
                broken.append(message)
                if arrives:
                    server.send(message)
                line.close()
            else:
                server.send(message)

        line.on_message(pass_on)

    begin(page)
    to_summoning(page)
    page.route_web_socket(re.compile("/ws$"), carry)
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    page.locator(".choice").first.click()
    confirm(page)
    assert len(broken) == 1
    page.keyboard.press("l")
    expect(page.locator(".log li", has_text="Bloodsworn summoned to")).to_have_count(1)


def test_a_monkey_breaks_nothing(page: Any) -> None:
    """Whatever is clicked or pressed in whatever order: no error in the console (the fixture looks), and the game can go on."""
    begin(page)
    dice = random.Random(11)
    targets = (
        ".region .area",
        ".hand .card",
        ".choice",
        ".panel",
        ".tab-bar button",
        ".margins",
        ".contents .pointable",
        ".sheet .close",
        ".picks button",
    )
    address = page.url
    for _ in range(120):
        if page.url != address or page.locator(".table.over").count():
            break
        if dice.random() < 0.4:
            page.keyboard.press(
                dice.choice(
                    ["1", "2", "3", "7", "0", "Enter", "Enter", "Enter", "Escape", "u", "l", "p", "?", "s", "ArrowLeft", "ArrowDown", "Tab"]
                )
            )
        else:
            page.evaluate(
                """([targets, which]) => {
                    const found = targets.flatMap(target => [...document.querySelectorAll(target)])
                    found[which % found.length]?.dispatchEvent(new MouseEvent('click', {bubbles: true}))
                }""",
                [[dice.choice(targets)], dice.randrange(1000)],
            )
    page.goto(address)
    page.wait_for_function(OURS_OR_OVER)


def test_confirming_at_once(page: Any) -> None:
    begin(page)
    to_summoning(page)
    page.get_by_label("Confirm at once").check()
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    before = page.locator(".table").get_attribute("data-version")
    page.locator('[data-region="norsca"] .area').click(force=True)
    page.wait_for_function(
        "v => document.querySelector('.table').dataset.version !== v && document.querySelector('.prompt.mine, .table.over')", arg=before
    )
    assert page.locator(".toast.shown").count() == 0
    page.keyboard.press("p")  # passing is asked even so
    expect(page.locator(".prompt .confirm")).to_contain_text("Pass")
    page.keyboard.press("l")
    expect(page.locator(".log li", has_text="Bloodsworn summoned to Norsca")).to_have_count(1)


def test_what_the_server_could_not_give_comes_by_itself(browser: Any, site: str) -> None:
    """Away for a moment: the first screen, and a part of a table, come without a click once the server is back."""
    profile = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = profile.new_page()
    away = ("**/api/games", "**/talk.js")
    for address in away:
        page.route(address, lambda route: route.abort())
    page.goto(site)
    expect(page.locator(".toast.shown")).to_contain_text("The server does not answer.")
    page.unroute(away[0])
    begin(page)
    page.get_by_role("tab", name="People").click()
    expect(page.locator(".tab-body .loading")).to_contain_text("The server does not answer. Trying again")
    page.unroute(away[1])
    expect(page.locator(".tab-body .people li")).to_have_count(4)
    profile.close()
