"""The address of the judging policy."""

from django.urls import URLPattern, path

from judging.rulebook import edit_views, views

urlpatterns: list[URLPattern] = [
    path("rules/", views.rulebook, name="rules"),
    path("rules/edit/", edit_views.edit, name="edit_policy"),
]
