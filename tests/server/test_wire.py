"""What comes in over the wire and should not: malformed, too long, too slow, from elsewhere; and the headers of what goes out."""

import json
import socket
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ruinous.server import session
from ruinous.server.limits import RATES, Rate
from ruinous.server.protocol import Error, Pong, encode
from server.harness import PATIENCE, Place, Running, Visitor, running

ID = "0123456789abcdef"
MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "1e999",
    "{}",
    '{"type": "dance"}',
    '{"type": 1}',
    '{"type": "hello"}',
    '{"type": "hello", "protocol": "1"}',
    '{"type": "hello", "protocol": 1, "version": -2}',
    '{"type": "hello", "protocol": 1, "version": 1.5}',
    '{"type": "hello", "protocol": 1, "version": 99999999999999999999999999}',
    '{"type": "hello", "protocol": 1, "version": 1, "seat": 7}',
    '{"type": "hello", "protocol": 1, "version": 1, "player": "right"}',
    '{"type": "hello", "protocol": 1, "language": "portuguese of brazil"}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": -1}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": 2147483648}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": "1"}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": true}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": 1.0e0}',
    '{"type": "act", "action_id": "' + ID + '", "version": null, "action": 1}',
    '{"type": "act", "action_id": "' + ID + '", "version": 0, "action": 1, "seat": "right"}',
    '{"type": "act", "action_id": "short", "version": 0, "action": 1}',
    '{"type": "act", "action_id": "' + "x" * 65 + '", "version": 0, "action": 1}',
    '{"type": "act", "action_id": "0123456789\\n", "version": 0, "action": 1}',
    '{"type": "act", "action_id": "0123456789\\u0000", "version": 0, "action": 1}',
    '{"type": "act", "action_id": "\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800", "version": 0, "action": 1}',
    '{"type": "act", "action_id": 7, "version": 0, "action": 1}',
    '{"type": "undo", "action_id": "' + ID + '"}',
    '{"type": "why_not"}',
    '{"type": "why_not", "text": 7}',
    '{"type": "why_not", "text": "' + "x" * 201 + '"}',
    '{"type": "pace", "ms": -1}',
    '{"type": "pace", "ms": 60001}',
    '{"type": "pace", "ms": NaN}',
    '{"type": "ping", "echo": "x"}',
    '{"type": "say", "text": ""}',
    '{"type": "say", "text": "' + "x" * 501 + '"}',
    '{"type": "say", "text": "x", "seat": "right"}',
    '{"type": "note", "text": "' + "x" * 4001 + '"}',
    '{"type": "note"}',
    '{"type": "standing", "pass": 1}',
    '{"type": "standing"}',
    '{"type": "ask_undo", "version": 0}',
    '{"type": "answer_undo", "request": -1, "agree": true}',
    '{"type": "answer_undo", "request": 0, "agree": "yes"}',
    '{"type": "hint", "seat": "right"}',
    "[" * 8000,
    '{"a":' * 3000,
    '{"type": "ping"}{"type": "ping"}',
    "\ufeff" + '{"type": "ping"}',
]


def test_malformed_messages_are_answered_in_the_fixed_form_and_change_nothing(here: Running) -> None:
    with (me := Visitor(here.address)).at(me.new("left")) as chair:
        before = chair.hello()
        for text in MALFORMED:
            chair.link.send(text)
            assert chair.next() == {
                "type": "error",
                "code": "bad_message",
                "public_reason": "The server does not understand this message.",
            }, text
        chair.link.send(b'{"type": "ping"}')
        assert chair.next()["code"] == "bad_message"
        after = chair.hello()
        assert after == before


def test_hello_comes_first_and_in_the_right_protocol(here: Running) -> None:
    with (me := Visitor(here.address)).at(me.new("left")) as chair:
        for message in ({"type": "act", "action_id": ID, "version": 0, "action": 1}, {"type": "ping"}, {"type": "pace", "ms": 0}):
            chair.link.send(json.dumps(message))
            answer = chair.next()
            assert (answer["code"], answer["public_reason"]) == ("bad_message", "Say hello first.")
        chair.send(type="hello", protocol=2, version=-1)
        assert chair.next()["code"] == "reload"
        assert chair.hello()["version"] == 0


def closed(chair: Any) -> int:
    with pytest.raises(ConnectionClosed) as end:
        chair.until(lambda _message: False)
    assert end.value.rcvd is not None
    return int(end.value.rcvd.code)


