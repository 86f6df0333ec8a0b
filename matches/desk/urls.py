"""The desk's first page, and the address of every export."""

from django.urls import URLPattern, path

from matches.desk import export_views, log_views, views

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/desk/", views.desk, name="desk"),
    path("e/<slug:slug>/desk/log/", log_views.desk_log, name="desk_log"),
    path("e/<slug:slug>/desk/log.csv", log_views.desk_log_file, name="desk_log_file"),
    path("e/<slug:slug>/desk/exports/<slug:key>.<slug:kind>", export_views.export_file, name="export"),
]
