"""What must not be cut off, cross a border or stand beside its column, in both languages and on narrow screens."""

import json
import re
from typing import Any

import pytest

from ruinous import catalogue

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

LANGUAGES = ("en", "pt")
DESK, PHONE = (1280, 800), (360, 740)
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
SCREENS = ("friends", "decks", "reference/oldworld", "reference/casters", "settings", "you", "print", "companion", "statistics", "replay")
BOTS = dict.fromkeys(("nurgle", "tzeentch", "slaanesh"), "random")
COUNTS = [
    {"game": "oldworld", "seat": seat, "players": 4, "games": 1234, "won": 308.5, "low": 0.22, "high": 0.28} for seat in ("khorne", *BOTS)
]
HAND = """() => {
    const hand = document.createElement('section')
    hand.className = 'hand casters-hand'
    document.querySelector('.pool').append(hand)
    hand.append(...document.querySelectorAll('.pool .card.caster'))
}"""
CUT = """() => [...document.querySelectorAll('.pool .card.caster')].filter(card => {
    const text = card.querySelector('.card-text')
    return text.scrollHeight > text.clientHeight + 1 || text.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom + 1
}).map(card => card.innerText)"""
# The share of a region's card spaces and numbers, point by point, that lies on its land.
ASTRAY = """() => [...document.querySelectorAll('[data-region]')].flatMap(region => {
    const land = region.querySelector('.area')
    const at = land.getScreenCTM().inverse()
    const points = [...region.querySelectorAll('.space, .shield, .laurel')].flatMap(thing => {
        const { left, top, width, height } = thing.getBoundingClientRect()
        return [0.1, 0.5, 0.9].flatMap(x => [0.1, 0.5, 0.9].map(y => new DOMPoint(left + x * width, top + y * height).matrixTransform(at)))
    })
    const off = points.filter(point => !land.isPointInFill(point)).length
    return off > points.length / 9 ? [`${region.dataset.region}: ${off} of ${points.length}`] : []
})"""
CROOKED = """table => {
    const [head, row] = [table.tHead.rows[0], table.tBodies[0].rows[0]]
    const aligned = cell => getComputedStyle(cell).textAlign.replace('start', 'left')
    return [...row.cells].filter((cell, n) => aligned(cell) !== aligned(head.cells[n])).map(cell => cell.cellIndex)
}"""


def to_table(page: Any, site: str, order: dict[str, Any]) -> None:
    """Make a table and go there."""
    made = page.context.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_text_of_every_card_fits(visit: Any, site: str, size: tuple[int, int], language: str) -> None:
    page = visit(size, locale=language)
    page.goto(f"{site}#/decks")
    expect(page.locator(".pool .card.caster")).to_have_count(40)
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == []
    page.evaluate(HAND)
    assert page.evaluate(CUT) == []


