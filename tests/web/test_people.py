"""Several people at one table, each in a browser of their own: friends, spectators, a screen that is passed around."""

import json
import re
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

PILOT = """curtains => { globalThis.pilot = setInterval(() => {
    const button = document.querySelector('.prompt.mine .confirm')
    if (button && !button.disabled) button.click()
    else if (button) (document.querySelector('.tab-body .choices .choice') ?? document.querySelector('[role=tab]'))?.click()
    if (curtains) document.querySelector('.curtain .confirm')?.click()
}, 20) }"""
LANDING = "() => clearInterval(globalThis.pilot)"
ROUND = "n => Number(document.querySelector('.round')?.textContent.match(/\\d+/)?.[0]) >= n"
LAND_IN = f"""n => {{ const watch = setInterval(() => {{
    if (!({ROUND})(n)) return
    clearInterval(globalThis.pilot)
    clearInterval(watch)
}}, 5) }}"""
OVER = "() => document.querySelector('.table.over')"
WHOLE_GAME = 180_000
"""Milliseconds in which two browsers and their server come to an end on a machine with other things to do."""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
SMALL = """() => [...document.querySelectorAll('button, select, textarea, a.button, a.home, input')].filter(node => {
    const box = node.getBoundingClientRect()
    return !['checkbox', 'radio'].includes(node.type) && box.width && (box.height < 43.5 || box.width < 43.5)
}).map(node => node.outerHTML.slice(0, 120))"""
HIDDEN = """if (location.protocol.startsWith('http')) localStorage.ruinous = JSON.stringify({pace: 0, notify: true})
    globalThis.told = []
    globalThis.Notification = class { constructor(...what) { told.push(what) } static permission = 'granted' }
    Object.defineProperty(document, 'hidden', { get: () => true })"""


def create(page: Any, site: str, game: str, seats: dict[str, str], name: str = "", listed: bool = False, clock: str = "none") -> None:
    """Make a table: who plays is `me`, `open`, `out` or the name of a bot."""
    page.goto(f"{site}#/friends")
    page.locator(".game-choice label", has_text=game).click()
    for seat, who in seats.items():
        page.get_by_label(f"Who plays {seat}").select_option(who)
    page.get_by_label("Clock").select_option(clock)
    if name:
        page.get_by_label("Your name").fill(name)
    if listed:
        page.get_by_label("Show it among the open tables").check()
    page.locator("form button[type=submit]").click()


def old_world(me: str = "me", other: str = "open") -> dict[str, str]:
    """Three Powers, of which the first two are people's."""
    return {"Khorne": me, "Nurgle": other, "Tzeentch": "random", "Slaanesh": "out"}


def invitation(page: Any) -> str:
    """The link that the waiting room shows."""
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile("#/join/"))
    return str(field.input_value())


def sit_down(page: Any, link: str, name: str = "") -> None:
    """Come in on an invitation and take the first open seat."""
    page.goto(link)
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator(".seat-line.own")).to_have_count(1)


def friends(page: Any, context: Any, another: Any, site: str, game: str, seats: dict[str, str]) -> tuple[Any, Any]:
    """Two people at one table that has begun, and of whom one is asked something: whoever is, finds the page turned to its choices then."""
    create(page, site, game, seats, "Ana")
    guest = another.new_page()
    sit_down(guest, invitation(page), "Bruno")
    page.get_by_role("button", name="Begin the game").click()
    for each in (page, guest):
        expect(each.locator(".table.playing")).to_be_visible()
    theirs = ", ".join(f".to-move.{seat.lower()}" for seat, who in seats.items() if who in ("me", "open"))
    for each in (page, guest):
        expect(each.locator(theirs)).not_to_have_count(0)
    return page, guest


