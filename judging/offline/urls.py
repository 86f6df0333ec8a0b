"""What a device needs to open the judges' pages without a network."""

from django.urls import URLPattern, path

from judging.offline import views

urlpatterns: list[URLPattern] = [
    path("worker.js", views.worker, name="worker"),
    path("kept/", views.kept, name="kept"),
    path("kept/missing/", views.missing, name="kept_missing"),
    path("kept/fault/", views.fault, name="kept_fault"),
    path("kept/tables/<int:part>/", views.tables, name="kept_tables"),
]
