"""The page on which the picture of the event's page is set and removed."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.events.services.pictures import MOST_ALT, MOST_BYTES, PICTURE_PROBLEMS, remove_picture, set_picture
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.permissions import can_organise
from matches.pictures import TOO_LARGE
from matches.setup.views import setup_tabs


class PictureForm(forms.Form):
    """A picture for the event's page, and what it shows."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        required=False,
        help_text=gettext_lazy("JPEG, PNG or WebP, at most 8 MB. Its time and location data are removed."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    alt = forms.CharField(
        label=gettext_lazy("What the picture shows"),
        max_length=MOST_ALT,
        help_text=gettext_lazy("For people who cannot see it, such as: players at long tables in the town hall."),
    )

    def clean_picture(self) -> bytes | None:
        """The file’s bytes; one that is too large is refused before it is read into memory."""
        file = self.cleaned_data["picture"]
        if file is None:
            return None
        if file.size > MOST_BYTES:
            raise forms.ValidationError(str(PICTURE_PROBLEMS[TOO_LARGE]), code=TOO_LARGE)
        data: bytes = file.read()
        return data


@staff_page(can_organise)
def event_picture(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/picture/``: the picture as it is, and the form that sets another or describes it."""
    form = PictureForm(request.POST or None, request.FILES or None, initial={"alt": event.picture_alt})
    if request.method == "POST" and form.is_valid():
        try:
            set_picture(event=event, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Saved. The picture is on the event’s page."))
            return redirect("matches:event_picture", event.slug)
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "picture"),
        "form": form,
    }
    return render(request, "matches/events/picture.html", context, status=rejected_status(form))


@require_POST
@staff_page(can_organise)
def event_picture_remove(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Remove the picture."""
    remove_picture(event=event, actor=actor_of(request))
    messages.success(request, _("The picture is removed."))
    return redirect("matches:event_picture", event.slug)
