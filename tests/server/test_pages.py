"""The files of the page."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruinous import catalogue
from server.harness import Running, Visitor, running

INDEX = """<!doctype html><html><head><title>x</title>
<link rel="stylesheet" href="style.css"><link rel="icon" href="./icon.svg"><link href="https://else.where/style.css">
</head><body><a href="missing.html">a</a><script type="module" src="main.js"></script></body></html>"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    web = tmp_path_factory.mktemp("web")
    (web / "vendor").mkdir()
    for name, text in {
        "index.html": INDEX,
        "style.css": "body { color: red }" * 100,
        "icon.svg": "<svg/>",
        "main.js": "import { a } from './one.js'\nimport {\n  b,\n} from './vendor/two.js'\nexport const c = 1",
        "one.js": "export * from './vendor/two.js'\n/** @param {import('./types.d.ts').A} a */\nconst later = () => import('./lazy.js')",
        "lazy.js": "",
        "strings.en.js": "export default {}",
        "strings.pt.js": "export default { }",
        "types.d.ts": "",
        "vendor/two.js": "import '../three.js'",
        "three.js": "export {}",
    }.items():
        (web / name).write_text(text)
    (web / "paper.png").write_bytes(b"\x89PNG" * 500)
    with running(tmp_path_factory.mktemp("pages") / "games.sqlite3", web=web) as server:
        yield server


def test_the_index_points_to_lasting_names_and_preloads_the_modules(here: Running) -> None:
    prefix = here.server.pages.prefix
    for asked, words in (("", "strings.en.js"), ("pt-BR,pt;q=0.9", "strings.pt.js")):
        shown = Visitor(here.address).get("/", headers={"accept-language": asked})
        html = shown.text
        assert re.findall(r'<link rel="modulepreload" href="([^"]+)">', html) == [
            prefix + name for name in ("main.js", "one.js", "vendor/two.js", "three.js", words)
        ]
        assert "accept-language" in shown.headers["vary"]
    for name in ("style.css", "icon.svg", "main.js"):
        assert f'"{prefix}{name}"' in html
    assert 'href="https://else.where/style.css"' in html
    assert 'href="missing.html"' in html


def test_files_are_kept_for_ever_under_their_lasting_name_only(here: Running) -> None:
    me = Visitor(here.address)
    lasting, plain = me.get(f"{here.server.pages.prefix}style.css"), me.get("/style.css")
    assert lasting.text == plain.text
    assert "immutable" in lasting.headers["cache-control"]
    assert plain.headers["cache-control"] == me.get("/").headers["cache-control"] == "no-cache"
    assert me.get("/web/0123456789abcdef/style.css").headers["cache-control"] == "no-cache"
    again = me.get("/style.css", headers={"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_texts_are_sent_zipped_to_those_who_can_read_it(here: Running) -> None:
    me = Visitor(here.address)
    with_zip = me.get("/style.css", headers={"accept-encoding": "gzip"})
    without = me.get("/style.css", headers={"accept-encoding": "identity"})
    assert with_zip.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in without.headers
    assert int(with_zip.headers["content-length"]) == len(gzip.compress(without.content, 9, mtime=0))
    assert "content-encoding" not in me.get("/paper.png", headers={"accept-encoding": "gzip"}).headers


def test_types_and_strangers(here: Running) -> None:
    me = Visitor(here.address)
    assert me.get("/main.js").headers["content-type"] == "text/javascript; charset=utf-8"
    assert me.get("/paper.png").headers["content-type"] == "image/png"
    for path in ("/types.d.ts", "/nothing.js", "/../server/app.py", "/%2e%2e/server/app.py", "/vendor/", "/vendor"):
        assert me.get(path).status_code == 404, path


def test_the_page_that_is_shipped_points_to_files_that_are_there(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3", real_page=True) as here:
        me = Visitor(here.address)
        html = me.get("/").text
        links = re.findall(r'(?:src|href)="(/web/[^"]+)"', html)
        assert any(link.endswith(".js") for link in links)
        for link in links:
            assert me.get(link).status_code == 200, link
        assert not re.findall(r'(?:src|href)="(?!/web/)', html)


def test_the_first_page_weighs_no_more_than_200_kb(tmp_path: Path) -> None:
    """All that a browser may fetch before anybody clicks: the page, its modules, its style and every font and picture in that."""
    with running(tmp_path / "games.sqlite3", real_page=True) as here:
        me = Visitor(here.address)
        weights = {}
        wanted = ["/"]
        while wanted:
            name = wanted.pop()
            if name in weights:
                continue
            answer = me.get(name, headers={"accept-encoding": "gzip"})
            assert answer.status_code == 200, name
            weights[name] = int(answer.headers["content-length"])
            if name == "/":
                wanted += re.findall(rf'(?:href|src)="({here.server.pages.prefix}[^"]+)"', answer.text)
            elif name.endswith(".css"):
                wanted += [
                    str(answer.url.join(link).path)
                    for link in re.findall(r"""url\(["']?([^"')#]+)["']?\)""", answer.text)
                    if ":" not in link
                ]
        assert len(weights) > 15
        assert any(name.endswith(".woff2") for name in weights)
        assert sum(weights.values()) <= 200_000, weights


def test_the_cards_are_sent_small(visitor: Visitor) -> None:
    """The page needs them before anything can be read."""
    plain = visitor.get("/api/cards/oldworld", headers={"accept-encoding": "identity"})
    small = visitor.get("/api/cards/oldworld", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip" and small.headers["vary"] == "accept-encoding"
    assert small.json() == plain.json()
    assert int(small.headers["content-length"]) * 3 < int(plain.headers["content-length"])


def test_the_cards_are_packed_once_for_each_language(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [visitor.get(f"/api/cards/casters?language={language}") for language in ("en", "pt", "en", "pt")]
    assert asked[0].json() == asked[2].json() != asked[1].json() == asked[3].json()
    monkeypatch.setattr(catalogue, "document", None)
    assert visitor.get("/api/cards/casters?language=pt").json() == asked[1].json()
