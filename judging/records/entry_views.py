"""Answers for entries that a device keeps and sends itself (static/judging/queue.js), in place of a page.

Such a request names its entry in ``X-Entry`` (the record's id) and whose it is in ``X-Entry-User``. It is answered in
JSON where a form would lead on to a page, so that the device knows whether the entry was stored. An entry that is in
the log already is not stored again, whatever has happened since. ``X-Entry-Mode: later`` tells that the person is no
longer at the form: messages are then given back at once instead of waiting for the next page. ``X-Entry-Number`` in the
answer tells the device that another one counts under its name, so that it takes a new one.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from judging.models import Record
from judging.records.forms import ButtonForm
from judging.records.number_services import note_entry
from matches.errors import SECOND_FACTOR_NEEDED
from matches.models import Event, User
from matches.pages.access_views import ask_to_sign_in
from matches.permissions import roles_of

MOVED = (301, 302, 303)
FORBIDDEN = 403
NOT_YET = (401, 429)
"""What a device answers by sending the entry again. 403 is one only where the form lacked its CSRF token."""


def answer_entries(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware behind sessions, users and messages."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        key = request.headers.get("X-Entry")
        if key is None or request.method != "POST":
            return get_response(request)
        response = _why_not_now(request) or _known(request, key) or _answered(request, get_response(request))
        response.headers["X-Entry"] = key  # whatever else answers in the network does not name it
        if _lost_its_number(request, key):
            response.headers["X-Entry-Number"] = "taken"
        return response

    return respond


def _why_not_now(request: HttpRequest) -> HttpResponse | None:
    """An entry waits until the person who made it is signed in: the log names who is signed in as its judge."""
    if not request.user.is_authenticated:
        request.META["HTTP_ACCEPT"] = "application/json"
        return ask_to_sign_in(request)
    if str(request.user.pk) != request.headers.get("X-Entry-User"):
        text = _("Someone else made this entry. It will be sent when they sign in here.")
        return JsonResponse({"error": text, "code": "other_user"}, status=409)
    return None


def _known(request: HttpRequest, key: str) -> HttpResponse | None:
    if not _is_id(key) or not Record.objects.filter(pk=key, judge=request.user.pk).exists():
        return None
    return JsonResponse({"stored": True, "again": True})


def _lost_its_number(request: HttpRequest, key: str) -> bool:
    """Whether the entry was stored without its number: another device counts under the same name."""
    device, number = request.POST.get("device"), request.POST.get("device_number")
    if not device or not number or not _is_id(key):
        return False
    return Record.objects.filter(pk=key, device=device, device_number=None).exists()


def _is_id(key: str) -> bool:
    try:
        uuid.UUID(key)
    except ValueError:
        return False
    return True


def _answered(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    answer = _as_json(request, response)
    if answer.status_code < 500 and not _comes_again(answer) and _is_own(request):
        _note_number(request)
    return answer


def _comes_again(answer: HttpResponseBase) -> bool:
    """Whether the device keeps the entry and sends it again: later, or once its judge has set up a second factor."""
    if answer.status_code != FORBIDDEN or not isinstance(answer, JsonResponse):
        return answer.status_code in NOT_YET
    return bool(json.loads(answer.content).get("code") == SECOND_FACTOR_NEEDED)


def _is_own(request: HttpRequest) -> bool:
    """Whether the request carried its CSRF token: no other site sent it in this person's name."""
    return bool(getattr(request, "csrf_processing_done", False))


def _note_number(request: HttpRequest) -> None:
    """Note the number of an entry that came: if it became no record, it is not missing all the same."""
    form, address = ButtonForm(request.POST), request.resolver_match
    if address is None or "slug" not in address.kwargs or not isinstance(request.user, User) or not form.is_valid():
        return
    event = Event.objects.filter(slug=address.kwargs["slug"]).first()
    stamp = form.stamp()
    if event is not None and (roles_of(request.user, event) or _has_logged(request.user, event, stamp.device)):
        note_entry(event=event, judge=request.user, stamp=stamp, match=address.kwargs.get("pk"))


def _has_logged(user: User, event: Event, device: str) -> bool:
    """Whether somebody whose role was taken away has logged here, or uses a device on which others have."""
    logged = Record.objects.filter(event=event)
    return logged.filter(judge=user).exists() or (device != "" and logged.filter(device=device).exists())


def _as_json(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code not in MOVED:
        return response
    if request.headers.get("X-Entry-Mode") != "later":
        return JsonResponse({"stored": True, "location": response.headers["Location"]})
    texts = [(message.level, str(message)) for message in messages.get_messages(request)]
    wrong = [text for level, text in texts if level >= messages.ERROR]
    if wrong:
        return JsonResponse({"error": " ".join(wrong), "code": "refused"}, status=409)
    return JsonResponse({"stored": True, "text": " ".join(text for _level, text in texts)})