def test_what_lies_in_a_region_lies_within_its_borders(visit: Any, site: str) -> None:
    page = visit()
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    page.locator(".prompt.mine").wait_for()
    assert page.evaluate(ASTRAY) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_straight_and_whole(visit: Any, site: str, language: str) -> None:
    """A heading stands over its column, and on the narrowest phone nothing of a table is beyond its edge."""
    page = visit(PHONE, locale=language)
    to_table(page, site, {"game": "casters", "seat": None, "options": {}, "bots": {"one": "random", "two": "random"}})
    scores = page.locator(".sums.scores")
    scores.wait_for()
    assert scores.evaluate(CROOKED) == []
    page.route("**/api/statistics", lambda route: route.fulfill(json=COUNTS))
    page.goto(f"{site}#/statistics")
    expect(page.locator(".tally tbody tr")).to_have_count(4)
    assert page.evaluate("[...document.querySelectorAll('.wide-table')].filter(table => table.scrollWidth > table.clientWidth).length") == 0


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_sheets_of_a_power_and_of_a_region(visit: Any, site: str, size: tuple[int, int]) -> None:
    """Every step of a dial is one line, the one that it stands at too; the names of Powers stand beside their badges."""
    page = visit(size, locale="pt")
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    page.locator(".prompt.mine").wait_for()
    page.locator(".panel").first.click()
    steps = page.locator(".dial-list li")
    expect(steps.first).to_have_class("here")
    assert len(set(steps.evaluate_all("steps => steps.map(step => `${step.offsetWidth} ${step.offsetHeight}`)"))) == 1
    assert max(page.locator(".kinds td").evaluate_all("cells => cells.map(cell => cell.scrollHeight)")) < 30  # one line
    page.keyboard.press("Escape")
    page.locator('[data-region="kislev"] .area').click(force=True)
    rows = page.locator(".region-sums tbody tr")
    expect(rows).to_have_count(4)
    heights = rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert max(heights) - min(heights) < 3  # a border is shared
    assert page.evaluate("(sheet => sheet.scrollWidth - sheet.clientWidth)(document.querySelector('.sheet-body, .sheet'))") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_text_on_the_narrowest_phone(visit: Any, site: str, language: str) -> None:
    """Nothing scrolls sideways, and what is chosen in the sheet of a region can be confirmed beside it."""
    page = visit(PHONE, locale=language)
    page.evaluate("localStorage.ruinous = JSON.stringify({ pace: 0, size: 1.5 })")
    page.reload()
    for game in (0, 1):
        page.locator(".game-choice label").nth(game).tap()
        assert page.evaluate(SIDEWAYS) <= 0, game
    for screen in SCREENS:
        page.goto(f"{site}#/{screen}")
        expect(page.locator("main").first).to_be_visible()
        page.locator(".loading").wait_for(state="detached")
        assert page.evaluate(SIDEWAYS) <= 0, screen
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    page.locator(".prompt.mine").wait_for()
    assert page.evaluate(SIDEWAYS) <= 0
    inside = "sheet => sheet.scrollWidth - sheet.clientWidth"
    page.locator(".glance button").first.tap()
    assert page.locator(".sheet-body").evaluate(inside) <= 0
    page.locator(".sheet .close").tap()
    page.locator('[data-region="kislev"] .area').tap(force=True)
    assert page.locator(".sheet-body").evaluate(inside) <= 0
    page.locator(".sheet .choice").first.tap()
    button, sheet = page.locator(".prompt .confirm"), page.locator(".sheet")
    expect(button).to_be_enabled()
    page.wait_for_function(
        """() => document.querySelector('.prompt .confirm').getBoundingClientRect().bottom
            <= document.querySelector('.sheet').getBoundingClientRect().top"""
    )
    assert sheet.bounding_box()["height"] > 300