def test_too_long_frames_end_the_socket_and_nothing_else(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    for frame in ("x" * 16385, "x" * 200_000, b"x" * 16385, "[" * 16385):
        with me.at(table) as chair:
            chair.hello()
            chair.link.send(frame)
            assert closed(chair) == 1009
    with me.at(table) as chair:
        chair.hello()
        chair.send(type="why_not", text="x" * 150)
        assert chair.next()["type"] == "refusal"


def test_who_sends_far_too_many_messages_is_sent_away_and_nobody_else(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "message", Rate(20, 3600.0))
    me, other = Visitor(here.address), Visitor(here.address)
    table = me.new("left")
    with me.at(table) as chair, other.at(table) as watcher, Visitor(here.address).at(table) as another:
        for one in (chair, watcher, another):
            one.hello()
        for flooding in (chair, watcher):
            for _ in range(19):
                flooding.send(type="ping")
                flooding.until(lambda m: m["type"] == "pong")
            flooding.send(type="ping")
            assert flooding.until(lambda m: m["type"] != "table")["code"] == "too_fast"
            assert closed(flooding) == 1008
        another.send(type="ping")
        another.until(lambda m: m["type"] == "pong")
    with me.at(table) as chair:  # another socket of the same person is none the better
        chair.send(type="hello", protocol=1, version=-1)
        assert chair.next()["code"] == "too_fast"


def test_a_table_that_is_not_there(here: Running) -> None:
    me = Visitor(here.address)
    for table in ("nowhere", "x" * 200, "%00", "%ff"):
        with me.at(table) as chair:
            assert chair.next() == {"type": "error", "code": "no_table", "public_reason": "There is no such table."}
            assert closed(chair) == 4404
        absent = me.get(f"/api/tables/{table}/record")
        assert absent.status_code == 404
    mine = me.new("left")
    assert me.get(f"/api/tables/{mine}/record").json() == me.get("/api/tables/nowhere/record").json()


def test_requests_from_other_sites_are_refused(here: Running) -> None:
    me = Visitor(here.address)
    table = me.new("left")
    for origin in ("http://evil.example", "null", "https://127.0.0.1", f"http://{here.address}.evil.example"):
        with pytest.raises(InvalidStatus) as refused, me.at(table, Origin=origin):
            pass
        assert refused.value.response.status_code == 403
        answer = me.post("/api/tables", json={"game": "counting"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    with me.at(table, Origin=f"http://{here.address}") as chair:
        assert chair.hello()["view"]["seat"] == "left"
    assert me.post("/api/tables", json={"game": "counting"}, headers={"origin": f"http://{here.address}"}).status_code == 201


def test_a_page_elsewhere_cannot_reach_a_local_server_by_a_name_of_its_own(here: Running) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:80", ""):
        assert Visitor(here.address).get("/api/games", headers={"host": host}).status_code == 403
    port = here.address.split(":")[1]
    for host in ("localhost", f"localhost:{port}", "127.0.0.1", f"[::1]:{port}"):
        assert Visitor(here.address).get("/api/games", headers={"host": host}).status_code == 200


def test_bodies_that_are_no_orders(here: Running) -> None:
    me = Visitor(here.address)
    for body in (b"", b"{", b"\xff\xfe", b"[" * 9000, b'{"game": "counting"', b'{"game": "\xed\xa0\x80"}'):
        answer = me.post("/api/tables", content=body)
        assert (answer.status_code, set(answer.json())) == (400, {"code", "public_reason"}), body
    answer = me.post("/api/tables", content=b" " * 17000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
    assert me.ask("DELETE", "/api/tables").json()["code"] == "no_method"
    assert me.post("/api/games").status_code == 405
    assert me.get("/api/nothing").json()["code"] == "not_found"


def test_the_cookie_is_for_the_server_alone(here: Running) -> None:
    answer = Visitor(here.address).post("/api/tables", json={"game": "counting", "seat": "left"})
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert len(cookie.split("=")[1].split(";")[0]) >= 43
    proxied = Visitor(here.address, {cookie.split("=")[0]: "planted"}).post("/api/tables", json={"game": "counting", "seat": "left"})
    assert "planted" not in proxied.headers["set-cookie"]


def test_one_secret_opens_all_seats_of_a_visitor_and_no_other(here: Running) -> None:
    me = Visitor(here.address)
    tables = [me.new("left"), me.new("right")]
    assert len(me.cookies) == 1
    for table, seat in zip(tables, ("left", "right"), strict=True):
        with me.at(table) as chair:
            assert chair.hello()["view"]["seat"] == seat
    name = next(iter(me.cookies))
    for shown in ("", "x", "x" * 5000, me.cookies[name][:-1]):
        with Visitor(here.address, {name: shown}).at(tables[0]) as chair:
            assert chair.hello()["view"]["seat"] is None


def test_every_answer_carries_the_security_headers(here: Running) -> None:
    me = Visitor(here.address)
    for path in ("/", "/style.css", "/api/games", "/api/tables", "/api/nothing", "/api/tables/x/record", "/health/live", "/health/ready"):
        headers = me.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
        if path.startswith(("/api", "/health")):
            assert headers["cache-control"] == "no-store"


def shaken(address: str, table: str, extension: str = "", receive_buffer: int = 0) -> socket.socket:
    """A bare connection to a table, after the handshake."""
    bare = socket.socket()
    bare.settimeout(PATIENCE)
    if receive_buffer:
        bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    bare.connect(("127.0.0.1", int(address.split(":")[1])))
    request = f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{extension}"
    bare.sendall((request + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += bare.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    return bare


def frame(first: int, payload: bytes = b"") -> bytes:
    """A frame of a client, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + payload


def close_code(bare: socket.socket) -> int:
    """The code that the server closes with."""
    stream = bare.makefile("rb")
    while True:
        first, size = stream.read(2)
        payload = stream.read(size if size < 126 else int.from_bytes(stream.read(2 if size == 126 else 8), "big"))
        if first == 0x88:
            return int.from_bytes(payload[:2], "big")


DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
BOMB = zlib.compress(b" " * 10_000_000, 9)[2:-4]


@pytest.mark.parametrize(
    ("frames", "extension", "code"),
    [
        pytest.param(b"\x81\x02{}", "", 1002, id="not masked"),
        pytest.param(frame(0xC1, b"{}"), "", 1002, id="a reserved bit"),
        pytest.param(frame(0x83, b"{}"), "", 1002, id="a reserved kind"),
        pytest.param(frame(0x80, b"{}"), "", 1002, id="goes on with nothing"),
        pytest.param(frame(0x01, b"{") + frame(0x81, b"}"), "", 1002, id="begins twice"),
        pytest.param(frame(0x89, b"x" * 126), "", 1002, id="a long ping"),
        pytest.param(frame(0x09, b"x"), "", 1002, id="a ping in parts"),
        pytest.param(frame(0x88, b"\x03\xed"), "", 1002, id="closed with a code that nobody may send"),
        pytest.param(frame(0x88, b"x"), "", 1002, id="closed with half a code"),
        pytest.param(frame(0x81, b"\xff\xfe"), "", 1007, id="no UTF-8"),
        pytest.param(frame(0x81, b"\xed\xa0\x80"), "", 1007, id="a surrogate"),
        pytest.param(b"\x81\xff" + (2**62).to_bytes(8, "big") + bytes(4), "", 1009, id="promises too much"),
        pytest.param(frame(0x01, b"x" * 9000) + frame(0x80, b"x" * 9000), "", 1009, id="too long in parts"),
        pytest.param(frame(0x01) + frame(0x00, b"x") * 20_000, "", 1009, id="20,000 parts"),
        pytest.param(frame(0xC1, BOMB), DEFLATE, 1009, id="10 KB that inflate to 10 MB"),
    ],
)
def test_frames_that_break_the_protocol_end_their_socket_with_its_code_and_nothing_else(
    wire: tuple[Running, Visitor, str], frames: bytes, extension: str, code: int
) -> None:
    """M1; the honest player at the same table does not notice."""
    here, me, table = wire
    with me.at(table) as chair, shaken(here.address, table, extension) as bare:
        total = chair.hello()["view"]["total"]
        bare.sendall(frame(0x81, b'{"type": "hello", "protocol": 1, "version": -1}'))
        bare.sendall(frames)
        assert close_code(bare) == code
        assert chair.play("add 1")["view"]["total"] == total + 1


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Visitor, str]]:
    """A server with somebody who plays at a table of it."""
    with running(tmp_path_factory.mktemp("wire") / "games.sqlite3") as here:
        me = Visitor(here.address)
        yield here, me, me.new("left")


def test_a_reader_who_is_too_slow_is_let_go() -> None:
    box, long = session.Outbox(), session.Outbox()
    taken = []
    for _ in range(session.MOST_WAITING + 1):
        box.put(encode(Pong()))
        taken.append(not box.full)
    assert taken == [True] * session.MOST_WAITING + [False]
    for answer, full in ((Error("x", "y" * (session.MOST_WAITING_BYTES + 1)), False), (Pong(), True)):
        long.put(encode(answer))  # one message is always taken, however long
        assert long.full == full


def test_a_socket_that_never_reads_does_not_hold_up_the_table(database: Place) -> None:
    with running(database, send_buffer=4096) as here, socket.socket() as deaf:
        me = Visitor(here.address)
        table = me.new("left")
        deaf.settimeout(PATIENCE)
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", int(here.address.split(":")[1])))
        request = f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {here.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        deaf.sendall((request + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"
        hello = b'{"type": "hello", "protocol": 1, "version": -1}'
        deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        with me.at(table) as chair:
            chair.hello()
            live = here.server.tables._live[table]
            sent = 0
            while len(live.watchers) > 1:  # until the server has let it go
                sent += 1
                assert sent < 3000
                chair.send(type="pace", ms=live.pace % 2 + 1)
                chair.until(lambda m: m["type"] == "table")
            assert chair.play("add 1")["view"]["total"] == 1
