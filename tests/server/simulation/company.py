"""A table and the people at it, wherever their server is: in a simulated world, or on this machine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from server.simulation import library, places
from server.simulation.checks import Truth, violations
from server.simulation.history import History
from server.simulation.people import Page, Socket
from server.simulation.plan import Plan


class Company(ABC):
    """Those who play at a table, and what they do to it."""

    haste: ClassVar[float] = 1.0
    """How much of their time people take before they do something."""

    def __init__(self, wanted: Plan) -> None:
        self.plan = wanted
        self.chance = Random(f"world {wanted.seed}")
        self.storm = False
        """Things go wrong, and people are up to mischief."""
        self.quiet = False
        """Nobody does anything more."""
        self.table = ""
        self.pages: list[Page] = []
        self.histories: list[History] = []
        self.wrong: list[str] = []

    # ---- where they are
    @abstractmethod
    def now(self) -> float:
        """Seconds since the beginning."""

    @abstractmethod
    def note(self, line: str) -> None:
        """Something has been said or heard."""

    @abstractmethod
    def link(self, page: Page) -> Socket:
        """A socket for a page. Raises Gone."""

    @abstractmethod
    async def ask(self, method: str, path: str, cookies: dict[str, str], body: Any = None) -> tuple[int, Any]:
        """One request; its cookies are kept. Raises Gone."""

    def fail(self, what: str) -> None:
        """A promise is broken."""
        self.wrong.append(what)

    # ---- how they come
    async def sit_down(self) -> None:
        """Make the table; those who play have come before anything goes wrong."""
        wanted = self.plan
        rules = library.GAMES[wanted.game]
        order: dict[str, Any] = {"game": wanted.game, "clock": "live" if wanted.clock else None}
        if wanted.begins is not None:
            order["position"] = places.late_position(wanted.game, wanted.seed, wanted.begins)
            seats = rules.seats(rules.from_position(order["position"]))
        else:
            seats = rules.seats(rules.new(rules.read_options({}), 0))
        taken = list(seats)
        self.chance.shuffle(taken)
        taken = taken[: wanted.people]
        order |= {"seat": taken[0], "open": taken[1:]}
        cookies: list[dict[str, str]] = [{} for _ in taken]
        status, made = await self.ask("POST", "/api/tables", cookies[0], order)
        assert status == 201, made
        self.table = made["table"]
        for seat, jar in zip(taken[1:], cookies[1:], strict=True):
            code = made["invite"].split("/")[-1]
            status, answer = await self.ask("POST", f"/api/tables/{self.table}/join", jar, {"seat": seat, "code": code})
            assert status == 200, answer
        if taken[1:]:
            await self.ask("POST", f"/api/tables/{self.table}/start", cookies[0], {})
        for seat, jar in zip(taken, cookies, strict=True):
            history = History(seat, [seat])
            self.histories.append(history)
            self.pages += [Page(self, f"{seat}{n}", history, jar) for n in range(wanted.pages)]
        if wanted.seed % 3 == 0:
            self.histories.append(History("spectator", []))
            self.pages.append(Page(self, "spectator", self.histories[-1], {}))

    # ---- how it stands
    def progress(self) -> int:
        """The newest version that anybody was shown."""
        return max(page.version for page in self.pages)

    def over(self) -> bool:
        """Whether anybody was shown the end."""
        return any(page.table is not None and page.table["over"] for page in self.pages)

    def answered(self) -> bool:
        """Whether everybody is there, and waits for nothing."""
        return all(page.greeted and not page.pending for page in self.pages)

    def up_to_date(self, truth: Truth) -> bool:
        """Whether everybody was shown how it stands."""
        return all(page.version == truth.version(page.seat) and page.seated() == truth.seated for page in self.pages)

    def acked(self) -> int:
        """How much was acknowledged."""
        return sum(one.acked is not None for history in self.histories for one in history.sent.values())

    def violations(self, truth: Truth) -> Iterable[str]:
        """Every promise that was broken."""
        by_hand = [seat for history in self.histories for seat in history.seats if history.by_hand and not self.plan.clock]
        return [*self.wrong, *violations(truth, self.histories, by_hand)]
