"""The start of the API's addresses: events by slug, stages, rounds and players by number, matches by key."""

EVENT = "events/<slug:slug>/"
ENTRY = f"{EVENT}entries/<int:number>/"
ROUND = f"{EVENT}rounds/<int:stage>/<int:number>/"
MATCH = f"{EVENT}matches/<uuid:key>/"
