"""The addresses of incidents and their evidence."""

from django.urls import URLPattern, path

from judging.evidence import sheet_views, start_views, views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/incident/", start_views.start, name="incident_start"),
    path("table/<int:pk>/deck/", start_views.deck_check, name="deck_check"),
    path("sheet/", sheet_views.sheet_code, name="sheet_code"),
    path("table/<int:pk>/sheet/", sheet_views.sheet, name="sheet"),
    path("incident/<uuid:record>/", views.incident, name="incident"),
    path("incident/<uuid:record>/statement/", views.statement, name="incident_statement"),
    path("incident/<uuid:record>/photo/", views.add_photo, name="incident_photo"),
    path("incident/<uuid:record>/join/", views.join, name="incident_join"),
    path("photo/<uuid:record>/", views.photo, name="photo"),
]
