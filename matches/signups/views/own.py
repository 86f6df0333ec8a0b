"""What somebody who signed up sees behind the personal link: where the sign-up stands, the own data, and the code."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.audit.services import Actor
from matches.course.queries import current_round, stages_of
from matches.enums import Admission, EntryStatus
from matches.errors import Refused
from matches.events.declarations.address import players_address
from matches.frame.public_views import PublicContext, public_context
from matches.live.queries import event_versions
from matches.models import Entry, Event, SignUp, Stage
from matches.pages.access_views import PageRequest, in_time_zone
from matches.pages.qr_views import qr_picture
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.labels.answers import answers_shown
from matches.people.labels.names import name_of
from matches.people.queries.codes import code_for
from matches.people.services.links import resolve_player_link
from matches.permissions import roles_of
from matches.signups.about_labels import Fact, facts_of, state_text
from matches.signups.forms import PersonForm, initial_of
from matches.signups.services.inviting import accept_invitation
from matches.signups.services.joining import own_sign_ups
from matches.signups.services.signing import change_sign_up, sign_up_of, withdraw_sign_up


def holder_of(token: str) -> Entry | SignUp:
    """The player, or the person who has signed up, whose personal link this is. Raises Http404 for any other link."""
    found = resolve_player_link(token) or sign_up_of(token)
    if found is None:
        raise Http404(_("This link is not valid. Ask the desk for a new one."))
    return found


def waiting_page(request: PageRequest, row: SignUp, token: str) -> HttpResponse:
    """``/p/TOKEN/`` of somebody who is not in: where the sign-up stands, and what to do."""
    event = row.event
    stages = stages_of(event)
    context = {
        **_frame(request, event, token, stages),
        "name": row.person.name,
        "state": row.state,
        "text": state_text(row),
        "facts": [*facts_of(event, stages, may_pay=row.state in Admission.open()), *_answers(event, row)],
        "is_open": row.state in Admission.open(),
        "is_invited": row.state == Admission.INVITED,
        "is_doubled": row.state == Admission.INVITED and bool(own_sign_ups(event, [row])),
        "invitation_url": reverse("matches:own_invitation", args=[token]),
        "code_url": reverse("matches:me_code", args=[token]),
        "again_url": reverse("matches:sign_up", args=[event.slug]),
    }
    template = "matches/signups/_waiting.html" if request.htmx else "matches/signups/waiting.html"
    return render(request, template, context)


def _may_pay(holder: SignUp | Entry) -> bool:
    """Whether somebody is in the event, or may still come in."""
    if isinstance(holder, SignUp):
        return holder.state in (*Admission.open(), Admission.CONFIRMED)
    return holder.status not in EntryStatus.out()


def _answers(event: Event, row: SignUp) -> list[Fact]:
    return [Fact(answer.label, answer.text) for answer in answers_shown(event, row.answers)]


@never_cache
def own_sign_up(request: PageRequest, token: str) -> HttpResponseBase:
    """``/p/TOKEN/sign-up/``: the form with one's own data; ``withdraw`` takes the sign-up back."""
    holder = holder_of(token)
    row = holder if isinstance(holder, SignUp) else getattr(holder, "sign_up", None)
    if row is None or row.state not in (*Admission.open(), Admission.CONFIRMED):
        return redirect("matches:me", token)
    event = row.event
    with in_time_zone(event):
        form = PersonForm(request.POST or None, event=event, initial=initial_of(row))
        if request.method == "POST":
            try:
                if "withdraw" in request.POST:
                    withdraw_sign_up(sign_up=row, actor=Actor(sign_up=row))
                    return redirect("matches:me", token)
                if form.is_valid():
                    change_sign_up(sign_up=row, actor=Actor(sign_up=row), **form.person())
                    return redirect("matches:me", token)
            except Refused as refused:
                show_refusal(request, refused, form)
        context = {
            **_frame(request, event, token),
            "form": form,
            "asks": "withdraw" in request.GET,
            "may_withdraw": row.entry is None or row.entry.status == EntryStatus.REGISTERED,
        }
        return render(request, "matches/signups/own.html", context, status=rejected_status(form))


@require_POST
@never_cache
def own_invitation(request: PageRequest, token: str) -> HttpResponseBase:
    """``/p/TOKEN/invitation/``: accept the invitation, or with ``decline`` say no to it."""
    row = holder_of(token)
    if isinstance(row, SignUp):
        answer = withdraw_sign_up if "decline" in request.POST else accept_invitation
        try:
            answer(sign_up=row, actor=Actor(sign_up=row))
        except Refused as refused:
            show_refusal(request, refused)
    return redirect("matches:me", token)


@never_cache
def own_code(request: PageRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/code/``: the personal link to keep, also as a code to photograph."""
    holder = holder_of(token)
    event = holder.event
    person = holder.person if isinstance(holder, SignUp) else holder.player
    address = players_address(event) + reverse("matches:me", args=[token])
    stages = stages_of(event)
    with in_time_zone(event):
        context = {
            **_frame(request, event, token, stages),
            "facts": facts_of(event, stages, may_pay=_may_pay(holder)),
            "name": person.name if isinstance(holder, SignUp) else name_of(holder, staff=False, event=event),
            "text": state_text(holder) if isinstance(holder, SignUp) else state_text(SignUp(state=Admission.CONFIRMED)),
            "is_in": not isinstance(holder, SignUp) or holder.state == Admission.CONFIRMED,
            "address": address,
            "link_code": qr_picture(address),
            "code": qr_picture(code_for(holder)),
            "digits": code_for(holder),
            "sent_to": person.email if settings.SENDS_EMAIL else "",
        }
        return render(request, "matches/signups/code.html", context)


class OwnFrame(PublicContext):
    """What all pages behind a personal link have."""

    own_url: str
    change_url: str
    about_url: str


def _frame(request: PageRequest, event: Event, token: str, stages: list[Stage] | None = None) -> OwnFrame:
    round_ = current_round(event, public_only=True)
    return {
        **public_context(event, roles_of(request.user, event), "", round_, event_versions(event), stages),
        "own_url": reverse("matches:me", args=[token]),
        "change_url": reverse("matches:own_sign_up", args=[token]),
        "about_url": reverse("matches:about", args=[event.slug]),
    }
