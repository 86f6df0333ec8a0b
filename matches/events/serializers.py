"""Events: how the API writes them, and what an organiser chooses for one."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.enums import LatePolicy, NameDisplay, Role, RoundStatus, StageKind
from matches.events.game_queries import shape_of
from matches.events.plan_services import CUSTOM, MAX_CUT, MAX_ROUNDS
from matches.events.queries import grand_final_reset
from matches.models import Event, Round, Stage
from matches.people.serializers import NameDisplayField
from matches.rounds.labels import round_label
from matches.rounds.queries import current_round
from rules_engine import games
from rules_engine.game import ScoreKind

MAX_RULES = 10_000
"""Characters of JSON: the rules of the largest game spelt out are a tenth of it."""

RESET_HELP = "The grand final is played again when the finalist with a loss wins it; null: no double elimination."

BRACKET_KINDS = ValueSet("BracketKind", {kind: kind.label for kind in StageKind if kind in StageKind.brackets()})
SCORE_UNITS = ValueSet(
    "ScoreUnit",
    {"rounds": gettext_lazy("Rounds won by each seat"), "money": gettext_lazy("Whole dollars of each seat")},
)


class CurrentRoundSerializer(ResponseSerializer):
    """The round that the event is in."""

    stage = serializers.IntegerField(source="stage.order")
    number = serializers.IntegerField()
    status = EnumField(RoundStatus)
    label = serializers.CharField()  # type: ignore[assignment]

    def read_label(self, round_: Round) -> str:
        return round_label(round_)


class EventRowSerializer(ResponseSerializer):
    """An event in a list, as ``with_players`` loads it. The context's ``roles`` are the asker's by event id."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    date = serializers.DateField()
    venue = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    published = serializers.BooleanField(help_text="Whether everyone may see it.")
    finished = serializers.BooleanField()
    players = serializers.IntegerField(help_text="Signed up and not disqualified.")
    roles = serializers.ListField(child=EnumField(Role), help_text="Your own at this event.")

    def read_finished(self, event: Event) -> bool:
        return event.finished_at is not None

    def read_roles(self, event: Event) -> list[str]:
        return list(self.context["roles"].get(event.pk, []))


class StageSerializer(ResponseSerializer):
    """A part of an event with one way of pairing; ``rounds`` are the numbers of those that are published."""

    order = serializers.IntegerField()
    kind = EnumField(StageKind)
    rounds_planned = serializers.IntegerField(help_text="0: as many as the bracket needs.")
    cut_to = serializers.IntegerField(allow_null=True)
    power_pair_last = serializers.BooleanField()
    third_place = serializers.BooleanField()
    grand_final_reset = serializers.BooleanField(allow_null=True, help_text=RESET_HELP)
    balance_starts = serializers.BooleanField()
    started = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.ListField(child=serializers.IntegerField())

    def read_grand_final_reset(self, stage: Stage) -> bool | None:
        return grand_final_reset(stage)

    def read_started(self, stage: Stage) -> bool:
        return stage.started_at is not None if self.context["staff"] else bool(self.read_rounds(stage))

    def read_finished(self, stage: Stage) -> bool:
        return stage.finished_at is not None

    def read_rounds(self, stage: Stage) -> list[int]:
        return [round_.number for round_ in stage.visible_rounds]  # type: ignore[attr-defined]


class ScoreKindSerializer(ResponseSerializer):
    """What a match's score looks like under the event's rules."""

    unit = EnumField(SCORE_UNITS)
    best_of = serializers.IntegerField(allow_null=True)
    wins_needed = serializers.IntegerField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())


