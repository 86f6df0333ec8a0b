"""The addresses of the API: events by slug, stages, rounds and players by their numbers, matches by their keys."""

from django.urls import URLPattern, path

from matches.api.schema import action_views
from matches.desk import api as desk
from matches.events import api as events
from matches.events.serializers import EventShown
from matches.live import api as live
from matches.people import api as people
from matches.people import import_api as lists
from matches.people.serializers import EntryShown
from matches.results import api as results
from matches.results import match_api as matches
from matches.results.serializers import MatchDetail, VersionShown
from matches.rounds import api as rounds
from matches.rounds.serializers import RoundDetail
from matches.snapshots import api as standings

EVENT = "events/<slug:slug>/"
ENTRY = f"{EVENT}entries/<int:number>/"
ROUND = f"{EVENT}rounds/<int:stage>/<int:number>/"
MATCH = f"{EVENT}matches/<uuid:key>/"

ACTS = [
    (EVENT, "event", action_views(events.EventAct, events.ACTS, tag="events", answer=EventShown)),
    (ENTRY, "entry", action_views(people.EntryAct, people.ACTS, tag="entries", answer=EntryShown)),
    (ROUND, "round", action_views(rounds.RoundAct, rounds.ACTS, tag="rounds", answer=RoundDetail)),
    (MATCH, "match", action_views(matches.MatchAct, matches.ACTS, tag="matches", answer=MatchDetail)),
    (MATCH, "result", action_views(results.ResultAct, results.ACTS, tag="results", answer=VersionShown(many=True))),
]

urlpatterns: list[URLPattern] = [
    path("presets/", events.Presets.as_view(), name="api-presets"),
    path("player/", live.Player.as_view(), name="api-player"),
    path("events/", events.Events.as_view(), name="api-events"),
    path(EVENT, events.OneEvent.as_view(), name="api-event"),
    path(f"{EVENT}next/", desk.NextSteps.as_view(), name="api-next"),
    path(f"{EVENT}stages/", events.Stages.as_view(), name="api-stages"),
    path(f"{EVENT}stages/<int:order>/bracket/", standings.BracketState.as_view(), name="api-bracket"),
    path(f"{EVENT}entries/", people.Entries.as_view(), name="api-entries"),
    path(f"{EVENT}entries/import/", lists.EntryList.as_view(), name="api-entries-import"),
    path(f"{EVENT}entries/check-in/", people.CheckIn.as_view(), name="api-entries-check-in"),
    path(ENTRY, people.OneEntry.as_view(), name="api-entry"),
    path(f"{EVENT}rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path(ROUND, rounds.OneRound.as_view(), name="api-round"),
    path(f"{ROUND}verify/", rounds.VerifyRound.as_view(), name="api-round-verify"),
    path(f"{EVENT}matches/", matches.Matches.as_view(), name="api-matches"),
    path(MATCH, matches.OneMatch.as_view(), name="api-match"),
    path(f"{MATCH}results/", results.Results.as_view(), name="api-results"),
    path(f"{EVENT}standings/", standings.Standings.as_view(), name="api-standings"),
    path(f"{EVENT}standings/<int:number>/", standings.Place.as_view(), name="api-place"),
    path(f"{EVENT}clock/", live.Clock.as_view(), name="api-clock"),
    path(f"{EVENT}live/", live.Live.as_view(), name="api-live"),
    *(
        path(f"{base}{name}/", view, name=f"api-{kind}-{name}")
        for base, kind, views in ACTS
        for name, view in views.items()
    ),
]
