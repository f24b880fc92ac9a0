"""Nobody is sent what he may not know: every byte that goes to somebody is searched for what is hidden from him."""

import hashlib
import random
from collections import Counter, defaultdict
from typing import Any

import pytest
import sqlalchemy as sa

from ruinous import record
from ruinous.engine.rng import advanced, drawn, seeded
from ruinous.server import bots
from ruinous.server.database import connected
from ruinous.server.deeds import why_not
from ruinous.server.driver import situation_of
from ruinous.server.schema import metadata
from ruinous.server.showing import Watcher, show
from ruinous.server.table import Table
from server.fake_game import SEATS, Count, Counting, token
from server.harness import Place, Running, Visitor, running
from server.test_consent import request
from server.test_people import friends, order, playing, waiting


def test_no_byte_to_anybody_has_what_is_hidden_from_him(database: Place) -> None:
    with running(database) as here:
        me, stranger = Visitor(here.address), Visitor(here.address)
        table = me.new("left", bots={"right": "steady"})
        told_me: list[str] = []
        told_stranger: list[str] = []
        with me.at(table) as chair, stranger.at(table) as spectator:
            chair.hello()
            spectator.hello()
            turn = 0
            while not chair.state["table"]["over"]:
                turn += 1
                chair.play(("draw", "add 1", "roll", "done")[turn % 4])
                if turn % 4 == 1 and chair.state["undo"]["can"]:
                    chair.undo()
                    chair.next()
                while not (chair.decides() or chair.state["table"]["over"]):
                    chair.next()
                chair.send(type="why_not", text="draw")
                for action in (4, 5, 77):
                    chair.send(type="act", action_id=f"canary-{turn}-{action}", version=0, action=action)
                with me.at(table) as again, stranger.at(table) as another:
                    again.hello()
                    another.hello()
                    told_me += again.heard
                    told_stranger += another.heard
                hidden, secrets = look_inside(here, table)
                if chair.state["table"]["over"]:
                    break
                told_me += [*chair.heard, me.get("/api/tables").text, me.get(f"/api/tables/{table}/record").text]
                told_stranger += [stranger.get("/api/tables").text, stranger.get(f"/api/tables/{table}/record").text]
                search(told_me, [*hidden["right"], *secrets])
                search(told_stranger, [*hidden["left"], *hidden["right"], *secrets])
            spectator.until(lambda m: m.get("version") == chair.state["version"])
            hidden, secrets = look_inside(here, table)
        search(told_me + chair.heard, [*hidden["right"], *secrets])
        search(spectator.heard, [*hidden["left"], *hidden["right"], *secrets])
        assert any(number in "".join(chair.heard) for number in hidden["left"])  # the search can find
        assert secrets[1] in stranger.get(f"/api/tables/{table}/record").text  # which proves the dice
        for name, value in me.cookies.items():
            search(chair.heard + spectator.heard + [me.get("/api/tables").text], [value, name])
    with connected(database) as connection:
        kept = [repr(row) for kind in metadata.sorted_tables for row in connection.execute(sa.select(kind))]
    assert any(table in row for row in kept)
    search(kept, me.cookies.values())  # the database has the hash only


def test_the_process_of_a_bot_is_sent_no_more_than_its_seat_knows(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database) as here:
        sent: list[str] = []
        send = bots._Process._send

        def overheard(process: Any, message: Any) -> None:
            sent.append(repr(message))
            send(process, message)

        monkeypatch.setattr(bots._Process, "_send", overheard)
        me = Visitor(here.address)
        table = me.new("left", bots={"right": "steady"})
        with me.at(table) as chair:
            chair.hello()
            chair.play("draw")
            chair.play("done")
            chair.until_asked()
            live = here.server.tables._live[table]
            hidden, secrets = look_inside(here, table)
            own: Any = live.history.line.state
            search(sent, [*hidden["left"], *map(str, own.hidden[0]), *secrets])
            assert all(str(number) in "".join(sent) for number in own.hidden[1])  # the search can find


