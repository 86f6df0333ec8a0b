"""The address of the first page."""

from django.urls import URLPattern, path

from matches.home import views

urlpatterns: list[URLPattern] = [path("", views.home, name="home")]
