"""The ten cards of the further pool: each works, does not where it must not, at its boundaries, and leaves everything else alone."""

from casters.scenes import resolve, turn


# ---- Twin Fates ---------------------------------------------------------------------------------------------
def test_twin_fates() -> None:
    """Ruling 41: both draw, owner first; then both bury, owner first."""
    s = resolve(
        "two twin_fates",
        hands={"one": ["stoke"], "two": ["banish"]},
        decks={"one": ["raise", "parley", "ash_hound"], "two": ["fireburst", "silence", "hex_toad"]},
    )
    assert [event["player"] for event in s.events("drew")] == ["two", "two", "one", "one"]
    assert s.hand("two") == ["banish", "hex_toad", "silence"] and s.asked == "two bury_from_hand"
    s.play("bury banish", "bury silence")
    assert s.deck("two") == ["silence", "banish", "fireburst"] and s.hand("two") == ["hex_toad"]
    assert s.asked == "one bury_from_hand"
    s.play("bury stoke", "bury parley")
    assert s.deck("one") == ["parley", "stoke", "raise"] and s.hand("one") == ["ash_hound"]


def test_twin_fates_buries_what_there_is() -> None:
    """Ruling 41: a player with fewer cards buries what there is."""
    s = resolve("one twin_fates", decks={"one": 0, "two": ["hex_toad"]})
    assert s.asked == "nobody" and s.hand("one") == s.hand("two") == [] and s.deck("two") == ["hex_toad"]


# ---- Blood Price --------------------------------------------------------------------------------------------
def test_blood_price() -> None:
    s = resolve("one blood_price", decks={"one": ["stoke", "parley", "ash_hound"], "two": 6})
    assert s.pit("one")[-2:] == ["stoke", "parley"] and s.deck("one") == ["ash_hound"] and s.size("two") == 2


def test_blood_price_is_no_damage_and_needs_two_cards() -> None:
    """Ruling 34: no Shield Wall, no loss; with fewer than 2 cards in the deck nothing happens at all."""
    s = resolve("one shield_wall", "one blood_price", decks={"one": 2, "two": 4})
    assert s.size("one") == 0 and s.size("two") == 0 and not s.over
    s = resolve("one blood_price", decks={"one": 1, "two": 4})
    assert s.size("one") == 1 and s.size("two") == 4 and s.kinds().count("no_target") == 1
    s = resolve("one blood_price", decks={"one": 2, "two": 3})
    assert s.over and s.winners == ["one"]


def test_blood_price_is_quick() -> None:
    s = turn(turn="two", refills=1, hands={"two": ["blood_price", "stoke"]}, decks={"one": 9})
    s.play("play blood_price")
    assert s.kinds().count("damage") == 1


# ---- Last Bell ----------------------------------------------------------------------------------------------
def test_last_bell() -> None:
    """Ruling 52: it does not touch cards already resolved; the round ends normally."""
    s = resolve("one fireburst", "two ash_hound", "one last_bell", "two kiln_brute").play("attack player")
    assert s.asked == "nobody" and s.kinds().count("resolves") == 2 and s.kinds().count("damage") == 1
    s = turn("one fireburst", "one last_bell", turn="one", refills=1, first="two", hands={"one": ["stoke"], "two": ["stoke"]})
    s.play("refill", "done")
    assert s.events("first_player")[-1]["player"] == "one" and s.g.round == 2 and s.stack == []


