"""Sentences for the codes of a pairing: the reasons of pairs, the conflicts of a draft, the changes by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from matches.enums import TableProperty
from matches.names.labels import listed
from matches.pairing.conflicts import Conflict, ConflictCode

REASONS = {
    "score_group": ngettext_lazy("Both have %(points)s point.", "Both have %(points)s points.", "many"),
    "paired_up": gettext_lazy("%(player)s (%(counted)s) is paired up to %(opponent_points)s."),
    "power": gettext_lazy("Last round, paired by standings: places %(places)s."),
    "locked": gettext_lazy("This pair was set by hand."),
    "by_hand": gettext_lazy("This pairing was changed by hand."),
    "rematch_unavoidable": gettext_lazy("They have met before: every possible pairing had a rematch."),
    "rematch": gettext_lazy("They have met before."),
    "bye_lowest_group": gettext_lazy("The bye goes to the lowest score group (%(counted)s)."),
    "bye_lowest_without_one": gettext_lazy(
        "The bye goes to the lowest-ranked player without one; %(passed)s below already had one."
    ),
    "bye_spares_rematch": gettext_lazy("A bye for a lower-ranked player would have forced a rematch."),
    "bye_all_had_one": gettext_lazy("Everyone has already had a bye."),
    "bye_awarded": gettext_lazy("This bye was awarded."),
    "pod_points": gettext_lazy("Points at this table: %(points)s."),
    "pod_repeat": gettext_lazy("%(player)s and %(opponent)s have met before."),
    "pod_short": gettext_lazy("Short tables go to players who have had the fewest."),
    "pod_bye": gettext_lazy("A bye goes to players who have had the fewest, then to those with few points."),
    "bracket": gettext_lazy("Bracket: seeds %(seeds)s."),
    "higher_seed_starts": gettext_lazy("The higher seed starts."),
    "higher_seed_chooses": gettext_lazy("The higher seed chooses who starts."),
    "seeds_choose_seats": gettext_lazy("The higher seed chooses a seat first."),
    "plan": gettext_lazy("By the schedule: everyone meets everyone."),
}
PAIRED_DOWN = {
    "odd_group": gettext_lazy(
        "%(player)s (%(counted)s) is paired down to %(opponent_points)s because the score group has an odd number of "
        "players."
    ),
    "group_odd_after_paired_down": gettext_lazy(
        "%(player)s (%(counted)s) is paired down to %(opponent_points)s because another player is paired down into "
        "the score group, which makes it odd."
    ),
    "opponents_met": gettext_lazy(
        "%(player)s (%(counted)s) is paired down to %(opponent_points)s because every pairing inside the score group "
        "would be worse."
    ),
}
CHIPS = {
    "player_unknown": gettext_lazy("Dropped"),
    "player_twice": gettext_lazy("Listed twice"),
    "locked_pair_broken": gettext_lazy("Breaks a kept pair"),
    "awarded_bye_missing": gettext_lazy("Awarded bye"),
    "fixed_table": gettext_lazy("Fixed table %(fixed)s"),
    "different_fixed_tables": gettext_lazy("Two fixed tables"),
    "same_fixed_table": gettext_lazy("Table %(table)s taken"),
    "wanted_table": gettext_lazy("Wrong kind of table"),
    "same_table": gettext_lazy("Same table"),
    "rematch": gettext_lazy("Met before"),
    "second_bye": gettext_lazy("Second bye"),
    "several_byes": gettext_lazy("Several byes"),
    "spare_bye": gettext_lazy("Bye not needed"),
    "pod_too_small": gettext_lazy("Too few"),
    "pod_too_large": gettext_lazy("Too many"),
    "kept_apart": gettext_lazy("Keep apart"),
}
CONFLICTS = {
    "player_twice": gettext_lazy("%(players)s is in the round twice."),
    "player_missing": gettext_lazy("%(players)s is checked in, but has neither a match nor a bye."),
    "player_unknown": gettext_lazy("%(players)s has dropped since the draft was made."),
    "locked_pair_broken": gettext_lazy("%(players)s are a kept pair, but are not paired with each other."),
    "awarded_bye_missing": gettext_lazy("%(players)s was awarded a bye for this round."),
    "fixed_table": gettext_lazy("%(players)s sits at table %(table)s, but has the fixed table %(fixed)s."),
    "different_fixed_tables": gettext_lazy("%(players)s have different fixed tables: %(tables)s."),
    "same_fixed_table": gettext_lazy("%(players)s have the same fixed table, %(table)s."),
    "wanted_table": gettext_lazy("Table needed for %(players)s: %(wanted)s. Table %(table)s fits: move them there."),
    "same_table": gettext_lazy("%(players)s all sit at table %(table)s."),
    "rematch": gettext_lazy("%(players)s have met before."),
    "second_bye": gettext_lazy("%(players)s already had a bye."),
    "spare_bye": gettext_lazy("Bye not needed, because the tables have room: %(players)s."),
    "pod_too_small": gettext_lazy("Only %(count)s at the table, which needs at least %(least)s: %(players)s."),
    "pod_too_large": gettext_lazy("%(count)s at the table, which seats at most %(most)s: %(players)s."),
    "kept_apart": gettext_lazy("%(players)s must not sit at the same table."),
    "several_byes": gettext_lazy("More than one player has the bye: %(players)s."),
}
NO_SUCH_TABLE = gettext_lazy("Table needed for %(players)s: %(wanted)s. No free table of this event fits.")


HAND_CHANGES = {
    "swap_players": gettext_lazy("%(names)s swapped seats"),
    "move_player": gettext_lazy("%(names)s moved to another table"),
    "make_table": gettext_lazy("New table %(table)s for %(names)s"),
    "give_table": gettext_lazy("%(names)s moved to table %(table)s"),
    "remove_players_gone": gettext_lazy("Removed because they had dropped: %(names)s"),
}


def hand_change_text(act: str, names: str, table: int | None) -> str:
    """Return what somebody changed about the pairs of a round by hand."""
    return str(HAND_CHANGES[act]) % {"names": names, "table": table or ""}


def reason_text(why: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the sentence of a stored reason; player keys become names."""
    params = {key: names.get(str(value), value) for key, value in why.get("params", {}).items()}
    if "points" in params:
        params["many"] = 1 if str(params["points"]) == "1" else 2  # of a fraction, it is always points
        params["counted"] = ngettext("%(points)s point", "%(points)s points", params["many"]) % params
    text = PAIRED_DOWN.get(str(params["because"])) if "because" in params else REASONS.get(why.get("code", ""))
    if text is None:
        return ""
    if why["code"] == "power" and "places" not in params:
        return _("Last round: paired by standings.")
    return text % params


def conflict_text(conflict: Conflict, names: Mapping[str, str]) -> str:
    """Return the sentence of a conflict."""
    players = listed(names.get(key, key) for key in conflict.players)
    text, params = CONFLICTS[conflict.code.value], dict(conflict.params)
    if conflict.code == ConflictCode.WANTED_TABLE:
        params["wanted"] = ", ".join(_wanted_text(part) for part in str(params["wanted"]).split())
        text = text if params["table"] else NO_SUCH_TABLE
    return str(text) % {"players": players, **params}


def _wanted_text(part: str) -> str:
    """What a table must be: a kind, or the number of a fixed table."""
    kinds = dict(TableProperty.wanted())
    return str(kinds[part]) if part in kinds else _("table %(table)s") % {"table": part}


def conflict_chip(conflict: Conflict) -> str:
    """Return a conflict in two words, for the row of its table."""
    text = CHIPS.get(conflict.code.value)
    return str(text) % conflict.params if text else ""
