"""The part of a personal page that follows the event, made for one player or for many at once.

``Players`` reads what all of them share, and the matches of each, with as many queries for a hundred players as for
one. What is the same for many phones is made into HTML once: the form for a report, and, in ``player_views``, the
matches that are over and the place explained.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from matches.announcements.labels import AnnouncementShown
from matches.announcements.queries import PART as ANNOUNCEMENTS
from matches.brackets.queries.overviews import BracketOverview, bracket_overview
from matches.enums import EntryStatus, MatchKind
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.forecasts.queries import chances_by_round
from matches.forecasts.trend_views import Chances, chances_html
from matches.forecasts.views import OwnChance, own_chance, shown_forecast
from matches.frame.public_views import PublicContext, public_context, public_is_open
from matches.halls.queries.days import drawn_hall
from matches.halls.queries.people import AlsoAt, also_at, entries_elsewhere
from matches.live.queries import PUBLIC_PARTS, heard
from matches.me.act_views import own_index
from matches.me.announcement_views import OwnAnnouncements, own_announcements
from matches.me.day_views import Day, days_of
from matches.me.labels import waiting_text
from matches.me.own_address_views import OwnAddresses, own_addresses
from matches.me.own_check_in_views import OwnCheckInShown, again_after, own_check_in_shown, pages_before
from matches.me.own_match_views import NO_MATCH, OwnMatchContext, OwnReports, match_context
from matches.models import Entry, Event, Forecast, Match
from matches.page_plugins import PlayerState
from matches.pages.access_views import Roles
from matches.pages.components import MenuItem
from matches.pages.mould_views import Moulds
from matches.people.labels.names import name_of
from matches.plugins import registry
from matches.public.line_views import lines_of
from matches.public.own_queries import EventNow, event_now, match_rows, open_matches
from matches.public.player_views import PlayerContext, player_context
from matches.results.forms import ScoreForm
from matches.results.kinds.duel_forms import OwnReportForm
from matches.results.kinds.forms import FORMS, ReportPage
from matches.results.labels.round_losses import round_loss_text
from matches.results.queries.results import confirmed
from matches.results.queries.round_losses import RoundLoss, losses_of, rounds_lost_in
from matches.results.queries.time_calls import has_time_call, is_at_time
from rules_engine.game import ScoreKind

PART = "matches/public/_me.html"
TOKEN, ADDRESS, MATCH = "\ue000", "\ue001", "\ue002"
"""Stand in a form that is made once for what differs from player to player. No text of the program has them."""


@dataclass(frozen=True)
class Players:
    """Players of an event with what their pages show: the open ``matches``, ``lost`` rounds by match and seat."""

    now: EventNow
    frame: PublicContext
    entries: dict[int, Entry]
    matches: dict[int, Match]
    lines: dict[int, list[SafeString]]
    lost: dict[int, tuple[int, ...]]
    states: dict[int, list[PlayerState]]
    forecast: Forecast | None
    chances: Chances
    announcements: OwnAnnouncements
    also_at: dict[int, list[AlsoAt]]
    days: dict[int, Day]
    hall: str
    moulds: Moulds
    addresses: dict[str, OwnAddresses] = field(default_factory=dict)

    def addresses_of(self, token: str) -> OwnAddresses:
        """The addresses behind a personal link."""
        if token not in self.addresses:
            self.addresses[token] = own_addresses(self.now.event.slug, token, over=self.now.final is not None)
        return self.addresses[token]

    @cached_property
    def bracket(self) -> BracketOverview | None:
        """The bracket that is being played, if players may see it."""
        round_ = self.now.round
        return bracket_overview(round_.stage, staff=False) if round_ and round_.stage.is_bracket else None

    def open_match(self, entry: Entry) -> Match | None:
        return self.matches.get(entry.pk)

    def may_report(self, entry: Entry, match: Match | None) -> bool:
        """Whether the player reports the match; one who is disqualified reports nothing any more."""
        played = match is not None and match.kind == MatchKind.PLAYED
        return played and self.now.event.players_report and entry.status != EntryStatus.DISQUALIFIED

    def losses(self, entry: Entry, match: Match) -> list[RoundLoss]:
        """The game rounds lost by penalty, where they still count for a report."""
        may_report = self.may_report(entry, match) and confirmed(match) is None
        return losses_of(match, self.lost[match.pk]) if may_report else []


def read_players(event: Event, entry_ids: Set[int], roles: Roles = frozenset()) -> Players:
    """What the pages of these players of one event show; ``roles`` are the reader's, for the menu of a whole page."""
    now = event_now(event)
    frame = public_context(event, roles, "", now.round, heard(now.versions, PUBLIC_PARTS), now.stages)
    entries = Entry.objects.filter(event=event, pk__in=entry_ids).select_related("player").in_bulk()
    for entry in entries.values():
        entry.event = event
    rows, matches = match_rows(now, entry_ids), open_matches(now, entry_ids)
    playing = {match.pk: match for match in matches.values()}
    moulds = Moulds()
    lines = lines_of(now, rows, moulds, playing.values(), linked=public_is_open(event, roles))
    states: dict[int, list[PlayerState]] = {}
    for source in registry.player_states if playing else ():
        for match_id, state in source(list(playing.values())).items():
            states.setdefault(match_id, []).append(state)
    lost = rounds_lost_in([match for match in playing.values() if match.kind == MatchKind.PLAYED]) if playing else {}
    announcements = own_announcements(now, entries.values(), playing.values())
    elsewhere = entries_elsewhere(event, [entry.player_id for entry in entries.values()])
    forecast = shown_forecast(event)
    return Players(
        now=now,
        frame=frame,
        entries=entries,
        matches=matches,
        lines=lines,
        lost=lost,
        states=states,
        forecast=forecast,
        chances=chances_by_round(event, now.stages),
        announcements=announcements,
        also_at=also_at(elsewhere),
        days=days_of(event, entries.values(), elsewhere),
        hall=drawn_hall(event),
        moulds=moulds,
    )