# ---- Gatekeeper ---------------------------------------------------------------------------------------------
def test_gatekeeper_stops_moves_and_additions() -> None:
    """Ruling 37: moves, swaps and additions of any card by the enemy's effects; it works on both sides of the line."""
    for stack in (["two gatekeeper", "one ash_hound", "one undertow"], ["one ash_hound", "one undertow", "two gatekeeper"]):
        s = resolve(*stack)
        if s.asked == "two attack":
            s.play("done")
        assert s.stack == stack and [event["card"] for event in s.events("no_target")] == ["undertow"]
    s = resolve("two gatekeeper", "one veil_dancer")
    assert s.asked == "one attack" and s.events("no_target")[0]["card"] == "veil_dancer"
    s = resolve("two gatekeeper", "one raise", pits={"one": ["bone_warden"]})
    assert s.pit("one") == ["bone_warden"]
    s = resolve("two gatekeeper", "one emberling", hands={"one": ["ash_hound"]})
    assert s.asked == "one attack" and s.hand("one") == ["ash_hound"]
    s = resolve("two gatekeeper", "one second_wind", "one ash_hound").play("done")
    assert s.strength(3) == 4 and s.stack[2] == "one ash_hound"


def test_gatekeeper_leaves_its_owner_and_other_effects_alone() -> None:
    """Ruling 37: bury, nix, return and playing from the hand are neither; its owner is free."""
    s = resolve("two gatekeeper", "one banish")
    assert s.stack == ["one banish"]
    s = resolve("two gatekeeper", "one flame_lash")
    assert s.pit("two") == ["gatekeeper"]
    s = resolve("one ash_hound", "two gatekeeper", "two undertow").play("move 2 gatekeeper", "top")
    assert s.stack == ["one ash_hound", "two undertow", "two gatekeeper"]
    s = turn("two gatekeeper", turn="one", first="two", hands={"one": ["ash_hound", "stoke"], "two": ["stoke", "banish"]})
    s.play("play ash_hound")
    assert s.stack == ["two gatekeeper", "one ash_hound"]


def test_an_effect_that_gatekeeper_stops_is_not_spent() -> None:
    """Ruling 37: a stopped OPR effect keeps its limit."""
    s = resolve("one raise", "one flame_lash", "two gatekeeper", "one raise", pits={"one": ["mirror_shade", "bone_warden"]})
    s.play("done", "play bone_warden")
    assert s.pit("one") == ["mirror_shade"] and s.stack[0] == "one bone_warden"


# ---- Parley -------------------------------------------------------------------------------------------------
def test_parley_above_the_line() -> None:
    """Ruling 29: it works as soon as the line is below it, and binds both players."""
    s = resolve("one ash_hound", "two kiln_brute", "one parley")
    assert s.choices() == ["attack 1 ash_hound", "done"] and s.refused("attack player") == "parley"
    s.play("done")
    assert s.choices() == ["attack 2 kiln_brute", "done"]
    s = resolve("two parley", "one ash_hound").play("attack player")  # not yet
    assert len(s.pit("two")) == 4


def test_parley_works_when_silenced_or_copied_and_against_puppets() -> None:
    """Ruling 29: also when Silence made it pass; ruling 32: Puppet Strings do not help."""
    s = resolve("one ash_hound", "two parley", "one silence")
    assert s.asked == "nobody" and s.kinds().count("passed_over") == 1  # nobody to attack
    s = resolve("two ash_hound", "one puppet_strings", "one parley")
    assert s.asked == "nobody"
    s = resolve("two ash_hound", "two kiln_brute", "one puppet_strings", "one parley").play("pull 2 kiln_brute")
    assert s.choices() == ["attack 1 ash_hound", "done"] and s.refused("attack own player") == "parley"


# ---- Scavenger ----------------------------------------------------------------------------------------------
def test_scavenger_draws_for_allies_of_either_side() -> None:
    """Ruling 53: the draw is optional, and declining keeps the limit."""
    s = resolve("one scavenger", "one spark_imp", "two spark_imp", "two flame_lash", "one flame_lash")
    assert s.asked == "one scavenge" and s.choices() == ["draw", "done"]
    s.play("done", "nix 2 spark_imp")
    assert s.asked == "one scavenge"
    s.play("draw")
    assert len(s.hand("one")) == 1
    s = resolve("one scavenger", "two spark_imp", "two spark_imp", "one backdraft", "one flame_lash").play("nix 3 spark_imp", "draw")
    assert s.pit("two") == ["spark_imp", "spark_imp"] and s.asked == "one attack"  # Backdraft nixed the other; the limit was spent


