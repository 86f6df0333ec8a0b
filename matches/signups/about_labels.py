"""What the event's page says before the event, and what a sign-up is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.enums import Admission
from matches.events.declarations.sign_up_reading import page_texts, sign_up_terms, start_of
from matches.events.queries.games import game_text
from matches.models import Event, SignUp, Stage
from matches.pages.markdown_labels import rich_text
from matches.prizes.labels import PrizeRow, prize_rows
from matches.prizes.table import from_stored
from matches.signups.queries import Places, opening_times, place_on_list


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of facts: what it is, and its value; ``url`` where it leads elsewhere."""

    label: str | Promise
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the organiser's own text; below it the table of prizes, where it is about them."""

    heading: str | Promise
    text: SafeString
    prizes: Sequence[PrizeRow] = ()


def when_text(event: Event) -> str:
    """The day of the event, with the time of its start where it is known."""
    day, start = date_format(event.date, "l, j F Y"), start_of(event)
    if start is None:
        return day
    return _("%(day)s, %(time)s (%(zone)s)") % {"day": day, "time": f"{start:%H:%M}", "zone": event.time_zone}


def facts_of(event: Event, stages: Iterable[Stage], *, may_pay: bool = True) -> list[Fact]:
    """What is played, when, where, for how much: only what is known. Nobody pays for an event that is over."""
    page = page_texts(event)
    fee_link = page.fee_link if may_pay and event.finished_at is None else ""
    facts = [
        Fact(_("Game"), game_text(event)),
        *_format_facts(stages),
        Fact(
            _("Time per round"), ngettext("%(n)d minute", "%(n)d minutes", event.cap_minutes) % {"n": event.cap_minutes}
        ),
        Fact(_("When"), when_text(event)),
        Fact(_("Where"), event.venue),
        Fact(_("Entry fee"), page.fee, fee_link),
        Fact(_("Age"), page.minimum_age),
    ]
    return [fact for fact in facts if fact.text or fact.url]


def _format_facts(stages: Iterable[Stage]) -> list[Fact]:
    """How it is played: the rounds, and the bracket after them."""
    return [Fact(_("Cut") if stage.cut_to else _("Format"), stage_text(stage)) for stage in stages]


def stage_text(stage: Stage) -> str:
    """A stage's kind with its rounds, or with how many get there."""
    kind = str(stage.get_kind_display())
    if stage.cut_to:
        return f"{_('Top %(n)d') % {'n': stage.cut_to}} · {kind}"
    if stage.is_bracket or not stage.rounds_planned or stage.follows_attendance:
        return kind  # as many rounds as the players who come need
    rounds = ngettext("%(n)d round", "%(n)d rounds", stage.rounds_planned) % {"n": stage.rounds_planned}
    return f"{kind} · {rounds}"


def parts_of(event: Event) -> list[Part]:
    """The organiser's own texts and the prizes: only what there is."""
    page = page_texts(event)
    parts = [
        Part(_("About this event"), rich_text(page.description)),
        Part(_("Prizes"), rich_text(page.prizes), prize_rows(from_stored(event.prizes))),
        Part(_("How to get there"), rich_text(page.directions)),
    ]
    return [part for part in parts if part.text.strip() or part.prizes]


def places_text(event: Event, places: Places) -> str:
    """How many are in and wait, and whether the organiser decides, for those who may still sign up."""
    texts = [taken_text(places)]
    if places.left == 0:
        texts.append(_("Sign up to join the waiting list."))
    if sign_up_terms(event).sign_up_approval:
        texts.append(_("The organiser decides on each sign-up."))
    return " ".join(texts)


def taken_text(places: Places) -> str:
    """How many are in, how many places there are, and how many wait."""
    if places.capacity is None:
        return ngettext("%(n)d player is in.", "%(n)d players are in.", places.taken) % {"n": places.taken}
    numbers = {"n": places.taken, "all": places.capacity}
    text = _("%(n)d of %(all)d places are taken.") % numbers
    if places.waiting:
        waiting = ngettext("%(n)d person is waiting.", "%(n)d people are waiting.", places.waiting)
        text = f"{text} {waiting % {'n': places.waiting}}"
    return text


def sign_up_times_text(event: Event) -> str:
    """From when to when players can sign up; empty without limits."""
    opens, closes = opening_times(event)
    times = {name: date_format(at, "j F Y, H:i") if at else "" for name, at in (("opens", opens), ("closes", closes))}
    if opens and closes:
        return _("Sign-up is open from %(opens)s to %(closes)s.") % times
    if opens:
        return _("Sign-up opens on %(opens)s.") % times
    return _("Sign-up is open until %(closes)s.") % times if closes else ""


def state_text(row: SignUp) -> str:
    """Where a sign-up stands, in a sentence for the person."""
    match row.state:
        case Admission.INVITED:
            return _("You are invited. Accept to take a place, as long as there is one left.")
        case Admission.PENDING:
            return _("You have signed up. The organiser still has to accept you.")
        case Admission.WAITING:
            return _("The event is full. You are number %(n)d on the waiting list.") % {"n": place_on_list(row)}
        case Admission.CONFIRMED:
            return _("You are in.")
        case Admission.DECLINED:
            return _("The organiser has declined your sign-up. Ask at the desk if you think that is wrong.")
        case _:
            return _("You have declined the invitation.") if row.turned_down_at else _("You have withdrawn.")
