"""Deliberate bugs in the rules, and the package loaded with one of them: what the watch must catch.

A mutant changes one place in the source of one module. The package is loaded from its sources whatever form is
installed, so that this also works where the rules are compiled.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import ruinous


@dataclass(frozen=True)
class Mutant:
    """`old` stands exactly once in the module; with `new` instead the watch must find one of the violations `numbers`.

    No numbers: whichever shows first, as what goes wrong is seen where the log parts from what was due.
    """

    name: str
    module: str
    old: str
    new: str
    numbers: str

    def changed(self, source: str) -> str:
        assert source.count(self.old) == 1, f"{self.name}: {self.old!r} stands {source.count(self.old)} times in {self.module}"
        return source.replace(self.old, self.new)


class _Loader(SourceFileLoader):
    """Loads a module from its source; the mutant's with the bug in it."""

    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType | None:
        if fullname != f"ruinous.{self.mutant.module}":
            return super().get_code(fullname)
        return compile(self.mutant.changed(Path(self.path).read_text(encoding="utf-8")), self.path, "exec")


class _Sources(MetaPathFinder):
    """Finds the modules of the package as sources, never as compiled ones."""

    def __init__(self, mutant: Mutant) -> None:
        self.loader = type("Loader", (_Loader,), {"mutant": mutant})

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "ruinous":
            return None
        folder = Path(ruinous.__path__[0]).parent if path is None else Path(path[0])
        return FileFinder(str(folder), (self.loader, [".py"])).find_spec(fullname)


@contextmanager
def broken(mutant: Mutant) -> Iterator[Callable[[str], Any]]:
    """Loads modules of a package with this bug by their names; afterwards everything is as it was."""

    def put_aside() -> dict[str, ModuleType]:
        return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "ruinous"}

    before, finders = put_aside(), sys.meta_path[:]
    sys.meta_path.insert(0, _Sources(mutant))
    try:
        importlib.import_module("ruinous")  # with RUINOUS_PURE it puts a finder of its own first
        sys.meta_path.insert(0, _Sources(mutant))
        yield importlib.import_module
    finally:
        sys.meta_path[:] = finders
        put_aside()
        sys.modules.update(before)


STATE, DRAW, OLD_WORLD = "oldworld.state", "oldworld.draw", "oldworld.old_world_phase"
SUMMONING, BATTLE, CORRUPTION, ENDING = "oldworld.summoning", "oldworld.battle", "oldworld.corruption", "oldworld.ending"
TABLES, CARDS = "oldworld.tables", "oldworld.cards."

