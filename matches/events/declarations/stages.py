"""The settings of how an event is played: its stages. Part of ``catalogue``."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.enums import LeaverResults, StageKind
from matches.events.declarations.setting import (
    BEFORE_A_CUT,
    CUT,
    OPEN_FIELD,
    ROBIN_ONLY,
    SWISS_ONLY,
    EventSetting,
    SettingKind,
    SettingSection,
    Storage,
)

MAX_ROUNDS = 30
MAX_CUT = 1024
CUTS = (0, 2, 3, 4, 5, 6, 8, 10, 12, 13, 16, 32, 40, 64)

SWISS_HINT, CUT_HINT = _("For Swiss rounds only."), _("For Swiss rounds or a round robin.")
ROBIN_HINT = _("With a round robin only.")
OPEN_FIELD_HINT = _("For Swiss rounds or a score attack.")


def _cut_label(cut: int) -> str:
    return gettext("Top %(cut)d") % {"cut": cut} if cut else gettext("No cut")


STAGE_SETTINGS = (
    EventSetting(
        key="kind",
        label=_("Format"),
        kind=SettingKind.CHOICE,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        default=StageKind.SWISS.value,
        choices=StageKind,
        choice_labels={
            StageKind.SWISS.value: _("Swiss rounds: opponents with similar scores"),
            StageKind.ROUND_ROBIN.value: _("Round robin: everyone meets everyone"),
            StageKind.SCORE_ATTACK.value: _("Score attack: everyone plays alone for a total score, no cut"),
            StageKind.SINGLE_ELIMINATION.value: _("Single elimination: out after one loss"),
            StageKind.DOUBLE_ELIMINATION.value: _("Double elimination: out after two losses"),
        },
        radio=True,
        write_help="The format. It cannot change once a round has been paired.",
        read_help="The format of its first stage.",
    ),
    EventSetting(
        key="rounds",
        label=_("Rounds"),
        kind=SettingKind.NUMBER,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        nullable=True,
        must_choose=True,
        least=1,
        most=MAX_ROUNDS,
        api_least=0,
        row="rounds",
        applies=OPEN_FIELD,
        applies_hint=OPEN_FIELD_HINT,
        audit_value=lambda plan: plan.rounds if plan.kind in StageKind.with_open_field() else 0,
        write_help="Swiss rounds or those of a score attack, at least 1; else without effect. null: as suggested.",
        read_help="Number of rounds planned; 0 without Swiss rounds or a score attack.",
    ),
    EventSetting(
        key="cut",
        label=_("Cut"),
        kind=SettingKind.NUMBER,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        default=0,
        least=0,
        most=MAX_CUT,
        offered=CUTS,
        offer_label=_cut_label,
        row="rounds",
        applies=BEFORE_A_CUT,
        applies_hint=CUT_HINT,
        write_help="After Swiss rounds or a round robin; 0: no cut.",
        read_help="How many advance from Swiss rounds or a round robin; 0 for no cut.",
    ),
    EventSetting(
        key="cut_kind",
        label=_("The cut is played as"),
        kind=SettingKind.CHOICE,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        default=StageKind.SINGLE_ELIMINATION.value,
        choices=StageKind,
        choice_labels={kind.value: kind.label for kind in StageKind if kind in StageKind.brackets()},
        api_choices="BracketKind",
        applies=(CUT,),
        applies_hint=_("Only with a cut."),
        audit_value=lambda plan: plan.cut_kind if plan.cut else None,
        read_help="How the cut is played, or would be.",
    ),
    EventSetting(
        key="power_pair_last",
        label=_("Pair the last Swiss round by standings"),
        kind=SettingKind.YES_NO_USUAL,
        section=SettingSection.MORE,
        storage=Storage.STAGES,
        nullable=True,
        choice_labels={"": _("When a cut follows"), "yes": _("Yes"), "no": _("No")},
        applies=SWISS_ONLY,
        applies_hint=SWISS_HINT,
        audited=False,
        write_help="Swiss rounds only; null: when a cut follows.",
        read_help="The last Swiss round is paired by standings.",
    ),
    EventSetting(
        key="third_place",
        label=_("Play for third place"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        default=False,
        applies=(StageKind.SINGLE_ELIMINATION.value,),
        applies_hint=_("For single elimination, alone or after a cut."),
        write_help="With a single elimination only.",
    ),
    EventSetting(
        key="grand_final_reset",
        label=_("Bracket reset: play the grand final again if the finalist with a loss wins it"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        nullable=True,
        usual=True,
        read_null=True,
        applies=(StageKind.DOUBLE_ELIMINATION.value,),
        applies_hint=_("For double elimination, alone or after a cut; otherwise it has no effect."),
        audit_value=lambda plan: plan.has_reset,
        write_help="With a double elimination only; null for the default, with it.",
        read_help="The grand final is played again when the finalist with a loss wins it; null: no double elimination.",
    ),
    EventSetting(
        key="balance_starts",
        label=_("Balance who starts"),
        help=_("Otherwise the starting player is drawn by lot."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.STAGES,
        default=False,
        applies=SWISS_ONLY,
        applies_hint=SWISS_HINT,
        write_help="Swiss rounds only.",
    ),
    EventSetting(
        key="leaver_results",
        label=_("Results of players who drop before playing half of their matches"),
        help=_("The desk is asked each time, with this answer preselected. It also applies when nobody can be asked."),
        kind=SettingKind.CHOICE,
        section=SettingSection.STAGES,
        storage=Storage.STAGES,
        default=LeaverResults.STRIKE.value,
        choices=LeaverResults,
        applies=ROBIN_ONLY,
        applies_hint=ROBIN_HINT,
        audit_value=lambda plan: plan.leaver_results if plan.kind == StageKind.ROUND_ROBIN else None,
        write_help="Round robin only: results of players who drop before playing half their matches.",
        read_help="What happens to results of players who drop from a round robin before playing half their matches.",
    ),
)
