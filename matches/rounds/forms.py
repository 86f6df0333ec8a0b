"""The small forms of a round's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.draws.queries.fields import Waiting
from matches.draws.services.pod_drafts import TABLES_HAVE_STARTED
from matches.models import Entry, Match, Round, Seat
from matches.pages.forms import CleanedData
from matches.pages.submission_forms import OnceForm
from matches.table_ranges import MOST_TABLE
from rules_engine.text import isolated
from rules_engine.whole_numbers import whole_number


class AddTimeForm(OnceForm):
    """Minutes to add for the whole room; a negative number removes time."""

    parameter_fields: ClassVar[dict[str, str]] = {"seconds": "minutes"}

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=-60, max_value=60, initial=3, help_text=_("A negative number removes time.")
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=300, error_messages={"required": _("Give a reason for the log.")}
    )


class HandForm(OnceForm):
    """A change by hand to the pairs of a round. ``explained``: players saw them, so that the log keeps a reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, error_messages={"required": _("Give a reason for the log.")}
    )

    def __init__(self, *args: Any, explained: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = explained


class SwapForm(HandForm):
    """Two players of a draft, marked in its list, who change seats. ``player`` are entry ids."""

    player = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Select two players in the list."),
            "invalid_choice": _("A player you selected is no longer in this round."),
        },
    )

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(pk, pk) for pk in Seat.objects.filter(round=round).values_list("entry_id", flat=True)]

    def clean_player(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["player"]
        if len(chosen) != 2:
            raise forms.ValidationError(_("Select exactly two players in the list."), code="not_two")
        return chosen

    @property
    def marked(self) -> set[int]:
        """The entry ids that were sent, so that the page keeps them marked."""
        sent = self.data.getlist("player") if hasattr(self.data, "getlist") else []
        return {number for value in sent if (number := whole_number(value)) is not None}


NOBODY = 0
"""The opponent of a player who gets the bye."""


class MakeTableForm(HandForm):
    """Two players without an opponent who play each other, or one who gets the bye. ``waiting`` are the players to
    choose from. ``alone``: one player, who gets a table.
    """

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("Opponent"), coerce=int)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_TABLE, required=False)

    def __init__(self, *args: Any, waiting: Sequence[Waiting], alone: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.entry.pk, _waiting_label(player)) for player in waiting]
        free = [player.entry.pk for player in waiting if not player.awarded]
        blank = [("", _("Choose an opponent"))] if all(player.has_bye for player in waiting) else []
        players = choices if free else [("", _("Choose a player")), *choices]
        opponents = [*blank, *choices, (NOBODY, _("no opponent yet (bye)"))]
        if alone:
            del self.fields["second"]
        for name, offered in (("first", players),) if alone else (("first", players), ("second", opponents)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
            field.choices = offered
        if free:
            self.initial.setdefault("first", free[0])
            self.initial.setdefault("second", free[-1] if len(free) > 1 else "" if blank else NOBODY)


class MovePlayerForm(HandForm):
    """A player and the table of a round of pods where the player sits down, or the bye of another one, with whom a new
    table is opened; ``NOBODY`` is a bye. ``plays``: the clock runs, so only those without a table can be moved;
    ``opens``: whether there can be a new table; ``most``: how many the game seats.
    """

    parameter_fields: ClassVar[dict[str, str]] = {"entry": "player", "match": "table"}

    player = forms.TypedChoiceField(
        label=_("Player"),
        coerce=int,
        error_messages={"invalid_choice": _("This player cannot be moved now. Choose another.")},
    )
    table = forms.TypedChoiceField(
        label=_("Seat at"),
        coerce=int,
        error_messages={"invalid_choice": _("This table cannot be chosen now. Choose another.")},
    )

    def __init__(
        self,
        *args: Any,
        seats: Sequence[Seat],
        waiting: Sequence[Waiting],
        plays: bool,
        opens: bool,
        most: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        here = [(player.entry.pk, _waiting_label(player)) for player in waiting if not player.has_bye]
        seated = [(seat.entry_id, _seated_label(seat)) for seat in seats if not (plays and seat.match.table)]
        taken = Counter(seat.match_id for seat in seats)
        tables = {seat.match_id: seat.match.table for seat in seats if seat.match.table and taken[seat.match_id] < most}
        places = [(pk, _("Table %(table)s") % {"table": table}) for pk, table in tables.items()]
        new = [(seat.match_id, _new_table_label(seat)) for seat in seats if opens and not seat.match.table]
        bye = (NOBODY, _("no table (bye)"))
        for name, choices in (("player", [*here, *seated]), ("table", [*places, *new, bye])):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
            field.choices = choices
        if plays:
            self.fields["player"].error_messages["invalid_choice"] = TABLES_HAVE_STARTED


def _seated_label(seat: Seat) -> str:
    where = _("table %(table)s") % {"table": seat.match.table} if seat.match.table else _("has the bye")
    return f"{isolated(seat.entry.player.name)} (#{seat.entry.number}, {where})"


def _new_table_label(seat: Seat) -> str:
    label = _("New table with %(name)s (#%(number)s, has the bye)")
    return label % {"name": isolated(seat.entry.player.name), "number": seat.entry.number}


def _waiting_label(player: Waiting) -> str:
    with_bye = _("has an awarded bye") if player.awarded else _("has the bye")
    state = with_bye if player.has_bye else _("not in this round")
    return f"{isolated(player.entry.player.name)} (#{player.entry.number}, {state})"


class ReseatForm(OnceForm):
    """Two players of a published round who change seats. ``matches``: those where nothing was reported, with seats."""

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("Swaps seats with"), coerce=int)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, error_messages={"required": _("Give a reason for the log.")}
    )

    def __init__(self, *args: Any, matches: Sequence[Match], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {seat.entry_id: seat for match in matches for seat in match.seats.all()}
        tables = {match.pk: match.table for match in matches}
        choices = [(pk, _seat_label(seat, tables[seat.match_id])) for pk, seat in self.seats.items()]
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
            field.choices = [("", _("Choose a player")), *choices]

    def clean(self) -> CleanedData:
        data: CleanedData = super().clean() or {}
        first, second = (self.seats.get(data.get(name, NOBODY)) for name in ("first", "second"))
        if first is not None and second is not None and first.match_id == second.match_id:
            self.add_error("second", _("Choose a player at another table."))
        return data

    @property
    def players(self) -> tuple[Entry, Entry]:
        """The two players; only for a valid form."""
        return self.seats[self.cleaned_data["first"]].entry, self.seats[self.cleaned_data["second"]].entry


def _seat_label(seat: Seat, table: int | None) -> str:
    where = _("table %(table)s") % {"table": table} if table else _("has the bye")
    return f"{isolated(seat.entry.unique_name)} ({where})"
