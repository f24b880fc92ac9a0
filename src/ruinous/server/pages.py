"""The files of the page, read into memory once.

Every file is served under a path that has the hash of them all (`/web/<hash>/app.js`, kept by browsers for ever) and under its
plain name (`/app.js`, asked for again each time). The index points to the first, and names the modules that the page will
want, so that the browser fetches them at once and not one after the other; among them `strings.NAME.js` of the language that the
browser asks for. Comments and indentation stay at home.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ruinous.server.answers import takes_gzip
from ruinous.text import wanted

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"} | {
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
LEFT_OUT: Final = (".py", ".pyc", ".ts", ".map")
_LINK: Final = re.compile(r"""(\b(?:src|href)=")(?:\./)?([^":?#]+)(?=["?#])""")
_SCRIPT: Final = re.compile(r"""<script\b[^>]*\btype="module"[^>]*\bsrc="(?:\./)?([^"]+)\"""")
_WORDS: Final = re.compile(r"strings\.\w+\.js")
_COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.MULTILINE | re.DOTALL)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_AROUND: Final = re.compile(r"\s*([{};,])\s*|(:)\s+")  # in style sheets
_IMPORT: Final = re.compile(r"""^\s*(?:import|export)\b[^'"()]*?['"](\.{1,2}/[^'"]+)['"]""", re.MULTILINE)


class Page(Struct, frozen=True):
    """A file ready to be sent."""

    body: bytes
    zipped: bytes | None
    media_type: str
    etag: str


def slim(name: str, body: bytes) -> bytes:
    """A script or a style sheet of our own without what only its readers need: a sixth less. Lines of scripts keep their numbers."""
    if not name.endswith((".js", ".css")) or name.startswith("vendor/"):
        return body
    without = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), body.decode())
    return (_AROUND.sub(r"\1\2", without) if name.endswith(".css") else _INDENT.sub("", without)).encode()


def _page(name: str, body: bytes) -> Page:
    suffix = posixpath.splitext(name)[1]
    media_type = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = media_type.startswith("text/") or suffix in (".svg", ".json", ".webmanifest")
    if text:
        media_type += "; charset=utf-8"
    zipped = gzip.compress(body, 9, mtime=0) if text and len(body) > 500 else None
    return Page(body, zipped, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


class Pages:
    """All files of a folder."""

    def __init__(self, folder: Path) -> None:
        bodies = {
            (name := path.relative_to(folder).as_posix()): slim(name, path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in LEFT_OUT and not path.name.startswith(".")
        }
        whole = hashlib.sha256()
        for name, body in bodies.items():
            whole.update(f"{name}\0{len(body)}\0".encode() + body)
        self.prefix = f"/web/{whole.hexdigest()[:16]}/"
        self._pages = {name: _page(name, body) for name, body in bodies.items()}
        self._begun: dict[str, Page] = {}  # the index by the language whose words it names too
        if "index.html" in bodies:
            html = bodies["index.html"].decode()
            self._pages["index.html"] = _page("index.html", self._index(html, bodies).encode())
            for spoken in (name for name in bodies if _WORDS.match(name)):
                self._begun[spoken.split(".")[1]] = _page("index.html", self._index(html, bodies, spoken).encode())

    def _index(self, html: str, bodies: Mapping[str, bytes], *more: str) -> str:
        modules: list[str] = []
        for first in _SCRIPT.findall(html):
            modules.extend(name for name in _imports(first, bodies) if name not in modules)
        modules.extend(more)

        def pointed(match: re.Match[str]) -> str:
            return match[1] + self.prefix + match[2] if match[2] in bodies else match[0]

        links = "".join(f'<link rel="modulepreload" href="{self.prefix}{name}">\n' for name in modules)
        return _LINK.sub(pointed, html).replace("</head>", links + "</head>", 1)

    def answer(self, request: Request, name: str, *, lasting: bool = False) -> Response | None:
        """A file, or None when there is none of this name."""
        page = self._pages.get(name)
        if page is None:
            return None
        headers = {"cache-control": FOR_EVER if lasting else ASK_AGAIN, "vary": "accept-encoding"}
        if name == "index.html" and self._begun:
            page = self._begun.get(wanted(request.headers.get("accept-language", "")), page)
            headers["vary"] += ", accept-language"
        headers["etag"] = page.etag
        if page.etag in (tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        body = page.body
        if page.zipped is not None and takes_gzip(request):
            body, headers["content-encoding"] = page.zipped, "gzip"
        return Response(body, headers=headers, media_type=page.media_type)


def _imports(first: str, bodies: Mapping[str, bytes]) -> Iterator[str]:
    """A module and all that it imports, in the order of meeting."""
    met: set[str] = set()
    todo = [first]
    while todo:
        name = todo.pop(0)
        if name in met or name not in bodies:
            continue
        met.add(name)
        yield name
        todo += [posixpath.normpath(posixpath.join(posixpath.dirname(name), found)) for found in _IMPORT.findall(bodies[name].decode())]
