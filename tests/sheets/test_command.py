"""`ruinous print`: what it writes, says and refuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruinous.casters.decks import DECK_1, write_deck
from ruinous.cli import code
from sheets.reading import boxes, pixels, sizes

pytest.importorskip("typst", reason="typst is missing: pip install 'ruinous[print]' brings it")

SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_box_is_printed_and_the_file_named(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code(["print", "casters"]) == 0
    assert capsys.readouterr().out == "casters.pdf\n"
    assert len(sizes((here / "casters.pdf").read_bytes())) == 2 * 8 + 1


def test_any_deck_file_prints(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "my.deck").write_text(write_deck(DECK_1))
    assert code(["print", "casters", "--deck", "my.deck", "--no-backs", "--paper", "letter", "--ink-saving", "--out", "my.pdf"]) == 0
    assert capsys.readouterr().out == "my.pdf\n"
    assert sizes((here / "my.pdf").read_bytes()) == [pytest.approx((215.9, 279.4), abs=0.01)] * (5 + 1)


def test_print_shops_get_bleed_unless_they_refuse(here: Path) -> None:
    assert code(["print", "casters", "--single", "--deck", "2"]) == 0
    made = (here / "casters-single.pdf").read_bytes()
    assert len(sizes(made)) == 2 * 39
    assert boxes(made, "TrimBox")[0] == pytest.approx((3, 3, 66, 91), abs=0.01)
    assert code(["print", "casters", "--single", "--deck", "2", "--bleed", "0"]) == 0
    assert sizes((here / "casters-single.pdf").read_bytes())[0] == pytest.approx((63, 88), abs=0.01)


@pytest.mark.parametrize("name", ["Pit Fire", "pit fire", "pit_fire"])
def test_one_card_as_a_picture(here: Path, name: str) -> None:
    assert code(["print", "casters", "--card", name, "--png"]) == 0
    picture = pixels((here / "pit_fire.png").read_bytes())
    assert (picture.width, picture.height) == (744, 1039)


def test_one_card_as_pdf(here: Path) -> None:
    assert code(["print", "casters", "--card", "raise", "--bleed", "2"]) == 0
    assert sizes((here / "raise.pdf").read_bytes()) == [pytest.approx((67, 92), abs=0.01)] * 2


def test_the_aids_are_printed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code(["print", "oldworld", "--paper", "letter"]) == 0
    assert capsys.readouterr().out == "oldworld-aids.pdf\n"
    assert len(sizes((here / "oldworld-aids.pdf").read_bytes())) == 5


def test_a_bad_deck_is_refused_with_every_reason(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "bad.deck").write_text("3 Ash Hound\n1 Pit Fyre\n")
    assert code(["print", "casters", "--deck", "bad.deck"]) == 2
    said = capsys.readouterr().err
    for reason in ("3 copies of Ash Hound", "did you mean Pit Fire?"):
        assert reason in said
    assert not list(here.glob("*.pdf"))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--card", "pit fyre", "--png"], "did you mean Pit Fire?"),
        (["--png"], "--card"),
        (["--card", "Raise", "--single"], "--single"),
        (["--card", "Raise", "--deck", "1"], "--deck"),
        (["--deck", "nowhere.deck"], "nowhere.deck"),
        (["--offset", "1"], "X,Y"),
        (["--offset", "nan,0"], "20 mm"),
        (["--offset", "0,21"], "20 mm"),
        (["--bleed", "1"], "--bleed"),
        (["--paper", "a5"], "--paper"),
        (["--deck", "1", "--out", "no/such/folder/x.pdf"], "x.pdf"),
    ],
)
def test_what_cannot_be_is_refused(here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str) -> None:
    assert code(["print", "casters", *arguments]) == 2
    assert why in capsys.readouterr().err
    assert not list(here.iterdir())


def test_a_deck_that_is_no_text_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.deck").write_bytes(b"\xff\xfe\x00")
    assert code(["print", "casters", "--deck", "x.deck"]) == 2
    assert "no text file" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["casters"], ["oldworld"], ["casters", "--card", "Raise", "--png"]])
def test_without_the_extra_the_command_says_what_to_install(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert code(["print", *arguments]) == 3
    assert "pip install 'ruinous[print]'" in capsys.readouterr().err
    assert not list(here.iterdir())


def test_another_process_prints_the_same_bytes(here: Path) -> None:
    made = []
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}
        subprocess.run(
            [sys.executable, "-m", "ruinous", "print", "casters", "--out", f"{seed}.pdf"], check=True, env=env, capture_output=True
        )
        made.append((here / f"{seed}.pdf").read_bytes())
    assert made[0] == made[1]
