"""A real server, a real browser: what the tests of the page share."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = (Path(__file__).parent / "axe.min.js").read_text()
SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The Chromium of this machine."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium here: sudo apt-get install chromium (or any package that brings `chromium` on PATH)")
    sync_api.expect.set_options(timeout=30_000)
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a database of its own."""
    database = tmp_path_factory.mktemp("web") / "tables.sqlite3"
    process = subprocess.Popen(
        [sys.executable, "-m", "ruinous", "serve", "--port", "0", "--database", str(database)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert process.stdout is not None
    words = process.stdout.readline().split()
    address = next((word for word in words if word.startswith("http")), None)
    assert address, f"the server said {' '.join(words)!r}"
    yield address
    process.terminate()
    process.communicate(timeout=30)


def foreseeable(route: Any) -> None:
    """The order of a table gets a seed: its dice and its bots are the same in every run."""
    order = route.request.post_data_json
    if order is None or order.get("position"):
        route.continue_()
    else:
        route.continue_(post_data={**order, "seed": 1})


@contextmanager
def visitor(browser: Any, width: int, height: int, **wishes: Any) -> Iterator[Any]:
    """A browser profile that has seen nothing, with these wishes. Any error in its console fails the test."""
    profile = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=width < 600, **wishes)
    profile.set_default_timeout(30_000)
    profile.add_init_script("if (location.protocol.startsWith('http')) localStorage.ruinous ??= JSON.stringify({pace: 0})")
    profile.route("**/api/tables", foreseeable)
    faults: list[str] = []
    profile.on("weberror", lambda error: faults.append(str(error.error)))
    profile.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield profile
    profile.close()
    assert not faults


@pytest.fixture
def context(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A visitor."""
    with visitor(browser, *getattr(request, "param", (1280, 800))) as profile:
        yield profile


@pytest.fixture
def another(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Another visitor."""
    with visitor(browser, *getattr(request, "param", (1280, 800))) as profile:
        yield profile


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Opens the first screen for a visitor with these wishes."""
    with ExitStack() as visitors:

        def come(size: tuple[int, int] = (1280, 800), **wishes: Any) -> Any:
            opened = visitors.enter_context(visitor(browser, *size, **wishes)).new_page()
            opened.goto(site)
            sync_api.expect(opened.locator(".home-columns")).to_be_visible()
            return opened

        yield come


@pytest.fixture
def page(context: Any, site: str) -> Any:
    """The first screen."""
    opened = context.new_page()
    opened.goto(site)
    return opened


@pytest.fixture(scope="session")
def audited() -> Callable[[Any], list[str]]:
    """What axe finds serious or critical on a screen as it is."""

    def audit(page: Any) -> list[str]:
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        return [f"{fault['id']}: {[node['target'] for node in fault['nodes']][:4]}" for fault in serious]

    return audit
