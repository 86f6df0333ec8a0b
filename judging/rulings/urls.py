"""Rulings, and the acts on a penalty."""

from django.urls import URLPattern, path

from judging.rulings.views import cases as case_views
from judging.rulings.views import matters as views
from judging.rulings.views import penalties as penalty_form_views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/note/", views.note, name="note"),
    path("table/<int:pk>/rule/<slug:button>/", views.matter, name="matter"),
    path("ruling/<uuid:record>/undo/", views.undo, name="undo_ruling"),
    path("infraction/<uuid:record>/issue/", penalty_form_views.issue, name="issue"),
    path("infraction/<uuid:record>/confirm/", penalty_form_views.confirm, name="confirm"),
    path("infraction/<uuid:record>/change/", penalty_form_views.change, name="change"),
    path("infraction/<uuid:record>/rescind/", penalty_form_views.rescind, name="rescind"),
    path("infraction/<uuid:record>/apply/", case_views.apply, name="apply"),
    path("infraction/<uuid:record>/keep/", case_views.keep, name="keep_both"),
]
