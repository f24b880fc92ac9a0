"""`ruinous replay`, `ruinous verify`, `ruinous judge`: records and positions."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ruinous import games, record
from ruinous.cli.common import BadInput, Failed, console, emit, json_option, names
from ruinous.cli.speech import say
from ruinous.games import Rules
from ruinous.text import texts

_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.command()
@_file
@click.option("--at", type=click.IntRange(0))
@click.option("--check", is_flag=True)
@json_option
def replay(file: Path, at: int | None, check: bool, as_json: bool) -> None:
    """Play a record again and tell its story; every line is checked on the way."""
    if check:
        _check(file, as_json)
        return
    try:
        found = record.read(file)
        if at is not None and at > len(found.actions):
            raise BadInput(say("problems.at_most", at=at, actions=len(found.actions)))
        for n, _action, state in record.replay(found):  # noqa: B007  (the last state stays)
            if n == at:
                break
    except record.BadRecord as problem:
        raise BadInput(str(problem)) from None
    rules = found.rules
    events = rules.events(state, None)
    view = rules.view(state, None)
    if as_json:
        outcome = rules.outcome(state)
        emit(
            {
                "game": rules.name,
                "actions": len(found.actions),
                "at": n,
                "checksum": rules.checksum(state),
                "view": view,
                "events": events,
                "outcome": outcome,
            }
        )
        return
    from ruinous.terminal.boards import BOARDS

    out = console()
    words = names(rules)
    for event in events:
        out.print("  " * event["level"] + event["text"])
    out.print()
    for part in BOARDS[rules.name].show(view, words):
        out.print(part)
    out.print(rules.prompt(state, None))


def _check(file: Path, as_json: bool, keyed: bool = False) -> None:
    """Check a record; one line or document about it. Raises Failed when it does not hold."""
    document: dict[str, Any] = {
        "file": str(file),
        "holds": False,
        "actions": 0,
        "checksums": 0,
        "finished": False,
        "outcome": None,
        "error": None,
    }
    found = None
    try:
        found = record.read(file)
        if keyed and found.keyed is None:
            raise BadInput(say("problems.not_hosted", file=str(file)))
        document |= {"actions": len(found.actions), "checksums": len(found.checksums), "finished": found.end is not None}
        outcome = found.rules.outcome(record.finished(found))
    except record.BadRecord as problem:
        document["error"] = str(problem)
        if as_json:
            emit(document)
        unread = found is None and problem.line == 1  # no record at all: nothing that a check could tell
        raise (BadInput if unread else Failed)(str(problem)) from None
    document |= {"holds": True, "outcome": outcome}
    if as_json:
        emit(document)
        return
    words = names(found.rules)
    said = texts("judge")
    winners = [] if outcome is None else [words(seat) for seat in outcome["winners"]]
    end = said.say("unfinished") if outcome is None else said.say("won", winners=said.raw("and").join(winners) or said.say("nobody"))
    promised = said.say("keyed") if found.keyed else ""
    click.echo(said.say("holds", file=str(file), end=end, keyed=promised, actions=len(found.actions), checksums=len(found.checksums)))


@click.command()
@_file
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Check the dice of a finished hosted game: they were fixed before the first action, and nobody changed them."""
    _check(file, as_json, keyed=True)


class _Dice(click.ParamType[tuple[int, ...]]):
    name = "faces"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        faces = str(value).replace(",", " ").split()
        if not all(face in ("1", "2", "3", "4", "5", "6") for face in faces):
            self.fail(say("problems.faces"), param, ctx)
        return tuple(int(face) for face in faces)


@click.command()
@_file
@click.option("--until", required=True, metavar="PHASE")
@click.option("--choose", "choices", metavar="ACTION", multiple=True)
@click.option("--dice", type=_Dice(), default=())
@json_option
def judge(file: Path, until: str, choices: Sequence[str], dice: Sequence[int], as_json: bool) -> None:
    """From a position to the end of a phase, sum by sum: supremacy, corruption, ruin, heroes, dials."""
    from ruinous.judge import BadChoice, judge

    position = _position(file)
    rules = _rules(file, position)
    try:
        verdict = judge(rules, position, until, choices, dice)
    except games.BadPosition as problem:
        raise BadInput(
            "\n".join([texts("judge").say("cannot_be", file=str(file)), *(f"  {reason}" for reason in problem.reasons)])
        ) from None
    except BadChoice as problem:
        raise BadInput(str(problem)) from None
    if as_json:
        emit(verdict.document())
        return
    for event in verdict.events:
        click.echo("  " * event["level"] + event["text"])
    if not verdict.events and verdict.pending is None:
        click.echo(texts("judge").say("nothing", until=until))
    if verdict.pending is not None:
        click.echo("\n" + texts("judge").say("stopped", text=verdict.pending["text"]))
        for text in verdict.pending.get("choices", ()):
            click.echo(f"  --choose {json.dumps(text)}")


def _position(file: Path) -> Mapping[str, Any]:
    try:
        position = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as problem:
        raise BadInput(say("problems.no_json", file=str(file), problem=str(problem))) from None
    if not isinstance(position, dict):
        raise BadInput(say("problems.no_position", file=str(file)))
    return position


def _rules(file: Path, position: Mapping[str, Any]) -> Rules:
    try:
        return games.game(str(position.get("game", "")))
    except LookupError as problem:
        raise BadInput(f"{file}: {problem.args[0]}") from None
