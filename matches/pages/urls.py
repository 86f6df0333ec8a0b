"""The address of every export."""

from django.urls import URLPattern, path

from matches.pages import export_views

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/desk/exports/<slug:key>.<slug:kind>", export_views.export_file, name="export"),
]
