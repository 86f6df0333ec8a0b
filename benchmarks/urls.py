"""The project's addresses and ``/hello/``."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


urlpatterns = [path("hello/", hello), path("", include("bankout_tournament.urls"))]
