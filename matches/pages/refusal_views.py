"""Shows the refusal of a service on a page: at its field, or on top.

A view whose form has fields catches the refusal and shows the form again (``show_refusal``). Whatever a view does not
catch is answered by ``AnswerRefusals``, so that no refusal is a failure of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from matches.errors import Refused, SecondFactorNeeded
from matches.pages.access_views import form_page, wants_json

REFUSED = "refused"
"""Where a form keeps its refusal, for a page that offers a way on."""


def field_of(form: BaseForm, parameter: str | None) -> str | None:
    """The form's field for a service's parameter, or None. A form whose names differ maps them in
    ``parameter_fields``.
    """
    field = getattr(form, "parameter_fields", {}).get(parameter, parameter)
    return field if field in form.fields else None


def show_refusal(request: HttpRequest, refused: Refused, form: BaseForm | None = None) -> None:
    """Show a refusal with its details and under its code: at its field, or else on top of the page."""
    text = _text(refused)
    if form is None:
        messages.error(request, text, extra_tags=refused.code)
    else:
        form.add_error(field_of(form, refused.parameter), ValidationError(text, code=refused.code))
        setattr(form, REFUSED, refused)


class AnswerRefusals:
    """The middleware, behind sessions and messages, that answers what no view has caught.

    A script gets the sentence, the page with the form shows it on top, and without such a page it has one of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Django's hook for what a view raises."""
        if not isinstance(exception, Refused):
            return None
        is_kept = isinstance(exception, SecondFactorNeeded) and "X-Entry" in request.headers
        if wants_json(request) or request.headers.get("HX-Request") or is_kept:
            body = {"error": _text(exception), "code": exception.code}
            return JsonResponse(body, status=exception.status)
        if isinstance(exception, SecondFactorNeeded):
            leads_to = urlencode({"next": form_page(request)})
            return redirect(f"{reverse('matches:factor_needed')}?{leads_to}")
        back = form_page(request)
        if request.method == "POST" and back not in ("/", request.get_full_path()):
            show_refusal(request, exception)
            return redirect(back)
        return _own_page(request, exception)


def _own_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    context = {
        "heading": _("This cannot be done now"),
        "text": str(refused.message),
        "details": refused.details,
        "page_acts": (),
    }
    response = render(request, "errors/message.html", context, status=refused.status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _text(refused: Refused) -> str:
    return " ".join(filter(None, (str(refused.message), _listed(refused.details))))


def _listed(details: Sequence[str]) -> str:
    """Names and numbers between commas, sentences one after the other."""
    are_sentences = any(str(detail).endswith((".", "?")) for detail in details)
    return (" " if are_sentences else ", ").join(map(str, details))
