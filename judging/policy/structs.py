"""The policy as values: what the policy file says, field by field. Reading and checking is ``reading``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

import msgspec

REMINDER = "RM"
WARNING = "W"
TIME_PENALTY = "TP"
ROUND_LOSS = "RL"
MATCH_LOSS = "ML"
DISQUALIFICATION = "DQ"
NO_PENALTY = "NONE"

_SELF_REPORT = re.compile(r"first offence becomes (\w+)")
_AT_LEAST = re.compile(r"at least (\d+) characters")


def button_key(name: str) -> str:
    """The key of a button in addresses and sections: ``Hand limit`` is ``hand_limit``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What a time penalty does: a time box of ``turn_seconds`` for the offender, minutes more for the table."""

    kind: str
    turn_seconds: int
    until: str
    table_extension_minutes: float
    if_time_already_called: str


class OneRoundRule(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in for a round loss where the match is one game round; ``confirm`` applies to ``after_it``."""

    use: str
    after_it: str = msgspec.field(name="if_player_already_had_TP_for_it")
    confirm: str


class Penalty(msgspec.Struct, frozen=True, kw_only=True):
    """A rung of the ladder. ``issue`` may give it; ``confirm``, if set, must agree before it takes effect."""

    code: str
    level: int
    name: str
    tracked: bool
    counts: bool
    issue: str
    confirm: str = ""
    applies_to: str = ""
    effect: Effect | None = None
    alternatives_organiser_may_choose: tuple[str, ...] = ()
    if_match_is_one_game_round: OneRoundRule | None = None
    requires: tuple[str, ...] = ()
    prize_decision: tuple[str, ...] = ()


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """How the nth offence is counted."""

    nth_offence: str
    effective: str
    default_scope: str
    default_window: str
    window_options: tuple[str, ...]
    scope_options: tuple[str, ...]
    past_end_of_path: str
    one_root_cause_one_penalty: str
    both_players_at_fault: str


class TimeRules(msgspec.Struct, frozen=True, kw_only=True):
    """Time boxes and extensions, in seconds unless the name says minutes.

    ``time_called`` says, by game, what happens then, in words (``GAME_time_called`` in the file).
    """

    round_cap_minutes: Mapping[str, int]
    time_called: Mapping[str, Mapping[str, str]]
    decision_timebox_seconds: int
    prompt_then_count_seconds: int
    extension_threshold_seconds: int
    extension_starts: str
    extension_starts_options: tuple[str, ...]
    extension_round_to_seconds: int
    extension_seconds: str
    no_extension_when: tuple[str, ...]
    deck_check_bonus_seconds: int
    table_extension_cap_minutes: int


class HandLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand above the limit is brought down."""

    keep: int
    remedy_mode: str
    remedy_mode_options: tuple[str, ...]
    reveal: str
    who_performs: str


class CounterWindow(msgspec.Struct, frozen=True, kw_only=True):
    """A matter that is ruled on before it may be an infraction: the outcomes to choose from."""

    window_closes: str
    ruling_outcomes: tuple[str, ...]
    legal_result: tuple[str, ...]


class Appeals(msgspec.Struct, frozen=True, kw_only=True):
    after: str
    to: str
    final: bool
    deadline: str
    states: tuple[str, ...]
    if_first_ruling_by_head: str
    clock: str


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    result_lock: str
    correction_window_minutes: int
    after_lock: str


class Infraction(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One kind of fault with its path of penalties; ``path[n - 1]`` is suggested for the nth offence."""

    code: str
    track: str
    button: str
    name: str
    definition: str
    remedy: tuple[str, ...]
    base: str
    path: tuple[str, ...]
    scope: str
    window: str
    upgrade: str
    self_report: str = ""
    intent: str = ""
    escalate_now_if: str = ""
    rule: str = ""
    findings: tuple[str, ...] = ()
    also_record_on_opponent: str = ""
    both_players_may_be_recorded: bool = False
    who: str = ""
    investigate: bool = False
    reminders_count_only_within: str = ""
    step_by: str = ""
    minutes: Mapping[str, float] = {}
    never_upgrades_on_repeat: bool = False
    floor_may_issue_all: bool = False
    downgrade_to: str = ""
    head_may_issue: str = ""

    @cached_property
    def first_if_self_reported(self) -> str:
        """The penalty code for a first offence that the player reported, or ""."""
        found = _SELF_REPORT.search(self.self_report)
        return found[1] if found else ""

    @cached_property
    def comment_length(self) -> int:
        """How many characters the remedy asks the comment to have."""
        lengths = [int(found[1]) for line in self.remedy if (found := _AT_LEAST.search(line))]
        return max(lengths, default=0)

    @property
    def by_minutes(self) -> bool:
        return self.step_by == "minutes"

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """When each step begins, in minutes. Sorted: a database may give an object's keys back in another order."""
        return tuple(sorted(self.minutes.values()))


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A named variation. ``values`` are overrides, by the short names that ``profiles`` knows or by full path."""

    shift_tracks: tuple[str, ...] = ()
    prepend: str = ""
    cap: str = ""
    values: Mapping[str, object] = {}


class Policy(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A whole policy, checked. ``digest`` is the SHA-256 of its content: two policies are one if it is equal."""

    policy: str
    version: str
    roles: tuple[str, ...]
    tracks: Mapping[str, str]
    penalties: tuple[Penalty, ...]
    counting: Counting
    authority: Mapping[str, object]
    profiles: Mapping[str, Profile]
    time: TimeRules
    hand_limit: HandLimit
    counter_joker: CounterWindow
    appeals: Appeals
    corrections: Corrections
    infractions: tuple[Infraction, ...]
    default_for: str = ""
    digest: str = ""

    @cached_property
    def _penalties(self) -> dict[str, Penalty]:
        return {penalty.code: penalty for penalty in self.penalties}

    @cached_property
    def _infractions(self) -> dict[str, Infraction]:
        return {infraction.code: infraction for infraction in self.infractions}

    @cached_property
    def _findings(self) -> dict[str, Infraction]:
        return {finding: infraction for infraction in self.infractions for finding in infraction.findings}

    @property
    def short_version(self) -> str:
        """What every record carries: the version's name and the beginning of the digest."""
        return f"{self.version}:{self.digest[:12]}"

    def penalty(self, code: str) -> Penalty:
        """The penalty of that code; KeyError if the policy has none."""
        return self._penalties[code]

    def level(self, code: str) -> int:
        return self._penalties[code].level

    def infraction(self, code: str) -> Infraction:
        """The infraction of that code; KeyError if the policy has none."""
        return self._infractions[code]

    def has_infraction(self, code: str) -> bool:
        return code in self._infractions

    def infraction_for_finding(self, finding: str) -> Infraction | None:
        """The infraction that a finding of the referee's report is, or None where it is no player's fault."""
        return self._findings.get(finding)

    @cached_property
    def buttons(self) -> dict[str, str]:
        """Keys and names of the buttons of a table sheet: in the policy's order, matters ruled on first, Other last."""
        names = {button_key(infraction.button): infraction.button for infraction in self.infractions}
        return dict(sorted(names.items(), key=lambda pair: (pair[0] == "other", bool(self.outcomes_of(pair[0])))))

    def infractions_of(self, button: str) -> tuple[Infraction, ...]:
        """The infractions behind a button, in the policy's order."""
        return tuple(i for i in self.infractions if button_key(i.button) == button)

    def outcomes_of(self, button: str) -> tuple[str, ...]:
        """The outcomes of a matter that is ruled on first, or () where the button leads to infractions at once."""
        section = getattr(self, button, None)
        return section.ruling_outcomes if isinstance(section, CounterWindow) else ()

    @cached_property
    def slow_play(self) -> Infraction | None:
        """What a decision over the time box is."""
        return self.infraction_for_finding("slow_decision")
