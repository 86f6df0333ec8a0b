"""The addresses of the import and of personal links."""

from django.urls import URLPattern, path

from matches.people.views import imports, links

BASE = "e/<slug:slug>/desk/people/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}import/", imports.people_import, name="people_import"),
    path(f"{BASE}import/confirm/", imports.people_import_confirm, name="people_import_confirm"),
    path(f"{BASE}import/columns/", imports.people_import_columns, name="people_import_columns"),
    path(f"{BASE}links/", links.people_links, name="people_links"),
    path(f"{BASE}links/revoke/", links.people_links_revoke, name="people_links_revoke"),
]
