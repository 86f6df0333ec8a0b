"""The addresses of signing in and out, an event's staff, and API tokens."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path

from matches.accounts import staff_views, token_views, views

urlpatterns: list[URLPattern] = [
    path("login/", views.Login.as_view(), name="login"),
    path("login/password/", views.first_password, name="first_password"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/password/", views.password, name="password"),
    path("account/tokens/", token_views.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", token_views.token_revoke, name="token_revoke"),
    path("e/<slug:slug>/desk/staff/", staff_views.staff, name="staff"),
    path("e/<slug:slug>/desk/staff/account/", staff_views.staff_account, name="staff_account"),
    path("e/<slug:slug>/desk/staff/password/<int:user_id>/", staff_views.staff_password, name="staff_password"),
    path("e/<slug:slug>/desk/staff/<int:role_id>/revoke/", staff_views.staff_revoke, name="staff_revoke"),
]
