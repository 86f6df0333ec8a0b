"""The addresses of the tables, of one table's sheet, and of its time."""

from django.urls import URLPattern, path

from judging.floor import result_views, table_views, time_views, views

urlpatterns: list[URLPattern] = [
    path("", views.tables, name="tables"),
    path("go/", views.go, name="go"),
    path("table/<int:pk>/", table_views.table, name="table"),
    path("table/<int:pk>/do/<slug:name>/", table_views.table_act, name="table_act"),
    path("table/<int:pk>/stopwatch/", time_views.stopwatch, name="stopwatch"),
    path("table/<int:pk>/time/", time_views.time, name="time"),
    path("table/<int:pk>/result/", result_views.result, name="result"),
    path("table/<int:pk>/called/", time_views.called, name="called"),
    path("extension/<uuid:record>/undo/", time_views.undo, name="undo_extension"),
]
