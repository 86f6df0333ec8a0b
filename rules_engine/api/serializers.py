"""The shapes of requests and answers, for the OpenAPI document: records and reports are those of docs/rules/record.md.

The serializers of rules and games also write their answers: of a ``RuleOfGame`` and of a ``Game``. Those of records
and reports only describe. There are two shapes of a report: one with a winner for a game that wins by rounds or totals
between two seats, and one with places and scores for every other game.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from rules_engine.record import DEFAULT_GAME


def _one_of(*values: str, **settings: Any) -> serializers.CharField:
    """A word of a few. Not a choice: that would be a component of the schema, named by its field alone."""
    return serializers.CharField(help_text="One of: " + ", ".join(values), **settings)


def _seat(**settings: Any) -> serializers.CharField:
    return serializers.CharField(help_text="The letter of a seat: A, B, …", **settings)


def _kind() -> serializers.CharField:
    return _one_of("illegal", "missed", "misrecorded", "note")


def _decided_by() -> serializers.CharField:
    return serializers.CharField(allow_null=True, help_text="A code of the game; null while the match is open")


class SeatAmountsSerializer(serializers.Serializer):
    """A number for each of two seats."""

    A = serializers.IntegerField()
    B = serializers.IntegerField()


class WrittenTurnSerializer(serializers.Serializer):
    """A turn as written."""

    seat = _seat()
    actions = serializers.ListField(child=serializers.CharField(), help_text="Tokens: 7, J, >K, X=swap, B(16)")
    claim = serializers.DictField(child=serializers.IntegerField(), required=False)
    comment = serializers.CharField(required=False)


class WrittenRoundSerializer(serializers.Serializer):
    """A round as written."""

    round = serializers.JSONField(help_text='Its number, or "SD"')
    first = _seat()
    turns = WrittenTurnSerializer(many=True)
    comment = serializers.CharField(required=False)


class GameRecordSerializer(serializers.Serializer):
    """A record (docs/rules/record.md, section 1). Unknown keys are kept and ignored."""

    record = serializers.IntegerField(required=False, default=1)
    game = serializers.CharField(required=False, default=DEFAULT_GAME)
    rules = serializers.DictField(required=False)
    seats = serializers.DictField(child=serializers.CharField(), required=False)
    rounds = WrittenRoundSerializer(many=True)
    tags = serializers.DictField(child=serializers.CharField(), required=False)
    comment = serializers.CharField(required=False)


class RefereeFindingSerializer(serializers.Serializer):
    """One departure from the rules, or a note."""

    code = serializers.CharField()
    kind = _kind()
    rule = serializers.CharField()
    round = serializers.JSONField(help_text='Its number, or "SD"')
    turn = serializers.IntegerField(allow_null=True)
    action = serializers.IntegerField(allow_null=True)
    seat = _seat(allow_null=True)
    message = serializers.CharField()
    remedy = serializers.CharField()
    reading = serializers.CharField(allow_null=True)


class TurnReportSerializer(serializers.Serializer):
    """How a turn ended."""

    seat = _seat()
    ended_by = serializers.CharField()
    gained = serializers.IntegerField()
    banks = SeatAmountsSerializer()


class RoundReportSerializer(serializers.Serializer):
    """A round that was judged."""

    round = serializers.JSONField(help_text='Its number, or "SD"')
    winner = _seat(allow_null=True)
    banks = SeatAmountsSerializer()
    turns = TurnReportSerializer(many=True)


class WinnerResultSerializer(serializers.Serializer):
    """How a match between two seats stands."""

    status = _one_of("in_progress", "complete", "time")
    winner = _one_of("A", "B", "draw", allow_null=True)
    round_wins = SeatAmountsSerializer()
    totals = SeatAmountsSerializer()
    pot = serializers.IntegerField()
    decided_by = _decided_by()


class WinnerReportSerializer(serializers.Serializer):
    """The report on a match that has a winner (docs/rules/record.md, section 4)."""

    valid = serializers.BooleanField()
    result = WinnerResultSerializer()
    rounds = RoundReportSerializer(many=True)
    findings = RefereeFindingSerializer(many=True)


class PlacesResultSerializer(serializers.Serializer):
    """How a match of two or more seats stands. A game may add keys of its own."""

    status = _one_of("in_progress", "complete", "time")
    places = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        allow_null=True,
        help_text="The seats in groups, best first, equal seats together; null while the match is open",
    )
    scores = serializers.DictField(
        child=serializers.IntegerField(allow_null=True), help_text="By seat; null where a score is not known"
    )
    decided_by = _decided_by()


class PlacesReportSerializer(serializers.Serializer):
    """The report on a match that has places. ``rounds`` are in the game's own shape."""

    valid = serializers.BooleanField()
    result = PlacesResultSerializer()
    rounds = serializers.ListField(child=serializers.DictField())
    findings = RefereeFindingSerializer(many=True)


