"""The addresses of the tournament pages, by who uses them."""

from matches.urls import desk, home, people, public, tokens

app_name = "matches"

urlpatterns = [
    *home.urlpatterns,
    *tokens.urlpatterns,
    *people.urlpatterns,
    *desk.urlpatterns,
    *public.urlpatterns,
]