def test_of_several_people_nobody_is_sent_what_is_hidden_from_him(database: Place) -> None:
    """H3, H4: waiting, joining, chat, notes, hints, stand-ins, going back by consent, rematch: each surface, for each who sees it."""
    with running(database) as here:
        ana, ben, cat = friends(here, "Ana", "Ben", "Cat")
        table, code = waiting(ana)
        told: dict[str, list[str]] = {name: [] for name in ("left", "right", "nobody")}
        with cat.at(table) as early:
            early.hello()
            assert order(cat, table, "join", code=code)["seat"] == "right"  # takes a look and is put out again
            early.hello()
            assert order(ana, table, "seat", seat="right")["status"] == 200
            assert order(ben, table, "join", code=code)["seat"] == "right"
            hidden, secrets = look_inside(here, table)
            search(early.heard, [*hidden["left"], *hidden["right"], *secrets])
            with ana.at(table) as one, ben.at(table) as two:
                one.hello()
                two.hello()
                search(one.heard + two.heard, [*hidden["left"], *hidden["right"], *secrets])  # not even one's own yet
                assert order(ana, table, "start")["status"] == 200
                chairs = {"left": one, "right": two}
                drawn: dict[str, list[str]] = {"left": list(hidden["left"]), "right": list(hidden["right"])}
                for turn in range(16):
                    one.fresh()
                    two.fresh()
                    if one.state["table"]["over"]:
                        break
                    mover = one.state["view"]["to_move"]
                    chair, other = chairs[mover], chairs["right" if mover == "left" else "left"]
                    chair.send(type="hint")
                    chair.until(lambda m: m["type"] in ("hint", "error"))
                    chair.send(type="say", text=f"turn {turn}")
                    other.send(type="note", text=f"note {turn}")
                    text = ("draw", "roll", "done", "add 2")[turn % 4]
                    chair.play(text if any(action["text"] == text for action in chair.state["legal"]) else "done")
                    hidden, more = look_inside(here, table)
                    secrets = list({*secrets, *more})
                    for seat, numbers in hidden.items():
                        drawn[seat] += [number for number in numbers if number not in drawn[seat]]
                    if turn % 5 == 0 and chair.fresh()["undo"]["ask"]:  # what was drawn goes back, and stays a secret of its seat
                        chair.send(type="ask_undo", action_id=f"consent-{turn:04}", version=chair.state["version"])
                        other.send(type="answer_undo", request=request(other)["n"], agree=True)
                        chair.state_after(chair.state["version"])
                    if turn % 6 == 1:
                        seat = "right"
                        assert order(ben, table, "stand_in", seat=seat, bot="steady")["status"] == 200
                        two.fresh()
                        assert order(ben, table, "stand_in", seat=seat)["status"] in (200, 400)
                    for who, visitor in (("left", ana), ("right", ben), ("nobody", cat)):
                        told[who] += surfaces(visitor, table)
                assert len(drawn["left"]) > 1
                assert len(drawn["right"]) > 1
                if not one.fresh()["table"]["over"]:
                    early.send(type="ping")
                    early.until(lambda m: m["type"] == "pong")
                    search(told["left"] + one.heard, [*drawn["right"], *secrets])
                    search(told["right"] + two.heard, [*drawn["left"], *secrets])
                    search(told["nobody"] + early.heard, [*drawn["left"], *drawn["right"], *secrets])
                assert any(number in "".join(one.heard) for number in drawn["left"])  # the search can find
                assert any(number in "".join(two.heard) for number in drawn["right"])


def surfaces(visitor: Visitor, table: str) -> list[str]:
    """Everything that a visitor can ask for over HTTP about a table, and what a new socket brings."""
    asked = [visitor.get(path).text for path in ("/api/me", "/api/tables", "/api/lobby", "/api/statistics", "/api/me/statistics")]
    asked += [visitor.get(f"/api/tables/{table}/{what}").text for what in ("record", "invite")]
    asked += [visitor.post(f"/api/tables/{table}/{what}", json={}).text for what in ("rematch", "join", "start")]
    with visitor.at(table) as chair:
        chair.fresh()
        chair.send(type="hint")
        chair.send(type="why_not", text="draw")
        for action in (0, 5, 77):
            chair.send(type="act", action_id=f"canary-{action:04}", version=-1, action=action)
        chair.fresh()
        return asked + chair.heard


