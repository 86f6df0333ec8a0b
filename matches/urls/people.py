"""The players of an event at the desk."""

from django.urls import URLPattern, path

from matches.views import people, people_import, people_links, person

BASE = "e/<slug:slug>/desk/people/"

urlpatterns: list[URLPattern] = [
    path(BASE, people.people, name="people"),
    path(f"{BASE}quick/", people.people_quick, name="people_quick"),
    path(f"{BASE}check-in/", people.people_check_in, name="people_check_in"),
    path(f"{BASE}undo/", people.people_undo, name="people_undo"),
    path(f"{BASE}check-in-all/", people.people_check_in_all, name="people_check_in_all"),
    path(f"{BASE}add/", people.people_add, name="people_add"),
    path(f"{BASE}import/", people_import.people_import, name="people_import"),
    path(f"{BASE}import/confirm/", people_import.people_import_confirm, name="people_import_confirm"),
    path(f"{BASE}links/", people_links.people_links, name="people_links"),
    path(f"{BASE}links/csv/", people_links.people_links_csv, name="people_links_csv"),
    path(f"{BASE}links/revoke/", people_links.people_links_revoke, name="people_links_revoke"),
    path(f"{BASE}<int:number>/", person.person, name="person"),
    path(f"{BASE}<int:number>/link/", person.person_link, name="person_link"),
    path(f"{BASE}<int:number>/<slug:key>/", person.person_act, name="person_act"),
]
