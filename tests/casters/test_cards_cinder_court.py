"""The cards of Deck 1: each works, does not where it must not, at its boundaries, and leaves everything else alone."""

from casters.scenes import resolve, turn


# ---- Allies without a text ----------------------------------------------------------------------------------
def test_ash_hound() -> None:
    s = resolve("two kiln_brute", "one ash_hound", "two hex_toad")
    s.play("done")  # the Toad attacks nobody
    assert s.choices() == ["attack 1 kiln_brute", "attack 3 hex_toad", "attack player", "done"]
    s.play("attack player")
    assert [event["amount"] for event in s.events("damage")] == [4]
    assert len(s.pit("two")) == 4 and s.pit("one") == []
    assert s.stack == ["two kiln_brute", "one ash_hound", "two hex_toad"]


def test_kiln_brute_beats_four_and_ties_with_five() -> None:
    s = resolve("two ash_hound", "one kiln_brute").play("attack 1 ash_hound")
    assert s.stack == ["one kiln_brute"] and s.pit("two") == ["ash_hound"]
    s = resolve("two kiln_brute", "one kiln_brute").play("attack 1 kiln_brute")
    assert s.stack == [] and s.pit("one") == s.pit("two") == ["kiln_brute"]
    assert s.kinds().count("damage") == 0


def test_spark_imp_is_quick_and_weaker_than_a_brute() -> None:
    s = turn("one kiln_brute", turn="two", hands={"two": ["spark_imp", "kiln_brute"]}).play("play spark_imp")
    assert s.asked == "two attack"  # nobody had another turn
    s.play("attack 1 kiln_brute")
    assert s.stack == ["one kiln_brute"] and s.pit("two") == ["spark_imp"]
    s = resolve("one ash_hound", "two spark_imp").play("attack 1 ash_hound")
    assert s.stack == [] and s.pit("one") == ["ash_hound"]  # 4 against 4


# ---- Furnace Drake ------------------------------------------------------------------------------------------
def test_furnace_drake_is_fed() -> None:
    s = resolve("one furnace_drake", hands={"one": ["ash_hound", "stoke"]})
    assert s.choices() == ["bury ash_hound", "bury stoke", "done"]
    s.play("bury stoke")
    assert s.hand("one") == ["ash_hound"] and s.deck("one")[0] == "stoke" and s.strength(1) == 5
    s.play("attack player")
    assert len(s.pit("two")) == 5


def test_furnace_drake_goes_hungry() -> None:
    s = resolve("one furnace_drake", hands={"one": ["ash_hound"]}).play("done")
    assert s.strength(1) == 2 and s.hand("one") == ["ash_hound"]


def test_furnace_drake_with_an_empty_hand() -> None:
    """Ruling 30: it takes -3; resolving twice takes it twice, and strength is never below 0."""
    s = resolve("one furnace_drake", "one second_wind")
    assert s.asked == "one attack" and s.strength(1) == 2  # Second Wind had nobody above the line
    s = resolve("two kiln_brute", "two undertow", "one furnace_drake")
    s.play("done", "move 3 furnace_drake", "bottom")
    assert s.strength(1) == 2
    s.play("done")  # the Brute
    assert s.asked == "one attack" and s.strength(1) == 0
    s.play("attack player")
    assert s.events("damage") == []


# ---- Pyre Matron --------------------------------------------------------------------------------------------
def test_pyre_matron_strengthens_neighbours_only() -> None:
    s = resolve("one ash_hound", "one kiln_brute", "one pyre_matron", "one spark_imp", "one ash_hound")
    assert [s.strength(position) for position in range(1, 6)] == [4, 7, 2, 6, 4]


def test_two_neighbouring_matrons() -> None:
    """Ruling 26: two neighbours give +4, Matrons strengthen each other; what stands in hand or pit reads the printed number."""
    s = resolve("one pyre_matron", "one ash_hound", "one pyre_matron")
    assert [s.strength(position) for position in (1, 2, 3)] == [2, 8, 2]
    s = resolve("one pyre_matron", "one pyre_matron", "two ash_hound", "two kiln_brute")
    assert [s.strength(position) for position in (1, 2, 3, 4)] == [4, 4, 4, 5]


def test_a_matron_that_leaves_takes_her_strength_along() -> None:
    s = resolve("one ash_hound", "one pyre_matron", "two kiln_brute").play("attack 2 pyre_matron")
    assert s.strength(1) == 4


