"""Several at once: the same action twice, the last seat, the start, the rematch; and a seat that changes hands at every decision."""

import random
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from ruinous.server.database import connected
from ruinous.server.schema import games
from ruinous.server.standing import phase
from server.harness import Place, Running, Visitor, running
from server.test_people import friends, order, playing, waiting


def at_once(*asked: Callable[[], Any]) -> list[Any]:
    """All of these at the same time."""
    with ThreadPoolExecutor(len(asked)) as pool:
        return [answer.result() for answer in [pool.submit(one) for one in asked]]


def test_two_pages_send_the_same_action_or_another(here: Running) -> None:
    """N1: the same action_id is one row and two equal acks; two ids are one ok and one stale with nothing changed."""
    me = Visitor(here.address)
    table = me.post("/api/tables", json={"game": "counting", "seat": "left"}).json()["table"]
    with me.at(table) as one, me.at(table) as two:
        for pair in range(12):
            version = one.fresh()["version"]
            ids = [str(uuid.uuid4())] * 2 if pair % 2 else [str(uuid.uuid4()), str(uuid.uuid4())]
            if one.state["undo"]["can"]:  # so that the game never ends
                messages = [{"type": "undo", "action_id": name, "version": version} for name in ids]
            else:
                messages = [{"type": "act", "action_id": name, "version": version, "action": 1} for name in ids]
            if two.fresh()["version"] != version:
                raise AssertionError("nobody else is here")
            for chair, message in zip((one, two), messages, strict=True):
                chair.send(**message)
            answers = [chair.answer_to(name) for chair, name in zip((one, two), ids, strict=True)]
            told = sorted(answer.get("code", answer["type"]) for answer in answers)
            assert told == (["ack", "ack"] if pair % 2 else ["ack", "stale"])
            assert {answer["version"] for answer in answers if answer["type"] == "ack"} == {version + 1}
            assert one.fresh()["version"] == version + 1


def test_what_comes_late_out_of_turn_or_for_another_seat_changes_nothing(here: Running) -> None:
    """N2: log, state and chance stay as they are."""
    table, ana, ben = playing(here)
    live = here.server.tables.live(table)
    assert live is not None
    with ana.at(table) as one, ben.at(table) as two:
        one.hello()
        two.hello()
        done = str(uuid.uuid4())
        one.until_state(one.try_action(1, action_id=done))
        two.fresh()
        before = live.history.length, live.rules.checksum(live.history.line.state)
        for chair, version, action_id, code in (
            (one, 0, None, "stale"),
            (one, 0, done, None),  # an old frame again: the old answer
            (two, 1, None, "not_your_turn"),
            (two, 1, done, "bad_message"),
            (one, 2, None, "stale"),
        ):
            assert chair.try_action(1, version=version, action_id=action_id).get("code") == code
        assert (live.history.length, live.rules.checksum(live.history.line.state)) == before


def test_what_another_process_agrees_on_is_not_overwritten_by_a_move(database: Place) -> None:
    """Neither is lost: not the standing pass that was put down at the same moment, nor the move."""
    with running(database) as here:
        table, ana, _ben = playing(here)
        with ana.at(table) as chair:
            chair.hello()
            with connected(database) as connection:  # as another process does, and its message has not come yet
                found = connection.execute(sa.select(games.c.summary, games.c.agreed).where(games.c.id == table)).one()
                standing = {"right": phase(found.summary)}
                agreed = {"extra": {"standing": standing}, "agreed": found.agreed + 1}
                connection.execute(games.update().where(games.c.id == table).values(agreed))
            chair.play("add 1")
            with connected(database) as connection:
                assert connection.scalar(sa.select(games.c.extra).where(games.c.id == table)) == {"standing": standing}


