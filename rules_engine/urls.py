"""The addresses of the pages."""

from django.urls import URLPattern

app_name = "rules_engine"

urlpatterns: list[URLPattern] = []
