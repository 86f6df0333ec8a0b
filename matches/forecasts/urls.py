"""The addresses of the forecasts: at the desk, and public."""

from django.urls import URLPattern, path

from matches.forecasts import views

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/desk/forecast/", views.desk_forecast, name="desk_forecast"),
    path("e/<slug:slug>/forecast/", views.public_forecast, name="forecast"),
]
