"""The addresses of the tournament pages; each subject has its own list."""

from django.urls import URLPattern

from matches.accounts.urls import urlpatterns as accounts
from matches.brackets.urls import urlpatterns as brackets
from matches.desk.urls import urlpatterns as desk
from matches.events.urls import urlpatterns as events
from matches.forecasts.urls import urlpatterns as forecasts
from matches.https.urls import urlpatterns as https
from matches.live.urls import urlpatterns as live
from matches.me.urls import urlpatterns as me
from matches.pages.urls import urlpatterns as pages
from matches.people.urls import urlpatterns as people
from matches.planner.urls import urlpatterns as planner
from matches.public.urls import urlpatterns as public
from matches.reference.urls import urlpatterns as reference
from matches.results.urls import urlpatterns as results
from matches.rounds.urls import urlpatterns as rounds
from matches.snapshots.urls import urlpatterns as snapshots

app_name = "matches"

urlpatterns: list[URLPattern] = [
    *accounts,
    *events,
    *people,
    *desk,
    *rounds,
    *results,
    *snapshots,
    *forecasts,
    *planner,
    *brackets,
    *https,
    *live,
    *public,
    *me,
    *reference,
    *pages,
]
