"""Options tried out: what a sampled world is like after each of them, judged at once.

A trial stops where dice would fall or a new round would begin, so that no option looks good by luck; what follows from
an option for the same Power within its turn (which figure, where to) is answered as is best for it.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from ruinous.oldworld import tasks
from ruinous.oldworld.state import State
from ruinous.thinking.oldworld_judge import Judge
from ruinous.thinking.oldworld_sampling import ONE_ROUND


def belongs_to_turn(asks: i64) -> bool:
    """Whether a question is part of a summoning turn: its answer completes the option that was chosen before."""
    return (
        tasks.SUMMON_CHARMED_WHERE <= asks <= tasks.STAND_ON_SPACE
        or tasks.BLOOD_GODS_CALL <= asks <= tasks.TELEPORT_WHERE
        or tasks.MEDDLE_WITH <= asks <= tasks.CHARM
    )


def after(g: State, action: i64) -> State:
    """The world after an option, up to the next dice, the next round or the next question."""
    world = g.clone()
    world.tasks = ONE_ROUND  # type: ignore[assignment]
    world.halt = tasks.ROLL
    world.apply(action)
    return world


@final
class Trial:
    """Tries options with one judge."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def try_out(self, g: State, action: i64, me: i64) -> State:
        """The world after the option, as it is best for `me`; the judge has looked at it last."""
        return self.settle(after(g, action), me, 2)

    def settle(self, world: State, me: i64, depth: i64) -> State:
        """Answer what belongs to the turn as is best for `me`, then judge."""
        share = self.judge.share
        if depth == 0 or world.n_legal == 0 or world.player != me or not belongs_to_turn(world.asks):
            self.judge.look(world)
            return world
        most: float = -1.0
        best = world
        for i in range(world.n_legal):
            found = self.settle(after(world, world.legal[i]), me, depth - 1)
            if share[me] > most:
                most = share[me]
                best = found
        self.judge.look(best)
        return best
