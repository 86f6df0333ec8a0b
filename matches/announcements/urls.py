"""The addresses of announcements."""

from django.urls import URLPattern, path

from matches.announcements.views import desk, public

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/announcements/", public.announcements, name="announcements"),
    path("e/<slug:slug>/desk/announcements/", desk.announcements, name="desk_announcements"),
    path("e/<slug:slug>/desk/announcements/now/", desk.staff_announcements, name="staff_announcements"),
    path("e/<slug:slug>/desk/announcements/<uuid:key>/end/", desk.announcement_end, name="announcement_end"),
]
