"""Makes the page's third-party files from pinned npm packages: one script, four fonts, their licences.

`python tools/make_vendor.py` fetches the packages with `npm pack` (npm is the only thing it needs), checks each against
the SHA-256 noted here, and writes `src/ruinous/web/vendor/`. Nothing of npm is needed to run or to install Ruinous.
The fonts keep the letters of the languages of western Europe, with the signs between them and what sets them well: a fifth less
to send (needs fonttools 4.68 and brotli 1.2: other versions may pack them into other bytes).
To take a new version: change it here, put "" for its hash, run, copy the hash that it prints.
"""

import argparse
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

VENDOR = Path(__file__).resolve().parent.parent / "src" / "ruinous" / "web" / "vendor"

PACKAGES = {  # name: (version, SHA-256 of the package)
    "preact": ("10.29.8", "b18cb0a457f3d43c7bb30391a74ade7d13e03bc6e77915e061c70c0fe1123299"),
    "@preact/signals-core": ("1.14.5", "94c421ac996214c94f532fb4c43d8ede048a16df0cd9538ffb965174dbe8daba"),
    "@preact/signals": ("2.11.4", "66ea8221dd8aaa0da2365d49c3f116b071d56cfb63b2e16c072c6b4e08a928b7"),
    "htm": ("3.1.1", "2425b9bee11409177bcabc7f32e319926fc6690c1701c0b257c88bdff2d5ba90"),
    "@fontsource/eb-garamond": ("5.3.0", "2e61af0740104953d4fc5cb52a8c6de257ae6d83a4a89e0fd4be2f6132fd40d9"),
    "@fontsource/cinzel": ("5.3.0", "b80629f715b4603fd099c0ceaa94cc7a15308a75a9cf52f0613a312ee6d53c28"),
    "@fontsource/atkinson-hyperlegible-next": ("5.3.0", "33dcb7d0d4e2ea98a96985ca7448f738c3b5b370cfc5230b1e40e4f728920cc2"),
}
MODULES = (  # import name, package, file; each may import those above it
    ("preact", "preact", "dist/preact.module.js"),
    ("preact/hooks", "preact", "hooks/dist/hooks.module.js"),
    ("@preact/signals-core", "@preact/signals-core", "dist/signals-core.module.js"),
    ("@preact/signals", "@preact/signals", "dist/signals.module.js"),
    ("htm", "htm", "dist/htm.module.js"),
)
EXPORTS = {
    "preact": ("h", "render", "Fragment", "Component"),
    "preact/hooks": ("useEffect", "useLayoutEffect", "useRef", "useState", "useMemo"),
    "@preact/signals-core": ("signal", "computed", "effect", "batch"),
}
FONTS = (
    ("@fontsource/eb-garamond", "eb-garamond-latin-400-normal.woff2"),
    ("@fontsource/cinzel", "cinzel-latin-600-normal.woff2"),
    ("@fontsource/atkinson-hyperlegible-next", "atkinson-hyperlegible-next-latin-400-normal.woff2"),
    ("@fontsource/atkinson-hyperlegible-next", "atkinson-hyperlegible-next-latin-700-normal.woff2"),
)

