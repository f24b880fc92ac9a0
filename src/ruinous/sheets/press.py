"""Typst, the press: templates and data to PDF or PNG. No system fonts, no dates, no downloads: the same bytes every time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent


class NoPress(RuntimeError):
    """The extra `print` is not installed."""


class BadSheet(RuntimeError):
    """A sheet cannot be set: a text does not fit its place. The words say which."""


def pdf(template: str, data: dict[str, Any]) -> bytes:
    """The sheets of a template as one PDF. Raises NoPress, BadSheet."""
    return _compile(template, data, "pdf", None)[0]


def png(template: str, data: dict[str, Any], ppi: float = 300.0) -> list[bytes]:
    """Every page of a template as a PNG. Raises NoPress, BadSheet."""
    return _compile(template, data, "png", ppi)


def _compile(template: str, data: dict[str, Any], form: Literal["pdf", "png"], ppi: float | None) -> list[bytes]:
    try:
        import typst
    except ImportError:
        raise NoPress("printing needs the extra `print`: pip install 'ruinous[print]'") from None
    try:
        made: bytes | list[bytes] = typst.compile(
            HERE / template,
            root=HERE,
            font_paths=[HERE / "fonts"],
            ignore_system_fonts=True,
            format=form,
            ppi=ppi,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False).replace("'", "’")},  # as printers write it; pictures have none
        )
    except typst.TypstError as problem:
        raise BadSheet(str(problem).removeprefix("panicked with: ").strip('"')) from None
    return made if isinstance(made, list) else [made]
