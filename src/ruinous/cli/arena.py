"""`ruinous arena`: which bot is stronger, by how much, and how sure that is."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ruinous.cli.common import (
    BadInput,
    Failed,
    Names,
    console,
    emit,
    game_argument,
    game_options,
    jobs_option,
    json_option,
    names,
    progress,
    read_options,
    seed_option,
)
from ruinous.games import Rules


class Shares(click.ParamType[tuple[float, float]]):
    """Two shares, LOW,HIGH, between 0 and 1."""

    name = "low,high"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            low, high = map(float, str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not two shares like 0.25,0.30", param, ctx)
        if not 0 <= low < high <= 1:
            self.fail(f"{value!r} is not a lower and a higher share between 0 and 1", param, ctx)
        return low, high


@click.command()
@game_argument
@click.option("--bots", type=Names(), required=True, help="Who plays; the last one takes all further seats. `peek:NAME` sees everything.")
@click.option("--blocks", type=click.IntRange(1), default=100, show_default=True, help="How many blocks of paired games, at most.")
@click.option("--all", "everybody", is_flag=True, help="Each bot as challenger of each other one.")
@click.option("--sprt", type=Shares(), help="Stop when the first bot's share is told to be LOW or HIGH: a sequential test of two bots.")
@click.option("--no-peek", type=click.IntRange(1), help="Play no match: check so many decisions of each bot for knowledge it cannot have.")
@game_options
@seed_option
@jobs_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file that keeps finished blocks; running again goes on.")
@json_option
def arena(
    rules: Rules,
    bots: Sequence[str],
    blocks: int,
    everybody: bool,
    sprt: tuple[float, float] | None,
    no_peek: int | None,
    players: Sequence[str] | None,
    pairs: Sequence[str],
    seed: int | None,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Bots against bots in paired games: every seat for every bot, with the same chance.

    A block is a few games from one seed. Two bots: the first, the challenger, sits on each chair once against the other on all
    the rest. `--players 3` goes through every choice of three Powers.

    \b
    ruinous arena oldworld --bots rules,random --blocks 50
    ruinous arena casters --bots rules,random --blocks 400 --out rules.jsonl
    ruinous arena oldworld --bots mine.py:Bot,rules --sprt 0.25,0.30 --blocks 2000
    ruinous arena oldworld --bots rules,random --players 3
    ruinous arena casters --bots rules --no-peek 500
    """
    from ruinous.lab.arena_file import ForeignFile
    from ruinous.lab.arena_result import Result
    from ruinous.lab.sim import fresh_seed

    if sprt is not None and (everybody or len(set(bots)) != 2):
        raise click.UsageError("--sprt compares two bots")
    if not bots:
        raise click.UsageError("--bots names nobody")
    seed = fresh_seed() if seed is None else seed
    if no_peek is not None:
        _honest(rules, bots, no_peek, seed, as_json)
        return
    plan = _plan(rules, bots, everybody, players, pairs, seed)
    try:
        found, test = _played(plan, blocks, sprt, jobs, out, as_json)
    except ForeignFile as problem:
        raise BadInput(str(problem)) from None
    document = Result(plan, found).document()
    if test is not None:
        document["sprt"] = test.document()
    if as_json:
        emit(document)
        return
    _show(rules, document)
    again = ["ruinous", "arena", rules.name, "--bots", ",".join(bots), "--blocks", str(blocks), "--seed", str(seed)]
    again += ["--all"] if everybody else []
    again += ["--sprt", ",".join(map(str, sprt))] if sprt else []
    again += ["--players", ",".join(players)] if players else []
    again += [word for pair in pairs for word in ("--option", pair)]
    console().print(f"Again: {shlex.join(again)}", soft_wrap=True)


def _honest(rules: Rules, bots: Sequence[str], decisions: int, seed: int, as_json: bool) -> None:
    """Whether the bots decide the same in another world that they cannot tell from the game. Raises Failed where one does not."""
    from ruinous.lab.honesty import check

    try:
        found = {bot: check(rules, bot, decisions, seed) for bot in bots}
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None
    if as_json:
        emit({bot: {"decisions": of.decisions, "hidden": of.hidden, "differences": len(of.differences)} for bot, of in found.items()})
    else:
        for bot, of in found.items():
            told = f"{len(of.differences)} changed with what it cannot know" if of.differences else "none changed with what it cannot know"
            click.echo(f"{bot}: {of.decisions} decisions, something hidden at {of.hidden}; {told}.")
    if differences := [difference for of in found.values() for difference in of.differences]:
        raise Failed("\n".join(map(str, differences[:10])))


