"""What can be counted in a single state: supplies, conserved pieces, limits, and the derived masks worked out afresh."""

from __future__ import annotations

from ruinous.lab.referee import facts
from ruinous.lab.referee.board import POWERS, REGIONS, demand, ints
from ruinous.oldworld import names as n
from ruinous.oldworld.state import State


def recount(g: State) -> None:
    """Raise Violation if anything in this state cannot be, whatever has led to it."""
    whole_numbers(g)
    figures(g)
    chaos_cards(g)
    old_world(g)
    tokens(g)
    spaces_and_ruins(g)
    sheets(g)
    absent(g)


def whole_numbers(g: State) -> None:
    """No negative count anywhere (G17); the types of the vectors see to the rest."""
    for name in (
        "figures reserve corruption tokens token_supply cards ruin hand discard deck_size power vp dial counters "
        "upgrades peasants track gone placed placed_now downed"
    ).split():
        least = min(getattr(g, name))
        demand(least >= 0, "G17", f"{name} holds {least}")


def figures(g: State) -> None:
    """Figures are conserved (O1), and the masks about them are right (O37)."""
    reserve = ints(g.reserve)
    by_kind = [reserve[at] for at in range(16)]
    present, controls, here = [0] * 36, [0] * 36, [0] * 4
    for at, number in enumerate(g.figures):
        if number:
            p, r, s = at // 144, at // 16 % 9, at % 16
            by_kind[p * 4 + (1 if s & 3 == n.PERCHED else s & 3)] += number
            controller = n.SLAANESH if s & n.CHARMED else p
            present[p * 9 + r] |= 1 << s
            controls[controller * 9 + r] += number
            here[controller] |= 1 << r
            marks_make_sense(p, s)
    for name, wanted in (("present", present), ("controls", controls), ("here", here)):
        found = ints(getattr(g, name))
        demand(found == wanted, "O37", f"{name} is {found}, the figures make it {wanted}")
    for p in POWERS:
        all_of_it = [*facts.FIGURES[p], 0] if g.seats >> p & 1 else [0, 0, 0, 0]
        found = by_kind[p * 4 : p * 4 + 4]
        demand(found == all_of_it, "O1", f"Power {p} has {found} cultists, warriors and daemons of {all_of_it}")


def marks_make_sense(p: int, s: int) -> None:
    """Shields are Tzeentch's, spent are Nurgle's cultists, nobody charms Slaanesh's figures (O37)."""
    demand(s & 3 != n.PERCHED or p == n.TZEENTCH, "O37", f"a figure of {p} stands on a card space")
    if s & n.SINGLED:
        demand(p == n.TZEENTCH or (p == n.NURGLE and s & 3 == n.CULTIST), "O37", f"a figure of {p}, sort {s}, is singled out")
    demand(not s & n.CHARMED or p != n.SLAANESH, "O37", "Slaanesh controls a figure of its own by charm")


def chaos_cards(g: State) -> None:
    """Every Chaos card is in exactly one place, and there are as many as in the list (O2, G16)."""
    places = [int(hand) + int(discard) for hand, discard in zip(g.hand, g.discard, strict=True)]
    for p in POWERS:
        for card in ints(g.deck[p * 24 : p * 24 + int(g.deck_size[p])]):
            demand(card in facts.OWN_CARDS[p], "O2", f"card {card} lies in the deck of {p}")
            places[card] += 1
    lying = 0
    for content in ints(g.cards):
        if 0 < content <= 30:
            places[content - 1] += 1
            lying |= 1 << (content - 1)
        else:
            demand(content in (0, n.HORROR_STANDS, n.THE_HORNED_ONES_DUE_LIES), "O11", f"a card space holds {content}")
    wanted = [facts.COPIES[card] if g.seats >> facts.OWNER[card] & 1 else 0 for card in range(30)]
    demand(places == wanted, "O2", f"copies of the Chaos cards are {places}, not {wanted}")
    demand(g.in_play == lying, "O37", f"in_play is {g.in_play:b}, the card spaces make it {lying:b}")


def old_world(g: State) -> None:
    """Deck, track and removed cards (O4, O5); a card whose text is being carried out is in none of them."""
    titles = ints(g.gone)
    for content in ints(g.track):
        if content:
            titles[content - 1] += 1
            copies, _comet, boxed, _sourced = facts.OLD_WORLD[content - 1]
            demand(not boxed, "O5", f"Old World card {content - 1} lies on the track, but goes to the box")
    seen = sum(titles)
    for title in ints(g.old_world[: int(g.old_world_left)]):
        titles[title] += 1
    for title, number in enumerate(titles):
        copies, _comet, _boxed, sourced = facts.OLD_WORLD[title]
        demand(number <= (copies if sourced or not g.sourced else 0), "O4", f"{number} copies of Old World card {title}")
    rounds = facts.ROUNDS[int(g.seats).bit_count()]
    resolving = rounds - int(g.old_world_left) - seen
    demand(resolving in ((0, 1) if g.phase == n.OLD_WORLD_PHASE else (0,)), "O4", f"{resolving} Old World cards are nowhere")
    demand(g.old_world_left == rounds - g.round, "O4", f"{g.old_world_left} Old World cards are left in round {g.round}")
    lying = ints(g.cards).count(n.THE_HORNED_ONES_DUE_LIES)
    due = 1 if 1 + n.THE_HORNED_ONES_DUE in ints(g.track) else 0
    demand(lying <= due or g.phase == n.OLD_WORLD_PHASE, "O37", "The Horned One's Due blocks a card space without lying on the track")


