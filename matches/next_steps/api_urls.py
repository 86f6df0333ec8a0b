"""The API address of the desk's next steps."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.next_steps.api import NextStepsView

urlpatterns: list[URLPattern] = [path(f"{EVENT}next/", NextStepsView.as_view(), name="api-next")]
