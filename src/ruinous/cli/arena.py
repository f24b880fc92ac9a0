"""`ruinous arena`: which bot is stronger, by how much, and how sure that is."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ruinous.cli.common import (
    BadInput,
    Failed,
    Names,
    bot_failed,
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
from ruinous.cli.speech import say
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
            self.fail(say("problems.two_shares", value=repr(value)), param, ctx)
        if not 0 <= low < high <= 1:
            self.fail(say("problems.shares_between", value=repr(value)), param, ctx)
        return low, high


@click.command()
@game_argument
@click.option("--bots", type=Names(), required=True)
@click.option("--blocks", type=click.IntRange(1), default=100, show_default=True)
@click.option("--all", "everybody", is_flag=True)
@click.option("--sprt", type=Shares())
@click.option("--no-peek", type=click.IntRange(1))
@game_options
@seed_option
@jobs_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path))
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
    """Bots against bots in paired games: every seat for every bot, with the same chance."""
    from ruinous.lab.arena_file import ForeignFile
    from ruinous.lab.arena_result import Result
    from ruinous.lab.players import BotFailed
    from ruinous.lab.sim import fresh_seed

    if sprt is not None and (everybody or len(set(bots)) != 2):
        raise click.UsageError(say("problems.sprt_two"))
    if not bots:
        raise click.UsageError(say("problems.no_bots"))
    seed = fresh_seed() if seed is None else seed
    if no_peek is not None:
        _honest(rules, bots, no_peek, seed, as_json)
        return
    plan = _plan(rules, bots, everybody, players, pairs, seed)
    try:
        found, test = _played(plan, blocks, sprt, jobs, out, as_json)
    except ForeignFile as problem:
        raise BadInput(str(problem)) from None
    except BotFailed as problem:
        raise bot_failed(problem) from None
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
    console().print(say("arena.again", command=shlex.join(again)), soft_wrap=True)


def _honest(rules: Rules, bots: Sequence[str], decisions: int, seed: int, as_json: bool) -> None:
    """Whether the bots decide the same in another world that they cannot tell from the game. Raises Failed where one does not."""
    from ruinous.lab.honesty import check
    from ruinous.lab.players import BotFailed

    try:
        found = {bot: check(rules, bot, decisions, seed) for bot in bots}
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None
    except BotFailed as problem:
        raise bot_failed(problem) from None
    if as_json:
        emit({bot: {"decisions": of.decisions, "hidden": of.hidden, "differences": len(of.differences)} for bot, of in found.items()})
    else:
        for bot, of in found.items():
            told: dict[str, str | int] = {"bot": bot, "decisions": of.decisions, "hidden": of.hidden}
            changed = len(of.differences)
            click.echo(say("arena.peeks", changed=changed, **told) if changed else say("arena.honest", **told))
    if differences := [difference for of in found.values() for difference in of.differences]:
        raise Failed("\n".join(say("arena.difference", **asdict(difference)) for difference in differences[:10]))


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
    with progress(say("blocks_bar"), blocks * len(plan.matches), quiet) as done:
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
    said = {heading: say(f"arena.{heading}") for heading in ("share", "interval", "rank", "points", "more")}
    _print_table(("", said["share"], said["interval"], "Elo", said["interval"], said["rank"], said["points"]), rows)
    out.print(say("arena.nobody", share=_percent(document["none_share"]), par=f"{document['par']:.1%}"))
    if "matrix" in document:
        out.print("\n" + say("arena.matrix"))
        matrix = document["matrix"]
        cells = [[a, *("" if a == b else f"{_percent(matrix[a][b])} ({_range(matrix[a][b])})" for b in bots)] for a in bots]
        _print_table(("", *bots), cells)
    if len(bots) > 1:
        out.print("\n" + say("arena.chairs_more", bot=bots[-1]))
    seats = document["by_seat"]
    _print_table(
        ("", *(heading for bot in bots for heading in ((bot, said["more"]) if bot != bots[-1] else (bot,)))),
        [[_chair(words, chair), *(cell for bot in bots for cell in _cells(document, chair, bot, bots[-1]))] for chair in seats],
    )
    if "sprt" in document:
        test = document["sprt"]
        told = {"high": f"{test['high']:.1%}", "low": f"{test['low']:.1%}", "ratio": test["ratio"], "bound": test["bound"]}
        out.print("\n" + say(f"arena.{test['verdict'] or 'open'}", **told))
    rounds = document["rounds"]
    ends = ", ".join(f"{words('reason.' + reason)} {times}" for reason, times in document["reasons"].items())
    out.print("\n" + say("arena.ended", reasons=ends, mean=f"{rounds['mean']:.1f}", low=rounds["p10"], high=rounds["p90"]))
    out.print(say("arena.count", **{what: document[what] for what in ("blocks", "games", "decisions")}))


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
    return say("arena.chair", seat=words(seat), deck=deck) if deck else words(seat)


def _percent(estimate: Mapping[str, float]) -> str:
    return f"{estimate['mean']:.1%}"


def _elo(estimate: Mapping[str, float | None]) -> str:
    low, high = estimate["low"], estimate["high"]
    return "?" if low is None or high is None else say("arena.range", low=f"{low:+.0f}", high=f"{high:+.0f}")


def _range(estimate: Mapping[str, float | None]) -> str:
    low, high = ("?" if limit is None else f"{100 * limit:.1f}" for limit in (estimate["low"], estimate["high"]))
    return say("arena.range", low=low, high=f"{high}%")
