"""A forecast in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clock.queries import RoundClock
from matches.enums import StrengthSpread
from matches.forecast.certain import Certain
from matches.forecast.stage import WHAT_IF_RUNS
from matches.forecasts.round_end_queries import forecast_round_end, says_round_end
from matches.models import Entry, Event, Forecast, Match, Round
from matches.people.labels.names import name_of


@dataclass(frozen=True)
class ForecastRow:
    """One player's chance as pages show it. ``certain`` is a value of ``Certain``, or empty."""

    number: int
    name: str
    chance: float
    certain: str
    text: str
    percent: int

    @property
    def icon(self) -> str:
        """The icon of what is proved; empty where nothing is."""
        return {"in": "check", "out": "wrong"}.get(self.certain, "")


def chance_text(chance: float, certain: str | None) -> str:
    """``certain`` in words, else whole per cent: never 0 or 100, which only a proof could say."""
    if certain == Certain.IN:
        return _("In")
    if certain == Certain.OUT:
        return _("Out")
    if certain == Certain.IN_WITH_DRAW:
        return _("In with a draw (%(chance)s)") % {"chance": percent_text(chance)}
    if certain == Certain.IN_WITH_WIN:
        return _("In with a win (%(chance)s)") % {"chance": percent_text(chance)}
    return percent_text(chance)


def kept_chance_text(chance: float) -> str:
    """A chance that was kept for a round: 0 and 1 are proved."""
    if chance in (0, 1):
        return _("In") if chance else _("Out")
    return percent_text(chance)


def percent_text(chance: float) -> str:
    """Return a chance that is not certain in whole per cent."""
    if chance < 0.01:
        return _("under 1%")
    if chance > 0.99:
        return _("over 99%")
    return _("%(percent)d%%") % {"percent": round(chance * 100)}


def forecast_rows(kept: Forecast, event: Event, *, staff: bool) -> list[ForecastRow]:
    """Return the rows, the best chance first."""
    entries = Entry.objects.filter(event=event, number__in=[int(number) for number in kept.rows])
    rows = [
        row_of(entry.number, name_of(entry, staff=staff, event=event), *kept.rows[str(entry.number)])
        for entry in entries.select_related("player").order_by("number")
    ]
    return sorted(rows, key=lambda row: (-row.chance, row.number))


def row_of(number: int, name: str, chance: float, certain: str | None) -> ForecastRow:
    """Return one row of a forecast."""
    return ForecastRow(
        number=number,
        name=name,
        chance=chance,
        certain=certain or "",
        text=chance_text(chance, certain),
        percent=round(chance * 100),
    )


def basis_text(kept: Forecast, rounds: int) -> str:
    """What a forecast rests on: ``After round 5 of 7.``, ``Round 6 of 7, 3 results missing.``"""
    where = {"round": kept.round_number, "rounds": rounds, "missing": kept.missing}
    if not kept.missing:
        return _("After round %(round)s of %(rounds)s.") % where
    text = ngettext(
        "Round %(round)s of %(rounds)s, %(missing)s result missing.",
        "Round %(round)s of %(rounds)s, %(missing)s results missing.",
        kept.missing,
    )
    return text % where


def pod_model_text(kept: Forecast) -> str:
    """The model of an event with more than two at a table."""
    return _(
        "The remaining rounds were simulated %(runs)s times. Every table order is equally likely, and draws "
        "and drops are as frequent as in this event. “In” and “Out” are certain on points alone; “Out” holds "
        "unless someone ranked higher drops."
    ) % {"runs": f"{kept.runs:,}"}


def model_text(kept: Forecast, strength: StrengthSpread) -> str:
    """The model in one sentence."""
    if strength is StrengthSpread.EQUAL:
        text = _(
            "The remaining rounds were simulated %(runs)s times with players of equal strength, this event’s own "
            "rates of draws and drops, and its tie-breaks. “In” and “Out” are certain on points alone; “Out” holds "
            "unless someone ranked higher drops."
        )
    else:
        text = _(
            "The remaining rounds were simulated %(runs)s times with players as strong as their results so far "
            "suggest (spread %(spread).1f), this event’s own rates of draws and drops, and its tie-breaks. “In” and "
            "“Out” are certain on points alone; “Out” holds unless someone ranked higher drops."
        )
    return text % {"runs": f"{kept.runs:,}", "spread": strength.spread}


@dataclass(frozen=True, slots=True)
class WhatIfLine:
    """A player's chance after one result of the next match."""

    label: str
    text: str
    percent: int


def what_if_lines(chances: Sequence[float], *, places: bool) -> list[WhatIfLine]:
    """The chances after a win, a draw and a loss, or after each place."""
    results = [_("If you win"), _("If you draw"), _("If you lose")]
    labels = [place_text(place) for place in range(1, len(chances) + 1)] if places else results
    return [
        WhatIfLine(label, percent_text(chance), round(chance * 100))
        for label, chance in zip(labels, chances, strict=True)
    ]


def place_text(place: int) -> str:
    """The result of a table in which somebody comes in at a place, as a condition."""
    first = (
        _("If you come first"),
        _("If you come second"),
        _("If you come third"),
        _("If you come fourth"),
        _("If you come fifth"),
        _("If you come sixth"),
    )
    return first[place - 1] if place <= len(first) else _("If you finish in place %(place)d") % {"place": place}


def pod_what_if_model_text() -> str:
    """What a what-if rests on where more than two sit at a table."""
    return _(
        "The remaining rounds were simulated %(runs)s times for each place you could take at your next table. "
        "All other table orders are equally likely."
    ) % {"runs": f"{WHAT_IF_RUNS:,}"}


def what_if_model_text(strength: StrengthSpread) -> str:
    """What a what-if rests on, in one sentence."""
    if strength is StrengthSpread.EQUAL:
        text = _(
            "The remaining rounds were simulated %(runs)s times for each result of your next match, with players of "
            "equal strength."
        )
    else:
        text = _(
            "The remaining rounds were simulated %(runs)s times for each result of your next match, with players as "
            "strong as their results so far suggest (spread %(spread).1f)."
        )
    return text % {"runs": f"{WHAT_IF_RUNS:,}", "spread": strength.spread}


def round_end_text(round_: Round, matches: Sequence[Match], clock: RoundClock, now: datetime) -> str:
    """When the round will end, in the event's time: ``Expected to end at about 15:10, very likely by 15:14.``

    Empty if the event does not say it, or nothing can be said.
    """
    if not says_round_end(round_.stage.event):
        return ""
    end = forecast_round_end(round_, matches, clock, now)
    if end is None:
        return ""
    about, likely = (now + timedelta(seconds=seconds) for seconds in (end.about, end.likely))
    times = {"about": _clock_time(about), "likely": _clock_time(likely)}
    if times["about"] == times["likely"]:
        return _("Expected to end at about %(about)s.") % times
    return _("Expected to end at about %(about)s, very likely by %(likely)s.") % times


def _clock_time(at: datetime) -> str:
    return date_format(timezone.localtime(at), "H:i")
