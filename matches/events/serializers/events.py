"""Events: how the API writes them, and what an organiser chooses for one."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.enums import LeaverResults, Role, RoundStatus, StageKind
from matches.events.declarations.catalogue import CUSTOM, SETTINGS
from matches.events.queries.events import grand_final_reset, leaver_results
from matches.events.queries.games import shape_of
from matches.events.serializers.settings import request_fields, response_fields
from matches.models import Event, Round, Stage
from rules_engine import games
from rules_engine.game import ScoreKind
from rules_engine.units import UNITS

MAX_RULES = 10_000
"""Characters of JSON: the rules of the largest game spelt out are a tenth of it."""

RESET_HELP = "The grand final is played again when the finalist with a loss wins it; null: no double elimination."
LEAVERS_HELP = (
    "What happens to the results of players who drop before playing half their matches; null: no round robin."
)

SCORE_UNITS = ValueSet("ScoreUnit", {key: gettext_lazy(unit.label.text) for key, unit in UNITS.items()})


class CurrentRoundSerializer(ResponseSerializer):
    """The round that the event is in."""

    stage = serializers.IntegerField(source="stage.order")
    number = serializers.IntegerField()
    status = EnumField(RoundStatus)
    label = serializers.CharField()  # type: ignore[assignment]

    def read_label(self, round_: Round) -> str:
        return round_label(round_)


class EventRowSerializer(ResponseSerializer):
    """An event in a list."""

    # As ``with_players`` loads it. The context's ``roles`` are the asker's by event id.

    slug = serializers.SlugField()
    published = serializers.BooleanField(help_text="Whether everyone may see it.")
    finished = serializers.BooleanField()
    archived = serializers.BooleanField(help_text="Left out of lists unless they are asked for the archive.")
    template = serializers.BooleanField(
        source="is_template", help_text="Settings to make events from; nobody plays here."
    )
    players = serializers.IntegerField(help_text="Signed up and not disqualified.")
    roles = serializers.ListField(child=EnumField(Role), help_text="Your own at this event.")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        return {"slug": fields.pop("slug"), **response_fields(in_row=True), **fields}

    def read_finished(self, event: Event) -> bool:
        return event.finished_at is not None

    def read_archived(self, event: Event) -> bool:
        return event.archived_at is not None

    def read_roles(self, event: Event) -> list[str]:
        return list(self.context["roles"].get(event.pk, []))


class StageSerializer(ResponseSerializer):
    """A part of an event with one way of pairing; ``rounds`` are the numbers of those that are published."""

    order = serializers.IntegerField()
    kind = EnumField(StageKind)
    rounds_planned = serializers.IntegerField(help_text="0: as many as the bracket needs.")
    rounds_follow = serializers.BooleanField(
        source="follows_attendance",
        help_text="The number of rounds is the suggested one for the players, until it is set or a round is paired.",
    )
    cut_to = serializers.IntegerField(allow_null=True)
    power_pair_last = serializers.BooleanField()
    third_place = serializers.BooleanField()
    grand_final_reset = serializers.BooleanField(allow_null=True, help_text=RESET_HELP)
    balance_starts = serializers.BooleanField()
    leaver_results = EnumField(LeaverResults, allow_null=True, help_text=LEAVERS_HELP)
    started = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.ListField(child=serializers.IntegerField())

    def read_grand_final_reset(self, stage: Stage) -> bool | None:
        return grand_final_reset(stage)

    def read_leaver_results(self, stage: Stage) -> str | None:
        return leaver_results(stage) if stage.kind == StageKind.ROUND_ROBIN else None

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

    finished_at = serializers.DateTimeField(allow_null=True)
    score = ScoreKindSerializer()
    current_round = CurrentRoundSerializer(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        last = {name: fields.pop(name) for name in ("finished_at", "score", "current_round")}
        return {**fields, **response_fields(in_row=False), **last}

    def read_score(self, event: Event) -> ScoreKind:
        return shape_of(event)

    def read_current_round(self, event: Event) -> Round | None:
        return current_round(event, public_only=not self.context["staff"])


class EventCreateSerializer(serializers.Serializer[Any]):
    """What an organiser chooses. With ``preset`` the game's own rules and cap count; ``custom`` takes ``rules``.

    A new event gets the defaults; in a change, what is left out stays.
    """

    def get_fields(self) -> dict[str, Any]:
        return request_fields()

    def validate_rules(self, rules: dict[str, Any]) -> dict[str, Any]:
        try:
            text = json.dumps(rules, ensure_ascii=False)
            text.encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("The rules contain characters that cannot be saved.")) from None
        if "\\u0000" in text or len(text) > MAX_RULES:
            raise serializers.ValidationError(_("The rules are too long, or contain a null character."))
        return rules

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        preset = data.get("preset", self.context.get("preset", CUSTOM))
        if "rules" in data and preset != CUSTOM:
            raise serializers.ValidationError({"rules": [_("Custom rules need the preset “custom”.")]})
        self._check_names(data)
        return data

    def _check_names(self, data: dict[str, Any]) -> None:
        """Refuse rules that the game does not have; a game that is not there is refused at its own field."""
        try:
            game = games.get(data.get("game", self.context.get("game", SETTINGS["game"].new_value())))
        except KeyError:
            return
        if unknown := game.schema.unknown(data.get("rules", {})):
            raise serializers.ValidationError({"rules": [problem.message for problem in unknown]})


class PresetSerializer(ResponseSerializer):
    """A named rule set of a game with its time cap."""

    game = serializers.CharField(source="game.key")
    game_name = serializers.CharField(source="game.name")
    preset = serializers.CharField(source="preset.key")
    name = serializers.CharField(source="preset.name")
    rules = serializers.DictField(source="preset.rules")
    cap_minutes = serializers.IntegerField(source="preset.cap_minutes")
