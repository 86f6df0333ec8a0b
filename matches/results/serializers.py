"""Results in versions, and the scores that requests send."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.enums import PARTS, DecidedBy, ResultStatus, Source
from matches.events.queries.games import all_tie_decisions, all_ways_to_decide
from matches.models import Result
from matches.results.labels.results import typed_score
from matches.results.queries.results import score_of
from matches.tables.duel_score import tie_marks
from matches.tables.kinds import kind_of_score
from matches.tables.score import ALL_LOST, MOST_AMOUNT, Score, SeatLine

MOST_SEATS = 26
MOST_SCORE = 120


def _tie_labels(*, by_time: bool) -> dict[str, Any]:
    """The marks of all games for what decides a level match, at time or otherwise, with their meanings."""
    return {
        mark: gettext_lazy(decision.seat_texts[seat])
        for mark, (decision, seat) in tie_marks(all_tie_decisions()).items()
        if (decision.decided_by == DecidedBy.TIME) == by_time
    }


MARK_VALUES = ValueSet(
    "Mark",
    {
        "t": gettext_lazy("When time was called"),
        **_tie_labels(by_time=True),
        "c": gettext_lazy("Conceded by the player with the lower score"),
        "c1": gettext_lazy("Conceded by the first seat"),
        "c2": gettext_lazy("Conceded by the second seat"),
        "id": gettext_lazy("Intentional draw; no score"),
        **_tie_labels(by_time=False),
        "x1": gettext_lazy("The first seat did not show up; no score"),
        "x2": gettext_lazy("The second seat did not show up; no score"),
        "xx": gettext_lazy("Neither showed up; no score"),
        "w1": gettext_lazy("The first seat has dropped: a walkover; no score"),
        "w2": gettext_lazy("The second seat has dropped: a walkover; no score"),
        "l1": gettext_lazy("The first seat is assigned a loss; no score"),
        "l2": gettext_lazy("The second seat is assigned a loss; no score"),
        "ll": gettext_lazy("Both are assigned a loss; no score"),
    },
)
"""The meanings of ``matches.tables.duel_score.MARKS`` and of the marks that the games add."""


class ScoredResult(NamedTuple):
    """A result with its score and the reporter's name; the name is None for the program."""

    result: Result
    score: Score
    reported_by: str | None = None

    @property
    def lines(self) -> tuple[SeatLine, ...]:
        """What the result keeps of each seat."""
        return kind_of_score(self.score).lines(self.score)

    @property
    def placed(self) -> tuple[SeatLine, ...]:
        """The lines of a table whose seats have a place and a part each; none where two play each other."""
        return self.lines if kind_of_score(self.score).keeps_places else ()


def scored(result: Result, score: Score | None = None) -> ScoredResult:
    """Return one version of a result with its reporter; the related rows should be loaded, or the score passed."""
    entry, user = result.reported_by_entry, result.reported_by_user
    name = str(user) if user is not None else entry.unique_name if entry is not None else None
    return ScoredResult(result, score_of(result) if score is None else score, name)


class ScoreSerializer(ResponseSerializer):
    """A score. ``winner`` is the index of the seat that won; null when drawn or when both lost."""

    score = serializers.CharField(help_text="As the desk types it.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="Rounds won by each seat.")
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="Whole dollars of each seat.")
    winner = serializers.IntegerField(allow_null=True)
    drawn = serializers.BooleanField()
    decided_by = EnumField(ValueSet("DecidedBy", all_ways_to_decide()), source="score.decided_by")
    places = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="At a table of more than two, the place of each seat; null for a player who was absent.",
    )
    parts = serializers.ListField(
        child=EnumField(ValueSet("SeatPart", PARTS)),
        help_text="At a table of more than two, what part each seat took; [] where two play each other.",
    )

    def read_places(self, row: ScoredResult) -> list[int | None]:
        return [line.place for line in row.placed]

    def read_parts(self, row: ScoredResult) -> list[str]:
        return [line.part for line in row.placed]

    def read_rounds(self, row: ScoredResult) -> list[int]:
        return [line.rounds_won for line in row.lines]

    def read_totals(self, row: ScoredResult) -> list[int]:
        return [line.total for line in row.lines]

    def read_score(self, row: ScoredResult) -> str:
        return typed_score(row.score, self.context["event"])

    def read_winner(self, row: ScoredResult) -> int | None:
        return None if row.score.winner == ALL_LOST else row.score.winner

    def read_drawn(self, row: ScoredResult) -> bool:
        return row.score.winner is None


