"""Chaos Casters as a visitor plays it: whole games, the resolve phase card by card, decks of one's own."""

import json
import random
import re
from typing import Any

import pytest

from ruinous.casters.decks import DECK_1, write_deck

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

OURS_OR_OVER = "() => document.querySelector('.prompt.mine, .table.over')"
MOVED = "v => document.querySelector('.table').dataset.version !== v && document.querySelector('.prompt.mine, .table.over')"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
SMALL = """() => [...document.querySelectorAll('button, select, textarea, a.button, a.home')].filter(node => {
    const box = node.getBoundingClientRect()
    return box.width && (box.height < 43.5 || box.width < 43.5)
}).map(node => node.outerHTML.slice(0, 120))"""


def begin(page: Any, seat: str = "One") -> None:
    """Start a game against a random bot and wait for the first decision."""
    page.locator(".game-choice label", has_text="Chaos Casters").click()
    page.locator(".power-choice", has_text=seat).click()
    for bot in page.locator(".seat-row select:not(.deck-select)").all():
        bot.select_option("random")
    page.get_by_role("button", name=re.compile("Begin the game|Watch the game")).click()
    page.wait_for_function(OURS_OR_OVER)


def confirm(page: Any, key: bool = True) -> None:
    """Carry out what is staged and wait until it is our turn again, or the end."""
    button = page.locator(".prompt .confirm")
    expect(button).to_be_enabled()
    before = page.locator(".table").get_attribute("data-version")
    if key:
        page.keyboard.press("Enter")
    else:
        button.click()
    page.wait_for_function(MOVED, arg=before)


def keep_all(page: Any) -> None:
    """The opening: keep the hand as it is."""
    page.keyboard.press("p")
    confirm(page)


def step(page: Any, dice: random.Random, avoid: tuple[str, ...] = ()) -> None:
    """Answer whatever is asked with any of the numbered choices, but for some while there are others."""
    labels = page.locator(".tab-body .choice").all_inner_texts()[:9]
    wanted = [n for n, label in enumerate(labels) if not any(word in label for word in avoid)]
    page.keyboard.press(str(dice.choice(wanted or range(len(labels))) + 1))
    confirm(page)


def to_attack(page: Any, dice: random.Random) -> None:
    """Play until one of our Allies attacks and there is an enemy Ally to attack."""
    while page.locator(".on-stack.lit").count() == 0 or page.locator(".choice", has_text="Do not attack").count() == 0:
        step(page, dice, ("Refill", "goes under", "enemy player", "yourself"))


# ---- games -----------------------------------------------------------------------------------------------------
def test_a_whole_game_with_the_keyboard(page: Any) -> None:
    begin(page)
    dice = random.Random(7)
    while page.locator(".table.over").count() == 0:
        step(page, dice, ("Do not", "Refill") if dice.random() < 0.8 else ())
    outcome = page.locator(".outcome")
    expect(outcome.locator(".verdict")).to_contain_text(re.compile("wins|nixed|draw"))
    # The chart is made from the log; the last of it must be what lies on the table.
    told = outcome.locator(".chart").get_attribute("aria-label")
    sizes = [line.split(", ")[-1] for line in told.partition(": ")[2].split("; ")]
    assert sizes == outcome.locator(".deck-size").all_inner_texts()
    with page.expect_download() as download:
        outcome.get_by_role("link", name="Download the record").click()
    record = download.value.path().read_text().splitlines()
    assert json.loads(record[0])["game"] == "casters"
    assert json.loads(record[-1])[0] == "end"
    page.get_by_role("button", name="Look at the table").click()
    page.locator(".corner.theirs .pile").nth(1).click()
    pit = page.get_by_role("dialog", name="Pit of Two")
    assert pit.locator(".card").count() == int(page.locator(".corner.theirs .pile b").nth(1).inner_text())
    page.locator("a.home").click()
    expect(page.locator(".tables a").first).to_contain_text("Chaos Casters")
    expect(page.locator(".tables a").first).to_contain_text("over")