def test_the_whole_map_on_a_phone_on_its_side(visit: Any, site: str) -> None:
    page = visit((740, 360))
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    page.locator(".prompt.mine").wait_for()
    board = page.locator(".board").bounding_box()
    assert board["y"] + board["height"] <= page.locator(".hand").bounding_box()["y"] + 1
    assert page.evaluate(SIDEWAYS) <= 0
    # The choices stand beside the map, and what a card says stands there once it is picked.
    assert page.locator(".choice").first.bounding_box()["x"] > board["x"] + board["width"]
    page.locator(".hand .card").first.click()
    expect(page.locator(".pick-text")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stack_on_a_phone_on_its_side(visit: Any, site: str, language: str) -> None:
    """All eight places of a full stack are seen at once, each as high as a thumb needs; the choices stand beside it."""
    page = visit((844, 390), locale=language)
    cards = ("hex_toad", "kiln_brute", "veil_dancer", "cinder_golem", "bone_warden", "furnace_drake", "mist_stalker", "ash_hound")
    stack = [[("two", "one")[n % 2], card] for n, card in enumerate(cards)]
    position = {"game": "casters", "phase": "resolve", "stack": stack, "hands": {"one": ["stoke", "fireburst"]}}
    to_table(page, site, {"game": "casters", "seat": "one", "options": {}, "bots": {"two": "random"}, "position": position})
    page.locator(".prompt.mine").wait_for()
    frame, hand = page.locator(".stack").bounding_box(), page.locator(".hand").bounding_box()
    places = [place.bounding_box() for place in page.locator(".on-stack").all()]
    assert len(places) == 8
    assert min(place["height"] for place in places) >= 44
    assert min(place["y"] for place in places) >= page.locator(".prompt").bounding_box()["height"]
    assert max(place["y"] + place["height"] for place in places) <= hand["y"]
    assert hand["y"] + hand["height"] <= 391
    assert page.locator(".choice").first.bounding_box()["x"] > frame["x"] + frame["width"]
    assert min(page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.offsetHeight)")) >= 44
    assert (
        page.evaluate("[...document.querySelectorAll('.on-stack-name')].filter(name => name.scrollHeight > name.clientHeight + 1).length")
        == 0
    )
    assert page.evaluate(SIDEWAYS) <= 0


def test_all_regions_in_one_table(visit: Any, site: str) -> None:
    """What each region would bring, while one plays; a name leads to its region. On the map stands how far each is from ruin."""
    page = visit()
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    page.locator(".prompt.mine").wait_for()
    page.get_by_role("button", name="Old World", exact=True).click()
    rows = page.locator(".overview tbody tr")
    expect(rows).to_have_count(9)
    lying = {row.locator("th").inner_text(): int(row.locator("td").last.inner_text().split()[0]) for row in rows.all()}
    assert sorted(page.locator(".towards").all_text_contents()) == sorted(f"{n}/12" for n in lying.values() if n)
    page.locator(".overview .at-link", has_text="Kislev").click()
    expect(page.locator(".sheet-region h2")).to_have_text("Kislev")


def test_the_hand_of_a_phone_rests_while_something_else_is_asked(visit: Any, site: str) -> None:
    """The first choice is within sight then, and the button names what will be done."""
    page = visit((390, 844))
    sent: list[Any] = []

    def carry(line: Any) -> None:
        """Asks for a place for a token, whatever the server asks."""
        server = line.connect_to_server()

        def hear(message: str) -> None:
            sent.append(json.loads(message))
            server.send(message)

        line.on_message(hear)

        def pass_on(message: str) -> None:
            told = json.loads(message)
            if told["type"] == "state" and told["legal"]:
                told["view"]["pending"] = {
                    **dict.fromkeys(("region", "card", "amount")),
                    "seat": "khorne",
                    "task": "place_tokens",
                    "token": "hero",
                }
                told["legal"] = [
                    {"id": n, "text": f"place hero {region}", "kind": "region", "region": region}
                    for n, region in enumerate(("norsca", "kislev"))
                ]
            line.send(json.dumps(told))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws$"), carry)
    to_table(page, site, {"game": "oldworld", "seat": "khorne", "options": {}, "bots": BOTS, "seed": 11})
    choice = page.locator(".choice", has_text="Kislev")
    expect(choice).to_be_visible()
    assert page.locator(".hand .card").first.bounding_box()["height"] < 50
    assert choice.bounding_box()["y"] + 44 < 844
    choice.tap()
    expect(page.locator(".prompt .confirm")).to_have_text("Place Hero in Kislev")
    # A region that cannot be chosen says why.
    page.locator('[data-region="empire"] .area').tap(force=True)
    expect(page.locator(".toast.shown")).not_to_be_empty()
    assert {"type": "why_not", "text": "place hero empire"} in sent


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_old_world_track_can_be_read_on_a_phone(visit: Any, site: str, language: str) -> None:
    """Every card that can lie there has its whole name on it, in letters of 9 pixels or more."""
    page = visit((390, 844), locale=language)
    long = sorted(catalogue.document("oldworld", language)["old_world"].items(), key=lambda card: max(map(len, card[1]["name"].split())))
    powers: dict[str, Any] = {"khorne": {"power": 1}, "nurgle": {}, "tzeentch": {}}
    shown = 0
    for card, words in long[-8:]:
        position = {"game": "oldworld", "phase": "summoning", "powers": powers, "track": [card, None]}
        order = {"game": "oldworld", "seat": "khorne", "bots": {}, "position": position}
        made = page.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")})
        if not made.ok:  # a card that does not stay
            continue
        shown += 1
        page.goto(f"{site}#/table/{made.json()['table']}")
        taken = page.locator(".margins g", has=page.locator(".track-card.taken"))
        expect(taken.locator("title")).to_have_text(words["name"])
        rows = taken.locator(".track-text")
        assert " ".join(rows.all_text_contents()) == words["name"]
        frame = taken.locator(".track-card").bounding_box()
        boxes = [row.bounding_box() for row in rows.all()]
        assert min(box["x"] for box in boxes) > frame["x"] and min(box["y"] for box in boxes) > frame["y"] - 2, card
        assert max(box["x"] + box["width"] for box in boxes) < frame["x"] + frame["width"], card
        assert max(box["y"] + box["height"] for box in boxes) < frame["y"] + frame["height"] + 2, card
        assert rows.first.evaluate("row => parseFloat(getComputedStyle(row).fontSize) * row.getScreenCTM().a") > 9
    assert shown > 2