def test_scavenger_is_not_roused_by_actions_itself_or_cards_from_elsewhere() -> None:
    """Ruling 8: "when nixed" belongs to cards nixed from the stack; ruling 35: one that leaves in the same event does not trigger."""
    assert resolve("one scavenger", "two shield_wall", "one backdraft").asked == "one attack"
    s = resolve("one scavenger", "two hex_toad").play("attack 1 scavenger")
    assert s.stack == [] and s.asked == "nobody" and s.hand("one") == []
    s = resolve("one scavenger", "two mind_rot", hands={"one": ["ash_hound", "kiln_brute"]})
    assert s.asked == "one attack" and s.pit("one") != []
    s = resolve("one scavenger", "one fireburst", decks={"two": ["ash_hound"] * 2 + ["kiln_brute"] * 2 + ["spark_imp"] * 2})
    assert s.asked == "one attack"


def test_two_scavengers_draw_once() -> None:
    s = resolve("one scavenger", "one scavenger", "two spark_imp", "one flame_lash").play("draw")
    assert s.asked == "one attack" and len(s.hand("one")) == 1
    s = resolve("one scavenger", "two spark_imp", "one flame_lash", decks={"one": 0})
    assert s.asked == "one attack"  # nothing to draw


def test_triggers_of_both_players() -> None:
    """Ruling 8: the owner of the resolving card first, then the other player."""
    s = resolve("one scavenger", "two scavenger", "one spark_imp", "two flame_lash").play("nix 3 spark_imp")
    assert s.asked == "two scavenge"
    s.play("draw")
    assert s.asked == "one scavenge"


# ---- Overlord -----------------------------------------------------------------------------------------------
def test_overlord_counts_other_friends() -> None:
    """Ruling 51: on both sides of the line, silenced ones too."""
    s = resolve("one spark_imp", "two ash_hound", "one overlord", "one stoke", "one lantern_moth").play("done", "strengthen 1 spark_imp")
    assert s.strength(3) == 4
    assert resolve("one overlord", "two ash_hound", "two kiln_brute").strength(1) == 2
    s = resolve("one spark_imp", "one overlord", "two silence").play("silence 1 spark_imp")
    assert s.strength(2) == 3
    assert resolve("one overlord", "one overlord").strength(1) == 3


# ---- Puppet Strings -----------------------------------------------------------------------------------------
def test_puppet_strings() -> None:
    """Ruling 33: its player chooses when the Ally attacks: any Ally but itself, either player, or none."""
    s = resolve("two ash_hound", "one spark_imp", "two kiln_brute", "one puppet_strings")
    assert s.choices() == ["pull 1 ash_hound", "pull 3 kiln_brute"] and s.refused("pull 2 spark_imp") == "not_enemy"
    s.play("pull 3 kiln_brute")
    assert s.asked == "one attack"
    assert s.choices() == ["attack 1 ash_hound", "attack 2 spark_imp", "attack player", "attack own player", "done"]
    assert s.refused("attack 3 kiln_brute") == "attacks_itself" and s.refused("attack 4 puppet_strings") == "only_allies_attacked"
    s.play("attack own player")
    assert len(s.pit("two")) == 5 and s.pit("one") == []
    s = resolve("two kiln_brute", "one puppet_strings").play("done")
    assert s.asked == "nobody"


def test_puppet_strings_need_an_enemy_ally_below() -> None:
    s = resolve("two fireburst", "one ash_hound", "one puppet_strings", "two kiln_brute").play("done")
    assert [event["card"] for event in s.events("no_target")] == ["puppet_strings"]


def test_puppet_strings_leave_the_text_to_the_owner() -> None:
    s = resolve("two furnace_drake", "one puppet_strings", hands={"two": ["stoke"]})
    assert s.asked == "two feed_drake"
    s.play("bury stoke")
    assert s.asked == "one attack"


