"""Rulings, infractions and their penalties."""

from django.urls import URLPattern, path

from judging.rulings import case_views, infraction_views, penalty_form_views, penalty_views, ruling_views, views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/note/", views.note, name="note"),
    path("table/<int:pk>/rule/<slug:button>/", views.matter, name="matter"),
    path("table/<int:pk>/fault/<slug:code>/<int:number>/", infraction_views.fault, name="fault"),
    path("ruling/<uuid:record>/", ruling_views.ruling, name="ruling"),
    path("ruling/<uuid:record>/withdraw/", ruling_views.withdraw, name="withdraw_ruling"),
    path("ruling/<uuid:record>/undo/", views.undo, name="undo_ruling"),
    path("infraction/<uuid:record>/", penalty_views.infraction, name="infraction"),
    path("infraction/<uuid:record>/undo/", infraction_views.undo, name="undo_infraction"),
    path("infraction/<uuid:record>/issue/", penalty_form_views.issue, name="issue"),
    path("infraction/<uuid:record>/confirm/", penalty_form_views.confirm, name="confirm"),
    path("infraction/<uuid:record>/change/", penalty_form_views.change, name="change"),
    path("infraction/<uuid:record>/rescind/", penalty_form_views.rescind, name="rescind"),
    path("infraction/<uuid:record>/apply/", case_views.apply, name="apply"),
    path("infraction/<uuid:record>/keep/", case_views.keep, name="keep_both"),
]
