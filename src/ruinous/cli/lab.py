"""`ruinous sim`, `ruinous fuzz`, `ruinous bench`: the laboratory from the command line."""

import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import ruinous
from ruinous.cli.common import (
    BadInput,
    Failed,
    GameName,
    Missing,
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
from ruinous.text import texts


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@game_options
@click.option("--bots", type=Names(), default=("random",))
@seed_option
@jobs_option
@click.option("--out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--report", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@json_option
def sim(
    rules: Rules,
    games: int,
    players: Sequence[str] | None,
    pairs: Sequence[str],
    bots: Sequence[str],
    seed: int | None,
    jobs: int | None,
    out: Path | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Many games at once, and what came of them."""
    from ruinous.lab import sim as lab
    from ruinous.lab.jobs import processors
    from ruinous.lab.players import BotFailed

    if report is not None:
        _need_report()
    plan = _plan(rules, players, pairs, bots, lab.fresh_seed() if seed is None else seed)
    plan = replace(plan, out=None if out is None else str(out), details=report is not None)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    try:
        with progress(say("games_bar"), games, quiet=as_json) as done:
            tally = lab.run(plan, games, jobs or processors(), done)
    except BotFailed as problem:
        raise bot_failed(problem) from None
    document = lab.document(plan, tally, time.perf_counter() - begun)
    if report is not None:
        from ruinous.lab.report import page

        words = names(rules)
        command = shlex.join(["ruinous", *_arguments(plan, games, players, pairs, bots)])
        heading = texts("lab").say("heading", game=words(rules.name), amount=games)
        report.write_text(page(tally, document, words, heading, command), encoding="utf-8")
    if as_json:
        emit(document)
    else:
        _show(rules, document, plan.seed)


def _plan(rules: Rules, players: Sequence[str] | None, pairs: Sequence[str], bots: Sequence[str], seed: int) -> Any:
    from ruinous.lab import sim as lab

    options = read_options(rules, players, pairs)
    try:
        return lab.plan(rules, options, bots, seed)
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None


def _arguments(plan: Any, games: int, players: Sequence[str] | None, pairs: Sequence[str], bots: Sequence[str]) -> list[str]:
    given = ["sim", plan.game, "--games", str(games), "--seed", str(plan.seed), "--bots", ",".join(bots)]
    given += ["--players", ",".join(players)] if players else []
    for pair in pairs:
        given += ["--option", pair]
    return given


def _need_report() -> None:
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        raise Missing(say("problems.no_report", command="pip install 'ruinous[report]'")) from None


def _show(rules: Rules, document: Mapping[str, Any], seed: int) -> None:
    from rich import box
    from rich.table import Table

    from ruinous.lab.statistics import wilson

    words, said = names(rules), texts("lab")
    out = console()
    n = document["games"]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for heading in ("won", "share", "interval", "points"):
        table.add_column(said.say(heading), justify="right")
    for seat, wins in document["wins"].items():
        low, high = wilson(wins, n)
        points = document["scores"][seat]["mean"]
        table.add_row(words(seat), str(wins), f"{wins / n:.1%}", f"{low:.1%} - {high:.1%}", f"{points:.1f}")
    out.print(table)
    reasons = ", ".join(f"{words('reason.' + reason)} {times}" for reason, times in document["reasons"].items())
    out.print(said.say("ended", reasons=reasons))
    out.print(said.say("nobody_won", amount=document["none"]))
    rounds = document["rounds"]
    out.print(said.say("rounds_told", mean=f"{rounds['mean']:.1f}", low=rounds["p10"], high=rounds["p90"]))
    speed = document["decisions"] / document["seconds"] if document["seconds"] else 0.0
    form = said.say("compiled" if document["compiled"] else "interpreted")
    took = {"seconds": f"{document['seconds']:.1f}", "speed": f"{speed:,.0f}"}
    out.print(said.say("speed", games=n, decisions=document["decisions"], form=form, **took))
    out.print(said.say("seed", seed=seed, checksum=document["checksum"]))


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(1))
@click.option("--minutes", type=click.FloatRange(0, min_open=True))
@seed_option
@jobs_option
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path())
@json_option
def fuzz(rules: Rules, games: int | None, minutes: float | None, seed: int | None, jobs: int | None, out: Path, as_json: bool) -> None:
    """Random games under every invariant; a failure is kept as a record."""
    from ruinous.lab import fuzz as lab
    from ruinous.lab.jobs import processors
    from ruinous.lab.sim import fresh_seed

    if (games is None) == (minutes is None):
        raise click.UsageError(say("problems.games_or_minutes"))
    out.mkdir(parents=True, exist_ok=True)
    first = fresh_seed() if seed is None else seed
    with progress(say("games_bar"), games, quiet=as_json) as done:
        found = lab.run(rules, first, games, minutes, jobs or processors(), out, done)
    if as_json:
        emit(found.document())
    if found.failure is not None:
        raise Failed(_failed(found.failure))
    if not as_json:
        seconds = f"{found.seconds:.1f}"
        click.echo(say("fuzz.held", games=found.games, decisions=found.decisions, seconds=seconds, seed=first))


def _failed(failure: Any) -> str:
    """What failed, where its record lies, and the command that plays the game again."""
    again = f"ruinous fuzz {failure.game} --games 1 --seed {failure.seed}"
    told = say("fuzz.failed", game=failure.game, seed=failure.seed, actions=failure.actions, problem=failure.problem)
    return "\n".join([told, say("fuzz.record", file=str(failure.place)), say("fuzz.again", command=again)])


@click.command()
@click.argument("rules", metavar="[GAME]", required=False, type=GameName())
@click.option("--seconds", type=click.FloatRange(0.05, 60), default=1.0, show_default=True)
@json_option
def bench(rules: Rules | None, seconds: float, as_json: bool) -> None:
    """How fast the rules run here, on one processor."""
    from ruinous import games
    from ruinous.lab.bench import measure

    document: dict[str, Any] = {"compiled": ruinous.compiled()}
    for one in games.GAMES.values() if rules is None else [rules]:
        document[one.name] = measure(one, seconds)
    if as_json:
        emit(document)
        return
    form = say("compiled" if ruinous.compiled() else "interpreted")
    click.echo(say("bench.heading", version=ruinous.__version__, form=form, python=sys.version.split()[0]))
    for name, figures in document.items():
        if isinstance(figures, dict):
            click.echo(name)
            for figure, value in figures.items():
                click.echo(f"  {say('bench.' + figure.removesuffix('_per_s')):<20} {value:>14,.0f}/s")
