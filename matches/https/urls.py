"""The page that sets a device up for HTTPS, and the certificate that it installs."""

from django.urls import URLPattern, path

from matches.https import views

urlpatterns: list[URLPattern] = [
    path("https/", views.https_setup, name="https_setup"),
    path("https/bankout.crt", views.https_certificate, name="https_certificate"),
]
