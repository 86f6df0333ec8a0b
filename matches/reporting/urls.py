"""The addresses for entering and correcting results."""

from django.urls import URLPattern, path

from matches.reporting.views import lines, reports, results, sheets, tables, time_calls, undo

BASE = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}results/", results.results, name="results"),
    path(f"{BASE}results/preview/", lines.result_preview, name="result_preview"),
    path(f"{BASE}results/confirm/", reports.confirm_reports, name="confirm_reports"),
    path(f"{BASE}results/open/", sheets.open_tables, name="open_tables"),
    path(f"{BASE}results/open/<int:pk>/", sheets.open_table, name="open_table"),
    path(f"{BASE}results/<int:pk>/undo/", undo.undo_result, name="undo_result"),
    path(f"{BASE}table/<int:pk>/", tables.table, name="table"),
    path(f"{BASE}table/<int:pk>/time/", time_calls.time_call, name="time_call"),
]
