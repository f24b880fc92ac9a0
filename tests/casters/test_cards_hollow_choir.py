"""The cards of Deck 2: each works, does not where it must not, at its boundaries, and leaves everything else alone."""

from casters.scenes import RULES, resolve, turn


# ---- Grave Tender -------------------------------------------------------------------------------------------
def test_grave_tender_recovers_any_card() -> None:
    s = resolve("one grave_tender", pits={"one": ["stoke", "ash_hound", "kiln_brute"], "two": ["fireburst"]})
    assert s.choices() == ["recover stoke", "recover ash_hound", "recover kiln_brute", "done"]
    assert s.refused("recover fireburst") == "not_in_pit"
    s.play("recover ash_hound")
    assert s.pit("one") == ["stoke", "kiln_brute"] and s.deck("one")[0] == "ash_hound" and s.pit("two") == ["fireburst"]
    assert s.asked == "one attack"


def test_grave_tender_may_decline_and_needs_a_pit() -> None:
    """Ruling 16: declining gives the limit back."""
    s = resolve("one grave_tender", "one grave_tender", pits={"one": ["stoke"]}).play("done", "done", "recover stoke")
    assert s.pit("one") == []
    s = resolve("one grave_tender")
    assert s.asked == "one attack" and s.kinds().count("no_target") == 1
    s = resolve("one grave_tender", "one grave_tender", pits={"one": ["stoke", "banish"]}).play("recover stoke", "done")
    assert s.asked == "one attack" and s.pit("one") == ["banish"]


# ---- Mirror Shade -------------------------------------------------------------------------------------------
def test_mirror_shade_copies_the_strongest_enemy() -> None:
    s = resolve("one mirror_shade", "two ash_hound", "two kiln_brute", "one tomb_colossus")
    assert s.strength(1) == 5
    assert resolve("one mirror_shade", "one kiln_brute", "two fireburst").strength(1) == 0


def test_mirror_shade_copies_current_strength() -> None:
    """Ruling 24: current strength, changes and Matron included, then its own changes; another Shade is seen as 0 and its changes."""
    s = resolve("one mirror_shade", "two ash_hound", "two pyre_matron")
    assert s.strength(1) == 6
    s = resolve("one pyre_matron", "one mirror_shade", "two ash_hound")
    assert s.strength(2) == 6
    s = resolve("one mirror_shade", "two mirror_shade", "two pyre_matron")
    assert s.strength(1) == 2  # the other Shade counts 0 + 2, the Matron 2
    assert s.strength(2) == 2  # 0, and 2 from its own Matron
    s = resolve("two mirror_shade", "one mirror_shade").play("attack 1 mirror_shade")
    assert s.stack == []  # 0 against 0


def test_mirror_shade_is_0_elsewhere() -> None:
    """Ruling 24: in hand, deck and pit it is 0, so Raise may play it."""
    s = resolve("two kiln_brute", "one raise", pits={"one": ["mirror_shade", "kiln_brute"]})
    assert s.stack == ["two kiln_brute", "one mirror_shade", "one raise"]


# ---- Mist Stalker -------------------------------------------------------------------------------------------
def test_mist_stalker_hides_behind_others() -> None:
    s = resolve("one mist_stalker", "one stoke", "one spark_imp", "two ash_hound")
    assert s.choices() == ["attack 3 spark_imp", "attack player", "done"] and s.refused("attack 1 mist_stalker") == "stalker"
    s = resolve("one mist_stalker", "one stoke", "two ash_hound")
    assert s.choices() == ["attack 1 mist_stalker", "attack player", "done"]


def test_two_stalkers_hide_each_other() -> None:
    s = resolve("one mist_stalker", "one mist_stalker", "two ash_hound")
    assert s.choices() == ["attack player", "done"]


def test_a_stalker_hides_from_puppets_too_but_not_from_effects() -> None:
    """Ruling 32: "cannot" does not yield to Puppet Strings."""
    s = resolve("one mist_stalker", "one ash_hound", "two puppet_strings").play("pull 2 ash_hound")
    assert s.choices() == ["attack own player", "attack player", "done"] and s.refused("attack 1 mist_stalker") == "stalker"
    s = resolve("one mist_stalker", "one kiln_brute", "two flame_lash")
    assert s.pit("one") == ["mist_stalker"]