class EventSerializer(EventRowSerializer):
    """An event with its settings and its ``stage_settings``. ``cap_reason`` is for its staff, and null for others."""

    time_zone = serializers.CharField()
    rules = serializers.DictField(help_text="The rule set as the game reads it.")
    cap_minutes = serializers.IntegerField()
    cap_reason = serializers.CharField(allow_null=True)
    kind = EnumField(StageKind, source="stage_settings.kind", help_text="How it is played: its first stage.")
    rounds = serializers.IntegerField(
        source="stage_settings.rounds", help_text="Swiss rounds planned; 0 where there are none."
    )
    cut = serializers.IntegerField(
        source="stage_settings.cut", help_text="How many go on from Swiss rounds or a round robin; 0: no cut."
    )
    cut_kind = EnumField(
        BRACKET_KINDS, source="stage_settings.cut_kind", help_text="How the cut is played, or would be."
    )
    power_pair_last = serializers.BooleanField(
        source="stage_settings.power_pair_last", help_text="The last Swiss round is paired down the standings."
    )
    third_place = serializers.BooleanField(source="stage_settings.third_place")
    grand_final_reset = serializers.BooleanField(
        source="stage_settings.grand_final_reset", allow_null=True, help_text=RESET_HELP
    )
    balance_starts = serializers.BooleanField(source="stage_settings.balance_starts")
    late_policy = EnumField(LatePolicy)
    intentional_draws = serializers.BooleanField()
    players_report = serializers.BooleanField()
    name_display = NameDisplayField()
    finished_at = serializers.DateTimeField(allow_null=True)
    score = ScoreKindSerializer()
    current_round = CurrentRoundSerializer(allow_null=True)

    def read_cap_reason(self, event: Event) -> str | None:
        return event.cap_reason if self.context["staff"] else None

    def read_score(self, event: Event) -> ScoreKind:
        return shape_of(event)

    def read_current_round(self, event: Event) -> Round | None:
        return current_round(event, public_only=not self.context["staff"])


class EventCreateSerializer(serializers.Serializer[Any]):
    """What an organiser chooses. With ``preset`` the game's own rules and cap count; ``custom`` takes ``rules``.

    A new event gets the defaults; in a change, what is left out stays.
    """

    name = serializers.CharField(max_length=120)
    date = serializers.DateField()
    venue = serializers.CharField(max_length=160, allow_blank=True, required=False)
    time_zone = serializers.CharField(
        max_length=60, default=lambda: settings.TIME_ZONE, help_text="Such as Europe/Berlin."
    )
    game = serializers.CharField(
        max_length=30, default=lambda: games.all_games()[0].key, help_text="Left out: the first game there is."
    )
    preset = serializers.CharField(max_length=30, help_text="A preset of the game (see /presets/), or custom.")
    rules = serializers.DictField(required=False, help_text="With the preset custom only.")
    cap_minutes = serializers.IntegerField(
        min_value=1, max_value=600, allow_null=True, required=False, help_text="null: the preset's own."
    )
    cap_override = serializers.BooleanField(required=False, help_text="Use a cap outside the game's limits.")
    cap_reason = serializers.CharField(max_length=200, allow_blank=True, required=False)
    kind = EnumField(StageKind, required=False, help_text="How it is played. It stays once a round was paired.")
    rounds = serializers.IntegerField(
        min_value=0, max_value=MAX_ROUNDS, required=False, help_text="Swiss rounds, at least 1; else without effect."
    )
    cut = serializers.IntegerField(
        min_value=0, max_value=MAX_CUT, required=False, help_text="After Swiss rounds or a round robin; 0: no cut."
    )
    cut_kind = EnumField(BRACKET_KINDS, required=False)
    power_pair_last = serializers.BooleanField(
        allow_null=True, required=False, help_text="Swiss rounds only; null: when a cut follows."
    )
    third_place = serializers.BooleanField(required=False, help_text="With a single elimination only.")
    grand_final_reset = serializers.BooleanField(
        allow_null=True, required=False, help_text="With a double elimination only; null: as usual, with it."
    )
    balance_starts = serializers.BooleanField(required=False, help_text="Swiss rounds only.")
    late_policy = EnumField(LatePolicy, required=False)
    intentional_draws = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    name_display = NameDisplayField(default=lambda: NameDisplay.FULL)

    def validate_rules(self, rules: dict[str, Any]) -> dict[str, Any]:
        try:
            text = json.dumps(rules, ensure_ascii=False)
            text.encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("The rules hold characters that are none.")) from None
        if "\\u0000" in text or len(text) > MAX_RULES:
            raise serializers.ValidationError(_("The rules are longer than any rules, or hold a null character."))
        return rules

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        preset = data.get("preset", self.context.get("preset", CUSTOM))
        if "rules" in data and preset != CUSTOM:
            raise serializers.ValidationError({"rules": [_("Own rules go with the preset “custom”.")]})
        return data


class PresetSerializer(ResponseSerializer):
    """A named rule set of a game with its time cap."""

    game = serializers.CharField(source="game.key")
    game_name = serializers.CharField(source="game.name")
    preset = serializers.CharField(source="preset.key")
    name = serializers.CharField(source="preset.name")
    rules = serializers.DictField(source="preset.rules")
    cap_minutes = serializers.IntegerField(source="preset.cap_minutes")
