"""The addresses behind a player's personal link."""

from django.urls import URLPattern, path

from judging.me import day_views, views

urlpatterns: list[URLPattern] = [
    path("mine/<str:token>/", views.mine, name="mine"),
    path("mine/<str:token>/turns/<int:pk>/", views.mine_turns, name="mine_turns"),
    path("mine/<str:token>/day/", day_views.mine_day, name="mine_day"),
    path("mine/<str:token>/<slug:name>/", views.mine_act, name="mine_act"),
]
