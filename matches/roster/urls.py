"""The addresses of the desk's list of players and of each player's page."""

from django.urls import URLPattern, path

from matches.roster import check_in_views, person_views, scan_views, views

BASE = "e/<slug:slug>/desk/people/"

urlpatterns: list[URLPattern] = [
    path(BASE, views.people, name="people"),
    path(f"{BASE}quick/", check_in_views.people_quick, name="people_quick"),
    path(f"{BASE}check-in/", check_in_views.people_check_in, name="people_check_in"),
    path(f"{BASE}undo/", check_in_views.people_undo, name="people_undo"),
    path(f"{BASE}scan/", scan_views.people_scan, name="people_scan"),
    path(f"{BASE}check-in-all/", check_in_views.people_check_in_all, name="people_check_in_all"),
    path(f"{BASE}add/", views.people_add, name="people_add"),
    path(f"{BASE}<int:number>/", person_views.person, name="person"),
    path(f"{BASE}<int:number>/link/", person_views.person_link, name="person_link"),
    path(f"{BASE}<int:number>/<slug:key>/", person_views.person_act, name="person_act"),
]
