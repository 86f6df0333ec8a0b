"""What is left to do at an event before it is finished, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.course.labels import round_label
from matches.enums import Admission
from matches.models import Event
from matches.plugins import registry
from matches.setup.finish_queries import LeftToDo


@dataclass(frozen=True, slots=True)
class LeftItem:
    """One thing that is left: a sentence, what it means, and the page on which it is done (with the page's name).

    ``urgency`` is that of the list of next steps: ``now`` for what keeps the event from being finished.
    """

    key: str
    urgency: str
    text: str
    detail: str
    page: str
    url: str


def left_items(event: Event, left: LeftToDo) -> list[LeftItem]:
    """Everything that is left, what keeps the event from being finished first."""
    return [*_of_play(event, left), *_of_the_floor(event, left), *_of_people(event, left), *_of_the_public(event, left)]


def _of_play(event: Event, left: LeftToDo) -> list[LeftItem]:
    round_ = left.open_round
    if round_ is not None:
        missing = ngettext("%(n)d table has no result.", "%(n)d tables have no result.", left.missing)
        return [
            LeftItem(
                "round",
                "now",
                _("%(round)s is still open. Close it, or withdraw its draft.") % {"round": round_label(round_)},
                missing % {"n": left.missing} if left.missing else "",
                round_label(round_),
                reverse("matches:round", args=[event.slug, round_.stage.order, round_.number]),
            )
        ]
    if left.unplayed is None:
        return []
    return [
        LeftItem(
            "rounds",
            "soon",
            _("%(round)s is planned and has not been played.") % {"round": round_label(left.unplayed)},
            _("If you finish now, the current standings are final."),
            _("Rounds"),
            reverse("matches:rounds", args=[event.slug]),
        )
    ]


def _of_the_floor(event: Event, left: LeftToDo) -> list[LeftItem]:
    items = []
    appeals = ngettext("%(n)d appeal has not been decided.", "%(n)d appeals have not been decided.", left.appeals)
    calls = ngettext("%(n)d call for a judge is open.", "%(n)d calls for a judge are open.", left.calls)
    for source in registry.next_step_sources:
        if left.appeals:
            url = reverse(source.appeals_url_name, args=[event.slug])
            items.append(LeftItem("appeals", "soon", appeals % {"n": left.appeals}, "", _("Head judge"), url))
        if left.calls:
            url = reverse(source.calls_url_name, args=[event.slug])
            items.append(LeftItem("calls", "soon", calls % {"n": left.calls}, "", _("Calls"), url))
    return items


def _of_people(event: Event, left: LeftToDo) -> list[LeftItem]:
    items = []
    if left.unpaid:
        text = ngettext("%(n)d player is not marked as paid.", "%(n)d players are not marked as paid.", left.unpaid)
        url = reverse("matches:people", args=[event.slug]) + "?paid=no"
        items.append(LeftItem("unpaid", "soon", text % {"n": left.unpaid}, "", _("Players"), url))
    for key, state, count in (
        ("pending", Admission.PENDING, left.pending),
        ("waiting", Admission.WAITING, left.waiting),
    ):
        if count:
            text = (
                ngettext("%(n)d sign-up has not been answered.", "%(n)d sign-ups have not been answered.", count)
                if key == "pending"
                else ngettext("%(n)d person is on the waiting list.", "%(n)d people are on the waiting list.", count)
            )
            url = f"{reverse('matches:sign_ups', args=[event.slug])}?state={state.value}"
            items.append(LeftItem(key, "info", text % {"n": count}, "", _("Sign-ups"), url))
    return items


def _of_the_public(event: Event, left: LeftToDo) -> list[LeftItem]:
    items = []
    if not left.is_public:
        text = _("The public page is closed, so players cannot see the final standings.")
        items.append(
            LeftItem("public", "soon", text, "", _("Event"), reverse("matches:event_settings", args=[event.slug]))
        )
    if not left.is_announced:
        text = _("Nothing is being announced to everyone right now. You can announce when and where prizes are given.")
        url = reverse("matches:desk_announcements", args=[event.slug])
        items.append(LeftItem("announcement", "info", text, "", _("Announce"), url))
    return items


def after_texts(event: Event) -> list[str]:
    """What finishing does, one sentence each."""
    standings = (
        _("Everyone sees the final standings on the public page, and each player sees their own place.")
        if event.published
        else _("Staff see the final standings at the desk; players see them once the public page is open.")
    )
    return [
        standings,
        _("Players can no longer sign up, and no more rounds can be paired."),
        _("Results can still be corrected, and you can reopen the event with a reason."),
    ]
