"""The page for everyone: an audit of every screen, whole games by keys alone, sizes, languages, reference, guided games, settings."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

OURS_OR_OVER = "() => document.querySelector('.prompt.mine, .table.over')"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
OLD_WORLD = {"game": "oldworld", "seat": "khorne", "options": {}, "bots": {"nurgle": "random", "tzeentch": "random", "slaanesh": "random"}}
CASTERS = {"game": "casters", "seat": "one", "options": {}, "bots": {"two": "random"}}
SCREENS = (
    "",
    "decks",
    "print",
    "friends",
    "replay",
    "companion",
    "statistics",
    "you",
    "settings",
    "guide/oldworld",
    "guide/casters",
    "reference/oldworld",
    "reference/casters",
)
PHONE = (360, 740)


def go(page: Any, site: str, screen: str) -> None:
    """To a screen, until it is there."""
    page.goto(f"{site}#/{screen}")
    expect(page.locator("h1").first).to_be_attached()
    expect(page.locator(".loading")).to_have_count(0)


def sit_down(page: Any, site: str, order: dict[str, Any], seed: int) -> None:
    """Make a test table and wait for the first decision there."""
    made = page.context.request.post(f"{site}api/tables", data={**order, "seed": seed}, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")
    page.wait_for_function(OURS_OR_OVER)


def too_small(page: Any) -> list[str]:
    """Controls below 44 pixels; links in running text and in lists of contents are not meant."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, summary, a.button, a.home, .tables a, label.check')].filter(node => {
            if (!node.checkVisibility() || node.closest('.skip-link, .board-words:not([open])') || node.matches('label input')) return false
            const box = node.getBoundingClientRect()
            return box.width > 1 && (box.height < 43.5 || box.width < 43.5)
        }).map(node => node.outerHTML.slice(0, 140))"""
    )
    return found


# ---- every screen ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("size", "scheme"), [((1280, 800), "light"), (PHONE, "dark")], ids=["desk-light", "phone-dark"])
def test_nothing_serious_on_any_screen(visit: Any, audited: Any, site: str, size: tuple[int, int], scheme: str) -> None:
    page = visit(size, color_scheme=scheme)
    for screen in SCREENS:
        go(page, site, screen)
        assert audited(page) == [], screen
        assert page.evaluate(SIDEWAYS) <= 0, screen
        assert too_small(page) == [], screen


@pytest.mark.parametrize(("size", "scheme"), [((1280, 800), "dark"), (PHONE, "light")], ids=["desk-dark", "phone-light"])
@pytest.mark.parametrize("order", [OLD_WORLD, CASTERS], ids=["oldworld", "casters"])
def test_nothing_serious_at_a_table(visit: Any, audited: Any, site: str, size: tuple[int, int], scheme: str, order: dict[str, Any]) -> None:
    page = visit(size, color_scheme=scheme)
    sit_down(page, site, order, 11)
    sheets: list[tuple[str, Callable[[], Any]]] = [
        ("table", lambda: None),
        ("help", lambda: page.keyboard.press("?")),
        ("log", lambda: page.keyboard.press("l")),
    ]
    if order is OLD_WORLD:
        sheets += [
            ("region", lambda: page.locator('[data-region="kislev"] .area').click(force=True)),
            ("power", lambda: page.locator(".panel").first.click()),
            ("world", lambda: page.get_by_role("button", name="Old World", exact=True).click()),
        ]
    else:
        sheets += [("pit", lambda: page.locator(".pile").nth(1).click())]
    for name, show in sheets:
        show()
        if name not in ("table", "log"):
            expect(page.get_by_role("dialog")).to_be_visible()
            expect(page.locator(".loading")).to_have_count(0)
        assert audited(page) == [], name
        assert page.evaluate(SIDEWAYS) <= 0, name
        assert too_small(page) == [], name
        page.keyboard.press("Escape")  # lets go of what is picked,
        page.keyboard.press("Escape")  # then of the sheet
        expect(page.get_by_role("dialog")).to_have_count(0)


# ---- keys alone --------------------------------------------------------------------------------------------------
def tab_to(page: Any, name: str) -> None:
    """Press Tab until something with this name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def sent(page: Any, before: str) -> None:
    """Wait until what was confirmed has happened and it is our turn again."""
    page.wait_for_function(
        "v => document.querySelector('.table').dataset.version !== v && document.querySelector('.prompt.mine, .table.over')", arg=before
    )