def test_flame_lash_reads_strength_with_the_matron() -> None:
    """Ruling 26: on the stack the current strength counts."""
    s = resolve("two spark_imp", "two lantern_moth", "two pyre_matron", "two vengeful_wisp", "one flame_lash")
    assert s.choices() == ["nix 1 spark_imp", "nix 3 pyre_matron", "nix 4 vengeful_wisp"]  # the Wisp has 4, the Moth 5
    assert s.refused("nix 2 lantern_moth") == "too_strong"


# ---- Vengeful Wisp ------------------------------------------------------------------------------------------
def test_vengeful_wisp_strikes_its_attacker_s_owner() -> None:
    s = resolve("one vengeful_wisp", "two ash_hound").play("attack 1 vengeful_wisp")
    assert [(event["player"], event["amount"]) for event in s.events("damage")] == [("two", 3)]
    assert s.pit("one") == ["vengeful_wisp"] and len(s.pit("two")) == 3


def test_vengeful_wisp_is_not_roused_by_effects_or_its_own_attack() -> None:
    """Ruling 23: only an enemy Ally's attack triggers it; ties count."""
    assert resolve("one vengeful_wisp", "two flame_lash").events("damage") == []
    s = resolve("two ash_hound", "one vengeful_wisp").play("attack 1 ash_hound")
    assert s.pit("one") == ["vengeful_wisp"] and s.events("damage") == []
    s = resolve("one vengeful_wisp", "two pyre_matron").play("attack 1 vengeful_wisp")
    assert s.stack == [] and [event["player"] for event in s.events("damage")] == ["two"]
    s = resolve("one vengeful_wisp", "two vengeful_wisp").play("attack 1 vengeful_wisp")
    assert [event["player"] for event in s.events("damage")] == ["two"]


def test_a_puppet_of_its_own_side_does_not_rouse_the_wisp() -> None:
    """Ruling 23 and ruling 33: the attacker's owner stays its owner."""
    s = resolve("one vengeful_wisp", "one ash_hound", "two puppet_strings").play("pull 2 ash_hound", "attack 1 vengeful_wisp")
    assert s.pit("one") == ["vengeful_wisp"] and s.events("damage") == []
    s = resolve("two vengeful_wisp", "one ash_hound", "two puppet_strings").play("attack 1 vengeful_wisp")
    assert [event["player"] for event in s.events("damage")] == ["one"]


# ---- Emberling ----------------------------------------------------------------------------------------------
def test_emberling_plays_an_ally_directly_below() -> None:
    s = resolve("two kiln_brute", "one emberling", hands={"one": ["ash_hound", "kiln_brute", "stoke"]})
    assert s.choices() == ["play ash_hound", "done"]
    assert s.refused("play kiln_brute") == "too_strong" and s.refused("play stoke") == "not_an_ally"
    assert s.refused("play spark_imp") == "not_in_hand"
    s.play("play ash_hound")
    assert s.stack == ["two kiln_brute", "one ash_hound", "one emberling"] and s.hand("one") == ["kiln_brute", "stoke"]
    assert s.asked == "one attack"
    s.play("done")
    assert s.choices()[0] == "attack 1 kiln_brute" and s.events("resolves")[-1]["card"] == "ash_hound"


def test_emberling_may_decline_and_attacks_all_the_same() -> None:
    s = resolve("one emberling", hands={"one": ["ash_hound"]}).play("done")
    assert s.asked == "one attack" and s.hand("one") == ["ash_hound"]


def test_emberling_played_by_emberling_attacks_only() -> None:
    """Ruling 50: the limit is per name."""
    s = resolve("one emberling", hands={"one": ["emberling", "ash_hound"]}).play("play emberling", "done")
    assert s.asked == "one attack" and [event["card"] for event in s.events("limit_spent")] == ["emberling"]
    assert s.hand("one") == ["ash_hound"]


# ---- War Caller ---------------------------------------------------------------------------------------------
def test_war_caller_strengthens_friends_below() -> None:
    s = resolve("one ash_hound", "two ash_hound", "one stoke", "one spark_imp", "one war_caller", "one kiln_brute")
    s.play("done")
    assert [s.strength(position) for position in (1, 2, 4, 5, 6)] == [5, 4, 5, 3, 5]


