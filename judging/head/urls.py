"""The head judge's page."""

from django.urls import URLPattern, path

from judging.head import views

urlpatterns: list[URLPattern] = [
    path("head/", views.head, name="head"),
    path("head/delegate/", views.delegate, name="delegate"),
]
