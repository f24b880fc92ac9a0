"""U1: new rules come to games that are stored. A host is told before what becomes of each; none is stuck or changed without a word."""

import logging
import random
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from ruinous import cli, games
from ruinous.interface import GameRules
from ruinous.server import backup, clock, timekeeper, words
from ruinous.server.bots import Thinkers
from ruinous.server.clock import Pace
from ruinous.server.database import Database, connected
from ruinous.server.protocol import NewTable
from ruinous.server.refused import Refused
from ruinous.server.schema import games as games_table
from ruinous.server.schema import log
from ruinous.server.store import Store
from ruinous.server.store import Visitor as Host
from ruinous.server.tables import Table, Tables
from server import postgres
from server.fake_game import GAMES, SEATS, TEXTS, Count, Counting
from server.harness import Place, Visitor, apart, in_a_loop, running
from server.test_keeping import tick

STORED = 60
ME = Host("me", b"key of me", True)


# ---- three kinds of new rules
class Cosmetic(Counting):
    """Other words for the same."""

    version = 2

    def text(self, state: Count, action: int) -> str:
        """In other words."""
        return f"please {TEXTS[action]}"


class Changed(Counting):
    """Rules with a state of their own."""

    version = 2
    state: type[Count] = Count

    def new(self, options: Mapping[str, object], seed: int) -> Count:
        """A new game."""
        return self.state(seed)


class Again(Count):
    """A die may be rolled as often as wanted."""

    def legal_actions(self) -> list[int]:
        """What may be done."""
        return sorted({4, *super().legal_actions()}) if not self.over else []


class Double(Count):
    """A die counts double."""

    def apply(self, action: int, /) -> None:
        """Play an action."""
        before = self.total
        super().apply(action)
        if action == 4:
            self.total += self.total - before


class Undrawn(Count):
    """Nobody draws."""

    def legal_actions(self) -> list[int]:
        """What may be done."""
        return [action for action in super().legal_actions() if action != 5]


class Stumbling(Count):
    """A die is no longer known."""

    def apply(self, action: int, /) -> None:
        """Play an action."""
        if action == 4:
            raise KeyError("die")
        super().apply(action)


class Richer(Count):
    """Everybody begins with a number more."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.hidden[0].append(self._hide())


def changed(kind: type[Count]) -> GameRules[Any]:
    """Rules with this state."""
    rules = Changed()
    rules.state = kind
    return rules


class Upgrade(NamedTuple):
    """New rules, and the first row of a log from which they lead elsewhere (0: the very beginning; None: nowhere), and why."""

    rules: GameRules[Any]
    elsewhere: Callable[[Sequence[int]], int | None]
    why: str = ""


def first(action: int) -> Callable[[Sequence[int]], int | None]:
    """The number of the first row with this action."""
    return lambda played: played.index(action) + 1 if action in played else None


UPGRADES = {
    "cosmetic": Upgrade(Cosmetic(), lambda _played: None),
    "forward only": Upgrade(changed(Again), lambda _played: None),
    "breaking: it differs": Upgrade(changed(Double), first(4), "leads to another state"),
    "breaking: it refuses": Upgrade(changed(Undrawn), first(5), "IllegalAction"),
    "breaking: it stumbles": Upgrade(changed(Stumbling), first(4), "KeyError('die')"),
    "breaking: it begins otherwise": Upgrade(changed(Richer), lambda _played: 0, "it begins in another state"),
}


# ---- stored games
@asynccontextmanager
async def opened(place: Place, rules: GameRules[Any]) -> AsyncIterator[Tables]:
    """The tables of a database, without a server around them."""
    database = Database.open(place if isinstance(place, str) else Path(place))
    thinkers = Thinkers("server.fake_game", "server.fake_bots", 1, 20.0)
    try:
        yield Tables({rules.name: rules}, Store(database), thinkers, 0)
    finally:
        await thinkers.close()
        await database.close()


async def play(table: Table, action: int) -> None:
    """Whoever is to move plays this."""
    seat = table.rules.to_move(table.history.line.state)
    assert seat is not None
    await table.in_turn(lambda: table.play(seat, action, str(uuid.uuid4())))


async def step(table: Table, chance: random.Random) -> None:
    """Something happens, unless the game is over."""
    line = table.history.line
    if line.state.over:
        return
    if line.kept and line.quiet() and chance.randrange(4) == 0:
        await table.in_turn(lambda: table.take_back(1, str(uuid.uuid4())))
    else:
        await play(table, chance.choice(line.state.legal_actions()))


async def store_games(place: Place) -> None:
    """Games of every length, some of them over, with actions that were taken back, begun under the rules of before."""
    async with opened(place, Counting()) as tables:
        for number in range(STORED):
            chance = random.Random(number)
            host = ME if number == 0 else Host(ME.person, ME.secret_hash)
            table = await tables.new(NewTable("counting", seat=list(SEATS)), host)
            for _ in range(number // 3):
                await step(table, chance)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a database with all these games."""
    folder = tmp_path_factory.mktemp("stored")
    in_a_loop(store_games(folder / "games.sqlite3"))
    in_a_loop(backup.back_up(folder / "games.sqlite3", folder / "copy"))
    return folder / "copy"


