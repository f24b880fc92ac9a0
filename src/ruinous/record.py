"""Records of games (`.ruin`, JSON lines): write, read, replay and check them (docs/formats.md section 2).

A record holds the real choices only; whatever had a single option the engine takes again by itself. Reading trusts
nothing: whatever does not replay is refused with the file and the line at fault.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from ruinous import games
from ruinous.games import IllegalAction, Rules, State
from ruinous.text import texts

RECORD_VERSION = 1
_FIELDS = ("record", "game", "rules", "options", "seats", "seed", "keyed", "position")
_SEED_LIMIT = 2**62


class BadRecord(ValueError):
    """A record that cannot be believed; the text begins with the file and the line at fault."""

    def __init__(self, where: str, line: int, what: str) -> None:
        super().__init__(f"{where}:{line}: {what}")
        self.line = line
        self.what = what


def _say(key: str, **values: str | int) -> str:
    return texts("record").say(key, **values)


def chance(secret: bytes, moment: int | str) -> int:
    """The generator of a keyed game: before action number n it is set to `chance(secret, n)`.

    The set-up runs on `chance(secret, "setup")`. 62 bits of HMAC-SHA256, so that nobody can tell dice before they fall,
    and everybody can recompute them once the secret is out.
    """
    digest = hmac.digest(secret, str(moment).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") % _SEED_LIMIT


def seal(secret: bytes) -> str:
    """What a keyed game shows of its secret from the start: the SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


# ---- writing -----------------------------------------------------------------------------------------------
def _line(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False) + "\n"


