"""The watch over games of Chaos Casters: nothing to find in the rules as they are, and no deliberate bug escapes it."""

from random import Random
from typing import Any

import pytest

from casters.scenes import RULES
from mutants import Mutant, broken
from ruinous import games
from ruinous.lab.fuzz import random_options
from ruinous.lab.invariants import Watch

PLAY, RESOLVE, EFFECTS, STATE = "casters.play_phase", "casters.resolve_phase", "casters.effects", "casters.state"
SPECIAL, NIXING, END, VIEW, TABLES = "casters.special", "casters.nixing", "casters.end_of_round", "casters.view", "casters.tables"

MUTANTS = (
    Mutant("the line stays", RESOLVE, "        g.line -= 1\n", "        g.line -= 0\n", ""),
    Mutant("ties spare the attacker", RESOLVE, "nix_from_stack(g, card, target, card)", "nix_from_stack(g, target, -1, card)", "C13"),
    Mutant("the Toad is late", RESOLVE, "g.change[card] -= 2", "g.change[card] -= 0", ""),
    Mutant("Wardens are ignored", RESOLVE, "if not wardens and may_attack_players(g)", "if may_attack_players(g)", "C12"),
    Mutant("Parley works below the line", RESOLVE, "range(g.line, g.stack_size)", "range(g.stack_size)", "C12"),
    Mutant("a Stalker never hides", RESOLVE, "if g.what(card) != MIST_STALKER:", "if g.what(card) >= 0:", "C12"),
    Mutant("the Colossus is not hampered", RESOLVE, "if g.what(card) != TOMB_COLOSSUS:", "if g.what(card) >= 0:", "C12"),
    Mutant("Matrons strengthen one side", STATE, "if place > 0 and self.is_matron", "if place > 90 and self.is_matron", ""),
    Mutant("strength below 0", STATE, "return value if value > 0 else 0", "return value", "C14"),
    Mutant("changes outlive the stack", STATE, "        self.change[card] = 0\n", "", ""),
    Mutant(
        "damage from the top",
        STATE,
        "            card: i64 = self.take_bottom(player)\n",
        "            card: i64 = self.take_top(player)\n",
        "C15",
    ),
    Mutant("one damage too few loses", STATE, "1 if to_0 > self.deck_size[0]", "1 if to_0 >= self.deck_size[0]", "C21 C22"),
    Mutant("walls do nothing", STATE, "self.count_on_stack(0, SHIELD_WALL) if to_0 > 0 else 0", "0", "C15"),
    Mutant(
        "limits do not hold", EFFECTS, "            g.note(LIMIT_SPENT, me, title, 0, 0)\n            return\n", "            pass\n", "C18"
    ),
    Mutant("Scavengers draw twice", NIXING, "            g.spent[me] |= BIT[SCAVENGER]\n", "", "C18"),
    Mutant("a played card lies above", EFFECTS, "g.insert(place, card, place <= g.line)", "g.insert(place + 1, card, False)", ""),
    Mutant("the first turn may refill", PLAY, "if first == 0 or g.hand_size[me] == 0:", "if True:", "C8"),
    Mutant("Quick ends nothing", PLAY, "if QUICK[title] or g.stack_size == STACK:", "if g.stack_size == STACK:", ""),
    Mutant("three refills", PLAY, "if refills == 2:", "if refills == 3:", ""),
    Mutant("the first player stays", END, "g.first = 1 - g.first", "g.first = g.first", "C9"),
    Mutant("hands of seven", END, "if g.hand_size[me] > HAND:", "if g.hand_size[me] > HAND + 1:", "C4"),
    Mutant("the stack goes under upside down", END, "g.leave(g.stack_size - 1)", "g.leave(0)", "C20"),
    Mutant("a printed strength is wrong", TABLES, "        strength=strength,", '        strength=strength + (card == "hex_toad"),', ""),
    Mutant("a buried card is known to all", STATE, "self.put_under(card, 1 << player)", "self.put_under(card, 7)", "C25 C27"),
    Mutant(
        "what is known of a hand is never forgotten",
        STATE,
        "            self.known[self.hand[player * DECK + place]] = 1 << player\n",
        "            pass\n",
        "C25",
    ),
    Mutant(
        "Foresight shows",
        SPECIAL,
        "                g.known[g.looked[at]] = 1 << me\n",
        "                g.known[g.looked[at]] = 7\n",
        "C25",
    ),
    Mutant(
        "a hand shows to spectators", VIEW, "_titles(g, hand) if p == viewer else", "_titles(g, hand) if p == viewer or viewer < 0 else", ""
    ),
    Mutant("the opening shows", VIEW, "untold = g.phase == OPENING", "untold = False and g.phase == OPENING", "C27"),
    Mutant("an exchange is told at once", PLAY, "g.bury_untold(me, action - FROM_HAND)", "g.bury_from_hand(me, action - FROM_HAND)", "C27"),
)


def at_random(rules: Any, watch: Any, options: Any, seeds: range) -> None:
    """Random games with random decks of the whole pool and random limits."""
    for seed in seeds:
        chance = Random(seed)
        state = rules.new(options(rules, chance), seed)
        over = watch(rules, state)
        over.step(state, None)
        while not state.over:
            action = chance.choice(state.legal_actions())
            state.play(action)
            over.step(state, action)


@pytest.mark.parametrize("first", range(0, 600, 25))
def test_random_games(first: int) -> None:
    at_random(RULES, Watch, random_options, range(first, first + 25))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_bugs_are_caught(mutant: Mutant) -> None:
    """Each bug shows as a violation, where it is plain what must fail as that one."""
    with broken(mutant) as load:
        rules, watching, fuzz = load("ruinous.games").game("casters"), load("ruinous.lab.invariants"), load("ruinous.lab.fuzz")
        with pytest.raises(watching.Violation) as found:
            at_random(rules, watching.Watch, fuzz.random_options, range(60))
    assert not mutant.numbers or found.value.number in mutant.numbers.split()
    assert games.game("casters") is RULES