def test_war_caller_fixes_its_targets_as_it_resolves() -> None:
    """Ruling 27: an Ally that comes later gets nothing."""
    s = resolve("one emberling", "one war_caller", hands={"one": ["ash_hound"]}).play("done", "play ash_hound")
    assert [s.strength(position) for position in (1, 2, 3)] == [4, 4, 3]


# ---- Cinder Golem -------------------------------------------------------------------------------------------
def test_enemy_actions_cannot_nix_move_or_bury_the_golem() -> None:
    """Ruling 22: nor is it a legal target for them."""
    for action in ("flame_lash", "banish", "backdraft", "undertow"):
        s = resolve("one cinder_golem", f"two {action}")
        assert s.stack == ["one cinder_golem", f"two {action}"] and s.asked == "one attack", action
        assert [event["card"] for event in s.events("no_target")] == [action]
    s = resolve("two flame_lash", "two hex_toad", "one cinder_golem").play("attack 2 hex_toad")  # the Golem has 3 now, and yet
    assert s.stack == ["two flame_lash", "one cinder_golem"] and [event["card"] for event in s.events("no_target")] == ["flame_lash"]
    s = resolve("one ash_hound", "two flame_lash", "two hex_toad", "one cinder_golem", "one spark_imp").play("done", "attack 3 hex_toad")
    assert s.strength(3) == 3 and s.choices() == ["nix 1 ash_hound", "nix 4 spark_imp"] and s.refused("nix 3 cinder_golem") == "golem"


def test_the_golem_is_open_to_everything_else() -> None:
    """Ruling 22: Silence, Puppet Strings, Mind Rot, attacks and enemy Allies do affect it; friends may bury it."""
    assert resolve("one cinder_golem", "two silence").kinds().count("passed_over") == 1
    assert resolve("one cinder_golem", "two puppet_strings").asked == "two attack"
    assert resolve("one cinder_golem", "two kiln_brute").play("attack 1 cinder_golem").pit("one") == ["cinder_golem"]
    assert resolve("one cinder_golem", "two veil_dancer").play("swap 1 cinder_golem").stack == ["two veil_dancer", "one cinder_golem"]
    assert resolve("one cinder_golem", "one banish").deck("one")[0] == "cinder_golem"
    s = resolve("one cinder_golem", "one ash_hound", "one banish").play("bury 1 cinder_golem")
    assert s.deck("one")[0] == "cinder_golem"
    assert resolve("two mind_rot", hands={"one": ["cinder_golem"]}).pit("one") == ["cinder_golem"]


def test_an_echoing_bard_is_no_action() -> None:
    """Ruling 22: the card that resolves says whether the source is an Action; Echo Bard is an Ally."""
    s = resolve("two flame_lash", "two echo_bard", "two hex_toad", "one cinder_golem").play("attack 3 hex_toad")  # the Golem has 3 now
    assert s.pit("one") == ["cinder_golem"]


# ---- Actions ------------------------------------------------------------------------------------------------
def test_flame_lash() -> None:
    s = resolve("two ash_hound", "two kiln_brute", "two spark_imp", "one ash_hound", "one flame_lash", "two parley")
    assert s.choices() == ["nix 1 ash_hound", "nix 3 spark_imp"]
    assert s.refused("nix 2 kiln_brute") == "too_strong" and s.refused("nix 4 ash_hound") == "not_enemy"
    assert s.refused("nix 6 parley") == "not_an_ally" and s.refused("nix 5 flame_lash") == "itself"
    s.play("nix 3 spark_imp")
    assert s.pit("two") == ["spark_imp"] and s.stack == ["two ash_hound", "two kiln_brute", "one ash_hound", "one flame_lash", "two parley"]


def test_flame_lash_must_be_used_but_may_find_nobody() -> None:
    s = resolve("two kiln_brute", "one flame_lash")
    assert s.pit("two") == [] and [event["card"] for event in s.events("no_target")] == ["flame_lash"]


def test_fireburst_once_per_round() -> None:
    s = resolve("one fireburst", "one fireburst", "two fireburst")
    assert [(event["player"], event["amount"]) for event in s.events("damage")] == [("one", 6), ("two", 6)]
    assert [(event["player"], event["card"]) for event in s.events("limit_spent")] == [("one", "fireburst")]
    assert s.pit("one") and len(s.pit("two")) == 6


def test_fireburst_at_the_boundary() -> None:
    s = resolve("one fireburst", decks={"two": 6})
    assert not s.over and s.size("two") == 0
    s = resolve("one fireburst", decks={"two": 5})
    assert s.over and s.winners == ["one"] and s.size("two") == 5


