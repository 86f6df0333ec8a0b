"""The addresses of the judging API, below ``/api/v1/``. Each room lists its own."""

from django.urls import URLPattern

from judging.calls.api_urls import urlpatterns as calls
from judging.floor.api_urls import urlpatterns as floor
from judging.log.api_urls import urlpatterns as log
from judging.policies.api_urls import urlpatterns as policies
from judging.recorder.api_urls import urlpatterns as turns
from judging.rota.api_urls import urlpatterns as rota
from judging.rulings.api_urls import urlpatterns as rulings

urlpatterns: list[URLPattern] = [*policies, *rulings, *calls, *floor, *log, *turns, *rota]