REPORT = PolymorphicProxySerializer(
    component_name="Report",
    serializers=[WinnerReportSerializer, PlacesReportSerializer],
    resource_type_field_name=None,
)
"""The referee's report, in either shape."""


_PLACE: dict[str, Any] = {
    "type": "object",
    "description": "What cannot be read; line and column count from 1, and are 0 where there is no place.",
    "properties": {
        "line": {"type": "integer"},
        "column": {"type": "integer"},
        "token": {"type": "string"},
        "message": {"type": "string"},
    },
    "required": ["line", "column", "token", "message"],
}


@extend_schema_field({"oneOf": [_PLACE, {"type": "string"}]})
class _PlaceOrSentence(serializers.Field):
    """A place that cannot be read, or what is wrong with the terms."""


class _BaseRefusalSerializer(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    errors = serializers.DictField()  # type: ignore[assignment]  # DRF takes declared fields off the class


class RefusalSerializer(_BaseRefusalSerializer):
    """Why something was refused, each reason in a sentence."""

    details = serializers.ListField(child=serializers.CharField())


ANYWHERE = {
    400: OpenApiResponse(RefusalSerializer, description="A parameter that the address does not have."),
    401: OpenApiResponse(RefusalSerializer, description="The token that was sent is not valid."),
}
"""No sign-in is needed here, but a request with an invalid token is refused, and so is one with unknown parameters."""


class UnreadableRecordSerializer(_BaseRefusalSerializer):
    """A record that cannot be read, with every place; for terms that are not valid, ``details`` holds sentences."""

    details = serializers.ListField(child=_PlaceOrSentence())


class RuleSerializer(serializers.Serializer):
    """A rule. ``more`` holds further columns of its table by their heading."""

    id = serializers.CharField(source="rule.id")
    game = serializers.CharField(source="book.game")
    section = serializers.IntegerField(source="rule.section")
    section_title = serializers.CharField()
    text = serializers.CharField(source="rule.text")
    names = serializers.ListField(child=serializers.CharField(), source="rule.names")
    more = serializers.DictField(child=serializers.CharField(), source="rule.more")
    references = serializers.ListField(child=serializers.CharField(), source="rule.references")


class SwitchSerializer(serializers.Serializer):
    """An option of section 10."""

    name = serializers.CharField(source="switch.key")
    rule = serializers.CharField(source="switch.rule")
    values = serializers.ListField(child=serializers.JSONField(), source="switch.values")
    default = serializers.DictField(
        child=serializers.JSONField(), source="defaults", help_text="The default in each edition"
    )


class VariantSerializer(serializers.Serializer):
    """A variant of section 8; ``format`` is null where it belongs to both."""

    name = serializers.CharField(source="key")
    rule = serializers.CharField()
    format = serializers.CharField(source="home", allow_null=True)


class CitedFindingSerializer(serializers.Serializer):
    """A finding that cites a rule, as the referee words it."""

    code = serializers.CharField()
    kind = _kind()
    message = serializers.CharField()
    remedy = serializers.CharField()


class RuleDetailSerializer(RuleSerializer):
    """A rule with all that belongs to it."""

    named_by = serializers.ListField(child=serializers.CharField(), source="named_by_ids")
    options = SwitchSerializer(source="switches", many=True)
    variants = VariantSerializer(many=True)
    findings = CitedFindingSerializer(many=True)


class GamePresetSerializer(serializers.Serializer):
    """A named rule set with its time cap."""

    key = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.DictField()
    cap_minutes = serializers.IntegerField()


class GameSerializer(serializers.Serializer):
    """A game. ``seats`` and ``cap_minutes`` are the least and the most."""

    key = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    cap_minutes = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    presets = GamePresetSerializer(many=True)
