"""A bot that plays a whole game over the wire, with nothing of Ruinous but docs/protocol.md. It needs `pip install websockets`.

python examples/wire_bot.py http://127.0.0.1:8000 oldworld khorne [SEED]
"""

import json
import random
import sys
import urllib.request
import uuid
from typing import Any

from websockets.sync.client import ClientConnection, connect


def make_table(server: str, game: str, seat: str) -> tuple[str, str]:
    """Make a table with bots in all other seats. Returns its name and the cookie that opens our seat."""
    order = json.dumps({"game": game, "seat": seat}).encode()
    request = urllib.request.Request(f"{server}/api/tables", order, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["table"], answer.headers["Set-Cookie"].split(";")[0]


def choose(state: dict[str, Any], chance: random.Random) -> int:
    """The number of the action to play. This is the place for a better idea: `state["view"]` is all that our seat sees."""
    action: int = chance.choice(state["legal"])["id"]
    return action


def play(socket: ClientConnection, chance: random.Random) -> dict[str, Any]:
    """Play until the game is over. Returns the last state."""

    def send(**message: Any) -> None:
        socket.send(json.dumps(message))

    send(type="hello", protocol=1, version=-1)
    send(type="pace", ms=0)  # the other bots need not wait for eyes
    answered = -1  # the version that we have acted on
    for frame in socket:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "error":
            raise SystemExit(f"{message['code']}: {message['public_reason']}")
        if message["type"] != "state":
            continue  # our action is on the disk ("ack"); the state that it leads to follows
        if message["table"]["over"]:
            return message
        if message["legal"] and message["version"] != answered:
            answered = message["version"]
            send(type="act", action_id=str(uuid.uuid4()), version=answered, action=choose(message, chance))
    raise SystemExit("the server has closed the socket")


if __name__ == "__main__":
    server, game, seat, *seed = sys.argv[1:]
    table, cookie = make_table(server, game, seat)
    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/ws", additional_headers={"Cookie": cookie}) as socket:
        print(json.dumps(play(socket, random.Random(*seed))["view"]["outcome"]))
