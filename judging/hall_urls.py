"""The judges' addresses of a hall day, below ``halls/<hall day>/``. Each room lists its own."""

from django.urls import URLPattern

from judging.floor.hall_urls import urlpatterns as floor
from judging.rota.hall_urls import urlpatterns as rota

app_name = "hall_floor"

urlpatterns: list[URLPattern] = [*floor, *rota]
