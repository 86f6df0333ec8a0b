"""Every address of the tool, by app."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.cache import cache_control

from matches.api.unserved import Unserved
from matches.identity.elsewhere_views import returned
from matches.reference.schema_views import Schema

handler404 = "bankout_tournament.outages.failures.not_found"
handler500 = "bankout_tournament.outages.failures.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("matches.urls")),
    # allauth looks for this address by its own name.
    path("login/elsewhere/<slug:provider_id>/", returned, name="openid_connect_callback"),
    path("e/<slug:slug>/judge/", include("judging.urls")),
    path("e/<slug:slug>/print/", include("judging.papers.urls")),
    path("e/<slug:slug>/records/", include("judging.recorder.public_urls")),
    path("stream/", include("judging.broadcast.stream_urls")),
    path("e/<slug:slug>/watch/", include("judging.broadcast.public_urls")),
    path("e/<slug:slug>/share/", include("judging.share.urls")),
    path("halls/<slug:slug>/", include("judging.hall_urls")),
    path("rules/cards/", include("judging.papers.card_urls")),
    path("rules/", include("rules_engine.urls")),
    path("practice/", include("rules_engine.practice.urls")),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("judging.api_urls")),
    path("api/v1/", include("rules_engine.api.urls")),
    path("api/schema/", cache_control(max_age=300)(Schema.as_view()), name="schema"),
    re_path("^api/", Unserved.as_view(), name="api-unserved"),
]