def opened(host: Any, guest: Any) -> tuple[Any, Any]:
    """Play the opening of Chaos Casters, in which both keep what they have; who is to move then comes first."""
    for each in (host, guest) if host.locator(".corner.mine.to-move").count() else (guest, host):
        each.locator(".prompt.mine").wait_for()
        expect(each).to_have_title("● Your turn")
        each.keyboard.press("p")
        each.locator(".prompt .confirm").click()
    for each in (host, guest):
        expect(each.locator(".round")).to_have_text("Round 1")
    return (host, guest) if host.locator(".prompt.mine").count() else (guest, host)


def slow_card(page: Any) -> Any:
    """A card of the hand that hands the turn on: it does not end the play phase, and asks nothing."""
    return page.locator(".casters-hand .card.lit").filter(has_not_text=re.compile("Quick|When played")).first


def one_step(page: Any) -> None:
    """Take the first choice, once it is our turn, and wait until the server has answered."""
    page.locator(".prompt.mine").wait_for()
    before = page.locator(".table").get_attribute("data-version")
    button = page.locator(".prompt .confirm")
    while button.is_disabled():
        page.locator(".tab-body .choices .choice").first.click()
    button.click()
    page.wait_for_function("v => document.querySelector('.table')?.dataset.version !== v", arg=before)


# ---- whole games -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "seats"),
    [("Chaos in the Old World", old_world()), ("Chaos Casters", {"One": "me", "Two": "open"})],
    ids=["oldworld", "casters"],
)
def test_two_browsers_play_a_whole_game_and_again(
    page: Any, context: Any, another: Any, site: str, game: str, seats: dict[str, str]
) -> None:
    host, guest = friends(page, context, another, site, game, seats)
    for each in (host, guest):
        each.evaluate(PILOT, True)
    # In the middle one of them loads the page again.
    guest.wait_for_function(ROUND, arg=2, timeout=WHOLE_GAME)
    guest.reload()
    guest.locator(".table.playing").wait_for()
    guest.evaluate(PILOT, True)
    for each in (host, guest):
        each.wait_for_function(OVER, timeout=WHOLE_GAME)
        each.evaluate(LANDING)
    first = host.url
    assert guest.url == first
    expect(host.locator(".what")).to_have_text(guest.locator(".what").inner_text())
    # A rematch brings everybody to the new table.
    host.get_by_role("button", name="Rematch").click()
    for each in (host, guest):
        expect(each).not_to_have_url(first)
        expect(each.locator(".table.playing:not(.over)")).to_be_visible()
    assert host.url == guest.url


def test_two_people_and_a_bot_end_a_game_of_casters(page: Any, context: Any, another: Any, site: str) -> None:
    """Two seats: in the middle of the game a bot plays for one of the two, who comes back for the end."""
    host, guest = friends(page, context, another, site, "Chaos Casters", {"One": "me", "Two": "open"})
    for each in (host, guest):
        each.evaluate(PILOT, False)
    guest.evaluate(LAND_IN, 2)
    guest.wait_for_function(ROUND, arg=2, timeout=WHOLE_GAME)
    guest.locator(".prompt.mine").wait_for()  # a turn that comes brings its choices to the front
    guest.get_by_role("tab", name="People").click()
    guest.get_by_role("button", name="A bot for me").click()
    expect(guest.locator(".band")).to_contain_text("plays Two for you")
    expect(host.locator(".corner", has_text="for Bruno")).to_have_count(1)
    guest.wait_for_function(ROUND, arg=4, timeout=WHOLE_GAME)
    guest.get_by_role("button", name="Take the seat back").first.click()
    expect(guest.locator(".band-line")).to_have_count(0)
    guest.evaluate(PILOT, False)
    for each in (host, guest):
        each.wait_for_function(OVER, timeout=WHOLE_GAME)
        each.evaluate(LANDING)
    expect(host.locator(".what")).to_have_text(guest.locator(".what").inner_text())


