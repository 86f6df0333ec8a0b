"""Events: how they are shown, and what an organiser chooses for one."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.field_serializers import NameShownField, ScoreUnit, Word
from matches.enums import LatePolicy, NameDisplay, Role, RoundStatus, StageKind
from matches.events.plan_services import CUSTOM, MAX_CUT, MAX_ROUNDS
from rules_engine import games

MAX_RULES = 10_000
"""Characters of JSON: the rules of the largest game spelt out are a tenth of it."""

RESET_HELP = "The grand final is played again when the finalist with a loss wins it; null: no double elimination."


class BracketKind(TextChoices):
    """How a cut is played."""

    SINGLE_ELIMINATION = StageKind.SINGLE_ELIMINATION.value, StageKind.SINGLE_ELIMINATION.label
    DOUBLE_ELIMINATION = StageKind.DOUBLE_ELIMINATION.value, StageKind.DOUBLE_ELIMINATION.label


class RoundNow(serializers.Serializer[Any]):
    """The round the hall is in."""

    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    status = Word(RoundStatus)
    label = serializers.CharField()  # type: ignore[assignment]


class EventShort(serializers.Serializer[Any]):
    """An event in a list. ``roles`` are one's own there."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    date = serializers.DateField()
    venue = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    published = serializers.BooleanField(help_text="Whether everyone may see it.")
    finished = serializers.BooleanField()
    players = serializers.IntegerField(help_text="Signed up and not disqualified.")
    roles = serializers.ListField(child=Word(Role), help_text="One's own at this event.")


class StageShown(serializers.Serializer[Any]):
    """A part of an event with one way of pairing; ``rounds`` are the numbers of those that are published."""

    order = serializers.IntegerField()
    kind = Word(StageKind)
    rounds_planned = serializers.IntegerField(help_text="0: as many as the bracket needs.")
    cut_to = serializers.IntegerField(allow_null=True)
    power_pair_last = serializers.BooleanField()
    third_place = serializers.BooleanField()
    grand_final_reset = serializers.BooleanField(allow_null=True, help_text=RESET_HELP)
    balance_starts = serializers.BooleanField()
    started = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.ListField(child=serializers.IntegerField())


class ScoreShapeShown(serializers.Serializer[Any]):
    """What a match's score looks like under the event's rules."""

    unit = Word(ScoreUnit)
    best_of = serializers.IntegerField(allow_null=True)
    wins_needed = serializers.IntegerField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())


class EventShown(EventShort):
    """An event with its settings. ``cap_reason`` is for its staff, and null for others."""

    time_zone = serializers.CharField()
    rules = serializers.DictField(help_text="The rule set as the game reads it.")
    cap_minutes = serializers.IntegerField()
    cap_reason = serializers.CharField(allow_null=True)
    kind = Word(StageKind, help_text="How it is played: its first stage.")
    rounds = serializers.IntegerField(help_text="Swiss rounds planned; 0 where there are none.")
    cut = serializers.IntegerField(help_text="How many go on from Swiss rounds or a round robin; 0: no cut.")
    cut_kind = Word(BracketKind, help_text="How the cut is played, or would be.")
    power_pair_last = serializers.BooleanField(help_text="The last Swiss round is paired down the standings.")
    third_place = serializers.BooleanField()
    grand_final_reset = serializers.BooleanField(allow_null=True, help_text=RESET_HELP)
    balance_starts = serializers.BooleanField()
    late_policy = Word(LatePolicy)
    intentional_draws = serializers.BooleanField()
    players_report = serializers.BooleanField()
    name_display = NameShownField()
    finished_at = serializers.DateTimeField(allow_null=True)
    score = ScoreShapeShown()
    current_round = RoundNow(allow_null=True)


class EventGiven(serializers.Serializer[Any]):
    """What an organiser chooses. With ``preset`` the game's own rules and cap count; ``custom`` takes ``rules``."""

    name = serializers.CharField(max_length=120)
    date = serializers.DateField()
    venue = serializers.CharField(max_length=160, allow_blank=True, required=False)
    time_zone = serializers.CharField(max_length=60, required=False, help_text="Such as Europe/Berlin.")
    game = serializers.CharField(max_length=30, required=False, help_text="Left out: the first game there is.")
    preset = serializers.CharField(max_length=30, help_text="A preset of the game (see /presets/), or custom.")
    rules = serializers.DictField(required=False, help_text="With the preset custom only.")
    cap_minutes = serializers.IntegerField(
        min_value=1, max_value=600, allow_null=True, required=False, help_text="null: the preset's own."
    )
    cap_override = serializers.BooleanField(required=False, help_text="Use a cap outside the game's limits.")
    cap_reason = serializers.CharField(max_length=200, allow_blank=True, required=False)
    kind = Word(StageKind, required=False, help_text="How it is played. It stays once a round was paired.")
    rounds = serializers.IntegerField(
        min_value=0, max_value=MAX_ROUNDS, required=False, help_text="Swiss rounds, at least 1; else without effect."
    )
    cut = serializers.IntegerField(
        min_value=0, max_value=MAX_CUT, required=False, help_text="After Swiss rounds or a round robin; 0: no cut."
    )
    cut_kind = Word(BracketKind, required=False)
    power_pair_last = serializers.BooleanField(
        allow_null=True, required=False, help_text="Swiss rounds only; null: when a cut follows."
    )
    third_place = serializers.BooleanField(required=False, help_text="With a single elimination only.")
    grand_final_reset = serializers.BooleanField(
        allow_null=True, required=False, help_text="With a double elimination only; null: as usual, with it."
    )
    balance_starts = serializers.BooleanField(required=False, help_text="Swiss rounds only.")
    late_policy = Word(LatePolicy, required=False)
    intentional_draws = serializers.BooleanField(required=False)
    players_report = serializers.BooleanField(required=False)
    name_display = NameShownField(required=False)

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


def new_event(data: dict[str, Any]) -> dict[str, Any]:
    """What a new event has where nothing was said: as the page for a new event shows it."""
    first = {"game": games.all_games()[0].key, "time_zone": settings.TIME_ZONE, "name_display": NameDisplay.FULL}
    return {**first, **data}


class PresetShown(serializers.Serializer[Any]):
    """A named rule set of a game with its time cap."""

    game = serializers.CharField()
    game_name = serializers.CharField()
    preset = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.DictField()
    cap_minutes = serializers.IntegerField()


class ReasonGiven(serializers.Serializer[Any]):
    """Why; the log keeps it."""

    reason = serializers.CharField(max_length=300)


class ReasonMaybe(serializers.Serializer[Any]):
    """Why, if there is something to say; the log keeps it."""

    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")