# ---- Bone Warden --------------------------------------------------------------------------------------------
def test_bone_warden_must_be_attacked() -> None:
    s = resolve("one bone_warden", "one spark_imp", "one bone_warden", "two kiln_brute")
    assert s.choices() == ["attack 1 bone_warden", "attack 3 bone_warden", "done"]
    assert s.refused("attack 2 spark_imp") == "warden" and s.refused("attack player") == "warden"
    s.play("attack 3 bone_warden")
    assert s.stack == ["one bone_warden", "one spark_imp", "two kiln_brute"]


def test_bone_warden_binds_enemies_only_and_lets_them_decline() -> None:
    """Ruling 32: declining is always allowed; "must" yields to Puppet Strings."""
    s = resolve("one bone_warden", "two spark_imp", "one ash_hound")
    assert s.choices() == ["attack 2 spark_imp", "attack player", "done"]
    s = resolve("one bone_warden", "two spark_imp", "one puppet_strings")
    assert s.choices() == ["attack 1 bone_warden", "attack player", "attack own player", "done"]


# ---- Lantern Moth -------------------------------------------------------------------------------------------
def test_lantern_moth_draws() -> None:
    s = resolve("one lantern_moth", decks={"one": ["stoke", "ash_hound"]})
    assert s.hand("one") == ["ash_hound"] and s.deck("one") == ["stoke"] and s.asked == "one attack"
    s = resolve("one lantern_moth", decks={"one": 0})
    assert s.hand("one") == [] and s.asked == "one attack" and not s.over


def test_lantern_moth_is_quick() -> None:
    s = turn(turn="two", refills=1, hands={"two": ["lantern_moth", "banish"], "one": ["stoke"]}).play("play lantern_moth")
    assert s.asked == "two attack"


# ---- Tomb Colossus ------------------------------------------------------------------------------------------
def test_tomb_colossus_buries_a_card_when_played() -> None:
    s = turn(hands={"one": ["tomb_colossus", "stoke", "banish"], "two": ["ash_hound", "kiln_brute"]}).play("play tomb_colossus")
    assert s.stack == ["one tomb_colossus"] and s.choices() == ["bury stoke", "bury banish"]  # on the stack already
    s.play("bury banish")
    assert s.deck("one")[0] == "banish" and s.hand("one") == ["stoke"] and s.asked == "two play_turn"


def test_tomb_colossus_with_an_empty_hand_is_free() -> None:
    """Ruling 31: the bury is an effect after it is on the stack, not a cost."""
    s = turn("two stoke", hands={"one": ["tomb_colossus"], "two": ["ash_hound", "kiln_brute"]}, first="two", turn="one")
    s.play("play tomb_colossus")
    assert s.stack == ["two stoke", "one tomb_colossus"] and s.hand("one") == [] and s.asked == "two play_turn"


def test_tomb_colossus_does_not_attack_beside_an_enemy_action() -> None:
    """Ruling 31: "next to" counts at the moment of its attack."""
    for stack in (["two fireburst", "one tomb_colossus"], ["one tomb_colossus", "two parley"]):
        s = resolve(*stack)
        assert s.kinds().count("resolves") == 2 and s.asked == "nobody"
    assert resolve("one tomb_colossus", "one fireburst").asked == "one attack"
    assert resolve("one tomb_colossus", "two ash_hound").play("done").asked == "one attack"
    s = resolve("two fireburst", "one ash_hound", "one tomb_colossus").play("attack player")
    assert len(s.pit("two")) == 9
    s = resolve("one tomb_colossus", "two ash_hound", "two fireburst").play("done")  # two places away
    assert s.asked == "one attack"


def test_backdraft_frees_the_colossus() -> None:
    s = resolve("one tomb_colossus", "two fireburst", "one backdraft")
    assert s.pit("two") == ["fireburst"] and s.asked == "one attack"


