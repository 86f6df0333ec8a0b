"""The addresses of the import and of personal links."""

from django.urls import URLPattern, path

from matches.people.views import imports as import_views
from matches.people.views import links as link_views

BASE = "e/<slug:slug>/desk/people/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}import/", import_views.people_import, name="people_import"),
    path(f"{BASE}import/confirm/", import_views.people_import_confirm, name="people_import_confirm"),
    path(f"{BASE}import/columns/", import_views.people_import_columns, name="people_import_columns"),
    path(f"{BASE}links/", link_views.people_links, name="people_links"),
    path(f"{BASE}links/revoke/", link_views.people_links_revoke, name="people_links_revoke"),
]