class ResultSerializer(ScoreSerializer):
    """The confirmed result of a match."""

    version = serializers.IntegerField(source="result.version")
    confirmed_at = serializers.DateTimeField(source="result.confirmed_at", allow_null=True)


class ResultVersionSerializer(ScoreSerializer):
    """One version of a result: who reported it, when, and whether it stands."""

    version = serializers.IntegerField(source="result.version")
    status = EnumField(ResultStatus, source="result.status")
    source = EnumField(Source, source="result.source")  # type: ignore[assignment]
    pot = serializers.IntegerField(source="result.pot")
    reason = serializers.CharField(source="result.reason")
    reported_by = serializers.CharField(allow_null=True, help_text="The member of staff or the player.")
    reported_at = serializers.DateTimeField(source="result.reported_at")
    confirmed_at = serializers.DateTimeField(source="result.confirmed_at", allow_null=True)
    superseded_at = serializers.DateTimeField(source="result.superseded_at", allow_null=True)


class ScoreInputSerializer(serializers.Serializer[Any]):
    """A score, as the desk types it (``{"score": "2-1"}``) or in numbers (``{"numbers": [1, 1], "mark": "t"}``)."""

    score = serializers.CharField(
        max_length=MOST_SCORE,
        required=False,
        help_text="Such as 2-1, 1-1 t, 2410-1980 or x2, the first seat first; at a table of more than two such as "
        "C A D B, C=A D -B or 31 64 x1 55; in a score attack such as 216 or - for an absent player.",
    )
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_AMOUNT),
        min_length=1,
        max_length=2,
        required=False,
        help_text="Rounds won, whole dollars or points, the first seat first; in a score attack one number.",
    )
    mark = EnumField(MARK_VALUES, required=False)
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True),
        min_length=2,
        max_length=MOST_SEATS,
        required=False,
        help_text="At a table of more than two, the place of each seat from 1; null for a player who was absent.",
    )

    accept_winner_gone = serializers.BooleanField(
        required=False, help_text="true: the winner has dropped or is disqualified, and wins all the same (else 409)."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        ways = ("score" in data, "numbers" in data or "mark" in data, "places" in data)
        if sum(ways) != 1:
            raise serializers.ValidationError(
                _("Send one of: a score as a line, numbers with an optional mark, or places.")
            )
        return data


class ResultCreateSerializer(ScoreInputSerializer):
    """A report of a result. A player's link sends only the score; the other fields are for the staff."""

    pot = serializers.IntegerField(min_value=0, max_value=MOST_AMOUNT, required=False)
    reason = serializers.CharField(max_length=300, allow_blank=True, required=False)
    over_reports = serializers.BooleanField(
        required=False, help_text="false: 409 with the players' reports if they differ."
    )


class CorrectionSerializer(ScoreInputSerializer):
    """A result that replaces a confirmed one, with the reason."""

    pot = serializers.IntegerField(
        min_value=0, max_value=MOST_AMOUNT, required=False, help_text="Without it, the pot of the old version is kept."
    )
    reason = serializers.CharField(max_length=300)
    accept_fallen = serializers.BooleanField(
        required=False, default=False, help_text="Brackets: later results that depend on this one may become void."
    )


def score_line(data: dict[str, Any]) -> str:
    """Return the score as the line that ``matches.tables`` reads."""
    if "score" in data:
        return str(data["score"])
    numbers = "-".join(str(number) for number in data.get("numbers", []))
    return f"{numbers} {data.get('mark', '')}".strip()