# ---- Veil Dancer --------------------------------------------------------------------------------------------
def test_veil_dancer_swaps_and_attacks_from_the_new_place() -> None:
    """Ruling 18: the line stays; she resolves again, without her swap, and the other card has lost its turn."""
    s = resolve("two fireburst", "two ash_hound", "one veil_dancer")
    assert s.choices() == ["swap 1 fireburst", "swap 2 ash_hound", "done"] and s.refused("swap 3 veil_dancer") == "itself"
    s.play("swap 1 fireburst")
    assert s.stack == ["one veil_dancer", "two ash_hound", "two fireburst"] and s.g.line == 2
    s.play("attack player", "done")  # from the new place; then the Hound
    assert [event["card"] for event in s.events("limit_spent")] == ["veil_dancer"] and s.asked == "one attack"
    s.play("attack player")
    assert sum(event["amount"] for event in s.events("damage")) == 4  # Fireburst never resolved
    assert s.asked == "nobody"


def test_veil_dancer_may_swap_with_friends_and_resolved_cards() -> None:
    s = resolve("one ash_hound", "one veil_dancer", "two fireburst").play("swap 3 fireburst")
    assert s.stack == ["one ash_hound", "two fireburst", "one veil_dancer"]
    s.play("done", "attack player")  # Fireburst lies above the line still: it does not resolve again
    assert [event["amount"] for event in s.events("damage")] == [6, 4] and s.asked == "nobody"


def test_veil_dancer_may_decline() -> None:
    s = resolve("two ash_hound", "one veil_dancer").play("done")
    assert s.stack == ["two ash_hound", "one veil_dancer"] and s.asked == "one attack"
    s = resolve("one veil_dancer")
    assert s.asked == "one attack" and s.kinds().count("no_target") == 1


# ---- Echo Bard ----------------------------------------------------------------------------------------------
def test_echo_bard_performs_a_friendly_action() -> None:
    s = resolve("one fireburst", "one stoke", "two blood_price", "one echo_bard")
    assert s.choices() == ["perform 1 fireburst", "perform 2 stoke"]
    assert s.refused("perform 3 blood_price") == "not_friendly" and s.refused("perform 4 echo_bard") == "not_an_action"
    s.play("perform 1 fireburst")
    assert len(s.pit("two")) == 6 and s.asked == "one attack"


def test_echo_bard_is_this() -> None:
    """Ruling 21: "this" in the performed text is the Bard, and the Action's own limit is spent as well."""
    s = resolve("two kiln_brute", "one fireburst", "two ash_hound", "one echo_bard").play("attack player")
    assert [event["card"] for event in s.events("performs")] == ["fireburst"]
    s.decline_all()
    assert [event["card"] for event in s.events("limit_spent")] == ["fireburst"] and s.kinds().count("damage") == 2
    s = resolve("two fireburst", "one ash_hound", "one backdraft", "two shield_wall", "one echo_bard")
    assert s.pit("two") == ["shield_wall"]  # directly below the Bard, not below Backdraft


def test_echo_bard_chooses_among_actions_with_a_text_and_a_limit_left() -> None:
    """Ruling 21: Parley and Shield Wall have no Resolve text; a spent limit cannot be chosen; silenced and resolved ones can."""
    s = resolve("one parley", "one shield_wall", "one echo_bard")
    assert s.asked == "one attack" and s.kinds().count("no_target") == 1
    s = resolve("one stoke", "one pit_fire", "one echo_bard", "one fireburst", "one parley")
    assert s.choices() == ["perform 1 stoke", "perform 2 pit_fire"]
    assert s.refused("perform 4 fireburst") == "limit_spent" and s.refused("perform 5 parley") == "no_resolve_text"
    s = resolve("one fireburst", "one echo_bard", "two silence").play("silence 1 fireburst")
    assert s.kinds().count("damage") == 1 and s.asked == "one attack"


