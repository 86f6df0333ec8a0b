"""The turns of a match on record."""

from django.urls import URLPattern, path

from judging.recorder.views import recorder as views
from judging.recorder.views import report as report_views
from judging.recorder.views import rivals as rival_views

TABLE = "table/<int:pk>/turns/"

urlpatterns: list[URLPattern] = [
    path(TABLE, views.recorder, name="recorder"),
    path(f"{TABLE}start/", views.start, name="recorder_start"),
    path(f"{TABLE}read/", views.read_in, name="recorder_read"),
    path(f"{TABLE}tap/<slug:act>/", views.tap, name="recorder_tap"),
    path(f"{TABLE}choose/", rival_views.choose, name="record_choose"),
    path(f"{TABLE}report/", report_views.report, name="record_report"),
    path(f"{TABLE}report/dismiss/", report_views.dismiss, name="record_dismiss"),
    path(f"{TABLE}result/", report_views.confirm, name="record_result"),
    path(f"{TABLE}record.<slug:ending>", report_views.download, name="record_file"),
]
