"""Opens and closes sign-up, and sends what was not sent: the organiser's buttons above the desk's list."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.enums import Admission
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_organise
from matches.signups.services.admission import open_sign_up
from matches.signups.services.inviting import send_invitations
from matches.signups.views.desk import list_url


@require_POST
@staff_page(can_organise)
def sign_up_open(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Open sign-up, or close it."""
    is_on = request.POST.get("on") == "1"
    open_sign_up(event=event, actor=actor_of(request), on=is_on)
    messages.success(request, _("Sign-up is open.") if is_on else _("Sign-up is closed."))
    return redirect("matches:sign_ups", event.slug)


@require_POST
@staff_page(can_organise)
def invitations_send(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Email the invitations that have not been sent."""
    try:
        count = send_invitations(event=event, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        text = ngettext("%(n)d invitation is on its way.", "%(n)d invitations are on their way.", count)
        messages.success(request, text % {"n": count} if count else _("No invitation is left to send by email."))
    return redirect(list_url("matches:sign_ups", event, Admission.INVITED))