def test_echo_bard_s_own_limit() -> None:
    """Ruling 21: spent once a choice was possible, even if the performed text then finds no target."""
    s = resolve("one stoke", "one echo_bard", "one echo_bard").play("done", "done")
    assert [(event["kind"], event["card"]) for event in s.events("performs") + s.events("limit_spent")] == [
        ("performs", "stoke"),
        ("limit_spent", "echo_bard"),
    ]
    s = resolve("one pit_fire", "one echo_bard", "one echo_bard", "one parley")
    assert len(s.events("performs")) == 1


def test_an_echoed_raise_spends_the_limit_of_raise() -> None:
    """Ruling 50: the second Raise stays without effect."""
    s = resolve("one raise", "two kiln_brute", "one echo_bard", pits={"one": ["mirror_shade", "bone_warden"]}).play("play bone_warden")
    assert s.stack == ["one raise", "two kiln_brute", "one bone_warden", "one echo_bard"]
    s.decline_all()
    assert s.pit("one") == ["mirror_shade"] and [event["card"] for event in s.events("limit_spent")] == ["raise"]


def test_echo_bard_and_changeling_do_not_call_each_other_without_end() -> None:
    """Ruling 16: the limit is spent when the effect begins."""
    s = resolve("one changeling", "one echo_bard").play("attack player")  # the Bard performs the Changeling's text: nothing above
    s.decline_all()
    assert s.asked == "nobody" and s.kinds().count("resolves") == 2
    s = resolve("one echo_bard", "one changeling", "one echo_bard").decline_all()
    assert s.asked == "nobody"


# ---- Hex Toad -----------------------------------------------------------------------------------------------
def test_hex_toad_weakens_its_attacker_before_the_comparison() -> None:
    s = resolve("two hex_toad", "one war_caller").play("attack 1 hex_toad")
    assert s.pit("one") == ["war_caller"] and s.stack == ["two hex_toad"]
    assert [(event["strength"], event["against"]) for event in s.events("strengths")] == [(1, 2)]
    s = resolve("two hex_toad", "one ash_hound").play("attack 1 hex_toad")
    assert s.stack == []  # 2 against 2
    s = resolve("two hex_toad", "one tomb_colossus").play("attack 1 hex_toad")
    assert s.stack == ["one tomb_colossus"] and s.strength(1) == 7


def test_the_floor_of_strength() -> None:
    """Ruling 25: all changes are added first, then the sum is cut at 0; 0 against 0 nixes both; 0 against a player is an attack for 0."""
    s = resolve("two mirror_shade", "one mirror_shade", "two fireburst")
    s.play("attack 1 mirror_shade")
    assert s.stack == ["two fireburst"]
    s = resolve("one furnace_drake", "one furnace_drake", "one stoke", hands={"one": []}).play("strengthen 1 furnace_drake")
    s.play("done")
    assert s.strength(1) == 6
    s = resolve("one mirror_shade", "two fireburst").play("attack player")
    assert s.events("attacks_player")[-1]["strength"] == 0 and s.pit("two") == []


def test_hex_toad_when_silenced_and_when_it_attacks() -> None:
    """Ruling 28: "When" texts of a silenced card go on; it has no effect as an attacker."""
    s = resolve("one war_caller", "two hex_toad", "one silence")
    assert s.asked == "one attack"
    s.play("attack 2 hex_toad")
    assert s.pit("one") == ["war_caller"]
    s = resolve("one ash_hound", "two hex_toad").play("attack 1 ash_hound")
    assert s.pit("two") == ["hex_toad"] and s.events("strengthened") == []


# ---- Actions ------------------------------------------------------------------------------------------------
def test_banish_buries_any_other_card() -> None:
    s = resolve("two ash_hound", "one stoke", "one banish", "two parley")
    assert s.choices() == ["bury 1 ash_hound", "bury 2 stoke", "bury 4 parley"] and s.refused("bury 3 banish") == "itself"
    s.play("bury 1 ash_hound")
    assert s.deck("two")[0] == "ash_hound" and s.stack == ["one stoke", "one banish", "two parley"] and s.pit("two") == []


