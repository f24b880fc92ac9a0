"""The bot `rules` for the Old World: that it beats chance by far, and small scenes in which a beginner sees the point."""

from __future__ import annotations

from collections import Counter

import pytest

from bots.playing import RULES, decisions_of, play
from ruinous.bots.base import look
from ruinous.bots.oldworld_outlook import AT_LEAST, Times, chance_of_two, outlook, survey
from ruinous.bots.oldworld_rules import LEAST, RulesBot
from ruinous.oldworld import names as n
from ruinous.oldworld.corruption import supremacy
from ruinous.oldworld.state import State
from ruinous.oldworld.tasks import SUMMONING_TURN
from scenes import REGIONS, Scene


# ---- strength -------------------------------------------------------------------------------------------------
def test_it_beats_three_that_play_at_random() -> None:
    """One against three at random, each Power in turn; the seeds are fixed, so the result is. Measured over 400 games: 99.7%."""
    won: Counter[str] = Counter()
    for game in range(16):
        *_, (state, _, _, _) = play(["rules" if seat == game % 4 else "random" for seat in range(4)], 100 + game)
        outcome = RULES.outcome(state)
        assert outcome is not None
        won["rules" if RULES.seats(state)[game % 4] in outcome["winners"] else "others"] += 1
    assert won["rules"] >= 14


def test_games_among_themselves_are_won() -> None:
    """Everybody losing to the Old World is the exception; measured over 100 games: none."""
    for seed in range(6):
        *_, (state, _, _, _) = play(["rules"] * 4, 200 + seed)
        outcome = RULES.outcome(state)
        assert outcome is not None
        assert outcome["reason"] in ("dial", "vp")


# ---- reasons ----------------------------------------------------------------------------------------------------
def test_weights_are_the_sums_of_their_reasons_and_decide() -> None:
    """It passes only where nothing else is worth a turn."""
    asked, passes = set(), 0
    for state, seat, bot, number in decisions_of("rules", 450):
        assert isinstance(bot, RulesBot)
        assert isinstance(state, State)
        weighed = bot.weigh(look(RULES, state, seat, number))
        assert [option.action for option in weighed] == state.legal_actions()
        for option in weighed:
            assert option.weight == pytest.approx(sum(weight for _, weight in option.reasons))
            assert len({name for name, _ in option.reasons}) == len(option.reasons)
        best = max(weighed, key=lambda option: option.weight)
        assert RulesBot(RULES, seat, 0).choose(look(RULES, state, seat, number)) in [
            option.action for option in weighed if option.weight > best.weight - 1e-6
        ]
        if state.asks == SUMMONING_TURN and best.action == n.PASS:
            passes += 1
            assert all(("idle", -100.0) in option.reasons for option in weighed if option.action != n.PASS)
        asked.add(int(state.asks))
    assert passes > 0
    assert len(asked) > 12


# ---- scenes --------------------------------------------------------------------------------------------------------
def answer(scene: Scene) -> str:
    """What the bot plays where the scene has come to."""
    state = scene.g
    return RULES.text(state, RulesBot(RULES, scene.who, 1).choose(look(RULES, state, scene.who, 1)))


def test_nurgle_brings_the_second_cultist_to_a_populous_region() -> None:
    scene = Scene().figures("kislev", nurgle="c").power(nurgle=1).begin("summoning")
    assert answer(scene) == "summon cultist kislev"


def test_slaanesh_brings_the_second_cultist_to_a_noble() -> None:
    scene = Scene().figures("tilea", slaanesh="c").figures("bretonnia", slaanesh="c").tokens("tilea", noble=1)
    assert answer(scene.power(slaanesh=1).begin("summoning")) == "summon cultist tilea"


def test_tzeentch_brings_the_second_cultist_to_warpstones() -> None:
    scene = Scene().figures("norsca", tzeentch="c").figures("badlands", tzeentch="c").tokens("badlands", warpstone=2)
    assert answer(scene.power(tzeentch=1).begin("summoning")) == "summon cultist badlands"


def test_khorne_goes_where_there_is_something_to_kill() -> None:
    scene = Scene().figures("kislev", khorne="c").figures("troll_country", nurgle="c c").power(khorne=2).begin("summoning")
    assert answer(scene) == "summon warrior troll_country"


def test_khorne_plays_blood_frenzy_on_prey_before_the_last_point_is_gone() -> None:
    scene = Scene().figures("empire", nurgle="c c").figures("badlands", khorne="c").hand("blood_frenzy").power(khorne=1)
    assert answer(scene.begin("summoning")) == "play blood_frenzy empire"


def test_khorne_cries_where_the_leader_is_about_to_ruin_a_region() -> None:
    scene = Scene().figures("bretonnia", nurgle="c c", tzeentch="c c").figures("norsca", khorne="c c")
    scene.corruption("bretonnia", nurgle=5, tzeentch=4).vp(nurgle=38)
    assert answer(scene.hand("battle_cry").power(khorne=1).begin("summoning")) == "play battle_cry bretonnia"


