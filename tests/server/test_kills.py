"""K1, K5, K9: the server is killed at any moment under load, PostgreSQL too, and told to stop; nobody was told what then is not so."""

from pathlib import Path

import pytest

from server import postgres
from server.kills import lives

TABLES = 12
ACKS = 120
"""That come in each life, more or less."""


def again(night: lives.Night, *kind: str) -> str:
    """The command that plays this night once more."""
    return " ".join(["python tools/kills.py --nights 1 --seed", str(night.seed), *kind])


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_under_load_nothing_acknowledged_is_lost_or_doubled_and_nobody_saw_what_is_not(tmp_path: Path, seed: int) -> None:
    """T5: six kills each, three of them at a commit; twice it ends in peace (K9)."""
    night = lives.drawn(seed, TABLES, ["kill", "before", "stop", "kill", "in", "finish", "kill", "after"], ACKS)
    outcome = lives.played(night, tmp_path / "games.sqlite3")
    assert not outcome.violations
    assert outcome.kills == 6
    assert outcome.acked >= 750


def test_postgresql_is_killed_too(cluster: postgres.Cluster) -> None:
    night = lives.drawn(3, TABLES, ["kill", "database", "finish", "cut", "in"], ACKS)
    outcome = lives.played(night, cluster.database(), cluster)
    assert not outcome.violations
    assert (outcome.kills, outcome.restarts) == (4, 1)
    assert outcome.acked >= 500