def test_a_whole_game_is_typed(page: Any) -> None:
    """From the first screen to the result without a mouse: every decision is typed as a command."""
    expect(page.locator(".home-columns")).to_be_visible()
    tab_to(page, "Begin the game")
    page.keyboard.press("Enter")
    page.wait_for_function(OURS_OR_OVER)
    dice = random.Random(3)
    steps = 0
    while page.locator(".table.over").count() == 0:
        commands = page.evaluate("[...document.querySelectorAll('.everything code')].map(code => code.textContent)")
        if not commands:
            expect(page.locator(".everything code").first).to_be_attached()
            continue
        wanted = [text for text in commands if text != "pass"] or commands
        before = page.locator(".table").get_attribute("data-version")
        page.keyboard.press("/")
        expect(page.locator(".command input")).to_be_focused()
        page.keyboard.insert_text(dice.choice(wanted))
        page.keyboard.press("Enter")
        expect(page.locator(".prompt .confirm")).to_be_enabled()
        page.keyboard.press("Enter")
        sent(page, before)
        steps += 1
    assert steps > 5
    expect(page.locator(".outcome .verdict")).not_to_be_empty()


def test_a_whole_game_of_casters_with_the_keyboard(page: Any) -> None:
    expect(page.locator(".home-columns")).to_be_visible()
    page.locator('.game-choice input[value="oldworld"]').focus()
    page.keyboard.press("ArrowRight")
    tab_to(page, "Begin the game")
    page.keyboard.press("Enter")
    page.wait_for_function(OURS_OR_OVER)
    dice = random.Random(5)
    steps = 0
    while page.locator(".table.over").count() == 0:
        labels = page.locator(".tab-body .choices .choice").all_inner_texts()
        attacks = [n for n, label in enumerate(labels[:9]) if "enemy player" in label]
        offered = attacks or [n for n, label in enumerate(labels[:9]) if "Refill" not in label]
        page.keyboard.press(str(dice.choice(offered) + 1 if offered else 1))
        expect(page.locator(".prompt .confirm")).to_be_enabled()
        before = page.locator(".table").get_attribute("data-version")
        page.keyboard.press("Enter")
        sent(page, before)
        steps += 1
    assert steps > 5
    expect(page.locator(".outcome .verdict")).not_to_be_empty()


def test_the_focus_keeps_its_place(visit: Any, site: str) -> None:
    page = visit()
    sit_down(page, site, OLD_WORLD, 11)
    # Past everything that is the same on every screen, to the choices.
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".choices .choice").first).to_be_focused()
    # The list that a choice leads to has the focus, and at last what is chosen.
    page.keyboard.press("Enter")
    expect(page.locator(".choices .choice:focus")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator(".choices .choice.chosen")).to_be_focused()
    page.keyboard.press("Escape")
    # A sheet gives the focus back to what opened it.
    region = page.locator('[data-region="empire"] .area')
    region.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_focused()
    page.keyboard.press("Escape")  # lets go of the region,
    page.keyboard.press("Escape")  # then of the sheet
    expect(page.locator('[data-region="bretonnia"] .area')).to_be_focused()


def test_the_board_in_words(visit: Any, audited: Any, site: str) -> None:
    page = visit()
    sit_down(page, site, OLD_WORLD, 11)
    words = page.locator(".board-words")
    words.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(words.get_by_role("heading")).to_have_count(9)
    expect(words.locator("section", has_text="The Empire")).to_contain_text("Resistance 5, Conquest 5")
    assert audited(page) == []
    words.get_by_role("button", name="Open Kislev").press("Enter")
    expect(page.get_by_role("dialog", name="Kislev")).to_be_visible()