def test_the_opening_and_playing_by_clicks(page: Any) -> None:
    begin(page)
    cards = page.locator(".casters-hand .card")
    expect(cards).to_have_count(6)
    button = page.locator(".prompt .confirm")
    expect(button).to_be_disabled()
    for place in (4, 1, 2):
        cards.nth(place).click()
    cards.nth(1).click()
    cards.nth(0).click()
    expect(page.locator(".order")).to_have_text([f"Goes as number {n}" for n in (3, 2, 1)])
    expect(button).to_have_text("Put 3 cards under the deck, then draw")
    gone = [cards.nth(place).locator(".card-band b").inner_text() for place in (4, 2, 0)]
    confirm(page, key=False)
    expect(cards).to_have_count(6)
    # The last one lies deepest; nobody but us knows of it.
    page.locator(".corner.mine .pile").first.click()
    known = page.get_by_role("dialog", name="Deck of One").locator(".known-list .link")
    expect(known).to_have_count(len(gone))  # three steps, and the page shows each as it comes
    assert known.all_inner_texts() == gone[::-1]
    page.keyboard.press("Escape")
    # A card is staged on the place that it would take, and says whether it ends the phase.
    name = cards.first.locator(".card-band b").inner_text()
    place = page.locator(".on-stack").count() + 1
    cards.first.click()
    expect(button).to_contain_text(f"Play {name} at position {place}")
    expect(page.locator(".on-stack.ghost .on-stack-name")).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator(".on-stack.ghost")).to_have_count(0)
    cards.first.click()
    confirm(page, key=False)
    page.keyboard.press("l")
    expect(page.locator(".log li", has_text=f"One plays {name} at position {place}")).to_have_count(1)


def test_attacks_are_chosen_on_the_stack(page: Any) -> None:
    begin(page, "Two")
    to_attack(page, random.Random(5))
    target = page.locator(".on-stack.lit").first
    name = target.locator(".on-stack-name").inner_text()
    strength = target.locator(".on-stack-strength b").inner_text()
    position = re.sub(r"\D", "", page.locator(".place", has=page.locator(".on-stack.lit")).first.locator(".place-number").inner_text())
    button = page.locator(".prompt .confirm")
    target.click()
    expect(button).to_have_text(f"Attack {name} at {position} ({strength})")
    # What cannot be attacked says why, and can be read.
    page.locator(".on-stack.resolving").click()
    expect(page.locator(".toast.shown")).not_to_be_empty()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("Attacks when it resolves"))
    if page.locator(".corner-head.lit").count():
        page.locator(".corner-head.lit").click()
        expect(button).to_contain_text("Attack the enemy player for")
    page.keyboard.press("p")
    expect(button).to_have_text("Do not attack")
    confirm(page, key=False)


def test_a_card_that_cannot_be_played_says_why(page: Any, site: str) -> None:
    stack = [["one", "ash_hound"], ["two", "hex_toad"]]
    position = {"game": "casters", "phase": "resolve", "stack": stack, "hands": {"one": ["stoke"]}}
    order = {"game": "casters", "seat": "one", "bots": {}, "position": position}
    made = page.request.post(f"{site}api/tables", data=order, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")
    page.locator(".prompt.mine").wait_for()
    page.locator(".casters-hand .card", has_text="Stoke").click()
    expect(page.locator(".toast.shown")).to_contain_text("on one's turn of the Play Phase only")


def test_arrows_lead_over_the_stack(page: Any) -> None:
    begin(page)
    to_attack(page, random.Random(2))
    cards = page.locator(".on-stack")
    cards.first.focus()
    page.keyboard.press("ArrowDown")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cards.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet, .on-stack.chosen").first).to_be_attached()


def test_the_stack_resolves_card_by_card_and_can_be_skipped(page: Any) -> None:
    begin(page)
    dice = random.Random(3)
    ends = page.locator(".choice", has_text="ends the play phase")
    while ends.count() == 0:
        step(page, dice, ("Refill", "goes under"))
    # So slow that a moment stays while we look at it.
    page.evaluate("localStorage.ruinous = JSON.stringify({pace: 60000})")
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    lie = page.locator(".on-stack").count()
    ends.first.click()
    name = page.locator(".on-stack.ghost .on-stack-name").inner_text()
    page.locator(".prompt .confirm").click()
    expect(page.locator(".casters-table.rolling")).to_be_visible()
    expect(page.locator(".what")).to_have_text(f"One plays {name} at position {lie + 1}")
    expect(page.locator(".on-stack")).to_have_count(lie + 1)
    assert page.locator(".lit").count() == 0
    page.locator(".prompt .skip").click()
    page.wait_for_function(OURS_OR_OVER)
    expect(page.locator(".rolling")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".log li", has_text="resolves").last).to_be_attached()


