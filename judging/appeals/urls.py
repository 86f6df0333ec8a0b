"""Appeals."""

from django.urls import URLPattern, path

from judging.appeals import views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("appeal/<uuid:record>/", views.decide, name="decide"),
]