class OwnContext(PublicContext, PlayerContext, OwnMatchContext):
    """A personal page. ``report`` is the form as HTML, or ``form`` where it has been sent or differs by player;
    ``reporting`` is true with either.
    """

    form: ScoreForm | None
    report: SafeString
    reporting: bool
    own_url: str
    tapped: str
    worker_url: str
    check_in: OwnCheckInShown | None
    own_announcements: list[AnnouncementShown]
    also_at: list[AlsoAt]
    day: Day | None
    plan_url: str
    own_pages: list[MenuItem]
    own_states: list[PlayerState]
    waiting: str
    also_part: str
    also_version: int
    chance: OwnChance | None
    chances: SafeString
    what_if_url: str
    may_drop: bool
    late: str
    time_url: str
    losses: list[str]


def own_context(
    players: Players,
    entry: Entry,
    token: str,
    csrf_token: str,
    *,
    form: ScoreForm | None = None,
    late: str = "",
) -> OwnContext:
    """The page of one of ``players``. ``form`` is one that was sent, or one that differs from player to player."""
    now, match = players.now, players.open_match(entry)
    event, settled = now.event, match is not None and confirmed(match) is not None
    reporting = players.may_report(entry, match) and not settled
    losses = players.losses(entry, match) if match is not None else []
    frame, addresses = players.frame, players.addresses_of(token)
    own = match_context(frame, now.versions, entry, match) if match else {**NO_MATCH, "live_url": frame["live_url"]}
    kept = reporting and (form is None or not form.is_bound) and same_for_all(match)
    waiting = waiting_text(entry, players.bracket) if players.bracket and (match is None or settled) else ""
    also = "pairings" if waiting else ANNOUNCEMENTS if entry.status == EntryStatus.REGISTERED else ""
    elsewhere = players.also_at.get(entry.player_id, [])
    report = SafeString()
    if match and kept:
        report = _report(match, entry, losses, addresses.own, csrf_token, again=bool(own["own_reports"].mine))
    return {
        **frame,
        **player_context(now, entry, players.lines[entry.pk], players.moulds),
        **own,
        "form": form if reporting and not kept else None,
        "report": report,
        "reporting": reporting,
        "own_url": addresses.own,
        "tapped": form.query if form is not None else "",
        "worker_url": addresses.worker,
        "check_in": (check_in := own_check_in_shown(entry, token)),
        "again": again_after(event, own["again"], check_in=check_in is not None, also=bool(elsewhere)),
        "also_at": elsewhere,
        "day": players.days.get(entry.player_id),
        "plan_url": reverse("matches:hall_plan", args=[players.hall]) if players.hall else "",
        "own_announcements": players.announcements.shown(entry, match),
        "own_pages": [*pages_before(entry, token), *addresses.pages],
        "own_states": players.states.get(match.pk, []) if match else [],
        "waiting": waiting,
        "also_part": also,
        "also_version": now.versions.get(also, 0),
        "chance": own_chance(entry, players.forecast),
        "chances": chances_html(players.chances, entry.number, players.moulds),
        "what_if_url": addresses.what_if,
        "may_drop": entry.status == EntryStatus.CHECKED_IN and event.finished_at is None and now.final is None,
        "late": late,
        "time_url": _time_url(players, match, token) if reporting else "",
        "losses": [round_loss_text(loss, event, staff=False) for loss in losses],
    }