def test_the_moments_lead_to_the_state(page: Any) -> None:
    """What the page shows between two states is made from the events alone: in the end it must be what the server says."""
    frames: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(frame)))
    pool = page.evaluate("fetch('api/cards/casters').then(answer => answer.json())")["cards"]
    further = [card for card in pool if pool[card]["deck"] is None]
    for deck in (1, 2):
        own = [card for card in pool if pool[card]["deck"] == str(deck)]
        order = {
            "game": "casters",
            "seat": None,
            "options": {"deck1": dict.fromkeys(further + own[:5], 2), "deck2": dict.fromkeys(own, 2), "max_rounds": 20},
            "bots": {"one": "random", "two": "random"},
        }
        made = page.evaluate(
            "order => fetch('api/tables', {method: 'POST', body: JSON.stringify(order)}).then(answer => answer.json())",
            order,
        )
        page.goto(f"{page.url.partition('#')[0]}#/table/{made['table']}")
        page.wait_for_selector(".outcome", timeout=120_000)
    states = [message for message in map(json.loads, frames) if message["type"] == "state"]
    wrong = page.evaluate(
        """async states => {
            const { apply } = await import('./film.js')
            const lies = card => [card.player, card.card, card.was, card.change, card.silenced, card.puppet_of]
            const has = player => [player.hand, player.deck, player.pit, player.looked]
            const seen = view => JSON.stringify([view.stack.map(lies), view.line, view.round, Object.values(view.players).map(has)])
            const wrong = []
            let steps = 0
            for (let i = 1; i < states.length; i += 1) {
                const [before, now] = [states[i - 1], states[i]]
                const same = now.table.keyed === before.table.keyed && now.version === before.version + 1
                if (!same || before.view.phase === 'opening') continue
                const view = structuredClone(before.view)
                for (const event of now.events) apply(view, event, now.view)
                steps += 1
                const told = now.events.map(event => event.text)
                if (seen(view) !== seen(now.view)) wrong.push([seen(before.view), told, seen(view), seen(now.view)])
            }
            return [steps, wrong.slice(0, 1)]
        }""",
        states,
    )
    assert wrong[0] > 100
    assert wrong[1] == []


def test_a_refill_is_taken_back_until_a_card_is_drawn(page: Any) -> None:
    begin(page)
    dice = random.Random(4)
    while page.locator(".choice", has_text="Refill").count() == 0:
        step(page, dice, ("goes under",))
    page.keyboard.press("p")
    confirm(page)
    expect(page.locator(".what")).to_contain_text("Refill: which cards")
    page.keyboard.press("u")
    expect(page.locator(".what")).to_contain_text("Play a card or refill")
    page.keyboard.press("p")
    confirm(page)
    page.locator(".casters-hand .card").first.click()
    confirm(page)
    if page.locator(".table.over").count() == 0:
        expect(page.locator(".undo")).to_have_class(re.compile("asking"))


def test_watching_two_bots(page: Any) -> None:
    begin(page, "Watch")
    page.wait_for_selector(".outcome", timeout=120_000)
    assert page.locator(".hand").count() == 0
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".log li").last).to_contain_text("Game over")