@pytest.fixture
def stored(copy: Path, database: Place) -> Place:
    """These games in a database of each kind."""
    in_a_loop(backup.restore(copy, database))
    return database


def rows(place: Place) -> dict[str, list[Any]]:
    """Every game with its row and the rows of its log."""
    with connected(place) as connection:
        found: dict[str, list[Any]] = {row.id: [row] for row in connection.execute(sa.select(games_table))}
        for row in connection.execute(sa.select(log).order_by(log.c.game, log.c.seq)):
            found[row.game].append(row)
        return found


# ---- the tests
@pytest.mark.parametrize("kind", UPGRADES)
def test_a_host_is_told_of_each_game_what_becomes_of_it_and_it_becomes_that(stored: Place, kind: str) -> None:
    """T21: 60 games; what is refused is named with the step and the reason, and left as it is; everything else goes on, and changes
    nothing of what was."""
    upgrade = UPGRADES[kind]
    before = rows(stored)
    played = {game: [row.action if row.kind == "act" else -1 for row in kept] for game, (_, *kept) in before.items()}
    lost = {game: step for game, actions in played.items() if (step := upgrade.elsewhere(actions)) is not None}
    assert len(before) == STORED

    proof = in_a_loop(backup.check(stored, {"counting": upgrade.rules}))
    assert (proof.total, proof.moved) == (STORED, STORED - len(lost))
    told = {line.partition(":")[0]: line for line in proof.wrong}
    assert set(told) == set(lost)
    for game, step in lost.items():
        assert upgrade.why in told[game]
        assert "begun under rules 1, this program has rules 2" in told[game]
        assert told[game].endswith("it is over") == before[game][0].over
        if step:
            row = before[game][step]
            assert f"row {step} ({row.seat}: {row.text})" in told[game]
    assert rows(stored) == before  # asking changes nothing

    async def go_on() -> None:
        async with opened(stored, upgrade.rules) as tables:
            for game in before:
                if game in lost:
                    with pytest.raises(Refused) as refused:
                        await tables.find(game)
                    assert (refused.value.code, refused.value.reason) == ("unreadable", words.OTHER_RULES.format(theirs=1, ours=2))
                    continue
                table = await tables.find(game)
                if not before[game][0].over:
                    await play(table, 1)
                assert table.history.line.record()

    in_a_loop(go_on())
    after = rows(stored)
    for game in before:
        added = after[game][len(before[game]) :]
        assert [row.rules for row in added] == ([] if game in lost or before[game][0].over else [2])
        assert after[game][1 : len(before[game])] == before[game][1:]
        if game in lost:
            assert after[game] == before[game]
    assert in_a_loop(backup.check(stored, {"counting": upgrade.rules})).wrong == proof.wrong


def test_the_upgrades_find_games_of_both_kinds(copy: Path) -> None:
    """Else the test above would test little."""
    counts = {kind: len(in_a_loop(backup.check(copy, {"counting": upgrade.rules})).wrong) for kind, upgrade in UPGRADES.items()}
    assert counts.pop("breaking: it begins otherwise") == STORED
    assert [count > 0 for count in counts.values()] == [False, False, True, True, True]
    assert max(counts.values()) < STORED
    assert in_a_loop(backup.check(copy, {"counting": Counting()})) == backup.Proof(STORED, 0, [])


def test_new_rules_are_played_from_where_the_old_ones_led(stored: Place) -> None:
    async def go_on() -> None:
        async with opened(stored, changed(Again)) as tables:
            table = await tables.find(next(game for game, (row, *kept) in rows(stored).items() if len(kept) == 2 and not row.over))
            for _ in range(3):
                await play(table, 4)  # which was for once a turn
            assert [row.rules for row in table.history.line.kept][-3:] == [2, 2, 2]

    in_a_loop(go_on())
    (line,) = in_a_loop(backup.check(stored, {"counting": Counting()})).wrong  # the way back is closed, and that is told too
    assert "IllegalAction" in line