# ---- before the game ---------------------------------------------------------------------------------------------
def test_the_lobby_and_the_waiting_room(page: Any, context: Any, another: Any, site: str) -> None:
    create(
        page,
        site,
        "Chaos in the Old World",
        {"Khorne": "me", "Nurgle": "open", "Tzeentch": "open", "Slaanesh": "random"},
        "Ana",
        listed=True,
        clock="day",
    )
    expect(page.locator(".seat-line.own")).to_contain_text("Khorne")
    expect(page.locator(".seat-line.open")).to_have_count(2)
    link = invitation(page)
    expect(page.locator(".qr")).to_have_js_property("complete", True)
    assert page.locator(".qr").evaluate("image => image.naturalWidth") > 0
    guest = another.new_page()
    guest.goto(site)
    offer = guest.locator(".tables a", has_text="Ana")
    expect(offer).to_contain_text("Over days")
    offer.click()
    assert link.split("/")[-1] not in guest.url
    guest.get_by_label("Your name").fill("Bruno")
    guest.locator(".seat-line", has_text="Tzeentch").get_by_role("button", name="Sit here").click()
    expect(guest.locator(".seat-line.own")).to_contain_text("Tzeentch")
    row = page.locator(".seat-line", has_text="Tzeentch")
    expect(row).to_contain_text("Bruno")
    # The host sends people away and seats bots.
    row.get_by_role("button", name="Send away").click()
    expect(row).to_contain_text("open")
    expect(guest.locator(".seat-line.own")).to_have_count(0)
    guest.locator(".seat-line", has_text="Tzeentch").get_by_role("button", name="Sit here").click()
    expect(row).to_contain_text("Bruno")
    nurgle = page.locator(".seat-line", has_text="Nurgle")
    nurgle.locator("select").select_option("random")
    expect(nurgle).to_contain_text("Random")
    expect(guest.locator(".seat-line", has_text="Nurgle")).to_contain_text("Random")
    assert guest.get_by_role("button", name="Begin the game").count() == 0
    guest.get_by_label("Say something").fill("Shall we?")
    guest.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_contain_text(["Shall we?"])
    page.get_by_role("button", name="Begin the game").click()
    for each in (page, guest):
        expect(each.locator(".panel")).to_have_count(4)
        expect(each.locator(".panel .clock")).to_have_count(2)
    expect(page.locator(".panel.tzeentch .who")).to_contain_text("Bruno")
    expect(guest.locator(".panel.khorne .who")).to_contain_text("Ana")
    # It is no longer offered, and stands among the games of both, with whose turn it is.
    guest.goto(site)
    expect(guest.locator(".home-side")).to_contain_text("No table is waiting")
    expect(guest.locator(".tables a").first).to_contain_text("Tzeentch")


def test_a_code_leaves_the_address_at_once(page: Any, context: Any, another: Any, site: str) -> None:
    create(page, site, "Chaos Casters", {"One": "me", "Two": "open"}, "Ana")
    link = invitation(page)
    guest = another.new_page()
    guest.goto(link)
    guest.get_by_role("button", name="Sit here").wait_for()
    assert guest.url == page.url
    assert link.split("/")[-1] not in guest.content()
    # Without the code nobody sits down at a private table.
    stranger = another.new_page()
    stranger.goto(f"{site}#/table/{page.url.rpartition('/')[2]}")
    expect(stranger.locator(".waiting")).to_contain_text("ask for the link")
    assert stranger.get_by_role("button", name="Sit here").count() == 0
    place = f"{site}api/tables/{page.url.rpartition('/')[2]}/join"
    refused = another.request.post(place, data={"seat": "two", "code": None})
    assert refused.status == 404
    guest.get_by_role("button", name="Sit here").click()
    expect(guest.locator(".seat-line.own")).to_contain_text("Two")


def test_another_device(page: Any, context: Any, another: Any, site: str) -> None:
    page.goto(f"{site}#/you")
    page.get_by_label("Your name").fill("Ana")
    page.locator("form.field", has_text="Your name").get_by_role("button", name="Save").click()
    expect(page.locator(".toast.shown")).to_have_text("Saved.")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    other = another.new_page()
    other.goto(link)
    other.get_by_role("button", name="Come in").click()
    expect(other.locator(".elsewhere")).to_contain_text("Ana")
    assert "enter" not in other.url