def test_coming_back_in_the_middle(page: Any, context: Any, site: str) -> None:
    begin(page)
    to_attack(page, random.Random(9))
    address, stack = page.url, page.locator(".on-stack").all_inner_texts()
    hand = page.locator(".casters-hand .card").all_inner_texts()
    page.close()
    again = context.new_page()
    again.goto(site)
    again.locator(".tables a").first.click()
    again.wait_for_function(OURS_OR_OVER)
    assert again.url == address
    assert again.locator(".on-stack").all_inner_texts() == stack
    assert again.locator(".casters-hand .card").all_inner_texts() == hand


@pytest.mark.parametrize("context", [(390, 844), (360, 740)], indirect=True)
def test_on_a_phone(page: Any) -> None:
    assert page.evaluate(SIDEWAYS) <= 0
    begin(page)
    assert page.evaluate(SMALL) == []
    keep_all(page)
    card = page.locator(".casters-hand .card").first
    name = card.locator(".card-band b").inner_text()
    card.tap()
    expect(page.locator(".prompt .confirm")).to_contain_text(f"Play {name}")
    assert page.evaluate(SIDEWAYS) <= 0
    page.locator(".prompt .confirm").tap()
    page.wait_for_function("() => document.querySelector('.place.mine .on-stack:not(.ghost), .place.theirs .on-stack, .table.over')")
    page.wait_for_function(OURS_OR_OVER)
    to_attack(page, random.Random(1))
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SIDEWAYS) <= 0
    page.locator(".pile").first.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(SMALL) == []


def test_a_monkey_breaks_nothing(page: Any) -> None:
    """Whatever is clicked or pressed in whatever order: no error in the console (the fixture looks), and the game can go on."""
    begin(page)
    dice = random.Random(12)
    targets = (
        ".casters-hand .card",
        ".on-stack",
        ".corner-head",
        ".pile",
        ".choice",
        ".tab-bar button",
        ".sheet .close",
        ".sheet .card",
        ".link",
    )
    keys = ["1", "2", "3", "7", "0", "Enter", "Enter", "Enter", "Escape", "u", "l", "p", "?", "s", "ArrowUp", "ArrowDown", "Tab"]
    address = page.url
    for _ in range(160):
        if page.url != address or page.locator(".table.over").count():
            break
        if dice.random() < 0.4:
            page.keyboard.press(dice.choice(keys))
        else:
            page.evaluate(
                """([target, which]) => {
                    const found = [...document.querySelectorAll(target)]
                    found[which % found.length]?.dispatchEvent(new MouseEvent('click', {bubbles: true}))
                }""",
                [dice.choice(targets), dice.randrange(1000)],
            )
    page.goto(address)
    page.wait_for_function(OURS_OR_OVER)


# ---- decks -----------------------------------------------------------------------------------------------------
def builder(page: Any) -> None:
    """Open the deck builder from the first screen."""
    page.locator(".game-choice label", has_text="Chaos Casters").click()
    page.get_by_role("link", name="Build a deck of your own").click()
    expect(page.locator(".pool .card").first).to_be_visible()


def test_a_deck_is_built_kept_and_played(page: Any) -> None:
    builder(page)
    play = page.get_by_role("button", name="Play with this deck")
    expect(play).to_be_disabled()
    reasons = page.locator(".own-deck .reasons")
    expect(reasons).to_contain_text("0 cards, exactly 30 are needed")
    cards = page.locator(".pool .card")
    for n in range(15):
        cards.nth(10 + n).click()
        cards.nth(10 + n).click()
    # A third copy is refused, and it is said why.
    cards.nth(10).click()
    expect(page.locator(".toast.shown")).to_contain_text("At most 2 of one name")
    expect(page.locator(".meter-30 b")).to_have_text("30 of 30 cards")
    expect(reasons).to_contain_text("This deck may be played.")
    bars = page.locator(".curve b").all_inner_texts()
    assert sum(map(int, bars)) == 30
    # One card more is one too many.
    cards.nth(0).click()
    expect(reasons).to_contain_text("31 cards, exactly 30 are needed")
    expect(play).to_be_disabled()
    page.locator(".pool .stepper").first.get_by_role("button").first.click()
    page.get_by_label("Name", exact=True).fill("Test deck")
    page.get_by_role("button", name="Draw six").click()
    expect(page.locator(".drawn .card")).to_have_count(6)
    expect(page.locator(".own-deck code")).to_have_text("ruinous print casters --deck test-deck.deck")
    # It is still there after loading the page again, and can be played.
    page.reload()
    expect(page.locator(".meter-30 b")).to_have_text("30 of 30 cards")
    names = set(page.locator(".deck-row-name").all_inner_texts())
    play.click()
    expect(page.locator(".deck-select").first.locator("option:checked")).to_have_text("Test deck")
    page.locator(".seat-row select:not(.deck-select)").select_option("random")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_function(OURS_OR_OVER)
    assert set(page.locator(".casters-hand .card-band b").all_inner_texts()) <= names
    page.locator(".corner.mine .pile").first.click()
    assert set(page.locator(".sheet .deck-list .link").all_inner_texts()) == names


