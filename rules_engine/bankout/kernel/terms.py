"""The rule set and the terms of a match in cells."""

from __future__ import annotations

from rules_engine.bankout.kernel.declared import check_declared
from rules_engine.bankout.kernel.layout import NO_CAP
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.match import Terms


def term_cells(rules: BankoutRuleSet, terms: Terms) -> list[int]:
    """Everything that a match depends on besides its players and chance, in the order of ``layout``.

    Two switches are not among them: they are about cards that a record leaves unseen (BO-10.15) and about discards that
    nobody chooses (BO-3.4). Raises ConfigurationError for rules that the kernel does not play.
    """
    check_declared(rules)
    shields = "shield_token" in rules.variants
    cap = NO_CAP if terms.cap_minutes is None else 60 * terms.cap_minutes
    pace = terms.pace
    readings = (
        rules.format == "blitz",
        rules.edition == "guide",
        rules.rounds,
        rules.hand_limit,
        *(rules.jokers_in(number) for number in (1, 2, 3)),
        shields,
        "exact_bank_bonus" in rules.variants,
        "seeding_edge" in rules.variants,
        rules.latent_trigger == "any_jack",
        rules.auto_queen_order == "after",
        rules.wild_queen_window,
        rules.deck_out == "immediate",
        rules.shield_round_two,
        rules.shield_replaces_counter and shields,
        rules.bankout_time_call == "rounds_only",
        rules.swap_scope == "total",
        rules.bonus_in_pot,
        rules.sudden_death_deck == "reshuffle",
        rules.cue_cards == "with_reshuffle",
        rules.third_jack_window,
        rules.bonus_on == "total",
        rules.king_window,
        cap,
        terms.needs_winner,
        terms.most_actions,
        *(pace.draw, pace.act, pace.shuffle),
    )
    return [int(term) for term in readings]