# ---- at the table ------------------------------------------------------------------------------------------------
def test_undo_by_consent(page: Any, context: Any, another: Any, site: str) -> None:
    host, guest = friends(page, context, another, site, "Chaos Casters", {"One": "me", "Two": "open"})
    first, second = opened(host, guest)
    for each in (first, second):
        each.locator(".prompt.mine").wait_for()
        slow_card(each).click()
        each.locator(".prompt .confirm").click()
    expect(first.locator(".on-stack")).to_have_count(2)
    undo = first.get_by_role("button", name="Ask to undo")
    expect(undo).to_contain_text(re.compile("acted", re.I))
    undo.click()
    expect(first.locator(".band")).to_contain_text("You have asked")
    expect(second.locator(".band")).to_contain_text("asks to take a step back")
    second.get_by_role("button", name="Refuse").click()
    expect(first.locator(".asks")).to_have_count(0)
    expect(first.locator(".on-stack")).to_have_count(2)
    undo.click()
    second.get_by_role("button", name="Agree").click()
    for each in (first, second):
        expect(each.locator(".on-stack")).to_have_count(0)
    expect(first.locator(".prompt")).to_have_class(re.compile("mine"))


def test_a_bot_stands_in_and_the_seat_comes_back(page: Any, context: Any, another: Any, site: str) -> None:
    host, guest = friends(page, context, another, site, "Chaos in the Old World", old_world())
    guest.get_by_role("tab", name="People").click()
    guest.get_by_role("button", name="A bot for me").click()
    expect(guest.locator(".band")).to_contain_text("plays Nurgle for you")
    expect(host.locator(".panel.nurgle .who")).to_contain_text("for Bruno")
    host.evaluate(PILOT, True)
    host.wait_for_function(ROUND, arg=2, timeout=WHOLE_GAME)
    host.evaluate(LANDING)
    guest.get_by_role("button", name="Take the seat back").first.click()
    expect(guest.locator(".band-line")).to_have_count(0)
    expect(host.locator(".panel.nurgle .who")).to_have_text(re.compile("Bruno$"))
    host.evaluate(PILOT, True)
    guest.get_by_role("tab", name="Choices").click()
    one_step(guest)


def test_a_bot_is_offered_for_somebody_who_is_long_away(page: Any, context: Any, another: Any, site: str) -> None:
    host, guest = friends(page, context, another, site, "Chaos in the Old World", old_world("open", "me"))
    guest.locator(".prompt.mine").wait_for()
    host.clock.install()
    host.reload()
    expect(host.locator(".panel.khorne .here.yes")).to_have_count(1)
    guest.close()
    expect(host.locator(".panel.khorne .here.no")).to_have_count(1)
    expect(host.locator(".band-line")).to_have_count(0)
    host.clock.fast_forward("05:01")
    expect(host.locator(".band")).to_contain_text("Bruno (Khorne) has been away for a while")
    # The server has a clock of its own, which nobody turns: its answer is given here.
    asked: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=204)

    host.route("**/stand_in", answer)
    with host.expect_response("**/stand_in"):
        host.locator(".band").get_by_role("button", name="Let a bot play").click()
    assert asked == [{"seat": "khorne", "bot": "rules"}]


def test_whoever_is_among_people_stays_there_when_the_turn_comes(page: Any, context: Any, another: Any, site: str) -> None:
    """The prompt says whose turn it is, and the tab of the choices has a mark; the log makes room for them."""
    host, guest = friends(page, context, another, site, "Chaos Casters", {"One": "me", "Two": "open"})
    first, second = (host, guest) if host.locator(".corner.mine.to-move").count() else (guest, host)
    second.get_by_role("tab", name="People").click()
    for each, marked in ((first, 0), (second, 1)):
        each.locator(".prompt.mine").wait_for()
        expect(each.get_by_role("tab", name="Choices").get_by_role("img", name="Your turn")).to_have_count(marked)
        expect(each.get_by_role("tab", name="People" if marked else "Choices")).to_have_attribute("aria-selected", "true")
        each.keyboard.press("p")
        each.locator(".prompt .confirm").click()