def test_banish_is_mandatory() -> None:
    """Ruling 20: the owner must take a legal target even if it hurts."""
    s = resolve("one ash_hound", "one banish")
    assert s.stack == ["one banish"] and s.deck("one")[0] == "ash_hound"
    assert resolve("one banish").kinds().count("no_target") == 1


def test_undertow_to_the_top_and_to_the_bottom() -> None:
    """Ruling 17: the top is above the line, the bottom below it, even when nothing is left there."""
    s = resolve("two ash_hound", "two stoke", "one undertow").play("move 1 ash_hound")
    assert s.choices() == ["top", "bottom"]
    s.play("top")
    assert s.stack == ["two stoke", "one undertow", "two ash_hound"] and s.asked == "nobody"
    s = resolve("one undertow", "two ash_hound", "two shield_wall").play("done", "move 2 ash_hound", "bottom")
    assert s.stack == ["two ash_hound", "one undertow", "two shield_wall"] and s.asked == "two attack"


def test_undertow_may_leave_a_card_where_it_is() -> None:
    """Ruling 19: "move" to the place where the card already is, is legal."""
    s = resolve("two ash_hound", "one undertow").play("bottom")
    assert s.stack == ["two ash_hound", "one undertow"] and s.asked == "two attack"


def test_undertow_is_quick() -> None:
    s = turn("one parley", turn="two", hands={"two": ["undertow"], "one": ["ash_hound"]}).play("play undertow")
    assert s.asked == "two which_end"


def test_silence_stops_a_card() -> None:
    s = resolve("two fireburst", "two ash_hound", "one stoke", "one silence")
    assert s.choices() == ["silence 1 fireburst", "silence 2 ash_hound"] and s.refused("silence 3 stoke") == "not_enemy"
    s.play("silence 1 fireburst", "done")
    assert s.kinds().count("passed_over") == 1 and s.events("damage") == []
    s = resolve("one silence", "two fireburst")
    assert s.kinds().count("damage") == 1 and s.kinds().count("no_target") == 1


def test_silence_leaves_continuous_texts() -> None:
    """Ruling 28: Warden, Matron, Stalker, Gatekeeper and Shield Wall go on; a silenced card does not count for ruling 14."""
    s = resolve("one ash_hound", "two bone_warden", "one silence", max_resolutions=2)
    assert s.asked == "one attack" and s.refused("attack player") == "warden"
    s = resolve("two ash_hound", "two pyre_matron", "one silence").play("silence 2 pyre_matron")
    assert s.strength(1) == 6
    s = resolve("one fireburst", "two shield_wall", "one silence")
    assert [event["amount"] for event in s.events("damage")] == [5]


def test_silence_follows_the_card() -> None:
    """Ruling 28 and ruling 19: a moved card stays silenced."""
    s = resolve("two spark_imp", "two ash_hound", "one undertow", "one silence").play("silence 2 ash_hound", "move 2 ash_hound", "bottom")
    s.play("done")
    assert s.stack[0] == "two ash_hound" and s.kinds().count("passed_over") == 1


def test_raise_plays_a_weak_ally_from_the_pit() -> None:
    s = resolve("two kiln_brute", "one raise", pits={"one": ["bone_warden", "veil_dancer", "stoke", "mirror_shade"], "two": ["hex_toad"]})
    assert s.choices() == ["play bone_warden", "play mirror_shade"]
    assert s.refused("play veil_dancer") == "too_strong" and s.refused("play stoke") == "not_an_ally"
    assert s.refused("play hex_toad") == "not_in_pit"
    s.play("play bone_warden")
    assert s.stack == ["two kiln_brute", "one bone_warden", "one raise"] and s.pit("one") == ["veil_dancer", "stoke", "mirror_shade"]
    assert s.asked == "one attack"


def test_raise_without_an_ally_keeps_its_limit() -> None:
    """Ruling 3: an effect that found no legal target has not resolved."""
    s = resolve("one raise", "two ash_hound", "one raise", "one bone_warden", pits={"one": ["kiln_brute"]})
    s.play("done", "attack 4 bone_warden")
    assert [event["card"] for event in s.events("no_target")] == ["raise"]
    assert s.events("played_by_effect")[-1]["card"] == "bone_warden"


