"""Converts policies of events that started earlier, when they are read; the stored ones stay.

Before policies had a ``format``, some rules were only stated in sentences (*first offence becomes RM*, *at least 10
characters*), and the buttons and the labels of outcomes were part of the program. The rules are read from the event's
own sentences, so that they stay the same; labels come from the game's policy of the same name.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

from judging.policy.structs import FORMAT

_SELF_REPORT = re.compile(r"first offence becomes (\w+)")
_AT_LEAST = re.compile(r"at least (\d+) characters")
_SLOW_FINDING = "slow_decision"
_OTHER = "other"
_KNOWN_SECTIONS = {"counting", "time", "appeals", "corrections", "authority", "tracks", "profiles"}


def upgraded(data: Mapping[str, Any], shipped_now: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Convert a policy without a format to the current one. Parts of a wrong type are left for the reader to report.

    ``shipped_now`` are the policies that the games ship today, of which the one of the same name has the labels.
    """
    result = copy.deepcopy(dict(data))
    shipped = next((policy for policy in shipped_now if policy.get("policy") == result.get("policy")), {})
    sections = {key: part for key, part in result.items() if isinstance(part, dict) and key not in _KNOWN_SECTIONS}
    matters = [key for key, part in sections.items() if "ruling_outcomes" in part]
    for key in matters:
        _label_outcomes(result[key], shipped.get(key, {}))
    infractions = [row for row in _rows(result, "infractions") if isinstance(row, dict)]
    for row in infractions:
        _state_what_is_enforced(row)
    for row in _rows(result, "penalties"):
        if isinstance(row, dict) and " (" in str(row.get("name")):
            row["short_name"] = row["name"].split(" (")[0]
    if isinstance(result.get("time"), dict):
        slow = [row.get("code", "") for row in infractions if _SLOW_FINDING in (row.get("findings") or ())]
        result["time"]["decision_timebox_infraction"] = slow[0] if slow else ""
    return result | {
        "format": FORMAT,
        "matters": matters,
        "sections": [key for key in sections if key not in matters],
        "terms": _terms(result, [key for key in sections if key not in matters]) | shipped.get("terms", {}),
        "rule_terms": shipped.get("rule_terms", {}),
        "buttons": _buttons(infractions, matters, shipped.get("buttons", ())),
    }


def with_rule_terms(data: Mapping[str, Any], shipped_now: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Let the game's rules decide the words and the buttons that the policy of the same name leaves to them today.

    The policy had a setting of its own for such a word; two settings could contradict each other.
    """
    shipped = next((policy for policy in shipped_now if policy.get("policy") == data.get("policy")), {})
    return {**data, "rule_terms": shipped.get("rule_terms", {}), "buttons": _with_conditions(data, shipped)}


def _with_conditions(data: Mapping[str, Any], shipped: Mapping[str, Any]) -> Any:
    """The buttons with what they need of the rules."""
    buttons = data.get("buttons")
    if not isinstance(buttons, list):
        return buttons
    needed = {button["key"]: button["only_with"] for button in shipped.get("buttons", ()) if "only_with" in button}
    return [
        row | {"only_with": needed[row["key"]]} if isinstance(row, dict) and row.get("key") in needed else row
        for row in buttons
    ]


def _rows(data: Mapping[str, Any], key: str) -> list[Any]:
    rows = data.get(key)
    return rows if isinstance(rows, list) else []


def _terms(data: Mapping[str, Any], sections: list[str]) -> dict[str, str]:
    """The names of times and of the game's values, which pages replace in sentences."""
    terms = {}
    for section in (*sections, "time"):
        for name in data[section] if isinstance(data.get(section), dict) else ():
            if "_" in name:
                unit = " s" if name.endswith("_seconds") else ""
                terms[name] = terms[f"{section}.{name}"] = f"{{{section}.{name}}}{unit}"
    return terms


def _label_outcomes(matter: dict[str, Any], shipped: Mapping[str, Any]) -> None:
    labels = shipped.get("outcome_labels", {})
    outcomes = matter["ruling_outcomes"] if isinstance(matter["ruling_outcomes"], list) else []
    matter["outcome_labels"] = {
        str(outcome): labels.get(str(outcome)) or str(outcome).replace("_", " ").capitalize() for outcome in outcomes
    }
    faults = shipped.get("outcome_faults", {})
    matter["outcome_faults"] = {str(outcome): faults[outcome] for outcome in outcomes if outcome in faults}


def _state_what_is_enforced(row: dict[str, Any]) -> None:
    found = _SELF_REPORT.search(str(row.get("self_report") or ""))
    if found:
        row["first_if_self_reported"] = found[1]
    lines = row.get("remedy") if isinstance(row.get("remedy"), list) else []
    lengths = [int(found[1]) for line in lines or () if (found := _AT_LEAST.search(str(line)))]
    if lengths:
        row["comment_length"] = max(lengths)


def _buttons(
    infractions: list[dict[str, Any]], matters: list[str], shipped: list[dict[str, Any]] | tuple[()]
) -> list[dict[str, Any]]:
    """The buttons named by infractions, in their order; buttons with matters after the others, and Other last."""
    labels = {_key(label): label for row in infractions if isinstance(label := row.get("button"), str)}
    known = {button["key"]: button for button in shipped}
    keys = sorted(labels, key=lambda key: (key == _OTHER, key in matters))
    return [
        {
            "key": key,
            "label": labels[key],
            "icon": known.get(key, {}).get("icon") or "ruling",
            "takes_note": key == _OTHER,
            "only_with": known.get(key, {}).get("only_with", ""),
        }
        for key in keys
    ]


def _key(label: str) -> str:
    """The key of a label, as addresses and rulings had it then: ``slow_play`` for ``Slow play``."""
    return re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")
