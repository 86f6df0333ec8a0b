"""The addresses of the players' pages at the desk."""

from django.urls import URLPattern, path

from matches.people import import_views, link_views, person_views, views

BASE = "e/<slug:slug>/desk/people/"

urlpatterns: list[URLPattern] = [
    path(BASE, views.people, name="people"),
    path(f"{BASE}quick/", views.people_quick, name="people_quick"),
    path(f"{BASE}check-in/", views.people_check_in, name="people_check_in"),
    path(f"{BASE}undo/", views.people_undo, name="people_undo"),
    path(f"{BASE}check-in-all/", views.people_check_in_all, name="people_check_in_all"),
    path(f"{BASE}add/", views.people_add, name="people_add"),
    path(f"{BASE}import/", import_views.people_import, name="people_import"),
    path(f"{BASE}import/confirm/", import_views.people_import_confirm, name="people_import_confirm"),
    path(f"{BASE}import/columns/", import_views.people_import_columns, name="people_import_columns"),
    path(f"{BASE}links/", link_views.people_links, name="people_links"),
    path(f"{BASE}links/revoke/", link_views.people_links_revoke, name="people_links_revoke"),
    path(f"{BASE}<int:number>/", person_views.person, name="person"),
    path(f"{BASE}<int:number>/link/", person_views.person_link, name="person_link"),
    path(f"{BASE}<int:number>/<slug:key>/", person_views.person_act, name="person_act"),
]
