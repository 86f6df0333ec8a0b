"""Appeals."""

from django.urls import URLPattern, path

from judging.appeals import accept_views, views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("table/<int:pk>/accept/", accept_views.accept, name="accept"),
    path("appeal/<uuid:record>/", views.decide, name="decide"),
]
