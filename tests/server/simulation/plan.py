"""What happens in a world, drawn from its seed: who plays what, how bad disk and net are, when the server dies."""

from random import Random
from typing import Final

from msgspec import Struct

from server.simulation import disk, network

SHARES: Final = {"oldworld": 2, "casters": 2, "counting": 6}
"""How often each game is played."""


class Plan(Struct, frozen=True, kw_only=True):
    """A world. Times are seconds; a step is one time that a task or thread of the server goes on."""

    seed: int
    game: str
    begins: int | None  # from the middle of a game: so many decisions before the end of some random game
    people: int
    guests: int  # who crowd into the seats in the storm, in the place of those people; none: people sit down in peace
    wishes: int  # how much each guest wants
    processes: int  # that serve at a time, on one database
    pages: int  # that each person has open
    clock: bool
    pace: int
    net: network.Habits
    disk: disk.Habits
    bots_fail: float
    deaths: list[int]  # after how many steps each life of the server ends
    down: float  # how long it is then down, at most
    restarts: bool  # it is also stopped in peace
    storm: int  # so many changes to the log happen while things go wrong
    calm: int  # and so many after that
    mischief: float  # the share of what people do that is not a plain move


def drawn(seed: int) -> Plan:
    """The plan of this seed. Each kind of fault is left out of half the worlds, so that none hides what others do."""
    chance = Random(f"plan {seed}")

    def perhaps(most: float) -> float:
        return chance.uniform(0, most) if chance.random() < 0.5 else 0.0

    game = chance.choices(list(SHARES), list(SHARES.values()))[0]
    guests = chance.random() < 0.4
    processes = 1 + (chance.random() < (0.4 if guests else 0.1))
    seats = 2 if game != "oldworld" else 4
    net = network.Habits(
        delay=chance.choice([0.02, 0.1, 1.0]), cuts=perhaps(0.08), deafens=perhaps(0.03), doubles=perhaps(0.3), stalls=perhaps(0.03)
    )
    return Plan(
        seed=seed,
        game=game,
        begins=None if game == "counting" else chance.randint(1, 5) if guests else chance.choice([None, chance.randint(5, 30)]),
        people=chance.randint(1, min(seats, 3)),
        guests=chance.randint(seats, 5) if guests else 0,
        wishes=chance.randint(2, 5),
        processes=processes,
        pages=chance.choice([1, 1, 1, 2]),
        clock=chance.random() < 0.25,
        pace=chance.choice([0, 0, 300]),
        net=net,
        disk=disk.Habits(slow=perhaps(0.03), fails=perhaps(0.06)),
        bots_fail=perhaps(0.2),
        deaths=[int(2 ** chance.uniform(0, 8.5)) for _ in range(chance.choice([0, 1, 2, 3, 4]))],
        down=chance.choice([0.5, 5.0, 60.0]),
        restarts=chance.random() < 0.3,
        storm=chance.randint(2, 8),
        calm=chance.randint(1, 3),
        mischief=chance.choice([0.05, 0.2, 0.5]),
    )