def test_a_free_royalty_goes_where_it_dominates() -> None:
    scene = Scene().corruption("kislev", nurgle=3).corruption("norsca", nurgle=3).figures("kislev", slaanesh="c")
    assert answer(scene.hand("degenerate_royalty").power(slaanesh=1).begin("summoning")) == "play degenerate_royalty kislev"


def test_hits_go_to_the_cultist_whose_region_is_about_to_fall() -> None:
    """Two Lepers would ruin The Empire; the Horror there places nothing."""
    scene = Scene().figures("empire", khorne="w", nurgle="c", tzeentch="w").corruption("empire", nurgle=11)
    assert answer(scene.dice(4, 4, 1, 1, 1, 1).begin("battle")) == "hit nurgle cultist"


def test_a_hero_takes_the_cheap_figure() -> None:
    scene = Scene().figures("estalia", khorne="w d").tokens("estalia", hero=1)
    assert answer(scene.begin("end")) == "remove khorne warrior"


def test_the_least_useful_card_is_discarded() -> None:
    scene = Scene().figures("bretonnia", khorne="c").hand("blood_frenzy", "field_of_carnage").track("bretonnian_knights")
    assert answer(scene.begin("end")) == "discard field_of_carnage"


def test_tokens_on_an_empty_board_go_where_they_help_the_own_dial() -> None:
    scene = Scene(absent="nurgle").tokens("tilea", warpstone=1).old_world("meteor_showers", "mass_exodus")
    assert answer(scene.begin("old_world")) == "place warpstone tilea"


def test_a_blood_gods_call_that_brings_nothing_stops() -> None:
    """All figures of others stand where they do Khorne least good already: none is brought to his own cultist's harm."""
    scene = Scene().figures("empire", khorne="c c").figures("badlands", nurgle="d").hand("the_blood_gods_call").power(khorne=3)
    scene.begin("summoning").choose(n.PLAY + int(n.THE_BLOOD_GODS_CALL) * 9 + REGIONS.index("empire"))
    assert answer(scene) == "done"


# ---- the outlook ---------------------------------------------------------------------------------------------------
CLOSED = Times(3, 1, False)


def test_chances_of_dice() -> None:
    """Half of all faces hit, and each 6 throws again."""
    assert AT_LEAST[1][1] == pytest.approx(0.5)
    assert AT_LEAST[1][2] == pytest.approx(1 / 12)
    assert AT_LEAST[3][1] == pytest.approx(7 / 8)
    assert chance_of_two(2, 0.5) == pytest.approx(0.25)
    assert chance_of_two(3, 0.5) == pytest.approx(0.5)


def test_a_survey_says_what_the_rules_say() -> None:
    scene = (
        Scene()
        .figures("kislev", khorne="w w", slaanesh="c", nurgle="cx")
        .corruption("kislev", nurgle=2)
        .tokens("kislev", warpstone=1, hero=1)
    )
    r = REGIONS.index("kislev")
    ground = survey(scene.g, r, CLOSED, True)
    assert [side.supremacy for side in ground.sides] == [supremacy(scene.g, p, r) for p in range(4)] == [2, 0, 0, 2]
    assert [side.corruptors for side in ground.sides] == [0, 0, 0, 2]
    assert [side.dice for side in ground.sides] == [4, 0, 0, 0]
    assert (ground.resistance, ground.conquest, ground.warpstones, ground.court) == (3, 3, 1, 1)


def test_an_outlook_without_battle_and_time_is_what_will_happen() -> None:
    """Two Lepers alone in Kislev with 10 corruption there: a counter, the ruin and first place are as good as certain."""
    scene = Scene().figures("kislev", nurgle="c c c c").corruption("kislev", nurgle=10)
    seen = outlook(survey(scene.g, REGIONS.index("kislev"), CLOSED, False))
    assert seen.counters[n.NURGLE] == 1
    supremacy_vp, ruin_vp = seen.parts[n.NURGLE][:2]
    assert supremacy_vp == pytest.approx(3, abs=0.8)  # four figures against Resistance 3
    assert ruin_vp == pytest.approx(8 + 3, abs=0.5)  # first place and ruiner under the first card
    assert LEAST < ruin_vp
    assert seen.worth[n.KHORNE] == 0


def test_dice_make_losses() -> None:
    """Bloodletters beside Lepers: fewer counters and figures for Nurgle, a counter for Khorne; none where no battle is to come."""
    scene = Scene().figures("kislev", nurgle="c c", khorne="w w")
    r = REGIONS.index("kislev")
    fought, quiet = outlook(survey(scene.g, r, CLOSED, True)), outlook(survey(scene.g, r, CLOSED, False))
    assert fought.counters[n.KHORNE] == pytest.approx(15 / 16)
    assert quiet.counters[n.KHORNE] == 0
    assert fought.counters[n.NURGLE] < 0.3 < quiet.counters[n.NURGLE] == 1
    assert fought.worth[n.NURGLE] < quiet.worth[n.NURGLE]
