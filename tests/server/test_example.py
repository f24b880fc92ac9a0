"""The example of a client plays a whole game of each title against a real server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from server.harness import PATIENCE, Running

BOT = Path(__file__).parent.parent.parent / "examples" / "wire_bot.py"


@pytest.mark.parametrize(("game", "seat"), [("oldworld", "nurgle"), ("casters", "two")])
def test_it_plays_to_the_end(real: Running, game: str, seat: str) -> None:
    command = [sys.executable, str(BOT), f"http://{real.address}", game, seat, "7"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert set(outcome) == {"winners", "reason", "scores"}


def test_it_is_short_and_needs_nothing_of_ours() -> None:
    text = BOT.read_text()
    assert len(text.splitlines()) < 60
    assert "ruinous." not in text
    assert "import ruinous" not in text
