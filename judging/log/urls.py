"""The addresses of the log of an event and of a player, and of the rulings and infractions in it."""

from django.urls import URLPattern, path

from judging.log import infraction_views, ruling_views, views

urlpatterns: list[URLPattern] = [
    path("log/", views.log, name="log"),
    path("player/<int:number>/", views.player_log, name="player_log"),
    path("ruling/<uuid:record>/", ruling_views.ruling, name="ruling"),
    path("ruling/<uuid:record>/withdraw/", ruling_views.withdraw, name="withdraw_ruling"),
    path("infraction/<uuid:record>/", infraction_views.infraction, name="infraction"),
]
