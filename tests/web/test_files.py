"""What the page is made of: checked without a browser."""

import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from ruinous import catalogue
from ruinous.server.pages import slim
from ruinous.server.protocol import encode

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")
expect = sync_api.expect

WEB = Path(__file__).parent.parent.parent / "src" / "ruinous" / "web"
VENDOR = WEB / "vendor"
OWN = sorted(path for path in WEB.glob("*.js") if path.name != "map.js")
IMPORT = re.compile(r"""^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)""", re.M)


def test_the_third_party_files_are_what_the_script_made() -> None:
    noted = json.loads((VENDOR / "vendor.json").read_text())["files"]
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.iterdir() if path.name in noted}
    assert found == noted
    others = {path.name for path in VENDOR.iterdir()} - set(noted)
    assert others == {"vendor.json", "vendor.d.ts"}


def test_every_package_is_pinned_and_licensed() -> None:
    packages = json.loads((VENDOR / "vendor.json").read_text())["packages"]
    licences = (VENDOR / "LICENSES.txt").read_text()
    for name, pin in packages.items():
        assert re.fullmatch(r"[0-9a-f]{64}", pin["sha256"]), name
        if name.startswith("@fontsource/"):
            assert "Open Font License" in (VENDOR / f"{name.partition('/')[2]}-OFL.txt").read_text()
        else:
            assert f"{name} {pin['version']}" in licences


def test_fonts_are_small() -> None:
    assert 40_000 < sum(path.stat().st_size for path in VENDOR.glob("*.woff2")) < 53_000


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_modules(path: Path) -> None:
    text = path.read_text()
    assert text.startswith("// @ts-check\n/**"), "typed, and said what for"
    for found in IMPORT.finditer(text):
        target = found[1] or found[2]
        assert target.startswith("./"), "relative imports only"
        assert (WEB / target).is_file(), target
    assert not re.search(r"\beval\(|new Function|innerHTML|https?://", text)


def reached(first: str) -> set[str]:
    """A module and all that comes with it at once."""
    met: set[str] = set()
    todo = [first]
    while todo:
        name = todo.pop()
        if name not in met:
            met.add(name)
            todo += [found[1][2:] for found in IMPORT.finditer((WEB / name).read_text()) if found[1]] if "/" not in name else []
    return met


def test_there_are_few_modules_on_any_screen() -> None:
    """What only one screen needs comes when that screen is opened."""
    at_once = reached("main.js")
    assert len(at_once) <= 18
    later = {found for path in OWN for found in re.findall(r"(?:=>|await) import\('\./([\w.]+\.js)'\)", path.read_text())}
    assert not later & at_once
    for name in later:
        assert len(reached(name) - at_once) <= 3, name
    assert {path.name for path in OWN} - at_once == set().union(*(reached(name) - at_once for name in later))


def test_comments_are_where_the_server_finds_them() -> None:
    """It cuts them out by their look: whatever looks like one is one."""
    for path in OWN:
        text = path.read_text()
        left = slim(path.name, path.read_bytes()).decode()
        assert left.count("\n") == text.count("\n"), path.name
        assert "/*" not in left and "*/" not in left, path.name
        code = re.sub(r"/\*\* .*?\*/|/\*\*\n.*?\*/|^\s*// [^\n]*", "", text, flags=re.M | re.S)  # comments as they are written here
        assert re.sub(r"\s", "", code) == re.sub(r"\s", "", left), path.name


def sent(path: Path) -> int:
    """How many bytes of a file go over the line."""
    body = slim(path.relative_to(WEB).as_posix(), path.read_bytes())
    return len(body if path.suffix in (".woff2", ".png") else gzip.compress(body, 9))


LANGUAGES = sorted(path.name.split(".")[1] for path in WEB.glob("strings.*.js"))
MOST = 200 * 1024


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_small_and_so_are_all_screens_of_a_game(language: str) -> None:
    """All that a browser fetches, as it is sent. Only the language in use comes; the first page waits for the cards of both games."""
    ground = [path for path in WEB.rglob("*") if path.suffix in (".css", ".html", ".svg", ".woff2", ".png")]
    words = WEB / f"strings.{language}.js"
    first = {path.name: sent(path) for path in [*ground, words, *(WEB / name for name in reached("main.js"))]}
    first |= {game: len(gzip.compress(encode(catalogue.document(game, language)), 6)) for game in catalogue.DOCUMENTS}
    assert sum(first.values()) <= MOST, first
    elsewhere = {"oldworld": ("stack.js", "casters.js", "decks.js", "print.js"), "casters": ("board.js", "map.js", "sheet.js", "panels.js")}
    for game, others in elsewhere.items():
        screens = {path.name: sent(path) for path in [*ground, *OWN, WEB / "map.js", WEB / "vendor" / "vendor.js"]}
        spoken = {f"strings.{other}.js" for other in LANGUAGES} - {words.name}
        used = {name: size for name, size in screens.items() if name not in spoken.union(others)}
        assert sum(used.values()) <= MOST, (game, used)
    assert max(sent(path) for path in OWN) <= 14 * 1024


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_over_the_line_for_the_first_page(browser: Any, site: str, language: str) -> None:
    """As the browser counts it: files, answers and their headers; and of languages the one in use alone."""
    profile = browser.new_context(locale=language)
    page = profile.new_page()
    counting = profile.new_cdp_session(page)
    counting.send("Network.enable")
    received: list[float] = []
    asked: list[str] = []
    counting.on("Network.loadingFinished", lambda told: received.append(told["encodedDataLength"]))
    counting.on("Network.requestWillBeSent", lambda told: asked.append(told["request"]["url"].rpartition("/")[2]))
    page.goto(site, wait_until="networkidle")
    expect(page.locator(".home-columns")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    profile.close()
    assert [name for name in asked if name.startswith("strings.")] == ["strings.js", f"strings.{language}.js"]
    assert 150 * 1024 < sum(received) <= MOST


def test_every_word_is_in_the_table_of_strings() -> None:
    table = set(re.findall(r"(\w+): ['\"]", (WEB / "strings.en.js").read_text()))
    for path in OWN:
        for key in re.findall(r"\bt\('(\w+)'", path.read_text()):
            assert key in table, f"{path.name}: {key}"


def test_the_index_names_only_files_that_are_there() -> None:
    text = (WEB / "index.html").read_text()
    for name in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert (WEB / name).is_file(), name
    assert "<style" not in text
    assert " style=" not in text


def test_colour_is_never_the_only_sign() -> None:
    """Every Power, and either player of Chaos Casters, has a silhouette and a glyph of its own."""
    text = (WEB / "pieces.js").read_text()
    shapes = dict(re.findall(r"^  (khorne|nurgle|tzeentch|slaanesh): '(M[^']+)'", text.partition("SILHOUETTE")[2], re.M))
    glyphs = dict(re.findall(r"^  (khorne|nurgle|tzeentch|slaanesh): '(M[^']+)'", text.partition("SILHOUETTE")[0], re.M))
    assert len(set(shapes.values())) == 4
    assert len(set(glyphs.values())) == 4
    pairs = re.findall(r"^  (one|two): (.+),$", text, re.M)
    assert len(pairs) == len({drawn for _, drawn in pairs}) == 4
