"""The way in, events, their settings and staff."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path

from matches.views import events, home, staff

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("login/", home.Login.as_view(), name="login"),
    path("login/password/", home.first_password, name="first_password"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/password/", home.password, name="password"),
    path("events/new/", events.event_new, name="event_new"),
    path("e/<slug:slug>/desk/settings/", events.event_settings, name="event_settings"),
    path("e/<slug:slug>/desk/settings/publish/", events.event_publish, name="event_publish"),
    path("e/<slug:slug>/desk/settings/finish/", events.event_finish, name="event_finish"),
    path("e/<slug:slug>/desk/settings/reopen/", events.event_reopen, name="event_reopen"),
    path("e/<slug:slug>/desk/staff/", staff.staff, name="staff"),
    path("e/<slug:slug>/desk/staff/account/", staff.staff_account, name="staff_account"),
    path("e/<slug:slug>/desk/staff/<int:role_id>/revoke/", staff.staff_revoke, name="staff_revoke"),
]