def test_the_last_seat_is_taken_once(here: Running) -> None:
    """N5: many join, the host starts, puts people out and bots in; nobody sits twice, nobody is lost, it begins once."""
    host, *comers = friends(here, "Host", "Ana", "Ben", "Cat", "Dan")
    for round_ in range(6):
        here.server.tables.house.limits._full_at.clear()
        table, code = waiting(host)
        joins = [partial(order, comer, table, "join", code=code) for comer in comers]
        others: Sequence[Callable[[], Any]] = (
            [],
            [partial(order, host, table, "start")] * 2,
            [partial(order, host, table, "seat", seat="right", bot="steady"), partial(order, comers[0], table, "leave")],
        )[round_ % 3]
        answers = at_once(*joins, *others)
        assert all(answer["status"] in (200, 403, 404, 409) for answer in answers), answers
        with host.at(table) as chair:
            told = chair.hello()["table"]
        live = here.server.tables.live(table)
        assert live is not None
        (right,) = [row for row in live.seats if row.seat == "right"]
        seated = sum(answer["status"] == 200 for answer in answers[: len(joins)])
        if round_ % 3 == 0:
            assert (seated, told["seats"]["right"]["person"]) == (1, True)
        assert right.person is None or right.bot is None or told["stage"] == "playing"
        assert live.seats["left"].person != right.person
        assert told["stage"] == ("playing" if round_ % 3 == 1 else "waiting")
        if round_ % 3 == 1:
            assert not right.open


def test_a_person_who_joins_twice_sits_once(here: Running) -> None:
    host, ana = friends(here, "Host", "Ana")
    for _ in range(4):
        answer = host.post("/api/tables", json={"game": "counting", "open": ["left", "right"]}).json()
        table, code = answer["table"], answer["invite"].rpartition("/")[2]
        seats = at_once(*[partial(order, ana, table, "join", code=code, seat=seat) for seat in ("left", "right", None)])
        assert sum(one["status"] == 200 for one in seats) >= 1
        live = here.server.tables.live(table)
        assert live is not None
        assert sum(row.person is not None for row in live.seats) == 1


def test_a_rematch_that_everybody_asks_for_is_one_table(here: Running) -> None:
    table, ana, ben = playing(here)
    with ana.at(table) as one:
        one.hello()
        while not one.state["table"]["over"]:
            one.play("add 3")
    answers = at_once(*[partial(order, who, table, "rematch") for who in (ana, ben, ana, ben)])
    assert len({answer["table"] for answer in answers}) == 1


@pytest.mark.parametrize(("game", "decisions"), [("casters", 40), ("oldworld", 25)])
def test_a_seat_passes_from_person_to_bot_and_back_at_every_decision(real: Running, game: str, decisions: int) -> None:
    """R-SEAT: what the seat sees and may do is unchanged by the swap, also inside battles and choices; the game goes on to its end."""
    me = Visitor(real.address)
    seats = {"casters": ["one", "two"], "oldworld": ["khorne", "nurgle", "tzeentch", "slaanesh"]}[game]
    table = me.post("/api/tables", json={"game": game, "seat": seats}).json()["table"]
    chance = random.Random(8)
    with me.at(table) as chair:
        chair.hello()
        chair.send(type="pace", ms=60_000)
        for n in range(decisions):
            if chair.fresh()["table"]["over"]:
                break
            mover = chair.look_as(chair.state["view"]["to_move"])
            before = {part: chair.state[part] for part in ("view", "legal", "prompt", "version")}
            if before["view"]["phase"] == "opening":  # whose steps are secret, so that a bot does not wait before them
                chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))
                continue
            assert order(me, table, "stand_in", seat=mover, bot="random")["status"] == 200
            assert chair.fresh()["legal"] == []
            assert chair.state["view"] == before["view"]
            if n % 3 == 0:  # the bot decides
                chair.send(type="pace", ms=0)
                chair.state_after(before["version"])
                chair.send(type="pace", ms=60_000)
                assert order(me, table, "stand_in", seat=mover)["status"] in (200, 400)  # 400: it was the last move
                continue
            assert order(me, table, "stand_in", seat=mover)["status"] == 200
            assert {part: chair.fresh()[part] for part in before} == before
            chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))
        if not chair.fresh()["table"]["over"]:
            for seat in seats:
                order(me, table, "stand_in", seat=seat, bot="random")
            chair.send(type="pace", ms=0)
            chair.until(lambda m: m["type"] == "state" and m["table"]["over"])
