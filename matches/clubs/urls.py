"""The addresses of clubs: their pages, their suspensions, and an event's club."""

from django.urls import URLPattern, path

from matches.clubs import event_views, series_views, suspension_views, template_views, views

CLUB = "clubs/<slug:club>/"
DESK = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path("clubs/", views.clubs, name="clubs"),
    path(CLUB, views.club, name="club"),
    path(f"{CLUB}name/", views.club_name, name="club_name"),
    path(f"{CLUB}second-factor/", views.club_factor, name="club_factor"),
    path(f"{CLUB}accept/", views.club_accept, name="club_accept"),
    path(f"{CLUB}leave/", views.club_leave, name="club_leave"),
    path(f"{CLUB}members/", views.club_invite, name="club_invite"),
    path(f"{CLUB}members/<int:pk>/", views.club_member, name="club_member"),
    path(f"{CLUB}members/<int:pk>/remove/", views.club_member_remove, name="club_member_remove"),
    path(f"{CLUB}members/<int:pk>/roles/", views.club_member_roles, name="club_member_roles"),
    path(f"{CLUB}series/", series_views.club_series, name="club_series"),
    path(f"{CLUB}series/<uuid:key>/", series_views.series, name="series"),
    path(f"{CLUB}series/<uuid:key>/name/", series_views.series_edit, name="series_edit"),
    path(f"{CLUB}series/<uuid:key>/remove/", series_views.series_remove, name="series_remove"),
    path(f"{CLUB}templates/", template_views.club_templates, name="club_templates"),
    path(f"{CLUB}suspensions/", suspension_views.suspensions, name="suspensions"),
    path(f"{CLUB}suspensions/new/", suspension_views.suspension_new, name="suspension_new"),
    path(f"{CLUB}suspensions/<uuid:key>/lift/", suspension_views.suspension_lift, name="suspension_lift"),
    path(f"{DESK}settings/club/", event_views.event_club, name="event_club"),
    path(f"{DESK}people/suspended/<uuid:key>/", event_views.suspension_override, name="suspension_override"),
]
