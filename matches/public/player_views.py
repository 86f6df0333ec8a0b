"""One player's public page: the matches from the player's side, and the place with the tie-breaks explained."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import EntryStatus, MatchKind, RoundStatus
from matches.final.queries import final_ranking
from matches.live.cached_views import cached_page
from matches.models import Entry, Event, Match
from matches.pages.access_views import PageRequest, Roles
from matches.pages.components import Link
from matches.people.labels import name_of
from matches.public.views import public_context, public_round_url, versions_in
from matches.results.labels import amount_texts, how_decided, is_without_play, score_text, with_pot
from matches.results.place_labels import OwnResult, own_place
from matches.results.queries import confirmed, score_of, with_results
from matches.rounds.labels import round_label
from matches.rounds.queries import current_round, ranked_stage
from matches.scores import DRAWN, Score
from matches.snapshots.place_views import PlaceContext, place_context
from matches.snapshots.queries import latest_snapshot


@cached_page(stored=False)
def player(request: PageRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/players/NUMBER/``: one player's matches and place. 404 for a player who has only signed up."""
    entries = Entry.objects.select_related("player").exclude(status=EntryStatus.REGISTERED)
    entry = get_object_or_404(entries, event=event, number=number)
    context = {
        **public_context(event, roles, "people", current_round(event, public_only=True), versions_in(request)),
        **player_context(event, entry),
        "part_url": request.path,
    }
    template = "matches/public/_player.html" if request.htmx else "matches/public/player.html"
    return render(request, template, context)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match from one player's side. ``kind`` says what it was instead of a match: a bye, a loss without play."""

    round: str
    round_url: str
    table: int | None
    kind: str
    opponents: list[Link]
    word: str
    score: str
    decided: str


class PlayerContext(PlaceContext):
    """A player's matches, newest first, and the place, for ``matches/public/_player.html``."""

    entry: Entry
    name: str
    out: str
    lines: list[OwnMatch]
    ranked: bool
    after: str
    final_rank: int | None


def player_context(event: Event, entry: Entry) -> PlayerContext:
    """The player's matches in published rounds, newest first, and the place with its explanation."""
    mine = Match.objects.filter(seats__entry=entry, round__status__in=RoundStatus.public())
    loaded = with_results(mine.select_related("round__stage__event").order_by("-round__stage__order", "-round__number"))
    stage = ranked_stage(event)
    snapshot = latest_snapshot(stage) if stage else None
    return {
        "entry": entry,
        "name": name_of(entry, staff=False, event=event),
        "out": entry.get_status_display() if entry.status in EntryStatus.out() else "",
        "lines": [_line(match, event, entry) for match in loaded],
        "ranked": stage is not None,
        "after": round_label(snapshot.round) if snapshot else "",
        "final_rank": _final_rank(event, entry),
        **place_context(event, entry, snapshot),
    }


def _final_rank(event: Event, entry: Entry) -> int | None:
    ranking = final_ranking(event)
    return ranking.rank_of(entry.number) if ranking is not None else None


def _line(match: Match, event: Event, entry: Entry) -> OwnMatch:
    seats = list(match.seats.all())
    own = next(seat.index for seat in seats if seat.entry_id == entry.pk)
    others = [seat.entry for seat in seats if seat.entry_id != entry.pk]
    result = confirmed(match)
    told = own_result(score_of(result), event, own) if result else OwnResult("", "")
    return OwnMatch(
        round=round_label(match.round),
        round_url=public_round_url(match.round),
        table=match.table,
        kind="" if match.kind == MatchKind.PLAYED else match.get_kind_display(),
        opponents=[
            Link(name_of(other, staff=False, event=event), reverse("matches:player", args=[event.slug, other.number]))
            for other in others
        ],
        word=told.word,
        score=told.score,
        decided=with_pot(how_decided(score_of(result), event), result.pot, event) if result else "",
    )


def own_result(score: Score, event: Event, own: int) -> OwnResult:
    """A score from one player's side of the table: ``Won 2–1``, ``Lost $1,980–$2,410``, ``Place 2 of 4``."""
    if score.places:
        return own_place(score, event, own)
    word = _("Drew") if score.winner is DRAWN else _("Won") if score.winner == own else _("Lost")
    if is_without_play(score, event):
        return OwnResult(word, score_text(score, event))
    texts = amount_texts(score, event)
    return OwnResult(word, "–".join(texts if own == 0 else reversed(texts)))