def test_lists_go_out_and_come_back_the_same(page: Any) -> None:
    builder(page)
    decks = page.get_by_label("Decks")
    decks.select_option("copy-1")
    text = page.get_by_label("As a list")
    expect(text).to_have_value(write_deck(DECK_1))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "cinder-court.deck"
    saved = download.value.path().read_text()
    assert saved == write_deck(DECK_1)
    decks.select_option("new")
    expect(text).to_have_value("")
    text.fill("# shuffled, in small letters\n" + "".join(reversed(saved.lower().splitlines(keepends=True))))
    page.get_by_role("button", name="Read this list").click()
    expect(text).to_have_value(saved)
    expect(page.locator(".meter-30 b")).to_have_text("30 of 30 cards")
    page.get_by_role("button", name="Delete deck").click()
    expect(decks.locator("option:checked")).to_have_text("Cinder Court")


def test_a_bad_list_has_every_reason(page: Any) -> None:
    builder(page)
    text = page.get_by_label("As a list")
    text.fill("3 Ash Hound\nnonsense\n2 Silense\n1 Raise")
    page.get_by_role("button", name="Read this list").click()
    bad = page.locator(".reasons.bad li")
    expect(bad).to_have_count(3)
    expect(bad.nth(1)).to_contain_text("did you mean Silence?")
    expect(page.locator(".meter-30 b")).to_have_text("0 of 30 cards")
    page.get_by_role("button", name="Take the 4 cards that are understood").click()
    expect(page.locator(".meter-30 b")).to_have_text("4 of 30 cards")
    expect(page.locator(".own-deck .reasons li")).to_have_count(2)
    # What cannot be played stands in the list of decks, but cannot be chosen for a game.
    page.locator("a.home").click()
    expect(page.locator(".deck-select").first.locator("option:disabled")).to_have_text("My deck (4 cards)")


def test_the_pool_is_filtered(page: Any) -> None:
    builder(page)
    found = page.locator(".pool .card")
    expect(found).to_have_count(40)
    page.get_by_label("Type", exact=True).select_option("action")
    page.get_by_label("Words", exact=True).select_option("quick")
    expect(found).to_have_count(4)
    page.get_by_label("Search name and text").fill("damage")
    expect(found.locator(".card-band b")).to_have_text(["Blood Price"])
    page.get_by_label("Deck", exact=True).select_option("1")
    expect(page.locator(".pool")).to_contain_text("No card fits all of this.")
    page.get_by_role("button", name="Show all").click()
    expect(found).to_have_count(40)
    page.get_by_label("Strength", exact=True).select_option("9")
    expect(found.locator(".card-band b")).to_have_text(["Tomb Colossus"])


@pytest.mark.parametrize("context", [(390, 844), (360, 740)], indirect=True)
def test_the_builder_on_a_phone(page: Any) -> None:
    builder(page)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(SMALL) == []
    page.locator(".pool .card").first.tap()
    page.get_by_role("tab", name="Your deck 1/30").tap()
    expect(page.locator(".deck-row-name")).to_have_text(["Ash Hound"])
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(SMALL) == []
