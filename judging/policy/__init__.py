"""The judging policy, pure: read and check it, suggest a penalty, say who may give it, count time.

Speaks in codes and parameters; sentences are made in ``judging.wording``. No Django here.
"""

from judging.policy.authority import Verdict
from judging.policy.extension import Extension, Pause, extension
from judging.policy.profiles import default_data, resolve, resolved
from judging.policy.reading import PolicyError, load, loads
from judging.policy.structs import Infraction, Penalty, Policy, button_key
from judging.policy.suggest import Context, Offence, Reason, Suggestion, next_penalty, suggest

__all__ = [
    "Context",
    "Extension",
    "Infraction",
    "Offence",
    "Pause",
    "Penalty",
    "Policy",
    "PolicyError",
    "Reason",
    "Suggestion",
    "Verdict",
    "button_key",
    "default_data",
    "extension",
    "load",
    "loads",
    "next_penalty",
    "resolve",
    "resolved",
    "suggest",
]