def test_chat_is_only_text_and_notes_are_ones_own(page: Any, context: Any, another: Any, site: str) -> None:
    host, guest = friends(page, context, another, site, "Chaos in the Old World", old_world())
    wicked = "<img src=x onerror=\"document.title='caught'\"><b>bold</b>"
    host.get_by_role("tab", name="People").click()
    host.get_by_label("Say something").fill(wicked)
    host.get_by_role("button", name="Send").click()
    expect(guest.locator(".unread")).to_have_text("1")
    guest.get_by_role("tab", name="People").click()
    expect(guest.locator(".chat li")).to_contain_text(["Ana"])
    expect(guest.locator(".chat li span").last).to_have_text(wicked)
    expect(guest.locator(".unread")).to_have_count(0)
    assert guest.locator(".chat img, .chat li span b").count() == 0
    assert guest.title() != "caught"
    guest.get_by_role("tab", name="Notes").click()
    guest.locator(".notes textarea").fill("Khorne will attack Norsca")
    guest.locator(".notes textarea").blur()
    guest.get_by_role("tab", name="Log").click()
    guest.reload()
    guest.get_by_role("tab", name="Notes").click()
    expect(guest.locator(".notes textarea")).to_have_value("Khorne will attack Norsca")
    host.get_by_role("tab", name="Notes").click()
    expect(host.locator(".notes textarea")).to_have_value("")


def test_a_line_that_was_not_taken_is_not_lost(page: Any, context: Any, another: Any, site: str) -> None:
    host, _ = friends(page, context, another, site, "Chaos in the Old World", old_world())
    host.get_by_role("tab", name="People").click()
    box = host.get_by_label("Say something")
    for n in range(5):
        box.fill(f"line {n}")
        box.press("Enter")
        expect(host.locator(".chat li").last).to_contain_text(f"line {n}")
        expect(box).to_have_value("")
    box.fill("one too many")
    box.press("Enter")
    expect(host.locator(".toast.shown")).to_contain_text("Not so fast")
    expect(box).to_have_value("one too many")
    # What is half written waits while another tab is looked at.
    host.get_by_role("tab", name="Log").click()
    host.get_by_role("tab", name="People").click()
    expect(box).to_have_value("one too many")


