"""Makes pictures of the page, first of all the README's, docs/board.png: real server, real bots, real browser.

`python tools/screenshots.py` needs Chromium on PATH and what `pip install '.[test]'` brings. `--screen` names another screen than the
board, `--size 390x844` a phone, `--dark` the dark theme.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
# With these the same dice fall every time; bots choose by themselves, so the picture still changes with them.
ORDER = {
    "game": "oldworld",
    "seat": "tzeentch",
    "seed": 5,
    "options": {},
    "bots": {"khorne": "rules", "nurgle": "rules", "slaanesh": "rules"},
}

FRIENDS_ORDER = {
    "game": "oldworld",
    "seat": "khorne",
    "seed": 5,
    "options": {},
    "open": ["nurgle", "slaanesh"],
    "bots": {"tzeentch": "rules"},
    "private": True,
    "clock": "day",
}
RECORD = ROOT / "tests" / "records" / "oldworld" / "dial-khorne-880.ruin"
CASTERS_ORDER = {"game": "casters", "seat": "one", "seed": 7, "options": {}, "bots": {"two": "rules"}}


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that lives as long as the block."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "ruinous", "serve", "--port", "0", "--database", f"{folder}/tables.sqlite3"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            assert process.stdout is not None
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()
            process.communicate()


def play_to(page: Page, round_: int) -> None:
    """Play until this round's first Summoning turn with two Powers' cards on the board, always what the bots would not mind."""
    while True:
        page.wait_for_function("() => document.querySelector('.prompt.mine, .outcome')")
        now = re.search(r"\d+", page.locator(".round").inner_text())
        assert now is not None
        if int(now[0]) >= round_ and page.locator(".space.taken").count() >= 3 and page.locator(".choice", has_text="Summon").count():
            return
        for wanted in ("Summon Acolyte", "Play", ""):
            found = page.locator(".tab-body .choice", has_text=wanted)
            if found.count():
                found.first.click()
                break
        if page.locator(".prompt .confirm").is_disabled():
            found = page.locator(".tab-body .choice")
            found.nth(min(3, found.count() - 1)).click()
        expect(page.locator(".prompt .confirm")).to_be_enabled()
        before = page.locator(".table").get_attribute("data-version")
        page.locator(".prompt .confirm").click()
        page.wait_for_function("v => document.querySelector('.table').dataset.version !== v", arg=before)


def board(page: Page, round_: int) -> None:
    """The Old World with a staged step, which shows what the page is about: where it goes, what it costs."""
    open_table(page, ORDER)
    play_to(page, round_)
    page.locator(".hand .card.lit").first.click()
    page.locator(".region.lit:not(.ruined) .area").nth(3).click(force=True)
    # The grain of the paper triples the size of the file and cannot be seen in a README.
    page.evaluate("document.querySelector('.grain').style.display = 'none'")


def stack(page: Page, round_: int) -> None:
    """Chaos Casters in a resolve phase, with an attack that is chosen."""
    open_table(page, CASTERS_ORDER)
    while True:
        page.wait_for_function("() => document.querySelector('.prompt.mine, .outcome')")
        attacks = page.locator(".choice", has_text="Attack")
        now = re.search(r"\d+", page.locator(".round").inner_text())
        if page.locator(".outcome").count() or (
            now and int(now[0]) >= round_ and attacks.count() and page.locator(".on-stack").count() >= 5
        ):
            break
        answer(page, page.locator(".tab-body .choice", has_not_text=re.compile("Refill|Quick|goes under|Do not")))
    if attacks.count():
        attacks.first.click()


def outcome(page: Page, _round: int) -> None:
    """The end of a game of Chaos Casters."""
    open_table(page, CASTERS_ORDER)
    while True:
        page.wait_for_function("() => document.querySelector('.prompt.mine, .outcome')")
        if page.locator(".outcome").count():
            return
        answer(page, page.locator(".tab-body .choice", has_not_text=re.compile("Refill|goes under|Do not")))


def decks(page: Page, _round: int) -> None:
    """The deck builder with a deck that is nearly done."""
    page.goto(f"{page.url}#/decks")
    page.locator(".own-deck select").first.select_option("copy-2", force=True)
    cards = page.locator(".pool .card")
    for n in (0, 9, 33):
        cards.nth(n).click()
    page.locator(".reasons li").first.wait_for(state="attached")


def guide(page: Page, _round: int) -> None:
    """A hint of the guided game."""
    page.goto(f"{page.url}#/guide/oldworld")
    page.get_by_role("button", name="Begin the guided game").click()
    page.locator(".guide .confirm").click()


def home(page: Page, _round: int) -> None:
    """The first screen, at Chaos Casters."""
    page.locator(".game-choice label").nth(1).click()


def create(page: Page, _round: int) -> None:
    """The form for a table of friends."""
    page.goto(f"{page.url}#/friends")
    page.locator(".friend-row").first.wait_for()


def waiting(page: Page, _round: int) -> None:
    """The waiting room of a host, with a friend who has just come."""
    open_table(page, FRIENDS_ORDER)
    page.locator(".qr").wait_for()
    friend(page)
    page.locator(".seat-line", has_text="Bruno").wait_for()


def join(page: Page, _round: int) -> None:
    """The waiting room of somebody who has been invited."""
    assert page.context.browser is not None
    host = page.context.browser.new_context().new_page()
    host.goto(page.url)
    open_table(host, FRIENDS_ORDER)
    page.goto(host.get_by_label("Link", exact=True).input_value())
    page.get_by_role("button", name="Sit here").first.wait_for()


def talk(page: Page, _round: int) -> None:
    """The Old World with friends: people, their clocks and what they say."""
    open_table(page, FRIENDS_ORDER)
    page.locator(".qr").wait_for()
    guest = friend(page)
    page.get_by_role("button", name="Begin the game").click()
    for each, text in ((page, "Good luck, everybody."), (guest, "You too! I will be back in the evening.")):
        each.get_by_role("tab", name="People").click()
        each.get_by_label("Say something").fill(text)
        each.keyboard.press("Enter")
    page.locator(".chat li").nth(1).wait_for()


def curtain(page: Page, _round: int) -> None:
    """Between two people who share a screen."""
    open_table(page, {**ORDER, "seat": ["khorne", "tzeentch"], "bots": {"nurgle": "rules", "slaanesh": "rules"}})
    page.locator(".curtain").wait_for()


def replay(page: Page, round_: int) -> None:
    """A finished game of the Old World, looked at again."""
    page.goto(f"{page.url}#/replay")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".replay").wait_for()
    for _ in range(round_ - 1):
        page.keyboard.press("PageDown")
    page.locator(".rail .round", has_text=str(round_)).wait_for()


def result(page: Page, round_: int) -> None:
    """The story of that game."""
    replay(page, round_)
    page.get_by_role("button", name="Result").click()
    page.locator(".chart").first.wait_for()


def companion(page: Page, round_: int) -> None:
    """A position from that game in the companion, with its sums."""
    replay(page, round_)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="companion").click()
    page.get_by_role("tab", name="Sums").click()
    page.locator(".overview").wait_for()


def statistics(page: Page, _round: int) -> None:
    """Statistics after some games of bots."""
    bots = dict.fromkeys(("khorne", "nurgle", "tzeentch", "slaanesh"), "random")
    for _ in range(5):
        page.goto(page.url.partition("#")[0])
        open_table(page, {"game": "oldworld", "seat": None, "bots": bots})
        page.locator(".table.over").wait_for(timeout=120_000)
    page.goto(f"{page.url.partition('#')[0]}#/statistics")
    page.locator(".tally").first.wait_for()


SCREENS = {
    "board": board,
    "stack": stack,
    "outcome": outcome,
    "decks": decks,
    "home": home,
    "create": create,
    "waiting": waiting,
    "join": join,
    "talk": talk,
    "curtain": curtain,
    "replay": replay,
    "result": result,
    "companion": companion,
    "statistics": statistics,
    "reference": lambda page, _round: page.goto(f"{page.url}#/reference/oldworld/7.3"),
    "settings": lambda page, _round: page.goto(f"{page.url}#/settings"),
    "guide": guide,
}


def friend(page: Page) -> Page:
    """Somebody who takes a seat at the table in a browser of their own."""
    assert page.context.browser is not None
    guest = page.context.browser.new_context().new_page()
    guest.goto(page.get_by_label("Link", exact=True).input_value())
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here").first.click()
    guest.locator(".seat-line.own").wait_for()
    return guest


def answer(page: Page, wanted: Locator) -> None:
    """Take the first of these choices, or the last of all where there is none of them."""
    (wanted.first if wanted.count() else page.locator(".tab-body .choice").last).click()
    expect(page.locator(".prompt .confirm")).to_be_enabled()
    before = page.locator(".table").get_attribute("data-version")
    page.locator(".prompt .confirm").click()
    page.wait_for_function("v => document.querySelector('.table').dataset.version !== v", arg=before)


def open_table(page: Page, order: dict[str, object]) -> None:
    """Make a table and go there."""
    made = page.context.request.post(f"{page.url}api/tables", data=order, headers={"origin": page.url.rstrip("/")})
    page.goto(f"{page.url}#/table/{made.json()['table']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screen", choices=SCREENS, default="board")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--size", default="1240x775")
    parser.add_argument("--round", type=int, default=4)
    parser.add_argument("--dark", action="store_true")
    chosen = parser.parse_args()
    out = chosen.out or ROOT / "docs" / f"{chosen.screen}.png"
    width, height = (int(n) for n in chosen.size.split("x"))
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or sys.exit("no Chromium on PATH: sudo apt-get install chromium")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark" if chosen.dark else "light")
        context.add_init_script("localStorage.ruinous ??= JSON.stringify({pace: 0})")
        page = context.new_page()
        page.goto(address)
        SCREENS[chosen.screen](page, chosen.round)
        page.screenshot(path=out, animations="disabled")
        browser.close()
    print(f"{out}: {out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
