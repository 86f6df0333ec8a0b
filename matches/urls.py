"""The addresses of the tournament pages; each subject has its own list."""

from django.urls import URLPattern

from matches.accounts.urls import urlpatterns as accounts
from matches.analysis.urls import urlpatterns as analysis
from matches.announcements.urls import urlpatterns as announcements
from matches.brackets.urls import urlpatterns as brackets
from matches.campaigns.urls import urlpatterns as campaigns
from matches.clubs.urls import urlpatterns as clubs
from matches.desk.urls import urlpatterns as desk
from matches.flights.urls import urlpatterns as flights
from matches.forecasts.urls import urlpatterns as forecasts
from matches.hall_pages.urls import urlpatterns as hall_pages
from matches.home.urls import urlpatterns as home
from matches.https.urls import urlpatterns as https
from matches.identity.urls import urlpatterns as identity
from matches.life.urls import urlpatterns as life
from matches.live.urls import urlpatterns as live
from matches.me.urls import urlpatterns as me
from matches.people.urls import urlpatterns as people
from matches.planner.urls import urlpatterns as planner
from matches.public.urls import urlpatterns as public
from matches.ranking.urls import urlpatterns as ranking
from matches.reference.urls import urlpatterns as reference
from matches.reporting.urls import urlpatterns as reporting
from matches.roster.urls import urlpatterns as roster
from matches.rounds.urls import urlpatterns as rounds
from matches.setup.urls import urlpatterns as setup
from matches.signups.urls import urlpatterns as signups
from matches.site.urls import urlpatterns as site
from matches.walls.urls import urlpatterns as walls

app_name = "matches"

urlpatterns: list[URLPattern] = [
    *home,
    *accounts,
    *identity,
    *setup,
    *life,
    *clubs,
    *people,
    *signups,
    *roster,
    *desk,
    *announcements,
    *rounds,
    *reporting,
    *ranking,
    *forecasts,
    *flights,
    *planner,
    *analysis,
    *campaigns,
    *brackets,
    *hall_pages,
    *walls,
    *https,
    *live,
    *public,
    *me,
    *reference,
    *site,
]
