"""Every record under `tests/records` replays to the letter: golden games, and real ones that somebody adds."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from features import Feature, features, wanted
from ruinous import games, record
from ruinous.lab.invariants import Watch
from ruinous.oldworld.state import State

CORPUS = Path(__file__).parent / "records"
RECORDS = sorted(CORPUS.rglob("*.ruin"))
SHARES = 4  # the processes of a run of the tests take turns
OLD_WORLD = [path for path in RECORDS if path.parent.name == "oldworld"]


def watched(read: record.Record) -> set[Feature]:
    """Replay a record, under the watch if its chance is its seed's alone; the features of the game."""
    if read.position is None:
        state = read.start()
    else:
        state = read.rules.from_position(read.position, read.seed, begin=False)
    watch = Watch(read.rules, state) if read.keyed is None else None
    if read.position is not None:
        state.advance()
    asked: set[int] = set()
    before: int | None = None
    for _n, action, now in record.replay(read, state):
        if watch is not None:
            watch.step(now, before)
        before = action
        if action >= 0:
            asked.add(int(now.asks))  # type: ignore[attr-defined]
    assert isinstance(state, State)
    return features(state, asked)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_replays(path: Path) -> None:
    """Every text is read as an action that is legal, every checksum is met, and the end is as recorded."""
    read = record.read(path)
    assert read.end is not None, "a golden record is of a finished game"
    assert read.checksums, "without checksums a replay proves little"
    steps = [(n, action) for n, action, _state in record.replay(read)]
    assert steps[-1] == (len(read.actions), -1)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_is_written_the_same_again(path: Path) -> None:
    """Writing the replayed game gives the same file, byte for byte."""
    read, sink = record.read(path), io.StringIO()
    writer = record.Writer(sink, read.rules, read.start(), read.options, seed=read.seed, secret=read.secret, position=read.position)
    for text in read.actions:
        writer.play(read.rules.parse(writer.state, text))
    assert sink.getvalue() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", games.GAMES)
def test_finished_games_replay_under_the_same_version_of_the_rules(name: str, share: int) -> None:
    """R-PIN. Where one no longer does, the rules have changed: they need a new version, and then `tools/corpus.py` other games."""
    with zipfile.ZipFile(CORPUS / f"{name}.zip") as archive:
        names = archive.namelist()
        assert len(names) >= 200
        for file in names[share::SHARES]:
            read = record.parse(archive.read(file).decode(), file)
            assert read.rules.name == name
            assert read.end is not None
            assert record.finished(read).over


def test_between_them_they_have_everything() -> None:
    """Every Chaos card is played, every Old World title drawn, every upgrade taken, every question asked, every end reached."""
    assert 10 <= len(OLD_WORLD) <= 20
    found = {feature for path in OLD_WORLD for feature in watched(record.read(path))}
    assert wanted() - found == set()


@pytest.mark.parametrize("path", OLD_WORLD, ids=lambda path: path.stem)
def test_a_changed_action_is_noticed(path: Path) -> None:
    """With its first answer changed to another legal one, a record no longer holds."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    read = record.read(path)
    state = read.start()
    other = next(text for action in state.legal_actions() if (text := read.rules.text(state, action)) != read.actions[0])
    lines[1] = lines[1].replace(f'"{read.actions[0]}"', f'"{other}"')
    with pytest.raises(record.BadRecord):
        list(record.replay(record.parse("".join(lines), path.name)))
