"""What striking the results of a player of a round robin changes, shown before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.enums import EntryStatus
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles
from matches.pages.components import Link
from matches.pages.forms import CleanedData
from matches.people.forms import ConfirmStrikeForm
from matches.reporting.correction_queries import StrikePreview, preview_strike
from matches.reporting.views.corrections import PreviewShown, preview_shown, seen_of
from matches.snapshots.struck_queries import RobinPlayer, robin_player
from rules_engine.text import isolated


@dataclass(frozen=True, slots=True)
class StrikeShown:
    """What striking a player changes, for ``matches/people/_strike.html``; ``seen`` is its fingerprint."""

    so_far: str
    sentences: Sequence[str]
    preview: PreviewShown
    seen: str


def strike_shown(event: Event, player: RobinPlayer) -> StrikeShown:
    """The preview of a strike, in words."""
    preview = preview_strike(player)
    shown = preview_shown(event, preview.change)
    moves = shown.sentences if preview.change.moves or preview.change.cut else []
    return StrikeShown(
        so_far=so_far(player),
        sentences=[*_sentences(player, preview), *moves],
        preview=shown,
        seen=f"{preview.results}-{preview.byes}-{seen_of(preview.change)}",
    )


def so_far(player: RobinPlayer) -> str:
    """How much of the round robin a player has played."""
    words = {"name": isolated(player.entry.unique_name), "played": player.played, "planned": player.planned}
    return _("%(name)s has played %(played)s of %(planned)s matches, less than half.") % words


def _sentences(player: RobinPlayer, preview: StrikePreview) -> list[str]:
    words = {"name": isolated(player.entry.unique_name)}
    counted = (
        ngettext(
            "%(n)s result of %(name)s no longer counts. It stays visible, marked as struck.",
            "%(n)s results of %(name)s no longer count. They stay visible, marked as struck.",
            preview.results,
        )
        % {**words, "n": preview.results}
        if preview.results
        else _("%(name)s has no result that counts.") % words,
        ngettext(
            "%(n)s bye in place of a match with %(name)s no longer counts.",
            "%(n)s byes in place of a match with %(name)s no longer count.",
            preview.byes,
        )
        % {**words, "n": preview.byes}
        if preview.byes
        else "",
        _("%(name)s is no longer ranked.") % words,
    )
    return [text for text in counted if text]


def may_strike(player: RobinPlayer | None) -> bool:
    """Whether the results of a player who leaves can be struck."""
    return player is not None and not player.struck and not player.played_half


def confirmed_strike(
    request: HttpRequest, event: Event, roles: Roles, entry: Entry
) -> CleanedData | HttpResponse | None:
    """Return the confirmed reason, or the page that shows what the strike changes and asks; None for a player whose
    results cannot be struck.
    """
    player = robin_player(entry)
    if player is None or not may_strike(player) or entry.status not in EntryStatus.out():
        return None
    shown = strike_shown(event, player)
    confirmed = "confirmed" in request.POST
    form = ConfirmStrikeForm(request.POST if confirmed else None, initial={"reason": request.POST.get("reason", "")})
    again = confirmed and request.POST.get("seen") != shown.seen
    if confirmed and not again and form.is_valid():
        return {"reason": form.cleaned_data["reason"]}
    name, back = player.entry.unique_name, reverse("matches:person", args=[event.slug, player.entry.number])
    context = {
        **desk_context(event, roles, "people"),
        "heading": _("Strike the results of %(name)s?") % {"name": name},
        "form": form,
        "consequence": "",
        "strike": shown,
        "again": again,
        "submit": _("Strike results"),
        "cancel_url": back,
        "crumbs": [Link(name, back)],
    }
    return render(request, "matches/people/drop.html", context, status=409 if again else 422 if confirmed else 200)
