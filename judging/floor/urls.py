"""The addresses of the tables, of one table's sheet, of what is logged at it and of its time; the calls for a judge."""

from django.urls import URLPattern, path

from judging.floor import call_views, fault_views, result_views, table_act_views, table_views, time_views, views

urlpatterns: list[URLPattern] = [
    path("", views.tables, name="tables"),
    path("go/", views.go, name="go"),
    path("table/<int:pk>/", table_views.table, name="table"),
    path("table/<int:pk>/do/<slug:name>/", table_act_views.table_act, name="table_act"),
    path("table/<int:pk>/fault/<slug:code>/<int:number>/", fault_views.fault, name="fault"),
    path("table/<int:pk>/stopwatch/", time_views.stopwatch, name="stopwatch"),
    path("table/<int:pk>/time/", time_views.time, name="time"),
    path("table/<int:pk>/result/", result_views.result, name="result"),
    path("table/<int:pk>/called/", time_views.called, name="called"),
    path("infraction/<uuid:record>/undo/", fault_views.undo, name="undo_infraction"),
    path("extension/<uuid:record>/undo/", time_views.undo, name="undo_extension"),
    path("notices/<int:pk>/", call_views.notice_read, name="notice_read"),
    path("calls/", call_views.calls, name="calls"),
    path("calls/waiting/", call_views.waiting, name="calls_waiting"),
    path("calls/<uuid:record>/<slug:name>/", call_views.call_act, name="call_act"),
]