def test_a_card_played_by_an_effect_ends_nothing() -> None:
    """Ruling 10: even if it is Quick, no phase ends."""
    s = resolve("two ash_hound", "one emberling", hands={"one": ["spark_imp"]}).play("play spark_imp", "done", "attack player")
    assert s.asked == "two attack"


def test_a_card_played_by_an_effect_performs_its_when_played_text() -> None:
    """Ruling 10. No effect of this pool plays Tomb Colossus; one that did would have it bury a card."""
    from ruinous.casters.data import STRENGTH
    from ruinous.casters.names import TOMB_COLOSSUS

    printed, STRENGTH[TOMB_COLOSSUS] = STRENGTH[TOMB_COLOSSUS], 1
    try:
        s = resolve("one raise", pits={"one": ["tomb_colossus"]}, hands={"one": ["stoke", "banish"]})
        assert s.stack == ["one tomb_colossus", "one raise"] and s.choices() == ["bury stoke", "bury banish"]
    finally:
        STRENGTH[TOMB_COLOSSUS] = printed


def test_foresight_draws_one_of_three() -> None:
    s = resolve("one foresight", decks={"one": ["stoke", "parley", "ash_hound", "kiln_brute"]})
    assert s.choices() == ["draw kiln_brute", "draw ash_hound", "draw parley"] and s.refused("draw stoke") == "not_looked_at"
    s.play("draw ash_hound")
    assert s.choices() == ["bury kiln_brute", "bury parley"]
    s.play("bury parley")
    assert s.hand("one") == ["ash_hound"] and s.deck("one") == ["kiln_brute", "parley", "stoke"]


def test_foresight_with_fewer_cards() -> None:
    """Ruling 43: it looks at what there is and draws one; the drawn card is seen by its owner only."""
    s = resolve("one foresight", decks={"one": ["stoke", "parley"]}).play("draw stoke")
    assert s.hand("one") == ["stoke"] and s.deck("one") == ["parley"]
    s = resolve("one foresight", decks={"one": ["stoke"]})
    assert s.hand("one") == ["stoke"] and s.deck("one") == []
    s = resolve("one foresight", decks={"one": []})
    assert s.hand("one") == [] and not s.over
    s = resolve("one foresight", decks={"one": ["stoke", "parley"]}).play("draw stoke")
    assert [event["card"] for event in RULES.events(s.g, "two") if event["kind"] in ("looked", "drew", "buried_looked_at")] == [None] * 4
    assert "stoke" in [event["card"] for event in RULES.events(s.g, "one") if event["kind"] == "drew"]


def test_foresight_is_quick() -> None:
    s = turn(hands={"one": ["foresight"], "two": ["ash_hound", "stoke"]})
    assert s.asked == "one draw_looked_at"  # the only card had to be played, and ended the Play Phase


def test_mind_rot_nixes_two_at_random() -> None:
    seen = set()
    for seed in range(30):
        s = resolve("one mind_rot", hands={"two": ["ash_hound", "stoke", "parley"], "one": ["banish"]}, seed=seed)
        assert len(s.pit("two")) == 2 and len(s.hand("two")) == 1 and s.hand("one") == ["banish"]
        assert sorted([*s.pit("two"), *s.hand("two")]) == ["ash_hound", "parley", "stoke"]
        seen.add(s.hand("two")[0])
    assert seen == {"ash_hound", "stoke", "parley"}


def test_mind_rot_takes_what_there_is() -> None:
    """Ruling 44: with an empty hand it has not resolved; the cards are shown as they enter the pit."""
    s = resolve("one mind_rot", hands={"two": ["stoke"]})
    assert s.pit("two") == ["stoke"] and [event["card"] for event in s.events("nixed_from_hand")] == ["stoke"]
    s = resolve("one mind_rot")
    assert s.kinds().count("no_target") == 1 and s.pit("two") == []
