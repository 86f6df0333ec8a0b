"""The public bracket."""

from django.urls import URLPattern, path

from matches.brackets import views

urlpatterns: list[URLPattern] = [path("e/<slug:slug>/bracket/", views.bracket, name="bracket")]