def test_behind_the_curtain_there_is_nothing(database: Place) -> None:
    """H4: several seats on one screen; what comes while one looks through a seat, or through none, has only that seat's numbers."""
    with running(database) as here:
        me = Visitor(here.address)
        table = me.post("/api/tables", json={"game": "counting", "seat": ["left", "right"]}).json()["table"]
        heard: dict[str | None, list[str]] = {"left": [], "right": [], None: []}
        with me.at(table) as chair:
            chair.hello()
            heard[None] += chair.heard
            for turn in range(12):
                mover = chair.state["view"]["to_move"]
                for seat in (mover, None):
                    chair.heard.clear()
                    chair.send(type="hello", protocol=1, version=chair.state["version"], seat=seat)
                    chair.seen_by(seat)
                    if seat is not None:
                        text = ("draw", "roll", "add 1", "done")[turn % 4]
                        chair.play(text if any(action["text"] == text for action in chair.state["legal"]) else "done")
                        ask = {"type": "ask_undo", "action_id": f"curtain-{turn:04}", "version": chair.state["version"]}
                        if turn % 4 == 0 and chair.state["undo"]["ask"]:
                            chair.send(**ask)
                            chair.until(lambda m: m["type"] == "state")
                    heard[seat] += chair.heard
                hidden, secrets = look_inside(here, table)
                search(heard["left"], [*hidden["right"], *secrets])
                search(heard["right"], [*hidden["left"], *secrets])
                search(heard[None], [*hidden["left"], *hidden["right"], *secrets])
            assert any(number in "".join(heard["left"]) for number in hidden["left"])