def _plan(rules: Rules, bots: Sequence[str], everybody: bool, players: Sequence[str] | None, pairs: Sequence[str], seed: int) -> Any:
    from ruinous.lab import arena as lab

    number = int(players[0]) if players and len(players) == 1 and players[0].isdecimal() else None
    options = read_options(rules, None if number is not None else players, pairs)
    try:
        return lab.plan(rules, options, number, bots, seed, everybody)
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None


def _played(plan: Any, blocks: int, sprt: tuple[float, float] | None, jobs: int | None, out: Path | None, quiet: bool) -> Any:
    """The blocks, and the test if there is one. Raises ForeignFile."""
    from ruinous.lab.arena_file import played
    from ruinous.lab.arena_result import challenger
    from ruinous.lab.arena_sprt import Test
    from ruinous.lab.jobs import processors

    test = None if sprt is None else Test(*sprt)
    found = []
    with progress("blocks", blocks * len(plan.matches), quiet) as done:
        for block in played(plan, blocks, out, jobs or processors(), done):
            found.append(block)
            if test is not None:
                test.shares.append(challenger(plan, block))
                if test.verdict is not None:
                    break
    return found, test


def _show(rules: Rules, document: Mapping[str, Any]) -> None:
    words = names(rules)
    out = console()
    bots = document["bots"]
    rows = [
        [
            bot,
            _percent(document["share"][bot]),
            _range(document["share"][bot]),
            f"{document['elo'][bot]['mean']:+.0f}" if bot != bots[-1] else "0",
            "" if bot == bots[-1] else _elo(document["elo"][bot]),
            f"{document['rank'][bot]['mean']:.2f}",
            f"{document['score'][bot]['mean']:.1f}",
        ]
        for bot in bots
    ]
    _print_table(("", "share", "95% interval", "Elo", "95% interval", "rank", "points"), rows)
    nobody = document["none_share"]
    out.print(f"Nobody won {_percent(nobody)} of the games; par for each seat {document['par']:.1%}.")
    if "matrix" in document:
        out.print("\nShare of the challenger (row) against the others (column):")
        matrix = document["matrix"]
        cells = [[a, *("" if a == b else f"{_percent(matrix[a][b])} ({_range(matrix[a][b])})" for b in bots)] for a in bots]
        _print_table(("", *bots), cells)
    if len(bots) > 1:
        out.print(f"\nBy chair, and how much larger than the share of {bots[-1]} on the same chair with the same chance:")
    seats = document["by_seat"]
    _print_table(
        ("", *(heading for bot in bots for heading in ((bot, "more") if bot != bots[-1] else (bot,)))),
        [[_chair(words, chair), *(cell for bot in bots for cell in _cells(document, chair, bot, bots[-1]))] for chair in seats],
    )
    if "sprt" in document:
        test = document["sprt"]
        told = {"high": f"{test['high']:.1%} rather than {test['low']:.1%}", "low": f"{test['low']:.1%} rather than {test['high']:.1%}"}
        out.print(f"\nSequential test: {told.get(test['verdict'], 'not decided')} (ratio {test['ratio']}, bound {test['bound']}).")
    rounds = document["rounds"]
    ends = ", ".join(f"{words('reason.' + reason)} {times}" for reason, times in document["reasons"].items())
    out.print(
        f"\nHow they ended: {ends}. Rounds: mean {rounds['mean']:.1f}, from {rounds['p10']} to {rounds['p90']} in eight games of ten."
    )
    out.print(f"{document['blocks']} blocks, {document['games']} games, {document['decisions']} decisions.")


def _cells(document: Mapping[str, Any], chair: str, bot: str, last: str) -> list[str]:
    found = document["by_seat"][chair].get(bot)
    if bot == last:
        return [_percent(found) if found else ""]
    return [_percent(found), f"{document['edge'][chair][bot]['mean']:+.1%} ({_range(document['edge'][chair][bot])})"] if found else ["", ""]


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for n, heading in enumerate(headings):
        table.add_column(heading, justify="right" if n else "left")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def _chair(words: Callable[[str], str], chair: str) -> str:
    seat, _, deck = chair.partition("/")
    return f"{words(seat)}, deck {deck}" if deck else words(seat)


def _percent(estimate: Mapping[str, float]) -> str:
    return f"{estimate['mean']:.1%}"


def _elo(estimate: Mapping[str, float | None]) -> str:
    low, high = estimate["low"], estimate["high"]
    return "?" if low is None or high is None else f"{low:+.0f} to {high:+.0f}"


def _range(estimate: Mapping[str, float | None]) -> str:
    low, high = ("?" if limit is None else f"{100 * limit:.1f}" for limit in (estimate["low"], estimate["high"]))
    return f"{low} to {high}%"