def test_what_is_typed_is_answered(visit: Any, site: str) -> None:
    page = visit()
    sit_down(page, site, OLD_WORLD, 11)
    line = page.get_by_label("Or type it")
    said = page.locator(".command [role=status]")
    line.fill("summon cultist nor")
    line.press("Enter")
    expect(page.locator(".prompt .confirm")).to_have_text("Summon Bloodsworn in Norsca, 1 power")
    expect(said).to_contain_text("Enter once more confirms")
    line.fill("summon")
    line.press("Enter")
    expect(said).to_contain_text("Several may be meant: Summon")
    line.fill("Summon Bloodthirster in Kis")
    line.press("Enter")
    expect(page.locator(".prompt .confirm")).to_have_text("Summon Bloodthirster in Kislev, 3 power")
    line.fill("play the_skull_throne empire")
    line.press("Enter")
    toast = page.locator(".toast.shown")
    expect(toast).not_to_be_empty()
    # The rule that stands against it is a link into the reference.
    address = toast.locator("a").first.get_attribute("href")
    assert address is not None and address.startswith("#/reference/oldworld/")
    go(page, site, address[2:])
    expect(page.locator(f'[id="at-{address.rpartition("/")[2]}"]')).to_be_focused()


def test_what_is_typed_in_portuguese_is_answered(visit: Any, site: str) -> None:
    page = visit(locale="pt")
    sit_down(page, site, OLD_WORLD, 11)
    line = page.get_by_label("Ou digite")
    for typed in ("invocar cultista norsca", "INVOCAR JURADO DE SANGUE EM NORSCA", "inv cul em nor", "summon cultist norsca"):
        line.fill(typed)
        line.press("Enter")
        expect(page.locator(".prompt .confirm")).to_have_text("Invocar Jurado de Sangue em Norsca, 1 de poder")
        page.get_by_role("button", name="Cancelar").first.click()
    line.fill("invocar demonio maior no imperio")
    line.press("Enter")
    expect(page.locator(".prompt .confirm")).to_have_text("Invocar Sedento de Sangue no Império, 3 de poder")
    line.fill("invocar cultista")
    line.press("Enter")
    expect(page.locator(".command [role=status]")).to_contain_text("Podem ser várias: Invocar Jurado de Sangue em Norsca")
    line.fill("jogar gripe no império")
    line.press("Enter")
    expect(page.locator(".toast.shown")).to_contain_text("Gripe é uma carta de Nurgle.")
    # What stands beside the choices is Portuguese too, tells them apart, and can be typed.
    shown = "[...document.querySelectorAll('.everything button')].map(one => [...one.children].map(part => part.textContent))"
    told = page.evaluate(shown)
    commands = [command for _, command in told]
    assert len({*commands}) == len(commands) > 50
    assert not [command for command in commands if command.split()[0] in ("summon", "play", "pass")]
    assert "passar" in commands
    for label, command in (told[0], told[len(told) // 2], told[-1]):
        line.fill(command)
        line.press("Enter")
        expect(page.locator(".prompt .confirm")).to_contain_text(label)


# ---- the reference -------------------------------------------------------------------------------------------------
def test_the_reference(visit: Any, site: str) -> None:
    page = visit()
    go(page, site, "reference/oldworld/9")
    expect(page.locator('[id="at-9"]')).to_be_focused()
    expect(page.locator('.rule:has([id="at-9"]) tbody tr')).to_have_count(9)
    # Every link within it leads somewhere.
    for game in ("oldworld", "casters"):
        go(page, site, f"reference/{game}")
        for address in {link.get_attribute("href") for link in page.locator(f'main a[href^="#/reference/{game}/"], .contents a').all()}:
            place = address.rpartition("/")[2].partition("-")[0]
            assert page.locator(f'[id="at-{place}"]').count() == 1, address
    expect(page.locator(".face-grid .card")).to_have_count(40)
    page.get_by_label("Search name and text").fill("silence")
    expect(page.locator(".face-grid .card")).to_have_count(1)
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Words").select_option("quick")
    expect(page.locator(".face-grid .card")).to_have_count(6)
    go(page, site, "reference/oldworld/cards-nurgle")
    expect(page.locator(".face-grid .card.nurgle")).to_have_count(8)
    expect(page.locator(".face-grid .card")).to_have_count(8)
    page.get_by_label("Cost").select_option("0")
    expect(page.locator(".face-grid .card").first).to_contain_text("0")


def test_lines_of_the_log_lead_to_their_rules(visit: Any, site: str) -> None:
    page = visit()
    sit_down(page, site, {**OLD_WORLD, "seat": None, "bots": {**OLD_WORLD["bots"], "khorne": "random"}}, 11)  # type: ignore[dict-item]
    expect(page.locator(".table.over")).to_be_attached(timeout=60_000)
    page.keyboard.press("Escape")
    links = page.locator(".log li.event-vp a.cited")
    assert links.count() > 3
    assert set(re.findall(r"/(\d+(?:\.\d)?)'", str([link.get_attribute("href") for link in links.all()]))) <= {
        "4.4",
        "4.5",
        "6.2",
        "7.5",
        "9",
    }
    assert page.locator(".log li.event-vp").count() == links.count()
    expect(page.locator(".log li.event-phase a.cited").first).to_have_attribute("href", "#/reference/oldworld/7.1")


# ---- the guided games ----------------------------------------------------------------------------------------------
GUIDE = {  # what the guide says in each language: its buttons, its first and last word
    "en": ("Begin the guided game", "Understood", "Play on", "Welcome", "That was a round"),
    "pt": ("Começar a partida guiada", "Entendi", "Continuar jogando", "Boas-vindas", "Foi uma rodada"),
}


@pytest.mark.parametrize("language", GUIDE)
@pytest.mark.parametrize("game", ["oldworld", "casters"])
def test_a_guided_game(visit: Any, site: str, game: str, language: str) -> None:
    begin, understood, play_on, welcome, farewell = GUIDE[language]
    page = visit(locale=language)
    go(page, site, f"guide/{game}")
    page.get_by_role("button", name=begin).click()
    page.wait_for_function(OURS_OR_OVER)
    guide = page.locator(".guide:not(.resting)")
    expect(guide).to_contain_text(welcome)
    seen: list[str] = []
    while True:
        title = guide.locator("b").inner_text()
        seen.append(title)
        if title == farewell:
            break
        guide.get_by_role("button", name=understood).click()
        expect(guide.get_by_text(title, exact=True)).to_have_count(0)
        while guide.count() == 0:  # nothing to say: play on
            before = page.locator(".table").get_attribute("data-version")
            choices = page.locator(".tab-body .choices .choice")
            n = choices.count()
            choices.first.click()
            if page.locator(".prompt .confirm").is_disabled():
                page.locator(".tab-body .choices .choice").first.click()
            if guide.count() == 0:
                expect(page.locator(".prompt .confirm")).to_be_enabled()
                page.locator(".prompt .confirm").click()
                sent(page, before)
            assert n
    assert len(seen) == len(set(seen)) >= 5
    guide.get_by_role("button", name=play_on).click()
    expect(page.locator(".guide")).to_have_count(0)
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    assert page.locator(".guide").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on-its-side"])
def test_a_hint_on_a_phone_hides_nothing(visit: Any, site: str, size: tuple[int, int]) -> None:
    """What is chosen in the sheet of a region can be confirmed above it, hint or no hint; and a hint speaks of what is missing."""
    page = visit(size)
    go(page, site, "guide/oldworld")
    page.get_by_role("button", name="Begin the guided game").click()
    page.wait_for_function(OURS_OR_OVER)
    guide = page.locator(".guide")
    for title in ("Welcome", "What you see", "Your turn"):
        expect(guide.locator("b")).to_have_text(title)
        guide.get_by_role("button", name="Understood").click()
    page.locator('[data-region="empire"] .area').click(force=True)
    expect(guide.locator("b")).to_have_text("What there?")
    expect(page.locator(".prompt .confirm")).to_have_text("Choose what to do there")
    page.locator(".sheet .choice").first.click()
    expect(guide.locator("b")).to_have_text("Look before you leap")
    page.locator(".prompt .confirm").click()
    expect(page.locator(".sheet")).to_have_count(0)
    page.wait_for_function(OURS_OR_OVER)
    # Wherever one has scrolled to, a new hint is seen.
    guide.get_by_role("button", name="Understood").click()
    page.locator(".choice", has_text="Summon Bloodsworn").click()
    expect(guide.locator("b")).to_have_text("Where to?")
    expect(guide).to_be_in_viewport()


# ---- languages -----------------------------------------------------------------------------------------------------
def test_the_language_of_the_browser_and_the_settings(visit: Any, site: str) -> None:
    page = visit(locale="pt-BR")
    expect(page.get_by_role("button", name="Começar a partida")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "pt"
    sit_down(page, site, OLD_WORLD, 11)
    expect(page.locator(".prompt .what")).to_contain_text("Sua vez, 7 de poder")
    page.keyboard.press("1")
    page.keyboard.press("4")
    expect(page.locator(".prompt .confirm")).to_have_text("Invocar Jurado de Sangue no Império, 1 de poder")
    page.keyboard.press("Escape")
    # Everything that a sheet and the log say is Portuguese too; English words of the page would be seen here.
    page.keyboard.press("l")
    expect(page.locator(".log")).to_contain_text("Fase do Velho Mundo")
    table = page.url
    # At the same table everybody hears their own language.
    other = visit()
    other.goto(table)
    expect(other.locator(".prompt .what")).to_contain_text("Waiting for Khorne")
    page.reload()  # the visitor is a person by now, whose choice counts on every device
    go(page, site, "settings")
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    page.goto(table)
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    expect(page.locator(".hand .card").first).to_contain_text(re.compile("Battle Cry|Blood Frenzy|Field of Carnage"))
    expect(page.locator(".prompt .what")).to_contain_text("Your turn, 7 power left")
    assert page.context.request.get(f"{site}api/me").json()["language"] == "en"


def test_a_language_chosen_before_it_is_known_who_one_is_counts_for_the_person(visit: Any, site: str) -> None:
    page = visit()
    held: list[Any] = []
    page.route("**/api/me", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    page.reload()
    go(page, site, "settings")
    with page.expect_response(lambda answer: answer.url.endswith("/api/me") and answer.request.method == "PUT"):
        page.get_by_label("Language").select_option("pt")
    for route in held:
        route.continue_()
    assert page.context.request.get(f"{site}api/me").json()["language"] == "pt"
    page.unroute_all(behavior="wait")


def test_a_language_that_is_not_there_any_more(visit: Any) -> None:
    page = visit()
    page.evaluate("localStorage.ruinous = JSON.stringify({ pace: 0, language: 'xx' })")
    page.reload()
    expect(page.get_by_role("button", name="Begin the game")).to_be_visible()


# ---- settings ------------------------------------------------------------------------------------------------------
def test_a_screen_that_breaks_says_so(browser: Any, site: str) -> None:
    visitor = browser.new_page()
    broken = "export const SettingsPage = () => { throw new Error('broken') }; export const Settings = SettingsPage"
    visitor.route("**/settings.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    told: list[str] = []
    visitor.on("pageerror", lambda error: told.append(error.message))
    visitor.goto(f"{site}#/settings")
    expect(visitor.locator("main")).to_contain_text("Something broke on this screen.")
    assert told == ["broken"]
    visitor.unroute_all(behavior="wait")
    visitor.get_by_role("link", name="All games").click()
    expect(visitor.get_by_role("button", name="Begin the game")).to_be_visible()
    visitor.close()


def test_a_setting_counts_in_every_tab(visit: Any, site: str) -> None:
    page = visit()
    other = page.context.new_page()
    other.goto(f"{site}#/table")  # of no table: the first page
    expect(other.get_by_role("button", name="Begin the game")).to_be_visible()
    go(page, site, "settings")
    page.get_by_label("Language").select_option("pt")
    expect(other.get_by_role("button", name="Começar a partida")).to_be_visible()


def test_settings_are_kept(visit: Any, site: str) -> None:
    page = visit(color_scheme="light")
    paper = "getComputedStyle(document.querySelector('.sheet-like')).backgroundColor"
    go(page, site, "settings")
    light = page.evaluate(paper)
    page.get_by_label("Light or dark").select_option("dark")
    page.get_by_label("Size of the text").select_option("1.3")
    page.get_by_label("Patterns on pieces").check()
    page.get_by_label("No movement").check()
    page.get_by_label("Sound").check()
    assert page.evaluate(paper) != light
    sit_down(page, site, OLD_WORLD, 11)
    page.reload()
    page.wait_for_function(OURS_OR_OVER)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19.5px"
    assert "weave-khorne" in page.evaluate("getComputedStyle(document.querySelector('.body.khorne')).fill")
    assert page.locator("#weave-slaanesh").count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).transitionDuration") == "0s"
    # Sounds are made only once something has been pressed; nothing of it may throw (the fixture looks).
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert page.evaluate(SIDEWAYS) <= 0
