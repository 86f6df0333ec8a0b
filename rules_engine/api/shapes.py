"""The shapes of requests and answers, for the schema: records and reports are those of docs/rules/record.md."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers


def _one_of(*values: str, **settings: Any) -> serializers.CharField:
    """A word of a few. Not a choice: that would be a component of the schema, named by its field alone."""
    return serializers.CharField(help_text="One of: " + ", ".join(values), **settings)


def _seat(**settings: Any) -> serializers.CharField:
    return _one_of("A", "B", **settings)


def _kind() -> serializers.CharField:
    return _one_of("illegal", "missed", "misrecorded", "note")


class BySeat(serializers.Serializer):
    """A number for each seat."""

    A = serializers.IntegerField()
    B = serializers.IntegerField()


class TurnShape(serializers.Serializer):
    """A turn as written."""

    seat = _seat()
    actions = serializers.ListField(child=serializers.CharField(), help_text="Tokens: 7, J, >K, X=swap, B(16)")
    claim = serializers.DictField(child=serializers.IntegerField(), required=False)
    comment = serializers.CharField(required=False)


class RoundShape(serializers.Serializer):
    """A round as written."""

    round = serializers.JSONField(help_text='Its number, or "SD"')
    first = _seat()
    turns = TurnShape(many=True)
    comment = serializers.CharField(required=False)


class RecordShape(serializers.Serializer):
    """A record (docs/rules/record.md, section 1). Unknown keys are kept and ignored."""

    record = serializers.IntegerField(required=False, default=1)
    game = serializers.CharField(required=False, default="bankout")
    rules = serializers.DictField(required=False)
    seats = serializers.DictField(child=serializers.CharField(), required=False)
    rounds = RoundShape(many=True)
    tags = serializers.DictField(child=serializers.CharField(), required=False)
    comment = serializers.CharField(required=False)


class FindingShape(serializers.Serializer):
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


class TurnReportShape(serializers.Serializer):
    """How a turn ended."""

    seat = _seat()
    ended_by = serializers.CharField()
    gained = serializers.IntegerField()
    banks = BySeat()


class RoundReportShape(serializers.Serializer):
    """A round that was judged."""

    round = serializers.JSONField(help_text='Its number, or "SD"')
    winner = _seat(allow_null=True)
    banks = BySeat()
    turns = TurnReportShape(many=True)


class ResultShape(serializers.Serializer):
    """Where the match stands."""

    status = _one_of("in_progress", "complete", "time")
    winner = _one_of("A", "B", "draw", allow_null=True)
    round_wins = BySeat()
    totals = BySeat()
    pot = serializers.IntegerField()
    decided_by = _one_of("rounds", "total", "sudden_death", "time", allow_null=True)


class ReportShape(serializers.Serializer):
    """The referee's report (docs/rules/record.md, section 4)."""

    valid = serializers.BooleanField()
    result = ResultShape()
    rounds = RoundReportShape(many=True)
    findings = FindingShape(many=True)


class PlaceShape(serializers.Serializer):
    """Something unreadable; line and column count from 1, and are 0 where there is no place."""

    line = serializers.IntegerField()
    column = serializers.IntegerField()
    token = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class _Refused(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    errors = serializers.DictField()  # type: ignore[assignment]  # DRF takes declared fields off the class


class RefusalShape(_Refused):
    """Why something was refused, each reason in a sentence."""

    details = serializers.ListField(child=serializers.CharField())


WRONG_TOKEN = {401: OpenApiResponse(RefusalShape, description="The token that was sent is not valid.")}
"""Nobody need log in here; who tries is told when it failed."""


class UnreadableShape(_Refused):
    """A record that cannot be read, with every place; for terms that cannot be, ``details`` holds sentences."""

    details = PlaceShape(many=True)


class RuleShape(serializers.Serializer):
    """A rule. ``more`` holds further columns of its table by their heading."""

    id = serializers.CharField()
    game = serializers.CharField()
    section = serializers.IntegerField()
    section_title = serializers.CharField()
    text = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    more = serializers.DictField(child=serializers.CharField())
    references = serializers.ListField(child=serializers.CharField())


class OptionShape(serializers.Serializer):
    """A switch of section 10."""

    name = serializers.CharField()
    rule = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    default = serializers.DictField(child=serializers.JSONField(), help_text="The default in each edition")


class VariantShape(serializers.Serializer):
    """A variant of section 8; ``format`` is null where it belongs to both."""

    name = serializers.CharField()
    rule = serializers.CharField()
    format = serializers.CharField(allow_null=True)


class CodeShape(serializers.Serializer):
    """A finding that cites a rule, as the referee words it."""

    code = serializers.CharField()
    kind = _kind()
    message = serializers.CharField()
    remedy = serializers.CharField()


class WholeRuleShape(RuleShape):
    """A rule with all that belongs to it."""

    named_by = serializers.ListField(child=serializers.CharField())
    options = OptionShape(many=True)
    variants = VariantShape(many=True)
    findings = CodeShape(many=True)


class PresetShape(serializers.Serializer):
    """A named rule set with its time cap."""

    key = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.DictField()
    cap_minutes = serializers.IntegerField()


class GameShape(serializers.Serializer):
    """A game. ``seats`` and ``cap_minutes`` are the least and the most."""

    key = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    cap_minutes = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    presets = PresetShape(many=True)