class Writer:
    """Plays a game and writes its record as it goes: one whole line an action, so that a crash loses nothing.

    `state` is at its start; `options` are those it was made with. Its chance is named by one of `seed` and `secret`
    (a keyed game; the secret is written at the end only), its beginning by `position` where it was no set-up.
    """

    def __init__(
        self,
        sink: TextIO,
        rules: Rules,
        state: State,
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self.played = 0
        self._sink = sink
        self._secret = secret
        self._round = rules.round(state)
        header: dict[str, Any] = {
            "record": RECORD_VERSION,
            "game": rules.name,
            "rules": rules.version,
            "options": dict(options),
            "seats": list(rules.seats(state)),
        }
        if secret is not None:
            header["keyed"] = seal(secret)
        elif seed is not None:
            header["seed"] = seed
        if position is not None:
            header["position"] = dict(position)
        self._write(header)

    def play(self, action: int) -> None:
        """Play a legal action and write it. Raises IllegalAction, and then nothing is written."""
        if action not in self.state.legal_actions():
            raise IllegalAction(f"action {action} is not legal here")
        text = self.rules.text(self.state, action)
        if self._secret is not None:
            self.state.set_chance(chance(self._secret, self.played))
        self.state.apply(action)
        self._write(["a", self.played, text])
        if self.state.over:
            self._write(["c", self.played, self.rules.checksum(self.state)])
            if self._secret is not None:
                self._write(["key", self._secret.hex()])
            self._write(["end", self.rules.outcome(self.state)])
        elif self.rules.round(self.state) != self._round:
            self._round = self.rules.round(self.state)
            self._write(["c", self.played, self.rules.checksum(self.state)])
        self.played += 1

    def put_away(self) -> None:
        """Write a checksum of the state as it stands, for a game that is left unfinished."""
        if self.played and not self.state.over:
            self._write(["c", self.played - 1, self.rules.checksum(self.state)])

    def _write(self, thing: object) -> None:
        self._sink.write(_line(thing))
        self._sink.flush()


# ---- reading -----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Record:
    """A record as read: well formed, but not yet replayed."""

    where: str  # the file, for messages
    rules: Rules
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: int | None
    keyed: str | None
    position: Mapping[str, Any] | None
    actions: tuple[str, ...]
    lines: tuple[int, ...]  # the line of each action
    checksums: Mapping[int, tuple[int, str]]  # after which action: line, checksum
    secret: bytes | None
    end: Mapping[str, Any] | None
    last_line: int

    def start(self) -> State:
        """The state before the first action, with its log on. Raises BadRecord when the first line cannot be played."""
        if self.keyed is not None and self.secret is None:
            raise BadRecord(self.where, 1, _say("no_key"))
        seed = chance(self.secret, "setup") if self.secret is not None else self.seed
        try:
            if self.position is None:
                assert seed is not None  # read() has seen to it
                state: State = self.rules.new(self.options, seed)
            else:
                state = self.rules.from_position(self.position, seed)
        except ValueError as problem:
            raise BadRecord(self.where, 1, str(problem)) from None
        if self.rules.seats(state) != self.seats:
            raise BadRecord(self.where, 1, _say("seats", seats=", ".join(self.rules.seats(state)), given=", ".join(self.seats)))
        return state


def read(path: Path | str) -> Record:
    """Read a record. Raises BadRecord naming the line at fault, OSError when the file cannot be read."""
    where = str(path)
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError:
        raise BadRecord(where, 1, _say("no_text")) from None
    return parse(text, where)


def parse(text: str, where: str = "record") -> Record:
    """Read a record from its text; `where` is what messages call it. Raises BadRecord."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise BadRecord(where, 1, _say("empty"))
    rules, header = _header(where, _json(where, lines, 1))
    actions: list[str] = []
    places: list[int] = []
    checksums: dict[int, tuple[int, str]] = {}
    secret: bytes | None = None
    end: Mapping[str, Any] | None = None
    for number in range(2, len(lines) + 1):
        entry = _json(where, lines, number)
        if end is not None:
            raise BadRecord(where, number, _say("after_end"))
        match entry:
            case ["a", int(n), str(action)]:
                if n != len(actions):
                    raise BadRecord(where, number, _say("missing", wanted=len(actions), found=n))
                actions.append(action)
                places.append(number)
            case ["c", int(n), str(checksum)]:
                if n != len(actions) - 1:
                    raise BadRecord(where, number, _say("misplaced", n=n, last=len(actions) - 1))
                checksums[n] = (number, checksum)
            case ["key", str(key)]:
                secret = _secret(where, number, key, header.get("keyed"))
            case ["end", dict(end)]:
                pass
            case _:
                raise BadRecord(where, number, _say("no_line", line=lines[number - 1][:60]))
    return Record(
        where,
        rules,
        header["options"],
        tuple(header["seats"]),
        header.get("seed"),
        header.get("keyed"),
        header.get("position"),
        tuple(actions),
        tuple(places),
        checksums,
        secret,
        end,
        len(lines),
    )


def _json(where: str, lines: list[str], number: int) -> object:
    try:
        return json.loads(lines[number - 1])
    except (ValueError, RecursionError):
        line = lines[number - 1][:60]
        said = _say("cut_off", line=line) if number == len(lines) and number > 1 else _say("no_json", line=line)
        raise BadRecord(where, number, said) from None


def _secret(where: str, number: int, key: str, keyed: str | None) -> bytes:
    try:
        secret = bytes.fromhex(key)
    except ValueError:
        raise BadRecord(where, number, _say("no_hexadecimal")) from None
    if keyed is None or seal(secret) != keyed:
        raise BadRecord(where, number, _say("wrong_key"))
    return secret


def _header(where: str, header: object) -> tuple[Rules, dict[str, Any]]:
    def wrong(what: str) -> BadRecord:
        return BadRecord(where, 1, what)

    if not isinstance(header, dict) or "record" not in header:
        raise wrong(_say("no_record"))
    if header["record"] != RECORD_VERSION:
        raise wrong(_say("form", form=str(header["record"]), ours=RECORD_VERSION))
    for name, form in {"game": str, "rules": int, "options": dict, "seats": list}.items():
        if not isinstance(header.get(name), form):
            raise wrong(_say("field", name=name))
    if unknown := sorted(set(header) - set(_FIELDS)):
        raise wrong(_say("unknown", names=", ".join(unknown)))
    try:
        rules = games.game(header["game"])
    except LookupError as problem:
        raise wrong(str(problem.args[0])) from None
    if header["rules"] != rules.version:
        raise wrong(_say("rules", theirs=header["rules"], game=rules.name, ours=rules.version))
    try:
        header["options"] = rules.read_options(header["options"])
    except ValueError as problem:
        raise wrong(str(problem)) from None
    seed, keyed, position = header.get("seed"), header.get("keyed"), header.get("position")
    if seed is not None and (type(seed) is not int or not 0 <= seed < _SEED_LIMIT):
        raise wrong(_say("bad_seed", seed=repr(seed)))
    if (keyed is None) == (seed is None):
        raise wrong(_say("one_chance"))
    if not isinstance(keyed, str | None) or not isinstance(position, dict | None):
        raise wrong(_say("wrong_form"))
    return rules, header


# ---- replaying ---------------------------------------------------------------------------------------------
def replay(record: Record, state: State | None = None) -> Iterator[tuple[int, int, State]]:
    """Play a record again from `state` (by default `record.start()`), checking every line.

    Yields (number, action, state) before each action and, after the last, (number of actions, -1, state). The state is
    one and the same object throughout. Raises BadRecord at the first line that does not hold.
    """
    rules, where = record.rules, record.where
    if state is None:
        state = record.start()
    for n, text in enumerate(record.actions):
        line = record.lines[n]
        if state.over:
            raise BadRecord(where, line, _say("over"))
        try:
            action = rules.parse(state, text)
        except ValueError as problem:
            raise BadRecord(where, line, str(problem)) from None
        yield n, action, state
        if record.secret is not None:
            state.set_chance(chance(record.secret, n))
        try:
            state.play(action)
        except ValueError:
            raise BadRecord(where, line, _say("impossible", action=text)) from None
        if n in record.checksums:
            _compare(record, n, rules.checksum(state))
    _check_end(record, state)
    yield len(record.actions), -1, state


def _compare(record: Record, n: int, found: str) -> None:
    line, wanted = record.checksums[n]
    if found != wanted:
        since = max((m for m in record.checksums if m < n), default=-1) + 1
        raise BadRecord(
            record.where,
            line,
            _say("checksum", wanted=wanted, found=found, first=record.lines[since], last=line),
        )


def _check_end(record: Record, state: State) -> None:
    outcome = record.rules.outcome(state)
    if record.end is None:
        if outcome is not None:
            raise BadRecord(record.where, record.last_line, _say("breaks_off"))
    elif outcome is None:
        raise BadRecord(record.where, record.last_line, _say("goes_on"))
    elif record.end != outcome:
        raise BadRecord(record.where, record.last_line, _say("other_end", told=json.dumps(record.end), found=json.dumps(outcome)))


def finished(record: Record) -> State:
    """The state after the last action of a record that holds. Raises BadRecord."""
    for _n, _action, state in replay(record):
        last = state
    return last
