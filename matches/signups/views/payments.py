"""Takes a list of who has paid."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.views.tabs import people_tabs
from matches.permissions import can_run_rounds
from matches.signups.forms import PaidListForm
from matches.signups.services.payments import mark_paid_by_list


@staff_page(can_run_rounds)
def paid_list(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/sign-ups/paid/``: marks those as paid whom a list names, or says what is wrong with it."""
    form = PaidListForm(request.POST or None, request.FILES or None)
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        data, encoding = form.submitted_data(), form.cleaned_data["encoding"]
        try:
            count = mark_paid_by_list(event=event, actor=actor_of(request), data=data, encoding=encoding)
        except Refused as refused:
            problems, refused.details = refused.details, []
            show_refusal(request, refused, form)
        else:
            text = ngettext("%(n)d person marked as paid.", "%(n)d people marked as paid.", count)
            messages.success(request, text % {"n": count})
            return redirect("matches:sign_ups", event.slug)
    context = {
        **desk_context(event, roles, "people"),
        "tabs": people_tabs(event, roles, "sign_ups"),
        "form": form,
        "problems": problems,
        "list_url": reverse("matches:sign_ups", args=[event.slug]),
    }
    return render(request, "matches/signups/paid_list.html", context, status=rejected_status(form))
