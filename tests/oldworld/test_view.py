"""What a seat sees and what a sampled world keeps, in the particulars of the Old World."""

import json
from collections import Counter
from typing import Any

from contract.sampling import decisions, samples
from ruinous import games
from ruinous.oldworld import tables

RULES = games.game("oldworld")

# Every key that a view may have: a new one must be thought about here (docs/formats.md section 3).
VIEW = {
    "": "game rules edition old_world_deck seat round rounds phase seats to_move powers regions track old_world_left old_world_gone "
    "ruins_taken token_supply counters_left battle pending outcome",
    "powers": "vp dial dial_length threat counters power income upgrades hand deck discard peasants reserve corruption_left",
    "regions": "value populous resistance conquest ruin ruined_now figures tokens corruption corruption_total cards cancelled supremacy "
    "sums dominates adjacent",
    "figures": "power kind count shielded charmed spent on_space",
    "pending": "seat task region card amount token",
    "battle": "region downed",
}


def test_a_view_has_the_keys_of_the_formats_and_no_other() -> None:
    seen: Counter[str] = Counter()
    for state in samples(RULES, 10):
        view = RULES.view(state, RULES.to_move(state))
        assert set(view) == set(VIEW[""].split())
        for sheet in view["powers"].values():
            assert set(sheet) == set(VIEW["powers"].split())
        for region in view["regions"].values():
            assert set(region) == set(VIEW["regions"].split())
            for figure in region["figures"]:
                assert set(figure) == set(VIEW["figures"].split())
                seen["figure"] += 1
        for part in ("pending", "battle"):
            if view[part] is not None:
                assert set(view[part]) == set(VIEW[part].split())
                seen[part] += 1
    assert min(seen[part] for part in ("figure", "pending", "battle")) > 0


def test_a_hand_is_a_list_for_its_owner_and_a_number_for_all_others() -> None:
    for state in samples(RULES, 30):
        hands = {seat: RULES.position(state)["powers"][seat]["hand"] for seat in RULES.seats(state)}
        for viewer in (*RULES.seats(state), None):
            for seat, sheet in RULES.view(state, viewer)["powers"].items():
                assert sheet["hand"] == (hands[seat] if seat == viewer else len(hands[seat]))


def test_what_a_view_says_agrees_with_the_supplies() -> None:
    for state in samples(RULES, 12):
        view = RULES.view(state, None)
        for t, token in enumerate(tables.TOKENS):
            on_board = sum(region["tokens"].get(token, 0) for region in view["regions"].values())
            on_sheets = sum(sheet["peasants"] for sheet in view["powers"].values()) if token == "peasant" else 0
            assert on_board + on_sheets + view["token_supply"][token] == tables.TOKEN_SUPPLY[t]
        for power, sheet in view["powers"].items():
            p = tables.POWERS.index(power)
            for k, kind in enumerate(tables.KINDS):
                there = sum(
                    figure["count"]
                    for region in view["regions"].values()
                    for figure in region["figures"]
                    if (figure["power"], figure["kind"]) == (power, kind)
                )
                assert there + sheet["reserve"][kind] == tables.FIGURES[p][k]
            placed = sum(region["corruption"].get(power, 0) for region in view["regions"].values())
            assert placed + sheet["corruption_left"] == 29
        for region in view["regions"].values():
            sums = {power: own["figures"] + own["cards"] + own["effects"] for power, own in region["sums"].items()}
            assert {power: value for power, value in sums.items() if value} == region["supremacy"]
            best = max(region["supremacy"].values(), default=0)
            alone = [power for power, value in region["supremacy"].items() if value == best]
            leads = len(alone) == 1 and best > region["resistance"] and region["ruin"] is None
            assert region["dominates"] == (alone[0] if leads else None)


def test_what_would_be_placed_is_what_the_corruption_phase_places() -> None:
    """The sums of a region before the Corruption Phase, where nothing but cultists and their kind places corruption."""
    places = 0
    for state in samples(RULES, 30):
        before = RULES.view(state, None)
        if before["phase"] not in ("summoning", "battle") or before["old_world_deck"] != "full":
            continue
        position = RULES.position(state) | {"phase": "corruption"}
        written = {key: value for key, value in position.items() if key not in ("agenda", "pending", "battle")}
        begun = RULES.from_position(written, begin=False)
        before = RULES.view(begun, None)
        RULES.stop_after(begun, "corruption")
        begun.advance()
        if begun.legal_actions():
            continue  # a question in between: figures may change sides
        placed: Counter[tuple[str, str]] = Counter()
        for event in RULES.events(begun, None):
            if event["kind"] == "corruption_placed":
                placed[event["power"], event["region"]] += event["amount"]
        festers = ("the_stench_of_death", "a_great_foul_consumption")
        for name, region in before["regions"].items():
            if not any(card and card[1] in festers for card in region["cards"]):
                for power in before["seats"]:
                    assert placed[power, name] == region["sums"].get(power, {"places": 0})["places"]
                    places += placed[power, name]
    assert places > 20


