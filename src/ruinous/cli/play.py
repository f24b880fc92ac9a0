"""`ruinous play`: a game in the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ruinous import record
from ruinous.cli.cards import look_up
from ruinous.cli.common import BadInput, Names, bot_failed, console, game_argument, game_options, names, read_options, seed_option
from ruinous.cli.speech import say
from ruinous.games import Rules
from ruinous.terminal.session import Mover, Session
from ruinous.text import texts


@click.command()
@game_argument
@click.option("--seat", "seats", multiple=True)
@click.option("--watch", is_flag=True)
@click.option(
    "--bots",
    type=Names(),
    default=("rules",),
    show_default="rules",
)
@game_options
@seed_option
@click.option("--load", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def play(
    rules: Rules,
    seats: Sequence[str],
    watch: bool,
    bots: Sequence[str],
    players: Sequence[str] | None,
    pairs: Sequence[str],
    seed: int | None,
    load: Path | None,
) -> None:
    """A game in the terminal, line by line, against bots or on one keyboard."""
    from ruinous.lab.players import BotFailed
    from ruinous.lab.sim import fresh_seed

    if watch and seats:
        raise click.UsageError(say("problems.watch_seat"))
    saved = _load(rules, load) if load is not None else None
    if saved is not None:
        if players or pairs or seed is not None:
            raise BadInput(say("problems.saved_game"))
        assert saved.seed is not None  # _load has seen to it
        options: Mapping[str, Any] = saved.options
        seed = saved.seed
    else:
        options = read_options(rules, players, pairs)
        seed = fresh_seed() if seed is None else seed
    start = rules.new(options, seed) if saved is None else saved.start()
    taking_part = rules.seats(start)
    humans = () if watch else tuple(seats) or taking_part[:1]
    if unknown := [seat for seat in humans if seat not in taking_part]:
        raise BadInput(say("problems.not_taking_part", seats=", ".join(unknown), others=", ".join(taking_part)))
    others = [seat for seat in taking_part if seat not in humans]
    movers = {
        seat: _mover(rules, name, seat, seed + 1 + i)
        for i, (seat, name) in enumerate(zip(others, (*bots, *[bots[-1]] * len(others)), strict=False))
    }
    session = Session(
        rules,
        options,
        seed,
        humans,
        movers,
        console(),
        input,
        names(rules),
        lambda words: look_up(rules, words),
        None if saved is None else saved.position,
    )
    if saved is not None:
        session.resume(_actions(saved))
    _edit(session)
    click.echo(texts("terminal").say("seed", seed=seed))
    try:
        session.run()
    except BotFailed as problem:
        raise bot_failed(problem) from None


def _edit(session: Session) -> None:
    """Lines can be edited and called back, and Tab completes the words of a choice, where the system has the means."""
    try:
        import readline  # which `input` uses from now on
    except ImportError:
        return
    readline.set_completer_delims("")
    readline.set_completer(lambda typed, n: (*session.completions(typed), None)[n])
    readline.parse_and_bind("tab: complete")


def _mover(rules: Rules, name: str, seat: str, seed: int) -> Mover:
    from ruinous.lab.players import mover

    try:
        return mover(rules, name, seat, seed)
    except LookupError as problem:
        raise BadInput(str(problem.args[0])) from None


def _load(rules: Rules, path: Path) -> record.Record:
    try:
        saved = record.read(path)
    except record.BadRecord as problem:
        raise BadInput(str(problem)) from None
    if saved.rules is not rules:
        raise BadInput(say("problems.other_game", file=str(path), game=saved.rules.name))
    if saved.seed is None:
        raise BadInput(say("problems.hosted", file=str(path)))
    return saved


def _actions(saved: record.Record) -> list[int]:
    try:
        return [action for _n, action, _state in record.replay(saved) if action >= 0]
    except record.BadRecord as problem:
        raise BadInput(str(problem)) from None
