"""The address of the page that describes the API."""

from django.urls import URLPattern, path

from matches.reference import views

urlpatterns: list[URLPattern] = [path("api/", views.reference, name="reference")]
