"""Texts of actions, what questions are about, and the rules named by refusals, in the particulars of the Old World."""

from collections import Counter

import pytest

from contract.sampling import decisions, samples
from ruinous import games
from ruinous.engine.agenda import Question
from ruinous.games import Refusal, State
from ruinous.oldworld import notation, refusal, rulebook, tasks
from ruinous.oldworld.names import N_ACTIONS, STAND, SUMMON
from ruinous.oldworld.state import TASKS
from ruinous.text import texts

RULES = games.game("oldworld")
ACTIONS = [action for action in range(N_ACTIONS) if not STAND < action < SUMMON]
ASKING = {number for number, task in enumerate(TASKS) if isinstance(task, Question)}


def begin(phase: str, regions: dict[str, object], **sheets: dict[str, object]) -> State:
    """A position by hand, gone on to its first decision."""
    powers: dict[str, dict[str, object]] = {power: {} for power in notation.POWERS}
    state: State = RULES.from_position({"phase": phase, "regions": regions, "powers": powers | sheets})
    return state


def refused(state: State, text: str) -> Refusal:
    """Why an action in words is refused."""
    return RULES.why_not(state, RULES.parse(state, text))


# ---- completeness ------------------------------------------------------------------------------------------
def test_every_question_has_its_words() -> None:
    """A new question needs a verb, its kinds of answer, a prompt and a few words for refusals."""
    assert rulebook.ROOMS
    assert set(notation.QUESTIONS) == set(refusal.ANSWERS) == ASKING
    for language in ("en", "plain"):
        book = texts("oldworld", language)
        for number in ASKING:
            assert book.raw(f"prompts.{tasks.TASK_NAMES[number]}")
            assert book.raw(f"questions.{tasks.TASK_NAMES[number]}")


def test_every_refusal_has_a_text_and_every_text_a_refusal() -> None:
    source = refusal.__loader__.get_source(refusal.__name__)  # type: ignore[union-attr]
    codes = set(texts("oldworld", "en").table["refusals"])
    assert {code for code in codes if f'"{code}"' not in source} == {"not_understood"}


def test_every_action_there_is_has_a_text_of_its_own() -> None:
    """Not only the legal ones: a refused text must be understood, too."""
    for state in samples(RULES, 60):
        q = notation.question(state)  # type: ignore[arg-type]
        shown = [notation.phrase(action, q) for action in ACTIONS]
        assert len(set(shown)) == len(ACTIONS)


def test_what_is_refused_is_exactly_what_is_not_offered() -> None:
    """All 1,700 actions in many states: each is legal or has a code, and never both."""
    codes: Counter[str] = Counter()
    for state in samples(RULES, 13):
        if state.over:
            continue
        legal = set(state.legal_actions())
        for action in ACTIONS:
            if action not in legal:
                codes[RULES.why_not(state, action).code] += 1
    assert len(codes) > 20


def test_every_question_is_seen_in_random_games() -> None:
    """So that the contract tests do speak about all of them; a few are rare."""
    seen = set()
    for seed in range(40):
        for state in decisions(RULES, {}, 500 + seed):
            if not state.over:
                seen.add(tasks.TASK_NAMES[int(notation.question(state).task)])  # type: ignore[arg-type]
    asked = {tasks.TASK_NAMES[number] for number in ASKING}
    assert seen <= asked
    assert len(asked - seen) <= 6, asked - seen


# ---- texts ---------------------------------------------------------------------------------------------------
def test_summoning_texts() -> None:
    figures = {"nurgle": {"cultist": 1}}
    state = begin("summoning", {"kislev": {"figures": figures}}, khorne={"power": 0}, nurgle={"power": 3, "hand": ["plague_touch"]})
    found = {RULES.text(state, action): RULES.describe(state, action) for action in state.legal_actions()}
    assert found["summon cultist troll_country from kislev"] == {
        "id": RULES.parse(state, "summon cultist troll_country from kislev"),
        "text": "summon cultist troll_country from kislev",
        "kind": "summon",
        "cost": 1,
        "from": "kislev",
        "region": "troll_country",
        "figure": {"power": "nurgle", "kind": "cultist", "shielded": False, "charmed": False, "spent": False, "on_space": False},
    }
    assert found["summon daemon empire"]["from"] == "reserve"
    assert found["summon daemon empire"]["cost"] == 3
    assert (
        found["play plague_touch norsca"] | {"kind": "play", "cost": 0, "card": "plague_touch", "region": "norsca"}
        == found["play plague_touch norsca"]
    )
    assert found["pass"]["kind"] == "pass"