LETTERS = [*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\u00a0¡ª«°±·º»¼½¾¿§©ŒœŸ‘’‚“”„–—•…‹›€−×↑↓")]
SETTING = ["ccmp", "kern", "liga", "locl", "tnum"]  # what of a font's ways of setting is in use; the figures of tables among it


def fetch(name: str, version: str, wanted: str) -> dict[str, bytes]:
    """The files of one package by path. Stops the program when the package is not the one noted here."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        packed = next(Path(folder).iterdir()).read_bytes()
    found = hashlib.sha256(packed).hexdigest()
    if not wanted:
        print(f"{name} {version}: {found}")
    elif found != wanted:
        sys.exit(f"{name} {version} has SHA-256 {found}, expected {wanted}")
    files = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member) if member.isfile() else None
            if content:
                files[member.name.partition("/")[2]] = content.read()
    return files


def as_function(source: str, known: dict[str, str]) -> str:
    """A module as an expression that gives its exports: its imports become look-ups in the modules before it."""
    source = re.sub(r"\n?//# sourceMappingURL=.*", "", source).strip()
    given: list[str] = []

    def names(inside: str, between: str) -> str:
        pairs = [part.strip().split(" as ") for part in inside.split(",") if part.strip()]
        return ",".join(f"{pair[0]}{between}{pair[-1]}" for pair in pairs)

    def passed_on(match: re.Match[str]) -> str:
        pairs = [part.strip().split(" as ") for part in match[1].split(",")]
        given.extend(f"{pair[-1]}:{known[match[2]]}.{pair[0]}" for pair in pairs)
        return ""

    def exported(match: re.Match[str]) -> str:
        pairs = [part.strip().split(" as ") for part in match[1].split(",")]
        given.extend(f"{pair[-1]}:{pair[0]}" for pair in pairs)
        return ""

    def default(match: re.Match[str]) -> str:
        given.append("default:_default")
        return "const _default="

    source = re.sub(r'export\{([^}]*)\}from"([^"]+)";?', passed_on, source)
    source = re.sub(r'import\{([^}]*)\}from"([^"]+)";?', lambda m: f"const{{{names(m[1], ':')}}}={known[m[2]]};", source)
    source = re.sub(r"export\{([^}]*)\};?", exported, source)
    source = re.sub(r"export default ", default, source)
    if re.search(r"\b(import|export)\b[ {*]", source):
        raise ValueError("a form of import or export that this script does not know")
    return f"(()=>{{{source}\nreturn{{{','.join(given)}}}}})()"


def smaller(font: bytes) -> bytes:
    """A font with the letters and the ways of setting that the page uses."""
    wishes = subset.Options(flavor="woff2", layout_features=SETTING, hinting=False)
    found = TTFont(io.BytesIO(font), recalcTimestamp=False)
    work = subset.Subsetter(wishes)
    work.populate(unicodes=LETTERS)
    work.subset(found)
    packed = io.BytesIO()
    subset.save_font(found, packed, wishes)
    return packed.getvalue()


def build() -> dict[str, bytes]:
    """Every file of the vendor folder by name."""
    packages = {name: fetch(name, *pin) for name, pin in PACKAGES.items()}
    lines = ["// Made by tools/make_vendor.py from npm packages; licences in LICENSES.txt. Do not edit."]
    known: dict[str, str] = {}
    for number, (module, package, path) in enumerate(MODULES):
        lines.append(f"// {package} {PACKAGES[package][0]}: {path}")
        lines.append(f"const m{number}={as_function(packages[package][path].decode(), known)}")
        known[module] = f"m{number}"
    for module, wanted in EXPORTS.items():
        lines.append(f"export const {{{', '.join(wanted)}}} = {known[module]}")
    lines.append(f"export const html = {known['htm']}.default.bind({known['preact']}.h)\n")
    files = {"vendor.js": "\n".join(lines).encode()}
    licences = []
    for name, (version, _) in PACKAGES.items():
        text = packages[name]["LICENSE"].decode().strip()
        if name.startswith("@fontsource/"):
            files[f"{name.partition('/')[2]}-OFL.txt"] = text.encode() + b"\n"
        else:
            licences.append(f"{name} {version}\n\n{text}\n")
    files["LICENSES.txt"] = ("\n" + "-" * 80 + "\n\n").join(licences).encode()
    for name, font in FONTS:
        files[font] = smaller(packages[name][f"files/{font}"])
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    VENDOR.mkdir(parents=True, exist_ok=True)
    files = build()
    for name, content in files.items():
        (VENDOR / name).write_bytes(content)
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    packages = {name: {"version": version, "sha256": digest} for name, (version, digest) in PACKAGES.items()}
    (VENDOR / "vendor.json").write_text(json.dumps({"packages": packages, "files": sums}, indent=1) + "\n")


if __name__ == "__main__":
    main()
