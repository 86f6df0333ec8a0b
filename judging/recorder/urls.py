"""The turns of a match on record."""

from django.urls import URLPattern, path

from judging.recorder.views import recorder, report, rivals

TABLE = "table/<int:pk>/turns/"

urlpatterns: list[URLPattern] = [
    path(TABLE, recorder.recorder, name="recorder"),
    path(f"{TABLE}start/", recorder.start, name="recorder_start"),
    path(f"{TABLE}read/", recorder.read_in, name="recorder_read"),
    path(f"{TABLE}tap/<slug:act>/", recorder.tap, name="recorder_tap"),
    path(f"{TABLE}choose/", rivals.choose, name="record_choose"),
    path(f"{TABLE}report/", report.report, name="record_report"),
    path(f"{TABLE}report/dismiss/", report.dismiss, name="record_dismiss"),
    path(f"{TABLE}result/", report.confirm, name="record_result"),
    path(f"{TABLE}record.<slug:ending>", report.download, name="record_file"),
]
