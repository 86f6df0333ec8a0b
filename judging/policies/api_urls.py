"""The API addresses of the policy."""

from django.urls import URLPattern, path

from judging.policies.api import PolicyView
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [path(f"{EVENT}policy/", PolicyView.as_view(), name="api-policy")]
