"""The addresses of the API, below ``/api/v1/``; each subject has its own list."""

from django.urls import URLPattern

from matches.accounts.api_urls import urlpatterns as accounts
from matches.analysis.api_urls import urlpatterns as analysis
from matches.announcements.api_urls import urlpatterns as announcements
from matches.brackets.api_urls import urlpatterns as brackets
from matches.campaigns.api_urls import urlpatterns as campaigns
from matches.clubs.api_urls import urlpatterns as clubs
from matches.desk.api_urls import urlpatterns as desk
from matches.final.api_urls import urlpatterns as final
from matches.forecasts.api_urls import urlpatterns as forecasts
from matches.life.api_urls import urlpatterns as life
from matches.next_steps.api_urls import urlpatterns as next_steps
from matches.people.api_urls import urlpatterns as people
from matches.planner.api_urls import urlpatterns as planner
from matches.public.api_urls import urlpatterns as public
from matches.reporting.api_urls import urlpatterns as reporting
from matches.roster.api_urls import urlpatterns as roster
from matches.rounds.api_urls import urlpatterns as rounds
from matches.setup.api_urls import urlpatterns as setup
from matches.signups.api_urls import urlpatterns as signups
from matches.snapshots.api_urls import urlpatterns as snapshots

urlpatterns: list[URLPattern] = [
    *setup,
    *life,
    *clubs,
    *accounts,
    *desk,
    *next_steps,
    *people,
    *signups,
    *roster,
    *announcements,
    *rounds,
    *reporting,
    *snapshots,
    *brackets,
    *final,
    *forecasts,
    *planner,
    *analysis,
    *campaigns,
    *public,
]
