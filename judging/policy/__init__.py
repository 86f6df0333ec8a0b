"""The judging policy: read and check it, suggest penalties, decide who may give them, compute extra time. Pure.

Results are codes with parameters; ``judging.rulings.labels.records`` turns them into sentences.
"""

from judging.policy.authority import Verdict
from judging.policy.extension import Extension, Pause, extension
from judging.policy.policy import Policy
from judging.policy.profiles import kept_overrides, resolve
from judging.policy.reading import PolicyError, load, loads
from judging.policy.shipped import GENERAL_POLICY, general_data, whole_data
from judging.policy.structs import Button, InfractionRule, Matter, Penalty
from judging.policy.suggest import Context, Offence, Suggestion, SuggestionReason, next_penalty, suggest

__all__ = [
    "GENERAL_POLICY",
    "Button",
    "Context",
    "Extension",
    "InfractionRule",
    "Matter",
    "Offence",
    "Pause",
    "Penalty",
    "Policy",
    "PolicyError",
    "Suggestion",
    "SuggestionReason",
    "Verdict",
    "extension",
    "general_data",
    "kept_overrides",
    "load",
    "loads",
    "next_penalty",
    "resolve",
    "suggest",
    "whole_data",
]
