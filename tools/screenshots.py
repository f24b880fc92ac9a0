"""Makes the README's picture, docs/board.png, from a game in progress: real server, real bots, real browser.

`python tools/screenshots.py` needs Chromium on PATH and what `pip install '.[test]'` brings.
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

from playwright.sync_api import Page, expect, sync_playwright

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "board.png")
    parser.add_argument("--size", default="1240x775")
    parser.add_argument("--round", type=int, default=4)
    parser.add_argument("--dark", action="store_true")
    chosen = parser.parse_args()
    width, height = (int(n) for n in chosen.size.split("x"))
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or sys.exit("no Chromium on PATH: sudo apt-get install chromium")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark" if chosen.dark else "light")
        context.add_init_script("localStorage.ruinous = JSON.stringify({pace: 0})")
        page = context.new_page()
        page.goto(address)
        answer = context.request.post(f"{address}api/tables", data=ORDER, headers={"origin": address.rstrip("/")})
        page.goto(f"{address}#/table/{answer.json()['table']}")
        play_to(page, chosen.round)
        # A staged step shows what the page is about: where it goes, what it costs.
        page.locator(".hand .card.lit").first.click()
        page.locator(".region.lit:not(.ruined) .area").nth(3).click(force=True)
        # The grain of the paper triples the size of the file and cannot be seen in a README.
        page.evaluate("document.querySelector('.grain').style.display = 'none'")
        page.screenshot(path=chosen.out, animations="disabled")
        browser.close()
    print(f"{chosen.out}: {chosen.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
