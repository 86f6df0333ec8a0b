"""The addresses for entering and correcting results."""

from django.urls import URLPattern, path

from matches.reporting.views import lines as line_views
from matches.reporting.views import reports as report_views
from matches.reporting.views import results as views
from matches.reporting.views import tables as table_views
from matches.reporting.views import time_calls as time_call_views
from matches.reporting.views import undo as undo_views

BASE = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}results/", views.results, name="results"),
    path(f"{BASE}results/preview/", line_views.result_preview, name="result_preview"),
    path(f"{BASE}results/confirm/", report_views.confirm_reports, name="confirm_reports"),
    path(f"{BASE}results/<int:pk>/undo/", undo_views.undo_result, name="undo_result"),
    path(f"{BASE}table/<int:pk>/", table_views.table, name="table"),
    path(f"{BASE}table/<int:pk>/time/", time_call_views.time_call, name="time_call"),
]
