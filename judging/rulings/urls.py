"""Rulings, and the acts on a penalty."""

from django.urls import URLPattern, path

from judging.rulings.views import cases, matters, penalties

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/note/", matters.note, name="note"),
    path("table/<int:pk>/rule/<slug:button>/", matters.matter, name="matter"),
    path("ruling/<uuid:record>/undo/", matters.undo, name="undo_ruling"),
    path("infraction/<uuid:record>/issue/", penalties.issue, name="issue"),
    path("infraction/<uuid:record>/confirm/", penalties.confirm, name="confirm"),
    path("infraction/<uuid:record>/change/", penalties.change, name="change"),
    path("infraction/<uuid:record>/rescind/", penalties.rescind, name="rescind"),
    path("infraction/<uuid:record>/apply/", cases.apply, name="apply"),
    path("infraction/<uuid:record>/keep/", cases.keep, name="keep_both"),
]
