"""The pages of a hall day."""

from django.urls import URLPattern, path

from matches.hall_pages.views import board, desk, plan, settings, staff, tables

BASE = "halls/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("halls/new/", settings.hall_new, name="hall_new"),
    path("e/<slug:slug>/hall/", board.event_hall, name="event_hall"),
    path(BASE, board.hall_board, name="hall_board"),
    path(f"{BASE}desk/", desk.hall_desk, name="hall_desk"),
    path(f"{BASE}desk/add/", desk.hall_add_event, name="hall_add_event"),
    path(f"{BASE}desk/events/<slug:event_slug>/tables/", desk.hall_event_tables, name="hall_event_tables"),
    path(f"{BASE}desk/events/<slug:event_slug>/remove/", desk.hall_remove_event, name="hall_remove_event"),
    path(f"{BASE}plan/", plan.hall_plan, name="hall_plan"),
    path(f"{BASE}desk/plan/", plan.hall_plan_edit, name="hall_plan_edit"),
    path(f"{BASE}desk/tables/", tables.hall_tables, name="hall_tables"),
    path(f"{BASE}desk/staff/", staff.hall_staff, name="hall_staff"),
    path(f"{BASE}desk/staff/<int:role_id>/remove/", staff.hall_staff_revoke, name="hall_staff_revoke"),
    path(f"{BASE}desk/settings/", settings.hall_settings, name="hall_settings"),
    path(f"{BASE}desk/remove/", settings.hall_remove, name="hall_remove"),
]