def tokens(g: State) -> None:
    """Old World tokens (O7), corruption (O6), counters (O7)."""
    board = ints(g.tokens)
    for token, wanted in facts.TOKENS.items():
        number = sum(board[token::6]) + int(g.token_supply[token])
        if token == n.PEASANT:
            number += sum(ints(g.peasants))
        demand(number == wanted, "O7", f"there are {number} tokens of kind {token}, not {wanted}")
    for p in POWERS:
        number = sum(ints(g.corruption[p * 9 : p * 9 + 9]))
        demand(number <= facts.CORRUPTION, "O6", f"Power {p} has {number} corruption tokens on the board")
        demand(g.corruption_left(p) == facts.CORRUPTION - number, "O6", f"corruption_left({p}) is {g.corruption_left(p)}")
    demand(sum(ints(g.counters)) <= facts.COUNTERS, "O7", f"there are {sum(ints(g.counters))} dial counters")


def spaces_and_ruins(g: State) -> None:
    """Card spaces (O11), ruination cards 1 to 5 each once (O28), and their masks (O37)."""
    cards, ruin = ints(g.cards), ints(g.ruin)
    open_mask = sum(1 << r for r in REGIONS if not ruin[r] and 0 in cards[r * 2 : r * 2 + 2])
    demand(g.open_spaces == open_mask, "O37", f"open_spaces is {g.open_spaces:b}, the spaces make it {open_mask:b}")
    taken = sorted(card for card in ruin if card)
    demand(taken == list(range(1, len(taken) + 1)) and len(taken) <= facts.RUINS, "O28", f"ruination cards {taken} are taken")
    demand(g.ruins_taken == len(taken), "O28", f"ruins_taken is {g.ruins_taken} with {taken} taken")
    ruined = sum(1 << r for r in REGIONS if ruin[r])
    demand(g.ruins == ruined, "O37", f"ruins is {g.ruins:b}, the cards make it {ruined:b}")
    demand(g.fresh & ~ruined == 0, "O28", "a region counts as ruined now that is not ruined")
    for r in REGIONS:
        perched = sum(g.figures[(n.TZEENTCH * 9 + r) * 16 + s] for s in (3, 7, 11, 15))
        standing = cards[r * 2 : r * 2 + 2].count(n.HORROR_STANDS)
        demand(perched == standing, "O11", f"{perched} Horrors stand on {standing} spaces of region {r}")
        if ruin[r] and not g.fresh >> r & 1:
            left = sum(g.corruption[p * 9 + r] for p in POWERS)
            demand(left == 0, "O31", f"{left} corruption tokens lie in the ruin {r} that has been scored")


def sheets(g: State) -> None:
    """Limits of what a Power has (O3, O9, O32), and the numbers worked out when asked (O24, O25)."""
    for p in POWERS:
        demand(g.power[p] <= facts.TRACK_END, "O9", f"Power {p} has {g.power[p]} power")
        demand(g.dial[p] <= facts.LAST_POSITION[p], "O32", f"the dial of {p} stands on {g.dial[p]}")
        demand(g.upgrades[p] < 32, "O3", f"Power {p} has upgrades {g.upgrades[p]:b}")
        gained = facts.GIFTS[p][: int(g.dial[p]) + 1].count("upgrade")
        owned = int(g.upgrades[p]).bit_count()
        demand(owned <= gained, "O3", f"Power {p} owns {owned} upgrades; its dial gave {gained}")
    for r in REGIONS:
        demand(g.resistance(r) >= 0 and g.conquest(r) >= 0, "O25", f"region {r}: {g.resistance(r)}, {g.conquest(r)}")


def absent(g: State) -> None:
    """A Power that does not take part has nothing in play (O14)."""
    for p in POWERS:
        if not g.seats >> p & 1:
            things = sum(
                sum(ints(of))
                for of in (
                    g.figures[p * 144 : p * 144 + 144],
                    g.corruption[p * 9 : p * 9 + 9],
                    g.reserve[p * 4 : p * 4 + 4],
                )
            )
            things += int(g.deck_size[p] + g.vp[p] + g.dial[p] + g.power[p] + g.counters[p] + g.peasants[p] + g.upgrades[p])
            things += sum(int(g.hand[card] + g.discard[card]) for card in facts.OWN_CARDS[p])
            demand(things == 0, "O14", f"Power {p} does not take part, but has {things} things in play")