def test_backdraft_nixes_an_enemy_directly_below() -> None:
    s = resolve("two ash_hound", "two shield_wall", "one backdraft")
    assert s.pit("two") == ["shield_wall"] and s.stack == ["two ash_hound", "one backdraft"]
    assert resolve("two ash_hound", "one spark_imp", "one backdraft").pit("two") == []
    assert resolve("one backdraft", "two ash_hound").play("done").pit("two") == []


def test_backdraft_is_quick() -> None:
    s = turn("one stoke", turn="two", hands={"two": ["backdraft"], "one": ["ash_hound"]}).play("play backdraft")
    assert s.pit("one") == ["stoke"]


def test_stoke() -> None:
    s = resolve("one ash_hound", "two ash_hound", "one spark_imp", "one stoke", "one kiln_brute").play("done")
    assert s.choices() == ["strengthen 1 ash_hound", "strengthen 3 spark_imp"]
    assert s.refused("strengthen 5 kiln_brute") == "not_below" and s.refused("strengthen 2 ash_hound") == "not_friendly"
    assert s.refused("strengthen 4 stoke") == "itself"
    s.play("strengthen 3 spark_imp")
    assert [s.strength(position) for position in (1, 2, 3, 5)] == [4, 4, 8, 5]


def test_stoke_alone_does_nothing() -> None:
    s = resolve("two ash_hound", "one stoke")
    assert s.strength(1) == 4 and s.kinds().count("no_target") == 1


def test_second_wind_lets_an_ally_resolve_again() -> None:
    s = resolve("two kiln_brute", "one second_wind", "two hex_toad", "one ash_hound", "one spark_imp")
    s.play("attack player", "attack player", "done")  # Imp, Hound, Toad
    assert s.choices() == ["move 4 ash_hound", "move 5 spark_imp"]
    assert s.refused("move 1 kiln_brute") == "not_friendly"
    s.play("move 4 ash_hound")
    assert s.stack == ["two kiln_brute", "one ash_hound", "one second_wind", "two hex_toad", "one spark_imp"]
    assert s.asked == "one attack" and s.strength(2) == 5
    s.play("attack player")
    assert sum(event["amount"] for event in s.events("damage")) == 4 + 4 + 5


def test_second_wind_needs_an_ally_above_the_line() -> None:
    s = resolve("one kiln_brute", "one second_wind", "one ash_hound", "one spark_imp").play("done", "done")
    assert s.refused("move 1 kiln_brute") == "not_above_line"
    s = resolve("one ash_hound", "one second_wind", "two kiln_brute").play("done")
    assert s.asked == "one attack" and s.strength(1) == 4 and s.kinds().count("no_target") == 1


def test_second_wind_leaves_the_limit_of_what_it_moves() -> None:
    """Ruling 3: the limit is per player and name, so a card that resolves again has only its attack."""
    s = resolve("one second_wind", "one emberling", hands={"one": ["ash_hound", "spark_imp"]})
    s.play("done", "done", "done")  # she plays nothing and does not attack; once more, and this time there is no limit
    assert s.events("limit_spent") == []
    s = resolve("one second_wind", "one emberling", hands={"one": ["ash_hound", "spark_imp"]})
    s.play("play ash_hound", "done", "done", "move 3 emberling")
    assert s.events("limit_spent")[0]["card"] == "emberling"


def test_pit_fire_hits_both_at_the_same_time() -> None:
    s = resolve("one pit_fire")
    assert [(event["player"], event["amount"]) for event in s.events("damage")] == [("one", 1), ("two", 3)]
    assert len(s.pit("one")) == 1 and len(s.pit("two")) == 3


def test_pit_fire_decides_at_once() -> None:
    """Ruling 49: if only the enemy lacks cards its owner pays nothing more; if both do it is a draw."""
    s = resolve("one pit_fire", decks={"one": 1, "two": 2})
    assert s.over and s.winners == ["one"] and s.size("one") == 1
    s = resolve("one pit_fire", decks={"one": 0, "two": 2})
    assert s.over and s.winners == []
    s = resolve("one pit_fire", decks={"one": 0, "two": 3})
    assert s.over and s.winners == ["two"]
    s = resolve("one pit_fire", decks={"one": 1, "two": 3})
    assert not s.over and s.size("one") == s.size("two") == 0