def test_discards_are_public() -> None:
    """Ruling 54."""
    seen = 0
    for state in samples(RULES, 30):
        piles = {seat: sorted(sheet["discard"]) for seat, sheet in RULES.position(state)["powers"].items()}
        for viewer in (*RULES.seats(state), None):
            assert {seat: sheet["discard"] for seat, sheet in RULES.view(state, viewer)["powers"].items()} == piles
        seen += sum(map(len, piles.values()))
    assert seen > 50


def _cards(position: dict[str, Any], seat: str) -> Counter[str]:
    """The cards of a Power that are in its hand, deck and discard pile."""
    sheet = position["powers"][seat]
    return Counter(sheet["hand"] + sheet["deck"] + sheet["discard"])


def test_a_sampled_world_keeps_hands_sizes_and_cards() -> None:
    differs = 0
    for n, state in enumerate(samples(RULES, 9)):
        true = RULES.position(state)
        for viewer in (*RULES.seats(state), None):
            world = RULES.position(RULES.sample_world(state, viewer, n))
            for seat in RULES.seats(state):
                hand = world["powers"][seat]["hand"]
                assert len(hand) == len(true["powers"][seat]["hand"])
                assert _cards(world, seat) == _cards(true, seat)
                if seat == viewer:
                    assert hand == true["powers"][seat]["hand"]
                else:
                    differs += hand != true["powers"][seat]["hand"]
            public = {key: true[key] for key in true if key not in ("powers", "old_world", "chance")}
            assert {key: world[key] for key in public} == public
    assert differs > 100


def test_a_sampled_old_world_deck_holds_only_cards_that_nobody_has_seen() -> None:
    """Also while the card just drawn is being carried out, and lies neither on the track nor in the box."""
    copies = {card[0]: card[1] for card in tables.OLD_WORLD_CARDS}
    in_hand = 0
    for seed in range(12):
        for state in decisions(RULES, {"old_world_deck": ["full", "sourced"][seed % 2]}, seed):
            if RULES.view(state, None)["phase"] != "old_world":
                continue
            drawn = [event["old_world_card"] for event in RULES.events(state, None) if event["kind"] == "old_world_card"][-1]
            in_hand += 1
            for n in range(6):
                world = RULES.position(RULES.sample_world(state, None, n))
                seen = [*world["old_world"], *world["old_world_gone"], *filter(None, world["track"]), drawn]
                assert all(count <= copies[title] for title, count in Counter(seen).items())
    assert in_hand > 20


def test_others_are_not_told_which_card_is_drawn() -> None:
    for state in samples(RULES, 60):
        for viewer in (*RULES.seats(state), None):
            for event in RULES.events(state, viewer):
                if event["kind"] == "drew":
                    assert (event["card"] is not None) == (event["power"] == viewer)


def test_no_hidden_card_is_named_anywhere_in_what_a_seat_is_sent() -> None:
    """Canaries: a card whose every copy is hidden from a seat must not be named in anything that seat gets."""
    checked = 0
    for state in samples(RULES, 25):
        position = RULES.position(state)
        came_out = {event["card"] for event in RULES.events(state, None) if event.get("card")}
        public = json.dumps([[sheet["discard"] for sheet in position["powers"].values()], [*position["regions"].values()]])
        for viewer in (*RULES.seats(state), None):
            mine = RULES.to_move(state) == viewer
            legal = [RULES.describe(state, action) for action in state.legal_actions()] if mine else []
            view = RULES.view(state, viewer)
            asks = view["pending"]["card"] if view["pending"] else None
            sent = json.dumps([view, legal, RULES.prompt(state, viewer)])
            shown = json.dumps(RULES.events(state, viewer))
            for seat in RULES.seats(state):
                hidden = {*position["powers"][seat]["hand"], *position["powers"][seat]["deck"]} if seat != viewer else set()
                for card in hidden:
                    assert (f'"{card}"' in sent) == (f'"{card}"' in public or card == asks)
                    assert (f'"card": "{card}"' in shown) == (card in came_out)
                    checked += 1
    assert checked > 300
