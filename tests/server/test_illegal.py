"""M3, T15: what is not legal is refused with its code and its rule, at any state of both games, and nothing has happened."""

import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import sqlalchemy as sa

from ruinous.casters import names as casters
from ruinous.casters.rules import Casters
from ruinous.oldworld import names as oldworld
from ruinous.server import deeds
from ruinous.server.database import connected
from ruinous.server.limits import RATES, Rate
from ruinous.server.line import Line
from ruinous.server.table import Table
from server.harness import Chair, Running, Visitor, running
from server.simulation import planted

UNIVERSE: Final = {"oldworld": int(oldworld.N_ACTIONS), "casters": int(casters.N_ACTIONS)}
SEATS: Final = {"oldworld": ["khorne", "nurgle", "tzeentch", "slaanesh"], "casters": ["one", "two"]}
EACH: Final = 20
"""Actions, and mutations, at each state."""


class Match:
    """A table at which one person plays all seats, and a spectator who must hear of nothing that is refused."""

    def __init__(self, here: Running, database: Path, game: str, chair: Chair, watcher: Chair, table: str) -> None:
        self.game = game
        self.chair = chair
        self.watcher = watcher
        self._database = database
        self._live = here.server.tables._live[table]
        self.rules = self._live.rules

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._live.history.line.state

    def illegal(self, chance: Random) -> Iterator[tuple[int, str]]:
        """All actions that there are and that are not legal now, in any order, with their texts."""
        legal = self.state.legal_actions()
        for action in chance.sample(range(UNIVERSE[self.game]), UNIVERSE[self.game]):
            if action not in legal:
                with suppress(ValueError):  # a number that stands for none
                    yield action, self.rules.text(self.state, action)

    def stands(self) -> Any:
        """All that may not change, chance and disk included."""
        with connected(self._database) as connection:
            kept = [connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in ("log", "games", "seats")]
        return self._live.history.length, self.rules.checksum(self.state), list(self.state.log), self.state.legal_actions(), kept

    def refused(self, text: str | bytes, codes: set[str]) -> None:
        """Send it; the answer is one of these errors."""
        self.chair.link.send(text)
        answer = self.chair.next()
        assert answer["type"] == "error", (text, answer)
        assert answer["code"] in codes, (text, answer)
        assert answer["public_reason"], text
        assert set(answer) <= {"type", "code", "public_reason", "action_id"}, text

    def hears_nothing(self) -> None:
        """Both sockets are open, and nothing was on its way to either."""
        for chair in (self.chair, self.watcher):
            chair.send(type="ping")
            assert chair.next() == {"type": "pong"}


@contextmanager
def match(folder: Path, game: str, seed: int) -> Iterator[Match]:
    """Such a table at a server of its own."""
    database = folder / "games.sqlite3"
    with running(database, real=True) as here, ExitStack() as stack:
        me = Visitor(here.address)
        table = me.post("/api/tables", json={"game": game, "seat": SEATS[game], "seed": seed}).json()["table"]
        chair, watcher = stack.enter_context(me.at(table)), stack.enter_context(Visitor(here.address).at(table))
        chair.hello()
        watcher.hello()
        yield Match(here, database, game, chair, watcher, table)


def probe(at: Match, chance: Random) -> None:
    """Try everything that is not legal in this state."""
    chair, state, rules = at.chair, at.state, at.rules
    mover = rules.to_move(state)
    other = chance.choice([seat for seat in SEATS[at.game] if seat != mover])
    chair.look_as(other)
    before, legal = at.stands(), state.legal_actions()
    message = {"type": "act", "action_id": "not-your-turn", "version": chair.state["version"], "action": legal[0]}
    at.refused(json.dumps(message), {"not_your_turn"})
    chair.look_as(mover)
    message |= {"version": chair.state["version"]}

    for number, (action, text) in enumerate(islice(at.illegal(chance), EACH)):
        at.refused(json.dumps(message | {"action_id": f"illegal-{number}", "action": action}), {"illegal"})
        chair.send(type="why_not", text=text)
        why = chair.next()
        assert (why["type"], why.get("text")) == ("refusal", text)
        assert why["reason"] and why["rule"], why

    for number in range(EACH):
        message |= {"action_id": f"mutation-{number}", "action": chance.choice(legal)}
        at.refused(*mutation(message, chance, legal))
    at.hears_nothing()
    assert at.stands() == before


