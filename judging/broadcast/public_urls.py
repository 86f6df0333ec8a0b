"""The addresses of the matches that everybody can watch, below ``e/<event>/watch/``."""

from django.urls import URLPattern, path

from judging.broadcast.views import public

app_name = "watch"

urlpatterns: list[URLPattern] = [
    path("", public.watch, name="watch"),
    path("<int:pk>/", public.watch_match, name="match"),
    path("<int:pk>/chances/", public.watch_chances, name="chances"),
]
