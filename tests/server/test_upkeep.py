"""What follows from a move and from the clock: banks, notices, time given back, results and ratings; on both databases."""

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from ruinous.server.clock import PACES
from ruinous.server.database import Database
from ruinous.server.mail import Post
from ruinous.server.notices import ATTEMPTS, FIRST_WAIT, Notices
from ruinous.server.ratings import newcomer
from ruinous.server.results import Results, pool
from ruinous.server.schema import games, outbox, people, ratings, results, seats
from ruinous.server.store import GameRow, SeatRow
from ruinous.server.timekeeper import DOWN, SIGN, Timekeeper
from ruinous.server.upkeep import Turn, bank_after, statements
from ruinous.server.webhook import Hooks
from ruinous.server.writer import Step
from server.harness import Place, in_a_loop
from server.sinks import hook_sink, mail_sink

HOUR = 3_600_000
ANA, BEN, CAT = "ana", "ben", "cat"


class Opened:
    """A database with three people and a table of Chaos Casters."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.here: set[str] = set()
        self.moment = 1_000_000_000_000

    async def run(self, *wanted: Any) -> None:
        async with self.database.begin() as connection:
            for one in wanted:
                await connection.execute(*(one if isinstance(one, tuple) else (one,)))

    async def rows(self, query: Any) -> list[Any]:
        async with self.database.reading.begin() as connection:
            return list(await connection.execute(query))

    async def person(self, name: str, **more: Any) -> None:
        await self.run(people.insert().values({"id": name, "name": name.title(), "notices": ["mail", "webhook"], "created": 0, **more}))

    async def table(self, name: str, sitting: Sequence[SeatRow], **more: Any) -> None:
        usual: dict[str, Any] = {
            "game": "casters",
            "rules": 1,
            "options": {},
            "secret": b"x",
            "head": 0,
            "over": False,
            "turn": sitting[0].seat,
        }
        times = {"turn": sitting[0].seat, "turn_since": self.moment, "started": self.moment, "created": self.moment, "updated": self.moment}
        await self.run(games.insert().values({"id": name, "summary": {}, **usual, **times, **more}))
        for one in sitting:
            await self.run(seats.insert().values(game=name, seat=one.seat, person=one.person, bot=one.bot, bank=one.bank))

    def notices(self, hooks: Hooks, post: Post | None = None) -> Notices:
        return Notices(self.database, post or Post("", ""), hooks, "https://games.example", lambda _table, person: person in self.here)


def scene(database: Place, play: Callable[[Opened], Awaitable[None]]) -> None:
    async def whole() -> None:
        opened = Database.open(database)
        try:
            await play(Opened(opened))
        finally:
            await opened.close()

    in_a_loop(whole())


def steps(sitting: Sequence[SeatRow], before: str | None, after: str | None, version: int = 1, **more: Any) -> list[Step]:
    """What follows from a turn."""
    usual: dict[str, Any] = {
        "table": "t",
        "clock": None,
        "actor": before or "",
        "since": 0,
        "moment": 0,
        "present": frozenset(),
        "grace": 0,
    }
    turn = Turn(rows=sitting, before=before, after=after, version=version, **{**usual, **more})
    return statements(turn, bank_after(turn))


TWO = (SeatRow("one", ANA, None, None), SeatRow("two", BEN, None, None))


def test_exactly_one_notice_for_each_turn_of_a_long_game(database: Place) -> None:
    """R-NOTIFY: one when a turn comes, none while it goes on, none after the end; a sink that fails for a while loses nothing."""

    async def play(place: Opened) -> None:
        async with hook_sink() as sink:
            await place.person(ANA, webhook=sink.url, notices=["webhook"])
            await place.person(BEN)
            await place.table("t", TWO)
            hooks, chance, mover, turns = Hooks(inside=True), Random(1), "one", 0
            notices = place.notices(hooks)
            for version in range(1, 120):
                then = chance.choice(("one", "two")) if version < 119 else None
                turns += mover == "two" and then == "one"
                await place.run(*steps(TWO, mover, then, version, moment=place.moment))
                sink.status = 204 if version % 5 else 500
                await notices.deliver(place.moment)
                if not version % 5:
                    sink.status = 204
                    await notices.deliver(place.moment + FIRST_WAIT)
                mover = then or ""
            assert len(sink.bodies) == turns > 20
            assert sink.bodies[0] == {
                "text": "Ruinous: it is your turn in Chaos Casters",
                "table": "t",
                "game": "casters",
                "url": "https://games.example/#/table/t",
            }
            await hooks.close()

    scene(database, play)


def test_no_notice_for_who_is_here_has_a_bot_or_plays_both_sides(database: Place) -> None:
    async def play(place: Opened) -> None:
        await place.person(ANA, webhook="https://a.example/x")
        await place.person(BEN, webhook="https://b.example/x")
        await place.table("t", TWO)
        replaced = (TWO[0], SeatRow("two", BEN, "rules", None))
        alone = (TWO[0], SeatRow("two", ANA, None, None))
        await place.run(*steps(TWO, "one", "two", 1, present=frozenset({BEN})))
        await place.run(*steps(replaced, "one", "two", 2))
        await place.run(*steps(alone, "one", "two", 3))
        await place.run(*steps(TWO, "two", "two", 4))
        await place.run(*steps(TWO, "two", None, 5))
        assert await place.rows(sa.select(outbox)) == []
        await place.run(*steps(TWO, "one", "two", 6))
        assert [(row.person, row.channel, row.version) for row in await place.rows(sa.select(outbox))] == [(BEN, "webhook", 6)]

    scene(database, play)


def test_a_notice_waits_a_while_and_is_not_sent_once_the_turn_is_over_or_seen(database: Place) -> None:
    async def play(place: Opened) -> None:
        async with hook_sink() as sink:
            await place.person(BEN, webhook=sink.url)
            await place.person(ANA)
            await place.table("t", TWO)
            hooks = Hooks(inside=True)
            notices = place.notices(hooks)
            await place.run(*steps(TWO, "one", "two", 1, moment=0, grace=60_000))
            assert await notices.deliver(59_999) == 0
            await place.run(*steps(TWO, "two", "one", 2, moment=59_999, grace=60_000))
            assert await notices.deliver(60_000) == 0
            await place.run(*steps(TWO, "one", "two", 3, moment=100_000, grace=60_000))
            place.here = {BEN}
            assert await notices.deliver(160_000) == 1
            place.here = set()
            assert await notices.deliver(10**12) == 0
            assert sink.asked == 0
            await hooks.close()

    scene(database, play)


def test_a_way_that_nobody_wants_any_more_gets_nothing_and_a_dead_one_is_given_up(database: Place) -> None:
    async def play(place: Opened) -> None:
        async with hook_sink() as sink, mail_sink() as letters:
            await place.person(BEN, webhook=sink.url, email="ben@example.org", notices=["webhook"], language="pt")
            await place.person(ANA)
            await place.table("t", TWO)
            hooks = Hooks(inside=True)
            notices = place.notices(hooks, Post(letters.url, "ruinous@example.org"))
            sink.status = 500
            await place.run(*steps(TWO, "one", "two", 1))
            moment = 0
            for _ in range(2 * ATTEMPTS):
                await notices.deliver(moment)
                moment += FIRST_WAIT << ATTEMPTS
            assert (sink.asked, letters.letters) == (ATTEMPTS, [])
            await place.run(people.update().where(people.c.id == BEN).values(notices=["mail"]), *steps(TWO, "one", "two", 2))
            await notices.deliver(moment)
            assert sink.asked == ATTEMPTS
            (letter,) = letters.letters
            assert letter["to"] == "ben@example.org"
            assert letter["subject"].startswith("Ruinous: é a sua vez")
            assert "https://games.example/#/table/t" in letter.get_content()
            await hooks.close()

    scene(database, play)


def test_a_decision_is_paid_from_the_bank(database: Place) -> None:
    async def play(place: Opened) -> None:
        sitting = (SeatRow("one", ANA, None, 10 * 60_000), SeatRow("two", BEN, None, 5_000))
        await place.person(ANA)
        await place.person(BEN)
        await place.table("t", sitting, clock="live")

        async def banks() -> list[int]:
            return [row.bank for row in await place.rows(sa.select(seats.c.bank).order_by(seats.c.seat))]

        await place.run(*steps(sitting, "one", "two", clock="live", since=1000, moment=61_000))
        assert await banks() == [9 * 60_000 + 30_000, 5_000]
        await place.run(*steps(sitting, "two", "one", clock=None, since=0, moment=9_000))
        assert await banks() == [9 * 60_000 + 30_000, 5_000], "no clock, no price"
        stand_in = (sitting[0], SeatRow("two", BEN, "rules", 5_000))
        await place.run(*steps(stand_in, "two", "one", clock="live", since=0, moment=9_000))
        assert await banks() == [9 * 60_000 + 30_000, 5_000], "a bot does not think on a person's time"

    scene(database, play)


async def _nothing(*_: str) -> None:
    pass


def test_the_seat_that_decides_is_out_of_time_when_its_bank_is_empty(database: Place) -> None:
    async def play(place: Opened) -> None:
        await place.person(ANA)
        await place.person(BEN)
        sitting = (SeatRow("one", ANA, None, HOUR), SeatRow("two", BEN, None, 1))
        await place.table("clocked", sitting, clock="day")
        await place.table("free", sitting)
        await place.table("waiting", sitting, clock="day", started=None)
        await place.table("over", sitting, clock="day", over=True)
        await place.table("stand_in", (SeatRow("one", ANA, "rules", HOUR), sitting[1]), clock="day")
        out: list[tuple[str, str]] = []

        async def time_is_up(table: str, seat: str) -> None:
            out.append((table, seat))

        now = place.moment
        keeper = Timekeeper(place.database, place.notices(Hooks()), Results(place.database), time_is_up, _nothing, _nothing, lambda: now)
        for now in range(place.moment, place.moment + HOUR, SIGN):
            if now + SIGN >= place.moment + HOUR:
                await keeper.tick()
        assert out == []
        now = place.moment + HOUR
        await keeper.tick()
        assert out == [("clocked", "one")]

    scene(database, play)


def test_time_without_a_server_is_given_back(database: Place) -> None:
    async def play(place: Opened) -> None:
        await place.person(ANA)
        await place.table("t", (SeatRow("one", ANA, None, 30_000), SeatRow("two", None, "rules", None)), clock="live")
        now = place.moment

        def keeper() -> Timekeeper:
            return Timekeeper(place.database, place.notices(Hooks()), Results(place.database), _nothing, _nothing, _nothing, lambda: now)

        first = keeper()
        await first.tick()
        now += DOWN  # a hiccup is nobody's gain
        await first.tick()
        assert await first.expired(place.moment + 29_999) == []
        assert await first.expired(place.moment + 30_000) == [("t", "one")]
        now += 60_000
        second = keeper()
        await second.tick()
        assert await second.expired(place.moment + 89_999) == []
        assert await second.expired(place.moment + 90_000) == [("t", "one")]

    scene(database, play)


def test_a_pool_is_the_power_or_the_deck() -> None:
    assert pool({}, "khorne") == "khorne"
    assert pool({"deck1": "1", "deck2": "2"}, "two") == "deck_2"
    assert pool({"deck1": {"ash_hound": 2}, "deck2": "2"}, "one") == "own"


def test_a_result_is_kept_and_rated_once(database: Place) -> None:
    async def play(place: Opened) -> None:
        for name in (ANA, BEN, CAT):
            await place.person(name)
        sitting = [SeatRow(seat, who, None, None) for seat, who in zip(("khorne", "nurgle", "tzeentch"), (ANA, BEN, None), strict=True)]
        await place.table("t", sitting, game="oldworld", over=True)
        await place.table("running", sitting, game="oldworld")
        await place.table("test", sitting, game="oldworld", over=True, secret=None, seed=1)
        kept = Results(place.database)
        assert await kept.unsettled() == ["t"]
        hopeless = Results(place.database)
        hopeless.give_up("t")
        assert await hopeless.unsettled() == []
        game = GameRow(id="t", game="oldworld", rules=1, options={}, secret=b"x", seed=None, host=ANA)
        outcome = {"winners": ["khorne"], "reason": "vp", "scores": {"khorne": 50, "nurgle": 20, "tzeentch": 30}}
        assert await kept.settle(game, sitting, outcome, place.moment)
        assert not await kept.settle(game, sitting, outcome, place.moment)
        assert await kept.unsettled() == []
        assert len(await place.rows(sa.select(results))) == 3
        assert {row.games for row in await place.rows(sa.select(ratings))} == {1}
        best = await kept.best("oldworld")
        assert [row["name"] for row in best] == ["Ana", "Ben"]
        assert best[0]["rating"] > newcomer().shown > best[1]["rating"]
        assert await kept.statistics(ANA) == [{"title": "oldworld", "pool": "khorne", "players": 3, "games": 1, "won": 1.0}]
        assert len(await kept.statistics()) == 3

    scene(database, play)


def test_who_plays_alone_or_with_himself_is_not_rated(database: Place) -> None:
    async def play(place: Opened) -> None:
        await place.person(ANA)
        for name, other in (("alone", None), ("both", ANA)):
            await place.table(name, (SeatRow("one", ANA, None, None), SeatRow("two", other, None, None)), over=True)
            rows = [SeatRow(seat="one", person=ANA, bot=None), SeatRow(seat="two", person=other, bot=None)]
            game = GameRow(id=name, game="casters", rules=1, options={}, secret=b"x", seed=None, host=ANA)
            await Results(place.database).settle(game, rows, {"winners": ["one"], "scores": {"one": 3, "two": 0}}, place.moment)
        assert await place.rows(sa.select(ratings)) == []
        assert len(await place.rows(sa.select(results))) == 4

    scene(database, play)


@pytest.mark.parametrize("pace", sorted(PACES))
def test_every_pace_fits_the_column(pace: str) -> None:
    assert len(pace) <= 8
