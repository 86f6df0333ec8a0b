"""The keys of programs that act for a member of staff."""

from django.urls import URLPattern, path

from matches.views import tokens

urlpatterns: list[URLPattern] = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.token_revoke, name="token_revoke"),
]
