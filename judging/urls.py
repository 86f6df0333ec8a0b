"""The addresses of the floor, below ``/e/SLUG/judge/``."""

from django.urls import URLPattern, path

from judging.views import calls, cases, faults, floor_time, head, log, matters, mine, table, tables

app_name = "judging"

urlpatterns: list[URLPattern] = [
    path("", tables.tables, name="tables"),
    path("go/", tables.go, name="go"),
    path("table/<int:pk>/", table.table, name="table"),
    path("table/<int:pk>/do/<slug:name>/", table.table_act, name="table_act"),
    path("table/<int:pk>/stopwatch/", floor_time.stopwatch, name="stopwatch"),
    path("table/<int:pk>/time/", floor_time.time, name="time"),
    path("table/<int:pk>/appeal/", calls.appeal, name="appeal"),
    path("table/<int:pk>/note/", matters.note, name="note"),
    path("table/<int:pk>/rule/<slug:button>/", matters.matter, name="matter"),
    path("table/<int:pk>/fault/<slug:code>/<int:number>/", faults.fault, name="fault"),
    path("table/<int:pk>/finding/<slug:code>/<int:number>/", faults.finding, name="finding"),
    path("ruling/<uuid:record>/undo/", matters.undo, name="undo_ruling"),
    path("infraction/<uuid:record>/", cases.infraction, name="infraction"),
    path("infraction/<uuid:record>/undo/", faults.undo, name="undo_infraction"),
    path("infraction/<uuid:record>/issue/", cases.issue, name="issue"),
    path("infraction/<uuid:record>/confirm/", cases.confirm, name="confirm"),
    path("infraction/<uuid:record>/change/", cases.change, name="change"),
    path("infraction/<uuid:record>/rescind/", cases.rescind, name="rescind"),
    path("infraction/<uuid:record>/apply/", cases.apply, name="apply"),
    path("infraction/<uuid:record>/keep/", cases.keep, name="keep_both"),
    path("calls/", calls.calls, name="calls"),
    path("calls/<uuid:record>/<slug:name>/", calls.call_act, name="call_act"),
    path("head/", head.head, name="head"),
    path("head/delegate/", head.delegate, name="delegate"),
    path("appeal/<uuid:record>/", head.decide, name="decide"),
    path("log/", log.log, name="log"),
    path("log/export.<slug:kind>", log.export, name="export"),
    path("player/<int:number>/", log.player_log, name="player_log"),
    path("rules/", log.rulebook, name="rules"),
    path("mine/<str:token>/", mine.mine, name="mine"),
    path("mine/<str:token>/<slug:name>/", mine.mine_act, name="mine_act"),
]