def test_a_stand_in_and_a_hint_are_told_what_their_seat_knows(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """H8: whatever reaches the process of a bot is made from one seat's knowledge."""
    with running(database) as here:
        sent: list[tuple[str, str]] = []
        send = bots._Process._send

        def overheard(process: Any, message: Any) -> None:
            sent.append((getattr(message, "seat", ""), repr(message)))
            send(process, message)

        monkeypatch.setattr(bots._Process, "_send", overheard)
        table, ana, ben = playing(here)
        with ana.at(table) as one:
            one.hello()
            one.play("draw")
            one.send(type="hint")
            one.until(lambda m: m["type"] == "hint")
            one.play("done")
            assert order(ben, table, "stand_in", seat="right", bot="steady")["status"] == 200
            one.until_asked()
            live = here.server.tables._live[table]
            own: Any = live.history.line.state
            _, secrets = look_inside(here, table)
            for seat, p in (("left", 0), ("right", 1)):
                seen = [message for whose, message in sent if whose == seat]
                assert seen
                search(seen, [*map(str, own.hidden[1 - p]), *map(token, own.hidden[1 - p]), *secrets])
                assert any(str(number) in "".join(seen) for number in own.hidden[p])


@pytest.mark.parametrize(("game", "seats"), [("oldworld", ("khorne", "nurgle", "tzeentch", "slaanesh")), ("casters", ("one", "two"))])
def test_in_every_world_that_a_seat_cannot_tell_apart_it_is_sent_the_same_bytes(
    database: Place, monkeypatch: pytest.MonkeyPatch, game: str, seats: tuple[str, ...]
) -> None:
    """H1, H8: state, table, undo, refusals, and all that a bot would be asked on the seat's behalf."""
    monkeypatch.setattr("ruinous.server.driver.secrets.randbits", lambda _bits: 4711)
    chance = random.Random(6)
    with running(database, real=True) as here:
        me = Visitor(here.address)
        table = me.post("/api/tables", json={"game": game, "seat": list(seats)}).json()["table"]
        live = here.server.tables._live[table]
        texts = [f"play {card}" for card in ("ash_hound", "battle_cry norsca", "plague_touch empire", "stoke")] + ["pass", "done", "draw"]
        with me.at(table) as chair:
            chair.hello()
            for n in range(16):
                real = live.history.line.state
                for seat in (*seats, None):
                    shown = everything(live, seat, texts)
                    for world in (1, 2):
                        live.history.line.state = live.rules.sample_world(real, seat, 100 * n + world)
                        live.history.line.state.log = real.log
                        try:
                            assert everything(live, seat, texts) == shown, (n, seat)
                        finally:
                            live.history.line.state = real
                chair.look_as(chair.state["view"]["to_move"])
                chair.until_state(chair.try_action(chance.choice(chair.state["legal"])["id"]))


def test_who_sees_all_that_a_seat_sees_guesses_the_next_die_no_better_than_chance() -> None:
    """H6: 100,000 dice of keyed games. Whoever knows nothing is right once in six times, however he guesses; no guesser is more
    than 4.9 deviations off (p > 10^-6 for each), and the same measure finds one who has the key."""
    tries, games = 100_000, 5_000
    chance = random.Random(23)
    rules = Counting()
    right = dict.fromkeys(("last", "next", "often", "learned", "public seed", "digest", "key"), 0)
    follows: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    faces: Counter[int] = Counter()
    last = before = 1
    for number in range(games):
        secret = hashlib.sha256(b"a game %d" % number).digest()
        keyed = int(record.seal(secret)[:15], 16)
        state = Count(record.chance(secret, "setup"))
        for step in range(tries // games):
            view = rules.view(state, SEATS[0])
            public = keyed + step
            by_number, by_key = die_of(public), die_of(record.chance(secret, step))
            digest = 1 + int.from_bytes(hashlib.blake2b(repr((view, keyed, step, last)).encode(), digest_size=4).digest(), "big") % 6
            learned = follows[last, before].most_common(1)
            guesses = {"last": last, "next": last % 6 + 1, "often": faces.most_common(1)[0][0] if faces else 1}
            guesses |= {"learned": learned[0][0] if learned else 1, "public seed": by_number, "digest": digest, "key": by_key}
            state.set_chance(record.chance(secret, step))  # as a table does it
            face = 1 + state.below(6)
            for name, guess in guesses.items():
                right[name] += guess == face
            follows[last, before][face] += 1
            faces[face] += 1
            before, last = last, face
            if chance.randrange(4) == 0:
                state.apply(5)  # a number is drawn, as in a game
    assert right.pop("key") == tries
    deviation = (tries * 1 / 6 * 5 / 6) ** 0.5
    off = {name: (hits - tries / 6) / deviation for name, hits in right.items()}
    assert max(map(abs, off.values())) < 4.9, off
    assert all(abs(faces[face] - tries / 6) / deviation < 4.9 for face in range(1, 7)), faces


def die_of(number: int) -> int:
    """The die that falls when the generator begins with this number."""
    return 1 + int(drawn(advanced(seeded(number)), 6))


def everything(table: Table, seat: str | None, texts: list[str]) -> list[Any]:
    """What somebody who looks through this seat is sent, whatever he asks."""
    answers: list[bytes] = []
    watcher = Watcher("somebody", None, "en", answers.append, lambda: None)
    watcher.seat, watcher.seen = seat, -1
    show(table, [watcher])
    decides = seat is not None and table.decides(seat)
    refused = [why_not(table, watcher, text) for text in texts] if decides else []
    return [answers, refused, situation_of(table, seat) if decides and seat is not None else None]


def look_inside(here: Running, table: str) -> tuple[dict[str, list[str]], list[str]]:
    """What is hidden at a table: the numbers of each seat; the chance and the secret in every form that it could leak in."""
    live = here.server.tables._live[table]
    state: Any = live.history.line.state
    assert live.game.secret is not None
    hidden = {seat: [token(n) for n in state.hidden[p]] for p, seat in enumerate(SEATS)}
    return hidden, [str(state.chance), live.game.secret.hex(), live.rules.checksum(state)]


def search(told: Any, canaries: Any) -> None:
    """None of these is in any of those."""
    whole = "\n".join(told)
    for canary in canaries:
        assert canary not in whole, canary