def test_a_game_of_which_nothing_tells_how_it_began_is_not_begun_anew(stored: Place) -> None:
    """Its people have seen their numbers already. (Programs before this one did not keep how a game began.)"""
    with connected(stored) as connection:
        connection.execute(games_table.update().values(setup=None))
    bare = {game for game, (_, *kept) in rows(stored).items() if not sum(1 if row.kind == "act" else -1 for row in kept)}
    assert 0 < len(bare) < STORED
    wrong = in_a_loop(backup.check(stored, {"counting": Cosmetic()})).wrong
    assert {line.partition(":")[0] for line in wrong} == bare
    assert all("nothing tells how it began" in line for line in wrong)

    async def look() -> set[str]:
        refused = set()
        async with opened(stored, Cosmetic()) as tables:
            for game in rows(stored):
                try:
                    await tables.find(game)
                except Refused:
                    refused.add(game)
        return refused

    assert in_a_loop(look()) == bare
    assert in_a_loop(backup.check(stored, {"counting": Counting()})).wrong == []


def test_the_command_tells_it_and_ends_with_one_for_a_game_that_cannot_go_on(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def code(rules: GameRules[Any]) -> int:
        monkeypatch.setitem(games.GAMES, "counting", rules)
        return apart(lambda: cli.code(["db", "check", "--database", str(copy)]))

    assert code(Counting()) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == ["60 games replay to their checksums"]
    assert code(Cosmetic()) == 0
    assert "60 were begun under other rules and go on under these" in capsys.readouterr().out
    assert code(changed(Double)) == 1
    told = capsys.readouterr()
    assert "were begun under other rules and go on" in told.out
    assert "of 60 games do not replay to their checksums:\n" in told.err
    assert ": roll) leads to another state (begun under rules 1, this program has rules 2)" in told.err


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[GameRules[Any]], None]:
    """Gives servers that start from now on these rules."""
    return lambda rules: monkeypatch.setitem(GAMES, "counting", rules)


def test_a_person_goes_on_where_he_was_or_is_told_why_not(database: Place, new_rules: Callable[[GameRules[Any]], None]) -> None:
    with running(database) as here:
        me = Visitor(here.address)
        going, stuck = me.new("left"), me.new("left")
        for table, text in ((going, "add 1"), (stuck, "roll")):
            with me.at(table) as chair:
                chair.hello()
                seen = chair.play(text)
                if table == going:
                    view, events = seen["view"], list(chair.log)
    new_rules(changed(Double))
    with running(database) as here:
        me = Visitor(here.address, me.cookies)
        with me.at(going) as chair:
            chair.log = events
            assert chair.hello(1)["view"] == view
            assert chair.state["events_from"] == len(events)  # nothing has to be sent again
            chair.play("add 2")
        for _ in range(2):
            with me.at(stuck) as chair:
                assert chair.next()["public_reason"] == words.OTHER_RULES.format(theirs=1, ours=2)
        assert {row["table"] for row in me.get("/api/tables").json()} == {going, stuck}
    new_rules(Counting())
    with running(database) as here, Visitor(here.address, me.cookies).at(stuck) as chair:  # left as it was: the old program goes on with it
        assert chair.hello()["version"] == 1
        chair.play("add 1")


def test_a_clock_at_a_table_that_is_stuck_is_told_of_once(
    database: Place,
    new_rules: Callable[[GameRules[Any]], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(timekeeper, "TICK", 3600)
    monkeypatch.setitem(clock.PACES, "live", Pace(0, 3_600_000, 3_600_000))
    with running(database) as here:
        me = Visitor(here.address)
        table = me.new("left", clock="live")
        with me.at(table) as chair:
            chair.hello()
            chair.play("roll")
    with connected(database) as connection:
        connection.execute(games_table.update().values(turn_since=0))
    new_rules(changed(Double))
    with running(database) as here, caplog.at_level(logging.ERROR):
        assert Visitor(here.address).get("/api/tables").status_code == 200  # it has started
        for _ in range(3):
            tick(here)
        assert sum("no bot can take the seat" in message for message in caplog.messages) == 1
        assert sum(message.startswith(f"table {table} cannot be continued: ") for message in caplog.messages) == 1


def test_two_servers_of_different_rules_do_not_lead_a_game_apart(
    cluster: postgres.Cluster, new_rules: Callable[[GameRules[Any]], None]
) -> None:
    """All are to be stopped for an upgrade; where one was forgotten, it does not go on from a state that the other does not have."""
    place = cluster.database()
    with running(place) as here:
        me = Visitor(here.address)
        table = me.new(["left", "right"])  # type: ignore[arg-type]
        with me.at(table) as old:
            old.look_as("left")
            new_rules(changed(Double))
            with running(place) as there, Visitor(there.address, me.cookies).at(table) as new:
                new.look_as("left")
                new.play("add 1")
                old.state_after(0)
                new.play("roll")
                assert old.until(lambda m: m["type"] == "error")["code"] == "unreadable"
                assert old.try_action(1, version=2)["code"] == "unreadable"
                assert new.play("add 1")["version"] == 3
    kept = rows(place)[table][1:]
    assert [(row.text, row.rules) for row in kept] == [("add 1", 2), ("roll", 2), ("add 1", 2)]