def same_for_all(match: Match | None) -> bool:
    """Whether the form for this match is the same for all who have as many rounds by penalty."""
    return match is not None and FORMS[kind_of(match.round.stage).name].same_for_all


def report_form(
    match: Match, entry: Entry, losses: Sequence[RoundLoss], sent: QueryDict | None, *, tapped: str, base: str
) -> ScoreForm:
    """The form for a report; it offers no score that leaves out a round lost by penalty."""
    page = ReportPage(
        shape=shape_of(entry.event),
        least=least_reported(losses, own_index(match, entry)),
        names=[name_of(seat.entry, staff=False, event=entry.event) for seat in match.seats.all()],
        tapped=tapped,
        base=base,
        draws=may_draw(match),
    )
    return FORMS[kind_of(match.round.stage).name].player(sent, page)


def may_draw(match: Match) -> bool:
    """Whether the match may end level."""
    return shape_of(match.round.stage.event).ends_in_draw and not match.round.stage.is_bracket


def least_reported(losses: Sequence[RoundLoss], own: int) -> tuple[int, int]:
    """The game rounds that the player and the opponent have by penalty: a report gives them no fewer."""
    rounds = {1 - loss.seat: loss.rounds for loss in losses}
    return rounds.get(own, 0), rounds.get(1 - own, 0)


def _report(
    match: Match, entry: Entry, losses: Sequence[RoundLoss], url: str, csrf_token: str, *, again: bool
) -> SafeString:
    """The form for a report with this player's address, match and token."""
    least = least_reported(losses, own_index(match, entry))
    html = _report_form(shape_of(entry.event), least, may_draw(match), again, get_language())
    return mark_safe(html.replace(TOKEN, csrf_token).replace(ADDRESS, url).replace(MATCH, str(match.pk)))  # noqa: S308


@lru_cache(maxsize=256)
def _report_form(shape: ScoreKind, least: tuple[int, int], draws: bool, again: bool, _language: str) -> str:
    """The form for a report, with marks for what differs: thousands of phones get the same one."""
    context = {
        "form": OwnReportForm(None, shape=shape, least=least, draws=draws),
        "own_reports": OwnReports(mine="again" if again else ""),
        "csrf_token": TOKEN,
        "own_url": ADDRESS,
        "match": {"pk": MATCH},
    }
    return render_to_string("matches/public/_report.html", context)


def _time_url(players: Players, match: Match | None, token: str) -> str:
    """Where the match is led to its result once its time is up; "" before."""
    if match is None or not has_time_call(players.now.event):
        return ""
    current = players.now.round
    clock = players.frame["round_clock"] if current is not None and current.pk == match.round_id else None
    return reverse("matches:my_time_call", args=[token]) if is_at_time(match, timezone.now(), clock) else ""
