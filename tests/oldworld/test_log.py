"""The lines of the log: every point and counter with region, reason and rule; the sums agree with the score."""

import re
from collections import Counter
from typing import Any

from contract.sampling import decisions
from ruinous import catalogue, games
from ruinous.oldworld import events, log, tables

RULES = games.game("oldworld")


def test_the_sum_of_the_lines_is_the_score() -> None:
    for seed in range(8):
        *_rest, state = decisions(RULES, {"edition": ["seed", "faq2"][seed % 2]}, 900 + seed)
        gained: Counter[str] = Counter()
        for event in RULES.events(state, None):
            if event["kind"] == "vp":
                gained[event["power"]] += event["amount"]
        assert {seat: gained[seat] for seat in RULES.seats(state)} == RULES.outcome(state)["scores"]  # type: ignore[index]


def test_what_happened_since_a_seat_last_acted_tells_every_point_and_every_turn_of_a_dial() -> None:
    """R-CATCHUP: in 100 games, each time a seat decides again, for all four Powers."""
    told = 0
    for seed in range(100):
        last: dict[str, tuple[int, dict[str, tuple[int, int]]]] = {}
        state: Any
        for state in decisions(RULES, {"edition": ["seed", "faq2"][seed % 2]}, 2000 + seed):
            stands = {power: (int(state.vp[p]), int(state.dial[p])) for p, power in enumerate(tables.POWERS)}
            for seat in RULES.seats(state) if state.over else [str(RULES.to_move(state))]:
                since, stood = last.get(seat, (0, dict.fromkeys(tables.POWERS, (0, 0))))
                for event in RULES.events(state, seat, since):
                    if event["kind"] in ("vp", "dial"):
                        points, position = stood[event["power"]]
                        new = (points + event["amount"], position) if event["kind"] == "vp" else (points, event["position"])
                        stood = stood | {event["power"]: new}
                        told += 1
                assert stood == stands, (seed, seat)
                last[seat] = len(state.log), stands
    assert told > 10_000


def test_every_point_and_counter_names_region_reason_and_rule() -> None:
    names = set(tables.POWERS)
    reasons: Counter[str] = Counter()
    for seed in range(30):
        *_rest, state = decisions(RULES, {}, 300 + seed)
        for event in RULES.events(state, None):
            if event["kind"] not in ("vp", "counter"):
                continue
            assert event["power"] in names
            assert event["rule"].startswith("OW ")
            assert re.search(rf"[(; ]{re.escape(event['rule'])}\)$", event["text"])
            if event.get("why") in ("dial", "peasants", "most_peasants"):
                assert "threat" in event or "peasants" in event
            else:
                assert event["region"] in tables.REGIONS
            reasons[event.get("why", "counter")] += 1
    assert set(reasons) >= {"dial", "domination", "ruining", "first_place", "peasants", "counter"}


def test_every_rule_of_a_line_is_in_the_reference() -> None:
    for game in games.GAMES.values():
        sections = {rule["id"] for rule in catalogue.document(game.name)["rules"]}
        *_rest, state = decisions(game, {}, 8)
        cited = {event["kind"]: event["rule"] for event in game.events(state, None) if "rule" in event}
        assert {rule.partition(" ")[2] for rule in cited.values()} <= sections
        assert {"phase", "game_over"} < set(cited)


def test_the_line_of_a_domination_shows_the_sum() -> None:
    region = {"figures": {"khorne": {"daemon": 1, "warrior": 1}}, "tokens": {"noble": 1, "skaven": 1}}
    state = RULES.from_position({"phase": "corruption", "regions": {"tilea": region}})
    (event,) = [event for event in RULES.events(state, None) if event["kind"] == "vp"]
    assert event["text"] == "Khorne +3: dominates Tilea (supremacy 2 against resistance 1; OW 7.5)"
    assert (event["region"], event["why"], event["rule"]) == ("tilea", "domination", "OW 7.5")


def test_the_lines_of_a_ruin() -> None:
    region = {"corruption": {"nurgle": 9, "khorne": 2}, "figures": {"khorne": {"cultist": 1}}}
    state = RULES.from_position({"phase": "corruption", "regions": {"kislev": region}})
    texts = [event["text"] for event in RULES.events(state, None) if event["kind"] == "vp"]
    assert texts == [
        "Khorne +3: ruins Kislev (ruination card 1; OW 7.5)",
        "Khorne +4: second in ruined Kislev with 3 corruption (OW 9)",
        "Nurgle +8: first in ruined Kislev with 9 corruption (OW 9)",
    ]


def test_the_line_of_the_dial() -> None:
    state = RULES.from_position(
        {"phase": "end", "powers": {power: {"counters": (power == "khorne" and 1) or 0} for power in tables.POWERS}}
    )
    texts = [event["text"] for event in RULES.events(state, None) if event["kind"] == "vp"]
    assert texts == ["Khorne +4: dial reaches 6 (OW 4.4)"]


def test_a_roll_shows_its_dice() -> None:
    region = {"figures": {"khorne": {"daemon": 1}}, "tokens": {"peasant": 1}}
    state = RULES.from_position({"phase": "battle", "regions": {"tilea": region}}, begin=False)
    state.script = [0, 1, 5, 2, 3] + [0] * 200  # faces 1, 2, 6, 3 and, for the six, 4
    state.advance()
    (event,) = [event for event in RULES.events(state, None) if event["kind"] == "rolled"]
    assert event["text"] == "Khorne rolls 1, 2, 6, 3, 4: 2 hits"
    assert [event["face"] for event in RULES.events(state, None) if event["kind"] == "die"] == [1, 2, 6, 3, 4]


def test_every_kind_of_event_has_a_line() -> None:
    """Also those that random games hardly ever bring about."""
    seen: set[int] = set()
    for seed in range(60):
        *_rest, state = decisions(RULES, {}, 60 + seed)
        assert state.log is not None
        seen |= {event[0] for event in state.log}
        assert all(event["text"] for event in RULES.events(state, "khorne"))
    missing = {events.FIELDS[kind][0] for kind in range(len(events.FIELDS)) if kind not in seen}
    assert missing <= {"not_ruined", "card_stays", "shielded", "stands"}, missing


def test_hiding_is_decided_for_every_kind() -> None:
    for kind in range(len(events.FIELDS)):
        event = (kind, 0, 0, 0, 0)
        assert log.hidden(event, None) == log.hidden(event, "nurgle") == (kind == events.DREW)
        assert not log.hidden(event, "khorne")
