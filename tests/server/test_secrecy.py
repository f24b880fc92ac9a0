"""Nobody is sent what he may not know: every byte that goes to somebody is searched for what is hidden from him."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ruinous.server import bots
from server.fake_game import SEATS, token
from server.harness import Running, Visitor, running


def test_no_byte_to_anybody_has_what_is_hidden_from_him(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
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
    with sqlite3.connect(database) as connection:
        kept = "".join(connection.iterdump())
    connection.close()
    search([kept], me.cookies.values())  # the database has the hash only


def test_the_process_of_a_bot_is_sent_no_more_than_its_seat_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "games.sqlite3") as here:
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
            while not chair.decides():
                chair.next()
            live = here.server.tables._live[table]
            hidden, secrets = look_inside(here, table)
            own: Any = live.history.line.state
            search(sent, [*hidden["left"], *map(str, own.hidden[0]), *secrets])
            assert all(str(number) in "".join(sent) for number in own.hidden[1])  # the search can find


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
