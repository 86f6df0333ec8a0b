"""The parts of a policy as frozen values, field by field as in a policy file. ``policy`` puts them together.

Every rule that is enforced has a field of its own. The sentences are for people; rewording one changes nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

REMINDER = "RM"
WARNING = "W"
TIME_PENALTY = "TP"
ROUND_LOSS = "RL"
MATCH_LOSS = "ML"
DISQUALIFICATION = "DQ"
NO_PENALTY = "NONE"

FORMAT = 2
"""The shape of a policy file that is written today. ``stored`` converts the shapes before it."""

V = TypeVar("V")


def no_entries() -> Mapping[str, Any]:
    return MappingProxyType({})


FrozenMapping = Annotated[Mapping[str, V], AfterValidator(MappingProxyType)]


class Value(BaseModel):
    """A part of a policy: frozen, without implicit conversions, and without undeclared fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Effect(Value):
    """What a time penalty does: a time box of ``turn_seconds`` for the offender, minutes more for the table."""

    kind: str
    turn_seconds: int
    until: str
    table_extension_minutes: float
    if_time_already_called: str


class OneRoundRule(Value):
    """What replaces a round loss if the match is a single game round; ``confirm`` applies to ``after_it``."""

    use: str
    after_it: str = Field(alias="if_player_already_had_TP_for_it")
    confirm: str


class Penalty(Value):
    """A kind of penalty. The role ``issue`` may give it; ``confirm``, if set, must agree before it takes effect.

    ``short_name`` is the name for buttons and lists if ``name`` is too long for them.
    """

    code: str
    level: int
    name: str
    short_name: str = ""
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


class Counting(Value):
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


class TimeRules(Value):
    """Time boxes and extensions, in seconds unless the name says minutes.

    ``decision_timebox_infraction`` is the code of the infraction that a decision over the time box is, or "".
    ``time_called`` describes, by kind of event, what happens when time is called (``KIND_time_called`` in the file).
    """

    round_cap_minutes: FrozenMapping[int]
    time_called: FrozenMapping[Mapping[str, str]] = Field(default_factory=no_entries)
    decision_timebox_seconds: int
    decision_timebox_infraction: str = ""
    prompt_then_count_seconds: int
    extension_threshold_seconds: int
    extension_starts: str
    extension_starts_options: tuple[str, ...]
    extension_round_to_seconds: int
    extension_seconds: str
    no_extension_when: tuple[str, ...]
    deck_check_bonus_seconds: int
    table_extension_cap_minutes: int


class Button(Value):
    """A quick button of the table sheet, in the policy's order; infractions name it by its label.

    ``icon`` is a name from the icon sheet. With ``takes_note``, judges can also log a ruling in their own words.
    ``only_with`` is a field or an option of the game's rules without which the button means nothing, or "".
    """

    key: str
    label: str
    icon: str = "ruling"
    takes_note: bool = False
    only_with: str = ""


class RuleTerm(Value):
    """A word of the policy's sentences that one of the game's own options decides: the word for each of its values."""

    option: str
    words: FrozenMapping[str]


class Matter(Value):
    """Something that a judge rules on before logging an infraction. It has the key of the button that opens it.

    ``outcome_faults`` names the infraction that an outcome means, if a player broke a rule with it, ``outcome_rules``
    the rule of the game that it rests on. ``rules`` are those that the judge reads beside the outcomes;
    ``window_closes`` and ``legal_result`` explain them in sentences.
    """

    ruling_outcomes: tuple[str, ...]
    outcome_labels: FrozenMapping[str]
    outcome_faults: FrozenMapping[str] = Field(default_factory=no_entries)
    outcome_rules: FrozenMapping[str] = Field(default_factory=no_entries)
    rules: tuple[str, ...] = ()
    window_closes: str = ""
    legal_result: tuple[str, ...] = ()


class Appeals(Value):
    """Sentences about when and to whom a ruling can be appealed, and whether play at the table stops for it."""

    after: str
    to: str
    final: bool
    deadline: str
    states: tuple[str, ...]
    if_first_ruling_by_head: str
    clock: str
    pauses_table: bool = True


class Corrections(Value):
    """When a result is locked, and who can correct it after that."""

    result_lock: str
    correction_window_minutes: int
    after_lock: str


class TimedRemedy(Value):
    """The remedy line (by number, from 1) that states an infraction's times: ``{steps}`` in ``text``."""

    line: int
    text: str


class InfractionRule(Value):
    """One kind of fault with its path of penalties; ``path[n - 1]`` is suggested for the nth offence.

    ``first_if_self_reported`` is the penalty for a first offence that the player reported, or "" for the usual one.
    ``comment_length`` is the minimum number of characters of the judge's comment.
    """

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
    first_if_self_reported: str = ""
    comment_length: int = 0
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
    minutes: FrozenMapping[float] = Field(default_factory=no_entries)
    timed_remedy: TimedRemedy | None = None
    never_upgrades_on_repeat: bool = False
    floor_may_issue_all: bool = False
    downgrade_to: str = ""
    head_may_issue: str = ""

    @property
    def by_minutes(self) -> bool:
        return self.step_by == "minutes"

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """When each step begins, in minutes, sorted; the keys of a stored JSON object may be in any order."""
        return tuple(sorted(self.minutes.values()))


class Profile(Value):
    """A named variation of the policy. ``values`` are overrides by full path or by the short names of ``profiles``."""

    shift_tracks: tuple[str, ...] = ()
    prepend: str = ""
    cap: str = ""
    values: FrozenMapping[Any] = Field(default_factory=no_entries)
