"""The golden records of Chaos Casters: between them they have every end, card, question and event.

That each replays to the letter, and is written the same again, is tested in `tests/test_records.py`.
"""

from pathlib import Path

import pytest

from casters.features import Feature, features, wanted
from casters.scenes import RULES
from ruinous import record
from ruinous.casters.state import State
from ruinous.lab.invariants import Watch

RECORDS = sorted((Path(__file__).parents[1] / "records" / "casters").glob("*.ruin"))


def watched(read: record.Record) -> set[Feature]:
    """Replay a record, under the watch if its chance is its seed's alone; the features of the game."""
    state = read.start()
    watch = Watch(read.rules, state) if read.keyed is None else None
    asked: set[str] = set()
    before: int | None = None
    for _n, action, now in record.replay(read, state):
        if watch is not None:
            watch.step(now, before)
        before = action
        if action >= 0:
            asked.add(RULES.position(now)["pending"][0])
    assert isinstance(state, State)
    return features(state, asked)


def test_between_them_they_have_everything() -> None:
    assert 5 <= len(RECORDS) <= 20
    found = {feature for path in RECORDS for feature in watched(record.read(path))}
    assert wanted() - found == set()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_changed_action_is_noticed(path: Path) -> None:
    """With its first answer changed to another legal one, a record no longer holds."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    read = record.read(path)
    state = read.start()
    other = next(text for action in state.legal_actions() if (text := read.rules.text(state, action)) != read.actions[0])
    lines[1] = lines[1].replace(f'"{read.actions[0]}"', f'"{other}"')
    with pytest.raises(record.BadRecord):
        list(record.replay(record.parse("".join(lines), path.name)))
