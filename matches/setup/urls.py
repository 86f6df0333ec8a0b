"""Creating an event and its settings."""

from django.urls import URLPattern, path

from matches.setup import finish_views, picture_views, prize_views, views

BASE = "e/<slug:slug>/desk/settings/"

urlpatterns: list[URLPattern] = [
    path("events/new/", views.event_new, name="event_new"),
    path(BASE, views.event_settings, name="event_settings"),
    path(f"{BASE}picture/", picture_views.event_picture, name="event_picture"),
    path(f"{BASE}picture/remove/", picture_views.event_picture_remove, name="event_picture_remove"),
    path("e/<slug:slug>/desk/prizes/", prize_views.event_prizes, name="event_prizes"),
    path("e/<slug:slug>/desk/prizes/categories/", prize_views.prize_categories, name="prize_categories"),
    path(f"{BASE}publish/", views.event_publish, name="event_publish"),
    path(f"{BASE}finish/", finish_views.event_finish, name="event_finish"),
    path(f"{BASE}reopen/", finish_views.event_reopen, name="event_reopen"),
]
