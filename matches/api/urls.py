"""The addresses of the API, below ``/api/v1/``; each subject has its own list."""

from django.urls import URLPattern

from matches.accounts.api_urls import urlpatterns as accounts
from matches.analysis.api_urls import urlpatterns as analysis
from matches.audit.api_urls import urlpatterns as audit
from matches.brackets.api_urls import urlpatterns as brackets
from matches.campaigns.api_urls import urlpatterns as campaigns
from matches.desk.api_urls import urlpatterns as desk
from matches.events.api_urls import urlpatterns as events
from matches.final.api_urls import urlpatterns as final
from matches.forecasts.api_urls import urlpatterns as forecasts
from matches.live.api_urls import urlpatterns as live
from matches.people.api_urls import urlpatterns as people
from matches.planner.api_urls import urlpatterns as planner
from matches.results.api_urls import urlpatterns as results
from matches.rounds.api_urls import urlpatterns as rounds
from matches.snapshots.api_urls import urlpatterns as snapshots

urlpatterns: list[URLPattern] = [
    *events,
    *accounts,
    *audit,
    *desk,
    *people,
    *rounds,
    *results,
    *snapshots,
    *brackets,
    *final,
    *forecasts,
    *planner,
    *analysis,
    *campaigns,
    *live,
]