def test_spectators_see_and_say_nothing_secret(page: Any, context: Any, another: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", {"Khorne": "me", "Nurgle": "random", "Tzeentch": "random", "Slaanesh": "out"})
    page.locator(".table.playing").wait_for()
    watcher = another.new_page()
    frames: list[str] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    watcher.goto(page.url)
    expect(watcher.locator(".watching-mark")).to_have_text("Watching")
    expect(watcher.locator(".hand, .undo, .hint-button")).to_have_count(0)
    one_step(page)
    states = [message for message in map(json.loads, frames) if message["type"] == "state"]
    assert states
    assert all(isinstance(power["hand"], int) for message in states for power in message["view"]["powers"].values())
    watcher.get_by_role("tab", name="People").click()
    expect(watcher.locator(".tab-body")).to_contain_text("need a name")


# ---- one screen --------------------------------------------------------------------------------------------------
def test_the_curtain_hides_everything(page: Any, site: str) -> None:
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    create(page, site, "Chaos Casters", {"One": "me", "Two": "me"})
    cards = page.request.get(f"{site}api/cards/casters").json()["cards"]
    curtain = page.locator(".curtain")
    hands: dict[str, list[str]] = {}
    log: list[str] = []

    def states() -> list[Any]:
        return [message for message in map(json.loads, frames) if message["type"] == "state"]

    for n in range(8):
        curtain.wait_for()
        seat = (curtain.get_attribute("class") or "").split()[-1]
        # The last word from the server shows no hand, and the page shows no card but those that everybody has seen.
        public = states()[-1]
        assert public["view"]["seat"] is None
        assert all(isinstance(player["hand"], int) and not player["hand_known"] for player in public["view"]["players"].values())
        # What everybody may know of the log is kept from one curtain to the next: only what is new comes.
        assert (public["events_from"] > 0) == (n > 0)
        log = log[: public["events_from"]] + [event["text"] for event in public["events"]]
        expect(curtain.locator(".log li").last).to_have_text(log[-1])
        told = " ".join(log)
        shown = page.content()
        for name in {cards[card]["name"] for hand in hands.values() for card in hand}:
            assert name in told or name not in shown
        page.keyboard.press("Enter")  # no deliberate act
        expect(curtain).to_be_visible()
        frames.clear()
        page.get_by_role("button", name=re.compile("^I am ")).click()
        page.locator(".prompt.mine").wait_for()
        page.evaluate(PILOT, False)
        curtain.wait_for()
        page.evaluate(LANDING)
        opened = [message["view"] for message in states() if message["view"]["seat"] is not None]
        assert {view["seat"] for view in opened} == {seat}
        assert all(isinstance(view["players"][other]["hand"], int) for view in opened for other in ("one", "two") if other != seat)
        hands[seat] = opened[-1]["players"][seat]["hand"]


def test_two_rounds_on_one_screen(page: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", {"Khorne": "me", "Nurgle": "me", "Tzeentch": "random", "Slaanesh": "out"})
    page.locator(".curtain, .table").first.wait_for()
    page.evaluate(PILOT, True)
    page.wait_for_function(ROUND, arg=3, timeout=WHOLE_GAME)


# ---- help and habits ---------------------------------------------------------------------------------------------
def test_a_hint_marks_what_it_advises(page: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", {"Khorne": "me", "Nurgle": "random", "Tzeentch": "random", "Slaanesh": "out"})
    page.locator(".prompt.mine").wait_for()
    expect(page.locator(".hint")).to_have_count(0)
    page.locator(".hint-button").click()
    advice = page.locator(".hint .choice").first
    advice.wait_for()
    expect(page.locator(".prompt .confirm")).to_be_disabled()
    advice.click()
    expect(page.locator(".prompt .confirm")).to_be_enabled()
    one_step(page)
    expect(page.locator(".hint")).to_have_count(0)


def test_passing_from_now_on_is_seen_and_can_be_stopped(page: Any, context: Any, another: Any, site: str) -> None:
    host, guest = friends(page, context, another, site, "Chaos in the Old World", old_world())
    guest.get_by_label("Keep passing").check()
    expect(guest.locator(".band")).to_contain_text("You pass whenever you may")
    expect(host.locator(".band-line")).to_have_count(0)
    guest.get_by_role("button", name="Stop passing").click()
    expect(guest.locator(".band-line")).to_have_count(0)
    expect(guest.get_by_label("Keep passing")).not_to_be_checked()


def test_what_happened_since_can_be_gone_through(page: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", {"Khorne": "me", "Nurgle": "random", "Tzeentch": "random", "Slaanesh": "random"})
    for _ in range(3):
        one_step(page)
    page.locator(".prompt.mine").wait_for()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Since your last move").click()
    entries = page.locator(".since-list li")
    expect(entries.nth(1)).to_be_attached()
    expect(entries.first).to_have_attribute("aria-current", "step")
    page.get_by_label("The next entry").click()
    expect(entries.nth(1)).to_have_attribute("aria-current", "step")
    lit = 0
    for entry in entries.all():
        entry.locator("button").click()
        lit += page.locator(".region.spot").count()
    assert lit > 0


def test_one_notice_when_it_is_our_turn(page: Any, context: Any, another: Any, site: str) -> None:
    """The title says it while it is so; a browser notification comes once, to a page that nobody looks at."""
    for profile in (context, another):
        profile.add_init_script(HIDDEN)
    page.reload()
    host, guest = friends(page, context, another, site, "Chaos Casters", {"One": "me", "Two": "open"})
    first, second = opened(host, guest)
    expect(second).to_have_title("Ruinous")
    before = second.evaluate("told.length")
    slow_card(first).click()
    first.locator(".prompt .confirm").click()
    expect(second).to_have_title("● Your turn")
    assert second.evaluate("told.length") == before + 1
    second.reload()
    expect(second).to_have_title("● Your turn")
    assert second.evaluate("told.length") == 0


# ---- sizes -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("context", [(390, 844), (360, 740)], indirect=True)
def test_on_a_phone(page: Any, context: Any, another: Any, site: str) -> None:
    create(
        page,
        site,
        "Chaos in the Old World",
        {"Khorne": "me", "Nurgle": "open", "Tzeentch": "random", "Slaanesh": "random"},
        "Ana",
        clock="week",
    )
    invitation(page)
    screens = [page.url, f"{site}#/friends", f"{site}#/you", site]
    for screen in screens:
        page.goto(screen)
        page.locator("h2").first.wait_for()
        assert page.evaluate(SIDEWAYS) <= 0, screen
        assert page.evaluate(SMALL) == [], screen
    page.goto(screens[0])
    page.get_by_role("button", name="Begin the game").click()
    page.locator(".table.playing").wait_for()
    for tab in ("People", "Notes", "Log", "Choices"):
        page.get_by_role("tab", name=tab).tap()
        assert page.evaluate(SIDEWAYS) <= 0, tab
        assert page.evaluate(SMALL) == [], tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_where_several_people_meet(page: Any, another: Any, audited: Any, site: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    create(page, site, "Chaos in the Old World", {**old_world(), "Tzeentch": "me"}, "Ana", clock="live")
    link = invitation(page)
    assert audited(page) == []
    guest = another.new_page()
    guest.emulate_media(color_scheme=scheme)
    guest.goto(link)
    guest.get_by_role("button", name="Sit here").wait_for()
    assert audited(guest) == []
    sit_down(guest, link, "Bruno")
    page.get_by_role("button", name="Begin the game").click()
    guest.evaluate(PILOT, False)
    page.locator(".curtain").wait_for()
    guest.evaluate(LANDING)
    assert audited(page) == []
    page.get_by_role("button", name=re.compile("^I am ")).click()
    one_step(page)
    guest.get_by_label("Keep passing").check()
    guest.locator(".band-line").wait_for()
    for tab in ("People", "Notes", "Log"):
        guest.get_by_role("tab", name=tab).click()
        expect(guest.locator(".loading")).to_have_count(0)
        assert audited(guest) == [], tab
    guest.get_by_role("button", name="Since your last move").click()
    expect(guest.locator(".since-head")).to_be_visible()
    assert audited(guest) == []


@pytest.mark.parametrize("context", [(360, 740)], indirect=True)
def test_a_name_without_end_scrolls_nothing(page: Any, context: Any, another: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", old_world(), "Ana")
    guest = another.new_page()
    sit_down(guest, invitation(page), "W" * 30)
    expect(page.locator(".seat-line", has_text="WWW")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_table_that_is_not_there(page: Any, site: str) -> None:
    page.goto(f"{site}#/table/nowhere")
    expect(page.locator(".nothing")).to_contain_text("cannot be opened")
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".title")).to_be_visible()


def test_a_page_that_is_older_than_the_server_says_so(page: Any, site: str) -> None:
    create(page, site, "Chaos in the Old World", {"Khorne": "me", "Nurgle": "random", "Tzeentch": "random", "Slaanesh": "out"})
    page.locator(".table.playing").wait_for()
    word = json.dumps({"type": "error", "code": "reload", "public_reason": "This page is older than the server: load it again."})
    page.route_web_socket(re.compile("/ws$"), lambda line: line.on_message(lambda _: line.send(word)))
    page.reload()
    expect(page.locator(".nothing")).to_contain_text("older than the server")
    page.unroute_all()
    expect(page.get_by_role("button", name="Load again")).to_be_visible()


@pytest.mark.parametrize("context", [(390, 844)], indirect=True)
def test_a_game_begins_with_one_tap(page: Any) -> None:
    button = page.get_by_role("button", name="Begin the game")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    button.tap()
    expect(page.locator(".table.playing")).to_be_visible()