# ---- Shield Wall --------------------------------------------------------------------------------------------
def test_shield_walls_reduce_each_event() -> None:
    """Ruling 34: reductions first, not below 0; only then the deck is compared. Two walls reduce by 2."""
    s = resolve("two shield_wall", "one fireburst")
    assert [(event["amount"], event["reduced"]) for event in s.events("damage")] == [(5, 1)] and len(s.pit("two")) == 5
    s = resolve("two shield_wall", "two shield_wall", "one bone_warden").play("attack player")
    assert s.pit("two") == [] and s.events("damage")[0]["amount"] == 0
    s = resolve("two shield_wall", "one fireburst", decks={"two": 5})
    assert not s.over and s.size("two") == 0
    s = resolve("one shield_wall", "one fireburst")
    assert s.events("damage")[0]["amount"] == 6  # the enemy's wall protects the enemy only
    s = resolve("one shield_wall", "one pit_fire", decks={"one": 0})
    assert not s.over


# ---- Changeling ---------------------------------------------------------------------------------------------
def test_changeling_becomes_the_card_above() -> None:
    """Ruling 36: it takes type, printed strength and text, and resolves as that card."""
    s = resolve("two spark_imp", "one changeling", "two kiln_brute").play("done")
    assert s.stack[1] == "one kiln_brute" and s.strength(2) == 5 and s.asked == "one attack"
    s = resolve("one changeling", "two fireburst")
    assert [event["player"] for event in s.events("damage")] == ["one", "two"]


def test_changeling_takes_no_change_and_no_quick() -> None:
    """Ruling 36: not strength changes, not Quick, not "When played"."""
    s = resolve("one changeling", "two ash_hound", "two war_caller").play("done", "done")
    assert s.strength(1) == 4  # the Hound above has 5
    s = resolve("one changeling", "two tomb_colossus", hands={"one": ["stoke", "banish"]})
    assert s.asked == "one attack" and len(s.hand("one")) == 2  # the Colossus above stood beside an enemy Action


def test_changeling_without_a_model() -> None:
    """Ruling 36: with nothing, or an uncopied Changeling, above it nothing happens."""
    s = resolve("two changeling", "one changeling")
    assert s.stack == ["two changeling", "one changeling"] and s.kinds().count("no_target") == 2


def test_changeling_resolving_again_does_not_copy_anew() -> None:
    """Ruling 36: it is the copied card; its limit is the copied name's; off the stack it is Changeling."""
    s = resolve("one undertow", "one changeling", "two ash_hound").play("done")
    s.play("attack player", "move 2 ash_hound", "bottom")
    assert s.stack[0] == "one ash_hound" and s.asked == "one attack"
    s = resolve("one changeling", "one fireburst", "two ash_hound").play("done")
    assert s.kinds().count("damage") == 1 and [event["card"] for event in s.events("limit_spent")] == ["fireburst"]
    s = resolve("two backdraft", "one changeling", "two kiln_brute").play("done", "attack 3 kiln_brute")
    assert s.pit("one") == ["changeling"]


def test_a_changeling_that_turned_ally_counts_as_one() -> None:
    """Ruling 51: an Action that Changeling turned into an Ally counts as an Ally."""
    s = resolve("one overlord", "one changeling", "two ash_hound").play("done", "done")
    assert s.strength(1) == 3
    s = resolve("two mist_stalker", "two changeling", "one ash_hound").play("done")
    s.play("done")
    assert s.asked == "two attack"


def test_wisp_before_scavenger() -> None:
    """Ruling 58: of one player's triggers the Wisp comes first; it may end the game."""
    s = resolve("one scavenger", "one vengeful_wisp", "two ash_hound").play("attack 2 vengeful_wisp")
    assert s.asked == "one scavenge" and s.kinds().count("damage") == 1
