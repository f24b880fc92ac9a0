"""N6, and N5 at any interleaving: small worlds by their seeds, no promise broken in any; and each planted fault is found in them."""

from contextlib import ExitStack

import pytest

from server.simulation import plan, planted, world

TOGETHER = 20
WORLDS = 500


def again(seed: int) -> str:
    """The command that plays this world once more, with all that happens in it."""
    return f"python tools/worlds.py --seed {seed} --worlds 1 --tell"


@pytest.mark.parametrize("first", range(0, WORLDS, TOGETHER))
def test_no_promise_is_broken(first: int) -> None:
    for seed in range(first, first + TOGETHER):
        outcome = world.played(seed)
        assert not outcome.violations, f"{outcome.violations}\n{again(seed)}"


def test_a_seed_is_a_world() -> None:
    """All that was sent and shown, and when, byte for byte."""
    for seed in range(WORLDS, WORLDS + 20):
        assert world.played(seed) == world.played(seed), again(seed)


@pytest.mark.parametrize("fault", planted.FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with ExitStack() as stack:
        for one in planted.planted(fault):
            stack.enter_context(one)
        plans = (wanted for wanted in map(plan.drawn, range(WORLDS)) if planted.can_show(fault, wanted))
        assert any(world.play(wanted).violations for wanted in plans), f"{fault}: not found in {WORLDS} worlds"
