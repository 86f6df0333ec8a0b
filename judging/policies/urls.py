"""The address of the judging policy."""

from django.urls import URLPattern, path

from judging.policies import views

urlpatterns: list[URLPattern] = [path("rules/", views.rulebook, name="rules")]
