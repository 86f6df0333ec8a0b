"""Refuses pages with odds to somebody whose match is running."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from rules_engine import games
from rules_engine.play.fair_play import remedy, why_no_odds
from rules_engine.views.frame import sections

View = Callable[..., HttpResponse]


def not_while_playing(part: str) -> Callable[[View], View]:
    """A view of a part of the pages (``sections``) that tells odds."""

    def decorated(view: View) -> View:
        @wraps(view)
        def within(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            problem = why_no_odds(request)
            if problem:
                context = {
                    "problem": problem,
                    "remedy": remedy(request),
                    "sections": sections(part, games.all_games()[0]),
                }
                response = render(request, "rules_engine/no_odds.html", context, status=403)
            else:
                response = view(request, *args, **kwargs)
            patch_vary_headers(response, ("Cookie",))
            return response

        return within

    return decorated
