"""The desk's first page."""

from django.urls import URLPattern, path

from matches.desk import views

urlpatterns: list[URLPattern] = [path("e/<slug:slug>/desk/", views.desk, name="desk")]