def test_a_free_leper_costs_nothing_where_nurgle_has_no_figure() -> None:
    sheet = {"dial": 3, "upgrades": ["lepers"], "power": 2}
    state = begin("summoning", {"kislev": {"figures": {"nurgle": {"cultist": 1}}}}, khorne={"power": 0}, nurgle=sheet)
    costs = {RULES.text(state, action): RULES.describe(state, action).get("cost") for action in state.legal_actions()}
    assert costs["summon cultist empire"] == 0
    assert costs["summon cultist kislev"] == 1


def test_battle_texts() -> None:
    state = begin(
        "battle", {"kislev": {"figures": {"khorne": {"daemon": 1}, "nurgle": {"cultist": 1, "warrior": 1}}, "tokens": {"peasant": 3}}}
    )
    while not state.over and notation.question(state).task != tasks.HIT:  # type: ignore[arg-type]
        state.apply(state.legal_actions()[0])
    shown = {RULES.text(state, action) for action in state.legal_actions()}
    assert "hit peasant" in shown
    assert shown & {"hit nurgle cultist", "hit nurgle warrior", "hit khorne daemon"}


def test_marked_figures_are_told_apart() -> None:
    marked = [
        {"power": "tzeentch", "kind": "warrior", "shielded": True},
        {"power": "tzeentch", "kind": "warrior"},
        {"power": "tzeentch", "kind": "warrior", "on_space": True},
        {"power": "khorne", "kind": "cultist", "charmed": True},
    ]
    region = {"figures": marked, "cards": [["tzeentch", "horror"], None]}
    state = begin("summoning", {"tilea": region}, khorne={"power": 0}, nurgle={"power": 0}, tzeentch={"power": 2}, slaanesh={"power": 3})
    shown = {RULES.text(state, action) for action in state.legal_actions()}
    for figure in ("shielded warrior", "warrior", "on_space warrior"):
        assert f"summon {figure} estalia from tilea" in shown
    state.apply(RULES.parse(state, "pass"))
    assert RULES.text(state, RULES.parse(state, "summon khorne charmed cultist from tilea")) == "summon khorne charmed cultist from tilea"
    assert RULES.parse(state, "summon khorne charmed cultist from tilea") in state.legal_actions()


# ---- refusals ----------------------------------------------------------------------------------------------------
SUMMONING = {
    "kislev": {"figures": {"nurgle": {"cultist": 2}}, "cards": [["khorne", "field_of_carnage"], ["tzeentch", "dazzle"]]},
    "estalia": {"figures": {"nurgle": {"warrior": 5}}, "cards": [["tzeentch", "temporal_stasis"], None]},
    "norsca": {"ruin": 1},
    "badlands": {"tokens": {"event": 1}},
}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("summon cultist badlands", "not_adjacent"),
        ("summon cultist empire from kislev", "field_of_carnage"),
        ("summon cultist norsca from empire", "no_such_figure"),
        ("summon warrior estalia from estalia", "already_there"),
        ("summon warrior estalia", "none_in_reserve"),
        ("summon daemon estalia", "not_enough_power"),
        ("summon spent cultist estalia", "none_in_reserve"),
        ("play plague_touch kislev", "spaces_full"),
        ("play plague_touch norsca", "region_ruined"),
        ("play influenza estalia", "temporal_stasis"),
        ("play the_stench_of_death empire", "not_enough_power"),
        ("play rain_of_pus empire", "not_in_hand"),
        ("play battle_cry empire", "not_your_card"),
        ("play plague_aura badlands", "teclis"),
        ("summon khorne cultist from kislev", "no_such_figure"),
        ("summon nurgle cultist from kislev", "needs_destination"),
        ("done", "must_choose"),
        ("stand", "not_this_question"),
    ],
)
def test_refusals_of_a_summoning_turn(text: str, code: str) -> None:
    powers: dict[str, dict[str, object]] = {power: {"power": 0} for power in notation.POWERS}
    powers["nurgle"] = {"power": 2, "hand": ["plague_touch", "influenza", "the_stench_of_death", "plague_aura"]}
    position = {"phase": "summoning", "regions": SUMMONING, "powers": powers, "track": ["teclis_aids_the_empire", None]}
    state = RULES.from_position(position)
    assert refused(state, text).code == code
    assert RULES.refusal_text(refused(state, text))["rule"].startswith("OW ")


def test_refusals_read_as_sentences() -> None:
    state = begin("summoning", {"kislev": {"figures": {"khorne": {"cultist": 1}}}}, khorne={"power": 2, "hand": []})
    assert RULES.refusal_text(refused(state, "summon daemon kislev")) == {
        "reason": "That costs 3 power, and you have 2.",
        "rule": "OW 7.3, Summoning Phase",
    }
    assert (
        RULES.refusal_text(refused(state, "summon cultist tilea"))["reason"]
        == "Tilea holds none of your figures and borders on no region that does."
    )
    assert RULES.refusal_text(refused(state, "play battle_cry tilea"))["reason"] == "Battle Cry is not in your hand."