def mutation(message: dict[str, Any], chance: Random, legal: list[int]) -> tuple[str | bytes, set[str]]:
    """A legal message with something wrong, and how it may be refused."""
    kind, text = chance.randrange(6), json.dumps(message)
    if kind == 0:
        version = message["version"] + chance.choice([-1, 1, 2, 1000])
        return json.dumps(message | {"version": version}), {"stale"} if version >= -1 else {"bad_message"}
    if kind == 1:
        action = chance.choice([2**31 - 1, max(legal) + 1, message["action"] + 100_000])
        return json.dumps(message | {"action": action}), {"illegal"}
    if kind == 2:  # a wrong value
        name = chance.choice(list(message))
        wrong = [None, [], {}, [message[name]], {"id": message[name]}, float("nan"), -2, 2**53, 0.5, True, "", "x" * 65, "\u0000", "\ud800"]
        return json.dumps(message | {name: chance.choice(wrong)}), {"bad_message"}
    if kind == 3:  # a field too many, too few or of another name
        name = chance.choice(list(message))
        rest = {key: value for key, value in message.items() if key != name}
        more = chance.choice([message | {"seat": "nurgle"}, message | {"is_admin": True}, rest, rest | {name.upper(): message[name]}])
        return json.dumps(more), {"bad_message"}
    if kind == 4:
        bad: list[str | bytes] = [text[: chance.randrange(len(text))], text + text, f"[{text}]", text.encode(), json.dumps(text)]
        return chance.choice(bad), {"bad_message"}
    while True:  # a few characters that are others
        letters = list(text)
        for _ in range(chance.randint(1, 3)):
            letters[chance.randrange(len(letters))] = chr(chance.choice([chance.randrange(32, 127), chance.randrange(0x10000)]) or 1)
        torn = "".join(letters).encode(errors="replace").decode()
        if not still_legal(torn, message, legal):
            return torn, {"bad_message", "illegal", "stale"}


def still_legal(text: str, message: dict[str, Any], legal: list[int]) -> bool:
    """Whether this is a message that may be carried out."""
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("version") == message["version"] and found.get("action") in legal


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast here."""
    for name in ("message", "seat", "request"):
        monkeypatch.setitem(RATES, name, Rate(1_000_000, 0.001))


def played(folder: Path, game: str, states: int, every: int) -> None:
    """A random game, in so many states of which, each so many decisions after the last, everything is tried that is not legal."""
    chance = Random(game)
    with match(folder, game, seed=8) as at:
        for _ in range(states):
            at.watcher.fresh()
            probe(at, chance)
            for _ in range(every):
                at.chair.look_as(at.rules.to_move(at.state))
                at.chair.until_state(at.chair.try_action(chance.choice(at.chair.state["legal"])["id"]))


@pytest.mark.parametrize(("game", "every"), [("oldworld", 6), ("casters", 3)])
def test_what_is_not_legal_is_refused_by_its_rule_and_changes_nothing(
    tmp_path: Path, unhurried: None, caplog: pytest.LogCaptureFixture, game: str, every: int
) -> None:
    """20 actions of the whole universe, each with the rule against it, and 20 mutations of legal ones, at 20 states each."""
    with caplog.at_level(logging.WARNING):
        played(tmp_path, game, 20, every)
    assert not [entry.getMessage() for entry in caplog.records]


def stumbles(_line: Line, _action: int, told: bool = False) -> Any:
    """Rules that break on what they do not know."""
    raise KeyError(told)


def forgets(table: Table, seat: str, action: int, action_id: str | None) -> Any:
    """What is refused has changed the dice."""
    table.history.line.state.set_chance(action)
    return _play(table, seat, action, action_id)


_play = Table.play
FAULTS: Final[dict[str, tuple[Any, str, Any]]] = {
    "an old version accepted": (deeds, "_is_current", planted.any_version_is_current),
    "a refusal that is a crash": (Line, "foresee", stumbles),
    "a refusal that has changed the dice": (Table, "play", forgets),
    "a refusal without its rule": (Casters, "refusal_text", lambda *_: {"reason": "No.", "rule": ""}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(tmp_path: Path, unhurried: None, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    place, name, own = FAULTS[fault]
    monkeypatch.setattr(place, name, own)
    with pytest.raises(AssertionError):
        played(tmp_path, "casters", 2, 3)
