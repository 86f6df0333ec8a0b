"""The API addresses of an event's staff."""

from django.urls import URLPattern, path

from matches.accounts import staff_api
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}staff/", staff_api.StaffListView.as_view(), name="api-staff"),
    path(f"{EVENT}staff/<int:number>/", staff_api.StaffRoleView.as_view(), name="api-staff-role"),
    path(f"{EVENT}staff/accounts/", staff_api.StaffAccountView.as_view(), name="api-staff-accounts"),
]
