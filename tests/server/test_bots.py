"""Bots that fail in every way, and the processes that they think in."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ruinous.bots.base import Sight, make
from ruinous.games import GAMES as REAL
from ruinous.games import Rules
from ruinous.server import tables
from ruinous.server.bots import BotFailed, Situation, Thinkers
from ruinous.server.hub import Alone, Hub
from ruinous.server.store import NotSaved, Store
from ruinous.server.table import Table
from ruinous.server.worker import HEAD, Ask, Chosen, Setup, _answer
from server.fake_game import GAMES, Counting
from server.harness import FAKE, PATIENCE, Place, Visitor, in_a_loop, running


@pytest.mark.parametrize("bot", ["hangs", "raises", "dies", "cheats", "loud"])
def test_a_bot_that_fails_holds_up_nobody(database: Place, bot: str) -> None:
    with running(database, bot_seconds=0.3 if bot == "hangs" else 20.0) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": bot})) as chair:
            chair.hello()
            chair.play("done")
            while not (chair.decides() or chair.state["table"]["over"]):
                chair.next()
            assert chair.state["version"] >= 2


def test_a_table_with_a_hanging_bot_does_not_hold_up_the_others(database: Place) -> None:
    with running(database) as here:
        me = Visitor(here.address)
        stuck, other = me.new("left", bots={"right": "hangs"}), me.new("left")
        with me.at(stuck) as one, me.at(other) as two:
            one.hello()
            one.play("done")
            two.hello()
            assert two.play("add 3")["view"]["total"] == 3
            one.send(type="ping")
            assert one.next() == {"type": "pong"}


def test_answers_never_get_mixed_up_after_a_question_was_given_up() -> None:
    async def scene() -> None:
        thinkers = Thinkers(FAKE["games_module"], FAKE["bots_module"], 1, PATIENCE)
        rules = Counting()
        world = rules.pack(rules.new({}, 1))

        async def ask(bot: str) -> int:
            return await thinkers.choose(bot, Situation("counting", "right", range(6), world, 1))

        try:
            assert await ask("quick") == 3
            given_up = asyncio.create_task(ask("steady"))
            await asyncio.sleep(0)  # let it be asked
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
            assert await ask("quick") == 3
            with pytest.raises(BotFailed, match="a bot with a fault"):
                await ask("raises")
            with pytest.raises(BotFailed, match="chose 77"):
                await ask("cheats")
            with pytest.raises(BotFailed, match="broke"):
                await ask("dies")
            assert await ask("quick") == 3
        finally:
            await thinkers.close()

    in_a_loop(scene())


@pytest.mark.parametrize(("own", "given"), [({}, 2.5), ({"seconds": 1.0}, 1.0), ({"seconds": 9.0}, 2.5)])
def test_a_bot_gets_the_time_that_it_names_and_no_more_than_the_server_has(own: dict[str, float], given: float) -> None:
    rules, heard = Counting(), []

    def choose(sight: Sight) -> int:
        heard.append(sight.seconds)
        return sight.actions[0]

    games = SimpleNamespace(game=lambda _name: rules)
    bots = SimpleNamespace(make=lambda *_: SimpleNamespace(choose=choose, **own))
    ask = Ask("counting", "any", "left", rules.pack(rules.new({}, 1)), 1, 2.5)
    assert _answer(games, bots, ask) == Chosen(0)
    assert heard == [given]


@pytest.mark.parametrize("rules", REAL.values(), ids=REAL)
def test_l4_answers_within_a_second_and_l5_within_two_and_a_half(rules: Rules) -> None:
    seat = rules.seats(rules.new(rules.read_options({}), 0))[0]
    assert [make(level, rules, seat, 0).seconds for level in ("l4", "l5")] == [1.0, 2.5]  # type: ignore[attr-defined]


def test_a_process_for_bots_ends_with_its_input() -> None:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    command = [sys.executable, "-m", "ruinous.server.worker"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ)
    from msgspec import msgpack

    setup = msgpack.encode(Setup(FAKE["games_module"], FAKE["bots_module"]))
    out, err = child.communicate(HEAD.pack(len(setup)) + setup, PATIENCE)
    assert (child.returncode, out, err) == (0, b"", b"")


def test_who_acts_while_the_bots_go_to_rest_wakes_them(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    resting, acted = threading.Event(), threading.Event()

    def slowly(rest: Callable[[Any, str], Awaitable[None]]) -> Callable[[Any, str], Awaitable[None]]:
        async def rests(hub: Any, table: str) -> None:
            resting.set()
            await asyncio.to_thread(acted.wait, PATIENCE)
            await rest(hub, table)

        return rests

    for hub in (Alone, Hub):
        monkeypatch.setattr(hub, "rest", slowly(hub.rest))
    with running(database) as here:
        me = Visitor(here.address)
        with me.at(me.new("left", bots={"right": "steady"})) as chair:
            chair.hello()
            chair.play("done")
            chair.until_asked()
            assert resting.wait(PATIENCE)
            chair.play("done")
            acted.set()
            chair.until_asked()


def test_bots_go_on_after_a_restart_though_the_database_fails_at_first(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database, pace=600_000) as here:
        me = Visitor(here.address)
        table = me.new("left", bots={"right": "steady"})
        with me.at(table) as chair:
            chair.hello()
            chair.play("done")  # now the bot waits, for ten minutes
    unattended, wake, failures, woken = Store.unattended, Table.wake, iter(range(2)), threading.Event()

    async def failing(store: Store) -> list[str]:
        if next(failures, None) is not None:
            raise NotSaved
        return await unattended(store)

    def heard(own: Table) -> None:
        wake(own)
        if own.id == table:
            woken.set()

    monkeypatch.setattr(Store, "unattended", failing)
    monkeypatch.setattr(Table, "wake", heard)
    monkeypatch.setattr(tables, "AGAIN", 0.01)
    with running(database):
        assert woken.wait(PATIENCE)


def test_a_process_that_thinks_ends_with_its_server() -> None:
    """Its standard output, which is also that of the test, closes with it."""
    path = os.pathsep.join([str(Path(__file__).parent.parent), *(p for p in sys.path if p)])
    with subprocess.Popen(
        [sys.executable, "-m", "ruinous.server.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    ) as child:
        rules = GAMES["counting"]
        world = rules.pack(rules.new({}, 1))
        assert child.stdin is not None
        for bot in ("steady", "hangs"):
            for message in (Setup(*FAKE.values()),) * (bot == "steady") + (Ask("counting", bot, "left", world, 1, 1.0, False),):
                data = msgspec.msgpack.encode(message)
                child.stdin.write(HEAD.pack(len(data)) + data)
            child.stdin.flush()
        assert child.stdout is not None
        (length,) = HEAD.unpack(child.stdout.read(HEAD.size))
        child.stdout.read(length)  # the first is answered, the second never will be
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


def test_a_bot_in_a_file_of_the_host_sits_down_at_a_table(tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(
        "class Last:\n"
        "    def __init__(self, rules, seat, seed):\n"
        "        pass\n"
        "    def choose(self, sight):\n"
        "        return sight.actions[-1]\n",
        encoding="utf-8",
    )
    name = f"{file}:Last"
    with running(tmp_path / "games.sqlite3", real=True, bots=name) as here:
        me = Visitor(here.address)
        offered = {game["name"]: game["bots"] for game in me.get("/api/games").json()}
        assert offered["casters"][0] == offered["oldworld"][0] == name
        assert offered["casters"][-1] != name, "hints do not come from it"
        with me.at(me.new("one", game="casters", bots={"two": name})) as chair:
            chair.hello()
            while chair.state["view"]["phase"] == "opening":
                if chair.decides():
                    chair.play("done")
                else:
                    chair.next()
        answer = me.post("/api/tables", json={"game": "casters", "seat": "one", "bots": {"two": f"{tmp_path}/other.py:Bot"}})
        assert answer.status_code == 400, "only what the host offers"
