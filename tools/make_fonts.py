"""Makes the print fonts: the page's own WOFF2 files as TrueType, which typst reads. Needs fonttools and brotli."""

from pathlib import Path

from fontTools.ttLib import TTFont

SOURCE = Path(__file__).resolve().parent.parent / "src" / "ruinous"


def main() -> None:
    """Write one .ttf beside the licence for each font of the page."""
    target = SOURCE / "sheets" / "fonts"
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted((SOURCE / "web" / "vendor").glob("*.woff2")):
        font = TTFont(path, recalcTimestamp=False)
        font.flavor = None
        font.save(target / f"{path.stem}.ttf")
    for licence in (SOURCE / "web" / "vendor").glob("*-OFL.txt"):
        (target / licence.name).write_bytes(licence.read_bytes())


if __name__ == "__main__":
    main()