MUTANTS = (
    # ---- numbers
    Mutant("resistance forgets Skaven", STATE, "VALUE[region] - self.tokens[region * T + SKAVEN] - 2", "VALUE[region] - 2", "O25"),
    Mutant(
        "Influenza takes only one",
        STATE,
        "- 2 * self.copies_in_force(region, INFLUENZA)",
        "- self.copies_in_force(region, INFLUENZA)",
        "O25",
    ),
    Mutant("resistance below 0", STATE, "return value if value > 0 else 0", "return value", "O25"),
    Mutant(
        "Nobles do not count", STATE, "value: i64 = VALUE[region] + self.tokens[region * T + NOBLE]", "value: i64 = VALUE[region]", "O25"
    ),
    Mutant("Plague Touch down to 0", STATE, "return value if value > 1 else 1", "return value", ""),
    Mutant("a power upgrade gives two", STATE, "            points += 1", "            points += 2", "O9"),
    Mutant(
        "Changer of Ways works to one side", STATE, "if right == 1 + card and left != 1 + CHANGER_OF_WAYS:", "if right == 1 + card:", ""
    ),
    Mutant("an edge of the map is missing", TABLES, '    ("tilea", "border_princes"),\n', "", "O12"),
    Mutant(
        "a printed value is wrong",
        TABLES,
        "PRINTED_VALUE = (1, 1, 3, 5, 3, 4, 2, 1, 1)",
        "PRINTED_VALUE = (1, 1, 3, 5, 3, 4, 1, 1, 1)",
        "O25",
    ),
    Mutant("a card costs too little", TABLES, '("dazzle", 3, 2, 1, "O")', '("dazzle", 3, 1, 1, "O")', "O12 O10"),
    Mutant("a card has one copy more", TABLES, '("battle_cry", 4,', '("battle_cry", 3,', ""),
    Mutant("a dial gives too much", TABLES, '(5, "vp", 3)', '(5, "vp", 4)', "O32"),
    Mutant("a dial gives the wrong thing", TABLES, '(7, "warpstones", 1)', '(7, "nobles", 1)', ""),
    # ---- pieces
    Mutant("a removed figure is lost", STATE, "self.reserve[power * 4 + kind] += 1", "self.reserve[power * 4 + kind] += 0", "O1"),
    Mutant("a killed Peasant is lost", BATTLE, "g.peasants[me] += 1", "g.peasants[me] += 0", "O23"),
    Mutant("a Horror leaves its space blocked", STATE, "            self.clear_space(source, HORROR_STANDS)\n", "            pass\n", ""),
    Mutant("a shield stays behind", STATE, "sort &= ~CHARMED", "sort &= 3", "O1"),
    Mutant(
        "tokens are placed in ruins",
        STATE,
        "return self.ruin[region] == 0 and self.token_supply[token] > 0",
        "return self.token_supply[token] > 0",
        "",
    ),
    Mutant("a token moves untold", STATE, "        self.note(TOKEN_MOVED, source, token, destination, 0)\n", "", "O7"),
    Mutant(
        "a deck is shuffled too early",
        STATE,
        "        if self.deck_size[power] == 0:\n            n: i64 = 0",
        "        if self.deck_size[power] <= 1:\n            n: i64 = 0",
        "O35",
    ),
    Mutant("marks outlive the round", ENDING, "        g.unmark_all()\n", "", "O1"),
    Mutant("Persistence of Change stays always", ENDING, " or g.changed >> region & 1 == 0:", ":", "O11"),
    # ---- Old World and draw phase
    Mutant(
        "the highest threat draws",
        STATE,
        "(best < 0 or self.threat(p) < self.threat(best))",
        "(best < 0 or self.threat(p) > self.threat(best))",
        "O16",
    ),
    Mutant("a comet leaves the old Events", OLD_WORLD, "            clear_the_sky(g)\n", "            pass\n", "O7 O5"),
    Mutant("nothing slides on the track", OLD_WORLD, "            g.track[1] = g.track[0]\n", "", "O5"),
    Mutant("a boxed card enters the track", TABLES, '("meteor_showers", 2, 0, 1,', '("meteor_showers", 2, 0, 0,', ""),
    Mutant("Franz's Decree is forgotten", DRAW, "g.income(p) - g.decree", "g.income(p)", "O9"),
    Mutant("Tzeentch draws two", DRAW, "    if power != TZEENTCH:\n        return 2", "    if power >= 0:\n        return 2", "O35"),
    Mutant(
        "a tie for most Peasants pays",
        CARDS + "old_world",
        "            elif g.peasants[p] == most:\n                leader = -1\n",
        "",
        "",
    ),
    # ---- summoning
    Mutant("cards on credit", SUMMONING, "elif CARD_COST[card] <= power:", "elif CARD_COST[card] <= power + 1:", "O12"),
    Mutant("Temporal Stasis costs one", SUMMONING, "price += 2 * g", "price += g", "O12 O10"),
    Mutant(
        "Lepers are always free", SUMMONING, "            g.mark(a_figure(me, destination, sort), SINGLED)\n", "            pass\n", "O1"
    ),
    Mutant(
        "Field of Carnage holds nobody", SUMMONING, "return power != KHORNE and g.in_force(region, FIELD_OF_CARNAGE)", "return False", "O12"
    ),
    Mutant(
        "turns run backwards", SUMMONING, "g.push(SUMMONING_TURN, me + 1 & 3, 0, 0)", "g.push(SUMMONING_TURN, me + 3 & 3, 0, 0)", "O12 O13"
    ),
    Mutant("Teclis stops nothing", SUMMONING, "regions &= ~g.with_token(EVENT)", "pass", "O12"),
    Mutant("Drain Power gains nothing", CARDS + "tzeentch", "            g.power[me] += 1\n", "", "O10"),
    Mutant("PASS is offered twice", SUMMONING, "        g.offer(PASS)\n", "        g.offer(PASS)\n        g.offer(PASS)\n", "G1"),
    # ---- battle
    Mutant("a three hits", BATTLE, "if face >= 4:", "if face >= 3:", "O18"),
    Mutant("a five explodes", BATTLE, "if face == 6:", "if face == 5:", "O17 O18"),
    Mutant("hits short of Defence kill", BATTLE, "g.defense(p, region, sort) <= hits:", "g.defense(p, region, sort) <= hits + 1:", "O20"),
    Mutant("a felled figure lies on", BATTLE, "while g.downed[p * SORTS + sort] > 0:", "while g.downed[p * SORTS + sort] > 1:", ""),
    Mutant("a counter for each kill", BATTLE, "        if g.blooded == 0:\n", "        if g.blooded >= 0:\n", ""),
    Mutant("a counter for a Peasant", BATTLE, "    g.peasants[me] += 1\n", "    g.peasants[me] += 1\n    g.gain_counter(me, region)\n", ""),
    Mutant(
        "Blood Frenzy in both battles", BATTLE, "if nth == 0 and g.in_play >> BLOOD_FRENZY & 1:", "if g.in_play >> BLOOD_FRENZY & 1:", ""
    ),
    Mutant("Field of Ecstasy is fought in", BATTLE, "    if g.in_force(region, FIELD_OF_ECSTASY):\n        return True\n", "", ""),
    Mutant("shielded figures die", BATTLE, "return not (power == TZEENTCH and sort & SINGLED)", "return True", ""),
    Mutant("Plaguebearers are not avenged", BATTLE, "        g.avenging += 1\n", "        g.avenging += 0\n", ""),
    # ---- corruption
    Mutant("ruin at 11", CORRUPTION, "g.corruption_total(r) >= 12", "g.corruption_total(r) >= 11", ""),
    Mutant(
        "equal to Resistance dominates",
        CORRUPTION,
        "supremacy(g, leader, region) > g.resistance(region)",
        "supremacy(g, leader, region) >= g.resistance(region)",
        "O24",
    ),
    Mutant("a tie on top dominates", CORRUPTION, "        elif value == best:\n            leader = -1\n", "", "O24"),
    Mutant("Battle Cry lets corrupt", STATE, " and not self.in_force(region, BATTLE_CRY)", "", ""),
    Mutant(
        "Slaanesh's Heroes do not count",
        CORRUPTION,
        "g.tokens[region * T + NOBLE] + g.tokens[region * T + HERO] > 0",
        "g.tokens[region * T + NOBLE] > 0",
        "",
    ),
    Mutant("one magic source is enough", CORRUPTION, "magic_in(g, region) >= 2", "magic_in(g, region) >= 1", ""),
    Mutant("counters come double", STATE, "            c[power] += 1\n", "            c[power] += 2\n", "O33"),
    Mutant(
        "the ruiner's window of FAQ 2 in all editions",
        CORRUPTION,
        "    if g.edition == FAQ2_EDITION:\n",
        "    if g.edition <= FAQ2_EDITION:\n",
        "",
    ),
    Mutant("Consumption rounds up", CORRUPTION, "eaten // 2", "(eaten + 1) // 2", ""),
    Mutant("the Skull Throne counts heads", CORRUPTION, "return dice_of_figures(g, KHORNE, region)", "return g.controls[region]", "O24"),
    # ---- end
    Mutant(
        "Heroes strike the lowest threat",
        STATE,
        "(best < 0 or self.threat(p) > self.threat(best))",
        "(best < 0 or self.threat(p) < self.threat(best))",
        "",
    ),
    Mutant(
        "a second place beside a tied first",
        ENDING,
        "elif second > 0 and n == second and firsts == 1:",
        "elif second > 0 and n == second:",
        "O30 O6",
    ),
    Mutant("a tied first gets no second", ENDING, "(prize + lesser) // firsts", "prize // firsts", "O30"),
    Mutant(
        "corruption stays in a ruin",
        ENDING,
        "                    if g.corruption[p * R + r] > 0:\n",
        "                    if g.corruption[p * R + r] > 1:\n",
        "",
    ),
    Mutant("a tie for most counters advances", ENDING, "            elif g.counters[p] == most:\n                leader = -1\n", "", ""),
    Mutant("the end a round too early", ENDING, "elif g.old_world_left == 0:", "elif g.old_world_left <= 1:", "O15"),
    Mutant("twenty points win", ENDING, "if g.vp[p] >= 50:", "if g.vp[p] >= 20:", "O15 O34"),
    # ---- what is not the rules of the game
    Mutant("clones share the points", STATE, "like.vp[:]", "like.vp", "G7 G8"),
    Mutant(
        "looking leaves a trace",
        "oldworld.view",
        '        "round": int(g.round),',
        '        "round": (setattr(g, "unveiled", g.unveiled + 1), int(g.round))[1],',
        "G9",
    ),
    Mutant(
        "dice that nobody sees",
        "engine.agenda",
        "        self.chance = advanced(self.chance)\n",
        "        self.unveiled += 1\n        self.chance = advanced(self.chance)\n",
        "G11",
    ),
)
